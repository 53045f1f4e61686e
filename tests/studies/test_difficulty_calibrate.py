"""Calibration from files: the study's layouts, planted models, junk."""

from pathlib import Path

import numpy as np
import pytest
from solvers.difficulty_grids import EASY, HARD, SEVENTEEN, some_givens

from entails.data.sudoku import read_weights, weights
from entails.models.errors import InvalidData, InvalidOption, InvalidPuzzle
from entails.models.fields import Document
from entails.models.rating import DataFile
from entails.solvers.sudoku.difficulty.criteria import CriteriaTable, criteria
from entails.solvers.sudoku.difficulty.model import rate
from entails.solvers.sudoku.steps.technique import TECHNIQUES
from entails.studies.sudoku.calibrate import Recipe, _bars, as_weights, calibrate, plot, plot_effort
from entails.studies.sudoku.human import HumanRating, read_rated

E, H, S = EASY.line, HARD.line, SEVENTEEN.line.replace(".", "0")
LAYOUTS = {
    "source,puzzle,solution,rating\nx,{E},{E},3\ny,{H},,7\n": ("rating", [3, 7], [1, 1]),
    "id,puzzle,players,time\n1,{E},10,300\n2,{S},30,400.5\n": ("time", [300, 400.5], [10, 30]),
    "id,puzzle,D_TO,D_TR\n1,{E},0.5,0.7\n2,{H},2,9\n": ("D_TO", [0.5, 2], [1, 1]),
    "puzzle,players,mean_seconds\r\n{E},10,303.0\r\n": ("mean_seconds", [303], [10]),
}


def write(folder: Path, text: str) -> Path:
    path = folder / "rated.csv"
    path.write_text(text.replace("{E}", E).replace("{H}", H).replace("{S}", S))
    return path


@pytest.fixture(scope="module")
def planted() -> tuple[HumanRating, CriteriaTable]:
    """Build grids with a rating of 0.1 per step, 1 per full house, and 2 more if any full house is needed."""
    grids = (EASY, HARD, SEVENTEEN, *some_givens(40))
    table = criteria(grids)
    values = 0.1 * table.column("steps") + table.column("uses_full_house") + 2 * table.column("first_full_house") + 1
    data_file = DataFile(file="planted", sha256="", rows=len(grids), origin="")
    return HumanRating("rating", grids, values, np.ones(len(grids)), data_file), table


@pytest.mark.parametrize(("text", "texts"), LAYOUTS.items())
def test_the_layouts_of_the_study(tmp_path: Path, text: str, texts: tuple[str, list[float], list[float]]) -> None:
    rated = read_rated(Document.of_file(write(tmp_path, text)))
    assert (rated.target, rated.values.tolist(), rated.weight.tolist()) == texts
    assert rated.grids[0].cells == EASY.cells
    assert len(rated.file.sha256) == 64
    assert rated.file.rows == len(rated.grids)


def test_another_target_and_a_limit(tmp_path: Path) -> None:
    table = Document.of_file(write(tmp_path, "id,puzzle,D_TO,D_TR\n1,{E},0.5,0.7\n2,{H},2,9\n"))
    assert read_rated(table, "D_TR").values.tolist() == [0.7, 9]
    assert read_rated(table, limit=1).values.tolist() == [0.5]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "no rating column"),
        ("puzzle,nothing\n{E},1\n", "no rating column"),
        ("grid,rating\n{E},1\n", "missing column 'puzzle'"),
        ("puzzle,rating\n", "no rows"),
        ("puzzle,rating\n{E},many\n", "invalid number"),
        ("puzzle,rating\n{E},nan\n", "invalid number"),
        ("puzzle,rating\n{E}x,1\n", "line 2"),
        ("puzzle,rating\n{E}\n", "1 column; expected 2"),
        ("puzzle,players,time\n{E},-3,1\n", "players"),
        ("puzzle,rating\n" + "9" * 200_000 + ",1\n", "line 2"),
        ("x" * 300_000, "no rating column"),
        ('puzzle,rating\n"{E},1\n', "line"),
        ("\0\0\n\0", "no rating column"),
    ],
)
def test_junk_is_refused_in_a_short_sentence(tmp_path: Path, text: str, message: str) -> None:
    with pytest.raises((InvalidData, InvalidPuzzle), match=message) as refusal:
        read_rated(Document.of_file(write(tmp_path, text)))
    assert len(str(refusal.value)) < 600


def test_planted_weights_come_back(planted: tuple[HumanRating, CriteriaTable]) -> None:
    rated, table = planted
    names = ("steps", "uses_full_house", "first_full_house")
    result = calibrate(rated, table, Recipe("lsq", names, intercept=True, repeats=2))
    assert result.model.intercept == pytest.approx(1)
    assert result.model.weights == pytest.approx({"steps": 0.1, "uses_full_house": 1, "first_full_house": 2}, abs=1e-4)
    assert result.figure.pearson == pytest.approx(1, abs=1e-3)
    assert result.figure.spearman == pytest.approx(1, abs=1e-2)
    assert result.coefficients[0].technique == "full-house"
    assert result.coefficients[0].first_use == pytest.approx(2, abs=1e-4)
    assert result.coefficients[0].uses == int(table.column("uses_full_house").sum())


def test_techniques_are_the_criteria_when_none_are_named(planted: tuple[HumanRating, CriteriaTable]) -> None:
    rated, table = planted
    plain = calibrate(rated, table, Recipe("nnls", repeats=1))
    both = calibrate(rated, table, Recipe("ridge", first_use=True, intercept=True, transform="log", cap=40, repeats=1))
    assert all(coefficient.first_use is None and coefficient.weight >= 0 for coefficient in plain.coefficients)
    assert all(coefficient.first_use is not None for coefficient in both.coefficients)
    assert len(both.model.weights) == 2 * len(plain.model.weights)
    assert both.fitted.max() <= 40
    assert both.correlations.shape == (len(both.compared),) * 2
    assert np.allclose(both.correlations, both.correlations.T)
    assert {score.name for score in both.scores} == set(table.names)


def test_validation_is_not_fooled_by_noise(planted: tuple[HumanRating, CriteriaTable]) -> None:
    rated, table = planted
    noise = np.random.default_rng(5).normal(size=len(rated.grids))
    result = calibrate(
        HumanRating("rating", rated.grids, noise, rated.weight, rated.file),
        table,
        Recipe("lsq", table.names[:20], intercept=True, repeats=3),
    )
    assert result.figure.in_sample_pearson > result.figure.pearson + 0.2


@pytest.mark.parametrize(
    "recipe",
    [
        Recipe("guess"),  # type: ignore[arg-type]
        Recipe(criteria=("no such criterion",)),
        Recipe(repeats=0),
    ],
)
def test_recipes_that_mean_nothing(planted: tuple[HumanRating, CriteriaTable], recipe: Recipe) -> None:
    with pytest.raises(InvalidOption):
        calibrate(*planted, recipe)


def test_a_logarithm_needs_positive_ratings(planted: tuple[HumanRating, CriteriaTable]) -> None:
    rated, table = planted
    zero = HumanRating("rating", rated.grids, rated.values * 0, rated.weight, rated.file)
    with pytest.raises(InvalidOption, match="positive"):
        calibrate(zero, table, Recipe(transform="log"))


def test_weights_are_written_and_read(planted: tuple[HumanRating, CriteriaTable]) -> None:
    rated, table = planted
    built = as_weights(calibrate(rated, table, Recipe("nnls", repeats=1)), weights())
    assert read_weights(Document(built.model_dump_json().encode())) == built
    assert list(built.bands) == sorted(built.bands)
    assert rate(EASY, weights=built).difficulty != rate(EASY).difficulty


@pytest.mark.parametrize("content", [b"", b"{}", b"[1]", b"\xff\xfe", b'{"name": 1}', b"[" * 100_000, b" " * 2_000_000])
def test_junk_weights(content: bytes) -> None:
    with pytest.raises(InvalidData) as refusal:
        read_weights(Document(content))
    assert len(str(refusal.value)) < 600


def test_weights_that_are_not_there() -> None:
    with pytest.raises(InvalidOption, match="human"):
        weights("absent")


def test_plots(planted: tuple[HumanRating, CriteriaTable]) -> None:
    pytest.importorskip("matplotlib", reason="plots need matplotlib")
    result = calibrate(*planted, Recipe("nnls", repeats=1))
    assert b"</svg>" in plot(result, "svg")
    costs = np.array([1.0, 3.0, 0.5])
    assert plot_effort(["full-house", "x-wing", "full-house"], costs, "png").startswith(b"\x89PNG")
    assert plot_effort([], np.zeros(0), "pdf").startswith(b"%PDF")
    many = [technique.id for technique in TECHNIQUES[:14]]
    bars = _bars(many, np.arange(14, dtype=float))
    assert [label for label, _ in bars] == [*(technique.name for technique in TECHNIQUES[7:14]), "7 other techniques"]
    assert sorted(step for _, steps in bars for step in steps.tolist()) == list(range(14))
    assert len(_bars(many[:8], np.ones(8))) == 8
