"""The page of known faults: every case is there, and every test that it names is one that pytest runs."""

from typing import Final

import pytest

from tests.support.named_tests import ROOT, cases, named, not_run

PAGE: Final = (ROOT / "docs" / "known-faults.md").read_text(encoding="utf-8")
CASES: Final = {"Network and server": 22, "Rules and melds": 15}
"""How many cases each part of the page has."""


@pytest.mark.parametrize("part", CASES)
def test_every_known_fault_is_on_the_page_in_order_and_names_a_test(part: str) -> None:
    found = cases(PAGE, part)
    assert [case.number for case in found] == list(range(1, CASES[part] + 1))
    assert not [case.title for case in found if not case.tests or case.strays]


def test_every_test_that_the_page_names_is_run(request: pytest.FixtureRequest) -> None:
    tests = {test for part in CASES for case in cases(PAGE, part) for test in case.tests}
    assert tests == named(PAGE), "one outside of any case"
    assert not_run(tests, request.session) == []
