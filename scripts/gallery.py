"""Write docs/puzzles.md and its pictures: rules, an example and its picture for each puzzle type.

python scripts/gallery.py          writes them for all puzzles
python scripts/gallery.py --check  checks that they are up to date; a new puzzle type may be missing
"""

import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

import entails
from entails.formats.drawing.svg import svg
from entails.models.outcome import Satisfied
from entails.puzzles import own_puzzles, puzzle_type_named
from entails.puzzles.base import AnyPuzzle
from entails.queries import commands_of

DOCS = Path(__file__).parents[1] / "docs"
_HEAD = """# Puzzles

Each puzzle type is one file in `entails/puzzles`. All types share the common queries: `entails PUZZLE --help` lists
them, and `entails demo PUZZLE` shows examples. [recipes.md](recipes.md#a-puzzle) describes how to add a
puzzle type. `make gallery` generates this page.

A puzzle is typed on one line or in a file. Rows are lines, or stand between slashes. A cell is one character; cells of
several characters are separated by blanks or commas, and a letter is a number above 9 (a is 10).

| puzzle | rules |
|---|---|
"""
_LONGEST = 100


def drawn() -> Iterator[str]:
    """Yield the puzzle types with a drawing."""
    return (name for name in own_puzzles() if puzzle_type_named(name).is_drawn)


def shown() -> list[str]:
    """Return the puzzle types that have a picture file."""
    pictures = {path.stem for path in (DOCS / "puzzles").glob("*.svg")}
    return [name for name in drawn() if name in pictures]


def files(names: Iterable[str]) -> dict[Path, str]:
    """Return the page and the pictures of these puzzle types, by path."""
    pictures: dict[Path, str] = {}
    rows, parts = [], []
    for name in names:
        puzzle_type = puzzle_type_named(name)
        about = own_puzzles()[name]
        rules = about.text.strip()
        rows.append(f"| [{name}](#{name}) | {about.summary} |\n")
        short = [example for example in puzzle_type.examples if len(example.text) <= _LONGEST]
        example = next(shown for shown in short if entails.check(entails.parse(name, shown.text)).unique)
        picture = f"puzzles/{name}.svg"
        pictures[DOCS / picture] = _picture(name, puzzle_type, example.text)
        aliases = about.constants.get("ALIASES", ())
        named = f"\n\nAlso called {', '.join(aliases)}." if aliases else ""
        queries = ", ".join(f"`{verb}`" for verb in commands_of(name))
        parts.append(
            f"\n## {name}\n\n{rules}{named}\n\n![{name}, solved]({picture})\n\n"
            f"    entails {name} solve '{example.text}'\n\n{_input(puzzle_type)}Queries: {queries}.\n"
        )
    return {DOCS / "puzzles.md": _HEAD + "".join(rows) + "".join(parts), **pictures}


def _input(puzzle_type: AnyPuzzle) -> str:
    """Return the sentence about how a puzzle is typed."""
    typed = puzzle_type.text_format
    return "" if typed == AnyPuzzle.text_format else f"Input: {typed}.\n\n"


def _picture(name: str, puzzle_type: AnyPuzzle, text: str) -> str:
    """Return the picture of an example with its solution."""
    puzzle = entails.parse(name, text)
    outcome = entails.solve(puzzle)
    assert isinstance(outcome, Satisfied)
    return svg(puzzle_type.draw(puzzle, outcome.answer), title=name)


if __name__ == "__main__":
    checking = "--check" in sys.argv
    wanted = files(shown() if checking else drawn())
    if checking:
        sys.exit(any(not path.exists() or path.read_text("utf-8") != text for path, text in wanted.items()))
    for path, text in wanted.items():
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, "utf-8")
