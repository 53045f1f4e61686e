"""Scrabble positions as text: CGP, JSON and drawn boards.

CGP is one position on one line, `BOARD RACKS SCORES ZEROS [opcode argument;]...`, the player to move first:

    15/15/15/15/15/15/15/4MARS7/15/15/15/15/15/15/15 ?EILNTU/ 0/12 0 lex ENABLE; ld english;

Macondo and MAGPIE write it. Their variants are accepted: a dash before an opcode, a missing `;`. Everything after the
board is optional.

A drawn board has one line per row, with or without names of rows and columns and frames of | and -:

       A B C D E F G H I J K L M N O
     1 = . . ' . . . = . . . ' . . =
     2 . - . . . " . . . " . . . - .
     ...
     8 = . . ' M A R S . . . ' . . =

Capitals are tiles, small letters blanks, premium squares are written as in a board file (' " ^ - = ~). Spaces between
squares are optional; _ and * are empty squares too.

All formats, and the end of a GCG game, are read into a `PositionRecord`, which is also the JSON format. `read_record`
detects the format: JSON begins with a brace, CGP has slashes in its first word, everything else is a drawing.
`entails.data.scrabble` resolves the names in a record and returns a `Position`.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Annotated

from pydantic import Field, ValidationError

from entails.models.errors import Invalid, InvalidPuzzle, bracketed, quantity, unbracketed, validation_message
from entails.models.fields import Value
from entails.models.scrabble.board import EMPTY_SQUARE, LARGEST, PREMIUMS, Board, Layout, Notation
from entails.models.scrabble.position import Position
from entails.models.scrabble.tiles import Rack

_Row = Annotated[str, Field(pattern=r"^(?:[^\W\d_]|\.|\[[^\[\]\s]{2,3}\])*$", max_length=4 * LARGEST)]
_Name = Annotated[str, Field(max_length=200)]
_Points = Annotated[int, Field(ge=-(10**6), le=10**6)]
LONGEST_TEXT = 20_000


class PositionRecord(Value):
    """A position as written in a file: rows of the board, rack, scores and names.

    Names are not resolved, and null means that a value is missing. The player to move comes first.

    Attributes:
        board: One text per row: capitals, small letters for blanks, "." for empty squares.
        opcodes: Other opcodes of a CGP.
    """

    board: tuple[_Row, ...] = Field(max_length=LARGEST)
    racks: tuple[Annotated[str, Field(max_length=200)], ...] = Field(default=(), max_length=20)
    scores: tuple[_Points, ...] = Field(default=(), max_length=20)
    zeros: int = Field(default=0, ge=0, le=1000)
    layout: _Name | None = None
    tiles: _Name | None = None
    lexicon: _Name | None = None
    bonus: Annotated[int, Field(ge=0, le=10_000)] | None = None
    exchange_least: Annotated[int, Field(ge=0, le=1000)] | None = None
    zero_turns: Annotated[int, Field(ge=1, le=1000)] | None = None
    opcodes: tuple[tuple[_Name, _Name], ...] = Field(default=(), max_length=100)


def read_json(text: str) -> PositionRecord:
    """Read a Scrabble position from JSON."""
    if len(text) > LONGEST_TEXT:
        problem = f"the JSON has {len(text):,} characters"
        raise InvalidPuzzle(problem, expected=f"at most {LONGEST_TEXT:,}: an object with board and racks")
    try:
        return PositionRecord.model_validate_json(text)
    except ValidationError as error:
        first = validation_message(error)
        place = ", ".join(str(part)[:30] for part in first.place[:4])
        where = f"JSON, {place}" if place else "JSON"
        expected = first.expected or 'an object with "board", a list of rows, and "racks"'
        raise InvalidPuzzle(first.problem, where=where, expected=expected) from None


def write_json(record: PositionRecord) -> str:
    """Write a position as one line of JSON, without default values."""
    return record.model_dump_json(exclude_defaults=True)


def record_of(position: Position) -> PositionRecord:
    """Convert a position to a record; standard rules are omitted."""
    rules, standard = position.rules, type(position.rules)()
    return PositionRecord(
        board=tuple(map(bracketed, position.board.rows)),
        racks=(str(position.rack), *map(str, position.others)),
        scores=position.scores,
        zeros=position.zeros,
        layout=position.board.layout.name,
        tiles=position.tile_set.name,
        lexicon=position.lexicon.name[:200],
        bonus=rules.bonus if rules.bonus != standard.bonus else None,
        exchange_least=rules.exchange_least if rules.exchange_least != standard.exchange_least else None,
        zero_turns=rules.zero_turns if rules.zero_turns != standard.zero_turns else None,
    )


LAYOUT_NAMES = {"CrosswordGame": "standard", "SuperCrosswordGame": "super"}
TILE_NAMES = {"english": "english", "french": "french", "english_super": "english-super"} | {
    name: name
    for name in (
        "spanish",
        "dutch",
        "polish",
        "swedish",
        "danish",
        "german",
        "italian",
        "hungarian",
        "russian",
        "greek",
    )
}

_TOKEN = re.compile(r"\S+")
_RUN = re.compile(r"[0-9]+")
_OPCODES = {"lex", "ld", "bdn", "bb", "etl", "mcnz", "cr", "lm", "tmr", "ti", "to", "gid", "var"}
_NUMBERS = {"bb": "bonus", "etl": "exchange_least", "mcnz": "zero_turns"}
_NAMES = {"lex": "lexicon", "ld": "tiles", "bdn": "layout"}
_BOARD = "rows joined by /, letters for tiles and numbers for runs of empty squares"


def looks_like_cgp(text: str) -> bool:
    """Return whether a text looks like CGP: its first word has the slashes of a board."""
    first = _TOKEN.search(text)
    return first is not None and first[0].count("/") >= 1 and "." not in first[0]


def read_cgp(text: str) -> PositionRecord:
    """Read a position from a line of CGP."""
    if len(text) > LONGEST_TEXT:
        problem = f"the CGP has {len(text):,} characters"
        raise InvalidPuzzle(problem, expected=f"at most {LONGEST_TEXT:,}: {_BOARD}")
    tokens = [(match.start() + 1, match[0]) for match in _TOKEN.finditer(text.removeprefix("\ufeff"))]
    if not tokens:
        raise InvalidPuzzle("the text is empty", expected=_BOARD)
    board = tuple(_rows(*tokens[0]))
    fields = 1
    while fields < min(len(tokens), 4) and not _is_opcode(tokens[fields][1]):
        fields += 1
    racks = _racks(*tokens[1]) if fields > 1 else ()
    scores = _scores(*tokens[2]) if fields > 2 else ()
    zeros = _number(*tokens[3], "number of turns without points", 1000) if fields > 3 else 0
    named: dict[str, str | int] = {}
    others: list[tuple[str, str]] = []
    for column, name, argument in _opcodes(tokens[fields:]):
        if name in _NUMBERS:
            named[_NUMBERS[name]] = _number(column, argument, f"argument of {name}", 1000)
        elif name in _NAMES:
            known = LAYOUT_NAMES if name == "bdn" else TILE_NAMES
            named[_NAMES[name]] = known.get(argument, argument)[:200]
        else:
            others.append((name[:200], argument[:200]))
    if named.get("zero_turns") == 0:
        del named["zero_turns"]
    return PositionRecord.model_validate(
        {"board": board, "racks": racks, "scores": scores, "zeros": zeros, "opcodes": others[:100], **named}
    )


def write_cgp(record: PositionRecord) -> str:
    """Write a record as a line of CGP."""
    racks = "/".join(record.racks) if len(record.racks) > 1 else f"{''.join(record.racks)}/"
    scores = "/".join(map(str, record.scores or (0,) * max(len(record.racks), 2)))
    codes: list[tuple[str, str | int | None]] = [
        ("lex", record.lexicon and re.sub(r"[\s;]+", "_", record.lexicon)),
        ("ld", _code(TILE_NAMES, record.tiles)),
        ("bdn", _code(LAYOUT_NAMES, record.layout)),
        ("bb", record.bonus),
        ("etl", record.exchange_least),
        ("mcnz", record.zero_turns),
        *record.opcodes,
    ]
    opcodes = [f"{name} {value}".strip() + ";" for name, value in codes if value is not None]
    return " ".join(["/".join(map(write_row, record.board)), racks, scores, str(record.zeros), *opcodes])


def write_row(row: str) -> str:
    """Write one row of the board: "....MARS......." is "4MARS7"."""
    return re.sub(r"\.+", lambda run: str(len(run[0])), bracketed(row))


def read_row(text: str, row: int, column: int) -> str:
    """Read the squares of one row, which begins at this column of the line."""
    squares: list[str] = []
    text = unbracketed(text)
    at = 0
    while at < len(text):
        where = f"row {row}, column {column + at}"
        if run := _RUN.match(text, at):
            size = int(run[0][:4])
            if not 1 <= size <= LARGEST:
                raise InvalidPuzzle("invalid number of empty squares", where=where, expected=f"1 to {LARGEST}")
            squares.append("." * size)
            at = run.end()
        elif text[at] == "[":
            expected = "a tile of several letters, such as [CH]"
            raise InvalidPuzzle("invalid tile in brackets", where=where, expected=expected)
        elif text[at].isalpha():
            squares.append(text[at])
            at += 1
        else:
            raise InvalidPuzzle(f"invalid tile {text[at]!r}", where=where, expected=_BOARD)
    content = "".join(squares)
    if len(content) > LARGEST:
        where = f"row {row}, column {column}"
        raise InvalidPuzzle(f"the row has {len(content)} squares", where=where, expected=f"at most {LARGEST}")
    return content


def _rows(column: int, field: str) -> Iterator[str]:
    texts = field.split("/")
    if len(texts) > LARGEST:
        raise InvalidPuzzle(f"the board has {len(texts)} rows", where=f"column {column}", expected=f"at most {LARGEST}")
    for number, text in enumerate(texts, 1):
        yield read_row(text, number, column)
        column += len(text) + 1


def _racks(column: int, field: str) -> tuple[str, ...]:
    racks: list[str] = []
    for text in field.split("/")[:20]:
        try:
            racks.append(_rack(text))
        except Invalid as error:
            raise error.at(f"column {column}") from None
        column += len(text) + 1
    return tuple(racks) if any(racks) or len(racks) > 1 else ()


def _rack(text: str) -> str:
    """Sort a rack of letters A to Z; a rack with other letters needs the tile set and stays as written."""
    return str(Rack.read(text)) if text.isascii() and "[" not in text else text


def _scores(column: int, field: str) -> tuple[int, ...]:
    scores: list[int] = []
    for text in field.split("/")[:20]:
        if not re.fullmatch(r"[+-]?[0-9]{1,6}", text):
            raise InvalidPuzzle("invalid scores", where=f"column {column}", expected="numbers such as 120/98")
        scores.append(int(text))
        column += len(text) + 1
    return tuple(scores)


def _number(column: int, text: str, name: str, most: int) -> int:
    if not re.fullmatch(r"[0-9]{1,6}", text) or int(text) > most:
        raise InvalidPuzzle(f"invalid {name}", where=f"column {column}", expected=f"0 to {most}")
    return int(text)


def _is_opcode(token: str) -> bool:
    return token.rstrip(";").lstrip("-") in _OPCODES


def _opcodes(tokens: list[tuple[int, str]]) -> Iterator[tuple[int, str, str]]:
    """Yield column, name and argument of each opcode.

    An opcode ends at `;`, or when it has its arguments and the next one begins.
    """
    name, column, arguments = "", 0, list[str]()
    for start, token in tokens:
        if name and _is_opcode(token) and len(arguments) >= (2 if name == "lm" and arguments[:1] != ["pass"] else 1):
            yield column, name, " ".join(arguments)
            name, arguments = "", []
        text = token.rstrip(";")
        if not name:
            name, column = text.lstrip("-"), start
        elif text:
            arguments.append(text)
        if token.endswith(";") and name:
            yield column, name, " ".join(arguments)
            name, arguments = "", []
    if name:
        yield column, name, " ".join(arguments)


def _code(names: dict[str, str], name: str | None) -> str | None:
    return next((code for code, ours in names.items() if ours == name), name and re.sub(r"[\s;]+", "_", name))


_EMPTY = {*PREMIUMS, "_", "*", "+", "·", " "}
_FRAME = re.compile(r"[\s|+\-─━│┃┌┐└┘├┤┬┴┼═║╔╗╚╝]*")
_ROW_NUMBER = re.compile(r"\s*[0-9]{1,2}(?=[^0-9])")
_WALLS = re.compile(r"[|│┃║]")
_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
_LONGEST_LINE = 400
_EXPECTED = "one line per row, such as . . . . M A R S . . . . . . ."

LABELS = {".": "·", "'": "2L", '"': "3L", "^": "4L", "-": "2W", "=": "3W", "~": "4W"}
FRENCH_LABELS = {".": "·", "'": "LD", '"': "LT", "^": "LQ", "-": "MD", "=": "MT", "~": "MQ"}
"""Premium squares in French: lettre compte double, triple, quadruple, and mot."""
COLOURS = {
    ".": "dim",
    "'": "black on rgb(157,203,230)",
    '"': "black on rgb(74,144,201)",
    "^": "black on rgb(110,120,190)",
    "-": "black on rgb(242,178,178)",
    "=": "black on rgb(222,92,84)",
    "~": "black on rgb(176,62,120)",
}


def draw(board: Board, notation: Notation = "gcg") -> str:
    """Draw the board as plain text, which `read_drawn` can read."""
    layout = board.layout
    row_names, column_names = _names(notation)
    named = 2 if notation == "french" and layout.columns > 9 else 1
    wide = max(named, *(len(bracketed(tile)) for tile in {*"".join(board.rows)}))
    lines = ["   " + " ".join(name.rjust(wide) for name in column_names[: layout.columns])]
    for row in range(layout.rows):
        tiles = zip(board.rows[row], range(layout.columns), strict=True)
        squares = [layout.symbol(row, column) if tile == EMPTY_SQUARE else bracketed(tile) for tile, column in tiles]
        lines.append(f"{row_names[row]:>2} " + " ".join(square.rjust(wide) for square in squares))
    return "\n".join(lines)


def draw_markup(board: Board, notation: Notation = "gcg", new: Sequence[tuple[int, int]] = ()) -> str:
    """Draw the board in rich markup: coloured squares, named premiums; tiles on the squares `new` are brighter."""
    fresh = set(new)
    labels = FRENCH_LABELS if notation == "french" else LABELS

    def style(row: int, column: int) -> str:
        tile = board.tile(row, column)
        if tile == EMPTY_SQUARE:
            symbol = board.layout.symbol(row, column)
            label = "★" if board.is_empty and (row, column) in board.layout.start else labels[symbol]
            return f"[{COLOURS[symbol]}]{label:^3}[/]"
        return f"[{_tile_colour(tile.islower(), (row, column) in fresh)}]{bracketed(tile).strip('[]'):^3}[/]"

    layout = board.layout
    row_names, column_names = _names(notation)
    lines = ["   " + "".join(f"{name:^3}" for name in column_names[: layout.columns]).rstrip()]
    for row in range(layout.rows):
        lines.append(f"{row_names[row]:>2} " + "".join(style(row, column) for column in range(layout.columns)))
    return "\n".join(lines)


def read_drawn(text: str, layout: Layout | None = None) -> tuple[str, ...]:
    """Read the rows of a drawn board, "." for empty squares. Without a layout, the board is a square."""
    lines = [
        (number, line)
        for number, line in enumerate(text.removeprefix("\ufeff").splitlines(), 1)
        if not _is_frame(line) and not line.lstrip().startswith("#")
    ]
    if lines and _is_heading(lines[0][1]):
        del lines[0]
    if not lines:
        raise InvalidPuzzle("no board found", expected=_EXPECTED)
    if len(lines) > LARGEST:
        raise InvalidPuzzle(f"the board has {len(lines)} rows", where=f"line {lines[LARGEST][0]}", expected=_EXPECTED)
    columns = layout.columns if layout is not None else len(lines)
    return tuple(_row(line, number, row, columns) for row, (number, line) in enumerate(lines))


def _names(notation: Notation) -> tuple[list[str], list[str]]:
    """Return the names of rows and columns."""
    numbers, letters = [f"{number}" for number in range(1, LARGEST + 1)], list(_LETTERS)
    return (numbers, letters) if notation == "gcg" else (letters, numbers)


def _tile_colour(blank: bool, fresh: bool) -> str:
    ink = "bold rgb(180,40,40)" if blank else "bold black"
    return f"{ink} on rgb(255,200,60)" if fresh else f"{ink} on rgb(240,217,160)"


def _is_frame(line: str) -> bool:
    return _FRAME.fullmatch(line) is not None


def _is_heading(line: str) -> bool:
    """Return whether a line contains the names of the columns: A B C... or 1 2 3..."""
    names = "".join(line.split())
    numbers = "".join(str(number) for number in range(1, LARGEST + 1))
    return len(names) >= 2 and (_LETTERS.startswith(names.upper()) or (numbers.startswith(names) and names.isdigit()))


def _row(line: str, number: int, row: int, columns: int) -> str:
    if len(line) > _LONGEST_LINE:
        problem = f"the line has {len(line)} characters"
        raise InvalidPuzzle(problem, where=f"line {number}", expected=f"at most {_LONGEST_LINE}: {_EXPECTED}")
    squares = _squares(unbracketed(line), row, columns)
    if len(squares) != columns:
        problem = f"the row has {quantity(len(squares), 'square')}"
        raise InvalidPuzzle(problem, where=f"line {number}", expected=f"{columns}")
    for at, symbol in squares:
        if not symbol.isalpha() and symbol not in _EMPTY:
            where = f"line {number}, column {at + 1}"
            raise InvalidPuzzle(f"invalid square {symbol!r}", where=where, expected="a letter, . or a premium square")
    return "".join(symbol if symbol.isalpha() else EMPTY_SQUARE for _, symbol in squares)


def _squares(line: str, row: int, columns: int) -> list[tuple[int, str]]:
    """Return the column and the character of each square on a line. Inside a frame, a space can be a square."""
    label = _ROW_NUMBER.match(line)
    begin = label.end() if label else 0
    walls = [match.start() for match in _WALLS.finditer(line)]
    if len(walls) >= 2:
        inside = [(at, line[at]) for at in range(walls[0] + 1, walls[-1])]
        for squares in (inside, inside[::2], inside[1::2]):
            if len(squares) == columns:
                return squares
    shown = [(at, line[at]) for at in range(begin, len(line)) if not line[at].isspace() and at not in walls]
    is_named = label is None and len(shown) == columns + 1 and shown[0][1].upper() == _LETTERS[row]
    return shown[1:] if is_named else shown


_EXPECTED_BOARD = "a CGP, a drawn board, a GCG game or JSON"


def read_record(text: str, layout: Layout | None = None) -> PositionRecord:
    """Detect the format of a position and read it. A CGP may have comment lines."""
    content = text.removeprefix("\ufeff").strip()
    if not content:
        raise InvalidPuzzle("the text is empty", expected=_EXPECTED_BOARD)
    if content.startswith("{"):
        return read_json(content)
    if len(content) > LONGEST_TEXT:
        problem = f"the text has {len(content):,} characters"
        raise InvalidPuzzle(problem, expected=f"at most {LONGEST_TEXT:,}: {_EXPECTED_BOARD}")
    if "\n" not in content and not looks_like_cgp(content):
        raise InvalidPuzzle("invalid position", expected=_EXPECTED_BOARD)
    lines = [line for line in content.splitlines() if line.strip() and not line.lstrip().startswith("#")]
    if lines and looks_like_cgp(lines[0]):
        return _one_cgp(lines)
    return PositionRecord(board=read_drawn(text, layout))


def _one_cgp(lines: list[str]) -> PositionRecord:
    if len(lines) > 1:
        raise InvalidPuzzle("more than one position", expected="exactly one line")
    return read_cgp(lines[0])
