"""Outcomes: access to a missing solution fails, and a timeout is never "unsatisfiable"."""

import re
from typing import Any

import pytest

import entails
from entails.models.encoding import Group
from entails.models.errors import NoAnswer
from entails.models.outcome import Conflict, Explanation, Repair, Satisfied, Stats, Undecided, Unsatisfiable

STATS = Stats("none")


def test_asking_for_an_answer_that_is_not_there() -> None:
    assert Satisfied(5, STATS).answer == 5
    with pytest.raises(NoAnswer, match="there is no solution: the constraints conflict"):
        Unsatisfiable(STATS).answer  # noqa: B018
    with pytest.raises(NoAnswer, match=r"no solution found within the limits \(time\)"):
        Undecided("time", STATS).answer  # noqa: B018


def test_yes_no_and_neither() -> None:
    assert Satisfied(0, STATS)
    assert not Unsatisfiable(STATS)
    with pytest.raises(NoAnswer, match=r"undecided \(conflicts\): neither true nor false"):
        bool(Undecided("conflicts", STATS))


def test_an_explanation_reads_as_text() -> None:
    item, second, rule = (Group(word, f"this is {word}") for word in ("one", "other", "a rule"))
    explanation = Explanation(
        False, (Conflict((item, second), rules=(rule,)),), (Repair((item,)), Repair((second,))), True
    )
    assert str(explanation) == (
        "these conflict:\n  - this is one\n  - this is other\n  because this is a rule\n"
        "to fix it, remove: this is one\nto fix it, remove: this is other"
    )
    assert explanation._repr_html_().startswith("<pre>these conflict:")
    assert str(Explanation(True)) == "no conflict"
    assert str(Explanation(None, reason="time")) == "undecided (time)"


def test_what_a_notebook_shows() -> None:
    """Notebooks show puzzles, outcomes, ratings, trees, explanations and steps in readable form, not as fields."""
    grid = entails.parse("sudoku", "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
    none = entails.parse("sudoku", "11..............")
    assert str(grid).startswith("┌───────┬")
    shown: list[Any] = [grid, entails.solve(grid), entails.check(grid), entails.parse("takuzu", "0..1/..../..../....")]
    assert all(item._repr_html_().startswith("<svg ") for item in shown)
    items: list[Any] = [entails.solve(none), entails.check(none), entails.explain(none), entails.count(grid)]
    items += [entails.forced(none), entails.hint(grid), entails.steps(grid), entails.quine(grid)]
    assert all(re.match("<(pre|p|svg)[ >]", item._repr_html_()) for item in items)
    assert not any(f"{type(item).__name__}(" in item._repr_html_() for item in items)
    assert str(entails.steps(grid)).splitlines()[0] == f"1. {entails.hint(grid, 'step')}"
