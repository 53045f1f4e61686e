"""Explanations of inconsistent puzzles: conflicts (MUS), repairs (MCS), and the rules behind each conflict.

`explain` returns a minimal conflict and a minimal repair first, then more, then the smallest and all of them (`mus`).
Its flags `minimal`, `smallest` and `complete` are true whatever the time limit was.

`changes` lists alternatives for the only constraint of a repair: another value of a variable, or another number in a
count or a sum.

`rules_behind` finds the rules of the puzzle that a conflict needs: "r1c1 is 5" and "r1c2 is 5" conflict because row 1
has one 5. It makes the rules soft and the conflict hard, and removes rules while the conflict remains.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from types import MappingProxyType
from typing import Any, Literal, TypeVar

import numpy as np

from entails.models.constraints import Count, Linear
from entails.models.encoding import Cnf, Encoding, Group
from entails.models.expressions.linearize import MEANINGS
from entails.models.limits import Limits, Options
from entails.models.outcome import (
    Conflict,
    Explanation,
    ExplanationEvent,
    Reason,
    Repair,
    Satisfied,
    Unsatisfiable,
)
from entails.models.statement import DEFINITIONS, DOMAINS, Statement
from entails.solvers.engine import Budget, EngineProtocol, GroupVerdict, Session, engine
from entails.solvers.mus import ConflictSet, Only, find_conflicts, grow_conflicts
from entails.solvers.soft import Granularity, SoftGroups, Subset

__all__ = ["Granularity", "explain"]

_MOST_VALUES = 40
"""Distance, in facts, up to which other values of a variable are tried."""


def changes(soft: SoftGroups, repair: Subset, statement: Statement | None) -> tuple[str, ...]:
    """Return changes of the single constraint in a repair that keep all others: names of facts, or a number.

    The result is empty if there is none or the time limit is reached, and for formulas without a statement.
    """
    if statement is None or len(repair) != 1:
        return ()
    (index, *others) = soft.groups_of(repair)
    if others:
        return ()
    encoding = soft.encoding
    if isinstance(encoding, Cnf) and (literal := _only_fact(encoding, index)):
        return tuple(_alternatives(soft, repair, literal))
    if counted := _only_number(statement, encoding.groups[index].id):
        outcome = soft.solve(soft.all - repair)
        if isinstance(outcome, Satisfied):
            return (str(_number_needed(counted, statement, outcome.facts)),)
    return ()


def _only_fact(cnf: Cnf[Any], group: int) -> int | None:
    """Return the literal of a group that consists of one unit clause over facts; None for other groups."""
    clauses = cnf.clauses
    own = np.flatnonzero(clauses.group_of == group)
    if len(own) != 1 or clauses.starts[own[0] + 1] - clauses.starts[own[0]] != 1:
        return None
    literal = int(clauses.lits[clauses.starts[own[0]]])
    return literal if abs(literal) <= cnf.answers else None


def _alternatives(soft: SoftGroups, repair: Subset, literal: int) -> Iterable[str]:
    """Yield other values of a literal's variable that fit all other constraints, or else the opposite literal."""
    names: Sequence[str] = soft.encoding.names  # type: ignore[union-attr]
    of_variable, equals, _ = names[abs(literal) - 1].partition("=")
    if not equals:
        yield f"not {of_variable}" if literal > 0 else of_variable
        return
    if literal < 0:
        yield names[-literal - 1]
        return
    near = range(max(0, literal - 1 - _MOST_VALUES), min(len(names), literal + _MOST_VALUES))
    groups = soft.groups_of(soft.all - repair)
    for place in near:
        is_other_value = place != literal - 1 and names[place].startswith(f"{of_variable}=")
        if is_other_value and isinstance(soft.session.solve(assume=(place + 1,), groups=groups), Satisfied):
            yield names[place]


def _only_number(statement: Statement, group: str) -> Count | Linear | None:
    """Return the only equation of a group, a count or a sum over shown variables; None for other groups."""
    groups = statement.every_group
    own = [constraint for constraint in statement.every_constraint if groups[constraint.group].id == group]
    only = own[0] if len(own) == 1 else None
    if not isinstance(only, Count | Linear) or only.op != "=" or only.when:
        return None
    literals = only.lits if isinstance(only, Count) else [literal for _, literal in only.facts]
    variables = [] if isinstance(only, Count) else [number for _, number in only.terms]
    hidden = any(abs(literal) >= statement.first_literals[statement.shown] for literal in literals)
    return None if hidden or any(number >= statement.shown for number in variables) else only


def _number_needed(constraint: Count | Linear, statement: Statement, facts: Sequence[int]) -> int:
    """Return the number with which the constraint would be true, given the true facts of a solution."""
    true = {fact for fact in facts if fact > 0}

    def holds(literal: int) -> bool:
        return literal in true if literal > 0 else -literal not in true

    if isinstance(constraint, Count):
        return sum(holds(literal) for literal in constraint.lits)
    values: Mapping[int, int | None] = dict(enumerate(statement.values_of(facts)))
    return sum(times * (values[number] or 0) for times, number in constraint.terms) + sum(
        worth for worth, literal in constraint.facts if holds(literal)
    )


_SECONDS = 10.0
_MOST_QUERIES = 2_000
"""Maximum number of queries in the search for rules.

The limit applies even if time is left, since the conflict itself is already known. A query takes about half a
millisecond; a number of queries, unlike a time, is the same on every machine.
"""
_FAST_ENGINE = "minisat22"
NOT_RULES = frozenset({DEFINITIONS.id, MEANINGS.id, DOMAINS.id})
"""Groups that are not rules of the puzzle: definitions of auxiliary variables, and domains."""
_MOST_RULES = 20_000
"""Number of rules above which a selector for each of them costs too much."""


def rules_behind(
    encoding: Encoding[Any], conflicts: Sequence[Iterable[int]], budget: Budget
) -> list[tuple[Group, ...]]:
    """Return a minimal set of rules for each conflict, a set of group numbers.

    The sets are empty if a limit is reached or the encoding does not distinguish its rules.
    """
    unknown: list[tuple[Group, ...]] = [() for _ in conflicts]
    seconds = _SECONDS if budget.seconds is None else min(_SECONDS, budget.seconds)
    if not isinstance(encoding, Cnf) or not seconds:
        return unknown
    rules = _rules(encoding)
    if not rules or len(rules) > _MOST_RULES:
        return unknown
    switchable = set(encoding.soft) | set(rules)
    groups = tuple(replace(group, soft=index in switchable) for index, group in enumerate(encoding.groups))
    limits = Limits(seconds=seconds)
    limit = _QueryLimit(Budget(limits))
    with engine(_FAST_ENGINE).open(replace(encoding, groups=groups), limits, Options(soft_groups=True)) as session:
        return [_needed(session, encoding, tuple(conflict), rules, limit) for conflict in conflicts]


@dataclass
class _QueryLimit:
    """The remaining time and the remaining queries of a search for rules."""

    budget: Budget
    queries: int = _MOST_QUERIES

    @property
    def is_over(self) -> bool:
        return self.queries <= 0 or self.budget.out_of_time


def _rules(cnf: Cnf[Any]) -> list[int]:
    """Return the hard groups of a formula that are rules of the puzzle, by number."""
    used = set(np.unique(cnf.base.group_of).tolist()) | set(np.unique(cnf.added.group_of).tolist())
    soft = set(cnf.soft)
    return [group for group in sorted(used - soft) if cnf.groups[group].id not in NOT_RULES]


def _needed(
    session: Session[Any], cnf: Cnf[Any], conflict: tuple[int, ...], rules: Sequence[int], limit: "_QueryLimit"
) -> tuple[Group, ...]:
    number = {cnf.groups[rule].id: rule for rule in rules}
    needed = _core(session, conflict, rules, number)
    if needed is None:
        return ()
    for rule in tuple(needed):
        if limit.is_over:
            return ()
        if rule in needed:
            limit.queries -= 1
            fewer = _core(session, conflict, [kept for kept in needed if kept != rule], number)
            needed = needed if fewer is None else fewer
    return tuple(cnf.groups[rule] for rule in needed)


def _core(
    session: Session[Any], conflict: tuple[int, ...], rules: Sequence[int], number: dict[str, int]
) -> list[int] | None:
    """Return the rules in the engine's core of a conflict with these rules; None if they are consistent."""
    outcome = session.solve(groups=(*conflict, *rules))
    if not isinstance(outcome, Unsatisfiable):
        return None
    if outcome.core is None:
        return list(rules)
    return sorted(number[name] for name in outcome.core.groups if name in number)


A = TypeVar("A")

_SEARCH_SHARE = 0.75
"""Share of the time for the search; the rest is for verifying its results."""
_SHORT = 2
_LONG = 4
"""Size above which conflicts are only counted if a conflict of at most `_SHORT` constraints exists."""
_MOST_CHANGED = 10


def explain(
    solver: EngineProtocol,
    encoding: Encoding[A],
    limits: Limits,
    options: Options,
    *,
    most: int = 20,
    granularity: Granularity = "fine",
    verifier: EngineProtocol | None = None,
    first: bool = False,
    smallest: bool = False,
    long: bool = True,
    soft_first: Sequence[str] = (),
    weights: Mapping[str, int] = MappingProxyType({}),
    statement: Statement | None = None,
    confirmation: Encoding[A] | None = None,
    watch: Callable[[ExplanationEvent], None] | None = None,
) -> Explanation:
    """Return up to `most` conflicts and `most` repairs, smallest first.

    Args:
        granularity: "coarse" treats a group and all groups that refine it as one constraint, such as a whole guess.
        verifier: A second engine that verifies the results within the remaining time.
        confirmation: The encoding of the verifier, with the same soft groups in the same order; default: `encoding`.
        first: Return the first conflict and repair found, whatever their size.
        smallest: Return a smallest conflict, and one repair.
        long: Return long conflicts too; otherwise they are only counted if a short one exists.
        soft_first: Ids of constraints that repairs should prefer.
        weights: Repair cost by id, in place of a group's own weight.
        statement: The statement that was encoded; needed to suggest changes.
        watch: Called with each conflict and repair when it is found; the result may leave some of them out.
    """
    budget = Budget(limits)
    searching = (
        limits if limits.seconds is None else limits.model_copy(update={"seconds": limits.seconds * _SEARCH_SHARE})
    )
    soft_options = options.model_copy(update={"soft_groups": True, "proof": False})
    with solver.open(encoding, searching, soft_options) as session:
        within = Budget(searching)
        soft = SoftGroups.of(solver.name, session, encoding, granularity, soft_first, weights, within)
        whole = soft.test(soft.all)
        if whole.consistent is None:
            return Explanation(None, reason=whole.reason)
        known, cut = ConflictSet(), None
        if not whole.consistent:
            only: Only | None = "smallest" if smallest else "first" if first or most == 1 else None
            known, cut = _search(soft, whole, most, within, watch, only)
    most = 1 if smallest else most
    conflicts = sorted(known.conflicts, key=lambda subset: (len(subset), sorted(subset)))[:most]
    repairs = sorted(known.repairs, key=soft.rank)[:most]
    verified = False
    changed: list[tuple[str, ...]] = [()] * len(repairs)
    if verifier is not None and budget.seconds != 0.0:
        left = limits.model_copy(update={"seconds": budget.seconds, "nodes": None})
        with verifier.open(confirmation or encoding, left, soft_options) as session:
            if confirmation is None:
                again = replace(soft, engine=verifier.name, session=session)
            else:
                again = SoftGroups.of(verifier.name, session, confirmation, granularity, soft_first, weights)
            verified = all(again.expect(subset, consistent=False) for subset in conflicts)
            verified = all(again.expect(soft.all - subset, consistent=True) for subset in repairs) and verified
            if whole.consistent:
                verified = again.expect(soft.all, consistent=True)
            changed = [
                changes(again, subset, statement) if place < _MOST_CHANGED else ()
                for place, subset in enumerate(repairs)
            ]
    if whole.consistent:
        return Explanation(True, complete=True, verified=verified)
    shown = conflicts if long else _short_conflicts(conflicts)
    grouped = soft if confirmation is None else SoftGroups.of("", session, confirmation, granularity)
    rules = rules_behind(confirmation or encoding, [grouped.groups_of(subset) for subset in shown], budget)
    return Explanation(
        consistent=False,
        conflicts=tuple(
            Conflict(soft.names(subset), cut is None, behind) for subset, behind in zip(shown, rules, strict=True)
        ),
        repairs=tuple(
            Repair(soft.names(subset), changes=others, cost=soft.cost(subset))
            for subset, others in zip(repairs, changed, strict=True)
        ),
        complete=known.complete,
        reason=known.reason,
        smallest=bool(known.proven_conflicts),
        smallest_repair=bool(known.proven_repairs or known.cheapest) or (known.complete and not repairs),
        longer=len(conflicts) - len(shown),
        verified=verified,
    )


def stream(
    solver: EngineProtocol,
    encoding: Encoding[A],
    limits: Limits,
    options: Options,
    *,
    most: int = 20,
    granularity: Granularity = "fine",
) -> Iterator[ExplanationEvent]:
    """Yield the first conflict, then repairs and further conflicts as they are found, and the reason for the end.

    One that turns out to be the smallest conflict or the cheapest repair comes again, marked as such.
    """
    soft_options = options.model_copy(update={"soft_groups": True, "proof": False})
    with solver.open(encoding, limits, soft_options) as session:
        within = Budget(limits)
        soft = SoftGroups.of(solver.name, session, encoding, granularity, budget=within)
        whole = soft.test(soft.all)
        if whole.consistent is None:
            yield ExplanationEvent("undecided", reason=whole.reason)
        elif whole.consistent:
            yield ExplanationEvent("consistent")
        else:
            yield from _events(soft, whole, most, within)


def _events(soft: SoftGroups, whole: GroupVerdict, most: int, budget: Budget) -> Iterator[ExplanationEvent]:
    conflict, cut = soft.shrink(soft.all if whole.core is None else whole.core)
    known = ConflictSet({conflict: None})
    if cut is not None:
        yield ExplanationEvent("conflict", soft.names(conflict))
        yield ExplanationEvent("end", reason=cut)
        return
    shown: set[tuple[Subset, bool, bool]] = set()
    yield from _news(soft, known, shown)
    for _ in grow_conflicts(soft, known, most, budget):
        yield from _news(soft, known, shown)
    yield from _news(soft, known, shown)
    yield ExplanationEvent("end", complete=known.complete, reason=known.reason)


def _news(soft: SoftGroups, known: ConflictSet, shown: set[tuple[Subset, bool, bool]]) -> Iterator[ExplanationEvent]:
    """Yield the conflicts and repairs that are new, and those that are now proven smallest."""
    for is_repair, subsets, proven in (
        (False, known.conflicts, known.proven_conflicts[:1]),
        (True, known.repairs, known.proven_repairs[:1] or ([known.cheapest] if known.cheapest else [])),
    ):
        name: Literal["conflict", "repair"] = "repair" if is_repair else "conflict"
        for subset, smallest in (*((subset, True) for subset in proven), *((subset, False) for subset in subsets)):
            marks = ((subset, is_repair, mark) for mark in ((True,) if smallest else (False, True)))
            if shown.isdisjoint(marks):
                shown.add((subset, is_repair, smallest))
                cost = soft.cost(subset) if is_repair else None
                yield ExplanationEvent(name, soft.names(subset), minimal=True, smallest=smallest, cost=cost)


def _search(
    soft: SoftGroups,
    whole: GroupVerdict,
    most: int,
    budget: Budget,
    watch: Callable[[ExplanationEvent], None] | None,
    only: Only | None,
) -> tuple[ConflictSet, Reason | None]:
    """Search for conflicts and repairs; return them, and why the first conflict may not be minimal (None: it is)."""
    conflict, cut = soft.shrink(soft.all if whole.core is None else whole.core)
    if cut is not None:
        if watch is not None:
            watch(ExplanationEvent("conflict", soft.names(conflict)))
        return ConflictSet({conflict: None}, reason=cut), cut
    if watch is None:
        return find_conflicts(soft, conflict, most, budget, only), None
    known, shown = ConflictSet({conflict: None}), set[tuple[Subset, bool, bool]]()
    for _ in chain((None,), grow_conflicts(soft, known, most, budget, only), (None,)):
        for event in _news(soft, known, shown):
            watch(event)
    return known, None


def _short_conflicts(conflicts: list[Subset]) -> list[Subset]:
    """Return the conflicts to show: if there is a short one, without the long ones."""
    if not conflicts or len(conflicts[0]) > _SHORT:
        return conflicts
    return [conflict for conflict in conflicts if len(conflict) <= _LONG]
