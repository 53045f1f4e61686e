"""Text: out of bytes of unknown encoding, and in columns."""

import re
from collections.abc import Iterator, Sequence
from typing import Final

from entails.models.errors import Invalid, InvalidPuzzle

ENDINGS: Final = frozenset(
    re.findall(
        r"\w+",
        "txt text csv tsv json jsonl ndjson parquet cnf gcnf wcnf dimacs opb pb pbtxt proto textproto sdk sdm sdx sdks "
        "ss ipuz puz gcg cgp lst list words dic dawg gz xz bz2 zst zip bak md html htm xml yaml yml toml log pdf svg "
        "png jpg drat lrat mps lp mzn fzn dat",
    )
)
"""The endings of files that people keep puzzles in."""
_LONGEST_PATH = 4096
_LONGEST_NAME = 255
_ROOTED = re.compile(r"(?:/|~/|[A-Za-z]:[\\/]|\\\\)[\w.~ -]")
_ADDRESS = re.compile(r"[a-z][a-z0-9-]*/(?:[a-z:]{1,3}/)*[0-9]{1,3}/[0-9]{1,3}(?:/|$)")
_NEVER_IN_NAMES = re.compile(r"[\n\r\t;=?*<>|{}\[\]\"^]|://")
_ENDING = re.compile(r"(?=[0-9]*[A-Za-z])[A-Za-z0-9]{1,8}")
_LETTER = re.compile(r"[^\W\d_]")
_WORD = re.compile(r"[^\W\d_]{2}")


def is_file_name(text: str) -> bool:
    """Return whether a text can only be meant as the name of a file, whether the file exists or not.

    A name begins as a path does (`/`, `./`, `../`, `~/`, a drive) or ends in a file ending. Boards have dots and
    slashes too: their rows are equally long, and a letter is a number above 9 that is not larger than the board.
    """
    text = text.strip()
    if not text or len(text) > _LONGEST_PATH or _NEVER_IN_NAMES.search(text):
        return False
    if _ROOTED.match(text):
        return _LETTER.search(text) is not None
    if _ADDRESS.match(text) or ":" in text:
        return False
    *folders, name = re.split(r"[\\/]", text)
    if len(name) > _LONGEST_NAME:
        return False
    if folders and folders[0] in (".", ".."):
        return _LETTER.search(text) is not None and not _fits_a_board([*folders, name])
    stem, dot, ending = name.rpartition(".")
    if not dot or not stem.strip(".") or _ENDING.fullmatch(ending) is None:
        return False
    if ending.lower() in ENDINGS:
        return not (".." in text and _fits_a_board([*folders, name]))
    return (
        len(ending) <= 5
        and ".." not in text
        and _WORD.search(text[: -len(ending)]) is not None
        and not any(map(str.isspace, text))
        and not _fits_a_board([*folders, name])
    )


def _fits_a_board(rows: Sequence[str]) -> bool:
    """Return whether rows are equally long and no letter, read as a number, is larger than the number of cells."""
    cells = len(rows) * len(rows[0])
    numbers = (int(symbol, 36) for row in rows for symbol in row if symbol.isascii() and symbol.isalpha())
    return len(set(map(len, rows))) == 1 and max(numbers, default=0) <= cells


def decoded(data: bytes, bad: type[Invalid] = InvalidPuzzle) -> str:
    """UTF-8, UTF-16 with its mark, or Latin-1; binary data is refused as a `bad` puzzle, or as data of another kind.

    Latin-1 reads any byte, so a zero byte, which no text has, is what tells binary data.
    """
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        try:
            return data.decode("utf-16")
        except UnicodeDecodeError:
            raise bad("this is not valid UTF-16 text", expected="text") from None
    if b"\0" in data:
        where = f"byte {data.index(0) + 1:,}"
        raise bad("this is binary data", where=where, expected="text")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("latin-1")


def aligned(rows: Sequence[Sequence[str]], right: int | None = None) -> Iterator[str]:
    """Rows of text under each other; the column `right` is set to the right. Nothing is folded or cut."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        cells = [
            cell.rjust(width) if number == right else cell.ljust(width)
            for number, (cell, width) in enumerate(zip(row, widths, strict=True))
        ]
        yield "  ".join(cells).rstrip()
