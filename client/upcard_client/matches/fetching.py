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
from upcard_protocol.wire.replies import Matches, Recorded
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
    kept = model.kept
    rows = tuple(row for row in page.rows if is_sound(row))
    if request.before == 0:
        return replace(model, kept=ServerList(rows, page.next, known=True, fetch=kept.fetch))
    if request.before != kept.next:
        return model
    # A list that does not go down would have no end.
    following = page.next if page.next is None or page.next < request.before else None
    return replace(model, kept=replace(kept, rows=(*kept.rows, *rows), next=following))


def fetch(model: Model, table: int, match: int) -> Model:
    """Return the model that asks for a match, unless it is being fetched; another one that was is let go."""
    under_way = model.kept.fetch
    if under_way is not None and (under_way.table, under_way.match) == (table, match):
        return model
    model = replace(model, kept=replace(model.kept, fetch=Fetch(table, match)))
    return ask(model, GetRecord(UNNUMBERED, table, match))


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
    try:
        return None if whole.head is None else record_of(whole.head, started_ms, whole.plays)
    except ValueError:
        return None
