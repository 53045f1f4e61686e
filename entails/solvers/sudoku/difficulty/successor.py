"""`er_sukaku`: the rating of SukakuExplainer, the successor of Sudoku Explainer 1.2.1.

Up to hidden triples both do the same. Then the successor has rungs of its own between those of the other: chains of
two, three and four strong links of one digit, and wings of four to seven cells. A grid that needs nothing above hidden
triples has the same rating by both; others climb again.
"""

from collections.abc import Callable
from functools import cached_property
from threading import local
from typing import TYPE_CHECKING, Final

from entails.models.sudoku import Grid
from entails.solvers.sudoku.difficulty.climber import BEYOND, Climber
from entails.solvers.sudoku.difficulty.ladder import own_memory
from entails.solvers.sudoku.difficulty.rungs import QUADS, SAME, SAME_UP_TO, WING_TECHNIQUES, WINGS
from entails.solvers.sudoku.steps.position import arrays

if TYPE_CHECKING:
    from entails.solvers.kernels.sudoku_explainer_strong import Strong


class SuccessorClimber(Climber):
    """A board and the upper rungs of SukakuExplainer, which begin where Y-wings do."""

    lower = SAME

    @cached_property
    def finders(self) -> dict[str, Callable[[], None]]:
        """The upper rungs, from below."""
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
        from entails.solvers.kernels.sudoku_explainer_strong import find_strong_links

        find_strong_links(self.board, links, self._strong, self.hint)

    @cached_property
    def _strong(self) -> "Strong":
        from entails.solvers.kernels.sudoku_explainer_strong import new_strong

        return new_strong()

    def _wing(self, size: int) -> None:
        from entails.solvers.kernels.sudoku_explainer_wings import find_wing

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


class _Own(local):
    """What a thread keeps from grid to grid; the memory is that of the other ladder."""

    def __init__(self) -> None:
        self.climber = SuccessorClimber(own_memory())


_own: Final = _Own()


def successor_rating(grid: Grid, er: float) -> float | None:
    """The rating of a grid with one solution by SukakuExplainer, from that of Sudoku Explainer 1.2.1; None where none
    of the finders finds more."""
    if er <= SAME_UP_TO:
        return er
    rating, _ = _own.climber.rate(*(own_memory().stop_of(grid) or arrays(grid)))
    return round(rating, 1) if rating < BEYOND else None
