"""Which cards a viewer may know, from everything that happened: the table of RULES 10, written down a second time.

It never asks the game what it hides. A game that is added gets a function here, and so its proof.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, Final

from upcard_protocol.rules.cards import EMPTY, Card, cards_of
from upcard_protocol.rules.game import OPEN
from upcard_protocol.rules.games import GameEvent, GameOptions, name_of
from upcard_protocol.rules.gin import events as gin
from upcard_protocol.rules.gin.options import Options as GinOptions
from upcard_protocol.rules.rummy import events as rummy
from upcard_protocol.table import AnyEvent

Dealing = tuple[str, int, int]
"""One order of cards, by its label: `deal`, hand and table; or `recycle`, hand and which shuffle of it."""


def known(viewer: int, events: Sequence[AnyEvent], rules: GameOptions) -> dict[Dealing, set[Card]]:
    """Return the cards of each deck that a viewer has seen."""
    happened: dict[Dealing, list[Any]] = {}
    for event, decks in zip(events, places(events), strict=True):
        for dealing in decks:
            happened.setdefault(dealing, []).append(event)
    by_hand = KNOWN[name_of(rules)]
    return {dealing: by_hand(viewer, some, rules) for dealing, some in happened.items()}


def places(events: Iterable[AnyEvent]) -> Iterator[tuple[Dealing, ...]]:
    """Return for each event the decks that it can have to do with: those of one table, where it names table or seat.

    What happens after a pile was shuffled has to do with the first deck of the hand too: its cards are still about.
    """
    by_table: dict[int, tuple[Dealing, ...]] = {}
    seated: dict[int, int] = {}
    turned = 0
    for event in events:
        named: Any = event
        if type(event).__name__ == "Dealt":
            at, turned = getattr(named, "table", 0), 0
            by_table[at] = (("deal", named.hand, at),)
            seated |= dict.fromkeys(getattr(named, "seats", range(len(named.hands))), at)
        at = getattr(named, "table", seated.get(getattr(named, "seat", -1)))
        if type(event).__name__ == "TurnedOver":
            turned += 1
            _, hand, _ = by_table[0][0]
            by_table[0] += (("recycle", hand, turned),) if named.shuffled else ()
        yield by_table[at] if at in by_table else tuple(place for some in by_table.values() for place in some)


def known_in_gin(viewer: int, happened: Iterable[GameEvent], rules: GinOptions) -> set[Card]:
    """Return the cards of one hand of gin that a viewer has seen."""
    known: set[Card | None] = set()
    for event in happened:
        match event:
            case gin.Dealt():
                known.add(event.upcard)
                for seat, hand in enumerate(event.hands):
                    if viewer in (seat, OPEN):
                        known |= set(cards_of(hand or EMPTY))
            case gin.Drew():
                known |= {event.card} if viewer in (event.seat, OPEN) else set()
            case gin.Took() | gin.Discarded():
                known.add(event.card)
            case gin.Knocked():
                known |= {card for hand in (*event.melds, event.loose) for card in cards_of(hand)}
                known |= {event.card} if viewer in (event.seat, OPEN) or not rules.knock_card_hidden else set()
            case gin.Defended():
                known |= {card for hand in (*event.melds, event.loose) for card in cards_of(hand)}
                known |= {card for card, _ in event.layoffs}
            case gin.HandEnded():
                known.add(event.card)
            case _:
                pass
    return {card for card in known if card is not None}


def known_in_rummy(viewer: int, happened: Iterable[Any], rules: Any) -> set[Card]:
    """Return the cards of one hand of rummy that a viewer has seen."""
    known: set[Card | None] = set()
    for event in happened:
        match event:
            case rummy.Dealt():
                known.add(event.upcard)
                for seat, hand in enumerate(event.hands):
                    if viewer in (seat, OPEN):
                        known |= set(cards_of(hand or EMPTY))
            case rummy.Drew():
                known |= {event.card} if viewer in (event.seat, OPEN) else set()
            case rummy.Took() | rummy.Discarded() | rummy.LaidOff():
                known.add(event.card)
            case rummy.Melded() | rummy.TookBack():
                known |= set(cards_of(event.cards))
            case rummy.HandEnded():
                known |= {card for hand in event.hands for card in cards_of(hand)}
            case _:
                pass
    return {card for card in known if card is not None}


KNOWN: Final[dict[str, Callable[[int, Iterable[GameEvent], Any], set[Card]]]] = {
    "gin": known_in_gin,
    "rummy": known_in_rummy,
}
"""For every game: what a viewer has seen of one deck."""
