"""Keys that mean the same at every table: those that open something, look, or answer when a hand is over.

Each function returns the next desk and what has to be done, or None for a key that it does not know.
"""

from collections.abc import Mapping
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import replace

from upcard_client.cardtable.desk import ANSWER_AFTER_MS, Desk, DeskT, scrolled
from upcard_client.cardtable.effects import Open, Opening, Outcome, Press, answer
from upcard_client.cardtable.prompts import UNKNOWN_KEY, say
from upcard_client.cardtable.surroundings import LinkLost, Surroundings
from upcard_client.keys import BY_ID
from upcard_client.locale import mark, tr
from upcard_client.widgets.frame import Hint, Status
from upcard_client.words.phrases import Line, fill, spoken
from upcard_protocol.rules.cards import Card

OPENINGS: Final[dict[str, Opening]] = {
    "bot": "bot",
    "guide": "guide",
    "help": "help",
    "settings": "settings",
    "rules": "rules",
    "redraw": "redraw",
    "quit": "quit",
    "chat": "chat",
}
"""Keys that open something whatever the state."""

CARD_KEYS: Final = {f"card{place}": place - 1 for place in range(1, 12)}
"""Keys that choose a card by its place."""

LOOKS: Final = frozenset(
    {"left", "right", "first", "last", "up", "down", "sort", "move_left", "move_right", "seat", *CARD_KEYS}
)
"""Keys that look at one's own cards."""


_SHEET_LABELS: Final = mark({"back": "Close", "retry": "Replay a hand", "save": "Save as text"})
_RESULT_LABELS: Final = mark({"retry": "Replay hand", "score": "Score sheet", "back": "Look at table"})


def sheet_hints() -> tuple[Hint, ...]:
    """Return the keys of a score sheet; under it R replays, because no link is tried again there."""
    return _hints(_SHEET_LABELS)


def result_hints() -> tuple[Hint, ...]:
    """Return the keys of a result that only look."""
    return _hints(_RESULT_LABELS)


def _hints(labels: Mapping[str, str]) -> tuple[Hint, ...]:
    return tuple(Hint(key, BY_ID[key].cap, (tr(words),)) for key, words in labels.items())


def under_overlay(around: Surroundings, desk: DeskT, key: str, *, hands: int) -> Outcome[DeskT]:
    """Answer a key while the log or the score sheet, which has so many hands, covers the table."""
    match key:
        case "back" | "no":
            return Outcome(replace(desk, overlay=""))
        case "log" | "score":
            return Outcome(replace(desk, overlay="" if key == desk.overlay else key, scroll=0))
        case "up" | "down" if desk.overlay == "log":
            return Outcome(scrolled(around, desk, 1 if key == "up" else -1))
        case "up" | "down" if hands > 1:
            back = desk.scroll + (1 if key == "up" else -1)
            return Outcome(replace(desk, scroll=min(max(back, 0), hands - 1)))
        case "retry" | "save" if desk.overlay == "score":
            # The answer stands under the turn bar, so the sheet makes way for it, and so does the result of a hand.
            return Outcome(replace(desk, overlay="look"), (Open("replay" if key == "retry" else "save"),))
        case "chat" | "help" | "settings" | "rules" | "redraw" | "quit":
            return Outcome(desk, (Open(OPENINGS[key]),))
        case _:
            return answer(desk, "news", say("esc_closes"))


def at_any_time(around: Surroundings, desk: DeskT, key: str, *, over: bool = False) -> Outcome[DeskT] | None:
    """Answer the keys that mean the same in every state of a table that no log and no score sheet covers.

    Args:
        around: the table.
        desk: the viewer's side of it.
        key: the id of the key.
        over: the hand or the match is over, so that it can be replayed.
    """
    match key:
        case "retry" if isinstance(around.link, LinkLost):
            return answer(desk, "news", say("retrying"), Open("retry"))
        case "retry" if over:
            return Outcome(desk, (Open("replay"),))
        case "save" | "retry":
            return answer(desk, "refused", fill(UNKNOWN_KEY, key=BY_ID[key].cap))
        case "how_to_quit":
            return answer(desk, "news", say("how_to_quit"))
        case "log" | "score":
            return Outcome(replace(desk, overlay=key, scroll=0))
        case _:
            return None


def held_up(around: Surroundings, desk: DeskT) -> Outcome[DeskT] | None:
    """Say why nothing can be sent now: no link, or the last move is still on its way; None if it can."""
    if isinstance(around.link, LinkLost):
        return answer(desk, "refused", say("no_link", retry=around.link.retry_s))
    if around.sending:
        return answer(desk, "refused", say("sending", what=around.sending))
    if around.pause_s is not None:
        return answer(desk, "refused", say("paused"))
    return None


def still_refused(desk: Desk, before: Line | None, now: Line | None) -> Status | None:
    """Return the refusal of a key out of turn as it reads now; None where the desk says something else.

    Others move several times a second, so without this the answer to a key would be gone before it is read.

    Args:
        desk: what it said before.
        before: why no key played before, if so.
        now: why none plays now, if so.
    """
    if before is None or now is None or desk.status != Status("refused", before):
        return None
    return Status("refused", now)


def before_the_deal(desk: DeskT, key: str, *, am_ready: bool) -> Outcome[DeskT]:
    """Answer a key before the first deal: Enter says ready."""
    if key != "yes":
        return answer(desk, "refused", say("not_started"))
    if am_ready:
        return answer(desk, "news", say("waiting_for_all"))
    return Outcome(desk, (Open("ready"),))


class Ended(Struct, frozen=True, kw_only=True):
    """A hand or a match that is over, as the keys need it.

    Attributes:
        match: the match is over.
        ready: the viewer has said that he is ready for what follows.
        waiting_for: whose being ready is missing, in words.
        action: the move that says so between hands.
    """

    match: bool
    ready: bool
    waiting_for: str
    action: Any


def when_over(around: Surroundings, desk: DeskT, pressed: Press, ended: Ended) -> Outcome[DeskT]:
    """Answer a key when the hand, or the match, is over."""
    key = pressed.key
    if key in ("back", "no"):
        if desk.overlay == "":
            return Outcome(replace(desk, overlay="look"))
        return Outcome(replace(desk, overlay=""), ()) if key == "no" else Outcome(desk, (Open("menu"),))
    if key != "yes":
        if key in LOOKS:
            return answer(desk, "news", say("esc_looks"))
        return answer(desk, "refused", say("match_over" if ended.match else "hand_over"))
    if pressed.now_ms - desk.since_ms < ANSWER_AFTER_MS:
        return Outcome(desk)
    held = held_up(around, desk)
    if held is not None:
        return held
    if ended.match:
        if ended.ready:
            return answer(desk, "news", say("waiting_for_all"))
        return Outcome(desk, (Open("ready"),))
    if ended.ready:
        return answer(desk, "news", say("is_ready", player=ended.waiting_for))
    return Outcome(desk, (ended.action,))


def when_watching(
    around: Surroundings, desk: DeskT, key: str, *, game_key: bool, result_shown: bool
) -> Outcome[DeskT]:
    """Answer a key of somebody who watches."""
    match key:
        case "left" | "right":
            return Outcome(replace(desk, swapped=not desk.swapped))
        case "no":
            return Outcome(desk, (Open("next_table"),))
        case "seat" if not around.guest:
            return Outcome(desk, (Open("seat"),))
        case "back":
            if result_shown:
                return Outcome(replace(desk, overlay="look"))
            return Outcome(replace(desk, overlay=""), (Open("leave"),))
        case _:
            words = say("guest" if around.guest else "watching")
            return answer(desk, "refused" if game_key or key == "seat" else "news", words)


def stepped(cards: tuple[Card, ...], chosen: Card, key: str) -> Card | None:
    """Return the card to which an arrow, Home, End or a number leads; None for other keys."""
    place = cards.index(chosen)
    match key:
        case "left" | "right":
            return cards[(place + (1 if key == "right" else -1)) % len(cards)]
        case "first":
            return cards[0]
        case "last":
            return cards[-1]
        case _ if key in CARD_KEYS:
            return cards[min(CARD_KEYS[key], len(cards) - 1)]
        case _:
            return None


def gone_again(before: Surroundings, now: Surroundings, me: int | None, desk: DeskT) -> DeskT:
    """Take back that somebody is back, as soon as that is no longer so."""
    if desk.status is None:
        return desk
    said = spoken(desk.status.line)
    for seat, name in enumerate(before.names):
        if seat == me or said != spoken(say("is_back", player=name)):
            continue
        if not now.has_somebody(seat) or now.whereabouts_of(seat) == "left":
            return replace(desk, status=Status("news", say("has_left", player=name)))
        if now.whereabouts_of(seat) == "dropped":
            return replace(desk, status=Status("news", say("is_away", player=name)))
    return desk
