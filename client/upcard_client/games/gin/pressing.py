"""What a key does at the gin table: a function of the situation, the desk, the key and the time.

No terminal, no network: the result is the next desk and what has to be done about it. Every key changes something
that can be seen or gets a line of words. Playing is in `playing`, the lay-off in `laying`; here are the keys that
only look, and the order in which a key is judged.
"""

from msgspec.structs import replace

from upcard_client.cardtable.arrangement import Order, moved
from upcard_client.cardtable.desk import ANSWER_AFTER_MS, scrolled
from upcard_client.cardtable.effects import Note, Open, Opening, Press, answer, refused
from upcard_client.cardtable.surroundings import LinkLost
from upcard_client.games.gin import laying, playing
from upcard_client.games.gin.desk import Desk, Ending, Outcome, row, settled
from upcard_client.games.gin.prompts import prompt, refusal_line
from upcard_client.games.gin.sentences import cards_in_words, layout_in_words
from upcard_client.games.gin.situation import Situation
from upcard_client.keys import BY_ID
from upcard_client.phrases import CardWord, fill, spoken
from upcard_client.widgets.frame import Status
from upcard_protocol.rules.cards import Card
from upcard_protocol.rules.gin import actions as act
from upcard_protocol.rules.melds import best_layout

GAME_KEYS = frozenset({"draw", "take", "pass", "discard", "knock", "gin", "yes", "all", "done", "take_back"})
"""Keys that play; all others only look."""

_OPENINGS: dict[str, Opening] = {
    "bot": "bot",
    "help": "help",
    "settings": "settings",
    "rules": "rules",
    "redraw": "redraw",
    "quit": "quit",
    "chat": "chat",
}


def press(situation: Situation, desk: Desk, pressed: Press) -> Outcome:
    """Return what a key leads to."""
    if desk.overlay in ("log", "score"):
        return _under_overlay(situation, desk, pressed.key)
    key = pressed.key
    if key in _OPENINGS:
        return Outcome(desk, (Open(_OPENINGS[key]),))
    desk = settled(situation, replace(desk, status=None))
    match key:
        case "how_to_quit":
            return answer(desk, "news", prompt("how_to_quit"))
        case "log" | "score":
            return Outcome(replace(desk, overlay=key, scroll=0, question=None))
        case "words":
            return _in_words(situation, desk)
        case "retry":
            if isinstance(situation.link, LinkLost):
                return answer(desk, "news", prompt("retrying"), Open("retry"))
            return answer(desk, "refused", prompt("link_is_up"))
        case _:
            pass
    if situation.me is None:
        return _watching(situation, desk, key)
    if showing_result(situation, desk):
        return _over(situation, desk, pressed)
    if key in _LOOKS:
        return _look(situation, desk, pressed)
    if key in ("back", "no"):
        return _back(situation, desk, key)
    return _play(situation, desk, pressed)


def _play(situation: Situation, desk: Desk, pressed: Press) -> Outcome:
    """Judge a key that plays: link, sending, the end of the hand, whose turn it is, and only then the phase."""
    board = situation.board
    if isinstance(situation.link, LinkLost):
        return answer(desk, "refused", prompt("no_link", retry=situation.link.retry_s))
    if situation.sending:
        return answer(desk, "refused", prompt("sending", what=situation.sending))
    if board is None:
        return _before(situation, desk, pressed.key)
    if board.phase == "hand_end" or situation.view.sheet.winner is not None:
        return _over(situation, desk, pressed)
    if not situation.my_turn:
        refusal = situation.legal.check(act.DRAW_STOCK)
        assert refusal is not None
        return refused(desk, refusal_line(refusal, situation.names))
    if board.phase == "layoff":
        return laying.press(situation, desk, pressed.key, pressed.now_ms)
    return playing.press(situation, desk, pressed.key, pressed.now_ms)


def _before(situation: Situation, desk: Desk, key: str) -> Outcome:
    """Answer a key before the first deal: Enter says ready."""
    if key != "yes":
        return answer(desk, "refused", prompt("not_started"))
    if situation.am_ready:
        return answer(desk, "news", prompt("waiting_for_all"))
    return Outcome(desk, (Open("ready"),))


def showing_result(situation: Situation, desk: Desk) -> bool:
    """Does the result of the hand or of the match cover the table?"""
    board = situation.board
    over = situation.view.sheet.winner is not None or (board is not None and board.phase == "hand_end")
    return over and desk.overlay == ""


def _over(situation: Situation, desk: Desk, pressed: Press) -> Outcome:
    """Answer a key when the hand, or the match, is over."""
    key, sheet, me = pressed.key, situation.view.sheet, situation.me
    assert me is not None
    if key in ("back", "no"):
        if desk.overlay == "":
            return Outcome(replace(desk, overlay="look"))
        return Outcome(replace(desk, overlay=""), ()) if key == "no" else Outcome(desk, (Open("menu"),))
    if key != "yes":
        if key in _LOOKS:
            return answer(desk, "news", prompt("esc_looks"))
        return answer(desk, "refused", prompt("hand_over" if sheet.winner is None else "match_over"))
    if pressed.now_ms - desk.since_ms < ANSWER_AFTER_MS:
        return Outcome(desk)
    if isinstance(situation.link, LinkLost):
        return answer(desk, "refused", prompt("no_link", retry=situation.link.retry_s))
    if situation.sending:
        return answer(desk, "refused", prompt("sending", what=situation.sending))
    if sheet.winner is not None and situation.am_ready:
        return answer(desk, "news", prompt("waiting_for_all"))
    if sheet.winner is not None:
        return Outcome(desk, (Open("ready"),))
    if sheet.ready[me]:
        return answer(desk, "news", prompt("is_ready", player=situation.names[situation.rival]))
    return Outcome(desk, (act.READY,))


def _under_overlay(situation: Situation, desk: Desk, key: str) -> Outcome:
    match key:
        case "back" | "no":
            return Outcome(replace(desk, overlay=""))
        case "log" | "score":
            return Outcome(replace(desk, overlay="" if key == desk.overlay else key, scroll=0))
        case "up" | "down" if desk.overlay == "log":
            return Outcome(scrolled(situation, desk, 1 if key == "up" else -1))
        case "chat" | "help" | "settings" | "rules" | "redraw" | "quit":
            return Outcome(desk, (Open(_OPENINGS[key]),))
        case _:
            return answer(desk, "news", prompt("esc_closes"))


def _watching(situation: Situation, desk: Desk, key: str) -> Outcome:
    match key:
        case "left" | "right":
            return Outcome(replace(desk, swapped=not desk.swapped))
        case "no":
            return Outcome(desk, (Open("next_table"),))
        case "seat":
            return Outcome(desk, (Open("seat"),))
        case "back":
            if showing_result(situation, desk):
                return Outcome(replace(desk, overlay="look"))
            return Outcome(replace(desk, overlay=""), (Open("leave"),))
        case _ if key in GAME_KEYS:
            return answer(desk, "refused", prompt("watching"))
        case _:
            return answer(desk, "news", prompt("watching"))


def _back(situation: Situation, desk: Desk, key: str) -> Outcome:
    """Answer no to what is asked; with nothing asked Esc opens the menu."""
    if desk.question is not None:
        left = replace(desk, question=None)
        return answer(settled(situation, left), "news", prompt("back_to_hand"))
    if key == "back":
        return Outcome(desk, (Open("menu"),))
    return answer(desk, "news", prompt("unknown_key", key=BY_ID["no"].cap))


# ---- looking

_CARD_KEYS = {f"card{place}": place - 1 for place in range(1, 12)}
_LOOKS = frozenset(
    {"left", "right", "first", "last", "up", "down", "sort", "move_left", "move_right", "seat", *_CARD_KEYS}
)


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
    place = cards.index(desk.chosen)
    match key:
        case "left" | "right":
            goal = (place + (1 if key == "right" else -1)) % len(cards)
        case "first":
            goal = 0
        case "last":
            goal = len(cards) - 1
        case "move_left" | "move_right":
            return _moved(situation, desk, desk.chosen, 1 if key == "move_right" else -1)
        case _:
            shown = row(situation, desk)
            return choose(situation, desk, shown[min(_CARD_KEYS[key], len(shown) - 1)])
    return choose(situation, desk, cards[goal])


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
    return answer(replace(desk, order=order), "news", prompt("order", order=order.value))


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


# ---- the state moves on


def follow(before: Situation | None, now: Situation, desk: Desk, now_ms: int) -> Desk:
    """Return the desk after the state moved: questions are withdrawn, one's own doing is confirmed."""
    if before is not None:
        desk = _gone_again(before, now, desk)
    if before is not None and before.view == now.view:
        return desk
    same_hand = before is not None and before.board is not None and now.board is not None
    same_hand = same_hand and before.board.hand == now.board.hand  # pyright: ignore[reportOptionalMemberAccess]
    desk = replace(desk, question=None, status=_done(before, now) if same_hand else None, scroll=0)
    if before is None or _phase(before) != _phase(now):
        desk = replace(desk, since_ms=now_ms)
    board = now.board
    if board is None or board.phase != "layoff" or not same_hand:
        desk = replace(desk, draft=type(desk.draft)())
    if desk.overlay == "look" and (board is None or board.phase != "hand_end") and now.view.sheet.winner is None:
        desk = replace(desk, overlay="")
    desk = settled(now, desk)
    was_laying = before is not None and before.board is not None and before.board.phase == "layoff"
    if now.my_turn and board is not None and board.phase == "layoff" and not was_laying:
        desk = laying.first_that_fits(now, desk)
    return desk


def _gone_again(before: Situation, now: Situation, desk: Desk) -> Desk:
    """Take back that somebody is back, as soon as that is no longer so."""
    if desk.status is None:
        return desk
    said = spoken(desk.status.line)
    for seat, name in enumerate(before.names):
        if seat == now.me or said != spoken(prompt("is_back", player=name)):
            continue
        if now.seated and not now.seated[seat]:
            return replace(desk, status=Status("news", prompt("has_left", player=name)))
        if now.note(seat).startswith("away"):
            return replace(desk, status=Status("news", prompt("is_away", player=name)))
    return desk


def _phase(situation: Situation) -> tuple[int, str, bool]:
    """Return what a result depends on: who else is ready does not make it a new one."""
    board = situation.board
    hand, phase = (board.hand, board.phase) if board is not None else (0, "")
    return hand, phase, situation.view.sheet.winner is not None


def _done(before: Situation | None, now: Situation) -> Status | None:
    """Say what the viewer has just done, or nothing if it was somebody else."""
    if before is None or before.board is None or now.board is None or now.me is None:
        return None
    fresh = now.board.plays[len(before.board.plays) :]
    mine = [play for play in fresh if play.seat == now.me]
    if not mine:
        return None
    return playing.confirmed(mine[-1], now)
