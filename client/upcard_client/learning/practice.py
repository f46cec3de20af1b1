"""At which tables one is helped: against computers alone, or where everybody who sat down agreed to it."""

from upcard_client.locale import tr
from upcard_protocol.table import TableView


def practising(view: TableView) -> bool:
    """Does the viewer of a table play there against computers alone? A stand-in for a person does not count."""
    others = [chair for seat, chair in enumerate(view.chairs) if seat != view.viewer]
    return view.viewer >= 0 and all(chair.kind == "bot" for chair in others)


def hints_given(view: TableView) -> bool:
    """May the viewer of a table ask what the computer would play there? Somebody who watches may not."""
    return practising(view) or (view.viewer >= 0 and view.options.hints)


def announced(view: TableView) -> tuple[str, ...]:
    """Return what those who come to a table are told: that there are hints for everybody, where people play so."""
    if not view.options.hints or practising(view):
        return ()
    return (tr("Table rule: everybody may ask what the computer would play"),)
