"""A match in sentences, one line each: `upcard replay FILE --plain`."""

from collections.abc import Iterator

from msgspec.structs import replace

from upcard_client.attable import names_of
from upcard_client.games.fronts import front_of
from upcard_client.locale import tr
from upcard_client.replay.moments import happenings, seen_at, table_of
from upcard_client.words.dates import day_and_time
from upcard_client.words.phrases import joined
from upcard_protocol.rules.game import OPEN
from upcard_protocol.rules.games import GameMatch, game_of
from upcard_protocol.rules.record import Record, begin
from upcard_protocol.table import TableView


def lines_of(record: Record) -> Iterator[str]:
    """Yield a whole match in sentences, cards in words and every hand open.

    Raises:
        NotationError: if it cannot be played again, as where the server's seed is not known.
    """
    begin(record)
    table = table_of(record.options, tuple(player.name for player in record.players), OPEN)
    front = front_of(record.options)
    yield front.spoken.heading(record.options, len(record.players))
    yield _head(names_of(table), record.started_ms)
    begun = 0
    for event, before, after, _, match in happenings(record):
        yield from front.spoken.event_lines(event, seen_at(table, before), seen_at(table, after))
        hand = front.following.hand(after)
        if match is not None and hand != begun:
            begun = hand
            yield from _hands(table, match)


def _head(names: tuple[str, ...], started_ms: int | None) -> str:
    """Say who played, and when."""
    who = joined(names)
    if started_ms is None:
        return tr("Played by {names}.", names=who)
    return tr("Played by {names}, {when}.", names=who, when=day_and_time(started_ms))


def _hands(table: TableView, match: GameMatch) -> Iterator[str]:
    """Say what everybody was dealt."""
    names, front = names_of(table), front_of(table.game)
    for seat in range(len(names)):
        view = game_of(table.game).view(match, seat)
        if view.hand:
            seen = seen_at(replace(table, viewer=seat), view)
            yield tr("{player}'s hand. {cards}", player=names[seat], cards=front.spoken.hand_line(seen))
