"""All-different constraints as CNF: each value at most once, or exactly once if all are needed; and lists that differ.

Constraints over equal domains come in families (the rows, columns and boxes of a grid), which are written as arrays. A
pair of variables in two constraints is written once, by the first of them, unless that one is soft. Two lists that
differ share an auxiliary for each position that tells whether they are equal there.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from entails.encoders.cnf import at_most_one
from entails.encoders.cnf.at_most_one import Ints
from entails.encoders.cnf.writer import NOTHING, TRUE, Size, Space, Writer
from entails.models.constraints import AllDifferent, Differ
from entails.models.statement import GroupIndex, Statement


def size_all_different(constraint: AllDifferent, space: Space) -> Size:
    """Predict the size: "at most one" per value, and "at least one" per value if every value is needed."""
    if not constraint.over:
        return NOTHING
    domain = space.shared_domain(constraint.over)
    values = len(domain or {value for number in constraint.over for value in space.variables[number].values})
    per_value = at_most_one.size_choose_one(space.at_most_one, len(constraint.over))
    return Size(
        (per_value.clauses + 1) * values + 1,
        (per_value.literals + len(constraint.over)) * values,
        per_value.auxiliaries * values,
    )


@dataclass(frozen=True, eq=False)
class Family:
    """All-different constraints with the same number of variables and the same domain, compiled together.

    `over[i]` are the variables of constraint i; the value at `place` of its domain has group `groups[i, place]`.
    """

    over: Ints
    groups: Ints
    soft: bool

    @property
    def takes_all(self) -> bool:
        """Return whether the constraints use every value: there are as many variables as values."""
        return bool(self.over.shape[1] == self.groups.shape[1])

    @property
    def lacks_values(self) -> bool:
        """Return whether the constraints are unsatisfiable because there are fewer values than variables."""
        return bool(self.over.shape[1] > self.groups.shape[1])

    def table(self, space: Space, *, least: bool, most: bool) -> at_most_one.ExactlyOneRows:
        """Return the "exactly one" rules of the family: a row of literals for each constraint and value."""
        first_literals, values = space.first_literals[self.over], np.arange(self.groups.shape[1], dtype=np.int32)
        lits = (first_literals[:, None, :] + values[None, :, None]).reshape(-1, self.over.shape[1])
        rules = len(lits)
        return at_most_one.ExactlyOneRows(lits, self.groups.ravel(), np.full(rules, least), np.full(rules, most))


def families(
    constraints: Iterable[AllDifferent], space: Space, granularity: GroupIndex
) -> tuple[list[Family], list[AllDifferent]]:
    """Split all-different constraints into families and the rest."""
    members: dict[tuple[int, range | tuple[int, ...], bool], list[AllDifferent]] = {}
    alone: list[AllDifferent] = []
    every_group = space.statement.every_group
    for constraint in constraints:
        domain = space.shared_domain(constraint.over)
        if (
            domain
            and not (constraint.when or constraint.apart_from)
            and len(set(constraint.over)) == len(constraint.over)
        ):
            key = len(constraint.over), domain, every_group[constraint.group].soft
            members.setdefault(key, []).append(constraint)
        else:
            alone.append(constraint)
    built = []
    for (_, domain, soft), own in members.items():
        over = np.array([constraint.over for constraint in own], np.int32)
        built.append(Family(over, _groups(own, domain, granularity), soft))
    return built, alone


def _groups(constraints: Sequence[AllDifferent], domain: Sequence[int], granularity: GroupIndex) -> Ints:
    """Return the group of each value, in the order of the domain; fine groups follow the order of values."""
    ranks = np.argsort(np.argsort(domain)).astype(np.int32)
    first = [granularity.first_fine(constraint) for constraint in constraints]
    numbers = [
        granularity.number[constraint.group] if fine is None else fine
        for constraint, fine in zip(constraints, first, strict=True)
    ]
    steps = np.array([fine is not None for fine in first], np.int32)
    return np.array(numbers, np.int32)[:, None] + steps[:, None] * ranks


def filled(constraints: Iterable[AllDifferent], statement: Statement) -> set[int]:
    """Return the variables of hard all-different constraints that use every value: no variable can have two values."""
    variables_filled: set[int] = set()
    groups, variables = statement.every_group, statement.variables
    for constraint in constraints:
        if not constraint.when and not constraint.apart_from and not groups[constraint.group].soft:
            values = {value for domain in {variables[v].values for v in constraint.over} for value in domain}
            if len(values) == len(set(constraint.over)) and not any(variables[v].holds.soft for v in constraint.over):
                variables_filled.update(constraint.over)
    return variables_filled


def tables(
    constraints: Iterable[AllDifferent], space: Space, granularity: GroupIndex
) -> list[at_most_one.ExactlyOneRows]:
    """Return the all-different constraints without `when` as tables."""
    together, alone = families(constraints, space, granularity)
    rows = [family.table(space, least=family.takes_all, most=True) for family in together]
    for constraint in alone:
        if not constraint.when:
            takers, takes_all = _takers(constraint, space)
            fine, coarse = granularity.fine(constraint), granularity.number[constraint.group]
            for value, literals in takers.items():
                group, yes = fine.get(value, -1 if coarse is None else coarse), np.ones(1, bool)
                row = np.array([literals], np.int32)
                rows.append(at_most_one.ExactlyOneRows(row, np.array([group], np.int32), yes & takes_all, yes))
    return rows


def _takers(constraint: AllDifferent, space: Space) -> tuple[dict[int, list[int]], bool]:
    """Return, for each value that occurs at most once, the literals that assign it, and whether every value is used."""
    takers: dict[int, list[int]] = {}
    for number in constraint.over:
        for value, literal in space.facts(number).items():
            if value not in constraint.apart_from:
                takers.setdefault(value, []).append(literal)
    return dict(sorted(takers.items())), len(takers) == len(constraint.over) and not constraint.apart_from


def write_all_different(constraint: AllDifferent, out: Writer) -> None:
    write_all((constraint,), out)


def write_all(constraints: Sequence[AllDifferent], out: Writer, *, minimal: bool = False) -> None:
    """Write all-different constraints, families together; `minimal` omits "at least one" per value."""
    together, alone = families(constraints, out.space, out.granularity)
    for family in together:
        if at_most_one.form_of(out.at_most_one, family.over.shape[1]) == "pairwise":
            _write_pairwise(family, out, minimal=minimal)
        else:
            at_most_one.write_choose_one(
                family.table(out.space, least=family.takes_all and not minimal, most=True), out
            )
        if family.lacks_values:
            for group in family.groups[:, 0].tolist():
                out.begin(group)
                out.claim()
    for constraint in alone:
        _write_one(constraint, out, minimal=minimal)


def _write_pairwise(family: Family, out: Writer, *, minimal: bool) -> None:
    """Write a clause for each new pair of variables of a family and each value."""
    if family.takes_all and not minimal:
        table = family.table(out.space, least=True, most=False)
        if not family.soft:
            table.least[:] = np.repeat(_different(family.over), family.groups.shape[1])
        at_most_one.write_at_least(table, out)
    first, second = at_most_one.pairs(family.over.shape[1])
    left, right = family.over[:, first], family.over[:, second]
    keys = out.apart.keys(left, right)
    kept = out.apart.new(keys, repeated=family.soft)
    first_literals, values = out.space.first_literals, np.arange(family.groups.shape[1], dtype=np.int32)
    lower, upper = first_literals[left[kept]][:, None] + values, first_literals[right[kept]][:, None] + values
    at_most_one.write_pairs(out, lower, upper, family.groups[np.nonzero(kept)[0]].ravel())
    if not family.soft:
        out.apart.add(keys)


def _different(over: Ints) -> NDArray[np.bool_]:
    """Return which rows differ from all earlier rows."""
    first = {row.tobytes(): place for place, row in reversed([*enumerate(np.sort(over, axis=1))])}
    is_new = np.zeros(len(over), bool)
    is_new[list(first.values())] = True
    return is_new


def _write_one(constraint: AllDifferent, out: Writer, *, minimal: bool) -> None:
    """Write an all-different constraint with `when`, repeatable values or unequal domains."""
    takers, takes_all = _takers(constraint, out.space)
    fine, coarse = out.granularity.fine(constraint), out.granularity.number[constraint.group]
    for value, literals in takers.items():
        out.begin(fine.get(value, -1 if coarse is None else coarse), constraint.when)
        if takes_all and not minimal:
            out.claim(*literals)
        out.claim_all(at_most_one.clauses(out.at_most_one, literals, out.fresh))
    if len(takers) < len(constraint.over) and not constraint.apart_from:
        out.claim()
    if not (constraint.when or constraint.apart_from or out.space.statement.every_group[constraint.group].soft):
        places = np.array(constraint.over, np.int32)
        left, right = at_most_one.pairs(len(places))
        out.apart.add(out.apart.keys(places[left], places[right]))


def size_differ(constraint: Differ, space: Space) -> Size:
    values = sum(space.count(number) for number in (*constraint.left, *constraint.right))
    places = len(constraint.left)
    return Size(2 * values + 1, 5 * values + places, places)


def write_differ(constraint: Differ, out: Writer) -> None:
    out.claim_open(*(-equal(left, right, out) for left, right in zip(constraint.left, constraint.right, strict=True)))


def equal(left: int, right: int, out: Writer) -> int:
    """Return a literal that is true exactly if two variables have the same value."""
    if left == right:
        return TRUE
    left, right = min(left, right), max(left, right)
    return out.once(("equal", left, right), lambda: _equal(left, right, out))


def _equal(left: int, right: int, out: Writer) -> int:
    lefts, rights = out.facts(left), out.facts(right)
    common = lefts.keys() & rights.keys()
    if not common:
        return -TRUE
    auxiliary = out.fresh()
    for value, literal in lefts.items():
        if value in common:
            out.define(-literal, -rights[value], auxiliary)
            out.define(-auxiliary, -literal, rights[value])
        else:
            out.define(-auxiliary, -literal)
    for value, literal in rights.items():
        out.define(-auxiliary, -literal, *((lefts[value],) if value in common else ()))
    return auxiliary
