"""The list of games, as the client shows them: a line for each."""

from typing import Final

from upcard_client.games.front import Front
from upcard_client.games.gin.front import GIN
from upcard_client.games.rummy.front import RUMMY
from upcard_protocol.rules.games import GameOptions, name_of

FRONTS: Final[dict[str, Front]] = {front.name: front for front in (GIN, RUMMY)}
"""Every game by name, in the order in which they are offered."""


def front_of(options: GameOptions) -> Front:
    """Return the game that these options are for."""
    return FRONTS[name_of(options)]
