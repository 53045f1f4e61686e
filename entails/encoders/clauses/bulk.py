"""Clauses by the million: they are arrays already, and pass as they are."""

import numpy as np

from entails.encoders.clauses.size import NOTHING, Size
from entails.encoders.clauses.space import Space
from entails.encoders.clauses.writer import Writer
from entails.models.encoding import Clauses
from entails.models.statement import Bulk


def size(said: Bulk, space: Space) -> Size:
    """Nothing grows; whoever handed them over has the memory for them."""
    del said, space
    return NOTHING


def write(said: Bulk, out: Writer) -> None:
    """Pass the arrays on; only groups that have other numbers are written anew, and clauses under a condition."""
    count = len(said.starts) - 1
    if len(said.group_of):
        numbers = np.array([-1 if number is None else number for number in out.grain.number], np.int32)
        same = np.array_equal(numbers, np.arange(len(numbers)))
        groups = said.group_of if same else numbers[said.group_of]
    else:
        groups = np.full(count, out.group, np.int32)
    if not said.when:
        out.block(Clauses(said.lits, said.starts, groups))
        return
    guard = np.array(out.guard, np.int32)
    lits = np.insert(said.lits, np.repeat(said.starts[1:], len(guard)), np.tile(guard, count))
    starts = said.starts + np.arange(count + 1, dtype=np.int32) * len(guard)
    out.block(Clauses(lits, starts.astype(np.int32), groups))
