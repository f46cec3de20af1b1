"""When a line from a pipe is too early: whoever writes it ahead cannot see whose turn it will be.

At a terminal every line is answered at once. A line from a pipe waits as long as what it needs can come without a
further line: one's turn, the cards, the end of the hand, a full table, the link. What needs none of that is done in
its turn, and what no waiting would make possible is refused as it is at a terminal.
"""

from typing import Final

from upcard_client.attable import AtTable
from upcard_client.plain.commands import BY_NAME, Command
from upcard_client.state import Model

LOOKING: Final = frozenset(
    {"help", "tables", "people", "table", "what", "hand", "score", "hint", "rules", "guide", "language", "quit"}
)
"""Commands that are done without a link."""


def too_early(command: Command, model: Model, at: AtTable | None, *, move: bool) -> bool:
    """Has a command of a script to wait?

    Args:
        command: what was typed.
        model: what is known.
        at: the table that it is about.
        move: it is a move of the game.
    """
    if not model.up and (move or (command.verb in BY_NAME and command.verb not in LOOKING)):
        return True
    if at is None or at.me is None or at.stood_in:
        return False
    if command.verb in ("ready", "rematch"):
        filled = all(chair.kind != "empty" for chair in at.view.chairs)
        return not filled or (at.view.playing and not _asked(at))
    if move or command.verb == "hint":
        return not _asked(at)
    if command.verb in ("hand", "giveup"):
        return not at.in_hand and not at.ready_wanted
    return False


def _asked(at: AtTable) -> bool:
    """Does the table wait for us, so that it will not go on without a word from us?"""
    return at.ready_wanted or (at.my_turn and not at.view.agreement.paused)
