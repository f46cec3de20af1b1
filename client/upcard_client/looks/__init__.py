"""How a run looks: what a palette is made of, which one is chosen, and what the terminal can show of it.

`palette` has the roles of its colours and `glyphs` the signs; the palettes themselves are in `themes`. `readying`
gets the terminal ready before anything is drawn: `asking` asks what it does, `terminal` says what is known of it,
`widths` has text measured as it draws it and `encoding` has it written in letters that it reads. `dressing` then
chooses by that and by the settings. While the screen is up `listening` hears what the terminal sends, until it is
given back; `sleeping` says whether it may be given back for a while.
"""
