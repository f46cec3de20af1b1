"""The settings: what is changed is seen at once and kept."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from tests.support.languages import speaking
from tests.support.pretend import SERVER, Pretence
from upcard_client.locale import LANGUAGES, spoken_language, tr
from upcard_client.looks.palette import Palette
from upcard_client.looks.terminal import Terminal
from upcard_client.screens.connect import ConnectScreen
from upcard_client.screens.preferences import CHOICES, PreferencesScreen
from upcard_client.screens.signs import SAMPLES, SignsScreen, signs_of
from upcard_client.settings import Recent, Settings, load, save
from upcard_client.themes import ASCII, FELT, MONO, PAPER

SIZE = (80, 24)


async def test_another_palette_is_seen_at_once_and_kept(tmp_path: Path) -> None:
    pretence = Pretence(tmp_path, address=None)
    async with pretence.app.run_test(size=SIZE) as pilot:
        await pilot.pause()
        await pilot.press("f2", "down", "left")
        assert pretence.app.palette is MONO
        assert "Black and white" in pretence.text
        await pilot.press("right", "right", "escape")
        assert pretence.app.palette is FELT
    assert load(tmp_path / "settings.json").palette == "felt"


async def test_other_characters_are_drawn_at_once_and_kept(tmp_path: Path) -> None:
    pretence = Pretence(tmp_path, address=None, settings=Settings(name="Eleni", palette="mono"))
    async with pretence.app.run_test(size=SIZE) as pilot:
        await pilot.pause()
        await pilot.press("f2", "down", "down", "left")
        assert not [char for char in pretence.text if char > "~"]
        await pilot.press("right", "down", "right")
        assert pretence.app.palette.glyphs.suits == ("S", "H", "D", "C")
        assert pretence.app.palette.glyphs.turn == "►"
    kept = load(tmp_path / "settings.json")
    assert (kept.characters, kept.suit_letters) == ("", True)


async def test_the_guide_is_sent_away_and_asked_for_in_the_settings(tmp_path: Path) -> None:
    pretence = Pretence(tmp_path, address=None)
    async with pretence.app.run_test(size=SIZE) as pilot:
        await pilot.pause()
        place = next(place for place, choice in enumerate(CHOICES) if choice.field == "learned")
        await pilot.press("f2", *["down"] * place, "right")
        assert pretence.app.settings.learned == ("gin", "rummy")
        assert any("Guide" in line and " no " in line for line in pretence.text.splitlines())
        await pilot.press("left")
        assert pretence.app.settings.learned == ()


async def test_a_name_that_was_changed_is_used_at_the_next_connection(tmp_path: Path) -> None:
    pretence = Pretence(tmp_path, address=None)
    async with pretence.app.run_test(size=SIZE) as pilot:
        await pilot.pause()
        await pilot.press("f2", "up", "right", "ctrl+u", "x", "enter")
        assert "✗ The name x cannot be used" in pretence.text
        await pilot.press("right", "ctrl+u", *"Zoe", "enter", "escape")
        assert isinstance(pretence.app.screen, ConnectScreen)
        await pilot.press("enter")
        assert pretence.link.identity.name == "Zoe"
    assert load(tmp_path / "settings.json").name == "Zoe"


async def test_a_palette_that_was_asked_for_stays_when_something_else_is_kept(tmp_path: Path) -> None:
    known = Settings(name="Eleni", palette="felt", recent=(Recent("10.0.0.1"),))
    pretence = Pretence(tmp_path, address=SERVER, settings=known, palette=ASCII)
    async with pretence.app.run_test(size=SIZE) as pilot:
        await pilot.pause()
        pretence.link.let_in()
        await pilot.pause()
        assert pretence.app.palette is ASCII


async def test_settings_that_cannot_be_kept_are_said_and_used_all_the_same(tmp_path: Path) -> None:
    (tmp_path / "settings.json").mkdir()
    pretence = Pretence(tmp_path, address=None)
    async with pretence.app.run_test(size=SIZE) as pilot:
        await pilot.pause()
        await pilot.press("f2", "down", "right", "right")
        assert isinstance(pretence.app.screen, PreferencesScreen)
        assert "The settings cannot be kept" in pretence.text
        assert pretence.app.palette is PAPER


async def test_another_language_is_spoken_at_once_and_kept(tmp_path: Path) -> None:
    pretence = Pretence(tmp_path, address=None)
    async with pretence.app.run_test(size=SIZE) as pilot:
        await pilot.pause()
        await pilot.press("f2", "right")
        assert spoken_language() == "en"
        try:
            await pilot.press("right")
            assert spoken_language() == "el"
            assert "Ελληνικά" in pretence.text
        finally:
            await pilot.press("left")
        assert spoken_language() == "en"
    assert load(tmp_path / "settings.json").language == "en"


async def test_hindi_says_that_it_needs_letters_joined_and_where_else_to_turn(tmp_path: Path) -> None:
    with speaking("en"):
        pretence = Pretence(tmp_path, address=None, settings=Settings(name="Eleni", language="ru"))
        async with pretence.app.run_test(size=SIZE) as pilot:
            await pilot.pause()
            await pilot.press("f2", "right")
            assert spoken_language() == "hi"
            assert "हिन्दी" in pretence.text
            assert f"{LANGUAGES['hi_Latn']}।" in pretence.text
            await pilot.press("right")
            assert spoken_language() == "hi_Latn"
            assert "Bhaasha" in pretence.text
            assert "Up/Down se line chunein" in pretence.text
            await pilot.press("left", "down")
            assert LANGUAGES["hi_Latn"] not in pretence.text
    assert load(tmp_path / "settings.json").language == "hi"


async def test_the_test_card_has_a_line_of_every_language_and_says_where_hindi_is_joined(tmp_path: Path) -> None:
    pretence = Pretence(tmp_path, address=None)
    async with pretence.app.run_test(size=SIZE) as pilot:
        await pilot.pause()
        await pilot.press("f2", "t")
        assert all(sample in pretence.text for sample in SAMPLES)
        joining = ("GNOME Terminal", "Konsole", "Windows Terminal 1.22+")
        assert not any(name in pretence.text for name in joining), "whoever reads English has no use for it"
        with speaking("hi"):
            await pilot.press("f5")
            said = " ".join(pretence.text.split())
            assert all(name in said for name in joining)


async def test_what_has_no_room_beside_a_setting_stands_below_while_that_is_chosen(tmp_path: Path) -> None:
    notes = [choice.note for choice in CHOICES if choice.note]
    for size in (SIZE, (60, 20), (120, 40)):
        pretence = Pretence(tmp_path / str(size[0]), address=None)
        seen = ""
        async with pretence.app.run_test(size=size) as pilot:
            await pilot.pause()
            await pilot.press("f2")
            for _ in CHOICES:
                seen += pretence.text
                await pilot.press("down")
        assert [note for note in notes if note not in seen] == []


async def test_every_setting_goes_round_through_all_its_values(tmp_path: Path) -> None:
    pretence = Pretence(tmp_path, address=None)
    async with pretence.app.run_test(size=SIZE) as pilot:
        await pilot.pause()
        await pilot.press("f2", "down")
        for choice in CHOICES[1:]:
            before = getattr(pretence.app.settings, choice.field)
            seen: set[object] = set()
            for _ in choice.words:
                await pilot.press("right")
                seen.add(getattr(pretence.app.settings, choice.field))
            assert seen == set(choice.words), choice.field
            assert getattr(pretence.app.settings, choice.field) == before
            await pilot.press("down")


async def test_what_another_window_has_kept_meanwhile_stays(tmp_path: Path) -> None:
    pretence = Pretence(tmp_path, address=None)
    async with pretence.app.run_test(size=SIZE) as pilot:
        await pilot.pause()
        save(tmp_path / "settings.json", Settings(name="Eleni", sort="suit"))
        pretence.app.keep(lambda known: replace(known, bell_chat=True))
    kept = load(tmp_path / "settings.json")
    assert (kept.sort, kept.bell_chat) == ("suit", True)


async def test_defaults_are_as_at_first_but_the_name_stays(tmp_path: Path) -> None:
    recent = (Recent("10.0.0.1"),)
    known = Settings(name="Eleni", palette="paper", sort="suit", bell_turn=False, recent=recent)
    pretence = Pretence(tmp_path, address=None, settings=known)
    async with pretence.app.run_test(size=SIZE) as pilot:
        await pilot.pause()
        await pilot.press("f2", "d")
        assert "Everything is as it was at first." in pretence.text
    assert load(tmp_path / "settings.json") == Settings(name="Eleni", recent=recent)


async def test_the_settings_can_be_walked_through_in_the_smallest_window(tmp_path: Path) -> None:
    pretence = Pretence(tmp_path, address=None)
    async with pretence.app.run_test(size=(40, 12)) as pilot:
        await pilot.pause()
        await pilot.press("f2")
        assert "Language" in pretence.text
        await pilot.press("up")
        assert "Name             Eleni" in pretence.text


async def test_in_the_smallest_window_the_chosen_line_is_said_whole_below(tmp_path: Path) -> None:
    pretence = Pretence(tmp_path, address=None)
    async with pretence.app.run_test(size=(40, 12)) as pilot:
        await pilot.pause()
        await pilot.press("f2")
        for place, choice in enumerate(CHOICES):
            said = " ".join(pretence.text.split())
            words = choice.words[choice.value(pretence.app.settings)]
            assert words in said, choice.field
            assert not choice.note or choice.note in said, choice.field
            assert place or "Language: as this computer has it" in said
            await pilot.press("down")


@pytest.mark.parametrize("palette", [FELT, ASCII])
async def test_the_test_card_has_every_sign_in_a_column_of_its_own(tmp_path: Path, palette: Palette) -> None:
    pretence = Pretence(tmp_path, address=None, palette=palette)
    async with pretence.app.run_test(size=SIZE) as pilot:
        await pilot.pause()
        await pilot.press("f2", "t")
        assert isinstance(pretence.app.screen, SignsScreen)
        lines = pretence.text.splitlines()
        pane = palette.glyphs.pane
        assert all(f"{pane} {sign} {pane}" in pretence.text for sign in signs_of(palette.glyphs))
        ruled = [line for line in lines if line.count(f"{pane} ") > 5]
        assert {line.index(pane) for line in ruled} == {3}
        await pilot.press("escape")
        assert isinstance(pretence.app.screen, PreferencesScreen)


@pytest.mark.parametrize(("cells", "words"), [(1, "take no cell"), (2, "take a cell"), (None, "not known")])
async def test_it_is_said_how_this_terminal_draws_hindi(tmp_path: Path, cells: int | None, words: str) -> None:
    pretence = Pretence(tmp_path, address=None, terminal=Terminal(sign_cells=cells))
    async with pretence.app.run_test(size=SIZE) as pilot:
        await pilot.pause()
        await pilot.press("f2")
        assert "Hindi signs" not in pretence.text, "to whom it does not matter"
        with speaking("hi"):
            await pilot.press("f5")
            line = next(line for line in pretence.text.splitlines() if tr("Hindi signs") in line)
            assert tr(words) in line
