"""Which rules of the game a contradiction rests on: "r1c1 is 5 and r1c2 is 5" does, since "row 1 holds one 5".

The rules are doubted like statements for once, the contradicting statements are not, and rules are left out one after
the other while the contradiction stays.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from entails.models.encoding import Cnf, Encoding, Group
from entails.models.expressions.lowering.register import MEANINGS
from entails.models.limits import Limits, Options
from entails.models.outcome import Unsatisfiable
from entails.models.statement import DOMAINS
from entails.models.statement.grain import DEFINITIONS
from entails.solvers.base import Session
from entails.solvers.budget import Budget
from entails.solvers.registry import engine

_SECONDS = 10.0
_MOST_QUESTIONS = 2_000
"""How long to look, whatever time is left: the contradiction itself is known already. A question takes about half a
millisecond, and their number, unlike time, is the same on every machine."""
_QUICK_AT_SMALL_QUESTIONS = "minisat22"
_UNSAID = frozenset({DEFINITIONS.id, MEANINGS.id, DOMAINS.id})
"""Groups that say nothing about the puzzle: what auxiliary variables mean, and that a variable has a value."""
_MOST_RULES = 20_000
"""With more rules than that, one doubt each is not worth its price."""


def rules_behind(
    encoding: Encoding[Any], conflicts: Sequence[Iterable[int]], budget: Budget
) -> list[tuple[Group, ...]]:
    """For each conflict (the numbers of its groups), a minimal set of rules that it needs; none where the time is over
    or the encoding does not tell its rules apart."""
    unknown: list[tuple[Group, ...]] = [() for _ in conflicts]
    seconds = _SECONDS if budget.seconds is None else min(_SECONDS, budget.seconds)
    if not isinstance(encoding, Cnf) or not seconds:
        return unknown
    rules = _rules(encoding)
    if not rules or len(rules) > _MOST_RULES:
        return unknown
    doubted = set(encoding.doubtable) | set(rules)
    groups = tuple(replace(group, doubtable=index in doubted) for index, group in enumerate(encoding.groups))
    limits = Limits(seconds=seconds)
    patience = _Patience(Budget(limits))
    with engine(_QUICK_AT_SMALL_QUESTIONS).open(
        replace(encoding, groups=groups), limits, Options(doubt=True)
    ) as session:
        return [_needed(session, encoding, tuple(conflict), rules, patience) for conflict in conflicts]


@dataclass
class _Patience:
    """How much longer it is worth to look."""

    budget: Budget
    questions: int = _MOST_QUESTIONS

    @property
    def is_over(self) -> bool:
        return self.questions <= 0 or self.budget.out_of_time


def _rules(cnf: Cnf[Any]) -> list[int]:
    """The groups that nobody doubts and that say something."""
    said = set(np.unique(cnf.base.group_of).tolist()) | set(np.unique(cnf.added.group_of).tolist())
    doubtable = set(cnf.doubtable)
    return [group for group in sorted(said - doubtable) if cnf.groups[group].id not in _UNSAID]


def _needed(
    session: Session[Any], cnf: Cnf[Any], conflict: tuple[int, ...], rules: Sequence[int], patience: "_Patience"
) -> tuple[Group, ...]:
    number = {cnf.groups[rule].id: rule for rule in rules}
    needed = _core(session, conflict, rules, number)
    if needed is None:
        return ()
    for rule in tuple(needed):
        if patience.is_over:
            return ()
        if rule in needed:
            patience.questions -= 1
            fewer = _core(session, conflict, [other for other in needed if other != rule], number)
            needed = needed if fewer is None else fewer
    return tuple(cnf.groups[rule] for rule in needed)


def _core(
    session: Session[Any], conflict: tuple[int, ...], rules: Sequence[int], number: dict[str, int]
) -> list[int] | None:
    """Those of these rules that the engine used to contradict the statements; None when there is no contradiction."""
    outcome = session.solve(groups=(*conflict, *rules))
    if not isinstance(outcome, Unsatisfiable):
        return None
    if outcome.core is None:
        return list(rules)
    return sorted(number[name] for name in outcome.core.groups if name in number)
