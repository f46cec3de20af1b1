"""What one event changes of the public facts, and of the cards that lie face down: the same for a match and for every
view of it (RULES 10).

Nearly every table has one hand in play, and this runs at every event: that case comes first.
"""

from typing import Final

from msgspec.structs import replace

from upcard_protocol.rules.cards import Card
from upcard_protocol.rules.gin import events as ev
from upcard_protocol.rules.gin.board import Board, advance, begin, table_of
from upcard_protocol.rules.gin.events import Event
from upcard_protocol.rules.gin.options import Options
from upcard_protocol.rules.gin.sheet import Sheet, sheet_after

_MATCH_EVENTS: Final = frozenset((ev.Dealt, ev.HandEnded, ev.Readied, ev.GameEnded, ev.MatchEnded))


def public_step(sheet: Sheet, boards: tuple[Board, ...], event: Event) -> tuple[Sheet, tuple[Board, ...]]:
    """Return the public facts after an event."""
    if type(event) not in _MATCH_EVENTS:
        if len(boards) == 1:
            return sheet, (advance(boards[0], event, sheet.options),)
        assert not isinstance(event, ev.Dealt | ev.HandEnded | ev.GameEnded | ev.MatchEnded)
        return sheet, _put(boards, table_of(boards, event.seat), event, sheet.options)
    sheet = sheet_after(sheet, event)
    match event:
        case ev.Dealt():
            return sheet, (*boards[: event.table], begin(event, sheet.options))
        case ev.HandEnded():
            return sheet, _with_end(_put(boards, event.table, event, sheet.options))
        case _:
            return sheet, boards


def _put(boards: tuple[Board, ...], table: int, event: Event, options: Options) -> tuple[Board, ...]:
    return (*boards[:table], advance(boards[table], event, options), *boards[table + 1 :])


def _with_end(boards: tuple[Board, ...]) -> tuple[Board, ...]:
    """Let a hand that is over wait for the other table; when both are over, both are at their end (RULES 5.3)."""
    over = all(board.score is not None for board in boards)
    return tuple(
        replace(board, phase="hand_end" if over else "waiting") if board.score is not None else board
        for board in boards
    )


def knock_cards_after(
    cards: tuple[Card | None, ...], boards: tuple[Board, ...], event: Event
) -> tuple[Card | None, ...]:
    """Return the knock discards by table after an event, as far as they are known."""
    if type(event) is ev.Knocked:
        if len(boards) == 1:
            return (event.card,)
        table = table_of(boards, event.seat)
        return (*cards[:table], event.card, *cards[table + 1 :])
    if type(event) is ev.Dealt:
        return (*cards[: event.table], None)
    return cards
