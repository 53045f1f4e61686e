"""Every notebook of docs/notebooks runs from top to bottom, and what its cells end with can be shown."""

import ast
import json
from pathlib import Path
from typing import Any

import pytest

from entails.puzzles import kind, loadable

FOLDER = Path(__file__).parents[1] / "docs" / "notebooks"
NOTEBOOKS = sorted(FOLDER.glob("*.ipynb"))


def shown(value: Any) -> str:
    """As a notebook shows it."""
    html = getattr(value, "_repr_html_", None)
    return repr(value) if html is None else html()


def run(code: str, names: dict[str, Any]) -> str | None:
    """Run a cell; what its last line is worth, shown."""
    *before, last = ast.parse(code).body
    if not isinstance(last, ast.Expr):
        before.append(last)
    exec(compile(ast.Module(before, []), "cell", "exec"), names)
    return (
        shown(eval(compile(ast.Expression(last.value), "cell", "eval"), names)) if isinstance(last, ast.Expr) else None
    )


def test_every_puzzle_has_one() -> None:
    assert {path.stem for path in NOTEBOOKS} == {name for name in loadable() if kind(name).examples}


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_it_runs(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    book = json.loads(path.read_text("utf-8"))
    assert (book["nbformat"], book["nbformat_minor"]) == (4, 5)
    names: dict[str, Any] = {}
    code = ["".join(cell["source"]) for cell in book["cells"] if cell["cell_type"] == "code"]
    ends = [run(cell, names) for cell in code]
    assert (ends[0] or "").startswith(("<svg", "<pre", "<p", repr(names["puzzle"])[:5]))
    assert any(ends[1:]) or capsys.readouterr().out


def test_a_grid_is_drawn_and_an_answer_too() -> None:
    import entails

    grid = entails.parse("sudoku", "..4..3...2....1.")
    assert str(grid).splitlines()[1] == "│ · · │ 4 · │"
    assert str(entails.solve(grid)).splitlines()[1] == "│ 2 1 │ 4 3 │"
    assert shown(grid).startswith("<svg")
    assert shown(entails.solve(grid)).startswith("<svg")
    assert "cannot all hold" in shown(entails.explain(entails.parse("sudoku", "44..............")))
    assert str(entails.parse("wordle", "crane:bybbg")) == "crane:bybbg"
