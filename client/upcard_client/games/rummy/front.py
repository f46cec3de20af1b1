"""Rummy, as the client shows it."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

from msgspec.structs import asdict

from upcard_client.games.front import Front
from upcard_client.games.rummy import choices, following, lessons, rulebook, spoken, typed
from upcard_client.games.rummy.advice import advise
from upcard_client.games.seen import Seen
from upcard_client.locale import mark

if TYPE_CHECKING:
    from upcard_client.cardtable.surroundings import Surroundings
    from upcard_client.cardtable.widget import AnyCardTable
    from upcard_client.keys import Key
    from upcard_client.looks.palette import Palette


def _situation(seen: Seen, around: "Surroundings") -> "Surroundings":
    from upcard_client.games.rummy.situation import Situation, before_match
    from upcard_protocol.rules.game import PUBLIC

    viewer = seen.me if seen.me is not None else PUBLIC
    match = seen.match if seen.match is not None else before_match(seen.game, len(seen.names), viewer)
    return Situation(view=match, **asdict(around))


def _table(situation: Any, palette: "Palette", now_ms: Callable[[], int] | None = None) -> "AnyCardTable":
    from upcard_client.games.rummy.table import RummyTable

    return RummyTable(situation, palette, now_ms=now_ms)


def _keys() -> "tuple[Key, ...]":
    from upcard_client.keys import RUMMY_KEYS

    return RUMMY_KEYS


RUMMY: Final = Front(
    "rummy", mark("Rummy"), choices, rulebook, following, typed, spoken, advise, lessons, _situation, _table, _keys
)
"""Everything about rummy that the rest of the client knows."""
