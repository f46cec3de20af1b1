"""Keys in the phases of drawing, discarding, knocking and the last discard."""

from msgspec.structs import replace

from upcard_client.cardtable.desk import ANSWER_AFTER_MS
from upcard_client.cardtable.effects import answer, refused
from upcard_client.games.gin.desk import (
    AllMelded,
    Breaks,
    Desk,
    Ending,
    Outcome,
    ending_layouts,
    held,
    meld_of,
    row,
    settled,
)
from upcard_client.games.gin.prompts import prompt, refusal_line
from upcard_client.games.gin.situation import Situation
from upcard_client.keys import BY_ID
from upcard_client.widgets.frame import Status
from upcard_client.words.phrases import CardWord
from upcard_protocol.rules.cards import BIT, EMPTY, Card, Hand, cards_of, count
from upcard_protocol.rules.errors import Refusal, refuse
from upcard_protocol.rules.gin import actions as act
from upcard_protocol.rules.gin import events
from upcard_protocol.rules.gin.actions import Action
from upcard_protocol.rules.gin.board import Play
from upcard_protocol.rules.melds import best_discard, deadwood


def press(situation: Situation, desk: Desk, key: str, now_ms: int) -> Outcome:
    """Return what a key that plays leads to, in the viewer's turn."""
    match desk.question:
        case Ending() as question:
            return _in_ending(situation, desk, question, key, now_ms)
        case AllMelded() as question if key in ("yes", "gin"):
            if key == "gin" or now_ms - question.opened_ms < ANSWER_AFTER_MS:
                return Outcome(desk)
            big_gin = act.TakeAndEnd(None) if question.last else act.BIG_GIN
            return Outcome(replace(desk, question=None), (big_gin,))
        case Breaks() as question if key in ("yes", "discard"):
            if now_ms - question.opened_ms < ANSWER_AFTER_MS:
                return Outcome(desk)
            return _send(situation, replace(desk, question=None), act.DISCARDS[question.card])
        case _:
            pass
    desk = settled(situation, replace(desk, question=None))
    board = situation.board
    assert board is not None
    if board.phase == "last_discard":
        return _last_discard(situation, desk, key, now_ms)
    match key:
        case "draw":
            return _send(situation, desk, act.DRAW_STOCK)
        case "take":
            offered = board.phase in ("offer_n", "offer_d")
            return _send(situation, desk, act.TAKE_UPCARD if offered else act.DRAW_DISCARD)
        case "pass":
            return _send(situation, desk, act.PASS)
        case "discard":
            return _discard(situation, desk, now_ms)
        case "yes":
            return _enter(situation, desk)
        case "knock" | "gin":
            return _open_ending(situation, desk, key, now_ms)
        case _:
            return refused(desk, prompt("unknown_key", key=BY_ID[key].cap))


def _send(situation: Situation, desk: Desk, action: Action) -> Outcome:
    """Send an action if the rules allow it, else say why not."""
    refusal = situation.legal.check(action)
    if refusal is not None:
        return refused(desk, refusal_line(refusal, situation.names))
    return Outcome(desk, (action,))


def _discard(situation: Situation, desk: Desk, now_ms: int) -> Outcome:
    """Discard the chosen card; it is asked about first as the viewer likes it, usually where it stands in a meld."""
    card = desk.chosen
    if card is None:
        return refused(desk, prompt("not_started"))
    refusal = situation.legal.check(act.DISCARDS[card])
    if refusal is not None:
        return refused(desk, refusal_line(refusal, situation.names))
    meld = meld_of(situation, desk, card)
    if not situation.habits.asks(breaks=meld is not None):
        return Outcome(desk, (act.DISCARDS[card],))
    question = replace(desk, question=Breaks(card, now_ms))
    asked = "discard?" if meld is None else f"breaks.{meld.kind}"
    return answer(question, "question", prompt(asked, card=CardWord(card)))


def _enter(situation: Situation, desk: Desk) -> Outcome:
    """Say what would play: Enter answers questions only."""
    board = situation.board
    if board is not None and board.phase == "discard" and desk.chosen is not None:
        return answer(desk, "news", prompt("space_discards", card=CardWord(desk.chosen)))
    return _send(situation, desk, act.DISCARDS[desk.chosen or Card(0)])


# ---- knock, gin, big gin


def knock_cards(situation: Situation, hand: Hand, *, goal: str) -> Hand:
    """Return the cards whose discard allows what is wished for."""
    allowed = situation.legal.knocks
    if goal == "knock":
        return allowed
    gin = (BIT[card] for card in cards_of(allowed) if deadwood(Hand(hand ^ BIT[card])) == 0)
    return Hand(sum(gin))


def _open_ending(situation: Situation, desk: Desk, key: str, now_ms: int, *, last: bool = False) -> Outcome:
    """Open the choice of the discard for a knock or gin, or say why there is none."""
    goal = "knock" if key == "knock" else "gin"
    board, legal = situation.board, situation.legal
    assert board is not None
    if board.phase not in ("discard", "last_discard"):
        return _send(situation, desk, act.KNOCKS[desk.chosen or Card(0)])
    hand = situation.view.hand
    if last and board.top is not None:
        hand = Hand(hand | BIT[board.top])
    if goal == "gin" and legal.big_gin:
        asked = replace(desk, question=AllMelded(now_ms, last))
        return answer(asked, "question", prompt("big_gin?", count=board.hand_size + 1))
    cards = knock_cards(situation, hand, goal=goal)
    if not cards:
        return refused(desk, refusal_line(_why_not(situation, desk, hand, goal), situation.names))
    shown = replace(desk, question=Ending(goal, (), now_ms, last=last))
    chosen = desk.chosen
    if chosen is None or situation.deadwood_help:
        chosen = _best_of(hand, cards)
    with_top = row(situation, replace(desk, question=AllMelded(now_ms, last)))
    return Outcome(replace(shown, question=Ending(goal, with_top, now_ms, last=last), chosen=chosen))


def _best_of(hand: Hand, cards: Hand) -> Card:
    """Return the discard, of those allowed, that leaves least; of equals the dearest."""
    return best_discard(hand, keep=Hand(hand & ~cards))[0]


def _why_not(situation: Situation, desk: Desk, hand: Hand, goal: str) -> Refusal:
    """Return the refusal of a knock or gin that no discard allows."""
    board = situation.board
    assert board is not None
    if board.phase == "last_discard":
        return refuse("last_discard")
    taken = BIT[board.taken] if board.taken is not None else EMPTY
    keep = taken if count(hand) > 1 and not situation.view.sheet.options.rediscard_taken else EMPTY
    card, least = best_discard(hand, keep=keep)
    if goal == "gin":
        return refuse("not_gin", deadwood=least)
    if not situation.deadwood_help and desk.chosen is not None:
        card = desk.chosen
    refusal = situation.legal.check(act.KNOCKS[card])
    return refusal if refusal is not None else refuse("deadwood_over_limit", deadwood=least, limit=board.limit)


def _in_ending(situation: Situation, desk: Desk, question: Ending, key: str, now_ms: int) -> Outcome:
    """Answer a key while the discard of a knock is being chosen."""
    if key in ("discard", question.goal):
        return answer(desk, "question", prompt("enter_confirms"))
    if key == "yes":
        if now_ms - question.opened_ms < ANSWER_AFTER_MS:
            return Outcome(desk)
        return _end(situation, desk, question)
    if key in ("knock", "gin"):
        base = settled(situation, replace(desk, question=None))
        return _open_ending(situation, base, key, now_ms, last=question.last)
    return press(situation, settled(situation, replace(desk, question=None)), key, now_ms)


def _end(situation: Situation, desk: Desk, question: Ending) -> Outcome:
    """Knock or go gin with the card and the layout that are shown."""
    card = desk.chosen
    assert card is not None
    melds: tuple[Hand, ...] | None = None
    found = ending_layouts(situation, desk)
    if situation.deadwood_help:
        melds = found[question.layout % len(found)].melds
    action: Action = act.TakeAndEnd(card, melds) if question.last else act.Knock(card, melds)
    refusal = situation.legal.check(action)
    if refusal is not None:
        return refused(desk, refusal_line(refusal, situation.names))
    if question.goal == "gin" and found[0].deadwood:
        left = found[0].deadwood
        return refused(desk, prompt("leaves_not_gin", card=CardWord(card), deadwood=left))
    return Outcome(replace(desk, question=None), (action,))


def step_layout(situation: Situation, desk: Desk, question: Ending, step: int) -> Outcome:
    """Show the next of the equally good layouts."""
    many = len(ending_layouts(situation, desk))
    if many < 2:
        return answer(desk, "question", prompt("one_layout"))
    return Outcome(replace(desk, question=replace(question, layout=(question.layout + step) % many)))


def withdrawn(situation: Situation, desk: Desk) -> Desk:
    """Return the desk after the arrows left a question: big gin turns into the choice of a discard for gin."""
    question = desk.question
    if isinstance(question, AllMelded):
        cards = row(situation, desk)
        return replace(desk, question=Ending("gin", cards, question.opened_ms, last=question.last), status=None)
    return replace(desk, question=None, status=None)


def _last_discard(situation: Situation, desk: Desk, key: str, now_ms: int) -> Outcome:
    """Take the last discard to end the hand, or leave it (RULES 3.7)."""
    match key:
        case "pass" | "done":
            return _send(situation, desk, act.DECLINE)
        case "take" | "yes" | "knock" | "gin":
            hand = held(situation, replace(desk, question=AllMelded(now_ms, last=True)))
            if not situation.legal.knocks and not situation.legal.big_gin:
                return refused(desk, prompt("cannot_end"))
            wish = "gin" if key == "gin" or not deadwood(hand) else "knock"
            return _open_ending(situation, desk, wish, now_ms, last=True)
        case "draw":
            return _send(situation, desk, act.DRAW_STOCK)
        case _:
            return refused(desk, refusal_line(refuse("last_discard"), situation.names))


def confirmed(play: Play, now: Situation) -> Status | None:
    """Say what the viewer has just done."""
    match play:
        case events.Drew() if now.view.drawn is not None:
            return Status("done", prompt("drew", card=CardWord(now.view.drawn)))
        case events.Took(card=card):
            return Status("done", prompt("took", card=CardWord(card)))
        case events.Discarded(card=card):
            return Status("done", prompt("discarded", card=CardWord(card)))
        case events.Passed():
            return Status("done", prompt("passed"))
        case _:
            return None
