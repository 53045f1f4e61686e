"""Reading of CP-SAT models from objects, texts and binary files, and rejection of other content."""

import pickle
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from ortools.sat.python import cp_model

from entails.formats import cp_model as reading
from entails.formats.cp_model import from_object, read_cp_model
from entails.models.cp_model import CpExpression, Goal, OrToolsModel
from entails.models.errors import Invalid, InvalidPuzzle


def small() -> cp_model.CpModel:
    model = cp_model.CpModel()
    model.name = "small"
    x = model.new_int_var_from_domain(cp_model.Domain.from_values([1, 2, 7]), 'x "1" é')
    b = model.new_bool_var("b")
    model.add(x + 2 * b <= 5).with_name("cap").only_enforce_if(~b)
    model.add_all_different(x, b)
    model.maximize(3 * x - b + 4)
    return model


def test_the_same_model_however_it_comes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    model = from_object(small())
    text, binary = tmp_path / "m.pb.txt", tmp_path / "m.pb"
    small().export_to_file(str(text))
    small().export_to_file(str(binary))
    for data in (text.read_bytes(), b"\xef\xbb\xbf" + text.read_bytes(), binary.read_bytes(), model.text.encode()):
        assert read_cp_model(data).contents == model.contents
    monkeypatch.setattr(reading, "_EXACT_LIMIT", 0)
    assert read_cp_model(text.read_bytes()).contents == model.contents
    again = pickle.loads(pickle.dumps(model))
    assert (again, again.contents) == (model, model.contents)


def test_what_a_model_holds() -> None:
    contents = from_object(small()).contents
    assert contents.name == "small"
    assert [(variable.name, variable.domain) for variable in contents.variables] == [
        ('x "1" é', (1, 2, 7, 7)),
        ("b", (0, 1)),
    ]
    assert [constraint.name for constraint in contents.constraints] == ["cap", ""]
    assert contents.constraints[0].enforced == (-2,)
    assert contents.goal == Goal("maximise", CpExpression(((3, 0), (-1, 1)), 4))


@pytest.mark.parametrize(
    ("names", "expected"),
    [
        (["x", "y"], {0: "x", 1: "y"}),
        (["x", "x", "x"], {0: "x", 1: "x (2)", 2: "x (3)"}),
        (["", "y", ""], {1: "y"}),
        (["", ""], {0: "x0", 1: "x1"}),
        ([], {}),
    ],
)
def test_variables_without_names_are_auxiliary_where_others_have_one(
    names: list[str], expected: dict[int, str]
) -> None:
    model = cp_model.CpModel()
    for name in names:
        model.new_int_var(0, 3, name)
    assert from_object(model).names == expected


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"", "the file is empty"),
        (b" \n", "the file is empty"),
        (b"variables { name: 3 }", "Expected string but found"),
        (b"variables {\n  colour: 3 }", "line 2: the content cannot be read: "),
        (b"variables {", "line 1: the content cannot be read: "),
        (b"hello", "the content cannot be read: "),
        (b"variables { name: 'x' domain: [3, 1] }", "invalid model: "),
        (
            b"variables { name: 'x' domain: [0, 1] }\nconstraints { bool_or { literals: 7 } }",
            "invalid model: ",
        ),
        (b"\x0a\xff\xff\xff\xff\x00junk", "neither text nor a binary proto"),
        (b"p cnf 1 1\n1 0\n", "line 1: this is DIMACS (clauses): "),
        (b'{"variables": []}', "line 1: this is JSON (a document): "),
    ],
)
def test_bad_files(content: bytes, words: str) -> None:
    with pytest.raises(InvalidPuzzle) as caught:
        read_cp_model(content)
    assert words in str(caught.value)
    assert len(str(caught.value)) < 400
    assert str(caught.value).isprintable()


PIECES = st.sampled_from(
    [
        "variables { domain: [0, 1] }\n",
        "variables {",
        "}",
        "constraints { bool_or { literals: 0 } }",
        "name: ",
        '"x"',
        "3 ",
    ]
)


@given(st.lists(PIECES, max_size=8).map("".join).map(str.encode) | st.binary(max_size=80) | st.text().map(str.encode))
def test_junk_is_a_model_or_invalid(junk: bytes) -> None:
    try:
        message = "fine" if isinstance(read_cp_model(junk), OrToolsModel) else "strange"
    except Invalid as error:
        message = str(error)
    assert len(message) < 400
    assert message.isprintable()
    assert message != "strange"
