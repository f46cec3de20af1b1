"""The client's check of the shuffle: what an honest server passes, and how each lie is told from it."""

import pytest
from msgspec.structs import replace

from tests.support.fair import FairMatch
from tests.support.house import AT_MS, ME, SEEDS
from upcard_client.matches import witness
from upcard_client.screens.situating import situation
from upcard_protocol import table as tables
from upcard_protocol.rules.cards import Card
from upcard_protocol.rules.game import Deal, Forfeit
from upcard_protocol.rules.gin import actions as act
from upcard_protocol.rules.gin import events as ev
from upcard_protocol.rules.notation import write
from upcard_protocol.rules.record import Play
from upcard_protocol.rules.shuffle import commitment, deck
from upcard_protocol.rules.verify import verify
from upcard_protocol.wire.pushes import Happened


def differs(match: FairMatch) -> str:
    """Return what the client says of a match that does not fit."""
    finding = match.finding
    assert finding.kind == "differs", finding
    assert finding.why.startswith("THE SHUFFLE DOES NOT MATCH: ")
    assert finding.record is None or verify(write(finding.record)).kind != "verified"
    return finding.why


def test_a_whole_match_of_an_honest_server_is_checked_and_its_record_verifies() -> None:
    match = FairMatch().begin().play_on()
    finding = match.reveal()
    assert (finding.kind, finding.why) == ("checked", witness.CHECKED)
    assert finding.record is not None
    assert verify(write(finding.record)).kind == "verified"
    at = match.model.tables[7]
    assert at.finding == finding
    assert at.log[-1].line == (witness.CHECKED,)
    assert match.model.witnesses == {}
    assert situation(match.model, at, AT_MS).finding == finding


def test_our_seed_goes_out_once_and_only_after_the_server_has_committed() -> None:
    match = FairMatch()
    match.promise()
    assert match.sent == []
    match.promise()
    assert match.model.tables[7].seed == SEEDS[ME], "said twice, it is the same promise"
    match.commit()
    assert match.sent == [SEEDS[ME]]
    match.hear(match.house.snapshot())
    assert match.sent == [SEEDS[ME]]
    match.start()
    assert match.model.tables[7].seed is None


def test_a_server_that_chooses_the_deck_once_it_knows_the_seeds_is_caught() -> None:
    match = FairMatch().begin()
    chosen = deck(bytes(32), "deal", 1, 0)
    match.dealt = lambda hand: Deal((chosen,)) if hand == 1 else match.deal_of(hand)
    match.play_on().reveal()
    assert "hand 1" in differs(match) or "action" in differs(match)


def test_a_server_that_looks_for_a_seed_of_its_own_once_it_knows_ours_is_caught() -> None:
    match = FairMatch().begin()
    match.server_seed = bytes([77] * 32)
    first = match.house.table.started
    assert first is not None
    match.play_on()
    match.house.table = replace(match.house.table, committed=tables.Committed(1, commitment(match.server_seed), ()))
    match.reveal()
    assert "does not fit its commitment" in differs(match)


def test_a_second_commitment_gets_no_second_seed_and_is_told() -> None:
    match = FairMatch()
    match.promise()
    match.commit()
    second = tables.Committed(1, bytes(32), (commitment(SEEDS[ME]), None))
    n = match.house.n = match.house.n + 1
    match.hear(Happened(7, n, 1, second))
    assert match.sent == [SEEDS[ME]]
    match.start()
    match.play_on().reveal()
    assert "changed its commitment" in differs(match)


def test_a_seed_shown_for_a_match_that_never_came_is_not_shown_for_the_next() -> None:
    match = FairMatch()
    match.promise()
    match.commit()
    n = match.house.n = match.house.n + 1
    match.hear(Happened(7, n, 1, tables.Committed(2, bytes(32), (commitment(SEEDS[ME]), None))))
    assert match.sent == [SEEDS[ME]]


def test_our_seed_does_not_go_out_for_another_commitment_than_ours() -> None:
    match = FairMatch()
    match.promise()

    def swapped(message: Happened) -> Happened:
        event = message.event
        if isinstance(event, tables.Committed):
            return replace(message, event=replace(event, commitments=(bytes(32), None)))
        return message

    match.hears = swapped
    match.commit()
    assert match.sent == []
    match.start()
    match.play_on().reveal()
    assert "replaced your commitment" in differs(match)


def test_a_seed_that_was_taken_and_left_out_is_told() -> None:
    match = FairMatch()
    match.promise()
    match.commit()
    match.house.table = replace(match.house.table, seeds=(None, None))
    match.start()
    match.play_on().reveal()
    assert "your seed was left out" in differs(match)


def test_a_seed_that_came_too_late_leaves_nothing_to_check() -> None:
    match = FairMatch()
    match.takes_seed = False
    finding = match.begin().play_on().reveal()
    assert (finding.kind, finding.why) == ("unknown", "The shuffle cannot be checked: your seed came too late.")


def test_without_a_seed_of_ours_nothing_is_proved() -> None:
    match = FairMatch()
    match.hear(*match.house.do(tables.GetReady(ME)))
    match.commit()
    match.start()
    finding = match.play_on().reveal()
    assert (finding.kind, finding.why) == ("unknown", witness.UNKNOWN.format(what=witness.NO_SEED_OF_OURS))


def test_a_server_that_does_not_open_the_match_is_told_of() -> None:
    match = FairMatch().begin().play_on()
    match.gives_record = False
    finding = match.reveal()
    assert (finding.kind, finding.record) == ("unknown", None)
    assert "does not open" in finding.why


def test_a_match_that_is_given_up_is_checked_as_well() -> None:
    match = FairMatch().begin()
    for _ in range(6):
        match.step()
    match.do(Forfeit(1))
    assert match.play_on().reveal().kind == "checked"


def test_a_match_that_ends_with_its_table_is_checked_as_far_as_it_went() -> None:
    match = FairMatch().begin()
    for _ in range(12):
        match.step()
    assert match.reveal().kind == "checked"


@pytest.mark.parametrize("kind", [ev.Dealt, ev.Drew, ev.Took, ev.Discarded])
def test_a_card_that_was_shown_and_does_not_follow_is_told(kind: type) -> None:
    match = FairMatch().begin()

    def other(card: Card | None) -> Card | None:
        return None if card is None else Card((card + 1) % 52)

    def lies(message: Happened) -> Happened:
        event = message.event
        match event:
            case ev.Dealt() if kind is ev.Dealt:
                return replace(message, event=replace(event, upcard=other(event.upcard)))
            case ev.Drew() | ev.Took() | ev.Discarded() if type(event) is kind:
                return replace(message, event=replace(event, card=other(event.card)))
            case _:
                return message

    match.hears = lies
    match.play_on().reveal()
    assert "hand 1 does not follow" in differs(match)


def test_a_record_that_is_not_what_was_played_is_told() -> None:
    match = FairMatch().begin().play_on()
    match.plays = [
        replace(play, action=act.DRAW_DISCARD) if play.action == act.DRAW_STOCK else play for play in match.plays
    ]
    match.reveal()
    assert differs(match)


def test_a_record_that_goes_on_where_the_match_did_not_is_told() -> None:
    match = FairMatch().begin()
    for _ in range(12):
        match.step()
    match.plays.append(Play(-1, 99_000, Forfeit(0)))
    match.reveal()
    assert "longer" in differs(match)


def test_a_client_that_missed_some_of_it_checks_what_it_saw() -> None:
    match = FairMatch().begin().play_on(1)
    missed = match.house.n
    match.hears = lambda message: replace(message, n=message.n + 1000)
    match.model = replace(match.model, tables={7: replace(match.model.tables[7], resync=True)})
    for _ in range(5):
        match.step()
    match.hears = lambda message: message
    assert match.model.tables[7].n == missed
    match.hear(match.house.snapshot())
    finding = match.play_on().reveal()
    assert (finding.kind, finding.why) == ("checked", witness.CHECKED_FROM)


def test_a_program_that_comes_later_checks_with_what_an_earlier_run_received() -> None:
    match = FairMatch().begin().play_on(1)
    (seen,) = match.model.witnesses.values()
    receipt = seen.receipt
    assert receipt is not None
    match.enter()
    match.hear(match.house.snapshot())
    ((key, fresh),) = match.model.witnesses.items()
    assert fresh.receipt is None
    match.model = replace(match.model, witnesses={key: witness.restored(fresh, receipt)})
    assert match.play_on().reveal().why == witness.CHECKED_FROM


def test_a_program_that_comes_later_and_received_nothing_cannot_check() -> None:
    match = FairMatch().begin().play_on(1)
    match.enter()
    match.hear(match.house.snapshot())
    finding = match.play_on().reveal()
    assert finding.why == witness.UNKNOWN.format(what=witness.NOT_THERE)


def test_a_match_that_was_over_before_we_came_is_not_judged() -> None:
    match = FairMatch().begin().play_on()
    match.reveal()
    match.enter()
    match.told.clear()
    match.hear(match.house.snapshot())
    assert not match.model.requests
