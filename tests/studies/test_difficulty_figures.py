"""The figures of the shipped weights can be had again, where the data is."""

import os
from hashlib import sha256
from pathlib import Path

import pytest

from clausal.data.weights import weights
from clausal.models.content import Document
from clausal.solvers.sudoku.difficulty.criteria import criteria
from clausal.studies.statistics import spearman
from clausal.studies.sudoku.calibrate import Recipe, calibrate
from clausal.studies.sudoku.rated import read_rated


def data(name: str) -> Path:
    """A file below CLAUSAL_DATA; the test is skipped where it is absent."""
    path = Path(os.environ.get("CLAUSAL_DATA", "")) / "sudoku" / name
    if "CLAUSAL_DATA" not in os.environ or not path.is_file():
        pytest.skip(f"{name} is not there; set CLAUSAL_DATA to the folder that holds sudoku/{name}")
    return path


@pytest.mark.parametrize("which", ["difficulty", "difficulty_relative"])
def test_the_figures_of_the_shipped_weights_are_found_again(which: str) -> None:
    model = weights().difficulty if which == "difficulty" else weights().difficulty_relative
    path = data("human_train.csv")
    if sha256(path.read_bytes()).hexdigest() != model.data[0].sha256:
        pytest.skip("human_train.csv is not the file that the weights were fitted to")
    rated = read_rated(Document.of_file(path), model.target)
    recipe = Recipe("ridge", tuple(model.weights), intercept=True, transform="log", repeats=20)
    found = calibrate(rated, criteria(rated.grids), recipe)
    assert found.model.weights == pytest.approx(model.weights, rel=0.02)
    assert found.figure.pearson == pytest.approx(model.figures[0].pearson, abs=0.01)
    assert found.figure.spearman == pytest.approx(model.figures[0].spearman, abs=0.01)


def test_the_ladder_agrees_with_sudoku_explainer() -> None:
    rated = read_rated(Document.of_file(data("se_rated_train.csv")), "ER", limit=600)
    said = criteria(rated.grids).column("ladder")
    assert spearman(said, rated.values) >= 0.99
    low = rated.values < 4
    assert (said[low] == rated.values[low]).mean() > 0.99
