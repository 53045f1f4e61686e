"""The SukakuExplainer rating: grids whose path in that program is known, step by step."""

import numpy as np
import pytest

from entails.solvers.kernels.sudoku_board import NO_RATING, RATING, REMOVES, find_places, new_hint, set_up
from entails.solvers.kernels.sudoku_strong_links import find_strong_links, new_strong_links
from entails.solvers.sudoku.difficulty import explainer
from entails.solvers.sudoku.difficulty.explainer import ExplainerRater, RatedStep, rate_with_explainer
from entails.solvers.sudoku.difficulty.explainer_nested import SukakuRater, sukaku_rating
from entails.solvers.sudoku.difficulty.model import rate_many
from entails.solvers.sudoku.persistent import PersistentSudoku
from entails.solvers.sudoku.steps.position import arrays

from ..helpers import grid_of

SEEN = {
    "24...9..7..6.....3..16..45.8..3.12.............29.5..1.27..86..1.....7..4..7...89": (
        "4.1 13-1, 4.1 22-8, 7.1 39-8, 7.2 23-2, 7.2 61-4, 7.3 41-2, 7.3 58-1, 7.1 76-5, 7.5 2-8 12-2 12-4 12-5, "
        "4.1 73-5, 5.5 10-5, 4.2 15-8, 7.2 3=8, 4.0 18-3 74-3"
    ),
    "9...1.....41.536...3.6...7...6....2.85.....43.2....8...8...7.1...342.59.....3...2": (
        "4.3 41-1, 7.1 41-9, 7.2 3-2, 7.2 47-7, 6.6 49-4, 4.2 45-1, 5.0 48-9, 7.1 40-9, 7.2 2-2, 6.3 75-8, 7.2 2-7"
    ),
    "..21....8.68....4.71...9...8..2.17......6......59.8..3...6...17.7....83.2....79..": (
        "4.3 58-5 76-5, 4.4 71-5, 5.7 21-5, 6.1 55-4 73-4, 7.2 1-3, 6.3 36-3, 5.6 58-4, 7.5 42-2, 4.3 76-4, 4.5 26-5, "
        "5.5 54-4"
    ),
    "...6...9...8.42..725......8...8......19.7.85......1...5......249..51.3...8...7...": (
        "4.1 36-3, 4.3 59-6, 4.5 31-3 32-3, 5.6 48-3, 5.4 1-3 2-3 16-3, 4.2 47-4, 5.6 46-4, 6.4 51-4"
    ),
    "..971..6.7..3..4...65...7.3....5..242..9.3..115..2....9.1...64...4..6..7.7..491..": (
        "4.3 6-8, 5.7 43-8 52-8, 7.1 21-4, 7.1 64-8, 4.0 59-8, 5.5 5-8 23-8 58-8 79-8, 4.1 57-8, 5.4 51-8 80-8, "
        "5.6 69-3 70-3"
    ),
    "...9....275.4....1....58.6..92......8..691..5......98..4.32....5....4.132....5...": (
        "4.0 6-4 7-4 20-4, 6.3 0-1, 6.4 42-7 46-7, 7.1 73-7, 7.1 73-8, 5.5 38-7 64-7, 6.6 2-1, 7.1 45-3, 4.2 60-7, "
        "5.7 6-7 24-7 61-7 79-7"
    ),
}
"""Rating and result of each step above hidden triples, with cells from 0."""


@pytest.fixture(scope="module")
def rater() -> SukakuRater:
    return SukakuRater()


def rated_steps(rater: SukakuRater, line: str) -> list[RatedStep]:
    return [step for step in rater.rated_steps(*arrays(grid_of(line))) if isinstance(step, RatedStep)]


def step_text(step: RatedStep) -> str:
    effects = [f"{remove // 9}-{remove % 9 + 1}" for remove in sorted(step.removes)]
    if step.places is not None:
        effects.append(f"{step.places // 9}={step.places % 9 + 1}")
    return f"{step.rating} {' '.join(effects)}"


@pytest.mark.parametrize("line", SEEN)
def test_every_step_is_the_one_that_was_seen(rater: SukakuRater, line: str) -> None:
    steps = rated_steps(rater, line)
    assert ", ".join(step_text(step) for step in steps) == SEEN[line]
    assert rater.is_filled
    assert rater.rate(*arrays(grid_of(line)))[0] == max(step.rating for step in steps)


def test_every_step_is_true(rater: SukakuRater) -> None:
    with PersistentSudoku() as solver:
        for line in SEEN:
            solution = solver.solve(grid_of(line)).solution
            assert solution is not None
            for step in rated_steps(rater, line):
                assert all(solution.cells[remove // 9] != remove % 9 + 1 for remove in step.removes)
                assert step.places is None or solution.cells[step.places // 9] == step.places % 9 + 1


@pytest.mark.parametrize(
    ("finder", "places", "rating", "goes"),
    [
        ("two-strong-links", (0, 3, 28, 30, 10), 40, (10,)),  # rows 1 and 4, joined in column 4: r2c2 loses the digit
        ("two-strong-links", (1, 9, 18, 36, 40, 4, 7), 43, (4,)),  # a box with a column of two, and row 5
        ("two-strong-links", (0, 10, 3, 13, 6, 15), 41, (6, 15)),  # two boxes that close a loop
        ("four-strong-links", (0, 3, 16, 21, 24, 27, 37, 42, 52), 59, (21,)),
        ("four-strong-links", (0, 3, 9, 21, 24, 37, 42, 54, 55), 58, (9,)),
        ("two-strong-links", (0, 40, 80), NO_RATING, ()),
    ],
)
def test_strong_links_of_one_digit(
    rater: SukakuRater, finder: str, places: tuple[int, ...], rating: int, goes: tuple[int, ...]
) -> None:
    marks = np.zeros(81, np.int64)
    marks[list(places)] = 1
    set_up(rater.board, np.zeros(81, np.int64), marks)
    find_places(rater.board)
    rater.finders[finder]()
    score = rater.hint.score
    assert score[RATING] == rating
    assert tuple(sorted(rater.hint.removes[: score[REMOVES]] // 9)) == goes


@pytest.mark.parametrize("most", [1, 5000])
def test_what_is_remembered_changes_nothing(monkeypatch: pytest.MonkeyPatch, most: int) -> None:
    """The memory of results changes nothing: equal ratings with no memory, full memory, and separate ladders."""
    monkeypatch.setattr(explainer, "_MOST", most)
    grids = [grid_of(line) for line in [*SEEN, *SEEN]]
    er = rate_with_explainer(grids, unique=True).er
    result = [sukaku_rating(grid, rated) for grid, rated in zip(grids, er, strict=True)]
    assert er.tolist() == [ExplainerRater().rate(*arrays(grid))[0] for grid in grids[: len(SEEN)]] * 2
    assert result == [SukakuRater().rate(*arrays(grid))[0] for grid in grids[: len(SEEN)]] * 2


@pytest.mark.parametrize("line", list(SEEN)[:4])
def test_what_is_known_of_a_digit_holds_until_its_places_change(rater: SukakuRater, line: str) -> None:
    strong, fresh, hint = new_strong_links(), new_hint(), new_hint()
    for step in rater.rated_steps(*arrays(grid_of(line))):
        if isinstance(step, RatedStep):
            continue
        for links in (2, 3, 4):
            find_strong_links(rater.board, links, strong, hint)
            find_strong_links(rater.board, links, new_strong_links(), fresh)
            count = hint.score[REMOVES]
            assert hint.score.tolist() == fresh.score.tolist()
            assert hint.removes[:count].tolist() == fresh.removes[:count].tolist()


def test_ratings_that_differ_and_do_not() -> None:
    """SukakuExplainer's rating equals ER below its own rungs; a grid without ER has neither."""
    lines = [
        *list(SEEN)[:4],
        ".3.47...2....9.7.......1...4682...35.........37...9461...1.......7.2....6...53.8.",
        ".......12........3..23..4....18....5.6..7.8.......9.....85.....9...4.5..47...6...",
    ]
    rated = rate_many([grid_of(line) for line in lines])
    assert [item.er_sukaku for item in rated] == [7.5, 7.2, 7.5, 6.4, 2.0, None]
    assert [item.er for item in rated] == [8.3, 7.2, 7.5, 7.1, 2.0, None]
    assert rate_with_explainer([grid_of(lines[0])], unique=False).er[0] < 4
