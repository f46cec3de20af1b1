"""What can be wrong with the text of a match, and the clause for each code.

`CLAUSES` is the only source of what is said of an `.upcard` file that cannot be read, written or replayed, as
`errors.SENTENCES` is of what the rules refuse. Values are filled in as they are: words of the file with their quotes.
"""

from collections.abc import Mapping
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from upcard_protocol.rules.refusal import Refusal

CLAUSES: Final = {
    # what cannot be written
    "no_text": "{typed} is no text",
    "no_calendar": "{ms} ms is no time of this calendar",
    # the head
    "first_line": "the first line of a match is `upcard {format}`",
    "no_word": "{typed} is no word of the head, nor a seat",
    "head_first": "{typed} stands after the first action: the head comes first",
    "said_twice": "{word} is said twice",
    "not_known": "{word} is not known here, only {known}",
    "game_first": "the game comes before the preset",
    "preset_first": "the preset comes first",
    "no_preset": "{typed} is no preset: {known}",
    "no_option": "{typed} is no option",
    "no_value": "{typed} is no value of {name}",
    "no_number": "{typed} is not a number",
    "no_number_for": "{typed} is not a number for {name}",
    "seat_order": "player {seat} is out of order: the next seat is {next}, the last of all 5",
    "no_name": '{typed} is no name: write it as in player 0 "Ann"',
    "no_party": "{word}: that is neither the server nor a player named above",
    "no_hex": "a {word} is 64 hex digits",
    "no_time": "{typed} is no time: write it as in 2026-03-01T19:30:00.250Z",
    "too_early": "no match began before 1970",
    "no_line": "the head has no line `{word}`",
    "no_dealer": "the dealer {seat} has no player line",
    "no_options": "these options do not make a game",
    # a line of what was done
    "no_seat": "{typed} is not a seat",
    "no_player": "seat {seat} has no player line",
    "no_ms": "{typed} is not a time in milliseconds",
    "no_action": "{typed} is no action",
    "not_by_nature": "{action} is not done by nature",
    "not_by_player": "{action} is not done by a player",
    "takes_nothing": "{action} takes nothing, not {typed}",
    "no_card": "{typed} is not a card: write rank and suit, as in 7h, Td or 10d",
    "named_twice": "{card} is named twice in {typed}",
    "one_card": "discard takes one card",
    "knock_words": "knock takes a card to discard, then the melds if they are chosen",
    "take_and_end_words": "take_and_end takes a card to discard or big_gin, then the melds if they are chosen",
    "own_melds": "after with come own melds, or - for none",
    "no_layoff": "{typed} is no lay-off: write the card and the meld's number, as in {example}",
    "one_meld": "meld takes the cards of one meld, without blanks between",
    "one_layoff": "lay_off takes one card and the number of a meld, as in 7s>0",
    "one_discard": "go_out ends with one discard, as in discard Kd",
    "deal_words": "deal takes a label such as deal/1/0 or 52 cards for each deck",
    "recycle_words": "recycle takes a label such as recycle/1/1 or the cards of the pile",
    "pile_twice": "a card is in the pile twice",
    "no_deck": "a deck is 52 different cards",
    "forfeit_words": "a forfeit takes a seat, 0 to 5, and perhaps why: given_up, left, dropped or idle",
    # replaying
    "refused": "{why}",
    "action": "action {number}, {play}: {why}",
    "other_rules": "played by rules version {theirs}; this program has {ours}",
    "no_seed": "the deck follows from the server's seed, which is not known",
    "no_pile": "no pile is to be shuffled here",
}
"""Code -> clause, with places for its values."""

AT_LINE: Final = "line {line}: {why}"
"""Where in a text something is wrong."""


class Fault(Struct, frozen=True):
    """What is wrong: a code of `CLAUSES` and the values of its clause.

    Attributes:
        code: the code.
        values: what the clause names.
        line: the number of the line, from 1, or None where no line is to blame.
        cause: what `{why}` says, for those who say it in words of their own; None where the clause says all.
    """

    code: str
    values: Mapping[str, str | int] = {}
    line: int | None = None
    cause: "Refusal | Fault | None" = None

    @property
    def clause(self) -> str:
        """What is wrong in English, without the line."""
        return CLAUSES[self.code].format_map(self.values)

    @property
    def sentence(self) -> str:
        """What is wrong in English, and where."""
        return self.clause if self.line is None else AT_LINE.format(line=self.line, why=self.clause)


class NotationError(ValueError):
    """Text that is no match, or a match that can not be written or replayed.

    Attributes:
        fault: what is wrong.
    """

    def __init__(self, fault: Fault) -> None:
        self.fault = fault
        super().__init__(fault.sentence)

    @property
    def line(self) -> int | None:
        """The number of the line, from 1, or None where no line is to blame."""
        return self.fault.line

    def at(self, line: int) -> "NotationError":
        """Return the error with the line that it stands in."""
        return NotationError(replace(self.fault, line=line))


def broken(code: str, cause: "Refusal | Fault | None" = None, **values: str | int) -> NotationError:
    """Return the error of this code; the code must be in the table."""
    if code not in CLAUSES:
        raise KeyError(f"{code} is no code of a fault")
    return NotationError(Fault(code, values, cause=cause))
