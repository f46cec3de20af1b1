"""Who watches rummy, or looks at it again, sees every player with all cards that may be seen, at every size."""

from itertools import combinations

import pytest
from msgspec.structs import replace
from syrupy.assertion import SnapshotAssertion

from tests.support.pictures import TextScreen
from tests.support.rummy_screens import Player
from upcard_client.games.rummy import scene as shown
from upcard_client.games.rummy.painting import paint
from upcard_client.games.rummy.scenes import SCENES
from upcard_client.themes import FELT
from upcard_client.widgets.cards import label
from upcard_client.widgets.sizes import rows
from upcard_protocol.rules.cards import DECK, cards_of
from upcard_protocol.rules.game import OPEN

SIZES = ((120, 40), (100, 30), (80, 24), (78, 22), (60, 20), (60, 18), (46, 20), (40, 12))


def open_hands(scene: str) -> Player:
    return Player(replace(SCENES[scene](), viewer=OPEN, spectators=1))


@pytest.mark.parametrize("size", ["80x24", "60x20", "46x20", "40x12"])
@pytest.mark.parametrize("scene", ["rummy", "rummysix"])
def test_open_hands_of_rummy_as_text(scene: str, size: str, snapshot: SnapshotAssertion) -> None:
    width, height = map(int, size.split("x"))
    assert open_hands(scene).text(width, height) == snapshot(extension_class=TextScreen)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("scene", ["rummy", "rummymeld", "rummysix"])
def test_no_open_card_is_cut_at_any_size(scene: str, size: tuple[int, int]) -> None:
    player = open_hands(scene)
    plan, lines = rows(*size), player.text(*size).splitlines()
    assert plan is not None
    below = lines[plan.hand : plan.keys]
    for seat, hand in enumerate(player.situation.view.hands):
        assert hand is not None
        name = player.situation.names[seat]
        line = next(line for line in below if name[:4] in line)
        for card in cards_of(hand):
            assert label(card, FELT) in line


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("many", [2, 3])
def test_the_longest_hands_that_can_be_are_whole_under_long_names(many: int, size: tuple[int, int]) -> None:
    """Eleven cards of two players, eight of three: where one row is too short, each has two."""
    scene = open_hands("rummy").scene
    held = 11 if many == 2 else 8
    players = tuple(
        shown.Player(
            name="Alexandrina Wilh",
            cards=held,
            points=250,
            notes=("dealer", "away 1:45"),
            shown=tuple(DECK[held * seat : held * (seat + 1)]),
        )
        for seat in range(many)
    )
    text = paint(replace(scene, players=players), *size, FELT).canvas.text()
    for player in players:
        assert all(label(card, FELT) in text for card in player.shown)
    assert "250" in text


@pytest.mark.parametrize("size", SIZES)
def test_backs_are_all_there_or_none_and_their_number_stands_beside_them(size: tuple[int, int]) -> None:
    player = Player("rummywatch")
    plan, lines = rows(*size), player.text(*size).splitlines()
    board = player.situation.board
    assert plan is not None
    assert board is not None
    for seat, held in enumerate(board.held):
        line = next(line for line in lines[plan.hand : plan.keys] if player.situation.names[seat] in line)
        assert line.count("╱") in (0, held)
        assert f" {held} " in line


def test_nobody_who_watches_is_shown_twice() -> None:
    for size in SIZES:
        text = Player("rummywatch").text(*size)
        plan = rows(*size)
        assert plan is not None
        left = "\n".join(line[: plan.table_width] for line in text.splitlines()[: plan.bar])
        assert "Alexandros" not in left, size


@pytest.mark.parametrize("scene", ["rummy", "rummysix"])
def test_the_smallest_window_has_the_points_of_everybody(scene: str) -> None:
    player = Player(scene)
    totals = {1: 35, 3: 120}
    sheet = player.stage.match.sheet
    points = tuple(totals.get(seat, points) for seat, points in enumerate(sheet.totals))
    player.stage = replace(player.stage, match=replace(player.stage.match, sheet=replace(sheet, totals=points)))
    top = player.text(40, 12).splitlines()[0].split()
    assert top[1::2] == [str(points[seat]) for seat in player.situation.columns]
    assert all(a != b for a, b in combinations(top[::2], 2))


def test_a_sign_says_that_there_are_more_melds_and_up_and_down_lead_to_them() -> None:
    player = Player("rummy")
    assert player.text(40, 12).splitlines()[2].endswith("↑/↓")
    assert "c 2♠ 3♠ 4♠" not in player.text(40, 12)
    assert "c 2♠ 3♠ 4♠" in player.press("down").text(40, 12)


@pytest.mark.parametrize("size", SIZES)
def test_the_backs_of_all_lie_alike(size: tuple[int, int]) -> None:
    player = Player("rummymeld")
    player.stage = replace(player.stage, presence=("", "", "away 1:45", ""))
    left = [line.split("│")[0] for line in player.text(*size).splitlines()]
    backs = [line for line in left if "cards" in line and "╱" in line]
    assert len({"╱ ╱" in line for line in backs}) <= 1


def test_no_name_is_cut_within_brackets() -> None:
    player = Player("rummy")
    scene = player.scene
    names = ("Blaise (bot)", "Carl (bot)", "Dorothy (bot)")
    players = tuple(replace(each, name=name) for each, name in zip(scene.players, names, strict=True))
    pane = replace(scene.pane, names=("You", *names))
    top, row, *_ = paint(replace(scene, players=players, pane=pane), 40, 12, FELT).canvas.text().splitlines()
    assert row.split()[3:] == ["Blaise", "4", "Carl", "3", "Dorothy", "4"]
    assert top.split()[::2] == ["You", "Blaise", "Carl", "Dorothy"]
