"""Clocks as a value: what a turn and a reserve cost, who is timed, and when nobody pays."""

from msgspec.structs import replace

from tests.support.deals import shuffled
from upcard_protocol import table as tables
from upcard_protocol.rules import NATURE, PRESETS, Deal, Forfeit, shuffle
from upcard_protocol.rules.games import AnyAction
from upcard_protocol.rules.gin import actions as act
from upcard_protocol.table import Table, TableAction, TableOptions
from upcard_server.clocks import Clocks, after, fresh, packed, passed, restored

Step = tuple[int, TableAction | AnyAction]

OPENING: tuple[Step, ...] = (
    (NATURE, tables.Sit(0, "Eleni")),
    (NATURE, tables.Sit(1, "Mira")),
    (NATURE, tables.GetReady(0)),
    (NATURE, tables.GetReady(1)),
    (NATURE, tables.Commit(shuffle.commitment(bytes(32)))),
    (NATURE, tables.Start(1)),
    (NATURE, Deal((shuffled(1),))),
)


class Timed:
    """A table and its clocks, with a time that the test moves on."""

    def __init__(self, **options: int) -> None:
        """Deal a hand in which seat 0 is asked first."""
        game = replace(PRESETS["modern"], target=300)
        self.table: Table = tables.new_table(TableOptions(**options), game)  # pyright: ignore[reportArgumentType] - ints
        self.now_ms = 1_000_000
        self.clocks: Clocks = fresh(self.table, self.now_ms)
        self.do(*OPENING)

    def do(self, *steps: Step) -> "Timed":
        """Take steps, all at the present time."""
        for seat, action in steps:
            self.table, _ = tables.apply(self.table, seat, action)
            self.clocks = after(self.clocks, self.table, self.now_ms)
        return self

    def wait(self, seconds: float) -> "Timed":
        """Let time pass."""
        self.now_ms += round(seconds * 1000)
        return self

    @property
    def left(self) -> list[tuple[float, float]]:
        """What each seat has left now, of its turn and of its reserve, seconds."""
        return [(seat.turn_ms / 1000, seat.reserve_ms / 1000) for seat in passed(self.clocks, self.now_ms).seats]

    @property
    def running(self) -> list[bool]:
        """Whose clock runs."""
        return [self.clocks.runs and seat.decision is not None for seat in self.clocks.seats]


def test_only_who_is_asked_is_timed() -> None:
    timed = Timed().wait(10)
    assert timed.running == [True, False]
    assert timed.left == [(50, 120), (0, 120)]


def test_each_decision_has_a_whole_turn() -> None:
    timed = Timed().wait(10).do((0, act.PASS))
    assert timed.running == [False, True]
    assert timed.left == [(0, 120), (60, 120)]
    timed.do((1, act.PASS)).wait(5).do((0, act.DRAW_STOCK))
    assert timed.left[0] == (60, 120), "drawing and discarding are two decisions"


def test_the_reserve_runs_when_the_turn_is_used_up_and_lasts_for_the_game() -> None:
    timed = Timed().wait(75)
    assert timed.left[0] == (0, 105)
    timed.do((0, act.PASS)).wait(61).do((1, act.PASS))
    assert timed.left == [(60, 105), (0, 119)]
    assert timed.wait(1000).left[0] == (0, 0)


def test_nobody_is_timed_where_turns_have_no_limit() -> None:
    timed = Timed(turn_s=0).wait(1000)
    assert timed.running == [False, False]
    assert timed.left[0] == (0, 120)


def test_between_hands_no_clock_runs_and_the_reserve_stays() -> None:
    timed = Timed().wait(70).do((NATURE, Forfeit(0))).wait(100)
    assert timed.running == [False, False]
    assert timed.left == [(0, 110), (0, 120)]


def test_a_new_match_has_its_reserve_anew() -> None:
    timed = Timed().wait(100).do((NATURE, Forfeit(0)), (NATURE, tables.Leave(1)))
    timed.do((NATURE, tables.Return(1)))
    assert timed.left[0] == (0, 80)
    timed.table = replace(timed.table, match=None)
    timed.do((NATURE, tables.GetReady(0)), (NATURE, tables.GetReady(1)))
    timed.do((NATURE, tables.Commit(shuffle.commitment(bytes(32)))), (NATURE, tables.Start(1)))
    timed.do((NATURE, Deal((shuffled(2),))))
    assert timed.left == [(60, 120), (0, 120)]


def test_in_a_pause_clocks_stand_still_and_go_on_with_at_least_twenty_seconds() -> None:
    timed = Timed().wait(50).do((NATURE, tables.AskPause(1)), (NATURE, tables.Agree(0, 1))).wait(200)
    assert timed.running == [False, False]
    assert timed.left[0] == (10, 120)
    timed.do((NATURE, tables.PlayOn(1, 0)))
    assert timed.left[0] == (20, 120)
    assert timed.wait(5).left[0] == (15, 120)


def test_a_bot_that_stands_in_is_not_timed_and_whoever_returns_has_a_whole_turn() -> None:
    timed = Timed().wait(70).do((NATURE, tables.StandIn(0))).wait(500)
    assert timed.running == [False, False]
    timed.do((NATURE, tables.Return(0)))
    assert timed.left[0] == (60, 110)


def test_the_time_in_which_the_server_was_down_is_nobodys() -> None:
    timed = Timed().wait(65).do((NATURE, tables.Drop(1)))
    again = restored(packed(timed.clocks), timed.table, timed.now_ms + 10**9)
    assert after(again, timed.table, timed.now_ms + 10**9).seats[0].left_ms == 20_000 + 115_000
    timed = Timed().wait(15).do((NATURE, tables.Drop(1)))
    again = after(restored(packed(timed.clocks), timed.table, 7), timed.table, 7)
    assert again.seats[0].turn_ms == 45_000
    assert again.runs


def test_a_log_without_clocks_gives_everybody_a_whole_reserve() -> None:
    assert restored(None, Timed().table, 5).seats[0].reserve_ms == 120_000
