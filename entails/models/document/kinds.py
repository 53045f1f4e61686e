"""Every kind of constraint that a document may have, and its fields."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from entails.models.document.fields import (
    Fact,
    Field,
    Flag,
    LogicFormula,
    Many,
    Name,
    NameOrValue,
    Number,
    Some,
    TableRows,
    Value,
    Word,
    Words,
)
from entails.models.statement import (
    AllDifferent,
    Automaton,
    Bulk,
    Clause,
    Compare,
    Connected,
    Constraint,
    Count,
    Differ,
    Distance,
    Element,
    Linear,
    Logic,
    Loop,
    Product,
    Table,
)

_OPS = Word(("=", "!=", "<", "<=", ">", ">="))
TERM = Some((Number(), Name()), 'a number and a variable: [3, "x"]')
WORTH = Some((Number(), Fact()), 'a number and a fact: [3, "x=5"]')
_EDGE = Some((Number(0), Number(0)), "two places, counted from 0: [0, 1]")
STATE = Number(0, 99_999)
_STEP = Some((STATE, Value(), STATE), "a state, a value and a state: [0, 1, 2]")


@dataclass(frozen=True)
class Part:
    """A field of a document and the attribute of the constraint that it fills; an optional one has a default."""

    field: Field
    attribute: str
    about: str
    default: Any = None
    optional: bool = False


@dataclass(frozen=True)
class Kind:
    """One kind of constraint; `made` makes it from its attributes."""

    name: str
    about: str
    made: Callable[..., Constraint]
    parts: Mapping[str, Part]


def _clauses(clauses: tuple[tuple[int, ...], ...]) -> Bulk:
    sizes = [len(clause) for clause in clauses]
    starts = np.concatenate([[0], np.cumsum(sizes)]).astype(np.int32)
    return Bulk(np.array([lit for clause in clauses for lit in clause], np.int32), starts)


def _over(about: str = "the variables") -> Part:
    return Part(Many(Name()), "over", about)


KINDS: Mapping[str, Kind] = {
    kind.name: kind
    for kind in (
        Kind(
            "clause",
            "at least one of these facts holds",
            Clause,
            {"facts": Part(Many(Fact(), never=True), "lits", "the facts, of which one is enough")},
        ),
        Kind(
            "clauses",
            "many clauses under one sentence",
            _clauses,
            {"clauses": Part(Many(Many(Fact(), never=True)), "clauses", "lists of facts; one of each is enough")},
        ),
        Kind(
            "count",
            "so many of these facts hold; one that stands twice counts twice",
            Count,
            {
                "facts": Part(Many(Fact()), "lits", "the facts"),
                "op": Part(Word(("=", "!=", "<=", ">=")), "op", "how their number compares"),
                "value": Part(Number(0), "k", "with this"),
            },
        ),
        Kind(
            "all_different",
            "no two of these variables have the same value",
            AllDifferent,
            {
                "over": _over(),
                "apart_from": Part(Many(Value(), frozenset), "apart_from", "values that may repeat", frozenset(), True),
                "each": Part(Words(), "each", "the sentence of one value, where each is taken once", None, True),
            },
        ),
        Kind(
            "sum",
            "a sum of variables with factors, and of facts that count when they hold",
            Linear,
            {
                "terms": Part(Many(TERM, empty=True), "terms", "factors and variables", (), True),
                "facts": Part(Many(WORTH, empty=True), "facts", "factors and facts", (), True),
                "op": Part(_OPS, "op", "how the sum compares"),
                "value": Part(Number(), "value", "with this"),
            },
        ),
        Kind(
            "compare",
            "left op right + offset",
            Compare,
            {
                "left": Part(Name(), "left", "a variable"),
                "op": Part(_OPS, "op", "how it compares"),
                "right": Part(Name(), "right", "with this variable"),
                "offset": Part(Number(), "offset", "and this number added to it", 0, True),
            },
        ),
        Kind(
            "distance",
            "|left - right| op value",
            Distance,
            {
                "left": Part(Name(), "left", "a variable"),
                "right": Part(Name(), "right", "another"),
                "op": Part(_OPS, "op", "how their distance compares"),
                "value": Part(Number(), "k", "with this"),
            },
        ),
        Kind(
            "product",
            "these variables multiplied make this number",
            Product,
            {"over": _over("the factors"), "value": Part(Number(), "value", "the product")},
        ),
        Kind(
            "table",
            "together the variables take one of these rows, or none of them",
            Table,
            {
                "over": _over(),
                "rows": Part(TableRows(), "rows", "a value for each variable in each row: a word where it has words"),
                "allowed": Part(Flag(), "allowed", "false: none of the rows", True, True),
            },
        ),
        Kind(
            "automaton",
            "the values, read in order, lead from the start to a final state",
            Automaton,
            {
                "over": _over(),
                "start": Part(STATE, "start", "the state to begin with"),
                "finals": Part(Many(STATE, frozenset, never=True), "finals", "the states to end in"),
                "transitions": Part(Many(_STEP, never=True), "transitions", "state, value, next state"),
            },
        ),
        Kind(
            "logic",
            "a formula over facts holds",
            Logic,
            {"formula": Part(LogicFormula(), "formula", 'such as ["or", "a", ["not", "x=3"]]')},
        ),
        Kind(
            "element",
            "the item at this place has this value",
            Element,
            {
                "index": Part(Name(), "index", "the variable that is the place"),
                "items": Part(Many(NameOrValue()), "items", "variables, numbers and words"),
                "value": Part(NameOrValue(), "value", "what stands there: a variable, a number or a word"),
                "first": Part(Number(), "first", "the place of the first item", 0, True),
            },
        ),
        Kind(
            "differ",
            "two lists of variables are not equal everywhere",
            Differ,
            {"left": Part(Many(Name()), "left", "a list"), "right": Part(Many(Name()), "right", "another as long")},
        ),
        Kind(
            "connected",
            "the facts that hold hang together",
            Connected,
            {
                "facts": Part(Many(Fact()), "lits", "a fact for each place"),
                "edges": Part(Many(_EDGE, empty=True), "edges", "which places touch"),
                "root": Part(Number(0), "root", "a place whose fact holds", None, True),
            },
        ),
        Kind(
            "loop",
            "the facts that hold are the lines of one closed loop",
            Loop,
            {
                "facts": Part(Many(Fact()), "lits", "a fact for each line"),
                "edges": Part(Many(_EDGE), "edges", "the two points that each line joins"),
            },
        ),
    )
}
