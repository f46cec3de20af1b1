"""What a refusal is; what it says is in `errors.SENTENCES`, or in the table of whichever layer refused."""

from msgspec import Struct

Value = int | str


class Refusal(Struct, frozen=True, tag="refusal", tag_field="t"):
    """Why something may not be done: a code and the values that its sentence names."""

    code: str
    values: dict[str, Value] = {}
