"""What the people at a table ask of each other, in words: pauses, and seats that were given up."""

from upcard_client.attable import AtTable
from upcard_client.locale import tr
from upcard_client.words import times
from upcard_protocol.table import PauseWanted, SeatWanted
from upcard_protocol.wire.clean import MAX_NAME_CELLS, clean_text


def asked(at: AtTable, *, yes: str, no: str) -> str:
    """Return what somebody asks of us, as a question that names how to answer; nothing if nothing is asked."""
    agreement, me = at.view.agreement, at.me
    if me is None or not at.view.chairs[me].plays_here or me in agreement.agreed:
        return ""
    match agreement.wanted:
        case PauseWanted(seat=seat) if seat != me:
            return tr(
                "{player} asks for a pause of up to {time}. {yes} agrees, {no} does not.",
                player=at.names[seat],
                time=_minutes(times.seconds(agreement.pause_left_ms)),
                yes=yes,
                no=no,
            )
        case SeatWanted(seat=seat, name=name):
            return tr(
                "{spectator} asks for the seat of {player}. {yes} agrees, {no} does not.",
                spectator=clean_text(name, MAX_NAME_CELLS),
                player=at.names[seat],
                yes=yes,
                no=no,
            )
        case _:
            return ""


def waiting(at: AtTable) -> str:
    """Return what we have asked and the others have not answered, in words; nothing if there is none."""
    match at.view.agreement.wanted:
        case PauseWanted(seat=seat) if seat == at.me:
            return tr("You asked for a pause: the others have to agree.")
        case _:
            return ""


def _minutes(seconds: int) -> str:
    return f"{seconds // 60}:{seconds % 60:02d}"
