"""The two key rows: what may be done now, gold for what should be, dimmed for what may not. Keys keep their place."""

from upcard_client.cardtable.effects import LETTER
from upcard_client.games.gin.desk import AllMelded, Breaks, Desk, Ending, Target, fitting, held, laying_off
from upcard_client.games.gin.laying import LETTERS
from upcard_client.games.gin.situation import Situation
from upcard_client.keys import BY_ID
from upcard_client.locale import label, mark, tr
from upcard_client.widgets.frame import Hint
from upcard_client.words.phrases import CardWord, Line, fill
from upcard_protocol.rules.cards import BIT, Hand, cards_of
from upcard_protocol.rules.gin import actions as act
from upcard_protocol.rules.gin.actions import Action
from upcard_protocol.rules.melds import deadwood


def _hint(key: str, words: str | Line = "", *, gold: bool = False, off: bool = False) -> Hint:
    """Return the hint of a key: with its own label, with other marked words, or with a line."""
    entry = BY_ID[key]
    line = words if isinstance(words, tuple) else (tr(words or entry.label),)
    return Hint(key, entry.cap, line, "off" if off else "gold" if gold else "open")


def game_keys(situation: Situation, desk: Desk) -> tuple[Hint, ...]:
    """Return the row of keys that play."""
    if situation.me is None:
        return (
            Hint("left", "Left/Right", (tr("Other table" if situation.other_board is not None else "Swap sides"),)),
            Hint("no", BY_ID["no"].cap, (tr("Next table"),)),
            _hint("seat", off=situation.guest),
        )
    board = situation.board
    if situation.idle and not situation.hand_over:
        return (Hint("left", "Left/Right", (tr("Swap sides"),)),)
    if desk.overlay == "log":
        return (Hint("up", "Up/Down", (tr("Scroll"),)), _hint("back", label("Close")))
    if board is None:
        ready = _hint("yes", label("Ready"), gold=not situation.am_ready, off=situation.am_ready)
        return (ready, _hint("bot")) if situation.free_seat else (ready,)
    if board.phase == "hand_end" and situation.view.sheet.winners:
        return (_hint("yes", mark("Another match"), gold=True, off=situation.am_ready),)
    if board.phase == "hand_end":
        return (_hint("yes", label("Ready"), gold=True, off=situation.view.sheet.ready[situation.me]),)
    match desk.question:
        case Ending(goal=goal):
            return (
                _hint("yes", label("Knock") if goal == "knock" else label("Gin"), gold=True),
                Hint("right", "Left/Right", (tr("Discard"),)),
                _hint("back", label("Back")),
            )
        case AllMelded():
            big = _hint("yes", label("Big gin"), gold=True)
            return (big, Hint("right", "Left/Right", (tr("Plain gin"),)), _hint("back", label("Back")))
        case _:
            pass
    if isinstance(desk.question, Target):
        letters = (LETTERS[place] for place in desk.question.places)
        picks = (Hint(f"{LETTER}{letter}", letter.upper(), (tr("This meld"),), "gold") for letter in letters)
        return (*picks, _hint("back", label("Back")))
    if laying_off(situation):
        fits = desk.chosen is not None and bool(fitting(situation, desk, desk.chosen))
        some = any(fitting(situation, desk, card) for card in cards_of(held(situation, desk)))
        back = (_hint("take_back"),) if desk.draft.layoffs else ()
        return (
            _hint("yes", label("Lay off"), gold=fits, off=not fits),
            _hint("all", off=not some),
            _hint("done", gold=not fits),
            *back,
        )
    if board.phase == "last_discard" and situation.my_turn:
        ends = bool(situation.legal.knocks) or situation.legal.big_gin
        return (
            _hint("take", label("Take and end"), gold=ends, off=not ends),
            _hint("pass", label("Leave it"), gold=not ends),
        )
    return _turn_keys(situation, desk)


def _turn_keys(situation: Situation, desk: Desk) -> tuple[Hint, ...]:
    board, legal = situation.board, situation.legal
    acts = situation.my_turn and not situation.sending

    def may(action: Action) -> bool:
        return acts and legal.check(action) is None

    offered = board is not None and board.phase in ("offer_n", "offer_d")
    top = board.top if board is not None else None
    take = act.TAKE_UPCARD if offered else act.DRAW_DISCARD
    discards = acts and desk.chosen is not None and may(act.DISCARDS[desk.chosen])
    knocks = legal.knocks if acts else Hand(0)
    gin = acts and (legal.big_gin or _gin(situation, knocks))
    offers = (_hint("pass", gold=True),) if offered and acts else ()
    asking = isinstance(desk.question, Breaks)
    return (
        _hint("draw", gold=True, off=not may(act.DRAW_STOCK)),
        _hint(
            "take",
            label("Take") if top is None else fill(label("Take {card}"), card=CardWord(top)),
            gold=True,
            off=not may(take),
        ),
        _hint("discard", gold=discards, off=not discards)
        if not asking
        else _hint("discard", label("Again"), gold=True),
        _hint("knock", off=not knocks),
        _hint("gin", off=not gin),
        *offers,
    )


def _gin(situation: Situation, knocks: Hand) -> bool:
    hand = situation.view.hand
    return any(deadwood(Hand(hand & ~BIT[card])) == 0 for card in cards_of(knocks))


def look_keys(situation: Situation, desk: Desk) -> tuple[Hint, ...]:
    """Return the row of keys that only look."""
    if desk.overlay == "log":
        return (_hint("log", label("Close")), *(_hint(key) for key in ("chat", "score", "help")))
    pile = ("pile",) if situation.view.sheet.options.discard_browse == "all" else ()
    if situation.me is None:
        keys = ("chat", "log", "score", *pile, "help")
        return (*(_hint(key) for key in keys), _hint("back", mark("Back to the lobby")))
    aids = ("hint",) if situation.hints else ()
    return tuple(_hint(key) for key in ("sort", "chat", "log", "score", *pile, *aids, "help", "back"))
