"""Thousands of classic 9x9 grids in one call of the compiled kernel: a solution of each, and how many it has."""

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from threading import Event
from typing import Any

import numpy as np
from numpy.typing import NDArray

from entails.models.block import Counted
from entails.models.errors import EngineFault, Invalid, InvalidOption, InvalidPuzzle
from entails.models.outcome import Count
from entails.models.sudoku.forms.symbols import read_digits
from entails.solvers.budget import Budget
from entails.solvers.sudoku.bits import CLASSIC, SLICE, Digits

_MOST_COUNTED = 2**62


def solve_many(grids: Sequence[str] | Digits, limit: int = 2, *, workers: int = 1) -> Counted:
    """Thousands of classic 9x9 grids at once: lines of 81 characters, or an array (n, 81) with 0 for an empty cell.

    `limit` is where counting stops: 1 to solve, 2 to tell whether the solution is unique. `workers` are threads; the
    kernel leaves Python's lock to them.
    """
    if limit < 1:
        raise InvalidOption(f"the limit is {limit}", where="limit", expected="1 or more")
    from entails.solvers.kernels.sudoku_bits import NOT_BEGUN
    from entails.solvers.kernels.sudoku_referee import NONE, first_wrong

    rows = grids_from_lines(grids) if not isinstance(grids, np.ndarray) else _checked(grids)
    result = Counted(np.zeros((len(rows), 81), np.uint8), np.full(len(rows), NOT_BEGUN, np.int64))
    _share_out(rows, limit, result, workers)
    if (wrong := first_wrong(rows, result.solutions, result.counts)) != NONE:
        raise EngineFault(f"engine bits gave a wrong answer to grid {wrong + 1}")
    return result


def count_all(grid: Digits, budget: Budget) -> Count:
    """How many solutions one grid has, found one after the other: exact when the time reaches for all of them."""
    from entails.solvers.kernels import sudoku_bits as kernels

    rows, search, spare = grid.reshape(1, 81), kernels.new_search(), np.zeros(81, np.uint8)
    result = Counted(np.zeros((1, 81), np.uint8), np.full(1, kernels.NOT_BEGUN, np.int64))
    while True:
        search.counters[kernels.ALLOWANCE] = SLICE
        if kernels.count_grids(search, rows, 0, _MOST_COUNTED, result.solutions, result.counts, spare):
            return Count(int(result.counts[0]), True)
        if budget.out_of_time:
            return Count(max(0, int(result.counts[0])), False, "time")


def grids_from_lines(lines: Sequence[str]) -> Digits:
    """Lines of 81 characters as an array (n, 81) of digits."""
    rows = np.zeros((len(lines), CLASSIC.cells), np.uint8)
    for number, line in enumerate(lines):
        where = f"grid {number + 1}"
        if len(line) != CLASSIC.cells:
            raise InvalidPuzzle(f"{len(line)} characters", where=where, expected="81")
        try:
            rows[number] = read_digits(line, CLASSIC)
        except Invalid as error:
            raise error.at(where) from None
    return rows


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


def _share_out(rows: Digits, limit: int, result: Counted, workers: int) -> None:
    """Count with so many threads, each on its share of the rows."""
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
        finally:  # after Ctrl-C, the pool would wait for its threads to come to the end
            halted.set()


def _count(rows: Digits, limit: int, result: Counted, halted: Event) -> None:
    from entails.solvers.kernels import sudoku_bits as kernels

    search, spare, row = kernels.new_search(), np.zeros(81, np.uint8), 0
    while row < len(rows) and not halted.is_set():
        search.counters[kernels.ALLOWANCE] = SLICE
        row = kernels.count_grids(search, rows, row, limit, result.solutions, result.counts, spare)
