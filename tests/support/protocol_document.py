"""The parts of `protocol/PROTOCOL.md` that follow from the code: tables of structs, tables of codes, the session.

The page has marks such as `<!-- structs: hello welcome -->` and, further down, `<!-- end -->`; what stands between
them is written by `python -m tests.support.protocol_document`, and a test compares it.
"""

import ast
import inspect
import re
import textwrap
from collections.abc import Callable
from functools import cache
from itertools import pairwise
from pathlib import Path
from types import NoneType, UnionType
from typing import Annotated, Any, Final, Literal, NewType, Union, cast, get_args, get_origin, get_type_hints

import msgspec
from msgspec import NODEFAULT, Meta, Struct
from msgspec.structs import fields as struct_fields

from tests.support.worked_session import written
from upcard_protocol.rules.cards import Card, Hand
from upcard_protocol.rules.errors import SENTENCES as RULES_SENTENCES
from upcard_protocol.rules.games import AnyAction, GameAction, GamePlay
from upcard_protocol.rules.gin import board as gin_board
from upcard_protocol.rules.gin import scoring as gin_scoring
from upcard_protocol.rules.record import Labelled
from upcard_protocol.rules.rummy import events as rummy_events
from upcard_protocol.rules.rummy import scoring as rummy_scoring
from upcard_protocol.table import AnyEvent
from upcard_protocol.wire import TO_CLIENT, TO_SERVER, Fault
from upcard_protocol.wire.errors import CODES
from upcard_protocol.wire.replies import Answer
from upcard_protocol.wire.sentences import NOTICES

PAGE: Final = Path(__file__).parents[2] / "protocol" / "PROTOCOL.md"

MARK: Final = re.compile(r"<!-- (structs|codes|session)(?:: ([^>]*?))? -->\n(.*?)<!-- end -->", re.DOTALL)

STRUCTS: Final = {**TO_SERVER.structs, **TO_CLIENT.structs}

_NAMED: Final = {
    frozenset(get_args(GameAction)): "an action (11.2, 12.2)",
    frozenset(get_args(AnyAction | Labelled)): "an action (11.2, 12.2), or one of nature's below",
    frozenset(get_args(AnyEvent)): "an event (10, 11.3, 12.3)",
    frozenset(get_args(GamePlay)): "a play: one of the events marked so (11.3, 12.3)",
    frozenset(get_args(gin_board.Play)): "a play: one of the events marked so (11.3)",
    frozenset(get_args(gin_scoring.Score)): "a score (11.4)",
    frozenset(get_args(rummy_events.Play)): "a play: one of the events marked so (12.3)",
    frozenset(get_args(rummy_scoring.Score)): "a score (12.4)",
    frozenset(get_args(Answer)): "an answer (8)",
}


def type_words(kind: Any) -> str:
    """Say a field's type and bounds."""
    bounds: list[Meta] = []
    while True:
        if get_origin(kind) is Annotated:
            kind, *metas = get_args(kind)
            bounds += [meta for meta in metas if isinstance(meta, Meta)]
        elif kind is Hand:
            return "hand"
        elif kind is Card:
            return "card"
        elif isinstance(kind, NewType):
            kind = kind.__supertype__
        else:
            return _words(kind, bounds)


def _words(kind: Any, bounds: list[Meta]) -> str:
    origin, arguments = get_origin(kind), get_args(kind)
    if origin is Literal:
        return " or ".join(f"`{value}`" for value in arguments)
    if origin in (Union, UnionType):
        some = [part for part in arguments if part is not NoneType]
        named = _NAMED.get(frozenset(some))
        words = named or " or ".join(map(type_words, some))
        return words + (" or nil" if len(some) < len(arguments) else "")
    if origin is tuple:
        if arguments[-1] is ...:
            return f"array of {type_words(arguments[0])}{_span(bounds, ' (', ')', 'length')}"
        return "[" + ", ".join(map(type_words, arguments)) + "]"
    if origin is dict:
        return f"map of {type_words(arguments[0])} to {type_words(arguments[1])}{_span(bounds, ' (', ')', 'length')}"
    if isinstance(kind, type) and issubclass(kind, Struct):
        return f"`{kind.__struct_config__.tag}`"
    if kind is int:
        return "int" + _span(bounds, " ", "", "")
    if kind is str:
        return "text" + _span(bounds, " of ", " characters", "length") + _pattern(bounds)
    return {NoneType: "nil", bool: "bool", bytes: "bytes" + _span(bounds, " of ", "", "length")}[kind]


def _span(bounds: list[Meta], before: str, after: str, of: str) -> str:
    low = next((b.min_length if of else b.ge for b in bounds if (b.min_length if of else b.ge) is not None), None)
    high = next((b.max_length if of else b.le for b in bounds if (b.max_length if of else b.le) is not None), None)
    if low is None and high is None:
        return ""
    if high is None:
        return f"{before}from {low}{after}"
    if low is None:
        return f"{before}at most {high}{after}"
    return f"{before}{low}{after}" if low == high else f"{before}{low}..{high}{after}"


def _pattern(bounds: list[Meta]) -> str:
    pattern = next((b.pattern for b in bounds if b.pattern), None)
    return f" matching `{pattern}`" if pattern else ""


@cache
def field_notes(struct: type[Struct]) -> dict[str, str]:
    """Return the sentence beneath each field in the source."""
    tree = ast.parse(textwrap.dedent(inspect.getsource(struct)))
    body = cast("ast.ClassDef", tree.body[0]).body
    notes: dict[str, str] = {}
    for statement, following in pairwise(body):
        match statement, following:
            case ast.AnnAssign(target=ast.Name(id=name)), ast.Expr(value=ast.Constant(value=str(note))):
                notes[name] = " ".join(note.split())
            case _:
                pass
    return notes


def struct_words(tag: str) -> str:
    """Write the heading, the sentence and the fields of one struct."""
    struct = STRUCTS[tag]
    said = " ".join(inspect.cleandoc(struct.__doc__ or "").partition("\n\nRaises")[0].split())
    lines = [f"**`{tag}`** {said}", ""]
    hints = get_type_hints(struct, include_extras=True)
    rows = [_field_row(struct, field, hints[field.name]) for field in struct_fields(struct)]
    if rows:
        lines += ["| field | type | default | |", "|---|---|---|---|", *rows, ""]
    return "\n".join(lines) + "\n"


def _field_row(struct: type[Struct], field: msgspec.structs.FieldInfo, kind: Any) -> str:
    default = field.default
    if field.default_factory is not NODEFAULT:
        default = cast("Callable[[], Any]", field.default_factory)()
    note = field_notes(struct).get(field.name, "")
    cells = [f"`{field.encode_name}`", type_words(kind), _default_words(default), note]
    return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"


def _default_words(default: Any) -> str:
    if default is NODEFAULT:
        return ""
    if default is None:
        return "nil"
    if isinstance(default, bool):
        return str(default).lower()
    if isinstance(default, Struct):
        return f"`{default.__struct_config__.tag}`"
    if isinstance(default, tuple):
        return "[]"
    if isinstance(default, dict):
        return "{}"
    return f'"{default}"' if isinstance(default, str) else str(default)


def codes_words(which: str) -> str:
    """Write the table of one class of codes."""
    sentences: dict[str, str] = {
        "rules": dict(RULES_SENTENCES),
        "notices": dict(NOTICES),
        **{
            fault.value: {code: entry.sentence for code, entry in CODES.items() if entry.fault is fault}
            for fault in Fault
        },
    }[which]
    rows = [f"| `{code}` | {sentence} |" for code, sentence in sentences.items()]
    return "\n".join(["| code | sentence |", "|---|---|", *rows, ""])


def block(kind: str, argument: str) -> str:
    """Return what stands between one mark and its end."""
    match kind:
        case "structs":
            return "\n" + "\n".join(struct_words(tag) for tag in argument.split())
        case "codes":
            return "\n" + codes_words(argument) + "\n"
        case _:
            return "\n" + written() + "\n"


def rewritten(page: str) -> str:
    """Return the page with every block as the code has it."""

    def put(found: re.Match[str]) -> str:
        kind, argument = found[1], found[2] or ""
        mark = f"<!-- {kind}: {argument} -->" if argument else f"<!-- {kind} -->"
        return f"{mark}\n{block(kind, argument)}<!-- end -->"

    return MARK.sub(put, page)


def tags_on(page: str) -> list[str]:
    """Return the tags whose structs the page has, in its order."""
    return [tag for found in MARK.finditer(page) if found[1] == "structs" for tag in found[2].split()]


if __name__ == "__main__":
    PAGE.write_text(rewritten(PAGE.read_text()))
