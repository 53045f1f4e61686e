"""The highest rungs of Sudoku Explainer: forcing chains with chains inside, levels 2 to 4 (9.5, 10.0, 10.5 and more).

A spread that has come to its end looks for chains on what it has left of the board: of one line (level 2), then
multiple ones too (level 3), or dynamic ones instead (level 4). All that they rule out follows, and the spread goes on.
The search is bounded by how many chains it looks for inside, so that the same grid has the same answer anywhere.
"""

from collections.abc import Iterator
from typing import Final

import numpy as np

from entails.solvers.kernels import sudoku_explainer_deep as deep
from entails.solvers.kernels import sudoku_explainer_hint as best
from entails.solvers.kernels import sudoku_explainer_spread as spreading
from entails.solvers.kernels import sudoku_explainer_within as inside
from entails.solvers.kernels.sudoku_explainer_links import new_links
from entails.solvers.kernels.sudoku_explainer_loops import VIEWS
from entails.solvers.kernels.sudoku_explainer_nested import reach_by_patterns
from entails.solvers.kernels.sudoku_explainer_reach import new_reach
from entails.solvers.kernels.sudoku_explainer_within_forcing import find_forcing_within
from entails.solvers.kernels.sudoku_steps import I64, UNIT_CELLS, UNITS_OF, Board, new_board
from entails.solvers.patience import clock, plainly

LEVELS: Final = (2, 3, 4)
_LINES, _STATIC, _DYNAMIC = 1, 2, 10
"""What a look inside costs, about in proportion to the time that it takes."""
_ONE_SPREAD: Final = 400_000
"""One spread has fewer parents than this: 729 nodes with as many as there are candidates to lose."""
MOST: Final = 400_000
"""No grid may cost more than this."""


class Exhausted(Exception):
    """The search has cost as much as it may before the step was found."""


class Deeper:
    """Finds the best forcing chain of a level. One thread uses it at a time."""

    def __init__(self) -> None:
        self.spreads, self.inner = spreading.new_spreads(), spreading.new_spreads()
        self.work, self.spare = new_board(), new_board()
        self.links, self.reach = new_links(), new_reach()
        self.within, self.nested = inside.new_within(), deep.new_nested()
        self.numbers: dict[object, int] = {}
        self.until, self.cost = float("inf"), 0

    def allow(self, until: float) -> None:
        """Begin with another grid, for which there is time until then."""
        self.until, self.cost = until, 0

    def find(self, board: Board, level: int, hint: best.Hint) -> None:
        """The best hint of a level. `places` must be up to date. Nobody wants to wait for this in plain Python."""
        with plainly(False):
            self._find(board, level, hint)

    def _find(self, board: Board, level: int, hint: best.Hint) -> None:
        self.numbers.clear()
        best.no_hint(hint)
        spreading.forget_spreads(self.spreads)
        rating = 85 + 5 * level
        for cell in np.flatnonzero(board.marks).tolist():
            digits = [digit for digit in range(9) if board.marks[cell] >> digit & 1]
            if len(digits) < 2:
                continue
            spreading.forget_if_full(self.spreads)
            for digit in digits:
                self._look_at(board, 9 * cell + digit, level, rating, len(digits), hint)
                for places in _units_begun(board, cell, digit):
                    self._compare(board, places, level, rating, best.REGION_KIND, hint)
            rows = np.array([9 * cell + digit for digit in digits])
            self._compare(board, rows, level, rating, best.CELL_KIND, hint)

    def _look_at(self, board: Board, candidate: int, level: int, rating: int, digits: int, hint: best.Hint) -> None:
        self._spread_from(board, candidate, level)
        if self.spreads.clash[candidate, 0] >= 0:
            deep.keep_deep_clash(self.spreads, candidate, 2 * candidate + 1, rating, self.nested, hint)
        used = int(self.spreads.used[0])
        if self._spread(board, spreading.OFF_ROW, 2 * candidate, level):
            deep.keep_deep_clash(self.spreads, spreading.OFF_ROW, 2 * candidate, rating, self.nested, hint)
        if digits >= 3:
            both = np.array([candidate, spreading.OFF_ROW])
            deep.keep_deep_common(self.spreads, both, rating, best.DOUBLE, self.nested, hint)
        self.spreads.used[0] = used

    def _compare(self, board: Board, rows: I64, level: int, rating: int, kind: int, hint: best.Hint) -> None:
        for row in rows.tolist():
            self._spread_from(board, row, level)
        deep.keep_deep_common(self.spreads, rows, rating, kind, self.nested, hint)

    def _spread_from(self, board: Board, candidate: int, level: int) -> None:
        if not self.spreads.done[candidate]:
            self.spreads.done[candidate] = True
            self._spread(board, candidate, 2 * candidate + 1, level)

    def _spread(self, board: Board, row: int, start: int, level: int) -> bool:
        """All that follows from a node; True if that contradicts itself."""
        spreads, work = self.spreads, self.work
        if spreads.used[0] > len(spreads.parents) - _ONE_SPREAD:
            raise Exhausted
        spreading.begin_spread(spreads, row, start, board, work)
        self.nested.by[row] = 0
        on, off, clash = spreading.spread_until_stuck(spreads, row, spreading.DYNAMIC, board, work, 0, 0)
        while not clash and (reach_by_patterns(spreads, row, board, work) or self._reach_by_chains(row, board, level)):
            on, off, clash = spreading.spread_until_stuck(spreads, row, spreading.DYNAMIC, board, work, on, off)
        return bool(clash)

    def _reach_by_chains(self, row: int, board: Board, level: int) -> bool:
        """What chains on the board of a spread rule out; False when there are none."""
        self.cost += _DYNAMIC if level == 4 else _LINES if level == 2 else _LINES + _STATIC
        if self.cost > MOST or clock() > self.until:
            raise Exhausted
        if level < 4:
            inside.no_chains(self.within)
            inside.find_lines_within(board, self.work, self.links, self.reach, self.within)
            if self._add(row):
                return True
        if level >= 3:
            inside.no_chains(self.within)
            how = spreading.STATIC if level == 3 else spreading.DYNAMIC
            find_forcing_within(board, self.work, how, self.links, self.reach, self.inner, self.spare, self.within)
            return self._add(row)
        return False

    def _add(self, row: int) -> bool:
        head, reasons = self.within.head, self.within.reasons
        usable = np.flatnonzero(head[:, inside.CHAIN_RATING] != best.NO_RATING)
        usable = usable[reasons[usable].any(axis=1)]
        columns = (inside.CHAIN_KIND, inside.CHAIN_LENGTH, inside.CHAIN_RATING)
        order = usable[np.lexsort([head[usable, column] for column in columns])]
        numbers = np.array([self._number(node) for node in order.tolist()], np.int64)
        return bool(inside.add_within(self.spreads, row, self.work, self.within, order, self.nested.by, numbers) > 0)

    def _number(self, node: int) -> int:
        """The same chain has the same number, wherever it is inside."""
        key = node, self.within.head[node].tobytes(), self.within.reasons[node].tobytes()
        number = self.numbers.setdefault(key, len(self.numbers) + 1)
        if number >= deep.CHAINS:
            raise Exhausted
        self.nested.length[number] = self.within.head[node, inside.CHAIN_LENGTH]
        return number


def _units_begun(board: Board, cell: int, digit: int) -> Iterator[I64]:
    """The places of a digit in the units in which this cell is the first of them."""
    for view in VIEWS:
        cells = UNIT_CELLS[UNITS_OF[cell, view]]
        places = cells[board.marks[cells] >> digit & 1 == 1]
        if len(places) > 1 and places[0] == cell:
            yield 9 * places + digit
