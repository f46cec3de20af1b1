"""Faults: which of them are our own, and how to look into the groups that nurseries raise."""

import sqlite3
from typing import Final, TypeVar, cast

from upcard_protocol.wire.errors import ProtocolError

BUGS: Final = (
    ArithmeticError,
    AssertionError,
    AttributeError,
    LookupError,
    NameError,
    ProtocolError,
    RuntimeError,
    TypeError,
    ValueError,
    sqlite3.IntegrityError,
)
"""What a mistake of ours raises where nothing is expected: it ends one table or one connection, never the server.

A `ProtocolError` is among them because, where no peer is being answered, it is we who would break the protocol.
"""

E = TypeVar("E", bound=BaseException)


def leaves(group: BaseExceptionGroup[E]) -> list[E]:
    """Return the exceptions in a group, however deep they are."""
    found: list[E] = []
    for error in group.exceptions:
        if isinstance(error, BaseExceptionGroup):
            found += leaves(cast("BaseExceptionGroup[E]", error))
        else:
            found.append(error)
    return found
