"""Schemathesis: every request, allowed by the OpenAPI document or not, gets a described response.

The document itself is tried, and the calls of the large puzzle types with the exact schemas of each.
"""

import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest
import requests
import schemathesis
from hypothesis import HealthCheck, settings
from schemathesis.checks import not_a_server_error
from schemathesis.pytest.lazy import get_all_tests
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    negative_data_rejection,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
    unsupported_method,
)
from service.openapi import detailed_document, openapi_text
from service.repeated_cases import TURNS, Repeats, bodies, words
from service.running_server import RunningServer, running_server

from entails.service.calls import CALLS

LARGE = {"sudoku", "wordle", "scrabble", "model", "cnf", "ortools", "takuzu", "lexicon"}
"""The puzzle type that represents those of one file each, whose calls share their code."""

CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
    response_headers_conformance,
    unsupported_method,
    negative_data_rejection,
]


@pytest.fixture(scope="module")
def detailed() -> dict[str, Any]:
    return detailed_document(name for name in CALLS if name.partition("/")[0] in LARGE)


@pytest.fixture(scope="module")
def repeats(detailed: dict[str, Any]) -> Repeats:
    return Repeats(detailed, "^$")


@pytest.fixture(scope="module")
def described_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    """Start a server with the lowest limit, which most accepted calls use fully."""
    folder = tmp_path_factory.mktemp("schema")
    with running_server(folder, seconds=0.1, queued_jobs=5, job_seconds=1.0, warm=True) as running:
        running.ready()
        yield running


@pytest.fixture(scope="module")
def session() -> Iterator[requests.Session]:
    """Open one HTTP session for all requests."""
    with requests.Session() as kept:
        kept.trust_env = False
        yield kept


# Not a test for each call: `schema.parametrize` would generate their cases whenever tests are collected, in each
# process, which takes longer than the collection of all other tests. Nor one for all, which would take minutes.
PARTS = 8


@pytest.mark.timeout(600)
@pytest.mark.parametrize("part", range(PARTS))
def test_every_answer_is_as_described(
    detailed: dict[str, Any],
    described_server: RunningServer,
    repeats: Repeats,
    session: requests.Session,
    part: int,
    subtests: pytest.Subtests,
) -> None:
    def ask(case: schemathesis.Case) -> None:
        if not repeats.has(case):
            _check(case, described_server, session)
            repeats.record(case)

    assert _every_operation(detailed, part, ask, 6, subtests) >= 100 // PARTS


@pytest.mark.timeout(600)
@pytest.mark.parametrize("part", range(PARTS))
def test_every_operation_keeps_to_the_document(
    described_server: RunningServer, session: requests.Session, part: int, subtests: pytest.Subtests
) -> None:
    def ask(case: schemathesis.Case) -> None:
        _check(case, described_server, session)

    assert _every_operation(json.loads(openapi_text()), part, ask, 15, subtests) >= 20 // PARTS


def _every_operation(
    document: dict[str, Any],
    part: int,
    ask: Callable[[schemathesis.Case], None],
    examples: int,
    subtests: pytest.Subtests,
) -> int:
    """Test every operation of a group of paths as a subtest; return the number of operations."""
    schema = schemathesis.openapi.from_dict({**document, "paths": dict([*document["paths"].items()][part::PARTS])})
    small = settings(
        max_examples=examples,
        deadline=None,
        derandomize=True,
        database=None,
        suppress_health_check=list(HealthCheck),
    )
    operations = 0
    for result in get_all_tests(schema=schema, test_func=ask, settings=small, given_kwargs=None):
        operation, run = result.ok()
        with subtests.test(operation.label):
            run()
        operations += 1
    return operations


def _check(case: schemathesis.Case, server: RunningServer, session: requests.Session) -> None:
    response = case.call(base_url=server.address.rstrip("/"), session=session)
    # a limit may end a call before its body is read, and an oversized body is never read
    is_unread = b'"undecided","reason":"time"' in response.content or response.status_code == 413
    case.validate_response(response, checks=CHECKS[:-1] if is_unread else CHECKS)
    assert response.status_code < 500 or response.status_code == 503
    assert b"a file" not in response.content or response.status_code == 200


def test_every_word_that_a_call_lists_is_requested(detailed: dict[str, Any], repeats: Repeats) -> None:
    listed: set[tuple[str, str]] = set()
    requested: set[tuple[str, str]] = set()
    for call, fields in bodies(detailed):
        for name, field in fields.items():
            listed |= {(name, word) for word in words(field)}
            taken = [word for word in words(field) if repeats.turn(call, name, word)]
            assert len(taken) >= len(words(field)) // TURNS
            requested |= {(name, word) for word in taken}
    assert len(listed) > 50
    assert requested == listed
