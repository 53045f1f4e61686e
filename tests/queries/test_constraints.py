"""The constraint model of a puzzle as readable text."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

import entails
from entails.formats.statement import ConstraintWriter, by_sentence, describe, markdown
from entails.models import constraints as types
from entails.models.statement import Statement, Variable, boolean
from entails.puzzles import puzzle_type_named, puzzles
from entails.queries import queries_of

BOARD = Statement((Variable("x", range(1, 4)), Variable("y", range(1, 4)), boolean("rain")))
X, Y, RAIN = 0, 1, 7


@pytest.mark.parametrize(
    ("constraint", "formula"),
    [
        (types.Clause((1, -5)), "x=1 or not y=2"),
        (types.Clause(()), "false"),
        (types.Count((1, 5), "<=", 1), "count(x=1, y=2) <= 1"),
        (types.AllDifferent((X, Y)), "all_different(x, y)"),
        (types.AllDifferent((X, Y), frozenset({1})), "all_different(x, y, except {1})"),
        (types.Linear(((2, X), (-1, Y)), "<", 5, ((3, RAIN),)), "2*x - y + 3*[rain] < 5"),
        (types.Compare(X, "<", Y, 1), "x < y + 1"),
        (types.Compare(X, ">=", Y, -2), "x >= y - 2"),
        (types.Distance(X, Y, "=", 2), "|x - y| = 2"),
        (types.Product((X, Y), 6), "x * y = 6"),
        (types.Table((X, Y), types.TupleRows([[1, 2], [2, 1]])), "(x, y) in a table of 2 rows"),
        (types.Table((X, Y), types.TupleRows([[1, 2]]), allowed=False), "(x, y) not in a table of 1 row"),
        (
            types.Automaton((X, Y), 0, frozenset({1}), ((0, 1, 1), (1, 2, 1))),
            "automaton(x, y): 2 states, 2 transitions",
        ),
        (types.Logic(("implies", RAIN, ("and", 1, ("not", 5)))), "(rain implies (x=1 and not (y=2)))"),
        (types.Element(X, (("const", 4), ("var", Y)), ("var", Y), 1), "[4, y][x - 1] = y"),
        (types.Differ((X,), (Y,)), "(x) != (y)"),
        (types.Connected((1, 2), ((0, 1),)), "connected(x=1, x=2): a graph of 1 edge"),
        (types.Loop((1, 2), ((0, 1), (1, 0))), "loop(x=1, x=2)"),
        (types.Clause((1,), when=(RAIN,)), "if rain: x=1"),
    ],
    ids=lambda value: value.kind if isinstance(value, types.Constraint) else "",
)
def test_a_formula(constraint: types.Constraint, formula: str) -> None:
    assert ConstraintWriter(BOARD)(constraint) == formula


def test_every_constraint_type_has_a_formula() -> None:
    known = {value for value in vars(types).values() if isinstance(value, type) and issubclass(value, types.Constraint)}
    from entails.formats.statement import _WRITERS

    assert set(_WRITERS) == known - {types.Constraint}


def test_sudoku() -> None:
    text = entails.constraints(entails.parse("sudoku", "..4..3...2....1."))
    assert [(row.domain, row.count) for row in text.variables] == [("1..4", 16)]
    assert text.types == {"all_different": 12, "clause": 4}
    assert [row.formula for row in text.constraints if row.soft] == ["r1c3=4", "r2c2=3", "r3c2=2", "r4c3=1"]


def test_wordle_states_each_feedback_as_a_clue() -> None:
    text = entails.constraints(entails.parse("wordle", "crane:bybbg"))
    clues = [row for row in text.constraints if row.soft]
    assert {"table"} <= set(text.types)
    assert len(clues) >= 5


def test_sentences_and_markdown_in_french() -> None:
    text = entails.constraints(entails.parse("takuzu", "0.../..../..../...."), language="fr")
    assert [row.domain for row in text.variables] == ["{0, 1}"]
    assert [row.text for row in text.constraints if row.soft] == ["r1c1 vaut 0 (donné)"]
    page = markdown(text, "Modèle", "fr")
    assert "## Règles" in page
    assert "| phrase | contrainte |" in page
    assert "## Rules" not in page


def test_an_objective() -> None:
    problem = entails.Problem()
    x = problem.integer("x", 0, 9)
    problem.add(x < 7, "less than seven")
    problem.maximise(2 * x)
    assert describe(problem.model().statement).objective == "maximise 2*x"


def test_long_lists_of_formulas_are_shortened() -> None:
    text = entails.constraints(entails.parse("wordle", "crane:bybbg"))
    shown = dict(by_sentence(text.constraints))
    assert max(map(len, shown.values())) == 4
    assert any(formulas[-1].endswith(" more") for formulas in shown.values())


def test_a_slot_of_scrabble_shows_its_model() -> None:
    text = entails.scrabble.constraints("empty", rack="AEMORST", slot="8D 5")
    assert text.types == {"clause": 34, "count": 12, "table": 1}
    assert "letter 1 is M" in " ".join(row.formula for row in text.constraints)
    assert text.objective is not None


@pytest.mark.parametrize(
    "name", [name for name in puzzles() if "constraints" in queries_of(name) and name != "scrabble"]
)
def test_every_puzzle_shows_its_model(name: str) -> None:
    puzzle_type = puzzle_type_named(name)
    example = next(iter(puzzle_type.examples))
    (entry,) = list(puzzle_type.read(example.text.encode(), puzzle_type.read_options({})))[:1]
    statement = puzzle_type.constraint_model(entry.puzzle)
    text = describe(statement)
    assert len(text.constraints) == len(statement.every_constraint)
    assert all(row.text for row in text.constraints)
    assert markdown(text, name).count("\n## ") >= 2


def test_the_command_writes_markdown(tmp_path: Path) -> None:
    page = tmp_path / "model.md"
    command = [
        sys.executable,
        "-m",
        "entails",
        "sudoku",
        "constraints",
        "..4..3...2....1.",
        "--json",
        "--markdown",
        page,
    ]
    ran = subprocess.run(command, capture_output=True, text=True, check=True)
    assert json.loads(ran.stdout)["types"] == {"all_different": 12, "clause": 4}
    assert "| r1c3 is " in page.read_text("utf-8")
