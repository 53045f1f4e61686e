"""A list of clauses as a formula: `[[1, 2], [-1]]` says "1 or 2" and "not 1"."""

from collections.abc import Sequence
from functools import partial
from itertools import chain

import numpy as np

from entails.models.dimacs.foreign import assignment, clause_groups, file_names
from entails.models.encoding import Clauses, Cnf
from entails.models.errors import InvalidPuzzle

_LARGEST = 2**31 - 1
_EXPECTED = "lists of whole numbers that are not 0, such as [[1, 2], [-1]]"


def formula(clauses: Sequence[object]) -> Cnf[tuple[int, ...]]:
    """The formula that says all of these clauses, as if it had been read from a file."""
    listed = [_clause(clause, number) for number, clause in enumerate(clauses, 1)]
    bare = Clauses.of(listed)
    variables = max(map(abs, chain.from_iterable(listed)), default=0)
    groups = clause_groups(bare)
    numbers = np.arange(len(listed), dtype=np.int32) if len(groups) == len(listed) else bare.group_of
    names = file_names(variables, {})
    return Cnf(
        variables=variables,
        names=names,
        groups=groups,
        decode=partial(assignment, variables),
        added=Clauses(bare.lits, bare.starts, numbers),
    )


def _clause(clause: object, number: int) -> list[int]:
    if not isinstance(clause, list | tuple):
        raise InvalidPuzzle(f"{_shown(clause)} is not a clause", where=f"clause {number}", expected=_EXPECTED)
    for literal in clause:
        if type(literal) is not int or not 0 < abs(literal) <= _LARGEST:
            raise InvalidPuzzle(f"{_shown(literal)} is not a literal", where=f"clause {number}", expected=_EXPECTED)
    return list(clause)


def _shown(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 40 else f"{text[:37]}..."
