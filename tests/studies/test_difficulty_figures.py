"""The figures of the shipped weights, recomputed where the data is available."""

from hashlib import sha256

import numpy as np
import pytest
from helpers import outside_data

from entails.data.sudoku import weights
from entails.models.fields import Document
from entails.solvers.sudoku.difficulty.criteria import CriteriaTable, criteria
from entails.solvers.sudoku.difficulty.model import predict
from entails.studies.common import spearman
from entails.studies.sudoku.human import VARIANTS, Times, agreement, choose, read_rated, scaled, weighted_spearman


@pytest.mark.parametrize("which", ["difficulty", "difficulty_relative"])
def test_the_figures_of_the_shipped_weights_are_found_again(which: str) -> None:
    model = weights().difficulty if which == "difficulty" else weights().difficulty_relative
    path = outside_data("sudoku/human_train.csv")
    if sha256(path.read_bytes()).hexdigest() != model.data[0].sha256:
        pytest.skip("human_train.csv is not the file that the weights were fitted to")
    rated = read_rated(Document.of_file(path), model.target)
    table, figure = criteria(rated.grids), model.figures[0]
    extra = [name for name in model.weights if name == "exact_depth"]
    shape = [name for name in model.weights if name not in extra]
    columns = [table.columns(shape) @ np.array([model.weights[name] for name in shape]), *map(table.column, extra)]
    measured = agreement(columns, rated.values, repeats=5, draws=10)
    assert measured.pearson[0] == pytest.approx(figure.pearson, abs=0.01)
    assert measured.spearman[0] == pytest.approx(figure.spearman, abs=0.01)
    assert scaled(columns, rated.values)[1] == pytest.approx(1, abs=0.02), "the weights have the scale of the target"
    assert spearman(predict(model, table), rated.values) == pytest.approx(figure.in_sample_spearman, abs=0.01)


def test_the_ladder_agrees_with_sudoku_explainer() -> None:
    """The ladder agrees with Sudoku Explainer: below 4 with its successor's file, above as in `test_explainer`."""
    rated = read_rated(Document.of_file(outside_data("sudoku/se_rated_train.csv")), "ER", limit=600)
    columns = criteria(rated.grids).column("ladder")
    assert spearman(columns, rated.values) >= 0.97
    low = rated.values < 4
    assert (columns[low] == rated.values[low]).all()
    assert (columns >= rated.values - 1e-9).all()


def made_up(weights: dict[str, float], seed: int) -> Times:
    """Build solving times from some criteria with noise."""
    random = np.random.RandomState(seed)
    names = tuple({name: 0 for criteria_of in VARIANTS.values() for name in criteria_of})
    values = random.normal(size=(400, len(names)))
    table = CriteriaTable(names, values, (None,) * len(values), (), values[:, 0])
    logs = table.columns(list(weights)) @ np.array(list(weights.values())) + random.normal(size=len(values)) / 2
    return Times(table, logs, random.randint(5, 30, len(values)).astype(float))


def test_the_choice_finds_what_times_follow_and_no_more() -> None:
    alone = choose(made_up({"search_cost_log": 1.0}, 1))
    assert (alone.variant, alone.tried) == ("search cost", 27)
    both = choose(made_up({"search_cost_log": 1.0, "hidden_start_root": -0.5}, 2))
    assert both.variant == "and hidden singles at the start"
    assert both.weights["hidden_start_root"] / both.weights["search_cost_log"] == pytest.approx(-0.5, abs=0.1)


def test_an_agreement_lies_in_its_interval() -> None:
    random = np.random.RandomState(3)
    columns = random.normal(size=200)
    measured = agreement([columns], np.exp(columns + random.normal(size=200) / 2), repeats=3, draws=200)
    for value, low, high in (measured.pearson, measured.pearson_log, measured.spearman):
        assert low < value < high
    assert weighted_spearman(columns, columns**3, np.ones(200)) == pytest.approx(1)
