"""The catalogues themselves: what they say has the values of the English sentences, and room where it is shown."""

import re
from collections.abc import Iterator
from unicodedata import category, name

import pytest
from msgspec.structs import replace

from tests.support.catalogues import TRANSLATED, as_text, compiled, kept, missing, path_of, template, updated
from tests.support.languages import speaking
from tests.support.screens import Player
from tests.support.widths import own_widths
from upcard_client.cardtable.lessons import taught
from upcard_client.games.gin.painting import paint
from upcard_client.games.gin.scenes import SCENES
from upcard_client.locale import BUDGETS, tr
from upcard_client.looks.widths import give_marks_a_cell
from upcard_client.themes import FELT
from upcard_client.widgets.canvas import width_of
from upcard_client.words.phrases import fill

PLACE = re.compile(r"\{(\w+)\}")
NUMBERS = (
    *(
        "count",
        "number",
        "points",
        "deadwood",
        "limit",
        "margin",
        "target",
        "won",
        "lost",
        "left",
        "seconds",
        "retry",
    ),
    *("hand", "hands", "table", "seats", "step", "steps"),
)
"""Places that a number of two or three digits is put into."""
ALIKE = {"aa": "a", "ee": "i", "oo": "u", "chh": "ch", "w": "v"}
"""Ways to spell a sound of Hindi that those who type it in Latin letters take for one another."""
HEARD = re.compile("|".join(ALIKE))
TWO_WORDS = {
    "apne": {"apne", "aapne"},
    "bante": {"bante", "baante"},
    "banta": {"banta", "baanta"},
    "bich": {"bichh", "beech"},
    "chal": {"chal", "chaal"},
    "har": {"har", "haar"},
    "jitne": {"jitne", "jeetne"},
    "kam": {"kam", "kaam"},
    "mana": {"mana", "maana"},
}
"""Words of Hindi that differ in nothing but such a sound."""


@pytest.fixture(params=TRANSLATED)
def code(request: pytest.FixtureRequest) -> str:
    """Each language but English, by its code."""
    language: str = request.param
    return language


def pairs(code: str) -> Iterator[tuple[str, str]]:
    """Yield every English sentence that is translated, its plural for one of a number, with each form of it."""
    for message in kept(code):
        english = message.id if isinstance(message.id, str) else message.id[-1]
        forms = message.string if isinstance(message.string, tuple | list) else (message.string,)
        if english:
            yield from ((english, form) for form in forms if form)


def usual(words: str) -> str:
    """Return a sentence with usual values in its places: a card, a number, else a name or as much."""
    return PLACE.sub(
        lambda place: "10♠" if place[1] in ("card", "upcard") else "12" if place[1] in NUMBERS else "Alexandr", words
    )


def test_a_translation_has_the_places_of_the_english_sentence(code: str) -> None:
    wrong = [
        said
        for english, said in pairs(code)
        if set(PLACE.findall(english)) - {"count"} != set(PLACE.findall(said)) - {"count"}
    ]
    assert wrong == []


def test_a_translation_has_room_where_it_is_shown(code: str) -> None:
    said = dict(pairs(code))
    wide: list[str] = []
    with own_widths():
        assert give_marks_a_cell(), "most terminals do"
        for message in template():
            for comment in message.auto_comments:
                kind = comment.partition(":")[0]
                form = said.get(str(message.id), "") if kind in BUDGETS else ""
                if width_of(usual(form)) > BUDGETS.get(kind, 0):
                    wide.append(f"{kind}: {form}")
    assert wide == []


def test_no_word_mixes_alphabets(code: str) -> None:
    mixed = [
        word
        for _, said in pairs(code)
        for word in re.findall(r"\w+", PLACE.sub(" ", said))
        if len({name(letter).split()[0] for letter in word if category(letter).startswith("L")}) > 1
    ]
    assert mixed == []


def test_a_catalogue_in_latin_letters_is_typed_on_any_keyboard() -> None:
    signs = "…–●"
    strange = {said for english, said in pairs("hi_Latn") if not said.isascii() and not set(english) & set(signs)}
    assert strange == set()


def test_hindi_in_latin_letters_spells_a_word_in_one_way() -> None:
    spellings: dict[str, set[str]] = {}
    for _, said in pairs("hi_Latn"):
        for word in re.findall(r"[a-z]{2,}", PLACE.sub(" ", said).lower()):
            spellings.setdefault(HEARD.sub(lambda sound: ALIKE[sound[0]], word), set()).add(word)
    assert {heard: words for heard, words in spellings.items() if len(words) > 1} == TWO_WORDS


def test_a_semicolon_ends_questions_in_greek_and_nothing_else() -> None:
    wrong = [said for english, said in pairs("el") if said.count(";") != english.count("?") - said.count("?")]
    assert wrong == []


@pytest.mark.parametrize("scene", ["draw", "offer", "layoff"])
def test_at_eighty_columns_help_and_menu_are_named_beside_the_guide_and_a_hint(code: str, scene: str) -> None:
    with speaking(code):
        player = Player(replace(SCENES[scene](), hints=True, lesson=fill("The stock is finished: nobody scores")))
        shown = paint(taught(player.situation, player.scene), 80, 24, FELT).canvas.text().splitlines()[-1]
        assert all(tr(label) in shown for label in ("Guide off", "Hint", "Help", "Menu"))


def test_a_catalogue_has_every_sentence_of_the_code_and_no_other(code: str) -> None:
    catalogue = updated(code)
    assert missing(catalogue) == (), "translate these, or run scripts/translations after a change of sentences"
    path = path_of(code)
    assert path.read_bytes() == as_text(catalogue), "run scripts/translations"
    assert path.with_suffix(".mo").read_bytes() == compiled(catalogue), "run scripts/translations"
