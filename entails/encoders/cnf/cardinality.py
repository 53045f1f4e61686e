"""Compiler of statements to clauses and cardinality constraints (`CnfPlus`), for engines that have both.

Counts, and sums of booleans with coefficients 1 and -1, become "at most k of these literals". All other constraints
become clauses: also "not equal", counts that are few clauses, and counts in which a literal occurs twice.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from entails.encoders.cnf.compile import compile_cnf
from entails.models.constraints import Clause, Constraint, Count, Linear
from entails.models.encoding import AtMostK, CnfPlus, Decode
from entails.models.statement import GroupIndex, Statement


def compile_cnf_plus(statement: Statement, decode: Decode[Any] | None = None) -> CnfPlus[Any]:
    """Compile a statement; `decode` turns the true facts into a solution (default: the values of the variables)."""
    index, at_most, others = GroupIndex.of(statement), list[AtMostK](), list[Constraint]()
    for constraint in statement.every_constraint:
        for part in _parts(constraint, statement):
            if isinstance(part, Constraint):
                others.append(part)
            else:
                group = index.number[part.group]
                assert group is not None  # only groups of "all different" have parts
                at_most.append(replace(part, group=group))
    rest = replace(statement, groups=statement.every_group, constraints=tuple(others), base=None)
    rest.cache["grain"] = index  # the groups of the whole statement
    return CnfPlus(compile_cnf(rest, decode=tuple), tuple(at_most), decode or statement.values_of)


def _parts(constraint: Constraint, statement: Statement) -> Iterator[AtMostK | Constraint]:
    """Yield cardinality constraints and clauses that say the same as a constraint, or the constraint itself."""
    count = _as_count(constraint, statement)
    occurring = None if count is None or count.op == "!=" else Counter(count.lits)
    if count is None or occurring is None:
        yield constraint
        return
    pairs = {lit: min(number, occurring[-lit]) for lit, number in occurring.items()}  # one of each pair is true
    left = occurring - Counter(pairs)
    if any(number > 1 for number in left.values()):
        yield constraint
        return
    lits, k = tuple(left), count.k - sum(pairs.values()) // 2
    if count.op != ">=":
        yield from _at_most(lits, k, constraint)
    if count.op != "<=":
        yield from _at_most(tuple(-lit for lit in lits), len(lits) - k, constraint)


def _at_most(lits: tuple[int, ...], k: int, constraint: Constraint) -> Iterator[AtMostK | Constraint]:
    """Yield "at most k of these different literals", as clauses if they are few."""
    group, when = constraint.group, constraint.when
    if k < 0:
        yield Clause((), group=group, when=when)
    elif k == 0:
        yield from (Clause((-lit,), group=group, when=when) for lit in lits)
    elif k == len(lits) - 1:
        yield Clause(tuple(-lit for lit in lits), group=group, when=when)
    elif k < len(lits):
        yield AtMostK(lits, k, group, when)


def _as_count(constraint: Constraint, statement: Statement) -> Count | None:
    """Return a constraint as a count of literals; None if it is no count."""
    if isinstance(constraint, Count):
        return constraint
    if not isinstance(constraint, Linear):
        return None
    weighted = list(constraint.facts)
    for factor, number in constraint.terms:
        if not statement.variables[number].boolean:
            return None
        weighted.append((factor, statement.fact(number, 1)))
    if any(abs(factor) != 1 for factor, _ in weighted):
        return None
    lits = tuple(factor * lit for factor, lit in weighted)
    k = constraint.value + sum(factor < 0 for factor, _ in weighted)
    group, when = constraint.group, constraint.when
    match constraint.op:
        case "<":
            return Count(lits, "<=", k - 1, group=group, when=when)
        case ">":
            return Count(lits, ">=", k + 1, group=group, when=when)
        case op:
            return Count(lits, op, k, group=group, when=when)
