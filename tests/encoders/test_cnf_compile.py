"""Statements as CNF: predicted sizes, shared and complete definitions, groups, statements that are too large.

That the clauses mean what the statement says is asked in tests/contract/test_statements.py.
"""

from collections.abc import Iterator
from itertools import product
from random import Random
from typing import Any

import pytest
from pysat.solvers import Solver
from statement_makers import KINDS, make_statement

from entails.encoders.cnf import linear, stamps
from entails.encoders.cnf import linear as count
from entails.encoders.cnf.compile import _part, compile_cnf
from entails.encoders.cnf.writer import MOST, Size
from entails.models.constraints import (
    AllDifferent,
    Automaton,
    Bulk,
    Clause,
    Compare,
    Connected,
    Constraint,
    Count,
    Differ,
    Linear,
    Logic,
    Loop,
    Product,
    Table,
    TupleRows,
)
from entails.models.encoding import Cnf, Group
from entails.models.errors import InvalidOption, TooLarge
from entails.models.statement import Statement, Variable, boolean

RULES = Group("rules", "the rules of the game")
SOFT = Group("soft", "a soft constraint", soft=True)
Formula = Any


def numbers(count: int, values: range = range(1, 10)) -> tuple[Variable, ...]:
    return tuple(Variable(f"x{i}", values) for i in range(count))


def switches(count: int) -> tuple[Variable, ...]:
    return tuple(boolean(f"b{i}") for i in range(count))


def stated(variables: tuple[Variable, ...], *constraints: Constraint) -> Statement:
    return Statement(variables, (RULES, SOFT), constraints)


def of_group(cnf: Cnf[Any], name: str) -> list[list[int]]:
    clauses = cnf.clauses
    return [
        clause
        for clause, group in zip(clauses.lists, clauses.group_of.tolist(), strict=True)
        if cnf.groups[group].id == name
    ]


def models(clauses: list[list[int]], variables: int, most: int) -> int:
    """Count the assignments of all variables, including auxiliary ones, that satisfy the clauses, up to `most`."""
    result = 0
    with Solver(name="minisat22", bootstrap_with=clauses) as solver:
        while result <= most and solver.solve():
            true = {literal for literal in solver.get_model() if literal > 0}
            solver.add_clause([-number if number in true else number for number in range(1, variables + 1)])
            result += 1
            if not variables:
                break
    return result


# sizes


@pytest.mark.parametrize(
    ("lits", "op", "k", "clauses", "auxiliaries"),
    [
        (3, "<=", 2, 1, 0),
        (5, ">=", 1, 1, 0),
        (6, "=", 1, 16, 0),
        (4, "=", 2, 8, 0),
        (7, ">=", 6, 21, 0),
        (9, "<=", 0, 9, 0),
        (9, "=", 12, 1, 0),
        (9, "!=", 12, 0, 0),
        (10, "=", 5, 164, 44),
    ],
)
def test_sizes_of_counts(lits: int, op: Any, k: int, clauses: int, auxiliaries: int) -> None:
    cnf = compile_cnf(stated(switches(lits), Count(tuple(range(1, lits + 1)), op, k)))
    assert (len(cnf.clauses), cnf.variables - lits) == (clauses, auxiliaries)


def test_a_formula_that_is_clauses_needs_no_auxiliary() -> None:
    formulas: list[tuple[Formula, list[list[int]]]] = [
        (("implies", 1, ("and", 2, 3)), [[-1, 2], [-1, 3]]),
        (("or", ("not", 1), ("or", 2, 3)), [[-1, 2, 3]]),
        (("iff", 1, 2), [[1, -2], [-1, 2]]),
        (("and",), []),
        (("or",), [[]]),
        (("or", 1, -1), []),
    ]
    for formula, clauses in formulas:
        cnf = compile_cnf(stated(switches(3), Logic(formula)))
        assert sorted(map(sorted, cnf.clauses.lists)) == sorted(map(sorted, clauses))
        assert cnf.variables == 3


def test_equal_parts_of_formulas_are_one_auxiliary() -> None:
    part = ("xor", 1, ("and", 2, 3))
    once = compile_cnf(stated(switches(5), Logic(("iff", 4, part))))
    twice = compile_cnf(stated(switches(5), Logic(("iff", 4, part)), Logic(("iff", 5, part))))
    assert once.variables == twice.variables


def test_cells_that_differ_are_summed_by_sets_of_values() -> None:
    """A sum of cells known to differ is encoded by value sets: 7 = 1 + 2 + 4 needs no auxiliary variables."""
    three = AllDifferent((0, 1, 2)), Linear(((1, 0), (1, 1), (1, 2)), "=", 7)
    cnf = compile_cnf(stated(numbers(3), *three))
    assert cnf.variables == 27
    units = {clause[0] for clause in cnf.clauses.lists if len(clause) == 1}
    assert units == {-(9 * cell + value) for cell in range(3) for value in (3, 5, 6, 7, 8, 9)}


def test_a_soft_all_different_makes_no_cage() -> None:
    """A soft all-different makes no cage: the sum must be exact even without it."""
    apart = AllDifferent((0, 1, 2), group=1)
    cnf = compile_cnf(stated(numbers(3, range(1, 4)), apart, Linear(((1, 0), (1, 1), (1, 2)), "=", 3)))
    held = [c for c, g in zip(cnf.clauses.lists, cnf.clauses.group_of.tolist(), strict=True) if cnf.groups[g] != SOFT]
    with Solver(name="minisat22", bootstrap_with=held) as solver:
        assert solver.solve()


# definitions


def test_counts_of_the_same_literals_share_a_counter() -> None:
    lits = tuple(range(1, 13))
    formula = compile_cnf(stated(switches(12), Count(lits, "<=", 4)))
    both = compile_cnf(stated(switches(12), Count(lits, "<=", 4), Count(lits[::-1], ">=", 3, group=1)))
    assert both.variables == formula.variables
    assert len(both.clauses) == len(formula.clauses) + 1


def test_a_puzzle_shares_the_definitions_of_its_frame() -> None:
    lits = tuple(range(1, 13))
    base = stated(switches(12), Count(lits, "<=", 4))
    cnf = compile_cnf(Statement(base.variables, (), (Count(lits, ">=", 3, group=1),), base=base))
    assert len(cnf.added) == 1
    assert cnf.base is compile_cnf(Statement(base.variables, (), (), base=base)).base
    further = compile_cnf(Statement(base.variables, (), (Count(lits, "<=", 6, group=1),), base=base))
    assert len(further.base) == len(cnf.base)


def test_variables_of_its_own_are_no_obstacle() -> None:
    base = stated(switches(2), Clause((1, 2)))
    more = Statement((*base.variables, boolean("c")), (), (Clause((-1, 3)),), base=base)
    cnf = compile_cnf(more)
    assert sorted(cnf.clauses.lists) == [[-1, 3], [1, 2]]
    assert not len(cnf.base)


@pytest.mark.parametrize("kind", KINDS)
def test_definitions_restrict_no_fact_and_the_facts_decide_auxiliaries(kind: str) -> None:
    """Definitions restrict no fact: with the claims, there are as many models as solutions."""
    for seed in range(6):
        statement = make_statement(Random(seed), KINDS[kind])
        cnf = compile_cnf(statement)
        definitions = of_group(cnf, "definitions")
        domains = of_group(compile_cnf(Statement(statement.variables)), "domains")
        wanted = 1
        for variable in statement.variables:
            wanted *= len(variable.values)
        facts = range(1, statement.facts + 1)
        assert projected(domains + definitions, facts, wanted) == wanted
        every = cnf.clauses.lists
        assert models(every, cnf.variables, wanted) == projected(every, facts, wanted), seed


def projected(clauses: list[list[int]], facts: range, most: int) -> int:
    """Count the assignments of these facts that extend to models."""
    number = 0
    with Solver(name="minisat22", bootstrap_with=clauses) as solver:
        while number <= most and solver.solve():
            true = {literal for literal in solver.get_model() if literal > 0}
            solver.add_clause([-fact if fact in true else fact for fact in facts])
            number += 1
            if not len(facts):
                break
    return number


def test_conditions_stand_in_claims_only() -> None:
    lits = tuple(range(2, 14))
    cnf = compile_cnf(stated(switches(13), Count(lits, "<=", 4, when=(1,), group=1)))
    assert all(-1 in clause for clause in of_group(cnf, "soft"))
    assert not any(1 in map(abs, clause) for clause in of_group(cnf, "definitions"))


# groups


def test_pairs_are_written_once_unless_they_are_soft() -> None:
    rows = AllDifferent((0, 1, 2)), AllDifferent((1, 2, 3))
    assert len(of_group(compile_cnf(stated(numbers(4), *rows)), "rules")) == 9 * 5
    soft = AllDifferent((0, 1, 2), group=1), AllDifferent((1, 2, 3))
    cnf = compile_cnf(stated(numbers(4), *soft))
    assert len(of_group(cnf, "rules")) == 9 * 3


def test_implied_statements_are_left_out_of_the_minimal_form() -> None:
    implied = Group("sum", "it adds up", implied=True)
    statement = Statement(switches(2), (RULES, implied), (Clause((1, 2)), Clause((-1,), group=1)))
    assert len(compile_cnf(statement).clauses) == 2
    assert compile_cnf(statement, "minimal").clauses.lists == [[1, 2]]


def test_minimal_keeps_one_value_where_nothing_else_gives_it() -> None:
    filled, open_ = AllDifferent((0, 1, 2)), AllDifferent((0, 1))
    variables = numbers(3, range(1, 4))
    assert len(of_group(compile_cnf(stated(variables, filled), "minimal"), "domains")) == 3
    assert len(of_group(compile_cnf(stated(variables, open_), "minimal"), "domains")) == 12
    soft = AllDifferent((0, 1, 2), group=1)
    assert len(of_group(compile_cnf(stated(variables, soft), "minimal"), "domains")) == 12


def test_bulk_passes_as_it_is() -> None:
    import numpy as np

    lits, starts = np.array([1, -2, 2], np.int32), np.array([0, 2, 3], np.int32)
    of = np.array([1, 0], np.int32)
    cnf = compile_cnf(stated(switches(2), Bulk(lits, starts, of)))
    assert cnf.added.lits is lits
    assert cnf.added.starts is starts
    assert [cnf.groups[group].id for group in cnf.added.group_of.tolist()] == ["soft", "rules"]


# pruned


def test_pruned_substitutes_once() -> None:
    """The pruned encoding substitutes stated facts once; units that this creates remain clauses."""
    statement = stated(numbers(2, range(3)), Clause((1,), group=1), AllDifferent((0, 1)), Clause((-1, 5)))
    cnf = compile_cnf(statement, "pruned")
    assert list(cnf.names) == ["x1=1", "x1=2"]
    assert [1] in cnf.clauses.lists
    assert cnf.decode([1]) == (0, 1)
    assert [group.id for group in cnf.groups] == ["domains", "rules"]


def test_pruned_sees_facts_that_contradict_each_other() -> None:
    cnf = compile_cnf(stated(switches(2), Clause((1,)), Clause((-1,), group=1)), "pruned")
    assert cnf.clauses.lists == [[]]
    assert cnf.groups[cnf.clauses.group_of[0]].id in ("rules", "soft")


# prediction and refusal


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("form", ["pairwise", "sequential", "commander"])
def test_sizes_are_predicted(kind: str, form: str) -> None:
    """Predicted sizes are never too small; bulk clauses are not counted."""
    for seed in range(6):
        statement = make_statement(Random(seed), KINDS[kind])
        if not any(isinstance(constraint, Bulk) for constraint in statement.constraints):
            part = _part(statement, form, None, MOST, minimal=False)
            real = Size(len(part.clauses), len(part.clauses.lits), part.known.top - statement.facts)
            assert real.beyond(part.size) is None, (seed, real, part.size)


ANY_STATE = tuple((state, value, end) for state in range(30) for value in (0, 1) for end in range(30))
GRAPH = tuple((index, second) for index in range(120) for second in range(index))


@pytest.mark.parametrize(
    ("variables", "constraint"),
    [
        (switches(400), Count(tuple(range(1, 401)) * 100, "=", 20_000, group=1)),
        (numbers(40), AllDifferent(tuple(range(40)) * 40, frozenset({1}), group=1)),
        (numbers(60, range(1, 100)), Product(tuple(range(60)), 2**120 * 3**60 * 5**40 * 7**30, group=1)),
        (switches(50), Automaton(tuple(range(50)), 0, frozenset({0}), ANY_STATE, group=1)),
        (switches(120), Connected(tuple(range(1, 121)), GRAPH, group=1)),
        (switches(len(GRAPH)), Loop(tuple(range(1, len(GRAPH) + 1)), GRAPH, group=1)),
    ],
    ids=["count", "all_different", "product", "automaton", "connected", "loop"],
)
def test_what_is_too_large_is_refused_by_its_sentence(variables: tuple[Variable, ...], constraint: Constraint) -> None:
    with pytest.raises(TooLarge, match="a soft constraint"):
        compile_cnf(stated(variables, constraint), most=Size(60_000, 1_000_000, 20_000))


def test_nesting_is_bounded() -> None:
    formula: Formula = 1
    for _ in range(500):
        formula = ("not", ("and", formula, 2))
    with pytest.raises(TooLarge, match="nested more than 100 deep"):
        compile_cnf(stated(switches(2), Logic(formula)))


def test_all_together_may_be_too_large() -> None:
    many = (Compare(i, "<", i + 1) for i in range(30))
    with pytest.raises(TooLarge, match="all together"):
        compile_cnf(stated(numbers(31), *many), most=Size(1_300, 30_000, 10))


def test_options_are_refused_by_name() -> None:
    with pytest.raises(InvalidOption, match="unknown style"):
        compile_cnf(stated(switches(1)), "tidy")  # type: ignore[arg-type]
    with pytest.raises(InvalidOption, match="unknown at-most-one"):
        compile_cnf(stated(switches(1)), at_most_one="pairs")


# encodings used only for large statements


def answers(statement: Statement) -> set[tuple[int, ...]]:
    cnf = compile_cnf(statement)
    items = set()
    with Solver(name="minisat22", bootstrap_with=cnf.clauses.lists) as solver:
        while solver.solve():
            true = [literal for literal in solver.get_model()[: cnf.answers] if literal > 0]
            items.add(tuple(cnf.decode(true)))
            facts = set(true)
            solver.add_clause([-fact if fact in facts else fact for fact in range(1, cnf.answers + 1)])
    return items


@pytest.mark.parametrize("op", ["=", "!=", "<=", ">="])
@pytest.mark.parametrize("sorted_", [10_000, 0], ids=["sorted", "added"])
def test_large_counts(op: Any, sorted_: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(count, "LISTED", 0)
    monkeypatch.setattr(count, "COUNTED", 0)
    monkeypatch.setattr(count, "SORTED", sorted_)
    compare = {"=": int.__eq__, "!=": int.__ne__, "<=": int.__le__, ">=": int.__ge__}[op]
    solutions = answers(stated(switches(6), Count((1, 2, 3, -4, 5, 6), op, 3)))
    wanted = {bits for bits in product((0, 1), repeat=6) if compare(sum(bits) + 1 - 2 * bits[3], 3)}
    assert solutions == wanted


@pytest.mark.parametrize("terms", [((1, 0), (-1, 1), (1, 2), (1, 3)), ((7, 0), (-3, 1), (2, 2), (5, 3))])
@pytest.mark.parametrize("read", [20_000, 0], ids=["read", "added"])
@pytest.mark.parametrize("op", ["=", "!=", "<=", ">", "<", ">="])
def test_long_sums(op: Any, read: int, terms: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(linear, "READ", read)
    signs = {"=": "__eq__", "!=": "__ne__", "<=": "__le__", ">": "__gt__", "<": "__lt__", ">=": "__ge__"}
    solutions = answers(stated(numbers(4, range(4)), Linear(terms, op, 4)))
    totals = {values: sum(times * values[x] for times, x in terms) for values in product(range(4), repeat=4)}
    assert solutions == {values for values, total in totals.items() if getattr(total, signs[op])(4)}


def many_alike() -> Iterator[Constraint]:
    for i in range(8):
        yield Compare(i, "<", i + 1, group=i % 2)
        yield Compare(i, "<=", i + 1, 3, when=(-37,))
        yield Linear(((2, i), (-1, i + 1)), "<=", 3)
        yield Logic(("or", ("and", 1 + i, 12 + i), 20 + i))
    yield Table((0, 1, 2), TupleRows([[1, 2, 3], [0, 1, 2], [1, 2, 2]]))
    yield Differ((0, 1), (2, 3))


def test_what_is_alike_is_stamped(monkeypatch: pytest.MonkeyPatch) -> None:
    """Stamping yields the same clauses per group as compiling constraints one by one, except for auxiliaries."""
    variables = (*numbers(9, range(4)), boolean("b"))
    stamped = compile_cnf(stated(variables, *many_alike()))
    monkeypatch.setattr(stamps, "ENOUGH", 1_000)
    alone = compile_cnf(stated(variables, *many_alike()))
    assert stamped.variables == alone.variables
    for name in ("rules", "soft", "definitions", "domains"):
        facts = [
            sorted(sorted(clause) for clause in of_group(cnf, name) if max(map(abs, clause)) <= 37)
            for cnf in (stamped, alone)
        ]
        assert facts[0] == facts[1]
        assert len(of_group(stamped, name)) == len(of_group(alone, name))
