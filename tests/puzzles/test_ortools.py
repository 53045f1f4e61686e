"""OR-Tools models as puzzles: conflicting constraints, and every other query."""

from itertools import product

import pytest
from ortools.sat.python import cp_model

import entails
from entails.formats.cp_model import from_object
from entails.models.errors import EngineFault, InvalidPuzzle
from entails.models.limits import Limits, Options
from entails.models.outcome import Explanation, Satisfied, Unsatisfiable
from entails.puzzles import puzzle_type_named
from entails.puzzles.ortools import PUZZLE

EXAMPLES = {example.name: entails.parse("ortools", example.text) for example in puzzle_type_named("ortools").examples}


def ids(explanation: Explanation) -> tuple[list[list[str]], list[list[str]]]:
    """Return conflicts and repairs by the names of their constraints."""
    return (
        [[group.id for group in conflict.groups] for conflict in explanation.conflicts],
        [[group.id for group in repair.groups] for repair in explanation.repairs],
    )


def test_the_timetable_that_cannot_be() -> None:
    explanation = entails.explain(EXAMPLES["timetable"])
    conflicts, repairs = ids(explanation)
    clash = [
        "class 1 has maths and french",
        "Ms Lee teaches french and music",
        "room 3 is needed for maths and music",
        "class 2 has sport and music",
        "the hall is free at three",
        "maths before noon",
        "french before noon",
    ]
    assert explanation.complete
    assert conflicts == [clash]
    assert repairs == [[name] for name in clash]
    assert explanation.conflicts[0].groups[0].text == "class 1 has maths and french: maths != french"
    assert explanation.conflicts[0].groups[0].cells == ("maths", "french")
    assert isinstance(entails.solve(EXAMPLES["timetable"]), Unsatisfiable)


def test_a_knapsack_that_is_too_small() -> None:
    model = cp_model.CpModel()
    take = {name: model.new_bool_var(name) for name in ("tent", "stove", "books")}
    weight = {"tent": 7, "stove": 3, "books": 5}
    model.add(sum(weight[name] * take[name] for name in take) <= 9).with_name("weight")
    for name in take:
        model.add(take[name] == 1).with_name(f"take the {name}")
    model.maximize(sum(take.values()))
    conflicts, repairs = ids(entails.explain(model))
    assert conflicts == [
        ["weight", "take the tent", "take the stove"],
        ["weight", "take the tent", "take the books"],
    ]
    assert repairs == [["weight"], ["take the tent"], ["take the stove", "take the books"]]


def test_jobs_on_machines() -> None:
    """Jobs on machines: the no-overlap constraint is soft, like all others, but definitions of intervals are not."""
    jobs = EXAMPLES["jobs"]
    outcome = entails.solve(jobs)
    assert isinstance(outcome, Satisfied)
    assert (outcome.objective, outcome.bound, outcome.optimal) == (9, 9, True)
    model = jobs.build()
    end = model.get_int_var_from_proto_index(0)
    model.add(end <= 7).with_name("done at seven")
    conflicts, repairs = ids(entails.explain(from_object(model)))
    assert ["done at seven"] in repairs
    assert all("done at seven" in conflict for conflict in conflicts)
    assert any("one task at a time on the drill" in conflict for conflict in conflicts)
    assert not any("task" in name and "one task" not in name for conflict in conflicts for name in conflict)


def test_an_objective_with_a_bound_in_time() -> None:
    """An optimisation stopped by a limit reports its best solution and its bound."""
    model = cp_model.CpModel()
    items = [model.new_bool_var(f"b{place}") for place in range(40)]
    for row in range(25):
        model.add(sum((7 * place * row + 3 * place) % 23 * item for place, item in enumerate(items)) <= 150)
    model.maximize(sum((place * 37 % 19 + 5) * item for place, item in enumerate(items)))
    outcome = entails.solve(from_object(model), limits=Limits(seconds=1))
    assert isinstance(outcome, Satisfied)
    assert outcome.objective is not None
    assert outcome.bound is not None
    assert outcome.objective <= outcome.bound
    assert outcome.optimal == (outcome.objective == outcome.bound)


def test_constraints_of_one_name_stand_or_fall_together() -> None:
    model = cp_model.CpModel()
    x = model.new_int_var(0, 9, "x")
    y = model.new_int_var(0, 9, "y")
    model.add(x >= 5).with_name("high")
    model.add(y >= 5).with_name("high")
    model.add(x + y <= 6).with_name("low")
    explanation = entails.explain(from_object(model))
    assert ids(explanation) == ([["high", "low"]], [["high"], ["low"]])
    assert explanation.conflicts[0].groups[0].text == "high: x >= 5; y >= 5"


def test_constraints_without_names_are_rules_by_default() -> None:
    model = cp_model.CpModel()
    x = model.new_int_var(0, 9, "x")
    model.add(x >= 5)
    model.add(x <= 3).with_name("low")
    model.add(x != 7).with_name("constraint #1")
    puzzle = from_object(model)
    assert ids(entails.explain(puzzle)) == ([["low"]], [["low"]])
    assert ids(entails.explain(puzzle.all_soft())) == (
        [["constraint #1'", "low"]],
        [["constraint #1'"], ["low"]],
    )


def test_assumptions_of_the_model_may_be_soft() -> None:
    model = cp_model.CpModel()
    a, b = model.new_bool_var("a"), model.new_bool_var("b")
    model.add_at_most_one(a, b)
    model.add_assumptions([a, b, ~b])
    conflicts, repairs = ids(entails.explain(from_object(model)))
    assert conflicts == [["assumption #1", "assumption #2"], ["assumption #2", "assumption #3"]]
    assert repairs == [["assumption #2"], ["assumption #1", "assumption #3"]]


def test_counting_and_the_backbone() -> None:
    model = cp_model.CpModel()
    x, y = model.new_int_var(0, 3, "x"), model.new_int_var(-1, 1_000_000_000_000, "y")
    flag = model.new_bool_var("flag")
    helper = model.new_bool_var("")
    model.add(x + y == 3)
    model.add(y >= 2)
    model.add(x >= 1).only_enforce_if(flag)
    model.add(x == 1).only_enforce_if(helper)
    model.add(y != 3)
    puzzle = from_object(model)
    assert sorted(map(tuple, map(dict.items, entails.solutions(puzzle)))) == [
        (("x", 1), ("y", 2), ("flag", 0)),
        (("x", 1), ("y", 2), ("flag", 1)),
    ]
    assert entails.count(puzzle).value == entails.count(model).value == 2
    assert entails.forced(puzzle).names == ("x=1", "y=2")
    checked = entails.check(model)
    assert (checked.consistent, checked.unique) == (True, False)
    assert entails.count(puzzle, options=Options(max_solutions=1)).exact is False


def test_answers_from_the_names_of_facts() -> None:
    puzzle = EXAMPLES["knapsack"]
    assert PUZZLE.decode_atoms(puzzle, ["tent", "rope"]) == {"tent": 1, "stove": 0, "books": 0, "rope": 1, "camera": 0}
    assert PUZZLE.decode_atoms(EXAMPLES["timetable"], ["maths=2"])["maths"] == 2
    for name in ("horse", "maths=9", "maths=x", "maths=", "=2", "maths=²"):
        with pytest.raises(InvalidPuzzle, match="unknown fact"):
            PUZZLE.decode_atoms(EXAMPLES["timetable"], [name])


def test_wrong_answers_are_refused() -> None:
    puzzle = EXAMPLES["knapsack"]
    for taken in product((0, 1), repeat=5):
        answer = dict(zip(("tent", "stove", "books", "rope", "camera"), taken, strict=True))
        heavy = sum(w * t for w, t in zip((7, 3, 5, 4, 2), taken, strict=True)) > 12
        cold = answer["stove"] and not answer["tent"]
        report = PUZZLE.check(puzzle, answer)
        assert (report is None) == (not heavy and not cold)
        assert report is None or report.startswith("weight" if heavy else "no stove without a tent")
    assert PUZZLE.check(puzzle, {"tent": 1}) == "stove has no value of its own"
    assert PUZZLE.check(puzzle, answer | {"tent": 2}) == "tent has no value of its own"


def test_an_engine_that_lies_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("entails.encoders.cp_model.recipe.CpFacts.answer", lambda *_: dict.fromkeys(["maths"], 1))
    monkeypatch.setattr("entails.encoders.cp_model.recipe.CpFacts.answer", lambda *_: dict.fromkeys(["tent"], 1))
    with pytest.raises(EngineFault, match="stove has no value"):
        entails.solve(EXAMPLES["knapsack"])
