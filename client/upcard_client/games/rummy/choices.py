"""The options of a table of rummy as lines whose value Left and Right change (RULES 9)."""

from typing import Final

from msgspec.structs import replace

from upcard_client.games.choice import PLAYERS, YES_NO, Choice, Value, Values, numbers, pairs
from upcard_client.locale import mark
from upcard_protocol.rules.errors import OptionsClash, Refusal
from upcard_protocol.rules.rummy.options import PRESETS as ALL
from upcard_protocol.rules.rummy.options import Options
from upcard_protocol.rules.rummy.state import HAND_SIZE


def _to_target(values: Values) -> bool:
    return values["scoring"] != "pay_winner" and not values["fixed_deals"]


CHOICES: Final = (
    Choice(
        "scoring",
        mark("Scoring"),
        pairs(
            mark(
                {
                    "points_to_winner": "the winner scores",
                    "pay_winner": "losers pay the winner",
                    "penalty": "points count against",
                }
            )
        ),
        first=True,
        note=mark("what the others still hold"),
    ),
    Choice(
        "target",
        mark("Target"),
        numbers(100, 50, 150, 200, 300, 500, 0, zero=mark("one hand")),
        _to_target,
        first=True,
    ),
    Choice(
        "fixed_deals",
        mark("Hands"),
        numbers(0, 1, 2, 3, 5, 10, 20, zero=mark("until the game is won")),
        first=True,
    ),
    Choice(
        "ace_runs",
        mark("Aces in runs"),
        pairs(mark({"low": "low: A-2-3", "high_or_low": "low or high: Q-K-A", "around": "around: K-A-2"})),
        first=True,
    ),
    Choice("ace_value", mark("An ace counts"), numbers(1, 11, 15), lambda values: values["ace_runs"] != "low"),
    Choice(
        "melds_per_turn",
        mark("Melds in a turn"),
        pairs(mark({"unlimited": "as many as fit", "one": "one, or go rummy"})),
    ),
    Choice(
        "layoff_needs_own_meld",
        mark("Laying off"),
        pairs(mark({False: "at any time", True: "after an own meld"})),
    ),
    Choice("undo_within_turn", mark("Take back"), pairs(mark({True: "until the discard", False: "never"}))),
    Choice(
        "must_discard_to_go_out",
        mark("The last card"),
        pairs(mark({False: "may be laid", True: "must be discarded"})),
    ),
    Choice(
        "floating",
        mark("Floating"),
        YES_NO,
        lambda values: bool(values["must_discard_to_go_out"]),
        note=mark("meld all and wait without cards"),
    ),
    Choice(
        "recycle_limit",
        mark("Stock used up"),
        pairs(
            mark(
                {
                    "unlimited": "pile comes again",
                    2: "pile comes twice",
                    1: "pile comes once",
                    0: "hand is blocked",
                }
            )
        ),
    ),
    Choice(
        "recycle",
        mark("The pile"),
        pairs(mark({"turn_all": "is turned over", "keep_top": "turned, top card stays", "shuffle": "is shuffled"})),
        lambda values: values["recycle_limit"] != 0,
    ),
    Choice(
        "block_scoring",
        mark("Blocked hand"),
        pairs(
            mark(
                {
                    "lowest_difference": "least wins difference",
                    "lowest_full": "least wins all",
                    "all_penalty": "all are charged",
                    "void": "no points",
                }
            )
        ),
    ),
    Choice(
        "dealer_rule",
        mark("Dealer"),
        pairs(mark({"per_seed": "the winner", "alternate": "in turn"})),
        lambda values: values[PLAYERS] == 2,
        keeps=True,
    ),
    Choice("call_rummy", mark("Call Rummy!"), YES_NO, note=mark("take a discard that fits")),
    Choice(
        "call_window",
        mark("Time to call"),
        pairs(mark({3: "3 s", 5: "5 s", 10: "10 s", 20: "20 s", 30: "30 s"})),
        lambda values: bool(values["call_rummy"]),
    ),
)
"""Every option, in the order of the list."""

PRESETS: Final = dict(ALL)
"""The presets that can be played."""

PRESET_WORDS: Final = mark(
    {
        "basic": "Basic",
        "single": "Single hand",
        "pagat": "Pagat",
        "parlett": "Parlett",
        "penalty": "Penalty points",
        "block": "Block rummy",
        "around": "Round the corner",
        "strict": "Strict",
        "floating": "Floating",
        "calling": "Calling Rummy!",
    }
)
"""What the presets are called."""


def players() -> tuple[int, ...]:
    """Return how many can play; the usual number first."""
    return tuple(HAND_SIZE)


def seats(options: Options) -> tuple[int, ...]:  # noqa: ARG001 - so many for every game
    """Return how many can play with these options."""
    return tuple(HAND_SIZE)


def for_players(values: Values, players: int) -> dict[str, Value]:  # noqa: ARG001 - so many for every game
    """Return the values as they are: every option is for any number of players."""
    return dict(values)


def build(values: Values) -> Options | Refusal:
    """Return the options of these values, or why they do not go together."""
    try:
        return replace(ALL["basic"], **values)
    except OptionsClash as clash:
        return clash.refusal
