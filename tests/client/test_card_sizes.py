"""How large cards are: as the window has room for, as large as they fit, or small, as the settings have it."""

import pytest
from msgspec.structs import replace

from tests.support import rummy_screens
from tests.support.screens import Player
from upcard_client.games.gin.scenes import SCENES as GIN
from upcard_client.games.rummy.scenes import SCENES as RUMMY
from upcard_client.looks.dressing import dressed
from upcard_client.looks.palette import CardWish
from upcard_client.looks.terminal import ANY_TERMINAL
from upcard_client.settings import Settings
from upcard_client.themes import FELT, MONO
from upcard_client.widgets.canvas import width_of
from upcard_client.widgets.cards import CardSize, label
from upcard_client.widgets.sizes import card_size, rows

LARGE = replace(FELT, cards="large")
SIZES = ((120, 40), (100, 30), (95, 26), (80, 24), (78, 22), (70, 20), (60, 20), (60, 18), (46, 20), (40, 12))


@pytest.mark.parametrize(
    ("size", "hand", "auto", "large", "small"),
    [
        ((110, 34), 11, CardSize.LARGE, CardSize.LARGE, CardSize.NORMAL),
        ((100, 28), 11, CardSize.MEDIUM, CardSize.MEDIUM, CardSize.NORMAL),
        ((100, 30), 8, CardSize.MEDIUM, CardSize.LARGE, CardSize.NORMAL),
        ((95, 26), 11, CardSize.NORMAL, CardSize.MEDIUM, CardSize.NORMAL),
        ((80, 24), 11, CardSize.NORMAL, CardSize.NORMAL, CardSize.NORMAL),
        ((80, 24), 8, CardSize.NORMAL, CardSize.MEDIUM, CardSize.NORMAL),
        ((78, 22), 8, CardSize.NORMAL, CardSize.NORMAL, CardSize.NORMAL),
        ((72, 20), 11, CardSize.SHORT, CardSize.NORMAL, CardSize.SHORT),
        ((60, 20), 11, CardSize.SHORT, CardSize.SHORT, CardSize.SHORT),
        ((40, 12), 11, CardSize.SMALL, CardSize.SMALL, CardSize.SMALL),
        ((40, 12), 8, CardSize.SMALL, CardSize.SHORT, CardSize.SMALL),
    ],
)
def test_the_size_follows_the_window_the_wish_and_the_hand(
    size: tuple[int, int], hand: int, auto: CardSize, large: CardSize, small: CardSize
) -> None:
    wishes: tuple[CardWish, ...] = ("auto", "large", "small")
    assert [card_size(*size, wish, hand) for wish in wishes] == [auto, large, small]


def test_large_cards_leave_the_table_what_the_smallest_window_of_its_class_has() -> None:
    for width in range(40, 130, 3):
        for height in range(12, 45):
            plan = rows(width, height, cards="large", hand=8)
            assert plan is not None
            least = rows(*plan.size.value)
            assert least is not None
            assert plan.table_height >= least.table_height, (width, height)


@pytest.mark.parametrize("palette", [LARGE, replace(MONO, cards="large")], ids=["felt", "mono"])
@pytest.mark.parametrize("size", SIZES)
def test_with_large_cards_every_scene_has_its_whole_hand_and_its_bar(size: tuple[int, int], palette: object) -> None:
    players = [Player(scene, LARGE if palette is LARGE else replace(MONO, cards="large")) for scene in GIN]
    others = [rummy_screens.Player(scene, LARGE) for scene in RUMMY]
    for player in (*players, *others):
        scene, picture = player.scene, player.picture(*size)
        text = picture.canvas.text()
        assert all(width_of(line) <= size[0] for line in text.splitlines())
        plan = picture.rows
        assert plan is not None
        if scene.result is not None or scene.sheet is not None:
            continue
        below = "\n".join(text.splitlines()[plan.bar :])
        short = plan.size.value[0] <= 40
        shown = [label(card, player.palette) for card in scene.hand.cards]
        assert all(card in below or (short and f"T{card[2:]}" in below) for card in shown), below
        bar = picture.canvas.row_text(plan.bar)
        assert scene.bar.long in bar or scene.bar.short in bar


def test_a_hand_does_not_change_its_size_with_the_card_that_is_drawn() -> None:
    player = Player("draw", LARGE)
    before = player.picture(95, 26).rows
    after = player.press("draw").picture(95, 26).rows
    assert before == after
    assert before is not None
    assert before.cards is CardSize.MEDIUM


def test_the_setting_is_what_the_palette_wishes() -> None:
    assert dressed(Settings(cards="large"), ANY_TERMINAL).cards == "large"
    assert dressed(Settings(cards="large", characters="ascii"), ANY_TERMINAL).cards == "large"
