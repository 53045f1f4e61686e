"""`Later`: a sequence whose members are made when somebody looks at them. Its length is known before.

An encoding has hundreds of names and sentences, and most questions need none of them.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from typing import TypeVar, overload

T = TypeVar("T")


class Later(Sequence[T]):
    """Reads, compares and prints as a tuple, and travels as one."""

    def __init__(self, count: int, make: Callable[[], tuple[T, ...]]) -> None:
        self._count = count
        self._make = make

    @cached_property
    def members(self) -> tuple[T, ...]:
        made = self._make()
        del self._make
        return made

    def __len__(self) -> int:
        return self._count

    def __iter__(self) -> Iterator[T]:
        return iter(self.members)

    @overload
    def __getitem__(self, index: int) -> T: ...

    @overload
    def __getitem__(self, index: slice) -> tuple[T, ...]: ...

    def __getitem__(self, index: int | slice) -> T | tuple[T, ...]:
        return self.members[index]

    def __eq__(self, other: object) -> bool:
        return self is other or (isinstance(other, Sequence) and self.members == tuple(other))

    def __hash__(self) -> int:
        return hash(self.members)

    def __repr__(self) -> str:
        return repr(self.members)

    def __reduce__(self) -> tuple[object, ...]:
        return tuple, (self.members,)
