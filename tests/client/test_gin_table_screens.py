"""The gin table at every size, in both palettes, as text and as pictures."""

import re

import pytest
from msgspec.structs import replace
from syrupy.assertion import SnapshotAssertion

from tests.support.pictures import SvgScreen, TextScreen, svg
from tests.support.screens import Player
from upcard_client.games.gin.scenes import SCENES
from upcard_client.games.gin.turnbar import turn_bar
from upcard_client.matches.witness import CHECKED, DIFFERS, TOO_LATE, UNKNOWN, Finding, FindingKind
from upcard_client.themes import ASCII, FELT, PALETTES, with_letters
from upcard_client.widgets.canvas import width_of
from upcard_client.widgets.cards import CardSize, label
from upcard_client.widgets.frame import LogLine
from upcard_protocol.rules.cards import cards_of

SIZES = {"120x40": (120, 40), "110x34": (110, 34), "100x30": (100, 30), "80x24": (80, 24), "60x20": (60, 20)}
SMALL = {"46x20": (46, 20), "40x12": (40, 12)}
ALL_SIZES = {**SIZES, **SMALL}


@pytest.mark.parametrize("scene", SCENES)
def test_scene_as_text(scene: str, snapshot: SnapshotAssertion) -> None:
    """Every scene at 80x24, for reading."""
    assert Player(scene).text() == snapshot(extension_class=TextScreen)


@pytest.mark.parametrize("size", [size for size in ALL_SIZES if size != "80x24"])
@pytest.mark.parametrize("scene", ["draw", "discard", "layoff", "result", "watch"])
def test_sizes_as_text(scene: str, size: str, snapshot: SnapshotAssertion) -> None:
    """The parts of the screen at every size."""
    assert Player(scene).text(*ALL_SIZES[size]) == snapshot(extension_class=TextScreen)


@pytest.mark.parametrize("size", ["120x40", "60x20", "40x12"])
@pytest.mark.parametrize("scene", ["partners", "partnerswatched", "idle", "allplay", "allover", "oklahoma"])
def test_more_than_two_as_text(scene: str, size: str, snapshot: SnapshotAssertion) -> None:
    """Three and four players, and Oklahoma's limit, at the sizes between which everything is."""
    assert Player(scene).text(*ALL_SIZES[size]) == snapshot(extension_class=TextScreen)


@pytest.mark.parametrize("size", ["120x40", "80x24", "60x20", "40x12"])
@pytest.mark.parametrize("scene", ["hollywood", "threesettled", "partners"])
def test_score_sheet_as_text(scene: str, size: str, snapshot: SnapshotAssertion) -> None:
    """The score sheets that are not those of two players."""
    assert Player(scene).press("score").text(*ALL_SIZES[size]) == snapshot(extension_class=TextScreen)


@pytest.mark.parametrize(
    ("name", "keys"),
    [("layoff", ("yes",)), ("partners", ()), ("idle", ()), ("hollywood", ("score",))],
)
def test_picture(name: str, keys: tuple[str, ...], snapshot: SnapshotAssertion) -> None:
    """The colours of what is not among the pictures in every palette, for the eye."""
    player = Player(name).press(*keys)
    assert svg(player.picture().canvas) == snapshot(extension_class=SvgScreen)


@pytest.mark.parametrize("keys", [(), ("score",), ("log",), ("knock",), ("back",)])
@pytest.mark.parametrize("scene", SCENES)
def test_no_line_is_wider_than_the_window_at_any_size(scene: str, keys: tuple[str, ...]) -> None:
    player = Player(scene).press(*keys)
    for palette in PALETTES.values():
        player.palette = palette
        for width, height in (*ALL_SIZES.values(), (78, 22), (20, 6), (10, 3), (1, 1), (0, 0)):
            lines = player.text(width, height).split("\n") if height else []
            assert len(lines) == height
            assert all(width_of(line) <= width for line in lines)


@pytest.mark.parametrize("size", ALL_SIZES)
@pytest.mark.parametrize("scene", ["draw", "discard", "opponent", "layoff", "offer", "last"])
def test_every_card_of_the_hand_is_on_the_screen_and_the_bar_is_whole(scene: str, size: str) -> None:
    player, (width, height) = Player(scene), ALL_SIZES[size]
    text = player.text(width, height)
    short = width < 60
    for card in cards_of(player.situation.view.hand):
        assert label(card, FELT, short_ten=short) in text
    assert re.search(r"YOUR TURN|LAY OFF|LAST DISCARD|is playing", text)
    assert "0:" in text


@pytest.mark.parametrize("scene", SCENES)
def test_ascii_draws_nothing_above_tilde(scene: str) -> None:
    for keys in ((), ("knock",), ("score",), ("log",), ("draw",)):
        player = Player(scene, ASCII).press(*keys)
        for width, height in (*ALL_SIZES.values(), (20, 6)):
            assert player.text(width, height).isascii()


@pytest.mark.parametrize("scene", SCENES)
def test_suit_letters_leave_no_suit_sign_anywhere(scene: str) -> None:
    for keys in ((), ("log",), ("score",), ("knock",), ("draw",), ("first", "discard"), ("words", "log")):
        for width, height in ((120, 40), (80, 24), (40, 12)):
            assert not re.search("[♠♥♦♣]", Player(scene, with_letters(FELT)).press(*keys).text(width, height))


def test_the_rows_of_the_draw_phase_are_where_the_plan_puts_them() -> None:
    lines = Player("draw").text().splitlines()
    assert lines[0].startswith(" Gin rummy · hand 3 · to 100 · Kitchen table")
    assert lines[0].endswith("You 34  Mira 31  12 ms")
    assert lines[13].startswith(" ► YOUR TURN: draw a card")
    assert lines[13].endswith("━━━━━━━╌╌╌ 0:42")
    assert lines[10].startswith("  [D] Stock   [T] Discard")
    assert lines[20].startswith("  ╰───── run ─────╯   ╰───── set ─────╯    ╌╌╌╌ deadwood 22 ╌╌╌╌")
    assert lines[22] == "  D Draw   T Take 9♦   Space Discard   K Knock   G Gin"
    assert lines[23] == " S Sort   C Chat   L Log   O Score   ? Help   Esc Menu"


def test_too_small_a_window_still_names_the_turn() -> None:
    lines = Player("draw").text(20, 6).splitlines()
    assert lines[:3] == ["YOUR TURN: draw 0:42", "Make the window", "40x12 or larger."]


@pytest.mark.parametrize("scene", ["draw", "discard", "knockable", "opponent", "layoff", "result"])
def test_too_small_a_window_cuts_neither_the_turn_nor_its_time(scene: str) -> None:
    player = Player(scene)
    bar = player.scene.bar
    words = [*bar.short.split(), *([] if bar.clock is None else [f"0:{bar.clock.left_s:02d}"])]
    for width in (14, 20, 39):
        assert player.text(width, 6).split()[: len(words)] == words
    with_offer = player.text(10, 3)
    assert with_offer.split()[0] == words[0]


def test_the_cursor_is_parked_on_the_chosen_card() -> None:
    player = Player("draw")
    assert player.picture().cursor == (67 - 6, 15)
    assert player.press("first").picture().cursor == (3, 15)


def test_the_sum_of_a_result_adds_up() -> None:
    text = Player("result").text()
    numbers = [
        int(re.sub(r"\D", "", found)) for found in re.findall(r"(?:deadwood {5,}|yours +- |to you +)\d+", text)
    ]
    assert numbers[0] - numbers[1] == numbers[2] == 17


def test_a_hidden_hand_is_backs_and_nothing_else() -> None:
    text = Player("watch").text()
    assert "4♠" not in text
    assert "K♣" not in text
    assert text.count("╱╱ ╱╱ ╱╱") >= 2


def test_what_people_write_is_text() -> None:
    stage = SCENES["draw"]()
    rude = "[red]x[/red] \x1b[31m [/"
    stage = replace(stage, names=("Eleni", "[b]M"), log=(LogLine((f"[b]M: {rude}",), "chat"),))
    text = Player(stage).text(120, 40)
    assert "[b]M: [red]x[/red] [31m [/" in text
    assert "\x1b" not in text


def test_a_long_log_line_goes_on_two_cells_in() -> None:
    stage = replace(SCENES["draw"](), log=(LogLine(("Alexandros drew from the stock",)),))
    lines = [line[55:] for line in Player(stage).text().splitlines()[2:4]]
    assert lines == ["Alexandros drew from the", "  stock"]


def test_the_header_cuts_the_link_before_the_table_and_never_the_scores() -> None:
    for width in range(40, 100):
        head = Player("draw").text(width, 24).splitlines()[0]
        assert "You 34  Mira 31" in head
        assert head.startswith(" Gin rummy")
        if "12 ms" in head:
            assert "Kitchen table" in head


def test_cards_at_46_columns_are_the_smallest() -> None:
    assert "T♦" in Player("layoff").text(46, 20)
    assert CardSize.SMALL.step == 3


@pytest.mark.parametrize("keys", [(), ("knock",), ("gin",)])
@pytest.mark.parametrize("scene", [name for name in SCENES if name != "lost"])
def test_the_turn_bar_has_a_short_form_and_a_long_one_that_fit(scene: str, keys: tuple[str, ...]) -> None:
    stage = replace(SCENES[scene](), names=("Eleni of Heraklio", "Alexandros of Te"))
    player = Player(stage).press(*keys)
    bar = turn_bar(player.situation, player.desk)
    assert width_of(bar.short) <= 24
    assert width_of(bar.long) <= 56


@pytest.mark.parametrize("kind", ["checked", "differs", "unknown"])
@pytest.mark.parametrize("size", [SIZES["80x24"], SIZES["60x20"]])
def test_what_became_of_the_shuffle_stands_in_the_result_and_a_lie_is_loud(
    kind: FindingKind, size: tuple[int, int]
) -> None:
    why = {"checked": CHECKED, "differs": DIFFERS.format(what="a card"), "unknown": UNKNOWN.format(what=TOO_LATE)}[
        kind
    ]
    player = Player(replace(SCENES["result"](), finding=Finding(1, kind, why)))
    for player.palette in PALETTES.values():
        canvas = player.picture(*size).canvas
        (y,) = [y for y in range(size[1]) if why[:30] in canvas.row_text(y)]
        style = canvas.style_at(canvas.row_text(y).index(why[:30]), y)
        # On a light ground refusals are plain red, since terminals draw bold red bright: the colour is loud.
        loud = (style.bold, style.color) == (player.palette.refused.bold, player.palette.refused.color)
        assert loud == (kind == "differs")
