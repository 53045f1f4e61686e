"""One of these literals holds: a clause already. Puzzles have them by the dozen, so they are packed together."""

from collections.abc import Sequence
from itertools import accumulate, chain

import numpy as np

from entails.encoders.clauses.size import Size
from entails.encoders.clauses.space import Space
from entails.encoders.clauses.writer import Writer
from entails.models.encoding import Clauses
from entails.models.statement import Clause


def size(said: Clause, space: Space) -> Size:
    del space
    return Size(1, len(said.lits))


def size_all(said: Sequence[Clause]) -> Size:
    """What all of them take, conditions included."""
    return Size(len(said), sum([len(one.lits) + len(one.when) for one in said]))


def write(said: Clause, out: Writer) -> None:
    out.claim(*said.lits)


def packed(said: Sequence[Clause], number: Sequence[int | None]) -> Clauses:
    """All of them as arrays; `number` gives the group of each of the statement's."""
    written = [(*one.lits, *(-literal for literal in one.when)) if one.when else one.lits for one in said]
    return Clauses(
        np.array([*chain.from_iterable(written)], np.int32),
        np.array([0, *accumulate(map(len, written))], np.int32),
        np.array([number[one.group] for one in said], np.int32),
    )
