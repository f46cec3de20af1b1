"""What a key does at the rummy table: a function of the situation, the desk, the key and the time.

No terminal, no network: the result is the next desk and what has to be done about it. Every key changes something
that can be seen or gets a line of words. The moves are in `playing`; here are the keys that only look, and the order
in which a key is judged.
"""

from typing import Final

from msgspec.structs import replace

from upcard_client.cardtable import hinting, looking
from upcard_client.cardtable.arrangement import Order, moved
from upcard_client.cardtable.effects import Note, Open, Press, answer, in_sight, refused
from upcard_client.cardtable.surroundings import LinkLost
from upcard_client.games.rummy import playing
from upcard_client.games.rummy.advice import advise
from upcard_client.games.rummy.desk import Desk, Melding, Outcome, groups, row, settled
from upcard_client.games.rummy.prompts import prompt, refusal_line
from upcard_client.games.rummy.situation import Situation
from upcard_client.keys import BY_ID
from upcard_client.locale import tr
from upcard_client.words.phrases import CardWord, Line, apart, fill, in_words
from upcard_protocol.rules.cards import Card
from upcard_protocol.rules.rummy import actions as act

GAME_KEYS: Final = frozenset({"draw", "take", "pass", "discard", "yes", "meld", "take_back", "all"})
"""Keys that play; all others only look."""


def press(situation: Situation, desk: Desk, pressed: Press) -> Outcome:
    """Return what a key leads to."""
    outcome = _judged(situation, desk, pressed)
    question = outcome.desk.question
    # A meld that is being put together is also shown by the turn bar.
    if question is None or question is not desk.question or isinstance(question, Melding):
        return outcome
    return in_sight(desk, outcome, withdrawn=replace(outcome.desk, question=None))


def _judged(situation: Situation, desk: Desk, pressed: Press) -> Outcome:
    key = pressed.key
    if desk.overlay in ("log", "score"):
        return looking.under_overlay(situation, desk, key, hands=len(situation.view.sheet.rows))
    if key == "bot" and situation.my_turn:
        return playing.press(situation, replace(desk, status=None), key, pressed.now_ms)
    if key in looking.OPENINGS:
        return Outcome(desk, (Open(looking.OPENINGS[key]),))
    desk = settled(situation, replace(desk, status=None))
    if key == "words":
        return _in_words(situation, desk)
    if key == "hint":
        advice = advise(situation.view, situation.names) if hinting.given(situation) else None
        asked = desk if isinstance(desk.question, Melding) else replace(desk, question=None)
        return hinting.hinted(situation, asked, advice, _out_of_turn(situation))
    if key in ("log", "score"):
        desk = replace(desk, question=None)
    own = (key == "retry" and _calls(situation)) or (key == "no" and desk.question is not None)
    if not own:
        told = looking.at_any_time(situation, desk, key, over=_is_over(situation))
        if told is not None:
            return told
    if situation.me is None:
        return _watch(situation, desk, key)
    if showing_result(situation, desk):
        return _over(situation, desk, pressed)
    if key in looking.LOOKS:
        return _look(situation, desk, key)
    if key in ("back", "no"):
        return _back(situation, desk, key)
    return _play(situation, desk, pressed)


def _calls(situation: Situation) -> bool:
    """Does R call Rummy!, or hear why not: at a table with calls, while a hand is played and there is a link?"""
    playing_on = situation.board is not None and situation.me is not None and not _is_over(situation)
    return situation.options.call_rummy and playing_on and not isinstance(situation.link, LinkLost)


def _is_over(situation: Situation) -> bool:
    return situation.over or situation.phase == "hand_end"


def _play(situation: Situation, desk: Desk, pressed: Press) -> Outcome:
    """Judge a key that plays: link, sending, the end of the hand, whose turn it is, and only then the phase."""
    board = situation.board
    held_up = looking.held_up(situation, desk)
    if held_up is not None:
        return held_up
    if board is None:
        return looking.before_the_deal(desk, pressed.key, am_ready=situation.am_ready)
    if board.phase == "hand_end" or situation.over:
        return _over(situation, desk, pressed)
    waiting = _out_of_turn(situation)
    if waiting is not None:
        return refused(desk, waiting)
    return playing.press(situation, desk, pressed.key, pressed.now_ms)


def _out_of_turn(situation: Situation) -> Line | None:
    """Return why no key plays while others are to move; None if the viewer is, or nobody."""
    board = situation.board
    if board is None or board.phase == "hand_end" or situation.over or situation.my_turn:
        return None
    if board.phase == "call" and board.discarder == situation.me and board.top is not None:
        return prompt("others_call", card=CardWord(board.top))
    refusal = situation.legal.check(act.DRAW_STOCK)
    assert refusal is not None
    return refusal_line(refusal, situation.names)


def showing_result(situation: Situation, desk: Desk) -> bool:
    """Does the result of the hand or of the match cover the table?"""
    return _is_over(situation) and desk.overlay == "" and not situation.interrupted


def _over(situation: Situation, desk: Desk, pressed: Press) -> Outcome:
    """Answer a key when the hand, or the match, is over."""
    sheet, me = situation.view.sheet, situation.me
    assert me is not None
    waiting = [situation.names[seat] for seat in situation.others if not sheet.ready[seat]]
    ended = looking.Ended(
        match=situation.over,
        ready=situation.am_ready if situation.over else sheet.ready[me],
        waiting_for=", ".join(waiting),
        action=act.READY,
    )
    return looking.when_over(situation, desk, pressed, ended)


def _watch(situation: Situation, desk: Desk, key: str) -> Outcome:
    if key in ("up", "down"):
        return _scroll_melds(desk, 1 if key == "down" else -1)
    shown = showing_result(situation, desk)
    return looking.when_watching(situation, desk, key, game_key=key in GAME_KEYS, result_shown=shown)


def _back(situation: Situation, desk: Desk, key: str) -> Outcome:
    """Answer no to what is asked; with nothing asked Esc opens the menu."""
    if desk.question is not None:
        return answer(settled(situation, replace(desk, question=None)), "news", prompt("back_to_hand"))
    if key == "back":
        return Outcome(desk, (Open("menu"),))
    return answer(desk, "news", prompt("unknown_key", key=BY_ID["no"].cap))


# ---- looking


def _look(situation: Situation, desk: Desk, key: str) -> Outcome:
    if key == "seat":
        return answer(desk, "news", prompt("unknown_key", key=BY_ID[key].cap))
    if key in ("up", "down"):
        return _scroll_melds(desk, 1 if key == "down" else -1)
    if key == "sort":
        return _sorted(situation, desk)
    cards = row(situation, desk)
    if not cards or desk.chosen is None:
        return answer(desk, "news", prompt("not_started"))
    if key in ("move_left", "move_right"):
        return _moved(situation, desk, desk.chosen, 1 if key == "move_right" else -1)
    goal = looking.stepped(cards, desk.chosen, key)
    return choose(situation, desk, desk.chosen if goal is None else goal)


def choose(situation: Situation, desk: Desk, card: Card) -> Outcome:
    """Put the cursor on a card; a question about another card is thereby withdrawn, ticked cards stay.

    Where the card fits a meld, the melds are scrolled to that one, wherever one had scrolled before.
    """
    question = desk.question if isinstance(desk.question, Melding) else None
    lights = situation.deadwood_help and situation.legal.targets(card)
    melds_from = 0 if lights else desk.melds_from
    return Outcome(
        settled(situation, replace(desk, chosen=card, question=question, melds_from=melds_from, status=None))
    )


def _scroll_melds(desk: Desk, by: int) -> Outcome:
    return Outcome(replace(desk, melds_from=desk.melds_from + by, status=None))


def _sorted(situation: Situation, desk: Desk) -> Outcome:
    order = desk.order.after()
    if not situation.deadwood_help and order is Order.MELDS:
        order = Order.RANK
    return answer(replace(desk, order=order), "news", prompt("order", order=tr(order.value)))


def _moved(situation: Situation, desk: Desk, card: Card, step: int) -> Outcome:
    cards = moved(row(situation, desk), card, step)
    desk = replace(desk, order=Order.BY_HAND, by_hand=cards)
    return answer(desk, "news", prompt("moved", card=CardWord(card)))


def _in_words(situation: Situation, desk: Desk) -> Outcome:
    if not situation.view.hand:
        return answer(desk, "news", prompt("not_started"))
    shown = groups(situation, Desk())
    text = apart([", ".join(map(in_words, group.cards)) for group in shown])
    return answer(desk, "done", prompt("words"), Note(fill("Your hand: {words}.", words=text)))


# ---- the state moves on


def follow(before: Situation | None, now: Situation, desk: Desk, now_ms: int) -> Desk:
    """Return the desk after the state moved: questions are withdrawn, one's own doing is confirmed."""
    if before is not None:
        desk = looking.gone_again(before, now, now.me, desk)
    if before is not None and before.view == now.view:
        return desk
    same_hand = (
        before is not None
        and before.board is not None
        and now.board is not None
        and before.board.hand == now.board.hand
    )
    # What ended the hand is said by its result, which has to say when it goes on.
    ended = now.phase == "hand_end" or now.over
    status = None
    if before is not None and same_hand and not ended:
        said = looking.still_refused(desk, _out_of_turn(before), _out_of_turn(now))
        status = playing.done(before, now) or said
    desk = replace(desk, question=None, status=status, scroll=0, melds_from=desk.melds_from if same_hand else 0)
    if before is None or _phase(before) != _phase(now):
        desk = replace(desk, since_ms=now_ms)
    if desk.overlay == "look" and now.phase != "hand_end" and not now.over:
        desk = replace(desk, overlay="")
    if now.my_turn and now.phase == "lay_called" and now.board is not None:
        desk = replace(desk, chosen=now.board.taken)
    return settled(now, desk)


def _phase(situation: Situation) -> tuple[int, str, bool]:
    """Return what a result depends on: who else is ready does not make it a new one."""
    return situation.board.hand if situation.board is not None else 0, situation.phase, situation.over
