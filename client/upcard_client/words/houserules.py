"""How a table is kept, in sentences: its clocks, its pauses, who may watch, and what becomes of who is gone."""

from typing import Final

from upcard_client.locale import mark, tr, trn
from upcard_protocol.table import TableOptions


def usual_turn_s(players: int, bots: int) -> int:
    """Return the seconds of a turn at a table whose maker chose none: 0, no timer, against computers alone."""
    return 0 if bots >= players - 1 else TableOptions().turn_s


def span(seconds: int) -> str:
    """Return a span of time in words: `90 s`, `2 minutes`, `2:30`."""
    if seconds < 120:
        return tr("{seconds} s", seconds=seconds)
    minutes, rest = divmod(seconds, 60)
    if rest:
        return f"{minutes}:{rest:02d}"
    return trn("{count} minute", "{count} minutes", minutes)


def clocks(options: TableOptions) -> str:
    """Say how long one has for a turn, in a few words: `60 s a turn, 2 minutes more a game`."""
    if not options.turn_s:
        return tr("turns are not timed")
    turn = span(options.turn_s)
    if not options.reserve_s:
        return tr("{turn} a turn", turn=turn)
    return tr("{turn} a turn, {reserve} more a game", turn=turn, reserve=span(options.reserve_s))


def time_lines(options: TableOptions) -> tuple[str, ...]:
    """Say what time does at the table, in whole sentences (RULES 3.11)."""
    pauses = (
        tr("Pauses take {span} of a match in all, and begin when all agree.", span=span(options.pause_s))
        if options.pause_s
        else tr("There are no pauses.")
    )
    if not options.turn_s:
        return tr("Turns are not timed."), pauses
    reserve = tr(
        "When they are over, your reserve runs: {span} for all turns of a game together.",
        span=span(options.reserve_s),
    )
    return (
        tr("A turn has {span}.", span=span(options.turn_s)),
        *((reserve,) if options.reserve_s else ()),
        tr("At zero the server plays for you: it passes, draws from the stock, or discards the card you drew."),
        pauses,
    )


def lines(options: TableOptions) -> tuple[str, ...]:
    """Say how a table is kept, in whole sentences."""
    return (
        *time_lines(options),
        tr("Spectators may watch.") if options.spectators else tr("Nobody may watch."),
        tr("Spectators see the hands when a hand is over.")
        if options.open_hands
        else tr("Spectators see no hand but what is shown at the table."),
        tr("The screen counts deadwood and shows melds.")
        if options.deadwood_help
        else tr("The screen does not count: everybody counts their own deadwood."),
        *((tr("Everybody may ask their screen for a hint."),) if options.hints else ()),
        tr(_GONE[options.on_gone, bool(options.turn_s)]),
    )


_GONE: Final = mark(
    {
        ("bot", False): "When somebody has been gone for two minutes, a computer plays on for them.",
        ("bot", True): "When somebody has been gone for two minutes or has let three turns in a row time out, "
        "a computer plays on for them.",
        ("forfeit", False): "When somebody has been gone for two minutes, they have lost the match.",
        ("forfeit", True): "When somebody has been gone for two minutes or has let three turns in a row time out, "
        "they have lost the match.",
    }
)
"""What becomes of who is gone, by the table's rule and whether turns are timed."""
