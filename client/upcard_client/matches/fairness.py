"""The client's part in the shuffle: what it promises, shows, remembers and asks for, as steps of the model.

`witness.py` has what is remembered of a match, and the judgement at its end.
"""

from collections.abc import Callable

from msgspec.structs import replace

from upcard_client import news
from upcard_client.attable import MAX_LOG, AtTable, Entry
from upcard_client.matches import witness
from upcard_client.matches.witness import Finding, Receipt, Witness
from upcard_client.state import UNNUMBERED, Model, Step, ask, put
from upcard_protocol import table as tables
from upcard_protocol.rules.shuffle import commitment
from upcard_protocol.wire.pushes import Happened
from upcard_protocol.wire.replies import Recorded
from upcard_protocol.wire.requests import GetRecord, Ready, ShowSeed


def promise(model: Model, request: Ready, new_seed: Callable[[], bytes]) -> Model:
    """Return the model that asks to be ready, with a commitment to a seed of ours.

    Args:
        model: the state before it.
        request: what is asked.
        new_seed: makes 32 random bytes; it is not asked where a seed is promised already.
    """
    at = model.tables.get(request.table)
    if at is None:
        return ask(model, request)
    ours = at.seed or new_seed()
    return ask(put(model, replace(at, seed=ours)), replace(request, commitment=commitment(ours)))


def follow(model: Model, at: AtTable, message: Happened) -> Model:
    """Return the model after an event that was folded into `at`: our seed goes out, or the record is asked for."""
    event, model = message.event, put(model, at)
    if at.me is None:
        return model
    seen = model.witnesses.get((at.table, at.view.matches))
    match event:
        case tables.Committed():
            return _committed(model, at, event, at.me)
        case tables.Started():
            # Whatever was promised and not shown by now is for no other match: a seed is never used twice.
            model = put(model, replace(at, finding=None, seed=None))
            return _seen(model, at.table, witness.started(seen, event, at.view, message.at_ms, at.names))
        case tables.Revealed() if seen is not None:
            return _revealed(model, at.table, replace(seen, revealed=event))
        case _ if seen is not None and not isinstance(event, tables.TableEvent):
            return _seen(model, at.table, witness.heard(seen, event))
        case _:
            return model


def take_up(model: Model, at: AtTable) -> Model:
    """Return the model after a snapshot that has become `at`: what was missed is caught up with."""
    view, model = at.view, put(model, at)
    if at.me is None:
        return model
    if view.shuffling and view.committed is not None:
        model = _committed(model, at, view.committed, at.me)
    if view.started is None or (at.finding is not None and at.finding.match == view.matches):
        return model
    before = model.witnesses.get((at.table, view.matches))
    if view.revealed is not None and before is None:
        # Over before this program came: an earlier run has said what there is to say, unless it left a receipt.
        return model
    seen = witness.shown_again(before, view, view.started, at.names)
    return _revealed(model, at.table, seen) if seen.revealed is not None else _seen(model, at.table, seen)


def _seen(model: Model, table: int, seen: Witness) -> Model:
    return replace(model, witnesses={**model.witnesses, (table, seen.match): seen})


def _committed(model: Model, at: AtTable, event: tables.Committed, me: int) -> Model:
    before = model.witnesses.get((at.table, event.match))
    seen = witness.committed(before, event, me, at.seed)
    model = _seen(put(model, replace(at, seed=None)), at.table, seen)
    if before is not None or seen.shown is None:
        return model
    return ask(model, ShowSeed(UNNUMBERED, at.table, seen.shown))


def _revealed(model: Model, table: int, seen: Witness) -> Model:
    """Ask for the record of a match whose seed is open, unless it is being asked for."""
    model = _seen(model, table, seen)
    match = seen.match
    wanted = (table, match)
    asked = (each.request for each in model.requests if isinstance(each.request, GetRecord))
    if any((request.table, request.match) == wanted for request in asked):
        return model
    return ask(model, GetRecord(UNNUMBERED, table, match, len(seen.plays)))


def recall(model: Model, table: int, receipt: Receipt) -> Model:
    """Return the model with what an earlier run had received for a match at a table.

    A receipt is there until its match was judged: one that ended while no program of ours ran is judged now.
    """
    seen = model.witnesses.get((table, receipt.committed.match))
    if seen is not None:
        return _seen(model, table, witness.restored(seen, receipt))
    at = model.tables[table]
    if at.me != receipt.seat or at.view.started is None:
        # It is of another of this computer's players.
        return model
    seen = witness.shown_again(None, at.view, at.view.started, at.names)
    return _revealed(model, table, witness.restored(seen, receipt))


def unreceived(model: Model) -> tuple[tuple[int, int], ...]:
    """Return the tables, each with a match, of which an earlier run may have kept a receipt."""
    known = tuple(key for key, seen in model.witnesses.items() if seen.receipt is None)
    return known + tuple(
        (at.table, at.view.matches)
        for at in model.tables.values()
        if at.me is not None and at.view.started is not None and at.view.revealed is not None
        if at.finding is None and (at.table, at.view.matches) not in model.witnesses
    )


def receipt_of(model: Model, request: ShowSeed) -> Receipt | None:
    """Return what was received before a seed that goes out now."""
    seen = _who_shows(model, request)
    return None if seen is None else seen.receipt


def seed_answered(model: Model, request: ShowSeed, code: str = "") -> Model:
    """Return the model after the answer to our seed: taken, or refused with a code."""
    seen = _who_shows(model, request)
    if seen is None:
        return model
    if not code:
        return _seen(model, request.table, replace(seen, taken=True))
    fault = "the server refused the seed that you had committed to" if code == "bad_seed" else seen.fault
    return _seen(model, request.table, replace(seen, fault=fault))


def _who_shows(model: Model, request: ShowSeed) -> Witness | None:
    seen = (seen for (table, _), seen in model.witnesses.items() if table == request.table)
    return next((each for each in seen if each.shown == request.seed), None)


def recorded(model: Model, request: GetRecord, page: Recorded) -> Step:
    """Return the model after a page of a record; the match is judged after the last."""
    seen = model.witnesses.get((request.table, request.match))
    if seen is None or len(seen.plays) != request.after:
        return model, ()
    began = page.started_ms if seen.started_ms is None else seen.started_ms
    seen = replace(seen, plays=(*seen.plays, *page.plays), started_ms=began)
    if page.plays and page.next is not None:
        return ask(_seen(model, request.table, seen), replace(request, after=len(seen.plays))), ()
    return _found(model, request.table, witness.judge(seen))


def not_recorded(model: Model, request: GetRecord) -> Step:
    """Return the model once the server has refused a record."""
    seen = model.witnesses.get((request.table, request.match))
    return (model, ()) if seen is None else _found(model, request.table, witness.unknown(seen, witness.NOT_GIVEN))


def _found(model: Model, table: int, finding: Finding) -> Step:
    judged = (table, finding.match)
    model = replace(model, witnesses={key: seen for key, seen in model.witnesses.items() if key != judged})
    at = model.tables.get(table)
    if at is not None:
        entry = Entry((finding.why,), "alarm" if finding.kind == "differs" else "event")
        model = put(model, replace(at, finding=finding, log=(*at.log, entry)[-MAX_LOG:]))
    return model, (news.ShuffleJudged(table, finding),)


def of_match(at: AtTable) -> Finding | None:
    """Return the finding about the match that the table shows, if that is over and was judged."""
    finding = at.finding
    return finding if finding is not None and finding.match == at.view.matches else None
