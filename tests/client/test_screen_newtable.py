"""The form of a new table: presets, options, clashes, and what is opened."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from msgspec.structs import replace
from textual.pilot import Pilot

from tests.support.pretend import Pretence
from upcard_client.games.choice import Choice, option_words, values_of
from upcard_client.games.fronts import FRONTS
from upcard_client.games.gin.choices import CHOICES, PRESETS, build
from upcard_client.games.rummy.choices import CHOICES as RUMMY_CHOICES
from upcard_client.screens.form import Form, changed, form_of, rows
from upcard_client.screens.lobby import LobbyScreen
from upcard_client.screens.newtable import NewTableScreen
from upcard_client.screens.surface import Surface
from upcard_protocol.rules.errors import Refusal
from upcard_protocol.rules.gin.options import PRESETS as ALL
from upcard_protocol.rules.gin.options import Options
from upcard_protocol.table import TableOptions
from upcard_protocol.wire.pushes import PersonChanged
from upcard_protocol.wire.replies import PersonRow
from upcard_protocol.wire.requests import NewTable

MODERN = form_of("gin", TableOptions(name="Kitchen table"))
EVERY = replace(MODERN, more=True)


@asynccontextmanager
async def form(home: Path, size: tuple[int, int] = (80, 24)) -> AsyncGenerator[tuple[Pretence, Pilot[None]]]:
    pretence = Pretence(home)
    async with pretence.app.run_test(size=size) as pilot:
        await pilot.pause()
        pretence.link.let_in()
        await pilot.pause()
        await pilot.press("n")
        yield pretence, pilot


def opened(pretence: Pretence) -> NewTable:
    asked = pretence.link.asked[-1]
    assert isinstance(asked, NewTable)
    return asked


def test_every_preset_that_is_dealt_is_offered_and_known_by_its_values() -> None:
    assert set(PRESETS) == set(ALL)
    for front in FRONTS.values():
        for name, options in front.choices.PRESETS.items():
            form = replace(form_of(front.name, MODERN.table), values=values_of(options))
            assert (form.built, form.preset) == (options, name)
            assert name in front.choices.PRESET_WORDS


def test_a_form_against_computers_alone_is_not_timed_unless_that_was_chosen() -> None:
    people = changed(MODERN, "bots", -1)
    assert (MODERN.table.turn_s, people.table.turn_s) == (0, 60)
    assert changed(people, "bots", 1).table.turn_s == 0
    chosen = changed(MODERN, "turn_s", 1)
    assert chosen.table.turn_s == 15
    for row in ("bots", "players", "game", "preset"):
        assert changed(chosen, row, 1).table.turn_s == 15
    assert changed(changed(people, "turn_s", 1), "bots", 1).table.turn_s == 90
    four = changed(RUMMY, "players", 2)
    assert (four.bots, four.table.turn_s, changed(four, "bots", -1).table.turn_s) == (3, 0, 60)


def test_every_option_of_the_rules_is_on_the_list() -> None:
    listed = {choice.field for choice in CHOICES}
    assert set(values_of(Options())) == listed


@pytest.mark.parametrize(
    ("players", "formats"),
    [(2, ["duel"]), (3, ["sit_out", "cutthroat", "all_play"]), (4, ["partners", "all_play"])],
)
def test_so_many_players_are_offered_the_formats_in_which_they_can_play(players: int, formats: list[str]) -> None:
    form = MODERN
    while form.players != players:
        form = changed(form, "players", 1)
    assert form.values["format"] == formats[0]
    assert ("format" in [line.id for line in rows(form)]) == (players > 2)
    seen = [form.values["format"]]
    for _ in formats[1:]:
        form = changed(form, "format", 1)
        seen.append(form.values["format"])
    assert seen == formats
    assert isinstance(form.built, Options)


def test_the_usual_rules_of_two_become_those_of_partners_and_back() -> None:
    four = changed(changed(MODERN, "players", 1), "players", 1)
    assert (four.players, four.preset, four.values["target"]) == (4, "partners", 125)
    assert changed(four, "players", 1).built == PRESETS["modern"]
    other = changed(changed(changed(MODERN, "gin_bonus", 1), "players", 1), "players", 1)
    assert (other.values["target"], other.values["format"]) == (100, "partners")


def test_hollywood_is_offered_where_its_columns_can_be_kept() -> None:
    three = changed(changed(MODERN, "hollywood", 1), "players", 1)
    assert three.players == 3
    assert three.values["hollywood"] is False
    assert isinstance(three.built, Options)


@pytest.mark.parametrize("choice", CHOICES, ids=lambda choice: choice.field)
def test_every_value_on_the_list_can_be_had_from_a_preset(choice: Choice) -> None:
    """Each value alone, or with what it needs, makes options that can be played."""
    needs = {"spades_double": True, "oklahoma": True} if choice.field.startswith("spade") else {}
    needs |= {"oklahoma": True} if choice.field == "oklahoma_ace" else {}
    for value, _ in choice.values:
        built = build({**values_of(Options()), **needs, choice.field: value})
        assert isinstance(built, Options), (choice.field, value)


def test_the_usual_value_of_each_option_has_words() -> None:
    usual = values_of(Options())
    for choice in CHOICES:
        assert any(value == usual[choice.field] for value, _ in choice.values), choice.field


def test_options_that_mean_nothing_are_not_listed() -> None:
    every = [line.id for line in rows(EVERY)]
    assert "oklahoma_ace" not in every
    assert "shutout_bonus" in every
    straight = changed(MODERN, "knock_limit", -1)
    assert straight.values["knock_limit"] == 0
    listed = [line.id for line in rows(replace(straight, more=True))]
    assert "undercut_bonus" not in listed


def test_what_means_nothing_any_more_goes_back_to_its_usual_value() -> None:
    oklahoma = replace(MODERN, values=values_of(PRESETS["oklahoma"]))
    assert oklahoma.values["spades_double"] is True
    after = changed(oklahoma, "oklahoma", 1)
    assert after.values["spades_double"] is False
    assert isinstance(after.built, Options)


def test_a_clash_is_told_in_the_words_of_the_list() -> None:
    assert option_words(CHOICES, "upcard_rule=eleven") == "First turn: eleven cards"
    assert option_words(CHOICES, "oklahoma") == "Oklahoma"
    assert option_words(CHOICES, "box_bonus=0") == "Boxes: none"


RUMMY = form_of("rummy", TableOptions(name="Kitchen table"))


def test_another_game_brings_its_own_lines_and_its_usual_options() -> None:
    rummy = changed(MODERN, "game", 1)
    assert (rummy.name, rummy.preset, rummy.players, rummy.bots) == ("rummy", "basic", 2, 1)
    listed = [line.id for line in rows(rummy)]
    assert listed[:4] == ["game", "preset", "players", "bots"]
    assert "ace_runs" in listed
    assert "knock_limit" not in listed
    assert changed(rummy, "game", 1) == MODERN


def test_more_players_are_more_computers_unless_people_are_awaited() -> None:
    four = changed(changed(RUMMY, "players", 1), "players", 1)
    assert (four.players, four.bots) == (4, 3)
    assert _line(four, "bots") == "3 computers"
    assert _line(changed(four, "bots", -1), "bots") == "2 computers, 1 person"
    assert _line(changed(four, "bots", 1), "bots") == "4 computers, I watch"
    people = changed(changed(four, "bots", 1), "bots", 1)
    assert _line(people, "bots") == "3 people who sit down"
    assert changed(people, "players", 1).bots == 0
    assert changed(changed(four, "bots", 1), "players", 2).bots == 6
    assert changed(RUMMY, "players", -1).players == 6


def _line(form: Form, row: str) -> str:
    return next(line.value for line in rows(form) if line.id == row)


def test_of_rummy_only_what_means_something_is_listed() -> None:
    every = replace(RUMMY, more=True)
    assert "dealer_rule" in [line.id for line in rows(every)]
    assert "dealer_rule" not in [line.id for line in rows(changed(every, "players", 1))]
    assert "target" not in [line.id for line in rows(changed(every, "fixed_deals", 1))]
    assert "ace_value" not in [line.id for line in rows(every)]
    high = changed(every, "ace_runs", 1)
    assert "ace_value" in [line.id for line in rows(high)]
    assert changed(changed(high, "ace_value", 1), "ace_runs", -1).values["ace_value"] == 1
    assert "call_window" in [line.id for line in rows(changed(every, "call_rummy", 1))]
    assert "recycle" not in [line.id for line in rows(changed(every, "recycle_limit", -1))]


@pytest.mark.parametrize("choice", RUMMY_CHOICES, ids=lambda choice: choice.field)
def test_every_value_of_rummy_can_be_played_with_what_it_needs(choice: Choice) -> None:
    needs = {"ace_value": {"ace_runs": "around"}, "floating": {"must_discard_to_go_out": True}}.get(choice.field, {})
    usual = values_of(RUMMY.front.usual)
    assert any(value == usual[choice.field] for value, _ in choice.values)
    for value, _ in choice.values:
        assert not isinstance(RUMMY.front.choices.build({**usual, **needs, choice.field: value}), Refusal)


def test_every_option_of_rummy_is_on_the_list() -> None:
    assert {choice.field for choice in RUMMY_CHOICES} == set(values_of(RUMMY.front.usual))


async def test_a_table_of_rummy_is_opened_for_four(tmp_path: Path) -> None:
    async with form(tmp_path) as (pretence, pilot):
        await pilot.press("right", "down", "down", "right", "right")
        assert "7 cards each" in pretence.text
        await pilot.press("enter")
        asked = opened(pretence)
        assert (asked.game, asked.seats, asked.bots) == (RUMMY.front.usual, 4, 3)


async def test_enter_opens_a_modern_game_against_the_computer(tmp_path: Path) -> None:
    async with form(tmp_path) as (pretence, pilot):
        await pilot.press("enter")
        asked = opened(pretence)
        assert (asked.game, asked.bots, asked.options.name) == (PRESETS["modern"], 1, "Eleni's table")
        pretence.link.refuse("too_many_tables", limit=4)
        await pilot.pause()
        assert "✗ You can have 4 tables at once: leave one first." in pretence.text


async def test_where_others_are_a_table_is_for_people(tmp_path: Path) -> None:
    async with form(tmp_path) as (pretence, pilot):
        await pilot.press("escape")
        pretence.link.hear(PersonChanged(PersonRow(user=2, name="Mira", guest=False)))
        await pilot.press("n")
        assert "a person who sits down" in pretence.text
        assert "60 s" in pretence.text
        await pilot.press("right", "enter")
        assert (opened(pretence).game, opened(pretence).bots) == (FRONTS["rummy"].usual, 0)


async def test_how_a_line_is_typed_is_said_while_it_is_chosen(tmp_path: Path) -> None:
    async with form(tmp_path) as (pretence, pilot):
        assert "Type" not in pretence.text.splitlines()[-2]
        await pilot.press("up")
        assert "Right types it, Up/Down choose another line." in pretence.text
        assert "→ Type" in pretence.text or "Right Type" in pretence.text
        await pilot.press("right")
        assert pretence.text.splitlines()[-1].split() == ["Enter", "Done", "Esc", "Back"]


@pytest.mark.parametrize("size", [(120, 40), (80, 24), (60, 20)])
async def test_what_every_option_comes_to_is_said_whole(tmp_path: Path, size: tuple[int, int]) -> None:
    async with form(tmp_path, size) as (pretence, pilot):
        screen = pretence.app.screen
        assert isinstance(screen, NewTableScreen)
        screen.form = changed(replace(screen.form, more=True), "hollywood", 1)
        await pilot.press("f5")
        said = " ".join(pretence.text.split())
        assert " ".join(screen.form.in_short("·").split()) in said


async def test_left_and_right_change_the_chosen_line(tmp_path: Path) -> None:
    async with form(tmp_path) as (pretence, pilot):
        await pilot.press("down", "right")
        assert "◂ Pagat" in pretence.text
        await pilot.press("left", "down", "down", "left")
        assert "a person who sits down" in pretence.text
        await pilot.press("down", "right", "enter")
        asked = opened(pretence)
        assert (asked.game.target, asked.bots) == (125, 0)


async def test_a_clash_is_said_and_keeps_the_table_from_opening(tmp_path: Path) -> None:
    async with form(tmp_path, (80, 50)) as (pretence, pilot):
        await pilot.press("m")
        lines = [line.id for line in rows(EVERY)]
        await pilot.press(*["down"] * lines.index("oklahoma"), "right")
        after = [line.id for line in rows(_form(pretence))]
        await pilot.press(*["down"] * (after.index("upcard_rule") - after.index("oklahoma")), "left")
        said = "✗ These options do not go together: First turn: eleven cards and Oklahoma."
        assert said in pretence.text
        await pilot.press("up", "enter")
        assert said in pretence.text
        assert pretence.link.asked == []


def _form(pretence: Pretence) -> Form:
    screen = pretence.app.screen
    assert isinstance(screen, NewTableScreen)
    assert not isinstance(screen.form.built, Refusal)
    return screen.form


async def test_name_and_code_are_typed(tmp_path: Path) -> None:
    async with form(tmp_path) as (pretence, pilot):
        await pilot.press("up", "right", *"m3q", "enter")
        await pilot.press("up", "right", "ctrl+u", *"Owls", "enter")
        await pilot.press("enter")
        asked = opened(pretence)
        assert (asked.options.name, asked.options.code) == ("Owls", "m3q")


async def test_escape_goes_back_to_the_lobby(tmp_path: Path) -> None:
    async with form(tmp_path) as (pretence, pilot):
        await pilot.press("escape")
        assert isinstance(pretence.app.screen, LobbyScreen)


async def test_the_form_can_be_filled_with_the_mouse(tmp_path: Path) -> None:
    async with form(tmp_path) as (pretence, pilot):
        lines = pretence.text.splitlines()
        target = next(place for place, line in enumerate(lines) if line.startswith("   Target"))
        await pilot.click(Surface, offset=(lines[target].index("▸"), target))
        assert "► Target             ◂ 125" in pretence.text
        await pilot.click(Surface, offset=(lines[target].index("◂"), target))
        await pilot.click(Surface, offset=(lines[target].index("◂"), target))
        assert "► Target             ◂ 50 " in pretence.text
        await pilot.click(Surface, offset=(lines[22].index("Open"), 22))
        assert opened(pretence).game.target == 50


async def test_the_rules_follow_what_is_chosen(tmp_path: Path) -> None:
    async with form(tmp_path) as (pretence, pilot):
        await pilot.press("down", "down", "down", "down", "right", "f3")
        assert "Rules of this table: gin rummy to 125" in pretence.text
