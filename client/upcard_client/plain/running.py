"""Runs the plain client on an event loop: the link, the typed lines, and the way out."""

import asyncio
import codecs
import os
import threading
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Final, TextIO

from upcard_client.errands import Errand
from upcard_client.failures import ClientError, OutputLost
from upcard_client.link import Identity, Link, random_seed
from upcard_client.looks.encoding import spoken_encoding
from upcard_client.matches.shelf import Shelf
from upcard_client.network.addresses import Address
from upcard_client.news import News
from upcard_client.plain.console import Console, Waiting
from upcard_client.plain.guiding import Pupil

PATIENCE_S: Final = 5.0
"""For how long somebody who wants to leave waits for an answer, seconds: at least this, at most twice as long."""
SCRIPT_ROUNDS: Final = 6
"""A script, whose every line is to be done, waits so many times as long as a person who has typed `quit`."""
TICK_S: Final = 1.0
"""How often the time for one's turn is looked at, seconds."""
MAX_LINE: Final = 4096
"""Bytes of one typed line; what is longer is cut."""
MAX_AHEAD: Final = 4096
"""Lines that may wait to be done. What writes more waits in its pipe: it may have no end."""


async def run_plain(
    address: Address,
    identity: Identity,
    errand: Errand,
    *,
    tokens: Path,
    games: Path | None,
    write: Callable[[str], None],
    read: Callable[[Callable[[str], None], Callable[[], None]], None] | None,
    entered: Callable[[str], None],
    pupil: Pupil | None = None,
    piped: bool = False,
    keep_language: Callable[[str], None] | None = None,
    new_seed: Callable[[], bytes] = random_seed,
) -> None:
    """Play until the person leaves or the errand is done.

    Args:
        address: where the server is.
        identity: who comes in.
        errand: what is done first.
        tokens: the directory of the token files.
        games: the directory of finished games; None keeps none.
        write: takes one line of output; where that fails the run ends.
        read: starts reading input; calls the first function with each line and the second at the end. None reads
            nothing.
        entered: called with the server's name once it has let us in.
        pupil: somebody who may want a guide through a first hand.
        piped: the input was written ahead, so its lines wait for what they need.
        keep_language: keeps a language for the next run, by its code.
        new_seed: makes what we put into a shuffle, 32 bytes.

    Raises:
        LinkFailure: there is no link.
        OutputLost: nothing can be said any more.
        ClientError: the errand could not be run.
    """

    loop = asyncio.get_running_loop()
    inside = False
    lost: OutputLost | None = None

    def say(text: str) -> None:
        nonlocal lost
        if lost is not None:
            return
        try:
            write(text)
        except OutputLost as error:
            lost = error
            link.close()

    def told(items: tuple[News, ...]) -> None:
        nonlocal inside
        if link.model.me is not None and not inside:
            inside = True
            entered(link.model.server_name)
            if read is not None:
                # Not before: until then the password may have to be typed.
                read(typed, lambda: _call(loop, console.end_of_input))
        console.told(items)

    room = threading.Semaphore(MAX_AHEAD)

    def typed(line: str) -> None:
        room.acquire()
        _call(loop, console.typed, line)

    link = Link(address, identity, tokens, told, shelf=None if games is None else Shelf(games), new_seed=new_seed)
    console = Console(
        link, errand, say, link.close, pupil, piped=piped, keep_language=keep_language, taken=room.release
    )
    watches = (asyncio.create_task(watch_for_leaving(console)), asyncio.create_task(watch_the_clock(console)))
    try:
        await link.run()
    finally:
        for watch in watches:
            watch.cancel()
    if lost is not None:
        raise lost
    if console.failure:
        raise ClientError(console.failure)


async def watch_for_leaving(console: Console, patience_s: float = PATIENCE_S) -> None:
    """Let somebody who wants to leave go when the same thing stays unanswered: a person soon, a script later.

    Args:
        console: the run.
        patience_s: how long one unanswered thing is waited for, seconds.
    """
    before: Waiting | None = None
    rounds = 0
    while not console.finished:
        await asyncio.sleep(patience_s)
        now = console.stuck_on
        rounds = rounds + 1 if now is not None and now == before else 0
        if rounds >= (SCRIPT_ROUNDS if console.unattended else 1):
            console.give_up_waiting()
        before = now


async def watch_the_clock(console: Console) -> None:
    """Have the console look at the time for one's turn."""
    while not console.finished:
        await asyncio.sleep(TICK_S)
        console.tick()


def _call(loop: asyncio.AbstractEventLoop, function: Callable[..., None], *arguments: str) -> None:
    # The program may end at any moment while the other thread reads; nobody hears that line any more.
    with suppress(RuntimeError):
        loop.call_soon_threadsafe(function, *arguments)


def read_lines(handle: int, line: Callable[[str], None], end: Callable[[], None]) -> None:
    """Start a thread that reads lines from a file descriptor.

    The descriptor is read directly: a thread that is caught inside Python's own standard input would hold the lock
    that the interpreter needs to end.
    """

    def read() -> None:
        decoder = codecs.getincrementaldecoder("utf-8")("replace")
        rest = ""
        while True:
            try:
                data = os.read(handle, MAX_LINE)
            except OSError:
                data = b""
            *lines, rest = (rest + decoder.decode(data, final=not data)).split("\n")
            for text in lines:
                line(text.rstrip("\r"))
            if not data:
                if rest:
                    line(rest)
                end()
                return
            rest = rest[:MAX_LINE]

    threading.Thread(target=read, name="typed lines", daemon=True).start()


class Printer:
    """Writes lines to standard output, with a prompt where a person types.

    Only printable text comes out, so nothing that a server sends can steer a terminal.
    """

    def __init__(self, out: TextIO, *, prompt: bool, ascii_only: bool) -> None:
        """Print to a file.

        Args:
            out: where to.
            prompt: a person types at a terminal.
            ascii_only: nothing beyond ASCII may come out.
        """
        self._out = out
        self._prompt = prompt
        self._encoding = "ascii" if ascii_only else spoken_encoding(out)

    def line(self, text: str) -> None:
        """Print one line; what the output has no character for is a question mark.

        Raises:
            OutputLost: the output takes nothing more.
        """
        text = "".join(char if char.isprintable() else "?" for char in text)
        text = text.encode(self._encoding, "replace").decode(self._encoding)
        try:
            # The prompt that stands there is written over: a line is longer than it.
            self._out.write(f"\r{text}\n> " if self._prompt else f"{text}\n")
            self._out.flush()
        except OSError as error:
            raise OutputLost(error) from error
