"""Which version this program is."""

from functools import cache


@cache
def version() -> str:
    """Return the version of the installed program."""
    # Reading the package's metadata is slow, and nothing needs it before the first picture.
    from importlib.metadata import version as installed

    return installed("upcard")
