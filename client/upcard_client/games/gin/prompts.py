"""What the gin table says to its player: answers to keys, questions, and the text of the turn bar.

Refusals of the rules are not here: they come from the engine's table of sentences, with the names of keys filled in.
"""

from typing import Final

from upcard_client.cardtable import prompts as cardtable
from upcard_client.cardtable.prompts import said
from upcard_client.keys import CAPS
from upcard_client.locale import status, tr
from upcard_client.words.phrases import CardWord, Line, Value, fill
from upcard_protocol.rules.cards import Card
from upcard_protocol.rules.errors import CARD_VALUES, COMMANDS, SENTENCES, Refusal

_OF_GIN: Final[dict[str, str]] = status(
    {
        "passed": "You passed",
        "top_only": "At this table only the top of the pile may be looked at.",
        "pile_empty": "The discard pile is empty.",
        "whole_pile": "The whole pile is in the log. L shows it.",
        "discard?": "Discard {card}? Press Space again to discard it.",
        "breaks.run": "{card} is in your run. Press Space again to discard it.",
        "breaks.set": "{card} is in your set. Press Space again to discard it.",
        "knock?": "Knock with deadwood {deadwood}, discarding {card}?",
        "gin?": "Go gin, discarding {card}?",
        "knock?.of_many": "Knock with deadwood {deadwood}, discarding {card}?  Layout {number} of {count}: Up, Down.",
        "gin?.of_many": "Go gin, discarding {card}?  Layout {number} of {count}: Up, Down.",
        "leaves": "Without {card} deadwood {deadwood} is left, the limit is {limit}.",
        "leaves_not_gin": "Without {card} deadwood {deadwood} is left: no gin.",
        "big_gin?": "All {count} cards are melded. Enter: big gin. Left, Right: plain gin.",
        "one_layout": "There is one best way to lay these cards out.",
        "which_layout": "Layout {number} of {count}.",
        "fits_run?": "{card} fits {player}'s run {first}-{last}.  Enter to lay it off.",
        "fits_set?": "{card} fits {player}'s set of {rank}s.  Enter to lay it off.",
        "fits_two": "{card} fits two melds: {choices}. Press the letter.",
        "fits_none": "{card} fits none of {player}'s melds.",
        "breaks_to_lay_off.run": "{card} is in your run. Press Enter again to lay it off.",
        "breaks_to_lay_off.set": "{card} is in your set. Press Enter again to lay it off.",
        "laid_off": "{card} laid off: {deadwood} left. E when you are done.",
        "laid_off_all": "All that fits is laid off: {deadwood} left. E when you are done.",
        "nothing_fits": "Nothing of yours fits. E ends the hand.",
        "still_fits": "{card} still fits. Press E again to keep it.",
        "taken_out": "{card} is out of its meld. Space puts it back.",
        "put_back": "{card} is back in its meld.",
        "not_melded": "{card} is in no meld. Enter lays it off where it fits.",
        "taken_back": "{card} is back in your hand.",
        "nothing_to_take_back": "Nothing is laid off yet.",
        "laying_off": "You are laying off: Enter this card, A all that fit, E when you are done.",
        "cannot_end": "With the last discard you cannot end the hand either. P leaves it.",
        "last?": "Take {card} and knock or go gin at once? T takes it, P leaves it.",
        "sitting_out": "You sit this hand out: you see what everybody sees.",
        "over_here": "{outcome}. The other table plays on.",
        "only_in_layoff": "Layouts are chosen after K, or when laying off.",
    }
)

PROMPTS: Final = {**cardtable.PROMPTS, **_OF_GIN}
"""By name; the values in braces are named, so that the order of words is free."""


def prompt(key: str, /, **values: Value) -> Line:
    """Return a prompt with its values."""
    return said(PROMPTS[key], **values)


def refusal_line(refusal: Refusal, names: tuple[str, ...]) -> Line:
    """Say a refusal on the screen: keys instead of commands, cards as cards, a seat by its name."""
    values: dict[str, Value] = {**COMMANDS, **CAPS, "player": tr("the other player"), "upcard": tr("upcard")}
    for name, value in refusal.values.items():
        if name in CARD_VALUES and isinstance(value, int):
            values[name] = CardWord(Card(value))
        elif name == "seat" and isinstance(value, int):
            values["player"] = names[value]
        else:
            values[name] = value
    return fill(SENTENCES[refusal.code], **values)
