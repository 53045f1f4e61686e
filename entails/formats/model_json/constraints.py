"""Checks of document constraints: whether the parts fit together, and conversion of words to codes."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import nullcontext
from typing import Any, cast

from entails.formats.model_json.scope import Bounds, DocumentRefused, Scope, at, shown
from entails.models.constraints import (
    AllDifferent,
    Automaton,
    Bulk,
    Calculation,
    CapacityLimit,
    Cardinality,
    Connected,
    Constraint,
    Differ,
    Element,
    InverseLists,
    Lexicographic,
    Linear,
    Loop,
    RoundTrip,
    Table,
    Task,
    TasksApart,
    TupleRows,
)
from entails.models.errors import one_of, quantity

Weighed = Sequence[tuple[int, int]]
"""Pairs of a factor and the number of a variable or a fact."""


def coded(kind: str, fields: dict[str, Any], scope: Scope) -> None:
    """Replace the words in a constraint by codes; reject words mixed with numbers or used in arithmetic."""
    match kind:
        case "all_different":
            words = _alike("over", fields["over"], scope)
            fields["apart_from"] = frozenset(_codes("apart_from", sorted(fields["apart_from"], key=str), words))
        case "automaton":
            words = _alike("over", fields["over"], scope)
            values = _codes("transitions", [value for _, value, _ in fields["transitions"]], words)
            steps = zip(fields["transitions"], values, strict=True)
            fields["transitions"] = tuple((before, value, after) for (before, _, after), value in steps)
        case "table":
            fields["rows"] = _coded_rows(fields["rows"], fields["over"], scope)
        case "compare":
            words = _alike("", (fields["left"], fields["right"]), scope)
            if words and (fields["op"] not in ("=", "!=") or fields["offset"]):
                raise DocumentRefused(
                    f"{scope.name(fields['left'])} and {scope.name(fields['right'])} have words as values, "
                    "which have no order and cannot be added up",
                    "the op = or !=, and no offset",
                )
        case "differ":
            for place, pair in enumerate(zip(fields["left"], fields["right"], strict=False)):
                with at("right"), at(place):
                    _alike("", pair, scope)
        case "element":
            numbers((fields["index"],), scope, "index")
            listed = (*fields["items"], fields["value"])
            words = _alike("items", [number for how, number in listed if how == "var"], scope)
            fields["items"] = tuple(_listed("items", fields["items"], words))
            (fields["value"],) = _listed("value", (fields["value"],), words)
        case "distance":
            numbers((fields["left"],), scope, "left")
            numbers((fields["right"],), scope, "right")
        case "product":
            numbers(fields["over"], scope, "over")
        case "arithmetic":
            numbers(fields["over"], scope, "over")
            numbers((fields["result"],), scope, "result")
        case "no_overlap" | "cumulative" | "circuit" | "inverse" | "lexicographic" | "cardinality" | "distinct_values":
            _coded_numbers(kind, fields, scope)


def _coded_numbers(kind: str, fields: dict[str, Any], scope: Scope) -> None:
    """Replace the words of a cardinality by their codes; require numbers where words make no sense."""
    match kind:
        case "no_overlap" | "cumulative":
            for place, task in enumerate(fields["tasks"]):
                with at("tasks"), at(place):
                    numbers((task.start,), scope, "start")
                    _operands("duration", (task.duration,), scope)
            if kind == "cumulative":
                _operands("demands", fields["demands"], scope)
                _operands("capacity", (fields["capacity"],), scope)
        case "circuit":
            numbers(fields["over"], scope, "over")
        case "inverse" | "lexicographic":
            for side in ("left", "right"):
                numbers(fields[side], scope, side)
        case "cardinality":
            words = _alike("over", fields["over"], scope)
            fields["values"] = tuple(_codes("values", fields["values"], words))
            _operands("counts", fields["counts"], scope)
        case "distinct_values":
            _alike("over", fields["over"], scope)
            _operands("value", (fields["value"],), scope)


def _operands(field: str, operands: Sequence[tuple[str, Any]], scope: Scope) -> None:
    """Check that all operands are numbers: constants, or variables without words."""
    for how, value in operands:
        if how == "var":
            numbers((value,), scope, field)
        elif isinstance(value, str):
            with at(field):
                _code(value, {})


def fitted(constraint: Constraint, scope: Scope, bounds: Bounds) -> None:
    """Reject a constraint whose parts do not fit together."""
    match constraint:
        case Linear(terms=terms, facts=facts):
            countable(terms, facts, scope, bounds)
        case Calculation(function=function, over=over):
            wanted = 1 if function == "abs" else 2 if function in ("//", "%", "div", "rem") else None
            if len(over) != (len(over) if wanted is None else wanted):
                with at("over"):
                    raise DocumentRefused(f"{function} has {quantity(len(over), 'variable')}", f"{wanted}")
            if function in ("//", "%", "div", "rem") and scope.unknowns[over[1]].has(0):
                with at("over"):
                    raise DocumentRefused(f"{scope.name(over[1])} may be 0", "a divisor whose domain has no 0")
        case Bulk(lits=lits) if len(lits) and scope.statement.facts >= 2**31:
            raise DocumentRefused("bulk clauses over variables with too many values", "constraints of kind clause")
        case Differ(left=left, right=right):
            if len(left) != len(right):
                raise DocumentRefused(f"lists of {len(left)} and {len(right)} variables always differ", "equal lengths")
        case Connected(lits=lits, edges=edges, root=root):
            for place, edge in enumerate(edges):
                if max(edge) >= len(lits):
                    with at("edges"), at(place):
                        raise DocumentRefused(f"place {max(edge)} is out of range", f"places from 0 to {len(lits) - 1}")
            if root is not None and root >= len(lits):
                with at("root"):
                    raise DocumentRefused(f"place {root} is out of range", f"places from 0 to {len(lits) - 1}")
        case Loop(lits=lits, edges=edges):
            if len(lits) != len(edges):
                raise DocumentRefused(
                    f"{quantity(len(lits), 'fact')} and {quantity(len(edges), 'edge')}", "a fact for each edge"
                )
        case _:
            _fitted_numbers(constraint, scope)


def _fitted_numbers(constraint: Constraint, scope: Scope) -> None:
    """Reject schedules with negative numbers, lists of different lengths, and a depot that is a place."""
    match constraint:
        case TasksApart(tasks=tasks):
            _lasting(tasks, scope)
        case CapacityLimit(tasks=tasks, demands=demands, capacity=capacity):
            _lasting(tasks, scope)
            if len(demands) != len(tasks):
                raise DocumentRefused(
                    f"{quantity(len(tasks), 'task')} and {quantity(len(demands), 'demand')}", "a demand for each task"
                )
            for place, demand in enumerate(demands):
                with at("demands"), at(place):
                    _not_negative(demand, scope)
            with at("capacity"):
                _not_negative(capacity, scope)
        case RoundTrip(over=over, first=first, depot=depot):
            if depot is not None and first <= depot < first + len(over):
                with at("depot"):
                    raise DocumentRefused(f"{depot} is the number of a place", "a number outside the places")
        case InverseLists(left=left, right=right) | Lexicographic(left=left, right=right):
            if len(left) != len(right):
                raise DocumentRefused(f"lists of {len(left)} and {len(right)} variables", "equal lengths")
        case Cardinality(values=values, counts=counts):
            if len(values) != len(counts):
                raise DocumentRefused(
                    f"{quantity(len(values), 'value')} and {quantity(len(counts), 'count')}", "a count for each value"
                )


def _lasting(tasks: Sequence[Task], scope: Scope) -> None:
    for place, task in enumerate(tasks):
        with at("tasks"), at(place), at("duration"):
            _not_negative(task.duration, scope)


def _not_negative(operand: tuple[str, int], scope: Scope) -> None:
    how, number = operand
    low = scope.unknowns[number].bounds[0] if how == "var" else number
    if low < 0:
        raise DocumentRefused(f"the value may be {low}", "0 or more")


def numbers(variables: Iterable[int], scope: Scope, field: str) -> None:
    """Reject variables whose values are words where numbers are required."""
    for place, number in enumerate(variables):
        if scope.unknowns[number].vocabulary:
            with at(field), at(place) if field in ("over", "terms") else nullcontext():
                raise DocumentRefused(f"{scope.name(number)} has words as values", "a variable with numbers")


def _alike(field: str, variables: Sequence[int], scope: Scope) -> Mapping[str, int]:
    """Return the words of these variables with their codes; empty if their values are numbers."""
    words: dict[str, int] = {}
    for number in variables:
        words.update(scope.unknowns[number].vocabulary)
    for place, number in enumerate(variables) if words else ():
        if not scope.unknowns[number].vocabulary:
            with at(field) if field else nullcontext(), at(place) if field == "over" else nullcontext():
                raise DocumentRefused(
                    f"{scope.name(number)} has numbers as values, other variables have words",
                    "words only, or numbers only",
                )
    return words


def _codes(field: str, values: Sequence[int | str], words: Mapping[str, int]) -> list[int]:
    with at(field):
        return [_code(value, words) for value in values]


def _code(value: int | str, words: Mapping[str, int]) -> int:
    """Return the code of a word, or the number itself if there are no words."""
    if words:
        if value not in words:
            raise DocumentRefused(f"{shown(value)} is not a word of these variables", one_of(words, str(value)))
        return words[str(value)]
    if isinstance(value, str):
        raise DocumentRefused(f"{shown(value)} is not a whole number", "a whole number")
    return value


def _listed(field: str, items: Sequence[tuple[str, Any]], words: Mapping[str, int]) -> Iterator[tuple[str, int]]:
    """Yield the items of a list, words replaced by codes."""
    for place, (how, value) in enumerate(items):
        with at(field), at(place) if field == "items" else nullcontext():
            yield how, value if how == "var" else _code(value, words)


def _coded_rows(rows: list[list[int | str]], over: Sequence[int], scope: Scope) -> TupleRows:
    """Return the rows of a table, words replaced by codes; a column has words if its variable does."""
    if rows and len(rows[0]) != len(over):
        with at("rows"):
            raise DocumentRefused(
                f"{quantity(len(over), 'variable')} and {quantity(len(rows[0]), 'number')} in a row",
                "a number for each variable",
            )
    words: dict[str, int] = {}
    for number in over:
        words.update(scope.unknowns[number].vocabulary)
    columns = [words if scope.unknowns[number].vocabulary else {} for number in over]
    for place, row in enumerate(rows):
        if words or str in map(type, row):
            for column, value in enumerate(row):
                with at("rows"), at(place), at(column):
                    _code(value, columns[column])
    return TupleRows(
        [list(map(_code, row, columns)) for row in rows] if words else cast(list[list[int]], rows), len(over)
    )


def in_words(constraint: Constraint, scope: Scope) -> dict[str, Any]:
    """Return the values in a constraint as a document writes them: words instead of codes."""

    def word(value: int, *variables: int) -> int | str:
        return scope.coded_words[value] if any(scope.unknowns[number].vocabulary for number in variables) else value

    match constraint:
        case AllDifferent(over=over, apart_from=apart):
            return {"apart_from": frozenset(word(value, *over) for value in apart)}
        case Automaton(over=over, transitions=steps):
            return {"transitions": tuple((before, word(value, *over), after) for before, value, after in steps)}
        case Table(over=over, rows=rows):
            listed: list[list[int]] = rows.array.tolist()
            if not any(scope.unknowns[number].vocabulary for number in over):
                return {"rows": listed}
            return {"rows": [list(map(word, row, over)) for row in listed]}
        case Element(items=items, value=last):
            variables = [number for how, number in (*items, last) if how == "var"]
            read = [(how, value if how == "var" else word(value, *variables)) for how, value in (*items, last)]
            return {"items": tuple(read[:-1]), "value": read[-1]}
        case Cardinality(over=over, values=values):
            return {"values": tuple(word(value, *over) for value in values)}
    return {}


def countable(terms: Weighed, facts: Weighed, scope: Scope, bounds: Bounds) -> None:
    """Reject an empty sum and a sum that is too large for the engines."""
    if not terms and not facts:
        raise DocumentRefused("empty sum", "terms or facts")
    numbers((number for _, number in terms), scope, "terms")
    largest = sum(abs(factor) * max(map(abs, scope.unknowns[variable].bounds)) for factor, variable in terms)
    if largest + sum(abs(factor) for factor, _ in facts) > bounds.sum:
        raise DocumentRefused("the sum may become too large", f"sums up to {bounds.sum:,}")


def possible(constraint: Constraint, scope: Scope) -> None:
    """Reject an unsatisfiable constraint, unless it has hidden variables, which only programs write."""
    if constraint.when:
        return
    claim = scope.lifting.claim(constraint)
    hidden = (scope.statement.variables[unknown.number].hidden for unknown in claim.unknowns())
    if claim.known is False and not any(hidden):
        raise DocumentRefused("the constraint is never true, whatever the values", "one that the domains allow")
