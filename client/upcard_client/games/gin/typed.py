"""The commands of gin in the plain client: what a word means depends on the state of the hand."""

from typing import Final

from upcard_client.games.front import Reply
from upcard_client.games.seen import Seen
from upcard_client.locale import mark, tr
from upcard_client.plain.cards import NoCard, read_card, read_melds
from upcard_client.plain.commands import Command, Verb
from upcard_client.words.phrases import capital, in_words, joined
from upcard_protocol.rules.cards import BIT, EMPTY, Card, Hand, cards_of
from upcard_protocol.rules.errors import COMMANDS, Refusal, refuse
from upcard_protocol.rules.gin import actions as act
from upcard_protocol.rules.gin.actions import Action
from upcard_protocol.rules.gin.legal import View, legal
from upcard_protocol.rules.layoffs import fits, lay_off
from upcard_protocol.rules.melds import best_discard, best_layout, deadwood

VERBS: Final = (
    Verb("draw", "", mark("draw from the stock")),
    Verb("take", "", mark("take the top discard")),
    Verb("pass", "", mark("refuse the first upcard")),
    Verb("discard", "CARD", mark("discard a card, as in: discard kc, discard 10d, discard king of clubs")),
    Verb("knock", "CARD [MELDS]", mark("discard a card and knock; melds as in: knock kc 4s 5s 6s / jh jd jc")),
    Verb("gin", "[CARD] [MELDS]", mark("go gin")),
    Verb("biggin", "[MELDS]", mark("declare big gin")),
    Verb("lay", "CARD [on N]", mark("put a card on meld N of the knocker; done sends it")),
    Verb("layall", "", mark("lay off whatever leaves least deadwood")),
    Verb("done", "", mark("lay off what was put there, and no more")),
    Verb("decline", "", mark("leave the last discard")),
)
"""Every command of gin, in the order of `help`."""

Laid = tuple[tuple[Card, int], ...]
"""Lay-offs being put together: cards and the number of the knocker's meld each goes on."""


_OF_THE_CARD: Final = frozenset({"not_in_hand", "taken_card", "deadwood_over_limit"})
"""Refusals that say nothing against the kind of move, only against the card."""


def obey(command: Command, seen: Seen, draft: Laid | None) -> Reply:
    """Return what a command leads to: a move, a refusal, or one more card of a lay-off.

    Raises:
        NoCard: if the command names no card where one is needed.
    """
    view: View = seen.match
    laid = draft or ()
    match command.verb:
        case "lay":
            meant = lay(view, laid, command.rest)
            if isinstance(meant, Refusal):
                return Reply(refusal=meant, draft=laid)
            card, place = meant[-1]
            said = tr(
                "You put {card} on meld {number}. Type {done} to send it, or {lay} another.",
                card=in_words(card),
                number=place + 1,
                **COMMANDS,
            )
            return Reply(said=said, draft=meant)
        case "done":
            action = laid_action(laid)
            refusal = legal(view).check(action)
            if refusal is not None:
                return Reply(refusal=refusal, draft=laid)
            fitting = _still_fits(view, laid)
            return Reply(
                action=action, price=capital(tr("{card} still fits.", card=fitting)) if fitting else "", draft=laid
            )
        case _:
            meant = move(command, view)
            return Reply(refusal=meant, draft=laid) if isinstance(meant, Refusal) else Reply(action=meant, draft=laid)


def _still_fits(view: View, laid: Laid) -> str:
    """Name a card of deadwood that could still be laid off; nothing if there is none."""
    board, hand = view.board, view.hand
    if board is None or board.knock is None:
        return ""
    melds = board.melds_shown
    for card, place in laid:
        melds = lay_off(melds, card, place)
        hand &= ~(1 << card)
    loose = best_layout(Hand(hand)).loose
    return next((in_words(card) for card in cards_of(loose) if fits(melds, card)), "")


def move(command: Command, view: View) -> Action | Refusal:
    """Return the move that a command means now, or why it may not be made.

    Raises:
        NoCard: if the command names no card where one is needed.
    """
    action = _meant(command, view)
    if isinstance(action, Refusal):
        return action
    return legal(view).check(action) or action


def _meant(command: Command, view: View) -> Action | Refusal:
    board = view.board
    phase = board.phase if board is not None else ""
    match command.verb:
        case "draw":
            return act.DRAW_STOCK
        case "take":
            return act.TAKE_UPCARD if phase in ("offer_n", "offer_d") else act.DRAW_DISCARD
        case "pass":
            return act.PASS
        case "decline":
            return act.DECLINE
        case "layall":
            return act.AUTO
        case "biggin":
            melds = read_melds(command.rest)
            return act.TakeAndEnd(None, melds) if phase == "last_discard" else act.BigGin(melds)
        case "discard":
            return act.DISCARDS[_card(command, view, act.DISCARDS[0])[0]]
        case "knock":
            card, rest = _card(command, view, act.KNOCKS[0])
            return _ending(phase, card, read_melds(rest))
        case _:
            return _gin(command, view, phase)


def _card(command: Command, view: View, any_such: Action) -> tuple[Card, str]:
    """Read the card of a command; where the move is not one for now, the card does not matter."""
    if not command.rest:
        refusal = legal(view).check(any_such)
        if refusal is not None and refusal.code not in (
            "not_in_hand",
            "taken_card",
            "deadwood_over_limit",
        ):
            return Card(0), ""
        raise NoCard(tr("Say which card you discard, as in {example}.", example=f"{command.verb} kc"))
    return read_card(command.rest)


def _ending(phase: str, card: Card, melds: tuple[Hand, ...] | None) -> Action:
    return act.TakeAndEnd(card, melds) if phase == "last_discard" else act.Knock(card, melds)


def _gin(command: Command, view: View, phase: str) -> Action | Refusal:
    """Go gin with the card that is named, or with the one that leaves nothing."""
    board = view.board
    held = int(view.hand)
    if board is not None and phase == "last_discard":
        held |= 1 << board.pile[-1]
    if command.rest:
        card, rest = read_card(command.rest)
        melds = read_melds(rest)
    elif held.bit_count() > (board.hand_size if board is not None else 10):
        taken = board.taken if board is not None and phase == "discard" else None
        keep = BIT[taken] if taken is not None and not view.sheet.options.rediscard_taken else EMPTY
        card, melds = best_discard(Hand(held), keep=keep)[0], None
    else:
        card, melds = Card(0), None
    action = _ending(phase, card, melds)
    if legal(view).check(action) is None and melds is None:
        left = deadwood(Hand(held & ~(1 << card)))
        if left:
            return refuse("not_gin", deadwood=left)
    return action


def lay(view: View, laid: Laid, text: str) -> Laid | Refusal:
    """Return the draft with one more card on a meld of the knocker: `CARD [on N]`, N from 1.

    Raises:
        NoCard: if no card is named, or several melds fit and none is named.
    """
    allowed = legal(view)
    refusal = allowed.check(act.LayOff(None, laid))
    if refusal is not None:
        return refusal
    assert view.board is not None
    assert view.board.knock is not None
    card, rest = read_card(text)
    melds = view.board.melds_shown
    for laid_card, place in laid:
        melds = lay_off(melds, laid_card, place)
    found = fits(melds, card)
    number = rest.removeprefix("on").strip()
    if number:
        if not number.isdecimal() or not 1 <= int(number[:3]) <= len(melds):
            raise NoCard(tr("The knocker's melds are numbered 1 to {last}.", last=len(melds)))
        place = int(number) - 1
    elif len(found) > 1:
        numbers = joined([str(place + 1) for place in found])
        example = f"lay {text} on {found[0] + 1}"
        raise NoCard(
            tr("That card fits melds {numbers}: say which, as in {example}.", numbers=numbers, example=example)
        )
    else:
        place = found[0] if found else 0
    more = (*laid, (card, place))
    return allowed.check(act.LayOff(None, more)) or more


def laid_action(laid: Laid) -> Action:
    """Return the move that sends a draft; an empty one lays off nothing."""
    return act.LayOff(None, laid) if laid else act.DONE
