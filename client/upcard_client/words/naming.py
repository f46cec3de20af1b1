"""What a new table is called unless its maker says otherwise."""

from upcard_client.locale import tr
from upcard_client.state import Model
from upcard_protocol.wire.cells import cells, cut
from upcard_protocol.wire.clean import MAX_TITLE_CELLS


def usual_title(model: Model) -> str:
    """Return a name that no table of the lobby has: `Anna's table`, then `Anna's table 2`; empty before one is known.

    Args:
        model: who we are, and the tables there are.
    """
    if model.me is None:
        return ""
    taken = {row.title.casefold() for row in model.rows}
    # One more number than there are tables is always free.
    titles = (_title(model.me.name, number) for number in range(1, len(taken) + 2))
    return next(title for title in titles if title.casefold() not in taken)


def _title(name: str, number: int) -> str:
    """Return the name of somebody's table of that number; a name too long for it is cut."""

    def owned_by(owner: str) -> str:
        if number > 1:
            return tr("{owner}'s table {number}", owner=owner, number=number)
        return tr("{owner}'s table", owner=owner)

    return owned_by(cut(name, MAX_TITLE_CELLS - cells(owned_by(""))))
