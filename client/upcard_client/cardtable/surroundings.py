"""What every card table is drawn from besides the cards: who sits there, the link, the clock, the log.

A game adds its view to it; whoever folds the server's messages hands the whole down as one frozen value, and the
table never asks the network.
"""

from msgspec import Struct

from upcard_client.cardtable.habits import Habits
from upcard_client.matches.witness import Finding
from upcard_client.widgets.frame import Clock, LogLine
from upcard_client.words.phrases import Line
from upcard_protocol.table.seats import Presence


class LinkUp(Struct, frozen=True):
    """The server answers; `ms` is the time of the last answer."""

    ms: int | None = None


class LinkLost(Struct, frozen=True):
    """The server does not answer.

    Attributes:
        retry_s: seconds to the next try.
        attempt: the number of that try.
        kept_s: seconds for which the seat is kept, or None for somebody who has none.
    """

    retry_s: int
    attempt: int
    kept_s: int | None = None


class Surroundings(Struct, frozen=True, kw_only=True):
    """A table as its screen knows it, but for what is played there.

    Attributes:
        names: by seat.
        table: the table's name.
        log: oldest first.
        link: how the server answers.
        clock: the running time, or None where turns are not timed.
        presence: by seat, a word such as `away 1:46` in the language that is spoken, or nothing.
        whereabouts: by seat, whether its holder is here; everybody is when this is empty.
        deadwood_help: the table's rule: may the client count and sort for its player?
        hints: may the viewer ask what the computer would play?
        lesson: what a guide through a first hand says now, or nothing.
        sending: what was sent and not answered yet, in words such as `your discard`, or nothing.
        slow: the answer takes longer than 300 ms, so the screen says that it is waiting.
        spectators: how many watch.
        next_hand_s: seconds until the next hand is dealt by itself.
        seated: by seat, is there somebody? All are when this is empty.
        ready: by seat, who is ready for the match before it starts, and for another when it is over.
        finding: whether the shuffle of the match that is over was what was promised, once that is known.
        asked: what somebody asks of the viewer, as a question, or nothing.
        waiting: what the viewer has asked and the others have not answered, in words, or nothing.
        pause_s: seconds after which the pause ends by itself, or None while nothing is paused.
        stood_in: the computer plays for the viewer, who may take the seat back at any time.
        guest: the viewer is a guest of the server, who watches and never plays.
        hands_shown: the table lets spectators see every hand when it is over.
        habits: how the viewer likes to play.
    """

    names: tuple[str, ...]
    table: str = ""
    log: tuple[LogLine, ...] = ()
    link: LinkUp | LinkLost = LinkUp()
    clock: Clock | None = None
    presence: tuple[str, ...] = ()
    whereabouts: tuple[Presence, ...] = ()
    deadwood_help: bool = True
    hints: bool = False
    lesson: Line = ()
    sending: str = ""
    slow: bool = False
    spectators: int = 0
    next_hand_s: int | None = None
    seated: tuple[bool, ...] = ()
    ready: tuple[bool, ...] = ()
    finding: Finding | None = None
    asked: str = ""
    waiting: str = ""
    pause_s: int | None = None
    stood_in: bool = False
    guest: bool = False
    hands_shown: bool = False
    habits: Habits = Habits()

    @property
    def me(self) -> int | None:
        """The viewer's seat, or None for somebody who watches; a game's situation knows it."""
        return None

    @property
    def interrupted(self) -> bool:
        """Is the match paused, or the viewer asked to agree to something?"""
        return bool(self.asked) or self.pause_s is not None

    @property
    def held_up(self) -> bool:
        """Can no move be sent now: no link, one still on its way, or a pause?"""
        return isinstance(self.link, LinkLost) or bool(self.sending) or self.pause_s is not None

    @property
    def free_seat(self) -> bool:
        """Is a seat still free?"""
        return not all(self.seated)

    def note(self, seat: int) -> str:
        """Return the word about a seat's presence, or nothing."""
        return self.presence[seat] if seat < len(self.presence) else ""

    def whereabouts_of(self, seat: int) -> Presence:
        """Return whether the holder of a seat is here."""
        return self.whereabouts[seat] if seat < len(self.whereabouts) else "here"

    def has_somebody(self, seat: int) -> bool:
        """Is there anybody in a seat?"""
        return not self.seated or self.seated[seat]
