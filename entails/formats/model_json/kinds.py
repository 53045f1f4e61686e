"""Constraint types of documents and their fields: the reader, the writer and the schema are made from one table."""

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


_TASKS = FieldSpec(Many(TaskField()), "tasks", "the tasks")
_RESOURCE = FieldSpec(TextField(), "resource", "the name of what they share, for sentences", "", True)

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
            "the true facts are connected",
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
        ConstraintSpec(
            "no_overlap",
            "no two of these tasks take place at the same time",
            TasksApart,
            {"tasks": _TASKS, "resource": _RESOURCE},
        ),
        ConstraintSpec(
            "cumulative",
            "the demands of the tasks that take place at a time add up to the capacity at most",
            CapacityLimit,
            {
                "tasks": _TASKS,
                "demands": FieldSpec(Many(NameOrValue()), "demands", "what each task uses: variables and numbers"),
                "capacity": FieldSpec(NameOrValue(), "capacity", "what there is: a variable or a number"),
                "resource": _RESOURCE,
            },
        ),
        ConstraintSpec(
            "circuit",
            "the places are visited on one round trip; with a depot, on any number of them",
            RoundTrip,
            {
                "over": _over("the next place of each place"),
                "first": FieldSpec(Number(), "first", "the number of the first place", 0, True),
                "optional": FieldSpec(
                    Flag(), "optional", "true: a place whose next place is itself is left out", False, True
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
                "right": FieldSpec(Many(NameField()), "right", "another as long"),
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
                "right": FieldSpec(Many(NameField()), "right", "another as long"),
                "strict": FieldSpec(Flag(), "strict", "true: they are not equal", False, True),
            },
        ),
        ConstraintSpec(
            "cardinality",
            "each of these values is taken so many times",
            Cardinality,
            {
                "over": _over(),
                "values": FieldSpec(Many(DocumentValue()), "values", "the values"),
                "counts": FieldSpec(Many(NameOrValue()), "counts", "how often each is taken: variables and numbers"),
                "closed": FieldSpec(Flag(), "closed", "true: no other value is taken", False, True),
            },
        ),
        ConstraintSpec(
            "distinct_values",
            "the number of different values that the variables take",
            DistinctValues,
            {
                "over": _over(),
                "op": FieldSpec(_OPS, "op", "how their number compares"),
                "value": FieldSpec(NameOrValue(), "value", "with this variable or number"),
            },
        ),
    )
}
