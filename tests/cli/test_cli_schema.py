"""All output of `--json` fits the schemas of `entails schema`: every verb, every kind of report."""

from pathlib import Path
from typing import Any

import pytest
from cli.runner import entails, published
from cli.schema import problems

from entails.cli.about import EXTRAS, PACKAGES
from entails.puzzles import puzzle_type_named

PUBLISHED = published()
CLASSIC = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SUDOKU = {example.name: example.text for example in puzzle_type_named("sudoku").examples} | {"empty": "." * 81}
CNF = {example.name: example.text for example in puzzle_type_named("cnf").examples} | {
    "nothing": "p cnf 0 0\n",
    "no": "p cnf 0 1\n0\n",
}
JIGSAW = '{"shape":"jigsaw:1112122234443334","cells":"................"}'


def fits(line: dict[str, Any], report: str) -> bool:
    schema = PUBLISHED[report]
    assert problems(line, schema, schema) == []
    return True


@pytest.mark.parametrize("verb", ["solve", "check", "count", "explain", "forced"])
@pytest.mark.parametrize("name", [*SUDOKU, "jigsaw"])
@pytest.mark.parametrize("limits", [(), ("--conflicts", 1)], ids=["unlimited", "one conflict"])
def test_sudoku(verb: str, name: str, limits: tuple[object, ...]) -> None:
    grid = JIGSAW if name == "jigsaw" else SUDOKU[name]
    more = {"count": ("--max", 20), "solve": ("--all", 3)}.get(verb, ())
    ran = entails("sudoku", verb, grid, "--json", *limits, *more)
    assert ran.code in (0, 1, 3)
    assert ran.err == ""
    assert fits(ran.line, verb)
    assert "puzzle" in ran.line
    assert "file" not in ran.line
    assert (ran.code == 3) <= (ran.line["reason"] is not None or verb == "check")


@pytest.mark.parametrize("verb", ["solve", "count", "explain", "forced", "stats"])
@pytest.mark.parametrize("name", CNF)
def test_cnf(verb: str, name: str, tmp_path: Path) -> None:
    path = tmp_path / f"{name}.cnf"
    path.write_text(CNF[name])
    ran = entails("cnf", verb, path, "--json")
    assert ran.code in (0, 1)
    assert fits(ran.line, verb)
    assert ran.line["file"] == str(path)


@pytest.mark.parametrize("more", [(), ("--exact-depth",), ("--nodes", 1, "--exact-depth", "--max-depth", 1)], ids=str)
def test_quine(more: tuple[object, ...]) -> None:
    hard = "98.76.5..7..4..6.......3.9.6...27..5...5.........462..2..6..4...9.....8...1......"
    for grid in (CLASSIC, SUDOKU["clash"], *([hard] if "--nodes" in more else [])):
        assert fits(entails("sudoku", "quine", grid, "--json", *more).line, "quine")


def test_proofs_and_answers_from_outside(tmp_path: Path) -> None:
    formula, proof, answer = tmp_path / "f.cnf", tmp_path / "f.drup", tmp_path / "f.out"
    formula.write_text(CNF["pigeons"])
    assert entails("cnf", "prove", formula, "-o", proof).code == 0
    assert fits(entails("cnf", "verify", formula, proof, "--json").line, "verify")
    formula.write_text(CNF["choice"])
    wrong = entails("cnf", "verify", formula, proof, "--json")
    assert fits(wrong.line, "verify")
    assert (wrong.code, wrong.line["verified"]) == (1, False)
    entails("sudoku", "export", CLASSIC, "-o", formula)
    for text, status, code in (("s UNSATISFIABLE\n", "unsatisfiable", 1), ("s UNKNOWN\n", "undecided", 3)):
        answer.write_text(text)
        ran = entails("sudoku", "decode", formula, answer, "--json")
        assert fits(ran.line, "solve")
        assert (ran.line["status"], ran.code) == (status, code)


@pytest.mark.parametrize("verb", ["solve", "check", "count", "explain", "forced"])
def test_lines_of_many(verb: str) -> None:
    grids = [CLASSIC, "nonsense", SUDOKU["clash"], SUDOKU["small"], "x" * 81, SUDOKU["x"], JIGSAW]
    ran = entails("sudoku", verb, "-", "--json", stdin="\n".join(grids))
    assert ran.code == 2
    assert ran.err == ""
    assert len(ran.lines) == len(grids)
    for number, line in enumerate(ran.lines, 1):
        assert fits(line, "error" if number in (2, 5) else verb)
    assert [line["line"] for line in ran.lines if "error" in line] == [2, 5]


def test_about_entails() -> None:
    lines = entails("engines", "--json").lines
    assert all(fits(line, "engines") for line in lines)
    health = entails("doctor", "--json").line
    assert fits(health, "doctor")
    assert set(health["packages"]) == {*PACKAGES, *EXTRAS}
    assert health["missing"] == []


def test_every_report_says_something_and_forbids_the_rest() -> None:
    for name, schema in PUBLISHED.items():
        assert schema["properties"], name
        assert schema["additionalProperties"] is False, name
        assert schema.get("description"), name


def test_the_checker_finds_errors() -> None:
    schema = PUBLISHED["solve"]
    good = entails("sudoku", "solve", CLASSIC, "--json").line
    bad: list[dict[str, Any]] = [
        {**good, "status": "maybe"},
        {**good, "unique": "yes"},
        {**good, "solutions": [1]},
        {**good, "more": 1},
        {key: value for key, value in good.items() if key != "status"},
        {**good, "reason": "boredom"},
    ]
    assert all(len(problems(line, schema, schema)) == 1 for line in bad)
