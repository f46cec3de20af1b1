"""RULES.md says what the code does: its tables of options, presets and refusals, and the numbers that others cite."""

import re
from pathlib import Path

import msgspec
import pytest

from upcard_protocol.rules.errors import SENTENCES
from upcard_protocol.rules.gin.options import PRESETS, Options
from upcard_protocol.rules.rummy.options import PRESETS as RUMMY

CHECKOUT = Path(__file__).parent.parent.parent
PAGE = (CHECKOUT / "protocol" / "RULES.md").read_text(encoding="utf-8")
SPOKEN = {"yes": True, "no": False}


def section(number: int) -> str:
    """Return the text of a numbered section of the page."""
    return PAGE.split(f"\n## {number}. ")[1].split("\n## ")[0]


def rows(text: str, header: str) -> dict[str, list[str]]:
    """Return the rows of the table that starts with this header, by the code in their first cell."""
    found: dict[str, list[str]] = {}
    for line in text.split(f"\n| {header} |")[1].split("\n\n")[0].splitlines()[2:]:
        first, *others = [cell.strip() for cell in line.strip("|").split("|")]
        found[first.split("`")[1]] = others
    return found


def value(cell: str) -> object:
    """Read a value as the page writes it."""
    return SPOKEN.get(cell, int(cell) if cell.isdigit() else cell)


def test_every_option_is_on_the_page_with_its_default() -> None:
    said = {name: value(cells[1]) for name, cells in rows(section(4), "option").items()}
    assert said == msgspec.structs.asdict(Options())


def test_every_option_of_rummy_is_on_the_page_with_its_default() -> None:
    said = {name: value(cells[1]) for name, cells in rows(section(9), "option").items()}
    assert said == msgspec.structs.asdict(RUMMY["basic"])


@pytest.mark.parametrize("preset", RUMMY)
def test_a_preset_of_rummy_is_on_the_page_as_it_is_played(preset: str) -> None:
    (differ,) = rows(section(9), "preset")[preset]
    changes = {name: value(said) for name, said in re.findall(r"`(\w+)=(\w+)`", differ)}
    assert msgspec.structs.asdict(RUMMY[preset]) == {**msgspec.structs.asdict(RUMMY["basic"]), **changes}


@pytest.mark.parametrize("preset", PRESETS)
def test_a_preset_is_on_the_page_as_it_is_played(preset: str) -> None:
    gin, big, undercut, tie, box, game, shutout, target, _ = rows(section(4), "preset")[preset]
    options = PRESETS[preset]
    flat = f" {options.shutout_bonus}" if options.shutout_mode == "flat" else ""
    assert [value(cell) for cell in (gin, undercut, tie, box, game, target)] == [
        options.gin_bonus,
        options.undercut_bonus,
        options.tie_rule,
        options.box_bonus,
        options.game_bonus,
        options.target,
    ]
    assert big == (str(options.big_gin_bonus) if options.big_gin else "off")
    assert shutout == options.shutout_mode + flat


def test_every_refusal_of_the_rules_is_on_the_page() -> None:
    assert set(SENTENCES) == set(rows(section(14), "code"))


def test_every_number_that_the_source_cites_is_a_section_of_the_page() -> None:
    headings = set(re.findall(r"^##+ (\d+(?:\.\d+)?)", PAGE, flags=re.MULTILINE))
    cited = {
        number
        for folder in ("protocol", "server", "client", "tests")
        for source in (CHECKOUT / folder).rglob("*.py")
        for number in re.findall(r"\bRULES (\d+(?:\.\d+)?)", source.read_text(encoding="utf-8"))
    }
    assert cited <= headings
