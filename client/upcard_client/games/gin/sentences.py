"""What happens in gin, in sentences: one source for the log on the screen and for the plain client.

A sentence is a `Line`: text with cards in it, which the screen colours and the plain client speaks.
"""

from typing import Final

from msgspec import Struct

from upcard_client.cardtable.arrangement import by_rank, in_order
from upcard_client.phrases import RANK_WORDS, SUIT_WORDS, CardWord, Line, Value, counted, fill, in_words
from upcard_protocol.rules.cards import Card, Hand, cards_of, points, rank, suit
from upcard_protocol.rules.game import GameResult
from upcard_protocol.rules.gin import events, scoring
from upcard_protocol.rules.melds import Layout, meld_kind

SENTENCES: Final[dict[str, str]] = {
    "dealt.you": "Hand {hand}. You deal.",
    "dealt.other": "Hand {hand}. {player} deals.",
    "upcard": "The upcard is {card}",
    "passed.you": "You passed",
    "passed.other": "{player} passed",
    "drew.you": "You drew {card}",
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
    "gave_up.you": "You gave up the hand",
    "gave_up.other": "{player} gave up the hand",
    "won.you": "You won {points}",
    "won.other": "{player} won {points}",
    "undercut.you": "You undercut {loser}: {points}",
    "undercut.other": "{player} undercut {loser}: {points}",
    "push": "Equal deadwood: nobody scores",
    "dead_wall": "The stock is finished: nobody scores",
    "dead_loop": "Too many turns without a draw: nobody scores",
    "ready.you": "You are ready",
    "ready.other": "{player} is ready",
    "game.you": "You won the game {won} to {lost}",
    "game.other": "{player} won the game {won} to {lost}",
    "match.you": "You won the match",
    "match.other": "{player} won the match",
    "left.you": "You left: {player} won the match",
    "left.other": "{loser} left: {player} won the match",
}


class Narrator(Struct, frozen=True):
    """Who tells: the names by seat, and the seat that is called `you`.

    Attributes:
        names: by seat.
        me: the viewer's seat, or None for somebody who watches.
        layoff_on_gin: the table's option, for the line that says why nobody lays off.
    """

    names: tuple[str, ...]
    me: int | None = None
    layoff_on_gin: bool = False

    def name(self, seat: int) -> str:
        """Return what a seat is called at the head of a sentence."""
        return "You" if seat == self.me else self.names[seat]

    def say(self, key: str, seat: int, /, **values: Value) -> Line:
        """Return the sentence of a seat's doing; `{player}` is the seat's name."""
        form = "you" if seat == self.me else "other"
        return fill(SENTENCES[f"{key}.{form}"], player=self.names[seat], **values)

    def tell(self, event: events.Event) -> tuple[Line, ...]:
        """Return what the log says of an event, usually one line."""
        match event:
            case events.Dealt(hand=hand, dealer=dealer, upcard=upcard):
                dealt = self.say("dealt", dealer, hand=hand)
                return (dealt,) if upcard is None else (dealt, fill(SENTENCES["upcard"], card=CardWord(upcard)))
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
            case events.GaveUp(seat=seat):
                return (self.say("gave_up", seat),)
            case events.HandEnded(score=score):
                return (self.outcome(score),)
            case events.Readied(seat=seat):
                return (self.say("ready", seat),)
            case events.GameEnded(result=result):
                return (self._game(result),)
            case events.MatchEnded():
                return (self._match(event.winner, event.forfeited),)

    def _drew(self, event: events.Drew) -> Line:
        if event.card is None:
            return fill(SENTENCES["drew.other"], player=self.name(event.seat))
        key = "drew.you" if event.seat == self.me else "drew.open"
        return fill(SENTENCES[key], player=self.names[event.seat], card=CardWord(event.card))

    def _match(self, winner: int, loser: int | None) -> Line:
        if loser is None:
            return self.say("match", winner)
        key = "left.you" if loser == self.me else "left.other"
        return fill(SENTENCES[key], player=self.name(winner), loser=self.names[loser])

    def _knocked(self, event: events.Knocked) -> tuple[Line, ...]:
        said = self.say(event.kind, event.seat, deadwood=points(event.loose))
        if event.kind == "knock" or self.layoff_on_gin:
            return (said,)
        return said, fill(SENTENCES["no_layoff"])

    def _defended(self, seat: int, laid: tuple[Card, ...]) -> tuple[Line, ...]:
        if not laid:
            return ()
        return (self.say("laid_off", seat, cards=tuple(CardWord(card) for card in laid)),)

    def outcome(self, score: scoring.Score) -> Line:
        """Say who won a hand, and how much."""
        match score:
            case scoring.Push():
                return fill(SENTENCES["push"])
            case scoring.Dead(looped=looped):
                return fill(SENTENCES["dead_loop" if looped else "dead_wall"])
            case scoring.Undercut(winner=winner):
                loser = 1 - winner
                name = "you" if loser == self.me else self.names[loser]
                return self.say("undercut", winner, loser=name, points=counted(score.points))
            case scoring.Each():
                winner = score.winner
                return (
                    fill(SENTENCES["push"])
                    if winner is None
                    else self.say("won", winner, points=counted(score.points))
                )
            case _:
                return self.say("won", score.winner, points=counted(score.points))

    def _game(self, result: GameResult) -> Line:
        won, lost = result.sums[result.winner], result.sums[1 - result.winner]
        return self.say("game", result.winner, won=won, lost=lost)


def meld_in_words(meld: Hand) -> str:
    """Say a meld: `Run 4 5 6 of spades`, `Set jack of hearts, diamonds, clubs`."""
    cards = tuple(cards_of(meld))
    if meld_kind(meld) == "run":
        return f"Run {' '.join(RANK_WORDS[rank(card)] for card in cards)} of {SUIT_WORDS[suit(cards[0])]}"
    return f"Set {RANK_WORDS[rank(cards[0])]} of {', '.join(SUIT_WORDS[suit(card)] for card in cards)}"


def layout_in_words(layout: Layout) -> str:
    """Say a hand as it is laid out: its melds, then the deadwood and its points."""
    said = [f"{meld_in_words(meld)}." for _, meld in in_order(layout.melds)]
    loose = by_rank(layout.loose)
    if loose:
        said.append(f"Deadwood {', '.join(map(in_words, loose))}: {layout.deadwood}.")
    else:
        said.append("No deadwood.")
    return " ".join(said)


def cards_in_words(hand: Hand) -> str:
    """Say a hand without sorting it into melds, as where the table gives no help."""
    return f"{', '.join(map(in_words, cards_of(hand)))}."
