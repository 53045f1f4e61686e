"""`entails model`: any constraint problem in a JSON document, on the command line."""

import json
from pathlib import Path
from typing import Any

import pytest

from entails.formats.model_json.read import read_document
from entails.models.fields import Json
from entails.puzzles.model import PUZZLE

from .runner import entails

TEXTS = {example.name: example.text for example in PUZZLE.examples}
KNAPSACK: Json = {
    "variables": [{"name": name, "boolean": True} for name in ("map", "tent", "stove", "book")],
    "constraints": [
        {
            "kind": "sum",
            "facts": [[1, "map"], [5, "tent"], [3, "stove"], [2, "book"]],
            "op": "<=",
            "value": 8,
            "text": "eight kilos fit",
        },
        {"kind": "clause", "facts": ["!stove", "tent"], "text": "no stove without a tent"},
    ],
    "objective": {"sense": "maximise", "facts": [[2, "map"], [9, "tent"], [4, "stove"], [4, "book"]]},
}


@pytest.fixture
def file(tmp_path: Path) -> Any:
    def written(text: str | Json) -> Path:
        path = tmp_path / "model.json"
        path.write_text(text if isinstance(text, str) else json.dumps(text), "utf-8")
        return path

    return written


def test_solve(file: Any) -> None:
    ran = entails("model", "solve", file(TEXTS["send-more"]), "--json")
    assert ran.code == 0
    assert ran.line["status"] == "satisfied"
    assert ran.line["answer"] == {"S": 9, "E": 5, "N": 6, "D": 7, "M": 1, "O": 0, "R": 8, "Y": 2}
    assert json.loads(ran.line["solution"]) == ran.line["answer"]
    assert ran.line["unique"] is True
    assert ran.line["objective"] is ran.line["optimal"] is None
    people = entails("model", "solve", "-", stdin=TEXTS["send-more"])
    assert people.out == "S = 9, E = 5, N = 6, D = 7, M = 1, O = 0, R = 8, Y = 2\nunique solution\n"


def test_every_solution(file: Any) -> None:
    ran = entails("model", "solve", file(TEXTS["colouring"]), "--all", "50", "--json")
    assert len(ran.line["answers"]) == len(ran.line["solutions"]) == 18
    assert ran.line["answer"] == ran.line["answers"][0]
    assert set(ran.line["answer"].values()) <= {"red", "green", "blue"}
    assert entails("model", "count", file(TEXTS["colouring"]), "--json").line["count"] == 18


def test_the_best(file: Any) -> None:
    ran = entails("model", "solve", file(KNAPSACK), "--json")
    assert ran.code == 0
    assert ran.line["answer"] == {"map": True, "tent": True, "stove": False, "book": True}
    assert (ran.line["objective"], ran.line["bound"], ran.line["optimal"]) == (15.0, 15.0, True)
    assert entails("model", "solve", file(KNAPSACK)).out.endswith("objective 15: optimal\n")
    assert isinstance(KNAPSACK, dict)
    dear: Json = KNAPSACK | {"objective": {"sense": "maximise", "terms": [[123456789, "book"]]}}
    assert entails("model", "solve", file(dear)).out.endswith("objective 123456789: optimal\n")
    assert entails("model", "count", file(KNAPSACK), "--json").line["count"] == 9


def test_why_not(file: Any) -> None:
    ran = entails("model", "explain", file(TEXTS["timetable"]), "--json")
    assert ran.code == 1
    assert ran.line["texts"][0] == [
        "physics comes before chemistry",
        "the chemist leaves after the second hour",
        "physics needs what was taught in maths",
    ]
    assert ran.line["rules"] == [[], ["Ben teaches music and sports"]]
    people = entails("model", "explain", file(TEXTS["timetable"]))
    assert "  • sports come last\n  • no music before chemistry\n  because Ben teaches music and sports" in people.out
    assert entails("model", "solve", file(TEXTS["timetable"]), "--json").line["answer"] is None
    assert entails("model", "check", file(TEXTS["timetable"])).code == 1


def test_unmarked_constraints_are_all_soft(file: Any) -> None:
    clash = {
        "variables": [{"name": "x", "domain": [0, 3]}, {"name": "y", "domain": [0, 3]}],
        "constraints": [
            {"kind": "compare", "left": "x", "op": "<", "right": "y", "text": "x is less"},
            {"kind": "compare", "left": "y", "op": "<", "right": "x"},
        ],
    }
    ran = entails("model", "explain", file(clash), "--json")
    assert ran.line["texts"] == [["x is less", "y < x"]]
    assert ran.line["repair_texts"] == [["x is less"], ["y < x"]]


def test_forced_and_depth(file: Any) -> None:
    forced = entails("model", "forced", file(TEXTS["magic-square"]), "--json").line["forced"]
    assert "r2c2=5" in forced
    ran = entails("model", "quine", file(TEXTS["zebra"]), "--exact-depth", "--json")
    assert ran.line["status"] == "satisfied"
    assert ran.line["exact_depth"] in (0, 1, 2)


def test_export_and_decode(file: Any, tmp_path: Path) -> None:
    cnf = tmp_path / "send.cnf"
    assert entails("model", "export", file(TEXTS["send-more"]), "-o", cnf).code == 0
    solved = entails("cnf", "solve", cnf, "--json").line["solution"]
    answer = tmp_path / "answer"
    answer.write_text(f"s SATISFIABLE\nv {solved} 0\n")
    decoded = entails("model", "decode", cnf, answer, "--json")
    assert decoded.code == 0
    assert json.loads(decoded.line["solution"])["M"] == 1
    again = entails("model", "export", file(TEXTS["killer"]), "--to", "json")
    assert read_document(again.out).statement.groups == read_document(TEXTS["killer"]).statement.groups


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("{", "line 1, column 2: invalid JSON"),
        ({"variables": []}, "no variables"),
        (
            {"variables": [{"name": "x", "domain": [1, 2]}], "constraints": [{"kind": "summ"}]},
            "constraints[0]: unknown kind 'summ'; expected one of sum,",
        ),
        (
            {"variables": [{"name": "x", "domain": [0, 9]}] * 2},
            "variables[1]: duplicate variable 'x'; expected a new name",
        ),
    ],
    ids=["no json", "no variables", "no such kind", "a name twice"],
)
def test_bad_documents(file: Any, text: str | Json, sentence: str) -> None:
    ran = entails("model", "solve", file(text), "--json")
    assert ran.code == 2
    assert sentence in ran.err
    assert ran.err.count("\n") == 1


def test_a_formula_that_is_too_large_is_rejected_or_left_to_cp_sat(file: Any) -> None:
    sums = {"kind": "sum", "terms": [[7**i % 1009, f"x{i}"] for i in range(300)], "op": "=", "value": 99999}
    variables = [{"name": f"x{i}", "domain": [0, 999]} for i in range(300)]
    document = file({"variables": variables, "constraints": [sums]})
    ran = entails("model", "solve", document, "--json", "--engine", "cadical195")
    assert ran.code == 2
    assert "the encoding would take about" in ran.err
    assert ran.err.count("\n") == 1
    ran = entails("model", "solve", document, "--json")
    assert ran.code == 0
    report = json.loads(ran.out)
    assert report["engine"] == "cpsat"
    assert "too large" in report["chosen_because"] or "clauses" in report["chosen_because"]
    values = report["answer"]
    assert sum(7**i % 1009 * values[f"x{i}"] for i in range(300)) == 99999


def test_the_schema_is_published() -> None:
    ran = entails("schema", "model")
    assert json.loads(ran.out)["documents"]["model"]["properties"]["constraints"]["type"] == "array"


def test_the_winner_of_a_race_is_named(file: Any) -> None:
    result = entails("model", "solve", file(KNAPSACK), "--engine", "portfolio", "--json")
    report = json.loads(result.out)
    assert (report["engine"], report["objective"], report["complete"]) == ("portfolio", 15, True)
    assert report["decided_by"] in ("rc2", "cpsat")
    assert f"{report['decided_by']} decided first" in result.err


def test_a_stream_of_an_explanation_ends_with_the_report(file: Any) -> None:
    result = entails("model", "explain", file(TEXTS["timetable"]), "--stream")
    *parts, report = map(json.loads, result.out.splitlines())
    plain = json.loads(entails("model", "explain", file(TEXTS["timetable"]), "--json").out)
    assert result.code == 1
    assert report == {"event": "result", **plain}
    assert [part["event"] for part in parts[:2]] == ["conflict", "repair"]
    for event, listed in (("conflict", report["conflicts"]), ("repair", report["repairs"])):
        streamed = [part for part in parts if part["event"] == event]
        assert {tuple(part["ids"]) for part in streamed} == set(map(tuple, listed))
        assert all(part["minimal"] for part in streamed)
        assert any(part["smallest"] and len(part["ids"]) == len(listed[0]) for part in streamed)


def test_a_stream_is_about_one_puzzle() -> None:
    result = entails("sudoku", "explain", "--stream", "-", stdin=f"{'1' * 16}\n{'2' * 16}\n")
    assert (result.code, result.out) == (2, "")
    assert "--stream: more than one puzzle; expected exactly one" in result.err
