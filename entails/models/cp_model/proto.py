"""From the proto of OR-Tools to plain data. Every kind of constraint that CP-SAT 9.15 has is known here."""

from collections.abc import Callable, Iterable
from typing import Any

from entails.models.cp_model.constraints import (
    AllDiff,
    Arithmetic,
    Automaton,
    Body,
    Bools,
    Circuit,
    Constraint,
    Cumulative,
    Element,
    Expression,
    Interval,
    Inverse,
    Linear,
    NoOverlap,
    Nothing,
    Reservoir,
    Table,
)
from entails.models.cp_model.contents import Contents, Goal, Variable


def contents(proto: Any) -> Contents:
    """The variables, constraints and goal of a CpModelProto that has passed its validation."""
    variables = tuple(Variable(variable.name, tuple(variable.domain)) for variable in proto.variables)
    constraints = tuple(Constraint(one.name, _body(one), tuple(one.enforcement_literal)) for one in proto.constraints)
    return Contents(variables, constraints, tuple(proto.assumptions), _goal(proto), proto.name)


def _goal(proto: Any) -> Goal | None:
    if proto.has_floating_point_objective():
        wanted = proto.floating_point_objective
        whole = all(float(number).is_integer() for number in (*wanted.coeffs, wanted.offset))
        terms = zip(map(int, wanted.coeffs), wanted.vars, strict=True) if whole else ()
        total = Expression(tuple(terms), int(wanted.offset)) if whole else None
        return Goal("maximise" if wanted.maximize else "minimise", total)
    if not proto.has_objective():
        return None
    wanted = proto.objective
    scale = wanted.scaling_factor or 1.0
    exact = abs(scale) == 1.0 and float(wanted.offset).is_integer()
    if not exact:
        return Goal("maximise" if scale < 0 else "minimise", None)
    total = Expression(tuple(zip(wanted.coeffs, wanted.vars, strict=True)), int(wanted.offset))
    return Goal("maximise", total.negated()) if scale < 0 else Goal("minimise", total)


def _body(one: Any) -> Body:
    for kind, read in _KINDS.items():
        if getattr(one, f"has_{kind}")():
            return read(getattr(one, kind))
    return Nothing()


def _expression(proto: Any) -> Expression:
    return Expression(tuple(zip(proto.coeffs, proto.vars, strict=True)), proto.offset)


def _expressions(protos: Iterable[Any]) -> tuple[Expression, ...]:
    return tuple(map(_expression, protos))


def _plain(variable: int) -> Expression:
    """A variable by its index; a negative index stands for the opposite number."""
    return Expression(((1, variable),)) if variable >= 0 else Expression(((-1, -variable - 1),))


def _either(proto: Any) -> tuple[Expression, ...]:
    """The expressions, or the variables of a model that an older version wrote."""
    return _expressions(proto.exprs) or tuple(map(_plain, proto.vars))


def _linear(proto: Any) -> Body:
    return Linear(Expression(tuple(zip(proto.coeffs, proto.vars, strict=True))), tuple(proto.domain))


def _bools(kind: Any) -> Callable[[Any], Body]:
    return lambda proto: Bools(kind, tuple(proto.literals))


def _arithmetic(kind: Any) -> Callable[[Any], Body]:
    return lambda proto: Arithmetic(kind, _expression(proto.target), _expressions(proto.exprs))


def _element(proto: Any) -> Body:
    if proto.has_linear_index():
        return Element(_expression(proto.linear_index), _expressions(proto.exprs), _expression(proto.linear_target))
    return Element(_plain(proto.index), tuple(map(_plain, proto.vars)), _plain(proto.target))


def _table(proto: Any) -> Body:
    over, values = _either(proto), tuple(proto.values)
    width = len(over)
    rows = tuple(values[place : place + width] for place in range(0, len(values), width)) if width else ()
    return Table(over, rows, proto.negated)


def _automaton(proto: Any) -> Body:
    steps = zip(proto.transition_tail, proto.transition_label, proto.transition_head, strict=True)
    return Automaton(_either(proto), proto.starting_state, tuple(proto.final_states), tuple(steps))


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
