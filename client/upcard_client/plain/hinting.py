"""The `hint` of the plain client: what the computer would do in our place, and why."""

from upcard_client.attable import AtTable
from upcard_client.learning.practice import hints_given
from upcard_client.locale import tr
from upcard_client.words.phrases import spoken


def hint_line(at: AtTable) -> str:
    """Return the hint at a table, or why there is none."""
    if at.me is None:
        return tr("You are watching: hints are for those who play.")
    if not hints_given(at.view):
        return tr("No hints at this table: they are for play against computers, or by table rule.")
    advice = at.front.advise(at.view.match, at.names) if at.my_turn else None
    return tr("No move is asked of you now.") if advice is None else spoken(advice.line)
