"""Every variable has one value.

`minimal` leaves out "at most one" where it follows: where an all-different gives each of as many values to one of as
many variables, none of them can have two.
"""

from collections.abc import Collection

import numpy as np

from entails.encoders.clauses import choose_one
from entails.encoders.clauses.size import NOTHING, Size
from entails.encoders.clauses.space import Space
from entails.encoders.clauses.writer import Writer


def size(space: Space) -> Size:
    """What all variables take together."""
    total, of_count = NOTHING, dict[int, int]()
    for variable in space.variables:
        if not variable.boolean:
            of_count[len(variable.values)] = of_count.get(len(variable.values), 0) + 1
    for count, times in of_count.items():
        total = total.plus(choose_one.size(space.at_most_one, count).plus(Size(1, count)).times(times))
    return total


def tables(space: Space, holds: tuple[int, ...], filled: Collection[int] | None = None) -> list[choose_one.Table]:
    """The rules as tables, one for each number of values; at most one value is not wanted of those in `filled`."""
    members: dict[int, list[int]] = {}
    for number, variable in enumerate(space.variables):
        if not variable.boolean:
            members.setdefault(len(variable.values), []).append(number)
    groups: choose_one.Ints = np.array(holds, np.int32)
    found = []
    for count, numbers in members.items():
        lits = np.add.outer(space.firsts[numbers], np.arange(count, dtype=np.int32))
        most = np.ones(len(numbers), bool) if not filled else ~np.isin(numbers, list(filled))
        found.append(choose_one.Table(lits, groups[numbers], np.ones(len(numbers), bool), most))
    return found


def write(out: Writer, filled: Collection[int]) -> None:
    """Say it for all variables."""
    for table in tables(out.space, out.grain.holds, filled):
        choose_one.write(table, out)
