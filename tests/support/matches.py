"""Whole hands and matches over the wire, played by visitors as the computer would."""

from tests.support.premises import Premises, level, moves
from tests.support.visitor import Visitor
from upcard_protocol.wire.replies import Acted


async def play_turn(house: Premises, *players: Visitor, table: int = 1) -> None:
    """Let whoever is asked something act once; between hands that is everybody."""
    await level(house, table, *players)
    for player in players:
        if moves(player, table):
            reply = await player.act(table)
            assert isinstance(reply, Acted), reply
            return
    raise AssertionError("nobody is asked anything")


async def play_hand(house: Premises, *players: Visitor, table: int = 1) -> None:
    """Play until the hand is over."""
    await level(house, table, *players)
    while house.table(table).in_hand:
        await play_turn(house, *players, table=table)
    await level(house, table, *players)


async def play_match(house: Premises, *players: Visitor, table: int = 1) -> None:
    """Play until the match is over."""
    await level(house, table, *players)
    while house.table(table).table.playing:
        await play_turn(house, *players, table=table)
        await level(house, table, *players)
