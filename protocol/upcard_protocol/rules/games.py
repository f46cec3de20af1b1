"""The list of games, and the unions of what goes over the wire and into the journal for any of them."""

from functools import cache
from typing import Final

from upcard_protocol.rules.game import Game, NatureAction
from upcard_protocol.rules.gin import actions as gin_actions
from upcard_protocol.rules.gin import events as gin_events
from upcard_protocol.rules.gin import legal as gin_legal
from upcard_protocol.rules.gin import match as gin_match
from upcard_protocol.rules.gin import options as gin_options

GameOptions = gin_options.Options
GameAction = gin_actions.Action
GameEvent = gin_events.Event
GameView = gin_legal.View
GameMatch = gin_match.Match
AnyAction = GameAction | NatureAction

GAMES: Final[dict[str, Game]] = {"gin": gin_match}
"""Every game by name."""

RULES_VERSION: Final = 1
"""Moves on when the same actions would give another match; the journal keeps it with every table."""


def game_of(options: GameOptions) -> Game:
    """Return the game that these options are for."""
    return GAMES[_name(type(options))]


def name_of(options: GameOptions) -> str:
    """Return the name of the game that these options are for: the first part of their tag."""
    return _name(type(options))


@cache
def _name(kind: type[GameOptions]) -> str:
    return str(kind.__struct_config__.tag).partition(".")[0]
