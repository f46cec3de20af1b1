"""What a terminal sends while the screen is up: keys, and now and then what is no key.

Textual's driver takes all of it for keys and for UTF-8. This one is for what real terminals do besides: an answer
that comes late over a slow line opens no screen and plays no card, bytes in another encoding end nothing, and where
the terminal has gone the program goes too, also if it was told not to mind a hang-up.
"""

import os
import selectors
import time
from codecs import getincrementaldecoder
from contextlib import suppress
from typing import Final

# What is used of Textual's driver is what a driver of Textual's own uses.
from textual.drivers.linux_driver import LinuxDriver
from textual.message import Message

from upcard_client.looks.asking import LAST_QUESTION, patience_s, read_until_answered
from upcard_client.looks.encoding import typed_encoding
from upcard_client.looks.sequences import Sequences

_BLINK_S: Final = 0.1
"""How long an escape may stand alone before it is a key, and how soon the end is noticed."""


_WIPE: Final = "\x1b[2J\x1b[H"


class TerminalGone(Message):
    """There is no terminal any more, so nobody sees the screen and nobody types."""


class TerminalDriver(LinuxDriver):
    """The driver of a terminal on Linux and macOS."""

    def write(self, data: str) -> None:
        """Write to the terminal; nothing where it has gone, since what waits to be written would be waited for."""
        if self._writer_thread is not None and self._writer_thread.is_alive():
            super().write(data)

    def stop_application_mode(self) -> None:
        """Give the screen back, wiped: some terminals keep lines of it, and the Linux console has no other one."""
        self.write(_WIPE)
        super().stop_application_mode()

    def disable_input(self) -> None:
        """Hear nothing more, and leave nothing to the shell: the mouse reports until it hears that it is off."""
        heard = self._key_thread is not None and self._key_thread.is_alive()
        super().disable_input()
        if heard and self.input_tty:
            self.write(LAST_QUESTION)
            with suppress(OSError):
                read_until_answered(self.fileno, time.monotonic() + patience_s(os.environ))

    def run_input_thread(self) -> None:
        """Read what is typed until the screen is put away."""
        sequences = Sequences()
        decode = getincrementaldecoder(typed_encoding())("ignore").decode
        with selectors.SelectSelector() as selector:
            selector.register(self.fileno, selectors.EVENT_READ)
            while not self.exit_event.is_set():
                if selector.select(_BLINK_S):
                    typed = self._read()
                    if not typed:
                        self.process_message(TerminalGone())
                        return
                    messages = sequences.hear(decode(typed))
                else:
                    messages = sequences.wait()
                for message in messages:
                    self.process_message(message)

    def _read(self) -> bytes:
        """Return what was typed; nothing where there is no terminal any more."""
        try:
            return os.read(self.fileno, 4096)
        except OSError:
            return b""
