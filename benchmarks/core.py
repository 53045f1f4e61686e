"""Compilation of statements to CNF: Sudoku against a plain loop, a mixed problem against CPMpy, a lexicon as a table.

CPMpy is optional; without it, its line is skipped.
"""

from functools import partial
from importlib.util import find_spec
from random import Random
from typing import Any

from benchmarks.measure import cpu, figure
from benchmarks.sudoku import plain_clauses
from entails.encoders.cnf.compile import compile_cnf
from entails.models.constraints import AllDifferent, Clause, Compare, Constraint, Count, Linear, Logic, Table, TupleRows
from entails.models.encoding import Group
from entails.models.statement import Statement, Variable, boolean

NUMBERS, SWITCHES, VALUES = 1_000, 500, range(1, 9)
CONSTRAINTS = 5_000
GROUP = (Group("said", "what is said"),)


def main() -> None:
    """Run all measurements of this module."""
    board()
    mixed()
    words()


def best(work: Any, times: int) -> float:
    """Return the least CPU time of several runs."""
    return min(cpu(work) for _ in range(times))


def board() -> None:
    """Measure the complete 9x9 CNF from an uncompiled statement."""
    cells = tuple(Variable(f"c{cell}", range(1, 10)) for cell in range(81))
    lines = [range(9 * i, 9 * i + 9) for i in range(9)] + [range(i, 81, 9) for i in range(9)]
    boxes = [[27 * (b // 3) + 3 * (b % 3) + 9 * (i // 3) + i % 3 for i in range(9)] for b in range(9)]
    rules = tuple(AllDifferent(tuple(unit)) for unit in (*lines, *boxes))
    text = {frozenset(clause) for clause in compile_cnf(Statement(cells, GROUP, rules)).clauses.lists}
    assert text == set(plain_clauses())
    ours = best(lambda: compile_cnf(Statement(cells, GROUP, rules)), 200)
    plain = best(plain_clauses, 20)
    figure("complete 9x9 CNF, compiled against a plain loop", f"{plain / ours:.1f} times", "10", plain >= 10 * ours)


def words() -> None:
    """Measure a lexicon as a table constraint, with a cached base and without one."""
    from entails.data.lexicons import lexicon
    from entails.encoders.wordle import rules

    words = lexicon("wordle-allowed")

    def cold() -> None:
        rules.cache_clear()
        compile_cnf(rules(5, words))

    base = rules(5, words)
    listed = Clause((base.facts,), group=1)

    def warm() -> None:
        compile_cnf(Statement(base.variables, (Group("lexicon", "listed", soft=True),), (listed,), base=base))

    warm()
    first, again = 1000 * best(cold, 20), 1000 * best(lambda: [warm() for _ in range(100)], 10) / 100
    figure("a table of 12,972 words, new", f"{first:.1f} ms", "9.4", first <= 9.4 * 1.1)
    figure("the same on a known board", f"{again:.3f} ms", "0.05", again <= 0.05)


def mixed() -> None:
    """Measure a mixed problem, compiled by us and flattened by CPMpy: all common constraint types."""
    statement = mixed_statement(Random(1))
    cnf = compile_cnf(statement)
    ours = best(lambda: compile_cnf(mixed_statement(Random(1), statement)), 5)
    name = f"{CONSTRAINTS:,} mixed constraints to {len(cnf.clauses):,} clauses in {1000 * ours:.0f} ms"
    if find_spec("cpmpy") is None:
        print(f"skip: cpmpy is not installed; {name}")
        return
    from cpmpy.solvers.ortools import CPM_ortools
    from cpmpy.solvers.pysat import CPM_pysat
    from cpmpy.transformations.flatten_model import flatten_constraint

    peers = {
        "flattening them, sums and all-different left as they are": (flatten_constraint, 3),
        "making them ready for OR-Tools": (CPM_ortools().transform, 3),
        "making clauses of them": (CPM_pysat().transform, 1),
    }
    for way, (transform, times) in peers.items():
        sayings = [said_in_cpmpy(statement) for _ in range(times)]  # it modifies each
        peer = min(cpu(partial(transform, literals_of_value)) for literals_of_value in sayings)
        figure(f"{name}, against CPMpy {way}", f"{peer / ours:.2f} times", "1", ours <= peer)


def mixed_statement(random: Random, like: Statement | None = None) -> Statement:
    """Build a problem with all constraint types, or a fresh copy of another one."""
    if like is not None:
        return Statement(like.variables, like.groups, like.constraints)
    variables = (
        *(Variable(f"x{i}", VALUES) for i in range(NUMBERS)),
        *(boolean(f"b{i}") for i in range(SWITCHES)),
    )
    makers = (_clause, _count, _all_different, _linear, _compare, _table, _logic)
    items = tuple(makers[i % len(makers)](random) for i in range(CONSTRAINTS))
    return Statement(variables, GROUP, items)


def _switch(random: Random) -> int:
    return random.choice((1, -1)) * (NUMBERS * len(VALUES) + 1 + random.randrange(SWITCHES))


def _numbers(random: Random, count: int) -> tuple[int, ...]:
    return tuple(random.sample(range(NUMBERS), count))


def _clause(random: Random) -> Constraint:
    return Clause(tuple(_switch(random) for _ in range(3)))


def _count(random: Random) -> Constraint:
    return Count(tuple(_switch(random) for _ in range(8)), "=", 3)


def _all_different(random: Random) -> Constraint:
    return AllDifferent(_numbers(random, 6))


def _linear(random: Random) -> Constraint:
    return Linear(tuple((random.choice((1, 2, -1)), x) for x in _numbers(random, 4)), "<=", 12)


def _compare(random: Random) -> Constraint:
    item, second = _numbers(random, 2)
    return Compare(item, "<", second)


def _table(random: Random) -> Constraint:
    return Table(_numbers(random, 3), TupleRows([[random.choice(VALUES) for _ in range(3)] for _ in range(20)], 3))


def _logic(random: Random) -> Constraint:
    a, b, c, d = (_switch(random) for _ in range(4))
    return Logic(("implies", ("and", a, b), ("or", c, ("not", d))))


def said_in_cpmpy(statement: Statement) -> list[Any]:
    """State the same constraints as CPMpy expressions, newly built."""
    import cpmpy

    numbers = [cpmpy.intvar(VALUES[0], VALUES[-1]) for _ in range(NUMBERS)]
    switches = [cpmpy.boolvar() for _ in range(SWITCHES)]
    facts = NUMBERS * len(VALUES)

    def literal(fact: int) -> Any:
        return switches[fact - facts - 1] if fact > 0 else ~switches[-fact - facts - 1]

    def formula(part: Any) -> Any:
        if isinstance(part, int):
            return literal(part)
        name, *parts = part
        inside = [formula(item) for item in parts]
        match name:
            case "and":
                return cpmpy.all(inside)
            case "or":
                return cpmpy.any(inside)
            case "not":
                return ~inside[0]
        return inside[0].implies(inside[1])

    items: list[Any] = []
    for constraint in statement.constraints:
        match constraint:
            case Clause():
                items.append(cpmpy.any([literal(fact) for fact in constraint.lits]))
            case Count():
                items.append(cpmpy.sum([literal(fact) for fact in constraint.lits]) == constraint.k)
            case AllDifferent():
                items.append(cpmpy.AllDifferent([numbers[x] for x in constraint.over]))
            case Linear():
                items.append(cpmpy.sum([times * numbers[x] for times, x in constraint.terms]) <= constraint.value)
            case Compare():
                items.append(numbers[constraint.left] < numbers[constraint.right])
            case Table():
                items.append(cpmpy.Table([numbers[x] for x in constraint.over], constraint.rows.array.tolist()))
            case Logic():
                items.append(formula(constraint.formula))
    return items
