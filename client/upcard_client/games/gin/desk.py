"""What the person before a table of gin has in hand besides the game: the open question, and the lay-off's draft."""

from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from upcard_client.cardtable import desk as cardtable
from upcard_client.cardtable import effects
from upcard_client.cardtable.arrangement import Group, Order, arrange, left_to_right, with_loose
from upcard_client.games.gin.situation import Situation
from upcard_protocol.rules.cards import EMPTY, Card, Hand, hand_of, points
from upcard_protocol.rules.gin.board import Board
from upcard_protocol.rules.layoffs import fits, lay_off, safest
from upcard_protocol.rules.melds import Layout, layouts


class Breaks(Struct, frozen=True):
    """Asked: discard this card although it stands in a meld?"""

    card: Card
    opened_ms: int


class Ending(Struct, frozen=True):
    """Asked: knock or go gin with which discard?

    Attributes:
        goal: what was pressed.
        row: the cards in the order that the arrows follow while this is open.
        layout: which of the equally good layouts is shown.
        last: the discard pile's top card is taken for it (RULES 3.7).
    """

    goal: Literal["knock", "gin"]
    row: tuple[Card, ...]
    opened_ms: int
    layout: int = 0
    last: bool = False


class AllMelded(Struct, frozen=True):
    """Asked: declare big gin?"""

    opened_ms: int
    last: bool = False


class Target(Struct, frozen=True):
    """Asked: on which of these melds is the card laid off?"""

    card: Card
    places: tuple[int, ...]
    opened_ms: int


class KeepsFitting(Struct, frozen=True):
    """Asked: end the lay-off although this card still fits?"""

    card: Card
    opened_ms: int


class BreaksToLayOff(Struct, frozen=True):
    """Asked: lay this card off although it stands in an own meld?"""

    card: Card
    opened_ms: int


Question = Breaks | Ending | AllMelded | Target | KeepsFitting | BreaksToLayOff


class Draft(Struct, frozen=True):
    """A lay-off as it is being put together.

    Attributes:
        layoffs: cards and the number of the knocker's meld each goes on, in order.
        out: cards taken out of own melds.
        layout: which of the equally good own layouts is shown.
    """

    layoffs: tuple[tuple[Card, int], ...] = ()
    out: Hand = EMPTY
    layout: int = 0

    @property
    def laid(self) -> Hand:
        """The cards laid off."""
        return hand_of(card for card, _ in self.layoffs)


class Desk(cardtable.Desk, frozen=True, kw_only=True):
    """The state of the person's side of a table of gin.

    Attributes:
        question: what is asked just now.
        draft: the lay-off being put together.
    """

    question: Question | None = None
    draft: Draft = Draft()

    @property
    def asking(self) -> bool:
        """Is a question open?"""
        return self.question is not None


Outcome = effects.Outcome[Desk]
"""What a key at a table of gin leads to."""


def held(situation: Situation, desk: Desk) -> Hand:
    """Return the cards shown as one's own: without those laid off, with the last discard while it is thought of."""
    hand: int = situation.view.hand
    board = situation.board
    if takes_last(desk) and board is not None and board.top is not None:
        hand |= 1 << board.top
    if laying_off(situation):
        hand &= ~desk.draft.laid
    return Hand(hand)


def takes_last(desk: Desk) -> bool:
    """Is the last discard being thought of as a card of the hand?"""
    return isinstance(desk.question, Ending | AllMelded) and desk.question.last


def laying_off(situation: Situation) -> bool:
    """Is the viewer the defender, with lay-offs to decide?"""
    board = situation.board
    return situation.my_turn and board is not None and board.phase == "layoff"


def ending_layouts(situation: Situation, desk: Desk) -> tuple[Layout, ...]:
    """Return the equally good layouts of what is left after the discard being thought of, safest first."""
    if desk.chosen is None:
        return ()
    hand = held(situation, desk)
    found = layouts(Hand(hand & ~(1 << desk.chosen)))
    if len(found) == 1:
        return found
    seen = Hand(hand | hand_of(situation.board.pile if situation.board else ()))
    first = safest(found, seen)
    return (first, *(each for each in found if each is not first))


def own_layouts(situation: Situation, desk: Desk) -> tuple[Layout, ...]:
    """Return the equally good layouts of the defender's cards under the draft, what was taken out left loose."""
    hand = held(situation, desk)
    out = Hand(desk.draft.out & hand)
    found = layouts(Hand(hand & ~out))
    if not out:
        return found
    return tuple(Layout(each.melds, loose := Hand(each.loose | out), points(loose)) for each in found)


def own_layout(situation: Situation, desk: Desk) -> Layout:
    """Return the layout of the defender's cards that is shown and would be sent."""
    found = own_layouts(situation, desk)
    return found[desk.draft.layout % len(found)]


def laid_melds(board: Board, draft: Draft) -> tuple[Hand, ...]:
    """Return the knocker's melds as they stand, with the draft laid off on them."""
    melds = board.melds_shown
    for card, place in draft.layoffs:
        melds = lay_off(melds, card, place)
    return melds


def fitting(situation: Situation, desk: Desk, card: Card) -> tuple[int, ...]:
    """Return the numbers of the knocker's melds that a card fits now."""
    board = situation.board
    return fits(laid_melds(board, desk.draft), card) if board is not None else ()


def on_the_table(situation: Situation, desk: Desk) -> Situation:
    """Return the situation with the hand that is looked at: somebody who watches partners may change tables."""
    tables = len(situation.view.boards)
    return replace(situation, looked_at=1) if desk.swapped and tables > 1 and situation.me is None else situation


def groups(situation: Situation, desk: Desk) -> tuple[Group, ...]:
    """Return the viewer's cards in the groups in which they are shown."""
    hand = held(situation, desk)
    order = desk.order
    if order is Order.MELDS and not situation.deadwood_help:
        order = Order.RANK
    layout: Layout | None = None
    if order is Order.MELDS and hand:
        layout = _shown_layout(situation, desk)
    return arrange(hand, order, by_hand=desk.by_hand, layout=layout)


def _shown_layout(situation: Situation, desk: Desk) -> Layout | None:
    board = situation.board
    if isinstance(desk.question, Ending) and desk.chosen is not None:
        found = ending_layouts(situation, desk)
        return with_loose(found[desk.question.layout % len(found)], desk.chosen)
    if laying_off(situation):
        return own_layout(situation, desk)
    if board is None or situation.me is None:
        return None
    return _declared(board, situation.me)


def _declared(board: Board, me: int) -> Layout | None:
    """Return the viewer's cards as they lie on the table after a knock, or None while they are in hand."""
    if board.knock is not None and board.knock.seat == me:
        return Layout(board.knock.melds, board.knock.loose, points(board.knock.loose))
    defence = next((each for each in board.defences if each.seat == me), None)
    return Layout(defence.melds, defence.loose, points(defence.loose)) if defence is not None else None


def row(situation: Situation, desk: Desk) -> tuple[Card, ...]:
    """Return the viewer's cards from left to right."""
    return left_to_right(groups(situation, desk))


def meld_of(situation: Situation, desk: Desk, card: Card) -> Group | None:
    """Return the meld in which a card is shown, or None for a loose one or where the table gives no help."""
    if not situation.deadwood_help:
        return None
    shown = replace(desk, order=Order.MELDS)
    for group in groups(situation, shown):
        if group.kind in ("run", "set") and card in group.cards:
            return group
    return None


def settled(situation: Situation, desk: Desk) -> Desk:
    """Return the desk with its cursor on a card that is held: the same one if it still is, else the last."""
    cards = row(situation, desk)
    if desk.chosen in cards:
        return desk
    return replace(desk, chosen=cards[-1] if cards else None)
