"""How a table is kept, in sentences: its clocks, its pauses, who may watch, and what becomes of who is gone."""

from upcard_protocol.table import TableOptions


def usual_turn_s(players: int, bots: int) -> int:
    """Return the seconds of a turn at a table whose maker chose none: 0, no timer, against computers alone."""
    return 0 if bots >= players - 1 else TableOptions().turn_s


def span(seconds: int) -> str:
    """Return a span of time in words: `90 s`, `2 minutes`, `2:30`."""
    if seconds < 120:
        return f"{seconds} s"
    minutes, rest = divmod(seconds, 60)
    if rest:
        return f"{minutes}:{rest:02d}"
    return f"{minutes} minutes"


def clocks(options: TableOptions) -> str:
    """Say how long one has for a turn, in a few words: `60 s a turn, 2 minutes more a game`."""
    if not options.turn_s:
        return "turns are not timed"
    more = f", {span(options.reserve_s)} more a game" if options.reserve_s else ""
    return f"{span(options.turn_s)} a turn{more}"


def time_lines(options: TableOptions) -> tuple[str, ...]:
    """Say what time does at the table, in whole sentences (RULES 3.11)."""
    pauses = (
        f"Pauses take {span(options.pause_s)} of a match in all, and begin when all agree."
        if options.pause_s
        else "There are no pauses."
    )
    if not options.turn_s:
        return "Turns are not timed.", pauses
    reserve = f"When they are over, your reserve runs: {span(options.reserve_s)} for all turns of a game together."
    return (
        f"A turn has {span(options.turn_s)}.",
        *((reserve,) if options.reserve_s else ()),
        "At zero the server plays for you: it passes, draws from the stock, or discards the card you drew.",
        pauses,
    )


def lines(options: TableOptions) -> tuple[str, ...]:
    """Say how a table is kept, in whole sentences."""
    gone = "a computer plays on for them" if options.on_gone == "bot" else "they have lost the match"
    absent = " or has let three turns in a row time out" if options.turn_s else ""
    return (
        *time_lines(options),
        "Spectators may watch." if options.spectators else "Nobody may watch.",
        "Spectators see the hands when a hand is over."
        if options.open_hands
        else "Spectators see no hand but what is shown at the table.",
        "The screen counts deadwood and shows melds."
        if options.deadwood_help
        else "The screen does not count: everybody counts their own deadwood.",
        f"When somebody has been gone for two minutes{absent}, {gone}.",
    )
