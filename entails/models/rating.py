"""Difficulty models as data: read from `entails.data.weights`, written by a calibration.

A model is a sum of weighted criteria. It states which data it was fitted to and how well it does on grids it has not
seen.
"""

from typing import Annotated, Literal

from pydantic import Field

from entails.models.fields import Value

Transform = Literal["none", "log", "root"]
Band = Literal["easy", "medium", "hard", "expert", "diabolical"]
BANDS: tuple[Band, ...] = ("easy", "medium", "hard", "expert", "diabolical")

Finite = Annotated[float, Field(allow_inf_nan=False)]
NotNegative = Annotated[float, Field(ge=0, allow_inf_nan=False)]


class DataFile(Value):
    """A data file used for fitting. It need not ship with Entails; the checksum identifies it."""

    file: str
    sha256: str
    rows: int
    origin: str


class Figure(Value):
    """Agreement of a model with a target, cross-validated and on the fitted grids."""

    target: str
    grids: int
    pearson: Finite
    pearson_log: Finite
    spearman: Finite
    in_sample_pearson: Finite
    in_sample_spearman: Finite
    how: str


class LinearModel(Value):
    """A linear model: intercept + the sum of weight * criterion is the transformed target. `cap` bounds the result."""

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

    All visible steps are searched for at once, so the rates add up: with n cells to fill, one is found after
    1 / (sum of rates) ** power. A step that only removes candidates takes its own time. `base` is the time that even a
    full grid takes.
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
"""Singles and direct techniques; locked candidates, subsets and fish; wings, uniqueness and pair exclusion; chains; and
chains that branch."""


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
