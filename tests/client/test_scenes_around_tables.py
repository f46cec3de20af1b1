"""The scenes `connect` and `lobby`: the screens around the tables in a fixed state, over no network."""

from pathlib import Path

import pytest
from syrupy.assertion import SnapshotAssertion

from tests.client.test_screens_in_languages import faults, spoken_in
from tests.support.catalogues import TRANSLATED
from tests.support.pictures import TextScreen
from tests.support.windows import resize
from upcard_client.app import UpcardApp
from upcard_client.looks.palette import Palette
from upcard_client.screens.painted import PaintedScreen
from upcard_client.settings import Settings
from upcard_client.standstill import SCENES, scene_app
from upcard_client.themes import ASCII, FELT, PALETTES
from upcard_client.widgets.canvas import width_of

SIZES = ((120, 40), (100, 30), (80, 24), (60, 20), (40, 12))
NAMES = (
    *("Kitchen Pi", "Dad's laptop", "Office box", "Kitchen table", "Kitchen ta…", "Lunch break", "Rummy night"),
    *("Bot arena", "Alex + Sam", "anyone for gin?", "sitting down now"),
    *("Eleni", "Mira", "Alexis", "Ravi", "Sofia", "Nadia", "Leo", "Ben", "Ann"),
)
"""What people and things are called in a scene, in every language."""


def app_of(scene: str, palette: Palette = FELT, *, freeze: bool = True) -> UpcardApp:
    return scene_app(scene, Settings(), palette, freeze=freeze)


def text(app: UpcardApp) -> str:
    screen = app.screen
    assert isinstance(screen, PaintedScreen)
    return screen.screen_text


async def at_every_size(scene: str, palette: Palette = FELT) -> dict[str, str]:
    """Return what a scene shows in windows of every class."""
    app = app_of(scene, palette)
    shown: dict[str, str] = {}
    async with app.run_test(size=SIZES[0]) as pilot:
        for size in SIZES:
            await resize(pilot, *size)
            shown["x".join(map(str, size))] = text(app)
            assert all(width_of(line) <= size[0] for line in text(app).splitlines())
            assert len(text(app).splitlines()) <= size[1]
    return shown


@pytest.mark.parametrize("scene", SCENES)
async def test_a_scene_at_every_size(scene: str, snapshot: SnapshotAssertion) -> None:
    kept = snapshot.with_defaults(extension_class=TextScreen)
    shown = await at_every_size(scene)
    assert [size for size, seen in shown.items() if seen != kept(name=size)] == []


@pytest.mark.parametrize("scene", SCENES)
async def test_plain_characters_are_enough_for_a_scene(scene: str) -> None:
    assert "".join((await at_every_size(scene, ASCII)).values()).isascii()


@pytest.mark.parametrize("palette", PALETTES)
async def test_every_palette_shows_both_scenes(palette: str) -> None:
    app = app_of("connect", PALETTES[palette])
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert "Dad's laptop        192.168.1.31" in text(app)
        await pilot.press("enter")
        assert "Lunch break          Gin 100" in text(app)


@pytest.mark.parametrize("scene", SCENES)
@pytest.mark.parametrize("code", TRANSLATED)
async def test_nothing_of_a_scene_is_left_in_english_or_too_wide(code: str, scene: str) -> None:
    with spoken_in(code):
        app = app_of(scene)
        async with app.run_test(size=(80, 24)) as pilot:
            await pilot.pause()
            assert faults(code, text(app), NAMES) == []


async def test_from_the_one_scene_enter_and_esc_lead_to_the_other_and_back() -> None:
    app = app_of("connect")
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await pilot.press("enter")
        assert "Connected to Kitchen Pi." in text(app)
        await pilot.press("escape")
        await pilot.pause(0.35)
        await pilot.press("enter")
        assert "You have left Kitchen Pi." in text(app)


async def test_whatever_would_be_sent_or_started_is_answered_in_words() -> None:
    app = app_of("lobby")
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        for key in ("enter", "w", "q", "b"):
            await pilot.press(key)
            assert "A scene has no server: nothing is sent." in text(app), key
        await pilot.press("n", "enter")
        assert "A scene has no server: nothing is sent." in text(app)
        await pilot.press("escape", "c", *"hello", "enter")
        assert "Eleni: hello" in text(app) or "You: hello" in text(app)
    app = app_of("connect")
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        for keys in (("down", "enter"), ("b",)):
            await pilot.press(*keys)
            assert "A scene has no server: nothing is sent." in text(app), keys


async def test_a_scene_keeps_no_settings(monkeypatch: pytest.MonkeyPatch) -> None:
    written: list[Path] = []

    def write(path: Path, _data: bytes) -> None:
        written.append(path)

    monkeypatch.setattr("upcard_client.settings.write_whole", write)
    app = app_of("lobby")
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("f2", "down", "right", "escape")
        assert app.settings.palette == "felt"
    assert written == []
