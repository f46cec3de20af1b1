"""What surrounds the plain client: the printer, and the thread that reads what is typed."""

import errno
import io
import os
import queue

import pytest

from upcard_client.failures import OutputLost
from upcard_client.plain.running import MAX_LINE, Printer, read_lines

LIMIT_S = 30


def printed(*lines: str, prompt: bool = False, ascii_only: bool = False) -> str:
    out = io.StringIO()
    printer = Printer(out, prompt=prompt, ascii_only=ascii_only)
    for line in lines:
        printer.line(line)
    return out.getvalue()


def test_lines_are_printed_one_by_one() -> None:
    assert printed("one", "two") == "one\ntwo\n"


def test_nothing_that_steers_a_terminal_is_printed() -> None:
    assert printed("a\x1b[31mb\x9bc\u202ed\nx") == "a?[31mb?c?d?x\n"


def test_only_ascii_is_printed_where_that_is_asked() -> None:
    assert printed("Ελένη…", ascii_only=True).isascii()


def test_a_person_at_a_terminal_has_a_prompt() -> None:
    assert printed("one", prompt=True) == "\rone\n> "


def test_what_the_output_has_no_character_for_is_a_question_mark() -> None:
    raw = io.BytesIO()
    out = io.TextIOWrapper(raw, "latin-1")
    Printer(out, prompt=False, ascii_only=False).line("Mélanie, Ελένη")
    assert raw.getvalue() == "Mélanie, ?????\n".encode("latin-1")


class Broken(io.StringIO):
    """An output that takes nothing."""

    def __init__(self, error: OSError) -> None:
        super().__init__()
        self.error = error

    def write(self, _: str, /) -> int:
        raise self.error


@pytest.mark.parametrize(
    ("error", "reader_left"), [(BrokenPipeError(errno.EPIPE, "gone"), True), (OSError(errno.ENOSPC, "full"), False)]
)
def test_an_output_that_takes_nothing_is_lost(error: OSError, reader_left: bool) -> None:
    with pytest.raises(OutputLost) as lost:
        Printer(Broken(error), prompt=False, ascii_only=False).line("one")
    assert lost.value.reader_left is reader_left


def read_all(data: bytes) -> list[str | None]:
    """Return the lines of a pipe that was written and closed; None is its end."""
    heard: queue.Queue[str | None] = queue.Queue()
    source, sink = os.pipe()
    with os.fdopen(sink, "wb") as file:
        read_lines(source, heard.put, lambda: heard.put(None))
        file.write(data)
    lines: list[str | None] = []
    while not lines or lines[-1] is not None:
        lines.append(heard.get(timeout=LIMIT_S))
    os.close(source)
    return lines


@pytest.mark.parametrize(
    ("data", "lines"),
    [
        (b"", [None]),
        (b"draw\ndiscard kc\n", ["draw", "discard kc", None]),
        (b"draw\r\nquit", ["draw", "quit", None]),
        ("say Ελένη\n".encode(), ["say Ελένη", None]),
        (b"say \xff\n", ["say \ufffd", None]),
    ],
)
def test_typed_lines_are_heard_whole(data: bytes, lines: list[str | None]) -> None:
    assert read_all(data) == lines


def test_a_line_without_an_end_takes_no_memory_without_end() -> None:
    *_, last, end = read_all(b"x" * (20 * MAX_LINE))
    assert end is None
    assert last is not None
    assert len(last) <= 2 * MAX_LINE
