"""My results at a server: its matches among those that are here, fetched when they are wanted."""

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import cast

import pytest
from msgspec.structs import replace
from syrupy.assertion import SnapshotAssertion

from tests.support.languages import left_in_english, speaking
from tests.support.peer import SERVER as SERVER_ID
from tests.support.peer import welcome
from tests.support.pictures import TextScreen
from tests.support.pretend import SERVER, Pretence
from tests.support.records import played
from upcard_client import news
from upcard_client.looks.glyphs import ASCII_GLYPHS
from upcard_client.looks.palette import Palette
from upcard_client.matches import fetching
from upcard_client.matches.shelf import Shelf
from upcard_client.screens.host import Host
from upcard_client.screens.results import ResultsScreen
from upcard_client.state import Lost, Me, Model, Up
from upcard_client.themes import FELT
from upcard_client.widgets.canvas import Canvas, width_of
from upcard_protocol.rules.game import Result
from upcard_protocol.rules.games import game_of
from upcard_protocol.rules.gin.options import PRESETS
from upcard_protocol.rules.record import replay
from upcard_protocol.wire.recording import MATCHES_CAP, head_of
from upcard_protocol.wire.replies import Done, Matches, MatchRow, Recorded
from upcard_protocol.wire.requests import GetRecord, MyMatches

SIZES = {"120x40": (120, 40), "80x24": (80, 24), "60x20": (60, 20), "40x12": (40, 12)}
DAY_MS = 86_400_000
RECORD = played()
BEGAN = RECORD.started_ms or 0
ROW = MatchRow(
    number=40,
    table=7,
    match=1,
    title="Kitchen table",
    game=RECORD.options,
    names=("Ann", "Ben"),
    seat=0,
    started_ms=BEGAN,
    ended_ms=BEGAN + 600_000,
    result=game_of(RECORD.options).result(replay(RECORD)),
)
BLAISE = replace(
    ROW,
    number=41,
    match=2,
    game=PRESETS["modern"],
    names=("Ann", "Blaise (bot)"),
    started_ms=BEGAN + DAY_MS,
    result=Result((1,), (0, 1), (-104, 104), ()),
)
LEFT = replace(ROW, number=39, table=6, started_ms=BEGAN - DAY_MS, result=None)


class PretendHost:
    """As much of the app as this screen needs, at a server that lists matches."""

    def __init__(self, model: Model, palette: Palette) -> None:
        self.model = model
        self.palette = palette
        self.server = self

    def change(self, step: Callable[[Model], Model]) -> None:
        self.model = step(self.model)


class Reader:
    """Somebody before the screen; of the matches that the server lists one is here as well."""

    def __init__(
        self, home: Path, rows: tuple[MatchRow, ...], after: int | None = None, palette: Palette = FELT
    ) -> None:
        shelf = Shelf(home / "games")
        shelf.put(SERVER_ID, ROW.table, ROW.match, RECORD)
        model = Model(link=Up(), server=welcome(caps=(MATCHES_CAP,)), me=Me(1, "Ann", guest=False))
        self.host = PretendHost(replace(model, kept=replace(model.kept, rows=rows, next=after)), palette)
        self.screen = ResultsScreen(cast("Host", self.host), shelf, lambda: None, home)
        self.text()
        for _ in rows:
            self.screen.read_on()

    def press(self, *keys: str) -> "Reader":
        for key in keys:
            self.screen.action_press(key)
        return self

    def text(self, width: int = 80, height: int = 24) -> str:
        canvas = Canvas(width, height, self.host.palette.table)
        self.screen.paint(canvas)
        return canvas.text()


def lost(reader: Reader) -> Reader:
    reader.host.model = replace(reader.host.model, link=Lost(1, 0, 0))
    return reader


@pytest.mark.parametrize("size", SIZES)
def test_the_list_of_here_and_there_as_text(tmp_path: Path, size: str, snapshot: SnapshotAssertion) -> None:
    text = Reader(tmp_path, (BLAISE, ROW, LEFT), 39).text(*SIZES[size])
    assert all(width_of(line) <= SIZES[size][0] for line in text.splitlines())
    assert text == snapshot(extension_class=TextScreen)


def test_who_won_is_said_whole_in_the_usual_window(tmp_path: Path) -> None:
    rows = Reader(tmp_path, (BLAISE,)).text().splitlines()
    assert [word.strip() for word in rows[2].split("  ") if word.strip()][1:] == [
        "Ann, Blaise (bot)",
        "gin rummy to 100",
        "Blaise (bot) won by 104",
    ]


def test_the_chosen_match_says_where_it_is(tmp_path: Path) -> None:
    reader = Reader(tmp_path, (BLAISE, ROW, LEFT))
    assert "On Kitchen Pi: Enter fetches it." in reader.text()
    assert f"also on Kitchen Pi · {tmp_path}"[:40] in reader.press("down").text(200, 24)
    assert "On Kitchen Pi: it can be fetched when the link is back." in lost(reader.press("down")).text()


def test_without_unicode_the_signs_are_letters(tmp_path: Path) -> None:
    rows = Reader(tmp_path, (BLAISE, ROW), palette=replace(FELT, glyphs=ASCII_GLYPHS)).text().splitlines()
    assert [row[:3] for row in rows[2:4]] == [">v2", " |2"]


def test_more_is_asked_for_before_the_end_of_the_list_is_reached(tmp_path: Path) -> None:
    rows = tuple(replace(ROW, number=n, match=n, started_ms=BEGAN + n * DAY_MS) for n in range(60, 1, -1))
    reader = Reader(tmp_path, rows, after=2)
    assert not reader.host.model.requests
    assert "more on the server" in reader.text()
    reader.press("page_down", "page_down", "page_down")
    reader.text()
    reader.screen.read_on()
    assert [each.request for each in reader.host.model.requests] == [MyMatches(1, 2)]


def test_the_chosen_match_stays_chosen_when_more_are_listed(tmp_path: Path) -> None:
    reader = Reader(tmp_path, (LEFT,)).press("down")
    chosen = reader.screen.chosen
    assert chosen is not None
    reader.host.model = replace(reader.host.model, kept=replace(reader.host.model.kept, rows=(BLAISE, ROW, LEFT)))
    reader.screen.look_again()
    assert reader.screen.chosen == chosen
    anew = Reader(tmp_path, ())
    anew.host.model = replace(anew.host.model, kept=replace(anew.host.model.kept, rows=(BLAISE, ROW, LEFT)))
    anew.screen.look_again()
    assert anew.screen.chosen is not None
    assert anew.screen.chosen.row == BLAISE, "who has chosen nothing yet is shown the latest"


def test_while_the_link_is_lost_a_match_of_the_server_is_not_asked_for(tmp_path: Path) -> None:
    reader = lost(Reader(tmp_path, (BLAISE,))).press("yes")
    assert "The link is lost" in reader.text()
    assert not reader.host.model.requests


def test_nothing_of_it_is_left_in_english(tmp_path: Path) -> None:
    names = ("Ann", "Ben", "Blaise", "Kitchen Pi", str(tmp_path / "games"), ".upcard")
    with speaking("strange"):
        reader = Reader(tmp_path, (BLAISE, ROW, LEFT), 39)
        shown = [reader.text(200, 24), reader.press("down").text(200, 24), lost(reader.press("down")).text(200, 24)]
        shown += [reader.press("yes").text(200, 24)]
        assert left_in_english("\n".join(shown), names) == ()


def test_what_a_server_calls_people_does_nothing_to_the_terminal(tmp_path: Path) -> None:
    names = ("\x1b[31mAnn\u202e", "[/]\nBen\x9b2J")
    text = Reader(tmp_path, (replace(BLAISE, names=names, title="\x1b]52;c;\x07"),)).text()
    assert not any(char in text for char in "\x1b\x07\x9b\u202e")
    assert len(text.splitlines()) <= 24


def test_a_match_that_came_once_another_one_is_chosen_is_kept_and_not_opened(tmp_path: Path) -> None:
    reader = Reader(tmp_path, (BLAISE, ROW, LEFT)).press("yes", "down")
    assert reader.host.model.kept.fetch is not None
    told = news.MatchFetched(7, 2, replace(RECORD, started_ms=BLAISE.started_ms, digest=None))
    reader.screen.hear((told,))
    assert "The match is kept in" in reader.text(200, 24)
    assert reader.screen.chosen is not None
    assert reader.screen.chosen.row == ROW
    assert len(Shelf(tmp_path / "games").games()) == 2


def test_a_match_for_which_there_is_no_room_is_a_sentence(tmp_path: Path) -> None:
    reader = Reader(tmp_path, (BLAISE,)).press("yes")
    shutil.rmtree(tmp_path / "games")
    (tmp_path / "games").write_text("in the way", encoding="utf-8")
    reader.screen.hear((news.MatchFetched(7, 2, replace(RECORD, digest=None)),))
    assert "The match could not be kept: " in reader.text(200, 24)


def test_who_opens_the_list_while_the_link_is_lost_is_told_so(tmp_path: Path) -> None:
    reader = lost(Reader(tmp_path, ()))
    for file in (tmp_path / "games").iterdir():
        file.unlink()
    reader.screen.look_again()
    reader.host.change(fetching.begin)
    assert "The link is lost" in reader.text()


async def test_a_match_of_the_server_is_fetched_replayed_and_kept(tmp_path: Path) -> None:
    pretence = Pretence(tmp_path, address=SERVER)
    async with pretence.app.run_test(size=(100, 30)) as pilot:
        await pilot.pause()
        link = pretence.link
        link.let_in(lists=True)
        link.answer_looks()
        await pilot.press("o")
        assert "Asking the server for your matches." in pretence.text
        link.answer(Matches((ROW,)))
        await pilot.pause()
        assert "1 match" in pretence.text
        await pilot.press("enter")
        assert "Fetching the match from Kitchen Pi." in pretence.text
        (asked,) = [each.request for each in link.model.requests]
        assert isinstance(asked, GetRecord)
        link.hear(Done(asked.rid, Recorded(BEGAN, RECORD.plays[:100], 100, head_of(RECORD))))
        link.answer(Recorded(BEGAN, RECORD.plays[100:]))
        await pilot.pause()
        assert pretence.text.startswith(" Replay · Ann - Ben")
        await pilot.press("escape", "v")
        assert "Self-consistent only: it has no commitment of the server" in pretence.text
        (file,) = Shelf(tmp_path / "games").games()
        await pilot.press("enter")
        assert pretence.text.startswith(" Replay · Ann - Ben")
        assert not link.model.requests, "it is here now"
        assert file.name.endswith("-7-1.upcard")


async def test_a_match_that_is_not_given_or_is_none_is_a_sentence(tmp_path: Path) -> None:
    pretence = Pretence(tmp_path, address=SERVER)
    async with pretence.app.run_test(size=(100, 30)) as pilot:
        await pilot.pause()
        link = pretence.link
        link.let_in(lists=True)
        link.answer_looks()
        await pilot.press("o")
        link.answer(Matches((ROW,)))
        await pilot.press("v")
        link.refuse("no_record", table=7, match=1)
        await pilot.pause()
        assert "You cannot have match 1 of table 7" in pretence.text
        await pilot.press("e")
        link.answer(Recorded(BEGAN, RECORD.plays))
        await pilot.pause()
        assert "What the server told is no whole match." in pretence.text
        link.lose()
        await pilot.pause()
        assert "The link is lost: what the server keeps comes when it is back." in pretence.text
