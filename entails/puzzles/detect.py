"""Which puzzle a text is, where it says so itself: an address names its genre, a formula or a model its format, a grid
of Sudoku is known by sight."""

import re

from entails.formats import detect
from entails.formats.detect import CNF, CP_MODEL, GCNF, OPB, WCNF, Format
from entails.formats.penpa import is_penpa
from entails.formats.puzzlink.parts import genre_of
from entails.models.errors import InvalidPuzzle
from entails.models.fields import decoded
from entails.puzzles import own_puzzles, puzzles

_SITES = re.compile(
    r"(?:https?://)?(?:www\.|beta\.)?(?:sudokuwiki\.org|f-puzzles\.com|sudokupad\.app|(?:app\.)?crackingthecryptic\.com)\b",
    re.IGNORECASE,
)
_ANY_LINK = re.compile(r"[a-z]+://", re.IGNORECASE)
_GRID = re.compile(r"[.0-9*_]{81}|[.0-4*_]{16}|[.0-6*_]{36}")
_FORMATS: dict[Format, str] = {CNF: "cnf", GCNF: "cnf", WCNF: "cnf", OPB: "model", CP_MODEL: "ortools"}
_KEYS = {"variables": "model", "grids": "model", "constraints": "model", "guesses": "wordle", "board": "scrabble"}
_KEY = re.compile(rf'"({"|".join(_KEYS)})"\s*:')
"""Keys of JSON documents that no Sudoku has."""
_EXPECTED = "a link or an address that names its genre, or entails PUZZLE and the question"


def recognised(content: str | bytes) -> str:
    """The name of the puzzle. What is not known is refused, a genre or a format by its name."""
    data = content.encode(errors="surrogatepass") if isinstance(content, str) else content
    format_ = detect.recognised(data)
    if format_ in _FORMATS:
        return _FORMATS[format_]
    if b"\0" in data and not isinstance(content, str) and _is_binary_model(data):
        return "ortools"
    text = content if isinstance(content, str) else decoded(content)
    first = next((line.strip() for line in text.splitlines() if line.strip() and not line.startswith("#")), "")
    if is_penpa(first):
        from entails.formats.penpa.genre import found_in

        return found_in(first).name
    if genre := genre_of(first):
        for listing in (own_puzzles, puzzles):
            for one in listing().values():
                if genre in one.constants.get("GENRES", ()):
                    return one.name
        raise InvalidPuzzle(f"the genre {genre!r} is not known here", where="address", expected=", ".join(_genres()))
    if _SITES.match(first) and not re.search(r"load=|fpuz|bd=|/(?:scl|ctc)[A-Za-z0-9+/=%_-]{8}", first):
        problem = "this link names a puzzle that is kept elsewhere, and nothing is fetched"
        raise InvalidPuzzle(problem, where="link", expected="a link that contains the puzzle")
    if first.startswith("{") and (key := _KEY.search(text)):
        return _KEYS[key[1]]
    if _SITES.match(first) or first.startswith("{") or _GRID.fullmatch(first):
        return sudoku_or_variant(text)
    if format_ is not None and not _ANY_LINK.match(first):
        raise InvalidPuzzle(f"this is {format_}", expected=format_.advice)
    raise InvalidPuzzle("this does not say which puzzle it is", expected=_EXPECTED)


def _is_binary_model(data: bytes) -> bool:
    """Return whether these bytes are a model of OR-Tools in its binary form."""
    from entails.formats.cp_model import read_cp_model

    try:
        read_cp_model(data)
    except InvalidPuzzle:
        return False
    return True


def sudoku_or_variant(text: str) -> str:
    """Plain rules are those of sudoku, others those of a variant; an ipuz document names its kind."""
    from entails.formats.sudoku.ipuz import is_ipuz, read_ipuz
    from entails.formats.variant.fpuzzles import is_variant

    if is_ipuz(text):
        return read_ipuz(text).puzzle
    return "variant" if is_variant(text) else "sudoku"


def _genres() -> list[str]:
    return sorted({genre for one in puzzles().values() for genre in one.constants.get("GENRES", ())})
