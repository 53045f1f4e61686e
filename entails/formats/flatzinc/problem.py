"""FlatZinc models as problems: every predicate becomes a condition, with a sentence from its annotations.

A name (`constraint :: "name"`) or the path of the compiler (`--keep-paths`) makes a constraint soft, and constraints of
one name or place are kept or removed together. Definitions of introduced variables (`defines_var`) and the bounds of
the objective are hard.

Global predicates become conditions too. A library of the solver tells MiniZinc to keep them.
"""

from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise, product, repeat
from typing import Any

from entails.formats.flatzinc.parse import (
    Declaration,
    FlatZincCall,
    FlatZincModel,
    Items,
    Name,
    OutputItem,
    Posted,
    annotation,
    parse,
    place_of,
)
from entails.locale.message import own_words
from entails.models.constraints import TupleRows
from entails.models.errors import Invalid, InvalidPuzzle, InvalidStatement, quantity
from entails.models.expressions.core import (
    HOLDS,
    Bool,
    Comparison,
    Condition,
    Expression,
    Int,
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
    equal,
)
from entails.models.expressions.operators import Item, applied
from entails.models.expressions.scheduling import Disjoint, TaskInterval, WithinCapacity, not_negative
from entails.models.problem.builder import Builder
from entails.models.problem.model import ProblemModel
from entails.models.problem.partial import divided
from entails.models.problem.rules import ProblemRule, ruled

_Values = Sequence[Any]


def _numbers(items: _Values) -> tuple[Expression, ...]:
    """Return the items as numbers; a truth value is 0 or 1."""
    return tuple(as_expression(int(item) if isinstance(item, bool) else item) for item in items)


def _same_length(*lists: _Values) -> None:
    if len({len(items) for items in lists}) > 1:
        raise InvalidStatement(
            f"arrays of {' and '.join(str(len(items)) for items in lists)} items", expected="arrays of equal length"
        )


def _intervals(starts: _Values, durations: _Values, present: _Values | None = None) -> tuple[TaskInterval, ...]:
    _same_length(starts, durations, present if present is not None else starts)
    return tuple(
        TaskInterval(str(start), start, duration, None if takes_place is None else as_condition(takes_place))
        for start, duration, takes_place in zip(
            starts, durations, repeat(None) if present is None else present, strict=False
        )
    )


def _disjunctive(starts: _Values, durations: _Values) -> Condition:
    return Disjoint(_intervals(starts, durations)) if starts else Truth(True)


def _disjunctive_opt(present: _Values, starts: _Values, durations: _Values) -> Condition:
    return Disjoint(_intervals(starts, durations, present)) if starts else Truth(True)


def _cumulative(starts: _Values, durations: _Values, demands: _Values, capacity: Any) -> Condition:
    return _within(_intervals(starts, durations), demands, capacity)


def _cumulative_opt(
    present: _Values, starts: _Values, durations: _Values, demands: _Values, capacity: Any
) -> Condition:
    return _within(_intervals(starts, durations, present), demands, capacity)


def _within(intervals: tuple[TaskInterval, ...], demands: _Values, capacity: Any) -> Condition:
    _same_length(intervals, demands)
    used, most = _numbers(demands), as_expression(capacity)
    not_negative(used, "demand")
    if not intervals:
        return Truth(True)
    if most.bounds[0] < 0:
        return join("and", most >= 0, _within_some(intervals, used, most))
    return WithinCapacity(intervals, used, most)


def _within_some(intervals: tuple[TaskInterval, ...], used: tuple[Expression, ...], most: Expression) -> Condition:
    """Return a cumulative condition with a capacity of at least 0; a negative one is excluded separately."""
    return WithinCapacity(intervals, used, applied("max", most, 0))


def _circuit(successors: _Values, first: int) -> Condition:
    return OnCircuit(_numbers(successors), first) if successors else Truth(True)


def _subcircuit(successors: _Values, first: int) -> Condition:
    return OnCircuit(_numbers(successors), first, optional=True) if successors else Truth(True)


def _inverse(left: _Values, right: _Values, first_left: int, first_right: int) -> Condition:
    _same_length(left, right)
    return Inverted(_numbers(left), _numbers(right), first_left, first_right) if left else Truth(True)


def _lexicographic(strict: bool) -> Callable[[_Values, _Values], Condition]:
    def condition(left: _Values, right: _Values) -> Condition:
        """Compare the common prefix of two lists; if it is equal, the shorter list comes first."""
        common = min(len(left), len(right))
        must_differ = len(left) > len(right) or (strict and len(left) == len(right))
        if not common:
            return Truth(not must_differ)
        return LexicallyOrdered(_numbers(left[:common]), _numbers(right[:common]), must_differ)

    return condition


def _cardinality(closed: bool) -> Callable[[_Values, Sequence[int], _Values], Condition]:
    def condition(items: _Values, cover: Sequence[int], counts: _Values) -> Condition:
        _same_length(cover, counts)
        return Occurrences(_numbers(items), tuple(cover), _numbers(counts), closed)

    return condition


def _low_up(items: _Values, cover: Sequence[int], least: Sequence[int], most: Sequence[int]) -> Condition:
    _same_length(cover, least, most)
    counts = [SumExpression(tuple((1, equal(item, value)) for item in _numbers(items)), 0) for value in cover]
    limits = [(count >= low) & (count <= high) for count, low, high in zip(counts, least, most, strict=True)]
    return join("and", Truth(True), *limits)


def _nvalue(number: Any, items: _Values) -> Condition:
    return DistinctCount(_numbers(items), "=", as_expression(number)) if items else as_expression(number) == 0


GLOBAL_PREDICATES: Mapping[str, Callable[..., Condition]] = {
    "fzn_disjunctive": _disjunctive,
    "entails_disjunctive_opt": _disjunctive_opt,
    "fzn_cumulative": _cumulative,
    "entails_cumulative_opt": _cumulative_opt,
    "entails_circuit": _circuit,
    "entails_subcircuit": _subcircuit,
    "entails_inverse": _inverse,
    **{f"fzn_lex_less_{kind}": _lexicographic(True) for kind in ("int", "bool")},
    **{f"fzn_lex_lesseq_{kind}": _lexicographic(False) for kind in ("int", "bool")},
    "fzn_global_cardinality": _cardinality(False),
    "fzn_global_cardinality_closed": _cardinality(True),
    "fzn_global_cardinality_low_up": _low_up,
    "fzn_nvalue": _nvalue,
}


def regular(
    over: tuple[Unknown, ...], states: int, signs: int, table: Sequence[int], start: int, finals: Collection[int]
) -> Condition:
    """Return the condition that an automaton accepts the values.

    `table` holds the next state for each state and value; 0 means that there is no transition.
    """
    if len(table) != states * signs:
        raise InvalidStatement(f"{len(table)} transitions", expected=f"{states * signs}")
    steps = tuple(
        (state, sign, after)
        for state in range(1, states + 1)
        for sign in range(1, signs + 1)
        if (after := table[(state - 1) * signs + sign - 1])
    )
    if not over:
        return Truth(start in finals)
    return Accepted(over, Machine(start, frozenset(finals), steps))


UNBOUNDED = 2_147_483_646
"""The largest number of `var int` without a domain, as in Gecode."""
_LONGEST = 900


class _Problem(Builder):
    """A problem that accepts unsatisfiable constraints, so that they can be explained."""

    def refuse(self, rule: ProblemRule) -> None:
        """Reject no rule, so that even unsatisfiable ones can be explained."""

    def fixed(self, value: int) -> Int:
        """Return a variable with a single value."""
        name = f"constant {value}"
        known = self._unknowns.get(name)
        return known if isinstance(known, Int) else self.integer(name, value, value)


_OPS: Mapping[str, Op] = {"eq": "=", "ne": "!=", "le": "<=", "lt": "<", "ge": ">=", "gt": ">"}
Predicate = Callable[..., Condition]


def _compare(op: Op) -> Predicate:
    def condition(left: Any, right: Any) -> Condition:
        if not isinstance(left, Expression) and not isinstance(right, Expression):
            return Truth(HOLDS[op](int(left), int(right)))
        return compared(as_expression(left), op, right)

    return condition


def _linear(op: Op) -> Predicate:
    def condition(factors: Sequence[int], terms: Sequence[Any], value: Any) -> Condition:
        if len(factors) != len(terms):
            raise InvalidStatement(
                f"{quantity(len(factors), 'factor')} for {quantity(len(terms), 'variable')}",
                expected="one factor for each",
            )
        total = SumExpression.of(*zip(factors, terms, strict=True))
        return Comparison(total, op, as_expression(value))

    return condition


def _function(name: str) -> Predicate:
    def condition(*arguments: Any) -> Condition:
        *over, result = arguments
        return _compare("=")(applied(name, *over), result)

    return condition


def _extreme(name: str) -> Predicate:
    return lambda result, over: _compare("=")(applied(name, *over), result)


def _power(base: Any, exponent: Any, result: Any) -> Condition:
    if isinstance(exponent, Expression):
        raise InvalidStatement("int_pow with a variable exponent is not supported", expected="a constant")
    return _compare("=")(as_expression(base) ** exponent, result)


def _both(left: Any, right: Any) -> Condition:
    return join("iff", left, right)


def _element(index: Any, items: Sequence[Any], value: Any) -> Condition:
    """Return the condition that the item at an index (from 1) equals this value."""
    if not items:
        return Truth(False)
    place = SumExpression.of((1, index), (-1, 1))
    inside = [place >= 0, place < len(items)]
    if not isinstance(index, Expression):
        return _equal(items[index - 1], value) if 0 < index <= len(items) else Truth(False)
    if any(isinstance(item, bool | Bool) for item in (*items, value)):
        at = (
            join("implies", _compare("=")(index, number), _equal(item, value)) for number, item in enumerate(items, 1)
        )
        return join("and", *inside, *at)
    listing = Item(tuple(map(as_expression, items)), place)
    known = [condition for condition in inside if condition.known is not True]
    return join("and", *known, Comparison(listing, "=", as_expression(value)))


def _cases(index: Any, items: Sequence[Any], value: Any) -> Condition:
    """Return an element condition that is false if the index is out of range, so that it can be reified."""
    cases = (join("and", _compare("=")(index, place), _equal(item, value)) for place, item in enumerate(items, 1))
    return join("or", Truth(False), *cases)


def _equal(left: Any, right: Any) -> Condition:
    if any(isinstance(side, bool | Condition) for side in (left, right)):
        return _both(left, right)
    return _compare("=")(left, right)


def _member(value: Any, of: Any) -> Condition:
    """Return the condition that a value is in a set."""
    if not isinstance(value, Expression):
        return Truth(value in of)
    if isinstance(of, range):
        if not of:
            return Truth(False)
        return join("and", value >= of[0], value <= of[-1]) if len(of) > 1 else _compare("=")(value, of[0])
    return join("or", *(_compare("=")(value, each) for each in sorted(of))) if of else Truth(False)


def _counted(op: Op) -> Predicate:
    """Return the predicate that compares its last argument, by `op`, with the count of a value among items."""

    def condition(items: Sequence[Any], value: Any, number: Any) -> Condition:
        counted = SumExpression.of(*((1, _compare("=")(item, value)) for item in items))
        return Comparison(as_expression(number), op, counted)

    return condition


def _ordered(op: Op) -> Predicate:
    return lambda items: join("and", Truth(True), *(_compare(op)(left, right) for left, right in pairwise(items)))


def _clause(positive: Sequence[Any], negative: Sequence[Any]) -> Condition:
    return join("or", Truth(False), *positive, *(as_condition(each).opposite() for each in negative))


PREDICATES: Mapping[str, Predicate] = {
    **{f"int_{word}": _compare(op) for word, op in _OPS.items()},
    **{f"int_lin_{word}": _linear(op) for word, op in _OPS.items()},
    **{f"bool_lin_{word}": _linear(op) for word, op in _OPS.items()},
    "int_plus": lambda left, right, result: _linear("=")((1, 1, -1), (left, right, result), 0),
    "int_minus": lambda left, right, result: _linear("=")((1, -1, -1), (left, right, result), 0),
    "int_times": _function("*"),
    "int_abs": _function("abs"),
    "int_min": _function("min"),
    "int_max": _function("max"),
    "int_pow": _power,
    "array_int_maximum": _extreme("max"),
    "array_int_minimum": _extreme("min"),
    "fzn_array_int_maximum": _extreme("max"),
    "fzn_array_int_minimum": _extreme("min"),
    "bool_eq": _both,
    "bool_not": lambda left, right: join("xor", left, right),
    "bool_ne": lambda left, right: join("xor", left, right),
    "bool_le": lambda left, right: join("implies", left, right),
    "bool_lt": lambda left, right: join("and", as_condition(left).opposite(), right),
    "bool_and": lambda left, right, result: _both(join("and", left, right), result),
    "bool_or": lambda left, right, result: _both(join("or", left, right), result),
    "bool_xor": lambda left, right, *result: _both(join("xor", left, right), *(result or (True,))),
    "bool2int": lambda truth, number: _compare("=")(SumExpression.of((1, as_condition(truth))), number),
    "array_bool_and": lambda items, result: _both(join("and", Truth(True), *items), result),
    "array_bool_or": lambda items, result: _both(join("or", Truth(False), *items), result),
    "array_bool_xor": lambda items: join("xor", Truth(False), *items),
    "bool_clause": _clause,
    "set_in": _member,
    **{f"array_{kind}_element": _element for kind in ("int", "var_int", "bool", "var_bool")},
    **{
        f"{prefix}all_different_int": lambda items: Different(tuple(map(as_expression, items)))
        for prefix in ("", "fzn_")
    },
    **{
        f"{prefix}count_{word}": _counted(_OPS[op])
        for prefix in ("", "fzn_")
        for word, op in (("eq", "eq"), ("neq", "ne"), ("leq", "le"), ("lt", "lt"), ("geq", "ge"), ("gt", "gt"))
    },
    **{f"{prefix}increasing_int": _ordered("<=") for prefix in ("", "fzn_")},
    **{f"{prefix}decreasing_int": _ordered(">=") for prefix in ("", "fzn_")},
    **GLOBAL_PREDICATES,
}
"""The condition of each predicate; `_reif` and `_imp` variants follow from it."""


class _Reader:
    """The variables, parameters and arrays of a FlatZinc file by name, used to state its constraints."""

    def __init__(self, items: Items) -> None:
        self._items = items
        self.problem = _Problem()
        self._values: dict[str, Any] = {}
        self._display: dict[str, str] = {}
        self.hidden: set[str] = set()
        self._named: dict[str, None] = {}
        self.outputs: list[OutputItem] = []
        arrays = [each for each in items.declarations.values() if each.is_array and isinstance(each.value, list)]
        for array in arrays:
            if annotation(array.annotations, "output_array"):
                self._name_members(array)
        variables = [each for each in items.declarations.values() if each.is_variable and not each.is_array]
        for shown in (True, False):
            for declaration in variables:
                if self._is_shown(declaration) == shown:
                    self._declare(declaration, shown=shown)
        for declaration in variables:
            self._set_value(declaration)
        for declaration in items.declarations.values():
            if declaration.name not in self._values:
                self._values[declaration.name] = self.value(declaration.value)
        for declaration in items.declarations.values():
            self._output(declaration)

    def _name_members(self, array: Declaration) -> None:
        """Name the introduced variables in an output array by their position: `q[1]`, `s[1,2]`."""
        indices = self._indices(array)
        for place, member in zip(product(*(range(low, high + 1) for low, high in indices)), array.value, strict=False):
            if isinstance(member, Name) and member.text.startswith("X_INTRODUCED_"):
                self._display.setdefault(member.text, f"{array.name}[{','.join(map(str, place))}]")

    def _indices(self, array: Declaration) -> tuple[tuple[int, int], ...]:
        call = annotation(array.annotations, "output_array")
        sets = call.arguments[0] if call is not None and call.arguments else []
        spans = tuple((each.start, each.stop - 1) for each in sets if isinstance(each, range))
        return spans or ((1, len(array.value)),)

    def _is_shown(self, declaration: Declaration) -> bool:
        if annotation(declaration.annotations, "output_var") or declaration.name in self._display:
            return True
        introduced = annotation(declaration.annotations, "var_is_introduced") is not None
        return not introduced and not declaration.name.startswith("X_INTRODUCED_")

    def _declare(self, declaration: Declaration, *, shown: bool) -> None:
        name = self._display.get(declaration.name, declaration.name)
        if not shown:
            self.hidden.add(name)
        if declaration.boolean:
            unknown: Unknown = self.problem.boolean(name)
        else:
            domain = declaration.domain
            if domain is None:
                domain = range(-UNBOUNDED, UNBOUNDED + 1)
            if not domain:
                raise InvalidPuzzle(f"{declaration.name} has no values", expected="at least one value")
            ends = (domain[0], domain[-1]) if isinstance(domain, range) else (sorted(domain), None)
            unknown = self.problem.integer(name, *ends)
        self._values[declaration.name] = unknown

    def _set_value(self, declaration: Declaration) -> None:
        """State that a variable equals its value in the declaration, which may be a variable of a later declaration."""
        if declaration.value is not None:
            name = self._display.get(declaration.name, declaration.name)
            equal = _equal(self._values[declaration.name], self.value(declaration.value))
            self.problem.state(ProblemRule(equal, own_words(f"{name} has its value"), soft=False))

    def _output(self, declaration: Declaration) -> None:
        if annotation(declaration.annotations, "output_var"):
            member = self._display.get(declaration.name, declaration.name)
            self.outputs.append(OutputItem(declaration.name, (member,)))
        elif declaration.is_array and annotation(declaration.annotations, "output_array"):
            members = tuple(map(self._shown_member, declaration.value or ()))
            self.outputs.append(OutputItem(declaration.name, members, self._indices(declaration)))

    def _shown_member(self, member: Any) -> str:
        if isinstance(member, Name):
            return self._display.get(member.text, member.text)
        return str(member).lower() if isinstance(member, bool) else str(member)

    def value(self, value: Any) -> Any:
        """Resolve the names in a value of the file."""
        if isinstance(value, Name):
            if value.text not in self._values:
                if value.text not in self._items.declarations:
                    raise InvalidPuzzle(f"unknown name {value.text!r}", expected="a declared variable or parameter")
                self._values[value.text] = self.value(self._items.declarations[value.text].value)
            return self._values[value.text]
        if isinstance(value, list):
            return [self.value(each) for each in value]
        if isinstance(value, FlatZincCall) and value.access:
            items, place = self.value(Name(value.name)), value.arguments[0]
            if not isinstance(items, list) or not isinstance(place, int) or not 0 < place <= len(items):
                raise InvalidPuzzle(f"{value.name}[{place}] does not exist", expected="an index of the array")
            return items[place - 1]
        if isinstance(value, float):
            raise InvalidPuzzle(f"the float {value} is not supported", expected="integers")
        return value

    def condition(self, call: FlatZincCall) -> Condition:
        """Return the condition of a predicate; reject an unknown predicate by name."""
        arguments = [self.value(argument) for argument in call.arguments]
        for suffix, joint in (("_reif", "iff"), ("_imp", "implies")):
            if call.name.endswith(suffix):
                name = call.name.removesuffix(suffix)
                cases = name.startswith("array_") and name.endswith("_element") and len(arguments) == 4
                base = _cases(*arguments[:-1]) if cases else self._base(name, arguments[:-1], call.name)
                return join("iff", arguments[-1], base) if joint == "iff" else join("implies", arguments[-1], base)
        return self._base(call.name, arguments, call.name)

    def _base(self, name: str, arguments: list[Any], full_name: str) -> Condition:
        if name in ("int_div", "int_mod") and len(arguments) == 3:
            dividend, divisor = map(as_expression, arguments[:2])
            value, holds = divided(self.problem, "div" if name == "int_div" else "rem", dividend, divisor)
            return join("and", holds, _compare("=")(value, arguments[2]))
        if (
            name in ("entails_table_int", "entails_table_bool", "fzn_table_int", "table_int", "table_bool")
            and len(arguments) == 2
        ):
            return self._table(*arguments)
        if name == "entails_regular" and len(arguments) == 6:
            return regular(self._unknowns(arguments[0]), *arguments[1:])
        if name not in PREDICATES:
            raise InvalidPuzzle(f"predicate {full_name} is not supported", expected="a predicate of docs/flatzinc.md")
        try:
            return PREDICATES[name](*arguments)
        except TypeError:
            raise InvalidPuzzle(f"{full_name} has invalid arguments", expected="those that FlatZinc defines") from None

    def _table(self, over: list[Any], flat: list[int]) -> Condition:
        unknowns = self._unknowns(over)
        if not over or len(flat) % len(over):
            raise InvalidPuzzle("a table has an incomplete row", expected="as many values in each row as variables")
        rows = [list(map(int, flat[start : start + len(over)])) for start in range(0, len(flat), len(over))]
        return InTable(unknowns, TupleRows(rows, len(over))) if rows else Truth(False)

    def _unknowns(self, items: list[Any]) -> tuple[Unknown, ...]:
        return tuple(each if isinstance(each, Unknown) else self.problem.fixed(int(each)) for each in items)

    def post(self, posted: Posted) -> None:
        """State a constraint of the file with its sentence."""
        try:
            condition = self.condition(posted.call)
        except Invalid as error:
            raise InvalidPuzzle(error.problem, where=f"line {posted.line}", expected=error.expected) from None
        text, hard = _sentence(posted)
        if text:
            if not hard:
                self._named[text] = None
            self.problem.state(ProblemRule(condition, own_words(text), soft=not hard))
        else:
            self.problem.state(ruled(condition, "", {"soft": not hard}))

    def model(self) -> FlatZincModel:
        """Build the model from the items read."""
        items = self._items
        if items.sense is not None:
            objective = self.value(items.objective)
            (self.problem.minimise if items.sense == "minimize" else self.problem.maximise)(objective)
        if not self.problem.unknowns:
            self.problem.boolean("_")
        statement = self.problem.statement()
        helpers = self.problem.unknowns.keys() - self._shown_names()
        variables = tuple(
            replace(variable, hidden=True) if variable.name in helpers else variable for variable in statement.variables
        )
        if any(not variable.hidden for variable in variables):
            statement = replace(statement, variables=variables)
        predicates = Counter(posted.call.name for posted in items.constraints)
        return FlatZincModel(
            ProblemModel(statement), tuple(self.outputs), dict(predicates.most_common()), tuple(self._named)
        )

    def _shown_names(self) -> set[str]:
        declared = {self._display.get(name, name) for name in self._items.declarations}
        return (declared | {"_"}) - self.hidden


def _sentence(posted: Posted) -> tuple[str, bool]:
    """Return the name of a constraint, or else its source place, and whether it is hard."""
    path = annotation(posted.annotations, "mzn_path")
    place = str(path.arguments[0]) if path is not None and path.arguments else ""
    hard = annotation(posted.annotations, "defines_var") is not None or "|_objective" in place
    for name in ("mzn_constraint_name", "mzn_expression_name"):
        named = annotation(posted.annotations, name)
        if named is not None and named.arguments and str(named.arguments[0]).strip():
            text = " ".join(str(named.arguments[0]).split())[:_LONGEST]
            return f"{text} (definition)" if hard else text, hard
    text = place_of(place)[:_LONGEST]
    return f"{text} (definition)" if hard and text else text, hard


def read_flatzinc(content: bytes) -> FlatZincModel:
    """Read a FlatZinc model from the content of a file."""
    items = parse(content)
    reader = _Reader(items)
    for posted in items.constraints:
        reader.post(posted)
    return reader.model()
