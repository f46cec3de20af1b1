"""A match of gin as a scene shows it: played on through the engine, so nothing is shown that could not happen."""

from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from upcard_client.cardtable.surroundings import LinkLost, LinkUp
from upcard_client.games.gin.situation import Situation
from upcard_client.matches.witness import Finding
from upcard_client.widgets.frame import Clock, LogLine
from upcard_client.words.phrases import Line
from upcard_protocol.rules.cards import DECK, Card, cards_of, hand_of, parse_card, parse_cards
from upcard_protocol.rules.game import Deal, Forfeit
from upcard_protocol.rules.gin import actions as act
from upcard_protocol.rules.gin import events as ev
from upcard_protocol.rules.gin import match as gin
from upcard_protocol.rules.gin.actions import Action

ME: Final = 0
MIRA: Final = 1


class Stage(Struct, frozen=True, kw_only=True):
    """A match as a scene shows it, with what surrounds it."""

    match: gin.Match
    game: str = "gin"
    viewer: int = ME
    names: tuple[str, ...] = ("Eleni", "Mira")
    log: tuple[LogLine, ...] = ()
    link: LinkUp | LinkLost = LinkUp(12)
    clock: Clock | None = Clock(42, 60)
    spectators: int = 0
    next_hand_s: int | None = None
    seated: tuple[bool, ...] = ()
    ready: tuple[bool, ...] = ()
    finding: Finding | None = None
    hints: bool = False
    lesson: Line = ()

    @property
    def situation(self) -> Situation:
        """The situation of the viewer."""
        return Situation(
            view=gin.view(self.match, self.viewer),
            names=self.names,
            table="Kitchen table",
            log=self.log,
            link=self.link,
            clock=self.clock,
            spectators=self.spectators,
            next_hand_s=self.next_hand_s,
            seated=self.seated,
            ready=self.ready,
            finding=self.finding,
            hints=self.hints,
            lesson=self.lesson,
        )

    def play(self, seat: int, action: Action | Deal | Forfeit) -> "Stage":
        """Return the stage after an action of a seat or of NATURE, told in the log."""
        match, happened = gin.apply(self.match, seat, action)
        heard = [gin.redact(event, self.viewer, options=match.sheet.options) for event in happened]
        lines = tuple(_told(self, event) for event in heard)
        return replace(self, match=match, log=(*self.log, *(line for each in lines for line in each)))

    def acted(self, action: Action) -> "Stage":
        """Return the stage after the viewer's action; a defender on the other side lays off what fits."""
        after = self.play(self.viewer, action)
        while (board := next(iter(after.match.boards))).phase == "layoff" and board.turn != self.viewer:
            after = after.play(board.turn, act.AUTO)
        return after

    def said(self, name: str, words: str) -> "Stage":
        """Return the stage with a line of chat."""
        return replace(self, log=(*self.log, LogLine((f"{name}: {words}",), "chat")))

    def noted(self, line: Line) -> "Stage":
        """Return the stage with a line in the viewer's own log."""
        return replace(self, log=(*self.log, LogLine(line, "mine")))

    def ticked(self) -> "Stage":
        """Return the stage a second later."""
        clock = self.clock
        if clock is None or clock.left_s <= 0:
            return self
        return replace(self, clock=replace(clock, left_s=clock.left_s - 1))


def _told(stage: Stage, event: ev.Event) -> tuple[LogLine, ...]:
    seat = stage.viewer if stage.viewer >= 0 else None
    told = stage.situation.narrator.tell(event)
    kind = "mine" if seat is not None and getattr(event, "seat", None) == seat else "event"
    return tuple(LogLine(line, kind) for line in told)


def deck_of(first: str, dealer: str, upcard: str, stock: str = "") -> tuple[Card, ...]:
    """Return a deck that deals these hands to the non-dealer and the dealer, then the upcard and the stock."""
    return deck_for((first, dealer), upcard, stock)


def deck_for(hands: tuple[str, ...], upcard: str, stock: str = "") -> tuple[Card, ...]:
    """Return a deck that deals these hands, the first to act first, then the upcard and the stock.

    Raises:
        ValueError: if a card is named twice or the hands are not of one size.
    """
    held = [list(cards_of(parse_cards(each))) for each in hands]
    drawn = [parse_card(each) for each in (upcard, *stock.split())]
    known = [*(card for hand in held for card in hand), *drawn]
    if len(set(known)) != len(known):
        raise ValueError("a card is named twice")
    dealt = [card for turn in zip(*held, strict=True) for card in turn]
    return (*dealt, *drawn, *(card for card in DECK if not hand_of(known) >> card & 1))
