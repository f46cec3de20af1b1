"""What leaving a table costs, in words: every such question names its price."""

from upcard_client.attable import AtTable
from upcard_client.screens.menu import Item
from upcard_client.screens.situating import SEAT_KEPT_S
from upcard_client.widgets.frame import clock_text


def price(at: AtTable) -> str:
    """Return what becomes of a seat whose person leaves in the middle of a match."""
    then = "the computer plays on for you" if at.view.options.on_gone == "bot" else "the match is lost"
    return f"Your seat is kept for {clock_text(SEAT_KEPT_S)}; then {then}."


def price_of_absence(at: AtTable) -> str:
    """Return what becomes of the seat of somebody else who is gone."""
    then = "the computer plays on" if at.view.options.on_gone == "bot" else "the match is won"
    return f"The seat is kept for {clock_text(SEAT_KEPT_S)}; then {then}."


def leave(at: AtTable) -> Item:
    """Return the line of the menu that leaves the table."""
    if at.me is None:
        return Item("leave", "Back to the lobby")
    if not at.view.playing:
        return Item("leave", "Leave the table")
    return Item("leave", "Leave the table…", "", f"Leave the table? {price(at)}", "Leave")


def give_up(at: AtTable) -> Item:
    """Return the line of the menu that gives up the hand (RULES 3.10)."""
    bonus = at.view.game.gin_bonus
    asked = f"Give up this hand? The other side gets your deadwood and {bonus} points for gin."
    return Item("give_up", "Give up this hand…", "", asked, "Give up")


def quit_game(at: AtTable) -> Item:
    """Return the line of the menu that ends the program."""
    if at.me is None or not at.view.playing:
        return Item("quit", "Quit", "Ctrl+Q")
    return Item("quit", "Quit…", "Ctrl+Q", f"Quit? {price(at)}", "Quit")
