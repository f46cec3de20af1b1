"""A lock on an open file, held until the file is closed: by this process or by its death."""

import sys
from typing import BinaryIO

if sys.platform == "win32":
    import msvcrt

    _FAR_AWAY = 1 << 30
    """Where the locked byte is: a locked byte can not be read, so it lies beyond the contents."""

    def try_lock(file: BinaryIO) -> bool:
        """Lock a file; False if another process has it."""
        place = file.tell()
        try:
            file.seek(_FAR_AWAY)
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        finally:
            file.seek(place)
        return True

    def lock_when_free(file: BinaryIO) -> None:
        """Lock a file once no other process has it."""
        place = file.tell()
        try:
            file.seek(_FAR_AWAY)
            # The system itself tries again and again, and gives up after ten seconds.
            msvcrt.locking(file.fileno(), msvcrt.LK_LOCK, 1)
        finally:
            file.seek(place)

else:
    import fcntl

    def try_lock(file: BinaryIO) -> bool:
        """Lock a file; False if another process has it.

        Where the file system knows no locks, the file counts as locked by us: one terminal is the usual case.
        """
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        except OSError:
            return True
        return True

    def lock_when_free(file: BinaryIO) -> None:
        """Lock a file once no other process has it.

        Raises:
            OSError: where the file system knows no locks.
        """
        fcntl.flock(file, fcntl.LOCK_EX)
