"""From the situation and the desk to what the table shows."""

from typing import Final

from upcard_client.cardtable.arrangement import Group, by_rank
from upcard_client.cardtable.scene import Pane
from upcard_client.cardtable.surroundings import LinkLost, LinkUp
from upcard_client.games.gin import around, hints, results, rulebook, scoresheet, standings
from upcard_client.games.gin.desk import (
    AllMelded,
    Desk,
    Ending,
    ending_layouts,
    fitting,
    groups,
    held,
    laid_melds,
    laying_off,
    on_the_table,
    own_layout,
    settled,
    takes_last,
)
from upcard_client.games.gin.following import OVER
from upcard_client.games.gin.laying import LETTERS
from upcard_client.games.gin.playing import knock_cards
from upcard_client.games.gin.pressing import showing_result
from upcard_client.games.gin.prompts import prompt
from upcard_client.games.gin.scene import MELD_WORDS, Count, Facts, Pile, Rule, Scene, Tally, TallyRow
from upcard_client.games.gin.situation import Situation
from upcard_client.games.gin.turnbar import turn_bar
from upcard_client.locale import status, tr, trc, trn
from upcard_client.widgets.frame import Header, Status
from upcard_client.widgets.hand import Batch, HandRow
from upcard_client.words.phrases import CardWord, Line, fill, spoken
from upcard_protocol.rules.cards import BIT, EMPTY, Card, Hand, count, points
from upcard_protocol.rules.gin import events
from upcard_protocol.rules.gin.board import Board
from upcard_protocol.rules.layoffs import defend
from upcard_protocol.rules.melds import deadwood, meld_kind

TAKES: Final = frozenset({"draw", "offer_n", "offer_d", "last_discard"})
"""Phases in which the pile's top card may be taken."""


def compose(situation: Situation, desk: Desk) -> Scene:
    """Return what is shown."""
    situation = on_the_table(situation, desk)
    desk = settled(situation, desk)
    board = situation.board
    rival, lower = around.large(situation, desk)
    takes = situation.my_turn and not situation.held_up
    phase = board.phase if board is not None else ""
    over = showing_result(situation, desk)
    return Scene(
        header=_header(situation),
        rival=around.player(situation, desk, rival),
        mine=around.player(situation, desk, lower) if lower is not None else None,
        others=around.others(situation, rival, lower),
        rule=_rule(situation),
        stock=board.stock if board is not None else 0,
        top=_top(board, desk),
        stock_pile=Pile(trc("pile", "Stock"), "draw", takes and phase in ("draw", "forced_stock")),
        discard_pile=Pile(trc("pile", "Discard"), "take", takes and phase in TAKES and not takes_last(desk)),
        panel=_panel(situation, desk),
        bar=turn_bar(situation, desk),
        status=desk.status or (None if desk.overlay == "log" else _standing(situation, desk)),
        news=_news(situation),
        hand=_hand(situation, desk),
        hand_note=_hand_note(situation),
        keys=hints.game_keys(situation, desk),
        looks=hints.look_keys(situation, desk),
        pane=_pane(situation),
        result=results.result_sheet(situation, desk) if over else None,
        sheet=scoresheet.score_sheet(situation) if desk.overlay == "score" else None,
        whole_log=desk.overlay == "log",
        scroll=desk.scroll,
    )


def _top(board: Board | None, desk: Desk) -> Card | None:
    """Return the card on top of the pile; the last discard lies in the hand while it is thought of."""
    if board is None or not takes_last(desk):
        return board.top if board is not None else None
    return board.pile[-2] if len(board.pile) > 1 else None


def _header(situation: Situation) -> Header:
    sheet, board = situation.view.sheet, situation.board
    hand = tr("hand {hand}", hand=board.hand) if board is not None else ""
    answer = _answer_time(situation.link)
    if situation.me is None:
        watchers = trn("{count} watching", "{count} watching", situation.spectators) if situation.spectators else ""
        return Header(
            title=tr("Watching"),
            parts=(situation.table, rulebook.in_a_word(sheet.options), hand),
            link="  ".join(word for word in (watchers, answer) if word),
        )
    company = situation.company
    return Header(
        title=tr("Gin rummy"),
        parts=(hand, tr("to {target}", target=sheet.options.target), situation.table),
        scores=tuple(
            (company.column_name(side), standings.standing(sheet, side[0]))
            for side in company.columns
            if any(situation.has_somebody(seat) for seat in side)
        ),
        link=answer,
    )


def _answer_time(link: LinkUp | LinkLost) -> str:
    if isinstance(link, LinkLost):
        return tr("no link")
    return "" if link.ms is None else tr("{count} ms", count=link.ms)


# ---- beside the piles


def _panel(situation: Situation, desk: Desk) -> Count | Tally | Facts | None:
    board = situation.board
    if board is None:
        return None
    if situation.looks_on:
        return _facts(situation, board)
    if board.phase in OVER or isinstance(situation.link, LinkLost):
        return None
    if board.phase == "layoff":
        return _tally(situation, desk, board)
    if not situation.deadwood_help:
        return None
    hand, without = held(situation, desk), None
    if count(hand) > board.hand_size and desk.chosen is not None and not isinstance(desk.question, AllMelded):
        without = desk.chosen
        hand = Hand(hand & ~BIT[without])
    gin_only = board.limit == 0
    return Count(deadwood(hand), without, board.limit, gin_only)


def _tally(situation: Situation, desk: Desk, board: Board) -> Tally:
    assert board.knock is not None
    kd = points(board.knock.loose)
    if not laying_off(situation):
        return Tally((TallyRow(tr("your count"), kd),))
    rows: list[TallyRow] = []
    if situation.deadwood_help:
        before = defend(board.melds_shown, situation.view.hand, layoffs=False).deadwood
        after = own_layout(situation, desk).deadwood
        note = ""
        card = desk.chosen
        if card is not None and fitting(situation, desk, card) and own_layout(situation, desk).loose >> card & 1:
            left = deadwood(Hand(held(situation, desk) & ~BIT[card]))
            note = str(left)
        rows += [TallyRow(tr("your deadwood"), before), TallyRow(tr("after lay-off"), after, note)]
    knocker = situation.names[board.knock.seat]
    rows.append(TallyRow(tr("{player}'s count", player=knocker), kd, brief=tr("{player}'s", player=knocker)))
    return Tally(tuple(rows))


def _facts(situation: Situation, board: Board) -> Facts:
    """Tell a spectator who discarded last and what each player took from the pile, as all at a table see it."""
    lines: list[Line] = []
    discard = next((play for play in reversed(board.plays) if isinstance(play, events.Discarded)), None)
    if discard is not None and board.top == discard.card:
        lines.append(fill("Discard from {player}", player=situation.names[discard.seat]))
    lines.append((tr("Taken from the pile so far:"),))
    taken: dict[int, list[CardWord]] = {seat: [] for seat in board.seats}
    for play in board.plays:
        if isinstance(play, events.Took):
            taken[play.seat].append(CardWord(play.card))
    for seat, cards in taken.items():
        name = situation.names[seat]
        if cards:
            first, *more = cards
            lines.append((f"  {name}  ", first, *(part for card in more for part in (" ", card))))
        elif len(taken) == 2:
            lines.append((f"  {name}  {tr('nothing')}",))
    if len(taken) > 2 and not any(taken.values()):
        lines.append((f"  {tr('nothing')}",))
    return Facts(tuple(lines))


def _rule(situation: Situation) -> Rule | None:
    """Return Oklahoma's upcard and the limit it sets, for the whole hand (RULES 6)."""
    board = situation.board
    if board is None or board.upcard is None or not situation.view.sheet.options.oklahoma:
        return None
    return Rule(board.upcard, board.limit, board.multiplier > 1)


# ---- the hand


def _hand(situation: Situation, desk: Desk) -> HandRow:
    if situation.looks_on:
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
        most=1 + (board.hand_size if board is not None else 0),
    )


def _batch(group: Group) -> Batch:
    match group.kind:
        case "deadwood":
            return Batch(group.cards, tr("deadwood {points}", points=group.deadwood), str(group.deadwood))
        case "plain":
            return Batch(group.cards)
        case _:
            words = tr(MELD_WORDS[group.kind])
            return Batch(group.cards, words, words, melded=True)


def _hand_note(situation: Situation) -> str:
    if isinstance(situation.link, LinkLost) and not situation.looks_on:
        return tr(status("Your hand is kept on the server. Keys that only look still work."))
    if situation.idle and not situation.hand_over:
        return tr("You sit this hand out.")
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
        return Status("news", (tr("Sending..."),))
    if isinstance(desk.question, Ending):
        return _ending_question(situation, desk, desk.question)
    if board is not None and board.phase == "waiting" and board.score is not None:
        (outcome, *_) = situation.narrator.outcome(board.score, situation.view.boards.index(board))
        return Status("news", prompt("over_here", outcome=spoken(outcome)))
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
    key = "gin?" if left == 0 else "knock?"
    if len(found) == 1 or not situation.deadwood_help:
        return Status("question", prompt(key, card=word, deadwood=left))
    number = question.layout % len(found) + 1
    return Status("question", prompt(f"{key}.of_many", card=word, deadwood=left, number=number, count=len(found)))


def _fits(situation: Situation, desk: Desk, board: Board, card: Card, places: tuple[int, ...]) -> Line:
    assert board.knock is not None
    knocker = situation.names[board.knock.seat]
    melds = laid_melds(board, desk.draft)
    first, *others = places
    if others:
        choices = ", ".join(LETTERS[place] for place in places)
        return prompt("fits_two", card=CardWord(card), choices=choices)
    cards = by_rank(melds[first])
    names = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
    if meld_kind(melds[first]) == "set":
        return prompt("fits_set?", card=CardWord(card), player=knocker, rank=names[cards[0] % 13])
    low = "-".join(names[each % 13] for each in cards[:-1])
    return prompt("fits_run?", card=CardWord(card), player=knocker, first=low, last=CardWord(cards[-1]))


def _news(situation: Situation) -> Status | None:
    """Return what the other side did last."""
    board = situation.board
    if board is None or not board.plays or board.phase in OVER:
        return None
    play = board.plays[-1]
    if play.seat == situation.me:
        return None
    told = situation.narrator.tell(play)
    return Status("news", told[0]) if told else None


def _pane(situation: Situation) -> Pane:
    sheet, company = situation.view.sheet, situation.company
    # Hollywood has no total: its columns stand for themselves.
    totals = () if sheet.columns else tuple(sheet.totals[side[0]] for side in company.columns)
    return Pane(company.column_names, standings.score_rows(situation), totals, situation.log)
