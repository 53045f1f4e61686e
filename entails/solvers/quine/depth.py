"""Exact disjunction depth: how deep case splits must nest, independent of any heuristic.

The exact depth of a formula is the smallest k whose closure (`kernels.quine.close`) contains everything forced: the
solution if there is one, the facts common to all solutions if there are several, the contradiction if there is none.
The order of clauses and variables does not matter, but the encoding does: see docs/quine.md.

The exact depth of a Sudoku is that of its `pruned` encoding. Classic 9x9 grids with at most one solution use a bitmask
kernel, all others the general one.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, Literal

import numpy as np

from entails.models.encoding import Clauses, Cnf
from entails.models.limits import UNLIMITED, Limits
from entails.models.outcome import Reason
from entails.models.sudoku.grid import Grid
from entails.models.sudoku.shape import Shape
from entails.solvers.engine import run_loop
from entails.solvers.kernels.cnf import ENDLESS, NONE
from entails.solvers.kernels.jit import clock, runs_plain_python
from entails.solvers.kernels.quine import REFUTED, STOPPED, close
from entails.solvers.kernels.sudoku_depth import SEVERAL, UNSETTLED, depths_of
from entails.solvers.quine.options import QuineOptions
from entails.solvers.quine.run import Backbone, backbone, time_left, workspace
from entails.solvers.quine.tree import Status
from entails.solvers.quine.workspace import FormulaWorkspace
from entails.solvers.sudoku import formula


@dataclass(frozen=True)
class ExactDepth:
    """The exact depth of a formula, or a bound.

    Attributes:
        depth: The exact depth, or None.
        at_least: The known lower bound.
        status: The verdict on the formula, as far as it is known.
        several: Whether the formula has more than one solution; None if unknown.
        forced: The forced literals of the encoding; empty from the bitmask kernel.
        tried: The disjunctions tried at each level (from 1), which depend on the order; empty from the bitmask kernel.
        seconds: The time spent.
        stopped: Why there is no depth: a limit, the cap on the depth, or `never`: auxiliary variables leave something
            open that no disjunction on the puzzle's own variables can settle.
    """

    depth: int | None
    at_least: int
    status: Status
    several: bool | None
    forced: tuple[int, ...]
    tried: tuple[int, ...]
    seconds: float
    stopped: Reason | Literal["depth", "never"] | None = None

    @property
    def known(self) -> str:
        """Describe the depth, or the bound, in words."""
        return f"depth is {self.depth}" if self.depth is not None else f"depth is at least {self.at_least}"

    def as_json(self) -> dict[str, Any]:
        """Return the depth, or else the bound, as JSON fields."""
        fields: dict[str, Any] = {"exact_depth": self.depth}
        if self.depth is None:
            fields["exact_depth_at_least"] = self.at_least
        return fields


def exact_depth(cnf: Cnf[Any], limits: Limits = UNLIMITED, cap: int | None = None) -> ExactDepth:
    """Compute the exact depth of a formula. `limits.nodes` bounds the number of disjunctions, `cap` the depth."""
    if not runs_plain_python():
        warm_closures()
    return _Closures(cnf, limits, cap).depth()


class _Closures:
    """The closures of a formula by level, on one growing trail: each closure contains the one below."""

    def __init__(self, cnf: Cnf[Any], limits: Limits, cap: int | None) -> None:
        self.cnf = cnf
        self.limits = limits
        self.cap = cap
        self.started = clock()
        self.work = workspace(cnf, QuineOptions())
        self.settled: list[int] = []
        """The number of the puzzle's variables that each level settles."""
        self.tried = np.zeros(1, np.int64)
        self._backbone: Backbone | None = None

    def depth(self) -> ExactDepth:
        level = 0
        refuted = self.work.begin() != NONE
        while not refuted:
            self.settled.append(int(np.count_nonzero(self.work.answer_values())))
            if self.work.satisfied:
                return self._complete("satisfied")
            capped = self.cap is not None and level >= self.cap
            if (level > 0 or capped) and (verdict := self._verdict()):
                return verdict
            if capped:
                return self._incomplete("depth")
            level += 1
            size = self._close(level)
            if size == STOPPED:
                if self.work.stop[0]:
                    return self._incomplete("time")
                return self._verdict() or self._incomplete("nodes")
            refuted = size == REFUTED
            self.work.size = max(size, 0)
        self.settled.append(NONE)
        return self._complete("unsatisfiable")

    def _close(self, level: int) -> int:
        self.tried = np.append(self.tried, 0)
        kept = np.empty((level + 1, self.work.variables), np.int32)
        work, nodes = self.work, self.limits.nodes

        def raise_flag() -> None:
            work.stop[0] = 1

        return run_loop(
            lambda: close(
                level,
                work.formula,
                work.trail,
                work.size,
                work.answers,
                kept,
                self.tried,
                ENDLESS if nodes is None else nodes,
                work.stop,
            ),
            raise_flag,
            time_left(self.limits, self.started).seconds,
        )

    @property
    def backbone(self) -> Backbone:
        if self._backbone is None:
            self._backbone = backbone(self.cnf, time_left(self.limits, self.started))
        return self._backbone

    def _verdict(self) -> ExactDepth | None:
        """Return the result if the last closure is final or contains everything forced; else None."""
        forced = self.backbone
        if forced.consistent is None:
            return self._incomplete(forced.reason or "time")
        if forced.consistent and len(forced.literals) == self.settled[-1]:
            return self._complete("satisfied")
        if len(self.settled) > self.work.answers + 1:
            return self._incomplete("never")
        return None

    def _complete(self, status: Status) -> ExactDepth:
        """Return the result for a complete closure: the depth is the first level that reaches it."""
        depth = self.settled.index(self.settled[-1])
        forced = self._forced() if status == "satisfied" else ()
        several = len(forced) < self.work.answers if status == "satisfied" else None
        return self._result(depth, depth, status, several, forced)

    def _forced(self) -> tuple[int, ...]:
        if self._backbone is not None:
            return tuple(sorted(self._backbone.literals, key=abs))
        values = enumerate(self.work.answer_values().tolist(), 1)
        return tuple(fact if value > 0 else -fact for fact, value in values if value)

    def _incomplete(self, reason: Reason | Literal["depth", "never"]) -> ExactDepth:
        """Return a result that only bounds the depth.

        If the backbone is known, the last closure is known to be incomplete; otherwise only the closures before it are.
        """
        forced = self._backbone
        if forced is None or forced.consistent is None:
            return self._result(None, self.settled.index(self.settled[-1]), "undecided", None, (), reason)
        several = len(forced.literals) < self.work.answers if forced.consistent else None
        status: Status = "satisfied" if forced.consistent else "unsatisfiable"
        return self._result(None, len(self.settled), status, several, (), reason)

    def _result(
        self,
        depth: int | None,
        at_least: int,
        status: Status,
        several: bool | None,
        forced: tuple[int, ...],
        stopped: Reason | Literal["depth", "never"] | None = None,
    ) -> ExactDepth:
        tried = tuple(self.tried[1:].tolist())
        return ExactDepth(depth, at_least, status, several, forced, tried, clock() - self.started, stopped)


_DEEPEST = 9
"""The cap of the bitmask kernel. No known grid is deeper than 3."""


def grid_depth(grid: Grid, limits: Limits = UNLIMITED, cap: int | None = None) -> ExactDepth:
    """Compute the exact depth of one grid."""
    return grid_depths([grid], limits, cap)[0]


def grid_depths(grids: Sequence[Grid], limits: Limits = UNLIMITED, cap: int | None = None) -> list[ExactDepth]:
    """Compute the exact depth of several grids. The limits apply to all grids together."""
    if not runs_plain_python():
        warm_grids()
    started = clock()
    results: list[ExactDepth | None] = [None] * len(grids)
    fast = [place for place, grid in enumerate(grids) if limits.nodes is None and _fits_bitmasks(grid)]
    for place, depth in zip(fast, _on_bitmasks([grids[place] for place in fast], limits, cap), strict=True):
        results[place] = depth
    for place, grid in enumerate(grids):
        if results[place] is None:
            results[place] = exact_depth(formula(grid), _with_time_left(limits, started), cap)
    return [depth for depth in results if depth is not None]


def _fits_bitmasks(grid: Grid) -> bool:
    return grid.marks is None and grid.shape == Shape.classic(9)


def _with_time_left(limits: Limits, started: float) -> Limits:
    return limits.model_copy(update={"seconds": time_left(limits, started).seconds})


def _on_bitmasks(grids: list[Grid], limits: Limits, cap: int | None) -> list[ExactDepth | None]:
    """Compute depths of grids with the bitmask kernel; None for grids with several solutions."""
    if not grids:
        return []
    started = clock()
    stop = np.zeros(1, np.uint8)
    digits = np.array([grid.cells for grid in grids], np.uint8)
    depths, levels = np.empty((2, len(grids)), np.int16)
    solvable = np.empty(len(grids), np.uint8)

    def raise_flag() -> None:
        stop[0] = 1

    run_loop(
        lambda: depths_of(digits, _DEEPEST if cap is None else cap, stop, depths, levels, solvable),
        raise_flag,
        limits.seconds,
    )
    each = (clock() - started) / len(grids)
    rows = zip(depths.tolist(), levels.tolist(), solvable.tolist(), strict=True)
    return [_bitmask_result(depth, level, bool(solved), bool(stop[0]), each) for depth, level, solved in rows]


def _bitmask_result(depth: int, level: int, solved: bool, stopped: bool, seconds: float) -> ExactDepth | None:
    if depth == SEVERAL:
        return None
    status: Status = "satisfied" if solved else "unsatisfiable"
    several = False if solved else None
    if depth != UNSETTLED:
        return ExactDepth(depth, depth, status, several, (), (), seconds)
    if not stopped:
        return ExactDepth(None, level, status, several, (), (), seconds, "depth")
    if level <= 1:  # the solutions are counted after level 1
        return ExactDepth(None, 0, "undecided", None, (), (), seconds, "time")
    return ExactDepth(None, level, status, several, (), (), seconds, "time")


@cache
def warm_closures() -> None:
    """Compile the kernels of the exact depth of a formula."""
    work = FormulaWorkspace(Clauses.of([(1, 2), (1, -2)]), 2, 2, in_formula_order=False, at_once=True)
    work.begin()
    kept, tried = np.empty((2, 2), np.int32), np.zeros(2, np.int64)
    close(1, work.formula, work.trail, work.size, 2, kept, tried, ENDLESS, work.stop)
    _ = work.satisfied


@cache
def warm_grids() -> None:
    """Compile the kernels of the exact depth of 9x9 grids."""
    empty = np.zeros((1, 81), np.uint8)
    depths, levels = np.zeros((2, 1), np.int16)
    depths_of(empty, 0, np.zeros(1, np.uint8), depths, levels, np.zeros(1, np.uint8))
