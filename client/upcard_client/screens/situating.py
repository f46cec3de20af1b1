"""From what the client knows of a table to what the card table is drawn from."""

from typing import Final

from upcard_client.attable import AtTable, Entry
from upcard_client.cardtable.surroundings import LinkLost, LinkUp, Surroundings
from upcard_client.state import Lost, Model, Up
from upcard_client.widgets.frame import Clock, LogLine, clock_text

SEAT_KEPT_S: Final = 120
"""For how long the seat of somebody who is gone is kept, seconds (RULES 3.10)."""
NEXT_HAND_S: Final = 20
"""After so many seconds between hands everybody counts as ready."""
AWAY_STEP_S: Final = 15
"""The time left to somebody away is shown in steps of so many seconds: his line costs the terminal 400 bytes."""


def situation(
    model: Model,
    at: AtTable,
    server_ms: int,
    *,
    hand_ended_ms: int | None = None,
    sending: str = "",
    slow: bool = False,
) -> Surroundings:
    """Return what the card table is drawn from.

    Args:
        model: what is known of the server.
        at: what is known of the table.
        server_ms: the server's time now.
        hand_ended_ms: the server's time at the end of the last hand, if that is over.
        sending: what was sent and not answered, in words.
        slow: the answer takes long.
    """
    view = at.view
    around = Surroundings(
        names=at.names,
        table=at.title,
        log=tuple(log_line(entry) for entry in at.log),
        link=_link(model, at, server_ms),
        clock=_clock(at, server_ms),
        presence=tuple(presence(at, seat, server_ms) for seat in range(len(view.chairs))),
        deadwood_help=view.options.deadwood_help,
        sending=sending if at.pending is not None else "",
        slow=slow and at.pending is not None,
        spectators=at.spectators,
        next_hand_s=_next_hand(at, server_ms, hand_ended_ms),
        seated=tuple(chair.kind != "empty" for chair in view.chairs),
        ready=_ready(at),
    )
    return at.front.situation(at.seen, around)


def log_line(entry: Entry) -> LogLine:
    """Return a line of the log as it is drawn."""
    return LogLine(entry.line, entry.kind)


def _link(model: Model, at: AtTable, server_ms: int) -> LinkUp | LinkLost:
    match model.link:
        case Up(ms=ms):
            return LinkUp(ms)
        case Lost(attempt=attempt, since_ms=since_ms):
            kept = None if at.me is None else kept_s(model.server_ms(since_ms), server_ms)
            return LinkLost(retry_s(model, server_ms), attempt, kept)
        case _:
            return LinkLost(0, 1)


def retry_s(model: Model, server_ms: int) -> int:
    """Return in how many seconds the next try for a lost link is made; 0 if there is none to come."""
    if not isinstance(model.link, Lost):
        return 0
    return max(0, -(-(model.server_ms(model.link.retry_ms) - server_ms) // 1000))


def kept_s(gone_ms: int, server_ms: int) -> int:
    """Return for how many seconds more a seat is kept, of somebody who is gone since then."""
    return max(0, SEAT_KEPT_S - (server_ms - gone_ms) // 1000)


def presence(at: AtTable, seat: int, server_ms: int) -> str:
    """Return a word about who holds a seat, or nothing."""
    chair = at.view.chairs[seat]
    if chair.stand_in:
        return "away, computer plays"
    if chair.person and chair.presence != "here":
        gone = at.gone_ms[seat] if seat < len(at.gone_ms) else 0
        left = kept_s(gone, server_ms) if gone and at.view.playing else 0
        return f"away {clock_text(-(-left // AWAY_STEP_S) * AWAY_STEP_S)}" if left else "away"
    if at.view.playing or chair.kind == "empty":
        return ""
    return "ready" if is_ready(at, seat) else "not ready yet"


def _ready(at: AtTable) -> tuple[bool, ...]:
    """Return who is ready for the first match, or who asks for another one; a bot does not ask."""
    if at.view.playing:
        return ()
    if at.view.match is not None:
        return at.view.ready
    return tuple(is_ready(at, seat) for seat in range(len(at.view.chairs)))


def is_ready(at: AtTable, seat: int) -> bool:
    """Return whether a seat is ready for the next match; a bot always is."""
    return at.view.chairs[seat].kind == "bot" or at.view.ready[seat]


def _clock(at: AtTable, server_ms: int) -> Clock | None:
    if not at.view.playing or not at.view.options.turn_s:
        return None
    running = next((clock for clock in at.clocks if clock.seat == at.turn), None)
    if running is None:
        return None
    left = running.turn_ms - max(0, server_ms - at.at_ms)
    return Clock(max(0, -(-left // 1000)), at.view.options.turn_s)


def _next_hand(at: AtTable, server_ms: int, ended_ms: int | None) -> int | None:
    if not at.hand_over or ended_ms is None:
        return None
    return max(0, NEXT_HAND_S - (server_ms - ended_ms) // 1000)
