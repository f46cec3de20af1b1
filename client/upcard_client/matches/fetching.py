"""How the matches that a server keeps for us are listed and fetched, as steps of the model.

A match that is fetched was not seen by this computer, or its file is gone: `Shelf.put` says what that means for it.
"""

from typing import Final

from msgspec.structs import replace

from upcard_client import news
from upcard_client.matches.serverlist import Fetch, ServerList, is_sound
from upcard_client.state import UNNUMBERED, Model, Step, ask
from upcard_protocol.rules.errors import Refusal
from upcard_protocol.rules.record import Record
from upcard_protocol.wire.recording import MATCHES_CAP, record_of
from upcard_protocol.wire.replies import Matches, MatchRow, Recorded
from upcard_protocol.wire.requests import GetRecord, MyMatches

MOST_PLAYS: Final = 100_000
"""Plays of the longest match that is fetched: many times the longest that was ever played."""


def offered(model: Model) -> bool:
    """Say whether the server lists the matches that we have played."""
    caps = model.server.caps if model.server is not None else ()
    return MATCHES_CAP in caps and model.me is not None and not model.me.guest


def begin(model: Model) -> Model:
    """Return the model that asks for the list from its beginning; what is known of it stays until the answer."""
    return ask(model, MyMatches(UNNUMBERED)) if offered(model) and not model.asking(MyMatches) else model


def go_on(model: Model) -> Model:
    """Return the model that asks for the next page, if there is one and none is on its way."""
    after = model.kept.next
    return model if after is None or model.asking(MyMatches) else ask(model, MyMatches(UNNUMBERED, after))


def listed(model: Model, request: MyMatches, page: Matches) -> Model:
    """Return the model with a page of the list; the first takes the place of all that was known."""
    kept, first = model.kept, request.before == 0
    if not first and request.before != kept.next:
        return model
    known = () if first else kept.rows
    rows = _further(known, page.rows)
    # A list that does not go down, or tells nothing new, would have no end.
    ends = not rows or page.next is None or (not first and page.next >= request.before)
    return replace(
        model,
        kept=ServerList((*known, *rows), None if ends else page.next, known=True, fetch=kept.fetch),
    )


def _further(known: tuple[MatchRow, ...], rows: tuple[MatchRow, ...]) -> tuple[MatchRow, ...]:
    """Return the rows that go on with a list: those that fit, go down, and are of matches that are not in it."""
    matches = {(row.table, row.match) for row in known}
    number = known[-1].number if known else None
    further: list[MatchRow] = []
    for row in rows:
        if is_sound(row) and (number is None or row.number < number) and (row.table, row.match) not in matches:
            further.append(row)
            matches.add((row.table, row.match))
            number = row.number
    return tuple(further)


def fetch(model: Model, row: MatchRow) -> Model:
    """Return the model that asks for a match, unless it is being fetched; another one that was is let go."""
    under_way = model.kept.fetch
    if under_way is not None and (under_way.table, under_way.match) == (row.table, row.match):
        return model
    model = replace(model, kept=replace(model.kept, fetch=Fetch(row.table, row.match, row.started_ms)))
    return ask(model, GetRecord(UNNUMBERED, row.table, row.match))


def recorded(model: Model, request: GetRecord, page: Recorded) -> Step:
    """Return the model after a page of the match that is being fetched, and the match once it is whole."""
    under_way = _of(model, request)
    if under_way is None or len(under_way.plays) != request.after:
        return model, ()
    under_way = replace(under_way, head=page.head or under_way.head, plays=(*under_way.plays, *page.plays))
    if page.plays and page.next is not None and len(under_way.plays) < MOST_PLAYS:
        model = replace(model, kept=replace(model.kept, fetch=under_way))
        return ask(model, replace(request, after=len(under_way.plays))), ()
    record = _record(under_way, page.started_ms)
    return _done(model), (news.MatchFetched(under_way.table, under_way.match, record),)


def refused(model: Model, request: GetRecord, refusal: Refusal) -> Step:
    """Return the model once the server has refused the match that is being fetched."""
    if _of(model, request) is None:
        return model, ()
    return _done(model), (news.MatchNotFetched(request.table, request.match, refusal),)


def _of(model: Model, request: GetRecord) -> Fetch | None:
    under_way = model.kept.fetch
    wanted = under_way is not None and (under_way.table, under_way.match) == (request.table, request.match)
    return under_way if wanted else None


def _done(model: Model) -> Model:
    return replace(model, kept=replace(model.kept, fetch=None))


def _record(whole: Fetch, started_ms: int) -> Record | None:
    """Return a match that was told; none of another time than the list says, which would be another match's file."""
    if whole.head is None or started_ms != whole.started_ms:
        return None
    try:
        return record_of(whole.head, started_ms, whole.plays)
    except ValueError:
        return None
