"""What a table that is played at offers of its past: the hand that is over, and the score sheet as a file."""

from datetime import datetime

from upcard_client.attable import AtTable
from upcard_client.directories import as_typed
from upcard_client.locale import status, tr
from upcard_client.matches.fairness import of_match
from upcard_client.matches.shelf import Shelf
from upcard_client.replay.exporting import in_a_name
from upcard_client.replay.moments import Replay, replay_of, replay_of_heard
from upcard_client.screens.host import Host
from upcard_client.widgets.frame import Status
from upcard_protocol.rules.record import NotationError

NO_REPLAY = status("There is nothing to replay here: this program has not played the match.")


def replay_at(host: Host, at: AtTable) -> Replay | None:
    """Return the match of a table: with every hand open once the seeds are, and until then as our seat saw it."""
    finding = of_match(at)
    if finding is not None and finding.record is not None:
        try:
            return replay_of(finding.record)
        except NotationError:
            # It does not follow from the seeds, which the result says: nobody can play it again.
            return None
    witness = host.model.witnesses.get((at.table, at.view.matches))
    return None if witness is None else replay_of_heard(witness)


def save_sheet(shelf: Shelf | None, names: tuple[str, ...], text: str, ms: int) -> Status:
    """Write a score sheet as text, and return what is to be said of it.

    Args:
        shelf: where to.
        names: of the players.
        text: the sheet.
        ms: the time, milliseconds since 1970.
    """
    if shelf is None:
        return Status("refused", (tr("Nothing is kept in this run."),))
    when = datetime.fromtimestamp(ms / 1000).astimezone()
    words = (f"{when:%Y-%m-%d-%H%M%S}", *filter(None, map(in_a_name, names)))
    try:
        path = shelf.write_down(f"{'-'.join(words)}.txt", text)
    except OSError as error:
        return Status("refused", (tr("The score sheet cannot be written: {why}.", why=str(error.strerror)),))
    return Status("done", (tr("The score sheet is in {path}", path=as_typed(path)),))
