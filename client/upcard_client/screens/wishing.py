"""What somebody at a table wants of the server beyond moves, as requests or as the reason why not."""

from collections.abc import Sequence

from msgspec import Struct

from upcard_client.attable import AtTable
from upcard_client.cardtable import prompts
from upcard_client.locale import tr
from upcard_client.state import UNNUMBERED
from upcard_client.widgets.frame import Status
from upcard_client.words.phrases import Line
from upcard_protocol.wire.replies import TableRow
from upcard_protocol.wire.requests import (
    AddBot,
    AskPause,
    AskSeat,
    GiveUp,
    PlayOn,
    Ready,
    RemoveBot,
    Request,
    Resume,
    TakeSeat,
    Unwatch,
    Vote,
    Watch,
)


class Wish(Struct, frozen=True):
    """What a key or a line of the menu comes to.

    Attributes:
        requests: what the server is asked, in this order.
        said: what is said at once, if anything.
    """

    requests: tuple[Request, ...] = ()
    said: Status | None = None


def wish(what: str, at: AtTable, rows: Sequence[TableRow], *, guest: bool = False) -> Wish:
    """Return what is to be asked of the server.

    Args:
        what: the id of a key or of a line of the menu.
        at: the table.
        rows: the tables of the lobby, in its order.
        guest: we are a guest of the server, who watches and never plays.
    """
    match what:
        case "ready":
            return Wish((Ready(UNNUMBERED, at.table),))
        case "bot" | "seat" | "pause" | "agree" | "decline" if guest:
            return _refused(prompts.say("guest"))
        case "bot":
            return _add_bot(at)
        case "remove_bot":
            seats = [seat for seat, chair in enumerate(at.view.chairs) if chair.kind == "bot"]
            return Wish((RemoveBot(UNNUMBERED, at.table, seats[-1]),)) if seats else _nothing()
        case "resume":
            return Wish((Resume(UNNUMBERED, at.table, at.n),))
        case "seat":
            return _take_seat(at)
        case "pause" | "agree" | "decline":
            return _agree(what, at)
        case "give_up":
            return Wish((GiveUp(UNNUMBERED, at.table),))
        case "next_table":
            return _watch_next(at, rows)
        case _:
            return _nothing()


def _nothing() -> Wish:
    return _refused(tr("That does nothing here."))


def _refused(why: Line | str) -> Wish:
    return Wish(said=Status("refused", (why,) if isinstance(why, str) else why))


def _add_bot(at: AtTable) -> Wish:
    if at.me is None:
        return _refused(prompts.say("watching"))
    if not _has_room(at):
        return _refused(tr("Every seat is taken."))
    return Wish((AddBot(UNNUMBERED, at.table),))


def _agree(what: str, at: AtTable) -> Wish:
    """Ask for a pause, end one, or answer what is asked."""
    agreement = at.view.agreement
    if at.me is None:
        return _refused(prompts.say("watching"))
    if what != "pause":
        return Wish((Vote(UNNUMBERED, at.table, agreement.number, what == "agree"),))
    return Wish(((PlayOn if agreement.paused else AskPause)(UNNUMBERED, at.table),))


def _take_seat(at: AtTable) -> Wish:
    given_up = next((seat for seat, chair in enumerate(at.view.chairs) if chair.given_up), None)
    if not _has_room(at):
        if given_up is None or at.view.private:
            return _refused(tr("Every seat is taken. One whose player has left for good can be asked for."))
        asked = tr("You ask for the seat of {player}: the players have to agree.", player=at.names[given_up])
        return Wish((AskSeat(UNNUMBERED, at.table, given_up),), Status("news", (asked,)))
    if at.view.private:
        return _refused(tr("This table asks for a code: sit down from the lobby."))
    return Wish((TakeSeat(UNNUMBERED, at.table),))


def _has_room(at: AtTable) -> bool:
    return any(chair.kind == "empty" for chair in at.view.chairs)


def _watch_next(at: AtTable, rows: Sequence[TableRow]) -> Wish:
    """Watch the next table of the lobby instead of this one."""
    watchable = [row.table for row in rows if row.watchable]
    after = next((table for table in watchable if table > at.table), watchable[0] if watchable else at.table)
    if after == at.table:
        return Wish(said=Status("news", (tr("There is no other table to watch."),)))
    return Wish((Unwatch(UNNUMBERED, at.table), Watch(UNNUMBERED, after)))
