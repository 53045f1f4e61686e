"""One file per puzzle. This catalogue is all that is read until a puzzle is used, so it must stay light."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from types import MappingProxyType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from clausal.puzzles.base import AnyKind


@dataclass(frozen=True)
class Setting:
    """Something that reading a puzzle may need to be told, such as the shape of a grid."""

    name: str
    help: str


@dataclass(frozen=True)
class CatalogueEntry:
    """What the command line shows before the puzzle's module is imported."""

    name: str
    summary: str
    takes: str
    questions: tuple[str, ...]
    settings: tuple[Setting, ...] = ()


CATALOGUE: Mapping[str, CatalogueEntry] = MappingProxyType(
    {
        "sudoku": CatalogueEntry(
            "sudoku",
            "Sudoku of any size and shape.",
            "a grid, a file of grids, or - for standard input",
            ("check", "solve", "count", "explain", "forced", "quine", "export"),
            (Setting("shape", "Shape of the grid: 9x9, 16x16, x (diagonals), or jigsaw: and a region for each cell."),),
        ),
        "cnf": CatalogueEntry(
            "cnf",
            "Any formula in DIMACS or gcnf.",
            "a DIMACS file (gzip too), or - for standard input",
            ("solve", "count", "explain", "forced", "quine", "export"),
        ),
    }
)


@cache
def kind(name: str) -> "AnyKind":
    """The puzzle kind of this name, its module imported on first use."""
    from clausal.models.errors import UnsupportedCapability

    if name not in CATALOGUE:
        raise UnsupportedCapability(f"there is no puzzle {name!r}; there are {', '.join(CATALOGUE)}")
    found: AnyKind = import_module(f"clausal.puzzles.{name}").KIND
    return found


def kind_of(puzzle: object) -> "AnyKind":
    """The kind that this puzzle belongs to, by its type."""
    from clausal.models.errors import UnsupportedCapability

    for name in CATALOGUE:
        if isinstance(puzzle, kind(name).model):
            return kind(name)
    raise UnsupportedCapability(f"{type(puzzle).__name__} is not a puzzle; parse it first")
