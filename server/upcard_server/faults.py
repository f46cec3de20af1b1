"""Exception groups, as nurseries raise them."""

from typing import TypeVar, cast

E = TypeVar("E", bound=BaseException)


def leaves(group: BaseExceptionGroup[E]) -> list[E]:
    """Return the exceptions in a group, however deep they are."""
    found: list[E] = []
    for error in group.exceptions:
        if isinstance(error, BaseExceptionGroup):
            found += leaves(cast("BaseExceptionGroup[E]", error))
        else:
            found.append(error)
    return found
