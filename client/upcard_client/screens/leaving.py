"""What leaving a table costs, in words: every such question names its price."""

from upcard_client.attable import AtTable
from upcard_client.screens.host import Host
from upcard_client.screens.menu import Item
from upcard_client.widgets.frame import clock_text
from upcard_client.words.phrases import counted
from upcard_client.words.times import gone_s


def price(host: Host, at: AtTable) -> str:
    """Return what becomes of a match whose person leaves; nothing if that costs nothing."""
    if at.me is None or not at.view.playing:
        return ""
    match host.server.alone:
        case "kept":
            return "The game is kept: play the computer again to go on with it."
        case "lost":
            return "This game is not kept."
        case _:
            then = "the computer plays on for you" if at.view.options.on_gone == "bot" else "the match is lost"
            return f"Your seat is kept for {clock_text(gone_s(host.model))}; then {then}."


def price_of_absence(host: Host, at: AtTable) -> str:
    """Return what becomes of the seat of somebody else who is gone."""
    then = "the computer plays on" if at.view.options.on_gone == "bot" else "the match is won"
    return f"The seat is kept for {clock_text(gone_s(host.model))}; then {then}."


def leave(host: Host, at: AtTable) -> Item:
    """Return the line of the menu that leaves the table; alone, the table is all there is to leave."""
    if host.server.alone:
        asked = price(host, at)
        return Item(
            "leave_server", "Leave the game", question=f"Leave the game? {asked}" if asked else "", yes="Leave"
        )
    if at.me is None:
        return Item("leave", "Back to the lobby")
    asked = price(host, at)
    return Item("leave", "Leave the table", question=f"Leave the table? {asked}" if asked else "", yes="Leave")


def give_up(at: AtTable) -> Item:
    """Return the line of the menu that gives up the hand (RULES 3.10)."""
    price = at.front.rulebook.price_of_giving_up(at.view.game, len(at.view.chairs))
    return Item("give_up", "Give up this hand", question=f"Give up this hand? {price}", yes="Give up")


def price_of_hosting(host: Host) -> str:
    """Return what quitting means for those on the server that ends with us; nothing if nobody is sent away."""
    match host.server.hosting:
        case "here":
            others = len(host.model.people) - 1
            if others < 1:
                return ""
            gone = f"{counted(others, 'other person', 'other people')} {'is' if others == 1 else 'are'} sent away"
            return f"Your server stops with you: {gone}. Its tables are kept for the next time."
        case "elsewhere":
            return "Your server stops with you, and whoever is on it is sent away. Its tables are kept."
        case _:
            return ""


def leave_program(host: Host, at: AtTable | None) -> Item:
    """Return the line of the menu that ends the program; at no table, nobody else's server costs anything."""
    asked = price_of_hosting(host)
    if at is not None and host.server.hosting != "here":
        asked = " ".join(filter(None, (asked, price(host, at))))
    elif not asked and at is not None and price(host, at):
        asked = "Your server stops with you. The game is kept: host again to go on with it."
    return Item("leave_program", "Quit", "Ctrl+Q", f"Quit? {asked}" if asked else "", "Quit")
