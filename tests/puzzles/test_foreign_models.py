"""`entails model` on files written for other programs."""

from itertools import product
from pathlib import Path

import pytest
from cli.runner import entails as run
from hypothesis import given, settings
from hypothesis import strategies as st
from ortools.sat.python import cp_model

import entails
from entails.models.cp_model import OrToolsModel
from entails.models.errors import InvalidPuzzle
from entails.models.outcome import Satisfied, Unsatisfiable

KNAPSACK = "* #variable= 3 #constraint= 2\nmax: +3 x1 +4 x2 +2 x3 ;\n+2 x1 +3 x2 +1 x3 <= 4 ;\n+1 ~x1 +1 ~x3 >= 1 ;\n"
CLASH = "+1 x1 +1 x2 >= 2 ;\n+1 ~x1 >= 1 ;\n+1 x3 >= 1 ;\n"


def test_the_best_answer_of_an_opb_file(tmp_path: Path) -> None:
    path = tmp_path / "knapsack.opb"
    path.write_text(KNAPSACK)
    line = run("model", "solve", path, "--json").line
    assert (line["answer"], line["objective"], line["optimal"]) == ({"x1": 0, "x2": 1, "x3": 1}, 6, True)
    assert run("model", "count", path, "--json").line["count"] == 5


def test_an_opb_file_that_cannot_be(tmp_path: Path) -> None:
    path = tmp_path / "clash.opb"
    path.write_text(CLASH)
    assert run("model", "explain", path, "--json").line["texts"] == [
        ["constraint 1: 1 x1 +1 x2 >= 2", "constraint 2: 1 ~x1 >= 1"]
    ]


TERMS = st.lists(st.tuples(st.integers(-4, 4), st.sampled_from(["x1", "~x2", "x2", "~x3"])), min_size=1, max_size=4)
ROWS = st.lists(st.tuples(TERMS, st.sampled_from([">=", "="]), st.integers(-3, 5)), min_size=1, max_size=3)


@settings(max_examples=25, deadline=None)
@given(TERMS, ROWS)
def test_opb_against_brute_force(
    goal: list[tuple[int, str]], rows: list[tuple[list[tuple[int, str]], str, int]]
) -> None:
    def sum_text(terms: list[tuple[int, str]]) -> str:
        return " ".join(f"{c:+d} {name}" for c, name in terms)

    lines = [f"min: {sum_text(goal)} ;", *(f"{sum_text(terms)} {op} {value} ;" for terms, op, value in rows)]
    worths = []
    for values in product((0, 1), repeat=3):
        worth = {f"x{n}": v for n, v in enumerate(values, 1)} | {f"~x{n}": 1 - v for n, v in enumerate(values, 1)}
        sums = [(sum(c * worth[name] for c, name in terms), op, value) for terms, op, value in rows]
        if all(total >= value if op == ">=" else total == value for total, op, value in sums):
            worths.append(sum(c * worth[name] for c, name in goal))
    outcome = entails.solve(entails.parse("model", "\n".join(lines)))
    if not worths:
        assert isinstance(outcome, Unsatisfiable)
    else:
        assert isinstance(outcome, Satisfied)
        assert outcome.objective == min(worths)


def test_a_model_of_ortools_as_text_and_binary(tmp_path: Path) -> None:
    model = cp_model.CpModel()
    x = model.new_int_var(0, 9, "x")
    model.add(x >= 6).with_name("high")
    loose = model.clone()
    model.add(2 * x <= 9).with_name("low")
    for name in ("model.pb.txt", "model.pb"):
        path = tmp_path / name
        model.export_to_file(str(path))
        explained = run("model", "explain", path, "--json")
        assert (explained.code, explained.line["texts"]) == (1, [["high: x >= 6", "low: 2*x <= 9"]])
        checked = run("model", "check", path)
        assert checked.out.startswith("1 variable, 2 constraints\n  high: x >= 6\n")
    loose.export_to_file(str(path))
    assert run("model", "solve", path, "--json").line["answer"]["x"] >= 6
    assert run("model", "count", path).out.strip() == "4"


def test_the_content_tells_what_it_is() -> None:
    assert isinstance(entails.parse("model", 'variables { name: "x" domain: [0, 1] }'), OrToolsModel)
    with pytest.raises(InvalidPuzzle, match=r"this is DIMACS \(clauses\).*entails cnf"):
        entails.parse("model", "p cnf 1 1\n1 0\n")
    with pytest.raises(InvalidPuzzle, match=r"this is OPB .*entails model"):
        entails.parse("cnf", KNAPSACK)
