"""The settings: what is changed is seen at once and kept."""

from pathlib import Path

from tests.support.pretend import SERVER, Pretence
from upcard_client.screens.connect import ConnectScreen
from upcard_client.screens.preferences import PreferencesScreen
from upcard_client.settings import Recent, Settings, load
from upcard_client.themes import ASCII, FELT, MONO, PAPER

SIZE = (80, 24)


async def test_another_palette_is_seen_at_once_and_kept(tmp_path: Path) -> None:
    pretence = Pretence(tmp_path, address=None)
    async with pretence.app.run_test(size=SIZE) as pilot:
        await pilot.pause()
        await pilot.press("f2", "left")
        assert pretence.app.palette is MONO
        assert "Black and white" in pretence.text
        await pilot.press("right", "escape")
        assert pretence.app.palette is FELT
    assert load(tmp_path / "settings.json").palette == "felt"


async def test_other_characters_are_drawn_at_once_and_kept(tmp_path: Path) -> None:
    pretence = Pretence(tmp_path, address=None, settings=Settings(name="Eleni", palette="mono"))
    async with pretence.app.run_test(size=SIZE) as pilot:
        await pilot.pause()
        await pilot.press("f2", "down", "left")
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
        await pilot.press("f2", "up", "up", "right")
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
        await pilot.press("f2", "right")
        assert isinstance(pretence.app.screen, PreferencesScreen)
        assert "The settings cannot be kept" in pretence.text
        assert pretence.app.palette is PAPER
