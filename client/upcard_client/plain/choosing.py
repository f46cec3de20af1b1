"""Where the plain client goes if nobody named a server: to the only one that answers, or the one that is chosen."""

from collections.abc import Callable

from upcard_client.failures import ClientError
from upcard_client.locale import tr, trn
from upcard_client.network.addresses import Address, AddressError, parse_address
from upcard_client.network.neighbourhood import Neighbour
from upcard_client.plain.listing import name_of, note_of


def choose(
    found: tuple[Neighbour, ...], say: Callable[[str], None], read: Callable[[], str] | None
) -> Address | None:
    """Return where to go; None if the person thinks better of it.

    Args:
        found: the servers that answered.
        say: takes one line of output.
        read: returns a line that somebody types, nothing at the end; None where nobody types.

    Raises:
        ClientError: no server answered, or several did and nobody is there to choose.
    """
    if not found:
        raise ClientError(
            tr("No server answered on this network. upcard play ADDRESS goes to one, upcard solo plays the computer.")
        )
    if len(found) == 1:
        only = found[0]
        say(tr("One server answers: {server}, {address}.", server=name_of(only), address=str(only.address)))
        return only.address
    for number, each in enumerate(found, 1):
        say(server_line(number, each))
    if read is None:
        raise ClientError(tr("Several servers answer: name one, as in upcard play ADDRESS --plain."))
    say(tr("Which one? Type its number or an address, or quit."))
    while (typed := read()) and typed.strip().casefold() != "quit":
        address = _meant(found, typed.strip())
        if address is not None:
            return address
        say(tr("That is none of them: type a number from 1 to {last}, an address, or quit.", last=len(found)))
    return None


def server_line(number: int, server: Neighbour) -> str:
    """Describe a server of the list in a line."""
    people = server.advert.players if server.advert is not None else 0
    said = tr(
        "{number}. {server}, {address}, {people}.",
        number=number,
        server=name_of(server),
        address=str(server.address),
        people=trn("{count} person", "{count} people", people),
    )
    note = note_of(server)
    return f"{said} {note}" if note else said


def _meant(found: tuple[Neighbour, ...], typed: str) -> Address | None:
    """Return the server of a number, a name or an address."""
    if typed.isascii() and typed.isdecimal():
        number = int(typed[:4])
        return found[number - 1].address if 1 <= number <= len(found) else None
    named = [each.address for each in found if typed and name_of(each).casefold() == typed.casefold()]
    if len(named) == 1:
        return named[0]
    try:
        return parse_address(typed) if "." in typed or ":" in typed else None
    except AddressError:
        return None
