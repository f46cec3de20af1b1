"""The one way in to a table (`apply`), the one way out (`view`, `redact`), and the fold of what was heard."""

from collections.abc import Sequence
from typing import Any, Final

from msgspec.structs import replace

from upcard_protocol.rules import shuffle
from upcard_protocol.rules.errors import IllegalAction, refuse
from upcard_protocol.rules.game import Due, Result
from upcard_protocol.rules.games import AnyAction, GameOptions, game_of
from upcard_protocol.table import asking
from upcard_protocol.table.actions import (
    AgreementAction,
    Close,
    Commit,
    Drop,
    GetReady,
    GiveSeed,
    Leave,
    Return,
    Reveal,
    SeatAction,
    Sit,
    StandIn,
    Start,
    TableAction,
    TimeOut,
    is_table_action,
)
from upcard_protocol.table.agreement import Agreement, SeatWanted
from upcard_protocol.table.events import (
    AnyEvent,
    Closed,
    Committed,
    Dropped,
    GaveSeed,
    GotReady,
    Left,
    Returned,
    Revealed,
    Sat,
    Started,
    StoodIn,
    TableEvent,
    TimedOut,
    is_table_event,
)
from upcard_protocol.table.seats import EMPTY_CHAIR, NO_SEED, Chair, TableOptions
from upcard_protocol.table.values import Table, TableView

SHORTEST_TURN_S: Final = 15
"""A turn with less time than this could not be played, seconds."""


def new_table(options: TableOptions, game: GameOptions, seats: int = 2) -> Table:
    """Return an empty table.

    Raises:
        IllegalAction: `seats_off` if so many can not play by these options; `turn_too_short`.
    """
    if 0 < options.turn_s < SHORTEST_TURN_S:
        raise IllegalAction(refuse("turn_too_short"))
    game_of(game).start(game, seats, 0)
    nothing = (None,) * seats
    return Table(
        options,
        game,
        (EMPTY_CHAIR,) * seats,
        (False,) * seats,
        pledges=nothing,
        seeds=nothing,
        agreement=Agreement(pause_left_ms=1000 * options.pause_s),
    )


def apply(table: Table, seat: int, action: TableAction | AnyAction) -> tuple[Table, tuple[AnyEvent, ...]]:
    """Return the table after an action and what happened, or refuse it and change nothing.

    Args:
        table: the table as it stands.
        seat: the seat that acts in the match, or `NATURE`. Table actions name their seat themselves.
        action: what is done.

    Raises:
        IllegalAction: with its code and values.
    """
    if is_table_action(action):
        if isinstance(action, TimeOut):
            return _time_out(table, action)
        decided = _decide(table, action)
        for event in decided:
            table = _advance(table, event)
        return table, decided
    move: Any = action
    table, happened = play(table, ((seat, move),))
    return table, happened[0]


def play(table: Table, moves: Sequence[tuple[int, AnyAction]]) -> tuple[Table, list[tuple[AnyEvent, ...]]]:
    """Return the table after some actions of the match, one after another, and what happened at each.

    Args:
        table: the table as it stands.
        moves: the seat that acts, or `NATURE`, and what is done; at least one.

    Raises:
        IllegalAction: if one of them is refused; nothing was changed.
    """
    if table.match is None or table.over:
        raise IllegalAction(refuse("no_match"), action=moves[0][1])
    if table.agreement.paused:
        raise IllegalAction(refuse("paused"), action=moves[0][1])
    match, play_on = table.match, game_of(table.game).apply
    happened: list[tuple[AnyEvent, ...]] = []
    for seat, action in moves:
        match, events = play_on(match, seat, action)
        happened.append(events)
    return replace(table, match=match), happened


def _time_out(table: Table, action: TimeOut) -> tuple[Table, tuple[AnyEvent, ...]]:
    game, seat = game_of(table.game), action.seat
    seen = game.view(table.match, seat) if table.match is not None and seat in to_act(table) else None
    if seen is None or seen.decision != action.decision:
        raise IllegalAction(refuse("wrong_phase"), action=action)
    match, events = game.apply(table.match, seat, action.action)
    return replace(table, match=match), (TimedOut(seat), *events)


def _decide(table: Table, action: SeatAction | AgreementAction) -> tuple[TableEvent, ...]:
    if table.closed:
        raise IllegalAction(refuse("no_match"), action=action)
    match action:
        case Commit():
            if not table.may_start:
                raise IllegalAction(refuse("not_ready"), action=action)
            return (Committed(table.matches + 1, action.commitment, table.pledges),)
        case Start():
            if table.committed is None or not table.shuffling:
                raise IllegalAction(refuse("not_ready"), action=action)
            seeds = tuple(seed or NO_SEED for seed in table.seeds)
            names = tuple(chair.name for chair in table.chairs)
            return (Started(table.matches + 1, action.first_dealer, table.committed.commitment, seeds, names),)
        case Reveal():
            if table.committed is None or table.shuffling or table.revealed is not None:
                raise IllegalAction(refuse("no_match"), action=action)
            if shuffle.commitment(action.seed) != table.committed.commitment:
                raise IllegalAction(refuse("bad_seed"), action=action)
            return (Revealed(action.seed),)
        case Close():
            return (Closed(),)
        case Sit():
            return (_sit(table, action),)
        case Leave() | Drop() | Return() | StandIn() | GetReady() | GiveSeed():
            return (_of_seat(table, action),)
        case _:
            return asking.decide(table, action)


def _sit(table: Table, action: Sit) -> Sat:
    if action.seat >= len(table.chairs):
        raise IllegalAction(refuse("not_seated"), action=action)
    if table.chairs[action.seat].kind != "empty" and asking.granted(table) != SeatWanted(action.seat, action.name):
        full = all(chair.kind != "empty" for chair in table.chairs)
        raise IllegalAction(refuse("table_full" if full else "seat_taken"), action=action)
    if action.level is None and any(chair.person and chair.name == action.name for chair in table.chairs):
        raise IllegalAction(refuse("seated_already"), action=action)
    return Sat(action.seat, Chair("person" if action.level is None else "bot", action.name, action.level))


def _of_seat(table: Table, action: Leave | Drop | Return | StandIn | GetReady | GiveSeed) -> TableEvent:
    seat = action.seat
    if seat >= len(table.chairs) or table.chairs[seat].kind == "empty":
        raise IllegalAction(refuse("not_seated"), action=action)
    match action:
        case Leave():
            if table.shuffling and not table.chairs[seat].person:
                raise IllegalAction(refuse("match_running"), action=action)
            return Left(seat, kept=table.under_way and table.chairs[seat].person)
        case Drop():
            return Dropped(seat)
        case Return():
            return Returned(seat)
        case StandIn():
            return StoodIn(seat)
        case GetReady():
            if table.under_way:
                raise IllegalAction(refuse("match_running"), action=action)
            return GotReady(seat, action.commitment)
        case GiveSeed():
            if seat not in table.awaited:
                raise IllegalAction(refuse("seed_not_due"), action=action)
            assert table.committed is not None
            if shuffle.commitment(action.seed) != table.committed.commitments[seat]:
                raise IllegalAction(refuse("bad_seed"), action=action)
            return GaveSeed(seat, action.seed)


def _advance(table: Table, event: TableEvent) -> Table:
    agreement = asking.after(table.agreement, event, table.options)
    table = replace(table, agreement=agreement, **_changes(table, event))
    if isinstance(event, Started):
        return replace(table, match=game_of(table.game).start(table.game, len(table.chairs), event.first_dealer))
    return table


def _changes(table: Table | TableView, event: TableEvent) -> dict[str, Any]:
    """Return what an event changes, the same for the table and for every view of it; the match that starts aside."""
    match event:
        case Sat() | Left():
            # A hand that was played from this seat is none of the next one's business.
            over = isinstance(event, Sat) and not table.playing
            return {
                "chairs": _put(table.chairs, event.seat, _chair_after(table.chairs[event.seat], event)),
                "ready": _put(table.ready, event.seat, False),
                "pledges": _put(table.pledges, event.seat, None),
                **({"match": None} if over else {}),
            }
        case Dropped() | Returned() | StoodIn():
            return {"chairs": _put(table.chairs, event.seat, _chair_after(table.chairs[event.seat], event))}
        case GotReady():
            return {
                "ready": _put(table.ready, event.seat, True),
                "pledges": _put(table.pledges, event.seat, event.commitment),
            }
        case Committed():
            return {"committed": event, "seeds": (None,) * len(table.chairs)}
        case GaveSeed():
            return {"seeds": _put(table.seeds, event.seat, event.seed)}
        case Started():
            nothing: tuple[Any, ...] = (None,) * len(table.chairs)
            ready = (False,) * len(table.chairs)
            return {"ready": ready, "pledges": nothing, "matches": event.match, "started": event, "revealed": None}
        case Revealed():
            return {"revealed": event}
        case Closed():
            return {"closed": True}
        case _:
            return {}


def _put(values: tuple[Any, ...], seat: int, value: object) -> tuple[Any, ...]:
    return (*values[:seat], value, *values[seat + 1 :])


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
        pledges=table.pledges,
        committed=table.committed,
        seeds=table.seeds,
        started=table.started,
        revealed=table.revealed,
        closed=table.closed,
        agreement=table.agreement,
    )


def redact(table: Table, event: AnyEvent, viewer: int) -> AnyEvent:
    """Return what a viewer hears of an event; table events are public."""
    if is_table_event(event):
        return event
    return game_of(table.game).redact(event, viewer, options=table.game)


def fold(seen: TableView, event: AnyEvent) -> TableView:
    """Return the view after an event that the viewer heard."""
    if not is_table_event(event):
        return seen if seen.match is None else replace(seen, match=game_of(seen.game).fold(seen.match, event))
    agreement = asking.after(seen.agreement, event, seen.options)
    seen = replace(seen, agreement=agreement, **_changes(seen, event))
    if isinstance(event, Started):
        game = game_of(seen.game)
        blank = game.view(game.start(seen.game, len(seen.chairs), event.first_dealer), seen.viewer)
        return replace(seen, match=blank)
    return seen


def due(table: Table) -> Due | None:
    """Return what NATURE owes the match in play, or None; in a pause it can wait."""
    return None if table.match is None or _at_rest(table) else game_of(table.game).due(table.match)


def to_act(table: Table) -> frozenset[int]:
    """Return the seats that the match in play asks something; in a pause none."""
    return frozenset() if table.match is None or _at_rest(table) else game_of(table.game).to_act(table.match)


def _at_rest(table: Table) -> bool:
    return table.over or table.agreement.paused


def result(table: Table) -> Result | None:
    """Return the result of the last match, or None."""
    return None if table.match is None else game_of(table.game).result(table.match)
