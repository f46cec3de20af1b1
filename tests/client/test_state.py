"""What the client knows after each message, and what it sends next."""

import pytest
from msgspec.structs import replace

from tests.support.house import AT_MS, ME, MIRA, HouseTable, renamed, to_draw
from tests.support.languages import left_in_english, speaking
from tests.support.peer import TOKEN, welcome
from upcard_client import folding, news, state
from upcard_client.attable import AtTable
from upcard_client.games.gin.stage import deck_of
from upcard_client.games.rummy.scenes import SCENES
from upcard_client.outbox import outgoing
from upcard_client.replay.moments import table_of
from upcard_client.state import UNNUMBERED, Lost, Model, Up
from upcard_client.words import agreeing, times
from upcard_client.words.phrases import spoken
from upcard_protocol import table as tables
from upcard_protocol.rules.cards import parse_card
from upcard_protocol.rules.errors import Refusal
from upcard_protocol.rules.game import NATURE, Forfeit
from upcard_protocol.rules.gin import actions as act
from upcard_protocol.rules.gin import events as ev
from upcard_protocol.rules.gin.legal import View, legal
from upcard_protocol.rules.gin.options import Options
from upcard_protocol.rules.rummy import match as rummy
from upcard_protocol.wire.errors import ProtocolError
from upcard_protocol.wire.handshake import LoggedIn, SeatHeld
from upcard_protocol.wire.pushes import (
    ChatLine,
    Clock,
    Happened,
    PersonChanged,
    PersonGone,
    Spectators,
    TableChanged,
    TableGone,
)
from upcard_protocol.wire.replies import (
    Acted,
    ActRefused,
    Done,
    People,
    PersonRow,
    Refused,
    Resumed,
    Seated,
    TableRow,
    Tables,
)
from upcard_protocol.wire.requests import (
    Act,
    Chat,
    LeaveTable,
    Lobby,
    Players,
    Ready,
    Resume,
    TakeSeat,
    Unwatch,
    Watch,
)
from upcard_protocol.wire.snapshot import split

DECK = deck_of("4s 5s 6s Jh Jd Jc Ad 2c 9h Kc", "Qd 9d 8c 8d Th 6h 6c 4c 3d Ts", "7c", "8h Ah")


def entered(*seats: SeatHeld) -> Model:
    """Return a model that was let in as Eleni."""
    model = folding.welcomed(Model(), welcome(), AT_MS)
    return folding.logged_in(model, LoggedIn(token=TOKEN, user=1, name="Eleni", seats=seats), first_rid=1)[0]


def at_table(house: HouseTable) -> Model:
    """Return a model that was let in and has a table's snapshot."""
    return folding.fold(entered(), house.snapshot())[0]


def told(model: Model, *messages: Happened) -> Model:
    """Fold events."""
    for message in messages:
        model = folding.fold(model, message)[0]
    return model


def sent(model: Model) -> tuple[Model, tuple[object, ...]]:
    """Return what goes out."""
    return outgoing(model)


def again(model: Model, *seats: SeatHeld) -> Model:
    """Return the model after its link broke and the server let it in again."""
    model = replace(model, link=Lost(1, 0, 0))
    return folding.logged_in(model, LoggedIn(token=TOKEN, user=1, name="Eleni", seats=seats), first_rid=1)[0]


# ---- events


def test_folded_events_give_what_the_server_shows() -> None:
    house = HouseTable()
    model = at_table(house)
    model = told(model, *house.begin(DECK), *to_draw(house), *house.do(act.DRAW_STOCK, ME))
    assert model.tables[7].view == tables.view(house.table, ME)
    assert model.tables[7].n == house.n


def test_news_of_an_event_has_the_views_before_and_after_it() -> None:
    house = HouseTable()
    model = at_table(house)
    before = model.tables[7].view
    model, items = folding.fold(model, house.seat(0, "Eleni")[0])
    assert items == (news.Occurred(7, tables.Sat(0, house.table.chairs[0]), before, model.tables[7].view),)


def test_an_event_that_came_before_changes_nothing() -> None:
    house = HouseTable()
    model = at_table(house)
    heard = house.seat(0, "Eleni")
    model = told(model, *heard)
    assert folding.fold(model, heard[0]) == (model, ())


def test_a_gap_asks_for_what_is_missing_and_waits_for_it() -> None:
    house = HouseTable()
    model = at_table(house)
    lost, late = house.seat(0, "Eleni"), house.seat(1, "Mira")
    model, items = folding.fold(model, late[0])
    assert items == ()
    assert model.tables[7].resync
    assert [asked.request for asked in model.requests] == [Resume(1, 7, 0)]
    assert folding.fold(model, lost[0])[0] == model


def test_a_gap_asks_once() -> None:
    house = HouseTable()
    model = at_table(house)
    house.seat(0, "Eleni")
    model = told(model, *house.seat(1, "Mira"), *house.do(tables.GetReady(0)))
    assert len(model.requests) == 1


def test_the_missing_events_close_a_gap() -> None:
    house = HouseTable()
    model = at_table(house)
    heard = house.begin(DECK)
    model = told(model, heard[-1])
    resume = model.requests[0].request
    model, _ = folding.fold(model, Done(resume.rid, Resumed(snapshot=False)))
    model = told(model, *heard)
    assert model.tables[7].view == tables.view(house.table, ME)


def test_a_snapshot_closes_a_gap() -> None:
    house = HouseTable()
    model = at_table(house)
    model = told(model, house.begin(DECK)[-1])
    model, items = folding.fold(model, house.snapshot())
    assert items == (news.Joined(model.tables[7], fresh=False),)
    assert not model.tables[7].resync
    assert model.tables[7].view == tables.view(house.table, ME)


def test_an_event_that_the_rules_can_not_follow_is_a_gap() -> None:
    house = HouseTable()
    model = at_table(house)
    model = told(model, Happened(7, 1, AT_MS, tables.GotReady(5)), Happened(7, 2, AT_MS, ev.Drew(0, None)))
    assert model.tables[7].resync


def test_events_of_a_table_that_is_not_here_are_nothing() -> None:
    model = entered()
    assert folding.fold(model, HouseTable(9).seat(0, "Eleni")[0]) == (model, ())


def long_hand() -> HouseTable:
    """Return a table with a hand so long that its snapshot comes in parts."""
    house = HouseTable(game=Options(max_discard_only_turns=0, upcard_rule="open"))
    house.begin(DECK)
    seat = ME
    for _ in range(60):
        house.do(act.DRAW_DISCARD, seat)
        view = tables.view(house.table, seat).match
        assert isinstance(view, View)
        house.do(next(a for a in _legal(view) if isinstance(a, act.Discard)), seat)
        seat = 1 - seat
    assert len(split(house.snapshot())) > 1
    return house


def test_a_snapshot_in_parts_is_put_together() -> None:
    house = long_hand()
    model = entered()
    for part in split(house.snapshot()):
        model, _ = folding.fold(model, part)
    assert model.tables[7].view == tables.view(house.table, ME)
    assert model.parts == {}


def test_parts_of_a_snapshot_that_a_broken_link_has_cut_short_stand_before_no_other() -> None:
    house = long_hand()
    first, *_ = split(house.snapshot())
    model = again(folding.fold(entered(), first)[0])
    for part in split(house.snapshot()):
        model, _ = folding.fold(model, part)
    assert model.tables[7].view == tables.view(house.table, ME)


def _legal(view: View) -> list[act.Action]:
    return list(legal(view))


@pytest.mark.parametrize(
    "wrong",
    [
        {"chairs": ()},
        {"ready": (False,)},
        {"viewer": 5},
        {"viewer": 1},
        {"game": Options(target=50)},
    ],
)
def test_a_snapshot_that_can_be_of_no_table_is_a_fault_of_the_server(wrong: dict[str, object]) -> None:
    house = HouseTable()
    house.begin(DECK)
    snapshot = house.snapshot()
    with pytest.raises(ProtocolError):
        folding.fold(entered(), replace(snapshot, view=replace(snapshot.view, **wrong)))


def test_the_log_tells_what_happened_and_marks_what_one_did() -> None:
    house = HouseTable()
    model = told(at_table(house), *house.begin(DECK))
    kinds = {"".join(map(str, entry.line)): entry.kind for entry in model.tables[7].log}
    assert kinds["You sat down"] == "mine"
    assert kinds["Mira sat down"] == "event"


def test_who_is_away_is_known_with_the_time() -> None:
    house = HouseTable()
    model = told(at_table(house), *house.seat(0, "Eleni"), *house.seat(1, "Mira"))
    house.clocks = (Clock(1, 0, 0, kept_ms=100_000),)
    model = told(model, *house.do(tables.Drop(1)))
    assert times.kept_s(model.tables[7], 1, AT_MS + 3000 + 14_500) == 86
    assert times.kept_s(model.tables[7], 0, AT_MS) == 0
    house.clocks = ()
    assert times.kept_s(told(model, *house.do(tables.Return(1))).tables[7], 1, AT_MS + 4000) == 0


def test_players_are_told_that_spectators_see_hands_where_that_is_so() -> None:
    assert at_table(HouseTable()).tables[7].log == ()
    shown = HouseTable(options=tables.TableOptions(open_hands=True))
    (entry,) = at_table(shown).tables[7].log
    assert "spectators see every hand" in spoken(entry.line)


def test_first_the_turns_time_runs_out_and_then_the_reserve() -> None:
    house = HouseTable()
    house.clocks = (Clock(0, 60_000, 120_000, runs=True), Clock(1, 30_000, 5_000))
    at = at_table(house).tables[7]
    assert times.left(at, 0, AT_MS + 18_000) == times.Left(42_000, 120_000)
    assert times.left(at, 0, AT_MS + 75_000) == times.Left(0, 105_000)
    assert times.left(at, 0, AT_MS + 10**6) == times.Left(0, 0)
    assert times.left(at, 1, AT_MS + 75_000) == times.Left(30_000, 5_000), "a clock that stands still"
    assert times.left(at, None, AT_MS) is None


def test_when_a_pause_ends_by_itself_is_known() -> None:
    house = HouseTable()
    house.begin(DECK)
    model = told(at_table(house), *house.do(tables.AskPause(1)))
    assert "asks for a pause of up to 5:00. Y agrees, N does not." in agreeing.asked(model.tables[7], yes="Y", no="N")
    with speaking("strange"):
        assert left_in_english(agreeing.asked(model.tables[7], yes="Y", no="N"), ("Mira",)) == ()
    model = told(model, *house.do(tables.Agree(0, 1)))
    assert agreeing.asked(model.tables[7], yes="Y", no="N") == ""
    assert times.pause_s(model.tables[7], AT_MS + 1000 * house.n + 20_000) == 280
    assert times.pause_s(told(model, *house.do(tables.PlayOn(0, 5))).tables[7], AT_MS) is None


def test_a_name_that_steers_a_terminal_is_made_harmless() -> None:
    house = HouseTable()
    house.begin(DECK)
    renamed(house, 1, "\x1b]0;x\x07Mira")
    assert "\x1b" not in at_table(house).tables[7].names[1]


# ---- acts


@pytest.fixture
def house() -> HouseTable:
    house = HouseTable()
    house.begin(DECK)
    to_draw(house)
    return house


def test_an_act_has_the_next_number_and_the_decision_it_answers(house: HouseTable) -> None:
    house.accepted = 4
    model = at_table(house)
    model = state.act(model, 7, act.DRAW_STOCK)
    match = model.tables[7].view.match
    assert match is not None
    _, messages = sent(model)
    assert messages == (Act(7, 5, match.decision, act.DRAW_STOCK),)


def test_a_second_act_while_one_is_on_its_way_changes_nothing(house: HouseTable) -> None:
    model = state.act(at_table(house), 7, act.DRAW_STOCK)
    assert state.act(model, 7, act.DRAW_DISCARD) == model


def test_an_act_goes_out_once(house: HouseTable) -> None:
    model, messages = sent(state.act(at_table(house), 7, act.DRAW_STOCK))
    assert len(messages) == 1
    assert sent(model) == (model, ())


def test_without_a_link_nothing_goes_out(house: HouseTable) -> None:
    model = replace(state.act(at_table(house), 7, act.DRAW_STOCK), link=Lost(1, 0, 0))
    assert sent(model) == (model, ())


def test_an_accepted_act_frees_the_next_number(house: HouseTable) -> None:
    model = state.act(at_table(house), 7, act.DRAW_STOCK)
    model, _ = folding.fold(model, Acted(7, 1, house.n + 1))
    assert (model.tables[7].pending, model.tables[7].cseq) == (None, 1)


def test_a_refused_act_leaves_the_number_free(house: HouseTable) -> None:
    model = state.act(at_table(house), 7, act.DRAW_STOCK)
    pending = model.tables[7].pending
    model, items = folding.fold(model, ActRefused(7, 1, "stale_decision"))
    assert items == (news.ActDenied(pending, Refusal("stale_decision")),) if pending else False
    assert (model.tables[7].pending, model.tables[7].cseq) == (None, 0)


def test_a_wrong_number_is_put_right_by_the_refusal(house: HouseTable) -> None:
    model = state.act(at_table(house), 7, act.DRAW_STOCK)
    model, _ = folding.fold(model, ActRefused(7, 1, "cseq_gap", {"expected": 5}))
    assert model.tables[7].cseq == 4


def test_a_snapshot_that_counts_the_act_answers_it(house: HouseTable) -> None:
    model = state.act(at_table(house), 7, act.DRAW_STOCK)
    house.do(act.DRAW_STOCK, ME)
    house.accepted = 1
    assert folding.fold(model, house.snapshot())[0].tables[7].pending is None


def test_a_snapshot_that_does_not_count_the_act_keeps_it(house: HouseTable) -> None:
    model = state.act(at_table(house), 7, act.DRAW_STOCK)
    assert folding.fold(model, house.snapshot())[0].tables[7].pending == model.tables[7].pending


# ---- a link that was lost


def test_after_a_lost_link_tables_are_resumed_before_anything_is_repeated(house: HouseTable) -> None:
    model = state.ask(at_table(house), Chat(UNNUMBERED, 7, "hello"))
    model, first = sent(state.act(model, 7, act.DRAW_STOCK))
    model, repeated = sent(again(model))
    assert repeated == (Resume(2, 7, house.n), *first)


def test_what_was_answered_is_not_repeated(house: HouseTable) -> None:
    model, _ = sent(state.ask(at_table(house), Ready(UNNUMBERED, 7)))
    model, _ = folding.fold(model, Done(1))
    _, messages = sent(again(model))
    assert messages == (Resume(2, 7, house.n),)


def test_looking_is_asked_anew_not_repeated() -> None:
    model, first = sent(state.enter_lobby(entered()))
    assert first == (Lobby(1), Players(2))
    _, messages = sent(again(model))
    assert messages == (Lobby(3), Players(4))


def test_a_seat_that_the_server_kept_is_taken_again() -> None:
    _, messages = sent(again(entered(), SeatHeld(9, 1, "Rummy night")))
    assert messages == (TakeSeat(1, 9),)


def test_another_server_at_the_same_address_knows_nothing_of_our_tables(house: HouseTable) -> None:
    model = at_table(house)
    assert folding.welcomed(model, welcome(server=bytes(16)), AT_MS).tables == {}
    assert folding.welcomed(model, welcome(), AT_MS).tables == model.tables


def test_numbers_of_requests_never_go_back() -> None:
    model = replace(entered(), next_rid=5000)
    assert again(model).next_rid == 5000


def test_a_table_that_is_gone_after_the_link_is_told() -> None:
    house = HouseTable()
    model, _ = sent(again(at_table(house)))
    model, items = folding.fold(model, Refused(1, "no_such_table", {"table": 7}))
    assert items == (news.TableLost(7, Refusal("no_such_table", {"table": 7})),)
    assert model.tables == {}


@pytest.mark.parametrize(("viewer", "request_type"), [(ME, TakeSeat), (-2, Watch)])
def test_what_can_not_be_resumed_is_come_to_anew(viewer: int, request_type: type) -> None:
    model, _ = sent(again(at_table(HouseTable(viewer=viewer))))
    model, _ = folding.fold(model, Refused(1, "not_watching"))
    assert [type(asked.request) for asked in model.requests] == [request_type]


def test_somebody_who_watches_and_is_refused_a_seat_goes_on_watching() -> None:
    model = state.ask(at_table(HouseTable(viewer=-2)), TakeSeat(UNNUMBERED, 7))
    model, items = folding.fold(model, Refused(1, "table_full"))
    assert items == (news.Denied(TakeSeat(1, 7), Refusal("table_full")),)
    assert 7 in model.tables


# ---- lobby and talk


def row(table: int, title: str = "Kitchen table") -> TableRow:
    return TableRow(table=table, title=title, game="gin", target=100, chairs=(), state="waiting")


def test_the_lobby_comes_in_pages_and_follows_changes() -> None:
    model = state.enter_lobby(entered())
    model, _ = folding.fold(model, Done(1, Tables((row(1), row(2)), next=2)))
    assert Lobby(3, 2) in [asked.request for asked in model.requests]
    model, _ = folding.fold(model, Done(3, Tables((row(4),))))
    model, _ = folding.fold(model, TableChanged(row(3)))
    model, _ = folding.fold(model, TableChanged(row(2, "Lunch")))
    model, items = folding.fold(model, TableGone(1))
    assert [(r.table, r.title) for r in model.rows] == [(2, "Lunch"), (3, "Kitchen table"), (4, "Kitchen table")]
    assert items == (news.LobbyMoved(),)


def test_people_are_listed_by_name() -> None:
    model = state.enter_lobby(entered())
    model, _ = folding.fold(model, Done(2, People((PersonRow(2, "mira", False), PersonRow(1, "Eleni", False)))))
    model, _ = folding.fold(model, PersonChanged(PersonRow(3, "Alexis", True)))
    model, _ = folding.fold(model, PersonGone(2))
    assert [person.name for person in model.people] == ["Alexis", "Eleni"]


def test_chat_is_made_harmless_and_logged_at_its_table() -> None:
    model = at_table(HouseTable())
    line = ChatLine(table=7, user=2, name="Mira", text="[red]hi[/red]", at_ms=1)
    model, items = folding.fold(model, replace(line, text="\x1b[31m[red]hi"))
    assert isinstance(items[0], news.Said)
    assert "\x1b" not in items[0].line.text
    model, _ = folding.fold(model, replace(line, user=1))
    assert [entry.kind for entry in model.tables[7].log] == ["chat", "chat"]
    assert model.tables[7].log[-1].line == ("You: [red]hi[/red]",)


def test_a_line_that_only_spectators_hear_says_so_also_to_its_author() -> None:
    model = at_table(HouseTable())
    line = ChatLine(table=7, user=2, name="Root", text="big hand", audience="spectators", at_ms=1)
    model, _ = folding.fold(model, line)
    model, _ = folding.fold(model, replace(line, user=1))
    assert [entry.line for entry in model.tables[7].log[-2:]] == [
        ("Root (to spectators): big hand",),
        ("You (to spectators): big hand",),
    ]


def test_spectators_are_counted() -> None:
    model, _ = folding.fold(at_table(HouseTable()), Spectators(7, 3))
    assert model.tables[7].spectators == 3


@pytest.mark.parametrize("request_type", [LeaveTable, Unwatch])
def test_a_table_that_one_leaves_is_not_here_any_more(request_type: type) -> None:
    model = state.ask(at_table(HouseTable()), request_type(UNNUMBERED, 7))
    model, _ = folding.fold(model, Done(1))
    assert model.tables == {}


def test_replies_are_told_with_what_was_asked() -> None:
    model = state.ask(entered(), TakeSeat(UNNUMBERED, 7))
    assert folding.fold(model, Done(1, Seated(7, 0)))[1] == (news.Answered(TakeSeat(1, 7), Seated(7, 0)),)
    refused = folding.fold(model, Refused(1, "table_full"))
    assert refused[1] == (news.Denied(TakeSeat(1, 7), Refusal("table_full")),)
    assert refused[0].requests == ()


def test_a_reply_to_nothing_is_nothing() -> None:
    model = entered()
    assert folding.fold(model, Done(99)) == (model, ())


def test_the_servers_clock_is_known_from_its_welcome() -> None:
    model = folding.welcomed(Model(), welcome(), 400)
    assert model.server_ms(500) == welcome().at_ms + 100


def test_being_let_in_is_told_with_the_seats_that_are_kept() -> None:
    held = (SeatHeld(7, 0, "Kitchen table"),)
    model = folding.welcomed(Model(), welcome(), AT_MS)
    model, items = folding.logged_in(model, LoggedIn(token=TOKEN, user=1, name="Eleni", seats=held), first_rid=9)
    assert items == (news.Entered("Eleni", False, "Kitchen Pi", False, held), news.LinkMoved())
    assert (model.next_rid, model.link) == (9, Up())


def test_whose_turn_it_is_follows_from_the_view(house: HouseTable) -> None:
    assert at_table(house).tables[7].my_turn
    house.do(act.DRAW_STOCK, ME)
    house.do(act.Discard(parse_card("Kc")), ME)
    at = at_table(house).tables[7]
    assert (at.my_turn, at.turn) == (False, MIRA)


def test_the_log_does_not_say_that_one_did_what_the_server_did_as_the_time_was_up() -> None:
    house = HouseTable()
    house.begin(DECK)
    model = told(at_table(house), *house.do(tables.TimeOut(ME, 1, act.PASS)))
    lines = ["".join(map(str, entry.line)) for entry in model.tables[7].log]
    assert lines[-1] == "Time is up: the server passed for you."


def test_whoever_has_given_up_a_hand_of_several_is_asked_for_nothing_more_in_it() -> None:
    stage = SCENES["rummy"]()
    seats = len(stage.names)
    table = table_of(stage.match.sheet.options, stage.names, ME)

    def seen(match: rummy.Match) -> AtTable:
        return AtTable(table=7, n=1, view=replace(table, match=rummy.view(match, ME)), at_ms=AT_MS)

    assert seats > 2
    assert seen(stage.match).my_turn
    given_up, _ = rummy.apply(stage.match, NATURE, Forfeit(ME))
    assert not seen(given_up).my_turn
