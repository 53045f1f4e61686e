"""The rating of a grid that is no classic 9x9 one: its path, and the band that the hardest step asks for at least.

No people were timed on such grids, and Sudoku Explainer 1.2.1 rates none, so there is no difficulty and no ER.
"""

from collections import Counter

from entails.data.weights import weights as shipped_weights
from entails.models.rating import BANDS, Band, RatingWeights
from entails.models.sudoku import Grid
from entails.solvers.sudoku.difficulty.model import Rating, Solutions
from entails.solvers.sudoku.difficulty.rungs import RUNGS
from entails.solvers.sudoku.steps.ask import has_one_solution, has_several_solutions
from entails.solvers.sudoku.steps.houses import FINDERS
from entails.solvers.sudoku.steps.path import Path, solve_steps
from entails.solvers.sudoku.steps.technique import DEFAULT, technique

_LEVELS = {
    **{rung.technique: rung.level for rung in RUNGS},
    **{
        technique(name).number: level
        for name, level in {
            "naked-quad": 5.0,
            "jellyfish": 5.2,
            "hidden-quad": 5.4,
            "simple-colouring": 6.6,
            "x-chain": 6.6,
            "xy-chain": 7.0,
            "aic": 7.0,
            "aic-loop": 7.0,
            "dynamic-forcing-chains": 8.5,
        }.items()
    },
}
"""Where each technique stands on the ladder; singles without pencil marks are below all."""


def rate_other(grid: Grid, weights: RatingWeights | None = None) -> Rating:
    """What is known of one grid of any shape."""
    path = solve_steps(grid, DEFAULT)
    solutions = _solutions(grid, path)
    used = Counter(step.technique for step in path.steps)
    hardest = next((name for name in reversed(DEFAULT) if name in used), None)
    marks = [mask.bit_count() for mask in grid.open_masks()]
    criteria = {
        "givens": len(grid.givens()),
        "candidates": sum(marks),
        "candidates_per_cell": sum(marks) / max(sum(map(bool, marks)), 1),
        "steps": len(path.steps),
        "eliminations": sum(len(step.removes) for step in path.steps),
        **{f"uses_{name.replace('-', '_')}": used[name] for name in DEFAULT if name in FINDERS},
    }
    return Rating(
        puzzle=grid,
        solutions=solutions,
        difficulty=None,
        difficulty_relative=None,
        band=_band(hardest, weights or shipped_weights()) if path.status == "solved" else None,
        er=None,
        exact_depth=None,
        depth_at_least=0,
        hardest=hardest,
        criteria={name: float(value) for name, value in criteria.items()},
    )


def _solutions(grid: Grid, path: Path) -> Solutions:
    """A path to the end leaves no other solution: no step here rests on there being one."""
    if path.status != "stuck":
        return "one" if path.status == "solved" else "none"
    return "one" if has_one_solution(grid) else "several" if has_several_solutions(grid) else "none"


def _band(hardest: str | None, weights: RatingWeights) -> Band:
    level = _LEVELS.get(technique(hardest).number, 0.0) if hardest else 0.0
    return next((limit.lowest for limit in weights.band_limits if level <= limit.er), BANDS[-1])
