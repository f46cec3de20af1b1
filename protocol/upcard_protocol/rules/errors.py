"""What the rules refuse, and the sentence for each code (RULES 14).

`SENTENCES` is the only source of refusals: server, screen, plain client and logs all read it. A sentence takes
named values; a value whose name is in `CARD_VALUES` is a card. Names of commands (`{draw}`, `{take}` ...) are
filled in by whoever speaks: the screen says `D`, the plain client says `draw`.
"""

from collections.abc import Callable, Mapping
from typing import Final

from upcard_protocol.rules.cards import NAME, Card
from upcard_protocol.rules.refusal import Refusal as Refusal
from upcard_protocol.rules.refusal import Value as Value

CARD_VALUES: Final = frozenset({"card", "upcard"})
"""Values that are cards, so that each front may write them its own way."""

COMMANDS: Final = {
    "draw": "draw",
    "take": "take",
    "pass_": "pass",
    "discard": "discard",
    "knock": "knock",
    "gin": "gin",
    "lay": "lay",
    "done": "done",
    "decline": "decline",
    "meld": "meld",
    "block": "block",
    "call": "call",
    "back": "back",
    "play_on": "playon",
}
"""The commands a sentence may name, by their plain word."""

SENTENCES: Final = {
    # whose turn, which phase
    "not_your_turn": "Not your turn yet: {player} is playing.",
    "wrong_phase": "That cannot be done now.",
    "hand_over": "The hand is over: the next one starts when everybody is ready.",
    "other_table": "The hand is over at this table: the other one still plays.",
    "match_over": "The match is over.",
    "draw_first": "Draw first: {draw} for the stock, {take} for the {upcard}.",
    "offer_first": "First choose: {take} takes the {upcard}, {pass_} passes it.",
    "already_drawn": "You have drawn already: {discard} discards the chosen card.",
    "must_draw_stock": "Both players passed the upcard: {draw} draws from the stock.",
    "no_offer": "Only the first upcard can be passed: {draw} for the stock, {take} for the {upcard}.",
    "stock_closed": "The last two cards of the stock are never drawn.",
    "pile_empty": "There is no discard to take: {draw} draws from the stock.",
    "last_discard": "Knock or go gin with the last discard, or {decline} it: nothing else is left.",
    # cards and melds
    "not_in_hand": "You do not hold the {card}.",
    "taken_card": "You can't discard the card you just took from the pile: {card}.",
    "bad_meld": "{cards} is neither a set nor a run.",
    "overlap": "A card can be in one meld only: {card}.",
    # knock, gin, lay-off
    "deadwood_over_limit": "Can't knock: best deadwood is {deadwood}, the limit is {limit}.",
    "not_gin": "Not gin: {deadwood} points of deadwood left.",
    "big_gin_off": "Big gin is not played at this table: discard a card and go gin.",
    "no_layoff_on_gin": "Nothing can be laid off against gin.",
    "bad_layoff": "{card} fits none of those melds.",
    "not_knockers_meld": "Cards are laid off on the knocker's melds only.",
    # rummy: the draw, the table, going out, calls
    "stock_used_up": "The stock is used up: {take} takes the {upcard}, or {block} it.",
    "not_blocked": "Cards can still be drawn: {draw} draws from the stock.",
    "one_meld_per_turn": "Only one new meld in a turn at this table, unless you go rummy at once.",
    "need_own_meld": "Lay down a meld of your own before you lay off.",
    "would_strand": "That would leave you without a card that you may discard or lay off.",
    "must_discard": "At this table the last card has to be a discard.",
    "not_out": "That does not empty your hand: {left} more left.",
    "no_take_back": "Cards on the table are not taken back here.",
    "nothing_to_take_back": "There is nothing from this turn to take back.",
    "call_open": "First everybody says whether to call Rummy!: {call} takes the {upcard}, {pass_} lets it lie.",
    "call_window_closed": "Too late: no discard can be called now.",
    "answered": "You have answered already: wait for the others.",
    "lay_first": "You have called: lay the {card} on a meld first.",
    # seats and matches, refused by the table
    "table_full": "Every seat at this table is taken: watch it, or choose another.",
    "seat_taken": "That seat is taken: choose another.",
    "seated_already": "You are sitting at this table already.",
    "not_seated": "Only those who sit at this table can do that: sit down first.",
    "match_running": "That has to wait until the match is over.",
    "no_match": "No match is being played at this table.",
    "not_ready": "Not every seat is filled: add a bot, or wait for another player.",
    "bad_seed": "That seed does not fit the commitment that was made to it.",
    "seed_not_due": "No seed is asked for now: it is here already, or the match has begun without it.",
    "no_bot": "There is no bot in that seat.",
    "turn_too_short": "A turn has 15 to 300 seconds, or 0 for no limit.",
    # pauses and seats, agreed on at the table
    "paused": "The game is paused: {play_on} goes on with it.",
    "not_paused": "The game is not paused.",
    "no_pause_left": "The time for pauses of this match is used up.",
    "asked_already": "Something is being asked at this table already: wait for the answer.",
    "nothing_asked": "That is asked no longer.",
    "answered_already": "You have answered that already.",
    "seat_kept": "That seat is kept for whoever holds it.",
    # options and what this version deals
    "options_clash": "These options do not go together: {first} and {second}.",
    "seats_off": "By these options {allowed} play, not {seats}.",
    "bad_deal": "That is not a whole pack of cards.",
}


class IllegalAction(ValueError):
    """An action that the rules refuse; nothing was changed.

    Attributes:
        code: the reason, a key of `SENTENCES`.
        values: what its sentence names.
    """

    def __init__(self, refusal: Refusal, *, action: object = None, position: str = "") -> None:
        self.refusal = refusal
        self.code = refusal.code
        self.values: Mapping[str, Value] = refusal.values
        where = f" [{action!r} at {position}]" if position else ""
        super().__init__(f"{refusal.code}: {sentence(refusal)}{where}")


class OptionsClash(ValueError):
    """Two options that do not go together, or a value out of range; `refusal` says which."""

    def __init__(self, refusal: Refusal) -> None:
        self.refusal = refusal
        super().__init__(sentence(refusal))


def refuse(code: str, **values: Value) -> Refusal:
    """Return the refusal of this code; the code must be in the table."""
    if code not in SENTENCES:
        raise KeyError(f"{code} is no reason code")
    return Refusal(code, values)


def card_name(card: Card) -> str:
    """Write a card as `7h`, the way refusals do when no front says otherwise."""
    return NAME[card]


def sentence(
    refusal: Refusal,
    *,
    commands: Mapping[str, str] = COMMANDS,
    card: Callable[[Card], str] = card_name,
    player: Callable[[int], str] | None = None,
    sentences: Mapping[str, str] = SENTENCES,
) -> str:
    """Say a refusal in words.

    Args:
        refusal: the code and its values.
        commands: what the front calls each command; a missing one keeps its plain word.
        card: how the front writes a card.
        player: the name of a seat, for refusals that name one (value `seat`).
        sentences: the table to read, for other languages and for codes of other layers.
    """
    values = {
        name: card(Card(value)) if name in CARD_VALUES and isinstance(value, int) else value
        for name, value in refusal.values.items()
    }
    seat = values.get("seat")
    if player is not None and isinstance(seat, int):
        values["player"] = player(seat)
    return sentences[refusal.code].format_map(_Words({**COMMANDS, **commands, **values}))


class _Words(dict[str, Value]):
    """Values of a sentence; one that is missing shows as itself instead of failing."""

    def __missing__(self, name: str) -> str:
        return {"player": "another player", "upcard": "upcard", "card": "that card"}.get(name, "?")
