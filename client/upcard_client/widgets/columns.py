"""Columns of numbers under names: where they end, and what stands over them."""

from upcard_client.looks.palette import Palette
from upcard_client.widgets.canvas import fit, width_of


def name_columns(
    names: tuple[str, ...], left: int, right: int, palette: Palette
) -> tuple[tuple[int, ...], tuple[str, ...]]:
    """Return where columns of numbers end and what stands over them: names are cut only for want of room.

    Args:
        names: what should stand over the columns.
        left: the first cell that the names may use.
        right: the cell after the last column.
        palette: has the sign for what was cut.
    """
    if len(names) != 2:
        return _many(names, left, right, palette)
    first, second = (max(width_of(name), 5) for name in names)
    room = right - left - 1
    if first + second > room:
        second = min(second, max(room - first, room // 2))
        first = min(first, room - second)
    wide = max(second, 8)
    middle = right - (wide if first + wide <= room else second) - 1
    more = palette.glyphs.more
    return (middle, right), (fit(names[0], first, more), fit(names[1], second, more))


def _many(names: tuple[str, ...], left: int, right: int, palette: Palette) -> tuple[tuple[int, ...], tuple[str, ...]]:
    """Give every column the room that its name needs; where there is too little the longest names are cut."""
    wanted = narrowed([max(width_of(name), 4) for name in names], right - left - len(names) + 1, 3)
    ends = [right]
    for width in reversed(wanted[1:]):
        ends.append(ends[-1] - width - 1)
    words = tuple(fit(name, width, palette.glyphs.more) for name, width in zip(names, wanted, strict=True))
    return tuple(reversed(ends)), words


def first_part(name: str) -> str:
    """Return a name without what stands in brackets at its end, such as `(bot)`; for where there is little room."""
    return name.partition(" (")[0] or name


def narrowed(widths: list[int], room: int, least: int) -> list[int]:
    """Return widths that fit into so many cells together: the widest give way first, none below the least."""
    found = list(widths)
    for _ in range(max(sum(found) - room, 0)):
        widest = max(range(len(found)), key=found.__getitem__)
        if found[widest] <= least:
            break
        found[widest] -= 1
    return found
