"""The words of the standard library's `argparse`, in the language that is spoken.

`argparse` asks gettext for its words as Python's own programs do: in the domain that `gettext.textdomain` names, from
the directory that `gettext.bindtextdomain` gives for it, in the languages of the environment variable `LANGUAGE`. All
three are public and documented, and belong to the whole process; so they are ours while a command line is read, and
as they were afterwards. What a version of Python words in another way stays English.
"""

import gettext
import os
from collections.abc import Generator
from contextlib import contextmanager
from typing import Final

from upcard_client.locale import CATALOGUES, DOMAIN, mark, spoken_language

WORDS: Final = mark(
    (
        "usage: ",
        "positional arguments",
        "options",
        "show this help message and exit",
        "argument %(argument_name)s: %(message)s",
        "unrecognized arguments: %s",
        "not allowed with argument %s",
        "ignored explicit argument %r",
        "the following arguments are required: %s",
        "expected one argument",
        "expected at most one argument",
        "invalid %(type)s value: %(value)r",
        "invalid choice: %(value)r (choose from %(choices)s)",
    )
)
"""What `argparse` can say of our command line; it fills in the places itself."""

_CHOOSES: Final = "LANGUAGE"


@contextmanager
def translated() -> Generator[None]:
    """Let `argparse` find its words in our catalogues, where we have them; nobody else may use gettext meanwhile."""
    before, domain = os.environ.get(_CHOOSES), gettext.textdomain()
    gettext.bindtextdomain(DOMAIN, str(CATALOGUES))
    gettext.textdomain(DOMAIN)
    # English is in the code: there is no catalogue of it, and none of another language may be taken.
    os.environ[_CHOOSES] = spoken_language()
    try:
        yield
    finally:
        gettext.textdomain(domain)
        if before is None:
            del os.environ[_CHOOSES]
        else:
            os.environ[_CHOOSES] = before
