"""How somebody likes to play, as chosen in the settings: what is sorted, asked and counted at the table."""

import pytest
from msgspec.structs import replace

from upcard_client.cardtable.effects import Press
from upcard_client.cardtable.habits import Ask, Habits
from upcard_client.games.gin import pressing as gin
from upcard_client.games.gin.desk import Desk as GinDesk
from upcard_client.games.gin.scenes import SCENES as GIN
from upcard_client.games.rummy import pressing as rummy
from upcard_client.games.rummy.desk import Desk as RummyDesk
from upcard_client.games.rummy.scenes import SCENES as RUMMY
from upcard_client.themes import FELT
from upcard_client.widgets.frame import Status, line_text
from upcard_client.widgets.sizes import SizeClass, rows
from upcard_protocol.rules.cards import parse_card
from upcard_protocol.rules.gin import actions as gin_act
from upcard_protocol.rules.rummy import actions as rummy_act

ASKED = [
    ("meld", True, "in a meld"),
    ("meld", False, ""),
    ("always", True, "in a meld"),
    ("always", False, "Discard"),
    ("never", True, ""),
    ("never", False, ""),
]
"""What is chosen, whether the discard breaks a meld, and how the question reads."""


def question(status: Status | None) -> str:
    return "" if status is None or status.kind != "question" else line_text(status.line, FELT)


@pytest.mark.parametrize(("ask", "breaks", "asked"), ASKED)
def test_gin_asks_before_a_discard_as_one_likes_it(ask: Ask, breaks: bool, asked: str) -> None:
    now = replace(GIN["discard"]().situation, habits=Habits(ask=ask))
    card = parse_card("4s" if breaks else "Kc")
    outcome = gin.press(now, replace(gin.follow(None, now, GinDesk(), 0), chosen=card), Press("discard", 1000))
    assert question(outcome.desk.status).startswith("4♠ is in your run." if asked == "in a meld" else asked)
    if asked:
        assert outcome.effects == ()
        outcome = gin.press(now, outcome.desk, Press("discard", 2000))
    assert outcome.effects == (gin_act.Discard(card),)


@pytest.mark.parametrize(("ask", "breaks", "asked"), ASKED)
def test_rummy_asks_before_a_discard_as_one_likes_it(ask: Ask, breaks: bool, asked: str) -> None:
    now = replace(RUMMY["rummymeld"]().situation, habits=Habits(ask=ask))
    card = parse_card("8h" if breaks else "Kd")
    outcome = rummy.press(now, replace(rummy.follow(None, now, RummyDesk(), 0), chosen=card), Press("discard", 1000))
    assert asked in question(outcome.desk.status).replace("in a meld of your hand", "in a meld")
    if asked:
        assert outcome.effects == ()
        outcome = rummy.press(now, outcome.desk, Press("discard", 2000))
    assert outcome.effects == (rummy_act.Discard(card),)


@pytest.mark.parametrize(("width", "height", "size"), [(120, 40, SizeClass.WIDE), (100, 30, SizeClass.MID)])
def test_cards_stay_small_in_a_large_window_if_one_likes_that(width: int, height: int, size: SizeClass) -> None:
    plan, usual = rows(width, height, cards="small"), rows(80, 24)
    assert plan is not None
    assert usual is not None
    assert (plan.cards, plan.size) == (usual.cards, size)
    assert plan.keys - plan.hand == usual.keys - usual.hand


@pytest.mark.parametrize(("width", "height"), [(80, 24), (60, 20), (40, 12)])
def test_in_other_windows_they_are_as_always(width: int, height: int) -> None:
    assert rows(width, height, cards="small") == rows(width, height)
