"""The password is proved, not sent."""

import hashlib
import hmac

import msgspec
import pytest

from upcard_protocol.wire.auth import MAX_N, MIN_N, Scrypt, key_of, proof, verify
from upcard_protocol.wire.errors import ProtocolError

SALT = bytes(range(16))
NONCE = bytes(range(16, 32))


def test_a_right_password_is_proved_for_one_connection_only() -> None:
    key = key_of("open sesame", SALT)
    given = proof("open sesame", SALT, MIN_N, 8, 1, NONCE)
    assert verify(key, NONCE, given)
    assert not verify(key, bytes(16), given)


def test_a_wrong_password_is_not_proved() -> None:
    assert not verify(key_of("open sesame", SALT), NONCE, proof("open sesam", SALT, MIN_N, 8, 1, NONCE))


def test_the_proof_is_what_the_contract_says() -> None:
    key = hashlib.scrypt("löffel".encode(), salt=SALT, n=MIN_N, r=8, p=1, dklen=32, maxmem=1 << 26)
    assert proof("löffel", SALT, MIN_N, 8, 1, NONCE) == hmac.digest(key, NONCE, "sha256")


def test_the_dearest_parameters_that_are_taken_can_be_worked_out() -> None:
    assert len(key_of("x", SALT, MAX_N, 8, 1)) == 32


@pytest.mark.parametrize("password", ["", "x" * 257, "ü" * 129])
def test_a_password_of_no_length_or_too_much_is_refused(password: str) -> None:
    with pytest.raises(ProtocolError, match="bad_password"):
        key_of(password, SALT)


@pytest.mark.parametrize("changes", [{"n": MIN_N + 1}, {"n": 2 * MAX_N}, {"r": 9}, {"p": 5}, {"salt": b"short"}])
def test_a_server_cannot_ask_for_work_without_end(changes: dict[str, object]) -> None:
    plain = {"t": "auth.scrypt", "salt": SALT, "nonce": NONCE, **changes}
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert(plain, Scrypt, builtin_types=(bytes,))
