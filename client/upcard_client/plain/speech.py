"""What the plain client says: tables, hands, turns and results in whole sentences, cards in words."""

from collections.abc import Sequence
from typing import Final

from upcard_client.attable import AtTable, names_of, seat_of, tell, title_of
from upcard_client.games.gin.sentences import cards_in_words, layout_in_words, meld_in_words
from upcard_client.phrases import counted, in_words, spoken
from upcard_protocol.rules.cards import Hand, cards_of, points
from upcard_protocol.rules.game import GameResult
from upcard_protocol.rules.gin import events, scoring
from upcard_protocol.rules.gin.board import Board
from upcard_protocol.rules.gin.legal import Legal, legal
from upcard_protocol.rules.gin.options import Options
from upcard_protocol.rules.melds import best_layout, deadwood
from upcard_protocol.table import AnyEvent, TableView
from upcard_protocol.wire.clean import MAX_TITLE_CELLS, clean_text
from upcard_protocol.wire.replies import TableRow


def sentence(text: str) -> str:
    """Return a text that ends like a sentence."""
    return text if text.endswith((".", "?", "!", ":")) else f"{text}."


def possessive(name: str) -> str:
    """Return the form of a name that owns something."""
    return f"{name}'" if name.endswith("s") else f"{name}'s"


# ---- the lobby and its tables


def row_line(row: TableRow) -> str:
    """Describe a table of the lobby in a line."""
    seated = sum(chair.kind != "empty" for chair in row.chairs)
    names = [clean_text(chair.name, MAX_TITLE_CELLS) for chair in row.chairs if chair.kind != "empty"]
    who = " and ".join(names) or "nobody yet"
    state = f"hand {row.hand}" if row.state == "playing" and row.hand else row.state
    code = ", asks for a code" if row.private else ""
    game = f"{row.game.capitalize()} to {row.target}"
    seats = f"{seated} of {len(row.chairs)} seats"
    return f"{row.table}. {title_of(row.title, row.table)}. {game}, {seats}: {who}; {state}{code}."


def options_line(options: Options) -> str:
    """Describe the rules of a table in a sentence."""
    parts = [
        f"Gin rummy to {options.target}",
        "gin only" if options.knock_limit == 0 else f"knock at {options.knock_limit}",
        f"gin {options.gin_bonus}",
        *((f"big gin {options.big_gin_bonus}",) if options.big_gin else ()),
        f"undercut {options.undercut_bonus}",
        *((f"boxes {options.box_bonus}",) if options.box_bonus else ()),
        *(("Oklahoma: the upcard limits the knock",) if options.oklahoma else ()),
        *((f"best of {options.match_games} games",) if options.match_games > 1 else ()),
    ]
    return sentence(", ".join(parts))


# ---- a table


def table_lines(at: AtTable) -> list[str]:
    """Describe a table as one comes to it."""
    options = at.view.game
    knock = "gin only" if options.knock_limit == 0 else f"knock at {options.knock_limit}"
    said = [f"Table {at.title}. Gin rummy to {options.target}, {knock}."]
    board = at.board
    if board is None:
        said.append(seats_line(at))
        return said
    who = at.narrator.name(board.dealer)
    said.append(f"Hand {board.hand}. {who} {'deal' if board.dealer == at.me else 'deals'}.")
    if at.view.playing:
        said.extend(cards_lines(at))
    said.append(score_line(at))
    return said


def seats_line(at: AtTable) -> str:
    """Say who sits at a table that waits."""
    free = sum(chair.kind == "empty" for chair in at.view.chairs)
    seated = [at.narrator.name(seat) for seat, chair in enumerate(at.view.chairs) if chair.kind != "empty"]
    who = f"At the table: {', '.join(seated)}." if seated else "Nobody sits at the table."
    if free:
        return f"{who} {free} {'seat is' if free == 1 else 'seats are'} free: wait for somebody, or type bot."
    return f"{who} Type ready to begin." if at.ready_wanted else f"{who} Waiting for everybody to be ready."


def cards_lines(at: AtTable) -> list[str]:
    """Say what lies on the table, and what we hold."""
    said: list[str] = []
    if at.me is not None and at.view.match is not None and at.view.match.hand:
        said.append(f"Your hand. {hand_line(at)}")
    board = at.board
    if board is not None:
        said.append(f"{pile_line(board)} Stock {board.stock}.")
    return said


def hand_line(at: AtTable) -> str:
    """Say our cards: in melds, or as they come where the table gives no help."""
    match = at.view.match
    hand = match.hand if match is not None else Hand(0)
    if not hand:
        return "You hold no cards."
    if not at.view.options.deadwood_help:
        return cards_in_words(hand)
    return layout_in_words(best_layout(hand))


def pile_line(board: Board) -> str:
    """Say what lies on top of the discard pile."""
    return f"Discard pile: {in_words(board.top)}." if board.top is not None else "The discard pile is empty."


def score_line(at: AtTable) -> str:
    """Say the running score."""
    match = at.view.match
    if match is None:
        return "No match has begun."
    sheet, me, names = match.sheet, at.me, at.names
    order = (0, 1) if me is None else (me, 1 - me)
    said = ", ".join(f"{'You' if seat == me else names[seat]} {sheet.totals[seat]}" for seat in order)
    if me is None or sheet.settled:
        return f"{said}."
    return f"{said}. You need {max(0, sheet.options.target - sheet.totals[me])} more."


# ---- the turn


def turn_line(at: AtTable) -> str:
    """Say what is asked of us now; nothing if nothing is."""
    match, board = at.view.match, at.board
    if match is None or board is None or not at.my_turn:
        if at.ready_wanted and at.board is not None:
            return "Type rematch for another match." if not at.view.playing else "Type ready for the next hand."
        return ""
    allowed = legal(match)
    top = in_words(board.top) if board.top is not None else ""
    match board.phase:
        case "offer_n" | "offer_d":
            return f"Your turn. take the {top}, or pass?"
        case "forced_stock":
            return "Your turn. draw from the stock."
        case "draw":
            return f"Your turn. draw, or take the {top}?" if top else "Your turn. draw from the stock."
        case "discard":
            return f"Discard which card?{_may_end(allowed, at.view)}"
        case "layoff":
            return "Lay off? lay CARD on N, layall, or done."
        case "last_discard":
            return f"Last discard. knock or gin with the {top}, or decline?"
        case _:
            return ""


def _may_end(allowed: Legal, view: TableView) -> str:
    """Say that the hand may be ended, where the table helps its players to count."""
    if not view.options.deadwood_help:
        return ""
    if allowed.big_gin:
        return " You may declare biggin."
    hand = allowed.hand
    if any(deadwood(Hand(hand & ~(1 << card))) == 0 for card in cards_of(allowed.knocks)):
        return " You may go gin."
    return " You may knock." if allowed.knocks else ""


# ---- what happened


def event_lines(event: AnyEvent, before: TableView, after: TableView) -> list[str]:
    """Say what happened at a table, as seen from the views before and after it."""
    said = [sentence(spoken(line)) for line in tell(before, event)]
    match event:
        case events.Discarded(seat=seat) if seat == seat_of(after) and after.options.deadwood_help:
            hand = after.match.hand if after.match is not None else Hand(0)
            said = [f"{said[0]} Deadwood {deadwood(hand)}."]
        case events.Knocked():
            said.extend(_shown(event, after))
        case events.Defended(seat=seat, melds=melds, loose=loose):
            said.append(f"{_owner(after, seat)} cards: {_laid_out(melds, loose)}")
        case events.HandEnded(score=score):
            said.extend(_sum_lines(score, after))
        case events.GameEnded(result=result):
            said.extend(settlement_lines(result, after))
        case _:
            pass
    return said


def _owner(view: TableView, seat: int) -> str:
    return "Your" if seat == seat_of(view) else possessive(names_of(view)[seat])


def _laid_out(melds: Sequence[Hand], loose: Hand) -> str:
    said = [f"{meld_in_words(meld).lower()}" for meld in melds]
    said.append(f"deadwood {', '.join(map(in_words, cards_of(loose)))}: {points(loose)}" if loose else "no deadwood")
    return sentence("; ".join(said))


def _shown(event: events.Knocked, view: TableView) -> list[str]:
    """Say the knocker's cards, the melds numbered as lay-offs name them."""
    numbered = [f"{place}, {meld_in_words(meld).lower()}" for place, meld in enumerate(event.melds, 1)]
    loose = f"deadwood {', '.join(map(in_words, cards_of(event.loose)))}" if event.loose else "no deadwood"
    return [sentence(f"{_owner(view, event.seat)} melds: {'; '.join((*numbered, loose))}")]


_BONUS: Final[dict[type, str]] = {
    scoring.Undercut: "undercut bonus",
    scoring.Gin: "gin bonus",
    scoring.BigGin: "big gin bonus",
    scoring.GivenUp: "gin bonus",
}


def _sum_lines(score: scoring.Score, view: TableView) -> list[str]:
    """Say the points as a sum, then the totals."""
    said: list[str] = []
    doubled = not isinstance(score, scoring.Push | scoring.Dead) and score.multiplier > 1
    times = ", times 2" if doubled else ""
    match score:
        case scoring.Knock():
            said.append(f"{score.defender} less {score.knocker}{times}: {counted(score.points)}.")
        case scoring.Undercut():
            plus = f"{score.knocker} less {score.defender}, plus {score.bonus} {_BONUS[type(score)]}"
            said.append(f"{plus}{times}: {counted(score.points)}.")
        case scoring.Gin() | scoring.BigGin() | scoring.GivenUp():
            said.append(f"{score.defender} plus {score.bonus} {_BONUS[type(score)]}{times}: {counted(score.points)}.")
        case scoring.Push() | scoring.Dead():
            pass
    if view.match is not None:
        names, totals = names_of(view), view.match.sheet.totals
        me = seat_of(view)
        said.append(f"Score: {', '.join(f'{_who(names, seat, me)} {total}' for seat, total in enumerate(totals))}.")
    return said


def settlement_lines(result: GameResult, view: TableView) -> list[str]:
    """Say how a game is settled, for each player as a sum (RULES 3.8)."""
    names, me = names_of(view), seat_of(view)
    said = ["Settlement."]
    for seat in range(len(result.totals)):
        parts = [counted(result.totals[seat])]
        if result.box_points[seat]:
            parts.append(f"{result.box_points[seat]} for {counted(result.boxes[seat], 'box', 'boxes')}")
        if seat == result.winner and result.game_bonus:
            parts.append(f"{result.game_bonus} for the game")
        if seat == result.winner and result.shutout:
            parts.append(f"{result.shutout} for the shut-out")
        said.append(f"{_who(names, seat, me)}: {', '.join(parts)}; {result.sums[seat]} in all.")
    verb = "win" if result.winner == me else "wins"
    said.append(f"{_who(names, result.winner, me)} {verb} by {result.margin}.")
    return said


def _who(names: tuple[str, ...], seat: int, me: int | None) -> str:
    return "You" if seat == me else names[seat]
