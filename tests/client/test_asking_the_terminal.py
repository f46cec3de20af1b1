"""What the terminal is asked before anything is drawn, and how Devanagari is measured after that."""

import os
import termios
import threading
import time
import tty
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from unicodedata import category

import pytest
from rich import cells

from tests.support.widths import own_widths, table
from upcard_client.looks.asking import (
    SILENCE,
    Answers,
    Asked,
    patience_s,
    read_answers,
    read_until_answered,
)
from upcard_client.looks.widths import give_marks_a_cell, marks_take_a_cell

END = b"\x1b[?62;22c"


@pytest.mark.parametrize(
    ("answer", "light"),
    [
        (b"\x1b]11;rgb:ffff/ffff/ffff\x1b\\\x1b[?62c", True),
        (b"\x1b]11;rgb:1e/1e/2e\x07", False),
        (b"\x1b]11;rgba:0000/0000/0000/ffff\x07", False),
        (b"\x1b[?62;22c", None),
        (b"", None),
    ],
)
def test_the_ground_of_the_terminal_is_read_from_its_answer(answer: bytes, light: bool | None) -> None:
    assert read_answers(answer).light is light


@pytest.mark.parametrize(
    ("answer", "sign_cells"),
    [
        (b"\x1b[12;3R" + END, 2),
        (b"\x1b[1;2R" + END, 1),
        (b"\x1b]11;rgb:ff/ff/ff\x07\x1b[120;3R" + END, 2),
        (b"\x1b[1;7R" + END, None),
        (b"\x1b[1;1R" + END, None),
        (END, None),
    ],
)
def test_the_width_of_a_vowel_sign_is_the_column_after_it(answer: bytes, sign_cells: int | None) -> None:
    assert read_answers(answer).sign_cells == sign_cells


def test_a_terminal_that_counts_bytes_reads_no_utf8() -> None:
    assert [read_answers(b"\x1b[1;%dR" % column).unicode for column in (2, 3, 6, 7)] == [True, True, False, False]
    assert read_answers(END).unicode is None


def test_a_terminal_that_reads_no_utf8_is_sent_none() -> None:
    master, slave = os.openpty()
    try:
        tty.setraw(slave)
        Asked(slave, slave, ground=True, width=False, wait_s=0).answers()
        assert os.read(master, 100) == b"\x1b]11;?\x1b\\\x1b[c"
    finally:
        os.close(master)
        os.close(slave)


@pytest.mark.parametrize("ground", [True, False])
@pytest.mark.parametrize(
    ("says", "answers"),
    [
        (b"\x1b[1;3R", Answers(sign_cells=2, unicode=True)),
        (b"\x1b]11;rgb:ff/ff/ff\x07", Answers(light=True)),
        (b"", SILENCE),
    ],
)
def test_a_terminal_is_asked_and_left_as_it_was(says: bytes, answers: Answers, ground: bool) -> None:
    master, slave = os.openpty()
    try:
        tty.setraw(slave)  # a terminal does not echo its own answers
        before = termios.tcgetattr(slave)
        asked = Asked(slave, slave, ground=ground)
        os.write(master, says + END)
        assert asked.answers() == answers
        assert termios.tcgetattr(slave) == before
        questions = os.read(master, 100)
        assert (b"]11;?" in questions) is ground
        assert questions.endswith(b"\x1b[6n\r\x1b[K\x1b[c")
    finally:
        os.close(master)
        os.close(slave)


def test_what_is_no_terminal_is_not_asked(tmp_path: Path) -> None:
    with (tmp_path / "file").open("w+b") as file:
        assert Asked(file.fileno(), file.fileno(), ground=True).answers() == SILENCE
        assert file.tell() == 0


def test_an_answer_that_has_begun_is_read_to_its_end_though_its_time_is_up() -> None:
    master, slave = os.openpty()
    try:
        tty.setraw(slave)
        asked = Asked(slave, slave, ground=True, wait_s=0)
        os.write(master, b"\x1b]11;rgb:ffff/ff")
        rest = threading.Timer(0.05, os.write, (master, b"ff/ffff\x1b\\" + END))
        rest.start()
        assert asked.answers() == Answers(light=True)
        rest.join()
    finally:
        os.close(master)
        os.close(slave)


def test_what_the_mouse_still_reports_is_read_away_up_to_the_answer() -> None:
    master, slave = os.openpty()
    try:
        tty.setraw(slave)
        os.write(master, b"\x1b[<35;10;5M" * 20 + END)
        assert read_until_answered(slave, time.monotonic() + 30).endswith(END)
        os.set_blocking(slave, False)
        with pytest.raises(BlockingIOError):
            os.read(slave, 1)
    finally:
        os.close(master)
        os.close(slave)


def test_a_terminal_that_has_gone_is_not_waited_for() -> None:
    source, sink = os.pipe()
    os.write(sink, b"\x1b[<35;10;5M")
    os.close(sink)
    try:
        assert read_until_answered(source, time.monotonic() - 1) == b"\x1b[<35;10;5M"
    finally:
        os.close(source)


@pytest.mark.parametrize(("environment", "longer"), [({}, False), ({"SSH_TTY": "/dev/pts/1"}, True)])
def test_a_terminal_that_is_far_away_is_waited_for_longer(environment: dict[str, str], longer: bool) -> None:
    assert (patience_s(environment) > patience_s({})) is longer


@pytest.fixture(name="own_widths")
def lend_widths() -> Iterator[None]:
    """Give Rich its own widths back afterwards."""
    with own_widths():
        yield


@pytest.mark.usefixtures("own_widths")
def test_hindi_is_measured_as_tmux_draws_it() -> None:
    assert give_marks_a_cell()
    texts = ("का", "नमस्ते", "आपकी बारी है", "नॉक करें", "गड्डी", "प्रतिद्वंद्वी")
    assert [cells.cell_len(text) for text in texts] == [2, 4, 11, 6, 4, 9]
    assert give_marks_a_cell(), "twice is as good as once"


@pytest.mark.usefixtures("own_widths")
def test_nothing_but_spacing_marks_gets_another_width() -> None:
    every = [chr(code) for code in range(0x20, 0x11000) if not 0xD800 <= code < 0xE000]
    before = [cells.cell_len(char) for char in every]
    give_marks_a_cell()
    changed = {char for char, width in zip(every, before, strict=True) if cells.cell_len(char) != width}
    assert "\u093e" in changed
    assert {category(char) for char in changed} == {"Mc"}


def test_where_rich_keeps_its_widths_in_another_way_they_are_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    moved = table()._replace(widths=tuple(table().widths))

    def moved_load(unicode_version: str) -> Any:
        assert unicode_version == "auto"
        return moved

    monkeypatch.setattr(cells, "load_cell_table", moved_load)
    assert not give_marks_a_cell()
    assert not marks_take_a_cell()
