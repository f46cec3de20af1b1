"""The page of what the client has to pass: every check is there, and every test that it names is one that is run."""

from typing import Final

import pytest

from tests.support.named_tests import ROOT, cases, named, not_run

PAGE: Final = (ROOT / "docs" / "client-checks.md").read_text(encoding="utf-8")
PARTS: Final = {
    "The first picture, and sizes": range(1, 7),
    "Playing": range(7, 25),
    "Talk, the link, leaving": range(25, 29),
    "Looks": range(29, 40),
}
"""The numbers of the checks under each heading."""


@pytest.mark.parametrize("part", PARTS)
def test_every_check_is_on_the_page_in_order_and_names_a_test(part: str) -> None:
    found = cases(PAGE, part)
    assert [case.number for case in found] == list(PARTS[part])
    assert not [case.title for case in found if not case.tests or case.strays]


def test_every_test_that_the_page_of_checks_names_is_run(request: pytest.FixtureRequest) -> None:
    tests = {test for part in PARTS for case in cases(PAGE, part) for test in case.tests}
    assert tests == named(PAGE), "one outside of any check"
    assert not_run(tests, request.session) == []
