"""Data shipped with Entails, and loaders: examples and fonts here, other data in modules."""

import json
from functools import cache
from importlib import resources
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from entails.formats.drawing.page import Font


def examples(puzzle: str) -> list[tuple[str, str, str]]:
    """Return the name, text and description of each example of a puzzle type, from a tab-separated file."""
    rows = resources.files(__name__).joinpath("examples", f"{puzzle}.tsv").read_text("utf-8").splitlines()
    return [_row(line) for line in rows if line and not line.startswith("#")]


def _row(line: str) -> tuple[str, str, str]:
    name, text, about = line.split("\t")
    return name, text, about


@cache
def sheet_fonts() -> "tuple[Font, Font]":
    """Return the fonts that sheets embed: DejaVu Sans, regular and bold."""
    from entails.formats.drawing.page import Font

    folder = resources.files(__name__).joinpath("fonts")
    measures = json.loads(folder.joinpath("measures.json").read_text("utf-8"))
    regular, bold = (
        Font(
            name=measure["name"],
            file=folder.joinpath(f"{name}.ttf").read_bytes(),
            widths=tuple(measure["widths"]),
            box=tuple(measure["box"]),
            ascent=measure["ascent"],
            descent=measure["descent"],
            capitals=measure["capitals"],
        )
        for name, measure in measures.items()
    )
    return regular, bold
