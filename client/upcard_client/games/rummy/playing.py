"""Keys that play in one's turn: drawing, melding, laying off, taking back, discarding, and calling Rummy!."""

from msgspec.structs import replace

from upcard_client.cardtable.desk import ANSWER_AFTER_MS
from upcard_client.cardtable.effects import answer, refused
from upcard_client.games.rummy.desk import AllOut, Breaks, Desk, Melding, Outcome, Target, meld_of, settled
from upcard_client.games.rummy.letters import LETTERS
from upcard_client.games.rummy.prompts import letters, prompt, refusal_line, why_no_meld, words
from upcard_client.games.rummy.situation import Situation
from upcard_client.widgets.frame import Status
from upcard_client.words.phrases import CardWord, Line
from upcard_protocol.rules.cards import EMPTY, Card, Hand, hand_of
from upcard_protocol.rules.rummy import actions as act
from upcard_protocol.rules.rummy import events
from upcard_protocol.rules.rummy.actions import Action
from upcard_protocol.rules.rummy.going import going_out
from upcard_protocol.rules.rummy.melds import takes


def press(situation: Situation, desk: Desk, key: str, now_ms: int) -> Outcome:
    """Return what a key that plays leads to, when the viewer is asked."""
    match desk.question:
        case Melding() as question:
            return _in_melding(situation, desk, question, key)
        case Breaks() as question if key in ("yes", "discard"):
            if now_ms - question.opened_ms < ANSWER_AFTER_MS:
                return Outcome(desk)
            return send(situation, replace(desk, question=None), act.DISCARDS[question.card])
        case AllOut() as question if key == "yes":
            if now_ms - question.opened_ms < ANSWER_AFTER_MS:
                return Outcome(desk)
            return send(situation, replace(desk, question=None), question.action)
        case Target() as question if key == "yes":
            return _which(desk, question)
        case _:
            pass
    desk = settled(situation, replace(desk, question=None))
    match key:
        case "draw":
            return send(situation, desk, act.DRAW_STOCK)
        case "take":
            return send(situation, desk, act.DRAW_DISCARD)
        case "bot":
            return send(situation, desk, act.BLOCK)
        case "pass":
            return send(situation, desk, act.PASS)
        case "retry":
            return send(situation, desk, act.CALL)
        case "discard":
            return _discard(situation, desk, now_ms)
        case "yes":
            return _lay_off(situation, desk, now_ms)
        case "meld":
            return _begin_meld(situation, desk)
        case "take_back":
            return send(situation, desk, act.TAKE_BACK)
        case _:
            return _all_out(situation, desk, now_ms)


def send(situation: Situation, desk: Desk, action: Action) -> Outcome:
    """Send a move, or say why it may not be made."""
    refusal = situation.legal.check(action)
    if refusal is not None:
        return refused(desk, refusal_line(refusal, situation.names))
    return Outcome(desk, (action,))


# ---- discarding and laying off


def _discard(situation: Situation, desk: Desk, now_ms: int) -> Outcome:
    """Discard the chosen card, asking first as the viewer likes it, usually where that breaks a meld of the hand."""
    card = desk.chosen
    if card is None:
        return send(situation, desk, act.DISCARDS[0])
    action = act.DISCARDS[card]
    breaks = meld_of(situation, card) is not None
    if situation.legal.check(action) is None and situation.habits.asks(breaks=breaks):
        asked = replace(desk, question=Breaks(card, now_ms))
        return answer(asked, "question", prompt("breaks" if breaks else "discard?", card=CardWord(card)))
    return send(situation, desk, action)


def _lay_off(situation: Situation, desk: Desk, now_ms: int) -> Outcome:
    """Lay the chosen card off, asking where if it fits several melds."""
    card = desk.chosen
    board = situation.board
    if card is None or board is None:
        return send(situation, desk, act.LayOff(Card(0), 0))
    places = situation.legal.targets(card)
    if len(places) == 1:
        return send(situation, desk, act.LayOff(card, places[0]))
    if places:
        return _which(desk, Target(card, places, now_ms))
    aces = situation.options.ace_runs
    fitting = (place for place, meld in enumerate(board.melds) if takes(meld.cards, aces) >> card & 1)
    refusal = situation.legal.check(act.LayOff(card, next(fitting, 0)))
    if refusal is not None and refusal.code != "bad_layoff":
        return refused(desk, refusal_line(refusal, situation.names))
    return refused(desk, prompt("fits_none", card=CardWord(card)) if board.melds else prompt("no_meld_yet"))


def _which(desk: Desk, question: Target) -> Outcome:
    asked = prompt("which?", card=CardWord(question.card), letters=letters(question.places))
    return answer(replace(desk, question=question), "question", asked)


def pick(situation: Situation, desk: Desk, letter: str, now_ms: int) -> Outcome | None:
    """Lay the card off on the meld with this letter; None if no such letter is asked for."""
    question = desk.question
    if not isinstance(question, Target) or letter not in LETTERS:
        return None
    place = LETTERS.index(letter)
    if place not in question.places:
        return None
    if now_ms - question.opened_ms < ANSWER_AFTER_MS:
        return Outcome(desk)
    return send(situation, replace(desk, question=None), act.LayOff(question.card, place))


# ---- a new meld


def _begin_meld(situation: Situation, desk: Desk) -> Outcome:
    """Ask for the cards of a new meld; the meld in which the chosen card is shown is ticked already."""
    refusal = situation.legal.check(act.Meld(situation.view.hand))
    if refusal is not None and refusal.code not in ("bad_meld", "would_strand", "must_discard"):
        return refused(desk, refusal_line(refusal, situation.names))
    card = desk.chosen
    meld = meld_of(situation, card) if card is not None else None
    return Outcome(replace(desk, question=Melding(hand_of(meld.cards) if meld is not None else EMPTY)))


def _in_melding(situation: Situation, desk: Desk, question: Melding, key: str) -> Outcome:
    match key:
        case "discard" if desk.chosen is not None:
            return Outcome(replace(desk, question=Melding(Hand(question.ticked ^ 1 << desk.chosen))))
        case "take_back":
            return Outcome(replace(desk, question=Melding()))
        case "yes":
            return _lay_meld(situation, desk, question.ticked)
        case "meld":
            return answer(replace(desk, question=None), "news", prompt("back_to_hand"))
        case _:
            return answer(desk, "news", prompt("melding"))


def _lay_meld(situation: Situation, desk: Desk, ticked: Hand) -> Outcome:
    if not ticked:
        assert desk.chosen is not None
        return refused(desk, prompt("tick_first", card=CardWord(desk.chosen)))
    action = act.Meld(ticked)
    refusal = situation.legal.check(action)
    if refusal is None:
        return Outcome(replace(desk, question=None), (action,))
    why = why_no_meld(ticked, situation.options.ace_runs) if refusal.code == "bad_meld" else None
    return refused(desk, why if why is not None else refusal_line(refusal, situation.names))


def melding_question(situation: Situation, desk: Desk, ticked: Hand) -> Line:
    """Return what is asked while the cards of a new meld are ticked."""
    if not ticked:
        assert desk.chosen is not None
        return prompt("melding?", card=CardWord(desk.chosen))
    whole = situation.legal.check(act.Meld(ticked)) is None
    return prompt("ticked?" if whole else "ticked_few?", cards=words(ticked))


def _all_out(situation: Situation, desk: Desk, now_ms: int) -> Outcome:
    """Ask whether to lay everything at once, where that goes."""
    refusal = situation.legal.check(act.GoOut(()))
    if refusal is not None and refusal.code not in ("not_out", "must_discard"):
        return refused(desk, refusal_line(refusal, situation.names))
    action = going_out(situation.legal)
    if action is None:
        return refused(desk, prompt("not_all"))
    return answer(replace(desk, question=AllOut(action, now_ms)), "question", prompt("all_out?"))


# ---- what was done


def done(before: Situation, now: Situation) -> Status | None:
    """Say what the viewer has just done, or nothing if it was somebody else."""
    if before.board is None or now.board is None or now.me is None:
        return None
    fresh = now.board.plays[len(before.board.plays) :]
    mine = [play for play in fresh if getattr(play, "seat", None) == now.me]
    if mine:
        return _confirmed(mine, now)
    answered = before.board.answered != now.board.answered and now.board.phase == "call"
    if answered and now.view.answers and (said := now.view.answers[now.me]) is not None:
        return Status("done", prompt("called" if said else "let_lie"))
    return None


def _confirmed(mine: list[events.Play], now: Situation) -> Status | None:
    back = now.options.undo_within_turn
    match mine[-1]:
        case events.Drew() if now.view.drawn is not None:
            turned = any(isinstance(play, events.TurnedOver) for play in mine)
            return Status("done", prompt("turned" if turned else "drew", card=CardWord(now.view.drawn)))
        case events.Took(card=card):
            return Status("done", prompt("took", card=CardWord(card)))
        case events.Melded(cards=cards):
            return Status("done", prompt("melded" if back else "melded_for_good", cards=now.narrator.words(cards)))
        case events.LaidOff(card=card, meld=place):
            key = "laid_off" if back and now.phase == "play" else "laid_off_for_good"
            return Status("done", prompt(key, card=CardWord(card), letter=LETTERS[place]))
        case events.TookBack(cards=cards):
            return Status("done", prompt("took_back", cards=words(cards)))
        case events.Discarded(card=card):
            return Status("done", prompt("discarded", card=CardWord(card)))
        case _:
            return None
