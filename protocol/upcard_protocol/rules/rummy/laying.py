"""What may be laid on the table, and the guard against dead ends (RULES 9.2, 9.3).

A `Table` is one player's hand beside the melds that lie open. It knows two things about a play: whether the cards
fit (`check_...`), and whether the player could go on after it (`after_...`).
"""

from msgspec import Struct
from msgspec.structs import replace

from upcard_protocol.rules.cards import Card, Hand, cards_of, cards_text
from upcard_protocol.rules.errors import Refusal, refuse
from upcard_protocol.rules.rummy import actions as act
from upcard_protocol.rules.rummy.melds import is_meld, takes
from upcard_protocol.rules.rummy.options import Options


class Table(Struct, frozen=True, gc=False):
    """A player's cards and the melds on the table."""

    hand: Hand
    melds: tuple[Hand, ...]
    options: Options
    owns: bool
    """Has the player laid a meld down?"""
    taken: Card | None
    """The card taken from the pile this turn."""

    @property
    def may_lay_off(self) -> bool:
        """May the player lay off at all?"""
        return self.owns or not self.options.layoff_needs_own_meld

    @property
    def may_empty(self) -> bool:
        """May the hand become empty without a discard?"""
        return not self.options.must_discard_to_go_out or self.options.floating

    def lands(self, card: Card) -> bool:
        """Say whether a card may be laid off on any meld."""
        aces = self.options.ace_runs
        return self.may_lay_off and any(takes(meld, aces) >> card & 1 for meld in self.melds)

    def melded(self, cards: Hand) -> "Table":
        """Return the table after a new meld."""
        return replace(self, hand=Hand(self.hand & ~cards), melds=(*self.melds, cards), owns=True)

    def laid_off(self, card: Card, place: int) -> "Table":
        """Return the table after a lay-off."""
        grown = Hand(self.melds[place] | 1 << card)
        melds = (*self.melds[:place], grown, *self.melds[place + 1 :])
        return replace(self, hand=Hand(self.hand & ~(1 << card)), melds=melds)

    def after_meld(self, cards: Hand) -> Refusal | None:
        """Return why a new meld that fits may not be laid, or None."""
        left = self.hand & ~cards
        if left & (left - 1):
            return None
        return self.melded(cards).dead_end()

    def after_lay_off(self, card: Card, place: int) -> Refusal | None:
        """Return why a lay-off that fits may not be made, or None."""
        left = self.hand & ~(1 << card)
        if left & (left - 1):
            return None
        return self.laid_off(card, place).dead_end()

    def dead_end(self) -> Refusal | None:
        """Return why a player may not come to hold these cards within the turn, or None.

        With two cards there is always one to discard: only the card just taken may not go.
        """
        if not self.hand:
            return None if self.may_empty else refuse("must_discard")
        if self.taken is None or self.hand != 1 << self.taken:
            return None
        return None if self.may_empty and self.lands(self.taken) else refuse("would_strand")


def check_meld(table: Table, cards: Hand) -> Refusal | None:
    """Return why these cards are no meld out of the hand, or None."""
    missing = Hand(cards & ~table.hand)
    if missing:
        return refuse("not_in_hand", card=next(cards_of(missing)))
    return None if is_meld(cards, table.options.ace_runs) else refuse("bad_meld", cards=cards_text(cards))


def check_lay_off(table: Table, card: Card, place: int) -> Refusal | None:
    """Return why a card may not be laid off there, or None."""
    if not table.hand >> card & 1:
        return refuse("not_in_hand", card=card)
    if not table.may_lay_off:
        return refuse("need_own_meld")
    if place >= len(table.melds) or not takes(table.melds[place], table.options.ace_runs) >> card & 1:
        return refuse("bad_layoff", card=card)
    return None


def check_go_out(table: Table, action: act.GoOut, *, fresh: bool, one_meld: bool) -> Refusal | None:
    """Return why all of this can not be done at once, or None (RULES 9.3).

    Args:
        table: the table before it.
        action: melds and lay-offs in order, and perhaps a discard.
        fresh: whether the player has melded and laid off nothing in this hand, so that he would go rummy.
        one_meld: whether a new meld was laid in this turn already.
    """
    for play in action.plays:
        if isinstance(play, act.LayOff):
            refusal = check_lay_off(table, play.card, play.meld)
            if refusal is None:
                table = table.laid_off(play.card, play.meld)
        else:
            refusal = check_meld(table, play.cards)
            if refusal is None and one_meld and not fresh and table.options.melds_per_turn == "one":
                refusal = refuse("one_meld_per_turn")
            if refusal is None:
                table, one_meld = table.melded(play.cards), True
        if refusal is not None:
            return refusal
    return _last_card(table, action.discard)


def _last_card(table: Table, discard: Card | None) -> Refusal | None:
    """Return why the hand does not end so: nothing but the discard may be left."""
    hand = table.hand
    if discard is None:
        if hand:
            return refuse("not_out", left=hand.bit_count())
        return refuse("must_discard") if table.options.must_discard_to_go_out else None
    if not hand >> discard & 1:
        return refuse("not_in_hand", card=discard)
    if hand != 1 << discard:
        return refuse("not_out", left=hand.bit_count() - 1)
    return refuse("taken_card", card=discard) if discard == table.taken else None
