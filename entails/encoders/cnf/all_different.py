"""No two variables have the same value: each value is taken at most once, or exactly once where all are needed.

All-differents over equal domains come in families (the rows, columns and boxes of a grid), which are written as arrays.
A pair of variables that two rules keep apart is said by the first of them, unless that one may be doubted.

The two rows of variables are not equal everywhere: a shared auxiliary tells for each place whether they are.
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


def size_all_different(said: AllDifferent, space: Space) -> Size:
    """One "at most one" and perhaps one "at least one" for each value."""
    if not said.over:
        return NOTHING
    domain = space.shared_domain(said.over)
    values = len(domain or {value for number in said.over for value in space.variables[number].values})
    one = at_most_one.size_choose_one(space.at_most_one, len(said.over))
    return Size((one.clauses + 1) * values + 1, (one.literals + len(said.over)) * values, one.auxiliaries * values)


@dataclass(frozen=True, eq=False)
class Family:
    """All-differents over equally many variables with the same values. `over[i]` are the variables of the i-th; value
    `place` of its domain stands under group `groups[i, place]`."""

    over: Ints
    groups: Ints
    doubtable: bool

    @property
    def takes_all(self) -> bool:
        """Is every value taken?"""
        return bool(self.over.shape[1] == self.groups.shape[1])

    @property
    def lacks_values(self) -> bool:
        """Are there fewer values than variables?"""
        return bool(self.over.shape[1] > self.groups.shape[1])

    def table(self, space: Space, *, least: bool, most: bool) -> at_most_one.ExactlyOneRows:
        """A rule for each all-different and value."""
        firsts, values = space.firsts[self.over], np.arange(self.groups.shape[1], dtype=np.int32)
        lits = (firsts[:, None, :] + values[None, :, None]).reshape(-1, self.over.shape[1])
        rules = len(lits)
        return at_most_one.ExactlyOneRows(lits, self.groups.ravel(), np.full(rules, least), np.full(rules, most))


def families(said: Iterable[AllDifferent], space: Space, grain: GroupIndex) -> tuple[list[Family], list[AllDifferent]]:
    """The all-differents that come in families, and the others."""
    members: dict[tuple[int, range | tuple[int, ...], bool], list[AllDifferent]] = {}
    alone: list[AllDifferent] = []
    every_group = space.statement.every_group
    for one in said:
        domain = space.shared_domain(one.over)
        if domain and not (one.when or one.apart_from) and len(set(one.over)) == len(one.over):
            key = len(one.over), domain, every_group[one.group].doubtable
            members.setdefault(key, []).append(one)
        else:
            alone.append(one)
    found = []
    for (_, domain, doubtable), own in members.items():
        over = np.array([one.over for one in own], np.int32)
        found.append(Family(over, _groups(own, domain, grain), doubtable))
    return found, alone


def _groups(said: Sequence[AllDifferent], domain: Sequence[int], grain: GroupIndex) -> Ints:
    """The group of each value, in the order of the domain: fine ones come in the order of the values."""
    ranks = np.argsort(np.argsort(domain)).astype(np.int32)
    first = [grain.first_fine(one) for one in said]
    numbers = [grain.number[one.group] if fine is None else fine for one, fine in zip(said, first, strict=True)]
    steps = np.array([fine is not None for fine in first], np.int32)
    return np.array(numbers, np.int32)[:, None] + steps[:, None] * ranks


def filled(said: Iterable[AllDifferent], statement: Statement) -> set[int]:
    """The variables that can have one value only because others need the rest: as many variables as values, and no
    doubt about it."""
    found: set[int] = set()
    groups, variables = statement.every_group, statement.variables
    for one in said:
        if not one.when and not one.apart_from and not groups[one.group].doubtable:
            values = {value for domain in {variables[v].values for v in one.over} for value in domain}
            if len(values) == len(set(one.over)) and not any(variables[v].holds.doubtable for v in one.over):
                found.update(one.over)
    return found


def tables(said: Iterable[AllDifferent], space: Space, grain: GroupIndex) -> list[at_most_one.ExactlyOneRows]:
    """All rules that hold without a condition, as tables."""
    together, alone = families(said, space, grain)
    found = [family.table(space, least=family.takes_all, most=True) for family in together]
    for one in alone:
        if not one.when:
            takers, takes_all = _takers(one, space)
            fine, coarse = grain.fine(one), grain.number[one.group]
            for value, literals in takers.items():
                group, yes = fine.get(value, -1 if coarse is None else coarse), np.ones(1, bool)
                row = np.array([literals], np.int32)
                found.append(at_most_one.ExactlyOneRows(row, np.array([group], np.int32), yes & takes_all, yes))
    return found


def _takers(said: AllDifferent, space: Space) -> tuple[dict[int, list[int]], bool]:
    """For each value that comes once at most, the literals that say who has it; and whether every value is taken."""
    takers: dict[int, list[int]] = {}
    for number in said.over:
        for value, literal in space.facts(number).items():
            if value not in said.apart_from:
                takers.setdefault(value, []).append(literal)
    return dict(sorted(takers.items())), len(takers) == len(said.over) and not said.apart_from


def write_all_different(said: AllDifferent, out: Writer) -> None:
    write_all((said,), out)


def write_all(said: Sequence[AllDifferent], out: Writer, *, minimal: bool = False) -> None:
    """Say all of them, those of a family together. `minimal` leaves out that a value is taken at least once."""
    together, alone = families(said, out.space, out.grain)
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
    for one in alone:
        _write_one(one, out, minimal=minimal)


def _write_pairwise(family: Family, out: Writer, *, minimal: bool) -> None:
    """The pairs of variables that are new, and each of them for each value."""
    if family.takes_all and not minimal:
        table = family.table(out.space, least=True, most=False)
        if not family.doubtable:
            table.least[:] = np.repeat(_different(family.over), family.groups.shape[1])
        at_most_one.write_at_least(table, out)
    one, other = at_most_one.pairs(family.over.shape[1])
    left, right = family.over[:, one], family.over[:, other]
    keys = out.apart.keys(left, right)
    kept = out.apart.new(keys, repeated=family.doubtable)
    firsts, values = out.space.firsts, np.arange(family.groups.shape[1], dtype=np.int32)
    lower, upper = firsts[left[kept]][:, None] + values, firsts[right[kept]][:, None] + values
    at_most_one.write_pairs(out, lower, upper, family.groups[np.nonzero(kept)[0]].ravel())
    if not family.doubtable:
        out.apart.add(keys)


def _different(over: Ints) -> NDArray[np.bool_]:
    """Which rows do not repeat an earlier one."""
    first = {row.tobytes(): place for place, row in reversed([*enumerate(np.sort(over, axis=1))])}
    found = np.zeros(len(over), bool)
    found[list(first.values())] = True
    return found


def _write_one(said: AllDifferent, out: Writer, *, minimal: bool) -> None:
    """Any all-different: with a condition, with values that may come again, over unequal domains or booleans."""
    takers, takes_all = _takers(said, out.space)
    fine, coarse = out.grain.fine(said), out.grain.number[said.group]
    for value, literals in takers.items():
        out.begin(fine.get(value, -1 if coarse is None else coarse), said.when)
        if takes_all and not minimal:
            out.claim(*literals)
        out.claim_all(at_most_one.clauses(out.at_most_one, literals, out.fresh))
    if len(takers) < len(said.over) and not said.apart_from:
        out.claim()
    if not (said.when or said.apart_from or out.space.statement.every_group[said.group].doubtable):
        places = np.array(said.over, np.int32)
        one, other = at_most_one.pairs(len(places))
        out.apart.add(out.apart.keys(places[one], places[other]))


def size_differ(said: Differ, space: Space) -> Size:
    values = sum(space.count(number) for number in (*said.left, *said.right))
    places = len(said.left)
    return Size(2 * values + 1, 5 * values + places, places)


def write_differ(said: Differ, out: Writer) -> None:
    out.claim_open(*(-equal(left, right, out) for left, right in zip(said.left, said.right, strict=True)))


def equal(left: int, right: int, out: Writer) -> int:
    """A literal that holds when two variables have the same value."""
    if left == right:
        return TRUE
    left, right = min(left, right), max(left, right)
    return out.once(("equal", left, right), lambda: _equal(left, right, out))


def _equal(left: int, right: int, out: Writer) -> int:
    lefts, rights = out.facts(left), out.facts(right)
    common = lefts.keys() & rights.keys()
    if not common:
        return -TRUE
    found = out.fresh()
    for value, literal in lefts.items():
        if value in common:
            out.define(-literal, -rights[value], found)
            out.define(-found, -literal, rights[value])
        else:
            out.define(-found, -literal)
    for value, literal in rights.items():
        out.define(-found, -literal, *((lefts[value],) if value in common else ()))
    return found
