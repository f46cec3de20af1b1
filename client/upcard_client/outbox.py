"""What has to be sent next, as a function of the state."""

from msgspec import Struct
from msgspec.structs import replace

from upcard_client.state import Asked, Model
from upcard_protocol.wire.requests import Resume


def outgoing(model: Model) -> tuple[Model, tuple[Struct, ...]]:
    """Return what goes out now, in order, and the model in which that is sent; nothing goes without a link.

    Tables are resumed before anything else, so that an act repeated after a lost link meets a table that knows us.
    """
    if not model.up:
        return model, ()
    unsent = [asked.request for asked in model.requests if not asked.sent]
    resumed = [request for request in unsent if isinstance(request, Resume)]
    others = [request for request in unsent if not isinstance(request, Resume)]
    acts = [at.pending for at in model.tables.values() if at.pending is not None and not at.pending_sent]
    if not unsent and not acts:
        return model, ()
    requests = tuple(asked if asked.sent else Asked(asked.request, sent=True) for asked in model.requests)
    tables = {
        number: at if at.pending is None or at.pending_sent else replace(at, pending_sent=True)
        for number, at in model.tables.items()
    }
    return replace(model, requests=requests, tables=tables), (*resumed, *acts, *others)
