"""The players around the gin table: who is shown large, with backs or open cards, and who in a line."""

from typing import Final

from upcard_client.cardtable.arrangement import by_rank, in_order
from upcard_client.games.gin.desk import Desk, Target, fitting, held, laying_off
from upcard_client.games.gin.following import OVER
from upcard_client.games.gin.laying import LETTERS
from upcard_client.games.gin.scene import Added, Beside, Player, TableMeld
from upcard_client.games.gin.sentences import why_forfeited
from upcard_client.games.gin.situation import Situation
from upcard_client.games.gin.standings import standing
from upcard_client.locale import mark, tr
from upcard_client.words import forfeits
from upcard_client.words.phrases import CardWord, Line, fill, some_cards, some_points
from upcard_protocol.rules.cards import EMPTY, Hand, cards_of, points
from upcard_protocol.rules.gin.board import Board
from upcard_protocol.rules.melds import best_layout, meld_kind

_KNOCKED: Final = mark({"knock": "knocked", "gin": "gin", "big_gin": "big gin"})
"""How somebody ended the hand, as a note behind a name."""

_HOW: Final = mark({"knock": "{player} knocked", "gin": "{player} gin", "big_gin": "{player} big gin"})


def large(situation: Situation, desk: Desk) -> tuple[int, int | None]:
    """Return the seat at the top, and the one in the place of the hand for somebody who has no cards in it."""
    board = situation.board
    if not situation.looks_on:
        return situation.rival, None
    seats = board.seats if board is not None else tuple(range(len(situation.names)))
    turned = desk.swapped and situation.other_board is None
    by = (1 if len(seats) < 4 else 2) if turned else 0
    return seats[by], seats[(by + 1) % len(seats)]


def player(situation: Situation, desk: Desk, seat: int) -> Player:
    """Return a player who is shown large."""
    board, sheet = situation.board, situation.view.sheet
    name = situation.names[seat]
    if board is None:
        notes = (_points(situation, seat), situation.note(seat))
        return Player(seat=seat, name=name, cards=0, notes=notes)
    shown, left = _shown(situation, desk, board, seat)
    return Player(
        seat=seat,
        name=name,
        cards=board.cards_held(seat),
        notes=_notes(situation, board, seat),
        playing=board.turn == seat and board.phase not in OVER and not sheet.winners,
        shown=shown,
        deadwood=left,
    )


def _points(situation: Situation, seat: int) -> str:
    """Return the points of a seat for somebody who watches; others read them in the header."""
    if situation.me is not None:
        return ""
    total = standing(situation.view.sheet, seat)
    return some_points(total) if isinstance(total, int) else tr("{points} points", points=total)


def _notes(situation: Situation, board: Board, seat: int) -> tuple[str, ...]:
    notes = [_points(situation, seat)]
    if board.dealer == seat and board.knock is None:
        notes.append(tr("dealer"))
    if board.knock is not None and board.knock.seat == seat:
        notes.append(tr(_KNOCKED[board.knock.kind]))
    if seat in board.gone:
        notes.append(tr(forfeits.DID[why_forfeited(board, seat)]))
    return (*notes, situation.note(seat))


# ---- those in a line


def others(situation: Situation, *shown: int | None) -> tuple[Beside, ...]:
    """Return a line for everybody who is not shown large, and for the other table of partners."""
    board = situation.board
    if board is None:
        seats = (seat for seat in range(len(situation.names)) if seat != situation.me)
        return tuple(_beside(situation, None, seat) for seat in seats if seat not in shown)
    lines = [_beside(situation, board, seat) for seat in _clockwise(situation, board) if seat not in shown]
    if situation.other_board is not None:
        lines.append(_other_table(situation, situation.other_board))
    idle = (seat for seat in situation.view.sheet.idle if not situation.hand_over)
    lines += [_idle(situation, board, seat) for seat in idle if seat != situation.me]
    return tuple(lines)


def _clockwise(situation: Situation, board: Board) -> tuple[int, ...]:
    """Return the seats of a hand from the viewer's left on, without his own."""
    seats = board.seats
    if situation.me not in seats:
        return seats
    mine = seats.index(situation.me)
    return (*seats[mine + 1 :], *seats[:mine])


def _beside(situation: Situation, board: Board | None, seat: int) -> Beside:
    if board is None:
        company = situation.company
        partner = company.partner(company.me) if company.me is not None else None
        words = [tr("your partner") if seat == partner else "", situation.note(seat)]
    else:
        words = [some_cards(board.cards_held(seat)), *_notes(situation, board, seat)]
    playing = board is not None and board.turn == seat and board.phase not in OVER
    return Beside(situation.names[seat], tuple((word,) for word in words if word), playing)


def _idle(situation: Situation, board: Board, seat: int) -> Beside:
    words = [tr("sits this hand out"), _points(situation, seat)]
    words += [tr("dealer")] if board.dealer == seat else []
    return Beside(situation.names[seat], tuple((word,) for word in (*words, situation.note(seat)) if word))


def _other_table(situation: Situation, board: Board) -> Beside:
    """Describe the other hand that partners play: whose it is, whose turn, or how it ended."""
    company, names = situation.company, situation.names
    me = situation.me
    partner = company.partner(me) if me is not None else None
    first = board.seats[0] if partner is None or partner not in board.seats else partner
    second = board.other(first)
    words: list[Line] = [fill("your partner")] if partner is not None else []
    words.append(fill("against {player}", player=names[second]))
    if board.score is not None:
        words += situation.narrator.outcome(board.score, situation.view.boards.index(board))
    else:
        if board.phase == "layoff":
            words.append(fill("{player} lays off", player=names[board.turn]))
        elif board.turn != first:
            words.append(fill("{player} plays", player=names[board.turn]))
        if board.knock is not None:
            words.append(fill(_HOW[board.knock.kind], player=names[board.knock.seat]))
        words.append(fill("stock {count}", count=board.stock))
        if board.top is not None:
            words.append(fill("pile {card}", card=CardWord(board.top)))
    words += [(note,) for note in (situation.note(first), situation.note(second)) if note]
    return Beside(names[first], tuple(words), board.turn == first and board.score is None)


# ---- open cards


def _shown(situation: Situation, desk: Desk, board: Board, seat: int) -> tuple[tuple[TableMeld, ...], int | None]:
    """Return the cards of a seat that lie open, and their deadwood: the knocker's, or a hand that may be seen."""
    knock = board.knock
    if knock is not None and knock.seat == seat:
        melds = _knockers_melds(situation, desk, board)
        return with_loose(melds, knock.loose), points(knock.loose)
    defence = next((each for each in board.defences if each.seat == seat), None)
    if defence is not None and (board.phase in OVER or len(board.seats) > 2):
        own = tuple(TableMeld(by_rank(meld), meld_kind(meld) or "") for _, meld in in_order(defence.melds))
        return with_loose(own, defence.loose), points(defence.loose)
    hand = situation.view.hands[seat] if seat < len(situation.view.hands) else None
    if hand is not None and situation.me is None:
        layout = best_layout(hand)
        melds = tuple(TableMeld(by_rank(meld), meld_kind(meld) or "") for _, meld in in_order(layout.melds))
        return with_loose(melds, layout.loose), layout.deadwood
    return (), None


def with_loose(melds: tuple[TableMeld, ...], loose: Hand) -> tuple[TableMeld, ...]:
    """Return melds with the loose cards behind them, if there are any."""
    return (*melds, TableMeld(by_rank(loose), "")) if loose else melds


def _knockers_melds(situation: Situation, desk: Desk, board: Board) -> tuple[TableMeld, ...]:
    """Return the knocker's melds with what was laid off on them, and with what fits there now."""
    assert board.knock is not None
    mine = held(situation, desk) if laying_off(situation) else EMPTY
    laid = [each for defence in board.defences for each in defence.layoffs]
    laid += desk.draft.layoffs if laying_off(situation) else ()
    laid.sort(key=lambda each: each[0] % 13)
    asked = desk.question.places if isinstance(desk.question, Target) else ()
    found: list[TableMeld] = []
    for place, meld in in_order(board.knock.melds):
        kind = meld_kind(meld) or ""
        first = by_rank(meld)[0]
        drafted = [Added(card, card < first and kind == "run", True) for card, on in laid if on == place]
        fits = [
            Added(card, card < first and kind == "run", False, card == desk.chosen)
            for card in cards_of(mine)
            if place in fitting(situation, desk, card)
        ]
        letter = LETTERS[place] if place in asked else ""
        found.append(TableMeld(by_rank(meld), kind, (*drafted, *fits), letter))
    return tuple(found)
