"""Model documents: reading, writing, schema, and rejection of junk with its place."""

import json
import time
from random import Random
from typing import Any

import jsonschema_rs
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from statement_makers import KINDS as MADE
from statement_makers import make_statement
from statement_meaning import answers

from entails.formats.model_json.kinds import KINDS
from entails.formats.model_json.read import read_document
from entails.formats.model_json.schema import document_schema
from entails.formats.model_json.write import document, document_text
from entails.models.constraints import Constraint, Linear
from entails.models.errors import InvalidPuzzle
from entails.models.fields import Json
from entails.models.problem.builder import Builder
from entails.models.problem.model import ProblemModel

SCHEMA = jsonschema_rs.validator_for(document_schema())

SEND = {
    "name": "SEND+MORE",
    "variables": [{"name": name, "domain": [0, 9]} for name in "SENDMORY"],
    "constraints": [
        {"kind": "all_different", "over": list("SENDMORY"), "text": "different letters, different digits"},
        {
            "kind": "sum",
            "terms": [[1000, "S"], [91, "E"], [-90, "N"], [1, "D"], [-9000, "M"], [-900, "O"], [10, "R"], [-1, "Y"]],
            "op": "=",
            "value": 0,
            "text": "the sum is right",
        },
        {"kind": "sum", "terms": [[1, "S"]], "op": ">", "value": 0, "text": "no leading zero"},
        {"kind": "sum", "terms": [[1, "M"]], "op": ">", "value": 0, "text": "no leading zero"},
    ],
}

ONE_OF_EACH: dict[str, Json] = {
    "name": "one of each",
    "about": "every kind of constraint",
    "grids": [{"name": "r{row}c{column}", "rows": 2, "columns": 2, "domain": [1, 4]}],
    "variables": [
        {"name": "x", "domain": [0, 3]},
        {"name": "y", "domain": {"values": [-1, 2, 7]}},
        {"name": "sky", "domain": {"words": ["blue", "grey"]}},
        {"name": "wind", "domain": {"words": ["none", "storm"], "values": [0, 9]}},
        {"name": "a", "boolean": True},
        {"name": "b", "boolean": True, "defined": True},
        {"name": "_1", "boolean": True, "hidden": True},
    ],
    "constraints": [
        {"kind": "clause", "facts": ["x=1", "!sky=blue", "a"], "text": "a clause"},
        {"kind": "clauses", "clauses": [["a", "b"], ["!b", "wind=storm"]], "text": "two clauses"},
        {"kind": "count", "facts": ["a", "b", "x=0"], "op": ">=", "value": 1, "text": "a count"},
        {"kind": "all_different", "over": ["r1c1", "r1c2"], "text": "a row", "soft": True},
        {"kind": "all_different", "over": ["x", "r2c1"], "apart_from": [1, 2], "each": "one {value}"},
        {"kind": "sum", "terms": [[2, "x"], [-1, "y"]], "facts": [[3, "!a"]], "op": "<=", "value": 9, "when": ["b"]},
        {"kind": "compare", "left": "x", "op": "<", "right": "r1c1", "offset": 1},
        {"kind": "distance", "left": "r1c1", "right": "r2c2", "op": ">=", "value": 1},
        {"kind": "product", "over": ["r1c1", "r1c2"], "value": 4},
        {"kind": "arithmetic", "function": "max", "over": ["r1c1", "r1c2"], "result": "r1c1"},
        {"kind": "table", "over": ["x", "y"], "rows": [[0, -1], [1, 2]], "when": ["a", "!b"]},
        {"kind": "table", "over": ["x", "y"], "rows": [[3, 7]], "allowed": False},
        {
            "kind": "automaton",
            "over": ["x", "r1c1"],
            "start": 0,
            "finals": [1],
            "transitions": [[0, 0, 0], [0, 1, 1], [0, 2, 1], [1, 4, 1], [0, 4, 1]],
        },
        {"kind": "logic", "formula": ["or", "a", ["implies", "b", ["xor", "x=1", "x=2"]], ["not", ["iff", "a", "b"]]]},
        {"kind": "element", "index": "x", "items": [5, "y", "r1c1", 7], "value": "r2c2", "when": ["_1"]},
        {"kind": "element", "index": "x", "items": [1, 1], "value": 1, "first": 1, "when": ["_1"]},
        {"kind": "differ", "left": ["r1c1", "r1c2"], "right": ["r2c1", "r2c2"]},
        {"kind": "connected", "facts": ["a", "b", "x=1"], "edges": [[0, 1], [1, 2]], "root": 0},
        {
            "kind": "no_overlap",
            "tasks": [
                {"name": "mix", "start": "r1c1", "duration": 1},
                {"start": "x", "duration": "r1c2", "present": "a"},
            ],
            "resource": "the bowl",
        },
        {
            "kind": "cumulative",
            "tasks": [{"start": "r1c1", "duration": 2}, {"start": "r2c1", "duration": 1}],
            "demands": [1, "r1c2"],
            "capacity": 9,
        },
        {"kind": "circuit", "over": ["r1c1", "r1c2"], "first": 1, "optional": True, "depot": 0},
        {"kind": "inverse", "left": ["r1c1", "r1c2"], "right": ["r2c1", "r2c2"], "first_left": 1, "first_right": 1},
        {"kind": "lexicographic", "left": ["r1c1", "x"], "right": ["r2c1", "r2c2"], "strict": True},
        {"kind": "cardinality", "over": ["r1c1", "r1c2"], "values": [1, 2], "counts": [1, "x"], "closed": True},
        {"kind": "distinct_values", "over": ["r1c1", "r1c2", "x"], "op": "<=", "value": "r2c2"},
        {"kind": "loop", "facts": ["a", "b", "x=0"], "edges": [[0, 1], [1, 2], [2, 0]], "id": "round"},
    ],
    "objective": {"sense": "maximise", "terms": [[1, "x"]], "facts": [[2, "sky=grey"]]},
}


def in_any_order(value: Json) -> Any:
    """Return a document without the order of its variables and constraints."""
    assert isinstance(value, dict)
    return {key: sorted(map(json.dumps, some)) if isinstance(some, list) else some for key, some in value.items()}


@pytest.mark.parametrize("value", [SEND, ONE_OF_EACH], ids=["send", "one of each"])
def test_a_document_comes_back(value: dict[str, Json]) -> None:
    model = read_document(json.dumps(value))
    assert in_any_order(document(model)) == in_any_order(value)
    again = read_document(document_text(model))
    assert document(again) == document(model)
    assert again.statement.groups == model.statement.groups
    assert again.statement.variables == model.statement.variables
    assert again.boards == model.boards
    assert SCHEMA.is_valid(value)


def test_every_kind_is_in_the_example() -> None:
    kinds = {subclass.kind for subclass in Constraint.__subclasses__()}
    assert kinds == set(KINDS)
    text = ONE_OF_EACH["constraints"]
    assert isinstance(text, list)
    assert {item["kind"] for item in text if isinstance(item, dict)} == kinds


def test_what_a_document_says() -> None:
    statement = read_document(SEND).statement
    assert statement.about == ("SEND+MORE",)
    assert [group.text for group in statement.groups] == [
        "different letters, different digits",
        "the sum is right",
        "no leading zero",
    ]
    assert all(group.soft for group in statement.groups)
    assert statement.groups[2].cells == ("S", "M")
    assert statement.constraints[3] == Linear(((1, 4),), ">", 0, group=2)
    one_of_each = read_document(ONE_OF_EACH).statement
    assert [group.text for group in one_of_each.groups if group.soft] == ["a row"]
    texts = [group.text for group in one_of_each.groups]
    assert texts[5] == "if b then 2·x - y + 3·(not a) ≤ 9"
    assert texts[-1] == "a, b, x = 0 form one loop"
    assert one_of_each.groups[-1].id == "round"
    assert one_of_each.groups[6].say("fr") == "x < r1c1 + 1"
    assert one_of_each.names[-3:] == ("wind=storm", "a", "b")
    assert one_of_each.shown == 10


def test_the_builder_writes_the_same_document() -> None:
    p = Builder("SEND+MORE")
    s, e, n, d, m, o, r, y = p.ints("S E N D M O R Y", 0, 9)
    p.all_different(s, e, n, d, m, o, r, y, because="different letters, different digits")
    more = 1000 * s + 100 * e + 10 * n + d + 1000 * m + 100 * o + 10 * r + e
    p.add(more == 10000 * m + 1000 * o + 100 * n + 10 * e + y, "the sum is right")
    p.add(s > 0, m > 0, "no leading zero")
    assert document(p.model()) == SEND


def test_hidden_variables_and_soft_groups_come_back() -> None:
    p = Builder()
    x, y = p.ints("x y", 0, 3)
    p.add((x * y > 2) ^ (x < y), "a riddle")
    p.add(x != y, "another")
    written = document(p.model())
    again = read_document(written)
    assert document(again) == written
    assert [group.soft for group in again.statement.groups] == [True, True, False]
    assert sorted(answers(again.statement)) == sorted(answers(p.statement()))
    p.given(x, 3)
    assert [item.get("soft") for item in document(p.model())["constraints"]].count(True) == 1  # type: ignore


@settings(max_examples=80, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.randoms(use_true_random=False), st.sampled_from(sorted(MADE)), st.integers(0, 2), st.booleans())
def test_any_statement_comes_back(random: Random, kind: str, soft: int, objective: bool) -> None:
    """Any statement survives writing and reading, or is rejected as unsatisfiable or empty."""
    statement = make_statement(random, MADE[kind], soft=soft, objective=objective)
    try:
        again = read_document(document_text(ProblemModel(statement)))
    except InvalidPuzzle as error:
        refusal = str(error)
    else:
        refusal = ""
    if refusal:
        never = "never true" in refusal
        about_nothing = any(
            word in refusal
            for word in ("empty", "nothing", "joins", "connective", "is invalid", "out of range", "duplicate")
        )
        assert about_nothing or (never and not list(answers(statement))), refusal
        return
    assert SCHEMA.is_valid(document(again))
    assert document(again) == document(read_document(document(again)))
    assert sorted(answers(again.statement)) == sorted(answers(statement))


def test_a_large_document_is_read_in_time() -> None:
    names = [f"v{number}" for number in range(2000)]
    value: Json = {
        "variables": [{"name": name, "domain": [0, 9]} for name in names],
        "constraints": [
            {
                "kind": "sum",
                "terms": [[1, names[i % 2000]], [-2, names[(i * 7 + 1) % 2000]]],
                "op": "<=",
                "value": i % 9,
            }
            for i in range(20_000)
        ],
    }
    text = json.dumps(value)
    before = time.process_time()
    model = read_document(text)
    assert time.process_time() - before < 5
    assert len(model.statement.constraints) == 20_000


def test_soft_and_its_other_name() -> None:
    clause: dict[str, Json] = {"kind": "clause", "facts": ["a"], "text": "a holds"}
    value: dict[str, Json] = {"variables": [{"name": "a", "boolean": True}]}
    new, old = ({**value, "constraints": [{**clause, key: False}]} for key in ("soft", "doubtable"))
    assert SCHEMA.is_valid(new)
    assert SCHEMA.is_valid(old)
    assert document(read_document(old)) == document(read_document(new)) == new
    both: Json = {**value, "constraints": [{**clause, "soft": False, "doubtable": False}]}
    with pytest.raises(InvalidPuzzle, match=r"constraints\[0\].doubtable: an alias of 'soft'"):
        read_document(both)
