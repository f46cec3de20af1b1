"""Whoever comes to a table in the middle of a hand reads in the log what was played of it, as the others read it."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from tests.support.deals import deck_for
from tests.support.house import ME, HouseTable, to_draw, watched
from tests.support.pretend import Pretence
from tests.support.records import played
from upcard_client.attable import so_far
from upcard_client.games.fronts import front_of
from upcard_client.games.seen import Seen
from upcard_client.replay.moments import UNCLOCKED, seen_at
from upcard_client.words.phrases import spoken
from upcard_protocol.rules.game import PUBLIC
from upcard_protocol.rules.games import GameOptions, game_of
from upcard_protocol.rules.gin import actions as act
from upcard_protocol.rules.gin.options import PRESETS as GIN
from upcard_protocol.rules.record import begin, steps
from upcard_protocol.rules.rummy.options import PRESETS as RUMMY
from upcard_protocol.table import Chair, TableView

NAMES = ("Ann", "Ben", "Cleo", "Dora")
MOST_STEPS = 400
"""Of a long match so many are enough."""
UNTOLD = ("is ready", "are ready", "won the game", "won the match", "let it lie", "call Rummy!", "has answered")
"""What the log says besides what is played of a hand: a view does not hold the order of these."""


def told(options: GameOptions, seats: int, viewer: int) -> Iterator[tuple[list[str], Seen]]:
    """Yield what the log of somebody who was there says of the hand, and what he sees, after every play."""
    record = played(options, seats)
    game, front = game_of(options), front_of(options)
    chairs = tuple(Chair("person", name) for name in NAMES[:seats])
    table = TableView(viewer, UNCLOCKED, False, options, chairs, (True,) * seats, matches=1)
    view = game.view(begin(record), viewer)
    log: list[str] = []
    for number, step in enumerate(steps(record)):
        if number > MOST_STEPS:
            return
        for event in step.events:
            heard = game.redact(event, viewer, options=options)
            after = game.fold(view, heard)
            if front.following.hand(after) != front.following.hand(view):
                log.clear()
            log += [spoken(line) for line in front.following.tell(heard, seen_at(table, view))]
            view = after
        yield log, seen_at(table, view)


def without_cards_drawn(lines: list[str]) -> list[str]:
    """Return lines in which one's own draws name no card: a view keeps the last one alone."""
    return ["You drew" if line.startswith("You drew") else line for line in lines]


@pytest.mark.parametrize("viewer", [0, 1, PUBLIC])
@pytest.mark.parametrize(
    ("options", "seats"),
    [
        (GIN["modern"], 2),
        (GIN["oklahoma"], 2),
        (replace(GIN["modern"], format="sit_out", target=50), 3),
        (replace(GIN["modern"], format="all_play", target=50), 4),
        (RUMMY["basic"], 2),
        (RUMMY["basic"], 4),
        (RUMMY["calling"], 3),
    ],
)
def test_the_log_of_somebody_who_comes_later_says_what_the_log_of_the_others_says(
    options: GameOptions, seats: int, viewer: int
) -> None:
    for log, seen in told(options, seats, viewer):
        said = [spoken(entry.line) for entry in so_far(seen.view)]
        expected = [line for line in log if not any(words in line for words in UNTOLD)]
        if not front_of(options).following.hand_over(seen.match):
            assert without_cards_drawn(said) == without_cards_drawn(expected)
        else:
            # What more there is to say of the end of a hand is on its result.
            assert without_cards_drawn(said) == without_cards_drawn(expected)[: len(said)]


def test_the_card_that_one_has_just_drawn_is_named() -> None:
    house = HouseTable()
    house.begin(deck_for("4s 5s 6s Jh Jd Jc Ad 2c 9h Kc", "Qd 9d 8c 8d Th 6h 6c 4c 3d Ts", "7c", "8h 2h"))
    to_draw(house)
    house.do(act.DRAW_STOCK, ME)
    entries = so_far(house.snapshot().view)
    assert spoken(entries[-1].line) == "You drew 8 of hearts"
    assert entries[-1].kind == "mine"
    assert {entry.kind for entry in entries[:2]} == {"event"}


@pytest.mark.parametrize("who", [ME, PUBLIC])
async def test_after_the_program_was_begun_anew_the_log_has_the_hand_so_far(tmp_path: Path, who: int) -> None:
    house = HouseTable()
    house.begin(deck_for("4s 5s 6s Jh Jd Jc Ad 2c 9h Kc", "Qd 9d 8c 8d Th 6h 6c 4c 3d Ts", "7c", "8h 2h"))
    to_draw(house)
    pretence = Pretence(tmp_path)
    async with pretence.app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        pretence.link.let_in()
        pretence.link.hear((house if who == ME else watched(house)).snapshot())
        await pilot.pause()
        log = [line.split("│")[-1].strip() for line in pretence.text.splitlines()[1:13]]
        assert log[:3] == ["Log ────────────────────", "Hand 1. Mira deals.", "The upcard is 7♣"]
        assert "Mira passed" in log
        pretence.link.hear(*house.do(act.DRAW_STOCK, ME))
        await pilot.pause()
        assert pretence.text.count("Hand 1. Mira deals.") == 1
