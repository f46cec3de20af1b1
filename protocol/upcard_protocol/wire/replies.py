"""How a server answers requests: one reply to each, and what the reply may carry."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from upcard_protocol.rules.game import Result, Seat
from upcard_protocol.rules.games import GameOptions
from upcard_protocol.rules.record import Play
from upcard_protocol.table import Chair, TableOptions
from upcard_protocol.wire.handshake import Code, Count, Key, Millis, Name, TableId, UserId, Values
from upcard_protocol.wire.requests import Cseq, Rid

PAGE: int = 100
"""Most rows in one page of anything."""

Chairs = Annotated[tuple[Chair, ...], Meta(max_length=6)]
TableState = Literal["waiting", "playing", "paused", "over", "frozen"]
"""Before a match, in a match, in a pause of it, between matches; or not to be continued."""


class TableRow(Struct, frozen=True, kw_only=True, tag="row.table", tag_field="t"):
    """One table in the lobby."""

    table: TableId
    title: Name
    game: Annotated[str, Meta(min_length=1, max_length=16)]
    """The game's name: the first part of its options' tag."""
    target: Count
    """Points that end a game."""
    chairs: Chairs
    state: TableState
    hand: Count = 0
    """Which hand of the match is played; 0 before the first."""
    private: bool = False
    """Does one need a code to sit down?"""
    watchable: bool = True
    spectators: Count = 0
    kept_until_ms: Annotated[tuple[Millis | None, ...], Meta(max_length=6)] = ()
    """By seat: until when it is kept for somebody who is away (the server's clock); empty while nobody is."""
    paused_until_ms: Millis | None = None
    """When the pause ends by itself (the server's clock)."""


class PersonRow(Struct, frozen=True, tag="row.person", tag_field="t"):
    """One person on the server."""

    user: UserId
    name: Name
    guest: bool
    table: TableId | None = None
    """Where the person sits, or watches; none is the lobby."""


class Tables(Struct, frozen=True, tag="tables", tag_field="t"):
    """A page of the lobby, by table number."""

    rows: Annotated[tuple[TableRow, ...], Meta(max_length=PAGE)]
    next: TableId | None = None
    """What `after` of the next page is; none after the last."""


class People(Struct, frozen=True, tag="people", tag_field="t"):
    """A page of the people on the server, by user number."""

    rows: Annotated[tuple[PersonRow, ...], Meta(max_length=PAGE)]
    next: UserId | None = None


class Described(Struct, frozen=True, tag="described", tag_field="t"):
    """A table's row and all its options; the code is left out."""

    row: TableRow
    options: TableOptions
    game: GameOptions


class Seated(Struct, frozen=True, tag="seated", tag_field="t"):
    """Who was asked for sits here."""

    table: TableId
    seat: Seat


class Resumed(Struct, frozen=True, tag="resumed", tag_field="t"):
    """The line goes on: the missing events follow, or one snapshot."""

    snapshot: bool


Names = Annotated[tuple[Annotated[str, Meta(max_length=64)], ...], Meta(max_length=6)]
"""Names by seat."""
Keys = Annotated[tuple[Key | None, ...], Meta(max_length=6)]
"""Commitments or seeds by seat; none where there is none."""


class Head(Struct, frozen=True, kw_only=True, tag="record.head", tag_field="t"):
    """All that the record of a match has beside what was done in it.

    The commitments are what the server says it was given and gave. They bind nobody whose client did not receive them
    before the match.
    """

    game: GameOptions
    rules_version: Count
    names: Names
    """By seat, as they were when the match began."""
    first_dealer: Seat
    commitment: Key | None
    """To the server's seed."""
    seed: Key | None
    """The server's seed."""
    commitments: Keys
    """Of the players, by seat."""
    seeds: Keys
    """Of the players, by seat."""


class Recorded(Struct, frozen=True, tag="recorded", tag_field="t"):
    """A page of what was done in a match, in order: with the seeds, everything that happened in it follows."""

    started_ms: Millis
    """When the match began."""
    plays: Annotated[tuple[Play, ...], Meta(max_length=PAGE)]
    next: Count | None = None
    """What `after` of the next page is; none after the last."""
    head: Head | None = None
    """With the first page."""


MATCHES: int = 25
"""Most matches in one page: each has all its rules and its result."""


class MatchRow(Struct, frozen=True, kw_only=True, tag="row.match", tag_field="t"):
    """One match that is over, for somebody who played it."""

    number: Count
    """Among all matches of the server, in the order in which they ended."""
    table: TableId
    """Which may be closed by now."""
    match: Annotated[int, Meta(ge=1, le=(1 << 32) - 1)]
    """Which match of the table, from 1."""
    title: Annotated[str, Meta(max_length=64)]
    """Of the table; it may have had none."""
    game: GameOptions
    names: Names
    """By seat, as they were when the match began."""
    seat: Seat
    """Where the asker sat."""
    started_ms: Millis
    ended_ms: Millis
    result: Result | None = None
    """None if the table was closed before the end."""


class Matches(Struct, frozen=True, tag="matches", tag_field="t"):
    """A page of the matches that the asker has played, the last that ended first."""

    rows: Annotated[tuple[MatchRow, ...], Meta(max_length=MATCHES)]
    next: Count | None = None
    """What `before` of the next page is; none after the last."""


Answer = Tables | People | Described | Seated | Resumed | Recorded | Matches
"""What `done` may carry."""


class Done(Struct, frozen=True, tag="done", tag_field="t"):
    """A request was carried out."""

    rid: Rid
    answer: Answer | None = None


class Refused(Struct, frozen=True, tag="refused", tag_field="t"):
    """A request was not carried out; nothing was changed."""

    rid: Rid
    code: Code
    values: Values = {}


class Acted(Struct, frozen=True, tag="acted", tag_field="t"):
    """An act was carried out and is stored; its first event has the number `n`."""

    table: TableId
    cseq: Cseq
    n: Count


class ActRefused(Struct, frozen=True, tag="act_refused", tag_field="t"):
    """An act was not carried out; nothing was changed, and its number is still free unless it was used before."""

    table: TableId
    cseq: Cseq
    code: Code
    values: Values = {}


Reply = Done | Refused | Acted | ActRefused
