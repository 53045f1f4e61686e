"""ER equals the rating of Sudoku Explainer 1.2.1: worked examples, soundness, and a file of ratings."""

import csv

import numpy as np
import pytest
from helpers import outside_data

from entails.formats.sudoku.read import parse_grid
from entails.solvers.kernels.sudoku_board import length_tenths
from entails.solvers.sudoku.difficulty.explainer import BEYOND, ExplainerRater, RatedStep, rate_with_explainer
from entails.solvers.sudoku.difficulty.model import rate_many
from entails.solvers.sudoku.persistent import PersistentSudoku
from entails.solvers.sudoku.steps.position import arrays

from ..helpers import grid_of

WORKED = [
    (
        ".....6.89.5.7......9..1...423...8....75.6...1....2..5...9..5.1........76...9.2.3.",
        (4.6, "unique-loop", 0, ("r2c5-4", "r4c5-4")),
    ),
    (
        "1.34...8...71.9..6.8..72.......9.3.85...........537..2........57...15...89....61.",
        (5.8, "bug", 0, ("r7c2-4",)),
    ),
    (
        "..3.5.......7..1.3..9..2.6..3.9..4.8.6..1..72...5...3....648.956........8......4.",
        (6.2, "aligned-pair-exclusion", 0, ("r1c7-2",)),
    ),
    (
        ".234.....45...9...7......6....5.34985..294....1..........67.8...7....351.....5..6",
        (6.8, "aic", 12, ("r3c7-1",)),
    ),
    (
        "..3.5..8.45..8.1..7...2.....34...617.9.2....88...3..4..1.....76............8.7.51",
        (7.1, "aic", 8, ("r1c2=2",)),
    ),
    (
        "12..5....4.6..9...78.............85...724...16............6.915..192..36...3....8",
        (7.5, "aligned-triplet-exclusion", 0, ("r8c1-5",)),
    ),
    (
        "...4...8.456..........1...6.6137..9..47.91......5......9..4.2..6....2....7...59.3",
        (7.7, "nishio", 9, ("r3c1-2",)),
    ),
    (
        "1...5.....5.7.912..8.1..4....763.9..5.....8..6......1.....9..4..61.4..9..4.8.75..",
        (8.3, "multiple-forcing-chains", 12, ("r7c7-2",)),
    ),
    (
        "1.......9.5....2..6...73....498.............57....4..1....983...6...1.97.3..4..68",
        (8.7, "dynamic-forcing-chains", 9, ("r1c3-8",)),
    ),
    (
        "1......89.57......8..2...5...5..39.1.1...4....6.51.......3..62.64..9...37........",
        (9.1, "dynamic-forcing-chains", 27, ("r8c7-1",)),
    ),
]
"""Grids rated by Sudoku Explainer 1.2.1: the rating, the hardest step, its length and its result."""


@pytest.fixture(scope="module")
def rater() -> ExplainerRater:
    return ExplainerRater()


def rated_steps(rater: ExplainerRater, line: str) -> list[RatedStep]:
    return [step for step in rater.rated_steps(*arrays(grid_of(line))) if isinstance(step, RatedStep)]


def effect(step: RatedStep) -> tuple[str, ...]:
    text = [f"r{remove // 81 + 1}c{remove // 9 % 9 + 1}-{remove % 9 + 1}" for remove in step.removes]
    if step.places is not None:
        text.append(f"r{step.places // 81 + 1}c{step.places // 9 % 9 + 1}={step.places % 9 + 1}")
    return tuple(text)


@pytest.mark.parametrize(("line", "worked"), WORKED, ids=[worked[1] for _, worked in WORKED])
def test_worked_grids(rater: ExplainerRater, line: str, worked: tuple[float, str, int, tuple[str, ...]]) -> None:
    result = rated_steps(rater, line)
    assert rater.is_filled
    highest = max(result, key=lambda step: step.rating)
    assert (highest.rating, highest.finder, highest.length, effect(highest)) == worked


def test_every_feat_is_true(rater: ExplainerRater) -> None:
    with PersistentSudoku() as solver:
        for line, _ in WORKED:
            solution = solver.solve(grid_of(line)).solution
            assert solution is not None
            for step in rated_steps(rater, line):
                assert step.removes or step.places is not None
                assert all(solution.cells[remove // 9] != remove % 9 + 1 for remove in step.removes)
                assert step.places is None or solution.cells[step.places // 9] == step.places % 9 + 1


def test_what_a_length_adds() -> None:
    """The length of a chain adds a tenth at 8, 10, 14, 18, 26, 34, 50, 66, 98 and 130; up to 6 nothing."""
    last = {added: max(length for length in range(2, 131) if length_tenths(length) == added) for added in range(11)}
    assert list(last.values()) == [6, 8, 10, 14, 18, 26, 34, 50, 66, 98, 130]


def test_only_one_solution_has_upper_rungs() -> None:
    line = WORKED[0][0]
    fewer = grid_of(line.replace("6", ".", 1))
    [er] = rate_with_explainer([fewer], unique=False).er
    assert er < 4.5


def test_a_grid_beyond_the_finders_has_no_er() -> None:
    """A grid that needs chains within chains has no ER, and the rating says so."""
    platinum_blonde = ".......12........3..23..4....18....5.6..7.8.......9.....85.....9...4.5..47...6..."
    [rating] = rate_many([grid_of(platinum_blonde)])
    assert (rating.solutions, rating.er, rating.band) == ("one", None, "diabolical")
    assert rating.criteria["ladder"] == BEYOND


def test_ratings_of_sudoku_explainer() -> None:
    """Ratings of grids of SER 4 and above equal those of Sudoku Explainer; nothing was fitted to them."""
    with outside_data("sudoku/ser_hard_train.csv").open(newline="") as file:
        rows = list(csv.DictReader(file))[1::40]
    er = rate_with_explainer([parse_grid(row["puzzle"]) for row in rows], unique=True).er
    assert np.array_equal(er.round(1), [float(row["SER"]) for row in rows])
    assert er.max() < BEYOND
