"""CNF formulas as encodings, with their checker and statistics."""

from collections import Counter
from dataclasses import dataclass
from typing import Any, Literal
from weakref import WeakKeyDictionary

import numpy as np

from entails.formats.wcnf import Weighted
from entails.models.encoding import Cnf

Assignment = tuple[int, ...]
"""A solution of a formula: each variable once, positive if it is true."""


@dataclass(frozen=True)
class AsIs:
    """Encoder that returns a formula unchanged."""

    name: str = "as-is"
    kind: Literal["cnf"] = "cnf"
    explains: bool = True
    summary: str = "the formula itself"

    def encode(self, puzzle: Cnf[Assignment]) -> Cnf[Assignment]:
        return puzzle


@dataclass(frozen=True)
class Held:
    """Encoder that keeps soft clauses of weighted formulas as soft groups; other formulas are unchanged."""

    name: str = "held"
    kind: Literal["cnf"] = "cnf"
    explains: bool = True
    summary: str = "soft clauses as soft groups"

    def encode(self, puzzle: Cnf[Assignment]) -> Cnf[Assignment]:
        return puzzle.held() if isinstance(puzzle, Weighted) else puzzle


ENCODERS: dict[str, AsIs | Held] = {encoder.name: encoder for encoder in (AsIs(), Held())}


_FEW_CLAUSES = 300
_referees: "WeakKeyDictionary[Cnf[Any], FormulaChecker]" = WeakKeyDictionary()


def broken_clause(formula: Cnf[Any], assignment: Assignment) -> int | None:
    """Return the index (from 1) of the first clause that the assignment falsifies, or None.

    Clauses with auxiliary variables, which are not in the assignment, are skipped.
    """
    verifier = _referees.get(formula)
    if verifier is None:
        verifier = _referees[formula] = FormulaChecker(formula)
    return verifier.broken_by(assignment)


class FormulaChecker:
    """A formula prepared for many checks: small formulas as sets, large ones as arrays."""

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
        """Return the index (from 1) of the first clause that the assignment falsifies, or None."""
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
    """Statistics of a formula: numbers of variables, clauses and literals.

    Attributes:
        used: Variables that occur in a clause.
        density: Clauses per variable.
        lengths: Numbers of clauses by length.
        positive: Positive literals.
        pure: Variables that occur with one sign only.
        horn: Clauses with at most one positive literal.
        soft: Soft groups (`doubtable` is another name of it).
    """

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
    """Compute the statistics of a formula: variables, clauses and literals."""
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
        doubtable=len(cnf.soft),
        soft=len(cnf.soft),
    )
