"""The guide through somebody's first hand: each lesson is said once, when its situation comes up."""

from msgspec import Struct
from msgspec.structs import replace


class Guide(Struct, frozen=True):
    """How far somebody has come.

    Attributes:
        on: is there a guide at all?
        hand: the number of the hand that it goes through; 0 before that is dealt.
        lesson: the id of what is said now, or nothing.
        past: the ids of what was said.
    """

    on: bool = False
    hand: int = 0
    lesson: str = ""
    past: frozenset[str] = frozenset()

    def at(self, hand: int, fitting: tuple[str, ...]) -> "Guide":
        """Return the guide in a situation.

        What is said stays as long as it fits; then comes the first that fits and was not said. With the next hand the
        guide is at its end.

        Args:
            hand: the number of the hand in play or just over; 0 before the first.
            fitting: the ids of the lessons that fit, the most pressing first.
        """
        if not self.on or not hand:
            return self
        if self.hand and hand != self.hand:
            return Guide()
        if self.lesson in fitting:
            return replace(self, hand=hand)
        past = self.past | {self.lesson} if self.lesson else self.past
        following = next((lesson for lesson in fitting if lesson not in past), "")
        return replace(self, hand=hand, lesson=following, past=past)
