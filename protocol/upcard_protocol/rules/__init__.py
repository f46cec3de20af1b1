"""The rules of every game: pure values, shared by server and client."""

from upcard_protocol.rules.cards import Card, Hand, cards_text, parse_card, parse_cards
from upcard_protocol.rules.errors import IllegalAction, OptionsClash, Refusal, refuse, sentence
from upcard_protocol.rules.game import NATURE, OPEN, PUBLIC, Deal, DealDue, Forfeit, ForfeitMatch, Result
from upcard_protocol.rules.gin.match import (
    apply,
    default_action,
    due,
    fold,
    legal,
    redact,
    result,
    start,
    to_act,
    view,
)
from upcard_protocol.rules.gin.options import PRESETS, Options
from upcard_protocol.rules.layoffs import Defence, defend
from upcard_protocol.rules.melds import Layout, best_discard, deadwood, layouts

__all__ = [
    "NATURE",
    "OPEN",
    "PRESETS",
    "PUBLIC",
    "Card",
    "Deal",
    "DealDue",
    "Defence",
    "Forfeit",
    "ForfeitMatch",
    "Hand",
    "IllegalAction",
    "Layout",
    "Options",
    "OptionsClash",
    "Refusal",
    "Result",
    "apply",
    "best_discard",
    "cards_text",
    "deadwood",
    "default_action",
    "defend",
    "due",
    "fold",
    "layouts",
    "legal",
    "parse_card",
    "parse_cards",
    "redact",
    "refuse",
    "result",
    "sentence",
    "start",
    "to_act",
    "view",
]
