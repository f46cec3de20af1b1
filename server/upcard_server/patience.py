"""The end of the process, whatever still hangs: stopping takes a while at most."""

import logging
import os
import threading
from types import TracebackType
from typing import Final, Self

logger = logging.getLogger(__name__)

STOP_S: Final = 10.0
"""A server that was told to stop has ended by then. What was acknowledged is on the disk already."""


class Patience:
    """Ends the process if its block is not over a while after `begin`: a disk that hangs can not be cancelled."""

    def __init__(self, seconds: float = STOP_S) -> None:
        """Have patience for so many seconds, once it begins."""
        self._seconds = seconds
        self._timer = threading.Timer(seconds, self._end)
        self._timer.daemon = True

    def begin(self) -> None:
        """Count from now on."""
        self._timer.start()

    def _end(self) -> None:
        logger.error("stopping took longer than %d seconds: ending as it is", self._seconds)
        logging.shutdown()
        os._exit(1)

    def __enter__(self) -> Self:
        """Begin the block."""
        return self

    def __exit__(
        self, _kind: type[BaseException] | None, _error: BaseException | None, _trace: TracebackType | None
    ) -> None:
        """End it in time."""
        self._timer.cancel()
