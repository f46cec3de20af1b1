"""The command `upcard-server`."""

import logging
import resource
import sys
from collections.abc import Sequence

import trio

from upcard_server import commands
from upcard_server.app import serve
from upcard_server.config import ConfigError, parse
from upcard_server.faults import leaves
from upcard_server.journal import DataDirError, JournalError

logger = logging.getLogger(__name__)


def main(argv: Sequence[str] | None = None) -> int:
    """Run the server until it is stopped, or another command.

    Returns:
        the exit code: 0 stopped, 1 it could not run, said in one line on stderr; 2 wrong arguments.
    """
    argv = sys.argv[1:] if argv is None else argv
    done = commands.run(argv)
    if done is not None:
        return done
    config = parse(argv)
    _allow_many_lines()
    logging.basicConfig(
        level=config.log_level, stream=sys.stderr, format="%(asctime)s %(levelname)s %(name)s: %(message)s"
    )
    failed: list[str] = []
    try:
        trio.run(serve, config)
    except* (ConfigError, DataDirError) as group:
        failed = [str(error) for error in leaves(group)]
    except* JournalError as group:
        failed = [f"The journal failed, and the server with it: {error}" for error in leaves(group)]
    except* KeyboardInterrupt:
        failed = []
    for line in failed[:1]:
        sys.stderr.write(f"upcard-server: {line}\n")
    return 1 if failed else 0


def _allow_many_lines() -> None:
    """Let the process have as many connections open as the system allows it."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft != hard:
        try:
            resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
        except (OSError, ValueError) as error:
            logger.debug("no more than %d files can be open: %s", soft, error)


if __name__ == "__main__":
    sys.exit(main())
