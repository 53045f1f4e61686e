"""An engine that returns false results on demand, to test that no single engine is trusted."""

from collections.abc import Callable, Collection, Sequence
from typing import Any

from entails.models.encoding import Encoding
from entails.models.limits import Limits, Options
from entails.models.outcome import Outcome
from entails.solvers.engine import BaseSession, Engine, Session
from entails.solvers.engine import engine as engine_named

Lie = Callable[[int, Outcome[Any]], Outcome[Any]]
"""Function from the number of the query (from 1) and the honest outcome to the returned outcome."""


class Liar(Engine):
    """MiniSat with the function `lie`, which can change every outcome."""

    def __init__(self, lie: Lie) -> None:
        self._honest = engine_named("minisat22")
        super().__init__("liar", "not to be believed", self._honest.accepts, self._honest.capabilities)
        self._lie = lie

    def open_here(self, encoding: Encoding[Any], limits: Limits, options: Options) -> Session[Any]:
        return LyingSession(self._honest.open(encoding, limits, options), self._lie)


class LyingSession(BaseSession):
    engine_name = "liar"

    def __init__(self, honest: Session[Any], lie: Lie) -> None:
        self._honest = honest
        self._lie = lie
        self._calls = 0

    def solve(self, assume: Sequence[int] = (), groups: Collection[int] | None = None) -> Outcome[Any]:
        self._calls += 1
        return self._lie(self._calls, self._honest.solve(assume, groups))

    def block(self, facts: Sequence[int]) -> None:
        self._honest.block(facts)

    def propagate(self, assume: Sequence[int] = ()) -> tuple[bool, tuple[int, ...]]:
        return self._honest.propagate(assume)

    def push(self) -> None:
        self._honest.push()

    def pop(self) -> None:
        self._honest.pop()

    def close(self) -> None:
        self._honest.close()
