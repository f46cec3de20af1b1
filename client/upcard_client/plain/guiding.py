"""The guide through a first hand in the plain client: each lesson is a line, said before what is asked."""

from collections.abc import Callable

from upcard_client.attable import AtTable
from upcard_client.learning.guide import Guide
from upcard_client.learning.practice import practising
from upcard_client.locale import tr
from upcard_client.words.phrases import spoken


class Pupil:
    """Somebody at a keyboard, and how far the guide has come with them."""

    def __init__(self, learned: tuple[str, ...], learn: Callable[[str, bool], None]) -> None:
        """Prepare a guide.

        Args:
            learned: the games that need none.
            learn: keeps whether the guide to a game is still wanted.
        """
        self._learned = set(learned)
        self._learn = learn
        self._guide = Guide()
        self._table = 0

    def lines(self, at: AtTable) -> list[str]:
        """Return what the guide says now at a table."""
        game, lessons = at.front.name, at.front.lessons
        if at.me is None or at.view.match is None:
            return []
        if at.table != self._table:
            self._table = at.table
            self._guide = Guide(on=practising(at.view) and game not in self._learned)
        if at.front.following.hand_over(at.view.match) and game not in self._learned:
            self._learned.add(game)
            self._learn(game, False)
        before = self._guide
        self._guide = before.at(at.hand, lessons.fitting(at.seen))
        said = [lessons.GOAL] if self._guide.hand and not before.hand else []
        if self._guide.lesson and self._guide.lesson != before.lesson:
            said.append(self._guide.lesson)
        return [spoken(lessons.say(at.seen, lesson, typed=True)) for lesson in said]

    def turn(self, at: AtTable) -> str:
        """Send the guide away, or ask for it again; returns what is said of it."""
        game, on = at.front.name, not self._guide.on
        if on and not practising(at.view):
            return tr("The guide is for tables against computers alone.")
        self._table, self._guide = at.table, Guide(on=on, hand=at.hand)
        self._learned = self._learned - {game} if on else self._learned | {game}
        self._learn(game, on)
        return tr("The guide is here; type guide to send it away." if on else "The guide is off; type guide for it.")
