"""WCNF: clauses that must hold, and clauses with a weight that is the price for breaking them (MaxSAT).

For the best answer a wish is relaxed: it may be broken, and then costs its weight. To explain why not all wishes come
true together they are held, every one open to doubt.
"""

from dataclasses import dataclass, replace
from functools import partial

import numpy as np

from entails.models.dimacs.foreign import FileNames, assignment, clause_text
from entails.models.encoding import Clauses, Cnf, Group
from entails.models.objective import Objective


@dataclass(frozen=True, eq=False)
class Wcnf:
    """What must hold and what is wished: wish `i` is clause `i` of `soft` and worth `weights[i]`. The clauses have the
    numbers `hard_places` and `soft_places` in the file, from 1."""

    variables: int
    names: FileNames
    hard: Clauses
    soft: Clauses
    weights: tuple[int, ...]
    hard_places: tuple[int, ...]
    soft_places: tuple[int, ...]
    about: tuple[str, ...] = ()

    @property
    def groups(self) -> tuple[Group, ...]:
        """A group for every clause, the hard ones first; wishes may be doubted."""
        rules = (
            Group(f"clause {place}", f"clause {place}: {clause_text(clause)}")
            for place, clause in zip(self.hard_places, self.hard, strict=True)
        )
        wishes = (
            Group(f"clause {place}", f"clause {place} (weight {weight}): {clause_text(clause)}", doubtable=True)
            for place, weight, clause in zip(self.soft_places, self.weights, self.soft, strict=True)
        )
        return (*rules, *wishes)


@dataclass(frozen=True, eq=False)
class Weighted(Cnf[tuple[int, ...]]):
    """A formula whose wishes are relaxed: each costs its weight in the `objective` where it is broken."""

    wcnf: Wcnf | None = None

    def held(self) -> Cnf[tuple[int, ...]]:
        """The formula in which every wish is a clause that may be doubted."""
        assert self.wcnf is not None
        wcnf = self.wcnf
        hard, soft = len(wcnf.hard), len(wcnf.soft)
        return Cnf(
            variables=wcnf.variables,
            names=self.names,
            groups=wcnf.groups,
            decode=self.decode,
            added=_grouped(wcnf.hard, 0, hard) + _grouped(wcnf.soft, hard, soft),
            about=self.about,
        )


def weighted(wcnf: Wcnf) -> Weighted:
    """A wish of one literal is not held, and costs its weight where that literal is false; another gets a variable
    that is true where the wish is broken."""
    sizes = np.diff(wcnf.soft.starts)
    single = sizes == 1
    relaxing = wcnf.variables + np.cumsum(~single)
    prices = np.where(single, 0, relaxing)
    prices[single] = -wcnf.soft.lits[wcnf.soft.starts[:-1][single]]
    relaxed = Clauses.of(
        [[*clause, price] for clause, price in zip(wcnf.soft, prices.tolist(), strict=True) if len(clause) != 1],
        (len(wcnf.hard) + np.flatnonzero(~single)).tolist(),
    )
    return Weighted(
        variables=wcnf.variables + int((~single).sum()),
        names=wcnf.names,
        groups=tuple(replace(group, doubtable=False) for group in wcnf.groups),
        decode=partial(assignment, len(wcnf.names)),
        added=_grouped(wcnf.hard, 0, len(wcnf.hard)) + relaxed,
        about=(*wcnf.about, f"{len(wcnf.weights)} soft clauses, each relaxed or left out; their weights are not here")
        if wcnf.weights
        else wcnf.about,
        objective=Objective("minimise", (), tuple(zip(wcnf.weights, prices.tolist(), strict=True))),
        wcnf=wcnf,
    )


def _grouped(clauses: Clauses, first: int, count: int) -> Clauses:
    """The clauses, each in a group of its own from the first on."""
    return Clauses(clauses.lits, clauses.starts, np.arange(first, first + count, dtype=np.int32))
