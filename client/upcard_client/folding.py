"""How each message of the server changes what we know: `fold`, and the two steps of getting in.

Nothing here reads a clock or touches a socket: the time is handed in, and `link` does the rest.
"""

from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from upcard_client import news
from upcard_client.attable import MAX_LOG, AtTable, Entry, entries_of, served, so_far
from upcard_client.games.fronts import front_of
from upcard_client.learning import practice
from upcard_client.locale import mark, tr
from upcard_client.matches import fairness, fetching
from upcard_client.state import (
    MAX_CHAT,
    MAX_PARTS,
    UNNUMBERED,
    Asked,
    Me,
    Model,
    Step,
    Up,
    ask,
    drop_table,
    enter_lobby,
    put,
)
from upcard_protocol import table as tables
from upcard_protocol.rules.errors import Refusal
from upcard_protocol.wire.clean import MAX_CHAT_CELLS, MAX_NAME_CELLS, clean_text
from upcard_protocol.wire.errors import ProtocolError
from upcard_protocol.wire.handshake import LoggedIn, Welcome
from upcard_protocol.wire.pushes import (
    ChatLine,
    Happened,
    Notice,
    PersonChanged,
    PersonGone,
    Snapshot,
    SnapshotPart,
    Spectators,
    TableChanged,
    TableGone,
)
from upcard_protocol.wire.replies import (
    Acted,
    ActRefused,
    Described,
    Done,
    Matches,
    People,
    PersonRow,
    Recorded,
    Refused,
    Resumed,
    TableRow,
    Tables,
)
from upcard_protocol.wire.requests import (
    GetRecord,
    LeaveTable,
    Lobby,
    MyMatches,
    Players,
    Request,
    Resume,
    ShowSeed,
    TakeSeat,
    Unwatch,
    Watch,
)
from upcard_protocol.wire.snapshot import join

OPEN_HANDS: Final = mark("Table rule: spectators see every hand, with all its cards, once it is over")
"""Players are told so as they come."""
MAX_SEATS: Final = 6
"""Most seats at any table."""


def fold(model: Model, message: Struct) -> Step:
    """Return the state after a message of the server, and the news of it.

    Args:
        model: the state before it.
        message: any message of a server but the handshake's, ping, pong and bye, which are the link's own.

    Raises:
        ProtocolError: `bad_message` for a snapshot that cannot be of any table.
    """
    match message:
        case Happened():
            return _happened(model, message)
        case Snapshot():
            return _snapshot(model, message)
        case SnapshotPart():
            return _part(model, message), ()
        case Done():
            return _done(model, message)
        case Refused():
            return _refused(model, message)
        case Acted():
            return _acted(model, message), ()
        case ActRefused():
            return _act_refused(model, message)
        case ChatLine():
            return _chat(model, message)
        case Notice():
            return model, (news.Announced(message),)
        case Spectators():
            at = model.tables.get(message.table)
            return (model if at is None else put(model, replace(at, spectators=message.count))), ()
        case TableChanged() | TableGone() | PersonChanged() | PersonGone():
            return _lobby(model, message), (news.LobbyMoved(),)
        case _:
            return model, ()


def welcomed(model: Model, welcome: Welcome, now_ms: int) -> Model:
    """Return the model after the server's welcome; what was known of another server is forgotten."""
    same = model.server is not None and model.server.server == welcome.server
    kept = model if same else Model(link=model.link, in_lobby=model.in_lobby)
    return replace(kept, server=welcome, skew_ms=welcome.at_ms - now_ms)


def logged_in(model: Model, message: LoggedIn, *, first_rid: int, remark: str = "") -> Step:
    """Return the model once the server has let us in: what was open is taken up again.

    Acts and changing requests that were not answered go out again as they were; the server knows their numbers.
    Tables are resumed after their last event, and the lobby is asked for anew.

    Args:
        model: the state before.
        message: what the server said.
        first_rid: the least number for requests that this token did not use yet.
        remark: what the person should know about the name or the token.
    """
    again = model.me is not None
    me = Me(message.user, clean_text(message.name, MAX_NAME_CELLS), message.guest)
    lasting = tuple(Asked(asked.request) for asked in model.requests if not isinstance(asked.request, _TRANSIENT))
    # Parts whose snapshot did not come any more stand before no other one.
    model = replace(model, link=Up(), me=me, next_rid=max(model.next_rid, first_rid), requests=lasting, parts={})
    for at in model.tables.values():
        model = put(model, replace(at, pending_sent=False, resync=False))
        model = ask(model, Resume(UNNUMBERED, at.table, at.n))
    for held in message.seats:
        if again and held.table not in model.tables:
            model = ask(model, TakeSeat(UNNUMBERED, held.table))
    if model.in_lobby:
        model = enter_lobby(replace(model, in_lobby=False, rows=(), people=()))
    entered = news.Entered(me.name, me.guest, model.server_name, again, message.seats, remark)
    return model, (entered, news.LinkMoved())


_TRANSIENT: Final = (Lobby, Players, Resume, Watch, TakeSeat)
"""Requests that are asked anew on every link, rather than repeated: their point is what follows the reply."""


# ---- tables


def _happened(model: Model, message: Happened) -> Step:
    at = model.tables.get(message.table)
    if at is None or at.resync or message.n <= at.n:
        return model, ()
    followed = _follow(at, message)
    if followed is None:
        return ask(put(model, replace(at, resync=True)), Resume(UNNUMBERED, at.table, at.n)), ()
    after, entries = followed
    occurred = replace(
        at,
        view=after,
        n=message.n,
        clocks=message.clocks,
        at_ms=message.at_ms,
        paused_until_ms=_paused_until(at, message),
        timed_out=message.event == tables.TimedOut(at.view.viewer),
        log=(*at.log, *entries)[-MAX_LOG:],
    )
    happened = news.Occurred(at.table, message.event, at.view, after, served(at, message.event))
    return fairness.follow(model, occurred, message), (happened,)


def _follow(at: AtTable, message: Happened) -> tuple[tables.TableView, tuple[Entry, ...]] | None:
    """Return the view after an event and what the log says of it; None if it does not follow on what we have."""
    if message.n != at.n + 1:
        return None
    try:
        return tables.fold(at.view, message.event), entries_of(at, message.event)
    except (LookupError, TypeError, ValueError, AssertionError):
        # The rules can not follow: what we hold is not what the server holds. A snapshot puts it right.
        return None


def _paused_until(at: AtTable, message: Happened) -> int | None:
    match message.event:
        case tables.Paused():
            return message.at_ms + at.view.agreement.pause_left_ms
        case tables.PlayedOn() | tables.Started():
            return None
        case _:
            return at.paused_until_ms


def _part(model: Model, message: SnapshotPart) -> Model:
    parts = (*model.parts.get(message.table, ()), message)[-MAX_PARTS:]
    return replace(model, parts={**model.parts, message.table: parts})


def _snapshot(model: Model, message: Snapshot) -> Step:
    if not _is_sound(message.view):
        raise ProtocolError("bad_message", {"where": "a snapshot that fits no table"})
    known = model.tables.get(message.table)
    whole = join(model.parts.get(message.table, ()), message)
    model = replace(model, parts={table: parts for table, parts in model.parts.items() if table != message.table})
    pending = known.pending if known is not None else None
    if pending is not None and pending.cseq <= message.cseq:
        pending = None
    at = AtTable(
        table=message.table,
        view=whole.view,
        n=message.n,
        cseq=message.cseq,
        pending=pending,
        pending_sent=known.pending_sent if known is not None else False,
        clocks=message.clocks,
        at_ms=message.at_ms,
        paused_until_ms=message.paused_until_ms,
        spectators=message.spectators,
        log=known.log if known is not None else (*_announced(whole.view), *so_far(whole.view))[-MAX_LOG:],
        seed=known.seed if known is not None else None,
        finding=known.finding if known is not None else None,
    )
    return fairness.take_up(model, at), (news.Joined(at, fresh=known is None),)


def _announced(view: tables.TableView) -> tuple[Entry, ...]:
    """Return what the log begins with: that spectators see every hand (RULES 10), or that there are hints for all."""
    said = ((tr(OPEN_HANDS),) if view.options.open_hands else ()) + practice.announced(view)
    return tuple(Entry((line,), "alarm") for line in said)


def _is_sound(view: tables.TableView) -> bool:
    """Tell whether the parts of a view fit each other, so that whoever draws it finds what it needs."""
    seats = len(view.chairs)
    if not 2 <= seats <= MAX_SEATS or len(view.ready) != seats or view.viewer >= seats:
        return False
    match = view.match
    if match is None:
        return True
    return match.viewer == view.viewer and front_of(view.game).following.is_sound(match, view.game, seats)


# ---- replies


def _done(model: Model, message: Done) -> Step:
    request, model = _take(model, message.rid)
    if request is None:
        return model, ()
    if isinstance(request, ShowSeed):
        return fairness.seed_answered(model, request), ()
    match message.answer:
        case Recorded() as page if isinstance(request, GetRecord):
            judged = (request.table, request.match) in model.witnesses
            return (fairness if judged else fetching).recorded(model, request, page)
        case Matches() as page if isinstance(request, MyMatches):
            model = fetching.listed(model, request, page)
        case Tables(rows=rows, next=after):
            model = replace(model, rows=_merged(model.rows, rows))
            if after is not None:
                model = ask(model, Lobby(UNNUMBERED, after))
        case People(rows=rows, next=after):
            model = replace(model, people=_merged_people(model.people, rows))
            if after is not None:
                model = ask(model, Players(UNNUMBERED, after))
        case Resumed(snapshot=False) if isinstance(request, Resume) and request.table in model.tables:
            # The missing events follow from here on, in order.
            model = put(model, replace(model.tables[request.table], resync=False))
        case Described() as described:
            model = replace(model, described={**model.described, described.row.table: described})
        case _:
            pass
    at = model.tables.get(getattr(request, "table", None) or 0)
    if isinstance(request, LeaveTable | Unwatch):
        model = drop_table(model, request.table)
    return model, (news.Answered(request, message.answer, 0 if at is None else at.n),)


def _refused(model: Model, message: Refused) -> Step:
    request, model = _take(model, message.rid)
    if request is None:
        return model, ()
    refusal = Refusal(message.code, dict(message.values))
    if isinstance(request, ShowSeed):
        return fairness.seed_answered(model, request, message.code), ()
    if isinstance(request, GetRecord):
        if (request.table, request.match) in model.witnesses:
            return fairness.not_recorded(model, request)
        return fetching.refused(model, request, refusal)
    if isinstance(request, Resume) and request.table in model.tables:
        at = model.tables[request.table]
        if message.code in ("no_such_table", "forbidden", "spectators_full", "no_spectators"):
            return drop_table(model, request.table), (news.TableLost(request.table, refusal),)
        # It can not be taken up where it stopped: come in anew, and take the snapshot.
        anew = TakeSeat(UNNUMBERED, at.table) if at.me is not None else Watch(UNNUMBERED, at.table)
        return ask(put(model, replace(at, resync=True)), anew), ()
    if isinstance(request, TakeSeat | Watch) and request.table in model.tables and model.tables[request.table].resync:
        return drop_table(model, request.table), (news.TableLost(request.table, refusal),)
    return model, (news.Denied(request, refusal),)


def _take(model: Model, rid: int) -> tuple[Request | None, Model]:
    """Return the request of a number and the model without it; None for a number that nobody asked with."""
    for place, asked in enumerate(model.requests):
        if asked.request.rid == rid:
            rest = (*model.requests[:place], *model.requests[place + 1 :])
            return asked.request, replace(model, requests=rest)
    return None, model


def _acted(model: Model, message: Acted) -> Model:
    at = model.tables.get(message.table)
    if at is None:
        return model
    pending = at.pending if at.pending is not None and at.pending.cseq > message.cseq else None
    return put(model, replace(at, cseq=max(at.cseq, message.cseq), done_at=message.n, pending=pending))


def _act_refused(model: Model, message: ActRefused) -> Step:
    at = model.tables.get(message.table)
    if at is None or at.pending is None or at.pending.cseq != message.cseq:
        return model, ()
    refusal = Refusal(message.code, dict(message.values))
    cseq = at.cseq
    expected = message.values.get("expected")
    if message.code in ("cseq_gap", "cseq_old") and isinstance(expected, int):
        cseq = max(0, expected - 1)
    denied = news.ActDenied(at.pending, refusal)
    return put(model, replace(at, cseq=cseq, pending=None)), (denied,)


# ---- talk and lobby


def _chat(model: Model, message: ChatLine) -> Step:
    if message.user in model.muted:
        return model, ()
    line = replace(
        message, name=clean_text(message.name, MAX_NAME_CELLS), text=clean_text(message.text, MAX_CHAT_CELLS)
    )
    said = (news.Said(line),)
    if line.table is None:
        return replace(model, chat=(*model.chat, line)[-MAX_CHAT:]), said
    at = model.tables.get(line.table)
    if at is None:
        return model, ()
    entry = Entry((f"{model.speaker(line)}: {line.text}",), "chat")
    return put(model, replace(at, log=(*at.log, entry)[-MAX_LOG:])), said


def _lobby(model: Model, message: TableChanged | TableGone | PersonChanged | PersonGone) -> Model:
    match message:
        case TableChanged(row=row):
            return replace(model, rows=_merged(model.rows, (row,)))
        case TableGone(table=table):
            return replace(model, rows=tuple(row for row in model.rows if row.table != table))
        case PersonChanged(row=row):
            return replace(model, people=_merged_people(model.people, (row,)))
        case PersonGone(user=user):
            return replace(model, people=tuple(row for row in model.people if row.user != user))


def _merged(rows: tuple[TableRow, ...], more: tuple[TableRow, ...]) -> tuple[TableRow, ...]:
    by_table = {row.table: row for row in rows} | {row.table: row for row in more}
    return tuple(by_table[table] for table in sorted(by_table))


def _merged_people(rows: tuple[PersonRow, ...], more: tuple[PersonRow, ...]) -> tuple[PersonRow, ...]:
    by_user = {row.user: row for row in rows}
    by_user |= {row.user: replace(row, name=clean_text(row.name, MAX_NAME_CELLS)) for row in more}
    return tuple(sorted(by_user.values(), key=lambda row: (row.name.casefold(), row.user)))
