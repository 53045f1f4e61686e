"""Ratings, and the shipped weights with their origins."""

from dataclasses import replace
from random import Random

import pytest

import entails
from entails.data.sudoku import weights
from entails.formats.sudoku.read import parse_grid
from entails.models.errors import InvalidData
from entails.models.rating import BANDS, BandLimit
from entails.models.sudoku.grid import Grid
from entails.solvers.sudoku.difficulty.explainer import BEYOND
from entails.solvers.sudoku.difficulty.model import band_of, effort, rate, rate_many
from entails.solvers.sudoku.steps.technique import STUDY

from .difficulty_grids import ALL, CLASH, EASY, EMPTY, FULL, HARD, SEVENTEEN, some_givens

CHAINS = (
    "..759....3..8..6...1...4..7..4..9.5..7....4....2..8...5....1.6...83...2.........3",
    ".....315...39....2.2.67.3....13....72.......33....96....6.25.9.4....67...187.....",
    "9..73......4.296..23.....1....6....4.9.....2.4....1....4.....52..534.8......62..3",
)
"""Grids of ER 7.3, 4.0 and 2.0."""


def test_harder_grids_are_rated_higher() -> None:
    easy, seventeen, hard = rate_many([EASY, SEVENTEEN, HARD])
    assert easy.difficulty is not None
    assert seventeen.difficulty is not None
    assert hard.difficulty is not None
    assert easy.difficulty < seventeen.difficulty < hard.difficulty
    assert (easy.band, hard.band) == ("easy", "diabolical")
    assert (easy.exact_depth, hard.exact_depth) == (0, 2)
    assert easy.er is not None
    assert easy.er < 3
    assert (hard.er, hard.criteria["ladder"]) == (None, BEYOND)


def test_only_proper_puzzles_have_a_difficulty() -> None:
    result = rate_many(ALL)
    assert [entry.solutions for entry in result] == ["one", "one", "one", "one", "several", "none"]
    for item in result:
        assert (item.difficulty is None) == (item.solutions != "one")
        assert (item.band is None) == (item.difficulty is None)
        assert item.er is None or item.solutions == "one"
    assert rate(FULL).hardest is None
    assert {EMPTY, CLASH} == {entry.puzzle for entry in result if entry.difficulty is None}


def test_the_keys_that_others_rely_on() -> None:
    report = rate(EASY).as_json()
    wanted = {"puzzle", "difficulty", "difficulty_relative", "band", "er", "exact_depth", "hardest", "criteria"}
    assert wanted <= set(report)
    assert report["puzzle"] == EASY.line
    assert report["criteria"]["givens"] == 30


def isomorph(grid: Grid, random: Random) -> Grid:
    """Return an isomorph of a puzzle: rows, columns, bands and stacks permuted, digits renamed, perhaps transposed."""

    def lines() -> list[int]:
        return [3 * band + line for band in random.sample(range(3), 3) for line in random.sample(range(3), 3)]

    rows, columns, digits = lines(), lines(), [0, *random.sample(range(1, 10), 9)]
    pairs = [(row, column) for row in rows for column in columns]
    if random.random() < 0.5:
        pairs = [(row, column) for column in columns for row in rows]
    return Grid(grid.shape, tuple(digits[grid.cells[9 * row + column]] for row, column in pairs))


def test_no_rating_depends_on_the_order_of_rows_columns_and_digits() -> None:
    random = Random(31)
    grids = [EASY, SEVENTEEN, HARD, *map(parse_grid, CHAINS), *some_givens(12), EMPTY, CLASH]
    turned = [isomorph(grid, random) for grid in grids for _ in range(3)]
    expected = rate_many(grids)
    for place, rating in enumerate(rate_many(turned)):
        assert replace(rating, puzzle=EMPTY) == replace(expected[place // 3], puzzle=EMPTY)


TURNING = "1.......9.5....2..6...73....498.............57....4..1....983...6...1.97.3..4..68"
"""Sudoku Explainer rates this grid 8.7, by dynamic chains, and its canonical form 8.5, without them."""


def test_only_er_itself_may_depend_on_the_order_of_cells() -> None:
    puzzle = parse_grid(TURNING)
    form = entails.sudoku.canonical(puzzle)
    left, right = rate_many([puzzle, form])
    assert (left.er, right.er) == (8.7, 8.5)
    assert replace(left, puzzle=form, er=right.er) == right
    assert left.criteria["ladder"] == 8.5
    assert left.er_sukaku is not None


@pytest.mark.parametrize("grid", [EASY, parse_grid(CHAINS[1])])
def test_slow_criteria_do_not_depend_on_the_order_either(grid: Grid) -> None:
    turned = isomorph(grid, Random(8))
    left, right = (rate(each, quine=True) for each in (grid, turned))
    assert left.criteria == right.criteria
    assert left.er_sukaku == right.er_sukaku


def test_guesses_do_not_depend_on_the_order_either() -> None:
    random = Random(5)
    study = weights().model_copy(update={"techniques": STUDY})
    turned = [isomorph(HARD, random) for _ in range(2)]
    expected, *ratings = rate_many([HARD, *turned], weights=study)
    assert expected.criteria["uses_backtracking"] > 0
    assert [rating.criteria for rating in ratings] == [expected.criteria] * 2


def test_grids_of_depth_two_have_a_charge_of_their_own() -> None:
    """Grids of depth two have an extra cost that puts them above every grid solved by refutation."""
    *solved, hard = rate_many([*map(parse_grid, CHAINS), HARD])
    assert hard.exact_depth == 2
    assert hard.criteria["uses_nested_disjunction"] == 1
    assert all(rating.criteria["uses_nested_disjunction"] == 0 for rating in solved)
    assert hard.criteria["search_cost"] > max(rating.criteria["search_cost"] for rating in solved)


def test_bands_go_up() -> None:
    shipped = weights()
    free = shipped.model_copy(update={"band_limits": ()})
    report = [band_of(place / 20, 1.5, free) for place in range(80)]
    assert [BANDS.index(band) for band in report] == sorted(BANDS.index(band) for band in report)
    assert set(report) == set(BANDS)


def test_the_hardest_step_sets_a_floor_and_a_ceiling() -> None:
    shipped = weights()
    slow, quick = 100.0, 0.01
    assert [band_of(slow, er, shipped) for er in (1.2, 2.6, 4.2, 7.1)] == ["hard", "expert", "diabolical", "diabolical"]
    assert [band_of(quick, er, shipped) for er in (1.2, 2.6, 4.2, 7.1, 8.3, BEYOND)] == [
        "easy",
        "medium",
        "hard",
        "expert",
        "diabolical",
        "diabolical",
    ]
    ours = shipped.model_copy(update={"band_limits": (BandLimit(er=2.0, lowest="easy", highest="easy"),)})
    assert (band_of(slow, 1.2, ours), band_of(slow, 2.6, ours)) == ("easy", "diabolical")


def test_effort_along_the_path() -> None:
    techniques, costs = effort(EASY)
    assert len(techniques) == len(costs) == rate(EASY).criteria["rounds"]
    assert costs.min() > 0


def test_a_model_of_unknown_criteria_is_refused() -> None:
    shipped = weights()
    strange = shipped.difficulty.model_copy(update={"weights": {"charm": 1.0}})
    with pytest.raises(InvalidData, match="charm"):
        rate(EASY, weights=shipped.model_copy(update={"difficulty": strange}))


def test_the_shipped_weights_say_where_they_come_from() -> None:
    shipped = weights()
    files = [*shipped.search_data, *shipped.ladder_data, *shipped.difficulty.data, *shipped.difficulty_relative.data]
    assert len(files) == 4
    for file in files:
        assert len(file.sha256) == 64
        assert file.origin
        assert file.rows > 100
    assert shipped.difficulty.figures[0].spearman >= 0.82
    assert shipped.difficulty.figures[0].pearson >= 0.82
    assert shipped.difficulty_relative.figures[0].spearman >= 0.74
    assert shipped.difficulty_relative.figures[0].pearson_log >= 0.80
