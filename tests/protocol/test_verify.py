"""A finished match binds itself: nothing in its record can be changed and still verify."""

import re
from collections.abc import Iterator
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from tests.support.records import ANN, BEN, SERVER, party, played
from upcard_protocol.rules import PRESETS, Deal
from upcard_protocol.rules.cards import DECK, NAME
from upcard_protocol.rules.games import GameOptions
from upcard_protocol.rules.notation import Labelled, Party, Record, read, write
from upcard_protocol.rules.rummy.options import PRESETS as RUMMY
from upcard_protocol.rules.shuffle import deck, key, pick
from upcard_protocol.rules.verify import digest, sealed, verify

SHORT = replace(PRESETS["modern"], target=50, layoff_mode="manual")


def altered(record: Record) -> str:
    """Return a changed record as whoever changes it would write it: with a digest that fits."""
    return write(sealed(record))


def test_a_match_as_it_was_played_verifies() -> None:
    record = played(SHORT)
    verdict = verify(write(record))
    assert (verdict.kind, verdict.digest) == ("verified", record.digest)
    assert verify(write(record).replace("\n\n", "\n\n# a remark\n\n")).kind == "verified"


@pytest.mark.parametrize(
    ("rules", "seats"),
    [
        (PRESETS["oklahoma"], 2),
        (replace(PRESETS["modern"], format="all_play", target=50), 3),
        (replace(PRESETS["partners"], target=50), 4),
        (RUMMY["basic"], 3),
        (RUMMY["calling"], 6),
    ],
    ids=["oklahoma", "all_play", "partners", "rummy", "calling"],
)
def test_a_match_of_any_game_number_and_format_verifies(rules: GameOptions, seats: int) -> None:
    assert verify(write(played(rules, seats))).kind == "verified"


def tokens(text: str) -> list[tuple[int, int]]:
    """Return where the tokens of a text are."""
    return [match.span() for match in re.finditer(r"\S+", text)]


WORDS = ("pass", "draw_stock", "draw_discard", "take_upcard", "ready", "auto", "done", "yes", "no", "modern", "pagat")


def others(token: str, rng: Random) -> Iterator[str]:
    """Return tokens of the same kind, and the token with one letter changed."""
    if re.fullmatch(r"[0-9]+", token):
        yield str(int(token) + 1)
    if re.fullmatch(r"([2-9TJQKA][shdc])+", token):
        card = rng.randrange(len(token) // 2) * 2
        yield (
            token[:card]
            + rng.choice([name for name in map(NAME.__getitem__, DECK) if name not in token])
            + token[card + 2 :]
        )
    if re.fullmatch(r"[0-9a-f]{64}", token):
        place = rng.randrange(64)
        yield token[:place] + format(int(token[place], 16) ^ 1 << rng.randrange(4), "x") + token[place + 1 :]
    words = (
        "pass",
        "draw_stock",
        "draw_discard",
        "take_upcard",
        "ready",
        "auto",
        "done",
        "yes",
        "no",
        "modern",
        "pagat",
    )
    yield rng.choice([word for word in words if word != token])
    place = rng.randrange(len(token))
    yield token[:place] + chr(ord(token[place]) ^ 1) + token[place + 1 :]
    yield ""


@settings(max_examples=60)
@given(st.integers(0, 2**32))
def test_a_change_of_any_token_fails(seed: int) -> None:
    rng = Random(seed)
    text = write(played(SHORT))
    begin, end = rng.choice(tokens(text))
    for other in others(text[begin:end], rng):
        assert verify(text[:begin] + other + text[end:]).kind == "broken", (text[begin:end], other)


def test_a_change_of_every_line_of_the_head_fails() -> None:
    text = write(played(SHORT))
    head, _, _ = text.partition("\n\n")
    for line in head.split("\n"):
        kind = verify(text.replace(f"{line}\n", "", 1)).kind
        assert kind == ("consistent" if line.startswith("digest") else "broken"), line


@settings(max_examples=30)
@given(st.integers(0, 2**32))
def test_a_play_that_is_left_out_or_said_twice_fails(seed: int) -> None:
    rng = Random(seed)
    record = played(SHORT)
    at = rng.randrange(len(record.plays))
    plays = record.plays
    for changed in ((*plays[:at], *plays[at + 1 :]), (*plays[: at + 1], *plays[at:])):
        assert verify(write(replace(record, plays=changed))).kind == "broken"


@pytest.mark.parametrize("who", ["server", 0, 1])
def test_a_seed_of_ones_own_choice_fails_against_the_commitment_that_was_received(who: int | str) -> None:
    record, other = played(SHORT), bytes([33]) * 32
    if who == "server":
        changed = replace(record, server=replace(record.server, seed=other))
    else:
        players = tuple(replace(each, seed=other) if n == who else each for n, each in enumerate(record.players))
        changed = replace(record, players=players)
    assert "does not fit its commitment" in verify(altered(changed)).why


def test_a_deck_that_was_chosen_fails_whatever_the_digest_says() -> None:
    record = played(SHORT)
    first = record.plays[0]
    chosen = Deal((deck(bytes(32), "deal", 1, 0),))
    assert verify(altered(replace(record, plays=(replace(first, action=chosen), *record.plays[1:])))).kind == "broken"
    own = Deal((deck(key([SERVER, ANN, BEN]), "deal", 1, 0),))
    assert verify(altered(replace(record, plays=(replace(first, action=own), *record.plays[1:])))).kind == "verified"


def test_a_hand_that_is_dealt_under_another_label_fails() -> None:
    record = played(SHORT)
    first = replace(record.plays[0], action=Labelled(("deal/2/0",)))
    assert "is shuffled as deal/2/0, not as deal/1/0" in verify(altered(replace(record, plays=(first,)))).why


def test_the_first_dealer_follows_from_the_seeds() -> None:
    record = played(SHORT)
    changed = replace(record, first_dealer=1 - record.first_dealer, plays=())
    assert verify(altered(changed)).why == "the first dealer does not follow from the seeds"


def test_a_match_without_received_commitments_is_self_consistent_only() -> None:
    record = played(SHORT)
    server = replace(record.server, commitment=None)
    players = tuple(replace(player, commitment=None) for player in record.players)
    for changed in (
        replace(record, server=server),
        replace(record, players=players),
        replace(record, server=server, players=players),
    ):
        assert verify(altered(changed)).kind == "consistent"
    assert verify(write(replace(record, digest=None))).kind == "consistent"


def test_a_match_of_the_servers_seed_alone_proves_nothing() -> None:
    secret = key([SERVER, bytes(32), bytes(32)])
    alone = Record(SHORT, (Party("Ann"), Party("Ben")), pick(secret, "dealer", 2), (), party("", SERVER))
    assert verify(altered(alone)).kind == "consistent"


def test_a_player_without_a_seed_takes_nothing_from_the_others() -> None:
    secret = key([SERVER, ANN, bytes(32)])
    bot = Record(SHORT, (party("Ann", ANN), Party("Deuce")), pick(secret, "dealer", 2), (), party("", SERVER))
    assert verify(altered(bot)).kind == "verified"
    zeros = replace(bot, players=(bot.players[0], Party("Deuce", None, bytes(32))))
    assert verify(altered(zeros)).kind == "broken"


def test_what_is_no_match_fails_with_a_reason() -> None:
    assert verify("").kind == "broken"
    assert verify("hello").why.startswith("line 1")
    record = played(SHORT)
    assert "not known" in verify(altered(replace(record, server=replace(record.server, seed=None)))).why


def test_the_digest_is_read_back_and_is_of_everything_else() -> None:
    record = played(SHORT)
    assert read(write(record)) == record
    assert digest(record) == digest(replace(record, digest=None)) == record.digest
