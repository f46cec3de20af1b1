"""What a palette is made of, and which one a run has.

`palette` has the roles of its colours and `glyphs` the signs; `dressing` chooses one by the settings and the
terminal, whose ground `ground` asks for. The palettes themselves are in `themes`.
"""
