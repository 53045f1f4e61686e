"""Links of sudokuwiki, f-puzzles, SudokuPad, Penpa+ and puzz.link.

Only a link that contains its puzzle can be read. A link that names a puzzle stored by a site is rejected, because
Entails makes no network requests.
"""

import re
from urllib.parse import quote, unquote

from entails.formats.lzstring import compress_to_base64, decompress_from_base64
from entails.formats.puzzlink import numbers
from entails.formats.puzzlink.parts import HOME, NUMBERS, Body, genre_of
from entails.formats.puzzlink.parts import address as address_of
from entails.formats.sudoku.json import fpuzzles_from_grid, grid_from_fpuzzles
from entails.formats.sudoku.text import agreed_shape, digits_only, read_line
from entails.formats.text import is_penpa
from entails.models.errors import InvalidPuzzle, UnsupportedPuzzle, quantity
from entails.models.fields import dump_json, load_json
from entails.models.sudoku.grid import Grid
from entails.models.sudoku.shape import BOXES, Shape

_SITES = r"sudokuwiki\.org|f-puzzles\.com|sudokupad\.app|(?:app\.)?crackingthecryptic\.com"
_LINK = re.compile(rf"(?:https?://)?(?:www\.|beta\.)?({_SITES})(?:/([^?#]*))?(?:\?([^#]*))?(?:#.*)?", re.IGNORECASE)
_ADDRESS = re.compile(rf"https?://|(?:www\.|beta\.)?(?:{_SITES})", re.IGNORECASE)
_PACKED = re.compile(r"(?:sudoku/)?fpuz(?:zles)?(.+)", re.IGNORECASE | re.DOTALL)
_EXPECTED = "a link of sudokuwiki.org, f-puzzles.com or sudokupad.app that contains the puzzle"


def is_link(text: str) -> bool:
    """Return whether a text is an address of any supported site."""
    return _ADDRESS.match(text) is not None or genre_of(text) is not None or is_penpa(text)


def read_link(text: str, shape: Shape | None = None) -> Grid:
    """Read the grid of a link. Text after a space is ignored."""
    address = text.split(maxsplit=1)[0] if text.strip() else ""
    if is_penpa(address):
        return _read_drawing(address, shape)
    if genre_of(address) is not None:
        return _read_pzpr(address, shape)
    link = _LINK.fullmatch(address)
    if link is None:
        raise InvalidPuzzle("the site of this link is not supported", where="link", expected=_EXPECTED)
    site, path, query = link[1].lower(), unquote(link[2] or ""), _parameters(link[3] or "")
    if site == "sudokuwiki.org" and re.fullmatch(r"sudoku(?:\.htm|\.asp)?", path, re.IGNORECASE) and "bd" in query:
        return _read_board(query["bd"], shape)
    if site == "f-puzzles.com" and "load" in query:
        return _read_packed(query["load"], shape)
    if site.endswith(("sudokupad.app", "crackingthecryptic.com")):
        packed = _PACKED.fullmatch(query.get("puzzleid", path))
        if packed:
            return _read_packed(packed[1], shape)
    raise InvalidPuzzle("the link contains no Sudoku", where="link", expected=_EXPECTED)


def write_sudokuwiki(grid: Grid) -> str:
    """Write a link to the sudokuwiki solver, which supports classic 9x9 grids only."""
    if grid.shape != Shape.classic(9):
        raise UnsupportedPuzzle("a sudokuwiki link can hold only a plain 9x9 grid: use fpuzzles, sudokupad or json")
    return f"https://www.sudokuwiki.org/sudoku.htm?bd={digits_only(grid, 'sudokuwiki').line.replace('.', '0')}"


def write_fpuzzles(grid: Grid) -> str:
    """Write a link to the f-puzzles editor."""
    return f"https://f-puzzles.com/?load={_pack(grid)}"


def write_sudokupad(grid: Grid) -> str:
    """Write a link that opens the grid in SudokuPad."""
    return f"https://sudokupad.app/?puzzleid=fpuzzles{quote(_pack(grid), safe='')}"


def write_puzz_link(grid: Grid) -> str:
    """Write a link to puzz.link, which supports classic grids only."""
    if grid.shape.size not in BOXES or grid.shape != Shape.classic(grid.shape.size):
        raise UnsupportedPuzzle("a puzz.link address can hold only a classic grid: use fpuzzles, sudokupad or json")
    size = grid.shape.size
    clues = tuple(digit or None for digit in digits_only(grid, "puzz.link").cells)
    return f"{HOME}sudoku/{size}/{size}/{NUMBERS.write(clues, Body('', size, size))}"


def _read_pzpr(text: str, shape: Shape | None) -> Grid:
    """Read the grid of a puzz.link address."""
    link = address_of(text, "sudoku")
    assert link is not None
    if link.rows != link.columns:
        raise InvalidPuzzle(
            f"{quantity(link.rows, 'row')} of {quantity(link.columns, 'cell')}", where="link", expected="a square"
        )
    stated = agreed_shape(Shape.classic(link.rows), shape, "link")
    clues = numbers(link.body, link.cells)
    return Grid.of(stated, [clue if clue is not None and clue > 0 else 0 for clue in clues])


def _read_drawing(text: str, shape: Shape | None) -> Grid:
    """Read the grid of a Penpa+ link. The Penpa+ reader is imported here, because few inputs need it."""
    from entails.formats.penpa.genre import typed_text
    from entails.formats.sudoku.json import read_json

    return read_json(typed_text("sudoku", text), shape)


def _parameters(query: str) -> dict[str, str]:
    pairs = (part.partition("=") for part in query.split("&"))
    return {name.lower(): unquote(value) for name, _, value in pairs}


def _read_board(text: str, shape: Shape | None) -> Grid:
    if len(text) != 81:
        raise InvalidPuzzle(
            f"{'the link ends too early: its' if len(text) < 81 else 'the'} board has "
            f"{quantity(len(text), 'character')}",
            where="link, bd",
            expected="81, one for each cell",
        )
    return read_line(text, shape)


def _read_packed(payload: str, shape: Shape | None) -> Grid:
    """Read a compressed f-puzzles document. A plus sign may have become a space in the link."""
    value = load_json(decompress_from_base64(payload.replace(" ", "+")), "f-puzzles")
    if not isinstance(value, dict):
        raise InvalidPuzzle("the link contains no puzzle", where="f-puzzles", expected="a JSON object")
    return grid_from_fpuzzles(value, shape)


def _pack(grid: Grid) -> str:
    return compress_to_base64(dump_json(fpuzzles_from_grid(grid)))
