"""Table of the constraint types in documents and their fields, from which reader, writer and schema are derived."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, get_args

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
    TaskField,
    TextField,
    Word,
    WordsField,
)
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
    FunctionName,
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

_OPS = Word(("=", "!=", "<", "<=", ">", ">="))
TERM = Some((Number(), NameField()), 'a number and a variable: [3, "x"]')
WORTH = Some((Number(), FactField()), 'a number and a fact: [3, "x=5"]')
_EDGE = Some((Number(0), Number(0)), "two places, counted from 0: [0, 1]")
STATE = Number(0, 99_999)
_STEP = Some((STATE, DocumentValue(), STATE), "a state, a value and a state: [0, 1, 2]")


@dataclass(frozen=True)
class FieldSpec:
    """A document field and the constraint attribute that it sets. An optional field has a default."""

    field: Field
    attribute: str
    about: str
    default: Any = None
    optional: bool = False


@dataclass(frozen=True)
class ConstraintSpec:
    """A constraint type of documents; `build` constructs the constraint from its attributes."""

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


_TASKS = FieldSpec(Many(TaskField()), "tasks", "the tasks")
_RESOURCE = FieldSpec(TextField(), "resource", "the name of what they share, for sentences", "", True)

KINDS: Mapping[str, ConstraintSpec] = {
    kind.name: kind
    for kind in (
        ConstraintSpec(
            "clause",
            "at least one of these facts is true",
            Clause,
            {"facts": FieldSpec(Many(FactField(), never=True), "lits", "the facts, at least one of which is true")},
        ),
        ConstraintSpec(
            "clauses",
            "many clauses under one sentence",
            _clauses,
            {
                "clauses": FieldSpec(
                    Many(Many(FactField(), never=True)), "clauses", "lists of facts; at least one of each list is true"
                )
            },
        ),
        ConstraintSpec(
            "count",
            "the number of true facts, compared with k; a repeated fact counts twice",
            Count,
            {
                "facts": FieldSpec(Many(FactField()), "lits", "the facts"),
                "op": FieldSpec(Word(("=", "!=", "<=", ">=")), "op", "comparison of their number with k"),
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
                    WordsField(), "each", "the sentence of a single value, if each value is taken once", None, True
                ),
            },
        ),
        ConstraintSpec(
            "sum",
            "a sum of variables and true facts with factors, compared with a number",
            Linear,
            {
                "terms": FieldSpec(Many(TERM, empty=True), "terms", "factors and variables", (), True),
                "facts": FieldSpec(Many(WORTH, empty=True), "facts", "factors and facts", (), True),
                "op": FieldSpec(_OPS, "op", "comparison of the sum with the value"),
                "value": FieldSpec(Number(), "value", "with this"),
            },
        ),
        ConstraintSpec(
            "compare",
            "the comparison left op right + offset",
            Compare,
            {
                "left": FieldSpec(NameField(), "left", "a variable"),
                "op": FieldSpec(_OPS, "op", "comparison operator"),
                "right": FieldSpec(NameField(), "right", "the variable on the right"),
                "offset": FieldSpec(Number(), "offset", "number added to the right side", 0, True),
            },
        ),
        ConstraintSpec(
            "distance",
            "|left - right| op value",
            Distance,
            {
                "left": FieldSpec(NameField(), "left", "a variable"),
                "right": FieldSpec(NameField(), "right", "another"),
                "op": FieldSpec(_OPS, "op", "comparison of the distance with k"),
                "value": FieldSpec(Number(), "k", "with this"),
            },
        ),
        ConstraintSpec(
            "product",
            "the product of these variables is this number",
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
            "the values of the variables are one of these rows, or none of them",
            Table,
            {
                "over": _over(),
                "rows": FieldSpec(
                    TableRows(), "rows", "rows with a value for each variable, or a word if its values are words"
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
                "start": FieldSpec(STATE, "start", "the first state"),
                "finals": FieldSpec(Many(STATE, frozenset, never=True), "finals", "the accepting states"),
                "transitions": FieldSpec(Many(_STEP, never=True), "transitions", "state, value, next state"),
            },
        ),
        ConstraintSpec(
            "logic",
            "a formula over facts is true",
            Logic,
            {"formula": FieldSpec(LogicFormula(), "formula", 'such as ["or", "a", ["not", "x=3"]]')},
        ),
        ConstraintSpec(
            "element",
            "the item at this place has this value",
            Element,
            {
                "index": FieldSpec(NameField(), "index", "the variable that holds the index"),
                "items": FieldSpec(Many(NameOrValue()), "items", "variables, numbers and words"),
                "value": FieldSpec(NameOrValue(), "value", "the item: a variable, a number or a word"),
                "first": FieldSpec(Number(), "first", "the index of the first item", 0, True),
            },
        ),
        ConstraintSpec(
            "differ",
            "two lists of variables differ in at least one position",
            Differ,
            {
                "left": FieldSpec(Many(NameField()), "left", "a list"),
                "right": FieldSpec(Many(NameField()), "right", "another list of the same length"),
            },
        ),
        ConstraintSpec(
            "connected",
            "the true facts are connected",
            Connected,
            {
                "facts": FieldSpec(Many(FactField()), "lits", "a fact for each vertex"),
                "edges": FieldSpec(Many(_EDGE, empty=True), "edges", "pairs of adjacent vertices"),
                "root": FieldSpec(Number(0), "root", "a vertex whose fact is true", None, True),
            },
        ),
        ConstraintSpec(
            "loop",
            "the true facts are the edges of one closed loop",
            Loop,
            {
                "facts": FieldSpec(Many(FactField()), "lits", "a fact for each edge"),
                "edges": FieldSpec(Many(_EDGE), "edges", "the two end points of each edge"),
            },
        ),
        ConstraintSpec(
            "no_overlap",
            "no two of these tasks take place at the same time",
            TasksApart,
            {"tasks": _TASKS, "resource": _RESOURCE},
        ),
        ConstraintSpec(
            "cumulative",
            "at any time, the demands of the running tasks add up to the capacity at most",
            CapacityLimit,
            {
                "tasks": _TASKS,
                "demands": FieldSpec(Many(NameOrValue()), "demands", "what each task uses: variables and numbers"),
                "capacity": FieldSpec(NameOrValue(), "capacity", "the capacity: a variable or a number"),
                "resource": _RESOURCE,
            },
        ),
        ConstraintSpec(
            "circuit",
            "the places lie on one circuit; with a depot, on any number of circuits through it",
            RoundTrip,
            {
                "over": _over("the number of the next place, for each place"),
                "first": FieldSpec(Number(), "first", "the number of the first place", 0, True),
                "optional": FieldSpec(
                    Flag(), "optional", "true: a place that is its own next place is left out", False, True
                ),
                "depot": FieldSpec(Number(), "depot", "the number of the depot, where each trip begins", None, True),
            },
        ),
        ConstraintSpec(
            "inverse",
            "left[i] = j exactly if right[j] = i",
            InverseLists,
            {
                "left": FieldSpec(Many(NameField()), "left", "a list"),
                "right": FieldSpec(Many(NameField()), "right", "another list of the same length"),
                "first_left": FieldSpec(
                    Number(), "first_left", "the number of the first position on the left", 0, True
                ),
                "first_right": FieldSpec(
                    Number(), "first_right", "the number of the first position on the right", 0, True
                ),
            },
        ),
        ConstraintSpec(
            "lexicographic",
            "the left list comes before the right one in dictionary order",
            Lexicographic,
            {
                "left": FieldSpec(Many(NameField()), "left", "a list"),
                "right": FieldSpec(Many(NameField()), "right", "another list of the same length"),
                "strict": FieldSpec(Flag(), "strict", "true: the lists may not be equal", False, True),
            },
        ),
        ConstraintSpec(
            "cardinality",
            "each of these values is taken as often as its count",
            Cardinality,
            {
                "over": _over(),
                "values": FieldSpec(Many(DocumentValue()), "values", "the values"),
                "counts": FieldSpec(Many(NameOrValue()), "counts", "the count of each value: variables and numbers"),
                "closed": FieldSpec(Flag(), "closed", "true: no other value is taken", False, True),
            },
        ),
        ConstraintSpec(
            "distinct_values",
            "the number of different values that the variables take",
            DistinctValues,
            {
                "over": _over(),
                "op": FieldSpec(_OPS, "op", "comparison of their number with k"),
                "value": FieldSpec(NameOrValue(), "value", "the variable or number to compare with"),
            },
        ),
    )
}
