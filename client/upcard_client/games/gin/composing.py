"""From the situation and the desk to what the table shows."""

from typing import Final

from upcard_client.cardtable import looking
from upcard_client.cardtable.arrangement import Group, by_rank, in_order
from upcard_client.cardtable.scene import Pane, ScoreRow
from upcard_client.cardtable.surroundings import LinkLost, LinkUp
from upcard_client.games.gin import hints, results
from upcard_client.games.gin.desk import (
    AllMelded,
    Desk,
    Ending,
    Target,
    ending_layouts,
    fitting,
    groups,
    held,
    laid_melds,
    laying_off,
    own_layout,
    settled,
    takes_last,
)
from upcard_client.games.gin.laying import LETTERS
from upcard_client.games.gin.playing import knock_cards
from upcard_client.games.gin.pressing import showing_result
from upcard_client.games.gin.prompts import possessive, prompt
from upcard_client.games.gin.scene import (
    Added,
    Count,
    Facts,
    Pile,
    Player,
    Scene,
    TableMeld,
    Tally,
)
from upcard_client.games.gin.situation import Situation
from upcard_client.games.gin.turnbar import turn_bar
from upcard_client.phrases import CardWord, Line, counted, fill
from upcard_client.widgets.frame import Header, Status
from upcard_client.widgets.hand import Batch, HandRow
from upcard_protocol.rules.cards import BIT, EMPTY, Card, Hand, cards_of, count, points
from upcard_protocol.rules.gin import events
from upcard_protocol.rules.gin.board import Board
from upcard_protocol.rules.layoffs import defend
from upcard_protocol.rules.melds import deadwood, meld_kind

TAKES: Final = frozenset({"draw", "offer_n", "offer_d", "last_discard"})
"""Phases in which the pile's top card may be taken."""


def compose(situation: Situation, desk: Desk) -> Scene:
    """Return what is shown."""
    desk = settled(situation, desk)
    board = situation.board
    rival = situation.rival
    watching = situation.me is None
    if watching and desk.swapped:
        rival = 1 - rival
    lower = _player(situation, desk, 1 - rival) if watching else None
    takes = situation.my_turn and not isinstance(situation.link, LinkLost) and not situation.sending
    phase = board.phase if board is not None else ""
    over = showing_result(situation, desk)
    return Scene(
        header=_header(situation),
        rival=_player(situation, desk, rival),
        mine=lower,
        stock=board.stock if board is not None else 0,
        top=_top(board, desk),
        stock_pile=Pile("Stock", "D", takes and phase in ("draw", "forced_stock")),
        discard_pile=Pile("Discard", "T", takes and phase in TAKES and not takes_last(desk)),
        panel=_panel(situation, desk),
        bar=turn_bar(situation, desk),
        status=desk.status or _standing(situation, desk),
        news=_news(situation),
        hand=_hand(situation, desk),
        hand_note=_hand_note(situation),
        keys=hints.game_keys(situation, desk),
        looks=hints.look_keys(situation, desk),
        pane=_pane(situation),
        result=results.result_sheet(situation, desk) if over else None,
        sheet=results.score_sheet(situation) if desk.overlay == "score" else None,
        whole_log=desk.overlay == "log",
        scroll=desk.scroll,
    )


def _top(board: Board | None, desk: Desk) -> Card | None:
    """Return the card on top of the pile; the last discard lies in the hand while it is thought of."""
    if board is None or not takes_last(desk):
        return board.top if board is not None else None
    return board.pile[-2] if len(board.pile) > 1 else None


def _header(situation: Situation) -> Header:
    sheet, names = situation.view.sheet, situation.names
    board = situation.board
    hand = f"hand {board.hand}" if board is not None else ""
    answer = _answer_time(situation.link)
    if situation.me is None:
        watchers = f"{situation.spectators} watching" if situation.spectators else ""
        return Header(
            title="Watching",
            parts=(situation.table, f"Gin {sheet.options.target}", hand),
            link="  ".join(word for word in (watchers, answer) if word),
        )
    order = (situation.me, 1 - situation.me)
    return Header(
        title="Gin rummy",
        parts=(hand, f"to {sheet.options.target}", situation.table),
        scores=tuple(
            ("You" if seat == situation.me else names[seat], sheet.totals[seat])
            for seat in order
            if situation.has_somebody(seat)
        ),
        link=answer,
    )


def _answer_time(link: LinkUp | LinkLost) -> str:
    if isinstance(link, LinkLost):
        return "no link"
    return "" if link.ms is None else f"{link.ms} ms"


# ---- players


def _player(situation: Situation, desk: Desk, seat: int) -> Player:
    board, sheet = situation.board, situation.view.sheet
    notes: list[str] = []
    if situation.me is None:
        notes.append(counted(sheet.totals[seat]))
    if board is None:
        return Player(seat=seat, name=situation.names[seat], cards=0, notes=(situation.note(seat),))
    if board.dealer == seat and board.knock is None:
        notes.append("dealer")
    if board.knock is not None and board.knock.seat == seat:
        notes.append({"knock": "knocked", "gin": "gin", "big_gin": "big gin"}[board.knock.kind])
    if situation.note(seat):
        notes.append(situation.note(seat))
    playing = board.turn == seat and board.phase not in ("scoring", "hand_end")
    shown, left = _shown(situation, desk, board, seat)
    return Player(
        seat=seat,
        name=situation.names[seat],
        cards=board.cards_held(seat),
        notes=tuple(notes),
        playing=playing and sheet.winner is None,
        shown=shown,
        deadwood=left,
    )


def _shown(situation: Situation, desk: Desk, board: Board, seat: int) -> tuple[tuple[TableMeld, ...], int | None]:
    """Return the cards of a seat that lie open, and their deadwood: the knocker's, or a hand that may be seen."""
    knock, defence = board.knock, board.defence
    if knock is not None and knock.seat == seat:
        melds = _knockers_melds(situation, desk, board)
        return _with_loose(melds, knock.loose), points(knock.loose)
    if defence is not None and defence.seat == seat and board.phase == "hand_end":
        own = tuple(TableMeld(by_rank(meld), meld_kind(meld) or "") for _, meld in in_order(defence.melds))
        return _with_loose(own, defence.loose), points(defence.loose)
    hand = situation.view.hands[seat] if seat < len(situation.view.hands) else None
    if hand is not None and situation.me is None:
        return (TableMeld(by_rank(hand), ""),), None
    return (), None


def _with_loose(melds: tuple[TableMeld, ...], loose: Hand) -> tuple[TableMeld, ...]:
    return (*melds, TableMeld(by_rank(loose), "")) if loose else melds


def _knockers_melds(situation: Situation, desk: Desk, board: Board) -> tuple[TableMeld, ...]:
    """Return the knocker's melds with what was laid off on them, and with what fits there now."""
    assert board.knock is not None
    laid = desk.draft.layoffs if laying_off(situation) else board.defence.layoffs if board.defence else ()
    mine = held(situation, desk) if laying_off(situation) else EMPTY
    asked = desk.question.places if isinstance(desk.question, Target) else ()
    found: list[TableMeld] = []
    for place, meld in in_order(board.knock.melds):
        kind = meld_kind(meld) or ""
        first = by_rank(meld)[0]
        drafted = [Added(card, card < first, True) for card, on in laid if on == place]
        fits = [
            Added(card, card < first and kind == "run", False, card == desk.chosen)
            for card in cards_of(mine)
            if place in fitting(situation, desk, card)
        ]
        letter = LETTERS[place] if place in asked else ""
        found.append(TableMeld(by_rank(meld), kind, (*drafted, *fits), letter))
    return tuple(found)


# ---- beside the piles


def _panel(situation: Situation, desk: Desk) -> Count | Tally | Facts | None:
    board = situation.board
    if board is None:
        return None
    if situation.me is None:
        return _facts(situation, board)
    if board.phase in ("scoring", "hand_end") or isinstance(situation.link, LinkLost):
        return None
    if board.phase == "layoff":
        return _tally(situation, desk, board)
    if not situation.deadwood_help:
        return None
    hand, without = held(situation, desk), None
    if count(hand) > 10 and desk.chosen is not None and not isinstance(desk.question, AllMelded):
        without = desk.chosen
        hand = Hand(hand & ~BIT[without])
    gin_only = board.limit == 0
    return Count(deadwood(hand), without, board.limit, gin_only)


def _tally(situation: Situation, desk: Desk, board: Board) -> Tally:
    assert board.knock is not None
    knocker = possessive(situation.names[board.knock.seat])
    kd = points(board.knock.loose)
    if not laying_off(situation):
        return Tally((("your count", kd, ""),))
    rows: list[tuple[str, int, str]] = []
    if situation.deadwood_help:
        before = defend(board.knock.melds, situation.view.hand, layoffs=False).deadwood
        after = own_layout(situation, desk).deadwood
        note = ""
        card = desk.chosen
        if card is not None and fitting(situation, desk, card) and own_layout(situation, desk).loose >> card & 1:
            left = deadwood(Hand(held(situation, desk) & ~BIT[card]))
            note = str(left)
        rows += [("your deadwood", before, ""), ("after lay-off", after, note)]
    rows.append((f"{knocker} count", kd, ""))
    return Tally(tuple(rows))


def _facts(situation: Situation, board: Board) -> Facts:
    """Tell a spectator who discarded last and what each player took from the pile, as all at a table see it."""
    lines: list[Line] = []
    discards = [play for play in board.plays if isinstance(play, events.Discarded)]
    if discards and board.top == discards[-1].card:
        lines.append(fill("Discard from {player}", player=situation.names[discards[-1].seat]))
    lines.append(("Taken from the pile so far:",))
    for seat in board.seats:
        taken = tuple(
            CardWord(play.card) for play in board.plays if isinstance(play, events.Took) and play.seat == seat
        )
        name = situation.names[seat]
        lines.append(
            fill("  {player}  {cards}", player=name, cards=taken)
            if taken
            else fill("  {player}  nothing", player=name)
        )
    return Facts(tuple(lines))


# ---- the hand


def _hand(situation: Situation, desk: Desk) -> HandRow:
    if situation.me is None:
        return HandRow(batches=())
    board = situation.board
    mine = situation.my_turn and board is not None
    fresh: Card | None = None
    if board is not None and takes_last(desk):
        fresh = board.top
    elif mine and board is not None and board.phase == "discard":
        fresh = situation.view.drawn if situation.view.drawn is not None else board.taken
    marked = EMPTY
    if isinstance(desk.question, Ending) and situation.deadwood_help:
        marked = knock_cards(situation, held(situation, desk), goal=desk.question.goal)
    return HandRow(
        batches=tuple(_batch(group) for group in groups(situation, desk)),
        chosen=desk.chosen,
        fresh=fresh,
        marked=marked,
        away=isinstance(situation.link, LinkLost),
    )


def _batch(group: Group) -> Batch:
    match group.kind:
        case "deadwood":
            return Batch(group.cards, f"deadwood {group.deadwood}", str(group.deadwood))
        case "plain":
            return Batch(group.cards)
        case _:
            return Batch(group.cards, group.kind, group.kind, melded=True)


def _hand_note(situation: Situation) -> str:
    if isinstance(situation.link, LinkLost) and situation.me is not None:
        return "Your hand is kept on the server. Keys that only look still work."
    return ""


# ---- the status line when no key was answered


def _standing(situation: Situation, desk: Desk) -> Status | None:
    board = situation.board
    if situation.me is None:
        shown = board is not None and board.phase == "hand_end"
        rule = "watching_open" if situation.hands_shown else "watching_rule"
        return None if shown else Status("news", prompt(rule))
    if isinstance(situation.link, LinkLost):
        return None
    if situation.slow:
        return Status("news", ("Sending...",))
    if isinstance(desk.question, Ending):
        return _ending_question(situation, desk, desk.question)
    agreeing = looking.agreeing(situation)
    if agreeing is not None:
        return agreeing
    if laying_off(situation) and desk.chosen is not None and board is not None:
        places = fitting(situation, desk, desk.chosen)
        if places:
            return Status("question", _fits(situation, desk, board, desk.chosen, places))
    if situation.my_turn and board is not None and board.phase == "last_discard" and board.top is not None:
        return Status("question", prompt("last?", card=CardWord(board.top)))
    return None


def _ending_question(situation: Situation, desk: Desk, question: Ending) -> Status:
    board, card = situation.board, desk.chosen
    assert board is not None
    assert card is not None
    found = ending_layouts(situation, desk)
    left = found[0].deadwood
    word = CardWord(card)
    if question.goal == "gin" and left:
        return Status("news", prompt("leaves_not_gin", card=word, deadwood=left))
    if left > board.limit:
        return Status("news", prompt("leaves", card=word, deadwood=left, limit=board.limit))
    asked = prompt("gin?", card=word) if left == 0 else prompt("knock?", card=word, deadwood=left)
    if len(found) > 1 and situation.deadwood_help:
        number = question.layout % len(found) + 1
        asked = (*asked, f"  Layout {number} of {len(found)}: Up, Down.")
    return Status("question", asked)


def _fits(situation: Situation, desk: Desk, board: Board, card: Card, places: tuple[int, ...]) -> Line:
    owner = possessive(situation.names[situation.rival])
    melds = laid_melds(board, desk.draft)
    first, *others = places
    if others:
        choices = ", ".join(LETTERS[place] for place in places)
        return prompt("fits_two", card=CardWord(card), choices=choices)
    meld = melds[first]
    return (CardWord(card), f" fits {owner} ", *meld_words(meld), ".  Enter to lay it off.")


def meld_words(meld: Hand) -> Line:
    """Write a meld in short: `run 4-5-6♠`, `set of J`."""
    cards = by_rank(meld)
    names = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
    if meld_kind(meld) == "run":
        low = "-".join(names[card % 13] for card in cards[:-1])
        return (f"run {low}-", CardWord(cards[-1]))
    return (f"set of {names[cards[0] % 13]}s",)


def _news(situation: Situation) -> Status | None:
    """Return what the other side did last."""
    board = situation.board
    if board is None or not board.plays or board.phase == "hand_end":
        return None
    play = board.plays[-1]
    if play.seat == situation.me:
        return None
    told = situation.narrator.tell(play)
    return Status("news", told[0]) if told else None


def _pane(situation: Situation) -> Pane:
    sheet = situation.view.sheet
    order = (0, 1) if situation.me is None else (situation.me, 1 - situation.me)
    names = tuple("You" if seat == situation.me else situation.names[seat] for seat in order)
    rows = tuple(
        ScoreRow(
            f"{row.hand} {results.HOW[type(row.score)]}",
            tuple(row.score.points if row.score.winner == seat else None for seat in order),
        )
        for row in sheet.rows
    )
    return Pane(names, rows, tuple(sheet.totals[seat] for seat in order), situation.log)
