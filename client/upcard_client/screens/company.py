"""The lines of the menu that keep somebody away: muted here, or blocked by the server."""

from upcard_client.locale import tr, trc
from upcard_client.screens.menu import Item
from upcard_client.state import Model, block, mute
from upcard_protocol.wire.replies import PersonRow


def opener() -> Item:
    """Return the line that leads to the others."""
    return Item("company", tr("Mute or block somebody"))


def others(model: Model, table: int) -> tuple[PersonRow, ...]:
    """Return who else sits at a table or watches it."""
    me = model.me.user if model.me is not None else 0
    return tuple(row for row in model.people if row.table == table and row.user != me)


def items(model: Model, table: int) -> tuple[Item, ...]:
    """Return two lines for everybody else at a table."""
    return tuple(item for row in others(model, table) for item in _lines(model, row))


def _lines(model: Model, row: PersonRow) -> tuple[Item, Item]:
    name = row.name
    muted, blocked = row.user in model.muted, row.user in model.blocked
    return (
        Item(f"unmute:{row.user}", tr("Hear {name} again", name=name))
        if muted
        else Item(f"mute:{row.user}", tr("Mute {name}", name=name)),
        Item(f"unblock:{row.user}", tr("Block {name} no longer", name=name))
        if blocked
        else Item(
            f"block:{row.user}",
            tr("Block {name}", name=name),
            question=tr(
                "Block {name}? You hear nothing more of them, and they cannot sit down where you sit.", name=name
            ),
            yes=trc("a person", "Block"),
        ),
    )


def is_line(what: str) -> bool:
    """Is this the id of one of these lines?"""
    return what.partition(":")[0] in ("mute", "unmute", "block", "unblock")


def taken(model: Model, what: str) -> Model:
    """Return the model after a line was taken."""
    verb, _, user = what.partition(":")
    change = mute if verb.endswith("mute") else block
    return change(model, int(user), on=not verb.startswith("un"))
