"""Which palette a run has: the one that was asked for or kept, else the one that suits the terminal."""

from msgspec.structs import replace

from upcard_client.looks.palette import Palette
from upcard_client.looks.terminal import ALL_COLOURS, Terminal
from upcard_client.settings import Settings
from upcard_client.themes import (
    DARK,
    FELT,
    LIGHT,
    MONO,
    PALETTES,
    in_256_colours,
    in_ascii,
    with_few_signs,
    with_letters,
)


def suited(terminal: Terminal) -> Palette:
    """Return the palette that suits a terminal."""
    if not terminal.colours:
        return MONO
    if terminal.colours > 16:
        return FELT
    if terminal.light is None:
        return MONO
    return LIGHT if terminal.light else DARK


def dressed(settings: Settings, terminal: Terminal, *, wanted: str = "", ascii_only: bool = False) -> Palette:
    """Return the palette of a run.

    Args:
        settings: what is remembered.
        terminal: what is known of the terminal.
        wanted: the palette that was asked for on the command line, or nothing.
        ascii_only: whether nothing beyond ASCII was asked for.
    """
    named = PALETTES.get(wanted) or PALETTES.get(settings.palette)
    if ascii_only or settings.characters == "ascii":
        # Who asks for plain characters and for no colours has a terminal that shows little else.
        return _sized(in_ascii(named or MONO), settings)
    palette = named or suited(terminal)
    if terminal.colours < ALL_COLOURS:
        # Whoever asks for ours where the terminal says that it has sixteen knows better: nearly all have 256.
        palette = in_256_colours(palette)
    if settings.characters == "" and not terminal.unicode:
        palette = in_ascii(palette)
    elif settings.characters == "" and not terminal.signs:
        palette = with_few_signs(palette)
    palette = _sized(palette, settings)
    return with_letters(palette) if settings.suit_letters else palette


def _sized(palette: Palette, settings: Settings) -> Palette:
    return palette if palette.cards == settings.cards else replace(palette, cards=settings.cards)


def in_unicode(settings: Settings, terminal: Terminal) -> bool:
    """Return whether the screen is written in UTF-8: where that is wanted, or nothing speaks against it."""
    return terminal.unicode or settings.characters == "unicode"


def looks(settings: Settings) -> tuple[object, ...]:
    """Return those of the settings that decide how the screen looks."""
    return settings.palette, settings.characters, settings.suit_letters, settings.cards, settings.language
