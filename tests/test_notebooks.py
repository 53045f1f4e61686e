"""The tutorials of docs/notebooks run from top to bottom and give the outputs that they store.

`python tests/test_notebooks.py` runs them and stores their outputs again.
"""

import ast
import io
import json
import sys
from contextlib import redirect_stdout
from pathlib import Path
from typing import Any

import pytest

FOLDER = Path(__file__).parents[1] / "docs" / "notebooks"
NOTEBOOKS = sorted(FOLDER.glob("*.ipynb"))


def shown(value: Any) -> str:
    """Return a value as a notebook displays it."""
    html = getattr(value, "_repr_html_", None)
    return repr(value) if html is None else html()


def run(code: str, names: dict[str, Any]) -> list[dict[str, Any]]:
    """Run a cell and return its outputs in the form of a notebook: what it prints, and the value of its last line."""
    *before, last = ast.parse(code).body
    if not isinstance(last, ast.Expr):
        before.append(last)
    value, printed = None, io.StringIO()
    with redirect_stdout(printed):
        exec(compile(ast.Module(before, []), "cell", "exec"), names)
        if isinstance(last, ast.Expr):
            value = eval(compile(ast.Expression(last.value), "cell", "eval"), names)
    outputs: list[dict[str, Any]] = []
    if printed.getvalue():
        lines = printed.getvalue().splitlines(keepends=True)
        outputs.append({"name": "stdout", "output_type": "stream", "text": lines})
    if value is not None:
        kind = "text/html" if hasattr(value, "_repr_html_") else "text/plain"
        data = {kind: shown(value).splitlines(keepends=True)}
        outputs.append({"data": data, "execution_count": None, "metadata": {}, "output_type": "execute_result"})
    return outputs


def executed(book: dict[str, Any]) -> dict[str, Any]:
    """Return the notebook with the outputs that its cells have now."""
    names: dict[str, Any] = {}
    cells = []
    for cell in book["cells"]:
        if cell["cell_type"] == "code":
            cell = {**cell, "outputs": run("".join(cell["source"]), names)}
        cells.append(cell)
    return {**book, "cells": cells}


def outputs_of(book: dict[str, Any]) -> list[Any]:
    """Return the outputs of the cells that are not tagged `varies` (one of several solutions)."""
    code = (cell for cell in book["cells"] if cell["cell_type"] == "code")
    return [cell["outputs"] for cell in code if "varies" not in cell["metadata"].get("tags", ())]


def test_the_tutorials_are_there() -> None:
    assert {path.stem for path in NOTEBOOKS} == {"own-problem", "sudoku", "wordle", "scrabble", "takuzu", "ortools"}


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_it_gives_the_stored_outputs(path: Path) -> None:
    book = json.loads(path.read_text("utf-8"))
    assert (book["nbformat"], book["nbformat_minor"]) == (4, 5)
    assert any(outputs_of(book)), "no outputs are stored: python tests/test_notebooks.py"
    assert outputs_of(executed(book)) == outputs_of(book)


def test_a_grid_is_drawn_and_an_answer_too() -> None:
    import entails

    grid = entails.parse("sudoku", "..4..3...2....1.")
    assert str(grid).splitlines()[1] == "│ · · │ 4 · │"
    assert str(entails.solve(grid)).splitlines()[1] == "│ 2 1 │ 4 3 │"
    assert shown(grid).startswith("<svg")
    assert shown(entails.solve(grid)).startswith("<svg")
    assert "these conflict" in shown(entails.explain(entails.parse("sudoku", "44..............")))
    assert str(entails.parse("wordle", "crane:bybbg")) == "crane:bybbg"


if __name__ == "__main__":
    for path in map(Path, sys.argv[1:] or NOTEBOOKS):
        text = json.dumps(executed(json.loads(path.read_text("utf-8"))), indent=1, ensure_ascii=False)
        path.write_text(text + "\n", "utf-8")
