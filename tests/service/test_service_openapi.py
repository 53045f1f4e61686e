"""The OpenAPI document: kept in the repository, true, and complete."""

import json
from pathlib import Path
from typing import Any

import pytest

from clausal.service.calls import CALLS
from clausal.service.document import openapi_text

KEPT = Path(__file__).parents[2] / "docs" / "openapi.json"


@pytest.fixture(scope="module")
def text() -> str:
    return openapi_text()


@pytest.fixture(scope="module")
def document(text: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(text)
    return found


def test_the_kept_document_is_true(text: str) -> None:
    assert KEPT.read_text(encoding="utf-8") == text, "run make openapi"


def test_every_call_is_described_with_an_example(document: dict[str, Any]) -> None:
    for name, call in CALLS.items():
        post = document["paths"][f"/v1/{name}"]["post"]
        assert post["summary"] == call.summary
        examples = post["requestBody"]["content"]["application/json"]["examples"]
        assert examples, name
        for example in examples.values():
            call.request.model_validate(example["value"])


def test_no_reference_points_nowhere(document: dict[str, Any]) -> None:
    known = {f"#/components/schemas/{name}" for name in document["components"]["schemas"]}
    text = json.dumps(document)
    used = {part.split('"', 1)[0] for part in text.split('"$ref": "')[1:]}
    assert used
    assert used <= known


def test_names_say_nothing_of_modules(document: dict[str, Any]) -> None:
    """A generated client keeps its names when a class moves to another file."""
    assert [name for name in document["components"]["schemas"] if "__" in name or not name.isalnum()] == []


def test_results_of_jobs_are_typed(document: dict[str, Any]) -> None:
    told = document["components"]["schemas"]["JobReport"]["allOf"]
    results = {one["if"]["properties"]["call"]["const"]: one["then"]["properties"]["result"]["anyOf"] for one in told}
    assert set(results) == set(CALLS)
    assert all("$ref" in json.dumps(kinds[0]) for kinds in results.values())


def test_errors_are_described(document: dict[str, Any]) -> None:
    for name in CALLS:
        answers = document["paths"][f"/v1/{name}"]["post"]["responses"]
        for status in ("401", "413", "422", "429", "500", "503"):
            assert set(answers[status]["content"]) == {"application/problem+json"}, (name, status)


def test_no_request_names_a_file(document: dict[str, Any]) -> None:
    """Lexicons and boards are chosen by name; a path could reach the file system."""
    for name, schema in document["components"]["schemas"].items():
        if name.endswith("Request"):
            assert not {"path", "file"} & set(schema["properties"]), name
