"""Keep `.venv` complete and fresh: made when missing, updated when the project asks for something else.

Run by `_environment.sh` with a Python of the machine, so it uses the standard library alone. A stamp inside
the environment says what it was installed from; a second run compares it and is done. A run that was cut
short leaves a mark, and the next run starts over instead of trusting half an environment.
"""

from __future__ import annotations

import fcntl
import hashlib
import os
import shutil
import subprocess
import sys
import venv
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
PYTHON = VENV / "bin" / "python"
SOURCES = (ROOT / "pyproject.toml", ROOT / "constraints.txt")
"""What the environment is made from: a change of either makes it stale."""
OLDEST_PYTHON = (3, 11)
STAMP = VENV / ".installed-from"
UNFINISHED = VENV / ".unfinished"
NO_NETWORK = (
    "Retrying (",
    "No route to host",
    "Network is unreachable",
    "Name or service not known",
    "Temporary failure in name resolution",
    "nodename nor servname",
    "Failed to establish a new connection",
)
"""What pip writes when it could not reach its index, whichever way it failed."""


class CannotInstallError(Exception):
    """The environment could not be made; the message says what to do."""


def wanted(version: str) -> str:
    """Return the stamp of an environment for this checkout and this Python version."""
    digest = hashlib.sha256()
    for source in SOURCES:
        digest.update(source.read_bytes())
    return f"{digest.hexdigest()} python {version} at {ROOT}\n"


def stamp() -> str:
    """Return what the environment says that it was installed from, nothing where it does not say."""
    try:
        return STAMP.read_text(encoding="utf-8")
    except (FileNotFoundError, NotADirectoryError):
        return ""


def running_version() -> str:
    """Return the version of the Python in the environment ("3.11"), nothing where none runs with a pip."""
    ask = "import sys, pip; print('%d.%d' % sys.version_info[:2])"
    try:
        answer = subprocess.run([PYTHON, "-I", "-c", ask], capture_output=True, text=True, check=True)
    except (OSError, subprocess.CalledProcessError):
        return ""
    return answer.stdout.strip()


def chosen_version() -> str:
    """Return the version of the Python that was chosen with PYTHON=..., nothing where any will do."""
    return f"{sys.version_info.major}.{sys.version_info.minor}" if os.environ.get("PYTHON") else ""


def is_fresh() -> bool:
    """Return whether the environment is complete, of the chosen Python, and installed from what the checkout says."""
    found, version = stamp(), running_version()
    if found == "" or UNFINISHED.exists() or chosen_version() not in ("", version):
        return False
    return found == wanted(version)


def can_be_built_on() -> bool:
    """Return whether an update in place will do: a whole environment of a good Python, made for this path."""
    version = running_version()
    if not version or UNFINISHED.exists() or chosen_version() not in ("", version):
        return False
    moved = stamp() != "" and not stamp().endswith(f" at {ROOT}\n")
    return not moved and tuple(map(int, version.split("."))) >= OLDEST_PYTHON


@contextmanager
def only_one_run() -> Generator[None]:
    """Hold the right to change the environment: runs started together wait for the first.

    A pip that outlives a killed run inherits the lock and keeps it until it is done.
    """
    with SOURCES[-1].open("rb") as lock:
        os.set_inheritable(lock.fileno(), True)
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            print("upcard: another run is installing, waiting for it", file=sys.stderr)
            fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def pip(*arguments: str) -> None:
    """Install with the environment's pip, which stays silent when all goes well.

    Raises:
        CannotInstallError: pip failed; its own words were printed unless the network explains it.
    """
    command = [PYTHON, "-I", "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-input"]
    command += ["--constraint", ROOT / "constraints.txt", *arguments]
    settings = {**os.environ, "PIP_USER": "0", "PIP_REQUIRE_VIRTUALENV": "0"}
    done = subprocess.run(
        command, cwd=ROOT, env=settings, close_fds=False, capture_output=True, text=True, check=False
    )
    if done.returncode == 0:
        return
    if any(sign in done.stderr for sign in NO_NETWORK):
        raise CannotInstallError("pip cannot reach its package index: go online and run this again")
    sys.stderr.write(done.stderr)
    raise CannotInstallError("pip failed: mend what it names above, or remove .venv, and run this again")


def make() -> None:
    """Make an empty environment in place of whatever is there.

    Raises:
        CannotInstallError: Python's venv module is not whole.
        OSError: the checkout cannot be written.
    """
    if VENV.is_symlink() or VENV.is_file():
        VENV.unlink()
    elif VENV.exists():
        shutil.rmtree(VENV)
    VENV.mkdir()
    UNFINISHED.touch()
    try:
        venv.create(VENV, with_pip=True, symlinks=True)
    except subprocess.CalledProcessError as error:
        raise CannotInstallError(f"{sys.executable} made no .venv: install its venv module") from error


def install() -> None:
    """Bring the environment up to date, from nothing where it cannot be built on.

    Raises:
        CannotInstallError: the environment could not be made.
        OSError: the checkout cannot be written.
    """
    if can_be_built_on():
        print("upcard: bringing .venv up to date", file=sys.stderr)
        UNFINISHED.touch()
    else:
        version = sys.version.split()[0]
        print(f"upcard: making .venv with Python {version}, once; it takes a minute", file=sys.stderr)
        make()
    STAMP.unlink(missing_ok=True)
    try:
        pip("pip")  # the one that Python brings may be too old to know dependency groups
        pip("--group", "dev")
        pip("--no-build-isolation", "--editable", ".")
    except CannotInstallError:
        UNFINISHED.unlink()  # a pip that gave up by itself left nothing half done
        raise
    STAMP.write_text(wanted(running_version()), encoding="utf-8")
    UNFINISHED.unlink()


def main() -> int:
    """Make the environment if need be; return the exit code."""
    try:
        if not is_fresh():
            with only_one_run():
                if not is_fresh():
                    install()
    except CannotInstallError as failure:
        print(f"upcard: {failure}", file=sys.stderr)
        return 1
    except OSError as error:
        print(f"upcard: {VENV} could not be made: {error.strerror} ({error.filename})", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130
    return 0


if __name__ == "__main__":
    sys.exit(main())
