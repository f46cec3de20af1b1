"""What may be sent as chat: a line that was meant as a command must not reach the other side."""

from typing import Final

from upcard_client.locale import mark, tr

NOT_SENT: Final = mark("Not sent: a line that begins with / is no chat.")
"""Why a line is kept."""


def kept_back(text: str) -> str:
    """Return why a typed line is not sent as chat, or nothing if it may be sent.

    Somebody who types `/discard kh` believes that it is a command; sent as chat it would show a card.
    """
    return tr(NOT_SENT) if text.lstrip().startswith("/") else ""
