"""The door: how many may come in, and the password."""

from pathlib import Path

import pytest
import trio
import trio.testing

from tests.support.premises import premises
from tests.support.visitor import Visitor
from upcard_protocol.wire import ProtocolError, auth
from upcard_protocol.wire.auth import Scrypt
from upcard_protocol.wire.handshake import Bye, Hello, Login, NoAuth
from upcard_server.config import Limits
from upcard_server.door import MAX_ADDRESSES, Door, open_door

PASSWORD = "open sesame"


async def knock(visitor: Visitor, password: str | None) -> str:
    """Try to come in with a password, or with none; return the code of the refusal."""
    asked = (await visitor.greet()).auth
    assert isinstance(asked, Scrypt)
    given = None if password is None else auth.proof(password, asked.salt, asked.n, asked.r, asked.p, asked.nonce)
    await visitor.say(Login(name="Mira", proof=given))
    return (await visitor.bye()).code


async def test_without_a_password_nothing_is_asked(tmp_path: Path) -> None:
    async with premises(tmp_path) as house:
        assert (await house.dial().greet()).auth == NoAuth()


async def test_the_password_is_required_judged_and_taken(tmp_path: Path) -> None:
    async with premises(tmp_path, password=PASSWORD) as house:
        assert await knock(house.dial(), None) == "password_required"
        assert await knock(house.dial(), "open barley") == "bad_password"
        visitor = house.dial()
        assert (await visitor.log_in("Mira", password=PASSWORD)).name == "Mira"


async def test_a_token_is_no_way_around_the_password(tmp_path: Path) -> None:
    async with premises(tmp_path, password=PASSWORD) as house:
        visitor = house.dial()
        token = (await visitor.log_in("Mira", password=PASSWORD)).token
        again = house.dial()
        await again.greet()
        await again.say(Login(token=token))
        assert (await again.bye()).code == "password_required"
        assert await visitor.up_to_now() == [], "the one who is inside was not pushed out"


async def test_a_proof_is_good_for_one_connection_only(tmp_path: Path) -> None:
    async with premises(tmp_path, password=PASSWORD) as house:
        first = (await house.dial().greet()).auth
        assert isinstance(first, Scrypt)
        overheard = auth.proof(PASSWORD, first.salt, first.n, first.r, first.p, first.nonce)
        thief = house.dial()
        await thief.greet()
        await thief.say(Login(name="Mira", proof=overheard))
        assert (await thief.bye()).code == "bad_password"


async def test_a_full_server_says_so_and_lets_the_next_in_when_somebody_leaves(tmp_path: Path) -> None:
    async with premises(tmp_path, limits=Limits(max_connections=2)) as house:
        first, _ = await house.enter("Mira"), await house.enter("Eleni")
        third = house.dial()
        await third.say(Hello())
        assert (await third.bye()).code == "full"
        await first.leave()
        await trio.testing.wait_all_tasks_blocked()
        assert (await house.enter("Wendy")).me.name == "Wendy"


async def test_connections_from_one_address_are_counted_apart() -> None:
    door = Door(Limits(max_connections=3, max_connections_per_address=2))
    with door.admitted("a"), door.admitted("a"):
        with pytest.raises(ProtocolError, match="too_many_connections"), door.admitted("a"):
            pass
        with door.admitted("b"), pytest.raises(ProtocolError, match="full"), door.admitted("c"):
            pass
    with door.admitted("a"), door.admitted("a"):
        pass


async def test_newcomers_from_one_address_have_to_wait_but_who_comes_back_has_not(tmp_path: Path) -> None:
    async with premises(tmp_path, limits=Limits(newcomers_per_minute=2)) as house:
        mira = await house.enter("Mira")
        await mira.leave()
        guest = house.dial()
        await guest.log_in()
        third = house.dial()
        await third.greet()
        await third.say(Login(name="Wendy"))
        refused = await third.bye()
        assert (refused.code, refused.values) == ("newcomers", {"seconds": 30})
        assert (await house.enter("Mira", mira.me.token)).me.name == "Mira"
        await trio.sleep(30)
        assert (await house.enter("Wendy")).me.name == "Wendy"


async def test_newcomers_from_many_addresses_are_counted_without_growing() -> None:
    door = Door(Limits(newcomers_per_minute=1))
    for number in range(MAX_ADDRESSES + 1):
        door.welcome_newcomer(str(number))
    with pytest.raises(ProtocolError, match="newcomers"):
        door.welcome_newcomer(str(MAX_ADDRESSES))
    door.welcome_newcomer("0")


async def test_two_servers_with_one_password_keep_different_keys() -> None:
    one, two = await open_door(Limits(), PASSWORD), await open_door(Limits(), PASSWORD)
    first, second = one.challenge(), two.challenge()
    assert isinstance(first, Scrypt)
    assert isinstance(second, Scrypt)
    assert first.salt != second.salt


async def test_after_wrong_passwords_the_right_one_waits_too_and_is_taken_then(
    tmp_path: Path, autojump_clock: trio.abc.Clock
) -> None:
    limits = Limits(password_tries=2, password_wait_seconds=8)
    async with premises(tmp_path, password=PASSWORD, limits=limits) as house:
        assert [await knock(house.dial(), "open barley") for _ in range(2)] == ["bad_password", "bad_password"]
        early = house.dial()
        assert await knock(early, PASSWORD) == "password_wait"
        (bye,) = [heard for heard in early.heard if isinstance(heard, Bye)]
        assert bye.retry_after_ms == 8000
        await trio.sleep(8)
        assert (await house.dial().log_in("Mira", password=PASSWORD)).name == "Mira"
