"""The full screen's figures: how soon it stands, what it takes of memory and processor, what it writes.

The real client shows a scene in a pseudo-terminal of 80x24. How soon depends on the machine, so it is compared with
`import textual.app` in a process of its own, measured in turn with it; bytes and memory do not.
"""

import fcntl
import os
import select
import signal
import statistics
import struct
import subprocess
import sys
import tempfile
import termios
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from pathlib import Path
from time import monotonic, perf_counter
from typing import Final

from bench_connections import Measure, resident
from bench_rules import WrongResultError

RUNS: Final = 5
PAINT_MS: Final = 700
"""How soon the first picture has to stand on a machine that does nothing else, milliseconds."""
PAINT_RATIO: Final = 3
"""That, in the time of `import textual.app`, which takes 230 ms there."""
START_S: Final = 60.0
"""A picture that does not stand by then does not come."""
SETTLED_S: Final = 5.0
"""Whatever the first picture brings with it is done by then, seconds."""
IDLE_S: Final = 10.0
KEY_S: Final = 1.0
"""What a key draws is drawn by then, seconds."""
DEAR: Final = (b"markdown_it", b"pygments")
"""Modules that have to wait until the first picture stands."""


class Screen:
    """A client in a terminal. Made by `scene`."""

    def __init__(self, line: int, process: int) -> None:
        """Know both ends."""
        self.line = line
        self.process = process
        self.written = b""

    def hear(self, seconds: float) -> int:
        """Return how many bytes are written in some time."""
        before, end = len(self.written), monotonic() + seconds
        while (left := end - monotonic()) > 0 and select.select([self.line], [], [], left)[0]:
            self.written += os.read(self.line, 65536)
        return len(self.written) - before

    def until(self, text: bytes) -> None:
        """Read until a text is written.

        Raises:
            WrongResultError: if it does not come.
        """
        end = monotonic() + START_S
        while text not in self.written:
            if monotonic() > end or not select.select([self.line], [], [], START_S)[0]:
                raise WrongResultError(f"the client never wrote {text.decode()}")
            self.written += os.read(self.line, 65536)

    def processor_s(self) -> float:
        """Return how many seconds of the processor were used so far."""
        fields = Path(f"/proc/{self.process}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


@contextmanager
def scene(*arguments: str, python: tuple[str, ...] = ()) -> Generator[Screen]:
    """Run the client in a terminal while the block runs."""
    ours, theirs = os.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
    command = [sys.executable, *python, "-m", "upcard_client", "--scene", "draw", *arguments]
    with tempfile.TemporaryDirectory() as home:
        env = {**os.environ, "HOME": home, "TERM": "xterm-256color", "COLORTERM": "truecolor"}
        process = subprocess.Popen(command, stdin=theirs, stdout=theirs, stderr=theirs, env=env)
        os.close(theirs)
        try:
            yield Screen(ours, process.pid)
        finally:
            process.send_signal(signal.SIGKILL)
            process.wait()
            os.close(ours)


def client_figures() -> Iterator[Measure]:
    """Measure the client against its budgets."""
    if sys.platform != "linux":
        return
    paints, imports = list[float](), list[float]()
    for _ in range(RUNS):
        imports.append(import_ms())
        paints.append(first_paint_ms())
    paint, imported = statistics.median(paints), statistics.median(imports)
    note = f"{paint:.0f} to {imported:.0f} ms, medians of {RUNS}; {PAINT_MS} ms where nothing else runs"
    yield Measure("first paint", "x `import textual.app`", paint / imported, PAINT_RATIO, True, note)
    with scene("--freeze") as screen:
        screen.until(b"YOUR TURN")
        screen.hear(SETTLED_S)
        yield Measure("client memory", "MB after 5 s", resident(screen.process) / 1e6, 60, True, "resident, 80x24")
        before = screen.processor_s()
        quiet = screen.hear(IDLE_S)
        used = 100 * (screen.processor_s() - before) / IDLE_S
        yield Measure("idle CPU", "% of a core", used, 1, True, f"{IDLE_S:.0f} s, the clock stopped")
        yield Measure("idle output", "bytes/s, frozen", quiet / IDLE_S, 0, True, f"{IDLE_S:.0f} s")
        for key, name in ((b"\x1b[D", "an arrow"), (b"d", "a draw")):
            os.write(screen.line, key)
            yield Measure("key output", f"bytes for {name}", screen.hear(KEY_S), 16 * 1024, True, "80x24")
    with scene() as screen:
        screen.until(b"YOUR TURN")
        screen.hear(SETTLED_S)
        yield Measure("idle output", "bytes/s", screen.hear(IDLE_S) / IDLE_S, 300, True, "with its clock")
    with scene("--freeze", python=("-X", "importtime")) as screen:
        screen.until(b"YOUR TURN")
        dear = sum(name in screen.written for name in DEAR)
        modules = screen.written.count(b"import time:")
        yield Measure("dear imports", "before the picture", dear, 0, True, f"of {modules} modules")


def first_paint_ms() -> float:
    """Return the milliseconds from the start of the client to its first picture."""
    began = perf_counter()
    with scene("--freeze") as screen:
        screen.until(b"YOUR TURN")
        return (perf_counter() - began) * 1000


def import_ms() -> float:
    """Return the milliseconds that a process takes which does nothing but import what draws."""
    began = perf_counter()
    subprocess.run([sys.executable, "-c", "import textual.app"], check=True)
    return (perf_counter() - began) * 1000
