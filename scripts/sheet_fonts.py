"""Generate the fonts of printed sheets: DejaVu Sans of matplotlib, reduced to the letters of Western Europe.

    python scripts/sheet_fonts.py

Needs matplotlib, which brings fontTools; writes to entails/data/fonts.
"""

import json
import shutil
from importlib import import_module
from io import BytesIO
from pathlib import Path
from typing import Any

import matplotlib

subset: Any = import_module("fontTools.subset")
TTFont: Any = import_module("fontTools.ttLib").TTFont
FOLDER = Path(__file__).parent.parent / "entails" / "data" / "fonts"
SOURCE = Path(matplotlib.get_data_path()) / "fonts" / "ttf"
CODES = range(32, 256)


def main() -> None:
    measures = {}
    for name, file in (("regular", "DejaVuSans.ttf"), ("bold", "DejaVuSans-Bold.ttf")):
        font = TTFont(SOURCE / file, recalcTimestamp=False)
        characters = {code: bytes([code]).decode("cp1252", "ignore") for code in CODES}
        chosen = subset.Subsetter(subset.Options(layout_features=[], hinting=False, name_IDs=[0, 1, 2, 4, 6, 13, 14]))
        chosen.populate(text="".join(characters.values()))
        chosen.subset(font)
        content = BytesIO()
        font.save(content)
        (FOLDER / f"{name}.ttf").write_bytes(content.getvalue())
        measures[name] = _measures(font, characters)
    (FOLDER / "measures.json").write_text(json.dumps(measures, indent=1) + "\n")
    shutil.copy(SOURCE / "LICENSE_DEJAVU", FOLDER / "LICENCE.txt")


def _measures(font: Any, characters: dict[int, str]) -> dict[str, Any]:
    """Return the font metrics for a PDF file, in thousandths of the font size."""

    def scaled(value: int) -> int:
        return round(1000 * value / int(font["head"].unitsPerEm))

    glyphs, widths, head, os2 = font.getBestCmap(), font["hmtx"], font["head"], font["OS/2"]
    return {
        "name": str(font["name"].getDebugName(6)),
        "widths": [
            scaled(widths[glyphs[ord(character)]][0]) if character and ord(character) in glyphs else 0
            for character in characters.values()
        ],
        "box": [scaled(value) for value in (head.xMin, head.yMin, head.xMax, head.yMax)],
        "ascent": scaled(font["hhea"].ascent),
        "descent": scaled(font["hhea"].descent),
        "capitals": scaled(getattr(os2, "sCapHeight", 0)) or 729,
    }


if __name__ == "__main__":
    main()
