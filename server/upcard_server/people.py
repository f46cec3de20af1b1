"""Who is on the server: people and guests, each with at most one connection."""

import secrets
from collections import OrderedDict
from collections.abc import Callable, Collection
from typing import Final, Protocol

import trio

from upcard_protocol.wire.clean import check_name, skeleton
from upcard_protocol.wire.errors import ProtocolError
from upcard_protocol.wire.handshake import Login
from upcard_server.audience import Ear
from upcard_server.bucket import Bucket
from upcard_server.clock import now_ms
from upcard_server.journal import Journal
from upcard_server.journal.records import User

ANSWERS: Final = 64
"""Answers to numbered requests kept for each person; the journal keeps as many."""

CHANGES_BURST_S: Final = 10.0
"""So many seconds' worth of changes may come at once."""

CHAT_BURST_S: Final = 5.0
"""So many seconds' worth of chat may come at once."""

REMEMBERED: Final = 1000
"""So many people who have left are kept in memory: anybody may come by any number of names."""

GUEST_TRIES: Final = 8
"""A guest's name is drawn again this often if it is taken."""


class Link(Ear, Protocol):
    """A connection as the people's register sees it."""

    def close(self, error: ProtocolError) -> None:
        """Say bye and close."""
        ...


class Person:
    """Somebody who is, or was, logged in since the server started.

    Attributes:
        user: who it is.
        link: the connection, or None.
        answers: the stored replies to numbered requests, oldest first.
        blocked: users whom the person wants to hear nothing of.
        chat: what the person may still say; a new connection brings no new one.
        changes: what the person may still change of what others see; nor of this.
        sitting_down: how many seats the person is about to have, as soon as that is stored.
        in_turn: held while a request is carried out. What was asked over a connection that was superseded may be
            under way still when it is asked again over the new one.
    """

    def __init__(self, user: User, answers: dict[int, bytes], chat: Bucket, changes: Bucket) -> None:
        """Know somebody by the journal's record."""
        self.user = user
        self.link: Link | None = None
        self.answers = OrderedDict(answers)
        self.chat = chat
        self.changes = changes
        self.blocked: frozenset[int] = frozenset()
        self.sitting_down = 0
        self.in_turn = trio.Lock()

    def remember(self, rid: int, reply: bytes) -> None:
        """Keep the reply to a request, and forget the oldest beyond `ANSWERS`."""
        self.answers[rid] = reply
        while len(self.answers) > ANSWERS:
            self.answers.popitem(last=False)

    def too_old(self, rid: int) -> bool:
        """Say whether the answer to a request may be forgotten already: numbers go up with one token."""
        return len(self.answers) >= ANSWERS and rid < min(self.answers)


class People:
    """The register of who is here."""

    def __init__(self, journal: Journal, chat_per_second: float, changes_per_second: float) -> None:
        """Stand before the journal, which keeps names and tokens.

        Args:
            journal: the journal.
            chat_per_second: lines that one person may say in a second, on average.
            changes_per_second: changes that one person may make in a second, on average.
        """
        self._journal = journal
        self._chat_per_second = chat_per_second
        self._changes_per_second = changes_per_second
        self._known: dict[int, Person] = {}
        self._absent: OrderedDict[int, None] = OrderedDict()
        """Those of them who have left, the longest ago first."""

    def __iter__(self):
        """Iterate over the people who are connected."""
        return (person for person in self._known.values() if person.link is not None)

    @property
    def connected(self) -> int:
        """How many are connected."""
        return sum(1 for _ in self)

    def is_here(self, user: int) -> bool:
        """Say whether somebody is connected."""
        person = self._known.get(user)
        return person is not None and person.link is not None

    def called(self, name: str) -> Person | None:
        """Return who is connected under a name, or one that looks like it."""
        shape = skeleton(name)
        return next((person for person in self if skeleton(person.user.name) == shape), None)

    def deaf_to(self, user: int) -> frozenset[Ear]:
        """Return the connections of those who have blocked a user."""
        return frozenset(person.link for person in self if person.link is not None and user in person.blocked)

    async def log_in(
        self, login: Login, seated: Collection[int], newcomer: Callable[[], None]
    ) -> tuple[Person, bytes]:
        """Return who logs in, and the token that proves it next time.

        Args:
            login: what the client said; any password was proved before.
            seated: users who hold a seat, whose names nobody may take.
            newcomer: called before somebody who is not known gets a name; refuses by raising.

        Raises:
            ProtocolError: `bad_name`, `name_taken`, `bad_token`, or what `newcomer` raises.
        """
        if login.token is not None:
            user = await self._journal.sign_in(login.token, now_ms())
            if user is not None:
                return await self._person(user), login.token
            if login.name is None:
                raise ProtocolError("bad_token")
        newcomer()
        token = secrets.token_bytes(32)
        in_use = {*seated, *(person.user.id for person in self)}
        user = (
            await self._guest(token, in_use) if login.name is None else await self._named(login.name, token, in_use)
        )
        return await self._person(user), token

    def forget(self, person: Person) -> None:
        """Note that somebody has left. Guests are dropped from memory, and people when too many others left since.

        The journal keeps names and answers, so that they come back to both.
        """
        if person.user.guest:
            self._known.pop(person.user.id, None)
            return
        self._absent[person.user.id] = None
        self._absent.move_to_end(person.user.id)
        while len(self._absent) > REMEMBERED:
            user, _ = self._absent.popitem(last=False)
            self._known.pop(user, None)

    async def _named(self, name: str, token: bytes, in_use: Collection[int]) -> User:
        check_name(name)
        user = await self._journal.sign_up(
            token=token, name=name, skeleton=skeleton(name), guest=False, now_ms=now_ms(), in_use=in_use
        )
        if user is None:
            raise ProtocolError("name_taken", {"name": name})
        return user

    async def _guest(self, token: bytes, in_use: Collection[int]) -> User:
        for _ in range(GUEST_TRIES):
            name = f"guest-{secrets.token_hex(2)}"
            user = await self._journal.sign_up(
                token=token, name=name, skeleton=skeleton(name), guest=True, now_ms=now_ms(), in_use=in_use
            )
            if user is not None:
                return user
        raise ProtocolError("full")

    async def _person(self, user: User) -> Person:
        person = self._known.get(user.id)
        if person is None:
            answers = await self._journal.answers(user.id)
            # Another login of the same user may have got here first while this one waited.
            now = trio.current_time()
            chat = Bucket(self._chat_per_second, CHAT_BURST_S, now)
            changes = Bucket(self._changes_per_second, CHANGES_BURST_S, now)
            blocked = await self._journal.blocked_by(user.id)
            person = self._known.setdefault(user.id, Person(user, answers, chat, changes))
            person.blocked = blocked
        self._absent.pop(user.id, None)
        return person
