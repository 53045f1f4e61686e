"""Ratings of grids that need chains within chains: what `ladder` and `successor` do, with the highest rungs.

These take a second or so a grid, the hardest known ones half a minute, so they are for one grid at a time.
"""

from collections.abc import Callable
from functools import cached_property, partial
from threading import local
from typing import Final

from entails.models.sudoku import Grid
from entails.solvers.patience import clock
from entails.solvers.sudoku.difficulty.deeper import LEVELS, Deeper, Exhausted
from entails.solvers.sudoku.difficulty.ladder import Climber
from entails.solvers.sudoku.difficulty.successor import SuccessorClimber
from entails.solvers.sudoku.steps.position import arrays

NESTED: Final = "nested-forcing-chains"


class _HighestRungs(Climber):
    """The upper rungs, and above them forcing chains with chains inside."""

    @cached_property
    def deeper(self) -> Deeper:
        return Deeper()

    @cached_property
    def finders(self) -> dict[str, Callable[[], None]]:
        """The upper rungs, from below."""
        return {**super().finders, **{f"{NESTED}-{level}": partial(self._deeper, level) for level in LEVELS}}

    def _deeper(self, level: int) -> None:
        self.deeper.find(self.board, level, self.hint)


class _HighestClimber(_HighestRungs):
    pass


class _HighestSuccessor(_HighestRungs, SuccessorClimber):
    pass


class _Own(local):
    """What a thread keeps from grid to grid."""

    @cached_property
    def climber(self) -> _HighestRungs:
        return _HighestClimber()

    @cached_property
    def successor(self) -> _HighestRungs:
        return _HighestSuccessor()


_own: Final = _Own()


def nested_rating(grid: Grid, seconds: float | None = None) -> float | None:
    """The rating of a grid with one solution by Sudoku Explainer 1.2.1; None where it needs more than dynamic chains
    within chains, or where the search takes longer than anybody should wait."""
    return _rated(_own.climber, grid, seconds)


def nested_successor_rating(grid: Grid, seconds: float | None = None) -> float | None:
    """The same by SukakuExplainer."""
    return _rated(_own.successor, grid, seconds)


def _rated(climber: _HighestRungs, grid: Grid, seconds: float | None) -> float | None:
    climber.memory.clear()  # what the search may cost must not depend on what was asked before
    climber.deeper.allow(float("inf") if seconds is None else clock() + seconds)
    try:
        rating, finder = climber.rate(*arrays(grid))
    except Exhausted:
        return None
    return None if finder is None else round(rating, 1)
