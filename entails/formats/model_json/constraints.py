"""Constraint types of documents and their fields, and checks of whole constraints."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import dataclass
from typing import Any, cast, get_args

import numpy as np

from entails.formats.model_json.fields import (
    DocumentValue,
    FactField,
    Field,
    Flag,
    LogicFormula,
    Many,
    NameField,
    NameOrValue,
    Number,
    Some,
    TableRows,
    Word,
    WordsField,
)
from entails.formats.model_json.scope import Bounds, DocumentRefused, Scope, at, shown
from entails.models.constraints import (
    AllDifferent,
    Automaton,
    Bulk,
    Calculation,
    Clause,
    Compare,
    Connected,
    Constraint,
    Count,
    Differ,
    Distance,
    Element,
    FunctionName,
    Linear,
    Logic,
    Loop,
    Product,
    Table,
    TupleRows,
)
from entails.models.errors import one_of

_OPS = Word(("=", "!=", "<", "<=", ">", ">="))
TERM = Some((Number(), NameField()), 'a number and a variable: [3, "x"]')
WORTH = Some((Number(), FactField()), 'a number and a fact: [3, "x=5"]')
_EDGE = Some((Number(0), Number(0)), "two places, counted from 0: [0, 1]")
STATE = Number(0, 99_999)
_STEP = Some((STATE, DocumentValue(), STATE), "a state, a value and a state: [0, 1, 2]")


@dataclass(frozen=True)
class FieldSpec:
    """A field of a document, and the attribute of the constraint that it sets. An optional field has a default."""

    field: Field
    attribute: str
    about: str
    default: Any = None
    optional: bool = False


@dataclass(frozen=True)
class ConstraintSpec:
    """A constraint type of documents; `build` makes the constraint from its attributes."""

    name: str
    about: str
    build: Callable[..., Constraint]
    parts: Mapping[str, FieldSpec]


def _clauses(clauses: tuple[tuple[int, ...], ...]) -> Bulk:
    sizes = [len(clause) for clause in clauses]
    starts = np.concatenate([[0], np.cumsum(sizes)]).astype(np.int32)
    return Bulk(np.array([lit for clause in clauses for lit in clause], np.int32), starts)


def _over(about: str = "the variables") -> FieldSpec:
    return FieldSpec(Many(NameField()), "over", about)


KINDS: Mapping[str, ConstraintSpec] = {
    kind.name: kind
    for kind in (
        ConstraintSpec(
            "clause",
            "at least one of these facts holds",
            Clause,
            {"facts": FieldSpec(Many(FactField(), never=True), "lits", "the facts, of which one is enough")},
        ),
        ConstraintSpec(
            "clauses",
            "many clauses under one sentence",
            _clauses,
            {
                "clauses": FieldSpec(
                    Many(Many(FactField(), never=True)), "clauses", "lists of facts; one of each is enough"
                )
            },
        ),
        ConstraintSpec(
            "count",
            "so many of these facts hold; one that stands twice counts twice",
            Count,
            {
                "facts": FieldSpec(Many(FactField()), "lits", "the facts"),
                "op": FieldSpec(Word(("=", "!=", "<=", ">=")), "op", "how their number compares"),
                "value": FieldSpec(Number(0), "k", "with this"),
            },
        ),
        ConstraintSpec(
            "all_different",
            "no two of these variables have the same value",
            AllDifferent,
            {
                "over": _over(),
                "apart_from": FieldSpec(
                    Many(DocumentValue(), frozenset), "apart_from", "values that may repeat", frozenset(), True
                ),
                "each": FieldSpec(
                    WordsField(), "each", "the sentence of one value, where each is taken once", None, True
                ),
            },
        ),
        ConstraintSpec(
            "sum",
            "a sum of variables with factors, and of facts that count when they hold",
            Linear,
            {
                "terms": FieldSpec(Many(TERM, empty=True), "terms", "factors and variables", (), True),
                "facts": FieldSpec(Many(WORTH, empty=True), "facts", "factors and facts", (), True),
                "op": FieldSpec(_OPS, "op", "how the sum compares"),
                "value": FieldSpec(Number(), "value", "with this"),
            },
        ),
        ConstraintSpec(
            "compare",
            "left op right + offset",
            Compare,
            {
                "left": FieldSpec(NameField(), "left", "a variable"),
                "op": FieldSpec(_OPS, "op", "how it compares"),
                "right": FieldSpec(NameField(), "right", "with this variable"),
                "offset": FieldSpec(Number(), "offset", "and this number added to it", 0, True),
            },
        ),
        ConstraintSpec(
            "distance",
            "|left - right| op value",
            Distance,
            {
                "left": FieldSpec(NameField(), "left", "a variable"),
                "right": FieldSpec(NameField(), "right", "another"),
                "op": FieldSpec(_OPS, "op", "how their distance compares"),
                "value": FieldSpec(Number(), "k", "with this"),
            },
        ),
        ConstraintSpec(
            "product",
            "these variables multiplied make this number",
            Product,
            {"over": _over("the factors"), "value": FieldSpec(Number(), "value", "the product")},
        ),
        ConstraintSpec(
            "arithmetic",
            "a function of variables has the value of another variable",
            Calculation,
            {
                "function": FieldSpec(
                    Word(get_args(FunctionName)),
                    "function",
                    "what is computed; // and % round down, div and rem towards zero",
                ),
                "over": _over("the arguments, in order"),
                "result": FieldSpec(NameField(), "result", "the variable that has the value"),
            },
        ),
        ConstraintSpec(
            "table",
            "together the variables take one of these rows, or none of them",
            Table,
            {
                "over": _over(),
                "rows": FieldSpec(
                    TableRows(), "rows", "a value for each variable in each row: a word where it has words"
                ),
                "allowed": FieldSpec(Flag(), "allowed", "false: none of the rows", True, True),
            },
        ),
        ConstraintSpec(
            "automaton",
            "the values, read in order, lead from the start to a final state",
            Automaton,
            {
                "over": _over(),
                "start": FieldSpec(STATE, "start", "the state to begin with"),
                "finals": FieldSpec(Many(STATE, frozenset, never=True), "finals", "the states to end in"),
                "transitions": FieldSpec(Many(_STEP, never=True), "transitions", "state, value, next state"),
            },
        ),
        ConstraintSpec(
            "logic",
            "a formula over facts holds",
            Logic,
            {"formula": FieldSpec(LogicFormula(), "formula", 'such as ["or", "a", ["not", "x=3"]]')},
        ),
        ConstraintSpec(
            "element",
            "the item at this place has this value",
            Element,
            {
                "index": FieldSpec(NameField(), "index", "the variable that is the place"),
                "items": FieldSpec(Many(NameOrValue()), "items", "variables, numbers and words"),
                "value": FieldSpec(NameOrValue(), "value", "what stands there: a variable, a number or a word"),
                "first": FieldSpec(Number(), "first", "the place of the first item", 0, True),
            },
        ),
        ConstraintSpec(
            "differ",
            "two lists of variables are not equal everywhere",
            Differ,
            {
                "left": FieldSpec(Many(NameField()), "left", "a list"),
                "right": FieldSpec(Many(NameField()), "right", "another as long"),
            },
        ),
        ConstraintSpec(
            "connected",
            "the facts that hold hang together",
            Connected,
            {
                "facts": FieldSpec(Many(FactField()), "lits", "a fact for each place"),
                "edges": FieldSpec(Many(_EDGE, empty=True), "edges", "which places touch"),
                "root": FieldSpec(Number(0), "root", "a place whose fact holds", None, True),
            },
        ),
        ConstraintSpec(
            "loop",
            "the facts that hold are the lines of one closed loop",
            Loop,
            {
                "facts": FieldSpec(Many(FactField()), "lits", "a fact for each line"),
                "edges": FieldSpec(Many(_EDGE), "edges", "the two points that each line joins"),
            },
        ),
    )
}

Weighed = Sequence[tuple[int, int]]
"""Pairs of a factor and the number of a variable or a fact."""


def coded(kind: str, fields: dict[str, Any], scope: Scope) -> None:
    """Replace words in a constraint by their codes; reject words mixed with numbers or used in arithmetic."""
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
                    f"{scope.name(fields['left'])} and {scope.name(fields['right'])} have words for values, "
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


def fitted(constraint: Constraint, scope: Scope, bounds: Bounds) -> None:
    """Reject a constraint whose parts do not fit together."""
    match constraint:
        case Linear(terms=terms, facts=facts):
            countable(terms, facts, scope, bounds)
        case Calculation(function=function, over=over):
            wanted = 1 if function == "abs" else 2 if function in ("//", "%", "div", "rem") else None
            if len(over) != (len(over) if wanted is None else wanted):
                with at("over"):
                    raise DocumentRefused(f"{function} has {len(over)} variables", f"{wanted}")
            if function in ("//", "%", "div", "rem") and scope.unknowns[over[1]].has(0):
                with at("over"):
                    raise DocumentRefused(f"{scope.name(over[1])} may be 0", "a divisor whose domain has no 0")
        case Bulk(lits=lits) if len(lits) and scope.statement.facts >= 2**31:
            raise DocumentRefused("clauses over variables with so many values", "clause, one for each")
        case Differ(left=left, right=right):
            if len(left) != len(right):
                raise DocumentRefused(
                    f"lists of {len(left)} and {len(right)} variables always differ", "as many in both"
                )
        case Connected(lits=lits, edges=edges, root=root):
            for place, edge in enumerate(edges):
                if max(edge) >= len(lits):
                    with at("edges"), at(place):
                        raise DocumentRefused(f"there is no place {max(edge)}", f"places from 0 to {len(lits) - 1}")
            if root is not None and root >= len(lits):
                with at("root"):
                    raise DocumentRefused(f"there is no place {root}", f"places from 0 to {len(lits) - 1}")
        case Loop(lits=lits, edges=edges):
            if len(lits) != len(edges):
                raise DocumentRefused(f"there are {len(lits)} facts and {len(edges)} edges", "a fact for each edge")


def numbers(variables: Iterable[int], scope: Scope, field: str) -> None:
    """Reject variables whose values are words where numbers are required."""
    for place, number in enumerate(variables):
        if scope.unknowns[number].vocabulary:
            with at(field), at(place) if field in ("over", "terms") else nullcontext():
                raise DocumentRefused(
                    f"{scope.name(number)} has words for values, not numbers", "a variable with numbers"
                )


def _alike(field: str, variables: Sequence[int], scope: Scope) -> Mapping[str, int]:
    """Return the words of these variables with their codes; empty if their values are numbers."""
    words: dict[str, int] = {}
    for number in variables:
        words.update(scope.unknowns[number].vocabulary)
    for place, number in enumerate(variables) if words else ():
        if not scope.unknowns[number].vocabulary:
            with at(field) if field else nullcontext(), at(place) if field == "over" else nullcontext():
                raise DocumentRefused(
                    f"{scope.name(number)} has numbers for values, and others here have words",
                    "words only, or numbers only",
                )
    return words


def _codes(field: str, values: Sequence[int | str], words: Mapping[str, int]) -> list[int]:
    with at(field):
        return [_code(value, words) for value in values]


def _code(value: int | str, words: Mapping[str, int]) -> int:
    """Return the code of a word, or the number if there are no words."""
    if words:
        if value not in words:
            raise DocumentRefused(f"{shown(value)} is not a word of these variables", one_of(words, str(value)))
        return words[str(value)]
    if isinstance(value, str):
        raise DocumentRefused(f"{shown(value)} is not a whole number", "a whole number")
    return value


def _listed(field: str, items: Sequence[tuple[str, Any]], words: Mapping[str, int]) -> Iterator[tuple[str, int]]:
    """Yield the items of a list with codes instead of words."""
    for place, (how, value) in enumerate(items):
        with at(field), at(place) if field == "items" else nullcontext():
            yield how, value if how == "var" else _code(value, words)


def _coded_rows(rows: list[list[int | str]], over: Sequence[int], scope: Scope) -> TupleRows:
    """Return the rows of a table; a column has words if its variable does."""
    if rows and len(rows[0]) != len(over):
        with at("rows"):
            raise DocumentRefused(
                f"there are {len(over)} variables and {len(rows[0])} numbers in a row", "as many of both"
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
    """Return the attributes of a constraint that hold values, with words instead of codes, as in a document."""
    words = {code: word for unknown in scope.unknowns for word, code in unknown.vocabulary.items()}

    def word(value: int, *variables: int) -> int | str:
        return words[value] if any(scope.unknowns[number].vocabulary for number in variables) else value

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
    return {}


def countable(terms: Weighed, facts: Weighed, scope: Scope, bounds: Bounds) -> None:
    """Reject an empty sum and a sum that is too large for the engines."""
    if not terms and not facts:
        raise DocumentRefused("this is a sum of nothing", "terms or facts")
    numbers((number for _, number in terms), scope, "terms")
    largest = sum(abs(factor) * max(map(abs, scope.unknowns[variable].bounds)) for factor, variable in terms)
    if largest + sum(abs(factor) for factor, _ in facts) > bounds.sum:
        raise DocumentRefused("this sum may become too large to be counted", f"sums up to {bounds.sum:,}")


def possible(constraint: Constraint, scope: Scope) -> None:
    """Reject a constraint that can never be true, unless it has hidden variables: only programs write those."""
    if constraint.when:
        return
    claim = scope.lifting.claim(constraint)
    hidden = (scope.statement.variables[unknown.number].hidden for unknown in claim.unknowns())
    if claim.known is False and not any(hidden):
        raise DocumentRefused("this can never be true, whatever the values", "a constraint that the domains allow")
