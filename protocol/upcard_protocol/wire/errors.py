"""What the wire and the server refuse: every code, whose fault it is, and its sentence.

Codes of the rules are in `upcard_protocol.rules.errors`; no code is in both tables. A sentence says what
happened and what to do, in words that both fronts can show as they stand.
"""

from collections.abc import Mapping
from enum import Enum
from typing import Final, NamedTuple

from upcard_protocol.rules.errors import SENTENCES as RULES_SENTENCES
from upcard_protocol.rules.errors import Refusal, Value


class Fault(Enum):
    """What becomes of the connection when an error is met."""

    FATAL = "fatal"
    """The peer is told with `bye`, then the connection is closed."""
    REQUEST = "request"
    """The request is answered with the refusal; the connection goes on."""
    SERVER = "server"
    """Not the asker's fault: the request is answered, and may be tried again later."""


class Entry(NamedTuple):
    """One row of the table of codes."""

    fault: Fault
    sentence: str


def _entries(fault: Fault, sentences: Mapping[str, str]) -> dict[str, Entry]:
    return {code: Entry(fault, sentence) for code, sentence in sentences.items()}


CODES: Final[Mapping[str, Entry]] = {
    **_entries(
        Fault.FATAL,
        {
            # bytes and messages
            "bad_frame": "What was sent is no message of Upcard: connect again.",
            "too_large": "What was sent is larger than {limit} bytes: connect again.",
            "bad_message": "What was sent does not fit the protocol ({where}): connect again.",
            "wrong_time": "What was sent ({what}) comes at the wrong time: connect again.",
            "not_upcard": "That is no Upcard server: check address and port, with tls:// before an encrypted one.",
            "silent": "Nothing was heard for {seconds} seconds: connect again.",
            # getting in
            "version": (
                "Server and program are of different versions (protocol {server_lo} to {server_hi} there, "
                "{client_lo} to {client_hi} here): update the older one."
            ),
            "login_timeout": "Logging in took longer than {seconds} seconds: connect again.",
            "password_required": "This server asks for a password: enter it and connect again.",
            "bad_password": "That is not the password of this server: enter it again.",
            "bad_name": "The name {name} cannot be used: {why}.",
            "name_taken": "The name {name} is taken on this server: choose another.",
            "bad_token": "This server does not know your token any more: connect again to log in anew.",
            "password_wait": "Too many wrong passwords came from your address: wait {seconds} seconds.",
            "full": "The server is full: try again later.",
            "newcomers": "Too many new names came from your address: try again in {seconds} seconds.",
            "too_many_connections": "Too many connections come from your address: close one and try again.",
            # being sent away
            "superseded": "You are connected from somewhere else now; this connection was closed.",
            "kicked": "Whoever runs this server has closed your connection.",
            "slow": "Your connection could not keep up and was closed: connect again to go on.",
            "flood": "Too much was sent at once: connect again in {seconds} seconds.",
            "shutting_down": "The server is going down: your table is kept. Come back in {seconds} seconds.",
            "failed": "Something went wrong on the server (incident {incident}): connect again.",
            "leaving": "The other side has left.",
        },
    ),
    **_entries(
        Fault.REQUEST,
        {
            # tables and seats
            "no_such_table": "There is no table {table}: it may have closed. Choose another in the lobby.",
            "not_watching": "You are neither at this table nor watching it: watch it first.",
            "bad_code": "That is not the code of this table: ask whoever opened it.",
            "no_spectators": "This table cannot be watched.",
            "spectators_full": "This table has as many spectators as it can have: try again later.",
            "too_many_tables": "You can have {limit} tables at once: leave one first.",
            "no_tables_left": "The server has as many tables as it can hold: sit down at one that is open.",
            "guest": "A guest can only watch: connect with a name to play.",
            "no_record": "You cannot have match {match} of table {table}: it is not over, or others played it.",
            "forbidden": "You may not do that here.",
            # people
            "blocked": "Somebody at this table does not want to play with you: choose another one.",
            "nobody": "There is nobody like that on this server.",
            "blocks_full": "You have blocked {limit} people, and that is all one can: take one back first.",
            # text
            "bad_text": "That text cannot be sent: {why}.",
            # exactly once
            "stale_decision": "The table has moved on since: look again, then choose.",
            "cseq_gap": "A move before this one is missing: send number {expected} next.",
            "cseq_old": "That move was answered long ago; {expected} is the next number.",
            "rid_old": "That request was answered long ago: send it with a new number.",
            "gone": "The events after {n} are not kept any more: take the snapshot.",
            # limits
            "rate": "You are sending too fast: wait {seconds} seconds.",
        },
    ),
    **_entries(
        Fault.SERVER,
        {
            "busy": "The server is busy: try again in a moment.",
            "storage": "The server cannot write to its disk, so nothing was changed: tell whoever runs it.",
            "internal": "Something went wrong on the server (incident {incident}): nothing was changed.",
            "closing": "The server goes down in {seconds} seconds: no table can be opened until it is back.",
            "frozen": "This table was played with another version of the rules and can only be exported.",
        },
    ),
}
"""Every code of the wire and the server, with its class and its sentence."""

SENTENCES: Final[Mapping[str, str]] = {
    **RULES_SENTENCES,
    **{code: entry.sentence for code, entry in CODES.items()},
}
"""Code -> sentence for everything that can be refused, rules included."""


def fault_of(code: str) -> Fault:
    """Return the class of a code; codes of the rules and codes not known here are refusals of one request."""
    entry = CODES.get(code)
    return entry.fault if entry is not None else Fault.REQUEST


class ProtocolError(Exception):
    """Something that came over the wire, or was about to go, breaks the protocol.

    Attributes:
        code: a key of `SENTENCES`.
        values: what its sentence names.
        rid: the request to answer, where the error concerns one request and its number could be read.
    """

    def __init__(self, code: str, values: Mapping[str, Value] | None = None, *, rid: int | None = None) -> None:
        if code not in SENTENCES:
            raise KeyError(f"{code} is no error code")
        self.code = code
        self.values: Mapping[str, Value] = dict(values or {})
        self.rid = rid
        details = ", ".join(f"{name}={value!r}" for name, value in self.values.items())
        super().__init__(f"{code} ({details})" if details else code)

    @property
    def fault(self) -> Fault:
        """What becomes of the connection."""
        return fault_of(self.code)

    @property
    def fatal(self) -> bool:
        """True if the connection ends with it."""
        return self.fault is Fault.FATAL

    @property
    def refusal(self) -> Refusal:
        """The code and values as one value, as `refused` and `bye` carry them."""
        return Refusal(self.code, dict(self.values))
