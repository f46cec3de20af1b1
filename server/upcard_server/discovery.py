"""Telling the local network that there is a server here, by multicast DNS.

The zeroconf library does the talking in a thread of its own; each call to it waits for the network, so it is made
in a worker thread. Whatever goes wrong is one warning in the log: a server that nobody finds by itself can still be
reached by its address.
"""

import logging
from collections.abc import Callable
from functools import partial
from typing import Final, Protocol

import trio
from zeroconf import Error, ServiceInfo, Zeroconf

from upcard_protocol.wire.advert import SERVICE, Advert, instance_label, to_record

logger = logging.getLogger(__name__)

REFRESH_S: Final = 10.0
"""How old the figures on the network may get, seconds: players come and go faster than others need to hear."""
GOODBYE_S: Final = 2.0
"""How long saying goodbye may take at the end, seconds; lists drop a silent server by themselves later."""

_FAULTS: Final = (OSError, Error)


class Announcer(Protocol):
    """What is needed of `zeroconf.Zeroconf`."""

    def register_service(self, info: ServiceInfo, *, allow_name_change: bool) -> None: ...
    def update_service(self, info: ServiceInfo) -> None: ...
    def close(self) -> None: ...


async def announce(
    current: Callable[[], Advert],
    address: str,
    port: int,
    *,
    server_id: str,
    open_announcer: Callable[[], Announcer] = Zeroconf,
) -> None:
    """Announce the server until cancelled; return early, with a warning, if that cannot be done.

    Args:
        current: what there is to say now.
        address: the IP address where others reach the server.
        port: its TCP port.
        server_id: in hex; makes the name of its host record unlike any other's.
        open_announcer: opens the sockets; may raise `OSError`.
    """
    try:
        announcer = await trio.to_thread.run_sync(open_announcer)
    except _FAULTS as error:
        logger.warning("not announced on the local network: %s", _reason(error))
        return
    try:
        await _keep_announced(announcer, current, partial(_info, address, port, server_id))
    except _FAULTS as error:
        logger.warning("no longer announced on the local network: %s", _reason(error))
    finally:
        # Shielded, and bounded: without a goodbye the server stays in everybody's list for minutes.
        with trio.move_on_after(GOODBYE_S, shield=True):
            await trio.to_thread.run_sync(announcer.close, abandon_on_cancel=True)


async def _keep_announced(
    announcer: Announcer, current: Callable[[], Advert], info_of: Callable[[str, Advert], ServiceInfo]
) -> None:
    said = current()
    info = info_of(f"{instance_label(said.name)}.{SERVICE}", said)
    register = partial(announcer.register_service, info, allow_name_change=True)
    await trio.to_thread.run_sync(register, abandon_on_cancel=True)
    # The library renames a service whose name another server has.
    name = info.name
    logger.info("announced on the local network as %s", name.removesuffix(f".{SERVICE}"))
    while True:
        await trio.sleep(REFRESH_S)
        now = current()
        if now != said:
            said = now
            update = partial(announcer.update_service, info_of(name, now))
            await trio.to_thread.run_sync(update, abandon_on_cancel=True)


def _info(address: str, port: int, server_id: str, name: str, advert: Advert) -> ServiceInfo:
    return ServiceInfo(
        SERVICE,
        name,
        port,
        properties=to_record(advert),
        server=f"upcard-{server_id[:12]}.local.",
        parsed_addresses=[address],
    )


def _reason(error: Exception) -> str:
    return str(error) or type(error).__name__
