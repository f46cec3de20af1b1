"""A table as a frozen value: who sits where, who is ready, and the match that is played there.

The server owns the only `Table`; each client keeps a `TableView` that folds what it hears. As with a match there is
one way in (`apply`), one way out (`view`, `redact`), and table and match events share one numbering.
"""

from typing import Annotated, Literal

from msgspec import Meta, Struct
from msgspec.structs import replace

from upcard_protocol.rules.errors import IllegalAction, refuse
from upcard_protocol.rules.game import DealDue, Result, Seat
from upcard_protocol.rules.games import AnyAction, GameEvent, GameMatch, GameOptions, GameView, game_of

BotLevel = Literal["easy", "normal", "hard"]
SeatKind = Literal["empty", "person", "bot"]
Presence = Literal["here", "dropped", "left"]
OnGone = Literal["bot", "forfeit"]

Name = Annotated[str, Meta(min_length=1, max_length=64)]
Seed = Annotated[bytes, Meta(min_length=32, max_length=32)]

NO_SEED = bytes(32)
"""The seed of bots, and of clients that sent none."""


class TableOptions(Struct, frozen=True, kw_only=True, tag="table.options", tag_field="t"):
    """How a table is kept, whatever is played there."""

    name: Annotated[str, Meta(max_length=32)] = ""
    turn_s: Annotated[int, Meta(ge=0, le=300)] = 60
    """Seconds for a turn; 0 is no limit."""
    reserve_s: Annotated[int, Meta(ge=0, le=3600)] = 120
    """Seconds in reserve for a game."""
    pause_s: Annotated[int, Meta(ge=0, le=3600)] = 300
    """Seconds of pauses in all, by agreement."""
    spectators: bool = True
    open_hands: bool = False
    """May spectators see every hand once it is over?"""
    deadwood_help: bool = True
    """Do the screens count deadwood? A courtesy: a client can always count."""
    on_gone: OnGone = "bot"
    """What becomes of the seat of somebody who is gone: a bot plays on, or it is forfeited."""
    code: Annotated[str, Meta(max_length=32)] | None = None
    """What one must know to sit down; never shown."""
    bot_pace_ms: Annotated[int, Meta(ge=0, le=10_000)] = 700
    """How long a bot waits before it acts, milliseconds, where a person sits or watches."""
    bot_level: BotLevel = "normal"


class Chair(Struct, frozen=True, tag="table.chair", tag_field="t"):
    """One seat: who holds it, and how things stand with them."""

    kind: SeatKind = "empty"
    name: Annotated[str, Meta(max_length=64)] = ""
    level: BotLevel | None = None
    presence: Presence = "here"
    stand_in: bool = False
    """A bot plays for a person who is gone, until they come back."""

    @property
    def person(self) -> bool:
        """Is the seat held by a person, present or not?"""
        return self.kind == "person"

    @property
    def played_by_bot(self) -> bool:
        """Does the server's bot act for this seat?"""
        return self.kind == "bot" or self.stand_in


EMPTY_CHAIR = Chair()


# ---- what is done at a table


class Sit(Struct, frozen=True, tag="table.sit", tag_field="t"):
    """A person, or a bot of a level, takes an empty seat."""

    seat: Seat
    name: Name
    level: BotLevel | None = None


class Leave(Struct, frozen=True, tag="table.leave", tag_field="t"):
    """Whoever holds the seat leaves; while a match is played the seat is kept for a person."""

    seat: Seat


class Drop(Struct, frozen=True, tag="table.drop", tag_field="t"):
    """The person's link is lost."""

    seat: Seat


class Return(Struct, frozen=True, tag="table.return", tag_field="t"):
    """The person is back; a bot that stood in gives the seat back."""

    seat: Seat


class StandIn(Struct, frozen=True, tag="table.stand_in", tag_field="t"):
    """A bot plays on for a person who is gone."""

    seat: Seat


class GetReady(Struct, frozen=True, tag="table.ready", tag_field="t"):
    """The person is ready for the match, or for another one once it is over."""

    seat: Seat


class Start(Struct, frozen=True, tag="table.start", tag_field="t"):
    """NATURE starts a match: the first dealer and the commitments to the seeds of its shuffles."""

    first_dealer: Seat
    commitment: Seed
    """SHA-256 commitment to the server's seed."""
    seeds: tuple[Seed, ...]
    """The clients' seeds by seat; 32 zero bytes are no seed."""


class Reveal(Struct, frozen=True, tag="table.reveal", tag_field="t"):
    """NATURE shows the server's seed of a finished match."""

    seed: Seed


class Close(Struct, frozen=True, tag="table.close", tag_field="t"):
    """NATURE closes the table."""


TableAction = Sit | Leave | Drop | Return | StandIn | GetReady | Start | Reveal | Close


# ---- what happened at a table


class Sat(Struct, frozen=True, tag="table.sat", tag_field="t"):
    """Somebody sat down."""

    seat: Seat
    chair: Chair


class Left(Struct, frozen=True, tag="table.left", tag_field="t"):
    """Somebody left; `kept` says that the seat stays theirs for a while."""

    seat: Seat
    kept: bool


class Dropped(Struct, frozen=True, tag="table.dropped", tag_field="t"):
    """Somebody lost the link."""

    seat: Seat


class Returned(Struct, frozen=True, tag="table.returned", tag_field="t"):
    """Somebody came back."""

    seat: Seat


class StoodIn(Struct, frozen=True, tag="table.stood_in", tag_field="t"):
    """A bot plays on for somebody."""

    seat: Seat


class GotReady(Struct, frozen=True, tag="table.got_ready", tag_field="t"):
    """Somebody is ready for a match."""

    seat: Seat


class Started(Struct, frozen=True, tag="table.started", tag_field="t"):
    """A match starts."""

    match: Annotated[int, Meta(ge=1)]
    """Which match of the table, from 1."""
    first_dealer: Seat
    commitment: Seed
    seeds: tuple[Seed, ...]


class Revealed(Struct, frozen=True, tag="table.revealed", tag_field="t"):
    """The server's seed of the finished match."""

    seed: Seed


class Closed(Struct, frozen=True, tag="table.closed", tag_field="t"):
    """The table is gone."""


TableEvent = Sat | Left | Dropped | Returned | StoodIn | GotReady | Started | Revealed | Closed

AnyEvent = TableEvent | GameEvent


class Table(Struct, frozen=True):
    """Everything about a table, the match with its secrets included. Tuples go by seat."""

    options: TableOptions
    game: GameOptions
    chairs: tuple[Chair, ...]
    ready: tuple[bool, ...]
    """Who is ready for the (next) match."""
    matches: int = 0
    """Matches started so far."""
    match: GameMatch | None = None
    """The match in play, or the last one."""
    started: Started | None = None
    revealed: Revealed | None = None
    closed: bool = False

    @property
    def playing(self) -> bool:
        """Is a match in play?"""
        return self.match is not None and game_of(self.game).result(self.match) is None

    @property
    def may_start(self) -> bool:
        """Is every seat filled and everybody ready?"""
        return (
            not self.closed
            and not self.playing
            and all(chair.kind != "empty" for chair in self.chairs)
            and all(ready or not chair.person for chair, ready in zip(self.chairs, self.ready, strict=True))
        )


class TableView(Struct, frozen=True, tag="table.view", tag_field="t"):
    """What one viewer may know of a table. Tuples go by seat."""

    viewer: int
    options: TableOptions
    private: bool
    """Does one need a code to sit down?"""
    game: GameOptions
    chairs: tuple[Chair, ...]
    ready: tuple[bool, ...]
    matches: int = 0
    match: GameView | None = None
    started: Started | None = None
    revealed: Revealed | None = None
    closed: bool = False

    @property
    def playing(self) -> bool:
        """Is a match in play?"""
        return self.match is not None and self.match.sheet.winner is None


def new_table(options: TableOptions, game: GameOptions, seats: int = 2) -> Table:
    """Return an empty table.

    Raises:
        IllegalAction: `not_offered` for a game, or a number of seats, that is not dealt yet.
    """
    game_of(game).start(game, seats, 0)
    return Table(options, game, (EMPTY_CHAIR,) * seats, (False,) * seats)


def apply(table: Table, seat: int, action: TableAction | AnyAction) -> tuple[Table, tuple[AnyEvent, ...]]:
    """Return the table after an action and what happened, or refuse it and change nothing.

    Args:
        table: the table as it stands.
        seat: the seat that acts in the match, or `NATURE`. Table actions name their seat themselves.
        action: what is done.

    Raises:
        IllegalAction: with its code and values.
    """
    if isinstance(action, TableAction):
        event = _decide(table, action)
        return _advance(table, event), (event,)
    if table.match is None or table.closed:
        raise IllegalAction(refuse("no_match"), action=action)
    match, events = game_of(table.game).apply(table.match, seat, action)
    return replace(table, match=match), events


def _decide(table: Table, action: TableAction) -> TableEvent:
    if table.closed:
        raise IllegalAction(refuse("no_match"), action=action)
    match action:
        case Start():
            if not table.may_start:
                raise IllegalAction(refuse("not_ready"), action=action)
            return Started(table.matches + 1, action.first_dealer, action.commitment, action.seeds)
        case Reveal():
            return Revealed(action.seed)
        case Close():
            return Closed()
        case Sit():
            return _sit(table, action)
        case Leave() | Drop() | Return() | StandIn() | GetReady():
            return _of_seat(table, action)


def _sit(table: Table, action: Sit) -> Sat:
    if action.seat >= len(table.chairs):
        raise IllegalAction(refuse("not_seated"), action=action)
    if table.chairs[action.seat].kind != "empty":
        full = all(chair.kind != "empty" for chair in table.chairs)
        raise IllegalAction(refuse("table_full" if full else "seat_taken"), action=action)
    if action.level is None and any(chair.person and chair.name == action.name for chair in table.chairs):
        raise IllegalAction(refuse("seated_already"), action=action)
    return Sat(action.seat, Chair("person" if action.level is None else "bot", action.name, action.level))


def _of_seat(table: Table, action: Leave | Drop | Return | StandIn | GetReady) -> TableEvent:
    seat = action.seat
    if seat >= len(table.chairs) or table.chairs[seat].kind == "empty":
        raise IllegalAction(refuse("not_seated"), action=action)
    match action:
        case Leave():
            return Left(seat, kept=table.playing and table.chairs[seat].person)
        case Drop():
            return Dropped(seat)
        case Return():
            return Returned(seat)
        case StandIn():
            return StoodIn(seat)
        case GetReady():
            if table.playing:
                raise IllegalAction(refuse("match_running"), action=action)
            return GotReady(seat)


def _advance(table: Table, event: TableEvent) -> Table:
    table = replace(table, **_changes(table.chairs, table.ready, event))
    match event:
        case Started():
            match = game_of(table.game).start(table.game, len(table.chairs), event.first_dealer)
            return replace(table, match=match, matches=event.match, started=event, revealed=None)
        case Revealed():
            return replace(table, revealed=event)
        case Closed():
            return replace(table, closed=True)
        case _:
            return table


def _changes(
    chairs: tuple[Chair, ...], ready: tuple[bool, ...], event: TableEvent
) -> dict[str, tuple[Chair, ...] | tuple[bool, ...]]:
    """Return what an event changes about the seats: the same for the table and for every view of it."""
    match event:
        case Started():
            return {"ready": (False,) * len(ready)}
        case GotReady():
            return {"ready": (*ready[: event.seat], True, *ready[event.seat + 1 :])}
        case Sat() | Left() | Dropped() | Returned() | StoodIn():
            seat = event.seat
            return {
                "chairs": (*chairs[:seat], _chair_after(chairs[seat], event), *chairs[seat + 1 :]),
                "ready": (*ready[:seat], ready[seat] and not isinstance(event, Left), *ready[seat + 1 :]),
            }
        case Revealed() | Closed():
            return {}


def _chair_after(chair: Chair, event: Sat | Left | Dropped | Returned | StoodIn) -> Chair:
    match event:
        case Sat():
            return event.chair
        case Left():
            return replace(chair, presence="left") if event.kept else EMPTY_CHAIR
        case Dropped():
            return chair if chair.presence == "left" else replace(chair, presence="dropped")
        case Returned():
            return replace(chair, presence="here", stand_in=False)
        case StoodIn():
            return replace(chair, stand_in=True)


def view(table: Table, viewer: int) -> TableView:
    """Return what a viewer may know of a table.

    Args:
        table: the table.
        viewer: a seat, `PUBLIC` or `OPEN`.
    """
    return TableView(
        viewer=viewer,
        options=replace(table.options, code=None),
        private=table.options.code is not None,
        game=table.game,
        chairs=table.chairs,
        ready=table.ready,
        matches=table.matches,
        match=None if table.match is None else game_of(table.game).view(table.match, viewer),
        started=table.started,
        revealed=table.revealed,
        closed=table.closed,
    )


def redact(table: Table, event: AnyEvent, viewer: int) -> AnyEvent:
    """Return what a viewer hears of an event; table events are public."""
    if isinstance(event, TableEvent):
        return event
    return game_of(table.game).redact(event, viewer, options=table.game)


def fold(seen: TableView, event: AnyEvent) -> TableView:
    """Return the view after an event that the viewer heard."""
    if not isinstance(event, TableEvent):
        return seen if seen.match is None else replace(seen, match=game_of(seen.game).fold(seen.match, event))
    seen = replace(seen, **_changes(seen.chairs, seen.ready, event))
    match event:
        case Started():
            game = game_of(seen.game)
            blank = game.view(game.start(seen.game, len(seen.chairs), event.first_dealer), seen.viewer)
            return replace(seen, match=blank, matches=event.match, started=event, revealed=None)
        case Revealed():
            return replace(seen, revealed=event)
        case Closed():
            return replace(seen, closed=True)
        case _:
            return seen


def due(table: Table) -> DealDue | None:
    """Return what NATURE owes the match in play, or None."""
    return None if table.match is None or table.closed else game_of(table.game).due(table.match)


def to_act(table: Table) -> frozenset[int]:
    """Return the seats that the match in play asks something."""
    return frozenset() if table.match is None or table.closed else game_of(table.game).to_act(table.match)


def result(table: Table) -> Result | None:
    """Return the result of the last match, or None."""
    return None if table.match is None else game_of(table.game).result(table.match)
