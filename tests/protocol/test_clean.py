"""Text from people: nothing from the wire speaks to a terminal, and nobody can take another's name."""

from unicodedata import category, normalize

import pytest
from hypothesis import given
from hypothesis import strategies as st

from upcard_protocol.wire.cells import cells, cut
from upcard_protocol.wire.clean import check_name, check_text, clean_text, skeleton
from upcard_protocol.wire.errors import ProtocolError

ESCAPES = [
    "\x1b]0;title\x07",
    "\x1b]52;c;aGVsbG8=\x07",
    "\x1b[2J",
    "\x9b31m",
    "a\rb",
    "a\nb",
    "\x00",
    "\x7f",
    "\u202ereversed",
    "\u2066isolated",
    "zero\u200bwidth",
    "joined\u200dup",
    "\ufeffmark",
    "line\u2028end",
    "no\u00a0break",
    "wide\u3000blank",
    "private\ue000",
    "\ud800",
    "tag\U000e0041",
    "heart\ufe0f",
    "filler\u3164",
]


@pytest.mark.parametrize("text", ESCAPES, ids=ascii)
def test_what_a_terminal_could_obey_is_refused_and_never_drawn(text: str) -> None:
    with pytest.raises(ProtocolError, match="bad_text"):
        check_text(text, 200)
    drawn = clean_text(text, 200)
    assert all(category(char) not in ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp") for char in drawn)


@pytest.mark.parametrize(
    "text", ["[/", "[/foo]", "[@click=app.quit]x[/]", "{n}", "%s", "привет", "दीपिका", "李雷", "👍 ♥"]
)
def test_honest_text_passes_and_is_drawn_letter_by_letter(text: str) -> None:
    check_text(text, 200)
    assert clean_text(text, 200) == text


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "empty"),
        ("   ", "empty"),
        ("x" * 201, "longer"),
        ("李" * 101, "longer"),
        ("e\u0301", "normal form"),
        ("a" + "\u0315" * 5, "marks"),
        ("\u0903a", "marks"),
    ],
)
def test_a_text_is_refused_with_the_reason(text: str, why: str) -> None:
    with pytest.raises(ProtocolError) as caught:
        check_text(text, 200)
    assert why in str(caught.value.values["why"])


@given(st.text(max_size=80), st.integers(0, 20))
def test_any_text_is_drawn_on_one_line_within_its_cells(text: str, room: int) -> None:
    drawn = clean_text(text, room)
    assert cells(drawn) <= room
    assert all(category(char) not in ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp") for char in drawn)


@given(st.text(max_size=40).map(lambda text: normalize("NFC", text)))
def test_what_the_door_lets_in_is_drawn_as_it_is(text: str) -> None:
    try:
        check_text(text, 40)
    except ProtocolError:
        return
    assert clean_text(text, 40) == text


def test_too_many_marks_are_drawn_as_few() -> None:
    assert clean_text("a" + "\u0315" * 50 + "b", 10) == "a" + "\u0315" * 4 + "b"


@pytest.mark.parametrize(
    ("text", "width"),
    [
        ("", 0),
        ("abc", 3),
        ("李雷", 4),
        ("राम", 3),
        ("कि", 2),
        ("é", 1),
        ("x\u0301", 1),
        ("한글", 4),
        ("🂡", 1),
        ("👍", 2),
    ],
)
def test_cells_are_counted_as_terminals_do(text: str, width: int) -> None:
    assert cells(text) == width


def test_a_text_is_cut_between_letters_not_inside_them() -> None:
    assert cut("李雷x", 3) == "李"
    assert cut("x\u0315y", 1) == "x\u0315"
    assert clean_text("a long line", 6) == "a lon…"


@pytest.mark.parametrize(
    "name", ["Al", "Eleni", "José", "O'Neil", "R2-D2", "दीपिका", "Иван", "Νίκος", "李雷", "Mary Ann"]
)
def test_a_name_of_any_script_is_taken(name: str) -> None:
    check_name(name)


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("A", "shorter"),
        ("x" * 17, "longer"),
        ("李" * 9, "longer"),
        ("12", "no letter"),
        ("--", "no letter"),
        (" Al", "blanks"),
        ("Al ", "blanks"),
        ("Al  B", "blanks"),
        ("[red]", "only have"),
        ("Al\u2014", "only have"),
        ("👍👍", "only have"),
        ("A\x1b[0m", "cannot be shown"),
        ("Ann\u200b", "cannot be shown"),
        ("Jose\u0301", "normal form"),
        ("Аnn", "alphabets"),
        ("server", "reserved"),
        ("System", "reserved"),
        ("Y0U", "reserved"),
        ("Guest-12ab", "reserved"),
        ("Ċomputer", "reserved"),
        ("Ada", "reserved"),
        ("АDА", "alphabets"),
        ("sᴇʀᴠᴇʀ", "reserved"),
        ("ꓴꓑꓚꓮꓣꓓ", "reserved"),
        ("ꓮda", "alphabets"),
    ],
)
def test_a_name_is_refused_with_the_reason(name: str, why: str) -> None:
    with pytest.raises(ProtocolError) as caught:
        check_name(name, reserved=("Ada",))
    assert caught.value.code == "bad_name"
    assert why in str(caught.value.values["why"])
    assert "\x1b" not in str(caught.value.values["name"])


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Ann", "ANN"),
        ("Straße", "STRASSE"),
        ("José", "jose"),
        ("сор", "cop"),
        ("ΤΟΜ", "tou"),
        ("Bob", "B0b"),
        ("Bill", "Bi1l"),
        ("Ill", "lll"),
        ("Mary Ann", "mary-ann"),
        ("Marnie", "Mamie"),
        ("ﬁx", "fix"),
        ("Øle", "Ole"),
        ("ᴘᴀᴜʟ", "Paul"),
        ("ꓑꓮꓴꓡ", "Paul"),
        ("ᏢᎪᎳ", "Paw"),
        ("ⲥⲟⲣ", "cop"),
        ("օսհ", "ouh"),
    ],
)
def test_names_that_could_be_taken_for_one_another_are_one_name(one: str, other: str) -> None:
    assert skeleton(one) == skeleton(other)


@pytest.mark.parametrize(("one", "other"), [("Ann", "Anna"), ("राम", "रमा"), ("李雷", "李电"), ("Ann1", "Ann2")])
def test_different_names_stay_different(one: str, other: str) -> None:
    assert skeleton(one) != skeleton(other)


@given(st.text(max_size=20))
def test_a_name_and_its_cases_are_one_name(name: str) -> None:
    assert skeleton(name) == skeleton(name.casefold())
    assert skeleton(skeleton(name)) == skeleton(name)
