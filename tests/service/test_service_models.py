"""Constraint problems over HTTP: a document as an object, as text, or as the whole request."""

import functools
import json
from typing import Any

import httpx
import pytest
from service.running_server import RunningServer

from entails.puzzles.model import PUZZLE

TEXTS = {example.name: example.text for example in PUZZLE.examples}


@pytest.fixture(scope="module")
def server(open_server: RunningServer) -> RunningServer:
    return open_server


def options(server: RunningServer, verb: str, body: Any) -> httpx.Response:
    return httpx.post(f"{server.address.rstrip('/')}/v1/model/{verb}", json=body, timeout=60.0)


def test_three_ways_to_give_a_document(server: RunningServer) -> None:
    document = json.loads(TEXTS["send-more"])
    for body in ({"puzzle": document}, {"puzzle": TEXTS["send-more"]}, document, {**document, "unique": False}):
        answer = options(server, "solve", body)
        if "unique" in body:  # an option that the query does not support is rejected by name
            assert answer.status_code == 422
            assert "unique" in answer.text
            continue
        assert answer.status_code == 200, answer.text
        assert answer.json()["answer"] == {"S": 9, "E": 5, "N": 6, "D": 7, "M": 1, "O": 0, "R": 8, "Y": 2}
        assert answer.json()["unique"] is True


def test_conflicts_with_their_texts(server: RunningServer) -> None:
    answer = options(server, "explain", {"puzzle": json.loads(TEXTS["timetable"]), "most": 5})
    assert answer.status_code == 200
    assert answer.json()["texts"][0][0] == "physics comes before chemistry"


@pytest.mark.parametrize(
    ("body", "text"),
    [
        ({"puzzle": {"variables": [{"name": "x", "domain": [2, 1]}]}}, "variables[0].domain"),
        ({"variables": [{"name": "x", "domain": [0, 1]}], "constraints": [{"kind": "none"}]}, "constraints[0]"),
        ({"puzzle": {"variables": [], "colour": 1}}, "colour"),
        ({"variables": [{"name": "x", "domain": [0, 1]}], "colour": 1}, "colour"),
        ({"puzzle": 5}, "puzzle"),
        ({"puzzle": {"variables": functools.reduce(lambda inner, _: [inner], range(500), [])}}, "nested too deeply"),
        ({}, "puzzle"),
    ],
)
def test_bad_documents_are_refused_with_the_place(server: RunningServer, body: Any, text: str) -> None:
    answer = options(server, "solve", body)
    assert answer.status_code == 422
    assert text in answer.text
