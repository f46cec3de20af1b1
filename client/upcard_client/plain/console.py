"""The plain client: typed commands in, one line for each event out. No handler waits for a reply.

Commands wait in a queue while a request is on its way, so that a script may be piped in as a whole and each command
meets the table that the one before it left.
"""

from collections import deque
from collections.abc import Callable
from typing import Final

from upcard_client import linkwords, news
from upcard_client.attable import AtTable
from upcard_client.errands import Errand, Lacking, Visit, WatchBots, WatchTable, next_step
from upcard_client.link import Link
from upcard_client.news import News
from upcard_client.phrases import in_words
from upcard_client.plain import speech
from upcard_client.plain.cards import NoCard
from upcard_client.plain.commands import BY_NAME, Command, help_lines, parse
from upcard_client.plain.moves import MOVES, Laid, laid_action, lay, move
from upcard_client.plain.ordering import BadOrder, read_order
from upcard_client.state import UNNUMBERED, Lost, Up, enter_lobby
from upcard_protocol.rules.cards import Hand, cards_of
from upcard_protocol.rules.errors import Refusal
from upcard_protocol.rules.errors import sentence as rules_sentence
from upcard_protocol.rules.games import GameAction
from upcard_protocol.rules.gin import actions as act
from upcard_protocol.rules.gin import events
from upcard_protocol.rules.gin.legal import Legal
from upcard_protocol.rules.layoffs import fits, lay_off
from upcard_protocol.rules.melds import best_layout
from upcard_protocol.table import BotLevel, Closed
from upcard_protocol.wire.clean import MAX_CHAT_CELLS, check_text
from upcard_protocol.wire.errors import ProtocolError
from upcard_protocol.wire.handshake import SeatHeld
from upcard_protocol.wire.replies import Described, Seated, TableRow
from upcard_protocol.wire.requests import (
    AddBot,
    Chat,
    GiveUp,
    LeaveTable,
    NewTable,
    Ready,
    Request,
    TakeSeat,
    Unwatch,
    Watch,
)

LEVELS: Final[dict[str, BotLevel]] = {"easy": "easy", "normal": "normal", "hard": "hard"}


class Console:
    """One run of the plain client.

    Attributes:
        finished: there is nothing left to do.
        failure: why the errand could not be run, or nothing.
    """

    def __init__(self, link: Link, errand: Errand, write: Callable[[str], None], finish: Callable[[], None]) -> None:
        """Prepare a run.

        Args:
            link: the server.
            errand: what is done first, without being typed.
            write: takes one line of output, without its end.
            finish: called once when there is nothing left to do.
        """
        self.finished = False
        self.failure = ""
        self._link = link
        self._errand: Errand | None = errand
        self._one_match = isinstance(errand, WatchBots)
        self._write = write
        self._finish = finish
        self._held: tuple[SeatHeld, ...] = ()
        self._queue: deque[str] = deque()
        self._ended = False
        self._entered = False
        self._awaited: int | None = None
        self._confirm = ""
        self._laid: Laid = ()
        self._asked: tuple[int, int, str] | None = None

    # ---- what comes in

    def told(self, told: tuple[News, ...]) -> None:
        """Say the news, then go on with what was typed."""
        for item in told:
            self._tell(item)
        self._pump()

    def typed(self, line: str) -> None:
        """Take a line of input."""
        self._queue.append(line)
        self._pump()

    def end_of_input(self) -> None:
        """Take notice that nothing more will be typed: finish what was, then leave."""
        self._ended = True
        self._pump()

    def _pump(self) -> None:
        """Do what is next, as long as nothing is on its way."""
        while not self.finished and not self._busy:
            if self._errand is not None:
                self._step(self._errand)
            elif self._queue:
                self._obey(self._queue.popleft())
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
        at_work = any(at.pending is not None or at.resync for at in model.tables.values())
        return not model.up or bool(model.requests) or at_work or self._awaited is not None

    @property
    def _watching_on(self) -> bool:
        """Is there still something to see for somebody whose input has ended?"""
        at = self._at
        return at is not None and at.me is None

    @property
    def _at(self) -> AtTable | None:
        """The table that commands are about."""
        return next((at for at in self._link.model.tables.values() if not at.view.closed), None)

    def _step(self, errand: Errand) -> None:
        step = next_step(errand, self._link.model, self._held)
        if step is None:
            self._errand = None
            if isinstance(errand, Visit) and self._at is None:
                self._say("You are in the lobby. Type tables, new or sit TABLE.")
        elif isinstance(step, Lacking):
            self._errand = None
            if isinstance(errand, WatchTable):
                self.failure = step.text
                self._leave_program()
            else:
                self._say(step.text)
        else:
            self._request(step)

    # ---- news

    def _tell(self, item: News) -> None:
        match item:
            case news.Entered():
                self._enter(item)
            case news.Joined(table=table):
                self._joined(self._link.model.tables[table])
            case news.Occurred():
                self._occurred(item)
            case news.Answered(answer=answer):
                if isinstance(answer, Seated | Described) and isinstance(item.request, NewTable | TakeSeat):
                    table = answer.table if isinstance(answer, Seated) else answer.row.table
                    self._await(table)
            case news.Denied(request=request, refusal=refusal):
                self._denied(request, refusal)
            case news.ActDenied(refusal=refusal):
                self._refuse(refusal)
                self._asked = None
            case news.Said(line=line):
                me = self._link.model.me
                self._say(f"{'You' if me is not None and line.user == me.user else line.name}: {line.text}")
            case news.Announced(notice=notice):
                self._say(linkwords.notice(Refusal(notice.code, dict(notice.values))))
            case news.TableLost(refusal=refusal):
                self._awaited = None
                self._refuse(refusal)
                self._leave_table()
            case news.LinkMoved():
                self._link_moved()
            case news.LobbyMoved():
                pass

    def _enter(self, entered: news.Entered) -> None:
        self._awaited = None
        if entered.again:
            self._say("The link is back.")
            return
        self._entered = True
        self._held = entered.seats
        guest = ", a guest who can watch" if entered.guest else ""
        self._say(f"Connected to {entered.server} as {entered.name}{guest}. Type help for the commands.")
        if entered.remark:
            self._say(entered.remark)
        self._link.change(enter_lobby)

    def _denied(self, request: Request, refusal: Refusal) -> None:
        self._awaited = None
        if self._errand is None:
            self._refuse(refusal)
        elif isinstance(request, TakeSeat):
            # The seat that was kept is not there any more: go on as if there had been none.
            self._held = ()
        else:
            self.failure = self._sentence(refusal)
            self._leave_program()

    def _await(self, table: int) -> None:
        """Wait for the snapshot that follows a reply, unless it is here already."""
        if table not in self._link.model.tables:
            self._awaited = table

    def _joined(self, at: AtTable) -> None:
        if at.table == self._awaited:
            self._awaited = None
        self._asked = None
        self._laid = ()
        for line in speech.table_lines(at):
            self._say(line)

    def _occurred(self, item: news.Occurred) -> None:
        for line in speech.event_lines(item.event, item.before, item.after):
            self._say(line)
        at = self._link.model.tables.get(item.table)
        if isinstance(item.event, events.Dealt) and at is not None:
            self._laid = ()
            # Of a burst of events only the last state is known as a whole, and only that one is worth saying.
            if at.board is not None and at.board.hand == item.event.hand and at.me is not None:
                self._say(f"Your hand. {speech.hand_line(at)}")
        if isinstance(item.event, events.MatchEnded) and self._one_match:
            self._leave_program()
        if isinstance(item.event, Closed):
            self._leave_table()

    def _leave_table(self) -> None:
        self._asked, self._laid = None, ()
        if self._one_match and not self.finished:
            self.failure = "The table is gone."
            self._leave_program()

    def _link_moved(self) -> None:
        link = self._link.model.link
        if isinstance(link, Lost):
            self._asked = None
            self._say(f"Connection lost. Trying again in {self._seconds(link)} s (attempt {link.attempt}).")

    def _seconds(self, link: Lost) -> int:
        return max(0, round((link.retry_ms - self._link.now_ms()) / 1000))

    # ---- commands

    def _obey(self, line: str) -> None:
        command = parse(line)
        if command is None:
            return
        if command.verb not in BY_NAME:
            word = command.verb if command.verb.isprintable() and len(command.verb) <= 20 else "That"
            self._say(f"{word} is no command. Type help for the list.")
            return
        if self._confirm != command.verb:
            self._confirm = ""
        try:
            self._do(command)
        except (NoCard, BadOrder) as mistake:
            self._say(str(mistake))
        except ProtocolError as error:
            self._refuse(error.refusal)

    def _do(self, command: Command) -> None:
        if command.verb in MOVES:
            self._move(command)
            return
        match command.verb:
            case "help":
                for line in help_lines():
                    self._say(line)
            case "tables":
                self._tables()
            case "hand" | "score" | "rules":
                self._look(command.verb)
            case "lay":
                self._lay(command)
            case "done":
                self._done()
            case "resume":
                self._resume()
            case "quit":
                self._quit()
            case _:
                if not self._link.model.up:
                    self._no_link()
                else:
                    self._change(command)

    def _change(self, command: Command) -> None:
        """Do what changes something on the server."""
        at = self._at
        match command.verb:
            case "new":
                order = read_order(command.words)
                self._request(NewTable(rid=UNNUMBERED, options=order.options, game=order.game, bots=order.bots))
            case "sit":
                self._sit(command)
            case "watch":
                row = self._row(command.rest)
                if row is not None:
                    self._await(row.table)
                    self._request(Watch(UNNUMBERED, row.table))
            case "say":
                check_text(command.rest, MAX_CHAT_CELLS)
                self._request(Chat(UNNUMBERED, at.table if at is not None else None, command.rest))
            case "leave" if at is not None and at.me is None:
                self._request(Unwatch(UNNUMBERED, at.table))
            case _ if at is None:
                self._say("You are not at a table. Type tables, then sit TABLE, or new.")
            case "leave":
                if not at.view.playing or self._sure("leave", "Your seat is kept for a while, then it is given up."):
                    self._held = (SeatHeld(at.table, at.me or 0, at.title),) if at.view.playing else ()
                    self._request(LeaveTable(UNNUMBERED, at.table))
            case "bot":
                level = command.rest.casefold() or "normal"
                if level not in LEVELS:
                    self._say("The computer plays easy, normal or hard.")
                else:
                    self._request(AddBot(UNNUMBERED, at.table, LEVELS[level]))
            case "giveup":
                if self._sure("giveup", "The other side gets your deadwood and the gin bonus."):
                    self._request(GiveUp(UNNUMBERED, at.table))
            case _:
                self._be_ready(at)

    def _sit(self, command: Command) -> None:
        words = [word for word in command.words if not word.startswith("code=")]
        code = next((word.removeprefix("code=") for word in command.words if word.startswith("code=")), None)
        row = self._row(" ".join(words))
        if row is not None:
            self._request(TakeSeat(UNNUMBERED, row.table, code=code or None))

    def _row(self, wanted: str) -> TableRow | None:
        """Return the table of a number or a name, the first with a free seat for none; None once that was refused."""
        rows = self._link.model.rows
        if not wanted:
            rows = tuple(row for row in rows if any(chair.kind == "empty" for chair in row.chairs)) or rows
            found = rows[0] if rows else None
        else:
            found = next((r for r in rows if wanted.casefold() in (str(r.table), r.title.casefold())), None)
        if found is None:
            self._say("There is no such table. Type tables for the list.")
        elif self._at is not None and self._at.table != found.table:
            self._say("Leave this table first: type leave.")
            return None
        return found

    def _be_ready(self, at: AtTable) -> None:
        if at.hand_over:
            self._act(at, act.READY)
        else:
            self._request(Ready(UNNUMBERED, at.table))

    def _resume(self) -> None:
        if not self._link.model.up:
            self._link.retry_now()
        elif self._at is None and self._held:
            self._request(TakeSeat(UNNUMBERED, self._held[0].table))
        else:
            self._say("There is nothing to resume.")

    def _quit(self) -> None:
        at = self._at
        in_match = at is not None and at.me is not None and at.view.playing
        if not in_match or self._ended or self._sure("quit", "Your seat is kept for a while, then it is given up."):
            self._leave_program()

    def _sure(self, verb: str, price: str) -> bool:
        """Name the price once; the same command again means yes."""
        if self._confirm == verb:
            self._confirm = ""
            return True
        self._confirm = verb
        self._say(f"{price} Type {verb} again to do it.")
        return False

    def _tables(self) -> None:
        rows = self._link.model.rows
        for row in rows:
            self._say(speech.row_line(row))
        if not rows:
            self._say("There are no tables yet. Type new to open one.")

    def _look(self, verb: str) -> None:
        at = self._at
        if at is None:
            self._say("You are not at a table.")
        elif verb == "hand":
            self._say(speech.hand_line(at) if at.me is not None else "You are watching, and hold no cards.")
        elif verb == "score":
            self._say(speech.score_line(at))
        else:
            self._say(speech.options_line(at.view.game))

    # ---- moves

    def _move(self, command: Command) -> None:
        at = self._playing()
        if at is None or at.view.match is None:
            return
        meant = move(command, at.view.match)
        if isinstance(meant, Refusal):
            self._refuse(meant, at)
        else:
            self._act(at, meant)

    def _lay(self, command: Command) -> None:
        at = self._playing()
        if at is None or at.view.match is None:
            return
        meant = lay(at.view.match, self._laid, command.rest)
        if isinstance(meant, Refusal):
            self._refuse(meant, at)
            return
        self._laid = meant
        card, place = meant[-1]
        self._say(f"You put {in_words(card)} on meld {place + 1}. Type done to send it, or lay another.")

    def _done(self) -> None:
        at = self._playing()
        if at is None or at.view.match is None:
            return
        action = laid_action(self._laid)
        refusal = Legal(at.view.match, at.board).check(action)
        if refusal is not None:
            self._refuse(refusal, at)
            return
        fitting = self._still_fits(at)
        if not fitting or self._sure("done", f"{fitting.capitalize()} still fits."):
            self._act(at, action)

    def _still_fits(self, at: AtTable) -> str:
        """Name a card of deadwood that could still be laid off; nothing if there is none."""
        match, board = at.view.match, at.board
        if match is None or board is None or board.knock is None:
            return ""
        melds, hand = board.knock.melds, match.hand
        for card, place in self._laid:
            melds = lay_off(melds, card, place)
            hand &= ~(1 << card)
        loose = best_layout(Hand(hand)).loose
        return next((in_words(card) for card in cards_of(loose) if fits(melds, card)), "")

    def _playing(self) -> AtTable | None:
        """Return the table where a match is played by us, or say why there is none."""
        at = self._at
        if at is None:
            self._say("You are not at a table.")
        elif at.me is None:
            self._say("You are watching. Type leave, then sit TABLE, to play.")
        elif at.view.match is None:
            self._say(speech.seats_line(at))
        elif not self._link.model.up:
            self._no_link()
        else:
            return at
        return None

    # ---- out

    def _request(self, request: Request) -> None:
        self._link.ask(request)

    def _act(self, at: AtTable, action: GameAction) -> None:
        self._laid = ()
        self._link.act(at.table, action)

    def _ask_for_move(self) -> None:
        """Say what is asked of us, once for each decision."""
        at = self._at
        if at is None or at.view.match is None or not isinstance(self._link.model.link, Up):
            return
        line = speech.turn_line(at)
        asked = (at.table, at.view.match.decision, line)
        if line and asked != self._asked:
            self._say(line)
        self._asked = asked

    def _no_link(self) -> None:
        link = self._link.model.link
        again = f" Trying again in {self._seconds(link)} s." if isinstance(link, Lost) else ""
        self._say(f"Not sent: no link.{again}")

    def _refuse(self, refusal: Refusal, at: AtTable | None = None) -> None:
        self._say(f"Refused: {self._sentence(refusal, at)}")

    def _sentence(self, refusal: Refusal, at: AtTable | None = None) -> str:
        if at is not None:
            return rules_sentence(refusal, card=in_words, player=lambda seat: at.names[seat])
        return linkwords.say(refusal, card=in_words)

    def _say(self, line: str) -> None:
        self._write(line)

    def _leave_program(self) -> None:
        if not self.finished:
            self.finished = True
            self._finish()
