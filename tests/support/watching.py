"""A match of any game in play, watched by every kind of viewer: each move is held to the laws of all games."""

from collections.abc import Callable
from random import Random
from typing import Any, Generic, TypeVar

from tests.support.deals import shuffled
from upcard_protocol.rules.game import (
    NATURE,
    OPEN,
    PUBLIC,
    CallsDue,
    CloseCalls,
    Deal,
    DealDue,
    Due,
    Game,
    NatureAction,
    Recycle,
)

M = TypeVar("M")
"""The game's match."""
V = TypeVar("V")
"""The game's view."""


class Watching(Generic[M, V]):
    """A match that is watched by every seat, by the public, and by somebody who sees every hand."""

    def __init__(self, game: Game, rules: Any, rng: Random, seats: int, check: Callable[[M], None]) -> None:
        """Start a match.

        Args:
            game: the game's module.
            rules: its options.
            rng: what decides.
            seats: how many play.
            check: looks at the match after every move, for what only this game promises.
        """
        self.game = game
        self.rng = rng
        self.check = check
        self.match: M = game.start(rules, seats, rng.randrange(seats))
        self.views: dict[int, V] = {viewer: game.view(self.match, viewer) for viewer in (*range(seats), PUBLIC, OPEN)}
        self._rules = rules

    def asked(self) -> int:
        """Return one of the seats that are asked something, any of them."""
        return self.rng.choice(sorted(self.game.to_act(self.match)))

    def do(self, seat: int, action: Any) -> tuple[Any, ...]:
        """Apply an action, let every viewer fold what he hears of it, and check the laws."""
        before = {viewer: decision_of(view) for viewer, view in self.views.items()}
        self.match, events = self.game.apply(self.match, seat, action)
        for viewer, seen in self.views.items():
            for event in events:
                seen = self.game.fold(seen, self.game.redact(event, viewer, options=self._rules))
            assert seen == self.game.view(self.match, viewer), f"what {viewer} folds is not what {viewer} may see"
            self.views[viewer] = seen
        assert all(decision_of(view) >= before[viewer] for viewer, view in self.views.items())
        self.check(self.match)
        return events

    def let_nature(self) -> None:
        """Do what nature owes."""
        owed = self.game.due(self.match)
        assert owed is not None
        self.do(NATURE, natures_action(owed, self.rng))


def decision_of(view: Any) -> int:
    """Return the number of the viewer's decision."""
    return view.decision


def natures_action(owed: Due, rng: Random) -> NatureAction:
    """Return what pays a debt of nature's: decks and piles in random order, or the end of a window."""
    match owed:
        case DealDue():
            return Deal(tuple(shuffled(rng) for _ in range(owed.decks)))
        case CallsDue():
            return CloseCalls()
        case _:
            return Recycle(tuple(rng.sample(owed.cards, len(owed.cards))))
