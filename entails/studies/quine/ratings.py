"""Rated grids from a CSV file: a column `puzzle` and a column to be explained."""

import csv
import io
import math
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import PurePath

import numpy as np

from entails.models.content import Document
from entails.models.errors import Invalid, InvalidData
from entails.models.sudoku import Grid, parse_grid
from entails.solvers.arrays import Floats

_MOST_CHARACTERS = 10_000


@dataclass(frozen=True, eq=False)
class Ratings:
    """Grids and the number that somebody gave to each."""

    source: str
    target: str
    grids: tuple[Grid, ...]
    values: Floats


def read_ratings(table: Document, target: str, limit: int | None = None) -> Ratings:
    """The first `limit` rows of a CSV table (all without one). A row that is no grid or no number is refused."""
    try:
        text = table.data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise InvalidData("this is not a text file", expected="a CSV file in UTF-8") from None
    grids: list[Grid] = []
    values: list[float] = []
    for where, puzzle, value in _rows(text, target):
        if limit is not None and len(grids) == limit:
            break
        try:
            grids.append(parse_grid(puzzle))
        except Invalid as error:
            raise error.at(where) from None
        values.append(_number(value, where, target))
    if not grids:
        raise InvalidData("there are no rows", expected=f"the columns puzzle and {target[:40]} with a row per grid")
    return Ratings(PurePath(table.name).name, target, tuple(grids), np.array(values))


def _rows(text: str, target: str) -> Iterator[tuple[str, str, str]]:
    """Place, puzzle and rating of each row."""
    lines = csv.reader(io.StringIO(text, newline=None))
    try:
        header = next(lines, [])
        columns = [name.strip()[:100] for name in header[:200]]
        for wanted in ("puzzle", target):
            if wanted not in columns:
                known = ", ".join(columns[:20]) or "nothing"
                raise InvalidData(
                    f"there is no column {wanted[:40]!r}", where="line 1", expected=f"one of its columns: {known[:200]}"
                )
        puzzle_at, target_at = columns.index("puzzle"), columns.index(target)
        for row in lines:
            where = f"line {lines.line_num}"
            if not row:
                continue
            if len(row) <= max(puzzle_at, target_at):
                raise InvalidData(f"there are {len(row)} columns", where=where, expected=str(len(columns)))
            yield where, row[puzzle_at][:_MOST_CHARACTERS], row[target_at][:40]
    except csv.Error as error:
        raise InvalidData(f"this is not CSV ({error})", where=f"line {lines.line_num}") from None


def _number(text: str, where: str, target: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if not math.isfinite(value):
        raise InvalidData(f"{text[:20]!r} is not a number", where=f"{where}, column {target[:40]}", expected="a rating")
    return value
