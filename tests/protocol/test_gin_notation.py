"""A match as text: written, read again the same, and replayed to the same end."""

from random import Random
from typing import get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.support.deals import g01, parse_move
from tests.support.laws import Watched, options
from tests.support.policies import Mixed
from upcard_protocol.rules import NATURE, PRESETS, Deal, Forfeit, ForfeitMatch, Options, parse_cards, result
from upcard_protocol.rules.cards import DECK, NAME, Card, Hand, hand_of, parse_card
from upcard_protocol.rules.game import NatureAction, Why
from upcard_protocol.rules.gin import actions as act
from upcard_protocol.rules.gin.actions import Action
from upcard_protocol.rules.gin.events import Event
from upcard_protocol.rules.notation import (
    Labelled,
    NotationError,
    Party,
    Play,
    Record,
    action_text,
    parse_action,
    read,
    replay,
    steps,
    write,
)
from upcard_protocol.rules.shuffle import commitment, deck, key

SERVER, ANN = bytes(range(32)), bytes(32 * [7])

SAMPLE = f"""\
upcard 1
game gin
rules 1
started 2026-03-01T19:30:00.250Z
preset modern
option layoff_mode auto
option target 300
dealer 1
player 0 "Ann"
player 1 "Ben B."
commitment server {commitment(SERVER).hex()}
commitment 0 {commitment(ANN).hex()}
seed server {SERVER.hex()}
seed 0 {ANN.hex()}

- 0 deal deal/1/0
0 1234 pass
1 2000 pass
0 3000 draw_stock
- 60000 forfeit 1
"""

cards = st.sampled_from(DECK)
melds = st.none() | st.lists(st.sets(cards, min_size=1, max_size=5).map(hand_of), max_size=4).map(tuple)
laid = st.lists(st.tuples(cards, st.integers(0, 9)), max_size=4).map(tuple)
FORFEIT = "a forfeit takes a seat, 0 to 5, and perhaps why: given_up, left, dropped or idle"
WHYS = st.sampled_from(get_args(Why))
actions: st.SearchStrategy[Action | NatureAction | Labelled] = st.one_of(
    st.sampled_from(
        (act.TAKE_UPCARD, act.PASS, act.DRAW_STOCK, act.DRAW_DISCARD, act.AUTO, act.DONE, act.DECLINE, act.READY)
    ),
    st.builds(act.Discard, cards),
    st.builds(act.Knock, cards, melds),
    st.builds(act.BigGin, melds),
    st.builds(act.TakeAndEnd, st.none() | cards, melds),
    st.builds(act.LayOff, melds, laid),
    st.builds(Forfeit, st.integers(0, 5), WHYS),
    st.builds(ForfeitMatch, st.integers(0, 5), WHYS),
    st.builds(Deal, st.lists(st.permutations(DECK).map(tuple), min_size=1, max_size=2).map(tuple)),
    st.builds(Labelled, st.sampled_from((("deal/1/0",), ("deal/12/0", "deal/12/1")))),
)
secrets = st.none() | st.binary(min_size=32, max_size=32)
players = st.builds(Party, st.text(max_size=16), secrets, secrets)


@st.composite
def records(draw: st.DrawFn) -> Record:
    """Draw a record with any actions in it, legal or not."""
    seated = tuple(draw(st.lists(players, min_size=1, max_size=4)))
    done: list[Play] = []
    for action in draw(st.lists(actions, max_size=8)):
        nature = isinstance(action, NatureAction | Labelled)
        seat = NATURE if nature else draw(st.integers(0, len(seated) - 1))
        done.append(Play(seat, draw(st.integers(0, 10**9)), action))
    return Record(
        options=draw(st.one_of(options(), st.sampled_from(tuple(PRESETS.values())))),
        players=seated,
        first_dealer=draw(st.integers(0, len(seated) - 1)),
        plays=tuple(done),
        server=Party("", draw(secrets), draw(secrets)),
        started_ms=draw(st.none() | st.integers(0, 253402300799999)),
        rules_version=draw(st.integers(1, 9)),
    )


@given(actions)
def test_the_text_of_an_action_reads_back_the_same(action: Action | NatureAction | Labelled) -> None:
    assert parse_action(action_text(action)) == action


@given(records())
def test_a_record_that_is_written_reads_back_the_same(record: Record) -> None:
    text = write(record)
    assert read(text) == record
    assert write(read(text)) == text


@pytest.mark.parametrize(
    ("action", "text"),
    [
        (act.Discard(parse_card("Td")), "discard Td"),
        (act.Knock(parse_card("Kd")), "knock Kd"),
        (act.Knock(parse_card("Kd"), (parse_cards("4s 5s 6s"), parse_cards("Jh Jd Jc"))), "knock Kd 4s5s6s JhJdJc"),
        (act.Knock(parse_card("Kd"), ()), "knock Kd -"),
        (act.BigGin(), "big_gin"),
        (act.TakeAndEnd(None), "take_and_end big_gin"),
        (act.TakeAndEnd(parse_card("2s"), (parse_cards("4s 5s 6s"),)), "take_and_end 2s 4s5s6s"),
        (act.LayOff(None, ((parse_card("8h"), 0), (parse_card("9h"), 0))), "lay_off 8h>0 9h>0"),
        (act.LayOff((parse_cards("8s 8d 8c"),), ((parse_card("8h"), 2),)), "lay_off 8h>2 with 8s8d8c"),
        (act.LayOff(), "lay_off"),
        (act.DRAW_STOCK, "draw_stock"),
        (Forfeit(1), "forfeit 1"),
        (Forfeit(1, "idle"), "forfeit 1 idle"),
        (Labelled(("deal/3/0",)), "deal deal/3/0"),
    ],
)
def test_actions_are_written_in_the_words_of_the_rules(action: Action | Forfeit | Labelled, text: str) -> None:
    assert action_text(action) == text
    assert parse_action(text) == action


def test_cards_are_read_in_either_case_and_the_ten_in_either_way() -> None:
    assert parse_action("knock KD 10d9D8d") == act.Knock(parse_card("Kd"), (parse_cards("8d 9d Td"),))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "'' is no action"),
        ("fold", "'fold' is no action"),
        ("pass 7h", "pass takes nothing, not '7h'"),
        ("discard", "discard takes one card"),
        ("discard 7h 8h", "discard takes one card"),
        ("discard 1h", "'1h' is not a card: write rank and suit, as in 7h, Td or 10d"),
        ("knock", "knock takes a card to discard, then the melds if they are chosen"),
        ("knock Kd 7h7h7d", "7h is named twice in '7h 7h 7d'"),
        ("knock Kd 7h8", "'8' is not a card: write rank and suit, as in 7h, Td or 10d"),
        ("take_and_end", "take_and_end takes a card to discard or big_gin, then the melds if they are chosen"),
        ("lay_off 8h", "'8h' is no lay-off: write the card and the meld's number, as in 8h>0"),
        ("lay_off 8h>-1", "'8h>-1' is no lay-off: write the card and the meld's number, as in 8h>0"),
        ("lay_off 8h>0 with", "after with come own melds, or - for none"),
        ("forfeit", FORFEIT),
        ("forfeit 6", FORFEIT),
        ("forfeit 1 bored", FORFEIT),
        ("deal", "deal takes a label such as deal/1/0 or 52 cards for each deck"),
        ("deal AsKs", "a deck is 52 different cards"),
        ("deal " + 52 * "As", "a deck is 52 different cards"),
    ],
)
def test_words_that_are_no_action_say_what_is_wrong(text: str, said: str) -> None:
    with pytest.raises(NotationError) as error:
        parse_action(text)
    assert (str(error.value), error.value.line) == (said, None)


def test_a_file_is_read_as_it_is_documented() -> None:
    record = read(SAMPLE)
    assert record.options == Options(target=300, layoff_mode="auto")
    assert record.players == (Party("Ann", commitment(ANN), ANN), Party("Ben B."))
    assert record.server == Party("", commitment(SERVER), SERVER)
    assert (record.first_dealer, record.rules_version) == (1, 1)
    assert record.plays[1] == Play(0, 1234, act.PASS)
    assert write(record) == SAMPLE


def test_blank_lines_remarks_and_other_line_ends_say_nothing() -> None:
    noisy = "# a match\r\n\r\n" + SAMPLE.replace("\n", "\r\n# so it went\r\n")
    assert read(noisy) == read(SAMPLE)


def test_the_house_rules_are_the_nearest_preset_and_what_differs() -> None:
    text = write(Record(PRESETS["oklahoma"], (Party("A"), Party("B")), 0))
    assert "preset oklahoma\ndealer 0" in text


BROKEN = [
    ("upcard 1", "upcard 2", 1, "upcard 2 is not known here, only upcard 1"),
    ("upcard 1\n", "", 1, "the first line of a match is `upcard 1`"),
    ("game gin", "game whist", 2, "game whist is not known here, only game gin, game rummy"),
    ("rules 1", "rules one", 3, "'one' is not a number"),
    (
        "2026-03-01T19",
        "2026-13-01T19",
        4,
        "'2026-13-01T19:30:00.250Z' is no time: write it as in 2026-03-01T19:30:00.250Z",
    ),
    ("started 2026", "started 26", 4, "'26-03-01T19:30:00.250Z' is no time: write it as in 2026-03-01T19:30:00.250Z"),
    ("started 2026", "started 1926", 4, "no match began before 1970"),
    ("preset modern", "preset ancient", 5, f"'ancient' is no preset: {' '.join(PRESETS)}"),
    ("preset modern\n", "", 5, "the preset comes first"),
    ("target 300", "target fifty", 7, "'fifty' is not a number for target"),
    ("target 300", "tango 50", 7, "'tango' is no option"),
    ("target 300", "t gin.options", 7, "'t' is no option"),
    ("layoff_mode auto", "layoff_mode 3", 6, "'3' is no value of layoff_mode"),
    ("layoff_mode auto", "big_gin 1", 6, "'1' is no value of big_gin"),
    ("dealer 1", "dealer 1\ndealer 0", 9, "dealer is said twice"),
    ("player 1", "player 2", 10, "player 2 is out of order: the next seat is 1, the last of all 5"),
    ('"Ann"', "Ann", 9, "'Ann' is no name: write it as in player 0 \"Ann\""),
    ("seed 0", "seed 2", 14, "seed 2: that is neither the server nor a player named above"),
    ("seed 0 07", "seed 0 7", 14, "a seed is 64 hex digits"),
    ("seed server", "commitment 0", 13, "commitment 0 is said twice"),
    ("0 1234 pass", "0 12.34 pass", 17, "'12.34' is not a time in milliseconds"),
    ("0 1234 pass", "0 1234", 17, "'' is no action"),
    ("0 1234 pass", "3 1234 pass", 17, "seat 3 has no player line"),
    ("0 1234 pass", "Ann passes", 17, "'Ann' stands after the first action: the head comes first"),
    ("0 1234 pass", "- 1234 pass", 17, "pass is not done by nature"),
    ("- 60000 forfeit", "0 60000 forfeit", 20, "forfeit is not done by a player"),
    ("dealer 1\n", "", 20, "the head has no line `dealer`"),
    ("dealer 1", "dealer 4", 21, "the dealer 4 has no player line"),
    (
        "target 300",
        "spades_double yes",
        21,
        "These options do not go together: spades_double and oklahoma=off.",
    ),
]


@pytest.mark.parametrize(("old", "new", "line", "said"), BROKEN, ids=[row[3] for row in BROKEN])
def test_an_error_names_its_line(old: str, new: str, line: int, said: str) -> None:
    assert old in SAMPLE
    with pytest.raises(NotationError) as error:
        read(SAMPLE.replace(old, new, 1))
    assert (error.value.line, error.value.fault.clause) == (line, said)
    assert str(error.value) == f"line {line}: {said}"


def problem(text: str) -> str | None:
    """Return what is wrong with a text, in words, or None if it can be read and replayed."""
    try:
        replay(read(text))
    except NotationError as error:
        return str(error)
    return None


@given(st.text(max_size=200))
def test_any_text_is_a_match_or_an_error_in_words(text: str) -> None:
    assert problem(SAMPLE) is None
    for whole in (text, SAMPLE + text, f"upcard 1\n{text}"):
        assert problem(whole) != ""


@settings(max_examples=200)
@given(st.data())
def test_a_file_with_a_piece_cut_out_is_a_match_or_an_error_in_words(data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(SAMPLE)))
    end = data.draw(st.integers(start, min(start + 40, len(SAMPLE))))
    assert problem(SAMPLE[:start] + data.draw(st.text(max_size=3)) + SAMPLE[end:]) != ""


# ---- replays


class Recorded(Watched):
    """A match in play that is written down as it goes."""

    def __init__(self, rules: Options, rng: Random) -> None:
        super().__init__(rules, rng)
        self.dealer = self.match.sheet.dealer
        self.plays: list[Play] = []

    def do(self, seat: int, action: Action | NatureAction) -> tuple[Event, ...]:
        self.plays.append(Play(seat, 700 * len(self.plays), action))
        return super().do(seat, action)

    @property
    def record(self) -> Record:
        """What was written down so far."""
        players = tuple(Party(name) for name in ("Ann", "Ben", "Cid", "Dee")[: len(self.match.hands)])
        return Record(self.match.sheet.options, players, self.dealer, tuple(self.plays))


@settings(max_examples=40)
@given(options(), st.integers(0, 2**32))
def test_a_match_that_was_written_down_is_replayed_to_the_same_value(rules: Options, seed: int) -> None:
    rng = Random(seed)
    played = Recorded(rules, rng)
    for _ in range(4):
        if result(played.match) is None:
            played.play_hand(Mixed(rng), forfeits=0.01)
    assert replay(read(write(played.record))) == played.match


def test_labelled_decks_follow_from_the_seeds() -> None:
    record = read(SAMPLE)
    expected = deck(key([SERVER, ANN, bytes(32)]), "deal", 1, 0)
    first = next(steps(record))
    assert first.match.decks[0] == expected
    assert replay(record).boards[0].gave_up == 1


def test_explicit_decks_need_no_seed() -> None:
    played = g01().match
    moves = ["0 pass", "1 pass", "0 draw_stock", "0 knock Qc", "1 auto"]
    plays = [Play(NATURE, 0, Deal(played.decks))]
    for n, move in enumerate(moves, 1):
        seat, action = parse_move(move)
        plays.append(Play(seat, n, action))
    record = Record(Options(), (Party("Ann"), Party("Ben")), 1, tuple(plays))
    text = write(record)
    assert f"- 0 deal {''.join(NAME[card] for card in played.decks[0])}\n0 1 pass\n" in text
    assert replay(read(text)) == g01().knocked().match


def test_without_the_servers_seed_a_labelled_deck_cannot_be_dealt() -> None:
    text = SAMPLE.replace(f"seed server {SERVER.hex()}\n", "")
    with pytest.raises(NotationError, match="the deck follows from the server's seed, which is not known"):
        replay(read(text))


def test_a_refused_action_is_named_with_its_number() -> None:
    text = SAMPLE.replace("1 2000 pass", "1 2000 draw_stock")
    with pytest.raises(NotationError, match="action 3, 1 2000 draw_stock: First choose"):
        replay(read(text))


def test_other_rules_are_read_and_not_replayed() -> None:
    record = read(SAMPLE.replace("rules 1", "rules 2"))
    assert write(record) == SAMPLE.replace("rules 1", "rules 2")
    with pytest.raises(NotationError, match="played by rules version 2; this program has 1"):
        replay(record)


def test_a_game_for_more_players_than_were_named_is_read_and_not_replayed() -> None:
    record = read(SAMPLE.replace("preset modern", "preset partners"))
    with pytest.raises(NotationError, match="By these options 4 play, not 2"):
        replay(record)


def test_every_step_of_a_replay_has_its_events() -> None:
    found = [[type(event).__name__ for event in step.events] for step in steps(read(SAMPLE))]
    assert found == [["Dealt"], ["Passed"], ["Passed"], ["Drew"], ["GaveUp", "Defended", "HandEnded"]]


def test_what_has_no_words_is_not_written() -> None:
    ours = (Party("Ann"), Party("Ben"))
    with pytest.raises(NotationError, match="is no time of this calendar"):
        write(Record(Options(), ours, 0, started_ms=10**18))
    with pytest.raises(NotationError, match="is no text"):
        write(Record(Options(), (Party("\ud800"), Party("Ben")), 0))


def test_a_meld_is_written_from_the_lowest_card_up() -> None:
    meld = Hand(hand_of([Card(5), Card(3), Card(4)]))
    assert action_text(act.BigGin((meld,))) == "big_gin 4s5s6s"
