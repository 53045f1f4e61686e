"""Ratings, and the shipped weights: they load, they know where they come from, their figures can be had again."""

import os
from hashlib import sha256
from pathlib import Path

import pytest

from clausal.data.weights import weights
from clausal.models.errors import InvalidPuzzle
from clausal.models.rating import BANDS
from clausal.models.sudoku import Grid
from clausal.solvers.quine.statistics import spearman
from clausal.solvers.sudoku.difficulty.calibrate import Recipe, calibrate
from clausal.solvers.sudoku.difficulty.criteria import criteria
from clausal.solvers.sudoku.difficulty.model import band_of, effort, rate, rate_many
from clausal.solvers.sudoku.difficulty.rated import read_rated

from .difficulty_grids import ALL, CLASH, EASY, EMPTY, FULL, HARD, SEVENTEEN


def data(name: str) -> Path:
    """A file below CLAUSAL_DATA; the test is skipped where it is absent."""
    path = Path(os.environ.get("CLAUSAL_DATA", "")) / "sudoku" / name
    if "CLAUSAL_DATA" not in os.environ or not path.is_file():
        pytest.skip(f"{name} is not there; set CLAUSAL_DATA to the folder that holds sudoku/{name}")
    return path


def test_harder_grids_are_rated_higher() -> None:
    easy, seventeen, hard = rate_many([EASY, SEVENTEEN, HARD])
    assert easy.difficulty is not None
    assert seventeen.difficulty is not None
    assert hard.difficulty is not None
    assert easy.difficulty < seventeen.difficulty < hard.difficulty
    assert (easy.band, hard.band) == ("easy", "diabolical")
    assert (easy.exact_depth, hard.exact_depth) == (0, 2)
    assert easy.er is not None
    assert hard.er is not None
    assert easy.er < 3 < 9 < hard.er


def test_only_proper_puzzles_have_a_difficulty() -> None:
    found = rate_many(ALL)
    assert [one.solutions for one in found] == ["one", "one", "one", "one", "several", "none"]
    for one in found:
        assert (one.difficulty is None) == (one.solutions != "one")
        assert (one.band is None) == (one.er is None) == (one.difficulty is None)
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
    told = [band_of(place / 20, 1, shipped) for place in range(80)]
    assert [BANDS.index(band) for band in told] == sorted(BANDS.index(band) for band in told)
    assert set(told) == set(BANDS)
    assert band_of(0.1, 2, shipped) == "diabolical"


def test_effort_along_the_path() -> None:
    techniques, costs = effort(EASY)
    assert len(techniques) == len(costs) == 51
    assert costs.min() > 0


def test_a_model_of_unknown_criteria_is_refused() -> None:
    shipped = weights()
    strange = shipped.difficulty.model_copy(update={"weights": {"charm": 1.0}})
    with pytest.raises(InvalidPuzzle, match="charm"):
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
    assert shipped.ladder_figures[0].spearman >= 0.93


@pytest.mark.parametrize("which", ["difficulty", "difficulty_relative"])
def test_the_figures_of_the_shipped_weights_are_found_again(which: str) -> None:
    model = weights().difficulty if which == "difficulty" else weights().difficulty_relative
    path = data("human_train.csv")
    if sha256(path.read_bytes()).hexdigest() != model.data[0].sha256:
        pytest.skip("human_train.csv is not the file that the weights were fitted to")
    rated = read_rated(path, model.target)
    recipe = Recipe("ridge", tuple(model.weights), intercept=True, transform="log", repeats=20)
    found = calibrate(rated, criteria(rated.grids), recipe)
    assert found.model.weights == pytest.approx(model.weights, rel=0.02)
    assert found.figure.pearson == pytest.approx(model.figures[0].pearson, abs=0.01)
    assert found.figure.spearman == pytest.approx(model.figures[0].spearman, abs=0.01)


def test_the_ladder_agrees_with_sudoku_explainer() -> None:
    rated = read_rated(data("se_rated_train.csv"), "ER", limit=600)
    said = criteria(rated.grids).column("ladder")
    assert spearman(said, rated.values) >= 0.99
    low = rated.values < 4
    assert (said[low] == rated.values[low]).mean() > 0.99
