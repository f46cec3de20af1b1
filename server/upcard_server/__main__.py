"""The command `upcard-server`."""

import logging
import sys
from collections.abc import Sequence

import trio

from upcard_server.app import serve
from upcard_server.config import ConfigError, parse
from upcard_server.faults import leaves
from upcard_server.journal import DataDirError, JournalError


def main(argv: Sequence[str] | None = None) -> int:
    """Run the server until it is stopped.

    Returns:
        the exit code: 0 stopped, 1 it could not run, said in one line on stderr; 2 wrong arguments.
    """
    config = parse(sys.argv[1:] if argv is None else argv)
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


if __name__ == "__main__":
    sys.exit(main())
