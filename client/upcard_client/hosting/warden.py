"""Runs a command for as long as somebody holds the other end of its standard input.

`python -m upcard_client.hosting.warden [--remove DIRECTORY] -- COMMAND...` starts the command and ends it when
standard input ends: when its owner asks for it, and just as well when the owner was killed. Then the directory is
removed. So a solo game leaves no server behind, however it ends, on every system. Once its owner has said `LET_GO`,
the warden goes and the command stays.
"""

import os
import shutil
import signal
import subprocess
import sys
import threading
from collections.abc import Sequence
from typing import Final

LET_GO: Final = b"g"
"""Said on standard input: the command goes on without anybody who holds it."""
GRACE_S: Final = 12.0
"""How long the command may take to end when it is asked to, seconds; the server itself takes at most 10."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command until standard input ends, and return its exit code."""
    arguments = list(sys.argv[1:] if argv is None else argv)
    remove = ""
    if arguments[0] == "--remove":
        remove = arguments[1]
        del arguments[:2]
    if arguments.pop(0) != "--":
        raise SystemExit("usage: warden [--remove DIRECTORY] -- COMMAND...")
    # An interrupt from the keyboard goes to the whole group; the owner decides what it means.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        # The pipe is ours alone: a command that held it too would keep itself alive. What else was handed down is
        # the lock of the directory, which the command is to hold.
        child = subprocess.Popen(arguments, stdin=subprocess.DEVNULL, close_fds=False)
        signal.signal(signal.SIGTERM, lambda _signal, _frame: child.terminate())
        threading.Thread(target=_end_with_input, args=(child,), daemon=True).start()
        # A command that a signal ended has a negative code; as an exit code it is counted from 256 down.
        return child.wait() % 256
    finally:
        if remove:
            shutil.rmtree(remove, ignore_errors=True)


def _end_with_input(child: subprocess.Popen[bytes]) -> None:
    # Not through sys.stdin: a thread that waits inside it would keep the interpreter from ending.
    while said := os.read(0, 1024):
        if LET_GO in said:
            # At once, whatever the main thread waits for: nothing of the command may be ended or removed.
            os._exit(0)
    child.terminate()
    try:
        child.wait(GRACE_S)
    except subprocess.TimeoutExpired:
        child.kill()


if __name__ == "__main__":
    sys.exit(main())
