"""A table as a value: sitting, leaving, links, readiness and matches, and what each viewer knows of it."""

from contextlib import suppress
from random import Random

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.support.deals import shuffled
from tests.support.laws import VIEWERS, options
from tests.support.policies import Mixed
from upcard_protocol import table as tables
from upcard_protocol.rules import (
    NATURE,
    OPEN,
    PRESETS,
    PUBLIC,
    Deal,
    DealDue,
    Forfeit,
    ForfeitMatch,
    IllegalAction,
    Options,
)
from upcard_protocol.rules.errors import sentence
from upcard_protocol.rules.games import AnyAction
from upcard_protocol.rules.gin import actions as act
from upcard_protocol.rules.gin.legal import View
from upcard_protocol.rules.gin.options import seats_of
from upcard_protocol.rules.shuffle import commitment
from upcard_protocol.table import (
    EMPTY_CHAIR,
    NO_SEED,
    AnyEvent,
    Chair,
    Close,
    Commit,
    Drop,
    GetReady,
    GiveSeed,
    Leave,
    Return,
    Reveal,
    Sit,
    StandIn,
    Start,
    Table,
    TableAction,
    TableOptions,
)

SERVER, ANN = bytes(range(32)), bytes(range(1, 33))
"""The seeds of a match."""
COMMIT = Commit(commitment(SERVER))
START = Start(0)
NAMES = ("Ann", "Deuce")


class Watched:
    """A table that every kind of viewer watches; what each folds must be what he may see."""

    def __init__(self, table: Table) -> None:
        self.table = table
        seats = range(len(table.chairs))
        self.views = {viewer: tables.view(table, viewer) for viewer in (*seats, PUBLIC, OPEN)}

    def do(self, *actions: TableAction) -> "Watched":
        """Apply actions of the table."""
        for action in actions:
            self.move(NATURE, action)
        return self

    def move(self, seat: int, action: TableAction | AnyAction) -> None:
        """Apply one action and hold it to the law."""
        self.table, events = tables.apply(self.table, seat, action)
        for viewer, seen in self.views.items():
            for event in events:
                seen = tables.fold(seen, tables.redact(self.table, event, viewer))
            assert seen == tables.view(self.table, viewer)
            assert seen.playing == self.table.playing
            self.views[viewer] = seen

    def refusal(self, action: TableAction | AnyAction, seat: int = NATURE) -> str:
        """Return the code of a refusal that changes nothing."""
        before = self.table
        with pytest.raises(IllegalAction) as refused:
            tables.apply(self.table, seat, action)
        assert self.table == before
        assert sentence(refused.value.refusal)
        return refused.value.code

    def deal(self, seed: int = 1) -> "Watched":
        """Deal a hand."""
        self.move(NATURE, Deal((shuffled(seed),)))
        return self


def table(rules: Options | None = None, how: TableOptions | None = None) -> Watched:
    return Watched(tables.new_table(how or TableOptions(), rules or Options()))


def seated(rules: Options | None = None) -> Watched:
    """Have a person and a bot sit, the person ready."""
    return table(rules).do(Sit(0, "Ann"), Sit(1, "Deuce", "normal"), GetReady(0))


def playing(rules: Options | None = None) -> Watched:
    return seated(rules).do(COMMIT, START).deal()


def test_a_new_table_is_empty() -> None:
    new = table().table
    assert (new.chairs, new.ready, new.matches, new.match) == ((EMPTY_CHAIR, EMPTY_CHAIR), (False, False), 0, None)
    assert not new.playing
    assert not new.may_start


def test_a_table_with_a_wrong_number_of_seats_is_refused() -> None:
    with pytest.raises(IllegalAction) as refused:
        table(PRESETS["partners"])
    assert refused.value.code == "seats_off"


@pytest.mark.parametrize("seconds", [1, 14])
def test_a_turn_too_short_to_play_is_refused(seconds: int) -> None:
    with pytest.raises(IllegalAction) as refused:
        table(how=TableOptions(turn_s=seconds))
    assert refused.value.code == "turn_too_short"
    assert sentence(refused.value.refusal) == "A turn has 15 to 300 seconds, or 0 for no limit."


def test_a_person_and_a_bot_sit_down() -> None:
    watched = table().do(Sit(0, "Ann"), Sit(1, "Deuce", "hard"))
    assert watched.table.chairs == (Chair("person", "Ann"), Chair("bot", "Deuce", "hard"))
    assert [chair.person for chair in watched.table.chairs] == [True, False]
    assert [chair.played_by_bot for chair in watched.table.chairs] == [False, True]


def test_a_seat_is_taken_once_and_a_full_table_says_so() -> None:
    watched = table().do(Sit(0, "Ann"))
    assert watched.refusal(Sit(0, "Ben")) == "seat_taken"
    assert watched.refusal(Sit(1, "Ann")) == "seated_already"
    assert watched.refusal(Sit(2, "Ben")) == "not_seated"
    watched.do(Sit(1, "Ben"))
    assert watched.refusal(Sit(0, "Cid")) == "table_full"


def test_two_bots_may_have_one_name() -> None:
    watched = table().do(Sit(0, "Deuce", "easy"), Sit(1, "Deuce", "easy"))
    assert watched.table.may_start


@pytest.mark.parametrize("action", [Leave(0), Drop(0), Return(0), StandIn(0), GetReady(0), GetReady(5)])
def test_nobody_acts_for_an_empty_seat(action: TableAction) -> None:
    assert table().refusal(action) == "not_seated"


def test_a_seat_that_is_left_between_matches_is_free_at_once() -> None:
    watched = seated().do(Leave(0))
    assert watched.table.chairs[0] == EMPTY_CHAIR
    assert watched.table.ready == (False, False)


def test_a_persons_seat_is_kept_while_a_match_is_played() -> None:
    watched = playing().do(Leave(0))
    chair = watched.table.chairs[0]
    assert (chair.kind, chair.name, chair.presence) == ("person", "Ann", "left")
    watched.do(Return(0))
    assert watched.table.chairs[0].presence == "here"


def test_a_seat_that_was_kept_is_free_once_the_match_is_over() -> None:
    watched = playing().do(Leave(0))
    watched.move(NATURE, Forfeit(0))
    watched.move(NATURE, ForfeitMatch(0))
    assert watched.table.chairs[0].name == "Ann"
    watched.do(Leave(0))
    assert watched.table.chairs[0] == EMPTY_CHAIR


def test_a_lost_link_does_not_hide_that_somebody_left() -> None:
    watched = playing().do(Leave(0), Drop(0))
    assert watched.table.chairs[0].presence == "left"


def test_a_bot_stands_in_until_the_person_is_back() -> None:
    watched = playing().do(Drop(0), StandIn(0))
    assert watched.table.chairs[0] == Chair("person", "Ann", None, "dropped", stand_in=True)
    assert watched.table.chairs[0].played_by_bot
    watched.do(Return(0))
    assert watched.table.chairs[0] == Chair("person", "Ann")


def test_a_match_starts_when_every_seat_is_filled_and_every_person_is_ready() -> None:
    watched = table()
    for action, may_start in (
        (Sit(0, "Ann"), False),
        (GetReady(0), False),
        (Sit(1, "Ben"), False),
        (GetReady(1), True),
        (Leave(1), False),
        (Sit(1, "Deuce", "normal"), True),
    ):
        watched.do(action)
        assert watched.table.may_start is may_start
        if not may_start:
            assert watched.refusal(COMMIT) == watched.refusal(START) == "not_ready"
    watched.do(COMMIT, START)
    assert watched.table.playing
    assert (watched.table.matches, watched.table.ready) == (1, (False, False))
    assert watched.table.started == tables.Started(1, 0, commitment(SERVER), (NO_SEED, NO_SEED), NAMES)


def test_a_match_waits_for_its_deal_and_then_for_its_players() -> None:
    watched = seated()
    assert tables.due(watched.table) is None
    watched.do(COMMIT, START)
    owed = tables.due(watched.table)
    assert isinstance(owed, DealDue)
    assert (owed.decks, owed.hand, tables.to_act(watched.table)) == (1, 1, frozenset())
    watched.deal()
    assert tables.to_act(watched.table) == {1}


def test_before_a_match_there_is_nothing_to_play() -> None:
    watched = seated()
    assert watched.refusal(act.PASS, seat=0) == "no_match"
    assert tables.to_act(watched.table) == frozenset()
    assert tables.result(watched.table) is None


def test_moves_at_a_table_are_judged_by_the_game() -> None:
    watched = playing()
    assert watched.refusal(act.DRAW_STOCK, seat=1) == "offer_first"
    assert watched.refusal(act.PASS, seat=0) == "not_your_turn"
    watched.move(1, act.PASS)
    assert tables.to_act(watched.table) == {0}


def test_moves_in_a_row_come_to_what_each_alone_does_or_are_refused_together() -> None:
    watched = playing()
    before = watched.table
    moves: list[tuple[int, AnyAction]] = [(1, act.PASS), (0, act.PASS), (1, act.DRAW_STOCK)]
    happened: list[tuple[AnyEvent, ...]] = []
    for seat, action in moves:
        _, events = tables.apply(watched.table, seat, action)
        happened.append(events)
        watched.move(seat, action)
    assert tables.play(before, moves) == (watched.table, happened)
    with pytest.raises(IllegalAction, match="already_drawn"):
        tables.play(before, [*moves, (1, act.DRAW_STOCK)])
    with pytest.raises(IllegalAction, match="no_match"):
        tables.play(seated().table, moves)


def test_while_a_match_is_played_nobody_gets_ready_or_starts_another() -> None:
    watched = playing()
    assert watched.refusal(GetReady(0)) == "match_running"
    assert watched.refusal(COMMIT) == watched.refusal(START) == "not_ready"


def test_a_rematch_waits_for_every_person_to_be_ready_again() -> None:
    watched = playing()
    watched.move(NATURE, Forfeit(0))
    watched.move(NATURE, ForfeitMatch(1))
    found = tables.result(watched.table)
    assert found is not None
    assert (found.winner, watched.table.playing, watched.table.may_start) == (0, False, False)
    watched.do(Reveal(SERVER), GetReady(0), COMMIT, START)
    assert (watched.table.matches, watched.table.revealed) == (2, None)
    assert tables.result(watched.table) is None


def test_whoever_sits_down_after_a_match_is_shown_nothing_of_it() -> None:
    watched = playing()
    watched.move(NATURE, Forfeit(0))
    watched.move(NATURE, ForfeitMatch(0))
    watched.do(Reveal(SERVER), Leave(0))
    assert isinstance(watched.views[PUBLIC].match, View), "who was there may look at the result"
    watched.do(Sit(0, "Zoe"))
    assert {seen.match for seen in watched.views.values()} == {None}
    assert watched.table.started == tables.Started(1, 0, commitment(SERVER), (NO_SEED, NO_SEED), NAMES)
    watched.do(GetReady(0), COMMIT, START)
    assert watched.table.playing


def test_the_seed_is_shown_when_nature_reveals_it() -> None:
    watched = playing()
    assert watched.views[0].revealed is None
    watched.move(NATURE, Forfeit(0))
    watched.move(NATURE, ForfeitMatch(0))
    assert watched.refusal(Reveal(ANN)) == "bad_seed"
    watched.do(Reveal(SERVER))
    assert {seen.revealed for seen in watched.views.values()} == {tables.Revealed(SERVER)}
    assert watched.refusal(Reveal(SERVER)) == "no_match"


# ---- the shuffle


def pledged() -> Watched:
    """Have Ann promise a seed and the bot none, and the server commit to its own."""
    return table().do(Sit(0, "Ann"), Sit(1, "Deuce", "normal"), GetReady(0, commitment(ANN)), COMMIT)


def test_seeds_are_gathered_once_everybody_is_ready_and_the_server_has_committed() -> None:
    watched = seated()
    assert not watched.table.shuffling
    assert watched.refusal(GiveSeed(0, ANN)) == "seed_not_due"
    watched = pledged()
    assert watched.table.committed == tables.Committed(1, commitment(SERVER), (commitment(ANN), None))
    assert (watched.table.shuffling, watched.table.awaited) == (True, (0,))
    watched.do(GiveSeed(0, ANN))
    assert watched.table.awaited == ()
    watched.do(START)
    assert watched.table.started == tables.Started(1, 0, commitment(SERVER), (ANN, NO_SEED), NAMES)
    assert not watched.table.shuffling


def test_a_seed_that_does_not_fit_its_commitment_is_refused() -> None:
    watched = pledged()
    assert watched.refusal(GiveSeed(0, SERVER)) == "bad_seed"
    watched.do(GiveSeed(0, ANN))
    assert watched.refusal(GiveSeed(0, ANN)) == "seed_not_due"


def test_nobody_gives_a_seed_without_a_commitment_to_it_nor_for_another_seat() -> None:
    watched = pledged()
    assert watched.refusal(GiveSeed(1, ANN)) == "seed_not_due"
    assert watched.refusal(GiveSeed(2, ANN)) == "not_seated"


def test_a_seed_that_does_not_come_counts_as_zeros() -> None:
    watched = pledged().do(START)
    assert watched.table.started == tables.Started(1, 0, commitment(SERVER), (NO_SEED, NO_SEED), NAMES)
    assert watched.refusal(GiveSeed(0, ANN)) == "seed_not_due"


def test_the_last_commitment_before_the_servers_counts_and_none_after_it() -> None:
    watched = seated().do(GetReady(0, commitment(SERVER)), GetReady(0, commitment(ANN)), COMMIT)
    assert watched.table.committed is not None
    assert watched.table.committed.commitments == (commitment(ANN), None)
    assert watched.refusal(GetReady(0, commitment(SERVER))) == "match_running"
    assert watched.refusal(COMMIT) == "not_ready"


def test_while_seeds_are_gathered_the_table_stays_full() -> None:
    watched = pledged()
    assert watched.refusal(Leave(1)) == "match_running"
    watched.do(Leave(0))
    assert watched.table.chairs[0] == Chair("person", "Ann", presence="left")
    watched.do(Return(0), GiveSeed(0, ANN), START)


def test_who_leaves_before_the_server_commits_takes_the_commitment_along() -> None:
    watched = seated().do(GetReady(0, commitment(ANN)), Leave(0), Sit(0, "Ben"), GetReady(0), COMMIT)
    assert watched.table.awaited == ()


def test_a_match_whose_seed_is_open_is_not_played_on() -> None:
    watched = playing().do(Reveal(SERVER))
    assert watched.table.abandoned
    assert watched.refusal(act.PASS, seat=1) == "no_match"
    assert tables.to_act(watched.table) == frozenset()
    watched.do(Close())


def test_a_closed_table_takes_nothing_more() -> None:
    watched = playing().do(Close())
    assert watched.refusal(act.PASS, seat=1) == "no_match"
    assert watched.refusal(Sit(0, "Cid")) == "no_match"
    assert watched.refusal(Close()) == "no_match"
    assert tables.due(watched.table) is None
    assert tables.to_act(watched.table) == frozenset()
    assert all(seen.closed for seen in watched.views.values())


def test_the_code_of_a_private_table_is_in_nobodys_view() -> None:
    watched = table(how=TableOptions(code="sesame"))
    for seen in watched.views.values():
        assert seen.private
        assert seen.options.code is None
    assert b"sesame" not in msgspec.json.encode([tables.view(watched.table, viewer) for viewer in VIEWERS])
    assert not table().views[PUBLIC].private


def test_a_view_of_the_table_holds_the_match_as_its_viewer_may_see_it() -> None:
    watched = playing()
    assert watched.table.match is not None
    hands = watched.table.match.hands
    seen = {viewer: view.match for viewer, view in watched.views.items()}
    shown = {viewer: match.hands for viewer, match in seen.items() if match is not None}
    assert shown == {0: (hands[0], None), 1: (None, hands[1]), PUBLIC: (None, None), OPEN: hands}


def test_events_of_a_match_that_somebody_does_not_know_change_nothing_for_him() -> None:
    watched = playing()
    _, events = tables.apply(watched.table, 1, act.PASS)
    early = tables.view(seated().table, PUBLIC)
    assert tables.fold(early, events[0]) == early


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("turn_s", 301),
        ("turn_s", -1),
        ("reserve_s", 3601),
        ("pause_s", -1),
        ("bot_pace_ms", 10_001),
        ("bot_level", "perfect"),
        ("on_gone", "wait"),
        ("name", 33 * "x"),
        ("code", ""),
        ("code", 33 * "x"),
        ("open_hands", "yes"),
    ],
)
def test_table_options_out_of_range_are_refused_from_outside(name: str, value: object) -> None:
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert({"t": "table.options", name: value}, TableOptions)


def some_action(watched: Watched, rng: Random) -> TableAction:
    """Return anything that may happen to a table, or that is refused; one seat more than there are is named."""
    seats = len(watched.table.chairs)
    seat, name = rng.randrange(seats + 1), rng.choice(("Ann", "Ben", "Cid", "Dot")[: max(3, seats)])
    return rng.choice(
        (
            Sit(seat, name, rng.choice((None, "easy", "normal"))),
            Sit(seat, name),
            Leave(seat),
            Drop(seat),
            Return(seat),
            StandIn(seat),
            GetReady(seat),
            GetReady(seat),
            GetReady(seat, rng.choice((commitment(ANN), rng.randbytes(32)))),
            GiveSeed(seat, ANN),
            COMMIT,
            Start(rng.randrange(seats)),
            Reveal(rng.choice((ANN, SERVER))),
        )
    )


@settings(max_examples=100)
@given(options(), st.integers(0, 2**32))
def test_folding_what_one_hears_of_a_table_gives_what_one_may_see(rules: Options, seed: int) -> None:
    rng = Random(seed)
    seats = rng.choice(seats_of(rules))
    watched = Watched(tables.new_table(TableOptions(), rules, seats))
    player = Mixed(rng, 0.3)
    for _ in range(75 * seats):
        if rng.random() < 0.3:
            action = some_action(watched, rng)
            with suppress(IllegalAction):
                watched.do(action)
        elif (owed := tables.due(watched.table)) is not None:
            assert isinstance(owed, DealDue)
            gone, decks = ForfeitMatch(rng.randrange(seats)), tuple(shuffled(rng) for _ in range(owed.decks))
            watched.move(NATURE, gone if rng.random() < 0.1 else Deal(decks))
        elif asked := sorted(tables.to_act(watched.table)):
            seat = rng.choice(asked)
            seen = watched.views[seat].match
            assert isinstance(seen, View)
            watched.move(seat, player(seen))
        check_seats(watched.table)


def check_seats(now: Table) -> None:
    """Check what always holds of the seats."""
    people = [chair.name for chair in now.chairs if chair.person]
    assert len(people) == len(set(people))
    for chair, ready in zip(now.chairs, now.ready, strict=True):
        if chair.kind == "empty":
            assert chair == EMPTY_CHAIR
            assert not ready
        assert (chair.level is not None) == (chair.kind == "bot")
    assert not (now.playing and now.may_start)
    assert (now.match is None) == (now.matches == 0)
