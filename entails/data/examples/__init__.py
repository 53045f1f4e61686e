"""Example puzzles, one tab-separated file per puzzle type: name, puzzle, description."""

from importlib.resources import files


def examples(puzzle: str) -> list[tuple[str, str, str]]:
    """Return name, text and description of each example of a puzzle type."""
    rows = files(__name__).joinpath(f"{puzzle}.tsv").read_text("utf-8").splitlines()
    return [_row(line) for line in rows if line and not line.startswith("#")]


def _row(line: str) -> tuple[str, str, str]:
    name, text, about = line.split("\t")
    return name, text, about
