"""Scrabble layouts, boards and plays.

- `Layout` has the squares of a board with their multipliers, read from a board file or JSON.
- `Board` is a layout with tiles on it.
- `Placement` is a play: tiles laid in one line, with the whole main word that they make. SILENT played down through the
  S of MARS has word "SILENT" and tiles ".ILENT". A single tile may make words in both directions and is still one
  placement: across if it makes a word across, else down (see `normalised`).
- `write_place` and `read_place` convert places in the two notations that players use, "gcg" (English-speaking
  countries: rows are numbers, columns letters; 8D is across, D8 is down) and "french" (rows are letters, columns
  numbers; H4 is across, 4H is down). "H4" is valid in both, so the notation is always an argument and never guessed.
- `words_formed` reads the main word and the cross words of a play, square by square.

The checker (`rules`), the constraint model and the move generator share no code; this module is plain Python.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Literal, NamedTuple, get_args

import numpy as np
from numpy.typing import NDArray
from pydantic import Field, ValidationError

from entails.models.alphabet import LATIN, Alphabet
from entails.models.errors import InvalidData, InvalidMove, InvalidPuzzle, bracketed, quantity, validation_message
from entails.models.fields import Value
from entails.models.scrabble.tiles import BLANK, KINDS, Rack

Multipliers = NDArray[np.uint8]
Square = tuple[int, int]
"""Row and column, from 0."""

LARGEST = 26
"""Maximum number of rows and of columns: letters name rows or columns, depending on the notation."""

PREMIUMS = {".": (1, 1), "'": (2, 1), '"': (3, 1), "^": (4, 1), "-": (1, 2), "=": (1, 3), "~": (1, 4)}
"""(letter, word) multipliers of each character of a board file. Quackle and Macondo use these characters."""

_SYMBOLS = {pair: symbol for symbol, pair in PREMIUMS.items()}
_EXPECTED = "rows of . ' \" ^ - = ~ (plain, letter x2 x3 x4, word x2 x3 x4)"
_LONGEST_FILE = 20_000


@dataclass(frozen=True, eq=False)
class Layout:
    """A board without tiles. Layouts with equal squares are equal, whatever their names.

    Attributes:
        letter: Letter multiplier of each square (read-only).
        word: Word multiplier of each square (read-only).
        start: Squares of which the first play must cover one.
    """

    name: str
    rows: int
    columns: int
    letter: Multipliers
    word: Multipliers
    start: tuple[Square, ...]

    def __post_init__(self) -> None:
        if not (2 <= self.rows <= LARGEST and 2 <= self.columns <= LARGEST):
            raise InvalidData(
                f"the board has {quantity(self.rows, 'row')} and {quantity(self.columns, 'column')}",
                expected=f"2 to {LARGEST} of each",
            )
        for name in ("letter", "word"):
            squares = np.array(getattr(self, name), dtype=np.uint8)
            if squares.shape != (self.rows, self.columns):
                raise InvalidData(
                    "the size of the multipliers differs from the board",
                    where=self.name,
                    expected=f"{self.rows} rows of {self.columns}",
                )
            squares.setflags(write=False)
            object.__setattr__(self, name, squares)
        if not self.start or not all(self.holds(row, column) for row, column in self.start):
            raise InvalidData("the start is not on the board", where=self.name, expected="a row and a column")

    def holds(self, row: int, column: int) -> bool:
        """Return whether a square is on the board."""
        return 0 <= row < self.rows and 0 <= column < self.columns

    @cached_property
    def transposed(self) -> "Layout":
        """Return the layout with rows and columns exchanged."""
        turned = tuple((column, row) for row, column in self.start)
        return Layout(self.name, self.columns, self.rows, self.letter.T, self.word.T, turned)

    def symbol(self, row: int, column: int) -> str:
        """Return the character of a square in a board file."""
        return _SYMBOLS[int(self.letter[row, column]), int(self.word[row, column])]

    @cached_property
    def _content(self) -> tuple[object, ...]:
        return (self.rows, self.columns, frozenset(self.start), self.letter.tobytes(), self.word.tobytes())

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Layout) and self._content == other._content

    def __hash__(self) -> int:
        return hash(self._content)


class LayoutDocument(Value):
    """A layout as JSON.

    Attributes:
        rows: One character per square, as in a board file.
        start: Squares (row and column, from 1) of which the first play must cover one; default: the middle.
    """

    name: str = Field(default="", max_length=100)
    rows: tuple[str, ...] = Field(min_length=1)
    start: tuple[tuple[int, int], ...] = ()


def read_layout(text: str, name: str) -> Layout:
    """Read a layout: JSON (see `LayoutDocument`) or a board file.

    A board file has rows of characters, `start ROW,COLUMN` lines (from 1; default: the middle) and # comments.
    """
    if len(text) > _LONGEST_FILE:
        problem = f"the board has {len(text)} characters"
        raise InvalidData(problem, where=name, expected=f"at most {_LONGEST_FILE}: {_EXPECTED}")
    if text.lstrip().startswith("{"):
        return _document(text, name)
    rows: list[str] = []
    start: list[Square] = []
    for number, line in enumerate(text.removeprefix("\ufeff").splitlines(), 1):
        content = line.strip()
        if not content or content.startswith("#"):
            continue
        where = f"{name}, line {number}"
        if content.startswith("start"):
            start.append(_start(content.removeprefix("start"), where))
        else:
            rows.append(_row(content, rows, where))
    if not rows:
        raise InvalidData("no board found", where=name, expected=_EXPECTED)
    return _layout(name, rows, start)


def _document(text: str, name: str) -> Layout:
    try:
        document = LayoutDocument.model_validate_json(text)
    except ValidationError as error:
        expected = '{"rows": ["=......=", ...], "start": [[8, 8]]}'
        raise InvalidData(f"invalid board ({validation_message(error)})", where=name, expected=expected) from None
    rows: list[str] = []
    for number, row in enumerate(document.rows, 1):
        rows.append(_row(row, rows, f"{name}, row {number}"))
    return _layout(document.name or name, rows, [(row - 1, column - 1) for row, column in document.start])


def _layout(name: str, rows: Sequence[str], start: Sequence[Square]) -> Layout:
    pairs = np.array([[PREMIUMS[symbol] for symbol in row] for row in rows], dtype=np.uint8)
    middle = ((len(rows) // 2, len(rows[0]) // 2),)
    return Layout(name, len(rows), len(rows[0]), pairs[..., 0], pairs[..., 1], tuple(start) or middle)


def write_layout(layout: Layout) -> str:
    """Write a layout as a board file."""
    rows = ["".join(layout.symbol(row, column) for column in range(layout.columns)) for row in range(layout.rows)]
    starts = [f"start {row + 1},{column + 1}" for row, column in layout.start]
    return "\n".join([*starts, *rows, ""])


def _row(content: str, before: Sequence[str], where: str) -> str:
    for column, symbol in enumerate(content, 1):
        if symbol not in PREMIUMS:
            raise InvalidData(f"invalid square {symbol!r}", where=f"{where}, column {column}", expected=_EXPECTED)
    if before and len(content) != len(before[0]):
        problem = f"the row has {quantity(len(content), 'square')}"
        raise InvalidData(problem, where=where, expected=f"{len(before[0])}, as in the first row")
    return content


def _start(text: str, where: str) -> Square:
    row, _, column = text.partition(",")
    try:
        return int(row[:9]) - 1, int(column[:9]) - 1
    except ValueError:
        raise InvalidData("invalid start square", where=where, expected="start ROW,COLUMN from 1") from None


EMPTY = -1
EMPTY_SQUARE = "."


@dataclass(frozen=True, eq=False)
class Board:
    """Tiles on a layout. Boards with equal layouts and tiles are equal.

    Attributes:
        letters: Letter number of each square, -1 for an empty one (read-only).
        blanks: Whether the tile of each square is a blank (read-only).
        alphabet: The letters behind the numbers.
    """

    layout: Layout
    letters: NDArray[np.int8]
    blanks: NDArray[np.bool_]
    alphabet: Alphabet = LATIN

    def __post_init__(self) -> None:
        shape = (self.layout.rows, self.layout.columns)
        letters = np.array(self.letters, dtype=np.int8)
        blanks = np.array(self.blanks, dtype=np.bool_)
        if letters.shape != shape or blanks.shape != shape:
            raise InvalidPuzzle(
                "the size of the board differs from its layout", expected=f"{shape[0]} rows of {shape[1]}"
            )
        known = ((letters >= EMPTY) & (letters < KINDS) & (letters != BLANK)).all()
        if not known or (blanks & (letters == EMPTY)).any():
            raise InvalidPuzzle("invalid number on a square", expected="a letter number, or -1 for an empty square")
        letters.setflags(write=False)
        blanks.setflags(write=False)
        object.__setattr__(self, "letters", letters)
        object.__setattr__(self, "blanks", blanks)

    @classmethod
    def empty(cls, layout: Layout, alphabet: Alphabet = LATIN) -> "Board":
        """Return a board before the first play."""
        shape = (layout.rows, layout.columns)
        return cls(layout, np.full(shape, EMPTY, np.int8), np.zeros(shape, np.bool_), alphabet)

    @classmethod
    def from_rows(cls, layout: Layout, rows: Sequence[str], alphabet: Alphabet = LATIN) -> "Board":
        """Build a board from rows of characters: capitals are tiles, small letters blanks, the rest empty squares."""
        if len(rows) != layout.rows:
            raise InvalidPuzzle(
                f"the board has {quantity(len(rows), 'row')}", expected=f"{layout.rows} ({layout.name})"
            )
        for number, row in enumerate(rows, 1):
            if len(row) != layout.columns:
                problem, expected = f"the row has {quantity(len(row), 'square')}", f"{layout.columns} ({layout.name})"
                raise InvalidPuzzle(problem, where=f"row {number}", expected=expected)
            for column, symbol in enumerate(row, 1):
                if symbol.isalpha() and alphabet.number(symbol) < 0:
                    where = f"row {number}, column {column}"
                    raise InvalidPuzzle(f"{bracketed(symbol)} is not a tile of this set", where=where)
        letters = [[alphabet.number(symbol) for symbol in row] for row in rows]
        blanks = [[symbol.islower() and symbol in alphabet.numbers for symbol in row] for row in rows]
        return cls(layout, np.array(letters, np.int8), np.array(blanks, np.bool_), alphabet)

    @cached_property
    def rows(self) -> tuple[str, ...]:
        """Rows of characters: capitals for tiles, small letters for blanks, "." for empty squares."""
        return tuple(
            "".join(self.tile(row, column) for column in range(self.layout.columns)) for row in range(self.layout.rows)
        )

    def tile(self, row: int, column: int) -> str:
        """Return the tile on a square: a capital, a small letter for a blank, "." for an empty square."""
        letter = int(self.letters[row, column])
        if letter == EMPTY:
            return EMPTY_SQUARE
        return (self.alphabet.small if self.blanks[row, column] else self.alphabet.capitals)[letter]

    def has_tile(self, row: int, column: int) -> bool:
        """Return whether a tile lies on a square; squares off the board are empty."""
        return self.layout.holds(row, column) and bool(self.letters[row, column] != EMPTY)

    @cached_property
    def is_empty(self) -> bool:
        """Whether the board has no tiles."""
        return bool((self.letters == EMPTY).all())

    @cached_property
    def tiles(self) -> Rack:
        """All tiles on the board as a rack; blanks count as blanks, not as letters."""
        laid = self.letters != EMPTY
        return Rack.of(np.where(self.blanks, BLANK, self.letters)[laid].tolist(), self.alphabet)

    def with_placement(self, placement: "Placement") -> "Board":
        """Return the board after a play. The play may break rules, but must fit on the board."""
        letters, blanks = self.letters.copy(), self.blanks.copy()
        for row, column, letter, blank in placement.laid:
            if not self.layout.holds(row, column):
                raise InvalidMove(f"{placement.word} does not fit on the board")
            letters[row, column], blanks[row, column] = letter, blank
        return Board(self.layout, letters, blanks, self.alphabet)

    @cached_property
    def transposed(self) -> "Board":
        """The board with rows and columns exchanged."""
        return Board(self.layout.transposed, self.letters.T, self.blanks.T, self.alphabet)

    @cached_property
    def _content(self) -> tuple[object, ...]:
        return (self.layout, self.letters.tobytes(), self.blanks.tobytes())

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Board) and self._content == other._content

    def __hash__(self) -> int:
        return hash(self._content)


THROUGH = "."
"""Marks, among the tiles of a play, a square whose tile was already on the board."""


class _Fields(NamedTuple):
    """Fields of `Placement`. A position has thousands of plays, and tuples are fastest to create."""

    row: int
    column: int
    across: bool
    word: str
    tiles: str
    alphabet: Alphabet = LATIN


class Placement(_Fields):
    """A play: tiles laid in one line.

    Attributes:
        row: Row of the first letter of the main word (from 0).
        column: Its column (from 0).
        word: The main word from first to last letter, blanks in lower case.
        tiles: The laid tiles, with "." where a tile lay already.
    """

    __slots__ = ()

    def __new__(
        cls, row: int, column: int, across: bool, word: str, tiles: str, alphabet: Alphabet = LATIN
    ) -> "Placement":
        known = alphabet.numbers
        if not word or len(word) != len(tiles) or not all(tile in known or tile == THROUGH for tile in word + tiles):
            raise InvalidMove("invalid word or tiles", expected="letters, and as many tiles as the word has letters")
        return super().__new__(cls, row, column, across, word, tiles, alphabet)

    @property
    def squares(self) -> tuple[Square, ...]:
        """Squares of the main word, in order."""
        down, right = (0, 1) if self.across else (1, 0)
        return tuple((self.row + down * step, self.column + right * step) for step in range(len(self.word)))

    @property
    def laid(self) -> Iterator[tuple[int, int, int, bool]]:
        """Yield the row, column, letter number and blank flag of each tile that the play adds."""
        for (row, column), tile in zip(self.squares, self.tiles, strict=True):
            if tile != THROUGH:
                yield row, column, self.alphabet.number(tile), tile.islower()

    @property
    def laid_squares(self) -> tuple[Square, ...]:
        """Squares of the tiles that the play adds."""
        return tuple((row, column) for row, column, _, _ in self.laid)

    @property
    def bracketed(self) -> str:
        """The word as players write it, with the letters already on the board in brackets: UNTI(M)ELy."""
        pairs = zip(self.word, self.tiles, strict=True)
        return "".join(f"({letter})" if tile == THROUGH else tile for letter, tile in pairs).replace(")(", "")

    @property
    def used(self) -> Rack:
        """Tiles that the play takes from the rack."""
        return Rack.of((BLANK if blank else letter for _, _, letter, blank in self.laid), self.alphabet)

    @property
    def transposed(self) -> "Placement":
        """The play on the transposed board."""
        return Placement(self.column, self.row, not self.across, self.word, self.tiles, self.alphabet)

    @classmethod
    def on(cls, board: Board, row: int, column: int, across: bool, text: str) -> "Placement":
        """Build a play from its word; squares that hold a tile are written as "." or with its letter.

        The play is not checked here. A letter that differs from the tile on its square stays a laid tile, and a "."
        over an empty square stays "."; `entails.models.scrabble.rules.legality` reports both.
        """
        word, tiles = [], []
        for step, symbol in enumerate(text):
            square = (row, column + step) if across else (row + step, column)
            below = board.tile(*square) if board.layout.holds(*square) else THROUGH
            through = below != THROUGH and (symbol == THROUGH or symbol.upper() == below.upper())
            word.append(below if through else symbol)
            tiles.append(THROUGH if through else symbol)
        return cls(row, column, across, "".join(word), "".join(tiles), board.alphabet)


Notation = Literal["gcg", "french"]
NOTATIONS: tuple[Notation, ...] = get_args(Notation)

_PLACE = re.compile(r"(?:(?P<number>[0-9]{1,2})(?P<letter>[A-Za-z])|(?P<first>[A-Za-z])(?P<second>[0-9]{1,2}))")
_EXAMPLES = {"gcg": "8D (across) or D8 (down)", "french": "H4 (across) or 4H (down)"}
_BRACKETS = str.maketrans("", "", "()")
_LONGEST = 60


def write_place(row: int, column: int, across: bool, notation: Notation = "gcg") -> str:
    """Write a square (from 0) and a direction in a notation."""
    if notation == "gcg":
        number, letter = f"{row + 1}", chr(ord("A") + column)
        return number + letter if across else letter + number
    letter, number = chr(ord("A") + row), f"{column + 1}"
    return letter + number if across else number + letter


def read_place(text: str, notation: Notation = "gcg", layout: Layout | None = None) -> tuple[int, int, bool]:
    """Read a place as row, column (from 0) and whether the word goes across; with `layout`, check its bounds."""
    match = _PLACE.fullmatch(text)
    if match is None:
        raise InvalidMove(f"invalid place {_short(text)}", expected=_EXAMPLES[notation])
    number_first = match["number"] is not None
    number = int(match["number"] or match["second"]) - 1
    letter = ord((match["letter"] or match["first"]).upper()) - ord("A")
    row, column = (number, letter) if notation == "gcg" else (letter, number)
    if number < 0 or (layout is not None and not layout.holds(row, column)):
        size = "" if layout is None else f" of {layout.rows} rows and {layout.columns} columns"
        raise InvalidMove(f"{_short(text)} is off the board{size}", expected=_EXAMPLES[notation])
    return row, column, number_first == (notation == "gcg")


def square_name(row: int, column: int, notation: Notation = "gcg") -> str:
    """Name a square, column letter first: H8 is the centre of the standard board in both notations."""
    return write_place(row, column, notation == "french", notation)


def read_placement(text: str, board: Board, notation: Notation = "gcg") -> Placement:
    """Read a play: "8D MARS", "H8 .ILENT", "H8 SILENT" or "H8 (S)ILENT", blanks in lower case."""
    if len(text) > _LONGEST:
        problem = f"the play has {len(text)} characters"
        raise InvalidMove(problem, expected=f"at most {_LONGEST}: {_EXAMPLES[notation]} and a word")
    place, _, word = text.strip().partition(" ")
    row, column, across = read_place(place, notation, board.layout)
    return Placement.on(board, row, column, across, read_played_word(word.strip(), board.alphabet))


def with_capitals(text: str, blanks: int) -> str:
    """Capitalise a play typed in small letters, unless the rack has enough blanks for all of them."""
    place, _, word = text.strip().partition(" ")
    letters = sum(symbol.isalpha() for symbol in word)
    return f"{place} {word.upper()}" if word.islower() and letters > blanks else text


def read_played_word(text: str, alphabet: Alphabet = LATIN) -> str:
    """Read the word of a play without brackets and without accents that no tile has."""
    word = alphabet.cased(text).translate(_BRACKETS)
    if not word or not word.strip(THROUGH) or not all(tile in alphabet.numbers or tile == THROUGH for tile in word):
        raise InvalidMove(
            f"invalid word {_short(text)}" if text else "the word is missing",
            expected="letters, a blank in lower case, . for a tile on the board",
        )
    return word


def write_placement(placement: Placement, notation: Notation = "gcg") -> str:
    """Write the place and the tiles of a play: "H8 .ILENT"."""
    return f"{write_place(placement.row, placement.column, placement.across, notation)} {bracketed(placement.tiles)}"


def _short(text: str) -> str:
    return repr(text if len(text) <= 20 else f"{text[:20]}…")


@dataclass(frozen=True, slots=True)
class FormedWord:
    """A word on the board after a play.

    Attributes:
        new: Whether the play laid each letter.
    """

    row: int
    column: int
    across: bool
    word: str
    new: tuple[bool, ...]

    @property
    def squares(self) -> tuple[Square, ...]:
        """Squares of the word, in order."""
        down, right = (0, 1) if self.across else (1, 0)
        return tuple((self.row + down * step, self.column + right * step) for step in range(len(self.word)))


def words_formed(board: Board, placement: Placement) -> tuple[FormedWord, ...]:
    """Return the main word, then each cross word of two letters or more, in the order of the tiles.

    The tiles must lie on the board. The main word is read from the squares: it is longer than the word of the placement
    if a tile touches an end. The main word of a single tile may have one letter.
    """
    laid = {(row, column) for row, column, _, _ in placement.laid}
    after = board.with_placement(placement)
    main = _word_through(after, placement.squares[0], placement.across, laid)
    crosses = (
        _word_through(after, square, not placement.across, laid) for square in placement.squares if square in laid
    )
    return main, *(cross for cross in crosses if len(cross.word) > 1)


def words_on(board: Board) -> Iterator[FormedWord]:
    """Yield every word of two letters or more on a board, across then down."""
    for across in (True, False):
        for row in range(board.layout.rows):
            for column in range(board.layout.columns):
                before = (row, column - 1) if across else (row - 1, column)
                if board.has_tile(row, column) and not board.has_tile(*before):
                    word = _word_through(board, (row, column), across, set())
                    if len(word.word) > 1:
                        yield word


def normalised(board: Board, placement: Placement) -> Placement:
    """Return a play of one tile in its normal direction: across if it forms a word across, else down.

    Other plays, and plays that do not fit on the board, are returned unchanged.
    """
    laid = [(row, column) for row, column, _, _ in placement.laid]
    fits = all(board.layout.holds(*square) for square in placement.squares)
    if len(laid) != 1 or board.has_tile(*laid[0]) or not fits:
        return placement
    after = board.with_placement(placement)
    across, down = (_word_through(after, laid[0], is_across, set(laid)) for is_across in (True, False))
    main = down if len(across.word) == 1 and len(down.word) > 1 else across
    if placement.across == main.across or len(main.word) == 1:
        return placement
    tiles = "".join(letter if new else THROUGH for letter, new in zip(main.word, main.new, strict=True))
    return Placement(main.row, main.column, main.across, main.word, tiles, placement.alphabet)


def _word_through(board: Board, square: Square, across: bool, laid: set[Square]) -> FormedWord:
    down, right = (0, 1) if across else (1, 0)
    row, column = square
    while board.has_tile(row - down, column - right):
        row, column = row - down, column - right
    first = (row, column)
    letters, new = [], []
    while board.layout.holds(row, column) and (tile := board.tile(row, column)) != EMPTY_SQUARE:
        letters.append(tile)
        new.append((row, column) in laid)
        row, column = row + down, column + right
    return FormedWord(*first, across, "".join(letters), tuple(new))
