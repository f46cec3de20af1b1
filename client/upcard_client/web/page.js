"use strict";
// The keys go to the game from the first picture on, without a click.
addEventListener("DOMContentLoaded", () => {
  const take = () => document.querySelector(".xterm-helper-textarea")?.focus();
  new MutationObserver(take).observe(document.body, { attributes: true, attributeFilter: ["class"] });
  addEventListener("focus", take);
});
