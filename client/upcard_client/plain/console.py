"""The plain client: typed commands in, one line for each event out. No handler waits for a reply.

Commands wait in a queue while a request is on its way, so that a script may be piped in as a whole and each command
meets the table that the one before it left.
"""

from collections import deque
from collections.abc import Callable

from msgspec import Struct

from upcard_client import news
from upcard_client.attable import AtTable
from upcard_client.errands import Errand, Lacking, PlayComputer, Visit, WatchBots, WatchTable, next_step
from upcard_client.folding import OPEN_HANDS
from upcard_client.games.fronts import front_of
from upcard_client.learning import practice
from upcard_client.link import Link
from upcard_client.locale import tr, trn
from upcard_client.network import linkwords
from upcard_client.news import News
from upcard_client.plain import speech
from upcard_client.plain.commands import parse
from upcard_client.plain.guiding import Pupil
from upcard_client.plain.player import IN_THE_LOBBY, Player, seconds_left
from upcard_client.state import Lost, enter_lobby
from upcard_client.words import agreeing, times
from upcard_client.words.phrases import sentence, spoken
from upcard_protocol.rules.errors import Refusal
from upcard_protocol.table import Closed, PauseAsked, SeatAsked, TimedOut
from upcard_protocol.wire.replies import Described, Seated
from upcard_protocol.wire.requests import (
    AddBot,
    AskPause,
    GiveUp,
    NewTable,
    PlayOn,
    Ready,
    Request,
    TakeSeat,
    Vote,
    Watch,
)

Eventful = AddBot | AskPause | GiveUp | PlayOn | Ready | Vote
"""Requests that change a table: the event follows the answer."""


class Waiting(Struct, frozen=True):
    """What is unfinished while somebody wants to leave.

    Attributes:
        typed: lines that were typed and not done.
        requests: the numbers of requests without a reply.
        acts: by table, the number of the last move that was accepted, and whether another is on its way.
    """

    typed: int
    requests: tuple[int, ...]
    acts: tuple[tuple[int, int, bool], ...]


class Console:
    """One run of the plain client.

    Attributes:
        finished: there is nothing left to do.
        failure: why the errand could not be run, or nothing.
    """

    def __init__(
        self,
        link: Link,
        errand: Errand,
        write: Callable[[str], None],
        finish: Callable[[], None],
        pupil: Pupil | None = None,
        *,
        piped: bool = False,
        keep_language: Callable[[str], None] | None = None,
        taken: Callable[[], None] | None = None,
    ) -> None:
        """Prepare a run.

        Args:
            link: the server.
            errand: what is done first, without being typed.
            write: takes one line of output, without its end.
            finish: called once when there is nothing left to do.
            pupil: somebody who may want a guide through a first hand.
            piped: what is typed was written ahead: lines wait for what they need.
            keep_language: keeps a language for the next run, by its code.
            taken: called for each typed line as soon as it does not wait any more.
        """
        self.finished = False
        self.failure = ""
        self._link = link
        self._errand: Errand | None = errand
        self._one_match = isinstance(errand, WatchBots)
        self._write = write
        self._finish = finish
        self._piped = piped
        self._taken = taken
        self._player = Player(link, write, self._leave_program, pupil, keep_language)
        self._player.unattended = piped
        self._pupil = pupil
        self._queue: deque[str] = deque()
        self._ended = False
        self._entered = False
        self._awaited: int | None = None
        self._due: dict[int, int] = {}
        self._asked_before: frozenset[int] = frozenset()
        self._asked: dict[int, tuple[int, str]] = {}
        self._warnings: dict[int, times.Warnings] = {}

    # ---- what comes in

    def told(self, told: tuple[News, ...]) -> None:
        """Say the news, then go on with what was typed. After the end nothing is said, whatever came with it."""
        for item in told:
            if not self.finished:
                self._tell(item)
        self._pump()

    def typed(self, line: str) -> None:
        """Take a line of input."""
        self._queue.append(line)
        self._pump()

    def end_of_input(self) -> None:
        """Take notice that nothing more will be typed: finish what was, then leave."""
        self._player.unattended = self._ended = True
        self._pump()

    def tick(self) -> None:
        """Say that one's own time is nearly up. To be called about once a second."""
        model = self._link.model
        if self.finished:
            return
        for at in self._player.open_tables:
            warnings = self._warnings.setdefault(at.table, times.Warnings())
            left_s = warnings.due(model, at, model.server_ms(self._link.now_ms()))
            if left_s is not None:
                self._say_at(at, trn("{count} second left.", "{count} seconds left.", left_s))

    @property
    def unattended(self) -> bool:
        """Has the input ended, so that nobody is there who would wait?"""
        return self._ended

    @property
    def stuck_on(self) -> Waiting | None:
        """What keeps somebody who wants to leave from leaving, or None if nobody waits to leave.

        A caller that sees the same thing twice, some time apart, knows that no answer is coming.
        """
        quits = any(_quits(line) for line in self._queue)
        if self.finished or not self._entered or not self._busy or not (quits or self._ended):
            return None
        model = self._link.model
        asked = tuple(asked.request.rid for asked in model.requests)
        acts = tuple((at.table, at.cseq, at.pending is not None) for at in model.tables.values())
        return Waiting(len(self._queue), asked, acts)

    def give_up_waiting(self) -> None:
        """Leave although something was not answered."""
        if not self.finished:
            self._say(tr("No answer came. What was typed after that was not done."))
            self._leave_program()

    def _pump(self) -> None:
        """Do what is next, as long as nothing is on its way."""
        while not self.finished and not self._busy:
            if self._errand is not None:
                self._step(self._errand)
            elif self._queue and not (self._piped and self._player.too_early(self._queue[0])):
                line = self._queue.popleft()
                if self._taken is not None:
                    self._taken()
                self._player.obey(line)
            elif self._queue:
                self._ask_for_move()
                return
            elif self._ended and not self._watching_on:
                self._leave_program()
            else:
                self._ask_for_move()
                return

    @property
    def _busy(self) -> bool:
        model = self._link.model
        if not self._entered:
            return True
        if isinstance(model.link, Lost):
            # What is typed meanwhile is answered; what only makes sense with a link is refused.
            return self._errand is not None or self._ended
        # An answer may come alone, ahead of the event that it is about.
        at_work = any(
            at.pending is not None or at.resync or at.n < max(at.done_at, self._due.get(at.table, 0))
            for at in model.tables.values()
        )
        return not model.up or bool(model.requests) or at_work or self._awaited is not None

    @property
    def _watching_on(self) -> bool:
        """Is there still something to see for somebody whose input has ended: a match, or one to come?"""
        at = self._player.at
        return at is not None and at.me is None and (at.view.playing or not at.view.matches)

    def _step(self, errand: Errand) -> None:
        step = next_step(errand, self._link.model, self._player.held)
        if step is None:
            self._errand = None
            if isinstance(errand, Visit) and self._player.at is None:
                self._say(tr(IN_THE_LOBBY))
        elif isinstance(step, Lacking):
            self._errand = None
            if isinstance(errand, WatchTable):
                self.failure = step.text
                self._leave_program()
            else:
                self._say(step.text)
        else:
            self._link.ask(step)

    # ---- news

    def _tell(self, item: News) -> None:
        match item:
            case news.Entered():
                self._enter(item)
            case news.Joined(at=at, fresh=fresh):
                self._joined(at, fresh=fresh)
            case news.Occurred():
                self._occurred(item)
            case news.Answered(answer=answer):
                if isinstance(answer, Seated | Described) and isinstance(item.request, NewTable | TakeSeat):
                    self._await(answer.table if isinstance(answer, Seated) else answer.row.table)
                elif isinstance(item.request, Watch):
                    self._await(item.request.table)
                elif isinstance(item.request, Eventful):
                    self._expect(item.request, item.after)
            case news.Denied(request=request, refusal=refusal):
                self._denied(request, refusal)
            case news.ActDenied(refusal=refusal):
                self._player.refuse(refusal)
                self._asked.pop(item.act.table, None)
            case news.ShuffleJudged(finding=finding, kept=kept):
                for line in filter(None, (finding.why, kept)):
                    self._say_at(self._link.model.tables.get(item.table), line)
            case news.Said(line=line):
                at = self._link.model.tables.get(line.table) if line.table is not None else None
                self._say_at(at, f"{self._link.model.speaker(line)}: {line.text}")
            case news.Announced(notice=notice):
                self._say(linkwords.notice(Refusal(notice.code, dict(notice.values))))
            case news.TableLost(table=table, refusal=refusal):
                self._awaited = None
                self._player.refuse(refusal)
                self._leave_table(table)
            case news.LinkMoved():
                self._link_moved()
            case news.LobbyMoved() | news.MatchFetched() | news.MatchNotFetched():
                pass

    def _enter(self, entered: news.Entered) -> None:
        self._awaited = None
        if entered.again:
            self._say(tr("The link is back."))
            return
        self._entered = True
        self._player.held = entered.seats
        welcome = tr(
            "Connected to {server} as {name}, a guest who can watch. Type help for the commands."
            if entered.guest
            else "Connected to {server} as {name}. Type help for the commands.",
            server=entered.server,
            name=entered.name,
        )
        self._say(welcome)
        if entered.remark:
            self._say(entered.remark)
        self._link.change(enter_lobby)

    def _denied(self, request: Request, refusal: Refusal) -> None:
        self._awaited = None
        if self._errand is None:
            self._player.refuse(refusal)
        elif isinstance(request, TakeSeat):
            # The seat that was kept is not there any more: go on as if there had been none.
            self._player.held = ()
        elif refusal.code == "match_running":
            # Asked once more before the start was heard of: the match that the errand wanted is being played.
            self._errand = None
        else:
            self.failure = self._player.sentence(refusal)
            self._leave_program()

    def _await(self, table: int) -> None:
        """Wait for the snapshot that follows a reply, unless it is here already."""
        if table not in self._link.model.tables:
            self._awaited = table

    def _expect(self, request: Eventful, after: int) -> None:
        """In a script, wait for the event that an answer is about, so that the next line meets the table after it.

        Args:
            request: what was answered.
            after: the last event that had come by then; the one that is waited for may have come since.
        """
        at = self._link.model.tables.get(request.table)
        # An answer that is given again on a new link comes after its event.
        if self._piped and at is not None and request.rid not in self._asked_before:
            self._due[at.table] = after + 1

    def _joined(self, at: AtTable, *, fresh: bool) -> None:
        if at.table == self._awaited:
            self._awaited = None
        self._asked.pop(at.table, None)
        self._due.pop(at.table, None)
        if fresh:
            self._player.turn_to(at.table)
        else:
            self._player.forget_draft()
        # What comes first names the table itself.
        first, *rest = speech.table_lines(at)
        self._say(first)
        if isinstance(self._errand, PlayComputer) and not at.hand:
            # Who plays and that everybody is ready is told as it happens: nothing has to be typed for it.
            rest = []
        for line in rest:
            self._say_at(at, line)
        if at.view.options.open_hands:
            self._say_at(at, sentence(tr(OPEN_HANDS)))
        for line in practice.announced(at.view):
            self._say_at(at, sentence(line))
        if self._one_match and at.view.matches and not at.view.playing:
            # Its end came while the link was lost, or while we read too slowly.
            self._leave_program()

    def _occurred(self, item: news.Occurred) -> None:
        at = self._link.model.tables.get(item.table)
        for line in _lines(item):
            self._say_at(at, line)
        if at is not None and isinstance(item.event, PauseAsked | SeatAsked):
            question = agreeing.asked(at, yes="agree", no="refuse")
            if question:
                self._say_at(at, question)
        following = front_of(item.after.game).following
        dealt = following.hand(item.after.match) if item.after.match is not None else 0
        before = following.hand(item.before.match) if item.before.match is not None else 0
        if dealt != before and at is not None:
            self._player.forget_draft()
            # Of a burst of events only the last state is known as a whole, and only that one is worth saying.
            if at.hand == dealt and at.me is not None and dealt:
                self._say_at(at, tr("Your hand. {cards}", cards=at.front.spoken.hand_line(at.seen)))
        if item.before.playing and not item.after.playing and self._one_match:
            self._leave_program()
        if isinstance(item.event, Closed):
            self._leave_table(item.table)

    def _leave_table(self, table: int) -> None:
        self._asked.pop(table, None)
        self._player.forget_draft()
        if self._one_match and not self.finished:
            self.failure = tr("The table is gone.")
            self._leave_program()

    def _link_moved(self) -> None:
        link = self._link.model.link
        if isinstance(link, Lost):
            self._asked.clear()
            self._due.clear()
            self._asked_before = frozenset(asked.request.rid for asked in self._link.model.requests)
            wait = seconds_left(link, self._link.now_ms())
            self._say(
                tr(
                    "Connection lost. Trying again in {seconds} s (attempt {attempt}).",
                    seconds=wait,
                    attempt=link.attempt,
                )
            )

    # ---- out

    def _ask_for_move(self) -> None:
        """Say what is asked of us, once for each decision; at the table that commands are about last."""
        if not self._link.model.up:
            return
        here = self._player.at
        for at in sorted(self._player.open_tables, key=lambda at: here is not None and at.table == here.table):
            if at.view.match is None:
                continue
            if self._pupil is not None and at is here:
                for lesson in self._pupil.lines(at):
                    self._say_at(at, lesson)
            line = speech.turn_line(at)
            # That the computer plays is said once, not at each of its moves.
            asked = (at.view.match.decision if not at.stood_in else 0, line)
            if line and asked != self._asked.get(at.table):
                self._say_at(at, line)
            self._asked[at.table] = asked

    def _say_at(self, at: AtTable | None, line: str) -> None:
        """Say something of a table; where there are several, which one."""
        several = len(self._player.open_tables) > 1
        self._say(f"{at.title}: {line}" if several and at is not None else line)

    def _say(self, line: str) -> None:
        self._write(line)

    def _leave_program(self) -> None:
        if not self.finished:
            self.finished = True
            self._finish()


def _lines(item: news.Occurred) -> list[str]:
    """Return what is said of an event; what the server did for us is not said as if we had done it."""
    if item.event == TimedOut(item.before.viewer):
        return []
    said = speech.event_lines(item.event, item.before, item.after)
    return [sentence(spoken(item.served)), *said[1:]] if item.served else said


def _quits(line: str) -> bool:
    command = parse(line)
    return command is not None and command.verb == "quit"
