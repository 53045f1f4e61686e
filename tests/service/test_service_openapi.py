"""The OpenAPI document: complete, and identical from every process."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from service.openapi import openapi_text

from entails.puzzles import puzzles
from entails.queries import common_queries, queries_of, subjects
from entails.service.app import create_app
from entails.service.calls import CALLS
from entails.service.openapi import packaged_text, written
from entails.service.puzzle_types import described_type
from entails.service.settings import ServiceSettings

QUERIES = [*dict.fromkeys(name.partition("/")[2] for name in CALLS)]


@pytest.fixture(scope="module")
def document() -> dict[str, Any]:
    parsed: dict[str, Any] = json.loads(openapi_text())
    return parsed


def test_every_process_generates_the_same_text() -> None:
    """Every process generates the same text, whatever the order of Python's sets."""
    script = "import sys; from entails.service.app import openapi_text; sys.stdout.write(openapi_text())"
    env = {**os.environ, "PYTHONHASHSEED": "1" if os.environ.get("PYTHONHASHSEED") != "1" else "2"}
    ran = subprocess.run([sys.executable, "-X", "utf8", "-c", script], capture_output=True, check=True, env=env)
    assert ran.stdout.decode() == openapi_text()


def test_a_packaged_document_is_used_and_gets_the_prefix_of_the_server(tmp_path: Path) -> None:
    """`make wheel` tests that the wheel has the document."""
    assert packaged_text([], tmp_path) is None
    (tmp_path / "openapi.json").write_text(openapi_text(), encoding="utf-8")
    assert packaged_text([], tmp_path) == openapi_text()
    prefixed = packaged_text([{"url": "/entails"}], tmp_path)
    assert prefixed is not None
    app = create_app(ServiceSettings(jobs_db=str(tmp_path / "jobs.sqlite"), root_path="/entails", warm=False))
    app.state.server.release()
    assert prefixed == written(app.openapi())


def test_it_is_small(document: dict[str, Any]) -> None:
    assert sum(map(len, document["paths"].values())) < 60
    assert len(openapi_text().encode()) < 300_000


def test_every_query_has_an_operation(document: dict[str, Any]) -> None:
    """Every query has an operation: common queries their own, others as values of a parameter."""
    others = document["paths"]["/v1/{query}"]["post"]["parameters"][0]["schema"]["enum"]
    own = {path.removeprefix("/v1/") for path in document["paths"] if path.count("/") == 2} & set(QUERIES)
    assert set(common_queries()) <= own
    assert own.isdisjoint(others)
    assert own | set(others) == set(QUERIES)
    by_type, queries = document["paths"]["/v1/{type}/{query}"]["post"]["parameters"]
    assert by_type["schema"] == {"$ref": "#/components/schemas/PuzzleTypeName"}
    assert set(document["components"]["schemas"]["PuzzleTypeName"]["enum"]) == {*puzzles(), *subjects()}
    assert set(queries["schema"]["enum"]) == set(QUERIES)


def test_every_request_of_a_type_fits_the_request_of_its_query(document: dict[str, Any]) -> None:
    """A request that fits a type's schema also fits the schema of the query."""
    for name in ("sudoku", "wordle", "scrabble", "takuzu", "cnf", "model", "variant", "lexicon"):
        for described in described_type(name).queries:
            if f"/v1/{described.name}" not in document["paths"]:
                continue
            fields = document["components"]["schemas"][f"{described.name.capitalize()}Request"]["properties"]
            for example in described.examples.values():
                checked = {"$ref": f"#/components/schemas/{described.name.capitalize()}Request", **document}
                Draft202012Validator(checked).validate({"type": name, **example})
            for field, schema in described.request["properties"].items():
                if "default" in schema and field in fields:
                    Draft202012Validator({**fields[field], **document}).validate(schema["default"])


def test_every_type_is_described_with_examples() -> None:
    for name in ("sudoku", "wordle", "scrabble", "takuzu", "lexicon"):
        described = described_type(name)
        assert [query.name for query in described.queries] == list(queries_of(name))
        for query in described.queries:
            call = CALLS[f"{name}/{query.name}"]
            assert query.summary == call.summary
            assert query.examples, query.name
            for example in query.examples.values():
                call.request.model_validate(example)
                Draft202012Validator(query.request).validate(example)


def test_no_reference_points_nowhere(document: dict[str, Any]) -> None:
    known = {f"#/components/schemas/{name}" for name in document["components"]["schemas"]}
    text = json.dumps(document)
    used = {part.split('"', 1)[0] for part in text.split('"$ref": "')[1:]}
    assert used
    assert used <= known


def test_names_say_nothing_of_modules(document: dict[str, Any]) -> None:
    """Schema names do not depend on modules, so that a generated client is stable when classes move."""
    assert [name for name in document["components"]["schemas"] if "__" in name or not name.isalnum()] == []


def test_answers_share_one_envelope(document: dict[str, Any]) -> None:
    schemas = document["components"]["schemas"]
    for path, methods in document["paths"].items():
        if path.count("/") == 2 and path.startswith("/v1/") and "queries" in methods.get("post", {}).get("tags", ()):
            content = methods["post"]["responses"]["200"]["content"]["application/json"]["schema"]
            answer = schemas[content["$ref"].rpartition("/")[2]]
            assert set(answer["properties"]) == {"status", "engine", "confirmed_by", "result"}, path


def test_errors_are_described(document: dict[str, Any]) -> None:
    posted = [
        methods["post"] for path, methods in document["paths"].items() if "jobs" not in path and "post" in methods
    ]
    assert len(posted) > 15
    for operation in posted:
        for status in ("401", "404", "413", "422", "429", "500", "503"):
            assert set(operation["responses"][status]["content"]) == {"application/problem+json"}, operation["summary"]


def test_no_request_names_a_file() -> None:
    """No request contains a file name, which could reach the file system."""
    for name, call in CALLS.items():
        if name.partition("/")[0] in ("sudoku", "wordle", "scrabble", "takuzu", "cnf", "model", "variant", "lexicon"):
            assert not {"path", "file"} & set(call.request.model_fields), name
