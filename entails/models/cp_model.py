"""A CP-SAT model as plain data, so that it can be described and checked without OR-Tools.

Variables are given by their index. A literal is an index too, and -i - 1 is the negation of i, as in the proto. All
constraint types of CP-SAT 9.15 are supported. `OrToolsModel` keeps the model as text, since a CpModel does not pickle.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal

from entails.models.encoding import Sense

if TYPE_CHECKING:
    from ortools.sat.python.cp_model import CpModel

Domain = tuple[int, ...]
"""Inclusive intervals, flattened: (0, 3, 7, 7) is 0 to 3, and 7."""


@dataclass(frozen=True, slots=True)
class CpExpression:
    """A sum of variables with coefficients, and a constant."""

    terms: tuple[tuple[int, int], ...] = ()
    offset: int = 0

    def negated(self) -> "CpExpression":
        return CpExpression(tuple((-coefficient, variable) for coefficient, variable in self.terms), -self.offset)


@dataclass(frozen=True, slots=True)
class CpLinear:
    """The constraint that a sum is in the domain."""

    sum: CpExpression
    domain: Domain


@dataclass(frozen=True, slots=True)
class Bools:
    """The constraint of CP-SAT on literals: clause, at-most-one, exactly-one, conjunction or parity."""

    kind: Literal["bool_or", "bool_and", "bool_xor", "at_most_one", "exactly_one"]
    literals: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Arithmetic:
    """The constraint that the target is the product, quotient, remainder or maximum of the other expressions."""

    kind: Literal["int_div", "int_mod", "int_prod", "lin_max"]
    target: CpExpression
    exprs: tuple[CpExpression, ...]


@dataclass(frozen=True, slots=True)
class AllDiff:
    """The constraint that no two expressions are equal."""

    exprs: tuple[CpExpression, ...]


@dataclass(frozen=True, slots=True)
class CpElement:
    """The constraint that the item at the index, from 0, equals the target."""

    index: CpExpression
    items: tuple[CpExpression, ...]
    target: CpExpression


@dataclass(frozen=True, slots=True)
class CpTable:
    """The constraint that the values form one of the rows, or none of them if `negated`."""

    exprs: tuple[CpExpression, ...]
    rows: tuple[tuple[int, ...], ...]
    negated: bool


@dataclass(frozen=True, slots=True)
class CpAutomaton:
    """The constraint that the values lead from the start to a final state."""

    exprs: tuple[CpExpression, ...]
    start: int
    finals: tuple[int, ...]
    transitions: tuple[tuple[int, int, int], ...]


@dataclass(frozen=True, slots=True)
class Inverse:
    """The constraint that direct[i] = j exactly if inverse[j] = i."""

    direct: tuple[int, ...]
    inverse: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Circuit:
    """The constraint that arcs (tail, head, literal) with true literals form a circuit, or `several` through node 0."""

    arcs: tuple[tuple[int, int, int], ...]
    several: bool = False


@dataclass(frozen=True, slots=True)
class Interval:
    """An interval: start + size = end.

    Other constraints refer to it; it is present if its enforcement literals are true.
    """

    start: CpExpression
    size: CpExpression
    end: CpExpression


@dataclass(frozen=True, slots=True)
class NoOverlap:
    """The constraint that intervals, given by the indices of their constraints, do not overlap; in 2D, their boxes."""

    intervals: tuple[int, ...]
    across: tuple[int, ...] | None = None


@dataclass(frozen=True, slots=True)
class Cumulative:
    """The constraint that the demands of running intervals never exceed the capacity."""

    intervals: tuple[int, ...]
    demands: tuple[CpExpression, ...]
    capacity: CpExpression


@dataclass(frozen=True, slots=True)
class Reservoir:
    """The constraint that a level stays within bounds while events at certain times change it.

    Without `active` literals, all changes count.
    """

    times: tuple[CpExpression, ...]
    changes: tuple[CpExpression, ...]
    active: tuple[int, ...]
    lowest: int
    highest: int


@dataclass(frozen=True, slots=True)
class Nothing:
    """A constraint that is always true."""


Body = (
    CpLinear
    | Bools
    | Arithmetic
    | AllDiff
    | CpElement
    | CpTable
    | CpAutomaton
    | Inverse
    | Circuit
    | Interval
    | NoOverlap
    | Cumulative
    | Reservoir
    | Nothing
)


@dataclass(frozen=True, slots=True)
class CpConstraint:
    """A constraint body, its name, and its enforcement literals."""

    name: str
    body: Body
    enforced: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class CpVariable:
    """A variable: its name, possibly empty, and its values."""

    name: str
    domain: Domain

    @property
    def fixed(self) -> int | None:
        """Return the only value of the variable; None if it has several."""
        low, high = self.domain[0], self.domain[-1]
        return low if low == high else None

    @property
    def boolean(self) -> bool:
        return self.domain == (0, 1)


@dataclass(frozen=True, slots=True)
class Goal:
    """The objective of a CP-SAT model: its direction and its sum; the sum is None if it is not of integers."""

    sense: Sense
    sum: CpExpression | None


@dataclass(frozen=True)
class Contents:
    """The contents of a CP-SAT model; `assumptions` are literals assumed when it is solved."""

    variables: tuple[CpVariable, ...]
    constraints: tuple[CpConstraint, ...]
    assumptions: tuple[int, ...] = ()
    goal: Goal | None = None
    name: str = ""


def contents(proto: Any) -> Contents:
    """Convert a validated CpModelProto: variables, constraints and goal."""
    variables = tuple(CpVariable(variable.name, tuple(variable.domain)) for variable in proto.variables)
    constraints = tuple(
        CpConstraint(constraint.name, _body(constraint), tuple(constraint.enforcement_literal))
        for constraint in proto.constraints
    )
    return Contents(variables, constraints, tuple(proto.assumptions), _goal(proto), proto.name)


def _goal(proto: Any) -> Goal | None:
    if proto.has_floating_point_objective():
        wanted = proto.floating_point_objective
        whole = all(float(number).is_integer() for number in (*wanted.coeffs, wanted.offset))
        terms = zip(map(int, wanted.coeffs), wanted.vars, strict=True) if whole else ()
        total = CpExpression(tuple(terms), int(wanted.offset)) if whole else None
        return Goal("maximise" if wanted.maximize else "minimise", total)
    if not proto.has_objective():
        return None
    wanted = proto.objective
    scale = wanted.scaling_factor or 1.0
    exact = abs(scale) == 1.0 and float(wanted.offset).is_integer()
    if not exact:
        return Goal("maximise" if scale < 0 else "minimise", None)
    total = CpExpression(tuple(zip(wanted.coeffs, wanted.vars, strict=True)), int(wanted.offset))
    return Goal("maximise", total.negated()) if scale < 0 else Goal("minimise", total)


def _body(constraint: Any) -> Body:
    for kind, read in _KINDS.items():
        if getattr(constraint, f"has_{kind}")():
            return read(getattr(constraint, kind))
    return Nothing()


def _expression(proto: Any) -> CpExpression:
    return CpExpression(tuple(zip(proto.coeffs, proto.vars, strict=True)), proto.offset)


def _expressions(protos: Iterable[Any]) -> tuple[CpExpression, ...]:
    return tuple(map(_expression, protos))


def _plain(variable: int) -> CpExpression:
    """Return the expression for the index of a variable; a negative index denotes the negated variable."""
    return CpExpression(((1, variable),)) if variable >= 0 else CpExpression(((-1, -variable - 1),))


def _either(proto: Any) -> tuple[CpExpression, ...]:
    """Return the expressions of a constraint; a model of an older OR-Tools version has variables instead."""
    return _expressions(proto.exprs) or tuple(map(_plain, proto.vars))


def _linear(proto: Any) -> Body:
    return CpLinear(CpExpression(tuple(zip(proto.coeffs, proto.vars, strict=True))), tuple(proto.domain))


def _bools(kind: Any) -> Callable[[Any], Body]:
    return lambda proto: Bools(kind, tuple(proto.literals))


def _arithmetic(kind: Any) -> Callable[[Any], Body]:
    return lambda proto: Arithmetic(kind, _expression(proto.target), _expressions(proto.exprs))


def _element(proto: Any) -> Body:
    if proto.has_linear_index():
        return CpElement(_expression(proto.linear_index), _expressions(proto.exprs), _expression(proto.linear_target))
    return CpElement(_plain(proto.index), tuple(map(_plain, proto.vars)), _plain(proto.target))


def _table(proto: Any) -> Body:
    over, values = _either(proto), tuple(proto.values)
    width = len(over)
    rows = tuple(values[place : place + width] for place in range(0, len(values), width)) if width else ()
    return CpTable(over, rows, proto.negated)


def _automaton(proto: Any) -> Body:
    steps = zip(proto.transition_tail, proto.transition_label, proto.transition_head, strict=True)
    return CpAutomaton(_either(proto), proto.starting_state, tuple(proto.final_states), tuple(steps))


def _arcs(proto: Any) -> tuple[tuple[int, int, int], ...]:
    return tuple(zip(proto.tails, proto.heads, proto.literals, strict=True))


def _reservoir(proto: Any) -> Body:
    times, changes = _expressions(proto.time_exprs), _expressions(proto.level_changes)
    return Reservoir(times, changes, tuple(proto.active_literals), proto.min_level, proto.max_level)


_KINDS: dict[str, Callable[[Any], Body]] = {
    "linear": _linear,
    "bool_or": _bools("bool_or"),
    "bool_and": _bools("bool_and"),
    "bool_xor": _bools("bool_xor"),
    "at_most_one": _bools("at_most_one"),
    "exactly_one": _bools("exactly_one"),
    "int_div": _arithmetic("int_div"),
    "int_mod": _arithmetic("int_mod"),
    "int_prod": _arithmetic("int_prod"),
    "lin_max": _arithmetic("lin_max"),
    "all_diff": lambda proto: AllDiff(_expressions(proto.exprs)),
    "element": _element,
    "table": _table,
    "automaton": _automaton,
    "inverse": lambda proto: Inverse(tuple(proto.f_direct), tuple(proto.f_inverse)),
    "circuit": lambda proto: Circuit(_arcs(proto)),
    "routes": lambda proto: Circuit(_arcs(proto), several=True),
    "interval": lambda proto: Interval(_expression(proto.start), _expression(proto.size), _expression(proto.end)),
    "no_overlap": lambda proto: NoOverlap(tuple(proto.intervals)),
    "no_overlap_2d": lambda proto: NoOverlap(tuple(proto.x_intervals), tuple(proto.y_intervals)),
    "cumulative": lambda proto: Cumulative(
        tuple(proto.intervals), _expressions(proto.demands), _expression(proto.capacity)
    ),
    "reservoir": _reservoir,
}


def scope(constraint: CpConstraint, contents: Contents) -> Iterator[int]:
    """Yield the indices of the variables in a constraint, possibly repeated."""
    yield from _of_literals(constraint.enforced)
    match constraint.body:
        case CpLinear(total, _):
            yield from _of_sums([total])
        case Bools(_, literals):
            yield from _of_literals(literals)
        case Arithmetic(_, target, exprs):
            yield from _of_sums([target, *exprs])
        case AllDiff(exprs) | CpTable(exprs, _, _) | CpAutomaton(exprs, _, _, _):
            yield from _of_sums(exprs)
        case CpElement(index, items, target):
            yield from _of_sums([index, *items, target])
        case Inverse(direct, inverse):
            yield from (*direct, *inverse)
        case Circuit(arcs, _):
            yield from _of_literals(literal for _, _, literal in arcs)
        case Interval(start, size, end):
            yield from _of_sums([start, size, end])
        case NoOverlap(intervals, across):
            yield from _of_intervals((*intervals, *(across or ())), contents)
        case Cumulative(intervals, demands, capacity):
            yield from _of_intervals(intervals, contents)
            yield from _of_sums([*demands, capacity])
        case Reservoir(times, changes, active, _, _):
            yield from _of_sums([*times, *changes])
            yield from _of_literals(active)
        case Nothing():
            pass


def _of_sums(sums: Iterable[CpExpression]) -> Iterator[int]:
    return (variable for expression in sums for _, variable in expression.terms)


def _of_literals(literals: Iterable[int]) -> Iterator[int]:
    return (literal if literal >= 0 else -literal - 1 for literal in literals)


def _of_intervals(places: Iterable[int], contents: Contents) -> Iterator[int]:
    return (variable for place in places for variable in scope(contents.constraints[place], contents))


@dataclass(frozen=True)
class OrToolsModel:
    """A CP-SAT model as the text of a CpModelProto. Named constraints are soft; with `doubt_unnamed`, all are."""

    text: str
    soft_unnamed: bool = False

    def all_soft(self) -> "OrToolsModel":
        """Return the model with every constraint soft."""
        return replace(self, soft_unnamed=True)

    def build(self) -> "CpModel":
        """Return the model as an OR-Tools object."""
        from ortools.sat.python.cp_model import CpModel

        model = CpModel()
        model.proto.parse_text_format(self.text)
        return model

    @cached_property
    def contents(self) -> Contents:
        """Return the model as plain data."""
        return contents(self.build().proto)

    @cached_property
    def names(self) -> dict[int, str]:
        """Return the variables that solutions show, with their names: all named variables, or all if none has a name.

        A repeated name gets a number.
        """
        variables = self.contents.variables
        named = {index: variable.name for index, variable in enumerate(variables) if variable.name}
        if not named:
            return {index: f"x{index}" for index in range(len(variables))}
        seen: dict[str, int] = {}
        for index, name in named.items():
            seen[name] = seen.get(name, 0) + 1
            named[index] = name if seen[name] == 1 else f"{name} ({seen[name]})"
        return named

    def __getstate__(self) -> dict[str, Any]:
        return {"text": self.text, "doubt_unnamed": self.soft_unnamed}
