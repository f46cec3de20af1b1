"""Coroutine tests of the client run on asyncio, without saying so."""

import sniffio
from hypothesis import given, settings
from hypothesis import strategies as st


async def test_a_coroutine_test_of_the_client_runs_on_asyncio() -> None:
    assert sniffio.current_async_library() == "asyncio"


@given(st.integers())
@settings(max_examples=3)
async def test_a_property_of_a_coroutine_is_tried_on_asyncio(number: int) -> None:
    assert sniffio.current_async_library() == "asyncio"


class TestMethods:
    async def test_a_coroutine_method_runs_on_asyncio(self) -> None:
        assert sniffio.current_async_library() == "asyncio"
