"""The commands of the plain client that are no moves: their names, how they are typed, and what each does."""

from typing import Final

from msgspec import Struct

from upcard_client.locale import mark, tr
from upcard_client.words.phrases import sentence


class Verb(Struct, frozen=True):
    """One command.

    Attributes:
        name: the word it begins with.
        usage: what may follow the word.
        sentence: what it does, for `help`.
    """

    name: str
    usage: str
    sentence: str


VERBS: Final = (
    Verb("help", "", mark("this list")),
    Verb("what", "", mark("what is asked of you now, or who is waited for")),
    Verb("tables", "", mark("the tables of this server")),
    Verb("people", "", mark("who is on this server")),
    Verb(
        "new",
        "[GAME] [PRESET] [OPTION=VALUE ...]",
        mark("open a table, as in: new gin oklahoma target=150 players=2 name=Kitchen bots=1"),
    ),
    Verb("sit", "TABLE [code=CODE]", mark("sit down at a table, by number or name")),
    Verb("watch", "TABLE", mark("watch a table, by number or name")),
    Verb("table", "[TABLE]", mark("how the table stands; with a number or a name, turn to that table of yours")),
    Verb("leave", "", mark("get up from the table, or watch it no more")),
    Verb("bot", "[LEVEL]", mark("let the computer take the free seat; at gin it plays easy or normal")),
    Verb("ready", "", mark("be ready for the match, or for the next hand")),
    Verb("hand", "", mark("your cards")),
    Verb("score", "", mark("the score")),
    Verb("hint", "", mark("what the computer would do, and why; against computers, or by table rule")),
    Verb("guide", "", mark("the guide through a first hand against the computer, on or off")),
    Verb("say", "TEXT", mark("say something at the table, or in the lobby")),
    Verb("mute", "NAME", mark("show nothing more of what somebody says; unmute shows it again")),
    Verb("unmute", "NAME", mark("show again what somebody says")),
    Verb("block", "NAME", mark("hear nothing more of somebody, who cannot sit down where you sit; unblock ends it")),
    Verb("unblock", "NAME", mark("have to do with somebody again")),
    Verb("rules", "", mark("the rules of this table")),
    Verb("pause", "", mark("ask for a pause")),
    Verb("playon", "", mark("go on after a pause")),
    Verb("agree", "", mark("agree to what somebody asks")),
    Verb("refuse", "", mark("do not agree to it")),
    Verb("askseat", "", mark("ask for the seat of somebody who left, while watching")),
    Verb("giveup", "", mark("give up the hand")),
    Verb("rematch", "", mark("ask for another match")),
    Verb("resume", "", mark("try the link again, return to a seat that is kept for you, or play for yourself again")),
    Verb("language", "[CODE]", mark("speak another language from now on, as in: language el")),
    Verb("quit", "", mark("leave the program")),
)
"""Every command but those of the games, in the order of `help`."""

BY_NAME: Final = {verb.name: verb for verb in VERBS}


class Command(Struct, frozen=True):
    """A command as it was typed: its verb and the rest of the line."""

    verb: str
    rest: str = ""

    @property
    def line(self) -> str:
        """The command as it may be typed."""
        return f"{self.verb} {self.rest}".rstrip()

    @property
    def words(self) -> tuple[str, ...]:
        """The rest of the line in words."""
        return tuple(self.rest.split())


def parse(line: str) -> Command | None:
    """Return the command of a line, or None for an empty one; its verb may be unknown."""
    verb, _, rest = line.strip().partition(" ")
    return Command(verb.casefold(), rest.strip()) if verb else None


def help_lines(verbs: tuple[Verb, ...] = VERBS) -> tuple[str, ...]:
    """Return a list of commands, one a line."""
    return tuple(
        sentence(f"{' '.join(part for part in (verb.name, verb.usage) if part)}: {tr(verb.sentence)}")
        for verb in verbs
    )
