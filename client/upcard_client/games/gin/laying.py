"""Keys of the defender after a knock: the lay-off as a draft, sent in one piece."""

from msgspec.structs import replace

from upcard_client.cardtable.desk import ANSWER_AFTER_MS
from upcard_client.cardtable.effects import answer, refused
from upcard_client.games.gin.desk import (
    BreaksToLayOff,
    Desk,
    Draft,
    KeepsFitting,
    Outcome,
    Target,
    fitting,
    meld_of,
    own_layout,
    own_layouts,
    row,
    settled,
)
from upcard_client.games.gin.prompts import prompt, refusal_line
from upcard_client.games.gin.situation import Situation
from upcard_client.words.phrases import CardWord
from upcard_protocol.rules.cards import BIT, Card, Hand, cards_of
from upcard_protocol.rules.gin import actions as act
from upcard_protocol.rules.layoffs import defend

LETTERS = "abcdefghijklm"
"""Letters of the knocker's melds where one has to be picked; n is left out, it answers no."""


def press(situation: Situation, desk: Desk, key: str, now_ms: int) -> Outcome:
    """Return what a key leads to while the lay-off is being put together."""
    question = desk.question
    if isinstance(question, KeepsFitting) and key in ("done", "yes"):
        return _after(question.opened_ms, now_ms, desk) or _send(situation, replace(desk, question=None))
    if isinstance(question, BreaksToLayOff) and key == "yes":
        waited = _after(question.opened_ms, now_ms, desk)
        return waited or _lay(situation, replace(desk, question=None), question.card, now_ms)
    desk = replace(desk, question=None)
    match key:
        case "yes":
            return _enter(situation, desk, now_ms)
        case "all":
            return _all(situation, desk)
        case "done":
            return _done(situation, desk, now_ms)
        case "discard":
            return _take_out(situation, desk)
        case "take_back":
            return _take_back(situation, desk)
        case _:
            return refused(desk, prompt("laying_off"))


def pick(situation: Situation, desk: Desk, letter: str, now_ms: int) -> Outcome | None:
    """Lay the card off on the meld with this letter; None if no such letter is asked for."""
    question = desk.question
    if not isinstance(question, Target) or letter not in LETTERS:
        return None
    place = LETTERS.index(letter)
    if place not in question.places:
        return None
    waited = _after(question.opened_ms, now_ms, desk)
    return waited or _put(situation, replace(desk, question=None), question.card, place)


def _after(opened_ms: int, now_ms: int, desk: Desk) -> Outcome | None:
    return Outcome(desk) if now_ms - opened_ms < ANSWER_AFTER_MS else None


def _enter(situation: Situation, desk: Desk, now_ms: int) -> Outcome:
    """Lay off the chosen card, asking first if that breaks an own meld."""
    card = desk.chosen
    if card is None:
        return _done(situation, desk, now_ms)
    if not fitting(situation, desk, card):
        knocker = situation.names[_knocker(situation)]
        return refused(desk, prompt("fits_none", card=CardWord(card), player=knocker))
    meld = meld_of(situation, desk, card)
    if meld is not None:
        asked = replace(desk, question=BreaksToLayOff(card, now_ms))
        return answer(asked, "question", prompt(f"breaks_to_lay_off.{meld.kind}", card=CardWord(card)))
    return _lay(situation, desk, card, now_ms)


def _knocker(situation: Situation) -> int:
    board = situation.board
    assert board is not None
    assert board.knock is not None
    return board.knock.seat


def _lay(situation: Situation, desk: Desk, card: Card, now_ms: int) -> Outcome:
    places = fitting(situation, desk, card)
    if len(places) == 1:
        return _put(situation, desk, card, places[0])
    choices = ", ".join(LETTERS[place] for place in places)
    asked = replace(desk, question=Target(card, places, now_ms))
    return answer(asked, "question", prompt("fits_two", card=CardWord(card), choices=choices))


def _put(situation: Situation, desk: Desk, card: Card, place: int) -> Outcome:
    """Add a card to the draft and move on to the next one that fits."""
    draft = desk.draft
    draft = Draft((*draft.layoffs, (card, place)), Hand(draft.out & ~BIT[card]))
    desk = first_that_fits(situation, settled(situation, replace(desk, draft=draft)))
    left = own_layout(situation, desk).deadwood
    return answer(desk, "done", prompt("laid_off", card=CardWord(card), deadwood=left))


def _all(situation: Situation, desk: Desk) -> Outcome:
    """Draft the best lay-off there is."""
    board = situation.board
    assert board is not None
    assert board.knock is not None
    best = defend(board.melds_shown, situation.view.hand)
    if not best.layoffs:
        return answer(desk, "news", prompt("nothing_fits"))
    desk = settled(situation, replace(desk, draft=Draft(best.layoffs)))
    return answer(desk, "done", prompt("laid_off_all", deadwood=best.deadwood))


def _done(situation: Situation, desk: Desk, now_ms: int) -> Outcome:
    """Send the draft; a loose card that still fits is asked about once."""
    if situation.deadwood_help:
        for card in cards_of(own_layout(situation, desk).loose):
            if fitting(situation, desk, card):
                asked = replace(desk, question=KeepsFitting(card, now_ms), chosen=card)
                return answer(asked, "question", prompt("still_fits", card=CardWord(card)))
    return _send(situation, desk)


def _send(situation: Situation, desk: Desk) -> Outcome:
    melds = own_layout(situation, desk).melds if situation.deadwood_help else None
    action = act.LayOff(melds, desk.draft.layoffs)
    refusal = situation.legal.check(action)
    if refusal is not None:
        return refused(desk, refusal_line(refusal, situation.names))
    return Outcome(desk, (action,))


def _take_out(situation: Situation, desk: Desk) -> Outcome:
    """Take the chosen card out of its own meld, or put it back."""
    card = desk.chosen
    if card is None:
        return refused(desk, prompt("laying_off"))
    draft = desk.draft
    if draft.out >> card & 1:
        back = settled(situation, replace(desk, draft=Draft(draft.layoffs, Hand(draft.out & ~BIT[card]))))
        return answer(back, "done", prompt("put_back", card=CardWord(card)))
    if meld_of(situation, desk, card) is None:
        return refused(desk, prompt("not_melded", card=CardWord(card)))
    out = settled(situation, replace(desk, draft=Draft(draft.layoffs, Hand(draft.out | BIT[card]))))
    return answer(out, "done", prompt("taken_out", card=CardWord(card)))


def _take_back(situation: Situation, desk: Desk) -> Outcome:
    """Take the last card of the draft back into the hand."""
    draft = desk.draft
    if not draft.layoffs:
        return answer(desk, "news", prompt("nothing_to_take_back"))
    card = draft.layoffs[-1][0]
    back = replace(desk, draft=Draft(draft.layoffs[:-1], draft.out), chosen=card)
    return answer(settled(situation, back), "done", prompt("taken_back", card=CardWord(card)))


def step_layout(situation: Situation, desk: Desk, step: int) -> Outcome:
    """Show the next of the equally good layouts of one's own cards."""
    many = len(own_layouts(situation, desk))
    if many < 2:
        return answer(desk, "news", prompt("one_layout"))
    layout = (desk.draft.layout + step) % many
    desk = replace(desk, draft=replace(desk.draft, layout=layout))
    return answer(desk, "news", prompt("which_layout", number=layout + 1, count=many))


def first_that_fits(situation: Situation, desk: Desk) -> Desk:
    """Return the desk with its cursor on the first loose card that fits, if there is one."""
    loose = own_layout(situation, desk).loose
    for card in row(situation, desk):
        if loose >> card & 1 and fitting(situation, desk, card):
            return replace(desk, chosen=card)
    return desk
