"""Writing a grid in any form, by the form's name.

`json`, `ipuz`, `fpuzzles` and `sudokupad` say the shape too, and `drawn` shows jigsaw regions. The others hold the
cells alone, so whoever reads a variant back says its shape again. Pencil marks are never lost: a form without them
refuses.
"""

from collections.abc import Callable, Mapping
from types import MappingProxyType

from entails.models.errors import UnsupportedCapability
from entails.models.sudoku.forms.candidates import write_candidates
from entails.models.sudoku.forms.drawing import write_drawn
from entails.models.sudoku.forms.ipuz import write_ipuz_grid
from entails.models.sudoku.forms.json_object import write_json
from entails.models.sudoku.forms.line import write_line
from entails.models.sudoku.forms.links import write_fpuzzles, write_puzz_link, write_sudokupad, write_sudokuwiki
from entails.models.sudoku.forms.marks import write_marks
from entails.models.sudoku.forms.sdk import write_sdk
from entails.models.sudoku.forms.ss import write_ss
from entails.models.sudoku.grid import Grid

FORMS: Mapping[str, Callable[[Grid], str]] = MappingProxyType(
    {
        "line": write_line,
        "drawn": write_drawn,
        "sdk": write_sdk,
        "ss": write_ss,
        "candidates": write_candidates,
        "marks": write_marks,
        "sudokuwiki": write_sudokuwiki,
        "fpuzzles": write_fpuzzles,
        "sudokupad": write_sudokupad,
        "link": write_puzz_link,
        "ipuz": write_ipuz_grid,
        "json": write_json,
    }
)


def write_grid(grid: Grid, form: str) -> str:
    """The grid in this form, without a newline at the end."""
    if form not in FORMS:
        raise UnsupportedCapability(f"there is no form called {form[:20]!r}: use one of {', '.join(FORMS)}")
    return FORMS[form](grid)
