"""A table of cards on the screen, whatever is played there: `widget` is what a room shows and what hears the keys.

A key changes the `desk`, what the person has in hand besides the game, and leads to `effects`. Desk and
`surroundings` give the `scene`, a value, which `painting` paints. The games add their own kind of each.
"""
