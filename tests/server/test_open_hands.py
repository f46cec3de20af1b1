"""Open hands: spectators of such a table see whole hands, each when it is over, and nothing live beside it."""

from pathlib import Path

import trio
import trio.testing
from msgspec.structs import replace

from tests.support.matches import play_hand, play_turn
from tests.support.premises import GIN, QUICK, duel, level, premises
from upcard_protocol import table as tables
from upcard_protocol.rules.game import OPEN
from upcard_protocol.rules.gin import events as ev
from upcard_protocol.wire import requests as ask
from upcard_protocol.wire.pushes import Happened, Snapshot

SHOWN = replace(QUICK, open_hands=True)
LONG = replace(GIN, target=300)


async def test_a_hand_is_shown_to_spectators_when_it_is_over_and_no_sooner(tmp_path: Path) -> None:
    async with premises(tmp_path) as house:
        one, two = await duel(house, options=SHOWN, game=LONG)
        guest = await house.enter()
        await guest.get(ask.Watch, table=1)
        first = await guest.until(Snapshot)
        assert first.view.viewer == OPEN
        assert first.view.match is None, "the hand in play is not in it"
        for _ in range(4):
            await play_turn(house, one, two)
        await guest.quiet()
        assert not any(isinstance(message, Happened) for message in guest.heard)
        await play_hand(house, one, two)
        await guest.quiet()
        heard = [message.event for message in guest.heard if isinstance(message, Happened)]
        dealt = next(event for event in heard if isinstance(event, ev.Dealt))
        assert None not in dealt.hands
        assert all(event.card is not None for event in heard if isinstance(event, ev.Drew))
        assert any(isinstance(event, ev.HandEnded) for event in heard)
        n = house.table().standing.n
        assert guest.seen[1].n <= n
        later = await house.enter()
        await later.get(ask.Watch, table=1)
        await later.until(Snapshot)
        assert later.seen[1].view == guest.seen[1].view


async def test_what_spectators_know_of_open_hands_is_the_same_after_a_restart(tmp_path: Path) -> None:
    async with premises(tmp_path) as house:
        one, two = await duel(house, options=SHOWN, game=LONG)
        await play_turn(house, one, two)
    async with premises(tmp_path) as house:
        guest = await house.enter()
        await guest.get(ask.Watch, table=1)
        assert (await guest.until(Snapshot)).view.match is None
        await trio.testing.wait_all_tasks_blocked()
        one, two = await house.enter(token=one.me.token), await house.enter(token=two.me.token)
        for visitor in (one, two):
            visitor.rid = 100
            await visitor.get(ask.TakeSeat, table=1)
        await level(house, 1, one, two)
        await guest.quiet()
        assert not any(isinstance(message, Happened) for message in guest.heard)
        await play_hand(house, one, two)
        await guest.quiet()
        assert guest.seen[1].view == tables.view(house.table().table, OPEN) or guest.seen[1].match.sheet.rows
