"""What happens in gin, in sentences: one source for the log on the screen and for the plain client.

A sentence is a `Line`: text with cards in it, which the screen colours and the plain client speaks.
"""

from collections.abc import Iterable, Sequence
from typing import Final

from msgspec import Struct

from upcard_client.cardtable.arrangement import by_rank, in_order
from upcard_client.games.gin.sides import Company
from upcard_client.locale import mark, tr
from upcard_client.words import forfeits
from upcard_client.words.phrases import (
    RANK_WORDS,
    SUIT_WORDS,
    CardWord,
    Line,
    Value,
    fill,
    in_words,
    joined,
    sentence,
    some_points,
)
from upcard_protocol.rules.cards import Card, Hand, cards_of, points, rank, suit
from upcard_protocol.rules.game import GameResult, Why
from upcard_protocol.rules.gin import events, scoring
from upcard_protocol.rules.gin.board import Board
from upcard_protocol.rules.gin.hollywood import Column
from upcard_protocol.rules.gin.legal import View
from upcard_protocol.rules.gin.settlement import Payment, payments
from upcard_protocol.rules.gin.sheet import Sheet, sheet_after
from upcard_protocol.rules.melds import Layout, meld_kind

SENTENCES: Final[dict[str, str]] = mark(
    {
        "dealt.you": "Hand {hand}. You deal.",
        "dealt.other": "Hand {hand}. {player} deals.",
        "dealt_to.you": "Hand {hand}. You deal to {opponent}.",
        "dealt_to.other": "Hand {hand}. {player} deals to {opponent}.",
        "dealt_to.of_you": "Hand {hand}. {player} deals to you.",
        "sits_out.you": "You sit this hand out",
        "sits_out.other": "{player} sits this hand out",
        "upcard": "The upcard is {card}",
        "passed.you": "You passed",
        "passed.other": "{player} passed",
        "drew.you": "You drew {card}",
        "drew.unseen": "You drew from the stock",
        "drew.other": "{player} drew from the stock",
        "drew.open": "{player} drew {card}",
        "took.you": "You took {card}",
        "took.other": "{player} took {card}",
        "discarded.you": "You discarded {card}",
        "discarded.other": "{player} discarded {card}",
        "knock.you": "You knocked with {deadwood}",
        "knock.other": "{player} knocked with {deadwood}",
        "gin.you": "You went gin",
        "gin.other": "{player} went gin",
        "big_gin.you": "You went big gin",
        "big_gin.other": "{player} went big gin",
        "no_layoff": "Against gin nothing is laid off",
        "laid_off.you": "You laid off {cards}",
        "laid_off.other": "{player} laid off {cards}",
        "laid_off_none.you": "You laid off nothing",
        "laid_off_none.other": "{player} laid off nothing",
        "declined.you": "You left the last discard",
        "declined.other": "{player} left the last discard",
        "won.you": "You won {points}",
        "won.other": "{player} won {points}",
        "undercut.you": "You undercut {loser}: {points}",
        "undercut.other": "{player} undercut {loser}: {points}",
        "undercut.of_you": "{player} undercut you: {points}",
        "push": "Equal deadwood: nobody scores",
        "dead_wall": "The stock is finished: nobody scores",
        "dead_loop": "Too many turns without a draw: nobody scores",
        "ready.you": "You are ready",
        "ready.other": "{player} is ready",
        "nobody": "Nobody scores",
        "net": "Together: {points} to {players}",
        "net_none": "Together nothing: nobody scores",
        "entered.one": "Written in column {columns}",
        "entered.many": "Written in columns {columns}",
        "closed": "Column {column} is closed at {won} to {lost}",
        "game.you": "You won the game {won} to {lost}",
        "game.other": "{player} won the game {won} to {lost}",
        "game.several": "{players} won the game {won} to {lost}",
        "game_by.you": "You won the game by {points}",
        "game_by.other": "{player} won the game by {points}",
        "game_by.several": "{players} won the game by {points}",
        "game_of_many.you": "You won the game with {points}",
        "game_of_many.other": "{player} won the game with {points}",
        "game_drawn": "The game is drawn",
        "pays.you": "You pay {payee} {points}",
        "pays.other": "{player} pays {payee} {points}",
        "pays.of_you": "{player} pays you {points}",
        "match.you": "You won the match",
        "match.other": "{player} won the match",
        "match.several": "{players} won the match",
        "match_shared": "The match is drawn: {players} share it",
    }
)
"""By what is told; where it matters who is told of, in a form for the viewer and one for others, of a side also one
for several. English says the same of one and of several; other languages do not.
"""


SERVED: Final[dict[str, str]] = mark(
    {
        "other": "Time is up: the server played for you.",
        "passed": "Time is up: the server passed for you.",
        "drew": "Time is up: the server drew {card} from the stock for you.",
        "drawn": "Time is up: the server discarded the card you drew, {card}.",
        "discarded": "Time is up: the server discarded {card}.",
        "defended": "Time is up: the server laid off what fits for you.",
        "declined": "Time is up: the server left the last discard for you.",
    }
)
"""What the server did for the viewer, whose time was up."""


class Narrator(Struct, frozen=True):
    """Who tells.

    Attributes:
        company: who plays, and the seat that is called `you`.
        view: the match before what is told, or None before the first one.
    """

    company: Company
    view: View | None = None

    def say(self, key: str, seat: int, /, **values: Value) -> Line:
        """Return the sentence of a seat's doing; `{player}` is the seat's name."""
        form = "you" if seat == self.company.me else "other"
        return fill(SENTENCES[f"{key}.{form}"], player=self.company.names[seat], **values)

    def say_to(self, key: str, seat: int, to: int, /, **values: Value) -> Line:
        """Return the sentence of what a seat does to another one, which may be the viewer's."""
        form = "you" if seat == self.company.me else "of_you" if to == self.company.me else "other"
        return fill(SENTENCES[f"{key}.{form}"], player=self.company.names[seat], **values)

    def say_of(self, key: str, seats: Sequence[int], /, **values: Value) -> Line:
        """Return the sentence of a side's doing; `{players}` are the names of several."""
        if len(seats) == 1:
            return self.say(key, seats[0], **values)
        return fill(SENTENCES[f"{key}.several"], players=self.company.listed(seats, head=True), **values)

    def tell(self, event: events.Event) -> tuple[Line, ...]:
        """Return what the log says of an event, usually one line."""
        match event:
            case events.Dealt():
                return self._dealt(event)
            case events.Passed(seat=seat):
                return (self.say("passed", seat),)
            case events.Drew():
                return (self._drew(event),)
            case events.Took(seat=seat, card=card):
                return (self.say("took", seat, card=CardWord(card)),)
            case events.Discarded(seat=seat, card=card):
                return (self.say("discarded", seat, card=CardWord(card)),)
            case events.Knocked():
                return self._knocked(event)
            case events.Defended(seat=seat, layoffs=layoffs):
                return self._defended(seat, tuple(card for card, _ in layoffs))
            case events.Declined(seat=seat):
                return (self.say("declined", seat),)
            case events.GaveUp(seat=seat, why=why):
                mine = seat == self.company.me
                return ((forfeits.lost_hand(self.company.names[seat], why, mine=mine),),)
            case events.HandEnded():
                return self._ended(event)
            case events.Readied(seat=seat):
                return (self.say("ready", seat),)
            case events.GameEnded(result=result):
                return self._game(result)
            case events.MatchEnded():
                return self._match(event)

    def served(self, event: events.Event) -> Line:
        """Say what the server did for the viewer, whose time was up (RULES 3.11)."""
        match event:
            case events.Passed():
                return fill(SERVED["passed"])
            case events.Drew(card=card) if card is not None:
                return fill(SERVED["drew"], card=CardWord(card))
            case events.Discarded(card=card):
                drawn = self.view is not None and self.view.drawn == card
                return fill(SERVED["drawn" if drawn else "discarded"], card=CardWord(card))
            case events.Defended():
                return fill(SERVED["defended"])
            case events.Declined():
                return fill(SERVED["declined"])
            case _:
                return fill(SERVED["other"])

    def _dealt(self, event: events.Dealt) -> tuple[Line, ...]:
        company = self.company
        if company.partners:
            first = event.seats[0]
            said = [self.say_to("dealt_to", event.dealer, first, hand=event.hand, opponent=company.names[first])]
        else:
            said = [self.say("dealt", event.dealer, hand=event.hand)]
            idle = [seat for seat in range(len(company.names)) if seat not in event.seats]
            said += [self.say("sits_out", seat) for seat in idle]
        if event.upcard is not None:
            said.append(fill(SENTENCES["upcard"], card=CardWord(event.upcard)))
        return tuple(said)

    def _drew(self, event: events.Drew) -> Line:
        if event.card is None and event.seat == self.company.me:
            return fill(SENTENCES["drew.unseen"])
        if event.card is None:
            return fill(SENTENCES["drew.other"], player=self.company.name(event.seat))
        key = "drew.you" if event.seat == self.company.me else "drew.open"
        return fill(SENTENCES[key], player=self.company.names[event.seat], card=CardWord(event.card))

    def _knocked(self, event: events.Knocked) -> tuple[Line, ...]:
        said = self.say(event.kind, event.seat, deadwood=points(event.loose))
        if event.kind == "knock" or self.company.options.layoff_on_gin:
            return (said,)
        return said, fill(SENTENCES["no_layoff"])

    def _defended(self, seat: int, laid: tuple[Card, ...]) -> tuple[Line, ...]:
        if not laid:
            return ()
        return (self.say("laid_off", seat, cards=tuple(CardWord(card) for card in laid)),)

    # ---- the end of a hand

    def _ended(self, event: events.HandEnded) -> tuple[Line, ...]:
        said = list(self.outcome(event.score, event.table))
        if self.view is None:
            return tuple(said)
        before = self.view.sheet
        if self.company.partners and any(row.hand == before.hands for row in before.rows):
            said.append(self.net(sheet_after(before, event)))
        if before.columns:
            said += self._columns(before.columns, sheet_after(before, event))
        return tuple(said)

    def outcome(self, score: scoring.Score, table: int = 0) -> tuple[Line, ...]:
        """Say who won a hand, and how much."""
        match score:
            case scoring.Push():
                return (fill(SENTENCES["push"]),)
            case scoring.Dead(looped=looped):
                return (fill(SENTENCES["dead_loop" if looped else "dead_wall"]),)
            case scoring.Undercut(winner=winner):
                return (self._undercut(winner, self.opponent(winner, table), score.points),)
            case scoring.Each(knocker=knocker):
                won = [self._won(knocker, score.gained(knocker))] if score.gained(knocker) else []
                others = (each.seat for each in score.against if score.gained(each.seat))
                won += [self._undercut(seat, knocker, score.gained(seat)) for seat in others]
                return tuple(won) or (fill(SENTENCES["nobody"]),)
            case _:
                return (self._won(score.winner, score.points),)

    def opponent(self, seat: int, table: int = 0) -> int:
        """Return whom a seat played against in a hand of two."""
        if self.view is None or table >= len(self.view.boards):
            return 1 - seat
        return self.view.boards[table].other(seat)

    def _won(self, seat: int, won: int) -> Line:
        return self.say("won", seat, points=some_points(won))

    def _undercut(self, winner: int, loser: int, won: int) -> Line:
        return self.say_to("undercut", winner, loser, loser=self.company.names[loser], points=some_points(won))

    def net(self, sheet: Sheet) -> Line:
        """Say what both tables of partners come to together (RULES 5.3)."""
        scored = sheet.rows[-1].points
        winners = [seat for seat, won in enumerate(scored) if won]
        if not winners:
            return fill(SENTENCES["net_none"])
        return fill(SENTENCES["net"], players=self.company.listed(winners), points=some_points(scored[winners[0]]))

    def _columns(self, before: tuple[Column, ...], sheet: Sheet) -> list[Line]:
        """Say which columns of Hollywood a hand was written in, and which it closed (RULES 8)."""
        entered = sheet.rows[-1].columns
        if not entered:
            return []
        key = "entered.one" if len(entered) == 1 else "entered.many"
        said = [fill(SENTENCES[key], columns=joined([str(place + 1) for place in entered]))]
        for place, (old, new) in enumerate(zip(before, sheet.columns, strict=True)):
            if old.result is None and new.result is not None:
                side, other = self._ahead_first(new.result.winners)
                said.append(fill(SENTENCES["closed"], column=place + 1, won=new.totals[side], lost=new.totals[other]))
        return said

    def _ahead_first(self, winners: Sequence[int]) -> tuple[int, int]:
        """Return a seat of those who won and one of those who did not, of two sides."""
        return winners[0], next(side[0] for side in self.company.columns if side[0] not in winners)

    # ---- the end of a game and of the match

    def _game(self, result: GameResult) -> tuple[Line, ...]:
        company = self.company
        if len(company.columns) > 2:
            won = self.say("game_of_many", result.winner, points=some_points(result.sums[result.winner]))
            return won, *(self._paid(payment) for payment in payments(company.options, result))
        if len(result.winners) == len(company.names):
            return (fill(SENTENCES["game_drawn"]),)
        if company.options.hollywood:
            return (self.say_of("game_by", result.winners, points=some_points(result.margin)),)
        side, other = self._ahead_first(result.winners)
        return (self.say_of("game", result.winners, won=result.sums[side], lost=result.sums[other]),)

    def _paid(self, payment: Payment) -> Line:
        payer, payee = payment.payer, payment.payee
        return self.say_to("pays", payer, payee, payee=self.company.names[payee], points=payment.points)

    def _match(self, event: events.MatchEnded) -> tuple[Line, ...]:
        company, winners, loser = self.company, event.winners, event.forfeited
        if loser is not None:
            lost: Line = (forfeits.lost_match(company.names[loser], event.why, mine=loser == company.me),)
            return lost, self.say_of("match", winners)
        if all(seat in company.side_of(winners[0]) for seat in winners):
            return (self.say_of("match", winners),)
        return (fill(SENTENCES["match_shared"], players=company.listed(winners, head=True)),)


def why_forfeited(board: Board, seat: int) -> Why:
    """Return why somebody forfeited this hand."""
    for play in board.plays:
        if isinstance(play, events.GaveUp) and play.seat == seat:
            return play.why
    return "given_up"


def meld_in_words(meld: Hand, *, head: bool = True) -> str:
    """Say a meld, at the head of a sentence or inside it: `Run 4 5 6 of spades`, `set jack of hearts, diamonds`."""
    cards = tuple(cards_of(meld))
    first = tr(SUIT_WORDS[suit(cards[0])])
    if meld_kind(meld) == "run":
        ranks = " ".join(tr(RANK_WORDS[rank(card)]) for card in cards)
        return tr("Run {ranks} of {suit}" if head else "run {ranks} of {suit}", ranks=ranks, suit=first)
    suits = ", ".join(tr(SUIT_WORDS[suit(card)]) for card in cards)
    words = tr(RANK_WORDS[rank(cards[0])])
    return tr("Set {rank} of {suits}" if head else "set {rank} of {suits}", rank=words, suits=suits)


def layout_in_words(layout: Layout) -> str:
    """Say a hand as it is laid out: its melds, then the deadwood and its points."""
    said = [sentence(meld_in_words(meld)) for _, meld in in_order(layout.melds)]
    loose = by_rank(layout.loose)
    if loose:
        said.append(tr("Deadwood {cards}: {points}.", cards=cards_listed(loose), points=layout.deadwood))
    else:
        said.append(tr("No deadwood."))
    return " ".join(said)


def cards_in_words(hand: Hand) -> str:
    """Say a hand without sorting it into melds, as where the table gives no help."""
    return sentence(cards_listed(cards_of(hand)))


def cards_listed(cards: Iterable[Card]) -> str:
    """Say cards one after the other."""
    return ", ".join(map(in_words, cards))
