"""A formula is its own encoding; and what can be said about its size and make-up."""

from collections import Counter
from dataclasses import dataclass
from typing import Any, Literal
from weakref import WeakKeyDictionary

import numpy as np

from entails.formats.wcnf import Weighted
from entails.models.encoding import Cnf

Assignment = tuple[int, ...]
"""The answer to a formula: each variable once, positive when it is true."""


@dataclass(frozen=True)
class AsIs:
    """The formula itself."""

    name: str = "as-is"
    kind: Literal["cnf"] = "cnf"
    explains: bool = True
    summary: str = "the formula itself"

    def encode(self, puzzle: Cnf[Assignment]) -> Cnf[Assignment]:
        return puzzle


@dataclass(frozen=True)
class Held:
    """A formula with wishes, all of them held; without wishes it is the formula itself."""

    name: str = "held"
    kind: Literal["cnf"] = "cnf"
    explains: bool = True
    summary: str = "soft clauses as hard ones that may be doubted"

    def encode(self, puzzle: Cnf[Assignment]) -> Cnf[Assignment]:
        return puzzle.held() if isinstance(puzzle, Weighted) else puzzle


ENCODERS: dict[str, AsIs | Held] = {encoder.name: encoder for encoder in (AsIs(), Held())}


_FEW_CLAUSES = 300
_referees: "WeakKeyDictionary[Cnf[Any], FormulaChecker]" = WeakKeyDictionary()


def broken_clause(formula: Cnf[Any], assignment: Assignment) -> int | None:
    """The first clause, counted from 1, that the assignment leaves false.

    Variables beyond the named ones are auxiliary and not in an answer, so clauses with such variables are not looked
    at.
    """
    referee = _referees.get(formula)
    if referee is None:
        referee = _referees[formula] = FormulaChecker(formula)
    return referee.broken_by(assignment)


class FormulaChecker:
    """A formula made ready for being checked many times, as when its answers are listed: few clauses as sets, many as
    arrays."""

    def __init__(self, formula: Cnf[Any]) -> None:
        clauses, most = formula.clauses, formula.answers
        self._most = most
        self._few: dict[int, frozenset[int]] | None = None
        if len(clauses) <= _FEW_CLAUSES:
            own = (
                (number, clause)
                for number, clause in enumerate(clauses, start=1)
                if max(map(abs, clause), default=0) <= most
            )
            self._few = {number: frozenset(clause) for number, clause in own}
        else:
            never, always = most, 2 * most + 1  # places that no literal has: for an empty clause, for an auxiliary
            places = np.where(np.abs(clauses.lits) > most, always, clauses.lits + most)
            sizes = np.diff(clauses.starts)
            self._places = np.insert(places, clauses.starts[:-1][sizes == 0], never)
            sizes = np.maximum(sizes, 1)
            self._firsts = np.cumsum(sizes) - sizes

    def broken_by(self, assignment: Assignment) -> int | None:
        """The clause that the assignment leaves false, counted from 1."""
        if self._few is not None:
            true = frozenset(assignment)
            if any(map(true.isdisjoint, self._few.values())):
                return next(number for number, clause in self._few.items() if true.isdisjoint(clause))
            return None
        holds = np.zeros(2 * self._most + 2, bool)
        holds[np.array(assignment, np.intp) + self._most] = holds[-1] = True
        met = np.logical_or.reduceat(holds[self._places], self._firsts)
        return None if met.all() else int(met.argmin()) + 1


@dataclass(frozen=True)
class MakeUp:
    """What a formula is made of. `density` is clauses per variable; `pure` counts variables of one sign only; `horn`
    counts clauses with at most one positive literal."""

    variables: int
    used: int
    clauses: int
    literals: int
    density: float
    lengths: dict[int, int]
    positive: int
    pure: int
    horn: int
    groups: int
    doubtable: int
    soft: int


def make_up(cnf: Cnf[Any]) -> MakeUp:
    """Count what there is."""
    clauses = cnf.clauses
    lengths = np.diff(clauses.starts)
    positives = np.zeros(len(clauses.lits) + 1, np.int64)
    np.cumsum(clauses.lits > 0, out=positives[1:])
    positive_in = positives[clauses.starts[1:]] - positives[clauses.starts[:-1]]
    signs = np.unique(clauses.lits)
    used = np.unique(np.abs(signs))
    return MakeUp(
        variables=cnf.variables,
        used=len(used),
        clauses=len(clauses),
        literals=len(clauses.lits),
        density=round(len(clauses) / cnf.variables, 4) if cnf.variables else 0.0,
        lengths=dict(sorted(Counter(lengths.tolist()).items())),
        positive=int(positives[-1]),
        pure=2 * len(used) - len(signs),
        horn=int((positive_in <= 1).sum()),
        groups=len(cnf.groups),
        doubtable=len(cnf.doubtable),
        soft=len(cnf.doubtable),
    )
