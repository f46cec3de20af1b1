"""What the plain client says of gin: hands, turns and results in whole sentences, cards in words."""

from collections.abc import Sequence

from upcard_client.games.gin.following import narrator, tell
from upcard_client.games.gin.rulebook import format_words
from upcard_client.games.gin.sentences import cards_in_words, layout_in_words, meld_in_words
from upcard_client.games.gin.sides import Company
from upcard_client.games.gin.spokensums import settlement_lines, sum_lines
from upcard_client.games.seen import Seen
from upcard_client.words.phrases import in_words, possessive, sentence, spoken
from upcard_protocol.rules.cards import Hand, cards_of, points
from upcard_protocol.rules.gin import events
from upcard_protocol.rules.gin.board import Board
from upcard_protocol.rules.gin.hollywood import Column
from upcard_protocol.rules.gin.legal import Legal, View, legal
from upcard_protocol.rules.gin.options import Options
from upcard_protocol.rules.melds import best_layout, deadwood


def options_line(options: Options, players: int) -> str:
    """Describe the rules of a table with so many seats in a sentence."""
    many = format_words(options, players)
    parts = [
        f"Gin rummy to {options.target}",
        *((many,) if many else ()),
        *(("Hollywood: three columns",) if options.hollywood else ()),
        "gin only" if options.knock_limit == 0 else f"knock at {options.knock_limit}",
        f"gin {options.gin_bonus}",
        *((f"big gin {options.big_gin_bonus}",) if options.big_gin else ()),
        f"undercut {options.undercut_bonus}",
        *((f"boxes {options.box_bonus}",) if options.box_bonus else ()),
        *(("Oklahoma: the upcard limits the knock",) if options.oklahoma else ()),
        *((f"best of {options.match_games} games",) if options.match_games > 1 else ()),
    ]
    return sentence(", ".join(parts))


def heading(options: Options, players: int) -> str:
    """Name the game and its main rule in a sentence, as one comes to a table."""
    knock = "gin only" if options.knock_limit == 0 else f"knock at {options.knock_limit}"
    many = format_words(options, players)
    how = f" {sentence(many)}" if many else ""
    columns = " Hollywood: three columns are kept at once." if options.hollywood else ""
    return f"Gin rummy to {options.target}, {knock}.{how}{columns}"


# ---- a table


def deal_line(seen: Seen) -> str:
    """Say which hand is played and who dealt it."""
    board = _board(seen)
    if board is None:
        return ""
    said = [f"Hand {board.hand}. {seen.name(board.dealer)} {'deal' if board.dealer == seen.me else 'deals'}."]
    match: View = seen.match
    idle = match.sheet.idle if board.phase != "hand_end" else ()
    said += [f"{seen.name(seat)} {'sit' if seat == seen.me else 'sits'} this hand out." for seat in idle]
    partner = match.sheet.partner(seen.me) if seen.me is not None else None
    if partner is not None and seen.me is not None and seen.me in board.seats:
        said.append(f"You play against {seen.names[board.other(seen.me)]}; {seen.names[partner]} is your partner.")
    return " ".join(said)


def _board(seen: Seen) -> Board | None:
    match: View | None = seen.match
    return match.board if match is not None else None


def cards_lines(seen: Seen) -> list[str]:
    """Say what lies on the table, and what we hold."""
    said: list[str] = []
    if seen.me is not None and seen.match is not None and seen.match.hand:
        said.append(f"Your hand. {hand_line(seen)}")
    board = _board(seen)
    if board is not None and seen.match is not None:
        whole = seen.game.discard_browse == "all"
        said.append(f"{pile_line(board, whole=whole)} Stock {board.stock}.")
        said.extend(rule_lines(seen, board))
        other = seen.match.other_board
        said.extend(other_table_lines(seen, other) if other is not None else ())
    return said


def rule_lines(seen: Seen, board: Board) -> list[str]:
    """Say Oklahoma's upcard and the limit it sets for the whole hand (RULES 6)."""
    options: Options = seen.game
    if not options.oklahoma or board.upcard is None:
        return []
    limit = "only gin ends this hand" if board.limit == 0 else f"knock at {board.limit}"
    doubled = ", points count double" if board.multiplier > 1 else ""
    return [f"The upcard was the {in_words(board.upcard)}: {limit}{doubled}."]


def other_table_lines(seen: Seen, board: Board) -> list[str]:
    """Say how the other hand of partners stands: it is public, but for the cards in hand."""
    one, other = (seen.names[seat] for seat in board.seats)
    if board.score is not None:
        return [f"Other table: {one} against {other}, over."]
    top = f", discard pile {in_words(board.top)}" if board.top is not None else ""
    return [f"Other table: {one} against {other}, {seen.names[board.turn]} to play, stock {board.stock}{top}."]


def hand_line(seen: Seen) -> str:
    """Say our cards: in melds, or as they come where the table gives no help."""
    match: View | None = seen.match
    if match is not None and seen.me in match.sheet.idle and match.board is not None:
        return "None: you sit this hand out."
    hand = match.hand if match is not None else Hand(0)
    if not hand:
        return "You hold no cards."
    if not seen.view.options.deadwood_help:
        return cards_in_words(hand)
    return layout_in_words(best_layout(hand))


def pile_line(board: Board, *, whole: bool = False) -> str:
    """Say what lies on top of the discard pile, or where the table allows it the whole pile, top first."""
    if board.top is None:
        return "The discard pile is empty."
    if whole and len(board.pile) > 1:
        return f"Discard pile, top first: {', '.join(map(in_words, reversed(board.pile)))}."
    return f"Discard pile: {in_words(board.top)}."


def score_line(seen: Seen) -> str:
    """Say the running score."""
    match: View | None = seen.match
    if match is None:
        return "No match has begun."
    sheet, me, company = match.sheet, seen.me, narrator(seen).company
    if sheet.columns:
        return " ".join(_column_line(company, place, column) for place, column in enumerate(sheet.columns, 1))
    said = ", ".join(f"{company.listed(side, head=True)} {sheet.totals[side[0]]}" for side in company.columns)
    if me is None or sheet.settled:
        return f"{said}."
    who = "Your team needs" if company.partners else "You need"
    return f"{said}. {who} {max(0, sheet.options.target - sheet.totals[me])} more."


def _column_line(company: Company, place: int, column: Column) -> str:
    """Say how a column of Hollywood stands, or what it was settled at (RULES 8)."""
    said = ", ".join(f"{company.listed(side, head=True)} {column.totals[side[0]]}" for side in company.columns)
    if column.result is None:
        return f"Column {place}: {said}."
    return f"Column {place}, closed: {said}, margin {column.result.margin}."


# ---- the turn


def turn_line(seen: Seen) -> str:
    """Say what is asked of us now; nothing if nothing is."""
    match: View | None = seen.match
    board = _board(seen)
    if match is None or board is None:
        return ""
    allowed = legal(match)
    top = in_words(board.top) if board.top is not None else ""
    match board.phase:
        case "offer_n" | "offer_d":
            return f"Your turn: take the {top}, or pass?"
        case "forced_stock":
            return "Your turn: draw from the stock."
        case "draw":
            return f"Your turn: draw, or take the {top}?" if top else "Your turn. draw from the stock."
        case "discard":
            return f"Discard which card?{_may_end(allowed, help_given=seen.view.options.deadwood_help)}"
        case "layoff":
            return "Lay off? lay CARD on N, layall, or done."
        case "last_discard":
            return f"Last discard. knock or gin with the {top}, or decline?"
        case _:
            return ""


def _may_end(allowed: Legal, *, help_given: bool) -> str:
    """Say that the hand may be ended, where the table helps its players to count."""
    if not help_given:
        return ""
    if allowed.big_gin:
        return " You may declare biggin."
    hand = allowed.hand
    if any(deadwood(Hand(hand & ~(1 << card))) == 0 for card in cards_of(allowed.knocks)):
        return " You may go gin."
    return " You may knock." if allowed.knocks else ""


# ---- what happened


def event_lines(event: events.Event, before: Seen, after: Seen) -> list[str]:
    """Say what happened at a table, as seen before and after it."""
    said = [sentence(spoken(line)) for line in tell(event, before)]
    match event:
        case events.Dealt(table=table) if after.match is not None and table < len(after.match.boards):
            said.extend(rule_lines(after, after.match.boards[table]))
        case events.Discarded(seat=seat) if seat == after.me and after.view.options.deadwood_help:
            hand = after.match.hand if after.match is not None else Hand(0)
            said = [f"{said[0]} Deadwood {deadwood(hand)}."]
        case events.Knocked():
            said.extend(_shown(event, after))
        case events.Defended(seat=seat, melds=melds, loose=loose):
            said.append(f"{_owner(after, seat)} cards: {_laid_out(melds, loose)}")
        case events.HandEnded(score=score):
            said.extend(sum_lines(score, after))
            said.extend(standing_lines(after))
        case events.GameEnded(result=result):
            said.extend(settlement_lines(result, after))
        case _:
            pass
    return said


def standing_lines(seen: Seen) -> list[str]:
    """Say the totals when a hand, or both of partners', is over."""
    match: View | None = seen.match
    if match is None or match.board is None or match.board.phase != "hand_end":
        return []
    sheet, company = match.sheet, narrator(seen).company
    if sheet.columns:
        return [_column_line(company, place, column) for place, column in enumerate(sheet.columns, 1)]
    # In the order of the seats, for everybody who listens to the same table.
    sides = sorted(company.columns)
    return [f"Score: {', '.join(f'{company.listed(side, head=True)} {sheet.totals[side[0]]}' for side in sides)}."]


def _owner(seen: Seen, seat: int) -> str:
    return "Your" if seat == seen.me else possessive(seen.names[seat])


def _laid_out(melds: Sequence[Hand], loose: Hand) -> str:
    said = [f"{meld_in_words(meld).lower()}" for meld in melds]
    said.append(f"deadwood {', '.join(map(in_words, cards_of(loose)))}: {points(loose)}" if loose else "no deadwood")
    return sentence("; ".join(said))


def _shown(event: events.Knocked, seen: Seen) -> list[str]:
    """Say the knocker's cards, the melds numbered as lay-offs name them."""
    numbered = [f"{place}, {meld_in_words(meld).lower()}" for place, meld in enumerate(event.melds, 1)]
    loose = f"deadwood {', '.join(map(in_words, cards_of(event.loose)))}" if event.loose else "no deadwood"
    return [sentence(f"{_owner(seen, event.seat)} melds: {'; '.join((*numbered, loose))}")]
