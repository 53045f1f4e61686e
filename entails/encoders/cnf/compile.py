"""Compiler of statements to CNF.

Facts of shown variables come first, then those of hidden ones and auxiliaries. The clauses of a base (the shared
rules) are compiled once and cached; a puzzle adds only its own clauses. Every variable has exactly one value;
`minimal` leaves out "at most one" where an all-different constraint implies it. Each constraint type has functions
that predict its size (`size`) and write its clauses (`write`).

Pruned encodings (Landreau 2025, 3.A) leave out the literals and clauses that the stated facts decide, in one pass.
A stated fact is a unit clause. By "at most one", it excludes the other values of its variable, and its value in
the other variables of an all-different constraint. Unit clauses that result are not propagated.
"""

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, NamedTuple, get_args

import numpy as np
from numpy.typing import NDArray

from entails.encoders.cnf import (
    Style,
    all_different,
    arithmetic,
    at_most_one,
    extensional,
    global_constraints,
    linear,
    logic,
    stamps,
    writer,
)
from entails.encoders.cnf.all_different import size_differ, write_differ
from entails.encoders.cnf.arithmetic import (
    shape_distance,
    size_arithmetic,
    size_distance,
    size_element,
    size_product,
    write_arithmetic,
    write_distance,
    write_element,
    write_product,
)
from entails.encoders.cnf.at_most_one import AT_MOST_ONE, ExactlyOneRows, Ints
from entails.encoders.cnf.extensional import size_table, write_table
from entails.encoders.cnf.global_constraints import size_loop, write_loop
from entails.encoders.cnf.linear import shape_count, size_count, write_count
from entails.encoders.cnf.logic import size_bulk, write_bulk
from entails.encoders.cnf.writer import MOST, NOTHING, ConstraintShape, Size, Space, Writer, WriterState, reject_beyond
from entails.models.constraints import (
    AllDifferent,
    Automaton,
    Bulk,
    Calculation,
    CapacityLimit,
    Cardinality,
    Clause,
    Compare,
    Connected,
    Constraint,
    Count,
    Differ,
    Distance,
    DistinctValues,
    Element,
    InverseLists,
    Lexicographic,
    Linear,
    Logic,
    Loop,
    Product,
    RoundTrip,
    Table,
    TasksApart,
)
from entails.models.encoding import NO_CLAUSES, Clauses, Cnf, Decode, Group, Objective
from entails.models.errors import InvalidOption, TooLarge
from entails.models.statement import GroupIndex, Statement


def is_stated(constraint: Constraint) -> bool:
    """Return whether a constraint states a single literal."""
    return isinstance(constraint, Clause) and len(constraint.lits) == 1 and not constraint.when


class Settled:
    """The literals that the stated facts fix by propagation. Negative literals index arrays from the end."""

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
        """Whether each fact is undecided; fact 1 is at index 0."""

    def states(self, top: int) -> NDArray[np.int8]:
        """Return 1 for each true literal, -1 for each false one and 0 otherwise; auxiliaries up to `top` are 0."""
        signs = np.zeros(2 * top + 1, np.int8)
        numbers = np.arange(1, self.facts + 1)
        holds, fails = self.true[numbers], self.true[-numbers]
        signs[numbers] = holds * 1 - fails * (1 + holds)  # stated with its opposite, neither holds
        signs[-numbers] = fails * 1 - holds * (1 + fails)
        return signs


def without_settled(clauses: Clauses, states: NDArray[np.int8]) -> Clauses:
    """Simplify clauses under the fixed literals: remove false literals, satisfied clauses and new duplicates."""
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
    """Remove changed clauses that repeat an earlier one; of several empty clauses, keep one in the first group."""
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
    """Write the "exactly one" rules over their open literals; a violated rule gives an empty clause.

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


def renumbered(clauses: Clauses, settled: Settled, top: int) -> tuple[Clauses, int]:
    """Renumber open facts, then auxiliaries, without gaps; return the clauses and the number of variables."""
    numbers = new_numbers(settled, top)
    lits = np.sign(clauses.lits) * numbers[np.abs(clauses.lits)]
    return Clauses(lits.astype(np.int32), clauses.starts, clauses.group_of), int(numbers.max())


def new_numbers(settled: Settled, top: int) -> Ints:
    """Return the new number of each variable; 0 for fixed facts."""
    kept = np.ones(top + 1, bool)
    kept[0] = False
    kept[1 : settled.facts + 1] = settled.open
    return np.cumsum(kept, dtype=np.int32) * kept


def open_objective(objective: Objective | None, settled: Settled) -> Objective | None:
    """Return the objective over open facts, renumbered; fixed facts contribute a constant."""
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
    """Remove groups that only state facts and have no clauses left."""
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
    """Return a decoder that restores the original numbers and adds the fixed facts, `shown` facts in all."""
    kept = (np.flatnonzero(settled.open[:shown]) + 1).tolist()
    known = (np.flatnonzero(settled.true[1 : shown + 1]) + 1).tolist()
    return partial(_restored, decode, kept, known)


def _restored(decode: Decode[Any], kept: Sequence[int], known: Sequence[int], true: Sequence[int]) -> Any:
    return decode(sorted([*known, *(kept[number - 1] for number in true)]))


def size_domains(space: Space) -> Size:
    """Predict the size of the domain clauses: "exactly one value" for each variable."""
    total, of_count = NOTHING, dict[int, int]()
    for variable in space.variables:
        if not variable.boolean:
            of_count[len(variable.values)] = of_count.get(len(variable.values), 0) + 1
    for count, times in of_count.items():
        total = total.plus(at_most_one.size_choose_one(space.at_most_one, count).plus(Size(1, count)).times(times))
    return total


def domain_tables(
    space: Space, holds: tuple[int, ...], filled: Collection[int] | None = None
) -> list[at_most_one.ExactlyOneRows]:
    """Return the domain rules, "exactly one value", as tables; variables in `filled` need no "at most one"."""
    members: dict[int, list[int]] = {}
    for number, variable in enumerate(space.variables):
        if not variable.boolean:
            members.setdefault(len(variable.values), []).append(number)
    groups: at_most_one.Ints = np.array(holds, np.int32)
    tables = []
    for count, numbers in members.items():
        lits = np.add.outer(space.first_literals[numbers], np.arange(count, dtype=np.int32))
        most = np.ones(len(numbers), bool) if not filled else ~np.isin(numbers, list(filled))
        tables.append(at_most_one.ExactlyOneRows(lits, groups[numbers], np.ones(len(numbers), bool), most))
    return tables


def write_domains(out: Writer, filled: Collection[int]) -> None:
    """Write the domain clauses: "exactly one value" for each variable."""
    for table in domain_tables(out.space, out.granularity.holds, filled):
        at_most_one.write_choose_one(table, out)


class ConstraintCompiler(NamedTuple):
    """The functions that compile one constraint type."""

    size: Callable[[Any, Space], Size]
    write: Callable[[Any, Writer], None]
    shape: Callable[[Any], ConstraintShape | None] | None = None
    """Function that returns the shape that similar constraints share; None if the type is always written one by one."""
    is_special: Callable[[Any, Writer], bool] | None = None
    """Function that returns whether a constraint is written differently from others of its shape."""


KINDS: dict[type[Constraint], ConstraintCompiler] = {
    AllDifferent: ConstraintCompiler(all_different.size_all_different, all_different.write_all_different),
    Calculation: ConstraintCompiler(size_arithmetic, write_arithmetic),
    Automaton: ConstraintCompiler(extensional.size_automaton, extensional.write_automaton),
    Bulk: ConstraintCompiler(size_bulk, write_bulk),
    Clause: ConstraintCompiler(writer.size_clause, writer.write_clause),
    Compare: ConstraintCompiler(arithmetic.size_compare, arithmetic.write_compare, arithmetic.shape_compare),
    Connected: ConstraintCompiler(global_constraints.size_connected, global_constraints.write_connected),
    Count: ConstraintCompiler(size_count, write_count, shape_count),
    Differ: ConstraintCompiler(size_differ, write_differ),
    Distance: ConstraintCompiler(size_distance, write_distance, shape_distance),
    Element: ConstraintCompiler(size_element, write_element),
    Linear: ConstraintCompiler(linear.size_linear, linear.write_linear, linear.shape_linear, linear.is_special),
    Logic: ConstraintCompiler(logic.size_logic, logic.write_logic, logic.shape_logic),
    Loop: ConstraintCompiler(size_loop, write_loop),
    Product: ConstraintCompiler(size_product, write_product),
    Table: ConstraintCompiler(size_table, write_table),
    TasksApart: ConstraintCompiler(global_constraints.size_no_overlap, global_constraints.write_no_overlap),
    CapacityLimit: ConstraintCompiler(global_constraints.size_cumulative, global_constraints.write_cumulative),
    RoundTrip: ConstraintCompiler(global_constraints.size_circuit, global_constraints.write_circuit),
    InverseLists: ConstraintCompiler(global_constraints.size_inverse, global_constraints.write_inverse),
    Lexicographic: ConstraintCompiler(global_constraints.size_lexicographic, global_constraints.write_lexicographic),
    Cardinality: ConstraintCompiler(global_constraints.size_cardinality, global_constraints.write_cardinality),
    DistinctValues: ConstraintCompiler(
        global_constraints.size_distinct_values, global_constraints.write_distinct_values
    ),
}
SHAPES = {kind: compiled.shape for kind, compiled in KINDS.items() if compiled.shape is not None}


def compile_cnf(
    statement: Statement,
    style: Style = "complete",
    at_most_one: str = "pairwise",
    decode: Decode[Any] | None = None,
    most: Size = MOST,
) -> Cnf[Any]:
    """Compile a statement; `decode` turns the true facts into a solution (default: the values of the variables).

    Args: style: `complete` writes every rule in full. `minimal` leaves out implied clauses: that a value is taken
    at least once, at most one value if an all-different constraint fills its domain, implied groups. `pruned`
    keeps what the stated facts leave open, each clause once; `listed` does so rule by rule, with repetitions.
    at_most_one: Form of at-most-one. most: Size limit; a larger encoding is rejected before it is built.
    """
    if style not in get_args(Style):
        raise InvalidOption(f"unknown style {style!r}", expected=", ".join(get_args(Style)))
    if at_most_one not in AT_MOST_ONE:
        raise InvalidOption(f"unknown at-most-one {at_most_one!r}", expected=", ".join(AT_MOST_ONE))
    if statement.wide:
        widest = max(statement.variables, key=lambda variable: variable.facts)
        reject_beyond(
            most, Size(clauses=statement.facts), f"{widest.name} has {widest.facts:,} values, listed in a CNF"
        )
    if style in ("pruned", "listed"):
        return _pruned(statement, at_most_one, decode or statement.values_of, most, listed=style == "listed")
    minimal = style == "minimal"
    base = shared_base(statement)
    before = None if base is None else _base_part(base, at_most_one, most, minimal=minimal)
    part = _part(statement, at_most_one, before, most, minimal=minimal, alone=before is None)
    return Cnf(
        variables=part.known.top,
        names=statement.names,
        groups=GroupIndex.of(statement).groups,
        decode=decode or statement.values_of,
        added=part.clauses,
        base=NO_CLAUSES if before is None else before.clauses,
        one_hot=statement.one_hot,
        about=statement.about,
        objective=statement.literal_objective,
    )


@dataclass(frozen=True, eq=False)
class CompiledPart:
    """The clauses that a statement adds to its base, and the state for further clauses."""

    clauses: Clauses
    known: WriterState
    size: Size


def shared_base(statement: Statement) -> Statement | None:
    """Return the base if its compiled clauses can be shared: the statement adds no variables."""
    base = statement.base
    return base if base is not None and base.variables is statement.variables else None


def _base_part(base: Statement, at_most_one: str, most: Size, *, minimal: bool) -> CompiledPart:
    """Compile the clauses of a base; cached."""
    key = "clauses", minimal, at_most_one
    part: CompiledPart | None = base.cache.get(key)
    if part is None:
        part = base.cache[key] = _part(base, at_most_one, None, most, minimal=minimal)
    reject_beyond(most, part.size, "the rules")
    return part


def _part(
    statement: Statement,
    at_most_one: str,
    before: CompiledPart | None,
    most: Size,
    *,
    minimal: bool,
    alone: bool = False,
) -> CompiledPart:
    """Compile the constraints that a statement adds to the base part `before`; all of them if it is None.

    With `alone`, no other statement shares the definitions, so similar constraints are stamped.
    """
    constraints = statement.every_constraint if before is None else statement.constraints
    if minimal:
        groups = statement.every_group
        constraints = tuple(constraint for constraint in constraints if not groups[constraint.group].implied)
    space = Space(statement, at_most_one)
    by_way = _by_way(constraints, space, stamping=alone)
    size, granularity = _predicted(by_way, space, before, most), GroupIndex.of(statement)
    if before is not None and not (by_way.apart or by_way.others):
        return CompiledPart(writer.packed(by_way.plain, granularity.number), before.known, size)
    out = Writer(space, granularity, None if before is None else before.known)
    if before is None:
        write_domains(out, all_different.filled(by_way.apart, statement) if minimal else ())
    if by_way.apart:
        all_different.write_all(by_way.apart, out, minimal=minimal)
    _write_rest(by_way, out)
    return CompiledPart(out.clauses(), out.known(), size)


class _ByWay(NamedTuple):
    """Constraints by how they are written: as clauses, as all-different, stamped (similar ones), or one at a time."""

    plain: list[Clause]
    apart: list[AllDifferent]
    alike: list[stamps.Alike]
    others: list[Constraint]


def _by_way(constraints: Sequence[Constraint], space: Space, *, stamping: bool = False) -> _ByWay:
    sorted_constraints = _ByWay([], [], [], [])
    for constraint in constraints:
        if isinstance(constraint, Clause):
            sorted_constraints.plain.append(constraint)
        elif isinstance(constraint, AllDifferent):
            sorted_constraints.apart.append(constraint)
        else:
            sorted_constraints.others.append(constraint)
    if not stamping or len(sorted_constraints.others) < stamps.ENOUGH:
        return sorted_constraints
    alike, others = stamps.gather(sorted_constraints.others, SHAPES, space)
    return sorted_constraints._replace(alike=alike, others=others)


def _write_rest(by_way: _ByWay, out: Writer) -> None:
    """Write all constraints except the all-different ones."""
    if by_way.plain:
        out.block(writer.packed(by_way.plain, out.granularity.number))
    number, others = out.granularity.number, by_way.others
    for alike in by_way.alike:
        kind = KINDS[type(alike.constraints[0])]
        left, special = alike.without(kind.is_special, out) if kind.is_special else (alike, [])
        if not left.constraints or not stamps.stamp(left, kind.write, out):
            special = alike.constraints
        others = others + special
    for constraint in others:
        out.begin(number[constraint.group], constraint.when)  # type: ignore[arg-type]
        KINDS[type(constraint)].write(constraint, out)


def _pruned(statement: Statement, at_most_one: str, decode: Decode[Any], most: Size, *, listed: bool) -> Cnf[Any]:
    """Compile only what the stated facts leave undetermined.

    The pairwise form is derived from the complete clauses, unless `listed`; other forms are written for the open part.
    """
    constraints, facts, shown = statement.every_constraint, statement.facts, len(statement.names)
    rules = _rules(statement)
    settled = Settled(constraints, facts, rules)
    if at_most_one == "pairwise" and not listed:
        complete = compile_cnf(statement, most=most)
        clauses, top = complete.clauses, complete.variables
    else:
        space = Space(statement, at_most_one)
        by_way = _by_way(constraints, space)
        _predicted(by_way, space, None, most)
        out = Writer(space, GroupIndex.of(statement))
        write_rules(rules, settled, at_most_one, out, repeat=listed)
        all_different.write_all([constraint for constraint in by_way.apart if constraint.when], out)
        _write_rest(by_way, out)
        clauses, top = out.clauses(), out.top
    clauses = without_settled(clauses, settled.states(top))
    groups, clauses = groups_left(statement, clauses)
    clauses, variables = renumbered(clauses, settled, top)
    names = statement.names[:]
    return Cnf(
        variables=variables,
        names=[names[fact] for fact in np.flatnonzero(settled.open[:shown]).tolist()],
        groups=groups,
        decode=restoring(decode, settled, shown),
        added=clauses,
        one_hot=statement.one_hot,
        about=statement.about,
        objective=open_objective(statement.literal_objective, settled),
    )


def _rules(statement: Statement) -> list[ExactlyOneRows]:
    """Return the "exactly one" rules of a statement; those of a base are cached."""
    base, granularity, space = shared_base(statement), GroupIndex.of(statement), Space(statement)
    if base is None:
        constraints, rules = statement.every_constraint, domain_tables(space, granularity.holds)
    else:
        if "rules" not in base.cache:
            base.cache["rules"] = _rules(base)
        constraints, rules = statement.constraints, list(base.cache["rules"])
    apart = [constraint for constraint in constraints if isinstance(constraint, AllDifferent)]
    return rules + all_different.tables(apart, space, granularity)


def _predicted(by_way: _ByWay, space: Space, before: CompiledPart | None, most: Size) -> Size:
    """Predict the size of the encoding; reject a statement that is too large, naming its largest constraint."""
    total = size_domains(space) if before is None else before.size
    reject_beyond(most, total, "the values of the variables")
    total = total.plus(writer.size_all(by_way.plain))
    largest, of_largest = -1, ""
    groups = space.statement.every_group
    each = [(constraint, 1) for constraint in (*by_way.apart, *by_way.others)]
    for constraint, times in (*each, *((alike.constraints[0], len(alike.constraints)) for alike in by_way.alike)):
        try:
            size = KINDS[type(constraint)].size(constraint, space)
        except TooLarge as refusal:
            raise refusal.at(groups[constraint.group].text) from None
        size = size.under(len(constraint.when)) if constraint.when else size
        if size.literals > largest:
            largest, of_largest = size.literals, groups[constraint.group].text
            reject_beyond(most, size, of_largest)
        total = total.plus(size.times(times))
    reject_beyond(most, total, f"all together, most of it for: {of_largest}" if of_largest else "all together")
    return total
