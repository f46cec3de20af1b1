"""Whether the program may be put to sleep, as by Ctrl+Z."""

import os
import sys


def can_sleep() -> bool:
    """Return whether a shell waits for the program that can wake it again; without one it would hang for ever."""
    if sys.platform == "win32":
        return False
    try:
        shell = os.getppid()
        return os.getsid(shell) == os.getsid(0) and os.getpgid(shell) != os.getpgid(0)
    except OSError:
        return False
