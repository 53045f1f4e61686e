"""Rated grids for a calibration: any CSV file with a column `puzzle` and one to be explained.

The three layouts of Landreau 2025 need no target to be named: source,puzzle,solution,rating; id,puzzle,players,time;
id,puzzle,D_TO,D_TR.
"""

import csv
from dataclasses import dataclass
from hashlib import sha256

import numpy as np

from entails.models.content import Document
from entails.models.errors import InvalidData
from entails.models.rating import DataFile
from entails.models.sudoku import Grid
from entails.solvers.arrays import Floats
from entails.studies.quine.ratings import read_ratings

TARGETS = ("rating", "time", "mean_seconds", "D_TO", "ER")
"""Columns that are taken for the target when none is named; the first that is there."""
_WEIGHT = "players"
_LONGEST_HEADING = 2000


@dataclass(frozen=True, eq=False)
class Rated:
    """Grids, the number somebody gave to each, and how much each counts (by players, where that is known)."""

    target: str
    grids: tuple[Grid, ...]
    values: Floats
    weight: Floats
    file: DataFile

    @property
    def is_weighted(self) -> bool:
        """Do some grids count more than others?"""
        return bool(np.ptp(self.weight) > 0)


def read_rated(table: Document, target: str | None = None, limit: int | None = None, origin: str = "") -> Rated:
    """The first `limit` rows of a table (all without one)."""
    content = table.data
    columns = _columns(content[:_LONGEST_HEADING].decode("utf-8-sig", "replace"))
    if target is None:
        target = next((name for name in TARGETS if name in columns), None)
    if target is None:
        raise InvalidData(
            "no column is known to be a rating", where="line 1", expected=f"a target, or one of {', '.join(TARGETS)}"
        )
    ratings = read_ratings(table, target, limit)
    weight = read_ratings(table, _WEIGHT, limit).values if _WEIGHT in columns else np.ones(len(ratings.grids))
    if np.any(weight < 0) or not weight.sum():
        raise InvalidData("there is a negative number of players, or none at all", expected="how many people played")
    told = DataFile(file=ratings.source, sha256=sha256(content).hexdigest(), rows=len(ratings.grids), origin=origin)
    return Rated(target, ratings.grids, ratings.values, weight, told)


def _columns(text: str) -> list[str]:
    """The names in the first line; a line may end in any of the usual ways."""
    heading = next(iter(text.splitlines()), "")
    try:
        return [name.strip() for name in next(csv.reader([heading]), [])]
    except csv.Error as error:
        raise InvalidData(f"this is not CSV ({error})", where="line 1", expected="a table of rated grids") from None
