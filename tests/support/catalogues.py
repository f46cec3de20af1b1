"""Collects the sentences of the client from its code, and keeps the catalogues of its languages.

`python -m tests.support.catalogues` takes up new sentences and compiles; with `report` it says what is missing. Babel
reads and writes the catalogues; what counts as a sentence is ours: `upcard_client.locale` says how they are marked.
"""

import ast
import io
import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po
from msgspec import Struct

from upcard_client.locale import BUDGETS, CATALOGUES, DOMAIN, LANGUAGES
from upcard_protocol.rules.errors import SENTENCES
from upcard_protocol.rules.faults import AT_LINE, CLAUSES
from upcard_protocol.wire.errors import CODES
from upcard_protocol.wire.sentences import NOTICES, VERSIONS

CHECKOUT: Final = Path(__file__).parent.parent.parent
CLIENT: Final = CHECKOUT / "client" / "upcard_client"
TRANSLATED: Final = tuple(code for code in LANGUAGES if code != "en")
REFUSALS: Final = "protocol/upcard_protocol/rules/errors.py"
"""Where the sentences of refusals stand; the protocol has no language, so they are taken from there whole."""
WIRE: Final = "protocol/upcard_protocol/wire/errors.py"
"""Where those of the wire stand, likewise."""
FAULTS: Final = "protocol/upcard_protocol/rules/faults.py"
"""What can be wrong with the text of a match, likewise."""
SAID_BY_SERVERS: Final = "protocol/upcard_protocol/wire/sentences.py"
"""And what servers say by themselves."""

USED: Final = ("tr", "trn", "trc", "fill", "filln")
"""What translates; its first words are a sentence."""
MARKS: Final = ("mark", *BUDGETS)
"""What marks words that are translated elsewhere."""
_WRITTEN: Final = datetime(2026, 1, 1, tzinfo=UTC)
"""The date in the head of every catalogue: a file changes when a sentence does, and for nothing else."""


class Found(Struct, frozen=True):
    """A sentence of the code.

    Attributes:
        one: the English sentence.
        many: its plural, or nothing.
        context: what tells it from the same words elsewhere, or nothing.
        kind: what it was marked as: a key of `BUDGETS`, or nothing.
        file: where it stands, from the checkout.
        line: and there.
    """

    one: str
    file: str
    line: int
    many: str = ""
    context: str = ""
    kind: str = ""


class NotASentenceError(Exception):
    """A call that translates or marks what cannot be collected; the message says where."""


def _words(node: ast.expr) -> Iterator[ast.Constant]:
    """Yield the strings of a literal: of values, not of keys; of both branches, not of the condition."""
    match node:
        case ast.Constant(value=str(word)) if word:
            yield node
        case ast.Dict(values=parts) | ast.Tuple(elts=parts) | ast.List(elts=parts) | ast.BoolOp(values=parts):
            for part in parts:
                yield from _words(part)
        case ast.IfExp(body=body, orelse=orelse):
            yield from _words(body)
            yield from _words(orelse)
        case ast.JoinedStr():
            raise NotASentenceError(f"line {node.lineno}: an f-string; name the values instead")
        case _:
            return


class _Collector(ast.NodeVisitor):
    """Walks through a module and collects its sentences."""

    def __init__(self, file: str) -> None:
        self.found: list[Found] = []
        self._file = file
        self._functions = 0

    def _inside(self, node: ast.AST) -> None:
        self._functions += 1
        self.generic_visit(node)
        self._functions -= 1

    visit_FunctionDef = visit_AsyncFunctionDef = visit_Lambda = _inside  # noqa: N815 - the names ast asks for

    def visit_Call(self, node: ast.Call) -> None:
        """Collect the sentences of a call."""
        if isinstance(node.func, ast.Name) and node.args:
            name = node.func.id
            if name in USED and not self._functions:
                raise NotASentenceError(f"line {node.lineno}: {name} at import, before a language is chosen")
            if name in ("trn", "filln", "trc"):
                first, second = (self._written(argument) for argument in node.args[:2])
                if name == "trc":
                    self._take(node.lineno, second, context=first)
                else:
                    self._take(node.lineno, first, many=second)
            elif name in USED or name in MARKS:
                for word in _words(node.args[0]):
                    self._take(word.lineno, str(word.value), kind=name if name in BUDGETS else "")
        self.generic_visit(node)

    def _take(self, line: int, one: str, *, many: str = "", context: str = "", kind: str = "") -> None:
        self.found.append(Found(one, self._file, line, many=many, context=context, kind=kind))

    def _written(self, node: ast.expr) -> str:
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            return node.value
        raise NotASentenceError(f"line {node.lineno}: a plural or a context has to be written out")


def of_source(source: str, file: str) -> tuple[Found, ...]:
    """Return the sentences of a module.

    Raises:
        NotASentenceError: for a plural that is not written out, an f-string, or a translation at import.
    """
    collector = _Collector(file)
    try:
        collector.visit(ast.parse(source))
    except NotASentenceError as error:
        raise NotASentenceError(f"{file}: {error}") from None
    return tuple(collector.found)


def sentences() -> tuple[Found, ...]:
    """Return every sentence of the client, in the order of files and lines."""
    found = [Found(words, REFUSALS, 0, kind="status") for words in SENTENCES.values()]
    found += [Found(entry.sentence, WIRE, 0) for entry in CODES.values()]
    found += [Found(words, FAULTS, 0) for words in (*CLAUSES.values(), AT_LINE) if words != "{why}"]
    spoken = (*NOTICES.values(), *VERSIONS.values())
    found += [Found(words, SAID_BY_SERVERS, 0) for words in spoken if words != "{text}"]
    for path in sorted(CLIENT.rglob("*.py")):
        if path.parent != CATALOGUES:
            found += of_source(path.read_text(encoding="utf-8"), path.relative_to(CHECKOUT).as_posix())
    return tuple(found)


def template() -> Catalog:
    """Return the catalogue that has every sentence and no translation."""
    catalogue = Catalog(project="Upcard", creation_date=_WRITTEN)
    for each in sentences():
        catalogue.add(
            (each.one, each.many) if each.many else each.one,
            locations=[(each.file, each.line)],
            auto_comments=[f"{each.kind}: at most {BUDGETS[each.kind]} cells"] if each.kind else (),
            context=each.context or None,
        )
    return catalogue


def path_of(code: str) -> Path:
    """Return where the catalogue of a language is kept, as text."""
    return CATALOGUES / code / "LC_MESSAGES" / f"{DOMAIN}.po"


def kept(code: str) -> Catalog:
    """Return the catalogue of a language as it is kept; an empty one where there is none yet."""
    path = path_of(code)
    if not path.exists():
        return Catalog(locale=code, project="Upcard", creation_date=_WRITTEN, revision_date=_WRITTEN, fuzzy=False)
    with path.open("rb") as file:
        return read_po(file, locale=code, domain=DOMAIN)


def updated(code: str) -> Catalog:
    """Return the catalogue of a language with the sentences of the code: new ones empty, unused ones gone."""
    catalogue = kept(code)
    catalogue.update(template(), no_fuzzy_matching=True, update_creation_date=False)
    catalogue.obsolete.clear()
    return catalogue


def as_text(catalogue: Catalog) -> bytes:
    """Return a catalogue as a `.po` file."""
    written = io.BytesIO()
    write_po(written, catalogue, width=110, include_lineno=False, sort_by_file=True)
    return written.getvalue()


def compiled(catalogue: Catalog) -> bytes:
    """Return a catalogue as the `.mo` file that the client reads."""
    written = io.BytesIO()
    write_mo(written, catalogue)
    return written.getvalue()


def missing(catalogue: Catalog) -> tuple[str, ...]:
    """Return the sentences that a catalogue does not translate."""
    return tuple(
        str(message.id if isinstance(message.id, str) else message.id[0])
        for message in catalogue
        if message.id and not all(message.string if isinstance(message.string, tuple | list) else (message.string,))
    )


def main(arguments: list[str]) -> int:
    """Update and compile the catalogues, or report on them; 1 where something is missing."""
    lacking = 0
    for code in TRANSLATED:
        catalogue = updated(code)
        if arguments != ["report"]:
            path = path_of(code)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(as_text(catalogue))
            path.with_suffix(".mo").write_bytes(compiled(catalogue))
        lacks = missing(catalogue)
        lacking += len(lacks)
        print(f"{code}: {len(catalogue)} sentences, {len(lacks)} not translated")
        if arguments == ["report"]:
            print("".join(f"  {words}\n" for words in lacks), end="")
    return 1 if lacking else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
