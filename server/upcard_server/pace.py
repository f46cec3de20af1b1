"""How often one person may do what others hear of."""

from typing import Final

import trio

from upcard_protocol.wire import requests as ask
from upcard_protocol.wire.errors import ProtocolError
from upcard_server.bucket import Bucket

CHANGES: Final = (
    ask.NewTable,
    ask.TakeSeat,
    ask.LeaveTable,
    ask.Watch,
    ask.Unwatch,
    ask.AddBot,
    ask.RemoveBot,
    ask.Ready,
    ask.AskPause,
    ask.AskSeat,
)
"""Requests that the whole lobby may hear of, or that the journal keeps: one person makes few of them a second."""


def take(bucket: Bucket) -> None:
    """Take one out of what somebody may do now.

    Raises:
        ProtocolError: `rate` if nothing is left.
    """
    if not bucket.take(1, trio.current_time()):
        raise ProtocolError("rate", {"seconds": max(1, round(bucket.wait(1)))})
