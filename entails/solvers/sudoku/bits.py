"""The engine `bits`: classic 9x9 grids, and nothing else, on a compiled kernel. `bits_batch` takes thousands at once.

It knows only the classic 9x9 rules (and pencil marks), which is why it is fast; the engines that can explain stay the
default for a single grid. The kernel works in slices of a few milliseconds, and between slices the clock and Ctrl-C are
looked at, so it needs neither a thread nor a worker to keep its limits.
"""

import time
from collections.abc import Collection, Generator, Sequence
from functools import cache
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, Final, TypeVar

import numpy as np
from numpy.typing import NDArray

from entails.models.encoding import Encoding, Native
from entails.models.errors import InvalidStatement
from entails.models.limits import Limits, Options
from entails.models.outcome import EndReason, Outcome, Reason, Satisfied, Stats, Undecided, Unsatisfiable
from entails.models.sudoku import Grid, Shape
from entails.solvers.base import Session
from entails.solvers.budget import Budget
from entails.solvers.engine import Engine
from entails.solvers.session import BaseSession

if TYPE_CHECKING:
    from entails.solvers.kernels.sudoku_bits import Search

A = TypeVar("A")
Digits = NDArray[np.uint8]

CLASSIC: Final = Shape.classic(9)
SLICE: Final = 4096
"""Branches that the kernel makes before it comes back to look at the clock: a few milliseconds."""


class BitsEngine(Engine):
    """Bit bands, compiled: the fast path for classic 9x9 grids."""

    def __init__(self) -> None:
        super().__init__(
            "bits",
            "compiled bit solver for classic 9x9 Sudoku",
            frozenset({"native"}),
            frozenset({"assume", "enumerate", "interrupt", "nodes"}),
        )

    def missing(self) -> str | None:
        return None if find_spec("numba") else "the package numba is not installed"

    def load(self) -> None:
        warm()

    def refuses_puzzle(self, puzzle: object) -> str | None:
        if isinstance(puzzle, Grid) and puzzle.shape == CLASSIC:
            return None
        other = f", not the shape {puzzle.shape.name[:20]}" if isinstance(puzzle, Grid) else ""
        return f"engine bits takes classic 9x9 Sudoku grids only{other}"

    def open_here(self, encoding: Encoding[A], limits: Limits, options: Options) -> Session[A]:
        del options
        assert isinstance(encoding, Native)
        session: Session[Any] = BitsSession(encoding.puzzle, limits)
        return session


ENGINE = BitsEngine()


class BitsSession(BaseSession):
    """One grid. Assumptions narrow its candidates; what is blocked is skipped when it is found."""

    engine_name = "bits"

    def __init__(self, grid: Grid, limits: Limits) -> None:
        self._grid = grid
        self._budget = Budget(limits)
        self._nodes_left = limits.nodes
        self._spent = 0
        self._blocked: list[tuple[int, ...]] = []
        self._scopes: list[int] = []

    def solve(self, assume: Sequence[int] = (), groups: Collection[int] | None = None) -> Outcome[Grid]:
        if groups is not None:
            raise self.cannot("choose groups: it takes the grid as a whole")
        started, before = time.perf_counter(), self._spent
        digits: list[int] | None = None
        stopped: Reason | None = None
        try:
            digits = next(self._found(assume))
        except StopIteration as end:
            stopped = end.value
        stats = Stats(self.engine_name, time.perf_counter() - started, decisions=self._spent - before)
        if digits is not None:
            return Satisfied(self._grid.fill(digits), stats, _facts(digits))
        return Unsatisfiable(stats) if stopped is None else Undecided(stopped, stats)

    def answers(self, most: int | None) -> Generator[Grid, None, EndReason | None]:
        """The search simply goes on from one answer to the next."""
        listing = self._found(())
        found = 0
        while True:
            try:
                digits = next(listing)
            except StopIteration as end:
                stopped: Reason | None = end.value
                return stopped
            if found == most:
                return "maximum"
            found += 1
            yield self._grid.fill(digits)

    def _found(self, assume: Sequence[int]) -> Generator[list[int], None, Reason | None]:
        """The digits of every answer that is not blocked; returns what stopped the search, None when it is complete."""
        from entails.solvers.kernels import sudoku_bits as kernels

        search, answer = kernels.new_search(), np.zeros(81, np.uint8)
        kernels.load_masks(search, _masks(self._grid, assume))
        while True:
            if self._budget.out_of_time:
                return "time"
            ending = self._advance(search, answer)
            if ending == kernels.EXHAUSTED:
                return None
            if ending == kernels.PAUSED:
                if self._nodes_left == 0:
                    return "nodes"
                continue
            digits: list[int] = answer.tolist()
            if not self._is_blocked(digits):
                yield digits

    def _advance(self, search: "Search", answer: Digits) -> int:
        """One slice of the search, within the nodes that are left."""
        from entails.solvers.kernels import sudoku_bits as kernels

        allowed = SLICE if self._nodes_left is None else min(SLICE, self._nodes_left)
        search.counters[kernels.ALLOWANCE] = allowed
        ending = kernels.next_solution(search, answer)
        spent = allowed - int(search.counters[kernels.ALLOWANCE])
        self._spent += spent
        if self._nodes_left is not None:
            self._nodes_left -= spent
        return ending

    def _is_blocked(self, digits: Sequence[int]) -> bool:
        return any(all(_holds(digits, fact) for fact in facts) for facts in self._blocked)

    def block(self, facts: Sequence[int]) -> None:
        self._blocked.append(tuple(facts))

    def push(self) -> None:
        self._scopes.append(len(self._blocked))

    def pop(self) -> None:
        del self._blocked[self._scopes.pop() :]


@cache
def warm() -> None:
    """Compile the kernels, or load them, on a grid that one branch cannot finish."""
    from entails.solvers.kernels import sudoku_bits as kernels

    search = kernels.new_search()
    search.counters[kernels.ALLOWANCE] = 1
    kernels.load_masks(search, np.full(81, 511, np.uint16))
    kernels.next_solution(search, np.zeros(81, np.uint8))


def _masks(grid: Grid, assume: Sequence[int]) -> NDArray[np.uint16]:
    """The candidates of each cell as the grid states them, narrowed by assumed facts."""
    masks = np.full(81, 511, np.uint16) if grid.marks is None else np.array(grid.marks, np.uint16)
    for cell, digit in grid.givens():
        masks[cell] &= 1 << digit - 1
    for fact in assume:
        cell, digit = divmod(abs(fact) - 1, 9)
        if cell >= 81:
            raise InvalidStatement(
                f"there is no fact {fact}", where="assumptions", expected="1 to 729, or its negative"
            )
        masks[cell] &= 1 << digit if fact > 0 else 511 & ~(1 << digit)
    return masks


def _facts(digits: Sequence[int]) -> tuple[int, ...]:
    return tuple([9 * cell + digit for cell, digit in enumerate(digits)])


def _holds(digits: Sequence[int], fact: int) -> bool:
    cell, digit = divmod(abs(fact) - 1, 9)
    return (digits[cell] == digit + 1) == (fact > 0)
