"""Generate docs/puzzles.md and its pictures: rules and a solved example of each puzzle type.

python scripts/gallery.py          write them for all puzzle types
python scripts/gallery.py --check  check that the page is up to date; puzzle types that are not on it are ignored
"""

import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

import entails
from entails.formats.drawing.svg import svg
from entails.models.outcome import Satisfied
from entails.puzzles import kind, own_puzzles
from entails.puzzles.base import AnyPuzzle
from entails.queries import commands_of

DOCS = Path(__file__).parents[1] / "docs"
_HEAD = """# Puzzles

Each is one file of `entails/puzzles`, stated once; the questions are the same for all of them. `entails PUZZLE --help`
lists them, `entails demo PUZZLE` shows its examples, and [CONTRIBUTING](../CONTRIBUTING.md#add-a-puzzle) says how to
add one. This page is made from those files by `make gallery`.

| puzzle | rules |
|---|---|
"""
_LONGEST = 100


def drawn() -> Iterator[str]:
    """Yield the puzzle types that can be drawn."""
    return (name for name in own_puzzles() if kind(name).is_drawn)


def shown() -> list[str]:
    """Return the puzzle types in the gallery that still exist."""
    pictures = {path.stem for path in (DOCS / "puzzles").glob("*.svg")}
    return [name for name in drawn() if name in pictures]


def files(names: Iterable[str]) -> dict[Path, str]:
    """Return the page and the pictures of the puzzle types."""
    pages: dict[Path, str] = {}
    rows, parts = [], []
    for name in names:
        of_kind = kind(name)
        about = own_puzzles()[name]
        rows.append(f"| [{name}](#{name}) | {about.summary} |\n")
        short = [example for example in of_kind.examples if len(example.text) <= _LONGEST]
        example = next(known for known in short if entails.check(entails.parse(name, known.text)).unique)
        picture = f"puzzles/{name}.svg"
        pages[DOCS / picture] = _picture(name, of_kind, example.text)
        aliases = about.constants.get("ALIASES", ())
        named = f" Also called {', '.join(aliases)}." if aliases else ""
        verbs = ", ".join(f"`{verb}`" for verb in commands_of(name))
        parts.append(
            f"\n## {name}\n\n{about.summary}{named}\n\n![{name}, solved]({picture})\n\n"
            f"    entails {name} solve '{example.text}'\n\nAsk it: {verbs}.\n"
        )
    return {DOCS / "puzzles.md": _HEAD + "".join(rows) + "".join(parts), **pages}


def _picture(name: str, of_kind: AnyPuzzle, text: str) -> str:
    """Return an example with its solution as SVG."""
    puzzle = entails.parse(name, text)
    outcome = entails.solve(puzzle)
    assert isinstance(outcome, Satisfied)
    return svg(of_kind.draw(puzzle, outcome.answer), title=name)


if __name__ == "__main__":
    checking = "--check" in sys.argv
    wanted = files(shown() if checking else drawn())
    if checking:
        sys.exit(any(not path.exists() or path.read_text("utf-8") != text for path, text in wanted.items()))
    for path, text in wanted.items():
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, "utf-8")
