# ruff: noqa: E501
"""Rejected documents: each gives one short sentence with the place."""

import json
from typing import Any

import jsonschema_rs
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from entails.formats.model_json.read import read_document
from entails.formats.model_json.schema import document_schema
from entails.formats.model_json.scope import BOUNDS
from entails.formats.model_json.write import document
from entails.models.errors import Invalid, InvalidPuzzle
from entails.models.fields import Json

from .test_document import ONE_OF_EACH

SCHEMA = jsonschema_rs.validator_for(document_schema())

VARIABLES: list[Json] = [
    {"name": "x", "domain": [0, 3]},
    {"name": "y", "domain": [0, 3]},
    {"name": "a", "boolean": True},
]


def with_constraint(**fields: Json) -> dict[str, Json]:
    return {"variables": VARIABLES, "constraints": [fields]}


def with_variable(**fields: Json) -> dict[str, Json]:
    return {"variables": [*VARIABLES, fields], "constraints": []}


def with_words(**fields: Json) -> dict[str, Json]:
    words: list[Json] = [
        {"name": "sky", "domain": {"words": ["blue", "grey"]}},
        {"name": "sea", "domain": {"words": ["grey", "green"]}},
    ]
    return {"variables": [*VARIABLES, *words], "constraints": [fields]}


def nested(depth: int) -> Json:
    formula: Json = "a"
    for _ in range(depth):
        formula = ["not", formula]
    return formula


@pytest.mark.parametrize(
    ("value", "sentence"),
    [
        ([], "an empty list is not an object; expected a document with variables and constraints"),
        ({}, "no variables; expected variables or grids"),
        ({"variabels": []}, "unknown field 'variabels'; expected one of variables, version, name, about, grids, constraints, objective"),
        ({"version": 2}, "version: 2 is not a supported version; expected 1"),
        ({"version": True}, "version: true is not a supported version; expected 1"),
        ({"variables": {}}, "variables: an object is not a list; expected a list"),
        (with_variable(), "variables[3]: 'name' is missing"),
        (with_variable(name="x", domain=[0, 1]), "variables[3]: duplicate variable 'x'; expected a new name"),
        (with_variable(name="!x", domain=[0, 1]), "variables[3]: a variable cannot be called '!x': a name has no =, no ! at its beginning and no space around it; expected a name"),
        (with_variable(name="z\u202e", domain=[0, 1]), "variables[3]: a variable cannot be called 'z\\u202e': this name has characters that cannot be shown; expected a name"),
        (with_variable(name="z\ud800", domain=[0, 1]), "variables[3]: a variable cannot be called 'z\\ud800': this name has characters that cannot be shown; expected a name"),
        (with_variable(name=5, domain=[0, 1]), "variables[3]: a variable has no name; expected a name"),
        (with_variable(name="z"), "variables[3]: 'domain' is missing; expected a range such as [1, 9], {\"values\": [1, 4, 9]} or {\"words\": [\"red\", \"blue\"]}; or \"boolean\": true"),
        (with_variable(name="z", domain=[3, 1]), "variables[3].domain: the range 3 to 1 is empty; expected the lower number first"),
        (with_variable(name="z", domain=[1]), "variables[3].domain: a list of 1 is not a range; expected a range such as"),
        (with_variable(name="z", domain={"values": []}), "variables[3].domain.values: empty list; expected at least one entry"),
        (with_variable(name="z", domain={"values": [1, 1]}), "variables[3].domain.values: repeated value; expected each value once"),
        (with_variable(name="z", domain={"words": ["a", "a"]}), "variables[3].domain.words[1]: 'a' is repeated or contains =; expected different words"),
        (with_variable(name="z", domain={}), "variables[3].domain: empty domain; expected"),
        (with_variable(name="z", domain={"values": [*range(10_001)]}), "variables[3].domain.values: the list has 10,001 entries; expected 10,000 at most"),
        (with_variable(name="z", domain=[0, 10**6]), None),
        (with_variable(name="z", domain=[0, 10**40]), "variables[3].domain[1]: a huge number is out of range; expected a whole number from -1,000,000,000,000,000,000 to 1,000,000,000,000,000,000"),
        (with_variable(name="z", domain=[0.0, 1]), "variables[3].domain[0]: 0.0 is not a whole number; expected a whole number"),
        (with_variable(name="z", domain=[False, True]), "variables[3].domain[0]: false is not a whole number"),
        (with_variable(name="z", boolean=1), "variables[3].boolean: 1 is neither true nor false; expected true or false"),
        (with_variable(name="z", boolean=True, domain=[0, 2]), "variables[3].domain: invalid domain of a boolean; expected no domain, or [0, 1]"),
        ({"grids": [{"name": "r{row}", "rows": 2, "columns": 2, "domain": [0, 1]}]}, "grids[0].name: duplicate variable 'r1'; expected a new name"),
        ({"grids": [{"name": "r{row}c{column}", "rows": 10**4, "columns": 10**4, "domain": [0, 1]}]}, "grids[0]: the grid has 100,000,000 cells; expected 50,000 at most"),
        ({"grids": [{"name": "r{row}c{column}", "rows": 200, "columns": 200, "domain": [0, 99]}]}, "grids[0].name: the variables have 1,000,100 values in total; expected at most 1,000,000"),
        (with_constraint(), "constraints[0]: 'kind' is missing; expected one of clause, clauses, count, all_different, sum, compare"),
        (with_constraint(kind="alldifferent"), "constraints[0]: unknown kind 'alldifferent'; expected one of all_different, clause, clauses, count"),
        (with_constraint(kind=["sum"]), "constraints[0]: the kind is a list; expected one of clause"),
        (with_constraint(kind="all_different"), "constraints[0]: 'over' is missing; expected all_different has over, apart_from, each"),
        (with_constraint(kind="all_different", over=[]), "constraints[0].over: empty list; expected at least one entry"),
        (with_constraint(kind="all_different", over=["x", "Q"]), "constraints[0].over[1]: unknown variable 'Q'; expected one of x, y, a"),
        (with_constraint(kind="all_different", over="xy"), "constraints[0].over: 'xy' is not a list; expected a list"),
        (with_constraint(kind="all_different", over=["x", "x"]), "constraints[0]: the constraint is never true, whatever the values; expected one that the domains allow"),
        (with_constraint(kind="all_different", over=["x", "y"], txt="?"), "constraints[0]: unknown field 'txt'; expected one of text, over, apart_from, each, kind, id, soft, weight, when"),
        (with_constraint(kind="sum", terms=[[1, "x"], [1, "Q"]], op="=", value=0), "constraints[0].terms[1]: unknown variable 'Q'; expected one of x, y, a"),
        (with_constraint(kind="sum", terms=[[1, "x", 2]], op="=", value=0), "constraints[0].terms[0]: a list of 3 is invalid; expected a number and a variable: [3, \"x\"]"),
        (with_constraint(kind="sum", terms=[["x", 1]], op="=", value=0), "constraints[0].terms[0]: 'x' is not a whole number; expected a whole number"),
        (with_constraint(kind="sum", terms=[], op="=", value=0), "constraints[0]: empty sum; expected terms or facts"),
        (with_constraint(kind="sum", terms=[[1, "x"]], op="==", value=0), "constraints[0].op: unknown word '=='; expected one of =, !=, <, <=, >, >="),
        (with_constraint(kind="sum", terms=[[1, "x"], [1, "y"]], op="=", value=7), "constraints[0]: the constraint is never true, whatever the values"),
        (with_constraint(kind="sum", terms=[[10**9, "x"]] * 10**6, op="=", value=7), "constraints[0].terms: the list has 1,000,000 entries; expected 100,000 at most"),
        (with_constraint(kind="sum", terms=[[10**9, "x"]] * 10**6, op="=", value=7, soft=2), "constraints[0].terms: the list has 1,000,000 entries"),
        (with_constraint(kind="clause", facts=["x"]), "constraints[0].facts[0]: x is not a boolean; expected a fact such as \"x=0\""),
        (with_constraint(kind="clause", facts=["a=1"]), "constraints[0].facts[0]: a is a boolean and has no values; expected \"a\" or \"!a\""),
        (with_constraint(kind="clause", facts=["x=7"]), "constraints[0].facts[0]: x has no value '7'; expected one of 0, 1, 2, 3"),
        (with_constraint(kind="clause", facts=["x=01"]), "constraints[0].facts[0]: x has no value '01'"),
        (with_constraint(kind="clause", facts=[["x", 1]]), "constraints[0].facts[0]: a list is not a fact; expected a text such as \"x=5\", \"!x=5\", or the name of a boolean"),
        (with_constraint(kind="clause", facts=["!!a"]), "constraints[0].facts[0]: unknown variable '!a'; expected one of a, x, y"),
        (with_constraint(kind="clauses", clauses=[["a"], []]), "constraints[0].clauses[1]: empty list"),
        (with_constraint(kind="clauses", clauses=[["a"], ["!a"]]), None),
        (with_constraint(kind="count", facts=["a", "x=1"], op="=", value=3), "constraints[0]: the constraint is never true"),
        (with_constraint(kind="count", facts=["a", "x=1"], op="<", value=3), "constraints[0].op: unknown word '<'; expected one of <=, =, !=, >="),
        (with_constraint(kind="count", facts=["a", "x=1"], op="=", value=-1), "constraints[0].value: -1 is out of range"),
        (with_constraint(kind="compare", left="x", op="<", right="x"), "constraints[0]: the constraint is never true"),
        (with_constraint(kind="product", over=["x"], value=10**19), "constraints[0].value: 10000000000000000000 is out of range"),
        (with_constraint(kind="arithmetic", function="//", over=["x", "y"], result="x"), "constraints[0].over: y may be 0; expected a divisor whose domain has no 0"),
        (with_constraint(kind="arithmetic", function="abs", over=["x", "y"], result="x"), "constraints[0].over: abs has 2 variables; expected 1"),
        (with_constraint(kind="arithmetic", function="+", over=["x", "y"], result="x"), "constraints[0].function: unknown word '+'"),
        (with_constraint(kind="table", over=["x", "y"], rows=[[1]]), "constraints[0].rows: 2 variables and 1 number in a row; expected a number for each variable"),
        (with_constraint(kind="table", over=["x", "y"], rows=[[1, 2], [1]]), "constraints[0].rows[1]: a list of 1 is not a row of this table; expected equally long lists of numbers"),
        (with_constraint(kind="table", over=["x"], rows=[[1], ["1"]]), "constraints[0].rows[1][0]: '1' is not a whole number"),
        (with_constraint(kind="table", over=["x"], rows=[[10**19]]), "constraints[0].rows[0][0]: 10000000000000000000 is out of range"),
        (with_constraint(kind="table", over=["x"], rows=[]), "constraints[0].rows: empty list"),
        (with_constraint(kind="table", over=["x"], rows=[[9]]), "constraints[0]: the constraint is never true"),
        (with_constraint(kind="automaton", over=["x"], start=0, finals=[1], transitions=[[0, 9, 1]]), "constraints[0]: the constraint is never true"),
        (with_constraint(kind="automaton", over=["x"], start=0, finals=[1], transitions=[[0, 9, 10**8]]), "constraints[0].transitions[0]: 100000000 is out of range; expected a whole number from 0 to 99,999"),
        (with_constraint(kind="logic", formula=[]), "constraints[0].formula: empty list"),
        (with_constraint(kind="logic", formula=["nand", "a"]), "constraints[0].formula[0]: unknown connective 'nand'; expected one of and, or, not, implies, iff, xor"),
        (with_constraint(kind="logic", formula=["or", "a", ["not", "a", "a"]]), "constraints[0].formula[2]: 'not' joins 2 formulas; expected 1"),
        (with_constraint(kind="logic", formula=["or", "a", ["and", "x=9"]]), "constraints[0].formula[2][1]: x has no value '9'"),
        (with_constraint(kind="logic", formula=nested(50)), None),
        (with_constraint(kind="element", index="x", items=[1, "z"], value=1), "constraints[0].items[1]: unknown variable 'z'"),
        (with_constraint(kind="element", index="x", items=[1], value=1, first=8), "constraints[0]: the constraint is never true"),
        (with_constraint(kind="differ", left=["x"], right=["x", "y"]), "constraints[0]: lists of 1 and 2 variables always differ; expected equal lengths"),
        (with_constraint(kind="connected", facts=["a", "x=1"], edges=[[0, 2]]), "constraints[0].edges[0]: place 2 is out of range; expected places from 0 to 1"),
        (with_constraint(kind="connected", facts=["a"], edges=[], root=1), "constraints[0].root: place 1 is out of range; expected places from 0 to 0"),
        (with_constraint(kind="loop", facts=["a"], edges=[[0, 1], [1, 0]]), "constraints[0]: 1 fact and 2 edges; expected a fact for each edge"),
        (with_constraint(kind="clause", facts=["a"], text=""), "constraints[0].text: '' is not a text; expected words"),
        (with_constraint(kind="clause", facts=["a"], text="t" * 2000), "constraints[0].text: this text has 2,000 characters; expected 1,000 at most"),
        (with_constraint(kind="clause", facts=["a"], text="\x1b[2J"), "constraints[0].text: this text has characters that cannot be shown; expected words on one line"),
        (with_constraint(kind="clause", facts=["a"], text="\ud800"), "constraints[0].text: this text has characters that cannot be shown"),
        (with_constraint(kind="clause", facts=["a"], soft="yes"), "constraints[0].soft: 'yes' is neither true nor false"),
        (with_constraint(kind="clause", facts=["a"], when=[]), "constraints[0].when: empty list"),
        (with_constraint(kind="clause", facts=["a"], when=["q"]), "constraints[0].when[0]: unknown variable 'q'"),
        ({"variables": VARIABLES, "objective": {"sense": "maximize", "terms": [[1, "x"]]}}, "objective.sense: unknown word 'maximize'; expected one of maximise, minimise"),
        ({"variables": [{"name": "x", "domain": [10**18, 10**18 + 1]}], "objective": {"sense": "maximise"}}, "variables[0].domain[1]: 1000000000000000001 is out of range"),
        ({"variables": [{"name": "x", "domain": [10**8, 10**8 + 1]}], "objective": {"sense": "maximise", "terms": [[10**11, "x"]]}}, "objective: the sum may become too large; expected sums up to 4,000,000,000,000,000,000"),
        ({"variables": VARIABLES, "objective": {"sense": "maximise"}}, "objective: empty sum; expected terms or facts"),
        ({"variables": VARIABLES, "constraints": [{"kind": "clause", "facts": ["a"], "text": "t", "soft": True}, {"kind": "clause", "facts": ["a"], "text": "t", "soft": False}]}, "constraints[1].soft: 't' is soft in one place and hard in another"),
    ],
)  # fmt: skip
def test_rejected_input(value: Json, sentence: str | None) -> None:
    if sentence is None:
        read_document(value)
        return
    with pytest.raises(InvalidPuzzle) as refused:
        read_document(value)
    assert str(refused.value).startswith(sentence)
    assert "\n" not in str(refused.value)
    assert len(str(refused.value)) < 400


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "line 1, column 1: invalid JSON; expected a document: {...}"),
        ("{", "line 1, column 2: invalid JSON; expected property name enclosed in double quotes"),
        ("{} {}", "line 1, column 4: invalid JSON; expected the end of the text"),
        ('{"variables": [{"name": "x", "name": "y"}]}', "variables[0]: 'name' is repeated in one object; expected each key once"),
        ('{"variables": [], "variables": []}', "'variables' is repeated in one object; expected each key once"),
        ('{"variables": [{"name": "x", "domain": [0, NaN]}]}', "NaN is not a number; expected whole numbers only"),
        ('{"variables": [{"name": "x", "domain": [0, 1e999]}]}', "variables[0].domain[1]: inf is not a whole number"),
        ('{"variables": [{"name": "x", "domain": [0, ' + "9" * 5000 + "]}]}", "a number is too long; expected small numbers"),
        ("[" * 100_000, "nested too deeply; expected a document with variables and constraints"),
        ('{"name": "' + "x" * BOUNDS.bytes + '"}', "the document has 8,000,012 bytes; expected 8,000,000 at most"),
        (json.dumps(with_constraint(kind="logic", formula=nested(51))), "constraints[0].formula" + "[1]" * 50 + ": nested too deeply; expected 50 levels at most"),
    ],
)  # fmt: skip
def test_text_that_is_refused(text: str, sentence: str) -> None:
    for source in (text, text.encode()):
        with pytest.raises(InvalidPuzzle) as refused:
            read_document(source)
        assert str(refused.value).startswith(sentence)


JSON_VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=5)
    | st.sampled_from(["x", "a", "x=1", "sum"]),
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from(["kind", "over", "name", "value", "q"]), inner)
    ),
    max_leaves=12,
)


@settings(max_examples=80, deadline=None)
@given(st.data())
def test_junk_is_refused_or_read(data: st.DataObject) -> None:
    """A valid document with a random replacement is either read or rejected in one short sentence."""
    value = json.loads(json.dumps(ONE_OF_EACH))
    place: Any = value
    for _ in range(data.draw(st.integers(0, 4))):
        keys = list(place) if isinstance(place, dict) else list(range(len(place))) if isinstance(place, list) else []
        if not keys:
            break
        key = data.draw(st.sampled_from(keys))
        if data.draw(st.booleans()):
            place[key] = data.draw(JSON_VALUES)
            break
        place = place[key]
    try:
        model = read_document(value)
    except InvalidPuzzle as error:
        refusal = str(error)
    else:
        refusal = ""
        document(model)
    assert "\n" not in refusal
    assert len(refusal) < 600


@settings(max_examples=80, deadline=None)
@given(st.binary(max_size=60) | st.text(max_size=60))
def test_any_text(source: bytes | str) -> None:
    with pytest.raises(Invalid):
        read_document(source)


def test_the_schema_refuses_what_the_reader_refuses() -> None:
    for value in (
        {"variabels": []},
        with_constraint(kind="alldifferent"),
        with_constraint(kind="all_different", over=[]),
        with_constraint(kind="all_different", over=["x"], txt=1),
        with_constraint(kind="sum", terms=[["x", 1]], op="=", value=0),
        with_constraint(kind="table", over=["x"], rows=[[1.5]]),
        with_variable(name="z", domain=[1]),
    ):
        assert not SCHEMA.is_valid(value)


NO_NUMBERS = "sky has words as values; expected a variable with numbers"


@pytest.mark.parametrize(
    ("value", "sentence"),
    [
        (with_words(kind="compare", left="sky", op="!=", right="sea"), None),
        (with_words(kind="compare", left="sky", op="<", right="sea"), "constraints[0]: sky and sea have words as values, which have no order and cannot be added up; expected the op = or !=, and no offset"),
        (with_words(kind="compare", left="sky", op="=", right="sea", offset=1), "constraints[0]: sky and sea have words as values, which have no order and cannot be added up"),
        (with_words(kind="compare", left="sky", op="=", right="x"), "constraints[0]: x has numbers as values, other variables have words; expected words only, or numbers only"),
        (with_words(kind="all_different", over=["sky", "sea"], apart_from=["grey"]), None),
        (with_words(kind="all_different", over=["sky", "x"]), "constraints[0].over[1]: x has numbers as values, other variables have words"),
        (with_words(kind="all_different", over=["sky", "sea"], apart_from=[0]), "constraints[0].apart_from: 0 is not a word of these variables; expected one of blue, grey, green"),
        (with_words(kind="all_different", over=["x", "y"], apart_from=["blue"]), "constraints[0].apart_from: 'blue' is not a whole number"),
        (with_words(kind="sum", terms=[[1, "x"], [1, "sky"]], op="=", value=1), f"constraints[0].terms[1]: {NO_NUMBERS}"),
        (with_words(kind="distance", left="x", right="sky", op="=", value=1), f"constraints[0].right: {NO_NUMBERS}"),
        (with_words(kind="product", over=["x", "sky"], value=1), f"constraints[0].over[1]: {NO_NUMBERS}"),
        (with_words(kind="table", over=["x", "sky"], rows=[[0, "blue"]]), None),
        (with_words(kind="table", over=["x", "sky"], rows=[[0, "blue"], [1, 0]]), "constraints[0].rows[1][1]: 0 is not a word of these variables; expected one of blue, grey"),
        (with_words(kind="table", over=["x", "sky"], rows=[["blue", "blue"]]), "constraints[0].rows[0][0]: 'blue' is not a whole number"),
        (with_words(kind="table", over=["sky"], rows=[["gray"]]), "constraints[0].rows[0][0]: 'gray' is not a word of these variables; expected one of grey, blue"),
        (with_words(kind="automaton", over=["sky"], start=0, finals=[0], transitions=[[0, 0, 0]]), "constraints[0].transitions: 0 is not a word of these variables"),
        (with_words(kind="automaton", over=["sky", "x"], start=0, finals=[0], transitions=[[0, "blue", 0]]), "constraints[0].over[1]: x has numbers as values"),
        (with_words(kind="differ", left=["x", "sky"], right=["y", "x"]), "constraints[0].right[1]: x has numbers as values, other variables have words"),
        (with_words(kind="element", index="x", items=["sky", {"word": "grey"}, "sea", "sky"], value={"word": "blue"}), None),
        (with_words(kind="element", index="x", items=["sky", 1], value="sea"), "constraints[0].items[1]: 1 is not a word of these variables"),
        (with_words(kind="element", index="x", items=["sky"], value={"word": "pink"}), "constraints[0].value: 'pink' is not a word of these variables"),
        (with_words(kind="element", index="sky", items=["x"], value=1), f"constraints[0].index: {NO_NUMBERS}"),
        (with_words(kind="element", index="x", items=["sky"], value="y"), "constraints[0].items: y has numbers as values, other variables have words"),
        ({**with_words(kind="clause", facts=["a"]), "objective": {"sense": "maximise", "terms": [[1, "sky"]]}}, f"objective.terms[0]: {NO_NUMBERS}"),
    ],
)  # fmt: skip
def test_words_are_no_numbers(value: Json, sentence: str | None) -> None:
    if sentence is None:
        assert read_document(document(read_document(value))).names == read_document(value).names
        return
    with pytest.raises(InvalidPuzzle) as refused:
        read_document(value)
    assert str(refused.value).startswith(sentence)


def test_an_empty_list_needs_a_condition() -> None:
    never: Any = {"kind": "clause", "facts": []}
    with pytest.raises(InvalidPuzzle, match=r"constraints\[0\].facts: empty list"):
        read_document(with_constraint(**never))
    guarded = read_document(with_constraint(**never, when=["a"]))
    assert document(guarded)["constraints"] == [{**never, "when": ["a"]}]
