"""What the client remembers from one run to the next, as one frozen value in a small JSON file."""

import os
import tempfile
from pathlib import Path
from typing import Annotated, Final, Literal

import msgspec
from msgspec import Meta, Struct
from msgspec.structs import replace

MAX_RECENT: Final = 8
"""How many servers are remembered."""

_Short = Annotated[str, Meta(max_length=300)]


class Recent(Struct, frozen=True):
    """A server that was played on before."""

    address: _Short
    name: _Short = ""
    """What the server called itself."""


class Settings(Struct, frozen=True, kw_only=True):
    """Everything remembered."""

    name: _Short = ""
    """The player's name; empty until one was chosen."""
    language: _Short = ""
    """A code of `locale.LANGUAGES`; empty lets the environment decide."""
    palette: _Short = ""
    """A name of `themes.PALETTES`; empty lets the terminal decide."""
    characters: Literal["", "unicode", "ascii"] = ""
    """The signs to draw with; empty lets the terminal decide."""
    suit_letters: bool = False
    """Suits are S H D C instead of signs."""
    learned: tuple[_Short, ...] = ()
    """The games that need no guide: a hand was finished, or the guide sent away."""
    cards: Literal["auto", "large", "small"] = "auto"
    """Cards grow with the window, are as large as they fit, or stay as small as in one of 80 columns."""
    motion: Literal["none", "brief"] = "none"
    """A card that goes to the discard pile is seen once on its way, or nothing moves."""
    sort: Literal["melds", "rank", "suit"] = "melds"
    """How a hand is sorted when one sits down."""
    ask: Literal["never", "meld", "always"] = "meld"
    """When a discard is asked about first: never, where it breaks a meld, always."""
    deadwood: bool = True
    """Deadwood is counted where the table allows it."""
    bell_turn: bool = True
    """The terminal's bell rings when it is one's turn."""
    bell_chat: bool = False
    """It rings when somebody says something."""
    reminders: Literal["both", "last", "none"] = "both"
    """One is reminded of a turn's time when 15 s and 5 s are left, 5 s, or never."""
    mouse: bool = True
    """The mouse plays; without it the terminal selects and copies text."""
    show_cursor: bool = False
    """The terminal's cursor is shown on the chosen card, for braille displays and magnifiers."""
    keys: dict[_Short, _Short] = {}
    """By the ids of keys of the table what they are now, in Textual's names; see `rebinding`."""
    recent: tuple[Recent, ...] = ()
    """Servers, the last one first."""

    @property
    def last_server(self) -> str:
        """The address of the server that was used last, or nothing."""
        return self.recent[0].address if self.recent else ""

    def with_guide(self, game: str, *, on: bool) -> "Settings":
        """Return the settings after the guide to a game was asked for, or is not needed any more."""
        others = tuple(known for known in self.learned if known != game)
        return replace(self, learned=others if on else (*others, game))

    def visited(self, address: str, name: str) -> "Settings":
        """Return the settings after a visit to a server."""
        others = (known for known in self.recent if known.address != address)
        return replace(self, recent=(Recent(address, name), *others)[:MAX_RECENT])


def load(path: Path, otherwise: Settings | None = None) -> Settings:
    """Return what the file remembers; a missing or damaged file remembers nothing, or what is given instead."""
    try:
        return msgspec.json.decode(path.read_bytes(), type=Settings)
    except (OSError, msgspec.DecodeError):
        return otherwise or Settings()


def keep(path: Path, before: Settings, now: Settings) -> None:
    """Write what has changed; what another window has kept in the file meanwhile stays.

    Args:
        path: the file.
        before: the settings as this program knew them.
        now: the settings as they are to be.

    Raises:
        OSError: if it cannot be written.
    """
    fields = ((name, getattr(now, name)) for name in Settings.__struct_fields__)
    changed = {name: value for name, value in fields if value != getattr(before, name)}
    save(path, replace(load(path, before), **changed))


def save(path: Path, settings: Settings) -> None:
    """Write the file whole or not at all.

    Raises:
        OSError: if it cannot be written.
    """
    write_whole(path, msgspec.json.format(msgspec.json.encode(settings)) + b"\n")


def write_whole(path: Path, data: bytes) -> None:
    """Write a small file whole or not at all.

    Raises:
        OSError: if it cannot be written.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, written = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}-")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
        Path(written).replace(path)
    except OSError:
        Path(written).unlink(missing_ok=True)
        raise
