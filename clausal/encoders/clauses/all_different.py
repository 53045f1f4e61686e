"""No two variables have the same value: each value is taken at most once, or exactly once where all are needed.

All-differents over equal domains come in families (the rows, columns and boxes of a grid), which are written as arrays.
A pair of variables that two rules keep apart is said by the first of them, unless that one may be doubted.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from clausal.encoders.clauses import choose_one
from clausal.encoders.clauses.choose_one import Ints
from clausal.encoders.clauses.size import NOTHING, Size
from clausal.encoders.clauses.space import Space
from clausal.encoders.clauses.writer import Writer
from clausal.models.statement import AllDifferent, Statement
from clausal.models.statement.grain import Grain


def size(said: AllDifferent, space: Space) -> Size:
    """One "at most one" and perhaps one "at least one" for each value."""
    domains = {space.variables[number].values for number in said.over}
    values = {value for domain in domains for value in domain}
    one = choose_one.size(space.at_most_one, len(said.over)).plus(Size(1, len(said.over)))
    return one.under(len(said.when)).times(len(values)) if said.over else NOTHING


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

    def table(self, statement: Statement, *, least: bool, most: bool) -> choose_one.Table:
        """A rule for each all-different and value."""
        firsts = np.array(statement.firsts, np.int32)[self.over]
        values = np.arange(self.groups.shape[1], dtype=np.int32)
        lits = (firsts[:, None, :] + values[None, :, None]).reshape(-1, self.over.shape[1])
        rules = len(lits)
        return choose_one.Table(lits, self.groups.ravel(), np.full(rules, least), np.full(rules, most))


def families(
    said: Iterable[AllDifferent], statement: Statement, grain: Grain
) -> tuple[list[Family], list[AllDifferent]]:
    """The all-differents that come in families, and the others."""
    members: dict[object, list[AllDifferent]] = {}
    alone: list[AllDifferent] = []
    variables = statement.variables
    for one in said:
        domains = {variables[number].values for number in one.over}
        plain = not (one.when or one.apart_from) and len(set(one.over)) == len(one.over)
        if plain and len(domains) == 1 and not any(variables[number].boolean for number in one.over):
            doubtable = statement.every_group[one.group].doubtable
            members.setdefault((len(one.over), *domains, doubtable), []).append(one)
        else:
            alone.append(one)
    found = []
    for own in members.values():
        domain = variables[own[0].over[0]].values
        groups = np.array([_groups(one, domain, grain) for one in own], np.int32)
        over = np.array([one.over for one in own], np.int32)
        found.append(Family(over, groups, statement.every_group[own[0].group].doubtable))
    return found, alone


def _groups(said: AllDifferent, domain: Sequence[int], grain: Grain) -> list[int]:
    """The group of each value, in the order of the domain."""
    if fine := grain.fine(said):
        return [fine[value] for value in domain]
    number = grain.number[said.group]
    assert number is not None
    return [number] * len(domain)


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


def tables(said: Iterable[AllDifferent], space: Space, grain: Grain) -> list[choose_one.Table]:
    """All rules that hold without a condition, as tables."""
    together, alone = families(said, space.statement, grain)
    found = [family.table(space.statement, least=family.takes_all, most=True) for family in together]
    for one in alone:
        if not one.when:
            takers, takes_all = _takers(one, space)
            fine, coarse = grain.fine(one), grain.number[one.group]
            for value, literals in takers.items():
                group, yes = fine.get(value, -1 if coarse is None else coarse), np.ones(1, bool)
                row = np.array([literals], np.int32)
                found.append(choose_one.Table(row, np.array([group], np.int32), yes & takes_all, yes))
    return found


def _takers(said: AllDifferent, space: Space) -> tuple[dict[int, list[int]], bool]:
    """For each value that comes once at most, the literals that say who has it; and whether every value is taken."""
    takers: dict[int, list[int]] = {}
    for number in said.over:
        for value, literal in space.facts(number).items():
            if value not in said.apart_from:
                takers.setdefault(value, []).append(literal)
    return dict(sorted(takers.items())), len(takers) == len(said.over) and not said.apart_from


def write(said: AllDifferent, out: Writer) -> None:
    write_all((said,), out)


def write_all(said: Sequence[AllDifferent], out: Writer, *, minimal: bool = False) -> None:
    """Say all of them, those of a family together. `minimal` leaves out that a value is taken at least once."""
    statement = out.space.statement
    together, alone = families(said, statement, out.grain)
    for family in together:
        if choose_one.form_of(out.at_most_one, family.over.shape[1]) == "pairwise":
            _write_pairwise(family, statement, out, minimal=minimal)
        else:
            choose_one.write(family.table(statement, least=family.takes_all and not minimal, most=True), out)
        if family.lacks_values:
            for group in family.groups[:, 0].tolist():
                out.begin(group)
                out.claim()
    for one in alone:
        _write_one(one, out, minimal=minimal)


def _write_pairwise(family: Family, statement: Statement, out: Writer, *, minimal: bool) -> None:
    """The pairs of variables that are new, and each of them for each value."""
    if family.takes_all and not minimal:
        table = family.table(statement, least=True, most=False)
        if not family.doubtable:
            table.least[:] = np.repeat(_different(family.over), family.groups.shape[1])
        choose_one.write_at_least(table, out)
    one, other = choose_one.pairs(family.over.shape[1])
    left, right = family.over[:, one], family.over[:, other]
    keys = out.apart.keys(left, right)
    kept = out.apart.new(keys, repeated=family.doubtable)
    firsts, values = np.array(statement.firsts, np.int32), np.arange(family.groups.shape[1], dtype=np.int32)
    lower, upper = firsts[left[kept]][:, None] + values, firsts[right[kept]][:, None] + values
    choose_one.write_pairs(out, lower, upper, family.groups[np.nonzero(kept)[0]].ravel())
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
        out.claim_all(choose_one.clauses(out.at_most_one, literals, out.fresh))
    if len(takers) < len(said.over) and not said.apart_from:
        out.claim()
    if not (said.when or said.apart_from or out.space.statement.every_group[said.group].doubtable):
        places = np.array(said.over, np.int32)
        one, other = choose_one.pairs(len(places))
        out.apart.add(out.apart.keys(places[one], places[other]))
