"""Engine `bits`: a compiled solver for classic 9x9 grids, for single grids and batches of thousands.

It is fast because it only knows the classic rules and candidates. The engines that can explain stay the default for a
single grid. The kernel works in slices of a few milliseconds. Between slices the clock and Ctrl-C are checked, so
limits need neither a thread nor a worker.

`solve_many` reads thousands of grids with NumPy, solves them in one kernel call and checks each solution.
"""

import time
from collections.abc import Collection, Generator, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from importlib.util import find_spec
from itertools import pairwise
from threading import Event
from typing import TYPE_CHECKING, Any, Final, TypeVar

import numpy as np
from numpy.typing import NDArray

from entails.formats.sudoku.blocks import of_grids, of_texts, read_blocks, text
from entails.formats.sudoku.text import read_digits
from entails.models.encoding import Encoding, Native
from entails.models.entry import Block, Counted, InBlocks
from entails.models.errors import EngineFault, Invalid, InvalidOption, InvalidPuzzle, InvalidStatement, quantity
from entails.models.limits import Limits, Options
from entails.models.outcome import EndReason, ModelCount, Outcome, Reason, Satisfied, Stats, Undecided, Unsatisfiable
from entails.models.sudoku.grid import Grid
from entails.models.sudoku.shape import Shape
from entails.solvers.engine import BaseSession, Budget, Engine, Session

if TYPE_CHECKING:
    from entails.solvers.kernels.sudoku_bits import BitSearch

A = TypeVar("A")
Digits = NDArray[np.uint8]

CLASSIC: Final = Shape.classic(9)
SLICE: Final = 4096
"""Branches per call of the kernel, a few milliseconds; the clock is checked between calls."""


class BitsEngine(Engine):
    """Engine on compiled bit bands, the fast path for classic 9x9 grids."""

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

    def rejects_puzzle(self, puzzle: object) -> str | None:
        if isinstance(puzzle, Grid) and puzzle.shape == CLASSIC:
            return None
        shape = f", not the shape {puzzle.shape.name[:20]}" if isinstance(puzzle, Grid) else ""
        return f"engine bits supports classic 9x9 Sudoku grids only{shape}"

    def open_here(self, encoding: Encoding[A], limits: Limits, options: Options) -> Session[A]:
        del options
        assert isinstance(encoding, Native)
        session: Session[Any] = BitsSession(encoding.puzzle, limits)
        return session


ENGINE = BitsEngine()


class BitsSession(BaseSession):
    """A session of `bits` on one grid. Assumptions restrict its candidates; blocked solutions are skipped."""

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
            digits = next(self._solutions(assume))
        except StopIteration as end:
            stopped = end.value
        stats = Stats(self.engine_name, time.perf_counter() - started, decisions=self._spent - before)
        if digits is not None:
            return Satisfied(self._grid.fill(digits), stats, _facts(digits))
        return Unsatisfiable(stats) if stopped is None else Undecided(stopped, stats)

    def answers(self, most: int | None) -> Generator[Grid, None, EndReason | None]:
        """Yield the solutions of the grid; one search continues from solution to solution."""
        listing = self._solutions(())
        count = 0
        while True:
            try:
                digits = next(listing)
            except StopIteration as end:
                stopped: Reason | None = end.value
                return stopped
            if count == most:
                return "maximum"
            count += 1
            yield self._grid.fill(digits)

    def _solutions(self, assume: Sequence[int]) -> Generator[list[int], None, Reason | None]:
        """Yield the digits of every unblocked solution; return the limit that stopped the search, or None."""
        from entails.solvers.kernels.sudoku_bits import EXHAUSTED, PAUSED, load_masks, new_search

        search, answer = new_search(), np.zeros(81, np.uint8)
        load_masks(search, _masks(self._grid, assume))
        while True:
            if self._budget.out_of_time:
                return "time"
            ending = self._advance(search, answer)
            if ending == EXHAUSTED:
                return None
            if ending == PAUSED:
                if self._nodes_left == 0:
                    return "nodes"
                continue
            digits: list[int] = answer.tolist()
            if not self._is_blocked(digits):
                yield digits

    def _advance(self, search: "BitSearch", answer: Digits) -> int:
        """Run a slice of the search within the remaining nodes."""
        from entails.solvers.kernels.sudoku_bits import ALLOWANCE, next_solution

        allowed = SLICE if self._nodes_left is None else min(SLICE, self._nodes_left)
        search.counters[ALLOWANCE] = allowed
        ending = next_solution(search, answer)
        spent = allowed - int(search.counters[ALLOWANCE])
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
    """Compile or load the kernels on a grid that needs several branches."""
    from entails.solvers.kernels import sudoku_bits as kernels

    search = kernels.new_search()
    search.counters[kernels.ALLOWANCE] = 1
    kernels.load_masks(search, np.full(81, 511, np.uint16))
    kernels.next_solution(search, np.zeros(81, np.uint8))


def _masks(grid: Grid, assume: Sequence[int]) -> NDArray[np.uint16]:
    """Return the candidates of each cell as bitmasks, restricted by assumed facts."""
    masks = np.full(81, 511, np.uint16) if grid.marks is None else np.array(grid.marks, np.uint16)
    for cell, digit in grid.givens():
        masks[cell] &= 1 << digit - 1
    for fact in assume:
        cell, digit = divmod(abs(fact) - 1, 9)
        if cell >= 81:
            raise InvalidStatement(f"unknown fact {fact}", where="assumptions", expected="1 to 729, or its negative")
        masks[cell] &= 1 << digit if fact > 0 else 511 & ~(1 << digit)
    return masks


def _facts(digits: Sequence[int]) -> tuple[int, ...]:
    return tuple([9 * cell + digit for cell, digit in enumerate(digits)])


def _holds(digits: Sequence[int], fact: int) -> bool:
    cell, digit = divmod(abs(fact) - 1, 9)
    return (digits[cell] == digit + 1) == (fact > 0)


_MOST_COUNTED = 2**62


def solve_many(grids: Sequence[str] | Digits, limit: int = 2, *, workers: int = 1) -> Counted:
    """Solve thousands of classic 9x9 grids: lines of 81 characters, or an array (n, 81) with 0 for an empty cell.

    `limit` is where counting stops: 1 to solve, 2 to test uniqueness. `workers` are threads; the kernel releases
    Python's lock.
    """
    if limit < 1:
        raise InvalidOption(f"invalid limit {limit}", where="limit", expected="1 or more")
    from entails.solvers.kernels.sudoku_bits import NOT_BEGUN
    from entails.solvers.kernels.sudoku_generate import NONE, first_wrong

    rows = grids_from_lines(grids) if not isinstance(grids, np.ndarray) else _checked(grids)
    result = Counted(np.zeros((len(rows), 81), np.uint8), np.full(len(rows), NOT_BEGUN, np.int64))
    _share_out(rows, limit, result, workers)
    if (wrong := first_wrong(rows, result.solutions, result.counts)) != NONE:
        raise EngineFault(f"engine bits returned an invalid solution of grid {wrong + 1}")
    return result


def count_all(grid: Digits, budget: Budget) -> ModelCount:
    """Count the solutions of a grid by enumeration; exact if the time suffices."""
    from entails.solvers.kernels import sudoku_bits as kernels

    rows, search, spare = grid.reshape(1, 81), kernels.new_search(), np.zeros(81, np.uint8)
    result = Counted(np.zeros((1, 81), np.uint8), np.full(1, kernels.NOT_BEGUN, np.int64))
    while True:
        search.counters[kernels.ALLOWANCE] = SLICE
        if kernels.count_grids(search, rows, 0, _MOST_COUNTED, result.solutions, result.counts, spare):
            return ModelCount(int(result.counts[0]), True)
        if budget.out_of_time:
            return ModelCount(max(0, int(result.counts[0])), False, "time")


def grids_from_lines(lines: Sequence[str]) -> Digits:
    """Convert lines of 81 characters to an array (n, 81) of digits."""
    rows = np.zeros((len(lines), CLASSIC.cells), np.uint8)
    for number, line in enumerate(lines):
        where = f"grid {number + 1}"
        if len(line) != CLASSIC.cells:
            raise InvalidPuzzle(quantity(len(line), "character"), where=where, expected="81")
        try:
            rows[number] = read_digits(line, CLASSIC)
        except Invalid as error:
            raise error.at(where) from None
    return rows


def _checked(rows: NDArray[Any]) -> Digits:
    if rows.ndim != 2 or rows.shape[1] != 81 or rows.dtype.kind not in "iu":
        raise InvalidPuzzle("invalid array of grids", expected="whole numbers in rows of 81 cells")
    wrong = np.argwhere((rows < 0) | (rows > 9))
    if len(wrong):
        row, cell = (int(number) for number in wrong[0])
        raise InvalidPuzzle(
            "invalid digit", where=f"grid {row + 1}, {CLASSIC.cell_name(cell)}", expected="1 to 9, or an empty cell"
        )
    return np.ascontiguousarray(rows, np.uint8)


def _share_out(rows: Digits, limit: int, result: Counted, workers: int) -> None:
    """Count solutions in several threads, each on a share of the rows."""
    halted = Event()
    if workers <= 1:
        _count(rows, limit, result, halted)
        return
    edges = [len(rows) * part // workers for part in range(workers + 1)]
    with ThreadPoolExecutor(workers) as pool:
        try:
            shares = [
                pool.submit(_count, rows[a:b], limit, Counted(result.solutions[a:b], result.counts[a:b]), halted)
                for a, b in pairwise(edges)
            ]
            for share in shares:
                share.result()
        finally:  # otherwise the pool would wait for its threads after Ctrl-C
            halted.set()


def _count(rows: Digits, limit: int, result: Counted, halted: Event) -> None:
    from entails.solvers.kernels.sudoku_bits import ALLOWANCE, count_grids, new_search

    search, spare, row = new_search(), np.zeros(81, np.uint8), 0
    while row < len(rows) and not halted.is_set():
        search.counters[ALLOWANCE] = SLICE
        row = count_grids(search, rows, row, limit, result.solutions, result.counts, spare)


def _count_block(block: Block[Grid], limit: int) -> Counted:
    return solve_many(block.rows, limit)


IN_BLOCKS: InBlocks[Grid] = InBlocks(
    engine=ENGINE.name,
    encoder="native",
    read=lambda pieces, settings: read_blocks(pieces, Shape.named(settings.shape) if settings.shape else None),
    of=of_grids,
    of_texts=of_texts,
    count=_count_block,
    text=text,
)
