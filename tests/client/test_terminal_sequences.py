"""What a terminal sends, parted into keys, pastes, the mouse and what is none of these."""

from collections.abc import Iterable

import pytest
from textual import events
from textual.message import Message

from upcard_client.looks.sequences import LONGEST_PASTE, PASTE_REST_S, REST_S, Sequences

LATE = "\x1b]11;rgb:dddd/ffff/cccc\x1b\\\x1b[1;3R\x1b[?62;22c"
PASTE = "\x1b[200~ddtt\x1b[201~"
BLINK_S = 0.1


class Clock:
    """A clock that moves when it is told to."""

    def __init__(self) -> None:
        self.now_s = 0.0

    def __call__(self) -> float:
        return self.now_s


def told(messages: Iterable[Message]) -> list[str]:
    """Return the keys by name and the pastes in quotes."""
    keys: list[str] = []
    for message in messages:
        if isinstance(message, events.Key):
            keys.append(message.key)
        elif isinstance(message, events.Paste):
            keys.append(repr(message.text))
        elif isinstance(message, events.MouseEvent):
            keys.append("mouse")
    return keys


def heard(*parts: str, pause_s: float = BLINK_S) -> list[str]:
    """Return what is heard of what comes in parts, with a pause after each."""
    clock = Clock()
    sequences = Sequences(clock)
    keys: list[str] = []
    for part in parts:
        keys += told(sequences.hear(part))
        for _ in range(round(pause_s / BLINK_S)):
            clock.now_s += BLINK_S
            keys += told(sequences.wait())
    return keys


def test_an_escape_alone_is_a_key_as_soon_as_nothing_follows() -> None:
    assert heard("\x1b") == ["escape"]
    assert heard("\x1b\x1b", "d") == ["escape", "escape", "d"]


@pytest.mark.parametrize("cut", range(len(LATE) + 1))
@pytest.mark.parametrize("pause_s", [0, 0.3])
def test_a_late_answer_is_no_key_wherever_it_is_cut(cut: int, pause_s: float) -> None:
    keys = heard(f"t{LATE[:cut]}", f"{LATE[cut:]}t", pause_s=pause_s)
    assert [key for key in keys if key not in ("escape", "alt+backslash", "backslash")] == ["t", "t"]


@pytest.mark.parametrize(
    "answer",
    [
        "\x1b[>41;379;0c",
        "\x1b]10;rgb:dddd/dddd/dddd\x1b\\",
        "\x1b]4;1;rgb:dddd/dddd/dddd\x07",
        "\x1bP>|XTerm(379)\x1b\\",
        "\x1b_Gi=31;OK\x1b\\",
        "\x1b[?0u",
        "\x1b[?64;1;2;6;9;15;16;17;18;21;22;28;29c",
        "\x1b[0n",
        "\x1b[8;24;80t",
        "\x1b[M !!",
    ],
)
def test_whatever_else_a_terminal_says_of_itself_is_no_key(answer: str) -> None:
    assert heard(f"x{answer}d") == ["x", "d"]
    assert heard(answer[:5], answer[5:], "d", pause_s=0.3) == ["d"]


@pytest.mark.parametrize(
    ("typed", "key"),
    [
        ("\x1b[A", "up"),
        ("\x1bOP", "f1"),
        ("\x1b[[A", "f1"),
        ("\x1b[15~", "f5"),
        ("\x1b[1;5C", "ctrl+right"),
        ("\x1b[Z", "shift+tab"),
        ("\x1b[97;5u", "ctrl+a"),
        ("\x1b\x7f", "ctrl+w"),
        ("\x1b[<0;3;4M", "mouse"),
    ],
)
def test_a_key_is_one_key_also_where_it_is_cut_in_two(typed: str, key: str) -> None:
    for cut in range(1, len(typed)):
        assert heard(typed[:cut], typed[cut:], "d", pause_s=0) == [key, "d"]
        if cut > 1:
            assert heard(typed[:cut], typed[cut:], "d", pause_s=0.3) == [key, "d"]


def test_an_arrow_behind_its_escape_is_still_an_arrow() -> None:
    assert heard("\x1b", "[C", "d", pause_s=0.3) == ["escape", "right", "d"]
    assert heard("\x1b", "OC", "d", pause_s=0.3) == ["escape", "right", "d"]
    assert heard("\x1b", "O", "C", pause_s=0.3) == ["escape", "O", "C"]


def test_a_letter_with_alt_is_not_that_letter_and_keeps_nothing_waiting() -> None:
    assert heard("\x1bd\x1bdhello", pause_s=0) == ["alt+d", "alt+d", *"hello"]
    assert heard("\x1b]", "d", pause_s=REST_S + BLINK_S) == ["right_square_bracket", "d"]
    assert heard("\x1b]d", "d", pause_s=0) == ["right_square_bracket", "d", "d"]


@pytest.mark.parametrize("cut", range(1, len(PASTE)))
def test_a_paste_is_a_paste_wherever_a_slow_line_cuts_it(cut: int) -> None:
    keys = heard(PASTE[:cut], PASTE[cut:], "x", pause_s=0.3)
    assert keys == [*(["escape"] if cut == 1 else []), "'ddtt'", "x"]


def test_what_stands_in_a_paste_behind_an_escape_is_pasted_too() -> None:
    assert heard("\x1b[200~d\x1bd\x1b[A\x1bOp\x1b[201~x") == ["'d\\x1bd\\x1b[A\\x1bOp'", "x"]


def test_a_paste_that_loses_its_end_ends_by_itself() -> None:
    assert heard("\x1b[200~dd\x1b[20", "x", pause_s=PASTE_REST_S + BLINK_S) == ["'dd'", "x"]


def test_a_paste_without_end_is_kept_as_far_as_any_line_has_room() -> None:
    sequences = Sequences()
    assert not told(sequences.hear("\x1b[200~"))
    for _ in range(40):
        assert not told(sequences.hear("d" * 4096))
    (paste,) = sequences.hear("\x1b[201~")
    assert isinstance(paste, events.Paste)
    assert len(paste.text) == LONGEST_PASTE
