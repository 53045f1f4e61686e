"""Schemathesis: whatever the OpenAPI document allows, and what it does not, gets an answer that it describes."""

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, settings
from schemathesis.checks import not_a_server_error
from schemathesis.pytest.lazy import get_all_tests
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)
from service.openapi import openapi_text
from service.repeated_cases import TURNS, Repeats, bodies, words
from service.running_server import RunningServer, running_server

from entails.puzzles import puzzles

ALIKE = "|".join(set(puzzles()) - {"sudoku", "wordle", "scrabble", "model", "cnf", "ortools", "takuzu"})
"""Puzzles that are one file each: their calls are made by the same code, so one of them stands for all."""

CHECKS = [not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance]
SETTINGS = settings(
    max_examples=6, deadline=None, derandomize=True, database=None, suppress_health_check=list(HealthCheck)
)


@pytest.fixture(scope="module")
def document() -> dict[str, Any]:
    parsed: dict[str, Any] = json.loads(openapi_text())
    return parsed


@pytest.fixture(scope="module")
def described_calls(document: dict[str, Any]) -> schemathesis.BaseSchema:
    others = {path: item for path, item in document["paths"].items() if not re.match(f"/v1/({ALIKE})/", path)}
    return schemathesis.openapi.from_dict({**document, "paths": others})


@pytest.fixture(scope="module")
def repeats(document: dict[str, Any]) -> Repeats:
    return Repeats(document, f"/v1/({ALIKE})/")


@pytest.fixture(scope="module")
def described_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    """With the least cap that there is: most calls that have to be accepted use all of it."""
    folder = tmp_path_factory.mktemp("schema")
    with running_server(folder, seconds=0.1, queued_jobs=5, job_seconds=1.0, warm=True) as running:
        running.ready()
        yield running


@pytest.mark.timeout(1000)
def test_every_answer_is_as_described(
    described_calls: schemathesis.BaseSchema,
    described_server: RunningServer,
    repeats: Repeats,
    subtests: pytest.Subtests,
) -> None:
    """One test for all calls: `schema.parametrize` would generate their cases whenever tests are collected, in each
    process, which takes longer than the collection of all other tests."""

    def ask(case: schemathesis.Case) -> None:
        if repeats.has(case):
            return
        response = case.call(base_url=described_server.address.rstrip("/"))
        case.validate_response(response, checks=CHECKS)
        assert response.status_code < 500 or response.status_code == 503
        repeats.made(case)

    calls = 0
    for result in get_all_tests(schema=described_calls, test_func=ask, settings=SETTINGS, given_kwargs=None):
        operation, run = result.ok()
        with subtests.test(operation.label):
            run()
        calls += 1
    assert calls > 100


def test_every_word_that_a_call_lists_is_asked_for(document: dict[str, Any], repeats: Repeats) -> None:
    listed: set[tuple[str, str]] = set()
    asked: set[tuple[str, str]] = set()
    for call, fields in bodies(document):
        if call.split("/")[2] in ALIKE.split("|"):
            continue
        for name, field in fields.items():
            listed |= {(name, word) for word in words(field)}
            taken = [word for word in words(field) if repeats.turn(call, name, word)]
            assert len(taken) >= len(words(field)) // TURNS
            asked |= {(name, word) for word in taken}
    assert len(listed) > 50
    assert asked == listed
