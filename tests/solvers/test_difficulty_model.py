"""Ratings, and the shipped weights: they load, they know where they come from."""

import pytest

from entails.data.weights import weights
from entails.models.errors import InvalidData
from entails.models.rating import BANDS, BandLimit
from entails.models.sudoku.grid import Grid
from entails.solvers.sudoku.difficulty.explainer import BEYOND
from entails.solvers.sudoku.difficulty.model import band_of, effort, rate, rate_many

from .difficulty_grids import ALL, CLASH, EASY, EMPTY, FULL, HARD, SEVENTEEN


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
    found = rate_many(ALL)
    assert [one.solutions for one in found] == ["one", "one", "one", "one", "several", "none"]
    for one in found:
        assert (one.difficulty is None) == (one.solutions != "one")
        assert (one.band is None) == (one.difficulty is None)
        assert one.er is None or one.solutions == "one"
    assert rate(FULL).hardest is None
    assert {EMPTY, CLASH} == {one.puzzle for one in found if one.difficulty is None}


def test_the_keys_that_others_rely_on() -> None:
    told = rate(EASY).as_json()
    wanted = {"puzzle", "difficulty", "difficulty_relative", "band", "er", "exact_depth", "hardest", "criteria"}
    assert wanted <= set(told)
    assert told["puzzle"] == EASY.line
    assert told["criteria"]["givens"] == 30


@pytest.mark.parametrize("grid", [EASY, SEVENTEEN])
def test_turning_the_grid_and_renaming_the_digits_changes_no_rating_of_explainer(grid: Grid) -> None:
    turned = tuple(grid.cells[9 * (cell % 9) + cell // 9] for cell in range(81))
    renamed = tuple((digit + 3) % 9 + 1 if digit else 0 for digit in turned)
    one, other = rate(grid), rate(Grid(grid.shape, renamed))
    assert one.er == other.er
    assert one.exact_depth == other.exact_depth
    for name in ("givens", "candidates", "spread", "spread_digits", "density", "hidden_start"):
        assert one.criteria[name] == pytest.approx(other.criteria[name])


def test_bands_go_up() -> None:
    shipped = weights()
    free = shipped.model_copy(update={"band_limits": ()})
    told = [band_of(place / 20, 1.5, free) for place in range(80)]
    assert [BANDS.index(band) for band in told] == sorted(BANDS.index(band) for band in told)
    assert set(told) == set(BANDS)


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
    assert len(techniques) == len(costs) == 51
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
