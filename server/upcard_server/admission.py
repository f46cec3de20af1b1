"""Who may sit down, watch, or open a table: each check lets it be, or raises the refusal."""

import secrets
from collections.abc import Generator
from contextlib import contextmanager
from typing import Final

import trio

from upcard_protocol.wire.clean import MAX_TITLE_CELLS, check_text
from upcard_protocol.wire.errors import ProtocolError
from upcard_server.audience import Ear
from upcard_server.hall import Hall
from upcard_server.live import LiveTable
from upcard_server.people import Person

MAX_TITLE_LENGTH: Final = 32
"""Longest name of a table, in characters."""


def absent(hall: Hall, number: int) -> ProtocolError:
    """Return why a table is not to be had."""
    set_aside = any(row.table == number and row.state == "frozen" for row in hall.rows)
    return ProtocolError("frozen") if set_aside else ProtocolError("no_such_table", {"table": number})


def own_seat(live: LiveTable, person: Person) -> int:
    """Return the seat that somebody holds.

    Raises:
        ProtocolError: `not_seated` if there is none.
    """
    seat = live.standing.seat_of(person.user.id)
    if seat is None:
        raise ProtocolError("not_seated")
    return seat


def free_seat(live: LiveTable) -> int:
    """Return the first seat that nobody holds.

    Raises:
        ProtocolError: `table_full` if there is none.
    """
    for seat, chair in enumerate(live.table.chairs):
        if chair.kind == "empty":
            return seat
    raise ProtocolError("table_full")


def check_code(hall: Hall, live: LiveTable, address: str, code: str | None) -> None:
    """Refuse whoever does not know a table's code. Names are to be had for nothing, so it is addresses that guess.

    Raises:
        ProtocolError: `bad_code`, or `rate` after too many of those.
    """
    right = live.table.options.code
    if right is None:
        return
    if code is None:
        raise ProtocolError("bad_code")
    guesser, now = f"{address} {live.number}", trio.current_time()
    hall.code_guesses.check(guesser, now)
    if not secrets.compare_digest(code.encode(), right.encode()):
        hall.code_guesses.wrong(guesser, now)
        raise ProtocolError("bad_code")
    hall.code_guesses.right(guesser)


@contextmanager
def sitting_down(hall: Hall, person: Person) -> Generator[None]:
    """Let somebody take, or ask for, one more seat within the block, unless it is a guest or has enough tables.

    What is about to be stored counts as well: tables do not wait for each other, and requests to several may come
    at once.

    Raises:
        ProtocolError: `guest` or `too_many_tables`.
    """
    if person.user.guest:
        raise ProtocolError("guest")
    limit, user = hall.config.limits.tables_per_player, person.user.id
    # A table that one opened for bots alone is one's own too.
    own = [
        live
        for live in hall.tables.values()
        if live.standing.concerns(user) or (live.standing.owner == user and live.only_bots)
    ]
    if len(own) + person.sitting_down >= limit:
        raise ProtocolError("too_many_tables", {"limit": limit})
    person.sitting_down += 1
    try:
        yield
    finally:
        person.sitting_down -= 1


async def check_company(hall: Hall, live: LiveTable, person: Person) -> None:
    """Refuse a seat beside somebody who has blocked the person.

    Raises:
        ProtocolError: `blocked`.
    """
    blockers = await hall.journal.blockers_of(person.user.id)
    if blockers.intersection(user for user in live.standing.holders if user is not None):
        raise ProtocolError("blocked")


@contextmanager
def opening(hall: Hall) -> Generator[None]:
    """Let one more table be opened within the block, unless the server closes, or has as many as it may have.

    What is about to be stored counts as well.

    Raises:
        ProtocolError: `closing` or `no_tables_left`.
    """
    if hall.closes_in is not None:
        raise ProtocolError("closing", {"seconds": round(hall.closes_in)})
    if len(hall.tables) + hall.opening >= hall.config.limits.max_tables:
        raise ProtocolError("no_tables_left")
    hall.opening += 1
    try:
        yield
    finally:
        hall.opening -= 1


def check_may_watch(hall: Hall, live: LiveTable, person: Person, ear: Ear) -> None:
    """Refuse a player of the table itself, and spectators where there are none, or enough.

    Raises:
        ProtocolError: `seated_already`, `no_spectators` or `spectators_full`.
    """
    if live.standing.seat_of(person.user.id) is not None:
        raise ProtocolError("seated_already")
    if not live.table.options.spectators:
        raise ProtocolError("no_spectators")
    if ear not in live.audience and live.audience.spectators >= hall.config.limits.spectators_per_table:
        raise ProtocolError("spectators_full")


def check_host(live: LiveTable, person: Person) -> None:
    """Refuse whoever neither plays at a table nor has opened it.

    Raises:
        ProtocolError: `not_seated`.
    """
    user = person.user.id
    if live.standing.seat_of(user) is None and live.standing.owner != user:
        raise ProtocolError("not_seated")


def default_title(name: str) -> str:
    """Return what a table is called that was given no name; empty, and so its number, where a name is too long."""
    title = f"Table of {name}"
    try:
        check_text(title, MAX_TITLE_CELLS)
    except ProtocolError:
        return ""
    return title if len(title) <= MAX_TITLE_LENGTH else ""
