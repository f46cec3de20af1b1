"""The full screens of the Textual client, one module each; `app` says which one is up.

Every screen is drawn from the `Model` that the app's link owns. `hear` is called with each piece of news and
`refresh_model` after it; a screen asks its `Host`, the app, for things and never waits for the reply.

* `connect`: where to play, and under which name; `lobby`: the tables and people of a server.
* `newtable`: the options of a table to open, line by line; `preferences`: the settings.
* `room`: a table, from the empty seats to the last score, for those who play and those who watch; `situating` makes
  of the model what the card table is drawn from.
* `menu`: the menu of a table, and every question that names a price; `leaving` has those prices.
* `results`: the matches that are kept; `replay`: one of them played again, step by step.
* `reader`: pages of text; `guide` fills them with keys and rules.
* `painted` and `surface`: what all of them but the card table have in common.
"""
