"""The guide at one table: what it says now, when it comes and goes, and what is remembered of that."""

from upcard_client.attable import AtTable
from upcard_client.cardtable.lessons import in_present_keys
from upcard_client.keys import recapped
from upcard_client.learning.guide import Guide
from upcard_client.learning.practice import practising
from upcard_client.locale import tr
from upcard_client.screens.host import Host
from upcard_client.widgets.frame import Status
from upcard_client.words.phrases import Line


class Teaching:
    """The guide through the first hand of one table.

    Args:
        host: the app, which remembers who needs a guide no longer.
    """

    def __init__(self, host: Host) -> None:
        self._host = host
        self._guide = Guide()

    def lesson(self, at: AtTable) -> Line:
        """Return what the guide says; nothing that cannot be done for want of a link."""
        lesson = self._guide.lesson if self._host.model.up else ""
        return at.front.lessons.say(at.seen, lesson) if lesson else ()

    def follow(self, at: AtTable) -> Line:
        """Go on to what fits now; once a hand is over, this game needs no guide the next time.

        Returns:
            The goal of the game as the guide begins, which is to stay in sight; nothing at any other time.
        """
        if at.me is None or at.view.match is None:
            return ()
        if at.front.following.hand_over(at.view.match) and not self._learned(at):
            self._remember(at, on=False)
        before = self._guide
        if not before.hand:
            # Who plays here may have sat down since the table was opened.
            before = Guide(on=practising(at.view) and not self._learned(at))
        self._guide = before.at(at.hand, at.front.lessons.fitting(at.seen))
        if not self._guide.hand or before.hand:
            return ()
        return in_present_keys(at.front.lessons.say(at.seen, at.front.lessons.GOAL))

    def turn(self, at: AtTable) -> Status:
        """Send the guide away, or ask for it again; return what is to be said of it."""
        on = not self._guide.on
        if on and not practising(at.view):
            return Status("refused", (tr("The guide is for tables against computers alone."),))
        self._guide = Guide(on=on, hand=at.hand)
        self._remember(at, on=on)
        said = tr("The guide is here. F sends it away." if on else "The guide is off. F asks for it.")
        return Status("news", (recapped(said),))

    def _learned(self, at: AtTable) -> bool:
        return at.front.name in self._host.settings.learned

    def _remember(self, at: AtTable, *, on: bool) -> None:
        self._host.keep(lambda known: known.with_guide(at.front.name, on=on))
