"""Finished matches and the proof that their decks were not chosen.

A `witness` is what was seen of a match's shuffle; `fairness` gathers it during play and judges it at the end. The
`shelf` keeps both on disk. `matchfile` reads an `.upcard` file, and `verifying` says of one whether it holds.
"""
