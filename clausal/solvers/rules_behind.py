"""Which rules of the game a contradiction rests on: "r1c1 is 5 and r1c2 is 5" does, since "row 1 holds one 5".

The rules are doubted like statements for once, the contradicting statements are not, and rules are left out one after
the other while the contradiction stays.
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from clausal.models.encoding import Cnf, Encoding, Group
from clausal.models.limits import Limits, Options
from clausal.models.outcome import Unsatisfiable
from clausal.models.statement.grain import DEFINITIONS
from clausal.solvers.base import Session
from clausal.solvers.budget import Budget
from clausal.solvers.registry import engine

_SECONDS = 2.0
"""How long to look, whatever time is left: the contradiction itself is known already."""
_QUICK_AT_SMALL_QUESTIONS = "minisat22"
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
    time_left = Budget(limits)
    with engine(_QUICK_AT_SMALL_QUESTIONS).open(
        replace(encoding, groups=groups), limits, Options(doubt=True)
    ) as session:
        return [_needed(session, encoding, tuple(conflict), rules, time_left) for conflict in conflicts]


def _rules(cnf: Cnf[Any]) -> list[int]:
    """The groups that nobody doubts and that say something."""
    said = set(np.unique(cnf.base.group_of).tolist()) | set(np.unique(cnf.added.group_of).tolist())
    doubtable = set(cnf.doubtable)
    return [group for group in sorted(said - doubtable) if cnf.groups[group].id != DEFINITIONS.id]


def _needed(
    session: Session[Any], cnf: Cnf[Any], conflict: tuple[int, ...], rules: Sequence[int], time_left: Budget
) -> tuple[Group, ...]:
    number = {cnf.groups[rule].id: rule for rule in rules}
    needed = _core(session, conflict, rules, number)
    if needed is None:
        return ()
    for rule in tuple(needed):
        if time_left.out_of_time:
            return ()
        if rule in needed:
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
