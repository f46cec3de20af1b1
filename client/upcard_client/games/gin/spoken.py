"""What the plain client says of gin: hands, turns and results in whole sentences, cards in words."""

from collections.abc import Sequence
from typing import Final

from upcard_client.games.gin.following import tell
from upcard_client.games.gin.sentences import cards_in_words, layout_in_words, meld_in_words
from upcard_client.games.seen import Seen
from upcard_client.phrases import counted, in_words, possessive, sentence, spoken
from upcard_protocol.rules.cards import Hand, cards_of, points
from upcard_protocol.rules.game import GameResult
from upcard_protocol.rules.gin import events, scoring
from upcard_protocol.rules.gin.board import Board
from upcard_protocol.rules.gin.legal import Legal, View, legal
from upcard_protocol.rules.gin.options import Options
from upcard_protocol.rules.melds import best_layout, deadwood


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


def heading(options: Options) -> str:
    """Name the game and its main rule in a sentence, as one comes to a table."""
    knock = "gin only" if options.knock_limit == 0 else f"knock at {options.knock_limit}"
    return f"Gin rummy to {options.target}, {knock}."


# ---- a table


def deal_line(seen: Seen) -> str:
    """Say which hand is played and who dealt it."""
    board = _board(seen)
    if board is None:
        return ""
    return f"Hand {board.hand}. {seen.name(board.dealer)} {'deal' if board.dealer == seen.me else 'deals'}."


def _board(seen: Seen) -> Board | None:
    match: View | None = seen.match
    return match.board if match is not None else None


def cards_lines(seen: Seen) -> list[str]:
    """Say what lies on the table, and what we hold."""
    said: list[str] = []
    if seen.me is not None and seen.match is not None and seen.match.hand:
        said.append(f"Your hand. {hand_line(seen)}")
    board = _board(seen)
    if board is not None:
        said.append(f"{pile_line(board)} Stock {board.stock}.")
    return said


def hand_line(seen: Seen) -> str:
    """Say our cards: in melds, or as they come where the table gives no help."""
    match: View | None = seen.match
    hand = match.hand if match is not None else Hand(0)
    if not hand:
        return "You hold no cards."
    if not seen.view.options.deadwood_help:
        return cards_in_words(hand)
    return layout_in_words(best_layout(hand))


def pile_line(board: Board) -> str:
    """Say what lies on top of the discard pile."""
    return f"Discard pile: {in_words(board.top)}." if board.top is not None else "The discard pile is empty."


def score_line(seen: Seen) -> str:
    """Say the running score."""
    match: View | None = seen.match
    if match is None:
        return "No match has begun."
    sheet, me, names = match.sheet, seen.me, seen.names
    order = (0, 1) if me is None else (me, 1 - me)
    said = ", ".join(f"{'You' if seat == me else names[seat]} {sheet.totals[seat]}" for seat in order)
    if me is None or sheet.settled:
        return f"{said}."
    return f"{said}. You need {max(0, sheet.options.target - sheet.totals[me])} more."


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
            return f"Your turn. take the {top}, or pass?"
        case "forced_stock":
            return "Your turn. draw from the stock."
        case "draw":
            return f"Your turn. draw, or take the {top}?" if top else "Your turn. draw from the stock."
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
        case events.Discarded(seat=seat) if seat == after.me and after.view.options.deadwood_help:
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


_BONUS: Final[dict[type, str]] = {
    scoring.Undercut: "undercut bonus",
    scoring.Gin: "gin bonus",
    scoring.BigGin: "big gin bonus",
    scoring.GivenUp: "gin bonus",
}


def _sum_lines(score: scoring.Score, seen: Seen) -> list[str]:
    """Say the points as a sum, then the totals."""
    said: list[str] = []
    doubled = not isinstance(score, scoring.Push | scoring.Dead | scoring.Each) and score.multiplier > 1
    times = ", times 2" if doubled else ""
    match score:
        case scoring.Knock():
            said.append(f"{score.defender} less {score.knocker}{times}: {counted(score.points)}.")
        case scoring.Undercut():
            plus = f"{score.knocker} less {score.defender}, plus {score.bonus} {_BONUS[type(score)]}"
            said.append(f"{plus}{times}: {counted(score.points)}.")
        case scoring.Gin() | scoring.BigGin() | scoring.GivenUp():
            said.append(f"{score.defender} plus {score.bonus} {_BONUS[type(score)]}{times}: {counted(score.points)}.")
        case scoring.Each():
            seats = (score.knocker, *(versus.seat for versus in score.against))
            said += [f"{seen.name(seat)}: {counted(score.gained(seat))}." for seat in seats]
        case scoring.Push() | scoring.Dead():
            pass
    match: View | None = seen.match
    if match is not None:
        totals = enumerate(match.sheet.totals)
        said.append(f"Score: {', '.join(f'{seen.name(seat)} {total}' for seat, total in totals)}.")
    return said


def settlement_lines(result: GameResult, seen: Seen) -> list[str]:
    """Say how a game is settled, for each player as a sum (RULES 3.8)."""
    said = ["Settlement."]
    for seat in range(len(result.totals)):
        parts = [counted(result.totals[seat])]
        if result.box_points[seat]:
            parts.append(f"{result.box_points[seat]} for {counted(result.boxes[seat], 'box', 'boxes')}")
        if seat == result.winner and result.game_bonus:
            parts.append(f"{result.game_bonus} for the game")
        if seat == result.winner and result.shutout:
            parts.append(f"{result.shutout} for the shut-out")
        said.append(f"{seen.name(seat)}: {', '.join(parts)}; {result.sums[seat]} in all.")
    verb = "win" if result.winner == seen.me else "wins"
    said.append(f"{seen.name(result.winner)} {verb} by {result.margin}.")
    return said
