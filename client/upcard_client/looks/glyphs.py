"""The signs that the table is drawn with, in Unicode and in plain ASCII."""

from typing import Final

from msgspec import Struct


class Glyphs(Struct, frozen=True, kw_only=True):
    """The signs a palette draws with; each is one cell wide unless its name is plural."""

    suits: tuple[str, str, str, str] = ("♠", "♥", "♦", "♣")
    turn: str = "►"
    waiting: str = "…"
    lost: str = "!"
    chosen: str = "▲"
    may_knock: str = "△"
    limit: str = "▲"
    refused: str = "✗"
    question: str = "?"
    done: str = "✓"
    dot: str = "·"
    dotted: str = "╌"
    back: str = "╱"
    bar_full: str = "█"
    bar_empty: str = "░"
    time_left: str = "━"
    time_gone: str = "╌"
    line: str = "─"
    pane: str = "│"
    seam: str = "▏"
    bracket: tuple[str, str, str] = ("╰", "─", "╯")
    box: tuple[str, str, str, str, str, str] = ("╭", "╮", "╰", "╯", "─", "│")
    empty_pile: tuple[str, str, str, str, str, str] = ("┌", "┐", "└", "┘", "╌", "╎")
    more: str = "…"
    arrows: str = "←/→"
    updown: str = "↑/↓"
    more_above: str = "↑"
    more_below: str = "↓"
    times: str = "×"
    quotes: tuple[str, str] = ("“", "”")
    change: tuple[str, str] = ("◂", "▸")


UNICODE: Final = Glyphs()
ASCII_GLYPHS: Final = Glyphs(
    suits=("S", "H", "D", "C"),
    turn=">",
    waiting="~",
    chosen="^",
    may_knock="*",
    limit="^",
    refused="!",
    done="+",
    dot="|",
    dotted=".",
    back="#",
    bar_full="#",
    bar_empty=".",
    time_left="=",
    time_gone="-",
    line="-",
    pane="|",
    seam="|",
    bracket=("`", "-", "'"),
    box=(".", ".", "'", "'", "-", "|"),
    empty_pile=(".", ".", "'", "'", "-", ":"),
    more="~",
    arrows="Left/Right",
    updown="Up/Down",
    more_above="^",
    more_below="v",
    times="x",
    quotes=('"', '"'),
    change=("<", ">"),
)
