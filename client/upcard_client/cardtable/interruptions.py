"""What interrupts a table, whatever is played there: a lost link, a pause, and what the players have to agree on.

The widget asks here before and after it asks the game, so a game's own keys, bar and hints know nothing of it.
"""

from typing import TypeVar

from msgspec.structs import replace

from upcard_client.cardtable.desk import Desk, DeskT
from upcard_client.cardtable.effects import Open, Outcome, answer
from upcard_client.cardtable.looking import held_up
from upcard_client.cardtable.prompts import say
from upcard_client.cardtable.scene import TableScene
from upcard_client.cardtable.surroundings import LinkLost, Surroundings
from upcard_client.keys import BY_ID, recapped
from upcard_client.locale import bar, label, short, tr
from upcard_client.widgets.frame import Bar, Hint, Status, clock_text

SceneT = TypeVar("SceneT", bound=TableScene)


def press(around: Surroundings, desk: DeskT, key: str) -> Outcome[DeskT] | None:
    """Answer what asks for a pause, agrees or does not, and takes one's seat back; None for what the game hears."""
    if key == "yes" and around.stood_in:
        return held_up(around, desk) if isinstance(around.link, LinkLost) else Outcome(desk, (Open("resume"),))
    if key not in ("pause", "agree", "no") or desk.overlay in ("log", "score"):
        return None
    if key == "no" and (desk.asking or not around.asked):
        return None
    desk = replace(desk, status=None)
    if key == "agree" and not around.asked:
        return answer(desk, "news", say("nothing_asked"))
    if isinstance(around.link, LinkLost):
        return held_up(around, desk)
    match key:
        case "pause":
            return Outcome(desk, (Open("pause"),))
        case "agree":
            return Outcome(desk, (Open("agree"),))
        case _:
            return Outcome(desk, (Open("decline"),))


def interrupted(around: Surroundings, desk: Desk, scene: SceneT) -> SceneT:
    """Return a scene in which what interrupts the table stands before what the game says."""
    lost = isinstance(around.link, LinkLost)
    status = scene.status
    over = around.stood_in and desk.status is not None and desk.status.stays
    if (desk.status is None or over) and not (lost or around.slow or desk.asking):
        status = _agreeing(around) or status
    keys, looks = scene.keys, scene.looks
    if around.me is not None:
        keys = _keys(around, desk) or keys
        if lost and desk.overlay != "log":
            looks = tuple(_hint(key) for key in ("sort", "log", "score", "help"))
    return replace(scene, bar=_bar(around) or scene.bar, status=status, keys=keys, looks=looks)


def _bar(around: Surroundings) -> Bar | None:
    """Return the turn bar of a lost link, of a pause, or of the computer that plays for the viewer."""
    link = around.link
    if isinstance(link, LinkLost):
        return Bar(
            kind="lost",
            long=tr(
                "CONNECTION LOST: trying again in {seconds} s (attempt {attempt})",
                seconds=link.retry_s,
                attempt=link.attempt,
            ),
            short=tr(short("NO LINK: again in {seconds} s"), seconds=link.retry_s),
            right=tr("seat kept {time}", time=clock_text(link.kept_s)) if link.kept_s is not None else "",
        )
    if around.pause_s is None:
        long, brief = bar("THE COMPUTER PLAYS FOR YOU"), short("COMPUTER PLAYS FOR YOU")
        return Bar(kind="waiting", long=tr(long), short=tr(brief)) if around.stood_in else None
    goes_on = recapped(tr(short("PAUSED: Z goes on") if around.me is not None else short("PAUSED")))
    return Bar(kind="waiting", long=goes_on, short=goes_on, right=clock_text(around.pause_s))


def _agreeing(around: Surroundings) -> Status | None:
    """Return what the status line says of a question to the viewer, of who plays for him, or of what he has asked."""
    if around.asked:
        return Status("question", (around.asked,))
    if around.stood_in:
        return Status("question", say("stood_in"))
    return Status("news", (around.waiting,)) if around.waiting else None


def _keys(around: Surroundings, desk: Desk) -> tuple[Hint, ...]:
    """Return the keys that a player has while something interrupts the table; none while nothing does."""
    if isinstance(around.link, LinkLost):
        return _hint("retry"), _hint("back", label("Leave"))
    if desk.overlay == "log":
        return ()
    if around.asked:
        return _hint("agree", gold=True), _hint("no")
    if around.pause_s is not None:
        return (_hint("pause", label("Go on"), gold=True),)
    return (_hint("yes", label("Take seat"), gold=True),) if around.stood_in else ()


def _hint(key: str, words: str = "", *, gold: bool = False) -> Hint:
    """Return the hint of a key, with its own label or with other marked words."""
    return Hint(key, BY_ID[key].cap, (tr(words or BY_ID[key].label),), "gold" if gold else "open")
