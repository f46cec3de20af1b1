"""Seeds that are no secret: the same for the same number, and never twice in a row."""

from upcard_protocol.rules.rehearsal import rehearsed
from upcard_protocol.rules.shuffle import NO_SEED, SEED_BYTES


def seeds(number: int) -> list[bytes]:
    make = rehearsed(number)
    return [make() for _ in range(3)]


def test_the_same_number_makes_the_same_seeds_in_every_run() -> None:
    assert seeds(7) == seeds(7)
    assert seeds(7)[0].hex().startswith("790749b3")


def test_no_two_seeds_are_the_same_and_none_is_nobodys() -> None:
    made = [*seeds(1), *seeds(2), *seeds(11)]
    assert len({*made, NO_SEED}) == len(made) + 1
    assert {len(seed) for seed in made} == {SEED_BYTES}
