"""SukakuExplainer ratings, and ratings of grids that need nested chains.

`er_sukaku` is the rating of SukakuExplainer, the successor of Sudoku Explainer 1.2.1. Both try the same techniques up
to hidden triples. SukakuExplainer then adds chains of two, three and four strong links of one digit and wings of four
to seven cells. A grid that needs nothing above hidden triples has the same rating by both; others are rated again.

The hardest finders search forcing chains with inner chains, levels 2 to 5 (9.5, 10.0, 10.5, 11.0 and more). When a
spread ends, they search chains on what is left of its board: unary ones (level 2), also multiple ones (level 3),
dynamic ones instead (level 4), and if these find nothing, chains of level 2 (level 5). The spread continues with all
that these remove. The search is bounded by the number of inner searches, so that a grid has the same rating on every
machine. A grid takes about a second, the hardest known ones ten seconds.
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
    REGION_KIND,
    UNIT_CELLS,
    UNITS_OF,
    BestHint,
    CandidateBoard,
    clear_hint,
    find_places,
    new_board,
    new_hint,
    set_up,
)
from entails.solvers.kernels.sudoku_deadly import VIEWS
from entails.solvers.kernels.sudoku_graph import new_graph
from entails.solvers.kernels.sudoku_inner import (
    NO_ORIGIN,
    InnerChains,
    add_inner_chains,
    clear_chains,
    find_inner_unary,
    new_inner_chains,
)
from entails.solvers.kernels.sudoku_nested import (
    find_inner_forcing,
    keep_deep_clash,
    keep_deep_common,
    keep_inner_clash,
    keep_inner_common,
    new_deep_links,
)
from entails.solvers.kernels.sudoku_numbers import DYNAMIC_TENTHS, LEVEL_TENTHS
from entails.solvers.kernels.sudoku_patterns import reach_by_patterns
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

LEVELS: Final = (2, 3, 4, 5)
_LINES, _STATIC, _DYNAMIC = 1, 2, 10
"""Costs of the searches for inner chains, roughly proportional to their time."""
_ONE_SPREAD: Final = 400_000
"""Upper bound on the parents of one spread: 729 nodes, each with at most all candidates as parents."""
MOST: Final = 2_000_000
"""Maximum cost of the searches for one grid: some minutes. One search of level 5 costs about 50,000."""
_MOST_RESULTS: Final = 500
"""Maximum number of results that a finder keeps; a grid needs up to about a hundred."""


class SearchExhausted(Exception):
    """Signal that the search reached its limit before it found a step."""


class _Budget:
    """Limits on the cost and the time of the searches for one grid."""

    def __init__(self) -> None:
        self.until, self.cost = float("inf"), 0

    def spend(self, cost: int) -> None:
        self.cost += cost
        if self.cost > MOST or clock() > self.until:
            raise SearchExhausted


class _Tools:
    """Arrays that all searches of a thread share."""

    def __init__(self) -> None:
        self.graph, self.reach = new_graph(), new_reach()
        self.cycles, self.trial = new_cycle_search(), new_hint()
        self.spreads, self.spare, self.deep = new_spreads(), new_board(), new_deep_links()


class _BestOnly:
    """Receiver of chains that keeps the best one as a hint."""

    def __init__(self, search: "NestedSearch", hint: BestHint) -> None:
        self.search, self.hint = search, hint

    def clash(self, row: int, start: int, rating: int) -> None:
        if self.search.spreads.clash[row, 0] >= 0:
            keep_deep_clash(self.search.spreads, row, start, rating, self.search.deep, self.hint)

    def common(self, rows: I64, rating: int, kind: int, _origin: int) -> None:
        keep_deep_common(self.search.spreads, rows, rating, kind, self.search.deep, self.hint)


class _BestPerNode:
    """Receiver of chains that keeps the best to each node, with its reasons: what `work` lacks of `board`."""

    def __init__(self, search: "NestedSearch", board: CandidateBoard, work: CandidateBoard, inner: InnerChains) -> None:
        self.search, self.board, self.work, self.inner = search, board, work, inner

    def clash(self, row: int, start: int, rating: int) -> None:
        spreads, deep = self.search.spreads, self.search.deep
        keep_inner_clash(self.board, self.work, row, start, rating, spreads, deep, self.inner)

    def common(self, rows: I64, rating: int, kind: int, origin: int) -> None:
        spreads, deep = self.search.spreads, self.search.deep
        keep_inner_common(self.board, self.work, rows, rating, kind, origin, spreads, deep, self.inner)


class NestedSearch:
    """Search for the forcing chains of a nesting level on a board. Not thread-safe."""

    def __init__(self, budget: _Budget, tools: _Tools) -> None:
        self.budget, self.tools = budget, tools
        self.spreads, self.work = new_spreads(), new_board()
        self.deep, self.inner = new_deep_links(), new_inner_chains()

    @cached_property
    def deeper(self) -> "NestedSearch":
        """The search for nested chains on what a spread of this one leaves (level 5)."""
        return NestedSearch(self.budget, self.tools)

    def run(self, board: CandidateBoard, level: int, receiver: _BestOnly | _BestPerNode) -> None:
        """Pass all chains of a level to a receiver, in Sudoku Explainer's order. `places` must be up to date."""
        clear_spreads(self.spreads)
        self.work.digits[:] = board.digits
        rating = DYNAMIC_TENTHS + LEVEL_TENTHS * level
        for cell in np.flatnonzero(board.marks).tolist():
            digits = [digit for digit in range(9) if board.marks[cell] >> digit & 1]
            if len(digits) < 2:
                continue
            clear_if_full(self.spreads)
            for digit in digits:
                self._look_at(board, 9 * cell + digit, level, rating, len(digits), receiver)
                for unit, places in _units_begun(board, cell, digit):
                    self._compare(board, places, level, rating, REGION_KIND, unit, receiver)
            rows = np.array([9 * cell + digit for digit in digits])
            self._compare(board, rows, level, rating, CELL_KIND, -1, receiver)

    def _look_at(
        self,
        board: CandidateBoard,
        candidate: int,
        level: int,
        rating: int,
        digits: int,
        receiver: _BestOnly | _BestPerNode,
    ) -> None:
        self._spread_from(board, candidate, level)
        receiver.clash(candidate, 2 * candidate + 1, rating)
        used = int(self.spreads.used[0])
        self._spread(board, OFF_ROW, 2 * candidate, level)
        receiver.clash(OFF_ROW, 2 * candidate, rating)
        if digits >= 3:
            receiver.common(np.array([candidate, OFF_ROW]), rating, DOUBLE, NO_ORIGIN)
        self.spreads.used[0] = used

    def _compare(
        self,
        board: CandidateBoard,
        rows: I64,
        level: int,
        rating: int,
        kind: int,
        origin: int,
        receiver: _BestOnly | _BestPerNode,
    ) -> None:
        for row in rows.tolist():
            self._spread_from(board, row, level)
        receiver.common(rows, rating, kind, origin)

    def _spread_from(self, board: CandidateBoard, candidate: int, level: int) -> None:
        if not self.spreads.done[candidate]:
            self.spreads.done[candidate] = True
            self._spread(board, candidate, 2 * candidate + 1, level)

    def _spread(self, board: CandidateBoard, row: int, start: int, level: int) -> None:
        """Compute all consequences of a node, up to a contradiction."""
        spreads, work = self.spreads, self.work
        if spreads.used[0] > len(spreads.parents) - _ONE_SPREAD:
            raise SearchExhausted
        begin_spread(spreads, row, start, board, work)
        self.deep.by[row] = 0
        on, off, clash = spread_until_stuck(spreads, row, DYNAMIC, board, work, 0, 0)
        while not clash and (reach_by_patterns(spreads, row, board, work) or self._reach_by_chains(row, board, level)):
            on, off, clash = spread_until_stuck(spreads, row, DYNAMIC, board, work, on, off)

    def _reach_by_chains(self, row: int, board: CandidateBoard, level: int) -> bool:
        """Add the removals of chains on the board of a spread; return whether there were any."""
        self.budget.spend(_DYNAMIC if level >= 4 else _LINES if level == 2 else _LINES + _STATIC)
        if level < 4:
            tools = self.tools
            clear_chains(self.inner)
            find_inner_unary(board, self.work, tools.graph, tools.reach, tools.cycles, self.inner, tools.trial)
            if self._add(row):
                return True
        if level >= 3:
            self._find_forcing(board, STATIC if level == 3 else DYNAMIC)
            if self._add(row):
                return True
        if level >= 5:
            clear_chains(self.inner)
            self.deeper.run(self.work, level - 3, _BestPerNode(self.deeper, board, self.work, self.inner))
            return self._add(row)
        return False

    def _find_forcing(self, board: CandidateBoard, mode: int) -> None:
        tools = self.tools
        clear_chains(self.inner)
        find_inner_forcing(
            board, self.work, mode, tools.graph, tools.reach, tools.spreads, tools.deep, tools.spare, self.inner
        )

    def _add(self, row: int) -> bool:
        return bool(add_inner_chains(self.spreads, row, self.work, self.inner, self.deep.by, self.deep.length) > 0)


class NestedFinder:
    """Finder of the best forcing chain of a nesting level. Not thread-safe."""

    def __init__(self) -> None:
        self.budget = _Budget()
        self.search = NestedSearch(self.budget, _Tools())
        self.results: dict[tuple[bytes, bytes, int], tuple[I64, I64, int]] = {}

    def allow(self, until: float) -> None:
        """Reset the cost for a new grid and set its deadline."""
        self.budget.until, self.budget.cost = until, 0

    def find_again(self, board: CandidateBoard, level: int, hint: BestHint) -> None:
        """Find the best hint of a nesting level, from memory for a known board. Both spend the same cost."""
        key = board.digits.tobytes(), board.marks.tobytes(), level
        if key in self.results:
            score, removes, cost = self.results[key]
            self.budget.spend(cost)
            hint.score[:], hint.removes[:] = score, removes
            return
        before = self.budget.cost
        self.find(board, level, hint)
        if len(self.results) >= _MOST_RESULTS:
            self.results.clear()
        self.results[key] = hint.score.copy(), hint.removes.copy(), self.budget.cost - before

    def find(self, board: CandidateBoard, level: int, hint: BestHint) -> None:
        """Find the best hint of a nesting level. `places` must be up to date.

        It is always compiled: plain Python would take too long.
        """
        with plain_python_first(False):
            clear_hint(hint)
            self.search.run(board, level, _BestOnly(self.search, hint))


def _units_begun(board: CandidateBoard, cell: int, digit: int) -> Iterator[tuple[int, I64]]:
    """Yield each unit in which this cell is the first place of a digit, with all its places."""
    for view in VIEWS:
        unit = int(UNITS_OF[cell, view])
        cells = UNIT_CELLS[unit]
        places = cells[board.marks[cells] >> digit & 1 == 1]
        if len(places) > 1 and places[0] == cell:
            yield unit, 9 * places + digit


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

    def __init__(self, nested: NestedFinder) -> None:
        super().__init__()
        self.nested = nested

    @cached_property
    def finders(self) -> dict[str, Callable[[], None]]:
        """Return the upper finders, easiest first."""
        return {**super().finders, **{f"{NESTED}-{level}": partial(self._find_nested, level) for level in LEVELS}}

    def _find_nested(self, level: int) -> None:
        self.nested.find_again(self.board, level, self.hint)


class _NestedSukakuRater(_NestedRater, SukakuRater):
    pass


class _NestedState(local):
    """The raters of a thread, kept between grids. They share the finder and what it found."""

    @cached_property
    def finder(self) -> NestedFinder:
        return NestedFinder()

    @cached_property
    def rater(self) -> _NestedRater:
        return _NestedRater(self.finder)

    @cached_property
    def sukaku_rater(self) -> _NestedRater:
        return _NestedSukakuRater(self.finder)


_nested_state: Final = _NestedState()


def nested_rating(grid: Grid, seconds: float | None = None) -> float | None:
    """Return the Sudoku Explainer 1.2.1 rating of a uniquely solvable grid, with nested chains.

    Return None if the grid needs more than level 5, or if the search reaches a limit.
    """
    return _rated(_nested_state.rater, grid, seconds)


def nested_sukaku_rating(grid: Grid, seconds: float | None = None) -> float | None:
    """Return the SukakuExplainer rating of a uniquely solvable grid; None in the cases of `nested_rating`."""
    return _rated(_nested_state.sukaku_rater, grid, seconds)


def warm(ambiguous: Grid) -> None:
    """Compile the kernels that only level 5 runs, on a grid of four solutions, which no finder changes."""
    finder, board = _nested_state.finder, _nested_state.rater.board
    set_up(board, *arrays(ambiguous))
    find_places(board)
    finder.allow(float("inf"))
    finder.find(board, max(LEVELS), _nested_state.rater.hint)


def _rated(rater: _NestedRater, grid: Grid, seconds: float | None) -> float | None:
    rater.memory.clear()  # the cost of a search must not depend on earlier ratings
    rater.nested.allow(float("inf") if seconds is None else clock() + seconds)
    try:
        rating, finder = rater.rate(*arrays(grid))
    except SearchExhausted:
        return None
    return None if finder is None else round(rating, 1)
