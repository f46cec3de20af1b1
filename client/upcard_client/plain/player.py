"""Does what is typed in the plain client: every command, its refusals, and what asks twice."""

from collections.abc import Callable
from typing import Any, Final

from msgspec.structs import replace

from upcard_client.attable import AtTable
from upcard_client.games.fronts import FRONTS
from upcard_client.link import Link
from upcard_client.locale import LANGUAGES, mark, speak, tr
from upcard_client.network import linkwords
from upcard_client.plain import speech
from upcard_client.plain.cards import NoCard
from upcard_client.plain.commands import BY_NAME, Command, help_lines, parse
from upcard_client.plain.guiding import Pupil
from upcard_client.plain.hinting import hint_line
from upcard_client.plain.ordering import BadOrder, read_order
from upcard_client.plain.pacing import too_early
from upcard_client.state import UNNUMBERED, Lost, block, mute, person_called
from upcard_client.words import houserules
from upcard_client.words.chatter import kept_back
from upcard_client.words.naming import usual_title
from upcard_client.words.phrases import either, in_words
from upcard_protocol.rules.errors import Refusal
from upcard_protocol.rules.games import GameAction
from upcard_protocol.strategy import levels
from upcard_protocol.table import BotLevel
from upcard_protocol.wire.clean import MAX_CHAT_CELLS, check_text
from upcard_protocol.wire.errors import ProtocolError
from upcard_protocol.wire.handshake import SeatHeld
from upcard_protocol.wire.replies import TableRow
from upcard_protocol.wire.requests import (
    AddBot,
    AskPause,
    AskSeat,
    Chat,
    GiveUp,
    LeaveTable,
    NewTable,
    PlayOn,
    Ready,
    Resume,
    TakeSeat,
    Unwatch,
    Vote,
    Watch,
)

_MOVES: Final = frozenset(verb.name for front in FRONTS.values() for verb in front.typed.VERBS)
"""The commands of some game."""


IN_THE_LOBBY: Final = mark("You are in the lobby. Type tables, new or sit TABLE.")
"""What is said where one sits at no table."""

KEPT_AWAY: Final = mark(
    {
        "mute": "What {name} says is not shown any more.",
        "unmute": "What {name} says is shown again.",
        "block": "{name} is blocked: what they say does not reach you, and they cannot sit down where you sit.",
        "unblock": "{name} is not blocked any more.",
    }
)
"""Command -> what holds from then on."""


def price_of_going(at: AtTable) -> str:
    """Return the price of going away in a match, as the table's rule about who is gone has it."""
    return tr(
        "Your seat is kept for a while; then the computer plays on for you."
        if at.view.options.on_gone == "bot"
        else "Your seat is kept for a while; then the match is lost."
    )


class Player:
    """The person at the keyboard, as far as the program is concerned.

    Attributes:
        held: seats that the server keeps for us.
        unattended: nobody is there who could think better of leaving the program.
    """

    def __init__(
        self,
        link: Link,
        say: Callable[[str], None],
        leave: Callable[[], None],
        pupil: Pupil | None = None,
        keep_language: Callable[[str], None] | None = None,
    ) -> None:
        """Prepare for commands.

        Args:
            link: the server.
            say: prints a line.
            leave: ends the program.
            pupil: whom the guide is for.
            keep_language: keeps a language for the next run, by its code.
        """
        self.held: tuple[SeatHeld, ...] = ()
        self.unattended = False
        self._link = link
        self._say = say
        self._leave_program = leave
        self._pupil = pupil
        self._keep_language = keep_language
        self._table: int | None = None
        self._confirm = ""
        self._draft: Any = None

    @property
    def at(self) -> AtTable | None:
        """The table that commands are about."""
        tables = self.open_tables
        return next((at for at in tables if at.table == self._table), tables[0] if tables else None)

    @property
    def open_tables(self) -> tuple[AtTable, ...]:
        """The tables at which we sit, or which we watch."""
        return tuple(at for at in self._link.model.tables.values() if not at.view.closed)

    def turn_to(self, table: int) -> None:
        """Let commands be about a table from now on."""
        self._table = table
        self._draft, self._confirm = None, ""

    def too_early(self, line: str) -> bool:
        """Has a line from a pipe to wait for what it needs?"""
        command = parse(line)
        if command is None:
            return False
        return too_early(command, self._link.model, self.at, move=self._is_move(command))

    def forget_draft(self) -> None:
        """Drop what was being put together or asked of the hand: it has moved on."""
        self._draft = None
        if self._confirm == "giveup":
            self._confirm = ""

    def refuse(self, refusal: Refusal, at: AtTable | None = None) -> None:
        """Say why something was not done."""
        self._say(tr("Refused: {why}", why=self.sentence(refusal, at)))

    def sentence(self, refusal: Refusal, at: AtTable | None = None) -> str:
        """Return a refusal in words; the rules' own may name a player of a table."""
        return linkwords.say(refusal, card=in_words, player=None if at is None else at.names.__getitem__)

    def obey(self, line: str) -> None:
        """Do what a line says."""
        command = parse(line)
        if command is None:
            return
        if command.verb not in BY_NAME and command.verb not in _MOVES:
            if command.verb.isprintable() and len(command.verb) <= 20:
                self._say(tr("{typed} is no command. Type help for the list.", typed=command.verb))
            else:
                self._say(tr("That is no command. Type help for the list."))
            return
        if self._confirm != command.verb:
            self._confirm = ""
        try:
            self._do(command)
        except (NoCard, BadOrder) as mistake:
            self._say(str(mistake))
        except ProtocolError as error:
            self.refuse(error.refusal)

    def _do(self, command: Command) -> None:
        if self._is_move(command):
            self._move(command)
            return
        match command.verb:
            case "help":
                self._help()
            case "tables":
                self._tables()
            case "people":
                for person in self._link.model.people:
                    self._say(speech.person_line(person, self._link.model))
            case "table" if command.rest:
                self._turn_to_table(command.rest)
            case "what" if self.at is None:
                self._say(tr(IN_THE_LOBBY))
            case "language":
                self._speak(command.rest)
            case "what" | "table" | "hand" | "score" | "rules" | "hint" | "guide":
                self._look(command.verb)
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
        at = self.at
        match command.verb:
            case "new":
                order = read_order(command.words)
                options = order.options
                if not options.name:
                    options = replace(options, name=usual_title(self._link.model))
                self._link.ask(
                    NewTable(
                        rid=UNNUMBERED,
                        options=options,
                        game=order.game,
                        seats=order.players,
                        bots=order.bots,
                    )
                )
            case "sit":
                self._sit(command)
            case "watch":
                row = self._row(command.rest)
                if row is not None:
                    self._link.ask(Watch(UNNUMBERED, row.table))
            case "mute" | "unmute" | "block" | "unblock":
                self._keep_away(command)
            case "say" if why := kept_back(command.rest):
                self._say(why)
            case "say":
                check_text(command.rest, MAX_CHAT_CELLS)
                self._link.ask(Chat(UNNUMBERED, at.table if at is not None else None, command.rest))
            case "leave" if at is not None and at.me is None:
                self._link.ask(Unwatch(UNNUMBERED, at.table))
            case _ if at is None:
                self._say(tr("You are not at a table. Type tables, then sit TABLE, or new."))
            case "leave":
                if not at.view.playing or self._sure("leave", price_of_going(at)):
                    self.held = (SeatHeld(at.table, at.me or 0, at.title),) if at.view.playing else ()
                    self._link.ask(LeaveTable(UNNUMBERED, at.table))
            case "bot":
                offered: dict[str, BotLevel] = {level: level for level in levels(at.view.game)}
                level = offered.get(command.rest.casefold() or "normal")
                if level is None:
                    self._say(tr("At this game the computer plays {levels}.", levels=either(tuple(offered))))
                else:
                    self._link.ask(AddBot(UNNUMBERED, at.table, level))
            case "giveup" if not at.in_hand:
                self._say(tr("You have no hand in play that you could give up."))
            case "giveup":
                price = at.front.rulebook.price_of_giving_up(at.view.game, len(at.view.chairs))
                if self._sure("giveup", price):
                    self._link.ask(GiveUp(UNNUMBERED, at.table))
            case "pause":
                self._link.ask(AskPause(UNNUMBERED, at.table))
            case "playon":
                self._link.ask(PlayOn(UNNUMBERED, at.table))
            case "agree" | "refuse":
                self._link.ask(Vote(UNNUMBERED, at.table, at.view.agreement.number or 1, command.verb == "agree"))
            case "askseat":
                self._ask_for_seat(at)
            case _:
                self._be_ready(at)

    def _ask_for_seat(self, at: AtTable) -> None:
        given_up = next((seat for seat, chair in enumerate(at.view.chairs) if chair.given_up), None)
        if given_up is None:
            self._say(tr("No seat at this table was given up."))
        else:
            self._link.ask(AskSeat(UNNUMBERED, at.table, given_up))

    def _sit(self, command: Command) -> None:
        words = [word for word in command.words if not word.startswith("code=")]
        code = next((word.removeprefix("code=") for word in command.words if word.startswith("code=")), None)
        row = self._row(" ".join(words))
        if row is not None:
            self._link.ask(TakeSeat(UNNUMBERED, row.table, code=code or None))

    def _row(self, wanted: str) -> TableRow | None:
        """Return the table of a number or a name, the first with a free seat for none; None once that was refused."""
        rows = self._link.model.rows
        if not wanted:
            rows = tuple(row for row in rows if any(chair.kind == "empty" for chair in row.chairs)) or rows
            found = rows[0] if rows else None
        else:
            found = next((r for r in rows if wanted.casefold() in (str(r.table), r.title.casefold())), None)
        if found is None:
            self._say(tr("There is no such table. Type tables for the list."))
        return found

    def _turn_to_table(self, wanted: str) -> None:
        """Let commands be about another of our tables."""
        wanted = wanted.casefold()
        found = next((at for at in self.open_tables if wanted in (str(at.table), at.title.casefold())), None)
        if found is None:
            self._say(tr("You have no table of that name or number here: type sit or watch with it."))
            return
        self.turn_to(found.table)
        self._look("table")
        if found.view.match is not None:
            self._look("what")

    def _speak(self, code: str) -> None:
        """Speak another language, or say which there are."""
        found = next((known for known in LANGUAGES if known.casefold() == code.casefold()), None)
        if found is None:
            known = ", ".join(f"{known} {name}" for known, name in LANGUAGES.items())
            self._say(tr("Languages: {languages}.", languages=known))
            return
        speak(found)
        if self._keep_language is not None:
            self._keep_language(found)
        self._say(tr("Language: {language}.", language=LANGUAGES[found]))

    def _keep_away(self, command: Command) -> None:
        """Mute or block somebody, or take that back."""
        row = person_called(self._link.model, command.rest)
        if row is None:
            self._say(tr("Nobody of that name is on this server."))
            return
        on = not command.verb.startswith("un")
        change = mute if command.verb.endswith("mute") else block
        self._link.change(lambda model: change(model, row.user, on=on))
        self._say(tr(KEPT_AWAY[command.verb], name=row.name))

    def _be_ready(self, at: AtTable) -> None:
        if at.hand_over:
            self._act(at, at.front.following.READY)
        else:
            self._link.ask(Ready(UNNUMBERED, at.table))

    def _resume(self) -> None:
        if not self._link.model.up:
            self._link.retry_now()
        elif self.at is not None and self.at.stood_in:
            self._link.ask(Resume(UNNUMBERED, self.at.table, self.at.n))
        elif self.at is None and self.held:
            self._link.ask(TakeSeat(UNNUMBERED, self.held[0].table))
        else:
            self._say(tr("There is nothing to resume."))

    def _quit(self) -> None:
        at = self.at
        costs = at is not None and at.me is not None and at.view.playing and not self.unattended
        if at is None or not costs or self._sure("quit", price_of_going(at)):
            self._leave_program()

    def _sure(self, verb: str, price: str) -> bool:
        """Name the price once; the same command again means yes."""
        if self._confirm == verb:
            self._confirm = ""
            return True
        self._confirm = verb
        self._say(tr("{price} Type {command} again to do it.", price=price, command=verb))
        return False

    def _tables(self) -> None:
        rows = self._link.model.rows
        for row in rows:
            self._say(speech.row_line(row))
        if not rows:
            self._say(tr("There are no tables yet. Type new to open one."))

    def _look(self, verb: str) -> None:
        at = self.at
        if at is None:
            self._say(tr("You are not at a table."))
        elif verb == "what":
            for line in speech.now_lines(at, self._link.model.server_ms(self._link.now_ms())):
                self._say(line)
        elif verb == "table":
            for line in speech.table_lines(at):
                self._say(line)
        elif verb == "hand":
            self._say(
                at.front.spoken.hand_line(at.seen)
                if at.me is not None
                else tr("You are watching, and hold no cards.")
            )
        elif verb == "score":
            self._say(speech.score_line(at))
        elif verb == "hint":
            self._say(hint_line(at))
        elif verb == "guide":
            away = tr("The guide is for somebody who types at a terminal.")
            self._say(away if self._pupil is None else self._pupil.turn(at))
        else:
            self._say(at.front.spoken.options_line(at.view.game, len(at.view.chairs)))
            for line in houserules.lines(at.view.options):
                self._say(line)

    # ---- moves

    def _is_move(self, command: Command) -> bool:
        """Is this a move? `block` alone ends a hand of rummy, and with a name it keeps somebody away."""
        if command.verb not in BY_NAME:
            return command.verb in _MOVES
        at = self.at
        return not command.rest and at is not None and command.verb in {verb.name for verb in at.front.typed.VERBS}

    def _move(self, command: Command) -> None:
        at = self._playing()
        if at is None:
            return
        typed = at.front.typed
        if command.verb not in {verb.name for verb in typed.VERBS}:
            self._say(tr("{typed} is no command of this game. Type help for the list.", typed=command.verb))
            return
        reply = typed.obey(command, at.seen, self._draft)
        self._draft = reply.draft
        if reply.refusal is not None:
            self.refuse(reply.refusal, at)
        elif reply.action is None:
            self._say(reply.said)
        elif not reply.price or self._sure(command.verb, reply.price):
            self._act(at, reply.action)

    def _help(self) -> None:
        """List the commands: at a table those of its game, elsewhere those of every game."""
        at = self.at
        fronts = tuple(FRONTS.values()) if at is None else (at.front,)
        for line in help_lines():
            self._say(line)
        for front in fronts:
            self._say(tr("{game}, at the table:", game=tr(front.title)))
            for line in help_lines(front.typed.VERBS):
                self._say(line)

    def _playing(self) -> AtTable | None:
        """Return the table where a match is played by us, or say why there is none."""
        at = self.at
        if at is None:
            self._say(tr("You are not at a table."))
        elif at.me is None:
            self._say(tr("You are watching. Type leave, then sit TABLE, to play."))
        elif at.view.match is None:
            self._say(speech.seats_line(at))
        elif not self._link.model.up:
            self._no_link()
        else:
            return at
        return None

    def _act(self, at: AtTable, action: GameAction) -> None:
        self._draft = None
        self._link.act(at.table, action)

    def _no_link(self) -> None:
        link = self._link.model.link
        if isinstance(link, Lost):
            wait = seconds_left(link, self._link.now_ms())
            self._say(tr("Not sent: no link. Trying again in {seconds} s.", seconds=wait))
        else:
            self._say(tr("Not sent: no link."))


def seconds_left(link: Lost, now_ms: int) -> int:
    """Return the seconds until the next try for the link."""
    return max(0, round((link.retry_ms - now_ms) / 1000))
