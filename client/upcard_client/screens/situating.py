"""From what the client knows of a table to what the card table is drawn from."""

from typing import Final

from upcard_client.attable import AtTable, Entry
from upcard_client.cardtable.arrangement import Order
from upcard_client.cardtable.habits import Habits
from upcard_client.cardtable.surroundings import LinkLost, LinkUp, Surroundings
from upcard_client.keys import BY_ID
from upcard_client.learning.practice import hints_given
from upcard_client.locale import mark, tr
from upcard_client.matches.fairness import of_match
from upcard_client.settings import Settings
from upcard_client.state import Lost, Model, Up
from upcard_client.widgets.frame import Clock, LogLine, clock_text
from upcard_client.words import agreeing, times
from upcard_client.words.phrases import Line

USUAL: Final = Settings()
"""What is chosen by somebody who has chosen nothing."""
ORDERS: Final = {"melds": Order.MELDS, "rank": Order.RANK, "suit": Order.SUIT}
"""The ways to sort by their names in the settings."""
AWAY_STEP_S: Final = 15
"""The time left to somebody away is shown in steps of so many seconds: his line costs the terminal 400 bytes."""

STOOD_IN: Final = mark(
    {
        "here": "idle, computer plays",
        "dropped": "away, computer plays",
        "left": "left, computer plays",
    }
)
"""What is said of somebody for whom the computer plays, by where they are."""


def situation(
    model: Model,
    at: AtTable,
    server_ms: int,
    *,
    hand_ended_ms: int | None = None,
    sending: str = "",
    slow: bool = False,
    lesson: Line = (),
    settings: Settings = USUAL,
) -> Surroundings:
    """Return what the card table is drawn from.

    Args:
        model: what is known of the server.
        at: what is known of the table.
        server_ms: the server's time now.
        hand_ended_ms: the server's time at the end of the last hand, if that is over.
        sending: what was sent and not answered, in words.
        slow: the answer takes long.
        lesson: what a guide says.
        settings: what the viewer has chosen.
    """
    view = at.view
    around = Surroundings(
        names=at.names,
        table=at.title,
        log=tuple(log_line(entry) for entry in at.log),
        link=_link(model, at, server_ms),
        clock=_clock(at, server_ms),
        presence=tuple(presence(at, seat, server_ms) for seat in range(len(view.chairs))),
        whereabouts=tuple(chair.presence for chair in view.chairs),
        deadwood_help=view.options.deadwood_help and settings.deadwood,
        hints=hints_given(view),
        lesson=lesson,
        sending=sending if at.pending is not None else "",
        slow=slow and at.pending is not None,
        spectators=at.spectators,
        next_hand_s=_next_hand(model, at, server_ms, hand_ended_ms),
        seated=tuple(chair.kind != "empty" for chair in view.chairs),
        ready=_ready(at),
        finding=of_match(at),
        asked=agreeing.asked(at, yes=BY_ID["agree"].cap, no=BY_ID["no"].cap),
        waiting=agreeing.waiting(at),
        pause_s=times.pause_s(at, server_ms),
        stood_in=at.stood_in,
        guest=model.me is not None and model.me.guest,
        hands_shown=view.options.open_hands,
        habits=Habits(ORDERS[settings.sort], settings.ask, motion=settings.motion == "brief"),
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
            kept = (
                None
                if at.me is None
                else max(0, times.gone_s(model) - (server_ms - model.server_ms(since_ms)) // 1000)
            )
            return LinkLost(retry_s(model, server_ms), attempt, kept)
        case _:
            return LinkLost(0, 1)


def retry_s(model: Model, server_ms: int) -> int:
    """Return in how many seconds the next try for a lost link is made; 0 if there is none to come."""
    if not isinstance(model.link, Lost):
        return 0
    return max(0, -(-(model.server_ms(model.link.retry_ms) - server_ms) // 1000))


def presence(at: AtTable, seat: int, server_ms: int) -> str:
    """Return a word about who holds a seat, or nothing."""
    chair = at.view.chairs[seat]
    if chair.stand_in:
        return tr(STOOD_IN[chair.presence])
    if chair.person and chair.presence != "here":
        gone = chair.presence == "left"
        left = times.kept_s(at, seat, server_ms) if at.view.playing else 0
        if not left:
            return tr("left" if gone else "away")
        return tr("left {time}" if gone else "away {time}", time=clock_text(-(-left // AWAY_STEP_S) * AWAY_STEP_S))
    if at.view.playing or chair.kind == "empty":
        return ""
    return tr("ready" if is_ready(at, seat) else "not ready yet")


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
    left = times.left(at, at.turn, server_ms)
    if left is None:
        return None
    if left.turn_ms:
        return Clock(times.seconds(left.turn_ms), at.view.options.turn_s)
    return Clock(times.seconds(left.reserve_ms), at.view.options.reserve_s, reserve=True)


def _next_hand(model: Model, at: AtTable, server_ms: int, ended_ms: int | None) -> int | None:
    if not at.hand_over or ended_ms is None:
        return None
    return max(0, times.ready_s(model) - (server_ms - ended_ms) // 1000)
