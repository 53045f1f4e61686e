"""Links of the sites where people play and set puzzles: sudokuwiki, f-puzzles, SudokuPad, Penpa+ and puzz.link.

Only a link that contains its puzzle can be read; one that merely names a puzzle kept by a site cannot, since nothing
here goes online.

The lz-string codec: LZ78 on UTF-16 code units, six bits to a base64 character. Puzzle sites pack links with it.

A stream is a sequence of codes. Codes 0 and 1 announce a character never seen before (8 or 16 bits follow), 2 ends the
stream, the others name a phrase: every phrase is an earlier one and one character more. Numbers come lowest bit first,
and codes grow by a bit whenever the phrases need it. Reader and writer count phrases alike, so neither sends a table.
"""

import re
from urllib.parse import quote, unquote

from entails.formats.penpa import is_penpa
from entails.formats.puzzlink import numbers
from entails.formats.puzzlink.parts import HOME, NUMBERS, Body, genre_of
from entails.formats.puzzlink.parts import address as address_of
from entails.formats.sudoku.json import fpuzzles_from_grid, grid_from_fpuzzles
from entails.formats.sudoku.text import agreed, digits_only, read_line
from entails.models.errors import InvalidPuzzle, UnsupportedPuzzle
from entails.models.fields import dump_json, load_json
from entails.models.sudoku.grid import Grid
from entails.models.sudoku.shape import BOXES, Shape

_ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
_VALUE = {character: value for value, character in enumerate(_ALPHABET)} | {"-": 63}
_NEW_BYTE, _NEW_UNIT, _END = 0, 1, 2
_WHERE = "compressed part of the link"

MOST_PACKED = 100_000
MOST_UNPACKED = 1_000_000
"""Far above any puzzle; a few kilobytes can be made to unpack into gigabytes."""


class _CodeWidth:
    """How many bits a code has: one more each time as many phrases were added as the codes so far could name."""

    __slots__ = ("_room", "bits")

    def __init__(self) -> None:
        self.bits = 2
        self._room = 2

    def phrase_added(self) -> None:
        self._room -= 1
        if not self._room:
            self._room = 1 << self.bits
            self.bits += 1


def compress_to_base64(text: str) -> str:
    """Pack a text as lz-string's compressToBase64 does, character for character."""
    bits: list[str] = []
    width = _CodeWidth()
    codes: dict[str, int] = {}
    unsent: set[str] = set()

    def send(number: int, count: int) -> None:
        bits.append(format(number, f"0{count}b")[::-1])

    def send_phrase(phrase: str) -> None:
        if phrase in unsent:
            unsent.remove(phrase)
            is_byte = ord(phrase) < 256
            send(_NEW_BYTE if is_byte else _NEW_UNIT, width.bits)
            send(ord(phrase), 8 if is_byte else 16)
            width.phrase_added()
        else:
            send(codes[phrase], width.bits)
        width.phrase_added()

    phrase = ""
    for unit in _units(text):
        if unit not in codes:
            codes[unit] = len(codes) + 3
            unsent.add(unit)
        if phrase + unit in codes:
            phrase += unit
            continue
        send_phrase(phrase)
        codes[phrase + unit] = len(codes) + 3
        phrase = unit
    if phrase:
        send_phrase(phrase)
    send(_END, width.bits)

    stream = "".join(bits)
    stream += "0" * (6 - len(stream) % 6)
    packed = "".join(_ALPHABET[int(stream[start : start + 6], 2)] for start in range(0, len(stream), 6))
    return packed + "=" * (-len(packed) % 4)


def decompress_from_base64(packed: str) -> str:
    """Unpack; the URL-safe alphabet of lz-string (- for /, $ for padding) is understood too."""
    stream = packed.rstrip("=$")
    if len(stream) > MOST_PACKED:
        raise InvalidPuzzle(
            f"it has {len(stream):,} characters", where=_WHERE, expected=f"at most {MOST_PACKED:,} for a puzzle"
        )
    if not all(character in _VALUE for character in stream):
        raise InvalidPuzzle("this is not base64 text", where=_WHERE, expected="letters, digits, + and /")
    return _from_units(_unpack("".join(format(_VALUE[character], "06b") for character in stream)))


def _unpack(bits: str) -> str:
    position = 0

    def receive(count: int) -> int:
        nonlocal position
        position += count
        if position > len(bits):
            raise InvalidPuzzle("it ends too early", where=_WHERE, expected="a complete link")
        return int(bits[position - count : position][::-1], 2)

    width = _CodeWidth()
    phrases = ["", "", ""]
    pieces: list[str] = []
    length = 0
    last = ""
    while (code := receive(width.bits)) != _END:
        if code in (_NEW_BYTE, _NEW_UNIT):
            phrases.append(chr(receive(16 if code == _NEW_UNIT else 8)))
            code = len(phrases) - 1
            width.phrase_added()
        if code < len(phrases):
            phrase = phrases[code]
        elif code == len(phrases) and last:
            phrase = last + last[0]
        else:
            raise InvalidPuzzle("it is damaged", where=_WHERE, expected="a link as the site made it")
        if last:
            phrases.append(last + phrase[0])
        width.phrase_added()
        pieces.append(phrase)
        last = phrase
        length += len(phrase)
        if length > MOST_UNPACKED:
            raise InvalidPuzzle(
                "it unpacks to far more than a puzzle", where=_WHERE, expected=f"at most {MOST_UNPACKED:,} characters"
            )
    return "".join(pieces)


def _units(text: str) -> str:
    """The UTF-16 code units of a text, each as a character."""
    if text.isascii():
        return text
    data = text.encode("utf-16-le", "surrogatepass")
    return "".join(chr(data[at] | data[at + 1] << 8) for at in range(0, len(data), 2))


def _from_units(units: str) -> str:
    return units.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "surrogatepass")


_SITES = r"sudokuwiki\.org|f-puzzles\.com|sudokupad\.app|(?:app\.)?crackingthecryptic\.com"
_LINK = re.compile(rf"(?:https?://)?(?:www\.|beta\.)?({_SITES})(?:/([^?#]*))?(?:\?([^#]*))?(?:#.*)?", re.IGNORECASE)
_ADDRESS = re.compile(rf"https?://|(?:www\.|beta\.)?(?:{_SITES})", re.IGNORECASE)
_PACKED = re.compile(r"(?:sudoku/)?fpuz(?:zles)?(.+)", re.IGNORECASE | re.DOTALL)
_EXPECTED = "a link of sudokuwiki.org, f-puzzles.com or sudokupad.app that contains the puzzle"


def is_link(text: str) -> bool:
    """The text is an address, of whichever site."""
    return _ADDRESS.match(text) is not None or genre_of(text) is not None or is_penpa(text)


def read_link(text: str, shape: Shape | None = None) -> Grid:
    """The grid that a link contains. What follows the link after a space is not part of it."""
    address = text.split(maxsplit=1)[0] if text.strip() else ""
    if is_penpa(address):
        return _read_drawing(address, shape)
    if genre_of(address) is not None:
        return _read_pzpr(address, shape)
    found = _LINK.fullmatch(address)
    if found is None:
        raise InvalidPuzzle("this is not a link of a site known here", where="link", expected=_EXPECTED)
    site, path, query = found[1].lower(), unquote(found[2] or ""), _parameters(found[3] or "")
    if site == "sudokuwiki.org" and re.fullmatch(r"sudoku(?:\.htm|\.asp)?", path, re.IGNORECASE) and "bd" in query:
        return _read_board(query["bd"], shape)
    if site == "f-puzzles.com" and "load" in query:
        return _read_packed(query["load"], shape)
    if site.endswith(("sudokupad.app", "crackingthecryptic.com")):
        packed = _PACKED.fullmatch(query.get("puzzleid", path))
        if packed:
            return _read_packed(packed[1], shape)
    raise InvalidPuzzle("this link does not contain a Sudoku that can be read", where="link", expected=_EXPECTED)


def write_sudokuwiki(grid: Grid) -> str:
    """A link that opens the grid in the sudokuwiki solver, which knows plain 9x9 only."""
    if grid.shape != Shape.classic(9):
        raise UnsupportedPuzzle("a sudokuwiki link holds a plain 9x9 grid only: use fpuzzles, sudokupad or json")
    return f"https://www.sudokuwiki.org/sudoku.htm?bd={digits_only(grid, 'sudokuwiki').line.replace('.', '0')}"


def write_fpuzzles(grid: Grid) -> str:
    """A link that opens the grid in the f-puzzles editor."""
    return f"https://f-puzzles.com/?load={_pack(grid)}"


def write_sudokupad(grid: Grid) -> str:
    """A link that opens the grid in SudokuPad, to be played."""
    return f"https://sudokupad.app/?puzzleid=fpuzzles{quote(_pack(grid), safe='')}"


def write_puzz_link(grid: Grid) -> str:
    """A link that opens the grid at puzz.link, which knows classic grids only."""
    if grid.shape.size not in BOXES or grid.shape != Shape.classic(grid.shape.size):
        raise UnsupportedPuzzle("a puzz.link address holds a classic grid only: use fpuzzles, sudokupad or json")
    size = grid.shape.size
    clues = tuple(digit or None for digit in digits_only(grid, "puzz.link").cells)
    return f"{HOME}sudoku/{size}/{size}/{NUMBERS.write(clues, Body('', size, size))}"


def _read_pzpr(text: str, shape: Shape | None) -> Grid:
    """The grid of an address of puzz.link."""
    found = address_of(text, "sudoku")
    assert found is not None
    if found.rows != found.columns:
        raise InvalidPuzzle(f"{found.rows} rows of {found.columns} cells", where="link", expected="a square")
    stated = agreed(Shape.classic(found.rows), shape, "link")
    clues = numbers(found.body, found.cells)
    return Grid.of(stated, [clue if clue is not None and clue > 0 else 0 for clue in clues])


def _read_drawing(text: str, shape: Shape | None) -> Grid:
    """The grid of a link of Penpa+. Imported on use: most of it is about other puzzles."""
    from entails.formats.penpa.genre import typed_text
    from entails.formats.sudoku.json import read_json

    return read_json(typed_text("sudoku", text), shape)


def _parameters(query: str) -> dict[str, str]:
    pairs = (part.partition("=") for part in query.split("&"))
    return {name.lower(): unquote(value) for name, _, value in pairs}


def _read_board(text: str, shape: Shape | None) -> Grid:
    if len(text) != 81:
        raise InvalidPuzzle(
            f"{'the link ends too early: its' if len(text) < 81 else 'the'} board has {len(text):,} characters",
            where="link, bd",
            expected="81, one for each cell",
        )
    return read_line(text, shape)


def _read_packed(payload: str, shape: Shape | None) -> Grid:
    """A plus sign in a link may have become a space on its way."""
    value = load_json(decompress_from_base64(payload.replace(" ", "+")), "f-puzzles")
    if not isinstance(value, dict):
        raise InvalidPuzzle("the link does not contain a puzzle", where="f-puzzles", expected="a JSON object")
    return grid_from_fpuzzles(value, shape)


def _pack(grid: Grid) -> str:
    return compress_to_base64(dump_json(fpuzzles_from_grid(grid)))
