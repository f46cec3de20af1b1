"""`upcard --plain --scene NAME`: a scene in lines, without a server, for acceptance checks."""

from collections.abc import Callable
from typing import Any

from upcard_client.attable import AtTable
from upcard_client.cardtable.stage import Stage
from upcard_client.games.front import Reply
from upcard_client.locale import tr
from upcard_client.network.linkwords import say
from upcard_client.plain import speech
from upcard_client.plain.cards import NoCard
from upcard_client.plain.commands import help_lines, parse
from upcard_client.words.phrases import in_words, sentence, spoken
from upcard_protocol.rules.games import game_of
from upcard_protocol.table import EMPTY_CHAIR, Chair, TableOptions, TableView


class SceneConsole:
    """Plays a scene on by typed commands; the engine answers at once.

    Attributes:
        finished: `quit` was typed.
    """

    def __init__(self, stage: Stage, say: Callable[[str], None]) -> None:
        """Say how things stand.

        Args:
            stage: the scene.
            say: takes one line of output.
        """
        self.finished = False
        self._stage = stage
        self._say = say
        self._draft: Any = None
        self._confirm = ""
        for line in speech.table_lines(self._at):
            say(line)
        self._ask()

    @property
    def _at(self) -> AtTable:
        """The scene as a table of a server."""
        stage = self._stage
        game = stage.match.sheet.options
        free = stage.situation.seated
        chairs = tuple(
            Chair("person", name) if not free or free[seat] else EMPTY_CHAIR for seat, name in enumerate(stage.names)
        )
        options = TableOptions(name=stage.situation.table, turn_s=0)
        ready = (True,) * len(chairs)
        match = game_of(game).view(stage.match, stage.viewer)
        view = TableView(stage.viewer, options, False, game, chairs, ready, 1, match)
        return AtTable(table=1, view=view, n=0)

    def typed(self, line: str) -> None:
        """Do what a line says."""
        command = parse(line)
        if command is None:
            return
        if command.verb != self._confirm:
            self._confirm = ""
        at = self._at
        verbs = {verb.name for verb in at.front.typed.VERBS}
        match command.verb:
            case "quit":
                self.finished = True
            case "help":
                for known in help_lines(at.front.typed.VERBS):
                    self._say(known)
            case "hand" if at.me is None:
                self._say(tr("You are watching, and hold no cards."))
            case "hand":
                self._say(at.front.spoken.hand_line(at.seen))
            case "score":
                self._say(speech.score_line(at))
            case "what":
                for line in speech.now_lines(at, at.at_ms):
                    self._say(line)
            case "table":
                for line in speech.table_lines(at):
                    self._say(line)
            case "say":
                self._note(self._stage.said(tr("You"), command.rest))
            case verb if verb in verbs and at.me is None:
                self._say(tr("You are watching. Type leave, then sit TABLE, to play."))
            case verb if verb in verbs:
                try:
                    self._move(at, verb, at.front.typed.obey(command, at.seen, self._draft))
                except NoCard as mistake:
                    self._say(str(mistake))
            case verb:
                self._say(tr("{typed} is no command of this game. Type help for the list.", typed=verb))

    def _move(self, at: AtTable, verb: str, reply: Reply) -> None:
        self._draft = reply.draft
        if reply.refusal is not None:
            why = say(reply.refusal, card=in_words, player=at.names.__getitem__)
            self._say(tr("Refused: {why}", why=why))
        elif reply.action is None:
            self._say(reply.said)
        elif reply.price and not self._confirm:
            self._confirm = verb
            self._say(tr("{price} Type {command} again to do it.", price=reply.price, command=verb))
        else:
            self._draft, self._confirm = None, ""
            self._note(self._stage.acted(reply.action))
            self._ask()

    def _note(self, stage: Stage) -> None:
        """Take the next state, and say what came to it."""
        known = len(self._stage.situation.log)
        self._stage = stage
        for entry in stage.situation.log[known:]:
            self._say(sentence(spoken(entry.line)))

    def _ask(self) -> None:
        asked = speech.turn_line(self._at)
        if asked:
            self._say(asked)
