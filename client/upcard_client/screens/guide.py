"""What help and rules say: the keys from the lists that bind them, the rules from the options of the table."""

from collections.abc import Iterable
from typing import Final

from upcard_client.games.front import Front
from upcard_client.games.fronts import FRONTS, front_of
from upcard_client.keys import BY_ID, Key, Topic, by_topic, named_cap, present, recapped
from upcard_client.locale import bracket, mark, tr
from upcard_client.looks.glyphs import Glyphs
from upcard_client.screens.connect import CONNECT_KEYS
from upcard_client.screens.lobby import LOBBY_KEYS
from upcard_client.screens.newtable import NEW_TABLE_KEYS
from upcard_client.screens.reader import Block, TextPage
from upcard_client.words import houserules
from upcard_protocol.rules.games import GameOptions
from upcard_protocol.table import TableOptions

_MOUSE: Final = mark(
    (
        ("Click", "a pile to draw from it"),
        ("Click", "a card to choose it, again to discard it"),
        ("Click", "any key at the bottom"),
        ("Wheel", "scroll the log"),
    )
)


def help_pages(glyphs: Glyphs, first: str = "") -> tuple[TextPage, ...]:
    """Return the pages of the help.

    Args:
        glyphs: the signs of the palette, which are explained.
        first: where one is: the game of the table, or `connect`, `lobby` or `new_table` before any.
    """
    fronts = sorted(FRONTS.values(), key=lambda front: front.name != first)
    tables = (*(_table_keys(front) for front in fronts), TextPage(tr("Help: signs on the table"), _signs(glyphs)))
    before = _before_the_game(first)
    return (*tables, before) if first in FRONTS else (before, *tables)


def _before_the_game(first: str) -> TextPage:
    """Return the keys of the screens before a table, those of the screen one is on first."""
    screens = {
        "connect": Block(tr("Where to play"), _lines(CONNECT_KEYS)),
        "lobby": Block(tr("In the lobby"), _lines(LOBBY_KEYS)),
        "new_table": Block(tr("A new table"), _lines(NEW_TABLE_KEYS)),
    }
    mouse = tuple((tr(does), tr(what)) for does, what in _MOUSE)
    ordered = (screens[name] for name in sorted(screens, key=lambda name: name != first))
    return TextPage(tr("Help: before the game"), (*ordered, Block(tr("With the mouse"), mouse)))


def _table_keys(front: Front) -> TextPage:
    """Return the keys at a table of one game."""
    topics = by_topic(present(front.keys()))
    order = (Topic.TURN, Topic.HAND, Topic.MELDS, Topic.KNOCK, Topic.ANYWHERE)
    return TextPage(
        tr("Help: keys at a table of {game}", game=tr(front.title).lower()),
        tuple(Block(tr(topic.value), _lines(topics[topic])) for topic in order if topic in topics),
        tr("The letters work on Greek, Russian and Hindi keyboards without switching."),
    )


def _signs(glyphs: Glyphs) -> tuple[Block, ...]:
    """Explain what is drawn on and around cards."""
    left, line, right = glyphs.bracket
    fits = f"+7{glyphs.suits[0]}"
    return (
        Block(
            tr("Your cards"),
            (
                (glyphs.chosen, tr("under the card you chose, which stands higher")),
                (
                    glyphs.may_knock,
                    recapped(tr("after K: a card you may discard to knock; after M: a card ticked for the meld")),
                ),
                (f"{left}{line} {tr(bracket('run'))} {line}{right}", tr("a meld: a run of one suit")),
                (f"{left}{line} {tr(bracket('set'))} {line}{right}", tr("a meld: three or four of one rank")),
                (f"{glyphs.dotted * 2} 22 {glyphs.dotted * 2}", tr("cards in no meld, and their points")),
                (tr("new"), tr("the card you drew or took in this turn")),
            ),
        ),
        Block(
            tr("On the table"),
            (
                (glyphs.turn, tr("before a name: that player is to move")),
                (
                    f"[{named_cap(BY_ID['draw'].cap)}]  [{named_cap(BY_ID['take'].cap)}]",
                    tr("a pile you may take from now, and its key"),
                ),
                (fits, tr("a card of yours that fits this meld")),
                (f"a{glyphs.turn}", tr("rummy: the card you chose fits this meld")),
                (
                    f"{glyphs.bar_full}{glyphs.bar_empty}  {glyphs.limit}",
                    tr("your deadwood, and the most to knock with"),
                ),
            ),
        ),
        Block(
            tr("The time at the right end of the bar"),
            (
                (f"{glyphs.time_left * 3}{glyphs.time_gone} 0:45", tr("left of this turn")),
                (
                    tr("reserve {time}", time="1:30"),
                    tr("the turn is used up; this is left for all turns of the game"),
                ),
            ),
        ),
        Block(
            tr("The line under the bar"),
            (
                (glyphs.done, tr("what you have done")),
                (glyphs.question, tr("a question: Enter says yes, Esc no")),
                (glyphs.refused, tr("what cannot be done now, and why")),
            ),
        ),
    )


def _lines(keys: Iterable[Key]) -> tuple[tuple[str, str], ...]:
    """Return a line for each thing that keys do; keys that do the same share one."""
    caps: dict[str, list[str]] = {}
    for key in keys:
        caps.setdefault(recapped(tr(key.sentence)), []).append(named_cap(key.cap))
    return tuple((" ".join(named), sentence) for sentence, named in caps.items())


def rules_pages(options: TableOptions, game: GameOptions) -> tuple[TextPage, ...]:
    """Return the rules of a table, as they are played there."""
    book = front_of(game).rulebook
    blocks = tuple(Block(heading, tuple(("", line) for line in lines)) for heading, lines in book.rule_sections(game))
    table = Block(tr("This table"), tuple(("", line) for line in houserules.lines(options)))
    return (TextPage(tr("Rules of this table: {game}", game=book.headline(game)), (*blocks, table)),)
