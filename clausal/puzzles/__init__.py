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
    """What the command line shows before the puzzle's module is imported.

    A puzzle of `several` arguments is typed as many words, or none, that are read as one text. The verbs of `own` are
    questions whose command the puzzle brings itself.
    """

    name: str
    summary: str
    takes: str
    questions: tuple[str, ...]
    settings: tuple[Setting, ...] = ()
    several: bool = False
    own: tuple[str, ...] = ()


CATALOGUE: Mapping[str, CatalogueEntry] = MappingProxyType(
    {
        "sudoku": CatalogueEntry(
            "sudoku",
            "Sudoku of any size and shape.",
            "a grid, a file of grids, or - for standard input",
            ("check", "solve", "count", "explain", "forced", "rate", "quine", "export"),
            (Setting("shape", "Shape of the grid: 9x9, 16x16, x (diagonals), or jigsaw: and a region for each cell."),),
        ),
        "wordle": CatalogueEntry(
            "wordle",
            "Wordle, and Wordle Mind, which only counts.",
            "guesses such as crane:bybbg, a file of them, a share text and its words, or - for standard input",
            ("check", "solve", "count", "explain", "forced", "quine", "export"),
            (
                Setting("feedback", "What a guess is told: colours, or counts (well placed, misplaced)."),
                Setting("lexicon", "The words that the secret is among: a name, a file, or none for any letters."),
                Setting("lang", "Language of the usual lexicon: en (the default) or fr."),
                Setting("length", "How many letters the secret has, where no guess tells."),
            ),
            several=True,
            own=("check",),
        ),
        "scrabble": CatalogueEntry(
            "scrabble",
            "Scrabble: every legal placement, and the best.",
            "a position as CGP, a drawn board, a GCG game or JSON, a file of it, - for standard input, or empty",
            ("solve", "count", "explain", "export"),
            (
                Setting("rack", "Your tiles, ? for a blank."),
                Setting("word", "Only this play, such as '8D QUEEN': can it be made, and if not, why."),
                Setting("lexicon", "The words: a name of clausal lexicon list, or a file with one word a line."),
                Setting("lang", "Language of the words and tiles: en or fr."),
                Setting("layout", "The squares: standard, super, or a board file."),
                Setting("tiles", "The tile set: english, french, english-super, or a JSON file."),
                Setting("notation", "How places are written: gcg (8D across, D8 down) or french (H4, 4H)."),
                Setting("rules", "standard, or restricted: the simpler game of a study (docs/studies/guzniczak.md)."),
            ),
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
