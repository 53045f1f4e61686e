"""Difficulty models and ladders of techniques as data, shipped in `entails.data.sudoku`.

A model is a sum of weighted criteria, produced by a calibration. It records the data that it was fitted to, and its
agreement with grids outside those data. Figures of published studies and our values of them are stored too.

A ladder has the ordered techniques of a logical solver with costs and levels.
"""

from collections import Counter
from typing import Annotated, Literal

from pydantic import Field, field_validator

from entails.models.fields import Value

Transform = Literal["none", "log", "root"]
Band = Literal["easy", "medium", "hard", "expert", "diabolical"]
BANDS: tuple[Band, ...] = ("easy", "medium", "hard", "expert", "diabolical")

Finite = Annotated[float, Field(allow_inf_nan=False)]
NotNegative = Annotated[float, Field(ge=0, allow_inf_nan=False)]


class DataFile(Value):
    """A data file used for fitting, identified by its checksum. It need not ship with Entails."""

    file: str
    sha256: str
    rows: int
    origin: str


class Figure(Value):
    """Agreement of a difficulty model with a target: cross-validated, and on the fitted grids."""

    target: str
    grids: int
    pearson: Finite
    pearson_log: Finite
    spearman: Finite
    in_sample_pearson: Finite
    in_sample_spearman: Finite
    how: str


class LinearModel(Value):
    """A linear model of a transformed target: intercept + the sum of weight * criterion. `cap` bounds the result."""

    target: str
    method: str
    transform: Transform = "none"
    intercept: Finite = 0.0
    weights: dict[str, Finite]
    cap: Finite | None = None
    data: tuple[DataFile, ...] = ()
    figures: tuple[Figure, ...] = ()


class SearchRates(Value):
    """Rates at which a person finds steps, in box singles per unit of time.

    All visible singles are searched for at once: the work on each cell falls at the rate of its easiest single. The
    time between two finds is multiplied by (sum of rates) ** (1 - power). A round of steps that only remove candidates
    takes its own time.

    Attributes:
        nested: The time per empty cell where refutation by singles ends.
        base: The time that even a full grid takes.
    """

    full_house: NotNegative
    box: NotNegative
    line: NotNegative
    naked: NotNegative
    marked: NotNegative
    power: NotNegative
    locked: NotNegative
    subset: NotNegative
    beyond: NotNegative
    nested: NotNegative = 8.0
    base: Annotated[float, Field(gt=0, allow_inf_nan=False)]


class LadderEnd(Value):
    """A component of older weight files. It is read for compatibility and not used."""

    base: Finite
    slope: Finite
    most: int


class BandLimit(Value):
    """The lowest and the highest band of grids whose ER is at most this limit and above the previous one."""

    er: Finite
    lowest: Band
    highest: Band


BAND_LIMITS: tuple[BandLimit, ...] = (
    BandLimit(er=2.5, lowest="easy", highest="hard"),
    BandLimit(er=4.0, lowest="medium", highest="expert"),
    BandLimit(er=6.2, lowest="hard", highest="diabolical"),
    BandLimit(er=7.4, lowest="expert", highest="diabolical"),
    BandLimit(er=20.0, lowest="diabolical", highest="diabolical"),
)
"""Limits on the band of a grid by its ER.

The limits separate singles and direct techniques; locked candidates, subsets and fish; wings, uniqueness and pair
exclusion; chains; and chains that branch.
"""


class RatingWeights(Value):
    """All parameters that turn criteria into a rating.

    Attributes:
        bands: Difficulties at which the next band begins.
        band_limits: Bounds on the band by the ER of the hardest step.
        techniques: Order in which techniques are tried, if it is not the default.
    """

    name: str
    search: SearchRates
    search_data: tuple[DataFile, ...]
    difficulty: LinearModel
    difficulty_relative: LinearModel
    ladder_ends: dict[str, LadderEnd] = Field(default_factory=dict)
    ladder_data: tuple[DataFile, ...] = ()
    ladder_figures: tuple[Figure, ...] = ()
    bands: tuple[Finite, Finite, Finite, Finite]
    band_limits: tuple[BandLimit, ...] = BAND_LIMITS
    techniques: tuple[str, ...] = ()


Outcome = Literal["reproduced", "not reproduced", "undetermined", "other data", "not printed", "not measured"]
"""Result of a comparison with a printed figure. `other data`: the ratings are not those of the study."""


class PrintedFigure(Value):
    """A figure printed in a study, with our value.

    Attributes:
        section: The part of the study.
        name: The measured quantity.
        printed: The value that the study prints; null if it prints none.
        ours: Our value; null if it was not measured.
        low: Lower end of the 95 % interval of our value.
        high: Upper end of the interval.
        outcome: The comparison.
        why: The reason for the outcome, or a remark.
    """

    section: str
    name: str
    printed: Finite | None = None
    ours: Finite | None = None
    low: Finite | None = None
    high: Finite | None = None
    outcome: Outcome
    why: str = ""


class DisjunctionScore(Value):
    """Results of modified Quine with one heuristic over all grids.

    Attributes:
        depth: Depth of the tree of disjunctions.
        disjunctions: n_d.
        eliminations: n_Q.
        printed: alpha(depth) + beta * n_d + gamma * n_Q with the printed coefficients; null beyond depth 2.
        undecided: Whether a limit stopped the run.
    """

    depth: int
    disjunctions: int
    eliminations: int
    printed: Finite | None
    undecided: bool


class StudiedGrid(Value):
    """A grid with the measures of Landreau 2025.

    Attributes:
        puzzle: The grid.
        criteria: The visual criteria and the clause density.
        techniques: Uses of the 13 techniques, by the printed names.
        printed: The printed coefficients applied to the uses.
        printed_first_use: The printed coefficients of the model with first uses.
        fitted: Our coefficients of the first model; null without ratings.
        fitted_first_use: Our coefficients of the second model; null without ratings.
        difficulty: The difficulty that `rate` reports; null unless the solution is unique.
        disjunctions: Runs of modified Quine by heuristic; a run that the time limit prevented is missing.
        chaos_eta: Chaos of annex 4; null if it was not measured.
        chaos_bound: Whether `chaos_eta` is a lower bound.
    """

    puzzle: str
    criteria: dict[str, Finite]
    techniques: dict[str, int]
    printed: Finite
    printed_first_use: Finite
    fitted: Finite | None = None
    fitted_first_use: Finite | None = None
    difficulty: Finite | None = None
    disjunctions: dict[str, DisjunctionScore] = Field(default_factory=dict)
    chaos_eta: Finite | None = None
    chaos_bound: bool | None = None


class SudokuStudyReport(Value):
    """Report of `sudoku study`: the figures of a study, recomputed.

    Attributes:
        study: Name of the study.
        authors: Authors and year, as cited.
        ratings: File of the ratings; null without ratings.
        target: The rating column.
        rated: Number of rated grids.
        base: The study's data base that the ratings belong to (1 or 2); null for other data.
        figures: The printed figures, with ours.
        grids: The measured grids.
        out_of_time: Whether the time limit stopped a part.
    """

    study: str
    authors: str
    ratings: str | None
    target: str | None
    rated: int
    base: int | None
    figures: tuple[PrintedFigure, ...]
    grids: tuple[StudiedGrid, ...]
    out_of_time: bool


_SIGHT = {"singles": "singles", "hidden": "singles of boxes and lines", "easy": "full houses and singles of boxes"}
_OVER = {"mean": "on average", "min": "at worst", "harmonic": "harmonic mean", "start": "at the start"}
CRITERIA = {
    "givens": "number of givens",
    "candidates": "number of candidates",
    "candidates_per_cell": "candidates per empty cell",
    "spread_lines": "spread of the givens over rows and columns",
    "spread_boxes": "spread of the givens over boxes",
    "spread": "sum of these spreads",
    "spread_digits": "spread of the givens over digits",
    "clauses": "clauses of the pruned CNF",
    "density": "clauses per candidate",
    "mix": "composite criterion of Landreau 2025",
    "steps": "cells filled and rounds that remove candidates",
    "rounds": "rounds of the path",
    "eliminations": "candidates removed",
    "uses_aic": "disjunctions that alternating chains can replace",
    "hidden_start_root": "square root of hidden_start",
    "full_houses_mean": "full houses in sight, on average",
    "box_singles_mean": "singles of boxes in sight, on average",
    "line_singles_mean": "singles of rows and columns in sight, on average",
    "naked_singles_mean": "last possible numbers in sight, on average",
    "marked_singles_mean": "singles that need pencil marks in sight, on average",
    "sequence_cost": "cost of the singles by type and number in sight (not fitted)",
    "search_cost": "solving time by the model of a person's search",
    "search_cost_log": "logarithm of search_cost",
    "ladder": "ER of the canonical form, or 11 if it is beyond the search",
    "exact_depth": "exact disjunction depth, or the bound known",
    "chaos_kappa": "escape rate of the continuous dynamics",
    "chaos_eta": "chaos: -log10 of chaos_kappa",
    "chaos_bound": "1 if chaos_eta is a lower bound",
    **{f"{kind}_{over}": f"{what} in sight, {how}" for kind, what in _SIGHT.items() for over, how in _OVER.items()},
}
"""The criteria of a Sudoku rating with their meaning, without `uses_`, `first_` (of each technique) and `quine_`."""


Cost = Annotated[float, Field(ge=0, le=1e9, allow_inf_nan=False)]
Text = Annotated[str, Field(max_length=500)]


class LadderLevel(Value):
    """A level of a ladder: techniques of similar difficulty, easiest first.

    Attributes:
        name: The name of the level; may be empty.
        most: The highest score of the level: a grid with a higher one is of a later level.
        techniques: The names of the techniques with their costs; a list of names has no costs.
    """

    name: Text = ""
    most: Cost | None = None
    techniques: Annotated[dict[Text, Cost | None], Field(min_length=1, max_length=200)]

    @field_validator("techniques", mode="before")
    @classmethod
    def _without_costs(cls, techniques: object) -> object:
        if isinstance(techniques, list) and all(isinstance(name, str) for name in techniques):
            if twice := [name for name, count in Counter(techniques).items() if count > 1]:
                raise ValueError(f"{twice[0][:40]} occurs twice")
            return dict.fromkeys(techniques)
        return techniques


class Ladder(Value):
    """A ladder of techniques, easiest first.

    Attributes:
        name: The name of the ladder.
        about: A sentence about it.
        source: The origin of its order and costs.
        score: How the costs of the steps make a score; null if the ladder has none.
        levels: The levels, easiest first.
    """

    name: Annotated[Text, Field(min_length=1)]
    about: Text = ""
    source: Text = ""
    score: Literal["sum", "max"] | None = None
    levels: Annotated[tuple[LadderLevel, ...], Field(min_length=1, max_length=50)]
