"""The worked hands and settlements of RULES 12.2 and 12.3, played through the engine from the deal."""

from typing import Any

import pytest
from msgspec.structs import replace

from tests.support.deals import DEFENDER, Scene, g01, with_totals
from tests.support.tables import examples, hand_named
from upcard_protocol.rules import PRESETS, Options, deadwood
from upcard_protocol.rules.cards import DECK, NAME, cards_of, parse_card, points
from upcard_protocol.rules.gin.actions import BigGin, Knock

HANDS = [example for example in examples("gin") if example["id"][0] in "GO"]
SETTLEMENTS = [example for example in examples("settlement") if example["id"][0] == "E"]


def by_id(row: dict[str, Any]) -> str:
    return row["id"]


def options_of(row: dict[str, Any]) -> Options:
    rules = row["rules"]
    oklahoma = row["id"].startswith("O")
    return Options(
        knock_limit=rules["limit"],
        gin_bonus=rules["gin"],
        big_gin_bonus=rules["big"],
        undercut_bonus=rules["under"],
        box_bonus=rules["box"],
        game_bonus=rules["game"],
        tie_rule=rules["tie"],
        oklahoma=oklahoma,
        spades_double=oklahoma,
    )


def dealt(row: dict[str, Any]) -> tuple[Scene, Knock | BigGin]:
    """Deal an example so that its knocker, seat 0, has just drawn and is about to end the hand."""
    melds = tuple(hand_named(names) for names in row["melds"])
    held = hand_named([name for names in row["melds"] for name in names] + row["deadwood"])
    defender = hand_named(row["defender"])
    upcard = row["note"].removeprefix("upcard ") if row["id"].startswith("O") else None
    free = [card for card in DECK if not (held | defender) >> card & 1 and NAME[card] != upcard]
    turned = parse_card(upcard) if upcard else free.pop()
    if row["kind"] == "biggin":
        *ten, drawn = cards_of(held)
        ending: Knock | BigGin = BigGin(melds)
    else:
        ten, drawn = list(cards_of(held)), free.pop()
        ending = Knock(drawn, melds)
    # Where the defender holds the upcard he took it, as the dealer, for a card that he threw.
    took = defender >> turned & 1
    thrown = NAME[free.pop()]
    scene = Scene(
        options_of(row),
        first=" ".join(NAME[card] for card in ten),
        dealer=" ".join(thrown if took and name == NAME[turned] else name for name in row["defender"]),
        upcard=NAME[turned],
        stock=NAME[drawn],
    )
    scene.play("0 pass", *(("1 take_upcard", f"1 discard {thrown}") if took else ("1 pass",)), "0 draw_stock")
    return scene, ending


@pytest.mark.parametrize("row", HANDS, ids=by_id)
def test_a_worked_hand_is_won_and_scored_as_written(row: dict[str, Any]) -> None:
    scene, ending = dealt(row)
    assert deadwood(scene.hand(1)) == row["def_dw_before"]
    scene.do(0, ending)
    knock = scene.board.knock
    assert knock is not None
    assert knock.kind == {"knock": "knock", "gin": "gin", "biggin": "big_gin"}[row["kind"]]
    assert points(knock.loose) == row["knocker_dw"]
    if row["kind"] == "knock":
        scene.play("1 auto")
    defence = scene.board.defence
    assert defence is not None
    assert sorted(NAME[card] for card, _ in defence.layoffs) == sorted(row["laid"])
    assert points(defence.loose) == row["def_dw_after"]
    assert scene.score.winner == {"K": 0, "D": 1, None: None}[row["winner"]]
    assert scene.score.points == row["points"]
    assert scene.match.sheet.totals == tuple(row["points"] if scene.score.winner == seat else 0 for seat in (0, 1))
    assert scene.match.sheet.boxes == tuple(int(scene.score.winner == seat) for seat in (0, 1))


def test_every_worked_hand_of_the_page_is_here() -> None:
    plain = {f"G{n:02}" for n in (*range(1, 11), *range(17, 23))}
    variants = {"G04b", "G05p", "G05u", "G06p", "G06x", "G06n", "G08p", "G09b", "G16a", "G16b"}
    assert {row["id"] for row in HANDS} == plain | variants | {"O02", "O03", "O04"}


def test_g10_the_eleven_of_big_gin_may_go_plain_gin_instead() -> None:
    big = Scene(first="4s 4h 4d 4c 7d 8d 9d Ts Js Qs", dealer="As Ad Ac 5c 6c 7c 9h 8s Qh 3h", stock="Ks")
    big.play("0 pass", "1 pass", "0 draw_stock")
    plain = Scene(first="4s 4h 4d 4c 7d 8d 9d Ts Js Qs", dealer="As Ad Ac 5c 6c 7c 9h 8s Qh 3h", stock="Ks")
    plain.play("0 pass", "1 pass", "0 draw_stock", "0 knock 4c")
    assert big.play("0 big_gin")
    assert (big.score.points, plain.score.points) == (61, 55)


def test_g23_eleven_left_after_the_best_discard_is_refused() -> None:
    scene = Scene(first="3c 4c 5c 6c 9s 9h 9d 9c Ks Ah", dealer="2s 2h 5s 5h Js Jd Qs Qc Ts Td", stock="Qd")
    scene.play("0 pass", "1 pass", "0 draw_stock")
    refused = scene.refusal("0 knock Qd")
    assert (refused.code, dict(refused.values)) == ("deadwood_over_limit", {"deadwood": 11, "limit": 10})
    assert not any(isinstance(action, Knock) for action in scene.may(0))


def oklahoma(upcard: str, left: str, **options: Any) -> Scene:
    """Have seat 0 hold nine melded cards and one loose one under this upcard, before the knock discard of Qc."""
    melded = "4c 5c 6c 9s 9h 9d Jd Qd Kd"
    scene = Scene(
        replace(Options(), oklahoma=True, **options),
        first=f"{melded} {left}",
        dealer="2s 2h 5s 5h Js Jh Qs Qh Ts Th",
        upcard=upcard,
        stock="Qc",
    )
    scene.play("0 pass", "1 pass", "0 draw_stock")
    return scene


def test_o01_seven_is_the_limit_under_a_seven() -> None:
    over = oklahoma("7d", "8h")
    assert over.refusal("0 knock Qc").values == {"deadwood": 8, "limit": 7}
    within = oklahoma("7d", "7h")
    within.play("0 knock Qc")
    assert within.board.phase == "layoff"


def test_o04_boxes_double_only_by_option() -> None:
    row = next(row for row in HANDS if row["id"] == "O04")
    boxes: list[int] = []
    for extra in ({}, {"extra_boxes": True}, {"extra_boxes": True, "spade_doubles_boxes": True}):
        scene = Scene(
            replace(Options(), oklahoma=True, spades_double=True, **extra),
            first="6h 7h 8h Qs Qd Qc Ts Td Tc 6c",
            dealer=" ".join(row["defender"]),
            upcard="9s",
            stock="Ac",
        )
        scene.knocked("knock Ac")
        assert (scene.score.winner, scene.score.points) == (1, 56)
        boxes.append(scene.match.sheet.boxes[1])
    assert boxes == [1, 2, 4]


def test_o05_an_ace_means_gin_only_or_one() -> None:
    gin_only = oklahoma("Ac", "Ah")
    assert gin_only.board.limit == 0
    assert gin_only.refusal("0 knock Qc").code == "deadwood_over_limit"
    one = oklahoma("Ac", "Ah", oklahoma_ace="one")
    assert one.board.limit == 1
    one.play("0 knock Qc")
    assert one.board.phase == "layoff"


def test_o06_a_face_card_allows_ten() -> None:
    scene = Scene(
        Options(oklahoma=True),
        first="4c 5c 6c 9s 9h 9d Jd Jh Jc Ts",
        dealer="2s 2h 5s 5h 3s 3h Qs 7c 8d 8h",
        upcard="Qh",
        stock="Qc",
    )
    scene.knocked("knock Qc 4c5c6c 9s9h9d JdJhJc")
    assert scene.board.limit == 10
    assert scene.board.knock is not None
    assert points(scene.board.knock.loose) == 10


def test_oklahoma_only_tightens_a_lower_house_limit() -> None:
    assert oklahoma("Kh", "Ah", knock_limit=5).board.limit == 5
    assert oklahoma("3h", "Ah", knock_limit=5).board.limit == 3


def test_the_limit_of_oklahoma_stands_although_the_upcard_was_taken() -> None:
    scene = oklahoma("7d", "8h")
    taken = Scene(Options(oklahoma=True), first=DEFENDER, upcard="5c")
    taken.play("0 take_upcard")
    assert (taken.board.limit, taken.board.upcard, taken.board.pile) == (5, parse_card("5c"), ())
    assert scene.board.limit == 7


def test_st1_straight_gin_refuses_a_knock_with_three() -> None:
    scene = Scene(PRESETS["straight"], first="4c 5c 6c 9s 9h 9d Jd Qd Kd 3s", dealer=DEFENDER, stock="Qc")
    scene.play("0 pass", "1 pass", "0 draw_stock")
    refused = scene.refusal("0 knock Qc")
    assert (refused.code, refused.values["deadwood"]) == ("deadwood_over_limit", 3)


@pytest.mark.parametrize("row", SETTLEMENTS, ids=by_id)
def test_a_worked_settlement_comes_out_as_written(row: dict[str, Any]) -> None:
    won, won_boxes, lost, lost_boxes, box, game, shutout, *mode = row["args"]
    shutout_mode = mode[0] if mode else "flat"
    options = Options(box_bonus=box, game_bonus=game, shutout_bonus=shutout, shutout_mode=shutout_mode)
    scene = with_totals(g01(options), (won - 20, lost), (won_boxes - 1, lost_boxes)).knocked()
    result = scene.match.sheet.games[0]
    assert (result.totals, result.boxes) == ((won, lost), (won_boxes, lost_boxes))
    assert (result.winner, result.margin) == (0, row["margin"])


def test_e04_an_undercut_wins_the_game_on_the_knockers_turn() -> None:
    scene = Scene(
        first="4c 5c 6c Js Jh Jd 2h 3h 4h 9s",
        dealer="Ks Kh Kd Qs Qh Qc 6d 7d 8d 7h",
        stock="Td",
    )
    with_totals(scene, (95, 88)).knocked("knock Td")
    assert (scene.score.winner, scene.score.points) == (1, 27)
    assert scene.match.sheet.totals == (95, 115)
    assert scene.match.sheet.winner == 1


def nine(options: Options) -> Scene:
    """Deal a hand that seat 0 wins with 9 points by throwing the ten of diamonds."""
    ten, other = "4c 5c 6c Js Jh Jd 2h 3h 4h As", "Ks Kh Kd Qs Qh Qc 6d 7d 8d Ts"
    return Scene(options, first=ten, dealer=other, stock="Td")


def test_e05_immediate_boxes_cross_the_target_and_boxes_at_the_end_do_not() -> None:
    palace = with_totals(nine(PRESETS["palace"]), (82, 40), (3, 1)).knocked("knock Td")
    assert palace.score.points == 9
    assert palace.match.sheet.totals == (101, 40)
    assert palace.match.sheet.winner == 0
    # The 82 hold three boxes of 10 already; without them it is 52.
    at_end = Options(big_gin=False, undercut_bonus=20, box_bonus=10, game_bonus=0, shutout_mode="none")
    later = with_totals(nine(at_end), (52, 30), (3, 1)).knocked("knock Td")
    assert later.match.sheet.totals == (61, 30)
    assert later.match.sheet.winner is None


def test_e06_the_winner_by_target_may_owe_points() -> None:
    scene = with_totals(g01(), (80, 99), (0, 10)).knocked()
    result = scene.match.sheet.games[0]
    assert (result.totals, result.winner, result.margin) == ((100, 99), 0, -124)
