"""The rummy table at every size, in every palette, as text and as pictures."""

import re

import pytest
from msgspec.structs import replace
from syrupy.assertion import SnapshotAssertion

from tests.support.pictures import SvgScreen, TextScreen, svg
from tests.support.rummy_screens import Player
from upcard_client.games.rummy.composing import compose
from upcard_client.games.rummy.pressing import follow
from upcard_client.games.rummy.scenes import SCENES, Stage, begun
from upcard_client.games.rummy.tabletop import meld_rows
from upcard_client.matches.witness import CHECKED, Finding
from upcard_client.themes import ASCII, FELT, PALETTES, with_letters
from upcard_client.widgets.canvas import width_of
from upcard_client.widgets.cards import label
from upcard_client.widgets.columns import narrowed
from upcard_protocol.rules.cards import cards_of, hand_of, parse_card, parse_cards
from upcard_protocol.rules.game import OPEN
from upcard_protocol.rules.rummy.board import TableMeld
from upcard_protocol.rules.rummy.events import Discarded

SIZES = {
    "120x40": (120, 40),
    "100x30": (100, 30),
    "80x24": (80, 24),
    "60x20": (60, 20),
    "46x20": (46, 20),
    "40x12": (40, 12),
}


@pytest.mark.parametrize("scene", SCENES)
def test_rummy_scene_as_text(scene: str, snapshot: SnapshotAssertion) -> None:
    """Every scene at 80x24, for reading."""
    assert Player(scene).text() == snapshot(extension_class=TextScreen)


@pytest.mark.parametrize("size", [size for size in SIZES if size != "80x24"])
@pytest.mark.parametrize("scene", ["rummy", "rummysix", "rummyresult"])
def test_rummy_sizes_as_text(scene: str, size: str, snapshot: SnapshotAssertion) -> None:
    """The parts of the screen at every size."""
    assert Player(scene).text(*SIZES[size]) == snapshot(extension_class=TextScreen)


@pytest.mark.parametrize("size", ["80x24", "120x40"])
@pytest.mark.parametrize(("name", "chosen"), [("rummy", "7d"), ("rummycall", ""), ("rummyresult", "")])
def test_rummy_picture(name: str, chosen: str, size: str, snapshot: SnapshotAssertion) -> None:
    """The colours of a hand of four players, for the eye."""
    player = Player(name)
    if chosen:
        player.choose(chosen)
    assert svg(player.picture(*SIZES[size]).canvas) == snapshot(extension_class=SvgScreen)


@pytest.mark.parametrize("keys", [(), ("score",), ("log",), ("meld",), ("back",)])
@pytest.mark.parametrize("scene", SCENES)
def test_no_line_of_rummy_is_wider_than_the_window_at_any_size(scene: str, keys: tuple[str, ...]) -> None:
    player = Player(scene).press(*keys)
    for palette in PALETTES.values():
        player.palette = palette
        for width, height in (*SIZES.values(), (78, 22), (20, 6), (1, 1)):
            lines = player.text(width, height).split("\n")
            assert len(lines) == height
            assert all(width_of(line) <= width for line in lines)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("scene", ["rummydraw", "rummy", "rummymeld", "rummyopponent", "rummysix"])
def test_the_hand_and_the_bar_are_on_the_screen_at_every_size(scene: str, size: str) -> None:
    player, (width, height) = Player(scene), SIZES[size]
    text = player.text(width, height)
    for card in cards_of(player.situation.view.hand):
        assert label(card, FELT, short_ten=width < 60) in text
    assert re.search(r"YOUR TURN|is playing", text)


@pytest.mark.parametrize("scene", SCENES)
def test_ascii_draws_nothing_of_rummy_above_tilde(scene: str) -> None:
    for keys in ((), ("meld",), ("score",), ("log",), ("draw",)):
        player = Player(scene, ASCII).press(*keys)
        for width, height in SIZES.values():
            assert player.text(width, height).isascii()


@pytest.mark.parametrize("scene", SCENES)
def test_suit_letters_leave_no_suit_sign_of_rummy_anywhere(scene: str) -> None:
    for keys in ((), ("log",), ("score",), ("meld",), ("draw",), ("first", "discard"), ("words", "log")):
        for width, height in ((120, 40), (80, 24), (40, 12)):
            assert not re.search("[♠♥♦♣]", Player(scene, with_letters(FELT)).press(*keys).text(width, height))


def test_the_rows_are_where_the_plan_puts_them() -> None:
    lines = Player("rummy").choose("7d").text().splitlines()
    assert lines[1].startswith("   Mira        ╱ ╱ ╱ ╱")
    assert lines[5].startswith("  Melds ───")
    assert lines[6].startswith("  a►4♦ 5♦ 6♦   b 10♣ J♣ Q♣ K♣   c 2♠ 3♠ 4♠")
    assert lines[12].startswith("  Stock       Discard")
    assert lines[13].startswith(" ► YOUR TURN: discard a card")
    assert lines[14].startswith(" ? 7♦ fits meld a.  Enter lays it off, Space discards it")
    assert lines[22] == "  M Meld   Enter Lay off   Space Discard   Bksp Take back   A All out"


def test_five_opponents_stand_two_to_a_line_and_nobody_is_missing() -> None:
    text = Player("rummysix").text()
    assert re.search(r"Mira 3 cards +0 +►Alex", text)
    assert "Alexa… 6 away 1:46" in text
    assert "Nadia 6 dealer" in text
    assert "away 1:46" in Player("rummysix").text(100, 30)


def test_the_smallest_window_has_everybodys_name_and_number_of_cards() -> None:
    lines = Player("rummysix").text(40, 12).splitlines()
    assert lines[1] == "╱ 13  K♥   Mi 3 ►Ale 6 Rav 6 Leo 6 Nad 6"
    assert Player("rummy").text(40, 12).splitlines()[1].endswith("Mira 4 Alexandros 3 Ravi 4")
    two = Player(begun({}, seats=2)).text(40, 12)
    assert re.search(r"Mira 10  in hand \d+", two)
    zones = (Player("rummydraw").picture(40, 12).at(x, 1) for x in (0, 6))
    assert [zone.key for zone in zones if zone is not None] == ["draw", "take"]


def test_a_result_whose_title_is_too_long_for_its_line_goes_on_below() -> None:
    lines = Player("rummyresult").text(40, 12).splitlines()
    assert lines[0] == "╭ Hand 1: you went rummy and win 274 ──╮"
    assert "points" in lines[1]


def test_the_longest_names_of_a_sheet_give_way_first() -> None:
    assert narrowed([4, 16, 10, 4], 24, 3) == [4, 8, 8, 4]
    assert narrowed([4, 4], 20, 3) == [4, 4]
    assert narrowed([4, 4], 1, 3) == [3, 3]


def test_melds_scroll_where_they_do_not_all_fit_and_the_one_that_fits_is_in_sight() -> None:
    stage = SCENES["rummy"]()
    board = stage.match.boards[0]
    # More melds than a table of four has room for, the one that 7d fits last.
    many = tuple(TableMeld(parse_cards(f"{rank}s {rank}h {rank}c"), 1) for rank in "A3568TJQK") * 2
    boards = (replace(board, melds=(*many, board.melds[0])),)
    stage = replace(stage, match=replace(stage.match, boards=boards))
    player = Player(stage).choose("3c")
    assert "Discard 7♣" in player.text()
    text = player.text(60, 18)
    assert re.search(r"1-\d of \d ↑/↓", text)
    assert "4♦ 5♦ 6♦" not in text
    assert "►4♦ 5♦ 6♦" in player.choose("7d").text(60, 18)
    before = player.choose("3c").text(60, 18)
    assert player.press("down").text(60, 18) != before


def crowded(fitting: int) -> Stage:
    """Return a table with as many melds as there can be, the one that 7d fits at that place."""
    stage = SCENES["rummy"]()
    board = stage.match.boards[0]
    many = [TableMeld(parse_cards(f"{rank}s {rank}h {rank}c"), 1) for rank in "A23568TJQK9A23568"]
    many[fitting] = board.melds[0]
    return replace(stage, match=replace(stage.match, boards=(replace(board, melds=tuple(many)),)))


@pytest.mark.parametrize("size", [(80, 24), (60, 20), (60, 18), (46, 20), (40, 12)])
@pytest.mark.parametrize("fitting", [0, 8, 16])
@pytest.mark.parametrize("key", ["up", "down"])
def test_every_meld_is_reached_whichever_the_chosen_card_fits(size: tuple[int, int], fitting: int, key: str) -> None:
    player = Player(crowded(fitting)).choose("7d")
    assert "►4♦ 5♦ 6♦" in player.text(*size)
    letters = {meld.letter for meld in player.scene.melds}
    assert len(letters) == 17
    seen: set[str] = set()
    for _ in letters:
        seen |= set(re.findall(r"(?<!\S)([a-z])[ ►][\dAJQK]", player.text(*size)))
        player.press(key)
    assert letters <= seen


def test_up_leads_back_from_the_end_however_often_down_was_pressed() -> None:
    player = Player(crowded(0)).choose("3c")
    for _ in range(40):
        before = player.text(60, 18)
        player.press("down")
        assert player.text(60, 18) != before
        assert player.press("up").text(60, 18) == before
        player.press("down")


def test_a_card_that_fits_shows_where_although_one_had_scrolled() -> None:
    player = Player(crowded(8)).choose("3c").press("down", "down")
    assert "►4♦ 5♦ 6♦" in player.choose("7d").text(60, 18)


def test_a_card_that_fits_nothing_leaves_the_melds_scrolled_as_they_are() -> None:
    assert Player("rummy").choose("Qd").press("down").choose("Kd").desk.melds_from == 1


@pytest.mark.parametrize("size", ["100x30", "120x40"])
@pytest.mark.parametrize("scene", ["rummy", "rummysix"])
def test_the_score_beside_the_table_has_every_name_whole(scene: str, size: str) -> None:
    player = Player(scene)
    pane = compose(player.situation, player.desk).pane
    beside = [line.partition("│")[2] for line in player.text(*SIZES[size]).splitlines()]
    for name, total in zip(pane.names, pane.totals, strict=True):
        assert any(re.fullmatch(rf" {re.escape(name)} .*\b{total} *", line) for line in beside), name


def test_the_chosen_card_shows_that_it_is_ticked() -> None:
    player = Player("rummy").choose("8h").press("meld", "discard")
    assert "NEW MELD" in player.bar
    assert "▲△" in player.text()
    assert "▲△" in player.text(40, 12)
    assert "▲△" not in player.press("discard").text()


def test_a_run_longer_than_the_table_is_written_by_its_ends() -> None:
    run = tuple(parse_card(f"{rank}s") for rank in "A23456789TJQK")
    stage = begun({}, seats=2)
    board = replace(stage.match.boards[0], melds=(TableMeld(hand_of(run), 0),))
    text = Player(replace(stage, match=replace(stage.match, boards=(board,)))).text(40, 12)
    assert "a A♠ - K♠" in text
    assert meld_rows((), 40, FELT) == ()


def test_the_numbers_of_a_result_add_up() -> None:
    stage = SCENES["rummyresult"]()
    score = stage.match.boards[0].score
    assert score is not None
    assert sum(score.ledger) == 0
    text = Player(stage).text()
    for number in (*score.counts, *score.ledger):
        assert re.search(rf"(?<!\d){re.escape(f'{number:+d}' if number < 0 else str(number))}(?!\d)", text)


@pytest.mark.parametrize(("width", "height"), SIZES.values())
def test_the_result_says_whether_the_shuffle_was_what_was_promised(width: int, height: int) -> None:
    text = Player(replace(SCENES["rummyresult"](), finding=Finding(1, "checked", CHECKED))).text(width, height)
    assert "Shuffle checked:" in text
    assert "Enter Ready" in text


def test_the_score_sheet_has_a_column_for_everybody() -> None:
    text = Player("rummyresult").press("score").text()
    assert re.search(r"You +Mira +Alexandros +Ravi", text)
    assert re.search(r"ledger +\+274 +-74 +-112 +-88", text)
    assert "it adds up to 0" in text


def test_a_spectator_sees_nobodys_cards() -> None:
    player = Player("rummywatch")
    text = player.text()
    for hand in player.stage.match.hands:
        assert hand is not None
        for card in cards_of(hand):
            if card not in player.stage.match.boards[0].pile:
                assert f" {label(card, FELT)} " not in text.split("Log")[0]


def test_too_small_a_window_still_names_the_turn_of_rummy() -> None:
    assert Player("rummydraw").text(20, 6).splitlines()[0] == "YOUR TURN: draw 0:51"


def test_somebody_who_may_see_all_hands_sees_them() -> None:
    stage = replace(SCENES["rummywatch"](), viewer=OPEN)
    text = Player(stage).text()
    assert re.search(r"Mira +A♥ 2♣ 9♣ J♥ +4 cards", text)


def test_a_result_says_when_it_goes_on_and_not_what_was_discarded_last() -> None:
    player = Player("rummyresult")
    board = player.situation.board
    assert board is not None
    before = replace(
        player.situation, view=replace(player.situation.view, boards=(replace(board, plays=(), phase="discard"),))
    )
    mine = replace(board, plays=(Discarded(player.situation.me or 0, parse_card("Js")),))
    now = replace(player.situation, view=replace(player.situation.view, boards=(mine,)))
    assert follow(before, now, player.desk, 0).status is None
