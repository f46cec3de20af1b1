"""What the plain client says of gin: hands, turns and results in whole sentences, cards in words."""

from collections.abc import Sequence
from typing import Final

from msgspec.structs import replace

from upcard_client.games.gin.following import narrator, tell
from upcard_client.games.gin.rulebook import bonus_words, format_words, knock_words
from upcard_client.games.gin.sentences import cards_in_words, cards_listed, layout_in_words, meld_in_words
from upcard_client.games.gin.sides import Company
from upcard_client.games.gin.spokensums import settlement_lines, sum_lines
from upcard_client.games.seen import Seen
from upcard_client.locale import mark, tr
from upcard_client.words.phrases import apart, capital, either, in_words, sentence, spoken
from upcard_protocol.rules.cards import Hand, cards_of, points
from upcard_protocol.rules.errors import COMMANDS
from upcard_protocol.rules.gin import events
from upcard_protocol.rules.gin.board import Board
from upcard_protocol.rules.gin.hollywood import Column
from upcard_protocol.rules.gin.legal import Legal, View, legal
from upcard_protocol.rules.gin.options import Options
from upcard_protocol.rules.layoffs import fits
from upcard_protocol.rules.melds import best_layout, deadwood


def options_line(options: Options, players: int) -> str:
    """Describe the rules of a table with so many seats in a sentence."""
    many = format_words(options, players)
    parts = [
        tr("Gin rummy to {target}", target=options.target),
        *((many,) if many else ()),
        *((tr("Hollywood: three columns"),) if options.hollywood else ()),
        knock_words(options),
        *bonus_words(options),
        *((tr("Oklahoma: the upcard limits the knock"),) if options.oklahoma else ()),
        *((tr("best of {games} games", games=options.match_games),) if options.match_games > 1 else ()),
    ]
    return sentence(", ".join(parts))


def heading(options: Options, players: int) -> str:
    """Name the game and its main rule in a sentence, as one comes to a table."""
    game = tr("Gin rummy to {target}", target=options.target)
    many = format_words(options, players)
    said = [sentence(f"{game}, {knock_words(options)}"), *((sentence(many),) if many else ())]
    if options.hollywood:
        said.append(tr("Hollywood: three columns are kept at once."))
    return " ".join(said)


# ---- a table


def deal_line(seen: Seen) -> str:
    """Say which hand is played and who dealt it."""
    board = _board(seen)
    if board is None:
        return ""
    teller = narrator(seen)
    said = [spoken(teller.say("dealt", board.dealer, hand=board.hand))]
    match: View = seen.match
    idle = match.sheet.idle if board.phase != "hand_end" else ()
    said += [sentence(spoken(teller.say("sits_out", seat))) for seat in idle]
    partner = match.sheet.partner(seen.me) if seen.me is not None else None
    if partner is not None and seen.me is not None and seen.me in board.seats:
        said.append(
            tr(
                "You play against {opponent}; {partner} is your partner.",
                opponent=seen.names[board.other(seen.me)],
                partner=seen.names[partner],
            )
        )
    return " ".join(said)


def _board(seen: Seen) -> Board | None:
    match: View | None = seen.match
    return match.board if match is not None else None


def cards_lines(seen: Seen) -> list[str]:
    """Say what lies on the table, and what we hold."""
    said: list[str] = []
    if seen.me is not None and seen.match is not None and seen.match.hand:
        said.append(tr("Your hand. {words}", words=hand_line(seen)))
    board = _board(seen)
    if board is not None and seen.match is not None:
        whole = seen.game.discard_browse == "all"
        said.append(f"{pile_line(board, whole=whole)} {tr('Stock {count}.', count=board.stock)}")
        said.extend(rule_lines(seen, board))
        if board.knock is not None and board.phase == "layoff":
            said.extend(_shown(replace(board.knock, melds=board.melds_shown), seen))
        said.extend(result_lines(seen, board))
        other = seen.match.other_board
        said.extend(other_table_lines(seen, other) if other is not None else ())
    return said


def rule_lines(seen: Seen, board: Board) -> list[str]:
    """Say Oklahoma's upcard and the limit it sets for the whole hand (RULES 6)."""
    options: Options = seen.game
    if not options.oklahoma or board.upcard is None:
        return []
    words = _RULES[board.limit == 0, board.multiplier > 1]
    return [tr(words, card=in_words(board.upcard), limit=board.limit)]


_RULES: Final = mark(
    {
        (True, False): "The upcard was the {card}: only gin ends this hand.",
        (True, True): "The upcard was the {card}: only gin ends this hand, points count double.",
        (False, False): "The upcard was the {card}: knock at {limit}.",
        (False, True): "The upcard was the {card}: knock at {limit}, points count double.",
    }
)
"""What an upcard of Oklahoma means: does only gin end the hand, and do points count double?"""


def result_lines(seen: Seen, board: Board) -> list[str]:
    """Say how a hand ended, to whoever comes when it is over."""
    if board.phase != "hand_end" or board.score is None:
        return []
    said = [sentence(spoken(line)) for line in narrator(seen).outcome(board.score)]
    return [*said, *sum_lines(board.score, seen)]


def other_table_lines(seen: Seen, board: Board) -> list[str]:
    """Say how the other hand of partners stands: it is public, but for the cards in hand."""
    one, other = (seen.names[seat] for seat in board.seats)
    if board.score is not None:
        return [tr("Other table: {player} against {opponent}, over.", player=one, opponent=other)]
    return [
        tr(
            "Other table: {player} against {opponent}, {turn} to play, stock {count}."
            if board.top is None
            else "Other table: {player} against {opponent}, {turn} to play, stock {count}, discard pile {card}.",
            player=one,
            opponent=other,
            turn=seen.names[board.turn],
            count=board.stock,
            card=in_words(board.top) if board.top is not None else "",
        )
    ]


def hand_line(seen: Seen) -> str:
    """Say our cards: in melds, or as they come where the table gives no help."""
    match: View | None = seen.match
    if match is not None and seen.me in match.sheet.idle and match.board is not None:
        return tr("None: you sit this hand out.")
    hand = match.hand if match is not None else Hand(0)
    if not hand:
        return tr("You hold no cards.")
    if not seen.view.options.deadwood_help:
        return cards_in_words(hand)
    return layout_in_words(best_layout(hand))


def pile_line(board: Board, *, whole: bool = False) -> str:
    """Say what lies on top of the discard pile, or where the table allows it the whole pile, top first."""
    if board.top is None:
        return tr("The discard pile is empty.")
    if whole and len(board.pile) > 1:
        return tr("Discard pile, top first: {cards}.", cards=cards_listed(reversed(board.pile)))
    return tr("Discard pile: {card}.", card=in_words(board.top))


def score_line(seen: Seen) -> str:
    """Say the running score."""
    match: View | None = seen.match
    if match is None:
        return tr("No match has begun.")
    sheet, me, company = match.sheet, seen.me, narrator(seen).company
    if sheet.columns:
        return " ".join(_column_line(company, place, column) for place, column in enumerate(sheet.columns, 1))
    said = ", ".join(f"{company.listed(side, head=True)} {sheet.totals[side[0]]}" for side in company.columns)
    if me is None or sheet.settled:
        return sentence(said)
    need = tr(
        "Your team needs {points} more." if company.partners else "You need {points} more.",
        points=max(0, sheet.options.target - sheet.totals[me]),
    )
    return f"{sentence(said)} {need}"


def _column_line(company: Company, place: int, column: Column) -> str:
    """Say how a column of Hollywood stands, or what it was settled at (RULES 8)."""
    said = ", ".join(f"{company.listed(side, head=True)} {column.totals[side[0]]}" for side in company.columns)
    if column.result is None:
        return tr("Column {number}: {scores}.", number=place, scores=said)
    margin = column.result.margin
    return tr("Column {number}, closed: {scores}, margin {margin}.", number=place, scores=said, margin=margin)


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
            return tr("Your turn: {take} the {card}, or {pass_}?", card=top, **COMMANDS)
        case "forced_stock":
            return tr("Your turn: {draw} from the stock.", **COMMANDS)
        case "draw":
            return tr(
                "Your turn: {draw}, or {take} the {card}?" if top else "Your turn. {draw} from the stock.",
                card=top,
                **COMMANDS,
            )
        case "discard":
            may = _may_end(allowed, help_given=seen.view.options.deadwood_help)
            return f"{tr('Discard which card?')} {may}".rstrip()
        case "layoff":
            said = tr("Lay off? {lay}, {layall}, or {done}.", lay="lay CARD on N", layall="layall", done="done")
            return f"{said}{_fits(board, match.hand) if seen.view.options.deadwood_help else ''}"
        case "last_discard":
            return tr("Last discard. {knock} or {gin} with the {card}, or {decline}?", card=top, **COMMANDS)
        case _:
            return ""


def _fits(board: Board, hand: Hand) -> str:
    """Name what could be laid off, and the numbers of the melds it fits."""
    said = ""
    for card in cards_of(best_layout(hand).loose):
        numbers = either([str(place + 1) for place in fits(board.melds_shown, card)])
        if numbers:
            said += f" {capital(tr('{card} fits meld {letters}.', card=in_words(card), letters=numbers))}"
    return said


def _may_end(allowed: Legal, *, help_given: bool) -> str:
    """Say that the hand may be ended, where the table helps its players to count."""
    if not help_given:
        return ""
    if allowed.big_gin:
        return tr("You may declare {biggin}.", biggin="biggin")
    hand = allowed.hand
    if any(deadwood(Hand(hand & ~(1 << card))) == 0 for card in cards_of(allowed.knocks)):
        return tr("You may go gin.")
    return tr("You may knock.") if allowed.knocks else ""


# ---- what happened


def event_lines(event: events.Event, before: Seen, after: Seen) -> list[str]:
    """Say what happened at a table, as seen before and after it."""
    said = [sentence(spoken(line)) for line in tell(event, before)]
    match event:
        case events.Dealt(table=table) if after.match is not None and table < len(after.match.boards):
            said.extend(rule_lines(after, after.match.boards[table]))
        case events.Discarded(seat=seat) if seat == after.me and after.view.options.deadwood_help:
            hand = after.match.hand if after.match is not None else Hand(0)
            said = [f"{said[0]} {tr('Deadwood {points}.', points=deadwood(hand))}"]
        case events.Knocked():
            said.extend(_shown(event, after))
        case events.Defended(seat=seat, melds=melds, loose=loose):
            cards, name = _laid_out(melds, loose), after.names[seat]
            said.append(
                tr(
                    "Your cards: {cards}" if seat == after.me else "{player}'s cards: {cards}",
                    player=name,
                    cards=cards,
                )
            )
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
    scores = ", ".join(f"{company.listed(side, head=True)} {sheet.totals[side[0]]}" for side in sides)
    return [tr("Score: {scores}.", scores=scores)]


def _laid_out(melds: Sequence[Hand], loose: Hand) -> str:
    said = [meld_in_words(meld, head=False) for meld in melds]
    if loose:
        said.append(tr("deadwood {cards}: {points}", cards=cards_listed(cards_of(loose)), points=points(loose)))
    else:
        said.append(tr("no deadwood"))
    return sentence(apart(said))


def _shown(event: events.Knocked, seen: Seen) -> list[str]:
    """Say the knocker's cards, the melds numbered as lay-offs name them."""
    said = [f"{place}, {meld_in_words(meld, head=False)}" for place, meld in enumerate(event.melds, 1)]
    loose = cards_listed(cards_of(event.loose))
    said.append(tr("deadwood {cards}", cards=loose) if loose else tr("no deadwood"))
    words, name = sentence(apart(said)), seen.names[event.seat]
    return [
        tr("Your melds: {melds}" if event.seat == seen.me else "{player}'s melds: {melds}", player=name, melds=words)
    ]
