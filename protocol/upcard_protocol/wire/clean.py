"""Text from people: what may be said, what is drawn, and which names are one name.

A server refuses at its door (`check_text`, `check_name`); a client cleans again before it draws (`clean_text`),
because a server is a peer too. No control, format or bidi character passes either of them, so no text from the wire
can speak to a terminal.
"""

from collections.abc import Collection
from typing import Final
from unicodedata import category, is_normalized, name, normalize

from upcard_protocol.wire.cells import cells, cut
from upcard_protocol.wire.errors import ProtocolError

MIN_NAME_CELLS: Final = 2
"""Shortest name, in cells."""
MAX_NAME_CELLS: Final = 16
"""Longest name, in cells."""
MAX_CHAT_CELLS: Final = 200
"""Longest line of chat, in cells."""
MAX_TITLE_CELLS: Final = 24
"""Longest name of a table or a server, in cells."""

MAX_MARKS: Final = 4
"""Most marks in a row over one letter: enough for every living script, too few to paint over other lines."""

REPLACEMENT: Final = "�"
"""Drawn for a character that may not be drawn."""

_REFUSED: Final = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
"""Categories that are never drawn: control, format (bidi among them), surrogate, private, unassigned, line ends."""

_INVISIBLE: Final = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0")
"""Letters and marks that draw nothing, so that two texts could look alike."""

_NAME_SIGNS: Final = frozenset(" -_.'")
"""What a name may have beside letters, their marks and digits."""

RESERVED: Final = (
    "all",
    "admin",
    "bot",
    "computer",
    "dealer",
    "everybody",
    "host",
    "moderator",
    "nature",
    "nobody",
    "operator",
    "player",
    "server",
    "spectator",
    "system",
    "upcard",
    "you",
)
"""Names that nobody may have, nor any name that looks like one. Names beginning with `guest` are the server's."""

_GUEST: Final = "guest"

_LOOKALIKES: Final = str.maketrans(
    {
        # digits and letters that share a shape in one font or another
        **dict(zip("0135689|iı", "olessbgl" + "ll", strict=True)),
        # Greek, by the shape of either case
        **dict(zip("αβγεζηθικλμνοπρστυφχω", "abyezholkauvonpotuoxw", strict=True)),
        # Cyrillic, by the shape of either case
        **dict(zip("авекмнорстухѕіјԁһԛԝзбгпиьґ", "abekmhopctyxsljdhqwebrnubr", strict=True)),
        # Latin letters beyond a to z that no mark makes
        **dict(zip("øłđħŧɑɡɩð", "oldhtagld", strict=True)),
        # small capitals
        **dict(zip("ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘꞯʀꜱᴛᴜᴠᴡʏᴢ", "abcdefghljklmnopqrstuvwyz", strict=True)),
        # scripts that took the shapes of Latin or Greek capitals: Lisu, Cherokee, Coptic; and Armenian small letters
        **dict(zip("ꓐꓑꓓꓔꓖꓗꓙꓚꓜꓝꓟꓠꓡꓢꓣꓦꓧꓪꓫꓬꓮꓰꓲꓳꓴ", "bpdtgkjczfmnlsrvhwxyaelou", strict=True)),
        **dict(zip("ᎠᎡᎢᎥᎩᎪᎫᎬᎳᎷᎻᎽᏀᏂᏃᏏᏒᏔᏕᏙᏚᏞᏟᏢᏦᏴᏳ", "drtlyajewmhyghzbrwsvslcpkbg", strict=True)),
        **dict(zip("ⲁⲃⲉⲏⲓⲕⲙⲛⲟⲣⲥⲧⲩⲭ", "abehlkmnopctyx", strict=True)),
        **dict(zip("օսհոզցյ", "ouhnqgj", strict=True)),
        "æ": "ae",
        "œ": "oe",
        "þ": "p",
    }
)

_PAIRS: Final = (("rn", "m"), ("vv", "w"))
"""Two letters that look like one."""

_SCRIPTS: Final = frozenset({"ARMENIAN", "CHEROKEE", "COPTIC", "CYRILLIC", "GREEK", "LATIN", "LISU"})
"""Scripts whose letters look like each other's; a name keeps to one of them."""


def _allowed(char: str) -> bool:
    """Tell whether a character may be drawn."""
    if char.isascii():
        return char.isprintable()
    kind = category(char)
    if kind in _REFUSED or kind == "Zs" or char in _INVISIBLE:
        return False
    return not ("\ufe00" <= char <= "\ufe0f" or "\U000e0100" <= char <= "\U000e01ef")  # variation selectors


def _is_mark(char: str) -> bool:
    return not char.isascii() and category(char) in ("Mn", "Me", "Mc")


def check_text(text: str, max_cells: int) -> None:
    """Refuse a text that may not be passed on to other people.

    Args:
        text: one line as a person wrote it, in NFC.
        max_cells: the most cells it may take.

    Raises:
        ProtocolError: `bad_text`, its `why` a few words for the writer.
    """
    why = _fault(text, max_cells)
    if why:
        raise ProtocolError("bad_text", {"why": why})


def _fault(text: str, max_cells: int) -> str:
    """Say what is wrong with a text; empty if nothing."""
    if not text.strip():
        return "it is empty"
    if len(text) > max_cells * 2 or cells(text) > max_cells:
        return f"it is longer than {max_cells} characters"
    if not all(map(_allowed, text)):
        return "it has a character that cannot be shown"
    if not is_normalized("NFC", text):
        return "it is not in normal form"
    marks = MAX_MARKS  # none may come first
    for char in text:
        marks = marks + 1 if _is_mark(char) else 0
        if marks > MAX_MARKS:
            return "it has too many marks over one letter"
    return ""


def clean_text(text: str, max_cells: int) -> str:
    """Return a text as it may be drawn: one line, nothing that moves a cursor, at most so many cells.

    Characters that may not be drawn become `REPLACEMENT`, marks beyond what a letter bears are left out, and what is
    too long ends in an ellipsis. A text that `check_text` takes comes back as it is.
    """
    drawn: list[str] = []
    marks = MAX_MARKS
    for char in normalize("NFC", text[: max_cells * 8]):
        if not _allowed(char):
            char = " " if category(char) == "Zs" else REPLACEMENT
        marks = marks + 1 if _is_mark(char) else 0
        if marks <= MAX_MARKS:
            drawn.append(char)
    cleaned = normalize("NFC", "".join(drawn))
    if cells(cleaned) <= max_cells:
        return cleaned
    return cut(cleaned, max_cells - 1) + "…" if max_cells > 0 else ""


def check_name(text: str, reserved: Collection[str] = ()) -> None:
    """Refuse what may not be a person's name.

    A name takes 2 to 16 cells and has letters, their marks, digits, and `-`, `_`, `.`, `'` or single blanks between
    them, with at least one letter; letters of scripts that resemble each other, such as Latin and Cyrillic, are not
    mixed.

    Args:
        text: the name, in NFC.
        reserved: further names that are taken, the bots' for instance.

    Raises:
        ProtocolError: `bad_name`, with the name as it may be shown and a few words `why`.
    """
    why = _name_fault(text, reserved)
    if why:
        raise ProtocolError("bad_name", {"name": clean_text(text, MAX_NAME_CELLS), "why": why})


def _name_fault(text: str, reserved: Collection[str]) -> str:
    """Say what is wrong with a name; empty if nothing."""
    fault = _fault(text, MAX_NAME_CELLS)
    if fault:
        return fault
    if cells(text) < MIN_NAME_CELLS:
        return f"it is shorter than {MIN_NAME_CELLS} characters"
    if text != " ".join(text.split(" ")).strip() or "  " in text:
        return "it has blanks at an end or in a row"
    if not all(char in _NAME_SIGNS or category(char)[0] in "LM" or category(char) == "Nd" for char in text):
        return "it may only have letters, digits, blanks and - _ . '"
    if not any(category(char)[0] == "L" for char in text):
        return "it has no letter"
    if len(_scripts(text)) > 1:
        return "it mixes letters of different alphabets"
    shape = skeleton(text)
    if not shape or shape.startswith(skeleton(_GUEST)) or shape in {skeleton(r) for r in (*RESERVED, *reserved)}:
        return "it is reserved"
    return ""


def _scripts(text: str) -> set[str]:
    """Return which of the scripts that resemble each other a text uses."""
    return {script for char in text if char.isalpha() and (script := name(char, "").partition(" ")[0]) in _SCRIPTS}


def skeleton(text: str) -> str:
    """Return what two names have in common that people could take for one another.

    Case, blanks and the signs of a name do not count. Accents on Latin, Greek and Cyrillic letters do not count
    either (`José` is `jose`); marks of other scripts are part of the word and stay. Lookalikes across those scripts
    and digits become one Latin letter: `0` and `o`, `1`, `i` and `l`, `rn` and `m`.
    """
    shape = normalize("NFKD", text).casefold()
    shape = normalize("NFKD", shape)
    shape = "".join(char for char in shape if not "\u0300" <= char <= "\u036f" and char not in _NAME_SIGNS)
    shape = shape.translate(_LOOKALIKES)
    for two, one in _PAIRS:
        shape = shape.replace(two, one)
    return normalize("NFC", shape)
