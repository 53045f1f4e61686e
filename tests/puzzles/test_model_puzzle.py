"""Documents as puzzles: the shipped models, written twice, agree."""

import pickle
import time

import pytest
from model_examples import EXAMPLES

import entails
from entails.formats.model_json.read import read_document
from entails.formats.model_json.write import document
from entails.models.errors import TooLarge
from entails.models.limits import DEFAULTS, UNLIMITED, Options
from entails.models.outcome import Satisfied
from entails.models.problem.model import ProblemModel, Solution
from entails.puzzles.model import PUZZLE
from entails.solvers.engine import engine, solutions
from entails.solvers.explain import explain

TEXTS = {example.name: example.text for example in PUZZLE.examples}
COUNTS = {
    "send-more": 1,
    "zebra": 1,
    "colouring": 18,
    "queens": 92,
    "timetable": 0,
    "magic-square": 1,
    "killer": 1,
    "nurse-rota": 0,
    "job-shop": 0,
    "exams": 0,
    "seating": 0,
    "delivery": 0,
}
CLASHES = {
    "nurse-rota": ["Bo has the weekend off", "Cleo is on leave from Friday", "Dan has Sunday off"],
    "job-shop": ["the chair is due at 10", "the table is due at 11", "the saw takes one order at a time"],
    "exams": [
        "Emil sits one exam at a time (chemistry, maths, latin)",
        "maths comes first",
        "the Latin examiner is there on Monday",
        "the laboratory is free on Monday",
    ],
    "seating": ["Anna sits beside Ben", "Anna sits beside Clara", "Anna sits beside David"],
    "delivery": ["the cafe is served by 12", "the dentist is served by 18"],
}
"""The first conflict of each example without a solution."""
KILLER = "475683921169427538328519476914236785653178249287945163541362897732891654896754312"


def model(name: str) -> ProblemModel:
    (entry,) = PUZZLE.read(TEXTS[name].encode(), {})
    assert entry.puzzle is not None
    return entry.puzzle


def first(name: str, encoder: str = "complete", solver: str = "cadical195") -> Solution:
    with engine(solver).open(PUZZLE.encoders[encoder].encode(model(name)), UNLIMITED, DEFAULTS) as session:
        outcome = session.solve()
    assert isinstance(outcome, Satisfied)
    return outcome.answer


def test_no_example_is_untested() -> None:
    assert set(TEXTS) == set(COUNTS) == set(EXAMPLES)


@pytest.mark.parametrize("name", COUNTS)
def test_the_builder_says_the_same(name: str) -> None:
    assert document(EXAMPLES[name]().model()) == document(read_document(TEXTS[name]))


@pytest.mark.parametrize("name", COUNTS)
@pytest.mark.parametrize(
    ("encoder", "solver"), [("complete", "cadical195"), ("minimal", "minisat22"), ("cpsat", "cpsat")]
)
def test_they_have_so_many_answers(name: str, encoder: str, solver: str) -> None:
    puzzle = model(name)
    encoding = PUZZLE.encoders[encoder].encode(puzzle)
    items = list(solutions(engine(solver), encoding, UNLIMITED, Options(max_solutions=100)))
    assert len({tuple(answer.values_in_order) for answer in items}) == len(items) == COUNTS[name]
    assert all(PUZZLE.check(puzzle, answer) is None for answer in items)


def test_the_answers_that_everybody_knows() -> None:
    assert PUZZLE.format_answer(first("send-more")) == '{"S":9,"E":5,"N":6,"D":7,"M":1,"O":0,"R":8,"Y":2}'
    zebra = first("zebra")
    assert zebra["zebra"] == zebra["Japanese"]
    assert zebra["water"] == zebra["Norwegian"]
    assert str(first("magic-square")) == "2 9 4\n7 5 3\n6 1 8"
    assert str(first("killer", "cpsat", "cpsat")).replace(" ", "").replace("\n", "") == KILLER
    assert set(first("colouring").values()) == {"red", "green", "blue"}


def test_why_there_is_no_timetable() -> None:
    encoding = PUZZLE.encoders["complete"].encode(model("timetable"))
    explanation = explain(engine("minisat22"), encoding, UNLIMITED, DEFAULTS)
    assert [[group.text for group in conflict.groups] for conflict in explanation.conflicts] == [
        [
            "physics comes before chemistry",
            "the chemist leaves after the second hour",
            "physics needs what was taught in maths",
        ],
        [
            "physics comes before chemistry",
            "physics needs what was taught in maths",
            "sports come last",
            "no music before chemistry",
        ],
    ]
    assert "Ben teaches music and sports" in [group.text for group in explanation.conflicts[1].rules]
    assert [len(repair.groups) for repair in explanation.repairs] == [1, 1, 2, 2]
    assert "  - the chemist leaves after the second hour\n" in str(explanation)


@pytest.mark.parametrize("name", CLASHES)
def test_why_the_plans_of_the_examples_fail(name: str) -> None:
    explanation = entails.explain(model(name))
    assert explanation.verified
    assert set(CLASHES[name]) in [{group.text for group in conflict.groups} for conflict in explanation.conflicts]
    assert explanation.conflicts[0].minimal
    assert all(set(CLASHES[name]) & {group.text for group in repair.groups} for repair in explanation.repairs)


def test_an_invalid_solution_is_explained() -> None:
    puzzle = model("magic-square")
    assert PUZZLE.check(puzzle, Solution(puzzle, (2, 9, 4, 7, 5, 3, 6, 1, 8))) is None
    assert PUZZLE.check(puzzle, Solution(puzzle, (2, 9, 4, 7, 5, 3, 6, 1, 1))) == (
        "it violates 'every number from 1 to 9 occurs once'"
    )
    assert PUZZLE.check(puzzle, Solution(puzzle, (None,) * 9)) == "a variable has no value"


def test_names_encodings_and_pictures() -> None:
    puzzle = model("send-more")
    assert PUZZLE.format(puzzle) == "SEND + MORE = MONEY: 8 variables, 4 constraints"
    answer = first("send-more")
    names = [f"{name}={value}" for name, value in answer.items()]
    assert PUZZLE.decode_atoms(puzzle, names) == answer
    assert PUZZLE.markup(puzzle, answer) == "S = 9, E = 5, N = 6, D = 7, M = 1, O = 0, R = 8, Y = 2"
    assert "different letters are different digits" in PUZZLE.markup(puzzle, None)
    assert read_document(PUZZLE.formats["json"](puzzle)).name == puzzle.name
    for encoder in PUZZLE.encoders.values():
        pickle.dumps(encoder.encode(puzzle))


def test_a_bad_document_is_an_entry_with_an_error() -> None:
    (entry,) = PUZZLE.read(b'{"variables": [{"name": "x", "domain": [2, 1]}]}', {})
    assert entry.puzzle is None
    assert str(entry.error) == ("variables[0].domain: the range 2 to 1 is empty; expected the lower number first")


def wide(count: int, high: int) -> list[dict[str, object]]:
    return [{"name": f"v{number}", "domain": [0, high]} for number in range(count)]


@pytest.mark.parametrize(
    "text",
    [
        {"kind": "product", "over": [f"v{number}" for number in range(90)], "value": 720720},
        {"kind": "product", "over": ["v0"] * 50_000, "value": 1},
        {"kind": "sum", "terms": [[10**6 + n, f"v{n}"] for n in range(90)], "op": "!=", "value": 5},
        {
            "kind": "automaton",
            "over": [f"v{number}" for number in range(90)] * 10,
            "start": 0,
            "finals": [5],
            "transitions": [[s, v, (s * 3 + v) % 2000] for s in range(2000) for v in range(10)],
        },
        {"kind": "element", "index": "v0", "items": ["v1", "v2"] * 5000, "value": "v2"},
    ],
    ids=["product", "the same factor", "sum", "automaton", "element"],
)
def test_what_would_grow_too_large_is_refused_in_time(text: dict[str, object]) -> None:
    puzzle = read_document({"variables": wide(90, 9999), "constraints": [text]})  # type: ignore[dict-item]
    before = time.process_time()
    with pytest.raises(TooLarge, match=r"would take about|take more than|partial products"):
        PUZZLE.encoders["complete"].encode(puzzle)
    assert time.process_time() - before < 10


def test_many_queens_go_to_cpsat_and_few_do_not() -> None:
    for size, chosen in ((8, None), (40, "all_different has 40 variables with up to 40 values")):
        problem = entails.Problem()
        queens = problem.ints(f"q1..q{size}", 1, size)
        for slope in (-1, 0, 1):
            problem.all_different([queen + slope * row for row, queen in enumerate(queens)])
        report = entails.query("model", "solve", problem.model(), seconds=30)
        assert report.report.chosen_because == chosen
        rows = [report.report.answer[f"q{row}"] for row in range(1, size + 1)]
        assert all(len({row * slope + at for row, at in enumerate(rows)}) == size for slope in (-1, 0, 1))
