"""The engine `bits`: classic 9x9 grids on the compiled kernel, one by one as an engine, or thousands in one call.

It knows nothing but the classic 9x9 rules (and pencil marks), which is why it is fast; single questions stay with the
engines that can also explain. The kernel works in slices of a few milliseconds, and between slices the clock and Ctrl-C
are looked at, so it needs no thread and no worker to keep its limits.
"""

import time
from collections.abc import Collection, Generator, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from threading import Event
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from clausal.models.encoding import Encoding
from clausal.models.errors import InvalidPuzzle, UnsupportedCapability
from clausal.models.limits import Limits, Options
from clausal.models.outcome import EndReason, Outcome, Reason, Satisfied, Stats, Undecided, Unsatisfiable
from clausal.models.sudoku import Grid, Shape
from clausal.solvers.base import Session
from clausal.solvers.budget import Budget
from clausal.solvers.engine import Engine
from clausal.solvers.session import BaseSession

if TYPE_CHECKING:
    from clausal.solvers.kernels.sudoku_bits import Search

A = TypeVar("A")
Digits = NDArray[np.uint8]

CLASSIC: Final = Shape.classic(9)
SLICE: Final = 4096
"""Branches that the kernel makes before it comes back to look at the clock: a few milliseconds."""
_EMPTY: Final = b".0*_-"
_NO_DIGIT: Final = 255
_DIGIT_OF: Final = np.full(256, _NO_DIGIT, np.uint8)
_DIGIT_OF[list(_EMPTY)] = 0
_DIGIT_OF[list(b"123456789")] = range(1, 10)


class BitsEngine(Engine):
    """Bit bands, compiled: the fast path for classic 9x9 grids."""

    def __init__(self) -> None:
        super().__init__(
            "bits",
            "compiled bit solver for classic 9x9 Sudoku",
            frozenset({"native"}),
            frozenset({"assume", "enumerate", "interrupt", "nodes"}),
        )

    def load(self) -> None:
        _compiled()

    def open_here(self, encoding: Encoding[A], limits: Limits, options: Options) -> Session[A]:
        puzzle = getattr(encoding, "puzzle", None)
        if not isinstance(puzzle, Grid) or puzzle.shape != CLASSIC:
            raise UnsupportedCapability("engine bits takes classic 9x9 Sudoku grids only")
        del options
        session: Session[Any] = BitsSession(puzzle, limits)
        return session


ENGINE = BitsEngine()


class BitsSession(BaseSession):
    """One grid. Assumptions narrow its candidates; what is blocked is skipped when it is found."""

    engine_name = "bits"

    def __init__(self, grid: Grid, limits: Limits) -> None:
        self._grid = grid
        self._budget = Budget(limits)
        self._nodes_left = limits.nodes
        self._blocked: list[tuple[int, ...]] = []
        self._scopes: list[int] = []

    def solve(self, assume: Sequence[int] = (), groups: Collection[int] | None = None) -> Outcome[Grid]:
        if groups is not None:
            raise self.cannot("choose groups: it takes the grid as a whole")
        started = time.perf_counter()
        before = self._spent
        listing = self._found(assume)
        try:
            digits = next(listing)
        except StopIteration as end:
            stopped: Reason | None = end.value
            stats = Stats(self.engine_name, time.perf_counter() - started, decisions=self._spent - before)
            return Unsatisfiable(stats) if stopped is None else Undecided(stopped, stats)
        stats = Stats(self.engine_name, time.perf_counter() - started, decisions=self._spent - before)
        return Satisfied(self._grid.fill(digits), stats, _facts(digits))

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

    _spent = 0

    def _found(self, assume: Sequence[int]) -> Generator[list[int], None, Reason | None]:
        """The digits of every answer that is not blocked; returns what stopped the search, None when it is complete."""
        kernels = _compiled()
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
        kernels = _compiled()
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


class Counted(NamedTuple):
    """Row by row: the first solution (zeros when there is none), and how many there are, up to the limit asked for."""

    solutions: Digits
    counts: NDArray[np.int64]


def solve_many(grids: Sequence[str] | Digits, limit: int = 2, *, workers: int = 1) -> Counted:
    """Thousands of classic 9x9 grids at once: lines of 81 characters, or an array (n, 81) with 0 for an empty cell.

    `limit` is where counting stops: 1 to solve, 2 to tell whether the solution is unique. `workers` are threads; the
    kernel leaves Python's lock to them.
    """
    if limit < 1:
        raise InvalidPuzzle(f"the limit is {limit}", where="limit", expected="1 or more")
    rows = grids_from_lines(grids) if not isinstance(grids, np.ndarray) else _checked(grids)
    result = Counted(np.zeros((len(rows), 81), np.uint8), np.full(len(rows), _compiled().NOT_BEGUN, np.int64))
    halted = Event()
    if workers <= 1:
        _count(rows, limit, result, halted)
        return result
    edges = [len(rows) * part // workers for part in range(workers + 1)]
    with ThreadPoolExecutor(workers) as pool:
        try:
            jobs = [
                pool.submit(_count, rows[a:b], limit, Counted(result.solutions[a:b], result.counts[a:b]), halted)
                for a, b in zip(edges, edges[1:], strict=False)
            ]
            for job in jobs:
                job.result()
        finally:  # after Ctrl-C the pool waits for threads that would otherwise go on to the end
            halted.set()
    return result


def grids_from_lines(lines: Sequence[str]) -> Digits:
    """Lines of 81 characters as an array (n, 81) of digits."""
    rows = np.zeros((len(lines), 81), np.uint8)
    for number, line in enumerate(lines):
        cells = line.encode("ascii", "replace")
        if len(cells) != 81:
            raise InvalidPuzzle(f"{len(cells)} characters", where=f"grid {number + 1}", expected="81")
        rows[number] = _DIGIT_OF[np.frombuffer(cells, np.uint8)]
    return _checked(rows)


def _checked(rows: NDArray[Any]) -> Digits:
    if rows.ndim != 2 or rows.shape[1] != 81 or rows.dtype.kind not in "iu":
        raise InvalidPuzzle("the array does not hold grids", expected="whole numbers in rows of 81 cells")
    wrong = np.argwhere((rows < 0) | (rows > 9))
    if len(wrong):
        row, cell = (int(number) for number in wrong[0])
        raise InvalidPuzzle(
            "there is no digit", where=f"grid {row + 1}, {CLASSIC.cell_name(cell)}", expected="1 to 9, or an empty cell"
        )
    return np.ascontiguousarray(rows, np.uint8)


def _count(rows: Digits, limit: int, result: Counted, halted: Event) -> None:
    kernels = _compiled()
    search, spare, row = kernels.new_search(), np.zeros(81, np.uint8), 0
    while row < len(rows) and not halted.is_set():
        search.counters[kernels.ALLOWANCE] = SLICE
        row = kernels.count_grids(search, rows, row, limit, result.solutions, result.counts, spare)


@cache
def _compiled() -> Any:
    """The kernels, compiled (or loaded) once on a grid that a single branch cannot finish."""
    from clausal.solvers.kernels import sudoku_bits

    search, answer = sudoku_bits.new_search(), np.zeros(81, np.uint8)
    search.counters[sudoku_bits.ALLOWANCE] = 1
    sudoku_bits.load_masks(search, np.full(81, 511, np.uint16))
    sudoku_bits.next_solution(search, answer)
    rows = np.zeros((1, 81), np.uint8)
    sudoku_bits.count_grids(search, rows, 0, 1, rows.copy(), np.full(1, sudoku_bits.NOT_BEGUN, np.int64), answer)
    return sudoku_bits


def _masks(grid: Grid, assume: Sequence[int]) -> NDArray[np.uint16]:
    """The candidates of each cell as the grid states them, narrowed by assumed facts."""
    masks = np.full(81, 511, np.uint16) if grid.marks is None else np.array(grid.marks, np.uint16)
    for cell, digit in grid.givens():
        masks[cell] &= 1 << digit - 1
    for fact in assume:
        cell, digit = divmod(abs(fact) - 1, 9)
        if cell >= 81:
            raise InvalidPuzzle(f"there is no fact {fact}", where="assumptions", expected="1 to 729, or its negative")
        masks[cell] &= 1 << digit if fact > 0 else 511 & ~(1 << digit)
    return masks


def _facts(digits: Sequence[int]) -> tuple[int, ...]:
    return tuple([9 * cell + digit for cell, digit in enumerate(digits)])


def _holds(digits: Sequence[int], fact: int) -> bool:
    cell, digit = divmod(abs(fact) - 1, 9)
    return (digits[cell] == digit + 1) == (fact > 0)
