"""`BaseSession`: the small parts that every session shares."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import count
from types import TracebackType
from typing import Self

from entails.models.errors import UnsupportedCapability


class BaseSession:
    """Closes itself at the end of a `with` block; refuses what its engine cannot do."""

    engine_name = "this engine"

    def close(self) -> None:
        """Give back what the session holds; harmless when called twice."""

    def cannot(self, what: str) -> UnsupportedCapability:
        return UnsupportedCapability(f"engine {self.engine_name} cannot {what}")

    def propagate(self, assume: Sequence[int] = ()) -> tuple[bool, tuple[int, ...]]:
        del assume
        raise self.cannot("propagate")

    def add(self, clauses: Iterable[Sequence[int]], own: int | None = None) -> int:
        del clauses, own
        raise self.cannot("take further clauses")

    def drop(self, added: int) -> None:
        del added
        raise self.cannot("take further clauses")

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


@dataclass(frozen=True)
class Addition:
    """Clauses that were added in the scope of this depth; variables from `own` on are theirs alone."""

    clauses: tuple[tuple[int, ...], ...]
    own: int
    depth: int


class ForgetfulSession(BaseSession):
    """For an engine that keeps nothing between questions: what was blocked and added is told again with each of them.

    The encoding has so many `variables`; auxiliaries of additions are numbered behind them.
    """

    def __init__(self, variables: int) -> None:
        self._variables = variables
        self._blocked: list[tuple[int, ...]] = []
        self._additions: dict[int, Addition] = {}
        self._numbers = count(1)
        self._scopes: list[int] = []

    def block(self, facts: Sequence[int]) -> None:
        self._blocked.append(tuple(-fact for fact in facts))

    def add(self, clauses: Iterable[Sequence[int]], own: int | None = None) -> int:
        number, said = next(self._numbers), tuple(tuple(clause) for clause in clauses)
        self._additions[number] = Addition(said, self._variables + 1 if own is None else own, len(self._scopes))
        return number

    def drop(self, added: int) -> None:
        del self._additions[added]

    def push(self) -> None:
        self._scopes.append(len(self._blocked))

    def pop(self) -> None:
        ended = len(self._scopes)
        self._additions = {number: one for number, one in self._additions.items() if one.depth < ended}
        del self._blocked[self._scopes.pop() :]

    def _told(self) -> Iterator[tuple[int, tuple[int, ...]]]:
        """The clauses to tell besides the encoding's, each with the number of its addition, 0 for what is blocked."""
        yield from ((0, clause) for clause in self._blocked)
        fresh = count(self._variables + 1)
        for number, one in self._additions.items():
            yield from ((number, clause) for clause in renamed(one.clauses, one.own, partial(next, fresh)))


def renamed(clauses: Iterable[Sequence[int]], own: int, fresh: Callable[[], int]) -> Iterator[tuple[int, ...]]:
    """Clauses in which every variable from `own` on is a fresh one."""
    names: defaultdict[int, int] = defaultdict(fresh)
    for clause in clauses:
        if any(abs(lit) >= own for lit in clause):
            yield tuple(lit if abs(lit) < own else names[lit] if lit > 0 else -names[-lit] for lit in clause)
        else:
            yield tuple(clause)
