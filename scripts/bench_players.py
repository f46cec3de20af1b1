"""Players for the benchmark, a process of their own: they draw and discard as fast as they are answered.

They know as little as will do: every player passes the upcard, then draws from the stock and throws the card again,
so that each hand ends dead at the wall and the match never does. What comes is unpacked and not folded, so that the
server and not its clients is measured.

    python bench_players.py PORT TABLES SPECTATORS SECONDS      prints one line of JSON
"""

import json
import selectors
import socket
import sys
from functools import partial
from time import perf_counter
from typing import Any, Final

import msgspec
from msgspec import Struct

from upcard_protocol.rules.gin import actions as gin
from upcard_protocol.rules.gin.actions import Action
from upcard_protocol.rules.gin.options import PRESETS
from upcard_protocol.table import TableOptions
from upcard_protocol.wire import TO_SERVER
from upcard_protocol.wire.framing import HEADER_BYTES, frame
from upcard_protocol.wire.handshake import Hello, Login
from upcard_protocol.wire.requests import Act, NewTable, Ready, TakeSeat, Watch

WALL: Final = 2
"""Cards of the stock that are never drawn."""
WARM_UP_S: Final = 0.5
DIGITS: Final = str.maketrans("0123456789", "bdfghkptxz")
"""Names have to differ in more than what looks alike."""


class Line:
    """One connection."""

    def __init__(self, port: int, name: str | None) -> None:
        """Log in, by name or as a guest."""
        self.socket = socket.create_connection(("127.0.0.1", port))
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._unread = bytearray()
        self.early: list[dict[str, Any]] = []
        """What came before anybody plays."""
        self.send(Hello())
        self.wait("welcome")
        self.send(Login(name=name))
        self.wait("logged_in")

    def send(self, message: Struct) -> None:
        """Send one message."""
        self.socket.sendall(frame(TO_SERVER.encode(message)))

    def wait(self, kind: str) -> dict[str, Any]:
        """Return the next message of a kind, and keep the others for later."""
        while True:
            for message in self.early:
                if message["t"] == kind:
                    self.early.remove(message)
                    return message
            self.early += self.receive()

    def ask(self, request: Struct) -> dict[str, Any]:
        """Send a request that has to be carried out, and return what the answer carries."""
        self.send(request)
        return self.wait("done")["answer"] or {}

    def receive(self) -> list[dict[str, Any]]:
        """Return the messages that have come."""
        data = self.socket.recv(1 << 16)
        if not data:
            raise SystemExit(f"bench: the server closed a line after {self.early[-1:]}")
        self._unread += data
        found: list[dict[str, Any]] = []
        at = 0
        while len(self._unread) >= at + HEADER_BYTES:
            end = at + HEADER_BYTES + int.from_bytes(self._unread[at : at + HEADER_BYTES], "big")
            if end > len(self._unread):
                break
            found.append(msgspec.msgpack.decode(self._unread[at + HEADER_BYTES : end]))
            at = end
        del self._unread[:at]
        return found


class Player:
    """Plays one seat."""

    def __init__(self, line: Line, table: int, seat: int, tally: "Tally") -> None:
        """Sit at a table."""
        self.line = line
        self.table = table
        self._seat = seat
        self._tally = tally
        self._cseq = 0
        self._decision = 0
        self._stock = 0
        self._first = 0
        self._sent_at = 0.0

    def begin(self) -> None:
        """Be ready for the match, and take up what has come by then."""
        self.line.send(Ready(2, self.table))
        early, self.line.early = self.line.early, []
        for message in early:
            self.hear(message)

    def read(self) -> None:
        """Hear what has come."""
        for message in self.line.receive():
            self.hear(message)

    def hear(self, message: dict[str, Any]) -> None:
        """Act, if this is what a move follows."""
        kind = message["t"]
        if kind == "acted":
            self._tally.count(self._sent_at)
        elif kind == "event":
            action = self._answer(message["event"])
            if action is not None:
                self._cseq += 1
                self._decision += 1
                self._sent_at = perf_counter()
                self.line.send(Act(self.table, self._cseq, self._decision, action))
        elif kind in ("act_refused", "bye", "refused"):
            raise SystemExit(f"bench: a player was told {message}")

    def _answer(self, event: dict[str, Any]) -> Action | None:
        """Return what is done after an event, if it is this player's turn then."""
        mine = event.get("seat") == self._seat
        match event["t"]:
            case "gin.dealt":
                self._first, self._stock = event["seats"][0], event["stock"]
                return gin.PASS if self._first == self._seat else None
            case "gin.passed" if not mine:
                return gin.DRAW_STOCK if self._first == self._seat else gin.PASS
            case "gin.drew":
                self._stock -= 1
                card: int = event["card"] or 0
                return gin.DISCARDS[card] if mine else None
            case "gin.discarded" if not mine and self._stock > WALL:
                return gin.DRAW_STOCK
            case "gin.hand_ended":
                return gin.READY
            case _:
                return None


class Tally:
    """How many acts were acknowledged, and how long each took."""

    def __init__(self) -> None:
        self.since = perf_counter() + WARM_UP_S
        self.took: list[float] = []

    def count(self, sent_at: float) -> None:
        """Note an acknowledgement."""
        now = perf_counter()
        if now >= self.since:
            self.took.append(now - sent_at)


def seat(port: int, number: int, tally: Tally) -> list[Player]:
    """Return two players at a new table."""
    name = str(number).translate(DIGITS)
    one, two = Line(port, f"One {name}"), Line(port, f"Two {name}")
    options = TableOptions(name="Bench", turn_s=0)
    table = one.ask(NewTable(rid=1, options=options, game=PRESETS["modern"]))["table"]
    two.ask(TakeSeat(1, table))
    return [Player(one, table, 0, tally), Player(two, table, 1, tally)]


def main(port: int, tables: int, spectators: int, seconds: float) -> None:
    """Let everybody play, and print what came of it."""
    tally = Tally()
    players = [player for number in range(tables) for player in seat(port, number, tally)]
    watchers = [Line(port, None) for _ in range(tables * spectators)]
    for place, watcher in enumerate(watchers):
        watcher.ask(Watch(1, players[2 * (place // spectators)].table))
    with selectors.DefaultSelector() as selector:
        for watcher in watchers:
            selector.register(watcher.socket, selectors.EVENT_READ, partial(watcher.socket.recv, 1 << 16))
        for player in players:
            selector.register(player.line.socket, selectors.EVENT_READ, player.read)
        for player in players:
            player.begin()
        tally.since = perf_counter() + WARM_UP_S
        ends = tally.since + seconds
        while perf_counter() < ends:
            for key, _ in selector.select(1.0):
                key.data()
    took = sorted(tally.took)
    if not took:
        raise SystemExit("bench: nobody's act was acknowledged")
    print(
        json.dumps(
            {
                "rate": len(took) / seconds,
                "p50_ms": took[len(took) // 2] * 1000,
                "p99_ms": took[len(took) * 99 // 100] * 1000,
            }
        )
    )


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]), float(sys.argv[4]))
