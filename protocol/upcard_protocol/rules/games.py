"""The list of games, and the unions of what goes over the wire and into the journal for any of them."""

from functools import cache
from typing import Final

from upcard_protocol.rules.game import Game, NatureAction
from upcard_protocol.rules.gin import actions as gin_actions
from upcard_protocol.rules.gin import board as gin_board
from upcard_protocol.rules.gin import events as gin_events
from upcard_protocol.rules.gin import legal as gin_legal
from upcard_protocol.rules.gin import match as gin_match
from upcard_protocol.rules.gin import options as gin_options
from upcard_protocol.rules.gin import sheet as gin_sheet
from upcard_protocol.rules.rummy import actions as rummy_actions
from upcard_protocol.rules.rummy import events as rummy_events
from upcard_protocol.rules.rummy import match as rummy_match
from upcard_protocol.rules.rummy import options as rummy_options
from upcard_protocol.rules.rummy import sheet as rummy_sheet
from upcard_protocol.rules.rummy import view as rummy_view

GameOptions = gin_options.Options | rummy_options.Options
GameAction = gin_actions.Action | rummy_actions.Action
GameEvent = gin_events.Event | rummy_events.Event
GameView = gin_legal.View | rummy_view.View
GameMatch = gin_match.Match | rummy_match.Match
GamePlay = gin_board.Play | rummy_events.Play
GameRow = gin_sheet.HandRow | rummy_sheet.HandRow
AnyAction = GameAction | NatureAction

GAMES: Final[dict[str, Game]] = {"gin": gin_match, "rummy": rummy_match}
"""Every game by name."""

USUAL: Final[GameOptions] = gin_options.Options()
"""What is played where nobody chose."""

RULES_VERSION: Final = 1
"""Moves on when the same actions would give another match; the journal keeps it with every table."""


def game_of(options: GameOptions) -> Game:
    """Return the game that these options are for."""
    return _game(type(options))


def name_of(options: GameOptions | GameAction) -> str:
    """Return the name of the game that these options, or this action, are of: the first part of their tag."""
    return _name(type(options))


@cache
def _game(kind: type[GameOptions]) -> Game:
    return GAMES[_name(kind)]


@cache
def _name(kind: type[GameOptions | GameAction]) -> str:
    return str(kind.__struct_config__.tag).partition(".")[0]
