"""What the hint key does at every table: it says what the computer would do and why, and plays nothing.

It is a key that looks: it puts the cursor on the card it speaks of, as an arrow would.
"""

from msgspec.structs import replace

from upcard_client.cardtable.desk import DeskT
from upcard_client.cardtable.effects import Outcome, answer, refused
from upcard_client.cardtable.prompts import say
from upcard_client.cardtable.surroundings import Surroundings
from upcard_client.games.advice import Advice
from upcard_client.words.phrases import Line


def given(around: Surroundings) -> bool:
    """May the viewer ask for a hint at this table?"""
    return around.me is not None and around.hints


def hinted(around: Surroundings, desk: DeskT, advice: Advice | None, waiting: Line | None) -> Outcome[DeskT]:
    """Answer the hint key.

    Args:
        around: the table.
        desk: the viewer's side of it.
        advice: the hint; None where no move is asked of the viewer, or none may be asked for.
        waiting: why no key of the viewer's plays now, if so.
    """
    if around.me is None:
        return refused(desk, say("hint_watching"))
    if not around.hints:
        return refused(desk, say("no_hints"))
    if advice is None:
        return answer(desk, "news", waiting or say("hint_nothing"))
    chosen = desk.chosen if advice.card is None else advice.card
    return answer(replace(desk, chosen=chosen), "news", advice.line)
