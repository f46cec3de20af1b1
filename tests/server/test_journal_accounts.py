"""Names, tokens and kept answers."""

from pathlib import Path

import pytest

from upcard_server.journal import Answer, Append, Entry, Journal, NewTable, User, open_journal
from upcard_server.journal.accounts import ANSWERS_KEPT, GUEST_HELD_MS, NAME_HELD_MS
from upcard_server.journal.datadir import DATABASE

ANNA = b"a" * 32
BORIS = b"b" * 32


async def sign_up(
    journal: Journal, token: bytes, name: str, *, now_ms: int = 0, guest: bool = False, in_use: tuple[int, ...] = ()
) -> User | None:
    return await journal.sign_up(
        token=token, name=name, skeleton=name.casefold(), guest=guest, now_ms=now_ms, in_use=in_use
    )


async def test_a_token_brings_its_holder_back_after_a_restart(tmp_path: Path) -> None:
    async with open_journal(tmp_path) as journal:
        anna = await sign_up(journal, ANNA, "Anna")
    async with open_journal(tmp_path) as journal:
        back = await journal.sign_in(ANNA, 7)
        assert await journal.sign_in(BORIS, 7) is None
        assert anna is not None
        assert back == User(id=anna.id, name="Anna", guest=False, last_login_ms=7)
        assert await journal.user(anna.id) == back


async def test_tokens_are_not_in_the_database(tmp_path: Path) -> None:
    async with open_journal(tmp_path) as journal:
        await sign_up(journal, ANNA, "Anna")
    assert ANNA not in (tmp_path / DATABASE).read_bytes()


async def test_a_name_is_held_for_thirty_days_after_the_last_login(tmp_path: Path) -> None:
    async with open_journal(tmp_path) as journal:
        anna = await sign_up(journal, ANNA, "Anna")
        await journal.sign_in(ANNA, 1000)
        assert await sign_up(journal, BORIS, "ANNA", now_ms=1000 + NAME_HELD_MS - 1) is None
        heir = await sign_up(journal, BORIS, "ANNA", now_ms=1000 + NAME_HELD_MS)
        assert anna is not None
        assert heir is not None
        assert heir.id != anna.id
        assert await journal.sign_in(ANNA, 2000 + NAME_HELD_MS) is None


async def test_a_name_is_held_while_its_holder_is_seated(tmp_path: Path) -> None:
    async with open_journal(tmp_path) as journal:
        anna = await sign_up(journal, ANNA, "Anna")
        assert anna is not None
        assert await sign_up(journal, BORIS, "anna", now_ms=2 * NAME_HELD_MS, in_use=(anna.id,)) is None


async def test_a_released_name_is_free_at_once_and_its_old_token_worth_nothing(tmp_path: Path) -> None:
    async with open_journal(tmp_path) as journal:
        anna = await sign_up(journal, ANNA, "Anna")
        assert await journal.release("anna") == anna
        assert await journal.release("anna") is None
        assert await journal.sign_in(ANNA, 1) is None
        boris = await sign_up(journal, BORIS, "Anna")
        assert anna is not None
        assert boris is not None
        assert boris.id > anna.id


async def test_guests_not_seen_for_long_are_forgotten_unless_they_sit(tmp_path: Path) -> None:
    async with open_journal(tmp_path) as journal:
        gone = await sign_up(journal, b"1" * 32, "guest-1", guest=True)
        seated = await sign_up(journal, b"2" * 32, "guest-2", guest=True)
        fresh = await sign_up(journal, b"3" * 32, "guest-3", guest=True, now_ms=100)
        anna = await sign_up(journal, ANNA, "Anna")
        assert gone is not None
        assert seated is not None
        assert fresh is not None
        assert anna is not None
        assert await journal.forget_guests(50, {seated.id}) == 1
        assert await journal.user(gone.id) is None
        assert [await journal.user(one.id) for one in (seated, fresh, anna)] == [seated, fresh, anna]


async def test_the_name_of_a_guest_passes_on_after_ten_minutes_so_that_they_never_run_out(tmp_path: Path) -> None:
    async with open_journal(tmp_path) as journal:
        first = await sign_up(journal, b"1" * 32, "guest-1", guest=True)
        assert first is not None
        assert await sign_up(journal, b"2" * 32, "guest-1", guest=True, now_ms=GUEST_HELD_MS - 1) is None
        assert (
            await sign_up(journal, b"2" * 32, "guest-1", guest=True, now_ms=GUEST_HELD_MS, in_use=(first.id,)) is None
        )
        assert await sign_up(journal, b"2" * 32, "guest-1", guest=True, now_ms=GUEST_HELD_MS) is not None
        assert await journal.user(first.id) is None


async def test_the_last_64_answers_are_kept_in_order(tmp_path: Path) -> None:
    async with open_journal(tmp_path) as journal:
        for rid in range(ANSWERS_KEPT + 10):
            await journal.commit(Answer(1, 1000 - rid, b"answer %d" % rid))
        await journal.commit(Answer(2, 5, b"other"))
    async with open_journal(tmp_path) as journal:
        kept = await journal.answers(1)
        assert list(kept.items()) == [(1000 - rid, b"answer %d" % rid) for rid in range(10, ANSWERS_KEPT + 10)]
        assert await journal.answers(2) == {5: b"other"}
        assert await journal.answers(3) == {}


async def test_an_answer_is_kept_with_what_its_request_changed_or_not_at_all(tmp_path: Path) -> None:
    line = Entry(at_ms=1, kind="sit", body=b"")
    async with open_journal(tmp_path) as journal:
        await journal.commit(NewTable("a", 1, "gin", 1))
        await journal.append("a", (line,), Answer(1, 1, b"seated"))
        with pytest.raises(LookupError):
            await journal.commit(Answer(1, 2, b"never"), Append("missing", (line,)))
        assert await journal.answers(1) == {1: b"seated"}


async def test_answers_go_with_their_user(tmp_path: Path) -> None:
    async with open_journal(tmp_path) as journal:
        anna = await sign_up(journal, ANNA, "Anna")
        assert anna is not None
        await journal.commit(Answer(anna.id, 1, b"yes"))
        await journal.release("anna")
        assert await journal.answers(anna.id) == {}
