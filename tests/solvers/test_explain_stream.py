"""The stream of an explanation: the conflicts and repairs of brute force, each labelled correctly."""

import json
from random import Random

import pytest
from statement_makers import KINDS, make_statement
from statement_meaning import answers, conflicts

import entails
from entails import Limits, Problem
from entails.models.problem.model import ProblemModel


def contradictions() -> list[ProblemModel]:
    """Return small inconsistent statements whose hard part has solutions."""
    items = []
    for seed in range(60):
        statement = make_statement(Random(seed), KINDS[sorted(KINDS)[seed % len(KINDS)]], soft=3, most=5)
        if not answers(statement):
            items.append(ProblemModel(statement))
    return items[:12]


@pytest.mark.parametrize("engine", ["minisat22", "cpsat"])
def test_the_stream_has_everything_that_brute_force_finds(engine: str) -> None:
    encoder = "cpsat" if engine == "cpsat" else "complete"
    for model in contradictions():
        events = list(entails.explain_stream(model, engine=engine, encoder=encoder, limits=Limits()))
        assert events[0].event == "conflict"
        assert (events[-1].event, events[-1].complete) == ("end", True)
        result = [frozenset(group.id for group in event.groups) for event in events if event.event == "conflict"]
        expected = conflicts(model.statement)
        assert set(result) == expected
        smallest = [event for event in events if event.smallest and event.event == "conflict"]
        assert all(len(event.groups) == min(map(len, expected)) for event in smallest)
        repairs = {frozenset(group.id for group in event.groups) for event in events if event.event == "repair"}
        assert all(repair & conflict for repair in repairs for conflict in expected)
        assert all(event.minimal for event in events[:-1])


def test_the_ends_of_a_stream() -> None:
    p = Problem()
    x, y = p.ints("x y", 0, 3)
    p.add(x < y, "x is less")
    assert [event.event for event in p.explain_stream()] == ["consistent"]
    p.add(y < x, "y is less")
    events = list(p.explain_stream())
    assert [event.event for event in events][:2] == ["conflict", "repair"]
    first = json.loads(json.dumps(events[0].as_json("fr")))
    assert first == {
        "event": "conflict",
        "ids": ["x is less", "y is less"],
        "texts": ["x is less", "y is less"],
        "minimal": True,
        "smallest": False,
    }
    assert events[-1].as_json() == {"event": "end", "complete": True}
    smallest = [event for event in events if event.smallest and event.event == "repair"]
    assert smallest[0].cost == 1
