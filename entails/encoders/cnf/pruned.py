"""Pruned encodings (Landreau 2025, 3.A): what the stated facts satisfy or exclude is removed, once.

A stated fact is a unit clause. It excludes what "at most one" excludes: the other values of its variable, and the same
value where all differ. Unit clauses that result are not propagated.
"""

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from entails.encoders.cnf import at_most_one
from entails.encoders.cnf.at_most_one import ExactlyOneRows, Ints
from entails.encoders.cnf.writer import Writer
from entails.models.constraints import Clause, Constraint
from entails.models.encoding import Clauses, Decode, Group, Objective
from entails.models.statement import GroupIndex, Statement


def is_stated(constraint: Constraint) -> bool:
    """Return whether the constraint is a single fact."""
    return isinstance(constraint, Clause) and len(constraint.lits) == 1 and not constraint.when


class Settled:
    """What the stated facts determine. Arrays are indexed by literals, negative ones from the end."""

    def __init__(self, constraints: Sequence[Constraint], facts: int, rules: Sequence[ExactlyOneRows]) -> None:
        self.facts = facts
        self.stated = np.zeros(2 * facts + 1, bool)
        self.stated[
            [
                constraint.lits[0]
                for constraint in constraints
                if isinstance(constraint, Clause) and is_stated(constraint)
            ]
        ] = True
        excluded = np.zeros(2 * facts + 1, bool)
        for rule in rules:
            taken = self.stated[rule.lits].any(axis=1) & rule.most
            excluded[rule.lits[taken]] = True
        excluded &= ~self.stated
        numbers = np.arange(1, facts + 1)
        self.true = np.zeros(2 * facts + 1, bool)
        self.true[numbers] = self.stated[numbers] | excluded[-numbers]
        self.true[-numbers] = self.stated[-numbers] | excluded[numbers]
        self.open = ~(self.true[numbers] | self.true[-numbers])
        """By fact, from 0."""

    def states(self, top: int) -> NDArray[np.int8]:
        """Return 1 for true literals, -1 for false ones; auxiliaries up to `top` are 0."""
        signs = np.zeros(2 * top + 1, np.int8)
        numbers = np.arange(1, self.facts + 1)
        holds, fails = self.true[numbers], self.true[-numbers]
        signs[numbers] = holds * 1 - fails * (1 + holds)  # stated with its opposite, neither holds
        signs[-numbers] = fails * 1 - holds * (1 + fails)
        return signs


def without_settled(clauses: Clauses, states: NDArray[np.int8]) -> Clauses:
    """Remove false literals, satisfied clauses and duplicates among the shortened clauses."""
    state, sizes = states[clauses.lits], np.diff(clauses.starts)
    clause_of = np.repeat(np.arange(len(clauses), dtype=np.int32), sizes)
    left = np.ones(len(clauses), bool)
    left[clause_of[state == 1]] = False
    kept = left[clause_of] & (state == 0)
    left_sizes = np.bincount(clause_of[kept], minlength=len(clauses))[left]
    starts = np.zeros(len(left_sizes) + 1, np.int32)
    np.cumsum(left_sizes, out=starts[1:])
    shorter = left_sizes < sizes[left]
    return _each_once(Clauses(clauses.lits[kept], starts, clauses.group_of[left]), left_sizes, shorter)


def _each_once(clauses: Clauses, sizes: NDArray[np.integer], changed: NDArray[np.bool_]) -> Clauses:
    """Remove changed clauses that repeat an earlier one; of empty ones, keep one in the first group."""
    kept = sizes > 0
    empty = clauses.group_of[~kept]
    changed &= kept
    flat, start, seen = clauses.lits[np.repeat(changed, sizes)].tolist(), 0, set[tuple[int, ...]]()
    for place, size in zip(np.flatnonzero(changed).tolist(), sizes[changed].tolist(), strict=True):
        clause = tuple(flat[start : start + size])
        start += size
        if clause in seen:
            kept[place] = False
        seen.add(clause)
    if kept.all():
        return clauses
    starts = np.zeros(int(kept.sum()) + 1, np.int32)
    np.cumsum(sizes[kept], out=starts[1:])
    lits, groups = clauses.lits[np.repeat(kept, sizes)], clauses.group_of[kept]
    if len(empty):
        later = np.flatnonzero(groups >= empty.min())
        place = int(later[0]) if len(later) else len(groups)
        starts, groups = np.insert(starts, place, starts[place]), np.insert(groups, place, empty.min())
    return Clauses(lits, starts, groups)


def write_rules(rules: Sequence[ExactlyOneRows], settled: Settled, form: str, out: Writer, *, repeat: bool) -> None:
    """Write rules in any form of at-most-one, over their open literals; a broken one gives an empty clause.

    Rules that have become equal are written once, unless `repeat`.
    """
    seen: set[tuple[int, ...]] = set()
    for rule in rules:
        for lits, group, least, most in _rows(rule):
            already = sum(bool(settled.true[lit]) for lit in lits)
            left = [lit for lit in lits if settled.open[abs(lit) - 1]] if already < 2 else []
            out.begin(group)
            if already == 1:
                out.claim_all([-lit] for lit in left if most)
            elif (repeat or tuple(left) not in seen) and (least or already or left):
                seen.add(tuple(left))
                if least or already:
                    out.claim(*left)
                out.claim_all(at_most_one.clauses(form, left, out.fresh) if most else ())


def _rows(rule: ExactlyOneRows) -> Iterator[tuple[list[int], int, bool, bool]]:
    return zip(rule.lits.tolist(), rule.groups.tolist(), rule.least.tolist(), rule.most.tolist(), strict=True)


def numbered_anew(clauses: Clauses, settled: Settled, top: int) -> tuple[Clauses, int]:
    """Renumber: open facts in order, then auxiliaries; return the number of variables too."""
    numbers = new_numbers(settled, top)
    lits = np.sign(clauses.lits) * numbers[np.abs(clauses.lits)]
    return Clauses(lits.astype(np.int32), clauses.starts, clauses.group_of), int(numbers.max())


def new_numbers(settled: Settled, top: int) -> Ints:
    """Return the new number of each variable; 0 for settled facts."""
    kept = np.ones(top + 1, bool)
    kept[0] = False
    kept[1 : settled.facts + 1] = settled.open
    return np.cumsum(kept, dtype=np.int32) * kept


def worths_left(objective: Objective | None, settled: Settled) -> Objective | None:
    """Return the objective over open facts, renumbered; settled facts are a constant."""
    if objective is None:
        return None
    number, fixed, facts = np.cumsum(settled.open), objective.fixed, list[tuple[int, int]]()
    for worth, lit in objective.facts:
        if settled.open[abs(lit) - 1]:
            facts.append((worth, int(np.sign(lit) * number[abs(lit) - 1])))
        elif settled.true[lit]:
            fixed += worth
    return Objective(objective.sense, facts=tuple(facts), fixed=fixed)


def groups_left(statement: Statement, clauses: Clauses) -> tuple[Sequence[Group], Clauses]:
    """Remove the groups of the statement that only stated facts and have no clause left."""
    granularity, base = GroupIndex.of(statement), statement.base
    shared = base is not None and base.variables is statement.variables
    constraints = statement.constraints if shared else statement.every_constraint
    more = {constraint.group for constraint in constraints if not is_stated(constraint)}
    gone = {granularity.number[constraint.group] for constraint in constraints if constraint.group not in more}
    if not np.diff(clauses.starts).all():  # facts that contradict each other leave an empty clause in their group
        gone -= set(clauses.group_of.tolist())
    if shared and base is not None and len(gone) == len(granularity.groups) - len(GroupIndex.of(base).groups):
        return GroupIndex.of(base).groups, clauses
    kept = [number for number in range(len(granularity.groups)) if number not in gone]
    numbers: Ints = np.zeros(len(granularity.groups), np.int32)
    numbers[kept] = np.arange(len(kept))
    groups = tuple(granularity.groups[number] for number in kept)
    return groups, Clauses(clauses.lits, clauses.starts, numbers[clauses.group_of])


def restoring(decode: Decode[Any], settled: Settled, shown: int) -> Decode[Any]:
    """Return a decoder that restores old numbers and adds the settled facts, `shown` facts in all."""
    kept = (np.flatnonzero(settled.open[:shown]) + 1).tolist()
    known = (np.flatnonzero(settled.true[1 : shown + 1]) + 1).tolist()
    return partial(_restored, decode, kept, known)


def _restored(decode: Decode[Any], kept: Sequence[int], known: Sequence[int], true: Sequence[int]) -> Any:
    return decode(sorted([*known, *(kept[number - 1] for number in true)]))
