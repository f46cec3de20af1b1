"""Keys of the table that a player has changed: what may be had, and that every hint and sentence calls them so."""

import gettext
import re
from collections.abc import Generator
from pathlib import Path

import pytest

from tests.support import rummy_screens, screens
from tests.support.catalogues import TRANSLATED
from tests.support.deals import deck_for
from tests.support.house import ME, MIRA, HouseTable, to_draw
from tests.support.keyboards import pressing_instead
from tests.support.languages import speaking
from tests.support.pretend import Pretence
from upcard_client.games.gin import lessons as gin_lessons
from upcard_client.games.gin import scenes as gin_scenes
from upcard_client.games.gin.prompts import PROMPTS as GIN
from upcard_client.games.rummy import lessons as rummy_lessons
from upcard_client.games.rummy import scenes as rummy_scenes
from upcard_client.games.rummy.prompts import PROMPTS as RUMMY
from upcard_client.keys import BY_ID, CAPS, USUAL, keymap, named_cap, recapped
from upcard_client.locale import CATALOGUES, DOMAIN
from upcard_client.rebinding import CHANGEABLE, pressed_key, sound, why_not, with_change
from upcard_client.screens.guide import help_pages
from upcard_client.screens.keychange import KeyChangeScreen
from upcard_client.settings import Settings, load, save
from upcard_client.themes import FELT

SIZE = (80, 24)
ELSEWHERE = {key.id: f"f{number}" for number, key in enumerate(CHANGEABLE, 20)}
"""Every key that may be changed on one that no keyboard has, so that an old cap on the screen is seen."""
OLD = re.compile(rf"(?<![\w'’-])(?:{'|'.join(USUAL[name].cap for name in ELSEWHERE)})(?![\w'’-])")
SAID = (*GIN.values(), *RUMMY.values(), *gin_lessons.LESSONS.values(), *rummy_lessons.LESSONS.values())


@pytest.fixture(autouse=True)
def usual_keys_afterwards() -> Generator[None]:
    """Have the usual keys again after an app has taken those of its settings."""
    with pressing_instead({}):
        yield


@pytest.mark.parametrize(
    ("key", "why"),
    [
        ("t", "T is taken already: take the top discard."),
        ("u", "U is taken already: take the top discard."),
        ("slash", "/ is taken already: chat; also the key /."),
        ("escape", "Esc is taken already: no, back, menu."),
        ("f5", "F5 is taken already: redraw the screen."),
        ("ctrl+q", "Ctrl+Q is taken already: quit (asks in a hand)."),
        ("7", "7 is taken already: it chooses a card by its place."),
        ("minus", "- is taken already: it chooses a card by its place."),
        ("ctrl+b", "Ctrl+B belongs to the terminal: choose a key without Ctrl and Alt."),
        ("alt+w", "Alt+W belongs to the terminal: choose a key without Ctrl and Alt."),
        ("tab", "Tab cannot be taken: choose a letter, a sign, or one of F4 to F12."),
        ("ж", "Ж cannot be taken: choose a letter, a sign, or one of F4 to F12."),
    ],
)
def test_a_key_that_cannot_be_had_is_refused_with_the_reason(key: str, why: str) -> None:
    assert why_not({}, "draw", key) == why


@pytest.mark.parametrize("key", ["w", "q", "semicolon", "comma", "f4", "f12", "d"])
def test_a_key_that_nothing_has_may_be_taken(key: str) -> None:
    assert why_not({}, "draw", key) == ""


def test_a_key_that_was_given_up_may_be_taken_and_one_that_was_taken_may_not() -> None:
    assert why_not({"draw": "w"}, "take", "d") == ""
    assert why_not({"draw": "w"}, "take", "w") == "W is taken already: draw from the stock."


def test_a_change_back_to_the_usual_key_is_no_change() -> None:
    assert with_change({"draw": "w", "sort": "q"}, "draw", "d") == {"sort": "q"}


def test_two_keys_may_change_places() -> None:
    assert sound({"draw": "t", "take": "d"}) == {"draw": "t", "take": "d"}


def test_of_what_a_file_says_only_what_can_be_had_is_taken() -> None:
    wild = {"draw": "t", "sort": "q", "left": "w", "nothing": "w", "score": "ctrl+b", "chat": "", "log": "a,b"}
    assert sound(wild) == {"sort": "q"}


@pytest.mark.parametrize("character", ["w", "W", "ц", "Ц", "ς", "ै"])
def test_a_letter_is_kept_as_it_stands_on_the_keycap(character: str) -> None:
    assert pressed_key(character, character) == "w"


def test_a_digit_is_one_in_any_script() -> None:
    assert (pressed_key("५", "५"), pressed_key("5", "5")) == ("5", "5")


def test_a_changed_key_is_bound_on_every_layout_and_its_caps_follow() -> None:
    with pressing_instead({"draw": "w", "chat": "semicolon"}):
        assert set("wWцЦςै") <= set(BY_ID["draw"].bound)
        assert keymap()["table.draw"].split(",") == list(BY_ID["draw"].bound)
        assert (BY_ID["draw"].cap, CAPS["draw"], BY_ID["take"].cap) == ("W", "W", "T")
        assert (BY_ID["chat"].cap, BY_ID["chat"].bound) == (";", ("semicolon", "slash", "य"))
    assert (BY_ID["draw"].cap, keymap()) == ("D", {})


def test_a_sentence_names_the_new_keys_even_where_two_changed_places() -> None:
    with pressing_instead({"take": "p", "pass": "t", "all": "w"}):
        assert recapped("{T} T takes it, P passes it.") == "{T} P takes it, T passes it."
        assert recapped("A meld: A all that fit.") == "A meld: W all that fit."


def test_the_space_bar_is_called_by_its_name_in_the_language_spoken() -> None:
    with speaking("ru"):
        assert named_cap("Space") == "Пробел"
        assert named_cap("Enter") == "Enter"
        with pressing_instead({"discard": "x", "draw": "space"}):
            assert recapped("Пробел — сбросить, D — взять.") == "X — сбросить, Пробел — взять."


def test_a_translation_names_the_same_keys_as_the_sentence() -> None:
    for code in TRANSLATED:
        catalogue = gettext.translation(DOMAIN, CATALOGUES, languages=[code])
        for words in SAID:
            caps = sorted(found for found in OLD.findall(words) if found != "A" or "A all" in words)
            said = catalogue.gettext(words).replace(catalogue.gettext("Space"), "Space")
            assert sorted(OLD.findall(said)) in (caps, sorted(OLD.findall(words))), (code, words)


def old_caps(text: str) -> list[str]:
    """Return what looks like a key's old cap; an A that begins a sentence, and those on cards, are none."""
    return list(map(str, OLD.findall(re.sub(r"(?:^|[.!?] )A |\b[AJQK](?=\W{0,2}[♠♥♦♣])", "", text))))


@pytest.mark.parametrize("scene", gin_scenes.SCENES)
def test_no_scene_of_gin_names_a_key_that_was_changed(scene: str) -> None:
    with pressing_instead(ELSEWHERE):
        for keys in ((), ("discard",), ("knock",), ("draw",), ("take",), ("yes",), ("done",), ("score",), ("log",)):
            shown = screens.Player(scene).press(*keys)
            assert old_caps(f"{shown.status}\n{rows_of_keys(shown.text())}") == [], keys


@pytest.mark.parametrize("scene", rummy_scenes.SCENES)
def test_no_scene_of_rummy_names_a_key_that_was_changed(scene: str) -> None:
    with pressing_instead(ELSEWHERE):
        for keys in ((), ("meld",), ("meld", "discard"), ("draw",), ("discard",), ("all",), ("score",), ("log",)):
            shown = rummy_screens.Player(scene).press(*keys)
            assert old_caps(f"{shown.status}\n{rows_of_keys(shown.text())}") == [], keys


def drawing() -> HouseTable:
    house = HouseTable()
    house.seat(ME, "Eleni")
    house.seat(MIRA, "Mira")
    house.begin(deck_for("4s 5s 6s Jh Jd Jc Ad 2c 9h Kc", "Qd 9d 8c 8d Th 6h 6c 4c 3d Ts", "7c", "8h 2h"))
    to_draw(house)
    return house


def rows_of_keys(text: str) -> str:
    """Return the rows that name keys: captions of piles, the bar and the line under it, and the key rows."""
    lines = text.splitlines()
    return "\n".join(line for place, line in enumerate(lines) if place in (13, 14, 22, 23) or "[" in line)


def test_the_help_names_no_key_that_was_changed() -> None:
    with pressing_instead(ELSEWHERE):
        gin, rummy, signs, _ = help_pages(FELT.glyphs, "gin")
        for page in (gin, rummy, signs):
            for block in page.blocks:
                assert (
                    old_caps("\n".join(" ".join(line) for line in block.lines if line[0] != FELT.glyphs.dotted)) == []
                )


async def test_a_key_is_changed_on_the_screen_and_plays_from_then_on(tmp_path: Path) -> None:
    pretence = Pretence(tmp_path)
    async with pretence.app.run_test(size=SIZE) as pilot:
        await pilot.pause()
        pretence.link.let_in()
        pretence.link.hear(drawing().snapshot())
        await pilot.pause()
        await pilot.press("f2", "k")
        assert isinstance(pretence.app.screen, KeyChangeScreen)
        await pilot.press("enter")
        assert "Press the new key" in pretence.text
        await pilot.press("t")
        assert "✗ T is taken already: take the top discard." in pretence.text
        await pilot.press("enter", "escape")
        assert isinstance(pretence.app.screen, KeyChangeScreen)
        await pilot.press("enter", "ц")
        assert "✓ W does this now: draw from the stock." in pretence.text
        assert "usually D" in pretence.text
        await pilot.press("escape", "escape")
        assert "[W] Stock" in pretence.text
        await pilot.press("space")
        assert "upcard: W draws from the stock." in pretence.text
        await pilot.press("d")
        assert "✗ D does nothing here" in pretence.text
        assert pretence.link.moves == []
        await pilot.press("ς")
        assert len(pretence.link.moves) == 1
    assert load(tmp_path / "settings.json").keys == {"draw": "w"}


async def test_keys_are_what_they_were_after_a_restart_and_can_be_put_back(tmp_path: Path) -> None:
    save(tmp_path / "settings.json", Settings(name="Eleni", keys={"draw": "w", "sort": "q", "log": "t"}))
    pretence = Pretence(tmp_path, settings=load(tmp_path / "settings.json"))
    async with pretence.app.run_test(size=SIZE) as pilot:
        await pilot.pause()
        pretence.link.let_in()
        pretence.link.hear(drawing().snapshot())
        await pilot.pause()
        assert "W Draw" in pretence.text
        assert "Q Sort" in pretence.text
        assert "L Log" in pretence.text
        await pilot.press("f2", "k", "backspace")
        assert "✓ D does this now" in pretence.text
        await pilot.press("d")
        assert "✓ Every key is what it usually is." in pretence.text
        await pilot.press("escape", "escape", "d")
        assert len(pretence.link.moves) == 1
    assert load(tmp_path / "settings.json").keys == {}


async def test_the_menu_of_a_table_answers_to_the_new_keys(tmp_path: Path) -> None:
    pretence = Pretence(tmp_path, settings=Settings(name="Eleni", keys={"score": "w"}))
    async with pretence.app.run_test(size=SIZE) as pilot:
        await pilot.pause()
        pretence.link.let_in()
        pretence.link.hear(drawing().snapshot())
        await pilot.pause()
        await pilot.press("escape")
        assert re.search(r"Score sheet +W", pretence.text)
        await pilot.press("w")
        assert "Score sheet · " in pretence.text
