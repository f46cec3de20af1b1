"""What happens in rummy, in sentences: one source for the log on the screen and for the plain client."""

from collections.abc import Iterable
from typing import Final

from msgspec import Struct

from upcard_client.locale import mark, tr
from upcard_client.words import forfeits
from upcard_client.words.phrases import CardWord, Line, Value, fill, joined, some_points
from upcard_protocol.rules.cards import Card, Hand
from upcard_protocol.rules.game import GameResult, Why
from upcard_protocol.rules.rummy import events, scoring
from upcard_protocol.rules.rummy.board import Board
from upcard_protocol.rules.rummy.melds import order
from upcard_protocol.rules.rummy.options import Options

SENTENCES: Final[dict[str, str]] = mark(
    {
        "dealt.you": "Hand {hand}. You deal.",
        "dealt.other": "Hand {hand}. {player} deals.",
        "upcard": "The first discard is {card}",
        "drew.you": "You drew {card}",
        "drew.unseen": "You drew from the stock",
        "drew.other": "{player} drew from the stock",
        "drew.open": "{player} drew {card}",
        "took.you": "You took {card}",
        "took.other": "{player} took {card}",
        "asked_shuffle.you": "The stock is used up: the pile is shuffled for you",
        "asked_shuffle.other": "The stock is used up: the pile is shuffled for {player}",
        "turned.you": "You turned the pile over: it is the stock now",
        "turned.other": "{player} turned the pile over: it is the stock now",
        "shuffled": "The shuffled pile is the stock now",
        "melded.you": "You laid {cards}",
        "melded.other": "{player} laid {cards}",
        "laid_off.you": "You laid {card} on {cards}",
        "laid_off.other": "{player} laid {card} on {cards}",
        "took_back.you": "You took {cards} back",
        "took_back.other": "{player} took {cards} back",
        "discarded.you": "You discarded {card}",
        "discarded.other": "{player} discarded {card}",
        "may_call": "It fits a meld: who calls Rummy!?",
        "called.you": "You call Rummy!",
        "called.other": "{player} calls Rummy!",
        "passed.you": "You let it lie",
        "passed.other": "{player} lets it lie",
        "answered.other": "{player} has answered",
        "nobody_called": "Nobody called Rummy!",
        "caller.you": "You called Rummy! and take {card}",
        "caller.other": "{player} called Rummy! and takes {card}",
        "first_caller.you": "You called Rummy! first and take {card}",
        "first_caller.other": "{player} called Rummy! first and takes {card}",
        "chose_block.you": "You leave the discard: nothing can be drawn",
        "chose_block.other": "{player} leaves the discard: nothing can be drawn",
        "out.you": "You went out and win {points}",
        "out.other": "{player} went out and wins {points}",
        "rummy.you": "You went rummy and win {points}, doubled",
        "rummy.other": "{player} went rummy and wins {points}, doubled",
        "given_up.you": "You win {points}",
        "given_up.other": "{player} wins {points}",
        "blocked.you": "The hand is blocked: you hold least and win {points}",
        "blocked.other": "The hand is blocked: {player} holds least and wins {points}",
        "blocked_charged": "The hand is blocked: each is charged what is left",
        "blocked_void": "The hand is blocked: nobody wins it",
        "no_progress": "The stock ran out again and nobody had laid a card",
        "no_stock_draws": "Nobody drew from the stock for too long",
        "ready.you": "You are ready",
        "ready.other": "{player} is ready",
        "game.you": "You won the game with {total}",
        "game.other": "{player} won the game with {total}",
        "shared": "{players} share the game with {total}",
        "match.you": "You won the match",
        "match.other": "{player} won the match",
        "match_shared": "{players} share the match",
    }
)


SERVED: Final[dict[str, str]] = mark(
    {
        "other": "Time is up: the server played for you.",
        "passed": "Time is up: the server let the discard lie for you.",
        "drew": "Time is up: the server drew {card} from the stock for you.",
        "drawn": "Time is up: the server discarded the card you drew, {card}.",
        "discarded": "Time is up: the server discarded {card}.",
        "laid_off": "Time is up: the server laid off {card} for you.",
        "block": "Time is up: the server left the discard for you.",
    }
)
"""What the server did for the viewer, whose time was up."""


class Narrator(Struct, frozen=True):
    """Who tells: the names by seat, the seat that is called `you`, and how the table was before what is told.

    Attributes:
        names: by seat.
        me: the viewer's seat, or None for somebody who watches.
        board: the hand before the event, or None before the first deal.
        options: the house rules.
    """

    names: tuple[str, ...]
    me: int | None
    board: Board | None
    options: Options

    def say(self, key: str, seat: int, /, **values: Value) -> Line:
        """Return the sentence of a seat's doing; `{player}` is the seat's name."""
        form = "you" if seat == self.me else "other"
        return fill(SENTENCES[f"{key}.{form}"], player=self.names[seat], **values)

    def tell(self, event: events.Event) -> tuple[Line, ...]:
        """Return what the log says of an event, usually one line."""
        match event:
            case events.Dealt(hand=hand, dealer=dealer, upcard=upcard):
                return self.say("dealt", dealer, hand=hand), fill(SENTENCES["upcard"], card=CardWord(upcard))
            case events.Drew():
                return (self._drew(event),)
            case events.Took(seat=seat, card=card):
                return (self.say("took", seat, card=CardWord(card)),)
            case events.AskedShuffle(seat=seat):
                return (self.say("asked_shuffle", seat),)
            case events.TurnedOver(seat=seat, shuffled=shuffled):
                return (fill(SENTENCES["shuffled"]) if shuffled else self.say("turned", seat),)
            case events.Melded(seat=seat, cards=cards):
                return (self.say("melded", seat, cards=self.words(cards)),)
            case events.LaidOff(seat=seat, card=card, meld=place):
                return (self.say("laid_off", seat, card=CardWord(card), cards=self._meld(place)),)
            case events.TookBack(seat=seat, cards=cards):
                return (self.say("took_back", seat, cards=self.words(cards)),)
            case events.Discarded(seat=seat, card=card):
                return (self.say("discarded", seat, card=CardWord(card)),)
            case events.Answered():
                return (self._answered(event),)
            case events.CallsClosed():
                return (self._calls(event),)
            case events.ChoseBlock(seat=seat):
                return (self.say("chose_block", seat),)
            case events.GaveUp(seat=seat, why=why):
                return ((forfeits.lost_hand(self.names[seat], why, mine=seat == self.me),),)
            case events.HandEnded(score=score):
                return self.outcome(score)
            case events.Readied(seat=seat):
                return (self.say("ready", seat),)
            case events.GameEnded(result=result):
                return (self._game(result),)
            case events.MatchEnded():
                return self._match(event)

    def served(self, event: events.Event, drawn: Card | None) -> Line:
        """Say what the server did for the viewer, whose time was up (RULES 3.11); `drawn` is the card of his draw."""
        match event:
            case events.Answered() | events.CallsClosed():
                return fill(SERVED["passed"])
            case events.Drew(card=card) if card is not None:
                return fill(SERVED["drew"], card=CardWord(card))
            case events.Discarded(card=card):
                return fill(SERVED["drawn" if drawn == card else "discarded"], card=CardWord(card))
            case events.LaidOff(card=card):
                return fill(SERVED["laid_off"], card=CardWord(card))
            case events.ChoseBlock():
                return fill(SERVED["block"])
            case _:
                return fill(SERVED["other"])

    def words(self, meld: Hand) -> tuple[CardWord, ...]:
        """Return the cards of a meld as they lie."""
        return tuple(CardWord(card) for card in order(meld, self.options.ace_runs))

    def _meld(self, place: int) -> tuple[CardWord, ...]:
        melds = self.board.melds if self.board is not None else ()
        return self.words(melds[place].cards) if place < len(melds) else ()

    def _drew(self, event: events.Drew) -> Line:
        if event.card is None and event.seat == self.me:
            return fill(SENTENCES["drew.unseen"])
        if event.card is None:
            return fill(SENTENCES["drew.other"], player=self.names[event.seat])
        key = "drew.you" if event.seat == self.me else "drew.open"
        return fill(SENTENCES[key], player=self.names[event.seat], card=CardWord(event.card))

    def _answered(self, event: events.Answered) -> Line:
        if event.call is None:
            return fill(SENTENCES["answered.other"], player=self.names[event.seat])
        return self.say("called" if event.call else "passed", event.seat)

    def _calls(self, event: events.CallsClosed) -> Line:
        top = self.board.top if self.board is not None else None
        if event.caller is None or top is None:
            return fill(SENTENCES["nobody_called"])
        return self.say("first_caller" if len(event.calls) > 1 else "caller", event.caller, card=CardWord(top))

    def outcome(self, score: scoring.Score) -> tuple[Line, ...]:
        """Say who won a hand and how much; before it, why the hand was blocked."""
        match score:
            case scoring.Out(winner=winner, rummy=rummy, ledger=ledger):
                return (self.say("rummy" if rummy else "out", winner, points=some_points(ledger[winner])),)
            case scoring.GivenUp(winner=winner, ledger=ledger):
                return (self.say("given_up", winner, points=some_points(ledger[winner])),)
            case scoring.Blocked():
                why = () if score.reason == "chosen" else (fill(SENTENCES[score.reason]),)
                return (*why, self._blocked(score))

    def _blocked(self, score: scoring.Blocked) -> Line:
        if score.winner is not None:
            return self.say("blocked", score.winner, points=some_points(score.ledger[score.winner]))
        return fill(SENTENCES["blocked_charged" if any(score.points) else "blocked_void"])

    def _game(self, result: GameResult) -> Line:
        total = some_points(result.totals[result.winner])
        if len(result.winners) > 1:
            return fill(SENTENCES["shared"], players=self.together(result.winners), total=total)
        return self.say("game", result.winner, total=total)

    def _match(self, event: events.MatchEnded) -> tuple[Line, ...]:
        left: tuple[Line, ...] = ()
        if event.forfeited is not None:
            loser = event.forfeited
            left = ((forfeits.lost_match(self.names[loser], event.why, mine=loser == self.me),),)
        if len(event.winners) > 1:
            return (*left, fill(SENTENCES["match_shared"], players=self.together(event.winners)))
        return (*left, self.say("match", min(event.winners)))

    def together(self, seats: Iterable[int]) -> str:
        """Return several names as a list: `Mira, Ravi and you`."""
        names = [self.names[seat] for seat in seats if seat != self.me]
        if self.me in tuple(seats):
            names.append(tr("you"))
        return joined(names)


def why_forfeited(board: Board, seat: int) -> Why:
    """Return why a seat forfeited this hand."""
    for play in board.plays:
        if isinstance(play, events.GaveUp) and play.seat == seat:
            return play.why
    return "given_up"
