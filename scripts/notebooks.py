"""Write docs/notebooks anew: a notebook for each puzzle, made of its examples and what can be asked of it.

`python scripts/notebooks.py`; with `--check` it says which are out of date. tests/test_notebooks.py runs every cell.
"""

import json
import sys
from collections.abc import Iterator
from pathlib import Path

from entails.puzzles import kind, loadable, puzzles
from entails.puzzles.base import AnyPuzzle, Example

FOLDER = Path(__file__).parents[1] / "docs" / "notebooks"
_FOR_PEOPLE = "Nobody needs compiled code for one puzzle: each of these answers at once, the first time too."
_OWN = {
    "sudoku": (
        ("How hard is it for a person, and what comes next?", "entails.rate(puzzle)"),
        (_FOR_PEOPLE, 'print(entails.hint(puzzle, "step").sentence)'),
        ("The whole path, step by step.", "for step in entails.steps(puzzle).steps[:3]:\n    print(step.sentence)"),
        ("Reasoning by disjunctions: how deep must one suppose?", "entails.quine(puzzle, tree=True)"),
        ("Thousands at once.", "[solved.unique for solved in entails.solve_many([puzzle] * 3)]"),
    ),
    "wordle": (
        ("Which words are left?", "entails.candidates(puzzle)[:5]"),
        (_FOR_PEOPLE, "[(one.word, round(one.bits, 2)) for one in entails.suggest(puzzle, top=3)]"),
    ),
    "scrabble": (
        (_FOR_PEOPLE, "entails.best(puzzle)"),
        ("Every play, best first.", "[(play.placement.word, play.score) for play in entails.moves(puzzle)[:5]]"),
    ),
    "cnf": (("The depth of disjunctions is a measure of any formula.", "entails.exact_depth(puzzle).depth"),),
    "takuzu": (("The next step, with its reason.", 'print(entails.hint(puzzle, "step").sentence)'),),
}
"""What only some puzzles can be asked."""
_UNASKED = ("wordle", "scrabble")
"""Their answers are words and plays, which their own questions tell better."""


def cells(name: str) -> Iterator[tuple[str, str]]:
    """Pairs of a sentence and the code below it."""
    of_kind = kind(name)
    first, *others = of_kind.examples
    yield f"{first.about[:1].upper()}{first.about[1:]}.", f"import entails\n\n{_parsed(name, first)}\npuzzle"
    if name not in _UNASKED:
        yield "One answer, checked by the rules before it leaves.", "entails.solve(puzzle)"
        yield "Is it the only one?", "entails.check(puzzle).unique"
        clash = next((one for one in others if _clashes(of_kind, one)), None)
        if clash is not None:
            yield (
                "Where nothing fits, the statements that contradict each other are named.",
                f"{_parsed(name, clash)}\nprint(entails.explain(puzzle))",
            )
            if name in _OWN:
                yield "Back to the first.", f"{_parsed(name, first)}\npuzzle"
    yield from _OWN.get(name, ())


def _parsed(name: str, example: Example) -> str:
    return f"puzzle = entails.parse({name!r}, {example.text!r})"


def _clashes(of_kind: AnyPuzzle, example: Example) -> bool:
    import entails

    return "explain" in of_kind.routes and not entails.solve(entails.parse(of_kind.name, example.text))


def notebook(name: str) -> str:
    """The file."""
    found = [("markdown", f"# {name}\n\n{puzzles()[name].summary}")]
    for sentence, code in cells(name):
        found += [("markdown", sentence), ("code", code)]
    shown: list[dict[str, object]] = [
        {"cell_type": kind_, "id": f"cell-{at}", "metadata": {}, "source": text.splitlines(keepends=True)}
        | ({"execution_count": None, "outputs": []} if kind_ == "code" else {})
        for at, (kind_, text) in enumerate(found)
    ]
    about = {"kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"}}
    whole = {"cells": shown, "metadata": about, "nbformat": 4, "nbformat_minor": 5}
    return json.dumps(whole, indent=1, ensure_ascii=False) + "\n"


def main() -> int:
    wanted = {FOLDER / f"{name}.ipynb": notebook(name) for name in loadable() if kind(name).examples}
    wrong = [path for path, text in wanted.items() if not path.exists() or path.read_text("utf-8") != text]
    wrong += [path for path in FOLDER.glob("*.ipynb") if path not in wanted]
    if "--check" in sys.argv:
        print("\n".join(f"{path.name} is out of date: run python scripts/notebooks.py" for path in wrong), end="")
        return bool(wrong)
    FOLDER.mkdir(exist_ok=True)
    for path in wrong:
        if path in wanted:
            path.write_text(wanted[path], "utf-8")
        else:
            path.unlink()
    print(f"{len(wanted)} notebooks, {len(wrong)} written anew")
    return 0


if __name__ == "__main__":
    sys.exit(main())
