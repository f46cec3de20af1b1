"""A client and a server around one shuffled match, in memory: the server is honest unless a test makes it lie."""

from collections.abc import Callable
from typing import Any, Final

from msgspec.structs import replace

from tests.support.house import AT_MS, ME, MIRA, SEEDS, SERVER_SEED, HouseTable
from tests.support.peer import TOKEN, welcome
from upcard_client import folding, news
from upcard_client.matches import fairness
from upcard_client.matches.witness import Finding
from upcard_client.outbox import outgoing
from upcard_client.state import UNNUMBERED, Model
from upcard_protocol import table as tables
from upcard_protocol.rules.game import NATURE, Deal, DealDue
from upcard_protocol.rules.games import AnyAction, GameOptions, game_of
from upcard_protocol.rules.gin.options import PRESETS
from upcard_protocol.rules.record import Labelled, Play
from upcard_protocol.rules.shuffle import NO_SEED, commitment, deck, key, pick
from upcard_protocol.strategy import choose
from upcard_protocol.wire.handshake import LoggedIn
from upcard_protocol.wire.pushes import Happened
from upcard_protocol.wire.replies import PAGE, Done, Recorded, Refused
from upcard_protocol.wire.requests import GetRecord, Ready, ShowSeed

SHORT: Final = replace(PRESETS["modern"], target=50)


class FairMatch:
    """Eleni's client at a table with Mira.

    Attributes:
        model: what the client knows.
        told: its news.
        house: the table as the server has it.
        plays: what was done in the match.
        dealt: gives the deck of a hand; a server that cheats gives another.
        takes_seed: whether the server takes Eleni's seed.
        gives_record: whether the server opens the match.
        hears: changes what the client hears.
        sent: the seeds that left the client.
    """

    def __init__(self, game: GameOptions = SHORT) -> None:
        """Seat the two; nobody is ready."""
        self.model = Model()
        self.told: list[news.News] = []
        self.house = HouseTable(game=game)
        self.plays: list[Play] = []
        self.server_seed = SERVER_SEED
        self.dealt: Callable[[int], Deal] = self.deal_of
        self.takes_seed = True
        self.gives_record = True
        self.hears: Callable[[Happened], Happened] = lambda message: message
        self.sent: list[bytes] = []
        self.enter()
        for seat, name in enumerate(("Eleni", "Mira")):
            self.house.seat(seat, name)
        self.hear(self.house.snapshot())

    # ---- the client

    def enter(self) -> None:
        """Come in with a program that knows nothing."""
        model, _ = folding.logged_in(
            folding.welcomed(Model(), welcome(), AT_MS), LoggedIn(token=TOKEN, user=1, name="Eleni"), first_rid=1
        )
        self.model = model

    def hear(self, *messages: Any) -> None:
        """Let the client hear messages, and the server what the client then sends."""
        for message in messages:
            heard = self.hears(message) if isinstance(message, Happened) else message
            self.model, told = folding.fold(self.model, heard)
            self.told += told
            self.model, sent = outgoing(self.model)
            for request in sent:
                self._answer(request)

    @property
    def finding(self) -> Finding:
        """What the client has found."""
        (found,) = [item.finding for item in self.told if isinstance(item, news.ShuffleJudged)]
        return found

    def promise(self) -> None:
        """Press Ready."""
        self.model = fairness.promise(self.model, Ready(UNNUMBERED, self.house.number), lambda: SEEDS[ME])
        self.model, (request,) = outgoing(self.model)
        assert isinstance(request, Ready)
        self.hear(Done(request.rid), *self.house.do(tables.GetReady(ME, request.commitment)))

    # ---- the server

    @property
    def key(self) -> bytes:
        """The key of the decks."""
        return key([self.server_seed, *(seed or NO_SEED for seed in self.house.table.seeds)])

    def deal_of(self, hand: int) -> Deal:
        """Return the deal that follows from the seeds."""
        return Deal((deck(self.key, "deal", hand, 0),))

    def commit(self, seed: bytes = SERVER_SEED) -> None:
        """Commit to the server's seed, Mira being ready too."""
        self.server_seed = seed
        self.hear(*self.house.do(tables.GetReady(MIRA, commitment(SEEDS[MIRA]))))
        self.hear(*self.house.do(tables.Commit(commitment(seed))))

    def start(self) -> None:
        """Take Mira's seed and start."""
        if MIRA in self.house.table.awaited:
            self.hear(*self.house.do(tables.GiveSeed(MIRA, SEEDS[MIRA])))
        self.hear(*self.house.do(tables.Start(pick(self.key, "dealer", 2))))

    def begin(self) -> "FairMatch":
        """Do all that comes before the first deal."""
        self.promise()
        self.commit()
        self.start()
        return self

    def do(self, action: AnyAction, seat: int = NATURE) -> None:
        """Do something in the match."""
        label = (f"deal/{self._hand + 1}/0",)
        written = Labelled(label) if isinstance(action, Deal) else action
        self.plays.append(Play(seat, 1000 * len(self.plays), written))
        self.hear(*self.house.do(action, seat))

    @property
    def _hand(self) -> int:
        match = self.house.table.match
        assert match is not None
        return match.sheet.hands

    def step(self) -> None:
        """Do what is next, as the computer would."""
        owed = tables.due(self.house.table)
        if isinstance(owed, DealDue):
            self.do(self.dealt(owed.hand))
            return
        match = self.house.table.match
        assert match is not None
        seat = min(tables.to_act(self.house.table))
        self.do(choose(game_of(self.house.table.game).view(match, seat)), seat)

    def play_on(self, hands: int = 99) -> "FairMatch":
        """Play to the end of the match, or of so many hands."""
        while self.house.table.playing and not (self._hand >= hands and self._between):
            self.step()
        return self

    @property
    def _between(self) -> bool:
        match = self.house.table.match
        return match is not None and game_of(self.house.table.game).between_hands(match)

    def reveal(self) -> Finding:
        """Show the server's seed; returns what the client finds."""
        self.hear(*self.house.do(tables.Reveal(self.server_seed)))
        return self.finding

    def _answer(self, request: Any) -> None:
        match request:
            case ShowSeed():
                self.sent.append(request.seed)
                if self.takes_seed:
                    self.hear(Done(request.rid), *self.house.do(tables.GiveSeed(ME, request.seed)))
                else:
                    self.hear(Refused(request.rid, "seed_not_due"))
            case GetRecord() if self.gives_record:
                until = request.after + PAGE
                plays = tuple(self.plays[request.after : until])
                following = until if until < len(self.plays) else None
                self.hear(Done(request.rid, Recorded(AT_MS, plays, following)))
            case GetRecord():
                self.hear(Refused(request.rid, "no_record"))
            case _:
                raise AssertionError(f"nobody answers {request}")
