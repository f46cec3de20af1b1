"""How a table is kept, and who holds its seats."""

from typing import Annotated, Final, Literal

from msgspec import Meta, Struct

BotLevel = Literal["easy", "normal", "hard"]
SeatKind = Literal["empty", "person", "bot"]
Presence = Literal["here", "dropped", "left"]
OnGone = Literal["bot", "forfeit"]

Name = Annotated[str, Meta(min_length=1, max_length=64)]
Seed = Annotated[bytes, Meta(min_length=32, max_length=32)]

NO_SEED: Final = bytes(32)
"""The seed of bots, and of clients that sent none."""


class TableOptions(Struct, frozen=True, kw_only=True, tag="table.options", tag_field="t"):
    """How a table is kept, whatever is played there."""

    name: Annotated[str, Meta(max_length=32)] = ""
    turn_s: Annotated[int, Meta(ge=0, le=300)] = 60
    """Seconds for a turn, from 15; 0 is no limit."""
    reserve_s: Annotated[int, Meta(ge=0, le=3600)] = 120
    """Seconds in reserve for a game."""
    pause_s: Annotated[int, Meta(ge=0, le=3600)] = 300
    """Seconds of pauses in a match, in all, by agreement."""
    spectators: bool = True
    open_hands: bool = False
    """Do spectators see every hand, once it is over, instead of the game as it is played?"""
    deadwood_help: bool = True
    """Do the screens count deadwood? A courtesy: a client can always count."""
    hints: bool = False
    """May players ask their screen what the computer would play? Against computers alone they always may."""
    on_gone: OnGone = "bot"
    """What becomes of the seat of somebody who is gone: a bot plays on, or it is forfeited."""
    code: Annotated[str, Meta(min_length=1, max_length=32)] | None = None
    """What one must know to sit down; never shown."""
    bot_pace_ms: Annotated[int, Meta(ge=0, le=10_000)] = 700
    """How long a bot waits before it acts, milliseconds, where a person sits or watches."""
    bot_level: BotLevel = "normal"


class Chair(Struct, frozen=True, tag="table.chair", tag_field="t"):
    """One seat: who holds it, and how things stand with them."""

    kind: SeatKind = "empty"
    name: Annotated[str, Meta(max_length=64)] = ""
    level: BotLevel | None = None
    presence: Presence = "here"
    stand_in: bool = False
    """A bot plays for a person who is gone, until they come back."""

    @property
    def person(self) -> bool:
        """Is the seat held by a person, present or not?"""
        return self.kind == "person"

    @property
    def played_by_bot(self) -> bool:
        """Does the server's bot act for this seat?"""
        return self.kind == "bot" or self.stand_in

    @property
    def plays_here(self) -> bool:
        """Is the person of this seat connected, and does nobody else play for them?"""
        return self.person and self.presence == "here" and not self.stand_in

    @property
    def given_up(self) -> bool:
        """Did its person leave, and stay away for so long that a bot plays on? Then a spectator may ask for it."""
        return self.person and self.presence == "left" and self.stand_in


EMPTY_CHAIR: Final = Chair()
