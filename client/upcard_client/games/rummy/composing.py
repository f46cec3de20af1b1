"""From the situation and the desk to what the table shows."""

from typing import Final

from upcard_client.cardtable.arrangement import Group, by_rank
from upcard_client.cardtable.scene import Pane, ScoreRow
from upcard_client.cardtable.surroundings import LinkLost, LinkUp
from upcard_client.games.rummy import hints, results
from upcard_client.games.rummy.desk import Desk, Melding, Target, groups, settled
from upcard_client.games.rummy.letters import LETTERS
from upcard_client.games.rummy.playing import melding_question
from upcard_client.games.rummy.pressing import showing_result
from upcard_client.games.rummy.prompts import letters, prompt
from upcard_client.games.rummy.rulebook import goal, short_name
from upcard_client.games.rummy.scene import Pile, Player, Scene, ShownMeld
from upcard_client.games.rummy.sentences import why_forfeited
from upcard_client.games.rummy.situation import Situation
from upcard_client.games.rummy.turnbar import turn_bar
from upcard_client.locale import bracket, tr, trc, trn
from upcard_client.widgets.frame import Header, Status
from upcard_client.widgets.hand import Batch, HandRow
from upcard_client.words import forfeits
from upcard_client.words.phrases import CardWord, Line
from upcard_protocol.rules.cards import EMPTY, Card, Hand
from upcard_protocol.rules.rummy.board import Board
from upcard_protocol.rules.rummy.events import LaidOff, Melded
from upcard_protocol.rules.rummy.melds import order
from upcard_protocol.rules.rummy.scoring import count
from upcard_protocol.rules.rummy.state import HAND_SIZE

_BRACKETS: Final = bracket({"run": "run", "set": "set"})
"""What the bracket under a meld of the hand says."""


def compose(situation: Situation, desk: Desk) -> Scene:
    """Return what is shown."""
    desk = settled(situation, desk)
    board, legal = situation.board, situation.legal
    acts = situation.my_turn and not situation.held_up
    called = acts and situation.phase == "call" and legal.may_call
    takes = called or (acts and legal.may_draw_discard)
    return Scene(
        header=_header(situation),
        players=tuple(_player(situation, seat) for seat in situation.others),
        watched=situation.me is None,
        melds=_melds(situation, desk),
        melds_from=desk.melds_from,
        stock=board.stock if board is not None else 0,
        top=board.top if board is not None else None,
        pile=len(board.pile) if board is not None else 0,
        stock_pile=Pile(tr("Stock"), "draw", acts and legal.may_draw_stock),
        discard_pile=Pile(trc("noun", "Discard"), "retry" if called else "take", takes),
        facts=_facts(situation),
        bar=turn_bar(situation, desk),
        status=desk.status or (None if desk.overlay == "log" else _standing(situation, desk)),
        news=_news(situation),
        hand=_hand(situation, desk),
        hand_note=_hand_note(situation),
        keys=hints.game_keys(situation, desk),
        looks=hints.look_keys(situation, desk),
        pane=_pane(situation),
        result=results.result_sheet(situation, desk) if showing_result(situation, desk) else None,
        sheet=results.score_sheet(situation) if desk.overlay == "score" else None,
        whole_log=desk.overlay == "log",
        scroll=desk.scroll,
    )


def _header(situation: Situation) -> Header:
    sheet, board, options = situation.view.sheet, situation.board, situation.options
    hand = tr("hand {number}", number=board.hand) if board is not None else ""
    answer = _answer_time(situation.link)
    if situation.me is None:
        many = situation.spectators
        watchers = trn("{count} watching", "{count} watching", many) if many else ""
        game = short_name(0 if options.deals else options.target)
        link = "  ".join(word for word in (watchers, answer) if word)
        return Header(title=tr("Watching"), parts=(situation.table, game, hand), link=link)
    scores = ((situation.name(situation.me), sheet.totals[situation.me]),)
    return Header(title=tr("Rummy"), parts=(hand, goal(options), situation.table), scores=scores, link=answer)


def _answer_time(link: LinkUp | LinkLost) -> str:
    if isinstance(link, LinkLost):
        return tr("no link")
    return "" if link.ms is None else tr("{count} ms", count=link.ms)


def _player(situation: Situation, seat: int) -> Player:
    board, sheet = situation.board, situation.view.sheet
    notes: list[str] = []
    if board is not None and board.dealer == seat:
        notes.append(tr("dealer"))
    if board is not None and board.absent[seat]:
        notes.append(tr(forfeits.DID[why_forfeited(board, seat)]))
    if situation.note(seat):
        notes.append(situation.note(seat))
    return Player(
        name=situation.names[seat],
        cards=board.held[seat] if board is not None else 0,
        points=sheet.totals[seat],
        notes=tuple(notes),
        playing=board is not None and seat in board.asked and not situation.over,
        shown=_shown(situation, seat),
    )


def _shown(situation: Situation, seat: int) -> tuple[Card, ...]:
    """Return the cards of a hand that somebody who watches may see."""
    hands = situation.view.hands
    hand = hands[seat] if situation.me is None and seat < len(hands) else None
    return () if hand is None else by_rank(hand)


# ---- the table


def _melds(situation: Situation, desk: Desk) -> tuple[ShownMeld, ...]:
    board = situation.board
    if board is None:
        return ()
    lit: tuple[int, ...] = ()
    if isinstance(desk.question, Target):
        lit = desk.question.places
    elif situation.deadwood_help and desk.question is None:
        lit = situation.legal.targets(desk.chosen)
    aces = situation.options.ace_runs
    fresh = {play.meld for play in board.played if isinstance(play, LaidOff)}
    first_new = len(board.melds) - sum(isinstance(play, Melded) for play in board.played)
    return tuple(
        ShownMeld(LETTERS[place], order(meld.cards, aces), place in lit, place in fresh or place >= first_new)
        for place, meld in enumerate(board.melds)
    )


def _facts(situation: Situation) -> tuple[Line, ...]:
    board = situation.board
    if board is None or isinstance(situation.link, LinkLost):
        return ()
    lines: list[Line] = []
    if situation.me is not None and situation.deadwood_help and board.phase != "hand_end":
        lines.append((tr("in hand {points}", points=count(situation.view.hand, situation.options)),))
    if len(board.pile) > 1:
        lines.append((trn("{count} card in the pile", "{count} cards in the pile", len(board.pile)),))
    if board.turned:
        lines.append((_turned(board.turned),))
    if situation.me is not None and board.dealer == situation.me:
        lines.append((tr("you are the dealer"),))
    return tuple(lines)


def _turned(times: int) -> str:
    """Say how often the pile became the stock again."""
    if times > 2:
        return trn("turned over {count} time", "turned over {count} times", times)
    return tr("turned over once") if times == 1 else tr("turned over twice")


# ---- the hand


def _hand(situation: Situation, desk: Desk) -> HandRow:
    if situation.me is None:
        return HandRow(batches=())
    board = situation.board
    fresh: Card | None = None
    if board is not None and situation.my_turn and board.phase not in ("draw", "call"):
        fresh = situation.view.drawn if situation.view.drawn is not None else board.taken
    ticked: Hand = desk.question.ticked if isinstance(desk.question, Melding) else EMPTY
    return HandRow(
        batches=tuple(_batch(group) for group in groups(situation, desk)),
        chosen=desk.chosen,
        fresh=fresh,
        marked=ticked,
        away=isinstance(situation.link, LinkLost),
        most=1 + HAND_SIZE[len(situation.names)],
    )


def _batch(group: Group) -> Batch:
    if group.kind == "plain":
        return Batch(group.cards)
    words = tr(_BRACKETS[group.kind])
    return Batch(group.cards, words, words, melded=True)


def _hand_note(situation: Situation) -> str:
    if isinstance(situation.link, LinkLost) and situation.me is not None:
        return tr("Your hand is kept on the server. Keys that only look still work.")
    return ""


# ---- the status line when no key was answered


def _standing(situation: Situation, desk: Desk) -> Status | None:
    board = situation.board
    if situation.me is None:
        rule = "watching_open" if situation.hands_shown else "watching_rule"
        return Status("news", prompt(rule)) if situation.phase != "hand_end" else None
    if isinstance(situation.link, LinkLost) or board is None:
        return None
    if situation.slow:
        return Status("news", (tr("Sending..."),))
    if isinstance(desk.question, Melding):
        return Status("question", melding_question(situation, desk, desk.question.ticked))
    if not situation.my_turn:
        if board.phase == "call" and board.top is not None and board.discarder == situation.me:
            return Status("news", prompt("others_call", card=CardWord(board.top)))
        return None
    match board.phase:
        case "call" if board.top is not None:
            return Status("question", prompt("call?", card=CardWord(board.top)))
        case "draw":
            return _drawing(situation, board)
        case "lay_called" if board.taken is not None:
            places = situation.legal.targets(board.taken)
            words = prompt("lay_called?", card=CardWord(board.taken), letters=letters(places))
            return Status("question", words)
        case "play" if situation.deadwood_help and desk.chosen is not None:
            return _fits(situation, desk.chosen)
        case _:
            return None


def _drawing(situation: Situation, board: Board) -> Status | None:
    """Say what drawing means when the stock is used up."""
    if board.stock:
        return None
    legal = situation.legal
    if legal.turns_over:
        return Status("question", prompt("shuffle?" if situation.options.recycle == "shuffle" else "turn_over?"))
    if board.top is None:
        return Status("question", prompt("block_only?"))
    return Status("question", prompt("block?", card=CardWord(board.top)))


def _fits(situation: Situation, card: Card) -> Status | None:
    places = situation.legal.targets(card)
    if not places:
        return None
    if len(places) > 1:
        return Status("question", prompt("fits_many?", card=CardWord(card), letters=letters(places)))
    return Status("question", prompt("fits?", card=CardWord(card), letter=letters(places)))


def _news(situation: Situation) -> Status | None:
    """Return what somebody else did last."""
    board = situation.board
    if board is None or not board.plays or board.phase == "hand_end":
        return None
    play = board.plays[-1]
    if getattr(play, "seat", None) == situation.me:
        return None
    told = situation.narrator.tell(play)
    return Status("news", told[0]) if told else None


def _pane(situation: Situation) -> Pane:
    sheet, order_of = situation.view.sheet, situation.columns
    rows = tuple(
        ScoreRow(
            f"{row.hand} {results.how_in_words(row.score)}",
            tuple(row.score.points[seat] or None for seat in order_of),
        )
        for row in sheet.rows
    )
    names = tuple(situation.name(seat) for seat in order_of)
    return Pane(names, rows, tuple(sheet.totals[seat] for seat in order_of), situation.log)
