"""docs/model.md and docs/five-minutes.md: every example runs, and every constraint type has one."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

import entails
from entails.formats.model_json.kinds import KINDS
from entails.formats.model_json.read import TOP, read_document
from entails.models.errors import InvalidPuzzle

DOCS = Path(__file__).parents[1] / "docs"
TEXT = (DOCS / "model.md").read_text("utf-8")
DOCUMENTED_KINDS = dict(re.findall(r"^\| `(\w+)` \|.*\| `(\{\"kind\".*\})` \|$", TEXT, re.MULTILINE))
VARIABLES: Any = [
    {"name": "x", "domain": [0, 3]},
    {"name": "y", "domain": [0, 3]},
    {"name": "a", "boolean": True},
    {"name": "b", "boolean": True},
]


def blocks(language: str, text: str = TEXT) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```", text, re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize("page", ["model.md", "five-minutes.md"])
def test_the_python_runs(page: str) -> None:
    exec(compile("\n".join(blocks("python", (DOCS / page).read_text("utf-8"))), f"docs/{page}", "exec"), {})


def test_the_document_is_one() -> None:
    (document,) = blocks("json")
    assert dict(entails.solve(read_document(document)).answer) == {"x": 3, "y": 7}


def test_every_kind_and_field_is_documented() -> None:
    assert list(DOCUMENTED_KINDS) == list(KINDS)
    for name, kind in KINDS.items():
        (row,) = re.findall(rf"^\| `{name}` \| (.*?) \| `\{{", TEXT, re.MULTILINE)
        assert all(f"`{field}`" in row for field in kind.parts), name
    assert all(f"`{field}`" in TEXT for field in TOP if field != "version")


@pytest.mark.parametrize("kind", DOCUMENTED_KINDS)
def test_the_example_of_a_kind_has_answers(kind: str) -> None:
    model = read_document({"variables": VARIABLES, "constraints": [json.loads(DOCUMENTED_KINDS[kind])]})
    count = entails.count(model).value
    assert 0 < count < 64
    assert entails.count(model, engine="cpsat").value == count


def test_the_sentence_of_an_error() -> None:
    (document,) = blocks("json")
    broken = json.loads(document)
    broken["constraints"].insert(1, {"kind": "sum", "terms": [[1, "z"]], "op": "=", "value": 1})
    with pytest.raises(InvalidPuzzle) as refused:
        read_document(broken)
    assert f"\n{refused.value}\n" in TEXT
