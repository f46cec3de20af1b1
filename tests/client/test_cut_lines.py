"""Lines that have no room: the last one that is shown says that there is more."""

from upcard_client.themes import ASCII, FELT
from upcard_client.widgets.canvas import Canvas
from upcard_client.widgets.frame import cut_short, put_wrapped


def test_lines_that_all_fit_stay_as_they_are() -> None:
    assert cut_short(["one", "two"], 2, FELT, 10) == ["one", "two"]
    assert cut_short([], 3, FELT, 10) == []


def test_the_last_line_shown_says_that_there_are_more() -> None:
    assert cut_short(["one", "two", "three"], 2, FELT, 10) == ["one", "two…"]
    assert cut_short(["one", "quite long", "three"], 2, ASCII, 10) == ["one", "quite lon~"]
    assert cut_short(["one"], 0, FELT, 10) == []


def test_a_sentence_is_painted_between_its_margins() -> None:
    canvas = Canvas(20, 4, FELT.table)
    after = put_wrapped(canvas, 2, 1, "The quick brown fox jumps over it", FELT.news, FELT, 2, margin=2)
    assert after == 3
    assert canvas.text().splitlines()[1:3] == ["  The quick brown", "    fox jumps ove…"]
