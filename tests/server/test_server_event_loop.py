"""Coroutine tests of the server run on trio, without saying so."""

import sniffio
import trio
from hypothesis import given, settings
from hypothesis import strategies as st


async def test_a_coroutine_test_of_the_server_runs_on_trio() -> None:
    assert sniffio.current_async_library() == "trio"


async def test_a_mocked_clock_jumps_over_an_hour(autojump_clock: trio.abc.Clock) -> None:
    before = autojump_clock.current_time()
    await trio.sleep(3600)
    assert autojump_clock.current_time() - before >= 3600


@given(st.integers())
@settings(max_examples=3)
async def test_a_property_of_a_coroutine_is_tried_on_trio(number: int) -> None:
    assert sniffio.current_async_library() == "trio"


class TestMethods:
    async def test_a_coroutine_method_runs_on_trio(self) -> None:
        assert sniffio.current_async_library() == "trio"
