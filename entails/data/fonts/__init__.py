"""The fonts that printed sheets embed, so that they look alike wherever they are printed."""

import json
from functools import cache
from pathlib import Path

from entails.formats.drawing.page import Font

_FOLDER = Path(__file__).parent


@cache
def sheet_fonts() -> tuple[Font, Font]:
    """DejaVu Sans, regular and bold, with the letters of Western Europe."""
    measures = json.loads((_FOLDER / "measures.json").read_text("utf-8"))
    regular, bold = (
        Font(
            name=said["name"],
            file=(_FOLDER / f"{name}.ttf").read_bytes(),
            widths=tuple(said["widths"]),
            box=tuple(said["box"]),
            ascent=said["ascent"],
            descent=said["descent"],
            capitals=said["capitals"],
        )
        for name, said in measures.items()
    )
    return regular, bold
