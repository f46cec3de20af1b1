"""One sample of each message and of each thing inside one, and the file that holds their bytes.

`python -m tests.support.wire_samples` writes the file anew. Do that only when the format is meant to change: what
differs then is what a peer of yesterday would not understand.
"""

import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from upcard_protocol import table as tb
from upcard_protocol.rules.cards import DECK, EMPTY, Card, parse_card, parse_cards
from upcard_protocol.rules.game import (
    NATURE,
    PUBLIC,
    CloseCalls,
    Deal,
    Forfeit,
    ForfeitMatch,
    GameResult,
    Recycle,
    Result,
)
from upcard_protocol.rules.games import AnyAction, GameAction, GameOptions
from upcard_protocol.rules.gin import actions as act
from upcard_protocol.rules.gin import events as ev
from upcard_protocol.rules.gin import scoring as sc
from upcard_protocol.rules.gin.options import PRESETS
from upcard_protocol.rules.record import Labelled, Play
from upcard_protocol.rules.rummy import actions as rummy
from upcard_protocol.rules.rummy import events as rummy_ev
from upcard_protocol.rules.rummy import scoring as rummy_sc
from upcard_protocol.rules.rummy.options import PRESETS as RUMMY_PRESETS
from upcard_protocol.wire import FROM_CLIENT, TO_CLIENT, TO_SERVER
from upcard_protocol.wire import handshake as hs
from upcard_protocol.wire import pushes as pu
from upcard_protocol.wire import replies as re
from upcard_protocol.wire import requests as rq
from upcard_protocol.wire.auth import Scrypt

FILE: Final = Path(__file__).parents[1] / "data" / "wire_samples.json"
AT: Final = 1_770_000_000_000
SEED: Final = bytes(range(32))
MODERN: Final = PRESETS["modern"]
RUMMY: Final = RUMMY_PRESETS["basic"]


def stacked(first: str, dealer: str, upcard: str, stock: str = "") -> Deal:
    """Return the deal that gives these hands: the non-dealer's, the dealer's, the upcard and the top of the stock."""
    hands = [list(map(parse_card, text.split())) for text in (first, dealer)]
    top = [card for pair in zip(*hands, strict=True) for card in pair]
    named = [*top, parse_card(upcard), *map(parse_card, stock.split())]
    return Deal((tuple(Card(c) for c in [*named, *(c for c in DECK if c not in named)]),))


def played(
    *steps: tuple[int, tb.TableAction | AnyAction], game: GameOptions = MODERN, deal: Deal | None = None
) -> tb.Table:
    """Return a table of two people, Ann and Bob, after a match has started and these steps were taken."""
    table = tb.new_table(tb.TableOptions(name="Kitchen table"), game)
    opening: tuple[tuple[int, tb.TableAction | AnyAction], ...] = (
        (NATURE, tb.Sit(0, "Ann")),
        (NATURE, tb.Sit(1, "Bob")),
        (NATURE, tb.GetReady(0)),
        (NATURE, tb.GetReady(1)),
        (NATURE, tb.Commit(SEED)),
        (NATURE, tb.Start(1)),
        (NATURE, deal or DEAL),
    )
    for seat, action in (*opening, *steps):
        table, _ = tb.apply(table, seat, action)
    return table


def four_at_two_tables() -> tb.Table:
    """Return a table of partners, a person and three bots, with both hands dealt and three blank columns."""
    table = tb.new_table(tb.TableOptions(name="Four"), replace(PRESETS["partners"], hollywood=True), 4)
    people: tuple[tb.TableAction, ...] = (
        tb.Sit(0, "Ann"),
        *(tb.Sit(seat, f"Bot {seat}", "normal") for seat in (1, 2, 3)),
        tb.GetReady(0),
    )
    for action in (*people, tb.Commit(SEED), tb.Start(1), Deal((*DEAL.decks, tuple(DECK)))):
        table, _ = tb.apply(table, NATURE, action)
    return table


DEAL: Final = stacked("As 2s 3s 4s 5h 5d 5c 6h 2c Kc", "6s 7s 8s Th Td Tc Jh Qh 2d 3c", "Ks", "Ac")
"""Ann, who is not the dealer, gets four spades and three fives; with the ace on the stock she can knock."""


@cache
def messages() -> tuple[Struct, ...]:
    """Return at least one sample of each message, and in them one of each struct a message can hold."""
    return tuple(_samples())


def _samples() -> Iterator[Struct]:
    yield from _handshake()
    yield from _requests()
    yield from (rq.Act(7, n, 20 + n, action) for n, action in enumerate(_actions(), 1))
    yield from _replies()
    yield from _pushes()
    yield from (pu.Happened(7, 30 + n, AT, event) for n, event in enumerate(_events()))


def _handshake() -> Iterator[Struct]:
    yield hs.Hello(1, 3, ("zip",), "upcard", "0.1.0")
    limits = hs.Limits(4096, 65536, 20, 5, 4, 45)
    for auth in (hs.NoAuth(), Scrypt(bytes(16), bytes(range(16)))):
        yield hs.Welcome(
            protocol=1,
            server=bytes(range(16)),
            name="Kitchen Pi",
            epoch=3,
            version="0.1.0",
            limits=limits,
            auth=auth,
            players=5,
            tables=3,
            at_ms=AT,
        )
    yield hs.Login(name="Ann", token=SEED, proof=SEED)
    yield hs.LoggedIn(token=SEED, user=12, name="Ann", seats=(hs.SeatHeld(7, 0, "Kitchen table"),))
    yield hs.Bye("shutting_down", {"seconds": 30}, 30_000)
    yield hs.Ping(5)
    yield hs.Pong(5)


def _requests() -> Iterator[Struct]:
    yield rq.Lobby(1, 0)
    yield rq.LobbyOff(2)
    yield rq.Players(3)
    yield rq.Look(4, 7)
    yield rq.NewTable(rid=5, options=tb.TableOptions(name="Kitchen table", code="tea"), game=MODERN, bots=1)
    yield rq.TakeSeat(6, 7, 1, "tea")
    yield rq.LeaveTable(7, 7)
    yield rq.Watch(8, 7)
    yield rq.Unwatch(9, 7)
    yield rq.Resume(10, 7, 41)
    yield rq.AddBot(11, 7, "normal", 1)
    yield rq.RemoveBot(12, 7, 1)
    yield rq.Ready(13, 7, SEED)
    yield rq.ShowSeed(16, 7, SEED)
    yield rq.GetRecord(17, 7, 1, 100)
    yield rq.GiveUp(14, 7)
    yield rq.AskPause(16, 7)
    yield rq.AskSeat(17, 7, 1, "tea")
    yield rq.Vote(18, 7, 2, True)
    yield rq.PlayOn(19, 7)
    yield rq.Chat(15, None, "привет, [/ everyone")
    yield rq.Block(20, 12, False)
    yield rq.MyMatches(21, 40)


def _actions() -> Iterator[GameAction]:
    melds = (parse_cards("As 2s 3s 4s"), parse_cards("5h 5d 5c"))
    yield from (act.TAKE_UPCARD, act.PASS, act.DRAW_STOCK, act.DRAW_DISCARD)
    yield act.Discard(parse_card("Kc"))
    yield act.Knock(parse_card("Kc"), melds)
    yield act.BigGin(melds)
    yield act.LayOff(melds, ((parse_card("5s"), 0), (parse_card("9c"), 1)))
    yield from (act.AUTO, act.DONE)
    yield act.TakeAndEnd(None, melds)
    yield from (act.DECLINE, act.READY)
    yield from _rummy_actions()


def _rummy_actions() -> Iterator[GameAction]:
    meld, lay_off = rummy.Meld(parse_cards("5h 5d 5c")), rummy.LayOff(parse_card("5s"), 1)
    yield from (rummy.DRAW_STOCK, rummy.DRAW_DISCARD, rummy.BLOCK)
    yield from (meld, lay_off, rummy.TAKE_BACK, rummy.Discard(parse_card("Kc")))
    yield from (rummy.GoOut((meld, lay_off)), rummy.GoOut((meld,), parse_card("Kc")))
    yield from (rummy.CALL, rummy.PASS, rummy.READY)


def _replies() -> Iterator[Struct]:
    chairs = (tb.Chair("person", "Ann"), tb.Chair("bot", "Computer", "normal"))
    row = re.TableRow(table=7, title="Kitchen table", game="gin", target=100, chairs=chairs, state="playing", hand=3)
    yield re.Done(2)
    yield re.Done(1, re.Tables((row,), 7))
    yield re.Done(3, re.People((re.PersonRow(12, "Ann", False, 7),), 12))
    yield re.Done(4, re.Described(row, tb.TableOptions(name="Kitchen table"), MODERN))
    yield re.Done(6, re.Seated(7, 1))
    yield re.Done(10, re.Resumed(False))
    plays = (Play(NATURE, 0, Labelled(("deal/1/0",))), Play(0, 1200, act.PASS), Play(NATURE, 9000, Forfeit(0)))
    yield re.Done(17, re.Recorded(AT, (*plays, Play(NATURE, 9000, DEAL), Play(NATURE, 9900, ForfeitMatch(1))), 100))
    shuffled = (Labelled(("recycle/1/1",), "recycle"), Recycle((parse_card("Kc"), parse_card("2h"))), CloseCalls())
    yield re.Done(18, re.Recorded(AT, tuple(Play(NATURE, 10_000, action) for action in shuffled)))
    head = re.Head(
        game=MODERN,
        rules_version=1,
        names=("Ann", "Computer"),
        first_dealer=1,
        commitment=SEED,
        seed=SEED,
        commitments=(SEED, None),
        seeds=(SEED, None),
    )
    yield re.Done(19, re.Recorded(AT, plays, None, head))
    yield re.Done(21, re.Matches(tuple(_matches()), 38))
    yield re.Refused(6, "bad_code")
    yield re.Acted(7, 1, 42)
    yield re.ActRefused(7, 2, "not_in_hand", {"card": 12})
    yield pu.TableChanged(row)
    yield pu.TableGone(7)
    yield pu.PersonChanged(re.PersonRow(12, "Ann", False))
    yield pu.PersonGone(12)


def _matches() -> Iterator[re.MatchRow]:
    game = GameResult((0,), (104, 23), (304, 111), (193, -193), (4, 2), (80, 40), 100)
    ended = re.MatchRow(
        number=39,
        table=7,
        match=2,
        title="Kitchen table",
        game=MODERN,
        names=("Ann", "Computer"),
        seat=0,
        started_ms=AT,
        ended_ms=AT + 600_000,
        result=Result((0,), (1, 0), (193, -193), (game,)),
    )
    yield ended
    yield replace(ended, number=38, match=1, title="", result=None)


def _pushes() -> Iterator[Struct]:
    drawn = played((0, act.PASS), (1, act.PASS), (0, act.DRAW_STOCK))
    over = played((0, act.PASS), (1, act.PASS), (0, act.DRAW_STOCK), (0, act.Knock(parse_card("Kc"))), (1, act.AUTO))
    for table in (drawn, over):
        for viewer in (0, 1, PUBLIC):
            view = tb.view(table, viewer)
            yield pu.Snapshot(table=7, n=11, at_ms=AT, cseq=2, clocks=(pu.Clock(0, 60_000, 120_000),), view=view)
    away = (pu.Clock(0, 42_000, 120_000), pu.Clock(1, 0, 90_000, kept_ms=106_000))
    for table in (
        played((NATURE, tb.AskPause(0))),
        played((NATURE, tb.Leave(1)), (NATURE, tb.StandIn(1)), (NATURE, tb.AskSeat(1, "Cid"))),
    ):
        yield pu.Snapshot(table=7, n=11, at_ms=AT, clocks=away, view=tb.view(table, 0))
    paused = tb.view(played((NATURE, tb.AskPause(0)), (NATURE, tb.Agree(1, 1))), 1)
    yield pu.Snapshot(table=7, n=12, at_ms=AT, clocks=away, paused_until_ms=AT + 300_000, view=paused)
    yield pu.Snapshot(table=8, n=10, at_ms=AT, clocks=(), view=tb.view(four_at_two_tables(), 0))
    yield from _rummy_pushes()
    match = tb.view(over, PUBLIC).match
    assert match is not None
    yield pu.SnapshotPart(7, 11, match.boards[0].plays, match.sheet.rows)
    yield pu.Spectators(7, 2)
    yield pu.ChatLine(table=7, user=12, name="Ann", text="दीपिका ♥", audience="spectators", at_ms=AT)
    yield pu.Notice(code="going_down", values={"seconds": 30}, at_ms=AT)


def _rummy_pushes() -> Iterator[Struct]:
    deck = stacked("Ks 9h 7c 6c 5c 4c 2h 2d Jd Js", "Qs Qh Td Th 8s 8h 3c 3d Ac As", "5s", "Kd")
    table = played(
        (0, rummy.DRAW_STOCK),
        (0, rummy.Meld(parse_cards("7c 6c 5c"))),
        (0, rummy.LayOff(parse_card("4c"), 0)),
        (0, rummy.Discard(parse_card("Ks"))),
        (NATURE, Forfeit(1)),
        game=RUMMY,
        deal=deck,
    )
    yield pu.Snapshot(table=7, n=11, at_ms=AT, cseq=2, view=tb.view(table, 0))
    match = tb.view(table, PUBLIC).match
    assert match is not None
    yield pu.SnapshotPart(7, 11, match.boards[0].plays, match.sheet.rows)


def _events() -> Iterator[tb.AnyEvent]:
    hand = parse_cards("As 2s 3s 4s 5h 5d 5c 6h 2c Kc")
    melds = (parse_cards("As 2s 3s 4s"), parse_cards("5h 5d 5c"))
    yield from (
        tb.Sat(0, tb.Chair("person", "Ann")),
        tb.Left(1, True),
        tb.Dropped(1),
        tb.Returned(1),
        tb.StoodIn(1),
        tb.GotReady(0, SEED),
        tb.Committed(1, SEED, (SEED, None)),
        tb.GaveSeed(0, SEED),
        tb.Started(1, 1, SEED, (tb.NO_SEED, SEED)),
        tb.Revealed(SEED),
        tb.Closed(),
        tb.TimedOut(1),
        tb.PauseAsked(0, 1),
        tb.SeatAsked(1, 2, "Cid"),
        tb.Agreed(0),
        tb.Declined(0),
        tb.Lapsed(),
        tb.Paused(),
        tb.PlayedOn(1, 240_000),
        tb.PlayedOn(None, 0),
        ev.Dealt(1, 1, (0, 1), (hand, None), parse_card("Ks"), 31),
        ev.Passed(0),
        ev.Drew(0, parse_card("Ac")),
        ev.Drew(0, None),
        ev.Took(1, parse_card("Ks")),
        ev.Discarded(0, parse_card("Kc")),
        ev.Knocked(0, "knock", None, melds, parse_cards("6h 2c Ac")),
        ev.Defended(1, (), ((parse_card("5s"), 0),), EMPTY),
        ev.Declined(1),
        ev.GaveUp(1, "dropped"),
        ev.Readied(0),
    )
    scores: tuple[sc.Score, ...] = (
        sc.Knock(0, 6, 23),
        sc.Undercut(1, 8, 4, 25),
        sc.Gin(0, 23, 25),
        sc.BigGin(0, 23, 31),
        sc.GivenUp(0, 23, 25),
        sc.Each(0, (sc.Versus(1, sc.Knock(0, 5, 12)), sc.Versus(2, sc.Undercut(2, 5, 5, 25))), knocker_boxes=1),
        sc.Push(10),
        sc.Dead(),
    )
    yield from (ev.HandEnded(score, parse_card("Kc")) for score in scores)
    yield ev.GameEnded(GameResult((0,), (102, 60), (302, 110), (192, -192), (4, 2), (100, 50), 100))
    yield ev.MatchEnded((0,))
    yield from _rummy_events()


def _rummy_events() -> Iterator[tb.AnyEvent]:
    hand, set_of_fives, king = parse_cards("As 2s 3s 4s 5h 5d 5c"), parse_cards("5h 5d 5c"), parse_card("Kc")
    yield from (
        rummy_ev.Dealt(1, 2, (hand, None, None), (7, 7, 7), parse_card("Ks"), 30),
        rummy_ev.Drew(0, parse_card("Ac")),
        rummy_ev.Drew(0, None),
        rummy_ev.Took(0, parse_card("Ks")),
        rummy_ev.AskedShuffle(0),
        rummy_ev.TurnedOver(0, shuffled=True),
        rummy_ev.Melded(0, set_of_fives),
        rummy_ev.LaidOff(0, parse_card("5s"), 0),
        rummy_ev.TookBack(0, parse_cards("5s")),
        rummy_ev.Discarded(0, king),
        rummy_ev.Answered(1, call=True),
        rummy_ev.Answered(2, call=None),
        rummy_ev.CallsClosed((1,), 1),
        rummy_ev.ChoseBlock(1),
        rummy_ev.GaveUp(2),
        rummy_ev.Readied(2),
    )
    scores: tuple[rummy_sc.Score, ...] = (
        rummy_sc.Out(0, True, (0, 20, 2), (44, 0, 0), (44, -40, -4)),
        rummy_sc.Blocked(1, "no_progress", (12, 7, 20), (0, 18, 0), (-5, 18, -13)),
        rummy_sc.GivenUp(1, (12, 7), (0, 12), (-12, 12)),
    )
    yield from (rummy_ev.HandEnded(score, (EMPTY, parse_cards("Ks 7d 3c"), parse_cards("Ah As"))) for score in scores)
    yield rummy_ev.GameEnded(GameResult((1, 2), (103, 55, 55), (103, 55, 55), (-60, 30, 30)))
    yield rummy_ev.MatchEnded((1, 2), 0)


def tag_of(message: Struct) -> str:
    """Return a message's tag."""
    return str(message.__struct_config__.tag)


def encoded(message: Struct) -> bytes:
    """Return a message's bytes, whichever way it goes."""
    return (TO_SERVER if type(message) in FROM_CLIENT else TO_CLIENT).encode(message)


def current() -> list[dict[str, str]]:
    """Return what the file should hold."""
    return [{"t": tag_of(message), "hex": encoded(message).hex()} for message in messages()]


if __name__ == "__main__":
    FILE.write_text(json.dumps(current(), indent=0) + "\n")
