"""A formula is its own encoding; and what can be said about its size and make-up."""

from collections import Counter
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np

from clausal.models.encoding import Cnf

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


ENCODERS: dict[str, AsIs] = {"as-is": AsIs()}


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
    )
