"""Example puzzles, one tab-separated file per puzzle kind: name, puzzle, what it shows."""

from importlib.resources import files


def examples(kind: str) -> list[tuple[str, str, str]]:
    """(name, text, about) of each example of a puzzle kind."""
    rows = files(__name__).joinpath(f"{kind}.tsv").read_text("utf-8").splitlines()
    return [_row(line) for line in rows if line and not line.startswith("#")]


def _row(line: str) -> tuple[str, str, str]:
    name, text, about = line.split("\t")
    return name, text, about
