"""The peers that Upcard is measured against: an environment of their own, and a conversation with one of them.

Peers are never dependencies. They live in `.venv-peers` and run as processes of that environment, so a checkout
without them still measures itself.
"""

import json
import shutil
import subprocess
import sys
import venv
from pathlib import Path
from typing import Any, Final, Self

ROOT: Final = Path(__file__).resolve().parent.parent
PEERS: Final = ROOT / ".venv-peers"
PYTHON: Final = PEERS / ("Scripts" if sys.platform == "win32" else "bin") / "python"
REQUIREMENTS: Final = ("open-spiel==2.0.2",)
"""Pinned, so that a ratio means the same next year."""

NODE: Final = PEERS / "node"
"""Where the peers of node are installed."""
NODE_REQUIREMENTS: Final = ("boardgame.io@0.50.2",)

OPEN_SPIEL: Final = Path(__file__).with_name("bench_openspiel.py")


class PeerMissingError(Exception):
    """The peer can not be run here; the message says why."""


def install() -> None:
    """Make `.venv-peers` and install the peers into it; what pip and npm print goes to stderr.

    Raises:
        PeerMissingError: if pip or npm fails.
    """
    if not PYTHON.exists():
        venv.create(PEERS, with_pip=True, clear=True)
    pip = [str(PYTHON), "-m", "pip", "install", "--quiet", "--disable-pip-version-check", *REQUIREMENTS]
    if subprocess.run(pip, stdout=sys.stderr, check=False).returncode:
        raise PeerMissingError(f"pip could not install {', '.join(REQUIREMENTS)} into {PEERS.name}")
    npm = shutil.which("npm")
    if npm is None:
        print("bench: there is no npm, so the peers of node are left out", file=sys.stderr)
        return
    NODE.mkdir(exist_ok=True)
    quiet = ("--no-audit", "--no-fund", "--loglevel=error", "--prefix", str(NODE))
    if subprocess.run([npm, "install", *quiet, *NODE_REQUIREMENTS], stdout=sys.stderr, check=False).returncode:
        raise PeerMissingError(f"npm could not install {', '.join(NODE_REQUIREMENTS)}")


class Peer:
    """A worker process that answers one JSON line with one JSON line.

    Raises:
        PeerMissingError: from any use, if the worker does not start or dies.
    """

    def __init__(self, script: Path) -> None:
        if not PYTHON.exists():
            raise PeerMissingError("there is no .venv-peers: run scripts/bench --peers once")
        self._script = script
        self._process = subprocess.Popen(
            [str(PYTHON), "-I", str(script)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        try:
            self.name: str = self.ask({"do": "name"})
        except PeerMissingError:
            self._process.kill()
            self._process.communicate()
            raise

    def ask(self, request: dict[str, Any]) -> Any:
        """Return the worker's answer to a request."""
        stdin, stdout = self._process.stdin, self._process.stdout
        assert stdin is not None
        assert stdout is not None
        try:
            stdin.write(json.dumps(request) + "\n")
            stdin.flush()
            line = stdout.readline()
        except BrokenPipeError:
            line = ""
        if not line:
            raise PeerMissingError(f"{self._script.name} ended without an answer")
        return json.loads(line)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        # The worker ends when its input does.
        self._process.communicate()
