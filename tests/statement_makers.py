"""Random statements: small enough for brute force, with every constraint type and every allowed oddity.

They depend only on a `Random`, so a seed reproduces them, and hypothesis (`st.randoms()`) can shrink them.
"""

from collections.abc import Callable
from dataclasses import fields as dataclass_fields
from dataclasses import replace
from random import Random
from typing import Any, get_args

import numpy as np

from entails.locale.message import Message
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
    CountOp,
    Differ,
    Distance,
    DistinctValues,
    Element,
    Formula,
    FunctionName,
    InverseLists,
    Lexicographic,
    Linear,
    Logic,
    Loop,
    Op,
    Operand,
    Product,
    RoundTrip,
    Table,
    Task,
    TasksApart,
    TupleRows,
)
from entails.models.encoding import Group, Objective
from entails.models.statement import Statement, Variable, boolean

MOST_ASSIGNMENTS = 400
RULES = Group("rules", "the rules")


class Maker:
    """The variables of a statement under construction, and random parts of constraints over them."""

    def __init__(self, random: Random, variables: list[Variable]) -> None:
        self.random = random
        self.variables = variables
        self.blank = Statement(tuple(variables))
        self.rows = 0

    def number(self) -> int:
        return self.random.randrange(len(self.variables))

    def numbers(self, least: int, most: int) -> tuple[int, ...]:
        """Choose variables, sometimes one of them twice."""
        wanted = self.random.randint(least, most)
        if self.random.random() < 0.15 or wanted > len(self.variables):
            return tuple(self.number() for _ in range(wanted))
        return tuple(self.random.sample(range(len(self.variables)), wanted))

    def lit(self) -> int:
        return self.random.randint(1, self.blank.facts) * self.random.choice((1, 1, -1))

    def lits(self, least: int, most: int) -> tuple[int, ...]:
        return tuple(self.lit() for _ in range(self.random.randint(least, most)))

    def value(self, number: int) -> int:
        """Choose a value of a variable, sometimes a number outside its domain."""
        if self.random.random() < 0.1:
            return self.random.randint(-3, 6)
        return self.random.choice(self.variables[number].values)

    def op(self) -> Op:
        return self.random.choice(get_args(Op))

    def count_op(self) -> CountOp:
        return self.random.choice(get_args(CountOp))

    def formula(self, depth: int) -> Formula:
        if depth == 0 or self.random.random() < 0.2:
            return self.lit()
        name = self.random.choice(("and", "or", "not", "implies", "iff", "xor"))
        parts = {"not": 1, "implies": 2}.get(name) or self.random.randint(0, 3)
        return (name, *(self.formula(depth - 1) for _ in range(parts)))

    def edges(self, vertices: int, wanted: int) -> tuple[tuple[int, int], ...]:
        """Choose edges of a graph, sometimes repeated or from a vertex to itself."""
        plain = [(index, second) for index in range(vertices) for second in range(index)]
        odd = [(vertex, vertex) for vertex in range(vertices)]
        return tuple(self.random.choice(plain if plain and self.random.random() < 0.93 else odd) for _ in range(wanted))


def make_clause(make: Maker) -> Clause:
    return Clause(make.lits(0 if make.random.random() < 0.05 else 1, 4))


def make_count(make: Maker) -> Count:
    lits = make.lits(0, 6)
    return Count(lits, make.count_op(), make.random.randint(-1, len(lits) + 1))


def make_all_different(make: Maker) -> AllDifferent:
    over = make.numbers(0, 4)
    values = [value for number in over for value in make.variables[number].values]
    apart_from = make.random.sample(values, min(len(values), make.random.choice((0, 0, 0, 1, 2))))
    make.rows += 1
    each = Message("row {row} holds one {value}")(row=make.rows)
    return AllDifferent(over, frozenset(apart_from), make.random.choice((None, each)))


def make_linear(make: Maker) -> Linear:
    random = make.random
    terms = tuple((random.choice((1, 1, 1, 2, 3, -1, -2, 0)), number) for number in make.numbers(0, 4))
    facts = tuple((random.choice((1, 2, 5, -1, -3)), make.lit()) for _ in range(random.choice((0, 0, 1, 2))))
    near = sum(times * make.value(number) for times, number in terms)
    return Linear(terms, make.op(), near + random.choice((0, 0, 1, -1, 3)), facts)


def make_compare(make: Maker) -> Compare:
    return Compare(make.number(), make.op(), make.number(), make.random.choice((0, 0, 1, -1, 2)))


def make_distance(make: Maker) -> Distance:
    return Distance(make.number(), make.number(), make.op(), make.random.choice((-1, 0, 1, 1, 2, 3)))


def make_product(make: Maker) -> Product:
    over = make.numbers(0, 4)
    value = 1
    for number in over:
        value *= make.value(number)
    return Product(over, make.random.choice((value, value, value, 0, 6, -4)))


def make_arithmetic(make: Maker) -> Calculation:
    function = make.random.choice(get_args(FunctionName))
    count = {"abs": 1, "*": 0, "min": 0, "max": 0}.get(function, 2) or make.random.randint(1, 3)
    over = make.numbers(count, count)
    if function in ("//", "%", "div", "rem") and 0 in make.variables[over[1]].values:
        function = "*"
    return Calculation(function, over, make.number())


def make_table(make: Maker) -> Table:
    over = make.numbers(1, 3)
    rows = [[make.value(number) for number in over] for _ in range(make.random.randint(0, 6))]
    return Table(over, TupleRows(rows, len(over)), make.random.random() < 0.7)


def make_automaton(make: Maker) -> Automaton:
    random, states = make.random, make.random.randint(1, 3)
    over = make.numbers(0, 4)
    values = sorted({value for number in over for value in make.variables[number].values} | {7})
    steps = [
        (random.randrange(states), random.choice(values), random.randrange(states)) for _ in range(random.randint(0, 9))
    ]
    if random.random() < 0.7:  # most have no choice
        steps = [(state, value, to) for (state, value), to in {(s, v): to for s, v, to in steps}.items()]
    finals = frozenset(random.randrange(states) for _ in range(random.randint(0, 2)))
    return Automaton(over, random.randrange(states), finals, tuple(steps))


def make_logic(make: Maker) -> Logic:
    return Logic(make.formula(make.random.randint(0, 3)))


def make_element(make: Maker) -> Element:
    random, index = make.random, make.number()

    def item() -> tuple[str, int]:
        return ("var", make.number()) if random.random() < 0.6 else ("const", random.randint(-1, 3))

    items = tuple(item() for _ in range(random.randint(0, 4)))
    return Element(index, items, item(), random.choice((0, 1, make.value(index))))  # type: ignore[arg-type]


def make_differ(make: Maker) -> Differ:
    left = make.numbers(0, 3)
    return Differ(left, tuple(make.number() for _ in left))


def make_connected(make: Maker) -> Connected:
    vertices = make.random.randint(0, 6)
    edges = make.edges(vertices, make.random.randint(0, 8)) if vertices else ()
    root = make.random.randrange(vertices) if vertices and make.random.random() < 0.3 else None
    return Connected(tuple(make.lit() for _ in range(vertices)), edges, root)


def make_loop(make: Maker) -> Loop:
    edges = make.edges(make.random.randint(1, 4), make.random.randint(0, 7))
    return Loop(tuple(make.lit() for _ in edges), edges)


def make_bulk(make: Maker) -> Bulk:
    clauses = [make.lits(1, 3) for _ in range(make.random.randint(0, 4))]
    starts = np.cumsum([0, *map(len, clauses)])
    lits = np.array([lit for clause in clauses for lit in clause], np.int32)
    return Bulk(lits, starts.astype(np.int32))


def make_operand(make: Maker, least: int = -3, most: int = 4) -> Operand:
    """Choose a variable whose values are at least `least`, or a constant."""
    able = [number for number, variable in enumerate(make.variables) if min(variable.values) >= least]
    if able and make.random.random() < 0.4:
        return "var", make.random.choice(able)
    return "const", make.random.randint(max(least, 0), most)


def make_tasks(make: Maker) -> tuple[Task, ...]:
    return tuple(
        Task(
            f"task {place}",
            number,
            make_operand(make, 0, 2),
            make.lit() if make.random.random() < 0.3 else None,
        )
        for place, number in enumerate(make.numbers(0, 4), 1)
    )


def make_no_overlap(make: Maker) -> TasksApart:
    return TasksApart(make_tasks(make), make.random.choice(("", "machine 2")))


def make_cumulative(make: Maker) -> CapacityLimit:
    tasks = make_tasks(make)
    demands = tuple(make_operand(make, 0, 3) for _ in tasks)
    return CapacityLimit(tasks, demands, make_operand(make, 0, 4), make.random.choice(("", "crew")))


def make_circuit(make: Maker) -> RoundTrip:
    over = make.numbers(0, 4)
    values = [value for number in over for value in make.variables[number].values]
    first = min(values, default=0) if make.random.random() < 0.7 else make.random.randint(-1, 1)
    depot = make.random.choice((None, None, first - 1, first + len(over)))
    return RoundTrip(over, first, make.random.random() < 0.4, depot)


def make_inverse(make: Maker) -> InverseLists:
    left = make.numbers(0, 3)
    right = tuple(make.number() for _ in left) if make.random.random() < 0.5 else left
    return InverseLists(left, right, make.random.choice((0, 0, 1)), make.random.choice((0, 0, 1, -1)))


def make_lexicographic(make: Maker) -> Lexicographic:
    left = make.numbers(0, 3)
    return Lexicographic(left, tuple(make.number() for _ in left), make.random.random() < 0.5)


def make_cardinality(make: Maker) -> Cardinality:
    over = make.numbers(0, 4)
    values = tuple({make.value(make.number()) for _ in range(make.random.randint(0, 3))})
    return Cardinality(over, values, tuple(make_operand(make, most=2) for _ in values), make.random.random() < 0.3)


def make_distinct_values(make: Maker) -> DistinctValues:
    return DistinctValues(make.numbers(0, 4), make.op(), make_operand(make, most=3))


MAKERS: dict[type[Constraint], Callable[[Maker], Constraint]] = {
    AllDifferent: make_all_different,
    Calculation: make_arithmetic,
    Automaton: make_automaton,
    Bulk: make_bulk,
    Clause: make_clause,
    Compare: make_compare,
    Connected: make_connected,
    Count: make_count,
    Differ: make_differ,
    Distance: make_distance,
    Element: make_element,
    Linear: make_linear,
    Logic: make_logic,
    Loop: make_loop,
    Product: make_product,
    Table: make_table,
    TasksApart: make_no_overlap,
    CapacityLimit: make_cumulative,
    RoundTrip: make_circuit,
    InverseLists: make_inverse,
    Lexicographic: make_lexicographic,
    Cardinality: make_cardinality,
    DistinctValues: make_distinct_values,
}
KINDS = {maker.kind: maker for maker in MAKERS}
GRAPHS = (Connected, Loop)


def make_variable(random: Random, name: str, alike: bool) -> Variable:
    """Build a random variable; `alike` ones have the same few values."""
    if alike:
        return Variable(name, range(1, 4))
    if random.random() < 0.35:
        return boolean(name)
    low, size = random.randint(-2, 2), random.choice((1, 2, 2, 3, 3, 4))
    if random.random() < 0.6:
        return Variable(name, range(low, low + size))
    return Variable(name, tuple(random.sample(range(low, low + size + 3), size)))  # gaps, and no order


def make_variables(random: Random, kind: type[Constraint], hidden: int, size: int) -> list[Variable]:
    if kind in GRAPHS:
        variables = [boolean(f"b{number}") for number in range(random.randint(3, 6) + size)]
        variables += [Variable("n", range(random.randint(1, 3)))] if random.random() < 0.3 else []
    else:
        alike = random.random() < 0.25
        variables = [make_variable(random, f"v{number}", alike) for number in range(random.randint(1, 5) + size)]
    while np.prod([len(variable.values) for variable in variables]) > MOST_ASSIGNMENTS * 4**size:
        variables.pop()
    for number in range(max(1, len(variables) - hidden), len(variables)):
        text = variables[number]
        variables[number] = Variable(text.name, text.values, boolean=text.boolean, hidden=True)
    return variables


def make_statement(
    random: Random,
    kind: type[Constraint],
    *,
    soft: int = 0,
    most: int = 3,
    objective: bool = False,
    size: int = 0,
) -> Statement:
    """Build a statement with at least one constraint of this type and others of any type; with a `size`, larger than
    brute force can handle.
    """
    variables = make_variables(random, kind, random.choice((0, 0, 0, 1, 2)), size)
    make = Maker(random, variables)
    groups = (RULES, *(Group(f"claim {n}", f"the claim {n}", soft=True) for n in range(1, soft + 1)))
    kinds = [kind, *random.choices(list(MAKERS), k=random.randint(size, most - 1 + size))]
    text = [placed(make, MAKERS[each](make), len(groups)) for each in kinds]
    wanted = None
    if objective:
        terms = tuple((random.choice((1, 2, -1, 3)), number) for number in make.numbers(0, 3))
        facts = tuple((random.choice((1, 2, -1, 4)), make.lit()) for _ in range(random.randint(0, 3)))
        wanted = Objective(random.choice(("maximise", "minimise")), terms, facts, random.choice((0, 0, 7)))
    return with_definition(make, framed(random, Statement(tuple(variables), groups, tuple(text), wanted)))


def framed(random: Random, statement: Statement) -> Statement:
    """Sometimes split a statement into a base with its first part and the rest."""
    if random.random() < 0.7:
        return statement
    groups = random.randint(1, len(statement.groups))
    shared = [
        constraint for constraint in statement.constraints if _last_group(constraint) < groups and random.random() < 0.7
    ]
    frame = Statement(statement.variables, statement.groups[:groups], tuple(shared))
    own = tuple(constraint for constraint in statement.constraints if not any(constraint is item for item in shared))
    return Statement(statement.variables, statement.groups[groups:], own, statement.objective, frame)


def _last_group(constraint: Constraint) -> int:
    return max([constraint.group, *(constraint.group_of.tolist() if isinstance(constraint, Bulk) else [])])


def placed(make: Maker, constraint: Constraint, groups: int) -> Constraint:
    """Put a constraint into one of the groups, sometimes under a condition."""
    random = make.random
    when = make.lits(1, 2) if random.random() < 0.3 else ()
    fields: dict[str, Any] = {field.name: getattr(constraint, field.name) for field in dataclass_fields(constraint)}
    fields |= {"group": random.randrange(groups), "when": when}
    if isinstance(constraint, Bulk) and random.random() < 0.7:
        fields["group_of"] = np.array([random.randrange(groups) for _ in constraint.starts[1:]], np.int32)
    return type(constraint)(**fields)


def with_definition(make: Maker, statement: Statement) -> Statement:
    """Sometimes add a variable to the statement that follows from the others."""
    if make.random.random() > 0.3 or statement.shown < len(statement.variables):
        return statement
    fact = statement.facts + 1
    meaning = make.formula(2)
    defined = Logic(("iff", fact, meaning))
    variables = (*statement.variables, boolean("defined", defined=True, hidden=make.random.random() < 0.5))
    return replace(statement, variables=variables, constraints=(*statement.constraints, defined))
