"""Names as they are shown: fit to be drawn, and a computer marked as one in the language that is spoken."""

from typing import Final

from upcard_client.locale import tr
from upcard_protocol.wire.clean import MAX_NAME_CELLS, clean_text

COMPUTER: Final = " (bot)"
"""What servers put after the name of a computer; no person's name may have such signs in it."""


def shown_name(name: str) -> str:
    """Return the name of a player, fit to be drawn."""
    clean = clean_text(name, MAX_NAME_CELLS)
    own = clean.removesuffix(COMPUTER)
    return clean if own == clean else tr("{name} (bot)", name=own)
