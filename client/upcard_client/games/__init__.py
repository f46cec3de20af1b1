"""The games, each in a package of its own; `fronts` lists them.

A `front` is all that the rest of the client knows of a game: its table, its sentences, its typed commands, its rules
in words and the lines (`choice`) on which the options of a new table are chosen.
"""
