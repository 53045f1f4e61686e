"""SukakuExplainer ratings, and ratings of grids that need nested chains.

`er_sukaku` is the rating of SukakuExplainer, the successor of Sudoku Explainer 1.2.1. Both try the same techniques up
to hidden triples. SukakuExplainer then adds chains of two, three and four strong links of one digit and wings of four
to seven cells. A grid that needs nothing above hidden triples has the same rating by both; others are rated again.

The hardest finders search forcing chains with inner chains, levels 2 to 4 (9.5, 10.0, 10.5 and more). When a spread
ends, they search chains on what is left of its board: unary ones (level 2), also multiple ones (level 3), or dynamic
ones instead (level 4). The spread continues with all that these remove. The search is bounded by the number of inner
searches, so that a grid has the same rating on every machine. A grid takes about a second, the hardest known ones half
a minute.
"""

from collections.abc import Callable, Iterator
from functools import cached_property, partial
from threading import local
from typing import TYPE_CHECKING, Final

import numpy as np

from entails.models.sudoku.grid import Grid
from entails.solvers.kernels.jit import clock, plain_python_first
from entails.solvers.kernels.sudoku_board import (
    CELL_KIND,
    DOUBLE,
    I64,
    NO_RATING,
    REGION_KIND,
    UNIT_CELLS,
    UNITS_OF,
    BestHint,
    CandidateBoard,
    clear_hint,
    new_board,
    new_hint,
)
from entails.solvers.kernels.sudoku_deadly import VIEWS
from entails.solvers.kernels.sudoku_forcing import reach_by_patterns
from entails.solvers.kernels.sudoku_graph import new_graph
from entails.solvers.kernels.sudoku_nested import (
    CHAIN_KIND,
    CHAIN_LENGTH,
    CHAIN_RATING,
    CHAIN_START,
    CHAINS,
    add_inner_chains,
    clear_chains,
    find_inner_forcing,
    find_inner_unary,
    keep_deep_clash,
    keep_deep_common,
    new_chain_numbers,
    new_inner_chains,
)
from entails.solvers.kernels.sudoku_numbers import DYNAMIC_TENTHS, LEVEL_TENTHS
from entails.solvers.kernels.sudoku_spread import (
    DYNAMIC,
    OFF_ROW,
    STATIC,
    begin_spread,
    clear_if_full,
    clear_spreads,
    new_reach,
    new_spreads,
    spread_until_stuck,
)
from entails.solvers.kernels.sudoku_unary import new_cycle_search
from entails.solvers.sudoku.difficulty.explainer import (
    BEYOND,
    QUADS,
    SHARED_COUNT,
    SHARED_UP_TO,
    WING_TECHNIQUES,
    WINGS,
    ExplainerRater,
    thread_memory,
)
from entails.solvers.sudoku.steps.position import arrays

if TYPE_CHECKING:
    from entails.solvers.kernels.sudoku_strong_links import StrongLinks

LEVELS: Final = (2, 3, 4)
_LINES, _STATIC, _DYNAMIC = 1, 2, 10
"""Costs of the searches for inner chains, roughly proportional to their time."""
_ONE_SPREAD: Final = 400_000
"""Upper bound on the parents of one spread: 729 nodes, each with at most all candidates as parents."""
MOST: Final = 400_000
"""Maximum cost of the searches for one grid."""


class SearchExhausted(Exception):
    """Signal that the search reached its limit before it found a step."""


class NestedFinder:
    """Finder of the best forcing chain of a nesting level. Not thread-safe."""

    def __init__(self) -> None:
        self.spreads, self.inner_spreads = new_spreads(), new_spreads()
        self.work, self.spare = new_board(), new_board()
        self.graph, self.reach = new_graph(), new_reach()
        self.inner, self.chain_numbers = new_inner_chains(), new_chain_numbers()
        self.cycles, self.trial = new_cycle_search(), new_hint()
        self.numbers: dict[object, int] = {}
        self.until, self.cost = float("inf"), 0

    def allow(self, until: float) -> None:
        """Reset the cost for a new grid and set its deadline."""
        self.until, self.cost = until, 0

    def find(self, board: CandidateBoard, level: int, hint: BestHint) -> None:
        """Find the best hint of a nesting level. `places` must be up to date.

        It is always compiled: plain Python would take too long.
        """
        with plain_python_first(False):
            self._find(board, level, hint)

    def _find(self, board: CandidateBoard, level: int, hint: BestHint) -> None:
        self.numbers.clear()
        clear_hint(hint)
        clear_spreads(self.spreads)
        rating = DYNAMIC_TENTHS + LEVEL_TENTHS * level
        for cell in np.flatnonzero(board.marks).tolist():
            digits = [digit for digit in range(9) if board.marks[cell] >> digit & 1]
            if len(digits) < 2:
                continue
            clear_if_full(self.spreads)
            for digit in digits:
                self._look_at(board, 9 * cell + digit, level, rating, len(digits), hint)
                for places in _units_begun(board, cell, digit):
                    self._compare(board, places, level, rating, REGION_KIND, hint)
            rows = np.array([9 * cell + digit for digit in digits])
            self._compare(board, rows, level, rating, CELL_KIND, hint)

    def _look_at(
        self, board: CandidateBoard, candidate: int, level: int, rating: int, digits: int, hint: BestHint
    ) -> None:
        self._spread_from(board, candidate, level)
        if self.spreads.clash[candidate, 0] >= 0:
            keep_deep_clash(self.spreads, candidate, 2 * candidate + 1, rating, self.chain_numbers, hint)
        used = int(self.spreads.used[0])
        if self._spread(board, OFF_ROW, 2 * candidate, level):
            keep_deep_clash(self.spreads, OFF_ROW, 2 * candidate, rating, self.chain_numbers, hint)
        if digits >= 3:
            both = np.array([candidate, OFF_ROW])
            keep_deep_common(self.spreads, both, rating, DOUBLE, self.chain_numbers, hint)
        self.spreads.used[0] = used

    def _compare(self, board: CandidateBoard, rows: I64, level: int, rating: int, kind: int, hint: BestHint) -> None:
        for row in rows.tolist():
            self._spread_from(board, row, level)
        keep_deep_common(self.spreads, rows, rating, kind, self.chain_numbers, hint)

    def _spread_from(self, board: CandidateBoard, candidate: int, level: int) -> None:
        if not self.spreads.done[candidate]:
            self.spreads.done[candidate] = True
            self._spread(board, candidate, 2 * candidate + 1, level)

    def _spread(self, board: CandidateBoard, row: int, start: int, level: int) -> bool:
        """Compute all consequences of a node; return whether they contain a contradiction."""
        spreads, work = self.spreads, self.work
        if spreads.used[0] > len(spreads.parents) - _ONE_SPREAD:
            raise SearchExhausted
        begin_spread(spreads, row, start, board, work)
        self.chain_numbers.by[row] = 0
        on, off, clash = spread_until_stuck(spreads, row, DYNAMIC, board, work, 0, 0)
        while not clash and (reach_by_patterns(spreads, row, board, work) or self._reach_by_chains(row, board, level)):
            on, off, clash = spread_until_stuck(spreads, row, DYNAMIC, board, work, on, off)
        return bool(clash)

    def _reach_by_chains(self, row: int, board: CandidateBoard, level: int) -> bool:
        """Add the removals of chains on the board of a spread; return whether there were any."""
        self.cost += _DYNAMIC if level == 4 else _LINES if level == 2 else _LINES + _STATIC
        if self.cost > MOST or clock() > self.until:
            raise SearchExhausted
        if level < 4:
            clear_chains(self.inner)
            find_inner_unary(board, self.work, self.graph, self.reach, self.cycles, self.inner, self.trial)
            if self._add(row):
                return True
        if level >= 3:
            clear_chains(self.inner)
            mode = STATIC if level == 3 else DYNAMIC
            find_inner_forcing(
                board, self.work, mode, self.graph, self.reach, self.inner_spreads, self.spare, self.inner
            )
            return self._add(row)
        return False

    def _add(self, row: int) -> bool:
        head, reasons = self.inner.head, self.inner.reasons
        usable = np.flatnonzero(head[:, CHAIN_RATING] != NO_RATING)
        usable = usable[reasons[usable].any(axis=1)]
        columns = (CHAIN_KIND, CHAIN_LENGTH, CHAIN_RATING)
        order = usable[np.lexsort([head[usable, column] for column in columns])]
        numbers = np.array([self._number(node) for node in order.tolist()], np.int64)
        return bool(
            add_inner_chains(self.spreads, row, self.work, self.inner, order, self.chain_numbers.by, numbers) > 0
        )

    def _number(self, node: int) -> int:
        """Return the number of a chain; equal chains have equal numbers in all spreads, a cycle one for all nodes."""
        key = (
            node if self.inner.head[node, CHAIN_START] >= 0 else None,
            self.inner.head[node].tobytes(),
            self.inner.reasons[node].tobytes(),
        )
        number = self.numbers.setdefault(key, len(self.numbers) + 1)
        if number >= CHAINS:
            raise SearchExhausted
        self.chain_numbers.length[number] = self.inner.head[node, CHAIN_LENGTH]
        return number


def _units_begun(board: CandidateBoard, cell: int, digit: int) -> Iterator[I64]:
    """Yield the places of a digit in each unit whose first place is this cell."""
    for view in VIEWS:
        cells = UNIT_CELLS[UNITS_OF[cell, view]]
        places = cells[board.marks[cells] >> digit & 1 == 1]
        if len(places) > 1 and places[0] == cell:
            yield 9 * places + digit


class SukakuRater(ExplainerRater):
    """A board with SukakuExplainer's upper finders, which begin with Y-wings."""

    lower = SHARED_COUNT

    @cached_property
    def finders(self) -> dict[str, Callable[[], None]]:
        """Return the upper finders, easiest first."""
        shared = super().finders
        own: dict[str, Callable[[], None]] = {
            "two-strong-links": lambda: self._strong_links(2),
            WINGS: lambda: self._counted(WING_TECHNIQUES),
            "three-strong-links": lambda: self._strong_links(3),
            "wxyz-wing": lambda: self._wing(4),
            "four-strong-links": lambda: self._strong_links(4),
            "vwxyz-wing": lambda: self._wing(5),
            "uvwxyz-wing": lambda: self._wing(6),
            "tuvwxyz-wing": lambda: self._wing(7),
        }
        return {name: (own | shared)[name] for name in _ORDER}

    def _strong_links(self, links: int) -> None:
        from entails.solvers.kernels.sudoku_strong_links import find_strong_links

        find_strong_links(self.board, links, self._strong, self.hint)

    @cached_property
    def _strong(self) -> "StrongLinks":
        from entails.solvers.kernels.sudoku_strong_links import new_strong_links

        return new_strong_links()

    def _wing(self, size: int) -> None:
        from entails.solvers.kernels.sudoku_wings import find_wing

        find_wing(self.board, size, self.hint)


_ORDER: Final = (
    "two-strong-links",
    WINGS,
    "unique-loop",
    QUADS,
    "three-strong-links",
    "wxyz-wing",
    "bug",
    "four-strong-links",
    "vwxyz-wing",
    "aligned-pair-exclusion",
    "uvwxyz-wing",
    "aic",
    "tuvwxyz-wing",
    "aligned-triplet-exclusion",
    "nishio",
    "multiple-forcing-chains",
    "dynamic-forcing-chains",
    "nested-forcing-chains",
)


class _SukakuState(local):
    """The SukakuExplainer rater of a thread, which shares its memory with the ER rater."""

    def __init__(self) -> None:
        self.rater = SukakuRater(thread_memory())


_sukaku_state: Final = _SukakuState()


def sukaku_rating(grid: Grid, er: float) -> float | None:
    """Return the SukakuExplainer rating of a uniquely solvable grid; None if all finders are stuck.

    `er` is its rating by Sudoku Explainer 1.2.1.
    """
    if er <= SHARED_UP_TO:
        return er
    rating, _ = _sukaku_state.rater.rate(*(thread_memory().stop_of(grid) or arrays(grid)))
    return round(rating, 1) if rating < BEYOND else None


NESTED: Final = "nested-forcing-chains"


class _NestedRater(ExplainerRater):
    """The upper finders, and above them forcing chains with nested chains."""

    @cached_property
    def nested(self) -> NestedFinder:
        return NestedFinder()

    @cached_property
    def finders(self) -> dict[str, Callable[[], None]]:
        """Return the upper finders, easiest first."""
        return {**super().finders, **{f"{NESTED}-{level}": partial(self._find_nested, level) for level in LEVELS}}

    def _find_nested(self, level: int) -> None:
        self.nested.find(self.board, level, self.hint)


class _NestedSukakuRater(_NestedRater, SukakuRater):
    pass


class _NestedState(local):
    """The raters of a thread, kept between grids."""

    @cached_property
    def rater(self) -> _NestedRater:
        return _NestedRater()

    @cached_property
    def sukaku_rater(self) -> _NestedRater:
        return _NestedSukakuRater()


_nested_state: Final = _NestedState()


def nested_rating(grid: Grid, seconds: float | None = None) -> float | None:
    """Return the Sudoku Explainer 1.2.1 rating of a uniquely solvable grid, with nested chains.

    Return None if the grid needs more than dynamic chains within chains, or if the search reaches a limit.
    """
    return _rated(_nested_state.rater, grid, seconds)


def nested_sukaku_rating(grid: Grid, seconds: float | None = None) -> float | None:
    """Return the SukakuExplainer rating of a uniquely solvable grid; None in the cases of `nested_rating`."""
    return _rated(_nested_state.sukaku_rater, grid, seconds)


def _rated(rater: _NestedRater, grid: Grid, seconds: float | None) -> float | None:
    rater.memory.clear()  # the cost of a search must not depend on earlier ratings
    rater.nested.allow(float("inf") if seconds is None else clock() + seconds)
    try:
        rating, finder = rater.rate(*arrays(grid))
    except SearchExhausted:
        return None
    return None if finder is None else round(rating, 1)
