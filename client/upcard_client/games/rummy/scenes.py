"""Fixed states of the rummy table for `upcard --scene NAME`: tests, pictures and acceptance checks start from them.

Every scene is a real match: hands of known cards are dealt and played through the engine, so nothing that is shown
could not happen.
"""

from collections.abc import Callable
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from upcard_client.cardtable.surroundings import LinkLost, LinkUp
from upcard_client.games.rummy.sentences import Narrator
from upcard_client.games.rummy.situation import Situation
from upcard_client.locale import tr
from upcard_client.matches.witness import Finding
from upcard_client.widgets.frame import Clock, LogLine
from upcard_client.words.phrases import Line
from upcard_protocol.rules.cards import DECK, Card, hand_of, parse_card, parse_cards
from upcard_protocol.rules.game import NATURE, PUBLIC, Deal
from upcard_protocol.rules.rummy import actions as act
from upcard_protocol.rules.rummy import match as rummy
from upcard_protocol.rules.rummy.actions import Action
from upcard_protocol.rules.rummy.options import PRESETS, Options
from upcard_protocol.rules.rummy.state import HAND_SIZE

ME: Final = 0
NAMES: Final = ("Eleni", "Mira", "Alexandros", "Ravi", "Leo", "Nadia")


class Stage(Struct, frozen=True, kw_only=True):
    """A match as a scene shows it, with what surrounds it."""

    match: rummy.Match
    game: str = "rummy"
    viewer: int = ME
    log: tuple[LogLine, ...] = ()
    link: LinkUp | LinkLost = LinkUp(12)
    clock: Clock | None = Clock(51, 60)
    presence: tuple[str, ...] = ()
    spectators: int = 0
    next_hand_s: int | None = None
    deadwood_help: bool = True
    finding: Finding | None = None
    hints: bool = False
    lesson: Line = ()

    @property
    def names(self) -> tuple[str, ...]:
        """The names by seat."""
        return NAMES[: len(self.match.sheet.totals)]

    @property
    def situation(self) -> Situation:
        """The situation of the viewer."""
        return Situation(
            view=rummy.view(self.match, self.viewer),
            names=self.names,
            table="Kitchen table",
            log=self.log,
            link=self.link,
            clock=self.clock,
            presence=self.presence,
            spectators=self.spectators,
            next_hand_s=self.next_hand_s,
            deadwood_help=self.deadwood_help,
            finding=self.finding,
            hints=self.hints,
            lesson=self.lesson,
        )

    def play(self, seat: int, action: Action | Deal) -> "Stage":
        """Return the stage after an action of a seat or of NATURE, told in the log."""
        before = self.situation
        seen = before.view
        match, happened = rummy.apply(self.match, seat, action)
        lines: list[LogLine] = []
        for event in happened:
            heard = rummy.redact(event, self.viewer)
            told = Narrator(self.names, before.me, seen.board, seen.sheet.options).tell(heard)
            mine = before.me is not None and getattr(heard, "seat", None) == before.me
            lines += [LogLine(line, "mine" if mine else "event") for line in told]
            seen = rummy.fold(seen, heard)
        return replace(self, match=match, log=(*self.log, *lines))

    def turn(self, seat: int, *actions: Action, discard: str) -> "Stage":
        """Return the stage after a whole turn that begins with a draw from the stock."""
        stage = self.play(seat, act.DRAW_STOCK)
        for action in actions:
            stage = stage.play(seat, action)
        return stage.play(seat, act.Discard(parse_card(discard)))

    def acted(self, action: Action) -> "Stage":
        """Return the stage after the viewer's action."""
        return self.play(self.viewer, action)

    def said(self, name: str, words: str) -> "Stage":
        """Return the stage with a line of chat."""
        return replace(self, log=(*self.log, LogLine((f"{name}: {words}",), "chat")))

    def noted(self, line: Line) -> "Stage":
        """Return the stage with a line in the viewer's own log."""
        return replace(self, log=(*self.log, LogLine(line, "mine")))

    def ticked(self) -> "Stage":
        """Return the stage a second later."""
        clock = self.clock
        if clock is None or clock.left_s <= 0:
            return self
        return replace(self, clock=replace(clock, left_s=clock.left_s - 1))


def deck_of(hands: dict[int, str], dealer: int, seats: int, upcard: str, stock: str = "") -> tuple[Card, ...]:
    """Return a deck that deals these hands by seat, the upcard, and then this stock; other cards fill the rest.

    Raises:
        ValueError: if a card is named twice or a hand has too many cards.
    """
    size = HAND_SIZE[seats]
    named = {seat: [parse_card(name) for name in text.split()] for seat, text in hands.items()}
    drawn = [parse_card(name) for name in stock.split()]
    known = [*(card for cards in named.values() for card in cards), parse_card(upcard), *drawn]
    if len(set(known)) != len(known) or any(len(cards) > size for cards in named.values()):
        raise ValueError("a card is named twice, or a hand has too many")
    rest = iter(card for card in DECK if not hand_of(known) >> card & 1)
    whole = {
        seat: [*named.get(seat, []), *(next(rest) for _ in range(size - len(named.get(seat, []))))]
        for seat in range(seats)
    }
    order = [(dealer + 1 + step) % seats for step in range(seats)]
    dealt = [whole[seat][turn] for turn in range(size) for seat in order]
    return (*dealt, parse_card(upcard), *drawn, *rest)


def begun(
    hands: dict[int, str], *, seats: int = 4, upcard: str = "8c", stock: str = "", options: Options = PRESETS["basic"]
) -> Stage:
    """Return a match whose first hand is dealt by the seat before the viewer's, so that he begins."""
    dealer = seats - 1
    stage = Stage(match=rummy.start(options, seats, dealer))
    return stage.play(NATURE, Deal((deck_of(hands, dealer, seats, upcard, stock),)))


_HANDS: Final = {
    0: "5s Qs 8h 7d Qd Kd 3c",
    1: "4d 5d 6d Ah 2c 9c Jh",
    2: "Tc Jc Qc Kc 5h 2h 9h",
    3: "2s 3s 4s 9s Jd Ts 6c",
}


def _melds() -> Stage:
    """Return the first round of four players: three melds lie on the table, and it is the viewer's turn."""
    stage = begun(_HANDS, stock="2d Kh Ac 7c 6s")
    stage = stage.turn(0, discard="2d")
    stage = stage.turn(1, act.Meld(parse_cards("4d 5d 6d")), discard="Kh")
    stage = stage.turn(2, act.Meld(parse_cards("Tc Jc Qc Kc")), discard="Ac")
    return stage.turn(3, act.Meld(parse_cards("2s 3s 4s")), discard="7c")


def _draw() -> Stage:
    return _melds()


def _fits() -> Stage:
    """The viewer has drawn; 7♦ fits a meld, 5♠ another."""
    return _melds().play(0, act.DRAW_STOCK)


def _two_fit() -> Stage:
    """The 5♠ in the viewer's hand fits a run of spades and a set of fives."""
    hands = {
        0: "5s Qs 8h 7d Qd Kd 3c",
        1: "2s 3s 4s Ah 2c 9c Jh",
        2: "5h 5d 5c Kc 6h 2h 9h",
        3: "Th 3h 4d 9s Jd Ts 6c",
    }
    stage = begun(hands, stock="2d Kh Ac 7c 6s").turn(0, discard="2d")
    stage = stage.turn(1, act.Meld(parse_cards("2s 3s 4s")), discard="Kh")
    stage = stage.turn(2, act.Meld(parse_cards("5h 5d 5c")), discard="Ac")
    return stage.turn(3, discard="7c").play(0, act.DRAW_STOCK)


def _meld() -> Stage:
    """The viewer holds a run and a set, and has drawn."""
    hands = {**_HANDS, 0: "5s 6s 7s 8h 8d 8c Kd"}
    return begun(hands, upcard="Qh", stock="2d").play(0, act.DRAW_STOCK)


def _call() -> Stage:
    """Ravi's discard fits a meld on the table, and the viewer may call."""
    hands = {**_HANDS, 1: "4d 5d 6d Ah 2c 8s Jh"}
    stage = begun(hands, stock="2d Kh Ac 9c 6s 7s", options=PRESETS["calling"]).turn(0, discard="2d")
    stage = stage.turn(1, act.Meld(parse_cards("4d 5d 6d")), discard="Kh")
    stage = stage.turn(2, act.Meld(parse_cards("Tc Jc Qc Kc")), discard="Ac")
    return stage.turn(3, discard="9c")


def _out() -> Stage:
    """The viewer can lay all his cards at once."""
    hands = {**_HANDS, 0: "5s 6s 7s 8h 8d 8c Kd"}
    options = replace(PRESETS["basic"], target=500)
    return begun(hands, upcard="Qh", stock="8s", options=options).play(0, act.DRAW_STOCK)


def _result() -> Stage:
    """The viewer went rummy in the first hand."""
    stage = _out().play(0, act.Meld(parse_cards("5s 6s 7s"))).play(0, act.Meld(parse_cards("8h 8d 8c 8s")))
    stage = stage.play(0, act.Discard(parse_card("Kd"))).play(1, act.READY).play(2, act.READY)
    return replace(stage, next_hand_s=18, clock=None)


def _opponent() -> Stage:
    return _fits().play(0, act.Discard(parse_card("3c")))


def _six() -> Stage:
    """Six players, one of them away."""
    stage = begun({0: "5s Qs 8h 7d Qd Kd", 1: "4d 5d 6d Ah 2c 9c"}, seats=6, stock="2d Kh").turn(0, discard="2d")
    stage = stage.turn(1, act.Meld(parse_cards("4d 5d 6d")), discard="Kh")
    return replace(stage, presence=("", "", tr("away {time}", time="1:46"), "", "", ""))


def _watch() -> Stage:
    stage = _melds()
    return replace(stage, viewer=PUBLIC, spectators=2)


def _lost() -> Stage:
    return replace(_fits(), link=LinkLost(2, 3, 106))


SCENES: Final[dict[str, Callable[[], Stage]]] = {
    "rummy": _fits,
    "rummydraw": _draw,
    "rummytwofit": _two_fit,
    "rummymeld": _meld,
    "rummycall": _call,
    "rummyout": _out,
    "rummyresult": _result,
    "rummyopponent": _opponent,
    "rummysix": _six,
    "rummywatch": _watch,
    "rummylost": _lost,
}
"""The scenes of the rummy table by name."""
