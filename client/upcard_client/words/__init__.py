"""What people read about a table, whatever is played there, in sentences: one source for both fronts.

`phrases` is what sentences are made with. `tidings` says what happens beside the cards, `agreeing` what the players
ask of each other, `times` and `houserules` how long there is, `forfeits` why a seat is lost. `naming` and `chatter`
are about words that come from people: a table's name, and what may be sent as chat.
"""
