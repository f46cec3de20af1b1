"""The lines of the menu at a table."""

from upcard_client.attable import AtTable
from upcard_client.keys import BY_ID
from upcard_client.locale import tr
from upcard_client.screens import company
from upcard_client.screens.host import Host
from upcard_client.screens.leaving import give_up, leave, leave_program
from upcard_client.screens.menu import Item


def items(host: Host, at: AtTable) -> tuple[Item, ...]:
    """Return what can be done at a table now, beyond the game."""
    kinds = {chair.kind for chair in at.view.chairs}
    me = host.model.me
    seat = at.me is None and "empty" in kinds and (me is None or not me.guest)
    between = at.me is not None and not at.view.playing
    return (
        Item("back", tr("Back to the table"), "Esc"),
        *((Item("bot", tr("Add a computer player"), BY_ID["bot"].cap),) if between and "empty" in kinds else ()),
        *((Item("remove_bot", tr("Send the computer player away")),) if between and "bot" in kinds else ()),
        *((Item("seat", tr("Sit down here"), BY_ID["seat"].cap),) if seat else ()),
        Item("rules", tr("Rules of this table"), "F3"),
        *((Item("score", tr("Score sheet"), BY_ID["score"].cap),) if at.view.match is not None else ()),
        Item("settings", tr("Settings"), "F2"),
        *((company.opener(),) if company.others(host.model, at.table) else ()),
        *((_pause(at),) if at.me is not None and at.view.playing else ()),
        *((give_up(at),) if at.in_hand else ()),
        leave(host, at),
        *((Item("retry", tr("Try the link now"), BY_ID["retry"].cap),) if not host.model.up else ()),
        leave_program(host, at),
    )


def _pause(at: AtTable) -> Item:
    does = tr("Go on with the game" if at.view.agreement.paused else "Ask for a pause")
    return Item("pause", does, BY_ID["pause"].cap)
