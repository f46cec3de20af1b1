"""Whose name and password a run uses."""

import getpass
from pathlib import Path

from upcard_client.cli import Invocation
from upcard_client.failures import ClientError, reason
from upcard_client.link import Identity
from upcard_client.locale import tr
from upcard_client.settings import Settings
from upcard_protocol.wire.clean import check_name
from upcard_protocol.wire.errors import ProtocolError

NAMELESS = "Neighbour"
"""Who somebody is whose login on this computer makes no name."""
LONGEST_PASSWORD = 4096
"""Characters of a password file that are read: a device has no end."""


def identity(invocation: Invocation, settings: Settings) -> Identity:
    """Return who comes in: a guest for watching and listing, unless a name was asked for.

    Raises:
        ClientError: if the password file cannot be used.
    """
    password = read_password(invocation.password_file) if invocation.password_file is not None else None
    if invocation.name is not None:
        return Identity(name=invocation.name, insisted=True, password=password)
    if invocation.command in ("watch", "tables"):
        return Identity(password=password)
    return Identity(name=settings.name or login_name(), password=password)


def login_name() -> str:
    """Return a name made of the person's login on this computer."""
    try:
        name = getpass.getuser().capitalize()
        check_name(name)
    except (OSError, KeyError, ProtocolError):
        return NAMELESS
    return name


def read_password(path: Path) -> str:
    """Return the password in a file: its first line.

    Raises:
        ClientError: if the file cannot be read, or its first line is empty or no UTF-8.
    """
    try:
        with path.open(encoding="utf-8") as file:
            first, *_ = file.read(LONGEST_PASSWORD).splitlines() or [""]
    except OSError as error:
        raise ClientError(
            tr("The password file {path} cannot be read: {why}.", path=str(path), why=reason(error))
        ) from error
    except UnicodeDecodeError as error:
        raise ClientError(tr("The password file {path} is not UTF-8 text.", path=str(path))) from error
    if not first:
        raise ClientError(tr("The password file {path} has no password in its first line.", path=str(path)))
    return first
