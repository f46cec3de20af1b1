"""The short storm: a server that is killed in the middle of everything forgets nothing and does nothing twice.

`scripts/torture` is the long one.
"""

from pathlib import Path

import pytest
import trio
from msgspec.structs import replace

from tests.support.shim import Weather
from tests.support.stormy import FaultError
from tests.support.torture import Coast, Storm, inspect, sail
from upcard_protocol.rules.gin.actions import BigGin

LIMIT_S = 150.0
SHORT = Storm(tables=3, spectators=1, kills=3, longest_s=0.7, weather=Weather(drop=0.02, cut=0.005))


async def test_nothing_acknowledged_is_lost_or_doubled_in_a_storm_and_a_lie_about_it_would_be_found(
    tmp_path: Path,
) -> None:
    with trio.fail_after(LIMIT_S):
        clients = await sail(Coast(tmp_path), SHORT)
        events, rows = await inspect(tmp_path, clients)
        player = next(client for client in clients if client.acknowledged)
        assert events > 0
        assert rows > 0
        told, seen, last = dict(player.acknowledged), player.seen, max(player.acknowledged)
        act, n = told[last]
        for lie in ({**told, last + 2: (act, n)}, {**told, last: (act, n + 1)}):
            player.acknowledged = lie
            with pytest.raises(FaultError):
                await inspect(tmp_path, clients)
        other = replace(act, action=BigGin())
        player.acknowledged = {**told, last: (other, n)}
        with pytest.raises(FaultError):
            await inspect(tmp_path, clients)
        player.acknowledged = told
        player.seen = replace(seen, view=replace(seen.view, matches=seen.view.matches + 1))
        with pytest.raises(FaultError):
            await inspect(tmp_path, clients)
