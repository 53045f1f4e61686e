"""CGP, one position on one line: `BOARD RACKS SCORES ZEROS [opcode argument;]...`

    15/15/15/15/15/15/15/4MARS7/15/15/15/15/15/15/15 ?EILNTU/ 0/12 0 lex ENABLE; ld english;

Macondo and MAGPIE write it. Their habits are read too: a dash before an opcode, no `;` after the last one or between
them. Everything after the board may be missing. The player to move comes first.
"""

import re
from collections.abc import Iterator

from entails.models.brackets import bracketed, unbracketed
from entails.models.errors import Invalid, InvalidPuzzle
from entails.models.scrabble.layout import LARGEST
from entails.models.scrabble.rack import Rack
from entails.models.scrabble.record import LONGEST_TEXT, PositionRecord

LAYOUT_NAMES = {"CrosswordGame": "standard", "SuperCrosswordGame": "super"}
TILE_NAMES = {"english": "english", "french": "french", "english_super": "english-super"} | {
    name: name for name in ("spanish", "dutch", "polish", "swedish", "danish", "german", "italian")
}

_TOKEN = re.compile(r"\S+")
_RUN = re.compile(r"[0-9]+")
_OPCODES = {"lex", "ld", "bdn", "bb", "etl", "mcnz", "cr", "lm", "tmr", "ti", "to", "gid", "var"}
_NUMBERS = {"bb": "bonus", "etl": "exchange_least", "mcnz": "zero_turns"}
_NAMES = {"lex": "lexicon", "ld": "tiles", "bdn": "layout"}
_BOARD = "rows joined by /, letters for tiles and numbers for runs of empty squares"


def looks_like_cgp(text: str) -> bool:
    """Does the first word have the slashes of a board?"""
    first = _TOKEN.search(text)
    return first is not None and first[0].count("/") >= 1 and "." not in first[0]


def read_cgp(text: str) -> PositionRecord:
    """The position of one line."""
    if len(text) > LONGEST_TEXT:
        raise InvalidPuzzle("this line is too long for a CGP", expected=_BOARD)
    tokens = [(match.start() + 1, match[0]) for match in _TOKEN.finditer(text.removeprefix("\ufeff"))]
    if not tokens:
        raise InvalidPuzzle("the text is empty", expected=_BOARD)
    board = tuple(_rows(*tokens[0]))
    fields = 1
    while fields < min(len(tokens), 4) and not _is_opcode(tokens[fields][1]):
        fields += 1
    racks = _racks(*tokens[1]) if fields > 1 else ()
    scores = _scores(*tokens[2]) if fields > 2 else ()
    zeros = _number(*tokens[3], "the number of turns without score", 1000) if fields > 3 else 0
    said: dict[str, str | int] = {}
    others: list[tuple[str, str]] = []
    for column, name, argument in _opcodes(tokens[fields:]):
        if name in _NUMBERS:
            said[_NUMBERS[name]] = _number(column, argument, f"the number of {name}", 1000)
        elif name in _NAMES:
            known = LAYOUT_NAMES if name == "bdn" else TILE_NAMES
            said[_NAMES[name]] = known.get(argument, argument)[:200]
        else:
            others.append((name[:200], argument[:200]))
    if said.get("zero_turns") == 0:
        del said["zero_turns"]
    return PositionRecord.model_validate(
        {"board": board, "racks": racks, "scores": scores, "zeros": zeros, "opcodes": others[:100], **said}
    )


def write_cgp(record: PositionRecord) -> str:
    """The record as one line, with the opcodes of what it says."""
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
    said = [f"{name} {value}".strip() + ";" for name, value in codes if value is not None]
    return " ".join(["/".join(map(write_row, record.board)), racks, scores, str(record.zeros), *said])


def write_row(row: str) -> str:
    """One row of the board: "....MARS......." is "4MARS7"."""
    return re.sub(r"\.+", lambda run: str(len(run[0])), bracketed(row))


def read_row(text: str, row: int, column: int) -> str:
    """The squares of one row, which begins at this column of the line."""
    squares: list[str] = []
    text = unbracketed(text)
    at = 0
    while at < len(text):
        where = f"row {row}, column {column + at}"
        if run := _RUN.match(text, at):
            size = int(run[0][:4])
            if not 1 <= size <= LARGEST:
                raise InvalidPuzzle("this run of empty squares has no such length", where=where, expected="1 to 26")
            squares.append("." * size)
            at = run.end()
        elif text[at] == "[":
            expected = "a tile of several letters, such as [CH]"
            raise InvalidPuzzle("these brackets hold no tile of several letters", where=where, expected=expected)
        elif text[at].isalpha():
            squares.append(text[at])
            at += 1
        else:
            raise InvalidPuzzle(f"{text[at]!r} is not a tile", where=where, expected=_BOARD)
    found = "".join(squares)
    if len(found) > LARGEST:
        raise InvalidPuzzle(f"this row has {len(found)} squares", where=f"row {row}, column {column}", expected=_BOARD)
    return found


def _rows(column: int, field: str) -> Iterator[str]:
    texts = field.split("/")
    if len(texts) > LARGEST:
        raise InvalidPuzzle(f"the board has {len(texts)} rows", where=f"column {column}", expected=f"{LARGEST} at most")
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
    """In order where it has letters A to Z only; what other letters are tiles is said by the set."""
    return str(Rack.read(text)) if text.isascii() and "[" not in text else text


def _scores(column: int, field: str) -> tuple[int, ...]:
    scores: list[int] = []
    for text in field.split("/")[:20]:
        if not re.fullmatch(r"[+-]?[0-9]{1,6}", text):
            raise InvalidPuzzle("these are no scores", where=f"column {column}", expected="numbers such as 120/98")
        scores.append(int(text))
        column += len(text) + 1
    return tuple(scores)


def _number(column: int, text: str, what: str, most: int) -> int:
    if not re.fullmatch(r"[0-9]{1,6}", text) or int(text) > most:
        raise InvalidPuzzle(f"{what} is missing", where=f"column {column}", expected=f"a number from 0 to {most}")
    return int(text)


def _is_opcode(token: str) -> bool:
    return token.rstrip(";").lstrip("-") in _OPCODES


def _opcodes(tokens: list[tuple[int, str]]) -> Iterator[tuple[int, str, str]]:
    """(column, name, argument) of each. One ends at `;`, or where it has what it takes and the next one begins."""
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
