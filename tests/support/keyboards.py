"""Keys of the table other than the usual ones, for a while."""

from collections.abc import Generator, Mapping
from contextlib import contextmanager

from upcard_client.keys import lay_out


@contextmanager
def pressing_instead(changes: Mapping[str, str]) -> Generator[None]:
    """Have changed keys for a while: by the id of a key what it is, in Textual's name."""
    lay_out(changes)
    try:
        yield
    finally:
        lay_out({})
