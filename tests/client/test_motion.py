"""A card on its way to the discard pile: one picture between two, for who wants it and for nobody else."""

from msgspec.structs import replace

from tests.support.screens import Player
from upcard_client.cardtable.habits import Habits
from upcard_client.cardtable.motion import LASTS_S, halfway, landed
from upcard_client.games.gin.scenes import SCENES
from upcard_client.stage import StageApp
from upcard_client.themes import FELT
from upcard_protocol.rules.cards import parse_card
from upcard_protocol.rules.gin import actions as act

KC, QD, C9 = (parse_card(name) for name in ("Kc", "Qd", "9c"))


def test_a_card_has_landed_where_it_is_all_that_is_new_on_the_pile() -> None:
    assert landed((QD,), (QD, KC)) == KC
    assert landed((), (KC,)) == KC
    for before, now in (((QD,), (QD,)), ((QD, KC), (QD,)), ((QD,), (C9, KC)), ((), (QD, KC)), ((QD, KC), ())):
        assert landed(before, now) is None


def test_between_two_pictures_the_card_is_neither_in_the_hand_nor_on_the_pile() -> None:
    player = Player("discard").choose("Kc")
    older = player.picture()
    newer = player.press("discard").picture()
    between = halfway(older, newer, KC, FELT)
    assert between is not None
    seen = [older.canvas.text().count("K♣"), between.canvas.text().count("K♣"), newer.canvas.text().count("K♣")]
    hand = between.canvas.text().splitlines()[15:20]
    assert seen[1] >= 2
    assert not any("K♣" in line for line in hand)
    assert between.zones == newer.zones


def test_where_no_cards_lie_on_the_table_nothing_moves() -> None:
    player = Player("discard").choose("Kc")
    older = player.picture(40, 12)
    newer = player.press("discard").picture(40, 12)
    assert halfway(older, newer, KC, FELT) is None
    assert halfway(player.picture(80, 24), newer, KC, FELT) is None


async def test_the_table_shows_the_picture_between_for_a_moment_where_that_is_wanted() -> None:
    stage, still = SCENES["discard"](), StageApp("discard", FELT, freeze=True)
    after = stage.acted(act.Discard(KC)).situation
    async with still.run_test(size=(80, 24)) as pilot:
        still.table.show(after)
        await pilot.pause()
        last = still.table.screen_text
    moving, moves = StageApp("discard", FELT, freeze=True), Habits(motion=True)
    async with moving.run_test(size=(80, 24)) as pilot:
        moving.table.show(replace(stage.situation, habits=moves))
        moving.table.show(replace(after, habits=moves))
        assert moving.table.screen_text != last
        while moving.table.screen_text != last:
            await pilot.pause(LASTS_S / 5)
    assert LASTS_S <= 0.12
