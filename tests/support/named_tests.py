"""Pages that list cases, each with the tests that see to it: is every test that is named there one that is run?"""

import re
from pathlib import Path
from typing import Any, Final

import pytest
from msgspec import Struct

ROOT: Final = Path(__file__).parent.parent.parent

_MODULE: Final[Any] = pytest.Module
"""What collects the tests of a module; how it is made has no types."""


class Case(Struct, frozen=True):
    """A case of a page.

    Attributes:
        title: its number and its name.
        tests: the tests that see to it.
        strays: lines of it that look like tests and are none.
    """

    title: str
    tests: tuple[str, ...]
    strays: tuple[str, ...]

    @property
    def number(self) -> int:
        """Its number on the page."""
        return int(self.title.partition(".")[0])


def cases(page: str, part: str) -> tuple[Case, ...]:
    """Return the cases under a heading of a page."""
    text = page.split(f"\n## {part}\n")[1].split("\n## ")[0]
    found: list[Case] = []
    for case in re.split(r"^(?=\d+\. )", text, flags=re.MULTILINE)[1:]:
        title = re.match(r"\d+\. \*\*.+?\*\*", case, flags=re.DOTALL)
        assert title, case
        listed = re.findall(r"^ +\* (.*)$", case, flags=re.MULTILINE)
        tests = tuple(line.strip("`") for line in listed if re.fullmatch(r"`tests/\w+/test_\w+\.py::test_\w+`", line))
        found.append(Case(title[0], tests, tuple(line for line in listed if line.strip("`") not in tests)))
    return tuple(found)


def named(page: str) -> set[str]:
    """Return every test that a page names, wherever."""
    return set(re.findall(r"tests/[\w/]+\.py::\w+", page))


def not_run(tests: set[str], session: pytest.Session) -> list[str]:
    """Return those of some tests that pytest does not run: there are none such, or they are skipped."""
    collected: set[str] = set()
    for module in sorted({test.partition("::")[0] for test in tests}):
        for item in _MODULE.from_parent(session, path=ROOT / module).collect():
            assert isinstance(item, pytest.Function)
            assert not item.get_closest_marker("skip"), item.nodeid
            collected.add(item.nodeid.partition("[")[0])
    return sorted(tests - collected)
