"""One list of keys: no key means two things, and the letters work on other layouts."""

import pytest

from upcard_client.keys import BY_ID, GIN_KEYS, RUMMY_KEYS, SAME_KEY, TABLE_KEYS, Topic, by_topic, latin, same_key
from upcard_client.screens.guide import help_pages
from upcard_client.themes import FELT
from upcard_client.widgets.canvas import width_of

LAYOUTS = {
    "draw": "d в δ ्",
    "take": "t е τ ू u г θ ह",
    "knock": "k л κ क",
    "gin": "g п γ ु",
    "sort": "s ы σ े",
    "pass": "p з π ज",
    "chat": "c с ψ म slash य",
    "log": "l д λ त",
    "score": "o щ ο द",
    "all": "a ф α ो",
    "done": "e у ε ा",
    "meld": "m ь μ स",
    "words": "i ш ι ग",
    "no": "n т ν ल",
    "card1": "1 १",
    "card10": "0 ०",
    "help": "question_mark \u095f f1",
}


@pytest.mark.parametrize("action", LAYOUTS)
def test_an_action_hears_the_same_physical_key_in_four_layouts(action: str) -> None:
    assert set(LAYOUTS[action].split()) <= set(BY_ID[action].bound)


def test_no_key_is_bound_twice() -> None:
    bound = [key for entry in TABLE_KEYS for key in entry.bound]
    assert len(bound) == len(set(bound))


def test_no_key_needs_alt_or_a_reserved_control() -> None:
    bound = {key for entry in TABLE_KEYS for key in entry.bound}
    assert not any(key.startswith("alt+") for key in bound)
    assert {key for key in bound if key.startswith("ctrl+")} == {"ctrl+q", "ctrl+c"}


def test_every_key_has_a_sentence_and_a_short_label() -> None:
    for key in TABLE_KEYS:
        assert key.sentence
        assert width_of(key.label) <= 14


def test_a_character_of_another_layout_is_the_letter_on_its_keycap() -> None:
    assert latin("в") == latin("Δ") == latin("्") == "d"
    assert latin("५") == "5"
    assert latin("x") == "x"
    assert latin("?") == "?"
    assert same_key("d")[:2] == ("d", "D")
    assert len(SAME_KEY) == len(set(SAME_KEY))


def test_the_help_of_a_game_lists_every_topic_that_it_has() -> None:
    assert set(by_topic(GIN_KEYS)) == set(Topic) - {Topic.MELDS}
    assert set(by_topic(RUMMY_KEYS)) == set(Topic) - {Topic.KNOCK}
    assert {key.id for key in GIN_KEYS} | {key.id for key in RUMMY_KEYS} == set(BY_ID)


def test_the_help_at_a_table_begins_with_its_game_and_names_no_key_of_the_other() -> None:
    first, second, *_ = help_pages(FELT.glyphs, "rummy")
    assert (first.title, second.title) == ("Help: keys at a table of rummy", "Help: keys at a table of gin rummy")
    said = {
        game: " ".join(" ".join(line) for block in page.blocks for line in block.lines)
        for game, page in (("rummy", first), ("gin", second))
    }
    assert "knock" not in said["rummy"]
    assert "Rummy!" in said["rummy"]
    assert "meld," not in said["gin"]
    assert "Rummy!" not in said["gin"]


@pytest.mark.parametrize(
    ("screen", "heading"), [("connect", "Where to play"), ("lobby", "In the lobby"), ("new_table", "A new table")]
)
def test_the_help_before_a_table_begins_with_the_screen_one_is_on(screen: str, heading: str) -> None:
    pages = help_pages(FELT.glyphs, screen)
    assert (pages[0].title, pages[0].blocks[0].heading) == ("Help: before the game", heading)
    assert sorted(page.title for page in pages) == sorted(page.title for page in help_pages(FELT.glyphs, "gin"))


def test_bindings_can_be_remapped_by_name_and_explain_themselves() -> None:
    binding = BY_ID["knock"].binding()
    assert binding.id == "table.knock"
    assert binding.key_display == "K"
    assert binding.tooltip == BY_ID["knock"].sentence


def test_help_explains_what_the_top_line_counts() -> None:
    said = " ".join(key.sentence for keys in by_topic(GIN_KEYS).values() for key in keys)
    assert "ms at the top: how fast the server answers" in said
