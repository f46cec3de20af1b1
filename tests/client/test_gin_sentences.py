"""What happens in gin is said in one way, on the screen and in the plain client."""

from string import Formatter

import pytest

from upcard_client.games.gin.prompts import refusal_line
from upcard_client.games.gin.sentences import Narrator, cards_in_words, layout_in_words
from upcard_client.games.gin.sides import Company
from upcard_client.themes import FELT
from upcard_client.widgets.cards import label
from upcard_client.widgets.frame import wrapped
from upcard_client.words.phrases import CardWord, fill, in_words, spoken, written
from upcard_protocol.rules.cards import EMPTY, Card, parse_card, parse_cards
from upcard_protocol.rules.errors import COMMANDS, SENTENCES, Refusal, refuse
from upcard_protocol.rules.game import GameResult
from upcard_protocol.rules.gin import events, scoring
from upcard_protocol.rules.melds import best_layout

MINE = Narrator(Company(("Eleni", "Mira"), 0))
WATCHER = Narrator(Company(("Eleni", "Mira")))
QD = parse_card("Qd")
RUN = parse_cards("4s 5s 6s")


def on_screen(card: Card) -> str:
    return label(card, FELT)


def told(event: events.Event, who: Narrator = MINE) -> list[str]:
    return [written(line, on_screen) for line in who.tell(event)]


@pytest.mark.parametrize(
    ("event", "expected"),
    [
        (events.Dealt(3, 1, (0, 1), (EMPTY, None), QD, 31), ["Hand 3. Mira deals.", "The upcard is Q♦"]),
        (events.Dealt(4, 0, (1, 0), (EMPTY, None), None, 31), ["Hand 4. You deal."]),
        (events.Passed(0), ["You passed"]),
        (events.Passed(1), ["Mira passed"]),
        (events.Drew(0, QD), ["You drew Q♦"]),
        (events.Drew(1, None), ["Mira drew from the stock"]),
        (events.Drew(1, QD), ["Mira drew Q♦"]),
        (events.Took(1, QD), ["Mira took Q♦"]),
        (events.Discarded(0, QD), ["You discarded Q♦"]),
        (events.Knocked(1, "knock", None, (RUN,), parse_cards("Ad 9c")), ["Mira knocked with 10"]),
        (events.Knocked(0, "gin", QD, (RUN,), EMPTY), ["You went gin", "Against gin nothing is laid off"]),
        (events.Defended(1, (), ((parse_card("7s"), 0), (parse_card("8s"), 0)), EMPTY), ["Mira laid off 7♠ 8♠"]),
        (events.Defended(1, (), (), EMPTY), []),
        (events.Declined(1), ["Mira left the last discard"]),
        (events.GaveUp(0), ["You gave up the hand"]),
        (events.GaveUp(1, "left"), ["Mira left: the hand is forfeited"]),
        (events.GaveUp(1, "dropped"), ["Mira lost the link: the hand is forfeited"]),
        (events.GaveUp(1, "idle"), ["Mira ran out of time: the hand is forfeited"]),
        (events.MatchEnded((0,), 1, "idle"), ["Mira ran out of time, and the match is over", "You won the match"]),
        (events.HandEnded(scoring.Knock(0, 6, 23), None), ["You won 17 points"]),
        (events.HandEnded(scoring.Undercut(1, 10, 4, 25), None), ["Mira undercut you: 31 points"]),
        (events.HandEnded(scoring.Undercut(0, 10, 4, 25), None), ["You undercut Mira: 31 points"]),
        (events.HandEnded(scoring.Push(4), None), ["Equal deadwood: nobody scores"]),
        (events.HandEnded(scoring.Dead(), None), ["The stock is finished: nobody scores"]),
        (events.Readied(1), ["Mira is ready"]),
        (
            events.GameEnded(GameResult((0,), (110, 40), (285, 65), (220, -220), (3, 1), (75, 25), 100)),
            ["You won the game 285 to 65"],
        ),
        (events.MatchEnded((1,)), ["Mira won the match"]),
        (events.MatchEnded((0,), 1), ["Mira left, and the match is over", "You won the match"]),
    ],
)
def test_each_event_is_a_sentence(event: events.Event, expected: list[str]) -> None:
    assert told(event) == expected


def test_a_watcher_hears_both_by_name() -> None:
    assert told(events.Drew(0, None), WATCHER) == ["Eleni drew from the stock"]
    assert told(events.HandEnded(scoring.Undercut(1, 10, 4, 25), None), WATCHER) == ["Mira undercut Eleni: 31 points"]


def test_the_plain_client_says_cards_in_words() -> None:
    (line,) = MINE.tell(events.Discarded(1, QD))
    assert spoken(line) == "Mira discarded queen of diamonds"
    assert in_words(parse_card("Ts")) == "10 of spades"


def test_a_hand_is_said_as_it_is_laid_out() -> None:
    hand = parse_cards("4s 5s 6s Jh Jd Jc Ad 2c 9h Kc")
    assert layout_in_words(best_layout(hand)) == (
        "Run 4 5 6 of spades. Set jack of hearts, diamonds, clubs. "
        "Deadwood ace of diamonds, 2 of clubs, 9 of hearts, king of clubs: 22."
    )
    assert cards_in_words(parse_cards("4s Kc")) == "4 of spades, king of clubs."


@pytest.mark.parametrize("code", SENTENCES)
def test_every_refusal_can_be_said_without_its_values(code: str) -> None:
    line = refusal_line(Refusal(code, dict.fromkeys(_named(code), 1)), ("Eleni", "Mira"))
    assert "{" not in written(line, on_screen)


def _named(code: str) -> list[str]:
    return [name for _, name, _, _ in Formatter().parse(SENTENCES[code]) if name and name not in COMMANDS]


def test_a_refusal_names_keys_and_cards() -> None:
    line = refusal_line(refuse("draw_first", upcard=int(QD)), ("Eleni", "Mira"))
    assert written(line, on_screen) == "Draw first: D for the stock, T for the Q♦."


def test_names_with_braces_stay_text() -> None:
    assert written(fill("{player} passed", player="{card}"), on_screen) == "{card} passed"


def test_wrapping_breaks_between_words_and_never_inside_a_card() -> None:
    line = fill("Mira laid off {cards}", cards=tuple(CardWord(parse_card(name)) for name in ["7s", "8s", "9s", "Ts"]))
    lines = [written(part, on_screen) for part in wrapped(line, FELT, 18)]
    assert [text.rstrip() for text in lines] == ["Mira laid off 7♠", "  8♠ 9♠ 10♠"]


def test_a_word_longer_than_the_line_is_cut_into_pieces() -> None:
    lines = [written(part, on_screen) for part in wrapped(("a" * 50,), FELT, 20)]
    assert all(len(text) <= 20 for text in lines)
    assert sum(text.count("a") for text in lines) == 50
