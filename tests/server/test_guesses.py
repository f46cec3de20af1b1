"""Wrong passwords and the waits that they bring."""

import pytest

from upcard_protocol.wire.errors import ProtocolError
from upcard_server.guesses import FORGOTTEN_S, LONGEST_WAIT_S, MAX_GUESSERS, Guesses


def wait(guesses: Guesses, address: str, now: float) -> int:
    """Return for how many seconds an address has to wait."""
    try:
        guesses.check(address, now)
    except ProtocolError as error:
        return int(error.values["seconds"])
    return 0


def test_after_a_few_tries_each_wait_is_twice_the_one_before() -> None:
    guesses, now, waits = Guesses(tries=3, wait_s=2, refusal="password_wait"), 100.0, list[int]()
    for _ in range(6):
        guesses.wrong("a", now)
        waits.append(wait(guesses, "a", now))
        now += waits[-1]
        guesses.check("a", now)
    assert waits == [0, 0, 2, 4, 8, 16]


def test_no_wait_is_longer_than_the_longest() -> None:
    guesses = Guesses(tries=1, wait_s=2, refusal="password_wait")
    for _ in range(2000):
        guesses.wrong("a", 0)
    assert wait(guesses, "a", 0) == LONGEST_WAIT_S


def test_other_addresses_do_not_wait() -> None:
    guesses = Guesses(tries=1, wait_s=2, refusal="password_wait")
    guesses.wrong("a", 0)
    assert wait(guesses, "b", 0) == 0


def test_the_right_password_and_a_long_time_wipe_the_slate() -> None:
    guesses = Guesses(tries=2, wait_s=2, refusal="password_wait")
    guesses.wrong("a", 0)
    guesses.right("a")
    guesses.wrong("a", 1)
    assert wait(guesses, "a", 1) == 0
    guesses.wrong("a", 2 + FORGOTTEN_S)
    assert wait(guesses, "a", 2 + FORGOTTEN_S) == 0


def test_addresses_without_end_take_no_memory_without_end() -> None:
    guesses = Guesses(tries=1, wait_s=2, refusal="password_wait")
    for number in range(MAX_GUESSERS + 1):
        guesses.wrong(str(number), 0)
    assert wait(guesses, "0", 0) == 0, "the oldest is forgotten"
    assert wait(guesses, "1", 0) == 2


@pytest.mark.parametrize("tries", [1, 5])
def test_waiting_is_refused_before_the_password_is_looked_at(tries: int) -> None:
    guesses = Guesses(tries=tries, wait_s=2, refusal="password_wait")
    for _ in range(tries):
        guesses.check("a", 0)
        guesses.wrong("a", 0)
    with pytest.raises(ProtocolError, match="password_wait"):
        guesses.check("a", 1)
