"""Tasks, ordered objectives and NumPy indices of problems, against known results and brute force."""

from itertools import product
from xml.etree import ElementTree

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import entails
from entails import Problem
from entails.formats.model_json.read import read_document
from entails.models.errors import InvalidStatement

FT06 = (
    "2 1 0 3 1 6 3 7 5 3 4 6/1 8 2 5 4 10 5 10 0 10 3 4/2 5 3 4 5 8 0 9 1 1 4 7/"
    "1 5 0 5 2 5 3 3 4 8 5 9/2 9 1 3 4 5 5 4 0 3 3 1/1 3 3 3 5 9 0 10 4 4 2 1"
)


def job_shop(text: str, horizon: int) -> Problem:
    p = Problem("job shop")
    machines: dict[int, list] = {}
    ends = []
    for number, line in enumerate(text.split("/"), 1):
        numbers = list(map(int, line.split()))
        before = None
        for place, (machine, days) in enumerate(zip(numbers[::2], numbers[1::2], strict=True), 1):
            task = p.task(f"job {number} step {place}", days, end=horizon)
            machines.setdefault(machine, []).append(task)
            if before is not None:
                p.add(before.before(task), f"job {number} is done in order")
            before = task
        ends.append(before.end)
    for machine, tasks in sorted(machines.items()):
        p.no_overlap(tasks, on=f"machine {machine}")
    p.minimise(p.largest(*ends))
    return p


def test_the_optimum_of_ft06() -> None:
    outcome = job_shop(FT06, 70).solve()
    assert (outcome.objective, outcome.optimal) == (55, True)


def test_a_conflict_is_reported_in_terms_of_tasks_and_drawn() -> None:
    p = Problem()
    paint, tile = p.task("paint kitchen", 3, end=4), p.task("tile <kitchen>", 2, end=4)
    p.no_overlap([paint, tile], on="machine 2")
    assert p.rules[0].text == "paint kitchen, tile <kitchen> do not overlap on machine 2"
    assert p.rules[0].sentence.say("fr") == "paint kitchen, tile <kitchen> ne se chevauchent pas sur machine 2"
    schedule = p.schedule()
    (clash,) = schedule.clashes
    pair = {"paint kitchen and tile <kitchen>", "tile <kitchen> and paint kitchen"}
    assert str(clash) in {f"{names} overlap on machine 2" for names in pair}
    assert clash.start < clash.end
    drawing = ElementTree.fromstring(schedule.svg())
    texts = [element.text for element in drawing.iter("{http://www.w3.org/2000/svg}text")]
    assert str(clash) in texts
    assert any("url(#clash)" in element.get("fill", "") for element in drawing.iter())


def test_an_overload_is_reported() -> None:
    p = Problem()
    tasks = [p.task(name, 2, end=3) for name in ("mix", "bake", "eat")]
    p.cumulative(tasks, 1, 2, on="cooks")
    (clash,) = {str(clash) for clash in p.schedule().clashes if "use 3" in str(clash)}
    assert clash.startswith("overload of cooks at ")
    assert clash.endswith(" use 3, the capacity is 2")


def test_long_names_fit_into_a_chart() -> None:
    p = Problem()
    tasks = [p.task(f"task {number} with a name of more than thirty letters", 2, end=3) for number in range(3)]
    p.no_overlap(tasks, on="the only machine of the kitchen")
    drawing = ElementTree.fromstring(p.schedule().svg())
    texts = list(drawing.iter("{http://www.w3.org/2000/svg}text"))
    labels = [element.text or "" for element in texts if float(element.get("x", 0)) == 12]
    assert [len(label) for label in labels] == [24] * 3
    assert float(drawing.get("width", 0)) >= 6 * max(len(element.text or "") for element in texts)


def test_a_schedule_without_a_conflict() -> None:
    p = Problem()
    mix, bake = p.task("mix", (1, 2), end=4), p.task("bake", 2, (0, 4), optional=True)
    p.no_overlap([mix, bake], on="the kitchen")
    p.maximise(mix.duration + bake.present)
    schedule = p.schedule()
    assert {bar.task: bar.end - bar.start for bar in schedule.bars} == {"mix": 2, "bake": 2}
    assert schedule.clashes == ()


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        (lambda p: p.task("a", 3, end=2), "does not fit between 0 and 2"),
        (lambda p: p.task("a", -1), "the duration of a may be -1"),
        (lambda p: (p.task("a", 1), p.task("a", 1)), "duplicate task 'a'"),
        (lambda p: p.cumulative([p.task("a", 1, end=3)], [1, 2], 3), "1 task and 2 demands"),
        (lambda p: p.cumulative([p.task("a", 1, end=3)], [-1], 3), "the demand -1 may be -1"),
        (lambda p: p.circuit(p.ints("x y", 0, 2), depot=1), "the depot 1 is the number of a place"),
        (lambda p: p.inverse(p.ints("x y", 0, 2), p.ints("z", 0, 2)), "lists of 2 and 1 items"),
        (lambda p: p.then_minimise(p.integer("x", 0, 2)), "no objective before x"),
        (lambda p: [p.minimise(p.integer(name, 0, 2)) for name in "xy"], "already has an objective: minimise x"),
        (lambda p: p.ints("x1..x3", 0, 2)[[True, False]], "not an index"),
        (lambda p: p.ints("x1..x3", 0, 2) < [1, 2], "3 items compared with 2"),
    ],
)
def test_rejected_input(wrong, message: str) -> None:  # type: ignore[no-untyped-def]
    with pytest.raises(InvalidStatement, match=message):
        wrong(Problem())


factors = st.lists(st.integers(-3, 3), min_size=3, max_size=3)


@settings(max_examples=40, deadline=None)
@given(st.lists(st.tuples(st.booleans(), factors), min_size=2, max_size=3), st.sampled_from(["cpsat", "rc2"]))
def test_objectives_in_order_as_brute_force(levels: list[tuple[bool, list[int]]], engine: str) -> None:
    p = Problem()
    unknowns = [p.integer("x", -1, 2), p.integer("y", [0, 3, 4]), p.boolean("b")]
    p.add(unknowns[0] + unknowns[1] <= 4)
    for place, (larger, by) in enumerate(levels):
        total = sum((factor * unknown for factor, unknown in zip(by, unknowns, strict=True)), start=unknowns[0] * 0)
        name = ("maximise" if larger else "minimise") if place == 0 else "then_maximise" if larger else "then_minimise"
        getattr(p, name)(total)
    worlds = [world for world in product(range(-1, 3), (0, 3, 4), (0, 1)) if world[0] + world[1] <= 4]
    values = [[sum(f * v for f, v in zip(by, world, strict=True)) for _, by in levels] for world in worlds]
    best = min(values, key=lambda row: [-v if larger else v for (larger, _), v in zip(levels, row, strict=True)])
    for problem in (p.model(), read_document(p.to_json())):
        outcome = entails.solve(problem, engine=engine, encoder="cpsat" if engine == "cpsat" else "complete")
        assert list(outcome.objectives) == best
        assert outcome.objective == best[0]


def test_indices_as_in_numpy() -> None:
    p = Problem()
    x = p.ints("x0..x4", 0, 4)
    cells = p.grid("r{row}c{column}", 3, 3, 1, 3)
    numbers = np.arange(5)
    for index in ([0, 3], numbers[::2], numbers > 2, slice(1, 4), np.int64(2), -1):
        names = np.array([f"x{number}" for number in range(5)])[index]
        assert np.array_equal(
            np.array([each.name for each in np.atleast_1d(np.array(x[index], object))]), np.atleast_1d(names)
        )
    names = np.array([[f"r{row}c{column}" for column in (1, 2, 3)] for row in (1, 2, 3)])
    for place in (
        ([0, 2], 1),
        (0, [1, 2]),
        ([0, 2],),
        (slice(None), [0, 1]),
        ([0, 1], [2, 0]),
        (np.eye(3, dtype=bool),),
    ):
        key = place if len(place) == 2 else place[0]
        chosen = cells[key]
        flat = (
            [cell.name for row in chosen for cell in row] if hasattr(chosen, "rows") else [cell.name for cell in chosen]
        )
        assert flat == names[key].ravel().tolist()
    p.add(x[:-1] < x[1:], [cells[0, 0] == 3, [cells[1, 1] == 2]])
    p.add(cells.sum() == 9 + 3)
    assert [p.solve().answer[each] for each in x] == [0, 1, 2, 3, 4]
