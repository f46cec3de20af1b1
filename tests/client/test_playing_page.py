"""The pages for players, in each language: their keys, commands, numbers and links are those of the product.

What is checked stands in the tables of this file, by the place of a section in the page and of a row in its table, so
that a translation is held to the same as the English page.
"""

import re
from collections import Counter
from enum import IntEnum, auto
from pathlib import Path

import pytest
from msgspec import structs

from tests.support.languages import speaking
from upcard_client.cli import parse as read_arguments
from upcard_client.failures import DONE
from upcard_client.games.fronts import FRONTS
from upcard_client.keys import GIN_KEYS, RUMMY_KEYS, Key, named_cap
from upcard_client.locale import LANGUAGES
from upcard_client.plain import commands
from upcard_client.plain.cards import read_card, read_melds
from upcard_client.plain.ordering import read_order
from upcard_client.screens.connect import CONNECT_KEYS
from upcard_client.screens.lobby import LOBBY_KEYS
from upcard_client.screens.newtable import NEW_TABLE_KEYS
from upcard_client.screens.painted import DOWN, HELP, SETTINGS, UP
from upcard_client.screens.replay import ReplayScreen
from upcard_client.screens.results import RESULTS_KEYS
from upcard_protocol.rules.cards import Hand, hand_of, parse_card
from upcard_protocol.rules.gin.board import CLOSED_STOCK, HAND_SIZES
from upcard_protocol.rules.gin.options import PRESETS as GIN_PRESETS
from upcard_protocol.rules.gin.options import Options
from upcard_protocol.rules.gin.scoring import score_knock
from upcard_protocol.rules.gin.settlement import settle
from upcard_protocol.rules.layoffs import defend
from upcard_protocol.rules.melds import best_layout, deadwood
from upcard_protocol.rules.rummy.options import PRESETS as RUMMY_PRESETS
from upcard_protocol.rules.rummy.state import HAND_SIZE
from upcard_protocol.table import TableOptions
from upcard_protocol.wire.handshake import Limits

DOCS = Path(__file__).parents[2] / "docs"
PAGES = sorted(path.name for path in DOCS.glob("playing*.md"))
ENGLISH = "playing.md"
EXAMPLE = "el"
"""The language to which the English page shows how one changes."""


class Section(IntEnum):
    """The sections of a page, in their order."""

    INTRODUCTION = 0
    START = auto()
    SIT_DOWN = auto()
    GIN = auto()
    WORTH = auto()
    RUMMY = auto()
    KINDS = auto()
    WATCHING = auto()
    CHAT = auto()
    CLOCKS = auto()
    RESULTS = auto()
    FAIRNESS = auto()
    SETTING = auto()
    PLAIN = auto()
    BROWSER = auto()
    KEYS = auto()


def keys(known: tuple[Key, ...], *ids: str) -> set[str]:
    """Return what hints print for keys that do these things on a screen."""
    caps = {key.id: key.cap for key in known}
    return {caps[each] for each in ids}


KEYS_NAMED = {
    Section.INTRODUCTION: keys((HELP,), "help"),
    Section.START: keys(
        (*CONNECT_KEYS, UP, DOWN), "yes", "up", "down", "host", "computer", "address", "search", "password"
    )
    | keys(CONNECT_KEYS, "rejoin"),
    Section.SIT_DOWN: keys(LOBBY_KEYS, "quick", "yes", "new", "bot")
    | keys(NEW_TABLE_KEYS, "more")
    | keys(GIN_KEYS, "hint", "guide"),
    Section.GIN: keys(
        GIN_KEYS, "take", "pass", "draw", "left", "right", "discard", "knock", "yes", "back", "gin", "all", "done"
    ),
    Section.WORTH: keys(GIN_KEYS, "score"),
    Section.RUMMY: keys(RUMMY_KEYS, "draw", "take", "meld", "discard", "yes", "take_back", "all", "retry", "pass"),
    Section.KINDS: set[str](),
    Section.WATCHING: keys(LOBBY_KEYS, "watch") | keys(GIN_KEYS, "left", "right", "no", "seat"),
    Section.CHAT: keys(GIN_KEYS, "chat", "yes", "back") | {"/"},
    Section.CLOCKS: keys(GIN_KEYS, "pause", "agree", "no", "back", "quit"),
    Section.RESULTS: keys(GIN_KEYS, "yes", "back", "retry", "score", "save")
    | keys(LOBBY_KEYS, "results")
    | keys(RESULTS_KEYS, "yes", "verify", "export", "import")
    | keys(ReplayScreen.KEYS, "left", "right", "hand_back", "hand_on"),
    Section.FAIRNESS: set[str](),
    Section.SETTING: keys((SETTINGS,), "settings"),
    Section.PLAIN: keys(GIN_KEYS, "how_to_quit"),
    Section.BROWSER: set[str](),
}
"""The keys that each section names, by what they do where the section is about."""

KEY_ROWS = (
    ("draw", "take"),
    ("pass",),
    ("discard",),
    ("knock", "gin"),
    ("all", "done"),
    ("meld",),
    ("all",),
    ("yes",),
    ("back", "no"),
    ("take_back",),
    ("left", "right", "first", "last"),
    ("sort",),
    ("move_left", "move_right"),
    ("up", "down"),
    ("words",),
    ("hint", "guide"),
    ("pile",),
    ("chat", "log", "score"),
    ("agree", "pause"),
    ("retry",),
    ("bot", "seat"),
    ("help", "settings", "rules"),
    ("redraw", "quit"),
)
"""What the keys of each row of the last table do, at a table of gin, of rummy, or of both."""

MODERN, BASIC, TABLE = GIN_PRESETS["modern"], RUMMY_PRESETS["basic"], TableOptions()
LIMITS = {field.name: field.default for field in structs.fields(Limits)}


def bonuses(options: Options) -> set[int]:
    """Return what gin, an undercut and a box are worth."""
    return {options.gin_bonus, options.undercut_bonus, options.box_bonus}


NUMBERS_OF_KINDS = {
    ("gin", "pagat"): bonuses(GIN_PRESETS["pagat"]),
    ("gin", "bicycle"): bonuses(GIN_PRESETS["bicycle"]),
    ("gin", "tournament"): {GIN_PRESETS["tournament"].target, GIN_PRESETS["tournament"].match_games},
    ("gin", "palace"): {GIN_PRESETS["palace"].undercut_bonus, GIN_PRESETS["palace"].box_bonus},
    ("gin", "oklahoma"): {GIN_PRESETS["oklahoma"].target},
    ("gin", "partners"): {GIN_PRESETS["partners"].target},
    ("rummy", "parlett"): {RUMMY_PRESETS["parlett"].ace_value},
    ("rummy", "penalty"): {RUMMY_PRESETS["penalty"].target},
    ("rummy", "around"): {RUMMY_PRESETS["around"].ace_value},
}
"""The numbers in the rows of the kinds of table; the others have none."""

NUMBERS = {
    Section.INTRODUCTION: set[int](),
    Section.START: set[int](),
    Section.SIT_DOWN: set[int](),
    Section.GIN: {HAND_SIZES[2], HAND_SIZES[2] + 1, MODERN.knock_limit, CLOSED_STOCK, 1},
    Section.WORTH: {
        *(MODERN.undercut_bonus, MODERN.gin_bonus, MODERN.big_gin_bonus, MODERN.box_bonus),
        *(MODERN.target, MODERN.game_bonus, MODERN.shutout_bonus, 3, 5),
        *(6, 23, 17, 104, 61, 4, 2, 304, 111, 193),
    },
    Section.RUMMY: {*HAND_SIZE.values(), BASIC.target},
    Section.KINDS: set[int]().union(*NUMBERS_OF_KINDS.values()),
    Section.WATCHING: set[int](),
    Section.CHAT: set[int](),
    Section.CLOCKS: {
        TABLE.turn_s,
        TABLE.reserve_s // 60,
        LIMITS["ready_s"],
        TABLE.pause_s // 60,
        LIMITS["gone_s"] // 60,
        MODERN.gin_bonus,
    },
    Section.RESULTS: set[int](),
    Section.FAIRNESS: set[int](),
    Section.SETTING: set[int](),
    Section.PLAIN: {DONE},
    Section.BROWSER: set[int](),
    Section.KEYS: set[int](),
}
"""Every number that a section has in digits; 3 and 5 are the games of a match, the last of WORTH its two examples."""

_FENCE = re.compile(r"^```\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_SPAN = re.compile(r"`([^`\n]+)`")
_LINK = re.compile(r"\]\(([^)]+)\)")
_CARD = re.compile(r"(10|[2-9AJQK])([♠♥♦♣])")
_REDIRECTED = re.compile(r"\s[<>]\S+")
"""Where a shell takes the input of a command from, and puts its output."""
_RANKS = re.compile(r"\b\w+(?:-\w+){2,}\b")
"""A run written as ranks alone, A-2-3: no number of the rules."""
_ITEM = re.compile(r"^\d+\. ", re.MULTILINE)


def text_of(page: str) -> str:
    """Return a page."""
    return (DOCS / page).read_text(encoding="utf-8")


def sections(page: str) -> list[str]:
    """Return the sections of a page, what stands before the first heading as the first."""
    return text_of(page).split("\n## ")


def rows(text: str) -> list[list[str]]:
    """Return the cells of all rows of the tables in a text, heads left out."""
    lines = text.splitlines()
    ruled = {at for at, line in enumerate(lines) if line.startswith("|---")}
    return [
        [cell.strip() for cell in line.strip("|").split("|")]
        for at, line in enumerate(lines)
        if line.startswith("|") and at not in ruled and at + 1 not in ruled
    ]


def spans(text: str) -> list[str]:
    """Return what stands in backquotes in a text, blocks left out."""
    return _SPAN.findall(_FENCE.sub("", text))


def in_english(page: str, words: list[str]) -> list[str]:
    """Return what stands in backquotes on a page as the English page has it.

    A page calls the space bar by its name there, and shows how one changes to its own language.
    """
    code = page.split(".")[1]
    with speaking(code if code in LANGUAGES else "en"):
        english = {named_cap("Space"): "Space", f"language {code}": f"language {EXAMPLE}"}
    return [english.get(word, word) for word in words]


def commands_of(text: str) -> list[str]:
    """Return every command for a shell in a text."""
    blocks = "".join(_FENCE.findall(text)).splitlines()
    return [line for line in (*blocks, *spans(text)) if line.split()[0] == "upcard"]


def numbers(text: str) -> list[int]:
    """Return the numbers in digits in a text: not of cards, nor of a list, nor in a command."""
    for other in (_FENCE, _SPAN, _LINK, _CARD, _RANKS, _ITEM):
        text = other.sub("", text)
    return [int(number) for number in re.findall(r"\d+", text)]


def cards(cell: str) -> Hand:
    """Return the cards in a cell."""
    suits = dict(zip("♠♥♦♣", "shdc", strict=True))
    return hand_of(parse_card(("T" if rank == "10" else rank) + suits[suit]) for rank, suit in _CARD.findall(cell))


@pytest.fixture(params=PAGES)
def page(request: pytest.FixtureRequest) -> str:
    """Each page in turn, by the name of its file."""
    name: str = request.param
    return name


def test_a_page_has_every_section(page: str) -> None:
    assert len(sections(page)) == len(NUMBERS)


@pytest.mark.parametrize("place", KEYS_NAMED, ids=lambda section: section.name)
def test_a_section_names_the_keys_that_do_what_it_is_about(page: str, place: Section) -> None:
    known = {key.cap for key in (*GIN_KEYS, *RUMMY_KEYS, *ReplayScreen.KEYS, *LOBBY_KEYS, *CONNECT_KEYS)} | {"/"}
    written = in_english(page, spans(sections(page)[place]))
    named = {span for span in written if span in known or re.fullmatch(r"\W|\S|F\d+", span)}
    assert named == KEYS_NAMED[place]
    assert Counter(written) == Counter(spans(sections(ENGLISH)[place]))


def test_the_table_of_keys_has_the_keys_that_do_what_its_rows_say(page: str) -> None:
    caps = {key.id: key.cap for key in (*GIN_KEYS, *RUMMY_KEYS)}
    shown = [in_english(page, _SPAN.findall(first)) for first, _ in rows(sections(page)[Section.KEYS])]
    assert shown == [[caps[each] for each in row] for row in KEY_ROWS]


def test_the_table_of_keys_has_every_key_that_the_help_lists() -> None:
    listed = {key.id for key in (*GIN_KEYS, *RUMMY_KEYS) if key.topic is not None}
    assert listed <= {each for row in KEY_ROWS for each in row}


@pytest.mark.parametrize("place", NUMBERS, ids=lambda section: section.name)
def test_the_numbers_of_a_section_are_those_that_are_played(page: str, place: Section) -> None:
    named = numbers(sections(page)[place])
    assert set(named) == NUMBERS[place]
    assert Counter(named) == Counter(numbers(sections(ENGLISH)[place]))


def test_the_example_of_a_knock_adds_up(page: str) -> None:
    you, off, mira, points = rows(sections(page)[Section.WORTH])[4:8]
    mine, laid_off, hers = (cards(row[1]) for row in (you, off, mira))
    defence = defend(best_layout(mine).melds, Hand(hers | laid_off))
    assert hand_of(card for card, _ in defence.layoffs) == laid_off
    assert [deadwood(mine), defence.deadwood] == [int(you[2]), int(mira[2])]
    score = score_knock(MODERN, knocker=0, defender=1, kd=deadwood(mine), dd=defence.deadwood)
    assert (score.winner, score.points) == (0, int(points[2]))


def test_the_example_of_a_game_is_settled_so(page: str) -> None:
    totals, boxes, sums = [tuple(map(int, row[1:])) for row in rows(sections(page)[Section.WORTH])[-3:]]
    result = settle(MODERN, totals, boxes, (0,))
    assert result.sums == sums
    assert str(result.margins[0]) in sections(page)[Section.WORTH].split(str(sums[1]))[1]


def test_the_kinds_of_table_are_the_presets(page: str) -> None:
    kinds = [*(("gin", preset) for preset in GIN_PRESETS), *(("rummy", preset) for preset in RUMMY_PRESETS)]
    for (game, preset), (first, said) in zip(kinds, rows(sections(page)[Section.KINDS]), strict=True):
        assert first == f"`{preset}`"
        assert set(numbers(said)) == NUMBERS_OF_KINDS.get((game, preset), set()), said


def test_a_page_shows_the_commands_of_the_english_page_and_each_can_be_read(page: str) -> None:
    shown = commands_of(text_of(page))
    assert shown == commands_of(text_of(ENGLISH))
    for line in shown:
        read_arguments(_REDIRECTED.sub("", line).split()[1:])


def test_a_page_shows_the_plain_commands_of_the_english_page_and_each_can_be_read(page: str) -> None:
    typed = in_english(page, spans(sections(page)[Section.PLAIN]))
    assert typed == spans(sections(ENGLISH)[Section.PLAIN])
    verbs = {verb.name: verb for verb in commands.VERBS}
    for front in FRONTS.values():
        verbs |= {verb.name: verb for verb in front.typed.VERBS}
    for line in typed:
        if line.startswith("upcard ") or line in KEYS_NAMED[Section.PLAIN]:
            continue
        command = commands.parse(line)
        assert command is not None
        assert bool(command.rest) <= bool(verbs[command.verb].usage), line
        match command.verb:
            case "new":
                read_order(command.words)
            case "discard" | "knock" | "lay":
                read_card(command.rest)
            case "meld":
                read_melds(command.rest)
            case _:
                pass


def test_the_english_page_leads_to_every_other_and_each_of_them_back(page: str) -> None:
    links = set(_LINK.findall(text_of(page)))
    assert links >= ({ENGLISH} if page != ENGLISH else set(PAGES) - {ENGLISH})


def test_a_page_names_every_language_and_is_in_one(page: str) -> None:
    assert all(language in sections(page)[Section.SETTING] for language in LANGUAGES.values())
    assert page == ENGLISH or page.split(".")[1] in LANGUAGES
