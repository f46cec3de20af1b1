"""The pages of the project lead where they say: to files that are here, and to headings that these have."""

import re
from pathlib import Path

import pytest

CHECKOUT = Path(__file__).parent.parent
PAGES = sorted(page for folder in ("", "docs", "protocol") for page in (CHECKOUT / folder).glob("*.md"))

_BLOCK = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)


def text_of(page: Path) -> str:
    """Return a page without its blocks of code."""
    return _BLOCK.sub("", page.read_text(encoding="utf-8"))


def anchors(page: Path) -> set[str]:
    """Return what a link may name on a page: its headings, as they are written in an address."""
    headings = re.findall(r"^#+ (.+)$", text_of(page), flags=re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.casefold()).replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(CHECKOUT)))
def test_every_link_of_a_page_leads_somewhere(page: Path) -> None:
    links = re.findall(r"\]\(([^)\s]+)\)", text_of(page))
    for link in (link for link in links if "://" not in link):
        path, _, anchor = link.partition("#")
        target = page.parent / path if path else page
        assert target.exists(), link
        assert not anchor or anchor in anchors(target), link


def test_the_protocol_lists_every_section_of_its_own() -> None:
    page = CHECKOUT / "protocol" / "PROTOCOL.md"
    sections = re.findall(r"^## (\d+)\. ", text_of(page), flags=re.MULTILINE)
    assert re.findall(r"\[(\d+) [^\]]+\]\(#\1-", text_of(page)) == sections
