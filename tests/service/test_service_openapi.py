"""The OpenAPI document: complete, and the same from every process."""

import json
import os
import subprocess
import sys
from typing import Any

import pytest
from service.openapi import openapi_text

from entails.service.calls import CALLS


@pytest.fixture(scope="module")
def document() -> dict[str, Any]:
    parsed: dict[str, Any] = json.loads(openapi_text())
    return parsed


def test_every_process_generates_the_same_text() -> None:
    """Servers behind one address must agree, whatever the order of Python's sets."""
    script = "import sys; from entails.service.app import openapi_text; sys.stdout.write(openapi_text())"
    env = {**os.environ, "PYTHONHASHSEED": "1" if os.environ.get("PYTHONHASHSEED") != "1" else "2"}
    ran = subprocess.run([sys.executable, "-X", "utf8", "-c", script], capture_output=True, check=True, env=env)
    assert ran.stdout.decode() == openapi_text()


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
