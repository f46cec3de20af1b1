"""A table: the card table, and what its keys ask for beyond moves of the game."""

from typing import Final

from textual.app import ComposeResult
from textual.screen import Screen
from textual.timer import Timer

from upcard_client import news
from upcard_client.attable import AtTable, tell
from upcard_client.cardtable import prompts
from upcard_client.cardtable.effects import Opening
from upcard_client.cardtable.surroundings import Surroundings
from upcard_client.cardtable.widget import AnyCardTable
from upcard_client.locale import status, tr
from upcard_client.network.linkwords import notice, say
from upcard_client.news import News
from upcard_client.screens import company, tablemenu
from upcard_client.screens.host import Host
from upcard_client.screens.leaving import leave_program, price, price_of_absence
from upcard_client.screens.lookback import NO_REPLAY, replay_at, save_sheet
from upcard_client.screens.menu import MenuScreen
from upcard_client.screens.replay import ReplayScreen
from upcard_client.screens.situating import retry_s, situation
from upcard_client.screens.teaching import Teaching
from upcard_client.screens.wishing import wish
from upcard_client.state import UNNUMBERED, Lost
from upcard_client.widgets.frame import Status, StatusKind
from upcard_client.words import times
from upcard_client.words.dates import time_of_day
from upcard_client.words.phrases import Line, fill
from upcard_protocol.rules.errors import SENTENCES, Refusal
from upcard_protocol.rules.games import GameAction
from upcard_protocol.table import (
    Agreed,
    AnyEvent,
    Declined,
    Dropped,
    Lapsed,
    Paused,
    PlayedOn,
    Returned,
    StoodIn,
    TableView,
)
from upcard_protocol.wire.clean import MAX_CHAT_CELLS, check_text
from upcard_protocol.wire.errors import ProtocolError
from upcard_protocol.wire.requests import (
    Chat,
    LeaveTable,
    Look,
    Resume,
    Unwatch,
)

CLOCK_RUNS: Final = status("The clock runs while the menu is open.")
TOO_LATE: Final = status("The table changed just before your key. Nothing was done.")

REMINDERS_S: Final = {"both": times.WARNINGS_S, "last": times.WARNINGS_S[-1:], "none": ()}
"""The settings' reminders: so many seconds before one's time is up."""

SLOW_AFTER_S: Final = 0.3
"""An answer that takes longer is waited for in words."""

UNANSWERED_AFTER_MS: Final = 2000
"""A request to leave that is older than this is not waited for any longer, milliseconds."""


class RoomScreen(Screen[None]):
    """The screen of one table, for those who play and for those who watch.

    Args:
        host: the app.
        table: the table's number.
        greeting: what is said first.
    """

    def __init__(self, host: Host, table: int, *, greeting: str = "") -> None:
        super().__init__()
        self.host = host
        self.table = table
        self._unsaid = Status("news", (greeting,)) if greeting else None
        """What was said before the table was there to show it."""
        self._last = host.model.tables[table]
        self._hand_ended_ms: int | None = None
        self._slow = False
        self._warnings = times.Warnings()
        self._leaving_ms: int | None = None
        self._back = False
        self._was_my_turn = False
        self._menu: MenuScreen | None = None
        self._menu_of = (0, 0)
        """The match and the hand in which the menu was opened."""
        self._waiting: Timer | None = None
        self._teaching = Teaching(host)
        self._card_table: AnyCardTable | None = None
        self._note_end()

    @property
    def at(self) -> AtTable:
        """What is known of the table; once it is gone, what was known last."""
        self._last = self.host.model.tables.get(self.table, self._last)
        return self._last

    @property
    def card_table(self) -> AnyCardTable:
        """The card table."""
        if self._card_table is None:
            self._card_table = self.at.front.table(self._situation(), self.host.palette)
            self._card_table.owner = self
        return self._card_table

    @property
    def screen_text(self) -> str:
        """What is on the screen as text."""
        return self.card_table.screen_text

    def compose(self) -> ComposeResult:
        """Show the card table."""
        yield self.card_table

    def on_mount(self) -> None:
        """Listen to the keys of the table."""
        self.card_table.focus()
        # News may have come in since the card table was composed.
        self._note_end()
        self.card_table.show(self._situation())
        self._tell_turn()
        if self._unsaid is not None:
            self.card_table.say(self._unsaid.kind, self._unsaid.line)
        self._teach()

    # ---- what is known

    def refresh_model(self, *, anew: bool = False) -> None:
        """Draw what is known now."""
        if not self.is_mounted:
            return
        self._note_end()
        if anew:
            self.card_table.paint_with(self.host.palette)
        self._tell_turn()
        if self.at.pending is None:
            self._stop_waiting()
        elif self._waiting is None:
            self._waiting = self.set_timer(SLOW_AFTER_S, self._answer_is_slow)
        self.card_table.show(self._situation())
        self._teach()
        if self._back and not self.at.resync and not self.host.model.asking(Resume):
            self._back = False
            self.say("done", tr("Back at the table."))

    def _situation(self) -> Surroundings:
        at = self.at
        sending = self.card_table.situation.sending if self.is_mounted and at.pending is not None else ""
        return situation(
            self.host.model,
            at,
            self.host.server_ms(),
            hand_ended_ms=self._hand_ended_ms,
            sending=sending,
            slow=self._slow,
            lesson=self._teaching.lesson(at),
            settings=self.host.settings,
        )

    def _tell_turn(self) -> None:
        """Tell where the screen is out of sight that one's turn has come: by the bell, and by the window's title."""
        mine, game = self.at.my_turn, tr(self.at.front.title)
        if mine and not self._was_my_turn and self.host.settings.bell_turn:
            self.host.ring()
        self._was_my_turn = mine
        self.host.entitle(tr("● Your turn – {game}", game=game) if mine else game)

    def _teach(self) -> None:
        """Have the guide say what fits now."""
        before = self._teaching.lesson(self.at)
        goal = self._teaching.follow(self.at)
        if goal:
            self.card_table.keep_saying(goal)
        if self._teaching.lesson(self.at) != before:
            self.card_table.show(self._situation())

    def _note_end(self) -> None:
        """Remember when a hand ended: the next one is dealt so long after it."""
        at = self.at
        if not at.hand_over:
            self._hand_ended_ms = None
        elif self._hand_ended_ms is None:
            self._hand_ended_ms = at.at_ms

    def _answer_is_slow(self) -> None:
        self._slow = True
        self.refresh_model()

    def _stop_waiting(self) -> None:
        self._slow = False
        if self._waiting is not None:
            self._waiting.stop()
            self._waiting = None

    def tick(self) -> None:
        """Move what counts seconds: the turn's clock, a lost link, somebody who is away, the next hand."""
        if self.is_mounted:
            self._warn()
            now = self._situation()
            if now != self.card_table.situation:
                self.card_table.show(now)

    def _warn(self) -> None:
        """Say that one's own time is nearly up, once for each of the times that there are."""
        at_s = REMINDERS_S[self.host.settings.reminders]
        left_s = self._warnings.due(self.host.model, self.at, self.host.server_ms(), at_s)
        if left_s is not None:
            self.host.ring()
            self.say("news", tr("{seconds} s left", seconds=left_s))

    def hear(self, told: tuple[News, ...]) -> None:
        """Say what the news are, where the table itself does not show them."""
        for item in told:
            match item:
                case news.ActDenied(act=act, refusal=refusal) if act.table == self.table:
                    self._refuse_act(refusal)
                case news.Denied(request=request, refusal=refusal) if not isinstance(request, Resume | Look):
                    self.say("refused", say(refusal))
                case news.Announced(notice=told_by_server):
                    self.say("news", notice(Refusal(told_by_server.code, dict(told_by_server.values))))
                case news.Said(line=line) if line.table == self.table:
                    mine = self.host.model.me is not None and line.user == self.host.model.me.user
                    if self.host.settings.bell_chat and not mine:
                        self.host.ring()
                case news.Entered(again=True):
                    self._back = True
                case news.LinkMoved():
                    self._note_loss()
                case news.Occurred(table=self.table, event=event, before=before, served=served):
                    self._occurred(event, before)
                    if served:
                        self._unsaid = None
                        self.card_table.keep_saying(served)
                case _:
                    pass

    def _note_loss(self) -> None:
        """Put the time at which the link was lost into the log, once."""
        link = self.host.model.link
        if isinstance(link, Lost) and link.attempt == 1:
            said = fill("Link lost {time}", time=time_of_day(link.since_ms))
            self.host.server.note(self.table, said, alarm=True)

    def _refuse_act(self, refusal: Refusal) -> None:
        self._stop_waiting()
        if refusal.code == "stale_decision":
            self.say("refused", tr(TOO_LATE))
        elif refusal.code in SENTENCES:
            self.card_table.refuse(refusal)
        else:
            self.say("refused", say(refusal))

    def _occurred(self, event: AnyEvent, before: TableView) -> None:
        at = self.at
        match event:
            case Dropped(seat=seat) if seat != at.me:
                gone = tr("{player} lost the link.", player=at.names[seat])
                self.say("news", f"{gone} {price_of_absence(self.host, at)}" if at.view.playing else gone)
            case StoodIn(seat=seat) if seat == at.me:
                self.say("question", prompts.say("stood_in"))
            case Returned(seat=seat) if seat == at.me and before.chairs[seat].stand_in and not self._back:
                self.say("done", tr("You have your seat back."))
            case Agreed() | Declined() | Lapsed() | Paused() | PlayedOn():
                for line in tell(at.view, event):
                    self.say("news", line)
            case Returned(seat=seat) if seat != at.me:
                self.say("news", tr("{player} is back.", player=at.names[seat]))
            case _:
                pass

    def say(self, kind: StatusKind, line: Line | str) -> None:
        """Put a line under the turn bar, or keep it until there is one."""
        said = Status(kind, (line,) if isinstance(line, str) else line)
        if self.is_mounted:
            self.card_table.say(said.kind, said.line)
        else:
            self._unsaid = said

    # ---- what the table asks for

    def table_acted(self, action: GameAction) -> None:
        """Send a move."""
        self.host.server.act(self.table, action)
        self.refresh_model()

    def table_said(self, text: str) -> None:
        """Send a line of chat."""
        try:
            check_text(text, MAX_CHAT_CELLS)
        except ProtocolError as error:
            self.say("refused", say(error.refusal))
            return
        self.host.server.ask(Chat(UNNUMBERED, self.table, text))

    def table_noted(self, line: Line) -> None:
        """Put a line into one's own log."""
        self.host.server.note(self.table, line)
        self.refresh_model()

    def table_asked(self, what: Opening) -> None:
        """Do what was asked for."""
        self._do(what)

    def _do(self, what: str) -> None:
        at = self.at
        match what:
            case "menu":
                self._open_menu(
                    MenuScreen(self.host, tablemenu.items(self.host, at), self._do, foot=price(self.host, at))
                )
            case "help":
                self.host.open_help(at.front.name)
            case "rules":
                self.host.open_rules(at.view.options, at.view.game)
            case "settings":
                self.host.open_settings()
            case "guide":
                said = self._teaching.turn(at)
                self.host.server.note(self.table, said.line)
                self.say(said.kind, said.line)
                self.refresh_model()
            case "give_up" if (at.view.matches, at.hand) != self._menu_of:
                self.say("refused", tr(TOO_LATE))
            case "score" | "log":
                self.card_table.action_press(what)
            case "redraw":
                self.host.redraw()
            case "quit":
                self.host.quit()
            case "leave_program":
                self.host.leave_program()
            case "leave_server":
                self.host.server.leave()
            case "retry":
                self.host.server.retry_now()
            case "replay":
                self._replay()
            case "save":
                text = self.card_table.sheet_text(self.card_table.situation)
                said = save_sheet(self.host.shelf, at.names, text, self.host.server_ms())
                self.say(said.kind, said.line)
            case "company":
                self._open_menu(MenuScreen(self.host, company.items(self.host.model, at.table), self._do))
            case _ if company.is_line(what):
                self.host.server.change(lambda model: company.taken(model, what))
            case _ if not self.host.model.up:
                self._no_link(what)
            case _:
                self._ask(what, at)

    def _replay(self) -> None:
        """Step through the hand that is over, or was over last."""
        at = self.at
        replay = replay_at(self.host, at)
        if replay is None:
            self.say("refused", tr(NO_REPLAY))
            return
        over = [place for place in replay.hands if at.hand_over or place != replay.hands[-1]]
        self.host.open(ReplayScreen(self.host, replay, self.host.close, over[-1] if over else 0))

    def _ask(self, what: str, at: AtTable) -> None:
        """Send what was asked for to the server."""
        if what == "leave":
            self._leave_table(at)
        elif what == "resume" and at.hand_over and at.ready_wanted:
            # Any move gives the seat back, and this one is what the result offers.
            self.host.server.act(self.table, at.front.following.READY)
        else:
            me = self.host.model.me
            wanted = wish(what, at, self.host.model.rows, guest=me is not None and me.guest)
            for request in wanted.requests:
                if not self.host.model.asked_already(request):
                    self.host.server.ask(request)
            if wanted.said is not None:
                self.say(wanted.said.kind, wanted.said.line)

    def _leave_table(self, at: AtTable) -> None:
        """Ask to leave; where that was asked long ago and never answered, leave the server."""
        now, leaving = self.host.server_ms(), Unwatch if at.me is None else LeaveTable
        if self._leaving_ms is None or not self.host.model.asking(leaving):
            self._leaving_ms = now
            self.host.server.ask(leaving(UNNUMBERED, self.table))
        elif now - self._leaving_ms < UNANSWERED_AFTER_MS:
            self.say("news", tr("Leaving: waiting for the server to answer."))
        else:
            self.host.server.leave()

    def _no_link(self, what: str) -> None:
        if what == "leave":
            self.host.server.leave()
            return
        seconds = retry_s(self.host.model, self.host.server_ms())
        self.say("refused", tr("Not sent: no link. Trying again in {seconds} s.", seconds=seconds))

    # ---- menu

    def _open_menu(self, menu: MenuScreen) -> None:
        self._menu, self._menu_of = menu, (self.at.view.matches, self.at.hand)
        if self.at.my_turn and self._situation().clock is not None:
            self.card_table.say("news", (tr(CLOCK_RUNS),))
        self.host.open(menu)

    def on_screen_resume(self) -> None:
        """Go on after a menu."""
        self.card_table.hush((tr(CLOCK_RUNS),))

    def ask_to_quit(self) -> bool:
        """Ask whether to quit, if that costs something now; False if it costs nothing."""
        item = leave_program(self.host, self.at)
        if not item.question:
            return False
        if self._menu is not None and self._menu.is_current:
            self._menu.ask(item)
        else:
            self._open_menu(MenuScreen(self.host, (), self._do, asking=item))
        return True
