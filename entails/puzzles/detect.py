"""Detection of the puzzle type of a text or file.

An address names its genre, a formula or a model is known by its file format, and a Sudoku grid by its characters.
"""

import re

from entails.formats import detect
from entails.formats.detect import CNF, CNF_PLUS, CP_MODEL, FLATZINC, GCNF, KNF, OPB, WCNF, XCNF, Format
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
_FORMATS: dict[Format, str] = {
    **dict.fromkeys((CNF, GCNF, WCNF, XCNF), "cnf"),
    **dict.fromkeys((OPB, KNF, CNF_PLUS), "model"),
    CP_MODEL: "ortools",
    FLATZINC: "fzn",
}
_KEYS = {"variables": "model", "grids": "model", "constraints": "model", "guesses": "wordle", "board": "scrabble"}
_KEY = re.compile(rf'"({"|".join(_KEYS)})"\s*:')
"""Matches the keys of JSON documents other than Sudoku."""
_EXPECTED = "a link or address that names its genre, or entails PUZZLE QUERY"


def recognised(content: str | bytes) -> str:
    """Return the puzzle type of an input, by name; raise InvalidPuzzle if its genre or format is unsupported."""
    data = content.encode(errors="surrogatepass") if isinstance(content, str) else content
    format_ = detect.recognised(data)
    if format_ in _FORMATS:
        return _FORMATS[format_]
    if b"\0" in data and not isinstance(content, str) and _is_binary_model(data):
        return "ortools"
    text = content if isinstance(content, str) else decoded(content)
    first = next((line.strip() for line in text.splitlines() if line.strip() and not line.startswith("#")), "")
    if is_penpa(first):
        from entails.formats.penpa.genre import detect_puzzle

        return detect_puzzle(first).name
    if genre := genre_of(first):
        for listing in (own_puzzles, puzzles):
            for entry in listing().values():
                if genre in entry.constants.get("GENRES", ()):
                    return entry.name
        raise InvalidPuzzle(f"the genre {genre!r} is not supported", where="address", expected=", ".join(_genres()))
    if _SITES.match(first) and not re.search(r"load=|fpuz|bd=|/(?:scl|ctc)[A-Za-z0-9+/=%_-]{8}", first):
        problem = "this link refers to a puzzle on a server; nothing is downloaded"
        raise InvalidPuzzle(problem, where="link", expected="a link that contains the puzzle")
    if first.startswith("{") and (key := _KEY.search(text)):
        return _KEYS[key[1]]
    if _SITES.match(first) or first.startswith("{") or _GRID.fullmatch(first):
        return sudoku_or_variant(text)
    if format_ is not None and not _ANY_LINK.match(first):
        raise InvalidPuzzle(f"this is {format_}", expected=format_.advice)
    raise InvalidPuzzle("cannot detect the puzzle type", expected=_EXPECTED)


def _is_binary_model(data: bytes) -> bool:
    """Return whether these bytes are a binary OR-Tools model."""
    from entails.formats.cp_model import read_cp_model

    try:
        read_cp_model(data)
    except InvalidPuzzle:
        return False
    return True


def sudoku_or_variant(text: str) -> str:
    """Return "sudoku" for a text with only the usual rules, otherwise "variant" or the type of an ipuz document."""
    from entails.formats.sudoku.ipuz import is_ipuz, read_ipuz
    from entails.formats.variant.fpuzzles import is_variant

    if is_ipuz(text):
        return read_ipuz(text).puzzle
    return "variant" if is_variant(text) else "sudoku"


def _genres() -> list[str]:
    return sorted({genre for entry in puzzles().values() for genre in entry.constants.get("GENRES", ())})
