"""What a client that is logged in may ask.

Every request but `act` has a `rid`, a number that the client never uses twice with one token, and is answered once:
by `done` or by `refused` with that number. `act` is answered by `acted` or `act_refused`.
"""

from typing import Annotated

from msgspec import Meta, Struct

from upcard_protocol.rules.game import Seat
from upcard_protocol.rules.games import GameAction, GameOptions
from upcard_protocol.table import Asking, BotLevel, TableOptions
from upcard_protocol.wire.handshake import Count, Key, TableId, UserId

Rid = Annotated[int, Meta(ge=1, le=(1 << 32) - 1)]
"""The number of a request, never used twice with one token."""
Cseq = Annotated[int, Meta(ge=1, le=(1 << 32) - 1)]
"""The number of an accepted act of a seat's holder, from 1."""
ChatText = Annotated[str, Meta(min_length=1, max_length=400)]
"""One line of chat, in characters; `check_text` has the rest: NFC, 200 cells, nothing that cannot be shown."""
TableCode = Annotated[str, Meta(min_length=1, max_length=32)]


class Lobby(Struct, frozen=True, tag="lobby", tag_field="t"):
    """Ask for the tables, and from `after` 0 on hear of every change until `lobby_off`. Answer: `tables`."""

    rid: Rid
    after: Annotated[int, Meta(ge=0, le=(1 << 32) - 1)] = 0
    """The page begins behind this table; 0 is the first page."""


class LobbyOff(Struct, frozen=True, tag="lobby_off", tag_field="t"):
    """Hear no more of the lobby. No answer beyond `done`."""

    rid: Rid


class Players(Struct, frozen=True, tag="players", tag_field="t"):
    """Ask who is on the server. Answer: `people`."""

    rid: Rid
    after: Annotated[int, Meta(ge=0, le=1 << 53)] = 0
    """The page begins behind this person; 0 is the first page."""


class Look(Struct, frozen=True, tag="look", tag_field="t"):
    """Ask for the options of a table, whoever may sit there. Answer: `described`."""

    rid: Rid
    table: TableId


MAX_BOTS: int = 6
"""Most bots that a new table is filled with: then nobody sits down, and it is watched."""


class NewTable(Struct, frozen=True, kw_only=True, tag="new_table", tag_field="t"):
    """Open a table and sit down at its first seat. Answer: `seated`; the snapshot follows.

    With as many bots as seats nobody sits down: the table is watched, and the answer is `described`.
    """

    rid: Rid
    options: TableOptions
    game: GameOptions
    seats: Annotated[int, Meta(ge=2, le=6)] = 2
    bots: Annotated[int, Meta(ge=0, le=MAX_BOTS)] = 0
    """So many seats are filled at once with bots of the table's level."""


class TakeSeat(Struct, frozen=True, tag="sit", tag_field="t"):
    """Sit down at a table, at this seat or any. Answer: `seated`; the snapshot follows.

    Whoever holds a seat there already comes back to it: that is how one returns after a new login.
    """

    rid: Rid
    table: TableId
    seat: Seat | None = None
    code: TableCode | None = None


class LeaveTable(Struct, frozen=True, tag="leave", tag_field="t"):
    """Give up the seat. In a match the seat is kept for a while, as the table's `on_gone` says."""

    rid: Rid
    table: TableId


class Watch(Struct, frozen=True, tag="watch", tag_field="t"):
    """Watch a table. The snapshot follows."""

    rid: Rid
    table: TableId


class Unwatch(Struct, frozen=True, tag="unwatch", tag_field="t"):
    """Watch it no more."""

    rid: Rid
    table: TableId


class Resume(Struct, frozen=True, tag="resume", tag_field="t"):
    """Go on with a table after a new login, seated or watching; event `n` was the last that came.

    Answer: `resumed`; the missing events follow, or a snapshot in their place.
    """

    rid: Rid
    table: TableId
    n: Count


class AddBot(Struct, frozen=True, tag="add_bot", tag_field="t"):
    """Let a bot sit down, at this seat or any. Answer: `seated` with the bot's seat."""

    rid: Rid
    table: TableId
    level: BotLevel = "normal"
    seat: Seat | None = None


class RemoveBot(Struct, frozen=True, tag="remove_bot", tag_field="t"):
    """Let a bot get up, when no match is played."""

    rid: Rid
    table: TableId
    seat: Seat


class Ready(Struct, frozen=True, tag="ready", tag_field="t"):
    """Be ready for a match; once a match is over this is the vote for another one."""

    rid: Rid
    table: TableId
    commitment: Key | None = None
    """To the seed that this client will put into the shuffle; none means no seed. The last one before
    `table.committed` counts."""


class ShowSeed(Struct, frozen=True, tag="seed", tag_field="t"):
    """Show the seed, after `table.committed`, whose commitment came with `ready`. There are two seconds for it."""

    rid: Rid
    table: TableId
    seed: Key


class GetRecord(Struct, frozen=True, tag="record", tag_field="t"):
    """Ask for what was done in a match whose seed is open; for those who played it. Answer: `recorded`."""

    rid: Rid
    table: TableId
    """Which may be closed by now."""
    match: Annotated[int, Meta(ge=1, le=(1 << 32) - 1)]
    """Which match of the table, from 1."""
    after: Annotated[int, Meta(ge=0, le=(1 << 32) - 1)] = 0
    """The page begins behind so many plays."""


class MyMatches(Struct, frozen=True, tag="my_matches", tag_field="t"):
    """Ask which matches the asker has played that are over, the last that ended first. Answer: `matches`.

    A server that knows this request has `matches` among the `caps` of its welcome.
    """

    rid: Rid
    before: Count = 0
    """The page begins below this number; 0 is the first page."""


class GiveUp(Struct, frozen=True, tag="give_up", tag_field="t"):
    """Give up the hand in play (RULES 3.10)."""

    rid: Rid
    table: TableId


class AskPause(Struct, frozen=True, tag="ask_pause", tag_field="t"):
    """Ask the other players for a pause; it begins once all who are here agree."""

    rid: Rid
    table: TableId


class AskSeat(Struct, frozen=True, tag="ask_seat", tag_field="t"):
    """Ask the players for a seat whose person left for good, while watching. Once they agree a snapshot follows."""

    rid: Rid
    table: TableId
    seat: Seat
    code: TableCode | None = None


class Vote(Struct, frozen=True, tag="vote", tag_field="t"):
    """Answer what a player or a spectator asks."""

    rid: Rid
    table: TableId
    number: Asking
    """The number of what is answered: of `table.pause_asked` or `table.seat_asked`."""
    agree: bool


class PlayOn(Struct, frozen=True, tag="play_on", tag_field="t"):
    """End the pause."""

    rid: Rid
    table: TableId


class Chat(Struct, frozen=True, tag="chat", tag_field="t"):
    """Say a line at a table, or in the lobby (no table)."""

    rid: Rid
    table: TableId | None
    text: ChatText


class Block(Struct, frozen=True, tag="block", tag_field="t"):
    """Want nothing more to do with somebody, or take that back.

    What the blocked person says is not sent to whoever blocks, and the person cannot sit down where that one sits. It
    holds for as long as both names are held.
    """

    rid: Rid
    user: UserId
    blocked: bool = True


class Act(Struct, frozen=True, tag="act", tag_field="t"):
    """Act in the match."""

    table: TableId
    cseq: Cseq
    """One more than the last accepted act of this seat's holder; the snapshot has that one."""
    dp: Count
    """The number of the decision this answers: `decision` of the view."""
    action: GameAction


Request = (
    Lobby
    | LobbyOff
    | Players
    | Look
    | NewTable
    | TakeSeat
    | LeaveTable
    | Watch
    | Unwatch
    | Resume
    | AddBot
    | RemoveBot
    | Ready
    | ShowSeed
    | GetRecord
    | MyMatches
    | GiveUp
    | AskPause
    | AskSeat
    | Vote
    | PlayOn
    | Chat
    | Block
)
"""Everything with a `rid`."""
