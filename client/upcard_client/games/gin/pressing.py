"""What a key does at the gin table: a function of the situation, the desk, the key and the time.

No terminal, no network: the result is the next desk and what has to be done about it. Every key changes something
that can be seen or gets a line of words. Playing is in `playing`, the lay-off in `laying`; here are the keys that
only look, and the order in which a key is judged.
"""

from msgspec.structs import replace

from upcard_client.cardtable import hinting, looking
from upcard_client.cardtable.arrangement import Order, moved
from upcard_client.cardtable.effects import Note, Open, Press, answer, in_sight, refused
from upcard_client.games.gin import laying, playing
from upcard_client.games.gin.advice import advise
from upcard_client.games.gin.desk import Desk, Ending, Outcome, laying_off, row, settled
from upcard_client.games.gin.prompts import prompt, refusal_line
from upcard_client.games.gin.sentences import cards_in_words, layout_in_words
from upcard_client.games.gin.situation import Situation
from upcard_client.keys import BY_ID
from upcard_client.locale import tr
from upcard_client.widgets.frame import Status
from upcard_client.words.phrases import CardWord, Line, fill
from upcard_protocol.rules.cards import Card
from upcard_protocol.rules.gin import actions as act
from upcard_protocol.rules.melds import best_layout

GAME_KEYS = frozenset({"draw", "take", "pass", "discard", "knock", "gin", "yes", "all", "done", "take_back"})
"""Keys that play; all others only look."""


def press(situation: Situation, desk: Desk, pressed: Press) -> Outcome:
    """Return what a key leads to."""
    outcome = _judged(situation, desk, pressed)
    question = outcome.desk.question
    # What ends the hand is also asked by the turn bar.
    if question is None or question is not desk.question or isinstance(question, Ending):
        return outcome
    return in_sight(desk, outcome, withdrawn=replace(outcome.desk, question=None))


def _judged(situation: Situation, desk: Desk, pressed: Press) -> Outcome:
    if desk.overlay in ("log", "score"):
        return looking.under_overlay(situation, desk, pressed.key, hands=len(situation.view.sheet.rows))
    key = pressed.key
    if key in looking.OPENINGS:
        return Outcome(desk, (Open(looking.OPENINGS[key]),))
    desk = settled(situation, replace(desk, status=None))
    if key == "words":
        return _in_words(situation, desk)
    if key == "hint":
        advice = advise(situation.view, situation.names) if hinting.given(situation) else None
        return hinting.hinted(situation, replace(desk, question=None), advice, _out_of_turn(situation))
    if key == "pile":
        return _whole_pile(situation, desk)
    if key in ("log", "score"):
        desk = replace(desk, question=None)
    shown = showing_result(situation, desk)
    own = key == "no" and desk.question is not None
    told = None if own else looking.at_any_time(situation, desk, key, over=situation.hand_over)
    if told is not None:
        return told
    if situation.me is None:
        return looking.when_watching(situation, desk, key, game_key=key in GAME_KEYS, result_shown=shown)
    if situation.idle and not situation.hand_over:
        return _sitting_out(desk, key)
    if shown:
        return _over(situation, desk, pressed)
    if key in looking.LOOKS:
        return _look(situation, desk, pressed)
    if key in ("back", "no"):
        return _back(situation, desk, key)
    return _play(situation, desk, pressed)


def _play(situation: Situation, desk: Desk, pressed: Press) -> Outcome:
    """Judge a key that plays: link, sending, the end of the hand, whose turn it is, and only then the phase."""
    board = situation.board
    held_up = looking.held_up(situation, desk)
    if held_up is not None:
        return held_up
    if board is None:
        return looking.before_the_deal(desk, pressed.key, am_ready=situation.am_ready)
    if situation.hand_over:
        return _over(situation, desk, pressed)
    waiting = _out_of_turn(situation)
    if waiting is not None:
        return refused(desk, waiting)
    if board.phase == "layoff":
        return laying.press(situation, desk, pressed.key, pressed.now_ms)
    return playing.press(situation, desk, pressed.key, pressed.now_ms)


def _out_of_turn(situation: Situation) -> Line | None:
    """Return why no key plays while others are to move; None if the viewer is, or nobody."""
    if situation.board is None or situation.hand_over or situation.my_turn:
        return None
    refusal = situation.legal.check(act.DRAW_STOCK)
    assert refusal is not None
    return refusal_line(refusal, situation.names)


def showing_result(situation: Situation, desk: Desk) -> bool:
    """Does the result of the hand or of the match cover the table?"""
    return situation.hand_over and desk.overlay == "" and not situation.interrupted


def _over(situation: Situation, desk: Desk, pressed: Press) -> Outcome:
    """Answer a key when the hand, or the match, is over."""
    sheet, me = situation.view.sheet, situation.me
    assert me is not None
    over = bool(sheet.winners)
    ended = looking.Ended(
        match=over,
        ready=situation.am_ready if over else sheet.ready[me],
        waiting_for=situation.company.listed(situation.unready) if situation.unready else tr("the others"),
        action=act.READY,
    )
    return looking.when_over(situation, desk, pressed, ended)


def _sitting_out(desk: Desk, key: str) -> Outcome:
    """Answer a key of a player who has no cards in this hand (RULES 5.1)."""
    match key:
        case "left" | "right":
            return Outcome(replace(desk, swapped=not desk.swapped))
        case "back":
            return Outcome(desk, (Open("menu"),))
        case _:
            return answer(desk, "refused" if key in GAME_KEYS else "news", prompt("sitting_out"))


def _back(situation: Situation, desk: Desk, key: str) -> Outcome:
    """Answer no to what is asked; with nothing asked Esc opens the menu."""
    if desk.question is not None:
        left = replace(desk, question=None)
        return answer(settled(situation, left), "news", prompt("back_to_hand"))
    if key == "back":
        return Outcome(desk, (Open("menu"),))
    return answer(desk, "news", prompt("unknown_key", key=BY_ID["no"].cap))


# ---- looking


def _look(situation: Situation, desk: Desk, pressed: Press) -> Outcome:
    key = pressed.key
    cards = desk.question.row if isinstance(desk.question, Ending) else row(situation, desk)
    if key == "seat":
        return answer(desk, "news", prompt("unknown_key", key=BY_ID[key].cap))
    if key in ("up", "down"):
        return _step_layout(situation, desk, 1 if key == "down" else -1)
    if key == "sort":
        return _sorted(situation, desk)
    if not cards or desk.chosen is None:
        return answer(desk, "news", prompt("not_started"))
    if key in ("move_left", "move_right"):
        return _moved(situation, desk, desk.chosen, 1 if key == "move_right" else -1)
    goal = looking.stepped(row(situation, desk) if key in looking.CARD_KEYS else cards, desk.chosen, key)
    return choose(situation, desk, desk.chosen if goal is None else goal)


def choose(situation: Situation, desk: Desk, card: Card) -> Outcome:
    """Put the cursor on a card; a question about another card is thereby withdrawn."""
    question = desk.question
    if isinstance(question, Ending):
        question = replace(question, layout=0)
    elif question is not None:
        return Outcome(playing.withdrawn(situation, replace(desk, chosen=card)))
    return Outcome(replace(desk, chosen=card, question=question, status=None))


def _sorted(situation: Situation, desk: Desk) -> Outcome:
    order = desk.order.after()
    if not situation.deadwood_help and order is Order.MELDS:
        order = Order.RANK
    return answer(replace(desk, order=order), "news", prompt("order", order=tr(order.value)))


def _moved(situation: Situation, desk: Desk, card: Card, step: int) -> Outcome:
    cards = moved(row(situation, desk), card, step)
    desk = replace(desk, order=Order.BY_HAND, by_hand=cards)
    return answer(desk, "news", prompt("moved", card=CardWord(card)))


def _step_layout(situation: Situation, desk: Desk, step: int) -> Outcome:
    if isinstance(desk.question, Ending):
        return playing.step_layout(situation, desk, desk.question, step)
    if situation.my_turn and situation.board is not None and situation.board.phase == "layoff":
        return laying.step_layout(situation, desk, step)
    return answer(desk, "news", prompt("only_in_layoff"))


def _in_words(situation: Situation, desk: Desk) -> Outcome:
    hand = situation.view.hand
    if not hand:
        return answer(desk, "news", prompt("not_started"))
    text = layout_in_words(best_layout(hand)) if situation.deadwood_help else cards_in_words(hand)
    return answer(desk, "done", prompt("words"), Note(fill("Your hand. {words}", words=text)))


def _whole_pile(situation: Situation, desk: Desk) -> Outcome:
    """List the discard pile in the log, where the table lets people look through it (`discard_browse`)."""
    board = situation.board
    if board is None:
        return answer(desk, "news", prompt("not_started"))
    if situation.view.sheet.options.discard_browse != "all":
        return answer(desk, "refused", prompt("top_only"))
    if not board.pile:
        return answer(desk, "news", prompt("pile_empty"))
    cards = tuple(CardWord(card) for card in reversed(board.pile))
    listed = fill("Discard pile, top first: {cards}", cards=cards)
    return answer(desk, "done", prompt("whole_pile"), Note(listed))


# ---- the state moves on


def follow(before: Situation | None, now: Situation, desk: Desk, now_ms: int) -> Desk:
    """Return the desk after the state moved: questions are withdrawn, one's own doing is confirmed."""
    if before is not None:
        desk = looking.gone_again(before, now, now.me, desk)
    if before is not None and _asked(before) == _asked(now):
        return desk
    same_hand = before is not None and before.board is not None and now.board is not None
    same_hand = same_hand and before.board.hand == now.board.hand  # pyright: ignore[reportOptionalMemberAccess]
    desk = replace(desk, question=None, status=_done(before, now, desk) if same_hand else None, scroll=0)
    if before is None or _phase(before) != _phase(now):
        desk = replace(desk, since_ms=now_ms)
    board = now.board
    if board is None or board.phase != "layoff" or not same_hand:
        desk = replace(desk, draft=type(desk.draft)())
    if desk.overlay == "look" and not now.hand_over:
        desk = replace(desk, overlay="")
    desk = settled(now, desk)
    was_laying = before is not None and laying_off(before)
    if laying_off(now) and not was_laying:
        desk = laying.first_that_fits(now, desk)
    return desk


def _asked(situation: Situation) -> tuple[object, ...]:
    """Return what the person at the desk goes by: what happens at the other table of partners is no part of it."""
    view, sheet = situation.view, situation.view.sheet
    return situation.board, view.hand, view.decision, sheet.ready, sheet.settled, sheet.winners


def _phase(situation: Situation) -> tuple[int, str, bool]:
    """Return what a result depends on: who else is ready does not make it a new one."""
    board = situation.board
    hand, phase = (board.hand, board.phase) if board is not None else (0, "")
    return hand, phase, bool(situation.view.sheet.winners)


def _done(before: Situation | None, now: Situation, desk: Desk) -> Status | None:
    """Say what the viewer has just done, or that others are still to move; nothing where a result stands over it."""
    if now.hand_over or before is None or before.board is None or now.board is None or now.me is None:
        return None
    fresh = now.board.plays[len(before.board.plays) :]
    mine = [play for play in fresh if play.seat == now.me]
    if not mine:
        return looking.still_refused(desk, _out_of_turn(before), _out_of_turn(now))
    return playing.confirmed(mine[-1], now)
