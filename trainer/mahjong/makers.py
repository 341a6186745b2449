"""Making the named tuples of which every score makes several."""

from collections.abc import Callable
from functools import partial
from typing import Any, TypeVar, cast

_Made = TypeVar("_Made", bound=tuple[Any, ...])


def maker(of: type[_Made]) -> Callable[[tuple[Any, ...]], _Made]:
    """What makes a named tuple of all its fields, in their order, twice as fast as calling its class."""
    return cast(Callable[[tuple[Any, ...]], _Made], partial(tuple.__new__, of))
