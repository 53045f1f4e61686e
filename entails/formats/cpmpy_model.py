"""Models of CPMpy as problems: every constraint becomes a rule with CPMpy's text as its sentence.

CPMpy itself is not imported: expressions are recognised by their names. A global constraint that has no counterpart is
decomposed by CPMpy.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any

from entails.models.constraints import TupleRows
from entails.models.errors import InvalidStatement
from entails.models.expressions.core import (
    Comparison,
    Condition,
    Expression,
    Op,
    SumExpression,
    Truth,
    Unknown,
    as_condition,
    as_expression,
    compared,
    join,
)
from entails.models.expressions.global_constraints import (
    Accepted,
    Different,
    DistinctCount,
    InTable,
    Inverted,
    LexicallyOrdered,
    Machine,
    Occurrences,
    OnCircuit,
)
from entails.models.expressions.operators import applied
from entails.models.expressions.scheduling import Disjoint, TaskInterval, WithinCapacity
from entails.models.problem.builder import Builder
from entails.models.problem.partial import divided, item_at

_OPS: Mapping[str, Op] = {"==": "=", "!=": "!=", "<": "<", "<=": "<=", ">": ">", ">=": ">="}
_TURNED: Mapping[Op, Op] = {"=": "=", "!=": "!=", "<": ">", "<=": ">=", ">": "<", ">=": "<="}
_FUNCTIONS = {"mul": "*", "div": "div", "mod": "rem", "abs": "abs", "min": "min", "max": "max"}
_SHORT = 200


def _flat(items: Any) -> Iterator[Any]:
    """Iterate over the items of nested lists and arrays; an expression counts as one item."""
    if isinstance(items, Iterable) and not isinstance(items, str) and not _is_expression(items):
        for item in items:
            yield from _flat(item)
    else:
        yield items


def _is_expression(item: Any) -> bool:
    return hasattr(item, "is_bool") and hasattr(item, "get_bounds") and not hasattr(item, "shape")


def _conditions(items: Any) -> Iterator[Any]:
    """Iterate over the conditions inside CPMpy expressions."""
    for item in _flat(items):
        if _is_expression(item):
            if item.is_bool():
                yield item
            yield from _conditions(getattr(item, "args", ()))


class CpmpyReader:
    """The variables of a CPMpy model, by name, and the problem in which its constraints are stated."""

    def __init__(self, problem: Builder) -> None:
        self._problem = problem
        self._known: dict[str, Unknown] = {}
        self._guards: list[list[Condition]] = []
        """For each condition around the current expression: where its parts are defined."""
        self._written: set[int] | None = None
        """Inside a decomposition by CPMpy, the conditions that the modeller wrote."""

    def read(self, model: Any) -> None:
        """State all constraints and the objective of a CPMpy model."""
        if not hasattr(model, "constraints") or not hasattr(model, "objective_"):
            raise InvalidStatement(f"{type(model).__name__} is not a CPMpy model", expected="cpmpy.Model")
        for constraint in _flat(model.constraints):
            self._problem.add(self.condition(constraint), _sentence(constraint))
        if model.objective_ is not None:
            optimise = self._problem.minimise if model.objective_is_min else self._problem.maximise
            self._guards.append([])
            optimise(self.number(model.objective_))
            for guard in self._guards.pop():
                self._problem.hard(guard, because="the objective is defined")

    def _variable(self, variable: Any) -> Unknown:
        if variable.name not in self._known:
            name = str(variable.name).replace("=", "_")
            if variable.is_bool():
                self._known[variable.name] = self._problem.boolean(name)
            else:
                self._known[variable.name] = self._problem.integer(name, int(variable.lb), int(variable.ub))
        return self._known[variable.name]

    def value(self, item: Any) -> Expression:
        """Convert a CPMpy number or condition to an expression."""
        if not _is_expression(item):
            number = item.item() if hasattr(item, "item") else item
            return Truth(number) if isinstance(number, bool) else as_expression(number)
        kind = type(item).__name__
        if kind == "NegBoolView":
            return self.condition(item._bv).opposite()
        if kind == "BoolVal":
            return Truth(bool(item.args[0]))
        if hasattr(item, "lb") and hasattr(item, "ub") and not hasattr(item, "_args"):
            return self._variable(item)
        if not item.is_bool() or (self._written is not None and id(item) not in self._written):
            return self._compound(item)
        self._guards.append([])
        try:
            value = self._compound(item)
        finally:
            guards = self._guards.pop()
        return join("and", value, *guards) if guards else value  # type: ignore[arg-type]

    def condition(self, item: Any) -> Condition:
        value = self.value(item)
        if isinstance(value, Condition):
            return value
        if value.bounds in ((0, 0), (0, 1), (1, 1)):
            return compared(value, "=", 1)
        return as_condition(value)  # type: ignore[arg-type]

    def number(self, item: Any) -> Expression:
        """Convert a CPMpy expression to one that can be summed; a truth value is 0 or 1."""
        value = self.value(item)
        return SumExpression((), int(value.holds)) if isinstance(value, Truth) else value

    def numbers(self, items: Any) -> tuple[Expression, ...]:
        """Convert the items of a list or array to numeric expressions."""
        return tuple(self.number(item) for item in _flat(items))

    def unknowns(self, items: Any) -> tuple[Unknown, ...]:
        """Convert expressions to variables; one that is not a variable gets an auxiliary variable."""
        return tuple(self._named(number) for number in self.numbers(items))

    def _named(self, number: Expression) -> Unknown:
        if isinstance(number, Unknown):
            return number
        low, high = number.bounds
        name = f"{str(number).replace('=', '_')[:80]} ({len(self._known) + 1})"
        variable = self._known[name] = self._problem.integer(name, low, high)
        self._problem.hard(variable == number, because=f"definition of {name}")
        return variable

    def _compound(self, item: Any) -> Expression:
        name = str(item.name)
        if name in _OPS:
            return self._comparison(item, _OPS[name])
        logic = self._logic(name, item)
        if logic is not None:
            return logic
        if name in ("div", "mod"):
            return self._guarded(divided(self._problem, _FUNCTIONS[name], *self.numbers(item.args)))
        if name in _FUNCTIONS:
            return applied(_FUNCTIONS[name], *self.numbers(item.args))
        match name:
            case "sum":
                return SumExpression.of(*((1, part) for part in self.numbers(item.args)))
            case "wsum":
                weights, parts = item.args
                factors = [int(weight) for weight in weights]
                return SumExpression.of(*zip(factors, self.numbers(parts), strict=True))
            case "-":
                return SumExpression.of((-1, self.number(item.args[0])))
            case "pow" if not _is_expression(item.args[1]):
                return self.number(item.args[0]) ** int(item.args[1])
            case "count":
                items, value = item.args
                wanted = self.number(value)
                return SumExpression.of(*((1, compared(part, "=", wanted)) for part in self.numbers(items)))
            case "among":
                items, values = item.args
                return SumExpression.of(
                    *((1, part.among([int(each) for each in values])) for part in self.numbers(items))
                )
        if type(item).__name__ in ("Element", "NDElement"):
            return self._element(item)
        builder = _GLOBALS.get(name)
        condition = builder(self, item) if builder is not None else None
        return condition if condition is not None else self._decomposed(item)

    def _comparison(self, item: Any, op: Op) -> Condition:
        left, right = item.args
        for first, second, turned in ((left, right, op), (right, left, _TURNED[op])):
            if getattr(first, "name", "") == "nvalue" and _is_expression(first):
                return DistinctCount(self.numbers(first.args), turned, self.number(second))
        one_side, other_side = self.value(left), self.value(right)
        if isinstance(one_side, Truth) and isinstance(other_side, Condition) and op in ("=", "!="):
            return other_side if one_side.holds == (op == "=") else other_side.opposite()
        if isinstance(other_side, Truth):
            other_side = SumExpression((), int(other_side.holds))
        if isinstance(one_side, Truth):
            one_side = SumExpression((), int(one_side.holds))
        if isinstance(other_side, SumExpression) and not other_side.terms:
            return compared(one_side, op, other_side.constant)
        return compared(one_side, op, other_side)

    def _logic(self, name: str, item: Any) -> Condition | None:
        if name not in ("and", "or", "->", "not", "xor", "ite"):
            return None
        parts = [self.condition(part) for part in item.args]
        match name:
            case "and":
                return join("and", Truth(True), *parts)
            case "or":
                return join("or", Truth(False), *parts)
            case "->":
                return join("implies", *parts)
            case "not":
                return parts[0].opposite()
            case "xor":
                return join("xor", *parts)
        chosen, yes, no = parts
        return join("and", chosen.implies(yes), chosen.opposite().implies(no))

    def _element(self, item: Any) -> Expression:
        """Return the item of a list at an index, or of an array at several indices."""
        items, *places = item.args
        sizes = items.shape if type(item).__name__ == "NDElement" else (len(items),)
        index: Expression = SumExpression((), 0)
        for size, place in zip(sizes, self.numbers(places), strict=True):
            if len(sizes) > 1:
                self._guards[-1].append(join("and", place >= 0, place < size))
            index = SumExpression.of((size, index), (1, place))
        return self._guarded(item_at(self._problem, self.numbers(items), index))

    def _guarded(self, partial: tuple[Expression, Condition]) -> Expression:
        """Return an expression; the condition around it is false where the expression is undefined."""
        value, defined = partial
        if defined.known is not True:
            self._guards[-1].append(defined)
        return value

    def _decomposed(self, item: Any) -> Expression:
        """Convert the decomposition that CPMpy gives for an expression; its definitions become hard rules."""
        if not hasattr(item, "decompose"):
            raise InvalidStatement(f"{item.name} of CPMpy is not supported", expected="a constraint of docs/model.md")
        before, self._written = self._written, set(map(id, _conditions(item.args)))
        try:
            whole, definitions = item.decompose()
            for definition in _flat(definitions):
                self._problem.hard(self.condition(definition), because=f"definition of {_sentence(item)}")
            if _is_expression(whole):
                return self.value(whole)
            return join("and", Truth(True), *(self.condition(part) for part in _flat(whole)))
        finally:
            self._written = before

    def only_at_top(self, condition: Condition) -> Condition | None:
        """Return a condition that cannot be part of another one; None inside another one."""
        return condition if len(self._guards) == 1 else None

    def intervals(self, starts: Any, durations: Any, present: Any = None) -> tuple[TaskInterval, ...] | None:
        """Return intervals; None if a duration may be 0 or less, which CPMpy handles in a special way."""
        begins, lengths = self.numbers(starts), self.numbers(durations)
        if any(length.bounds[0] < 1 for length in lengths):
            return None
        takes_place: Sequence[Condition | None] = [None] * len(begins)
        if present is not None:
            takes_place = [self.condition(part) for part in _flat(present)]
        return tuple(
            TaskInterval(str(begin), begin, length, None if isinstance(here, Truth) and here.holds else here)
            for begin, length, here in zip(begins, lengths, takes_place, strict=True)
        )


def _ends(reader: CpmpyReader, intervals: Sequence[TaskInterval], ends: Any) -> list[Condition]:
    pairs = zip(intervals, reader.numbers(ends), strict=True)
    return [Comparison(interval.end, "=", end) for interval, end in pairs]


def _no_overlap(reader: CpmpyReader, item: Any) -> Condition | None:
    intervals = reader.intervals(*item.args[:2])
    if intervals is None:
        return None
    ends = _ends(reader, intervals, item.args[2]) if len(item.args) == 3 else []
    return join("and", Disjoint(intervals), *ends)


def _cumulative(reader: CpmpyReader, item: Any) -> Condition | None:
    starts, durations, *ends, demands, capacity = item.args
    intervals, used, most = reader.intervals(starts, durations), reader.numbers(demands), reader.number(capacity)
    if intervals is None or any(number.bounds[0] < 0 for number in (*used, most)):
        return None
    limits = _ends(reader, intervals, ends[0]) if ends else []
    return join("and", WithinCapacity(intervals, used, most), *limits)


def _except(reader: CpmpyReader, item: Any) -> Condition:
    items, values = item.args
    return Different(reader.numbers(items), frozenset(int(value) for value in _flat(values)))


def _regular(reader: CpmpyReader, item: Any) -> Condition:
    items, steps, start, finals = item.args
    machine = Machine.of([(before, int(value), after) for before, value, after in steps], start, finals)
    return Accepted(reader.unknowns(items), machine)


def _table(allowed: bool) -> Callable[[CpmpyReader, Any], Condition]:
    def condition(reader: CpmpyReader, item: Any) -> Condition:
        items, rows = item.args
        over = reader.unknowns(items)
        return InTable(over, TupleRows([[int(value) for value in row] for row in rows], len(over)), allowed)

    return condition


def _cardinality(reader: CpmpyReader, item: Any) -> Condition:
    items, values, counts = item.args
    wanted = tuple(int(value) for value in _flat(values))
    return Occurrences(reader.numbers(items), wanted, reader.numbers(counts), bool(getattr(item, "closed", False)))


def _chain(op: Op) -> Callable[[CpmpyReader, Any], Condition]:
    def condition(reader: CpmpyReader, item: Any) -> Condition:
        pairs = pairwise(reader.numbers(item.args))
        return join("and", Truth(True), *(compared(left, op, right) for left, right in pairs))

    return condition


def _in_domain(reader: CpmpyReader, item: Any) -> Condition:
    value, values = item.args
    return reader.number(value).among([int(each) for each in _flat(values)])


def _lexicographic(strict: bool) -> Callable[[CpmpyReader, Any], Condition]:
    return lambda reader, item: LexicallyOrdered(reader.numbers(item.args[0]), reader.numbers(item.args[1]), strict)


_GLOBALS: Mapping[str, Callable[[CpmpyReader, Any], Condition | None]] = {
    "alldifferent": lambda reader, item: Different(reader.numbers(item.args)),
    "alldifferent_except_n": _except,
    "alldifferent_except_0": _except,
    "allequal": _chain("="),
    "increasing": _chain("<="),
    "strictly_increasing": _chain("<"),
    "decreasing": _chain(">="),
    "strictly_decreasing": _chain(">"),
    "circuit": lambda reader, item: reader.only_at_top(OnCircuit(reader.numbers(item.args))),
    "inverse": lambda reader, item: Inverted(reader.numbers(item.args[0]), reader.numbers(item.args[1])),
    "lex_less": _lexicographic(True),
    "lex_lesseq": _lexicographic(False),
    "table": _table(True),
    "negative_table": _table(False),
    "regular": _regular,
    "indomain": _in_domain,
    "no_overlap": _no_overlap,
    "cumulative": _cumulative,
    "gcc": _cardinality,
}


def _sentence(constraint: Any) -> str:
    """Return the description of a constraint, or else its text, on one line."""
    text = " ".join(str(constraint).split())
    return text if len(text) <= _SHORT else f"{text[: _SHORT - 3]}..."
