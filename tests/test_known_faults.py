"""The page of known faults: every case is there, and every test that it names is one that pytest runs."""

import re
from functools import cache
from pathlib import Path
from typing import Any, Final

import pytest
from msgspec import Struct

ROOT: Final = Path(__file__).parent.parent
PAGE: Final = (ROOT / "docs" / "known-faults.md").read_text(encoding="utf-8")
CASES: Final = {"Network and server": 22, "Rules and melds": 15}
"""How many cases each part of the page has."""

MODULE: Final[Any] = pytest.Module
"""What collects the tests of a module; how it is made has no types."""


class Case(Struct, frozen=True):
    """A fault of the page.

    Attributes:
        title: its number and its name.
        tests: the tests that keep it out.
        strays: lines of it that look like tests and are none.
    """

    title: str
    tests: tuple[str, ...]
    strays: tuple[str, ...]


@cache
def cases(part: str) -> tuple[Case, ...]:
    text = PAGE.split(f"\n## {part}\n")[1].split("\n## ")[0]
    found: list[Case] = []
    for case in re.split(r"^(?=\d+\. )", text, flags=re.MULTILINE)[1:]:
        title = re.match(r"\d+\. \*\*.+?\*\*", case, flags=re.DOTALL)
        assert title, case
        listed = re.findall(r"^ +\* (.*)$", case, flags=re.MULTILINE)
        tests = tuple(line.strip("`") for line in listed if re.fullmatch(r"`tests/\w+/test_\w+\.py::test_\w+`", line))
        found.append(Case(title[0], tests, tuple(line for line in listed if line.strip("`") not in tests)))
    return tuple(found)


@pytest.mark.parametrize("part", CASES)
def test_every_known_fault_is_on_the_page_in_order_and_names_a_test(part: str) -> None:
    assert [int(case.title.split(".")[0]) for case in cases(part)] == list(range(1, CASES[part] + 1))
    assert not [case.title for case in cases(part) if not case.tests or case.strays]


def test_every_test_that_the_page_names_is_run(request: pytest.FixtureRequest) -> None:
    named = {test for part in CASES for case in cases(part) for test in case.tests}
    assert named == set(re.findall(r"tests/[\w/]+\.py::\w+", PAGE)), "one outside of any case"
    collected: set[str] = set()
    for module in sorted({test.partition("::")[0] for test in named}):
        for item in MODULE.from_parent(request.session, path=ROOT / module).collect():
            assert isinstance(item, pytest.Function)
            assert not item.get_closest_marker("skip"), item.nodeid
            collected.add(item.nodeid.partition("[")[0])
    assert sorted(named - collected) == []
