"""What happens at a table beside the cards, in sentences: who comes, goes and is ready."""

from typing import Final

from upcard_client.locale import mark
from upcard_client.words.names import shown_name
from upcard_client.words.phrases import Line, fill
from upcard_protocol import table as tables
from upcard_protocol.wire.clean import MAX_NAME_CELLS, clean_text

SENTENCES: Final[dict[str, str]] = mark(
    {
        "sat.you": "You sat down",
        "sat.other": "{player} sat down",
        "left.you": "You left the table",
        "left.other": "{player} left the table",
        "left_kept.you": "You left; your seat is kept for a while",
        "left_kept.other": "{player} left; the seat is kept for a while",
        "dropped.you": "Your link was lost",
        "dropped.other": "{player} lost the link",
        "returned.you": "You are back",
        "returned.other": "{player} is back",
        "stood_in.you": "The computer plays for you until you are back",
        "stood_in.other": "The computer plays for {player}",
        "ready.you": "You are ready",
        "ready.other": "{player} is ready",
        "started": "Match {match} begins",
        "started_without": "Match {match} begins; took no part in the shuffle: {players}",
        "revealed": "The server's seed of this match is open now",
        "closed": "The table is closed",
        "timed_out.you": "Your time is up: the server plays for you",
        "timed_out.other": "{player} ran out of time: the server plays",
        "pause_asked.you": "You asked for a pause",
        "pause_asked.other": "{player} asks for a pause",
        "seat_asked": "{spectator} asks for the seat of {player}",
        "agreed.you": "You agreed",
        "agreed.other": "{player} agrees",
        "declined.you": "You did not agree",
        "declined.other": "{player} does not agree",
        "lapsed": "Not everybody answered: it is asked no longer",
        "paused": "The game is paused",
        "played_on.you": "You went on with the game",
        "played_on.other": "{player} goes on with the game",
        "played_on": "The time for pauses is used up: the game goes on",
    }
)


def tell(
    event: tables.TableEvent, names: tuple[str, ...], me: int | None, chairs: tuple[tables.Chair, ...]
) -> tuple[Line, ...]:
    """Return what the log says of a table's event.

    Args:
        event: what happened.
        names: by seat, as they were before it.
        me: the viewer's seat, or None for somebody who watches.
        chairs: who sits there, by seat.
    """
    match event:
        case tables.Started(match=number, seeds=seeds):
            # A computer player never puts a seed in; of a person it may be worth knowing.
            of_people = zip(names, seeds, chairs, strict=True)
            without = [name for name, seed, chair in of_people if chair.person and seed == tables.NO_SEED]
            key = "started_without" if without else "started"
            return (fill(SENTENCES[key], match=number, players=", ".join(without)),)
        case tables.Committed() | tables.GaveSeed():
            return ()
        case tables.Revealed():
            return (fill(SENTENCES["revealed"]),)
        case tables.Closed():
            return (fill(SENTENCES["closed"]),)
        case tables.Sat(seat=seat, chair=chair):
            return (fill(SENTENCES[_form("sat", seat, me)], player=shown_name(chair.name)),)
        case tables.Left(seat=seat, kept=kept):
            return (_of_seat("left_kept" if kept else "left", seat, names, me),)
        case tables.Dropped(seat=seat):
            return (_of_seat("dropped", seat, names, me),)
        case tables.Returned(seat=seat):
            return (_of_seat("returned", seat, names, me),)
        case tables.StoodIn(seat=seat):
            return (_of_seat("stood_in", seat, names, me),)
        case tables.GotReady(seat=seat):
            return (_of_seat("ready", seat, names, me),)
        case tables.TimedOut(seat=seat):
            return (_of_seat("timed_out", seat, names, me),)
        case tables.PauseAsked(seat=seat):
            return (_of_seat("pause_asked", seat, names, me),)
        case tables.SeatAsked(seat=seat, name=name):
            spectator = clean_text(name, MAX_NAME_CELLS)
            return (fill(SENTENCES["seat_asked"], spectator=spectator, player=names[seat]),)
        case tables.Agreed(seat=seat):
            return (_of_seat("agreed", seat, names, me),)
        case tables.Declined(seat=seat):
            return (_of_seat("declined", seat, names, me),)
        case tables.Lapsed():
            return (fill(SENTENCES["lapsed"]),)
        case tables.Paused():
            return (fill(SENTENCES["paused"]),)
        case tables.PlayedOn(seat=seat):
            return (fill(SENTENCES["played_on"]) if seat is None else _of_seat("played_on", seat, names, me),)


def _of_seat(key: str, seat: int, names: tuple[str, ...], me: int | None) -> Line:
    return fill(SENTENCES[_form(key, seat, me)], player=names[seat])


def _form(key: str, seat: int, me: int | None) -> str:
    return f"{key}.you" if seat == me else f"{key}.other"
