"""Fonts embedded in printed sheets, so that sheets look the same everywhere."""

import json
from functools import cache
from pathlib import Path

from entails.formats.drawing.page import Font

_FOLDER = Path(__file__).parent


@cache
def sheet_fonts() -> tuple[Font, Font]:
    """Return DejaVu Sans, regular and bold, with the letters of Western Europe."""
    measures = json.loads((_FOLDER / "measures.json").read_text("utf-8"))
    regular, bold = (
        Font(
            name=measure["name"],
            file=(_FOLDER / f"{name}.ttf").read_bytes(),
            widths=tuple(measure["widths"]),
            box=tuple(measure["box"]),
            ascent=measure["ascent"],
            descent=measure["descent"],
            capitals=measure["capitals"],
        )
        for name, measure in measures.items()
    )
    return regular, bold
