"""How a table comes to agree: who is asked, what an answer leads to, and what takes a question back."""

from msgspec.structs import replace

from upcard_protocol.rules.errors import IllegalAction, refuse
from upcard_protocol.table.actions import AgreementAction, AskPause, AskSeat, Decline, Lapse, PlayOn
from upcard_protocol.table.agreement import Agreement, PauseWanted, SeatWanted
from upcard_protocol.table.events import (
    Agreed,
    Declined,
    Dropped,
    Lapsed,
    Left,
    PauseAsked,
    Paused,
    PlayedOn,
    Returned,
    Sat,
    SeatAsked,
    Started,
    TableEvent,
)
from upcard_protocol.table.seats import TableOptions
from upcard_protocol.table.values import Table


def decide(table: Table, action: AgreementAction) -> tuple[TableEvent, ...]:
    """Return what an action about an agreement leads to.

    Raises:
        IllegalAction: with its code and values.
    """
    if isinstance(action, AskPause | AskSeat):
        return _ask(table, action)
    agreement = table.agreement
    if isinstance(action, PlayOn):
        if not agreement.paused:
            raise IllegalAction(refuse("not_paused"), action=action)
        if action.seat is not None:
            _check_plays(table, action.seat, action)
        return (PlayedOn(action.seat, action.left_ms),)
    if agreement.wanted is None or agreement.number != action.number:
        raise IllegalAction(refuse("nothing_asked"), action=action)
    if isinstance(action, Lapse):
        return (Lapsed(),)
    _check_plays(table, action.seat, action)
    if isinstance(action, Decline):
        return (Declined(action.seat),)
    if action.seat in agreement.agreed or agreement.wanted == PauseWanted(action.seat):
        raise IllegalAction(refuse("answered_already"), action=action)
    agreed = Agreed(action.seat)
    return (agreed, *_when_all_agree(table, after(agreement, agreed, table.options)))


def granted(table: Table) -> SeatWanted | None:
    """Return whom everybody who is here gives a seat that was given up, once that is so: they may sit down there."""
    wanted = table.agreement.wanted
    if isinstance(wanted, SeatWanted) and table.playing and set(table.players_here) <= set(table.agreement.agreed):
        return wanted
    return None


def after(agreement: Agreement, event: TableEvent, options: TableOptions) -> Agreement:
    """Return how an agreement stands after an event: the same for the table and for every view of it."""
    wanted = agreement.wanted
    match event:
        case Started():
            return Agreement(number=agreement.number, pause_left_ms=1000 * options.pause_s)
        case PauseAsked():
            return replace(agreement, wanted=PauseWanted(event.seat), number=event.number, agreed=())
        case SeatAsked():
            return replace(agreement, wanted=SeatWanted(event.seat, event.name), number=event.number, agreed=())
        case Agreed():
            return replace(agreement, agreed=(*agreement.agreed, event.seat))
        case Declined() | Lapsed():
            return replace(agreement, wanted=None, agreed=())
        case Paused():
            return replace(agreement, wanted=None, agreed=(), paused=True)
        case PlayedOn():
            return replace(agreement, paused=False, pause_left_ms=event.left_ms)
        case Sat() | Left() | Dropped() | Returned() if wanted is not None and wanted.seat == event.seat:
            # Whoever asked for the pause is gone, or the seat that was asked for is none to be had any more.
            return replace(agreement, wanted=None, agreed=())
        case _:
            return agreement


def _ask(table: Table, action: AskPause | AskSeat) -> tuple[TableEvent, ...]:
    agreement, seat = table.agreement, action.seat
    if not table.playing:
        raise IllegalAction(refuse("no_match"), action=action)
    if isinstance(action, AskPause):
        _check_plays(table, seat, action)
        if agreement.paused:
            raise IllegalAction(refuse("paused"), action=action)
        if not agreement.pause_left_ms:
            raise IllegalAction(refuse("no_pause_left"), action=action)
    elif seat >= len(table.chairs) or not table.chairs[seat].given_up:
        raise IllegalAction(refuse("seat_kept"), action=action)
    elif any(chair.person and chair.name == action.name for chair in table.chairs):
        raise IllegalAction(refuse("seated_already"), action=action)
    if agreement.wanted is not None:
        raise IllegalAction(refuse("asked_already"), action=action)
    number = agreement.number + 1
    asked = PauseAsked(seat, number) if isinstance(action, AskPause) else SeatAsked(seat, number, action.name)
    return (asked, *_when_all_agree(table, after(agreement, asked, table.options)))


def _when_all_agree(table: Table, agreement: Agreement) -> tuple[TableEvent, ...]:
    """Return what follows once nobody who is asked for a pause has still to answer."""
    wanted = agreement.wanted
    paused = isinstance(wanted, PauseWanted) and set(table.players_here) <= {wanted.seat, *agreement.agreed}
    return (Paused(),) if paused else ()


def _check_plays(table: Table, seat: int, action: AgreementAction) -> None:
    if seat not in table.players_here:
        raise IllegalAction(refuse("not_seated"), action=action)
