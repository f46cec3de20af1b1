"""The client: `upcard`, on the whole screen and as plain lines.

The modules here follow a run. `__main__` reads the command (`cli`) and what is remembered (`settings`); `app` is the
whole screen, and `whereabouts` goes to servers and leaves them. `errands` says what is done first there and `arrival`
leads to it. `link` keeps the connection and owns the `state`, one value that `folding` brings on with each message;
what that brought goes to the screens as `news`.

* `network`: how a server is found and reached; `hosting`: the servers that this program starts itself.
* `screens`, `cardtable`, `widgets` and `looks`: what is painted, from the whole screen to a single sign.
* `games`: what each game shows and says; everything else knows games by `games/front.py` alone.
* `words`: sentences that both fronts share; `locale`: the same in other languages.
* `matches`: finished matches and the proof of their shuffle; `replay`: matches played again.
* `plain`: the front that only reads and writes lines; `web`: the whole screen in a browser.
"""
