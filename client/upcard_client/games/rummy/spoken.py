"""What the plain client says of rummy: hands, turns and results in whole sentences, cards in words."""

from typing import Final

from upcard_client.games.rummy import rulebook
from upcard_client.games.rummy.following import narrator, tell
from upcard_client.games.rummy.letters import LETTERS
from upcard_client.games.seen import Seen
from upcard_client.locale import mark, tr, trn
from upcard_client.words.phrases import (
    RANK_WORDS,
    SUIT_WORDS,
    capital,
    either,
    in_words,
    sentence,
    some_cards,
    some_points,
    spoken,
)
from upcard_protocol.rules.cards import Hand, cards_of, rank, suit
from upcard_protocol.rules.errors import COMMANDS
from upcard_protocol.rules.rummy import events
from upcard_protocol.rules.rummy.arranging import arrange
from upcard_protocol.rules.rummy.board import Board
from upcard_protocol.rules.rummy.legal import Legal, legal
from upcard_protocol.rules.rummy.melds import is_set, order
from upcard_protocol.rules.rummy.options import AceRuns, Options
from upcard_protocol.rules.rummy.scoring import Score, count
from upcard_protocol.rules.rummy.view import View

SENTENCES: Final[dict[str, str]] = mark(
    {
        "melded.you": "You laid meld {letter}: {meld}.",
        "melded.other": "{player} laid meld {letter}: {meld}.",
        "laid_off.you": "You laid {card} on meld {letter}.",
        "laid_off.other": "{player} laid {card} on meld {letter}.",
        "took_back.you": "You took {cards} back.",
        "took_back.other": "{player} took {cards} back.",
        "left.you": "You hold {cards}: {points}.",
        "left.other": "{player} holds {cards}: {points}.",
        "draw": "Your turn: {draw}, or {take} the {card}?",
        "draw_only": "Your turn: {draw} from the stock.",
        "turn_over": "Your turn: {draw} turns the pile over, or {take} the {card}?",
        "blocked": "Your turn: {take} the {card}, or {block}?",
        "blocked_only": "Your turn: nothing can be drawn, {block}.",
        "play": "{meld}, {lay}, or {discard} which card?",
        "call": "{card} fits a meld. {call}, or {pass_}?",
        "lay_called": "{lay} the {card} on which meld?",
        "discard_called": "{discard} which card?",
    }
)


def options_line(options: Options, players: int) -> str:  # noqa: ARG001 - so many for every game
    """Describe the rules of a table with so many seats in a sentence."""
    return rulebook.in_a_sentence(options)


def heading(options: Options, players: int) -> str:  # noqa: ARG001 - so many for every game
    """Name the game and what it is played to, as one comes to a table."""
    return sentence(capital(rulebook.headline(options)))


# ---- a table


def deal_line(seen: Seen) -> str:
    """Say which hand is played and who dealt it."""
    board = _board(seen)
    if board is None:
        return ""
    return spoken(narrator(seen).say("dealt", board.dealer, hand=board.hand))


def _board(seen: Seen) -> Board | None:
    match: View | None = seen.match
    return match.board if match is not None else None


def meld_in_words(meld: Hand, aces: AceRuns) -> str:
    """Say a meld: `run 4 5 6 of spades`, `set jack of hearts, diamonds, clubs`."""
    cards = order(meld, aces)
    if is_set(meld):
        suits = ", ".join(tr(SUIT_WORDS[suit(card)]) for card in cards)
        return tr("set {rank} of {suits}", rank=tr(RANK_WORDS[rank(cards[0])]), suits=suits)
    ranks = " ".join(tr(RANK_WORDS[rank(card)]) for card in cards)
    return tr("run {ranks} of {suit}", ranks=ranks, suit=tr(SUIT_WORDS[suit(cards[0])]))


def cards_lines(seen: Seen) -> list[str]:
    """Say what we hold, the melds on the table, what each of the others holds, and the piles."""
    said: list[str] = []
    match: View | None = seen.match
    board = _board(seen)
    if match is None or board is None:
        return said
    if seen.me is not None and match.hand:
        said.append(f"{tr('Your hand.')} {hand_line(seen)}")
    aces = match.sheet.options.ace_runs
    for place, meld in enumerate(board.melds):
        said.append(tr("Meld {letter}: {meld}.", letter=LETTERS[place], meld=meld_in_words(meld.cards, aces)))
    others = (seat for seat in range(len(seen.names)) if seat != seen.me)
    said.append(sentence(", ".join(f"{seen.names[seat]} {some_cards(board.held[seat])}" for seat in others)))
    top = board.top
    pile = tr("The discard pile is empty.") if top is None else tr("Discard pile: {card}.", card=in_words(top))
    said.append(f"{pile} {tr('Stock {count}.', count=board.stock)}")
    if board.score is not None:
        said.extend(_outcome(board.score, board.shown, seen))
    return said


def hand_line(seen: Seen) -> str:
    """Say our cards: in melds, or as they come where the table gives no help."""
    match: View | None = seen.match
    if match is None or not match.hand:
        return tr("You hold no cards.")
    hand, options = match.hand, match.sheet.options
    if not seen.view.options.deadwood_help:
        return sentence(", ".join(map(in_words, cards_of(hand))))
    layout = arrange(hand, options)
    melds = sorted(layout.melds, key=lambda meld: min(rank(card) for card in cards_of(meld)))
    said = [sentence(capital(meld_in_words(meld, options.ace_runs))) for meld in melds]
    number = count(hand, options)
    held = trn("{count} point in hand.", "{count} points in hand.", number)
    loose = ", ".join(map(in_words, cards_of(layout.loose)))
    said.append(f"{capital(loose)}: {held}" if loose else held)
    return " ".join(said)


def score_line(seen: Seen) -> str:
    """Say the running score, and what each has gained from the others."""
    match: View | None = seen.match
    if match is None:
        return tr("No match has begun.")
    sheet, me = match.sheet, seen.me
    said = [sentence(_totals(seen, sheet.totals)), _ledger(seen, sheet.ledger)]
    options = sheet.options
    if me is not None and not sheet.winners and not options.deals and options.scoring != "penalty":
        said.append(tr("You need {points} more.", points=max(0, options.target - sheet.totals[me])))
    return " ".join(said)


def _totals(seen: Seen, totals: tuple[int, ...]) -> str:
    """List the points of all players."""
    return ", ".join(f"{seen.name(seat)} {total}" for seat, total in enumerate(totals))


def _ledger(seen: Seen, ledger: tuple[int, ...]) -> str:
    """Say a ledger, which adds up to 0."""
    said = ", ".join(
        f"{seen.name(seat)} {share:+d}" if share else f"{seen.name(seat)} 0" for seat, share in enumerate(ledger)
    )
    return tr("Ledger: {shares}.", shares=said)


# ---- the turn


def turn_line(seen: Seen) -> str:
    """Say what is asked of us in our turn."""
    match: View | None = seen.match
    board = _board(seen)
    if match is None or board is None:
        return ""
    allowed = legal(match)
    key = {"play": "play", "call": "call", "lay_called": "lay_called", "discard_called": "discard_called"}.get(
        board.phase
    )
    if key is None:
        key = _draw_key(allowed, has_top=board.top is not None)
    shown = board.taken if board.phase == "lay_called" else board.top
    card = in_words(shown) if shown is not None else ""
    text = capital(tr(SENTENCES[key], card=card, **COMMANDS))
    return f"{text}{_fits(seen, allowed)}" if board.phase == "play" else text


def _draw_key(allowed: Legal, *, has_top: bool) -> str:
    if not allowed.may_draw_stock:
        return "blocked" if has_top else "blocked_only"
    if allowed.turns_over and has_top:
        return "turn_over"
    return "draw" if has_top else "draw_only"


def _fits(seen: Seen, allowed: Legal) -> str:
    """Name what could be laid, where the table helps its players."""
    if not seen.view.options.deadwood_help:
        return ""
    aces = allowed.sheet.options.ace_runs
    said = [tr("You may meld {meld}.", meld=meld_in_words(meld, aces)) for meld in _whole(allowed.melds)]
    for card in cards_of(allowed.hand):
        letters = either([LETTERS[place] for place in allowed.targets(card)])
        if letters:
            said.append(capital(tr("{card} fits meld {letters}.", card=in_words(card), letters=letters)))
    return "".join(f" {each}" for each in said)


def _whole(melds: tuple[Hand, ...]) -> list[Hand]:
    """Return the melds that are no part of a longer one."""
    return [meld for meld in melds if not any(meld != other and meld & other == meld for other in melds)]


# ---- what happened


def event_lines(event: events.Event, before: Seen, after: Seen) -> list[str]:
    """Say what happened, as seen before and after it."""
    aces = after.game.ace_runs
    match event:
        case events.Melded(seat=seat, cards=cards):
            board = _board(after)
            letter = LETTERS[len(board.melds) - 1] if board is not None and board.melds else ""
            return [_say(after, "melded", seat, letter=letter, meld=meld_in_words(cards, aces))]
        case events.LaidOff(seat=seat, card=card, meld=place):
            return [_say(after, "laid_off", seat, card=in_words(card), letter=LETTERS[place])]
        case events.TookBack(seat=seat, cards=cards):
            return [_say(after, "took_back", seat, cards=", ".join(map(in_words, cards_of(cards))))]
        case events.HandEnded():
            return _ending(event, before, after)
        case events.GameEnded(result=result):
            return [*_told(event, before), _ledger(after, result.margins)]
        case _:
            return _told(event, before)


def _told(event: events.Event, before: Seen) -> list[str]:
    return [sentence(spoken(line)) for line in tell(event, before)]


def _ending(event: events.HandEnded, before: Seen, after: Seen) -> list[str]:
    """Say who won the hand, what everybody still holds, and the score."""
    said = _outcome(event.score, event.hands, before)
    said.append(_ledger(after, event.score.ledger))
    match: View | None = after.match
    if match is not None:
        said.append(tr("Score: {totals}.", totals=_totals(after, match.sheet.totals)))
    return said


def _outcome(score: Score, hands: tuple[Hand, ...], seen: Seen) -> list[str]:
    """Say who won a hand, and what everybody still holds."""
    said = [sentence(spoken(line)) for line in narrator(seen).outcome(score)]
    for seat, left in enumerate(hands):
        if left:
            cards = ", ".join(map(in_words, cards_of(left)))
            said.append(_say(seen, "left", seat, cards=cards, points=some_points(score.counts[seat])))
    return said


def _say(seen: Seen, key: str, seat: int, **values: str) -> str:
    form = "you" if seat == seen.me else "other"
    return tr(SENTENCES[f"{key}.{form}"], player=seen.names[seat], **values)
