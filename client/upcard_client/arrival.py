"""From being let in to the first table: what is asked for by itself, and what is waited for, as the news come in."""

from upcard_client.errands import Errand, Lacking, Next, next_step
from upcard_client.news import Answered, Denied, Entered, Joined, News, TableLost
from upcard_client.state import Model
from upcard_protocol.wire.handshake import SeatHeld
from upcard_protocol.wire.replies import Described, Seated
from upcard_protocol.wire.requests import AddBot, NewTable, TakeSeat, Watch


class Arrival:
    """One visit to a server, as far as it leads to a table.

    Attributes:
        entered: the server has let us in.
        held: the seats that it kept for us, as it said then.
        table: the table that is on the screen, or None.
    """

    def __init__(self, errand: Errand) -> None:
        """Begin before the server has let us in.

        Args:
            errand: what is done first.
        """
        self.entered = False
        self.held: tuple[SeatHeld, ...] = ()
        self.table: int | None = None
        self._errand: Errand | None = errand
        self._awaited: int | None = None

    def hear(self, item: News, model: Model) -> None:
        """Take a piece of news."""
        match item:
            case Entered():
                self._awaited = None
                if not item.again:
                    self.entered, self.held = True, item.seats
            case Joined(table=table, fresh=fresh):
                if table == self._awaited:
                    self._awaited = None
                if fresh:
                    self.table = table
            case Answered(request=request, answer=answer):
                if isinstance(answer, Seated | Described) and isinstance(request, NewTable | TakeSeat):
                    self._await(answer.table if isinstance(answer, Seated) else answer.row.table, model)
                elif isinstance(request, Watch):
                    self._await(request.table, model)
            case Denied(request=AddBot()):
                # Somebody else has taken the seat meanwhile: the errand goes on from there.
                self._awaited = None
            case Denied() | TableLost():
                self._errand, self._awaited = None, None
            case _:
                pass

    def _await(self, table: int, model: Model) -> None:
        """Wait for the snapshot that follows a reply, unless it is here already."""
        if table not in model.tables:
            self._awaited = table

    def next(self, model: Model) -> Next:
        """Return what the errand asks for now, or why it cannot be run; nothing while something is on its way."""
        busy = bool(model.requests) or self._awaited is not None
        if self._errand is None or not self.entered or not model.up or busy:
            return None
        step = next_step(self._errand, model, self.held)
        if step is None or isinstance(step, Lacking):
            self._errand = None
        return step

    def place(self, model: Model) -> int | None:
        """Return the table to show, or None for the lobby."""
        if self.table not in model.tables:
            self.table = next(iter(model.tables), None)
        return self.table

    @property
    def under_way(self) -> bool:
        """Is a table to come, so that the lobby need not be shown?"""
        return self._errand is not None or self._awaited is not None
