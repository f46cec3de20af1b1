"""What leaving a table costs, in words: every such question names its price."""

from upcard_client.attable import AtTable
from upcard_client.locale import label, tr, trn
from upcard_client.screens.host import Host
from upcard_client.screens.menu import Item
from upcard_client.widgets.frame import clock_text
from upcard_client.words.times import gone_s


def price(host: Host, at: AtTable) -> str:
    """Return what becomes of a match whose person leaves; nothing if that costs nothing."""
    if at.me is None or not at.view.playing:
        return ""
    match host.server.alone:
        case "kept":
            return tr("The game is kept: play the computer again to go on with it.")
        case "lost":
            return tr("This game is not kept.")
        case _:
            kept = clock_text(gone_s(host.model))
            if at.view.options.on_gone == "bot":
                return tr("Your seat is kept for {time}; then the computer plays on for you.", time=kept)
            return tr("Your seat is kept for {time}; then the match is lost.", time=kept)


def price_of_absence(host: Host, at: AtTable) -> str:
    """Return what becomes of the seat of somebody else who is gone."""
    kept = clock_text(gone_s(host.model))
    if at.view.options.on_gone == "bot":
        return tr("The seat is kept for {time}; then the computer plays on.", time=kept)
    return tr("The seat is kept for {time}; then the match is won.", time=kept)


def leave(host: Host, at: AtTable) -> Item:
    """Return the line of the menu that leaves the table; alone, the table is all there is to leave."""
    if host.server.alone:
        asked = price(host, at)
        question = f"{tr('Leave the game?')} {asked}" if asked else ""
        return Item("leave_server", tr("Leave the game"), question=question, yes=tr(label("Leave")))
    if at.me is None:
        return Item("leave", tr("Back to the lobby"))
    asked = price(host, at)
    question = f"{tr('Leave the table?')} {asked}" if asked else ""
    return Item("leave", tr("Leave the table"), question=question, yes=tr(label("Leave")))


def give_up(at: AtTable) -> Item:
    """Return the line of the menu that gives up the hand (RULES 3.10)."""
    price = at.front.rulebook.price_of_giving_up(at.view.game, len(at.view.chairs))
    question = f"{tr('Give up this hand?')} {price}"
    return Item("give_up", tr("Give up this hand"), question=question, yes=tr(label("Give up")))


def price_of_hosting(host: Host) -> str:
    """Return what quitting means for those on the server that ends with us; nothing if nobody is sent away."""
    match host.server.hosting:
        case "here":
            others = len(host.model.people) - 1
            if others < 1:
                return ""
            return trn(
                "Your server stops with you: {count} other person is sent away. "
                "Its tables are kept for the next time.",
                "Your server stops with you: {count} other people are sent away. "
                "Its tables are kept for the next time.",
                others,
            )
        case "elsewhere":
            return tr("Your server stops with you, and whoever is on it is sent away. Its tables are kept.")
        case _:
            return ""


def leave_program(host: Host, at: AtTable | None) -> Item:
    """Return the line of the menu that ends the program; at no table, nobody else's server costs anything."""
    asked = price_of_hosting(host)
    if at is not None and host.server.hosting != "here":
        asked = " ".join(filter(None, (asked, price(host, at))))
    elif not asked and at is not None and price(host, at):
        asked = tr("Your server stops with you. The game is kept: host again to go on with it.")
    question = f"{tr('Quit?')} {asked}" if asked else ""
    return Item("leave_program", tr("Quit"), "Ctrl+Q", question, tr(label("Quit")))
