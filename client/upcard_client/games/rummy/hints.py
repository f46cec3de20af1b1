"""The two key rows: what may be done now, gold for what should be, dimmed for what may not. Keys keep their place."""

from upcard_client.cardtable.effects import LETTER
from upcard_client.games.rummy.desk import AllOut, Breaks, Desk, Melding, Target
from upcard_client.games.rummy.letters import LETTERS
from upcard_client.games.rummy.situation import Situation
from upcard_client.keys import BY_ID
from upcard_client.locale import label, mark, tr
from upcard_client.widgets.frame import Hint
from upcard_client.words.phrases import CardWord, Line, fill
from upcard_protocol.rules.rummy import actions as act
from upcard_protocol.rules.rummy.going import going_out


def _hint(key: str, words: str | Line = "", *, gold: bool = False, off: bool = False) -> Hint:
    """Return the hint of a key with words to be translated, or its usual ones; a line is one already."""
    entry = BY_ID[key]
    line = words if isinstance(words, tuple) else (tr(words or entry.label),)
    return Hint(key, entry.cap, line, "off" if off else "gold" if gold else "open")


def game_keys(situation: Situation, desk: Desk) -> tuple[Hint, ...]:
    """Return the row of keys that play."""
    if situation.me is None:
        return (
            Hint("up", "Up/Down", (tr(label("Melds")),)),
            Hint("no", BY_ID["no"].cap, (tr(label("Next table")),)),
            _hint("seat", off=situation.guest),
        )
    if desk.overlay == "log":
        return (Hint("up", "Up/Down", (tr(label("Scroll")),)), _hint("back", label("Close")))
    if situation.board is None:
        ready = _hint("yes", label("Ready"), gold=not situation.am_ready, off=situation.am_ready)
        return (ready, _hint("bot")) if situation.free_seat else (ready,)
    if situation.over:
        return (_hint("yes", mark("Another match"), gold=True, off=situation.am_ready),)
    if situation.phase == "hand_end":
        return (_hint("yes", label("Ready"), gold=True, off=situation.view.sheet.ready[situation.me]),)
    match desk.question:
        case Melding(ticked=ticked):
            whole = bool(ticked) and situation.legal.check(act.Meld(ticked)) is None
            ticks = desk.chosen is not None and bool(ticked >> desk.chosen & 1)
            return (
                _hint("discard", label("Untick" if ticks else "Tick"), gold=not whole),
                _hint("yes", label("Lay it"), gold=whole, off=not whole),
                _hint("back", label("Back")),
            )
        case Target(places=places):
            picks = (Hint(f"{LETTER}{LETTERS[place]}", LETTERS[place].upper(), ("",), "gold") for place in places)
            return (*picks, _hint("back", label("Back")))
        case AllOut():
            return (_hint("yes", label("Lay all"), gold=True), _hint("back", label("Back")))
        case _:
            return _turn_keys(situation, desk)


def _turn_keys(situation: Situation, desk: Desk) -> tuple[Hint, ...]:
    legal = situation.legal
    acts = situation.my_turn and not situation.sending
    if situation.phase == "call":
        return (
            _hint("retry", label("Rummy!"), gold=True, off=not (acts and legal.may_call)),
            _hint("pass", label("Let it lie"), gold=acts, off=not acts),
        )
    if situation.phase == "draw" or not acts:
        return _draw_keys(situation, acts=acts)
    lays = bool(desk.chosen is not None and legal.targets(desk.chosen))
    discards = desk.chosen is not None and bool(legal.discards >> desk.chosen & 1)
    asking = isinstance(desk.question, Breaks)
    lay = _hint("yes", label("Lay off"), gold=lays, off=not lays)
    if situation.phase == "lay_called":
        return (lay,)
    throw = _hint("discard", label("Again") if asking else "", gold=discards and not lays, off=not discards)
    if situation.phase == "discard_called":
        return (throw,)
    back = _hint("take_back", off=not legal.may_take_back)
    # What the hand would allow is the player's own to find out where the table gives no help with it.
    helped = situation.deadwood_help
    meld = _hint("meld", gold=helped and bool(legal.melds), off=helped and not legal.melds)
    out = _hint("all", label("All out"), off=helped and going_out(legal) is None)
    return (meld, lay, throw, back, out)


def _draw_keys(situation: Situation, *, acts: bool) -> tuple[Hint, ...]:
    legal, board = situation.legal, situation.board
    top = board.top if board is not None else None
    draw = label("Shuffle" if situation.options.recycle == "shuffle" else "Turn over")
    keys = (
        _hint("draw", draw if acts and legal.turns_over else "", gold=True, off=not (acts and legal.may_draw_stock)),
        _hint(
            "take",
            "" if top is None else fill(label("Take {card}"), card=CardWord(top)),
            gold=True,
            off=not (acts and legal.may_draw_discard),
        ),
    )
    if acts and legal.may_block:
        return (*keys, _hint("bot", label("Block"), gold=top is None))
    return (*keys, _hint("meld", off=True), _hint("yes", label("Lay off"), off=True), _hint("discard", off=True))


def look_keys(situation: Situation, desk: Desk) -> tuple[Hint, ...]:
    """Return the row of keys that only look."""
    if desk.overlay == "log":
        return (_hint("log", label("Close")), *(_hint(key) for key in ("chat", "score", "help")))
    if situation.me is None:
        return (*(_hint(key) for key in ("chat", "log", "score", "help")), _hint("back", mark("Back to the lobby")))
    aids = ("hint",) if situation.hints else ()
    return tuple(_hint(key) for key in ("sort", "chat", "log", "score", *aids, "help", "back"))
