"""Which tables of a lobby are listed: those of a kind, with some words in them."""

import unicodedata
from typing import Final, Literal

from msgspec import Struct
from msgspec.structs import replace

from upcard_client.locale import mark, tr
from upcard_client.looks.glyphs import Glyphs
from upcard_protocol.wire.replies import TableRow

Kind = Literal["all", "free", "playing"]

KINDS: Final[dict[Kind, str]] = mark({"all": "all tables", "free": "a free seat", "playing": "in play"})
"""The kinds of tables, in the order in which they are stepped through, and what the heading calls them."""

MAX_TEXT: Final = 32
"""Characters that are looked for at most."""


class Filter(Struct, frozen=True):
    """What a table must have to be listed.

    Attributes:
        kind: how things stand there.
        text: words, each of which stands somewhere in its title, its game, or the names of who sits there.
    """

    kind: Kind = "all"
    text: str = ""

    @property
    def on(self) -> bool:
        """Does it keep any table away?"""
        return self != Filter()

    def stepped(self, by: int) -> "Filter":
        """Return the filter for the next kind, or the one before."""
        kinds = tuple(KINDS)
        return replace(self, kind=kinds[(kinds.index(self.kind) + by) % len(kinds)])

    def fits(self, row: TableRow, *words: str) -> bool:
        """Is a table listed?

        Args:
            row: the table.
            words: what it is called on the screen: its title, its game, the people.
        """
        match self.kind:
            case "free" if row.state == "over" or all(chair.kind != "empty" for chair in row.chairs):
                return False
            case "playing" if row.state not in ("playing", "paused"):
                return False
            case _:
                named = _plain(" ".join(words))
                return all(word in named for word in _plain(self.text).split())

    def said(self, glyphs: Glyphs) -> str:
        """Say what is listed, for the heading."""
        kind = tr(KINDS[self.kind]) if self.kind != "all" else ""
        text = self.text.join(glyphs.quotes) if self.text else ""
        return f" {glyphs.dot} ".join(part for part in (kind, text) if part)


def _plain(text: str) -> str:
    """Return text in which capitals and accents count for nothing, as for somebody who looks for a name."""
    apart = unicodedata.normalize("NFKD", text.casefold())
    return "".join(char for char in apart if not "\u0300" <= char <= "\u036f")
