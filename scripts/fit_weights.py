"""Fit entails/data/weights/human.json: `ENTAILS_DATA=... python scripts/fit_weights.py`.

1. Rates of finding singles, from mean solving times of people (without the grids of step 2): one number, how many times
   faster each kind of single is found than the next harder one.
2. `difficulty` and `difficulty_relative`: criteria selected and weighted by these times (`studies.sudoku.human`), then
   scaled to the logarithms of D_TO and D_TR; the latter with a term for grids that singles do not solve.
3. Bands: limits halfway between the typical difficulties of neighbouring classes.
"""

import os
import sys
from pathlib import Path

import numpy as np

from entails.models.fields import Document
from entails.models.rating import Figure, LinearModel, RatingWeights, SearchRates
from entails.models.sudoku.grid import Grid
from entails.solvers.sudoku.difficulty import Floats
from entails.solvers.sudoku.difficulty.criteria import CriteriaTable, criteria
from entails.solvers.sudoku.difficulty.model import predict
from entails.solvers.sudoku.difficulty.search_cost import rates_by_step, rounds
from entails.studies.common import pearson, spearman
from entails.studies.sudoku.human import (
    HumanRating,
    StudyShape,
    Times,
    agreement,
    choose,
    read_rated,
    scaled,
    weighted_spearman,
)

WANG = "Wang 2024 (IEEE Access 12:104254), CC0"
EXPLAINER = "ratings by SukakuExplainer of grids from several collections"
GIVING_UP = "exact_depth"
CLASSES = (1.35, 2.2, 3.1, 5.05)
STEPS = (2.0, 3.0, 4.0, 6.0, 8.0)
OUT = Path(__file__).parent.parent / "entails" / "data" / "weights" / "human.json"


def main() -> int:
    """Fit all weights and write them to the file."""
    root = os.environ.get("ENTAILS_DATA")
    if root is None:
        print("skip: set ENTAILS_DATA to the folder that holds the data", file=sys.stderr)
        return 1
    folder = Path(root) / "sudoku"
    alone = read_rated(Document.of_file(folder / "human_train.csv"), "D_TO", origin=WANG)
    relative = read_rated(Document.of_file(folder / "human_train.csv"), "D_TR", origin=WANG)
    times = read_rated(Document.of_file(folder / "human_times_train.csv"), "mean_seconds", origin=WANG)
    explained = read_rated(Document.of_file(folder / "se_rated_train.csv"), "ER", origin=EXPLAINER)

    known = set(alone.grids)
    fresh = np.array([grid not in known for grid in times.grids])
    others: list[Grid] = [grid for grid in times.grids if grid not in known]
    rates = choose_rates(others, np.log(times.values[fresh]), times.weight[fresh])

    empty = LinearModel(target="", method="", weights={})
    weights = RatingWeights(
        name="human",
        search=rates,
        search_data=(times.file.model_copy(update={"rows": len(others)}),),
        difficulty=empty,
        difficulty_relative=empty,
        ladder_data=(explained.file,),
        bands=(0, 0, 0, 0),
    )
    table = criteria(alone.grids, weights=weights)
    shape = choose(Times(criteria(others, weights=weights), np.log(times.values[fresh]), times.weight[fresh]))
    print(f"chosen {shape.variant!r}, penalty {shape.penalty:g}, of {shape.tried}: {shape.score:.4f}", file=sys.stderr)
    models = {
        "difficulty": human_model(shape, table, alone),
        "difficulty_relative": human_model(shape, table, relative, GIVING_UP),
    }
    weights = weights.model_copy(update=models)
    weights = weights.model_copy(update={"bands": bands(explained, weights)})
    OUT.write_text(weights.model_dump_json(indent=1) + "\n")
    print(weights.model_dump_json(indent=1))
    return 0


def choose_rates(grids: list[Grid], log_seconds: Floats, players: Floats) -> SearchRates:
    """Return the rates whose search cost correlates best with times; print the correlation of each step."""
    scores = {}
    for step in STEPS:
        rates = rates_by_step(step)
        scores[step] = weighted_spearman(rounds(grids, rates, unique=True).costs(rates), log_seconds, players)
    print(
        "rank correlation with times by step",
        {step: round(score, 4) for step, score in scores.items()},
        file=sys.stderr,
    )
    return rates_by_step(max(scores, key=scores.__getitem__))


def human_model(shape: StudyShape, table: CriteriaTable, rated: HumanRating, also: str | None = None) -> LinearModel:
    """Fit the model to a target, with an optional further criterion, and print its cross-validation."""
    predictions = [shape.of(table)] if also is None else [shape.of(table), table.column(also)]
    intercept, slope, *more = scaled(predictions, rated.values).tolist()
    weights = {name: float(f"{slope * weight:.6g}") for name, weight in shape.weights.items()}
    if also is not None:
        weights[also] = float(f"{more[0]:.6g}")
    fit = agreement(predictions, rated.values)
    logs = np.column_stack([np.ones(len(rated.values)), *predictions]) @ np.array([intercept, slope, *more])
    figure = Figure(
        target=rated.target,
        grids=len(rated.values),
        pearson=fit.pearson[0],
        pearson_log=fit.pearson_log[0],
        spearman=fit.spearman[0],
        in_sample_pearson=round(pearson(np.exp(logs), rated.values), 4),
        in_sample_spearman=round(spearman(logs, rated.values), 4),
        how=(
            f"criteria chosen among {shape.tried} variants on times of other grids, scale by 10-fold cross-validation, "
            f"20 repeats; 90 % intervals: Pearson {fit.pearson[1]} to {fit.pearson[2]}, of logarithms "
            f"{fit.pearson_log[1]} to {fit.pearson_log[2]}, Spearman {fit.spearman[1]} to {fit.spearman[2]}"
        ),
    )
    return LinearModel(
        target=rated.target,
        method="times, scaled",
        transform="log",
        intercept=float(f"{intercept:.6g}"),
        weights=weights,
        data=(rated.file,),
        figures=(figure,),
    )


def bands(explained: HumanRating, weights: RatingWeights) -> tuple[float, float, float, float]:
    """Return the limits of the bands: geometric means of the medians of neighbouring classes."""
    predicted = predict(weights.difficulty, criteria(explained.grids, weights=weights))
    of = np.searchsorted(CLASSES, explained.values)
    medians = np.array([np.median(predicted[of == band]) for band in range(5)])
    print("medians of the classes", medians.round(3), file=sys.stderr)
    first, second, third, fourth = np.sqrt(medians[1:] * medians[:-1]).round(3).tolist()
    return first, second, third, fourth


if __name__ == "__main__":
    sys.exit(main())
