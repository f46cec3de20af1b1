"""The lines around every card table: header, turn bar, status line, key rows, and the side pane's log."""

from typing import Final, Literal

from msgspec import Struct
from msgspec.structs import replace
from rich.style import Style

from upcard_client.keys import named_cap
from upcard_client.locale import tr
from upcard_client.looks.palette import Palette
from upcard_client.widgets.canvas import Canvas, fit, graphemes, width_of
from upcard_client.widgets.cards import label
from upcard_client.widgets.columns import first_part, narrowed
from upcard_client.words.phrases import CardWord, Line, written
from upcard_protocol.rules.cards import Card, suit

StatusKind = Literal["refused", "question", "done", "news"]
LogKind = Literal["event", "mine", "chat", "alarm"]


SHORTEST_NAME: Final = 4
"""Cells of a name or a title of which something is left, with the sign that it is cut."""


class Status(Struct, frozen=True):
    """The line under the turn bar: what it says, and which sign stands before it."""

    kind: StatusKind
    line: Line
    stays: bool = False
    """It stays until the next key, whatever happens meanwhile."""


class LogLine(Struct, frozen=True):
    """A line of the log: what happened, what somebody said, or what is wrong."""

    line: Line
    kind: LogKind = "event"


class Clock(Struct, frozen=True):
    """The time left for the seat that is asked, in seconds, out of how many: of the turn, or of the reserve."""

    left_s: int
    total_s: int
    reserve: bool = False


class Header(Struct, frozen=True, kw_only=True):
    """The top line: a title, parts from the most to the least needed, the scores, and the link.

    What is cut first where it is narrow: the link, then the last parts, then long names; never the scores.
    """

    title: str
    parts: tuple[str, ...] = ()
    scores: tuple[tuple[str, int | str], ...] = ()
    link: str = ""


class Hint(Struct, frozen=True):
    """A key of the key rows; `state` is gold for what should be pressed, open, or dimmed when not allowed."""

    key: str
    cap: str
    label: Line
    state: Literal["gold", "open", "off"] = "open"


class Bar(Struct, frozen=True, kw_only=True):
    """The turn bar: who acts, what to do, how long there is. The short form has at most 24 cells."""

    kind: Literal["turn", "waiting", "lost"]
    long: str
    short: str
    clock: Clock | None = None
    right: str = ""

    @property
    def time(self) -> str:
        """What is left of the turn, or until it goes on; nothing where there is no hurry."""
        if self.clock is not None:
            return clock_text(self.clock.left_s)
        return self.right if self.kind == "turn" else ""

    @property
    def in_short(self) -> str:
        """The short form with the time, for where there is hardly any room."""
        return f"{self.short} {self.time}".rstrip()


class Zone(Struct, frozen=True):
    """A part of the picture that can be clicked: a key to press, or a card to choose."""

    x: int
    y: int
    width: int
    height: int
    key: str = ""
    card: Card | None = None

    def holds(self, x: int, y: int) -> bool:
        """Return whether a cell lies in the zone."""
        return self.x <= x < self.x + self.width and self.y <= y < self.y + self.height


def clock_text(seconds: int) -> str:
    """Write seconds as minutes and seconds: 0:42."""
    return f"{seconds // 60}:{seconds % 60:02d}"


def put_line(canvas: Canvas, x: int, y: int, line: Line, style: Style, palette: Palette, width: int) -> int:
    """Draw a line with its cards in the colours of their suits, cut to a width; returns the column after it.

    The style's own ground is kept under the cards. On a coloured ground, or where the style is reversed, the cards
    stay in the style of the line, because suit colours are made for the table.
    """
    end = x + width
    ground = style.bgcolor
    plain = bool(style.reverse) or (ground is not None and not ground.is_default)
    for part in line:
        text = part if isinstance(part, str) else label(part.card, palette)
        ink = style if isinstance(part, str) or plain else palette.log_suits[suit(part.card)]
        room = end - x
        if width_of(text) > room:
            return canvas.put(x, y, fit(text, room, palette.glyphs.more), ink)
        x = canvas.put(x, y, text, ink)
    return x


def line_text(line: Line, palette: Palette) -> str:
    """Return a line as text, its cards as on their corners."""
    return written(line, lambda card: label(card, palette))


def paint_header(canvas: Canvas, header: Header, palette: Palette) -> None:
    """Paint the top line of the canvas."""
    width = canvas.width
    canvas.fill(0, 0, width, 1, palette.header)
    scores = _scores(header, width - 4, palette)
    parts, link = [part for part in header.parts if part], header.link
    dot = f" {palette.glyphs.dot} "

    def needed() -> int:
        left = width_of(dot.join((header.title, *parts)))
        right = width_of("  ".join(word for word in (scores, link) if word))
        return left + right + 4

    if needed() > width:
        link = ""
    while parts and needed() > width:
        parts.pop()
    room = width - width_of(scores) - 3
    title = fit(header.title, room, palette.glyphs.more) if room >= SHORTEST_NAME else ""
    x = canvas.put(1, 0, title, palette.header)
    for part in parts:
        x = canvas.put(x, 0, f"{dot}{part}", palette.header_quiet)
    end = width - 1
    if link:
        end = canvas.put_right(end, 0, link, palette.header_quiet) - 2
    canvas.put_right(end, 0, scores, palette.header)


def _scores(header: Header, room: int, palette: Palette) -> str:
    """Return names and scores, the longest names cut where there is too little room for all.

    Where hardly anything of the names would be left, they stand closer together and have no sign where they are cut.
    """
    names, points = [name for name, _ in header.scores], [str(points) for _, points in header.scores]
    text = ""
    for gap, least, more in ("  ", SHORTEST_NAME, palette.glyphs.more), (" ", 1, ""):
        taken = sum(width_of(each) + 1 for each in points) + len(gap) * max(len(names) - 1, 0)
        if taken + sum(map(width_of, names)) > room:
            names = [first_part(name) for name in names]
        wanted = [width_of(name) for name in names]
        widths = narrowed(wanted, room - taken, least)
        cut = (fit(name, width, more) for name, width in zip(names, widths, strict=True))
        text = gap.join(f"{name} {each}" for name, each in zip(cut, points, strict=True))
        if width_of(text) <= room:
            break
    return text


def paint_bar(canvas: Canvas, y: int, bar: Bar, palette: Palette) -> None:
    """Paint the turn bar, with the time at its right end."""
    glyphs, width = palette.glyphs, canvas.width
    sign, style = {
        "turn": (glyphs.turn, palette.bar_turn),
        "waiting": (glyphs.waiting, palette.bar_waiting),
        "lost": (glyphs.lost, palette.bar_lost),
    }[bar.kind]
    canvas.fill(0, y, width, 1, style)
    right = bar.right
    if bar.clock is not None:
        cells = 10 if width >= 60 else 0
        left = min(max(round(cells * bar.clock.left_s / max(bar.clock.total_s, 1)), 0), cells)
        gauge = glyphs.time_left * left + glyphs.time_gone * (cells - left)
        time = tr("reserve {time}", time=bar.time) if bar.clock.reserve and width >= 60 else bar.time
        right = f"{gauge} {time}".strip()
    room = width - 4 - (width_of(right) + 1 if right else 0)
    text = bar.long if width_of(bar.long) <= room else bar.short
    if width_of(text) > room:
        right = ""
    canvas.put(1 if width >= 60 else 0, y, f"{sign} {text}", style)
    canvas.put_right(width - 1, y, right, style)


def paint_notice(canvas: Canvas, bar: Bar, palette: Palette) -> None:
    """Say at the right end of the top line what the turn bar of the table below says, for what covers the table."""
    if bar.kind == "waiting":
        return
    sign, style = (
        (palette.glyphs.turn, palette.bar_turn) if bar.kind == "turn" else (palette.glyphs.lost, palette.bar_lost)
    )
    text = f" {sign} {bar.in_short} "
    start = max(canvas.width - width_of(text), 0)
    canvas.cut(start, 0, palette.glyphs.more, palette.glyphs.dot)
    canvas.put(start, 0, text, style)


def status_words(status: Status, palette: Palette) -> tuple[str, Style]:
    """Return a status as text, behind the sign of its kind, and its colours."""
    sign, style = {
        "refused": (palette.glyphs.refused, palette.refused),
        "question": (palette.glyphs.question, palette.question),
        "done": (palette.glyphs.done, palette.done),
        "news": ("", palette.news),
    }[status.kind]
    text = line_text(status.line, palette)
    return f"{sign} {text}" if sign else text, style


def paint_status(canvas: Canvas, y: int, status: Status | None, palette: Palette) -> int:
    """Paint the status line with the sign of its kind; returns how many rows it needed.

    They are two at most, and one where something stands in the row below.
    """
    if status is None:
        return 0
    words, style = status_words(status, palette)
    left = 1 if canvas.width >= 60 else 0
    room = canvas.width - left
    lines = [line_text(line, palette) for line in wrapped((words,), palette, room)]
    most = 1 if y + 1 < canvas.height and canvas.row_text(y + 1).strip() else 2
    if len(lines) > most:
        rest = " ".join((lines[most - 1].rstrip(), *(line.strip() for line in lines[most:])))
        lines = [*lines[: most - 1], fit(rest, room, palette.glyphs.more)]
    for row, text in enumerate(lines):
        canvas.put(left, y + row, text, style)
    return len(lines)


def paint_buttons(
    canvas: Canvas, x: int, y: int, hints: tuple[Hint, ...], palette: Palette, width: int
) -> list[Zone]:
    """Paint a row of buttons from a column on; returns where each can be clicked.

    Where the row is too long, the space around the labels goes first, then the labels of dimmed keys.
    """
    end = x + width
    texts = [line_text(hint.label, palette) for hint in hints]
    caps = [_cap(hint.cap, palette) for hint in hints]
    full = sum(width_of(cap) + width_of(text) + 4 for cap, text in zip(caps, texts, strict=True)) - 1
    tight = full > width
    if tight:
        texts = _shortened(hints, caps, texts, width)
    zones: list[Zone] = []
    for hint, cap, text in zip(hints, caps, texts, strict=True):
        words = f"{cap} {text}".rstrip()
        start = x
        pad = "" if tight else " "
        left, right = _brackets(hint, palette, pad)
        if x + width_of(left + words + right) > end:
            break
        match hint.state:
            case "gold":
                x = canvas.put(x, y, f"{left}{words}{right}", palette.button_on)
            case "off":
                x = canvas.put(x, y, f"{left}{words}{right}", palette.button_off)
            case "open":
                x = canvas.put(x, y, f"{left}{cap}", palette.button_open_key)
                x = canvas.put(x, y, f"{words[len(cap) :]}{right}", palette.button_open)
        zones.append(Zone(start, y, x - start, 1, key=hint.key))
        x += 1
    return zones


def _shortened(hints: tuple[Hint, ...], caps: list[str], texts: list[str], width: int) -> list[str]:
    """Leave labels out until the row fits: first those of dimmed keys, then the last ones."""
    dimmed = [place for place, hint in enumerate(hints) if hint.state == "off"]
    others = [place for place in reversed(range(len(hints))) if place not in dimmed]
    texts = list(texts)
    for place in (*dimmed, *others):
        if sum(width_of(f"{cap} {text}".rstrip()) + 1 for cap, text in zip(caps, texts, strict=True)) - 1 <= width:
            break
        texts[place] = ""
    return texts


def _brackets(hint: Hint, palette: Palette, pad: str) -> tuple[str, str]:
    """Without colours the gold button stands in brackets, so that reverse video is not its only sign."""
    return ("[", "]") if palette.outlined and hint.state == "gold" else (pad, pad)


def _cap(cap: str, palette: Palette) -> str:
    return {"Left/Right": palette.glyphs.arrows, "Up/Down": palette.glyphs.updown}.get(cap) or named_cap(cap)


def paint_looks(canvas: Canvas, y: int, hints: tuple[Hint, ...], palette: Palette, x: int = 1) -> list[Zone]:
    """Paint a row of keys that only look, from a column on.

    Where the row is too long, the space between the keys goes first, then the labels from the left on: what stands
    last is the way to help and out of here.
    """
    hints = _bare(hints, palette, canvas.width - x)
    too_many = max(looks_width(hints, palette) - (canvas.width - x), 0)
    gaps = _gaps(hints, palette)
    gap = next((gap for gap in (3, 2, 1) if too_many <= gaps * (3 - gap)), 3)
    zones = list[Zone]()
    for hint in hints:
        text, cap = line_text(hint.label, palette), _cap(hint.cap, palette)
        if x + width_of(f"{cap} {text}".rstrip()) > canvas.width:
            break
        start = x
        x = canvas.put(x, y, cap, palette.look_key)
        if text:
            x = canvas.put(x, y, f" {text}", palette.look_label)
        zones.append(Zone(start, y, x - start, 1, key=hint.key))
        x += gap if text else 1
    return zones


def _gaps(hints: tuple[Hint, ...], palette: Palette) -> int:
    """Return between how many keys there is more space than needed."""
    return sum(1 for hint in hints[:-1] if line_text(hint.label, palette))


def _bare(hints: tuple[Hint, ...], palette: Palette, room: int) -> tuple[Hint, ...]:
    """Leave labels out from the left on until the keys fit with the least space between them."""
    for place, hint in enumerate(hints):
        if looks_width(hints, palette) - 2 * _gaps(hints, palette) <= room:
            break
        hints = (*hints[:place], replace(hint, label=("",)), *hints[place + 1 :])
    return hints


def looks_width(hints: tuple[Hint, ...], palette: Palette) -> int:
    """Return the cells that `paint_looks` needs for all of its keys."""
    texts = [(_cap(hint.cap, palette), line_text(hint.label, palette)) for hint in hints]
    return sum(width_of(cap) + (width_of(text) + 4 if text else 1) for cap, text in texts) - (
        0 if not texts else 3 if texts[-1][1] else 1
    )


def buttons_width(hints: tuple[Hint, ...], palette: Palette) -> int:
    """Return the cells that `paint_buttons` needs for whole labels."""
    texts = [f"{_cap(hint.cap, palette)} {line_text(hint.label, palette)}".rstrip() for hint in hints]
    return sum(width_of(text) + 3 for text in texts) - 1


def wrapped(line: Line, palette: Palette, width: int) -> tuple[Line, ...]:
    """Break a line into lines of a width, between words where possible; later lines begin two cells in."""
    words: list[tuple[str | CardWord, int]] = []
    for part in line:
        if isinstance(part, str):
            pieces = part.split(" ")
            for number, piece in enumerate(pieces):
                if number:
                    words.append((" ", 1))
                if piece:
                    words.append((piece, width_of(piece)))
        else:
            words.append((part, width_of(label(part.card, palette))))
    lines: list[Line] = []
    current: list[str | CardWord] = []
    used = 0
    for word, cells in words:
        if used + cells > width and used > 2:
            lines.append(tuple(current))
            current, used = list[str | CardWord](["  "]), 2
            if word == " ":
                continue
        if isinstance(word, str) and used + cells > width:
            for piece in _chopped(word, width - 2):
                if current != ["  "] and current:
                    lines.append(tuple(current))
                current, used = list[str | CardWord](["  ", piece]), 2 + width_of(piece)
            continue
        current.append(word)
        used += cells
    if current:
        lines.append(tuple(current))
    return tuple(lines)


def cut_short(lines: list[str], rows: int, palette: Palette, width: int) -> list[str]:
    """Return the lines that there is room for; where that is not all of them, the last one says so."""
    if len(lines) <= rows or rows < 1:
        return lines[: max(rows, 0)]
    more = palette.glyphs.more
    return [*lines[: rows - 1], f"{fit(lines[rows - 1], width - width_of(more), '')}{more}"]


def put_wrapped(
    canvas: Canvas, x: int, y: int, words: str, style: Style, palette: Palette, rows: int, margin: int = 1
) -> int:
    """Paint a sentence in so many rows at most, between a column and a margin; returns the row after it.

    Where it needs more rows, the last one says so.
    """
    width = canvas.width - x - margin
    lines = [line_text(line, palette) for line in wrapped((words,), palette, width)]
    for text in cut_short(lines, rows, palette, width):
        canvas.put(x, y, text, style)
        y += 1
    return y


def _chopped(word: str, width: int) -> list[str]:
    """Cut a word that is longer than a line into pieces."""
    pieces, current, used = list[str](), "", 0
    for grapheme, cells in graphemes(word):
        if used + cells > width and current:
            pieces.append(current)
            current, used = "", 0
        current += grapheme
        used += cells
    return [*pieces, current]


def paint_log(
    canvas: Canvas,
    x: int,
    y: int,
    width: int,
    height: int,
    log: tuple[LogLine, ...],
    palette: Palette,
    scroll: int = 0,
) -> int:
    """Paint the last lines of a log that fit, `scroll` rows further back; returns the rows used."""
    shown: list[tuple[Line, LogKind]] = []
    for entry in reversed(log):
        if len(shown) >= height + scroll:
            break
        shown[:0] = [(part, entry.kind) for part in wrapped(entry.line, palette, width)]
    end = max(len(shown) - scroll, min(height, len(shown)))
    visible = shown[max(end - height, 0) : end]
    for row, (line, kind) in enumerate(visible):
        style = {
            "event": palette.quiet,
            "mine": palette.news,
            "chat": palette.chat,
            "alarm": palette.refused,
        }[kind]
        put_line(canvas, x, y + row, line, style, palette, width)
    return len(visible)


def paint_heading(canvas: Canvas, x: int, y: int, words: str, width: int, palette: Palette) -> None:
    """Paint a word and a line to the right of it."""
    after = canvas.put(x, y, f"{words} ", palette.heading)
    canvas.put(after, y, palette.glyphs.line * max(x + width - after, 0), palette.rule)
