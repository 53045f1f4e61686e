"""Why there is no answer: sets of statements that contradict (MUS) and repairs (MCS), as many as the budget allows.

A minimal conflict and a minimal repair come first, then more, then the smallest and all of them (`mus`).
What is claimed of them, minimal, smallest or complete, is true however short the time.

What to say instead: where giving up one statement is enough, which change of it would do.

A statement that gives a variable its value could give it another; one that counts or adds up could name another number.

Which rules of the game a contradiction rests on: "r1c1 is 5 and r1c2 is 5" does, since "row 1 holds one 5".

The rules are doubted like statements for once, the contradicting statements are not, and rules are left out one after
the other while the contradiction stays.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any, TypeVar

import numpy as np

from entails.models.constraints import Count, Linear
from entails.models.encoding import Cnf, Encoding, Group
from entails.models.expressions.linearize import MEANINGS
from entails.models.limits import Limits, Options
from entails.models.outcome import Conflict, Explanation, Reason, Repair, Satisfied, Undecided, Unsatisfiable
from entails.models.statement import DEFINITIONS, DOMAINS, Statement
from entails.solvers.engine import Budget, EngineProtocol, Session, engine
from entails.solvers.mus import ConflictSet, contradictions
from entails.solvers.soft import Found, Grain, SoftGroups

__all__ = ["Grain", "explain"]

_MOST_VALUES = 40
"""A variable with more values than that is not tried value by value."""


def changes(doubts: SoftGroups, repair: Found, statement: Statement | None) -> tuple[str, ...]:
    """What could stand in the place of the only statement of a repair, so that all others stay: names of facts, or a
    number. None where that cannot be told, or not in time; nor of a bare formula, whose literals say it already."""
    if statement is None or len(repair) != 1:
        return ()
    (index, *others) = doubts.groups_of(repair)
    if others:
        return ()
    encoding = doubts.encoding
    if isinstance(encoding, Cnf) and (said := _only_fact(encoding, index)):
        return tuple(_other_facts(doubts, repair, said))
    if counted := _counts(statement, encoding.groups[index].id):
        outcome = doubts.ask(doubts.all - repair)
        if isinstance(outcome, Satisfied):
            return (str(_counted(counted, statement, outcome.facts)),)
    return ()


def _only_fact(cnf: Cnf[Any], group: int) -> int | None:
    """The literal that this group says, where it says only one."""
    clauses = cnf.clauses
    own = np.flatnonzero(clauses.group_of == group)
    if len(own) != 1 or clauses.starts[own[0] + 1] - clauses.starts[own[0]] != 1:
        return None
    literal = int(clauses.lits[clauses.starts[own[0]]])
    return literal if abs(literal) <= cnf.answers else None


def _other_facts(doubts: SoftGroups, repair: Found, said: int) -> Iterable[str]:
    """The other values of its variable that agree with all the rest; the opposite, where it has none."""
    names: Sequence[str] = doubts.encoding.names  # type: ignore[union-attr]
    of_variable, equals, _ = names[abs(said) - 1].partition("=")
    if not equals:
        yield f"not {of_variable}" if said > 0 else of_variable
        return
    if said < 0:
        yield names[-said - 1]
        return
    near = range(max(0, said - 1 - _MOST_VALUES), min(len(names), said + _MOST_VALUES))
    groups = doubts.groups_of(doubts.all - repair)
    for place in near:
        other = place != said - 1 and names[place].startswith(f"{of_variable}=")
        if other and isinstance(doubts.session.solve(assume=(place + 1,), groups=groups), Satisfied):
            yield names[place]


def _counts(statement: Statement, group: str) -> Count | Linear | None:
    """What this group says, where it is one number and speaks of nothing hidden, whose values no answer tells."""
    groups = statement.every_group
    said = [one for one in statement.every_constraint if groups[one.group].id == group]
    only = said[0] if len(said) == 1 else None
    if not isinstance(only, Count | Linear) or only.op != "=" or only.when:
        return None
    literals = only.lits if isinstance(only, Count) else [literal for _, literal in only.facts]
    variables = [] if isinstance(only, Count) else [number for _, number in only.terms]
    hidden = any(abs(literal) >= statement.firsts[statement.shown] for literal in literals)
    return None if hidden or any(number >= statement.shown for number in variables) else only


def _counted(said: Count | Linear, statement: Statement, facts: Sequence[int]) -> int:
    """The number that it would have to name, in an answer with these facts."""
    true = {fact for fact in facts if fact > 0}

    def holds(literal: int) -> bool:
        return literal in true if literal > 0 else -literal not in true

    if isinstance(said, Count):
        return sum(holds(literal) for literal in said.lits)
    values: Mapping[int, int | None] = dict(enumerate(statement.values_of(facts)))
    return sum(times * (values[number] or 0) for times, number in said.terms) + sum(
        worth for worth, literal in said.facts if holds(literal)
    )


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


A = TypeVar("A")

_FOR_THE_SEARCH = 0.75
"""The share of the time after which what was found is checked and put into words."""
_SHORT = 2
_LONG = 4
"""When so few statements explain it, conflicts of more than that are only counted."""
_MOST_CHANGED = 10


def explain(
    solver: EngineProtocol,
    encoding: Encoding[A],
    limits: Limits,
    options: Options,
    *,
    most: int = 20,
    grain: Grain = "fine",
    referee: EngineProtocol | None = None,
    first: bool = False,
    long: bool = True,
    doubted_first: Sequence[str] = (),
    weights: Mapping[str, int] = MappingProxyType({}),
    statement: Statement | None = None,
    confirmation: Encoding[A] | None = None,
) -> Explanation:
    """Up to `most` conflicts and `most` repairs, smallest first; with `first`, or when one is enough, those that are
    found first.

    `grain` "coarse" doubts a group together with all that refines it (a whole guess, not a fact of it). `doubted_first`
    are ids of statements to be doubted before others; `weights` say by id what it costs to give one up, where it does
    not say so itself. Without the `long` ones, contradictions of many statements are only counted where two explain it.
    All that is found is asked again of the `referee`, a second engine, as far as the time reaches. The `statement` that
    was encoded, where there is one, helps to tell which change mends it. The referee works on its own encoding
    (`confirmation`), which has the same soft groups in the same order, or on the same one.
    """
    budget = Budget(limits)
    searching = (
        limits if limits.seconds is None else limits.model_copy(update={"seconds": limits.seconds * _FOR_THE_SEARCH})
    )
    doubting = options.model_copy(update={"doubt": True, "proof": False})
    with solver.open(encoding, searching, doubting) as session:
        within = Budget(searching)
        doubts = SoftGroups.of(solver.name, session, encoding, grain, doubted_first, weights)
        whole = doubts.ask(doubts.all)
        if isinstance(whole, Undecided):
            return Explanation(None, reason=whole.reason)
        known, cut = ConflictSet(), None
        if isinstance(whole, Unsatisfiable):
            known, cut = _search(doubts, whole, most, within, only_first=first or most == 1)
    conflicts = sorted(known.conflicts, key=lambda found: (len(found), sorted(found)))[:most]
    repairs = sorted(known.repairs, key=doubts.rank)[:most]
    verified = False
    changed: list[tuple[str, ...]] = [()] * len(repairs)
    if referee is not None and budget.seconds != 0.0:
        left = limits.model_copy(update={"seconds": budget.seconds, "nodes": None})
        with referee.open(confirmation or encoding, left, doubting) as session:
            if confirmation is None:
                again = replace(doubts, engine=referee.name, session=session)
            else:
                again = SoftGroups.of(referee.name, session, confirmation, grain, doubted_first, weights)
            verified = all(again.expect(found, Unsatisfiable) for found in conflicts)
            verified = all(again.expect(doubts.all - found, Satisfied) for found in repairs) and verified
            if isinstance(whole, Satisfied):
                verified = again.expect(doubts.all, Satisfied)
            changed = [
                changes(again, found, statement) if place < _MOST_CHANGED else () for place, found in enumerate(repairs)
            ]
    if isinstance(whole, Satisfied):
        return Explanation(True, complete=True, verified=verified)
    told = conflicts if long else _short_ones(conflicts)
    grouped = doubts if confirmation is None else SoftGroups.of("", session, confirmation, grain)
    rules = rules_behind(confirmation or encoding, [grouped.groups_of(found) for found in told], budget)
    return Explanation(
        consistent=False,
        conflicts=tuple(
            Conflict(doubts.names(found), cut is None, behind) for found, behind in zip(told, rules, strict=True)
        ),
        repairs=tuple(
            Repair(doubts.names(found), changes=others, cost=doubts.cost(found))
            for found, others in zip(repairs, changed, strict=True)
        ),
        complete=known.complete,
        reason=known.reason,
        smallest=bool(known.proven_conflicts),
        smallest_repair=bool(known.proven_repairs) or (known.complete and not repairs),
        longer=len(conflicts) - len(told),
        verified=verified,
    )


def _search(
    doubts: SoftGroups, whole: Unsatisfiable, most: int, budget: Budget, *, only_first: bool
) -> tuple[ConflictSet, Reason | None]:
    """What is known of the contradiction; the reason why its first conflict may not be minimal, if that is so."""
    conflict, cut = doubts.shrink(doubts.core(whole))
    if cut is not None:
        return ConflictSet({conflict: None}, reason=cut), cut
    return contradictions(doubts, conflict, most, budget, only_first=only_first), None


def _short_ones(conflicts: list[Found]) -> list[Found]:
    """Those to tell: when two statements explain it, nobody wants to read twenty."""
    if not conflicts or len(conflicts[0]) > _SHORT:
        return conflicts
    return [found for found in conflicts if len(found) <= _LONG]
