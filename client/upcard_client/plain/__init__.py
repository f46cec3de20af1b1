"""The plain client: typed commands in, a line for each event out; for screen readers, scripts and small terminals.

`running` sets it up on the event loop. `console` is the front: it gives typed lines to `player`, which knows the
`commands`, and tells news in the sentences of `speech`.
"""
