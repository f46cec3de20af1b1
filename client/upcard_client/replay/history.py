"""What became of the matches that are kept: a line for each."""

from pathlib import Path

from msgspec import Struct

from upcard_client.attable import names_of
from upcard_client.failures import ClientError
from upcard_client.games.fronts import front_of
from upcard_client.locale import tr, trn
from upcard_client.matches.matchfile import record_of
from upcard_client.replay.moments import table_of
from upcard_client.words.dates import day_and_time
from upcard_client.words.phrases import joined
from upcard_protocol.rules.game import OPEN, Result
from upcard_protocol.rules.games import game_of
from upcard_protocol.rules.record import NotationError, Record, replay
from upcard_protocol.wire.replies import MatchRow


class Played(Struct, frozen=True, kw_only=True):
    """A match that is kept, in a few words.

    Attributes:
        started_ms: when it began, milliseconds since 1970; None where that is not known.
        game: what was played: `gin rummy to 100`.
        who: the players, by seat.
        outcome: who won, or why that is not known.
        sound: it can be played again.
    """

    started_ms: int | None = None
    game: str = ""
    who: tuple[str, ...] = ()
    outcome: str
    sound: bool = True


def played(path: Path) -> Played:
    """Return what a file says; one that cannot be read says so."""
    try:
        record = record_of(path)
    except ClientError:
        return Played(outcome=tr("not a match"), sound=False)
    who = names_of(table_of(record.options, tuple(player.name for player in record.players), OPEN))
    game = front_of(record.options).rulebook.headline(record.options)
    outcome, sound = _outcome(record, who)
    return Played(started_ms=record.started_ms, game=game, who=who, outcome=outcome, sound=sound)


def listed(row: MatchRow) -> Played:
    """Return what a server says of a match that it keeps."""
    who = names_of(table_of(row.game, row.names, OPEN))
    game = front_of(row.game).rulebook.headline(row.game)
    said = tr("not finished") if row.result is None else outcome(row.result, who)
    return Played(started_ms=row.started_ms, game=game, who=who, outcome=said)


def _outcome(record: Record, who: tuple[str, ...]) -> tuple[str, bool]:
    """Return who won, and whether the match can be played again."""
    try:
        result = game_of(record.options).result(replay(record))
    except NotationError:
        return tr("cannot be played again"), False
    return (tr("not finished") if result is None else outcome(result, who)), True


def outcome(result: Result, who: tuple[str, ...]) -> str:
    """Say who won a match, and by how much."""
    winners = joined([who[seat] for seat in result.winners])
    count = len(result.winners)
    if result.forfeited is not None:
        left = who[result.forfeited]
        return trn(
            "{winners} won, {player} left", "{winners} won, {player} left", count, winners=winners, player=left
        )
    if len(result.games) > 1 and len(who) == 2:
        ours, theirs = result.games_won[result.winner], result.games_won[1 - result.winner]
        return tr("{winners} won {ours} to {theirs}", winners=winners, ours=ours, theirs=theirs)
    margin = result.margins[result.winner]
    if margin > 0:
        return trn("{winners} won by {margin}", "{winners} won by {margin}", count, winners=winners, margin=margin)
    return trn("{winners} won", "{winners} won", count, winners=winners)


def line_of(path: Path, match: Played) -> str:
    """Say a match in a sentence, with its file."""
    when = "" if match.started_ms is None else day_and_time(match.started_ms)
    head = ", ".join(part for part in (when, match.game, joined(match.who)) if part)
    return f"{head}: {match.outcome}. {path}" if head else f"{match.outcome.capitalize()}. {path}"
