"""Rummy as text: each action, and whole matches that are written, read and replayed."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.support.rummy_laws import Mixed, options
from upcard_protocol.rules import shuffle
from upcard_protocol.rules.cards import parse_card, parse_cards
from upcard_protocol.rules.game import NATURE, CallsDue, CloseCalls, Deal, DealDue, Recycle, RecycleDue
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
    write,
)
from upcard_protocol.rules.rummy import actions as act
from upcard_protocol.rules.rummy.match import apply, due, start, to_act, view
from upcard_protocol.rules.rummy.options import PRESETS, Options

SEED = bytes(range(32))
SEVENS = parse_cards("7s 7h 7d")

WORDS = {
    "draw_stock": act.DRAW_STOCK,
    "draw_discard": act.DRAW_DISCARD,
    "block": act.BLOCK,
    "take_back": act.TAKE_BACK,
    "call": act.CALL,
    "pass": act.PASS,
    "ready": act.READY,
    "discard Kd": act.Discard(parse_card("Kd")),
    "meld 7s7h7d": act.Meld(SEVENS),
    "lay_off 7c>12": act.LayOff(parse_card("7c"), 12),
    "go_out": act.GoOut(()),
    "go_out 7s7h7d 7c>0": act.GoOut((act.Meld(SEVENS), act.LayOff(parse_card("7c"), 0))),
    "go_out 7s7h7d discard Kd": act.GoOut((act.Meld(SEVENS),), parse_card("Kd")),
    "recycle KdQs": Recycle((parse_card("Kd"), parse_card("Qs"))),
    "recycle recycle/1/2": Labelled(("recycle/1/2",), "recycle"),
    "close_calls": CloseCalls(),
}


@pytest.mark.parametrize("text", WORDS)
def test_an_action_is_written_and_read(text: str) -> None:
    assert action_text(WORDS[text]) == text
    assert parse_action(text, "rummy") == WORDS[text]


def test_tens_and_cards_in_any_case_are_read() -> None:
    assert parse_action("meld 10S9s8S", "rummy") == act.Meld(parse_cards("8s 9s Ts"))


@pytest.mark.parametrize(
    "text",
    [
        *("knock Kd", "draw_stock now", "discard", "discard Kd Qd", "meld", "meld 7s7h7d 8s", "meld 7s7s"),
        *(
            "lay_off 7s",
            "lay_off 7s>",
            "lay_off 7s>100",
            "lay_off 7s>-1",
            "go_out discard",
            "go_out discard Kd 7s7h7d",
        ),
        *("recycle", "recycle KdKd", "recycle Kd Qs", "close_calls now", "take_upcard"),
    ],
)
def test_what_is_no_action_is_refused(text: str) -> None:
    with pytest.raises(NotationError):
        parse_action(text, "rummy")


def labelled(rules: Options, seats: int, rng: Random) -> Record:
    """Play some hands from seeds and return their record, with labels where nature deals and shuffles."""
    secret = shuffle.key((SEED, *[shuffle.NO_SEED] * seats))
    dealer = rng.randrange(seats)
    match, plays, player = start(rules, seats, dealer), list[Play](), Mixed(rng, 0.5)
    for at in range(rng.choice((20, 150, 300))):
        owed, asked = due(match), sorted(to_act(match))
        if isinstance(owed, DealDue):
            action, done = Deal((shuffle.deck(secret, "deal", owed.hand, 0),)), Labelled((f"deal/{owed.hand}/0",))
        elif isinstance(owed, RecycleDue):
            label = f"recycle/{owed.hand}/{owed.number}"
            action = Recycle(shuffle.shuffled(secret, owed.cards, "recycle", owed.hand, owed.number))
            done = Labelled((label,), "recycle")
        elif isinstance(owed, CallsDue) and rng.random() < 0.3:
            action = done = CloseCalls()
        elif asked:
            seat = rng.choice(asked)
            moved = player(view(match, seat))
            match, _ = apply(match, seat, moved)
            plays.append(Play(seat, 10 * at, moved))
            continue
        else:
            break
        match, _ = apply(match, NATURE, action)
        plays.append(Play(NATURE, 10 * at, done))
    players = tuple(Party(f"Player {seat}") for seat in range(seats))
    return Record(rules, players, dealer, tuple(plays), Party(seed=SEED))


@settings(max_examples=30)
@given(options(), st.integers(2, 6), st.integers(0, 2**32))
def test_a_match_is_written_read_and_replayed_from_its_seeds(rules: Options, seats: int, seed: int) -> None:
    record = labelled(rules, seats, Random(seed))
    again = read(write(record))
    assert again == record
    assert replay(again) == replay(record)


@pytest.mark.parametrize("name", PRESETS)
def test_a_preset_is_written_by_its_name(name: str) -> None:
    text = write(Record(PRESETS[name], (Party("Ann"), Party("Ben")), 0))
    assert f"\ngame rummy\nrules 1\npreset {name}\ndealer 0\n" in text
    assert read(text).options == PRESETS[name]


def test_options_beside_a_preset_are_lines_of_their_own() -> None:
    rules = Options(recycle_limit=2, target=250, call_rummy=True)
    text = write(Record(rules, (Party("Ann"), Party("Ben")), 0))
    assert "preset calling\noption recycle_limit 2\noption target 250\n" in text
    assert read(text).options == rules
    assert read(text.replace("recycle_limit 2", "recycle_limit unlimited")).options.target == 250
    # A number or a word, whatever the preset has there.
    block = text.replace("preset calling", "preset block").replace("recycle_limit 2", "recycle_limit unlimited")
    assert read(block).options == Options(target=250, call_rummy=False)


def test_a_gin_preset_is_none_of_rummy() -> None:
    text = write(Record(PRESETS["basic"], (Party("Ann"), Party("Ben")), 0))
    with pytest.raises(NotationError, match="is no preset"):
        read(text.replace("preset basic", "preset modern"))


def test_a_shuffle_that_nobody_asked_for_is_no_replay() -> None:
    record = labelled(Options(), 2, Random(1))
    plays = (*record.plays[:1], Play(NATURE, 5, Labelled(("recycle/1/1",), "recycle")))
    with pytest.raises(NotationError, match="no pile is to be shuffled"):
        replay(Record(record.options, record.players, record.first_dealer, plays, record.server))
