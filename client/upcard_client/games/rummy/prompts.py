"""What the rummy table says to its player: answers to keys and questions.

Refusals of the rules are not here: they come from the engine's table of sentences, with the names of keys filled in.
"""

from typing import Final

from upcard_client.cardtable import prompts as cardtable
from upcard_client.cardtable.prompts import said
from upcard_client.games.rummy.letters import LETTERS
from upcard_client.keys import CAPS
from upcard_client.locale import mark, status, tr
from upcard_client.words.phrases import CardWord, Line, Value, fill
from upcard_protocol.rules.cards import Card, Hand, cards_of, parse_cards
from upcard_protocol.rules.errors import CARD_VALUES, COMMANDS, SENTENCES, Refusal
from upcard_protocol.rules.rummy.melds import is_meld
from upcard_protocol.rules.rummy.options import AceRuns

_OWN: Final[dict[str, str]] = status(
    {
        "turned": "You turned the pile over and drew {card}",
        "discard?": "Discard {card}? Press Space again to discard it.",
        "breaks": "{card} is in a meld of your hand. Press Space again to discard it.",
        "which?": "Which meld takes {card}? Press {letters}.",
        "fits_none": "{card} fits no meld on the table.",
        "no_meld_yet": "No meld lies on the table yet. M begins one.",
        "melding?": "New meld: Space ticks {card}, Enter lays what is ticked, Esc goes back.",
        "ticked?": "New meld: {cards}.  Enter lays it, Space ticks more.",
        "ticked_few?": "New meld: {cards}.  Space ticks more cards.",
        "tick_first": "Tick the cards of the meld first: Space ticks {card}.",
        "few": "A meld has three cards at least: tick more with Space.",
        "one_missing": "{cards} is not a run: {missing} is missing.",
        "many_missing": "{cards} is not a run: {missing} are missing.",
        "melding": "Choose the cards of the new meld: Space ticks, Enter lays it, Esc goes back.",
        "melded": "You laid {cards}. Backspace takes it back.",
        "melded_for_good": "You laid {cards}.",
        "laid_off": "{card} lies on meld {letter}. Backspace takes it back.",
        "laid_off_for_good": "{card} lies on meld {letter}.",
        "took_back": "{cards} is in your hand again.",
        "all_out?": "All your cards can go at once. Enter lays them and ends the hand.",
        "not_all": "Not all of your cards can be laid at once.",
        "lay_called?": "You called Rummy!: Enter lays {card} on meld {letters}.",
        "call?": "{card} fits a meld on the table. R calls Rummy! and takes it, P lets it lie.",
        "called": "You called Rummy!. Waiting for the others.",
        "let_lie": "You let it lie. Waiting for the others.",
        "others_call": "The others may call Rummy! and take {card}.",
        "no_more_melds": "All melds are in sight.",
        "block?": "The stock is used up: T takes the {card}, B leaves it and the hand is blocked.",
        "block_only?": "Nothing can be drawn: B ends the hand, it is blocked.",
        "turn_over?": "The stock is used up: D turns the pile over and draws its oldest card.",
        "shuffle?": "The stock is used up: D has the pile shuffled and draws.",
    }
)
_OF_TWO_ROWS: Final[dict[str, str]] = mark(
    {
        "fits?": "{card} fits meld {letter}.  Enter lays it off, Space discards it, M begins a new meld.",
        "fits_many?": "{card} fits melds {letters}.  Enter lays it off, Space discards it, M begins a new meld.",
    }
)
"""Where there is no room for these in one row they take the next as well."""

PROMPTS: Final[dict[str, str]] = {**cardtable.PROMPTS, **_OWN, **_OF_TWO_ROWS}
"""By name; the values in braces are named, so that the order of words is free."""


def prompt(key: str, /, **values: Value) -> Line:
    """Return a prompt with its values."""
    return said(PROMPTS[key], **values)


def letters(places: tuple[int, ...]) -> str:
    """Return the letters of melds, as a list."""
    return ", ".join(LETTERS[place] for place in places)


def refusal_line(refusal: Refusal, names: tuple[str, ...]) -> Line:
    """Say a refusal on the screen: keys instead of commands, cards as cards, a seat by its name."""
    values: dict[str, Value] = {**COMMANDS, **CAPS, "player": tr("another player"), "upcard": tr("top discard")}
    for name, value in refusal.values.items():
        if name in CARD_VALUES and isinstance(value, int):
            values[name] = CardWord(Card(value))
        elif name == "cards" and isinstance(value, str):
            values[name] = words(parse_cards(value))
        elif name == "seat" and isinstance(value, int):
            values["player"] = names[value]
        else:
            values[name] = value
    return fill(SENTENCES[refusal.code], **values)


def words(hand: Hand) -> tuple[CardWord, ...]:
    """Return cards as words, in the order of the deck."""
    return tuple(CardWord(card) for card in cards_of(hand))


def why_no_meld(cards: Hand, aces: AceRuns) -> Line | None:
    """Say what a few cards lack to be a meld, where that can be said in words; None where it cannot."""
    if cards.bit_count() < 3:
        return prompt("few")
    suits = {card // 13 for card in cards_of(cards)}
    if len(suits) > 1:
        return None
    low, high = min(cards_of(cards)), max(cards_of(cards))
    missing = [card for card in range(low, high) if not cards >> card & 1]
    whole = Hand(cards | sum(1 << card for card in missing))
    if not missing or len(missing) > 3 or not is_meld(whole, aces):
        return None
    lacks = tuple(CardWord(Card(card)) for card in missing)
    return prompt("one_missing" if len(lacks) == 1 else "many_missing", cards=words(cards), missing=lacks)
