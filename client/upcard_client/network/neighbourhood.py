"""The servers there are to play on, as one frozen value: those remembered and those that answer on this network.

A server keeps its place once it is in the list, whatever is heard of it later; new ones go to the end.
"""

from typing import Final, Literal

from msgspec import Struct
from msgspec.structs import replace

from upcard_client.network.addresses import HERE, Address, AddressError, parse_address
from upcard_client.settings import Settings
from upcard_protocol.wire.advert import Advert
from upcard_protocol.wire.handshake import PROTOCOL_HI, PROTOCOL_LO

MAX_RECENT: Final = 6
"""Servers played on before that are asked, and listed, at most."""
MAX_NEIGHBOURS: Final = 64
"""Servers in the list at most: anybody on the network can announce as many as they like."""


class Neighbour(Struct, frozen=True):
    """One server.

    Attributes:
        address: where it is.
        advert: what it last said of itself; None as long as nothing was heard.
        ms: how long it took to answer, milliseconds; None if it did not, or was not asked.
        server: which server answered there; None as long as that is not known.
        state: `asked` until it has answered or kept silent; `gone` if it said goodbye to the network.
    """

    address: Address
    advert: Advert | None = None
    ms: int | None = None
    server: bytes | None = None
    state: Literal["asked", "here", "silent", "gone"] = "asked"

    @property
    def age(self) -> Literal["", "newer", "older"]:
        """Whether it is too new, or too old, for this program."""
        if self.advert is None:
            return ""
        if self.advert.lo > PROTOCOL_HI:
            return "newer"
        return "older" if self.advert.hi < PROTOCOL_LO else ""


class Neighbourhood(Struct, frozen=True):
    """All of them, in the order in which they were first heard of.

    Attributes:
        neighbours: the servers.
        searching: whether answers may still come.
        failure: why the network cannot be searched, for people; empty if it can.
    """

    neighbours: tuple[Neighbour, ...] = ()
    searching: bool = False
    failure: str = ""

    def at(self, address: Address) -> Neighbour | None:
        """Return the server at an address."""
        return next((known for known in self.neighbours if known.address == address), None)

    @property
    def listed(self) -> tuple[Neighbour, ...]:
        """The servers, each once."""
        return tuple(one for one in self.neighbours if self.listed_as(one.address) == one.address)

    def listed_as(self, address: Address) -> Address:
        """Return the address that a server goes by: for one on this computer that on the network, where it has one.

        No other address gives way: what servers say of who they are is not proven, and one that copies another must
        not take it off the list.
        """
        known = self.at(address)
        if known is None or known.server is None or not address.loops:
            return address
        same = (one.address for one in self.neighbours if one.server == known.server and one.state == "here")
        return next((other for other in same if not other.loops), address)

    @property
    def answering(self) -> int:
        """How many of them are there."""
        return sum(known.state == "here" for known in self.listed)

    def asked_again(self) -> "Neighbourhood":
        """Return the list as another search begins: who was there is asked anew, the others are forgotten."""
        there = (replace(one, state="asked", ms=None) for one in self.neighbours if one.state == "here")
        return Neighbourhood(tuple(there), searching=True)

    def heard(self, address: Address, advert: Advert) -> "Neighbourhood":
        """Return the list after a server has announced itself."""
        known = self.at(address) or Neighbour(address)
        return self._with(replace(known, advert=advert, state="here"))

    def asked(self, address: Address) -> "Neighbourhood":
        """Return the list with a server that is being asked."""
        return self if self.at(address) is not None else self._with(Neighbour(address))

    def answered(self, address: Address, advert: Advert, ms: int, server: bytes | None = None) -> "Neighbourhood":
        """Return the list after a server has answered, and said which one it is."""
        return self._with(Neighbour(address, advert, ms, server, "here"))

    def silent(self, address: Address) -> "Neighbourhood":
        """Return the list after a server did not answer; one that announces itself is there all the same."""
        known = self.at(address)
        return self if known is None or known.state == "here" else self._with(replace(known, state="silent"))

    def gone(self, address: Address) -> "Neighbourhood":
        """Return the list after a server has said goodbye."""
        known = self.at(address)
        return self if known is None else self._with(replace(known, state="gone", ms=None))

    def _with(self, neighbour: Neighbour) -> "Neighbourhood":
        if self.at(neighbour.address) is not None:
            known = (neighbour if one.address == neighbour.address else one for one in self.neighbours)
            return replace(self, neighbours=tuple(known))
        if len(self.neighbours) >= MAX_NEIGHBOURS:
            return self
        return replace(self, neighbours=(*self.neighbours, neighbour))


def known_addresses(settings: Settings) -> tuple[Address, ...]:
    """Return the servers to ask whatever the network says: those played on before, and this computer."""
    known = [HERE]
    for recent in settings.recent[:MAX_RECENT]:
        try:
            known.append(parse_address(recent.address))
        except AddressError:
            continue
    return tuple(dict.fromkeys(known))
