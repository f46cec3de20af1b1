"""The commands of rummy in the plain client: what a word means depends on the state of the hand."""

from typing import Final

from upcard_client.games.front import Reply
from upcard_client.games.rummy.letters import LETTERS, place_of
from upcard_client.games.seen import Seen
from upcard_client.locale import mark, tr
from upcard_client.plain.cards import NoCard, read_card, read_melds
from upcard_client.plain.commands import Command, Verb
from upcard_client.words.phrases import joined
from upcard_protocol.rules.cards import Card
from upcard_protocol.rules.rummy import actions as act
from upcard_protocol.rules.rummy.actions import Action
from upcard_protocol.rules.rummy.going import going_out
from upcard_protocol.rules.rummy.legal import Legal, legal

VERBS: Final = (
    Verb("draw", "", mark("draw from the stock; where it is used up, turn the pile over first")),
    Verb("take", "", mark("take the top discard")),
    Verb("block", "", mark("leave the discard when nothing can be drawn: the hand is blocked")),
    Verb("meld", "CARDS", mark("lay a new meld, as in: meld 4d 5d 6d")),
    Verb("lay", "CARD [on MELD]", mark("add a card to a meld on the table, as in: lay 7d on a")),
    Verb("back", "", mark("take back the last meld or card you laid in this turn")),
    Verb("out", "", mark("lay all your cards at once, if they go")),
    Verb("discard", "CARD", mark("discard a card, as in: discard kc, discard 10d, discard king of clubs")),
    Verb("call", "", mark("call Rummy! to take a discard that fits a meld")),
    Verb("pass", "", mark("let that discard lie")),
)
"""Every command of rummy, in the order of `help`."""

_PLAIN: Final[dict[str, Action]] = {
    "draw": act.DRAW_STOCK,
    "take": act.DRAW_DISCARD,
    "block": act.BLOCK,
    "back": act.TAKE_BACK,
    "call": act.CALL,
    "pass": act.PASS,
}


def obey(command: Command, seen: Seen, draft: None) -> Reply:  # noqa: ARG001 - rummy keeps no draft
    """Return what a command leads to.

    Raises:
        NoCard: if the command names no card where one is needed, or no meld where several fit.
    """
    allowed = legal(seen.match)
    if command.verb in _PLAIN:
        return _reply(allowed, _PLAIN[command.verb])
    match command.verb:
        case "discard":
            return _reply(allowed, act.DISCARDS[_card(allowed, command, act.DISCARDS[0])[0]])
        case "meld":
            return _meld(allowed, command)
        case "lay":
            return _lay(allowed, command)
        case _:
            return _out(allowed)


def _reply(allowed: Legal, action: Action) -> Reply:
    refusal = allowed.check(action)
    return Reply(action=action) if refusal is None else Reply(refusal=refusal)


def _card(allowed: Legal, command: Command, any_such: Action) -> tuple[Card, str]:
    """Read the card of a command; where the move is not one for now, the card does not matter."""
    if command.rest:
        return read_card(command.rest)
    refusal = allowed.check(any_such)
    if refusal is not None and refusal.code not in ("not_in_hand", "taken_card", "bad_layoff"):
        return Card(0), ""
    raise NoCard(tr("Say which card, as in {example}.", example=f"{command.verb} kc"))


def _meld(allowed: Legal, command: Command) -> Reply:
    melds = read_melds(command.rest)
    if melds is None or len(melds) != 1:
        refusal = allowed.check(act.Meld(allowed.hand))
        if refusal is not None and refusal.code not in (
            "bad_meld",
            "one_meld_per_turn",
            "would_strand",
            "must_discard",
        ):
            return Reply(refusal=refusal)
        raise NoCard(tr("Say the cards of one meld, as in {example}.", example="meld 4d 5d 6d"))
    return _reply(allowed, act.Meld(melds[0]))


def _lay(allowed: Legal, command: Command) -> Reply:
    card, rest = _card(allowed, command, act.LayOff(Card(0), 0))
    melds = allowed.board.melds if allowed.board is not None else ()
    wanted = rest.removeprefix("on").strip()
    if wanted:
        place = place_of(wanted, len(melds))
        if place is None:
            if not melds:
                raise NoCard(tr("There is no meld on the table yet."))
            raise NoCard(tr("The melds on the table are a to {last}.", last=LETTERS[len(melds) - 1]))
        return _reply(allowed, act.LayOff(card, place))
    fitting = allowed.targets(card)
    if len(fitting) > 1:
        letters = joined([LETTERS[place] for place in fitting])
        example = f"{command.line} on {LETTERS[fitting[0]]}"
        raise NoCard(
            tr("That card fits melds {letters}: say which, as in {example}.", letters=letters, example=example)
        )
    return _reply(allowed, act.LayOff(card, fitting[0] if fitting else 0))


def _out(allowed: Legal) -> Reply:
    whole = going_out(allowed)
    if whole is not None:
        return Reply(action=whole)
    refusal = allowed.check(act.GoOut(()))
    if refusal is not None and refusal.code not in ("not_out", "must_discard"):
        return Reply(refusal=refusal)
    return Reply(said=tr("Not all of your cards can be laid."))
