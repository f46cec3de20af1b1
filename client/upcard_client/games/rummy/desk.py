"""What the person before a table of rummy has in hand besides the game: the open question, and the cards ticked."""

from msgspec import Struct
from msgspec.structs import replace

from upcard_client.cardtable import desk as cardtable
from upcard_client.cardtable import effects
from upcard_client.cardtable.arrangement import Group, Order, arrange, by_rank, left_to_right
from upcard_client.games.rummy.situation import Situation
from upcard_protocol.rules.cards import EMPTY, Card, Hand
from upcard_protocol.rules.rummy.actions import GoOut
from upcard_protocol.rules.rummy.arranging import arrange as best
from upcard_protocol.rules.rummy.melds import is_set, order


class Breaks(Struct, frozen=True):
    """Asked: discard this card although it stands in a meld of the hand?"""

    card: Card
    opened_ms: int


class Melding(Struct, frozen=True):
    """Asked: which cards make the new meld?"""

    ticked: Hand = EMPTY


class Target(Struct, frozen=True):
    """Asked: on which of these melds is the card laid off?"""

    card: Card
    places: tuple[int, ...]
    opened_ms: int


class AllOut(Struct, frozen=True):
    """Asked: lay all cards at once and end the hand?"""

    action: GoOut
    opened_ms: int


Question = Breaks | Melding | Target | AllOut


class Desk(cardtable.Desk, frozen=True, kw_only=True):
    """The state of the person's side of a table of rummy.

    Attributes:
        question: what is asked just now.
        melds_from: rows by which the melds are scrolled, where not all fit; negative ones go back.
    """

    question: Question | None = None
    melds_from: int = 0

    @property
    def asking(self) -> bool:
        """Is a question open?"""
        return self.question is not None


Outcome = effects.Outcome[Desk]
"""What a key at a table of rummy leads to."""


def groups(situation: Situation, desk: Desk) -> tuple[Group, ...]:
    """Return the viewer's cards in the groups in which they are shown."""
    hand = situation.view.hand
    wanted = desk.order
    if wanted is Order.MELDS and not situation.deadwood_help:
        wanted = Order.RANK
    if wanted is not Order.MELDS or not hand:
        return arrange(hand, wanted, by_hand=desk.by_hand)
    aces = situation.options.ace_runs
    layout = best(hand, situation.options)
    melds = sorted(layout.melds, key=lambda meld: by_rank(meld)[0] % 13)
    found = [Group("set" if is_set(meld) else "run", order(meld, aces)) for meld in melds]
    if layout.loose:
        found.append(Group("plain", by_rank(layout.loose)))
    return tuple(found)


def row(situation: Situation, desk: Desk) -> tuple[Card, ...]:
    """Return the viewer's cards from left to right."""
    return left_to_right(groups(situation, desk))


def meld_of(situation: Situation, card: Card) -> Group | None:
    """Return the meld of the hand in which a card stands, or None for a loose one or where no help is given."""
    if not situation.deadwood_help:
        return None
    found = groups(situation, Desk())
    return next((group for group in found if group.kind in ("run", "set") and card in group.cards), None)


def settled(situation: Situation, desk: Desk) -> Desk:
    """Return the desk with its cursor on a card that is held: the same one if it still is, else the last."""
    cards = row(situation, desk)
    if desk.chosen in cards:
        return desk
    return replace(desk, chosen=cards[-1] if cards else None)
