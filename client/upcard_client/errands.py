"""What the client does by itself at the start of a run, one step at a time, as a function of what it knows.

An errand says which request comes next; it is asked again whenever nothing is on its way, until it is done.
"""

from typing import Final

from msgspec import Struct

from upcard_client.attable import AtTable
from upcard_client.games.choice import values_of
from upcard_client.games.front import Front
from upcard_client.games.fronts import FRONTS
from upcard_client.locale import tr
from upcard_client.state import UNNUMBERED, Model
from upcard_protocol.rules.games import GameOptions
from upcard_protocol.table import TableOptions
from upcard_protocol.wire.handshake import SeatHeld
from upcard_protocol.wire.requests import AddBot, NewTable, Ready, Request, TakeSeat, Watch

WATCH_PACE_MS: Final = 5
"""How long watched computers wait before each move, milliseconds: a match takes seconds, and even a busy machine
prints every move of it. With no pace at all whoever watches falls behind, and is shown where the table stands."""


class Visit(Struct, frozen=True):
    """Come in; return to a seat that is held, else look at the lobby."""


class PlayComputer(Struct, frozen=True):
    """Sit down at a table against the computer: the one that was left, or a new one.

    Attributes:
        pace_ms: how long the computer waits before it acts at a new table, milliseconds.
        game: what is played at a new table, by the game's name; empty for the usual one, or the one that was left.
        players: how many play there; 0 is the usual number.
    """

    pace_ms: int = 700
    game: str = ""
    players: int = 0


class WatchBots(Struct, frozen=True):
    """Open a table where bots play one match, and watch it.

    Attributes:
        game: what is played, by the game's name; empty for the usual one.
        players: how many play; 0 is the usual number.
    """

    game: str = ""
    players: int = 0


class WatchTable(Struct, frozen=True):
    """Watch a table by number or name, or, with no name, the first that can be watched."""

    table: str = ""


Errand = Visit | PlayComputer | WatchBots | WatchTable


class Lacking(Struct, frozen=True):
    """The errand can not be run; the text says why."""

    text: str


Next = Request | Lacking | None
"""What to ask for, why it can not be done, or nothing more to do."""


def next_step(errand: Errand, model: Model, held: tuple[SeatHeld, ...]) -> Next:
    """Return what an errand asks for next.

    Args:
        errand: what is wanted.
        model: what is known; nothing may be on its way.
        held: the seats that the server keeps for us, as it said at login.
    """
    match errand:
        case Visit():
            return TakeSeat(UNNUMBERED, held[0].table) if held and not model.tables else None
        case PlayComputer():
            return _play_computer(model, held, errand)
        case WatchBots():
            if model.tables:
                return None
            options = TableOptions(name=tr("Computers"), bot_pace_ms=WATCH_PACE_MS)
            game, players = _what(errand.game, errand.players)
            return NewTable(rid=UNNUMBERED, options=options, game=game, seats=players, bots=players)
        case WatchTable(table=wanted):
            return None if model.tables else _watch(model, wanted)


def _play_computer(model: Model, held: tuple[SeatHeld, ...], errand: PlayComputer) -> Next:
    at = next((at for at in model.tables.values() if at.me is not None), None)
    if at is not None:
        return _fill(at)
    title = _title(errand)
    anything = not errand.game and not errand.players
    left = [seat for seat in held if anything or seat.title == title]
    if left:
        return TakeSeat(UNNUMBERED, left[0].table)
    options = TableOptions(name=title, turn_s=0, bot_pace_ms=errand.pace_ms)
    game, players = _what(errand.game, errand.players)
    return NewTable(rid=UNNUMBERED, options=options, game=game, seats=players, bots=players - 1)


def _title(errand: PlayComputer) -> str:
    """Return what a table against the computer is called: by that the one that was left is known again."""
    if not errand.game and not errand.players:
        return tr("Solo")
    game = tr(_front(errand.game).title).lower()
    if errand.players:
        return tr("Solo {game} {players}", game=game, players=errand.players)
    return tr("Solo {game}", game=game)


def _front(name: str) -> Front:
    return FRONTS[name] if name else next(iter(FRONTS.values()))


def _what(name: str, players: int) -> tuple[GameOptions, int]:
    """Return the usual options of a game for so many players, and how many play."""
    front = _front(name)
    choices = front.choices
    if not players:
        return front.usual, choices.seats(front.usual)[0]
    return choices.build(choices.for_players(values_of(front.usual), players)), players


def _fill(at: AtTable) -> Next:
    """Fill the table and begin its first match; later ones are for the person to begin."""
    if any(chair.kind == "empty" for chair in at.view.chairs):
        return AddBot(UNNUMBERED, at.table)
    if at.view.matches == 0 and at.ready_wanted:
        return Ready(UNNUMBERED, at.table)
    return None


def _watch(model: Model, wanted: str) -> Next:
    rows = [row for row in model.rows if row.watchable]
    if not wanted:
        playing = [row for row in rows if row.state == "playing"]
        row = next(iter(playing or rows), None)
        return Watch(UNNUMBERED, row.table) if row is not None else Lacking(tr("There is no table to watch yet."))
    for row in model.rows:
        if wanted.casefold() in (str(row.table), row.title.casefold()):
            return Watch(UNNUMBERED, row.table)
    return Lacking(tr("There is no table called {name}.", name=wanted))
