"""The full screens of the Textual client, one module each; `app` says which one is up.

Every screen is drawn from the `Model` that the app's link owns. `refresh_model` is called after each change and
`hear` with each piece of news; a screen asks the link for things and never waits for the reply.

* `connect`: where to play, and under which name; `lobby`: the tables and people of a server.
* `newtable`: the options of a table to open, line by line.
* `room`: a table, from the empty seats to the last score, and for those who watch.
* `menu`, `reader`, `choices`: what opens above them: the menu of a table, pages of text, lines to set.
"""
