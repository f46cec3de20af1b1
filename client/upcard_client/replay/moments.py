"""A match as the moments that somebody steps through: what was seen, and what was said of it.

A replay is made of a record, with every hand open, or of what one seat heard, with what that seat knew then.
"""

from bisect import bisect_right
from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from upcard_client.attable import names_of, seat_of
from upcard_client.games.front import Front
from upcard_client.games.fronts import front_of
from upcard_client.games.seen import Seen
from upcard_client.locale import tr
from upcard_client.matches.witness import Stretch, Witness
from upcard_client.words.phrases import Line
from upcard_protocol.rules.game import OPEN
from upcard_protocol.rules.games import GameEvent, GameMatch, GameOptions, GameView, game_of
from upcard_protocol.rules.record import Record, begin, steps
from upcard_protocol.table import Chair, TableOptions, TableView

UNCLOCKED: Final = TableOptions(turn_s=0)
"""A table of the past has no clock."""


class Happening(NamedTuple):
    """One event of a match, and what was known before and after it."""

    event: GameEvent
    before: GameView
    after: GameView
    at_ms: int = 0
    """When, milliseconds since the match began."""
    match: GameMatch | None = None
    """The whole match after the play of which this is the last event, where that is known."""


class Moment(Struct, frozen=True):
    """Something that can be looked at: a match after something happened.

    Attributes:
        match: what the viewer may know of the match.
        told: what the log says of it; empty before the first deal.
        at_ms: when, milliseconds since the match began.
    """

    match: GameView
    told: tuple[Line, ...] = ()
    at_ms: int = 0


class Replay(Struct, frozen=True):
    """A match to be stepped through.

    Attributes:
        table: the table, as its viewer would see it before the match.
        moments: at least one.
        hands: the place among the moments at which each hand begins.
        started_ms: when the match began, milliseconds since 1970 UTC, if that is known.
    """

    table: TableView
    moments: tuple[Moment, ...]
    hands: tuple[int, ...]
    started_ms: int | None = None

    @property
    def front(self) -> Front:
        """The game, as the client shows it."""
        return front_of(self.table.game)

    @property
    def names(self) -> tuple[str, ...]:
        """By seat, fit to be drawn."""
        return names_of(self.table)

    @property
    def clocked(self) -> bool:
        """Is it known when each thing happened?"""
        return self.moments[-1].at_ms > 0

    def seen(self, place: int) -> Seen:
        """Return the table at a moment."""
        return seen_at(self.table, self.moments[place].match)

    def hand_at(self, place: int) -> tuple[int, int, int]:
        """Return where a moment is: the number of its hand, its step in it from 1, and of how many."""
        hand = max(bisect_right(self.hands, place) - 1, 0)
        begins = self.hands[hand] if self.hands else 0
        ends = self.hands[hand + 1] if hand + 1 < len(self.hands) else len(self.moments)
        return self.front.following.hand(self.moments[place].match), place - begins + 1, ends - begins

    def hand_before(self, place: int) -> int:
        """Return the place to which a jump back leads: the beginning of this hand, or of the one before."""
        return next((begins for begins in reversed(self.hands) if begins < place), 0)

    def hand_after(self, place: int) -> int:
        """Return the place to which a jump forward leads: the next hand, or the end."""
        return next((begins for begins in self.hands if begins > place), len(self.moments) - 1)

    def log(self, place: int) -> tuple[Line, ...]:
        """Return what was said up to a moment, from the beginning of its hand on."""
        _, step, _ = self.hand_at(place)
        return tuple(line for moment in self.moments[place - step + 1 : place + 1] for line in moment.told)


# ---- of a record


def replay_of(record: Record) -> Replay:
    """Return a match with every hand open.

    Raises:
        NotationError: if it cannot be played again, as where the server's seed is not known.
    """
    first = game_of(record.options).view(begin(record), OPEN)
    table = table_of(record.options, tuple(player.name for player in record.players), OPEN)
    return _replay(table, first, happenings(record), record.started_ms)


def happenings(record: Record) -> Iterator[Happening]:
    """Yield what happened in a match, as somebody sees it who sees every hand.

    Raises:
        NotationError: if it cannot be played again.
    """
    game = game_of(record.options)
    view = game.view(begin(record), OPEN)
    for step in steps(record):
        for place, event in enumerate(step.events, 1):
            before, heard = view, game.redact(event, OPEN, options=record.options)
            view = game.fold(before, heard)
            whole = step.match if place == len(step.events) else None
            yield Happening(heard, before, view, step.play.at_ms, whole)


def table_of(options: GameOptions, names: tuple[str, ...], viewer: int) -> TableView:
    """Return a table of the past: who sat there, and by which rules they played.

    Args:
        options: the rules.
        names: by seat.
        viewer: a seat, or `OPEN`.
    """
    chairs = tuple(Chair("person", name or tr("Player {seat}", seat=seat)) for seat, name in enumerate(names, 1))
    return TableView(viewer, UNCLOCKED, False, options, chairs, (True,) * len(chairs), matches=1)


# ---- of what was heard


def replay_of_heard(witness: Witness) -> Replay | None:
    """Return a match as one seat saw it while it was played; None if this client has heard nothing of it."""
    heard, options, started = witness.heard, witness.options, witness.started
    if not heard or options is None or started is None:
        return None
    first = heard[0].begins
    if first is None:
        game = game_of(options)
        first = game.view(game.start(options, len(witness.names), started.first_dealer), witness.seat)
    table = table_of(options, witness.names, witness.seat)
    return _replay(table, first, _heard(options, first, heard), witness.started_ms)


def _heard(options: GameOptions, view: GameView, heard: tuple[Stretch, ...]) -> Iterator[Happening]:
    for stretch in heard:
        view = view if stretch.begins is None else stretch.begins
        for event in stretch.events:
            before, view = view, game_of(options).fold(view, event)
            yield Happening(event, before, view)


# ---- both


def _replay(table: TableView, first: GameView, happened: Iterable[Happening], started_ms: int | None) -> Replay:
    """Put what happened into moments: who is ready and what is settled belong to the end of a hand."""
    following = front_of(table.game).following
    moments: list[Moment] = []
    hands: list[int] = []
    for event, before, after, at_ms, _ in happened:
        told = following.tell(event, seen_at(table, before))
        over = following.hand_over(before) and following.hand_over(after)
        if moments and (over or not told):
            last = moments[-1]
            moments[-1] = Moment(after, (*last.told, *told), last.at_ms)
            continue
        if following.hand(after) != following.hand(before) or not hands:
            hands.append(len(moments))
        moments.append(Moment(after, told, at_ms))
    return Replay(table, tuple(moments) or (Moment(first),), tuple(hands), started_ms)


def seen_at(table: TableView, match: GameView) -> Seen:
    """Return a table with a match as it was."""
    return Seen(replace(table, match=match), names_of(table), seat_of(table))
