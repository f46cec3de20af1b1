"""Hands on the wire: a set of cards is a mask inside and a sorted array of cards outside.

Which fields hold hands is read once from the types. The result is a `Plan`: for each tag the fields that hold
hands, or structs that hold hands, each with the function that changes it. Values are changed between msgspec
and msgpack, in plain dicts and lists that nobody else holds.
"""

from collections.abc import Callable, Iterable, Mapping
from types import NoneType, UnionType
from typing import Annotated, Any, Final, Literal, NewType, Union, cast, get_args, get_origin, get_type_hints

from msgspec import Struct

from upcard_protocol.rules.cards import Hand, cards_of
from upcard_protocol.wire.errors import ProtocolError

TAG: Final = "t"
"""The key of every struct's tag."""

Change = Callable[[Any], Any]
"""Turns one plain value into another; what it does not know it leaves for msgspec to refuse."""

_PLAIN: Final = frozenset({int, str, bool, bytes, NoneType})
"""The kinds of single values on the wire; there are no floats and no times."""


def outward(hand: Any) -> Any:
    """Return the sorted array of a hand's cards."""
    return list(cards_of(hand))


def inward(cards: Any) -> Any:
    """Return the hand of a sorted array of cards.

    Raises:
        ProtocolError: `bad_message` for anything but cards 0..51, each higher than the one before.
    """
    if type(cards) is not list:
        raise ProtocolError("bad_message", {"where": "a hand is an array of cards"})
    mask = 0
    last = -1
    for card in cast("list[Any]", cards):
        if type(card) is not int or not last < card <= 51:
            raise ProtocolError("bad_message", {"where": "a hand is a sorted array of cards 0..51"})
        mask |= 1 << card
        last = card
    return mask


def structs_in(types: Iterable[Any]) -> dict[str, type[Struct]]:
    """Return every struct that values of these types can hold, by tag.

    Raises:
        TypeError: if a struct has no tag in `t`, two have the same, one is inside itself, or a type does not
            go over the wire.
    """
    found: dict[str, type[Struct]] = {}
    for kind in types:
        _find(kind, found, ())
    return found


def _find(kind: Any, found: dict[str, type[Struct]], around: tuple[type[Struct], ...]) -> None:
    """Add the structs of one type, `around` being those that it is inside of."""
    kind = _bare(kind)
    if not _is_struct(kind):
        for part in _parts(kind):
            _find(part, found, around)
        return
    config = kind.__struct_config__
    tag = config.tag
    if config.tag_field != TAG or not isinstance(tag, str):
        raise TypeError(f"{kind.__name__} has no tag in {TAG!r}")
    if kind in around:
        raise TypeError(f"{kind.__name__} is inside itself: values could be of any depth")
    if tag not in found:
        found[tag] = kind
        for field in _fields(kind).values():
            _find(field, found, (*around, kind))
    elif found[tag] is not kind:
        raise TypeError(f"{found[tag].__name__} and {kind.__name__} have the same tag {tag!r}")


class Plan:
    """Changes the hands inside plain values, one way: `outward` or `inward`.

    Attributes:
        tags: for each tag that needs it, the fields to change and how.
    """

    def __init__(self, structs: Mapping[str, type[Struct]], leaf: Change) -> None:
        """Work out which fields hold hands.

        Args:
            structs: every struct by tag, as `structs_in` finds them.
            leaf: what is done to a hand.

        Raises:
            TypeError: if a hand is where the array could be taken for something else.
        """
        self._leaf = leaf
        self._holders = _holders(structs.values())
        self.tags: dict[str, tuple[tuple[str, Change], ...]] = {
            tag: tuple(
                (name, change) for name, kind in _fields(struct).items() if (change := self._change(kind)) is not None
            )
            for tag, struct in structs.items()
            if struct in self._holders
        }

    def apply(self, fields: dict[str, Any]) -> dict[str, Any]:
        """Change the hands in the map of one struct, in place, and return it."""
        for name, change in self.tags.get(fields[TAG], ()):
            if name in fields:
                fields[name] = change(fields[name])
        return fields

    def _struct(self, *structs: type[Struct]) -> Change | None:
        """Return what is done to one of these structs; any other is left alone, so types bound the depth."""
        tags = frozenset(str(struct.__struct_config__.tag) for struct in structs if struct in self._holders)

        def change_struct(value: Any) -> Any:
            if type(value) is dict:
                fields = cast("dict[str, Any]", value)
                tag = fields.get(TAG)
                if type(tag) is str and tag in tags:
                    return self.apply(fields)
            return cast("Any", value)

        return change_struct if tags else None

    def _change(self, kind: Any) -> Change | None:
        """Return what is done to a value of this type, None for nothing."""
        kind = _bare(kind)
        if kind is Hand:
            return self._leaf
        if _is_struct(kind):
            return self._struct(kind)
        origin = get_origin(kind)
        arguments = get_args(kind)
        if origin in (Union, UnionType):
            return self._change_one_of(arguments)
        changes = [self._change(part) for part in _parts(kind)]
        if not any(changes):
            return None
        if origin is dict:
            return _each_value(changes[1] or _same)
        if origin is tuple and arguments[-1] is not ...:
            return _each_place(tuple(change or _same for change in changes))
        return _each(changes[0] or _same)

    def _change_one_of(self, kinds: tuple[Any, ...]) -> Change | None:
        some = [_bare(kind) for kind in kinds if kind is not NoneType]
        if all(_is_struct(kind) for kind in some):
            return self._struct(*some)
        changes = [change for kind in some if (change := self._change(kind)) is not None]
        if not changes:
            return None
        if len(some) > 1:
            raise TypeError(f"a hand in {kinds} could be taken for something else")
        return _unless_none(changes[0])


def _holders(structs: Iterable[type[Struct]]) -> frozenset[type[Struct]]:
    """Return the structs that hold hands, themselves or in a struct inside."""
    inside = {struct: _leaves(_fields(struct).values()) for struct in structs}
    holders = {struct for struct, kinds in inside.items() if Hand in kinds}
    while more := {s for s, kinds in inside.items() if s not in holders and not holders.isdisjoint(kinds)}:
        holders |= more
    return frozenset(holders)


def _leaves(kinds: Iterable[Any]) -> frozenset[Any]:
    """Return the single types and structs within types, without looking into structs."""
    found: set[Any] = set()
    rest = list(kinds)
    while rest:
        kind = _bare(rest.pop())
        parts = () if kind is Hand or _is_struct(kind) else _parts(kind)
        rest.extend(parts)
        if not parts and get_origin(kind) is not Literal:
            found.add(kind)
    return frozenset(found)


def _fields(struct: type[Struct]) -> dict[str, Any]:
    """Return the resolved types of a struct's fields by the name they have on the wire."""
    hints = get_type_hints(struct, include_extras=True)
    names = zip(struct.__struct_fields__, struct.__struct_encode_fields__, strict=True)
    return {encoded: hints[name] for name, encoded in names}


def _bare(kind: Any) -> Any:
    """Return a type without its bounds, and without its name unless that is Hand."""
    while kind is not Hand:
        if get_origin(kind) is Annotated:
            kind = get_args(kind)[0]
        elif isinstance(kind, NewType):
            kind = kind.__supertype__
        else:
            break
    return kind


def _parts(kind: Any) -> tuple[Any, ...]:
    """Return the types that a type is made of, none for a single value.

    Raises:
        TypeError: if the type does not go over the wire.
    """
    if kind is Hand or kind in _PLAIN:
        return ()
    origin = get_origin(kind)
    if origin is Literal:
        return ()
    if origin in (Union, UnionType, tuple, dict, list, frozenset):
        return tuple(part for part in get_args(kind) if part is not ...)
    raise TypeError(f"{kind!r} does not go over the wire")


def _is_struct(kind: Any) -> bool:
    return isinstance(kind, type) and issubclass(kind, Struct)


def _same(value: Any) -> Any:
    return value


def _unless_none(change: Change) -> Change:
    return lambda value: None if value is None else change(value)


def _each(change: Change) -> Change:
    def change_each(value: Any) -> Any:
        if isinstance(value, list | tuple | frozenset):
            return [change(item) for item in cast("Iterable[Any]", value)]
        return value

    return change_each


def _each_place(changes: tuple[Change, ...]) -> Change:
    def change_each_place(value: Any) -> Any:
        if isinstance(value, list | tuple):
            items = cast("list[Any]", value)
            if len(items) == len(changes):
                return [change(item) for change, item in zip(changes, items, strict=True)]
        return cast("Any", value)

    return change_each_place


def _each_value(change: Change) -> Change:
    def change_each_value(value: Any) -> Any:
        if type(value) is dict:
            items = cast("dict[Any, Any]", value)
            return {key: change(item) for key, item in items.items()}
        return value

    return change_each_value
