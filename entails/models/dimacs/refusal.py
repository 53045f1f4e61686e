"""How the parsers of line-based files say no: one sentence with the line, and no more of the input than fits in it."""

from typing import NoReturn

from entails.models.errors import InvalidData, InvalidPuzzle

_SHOWN = 20


def refuse(problem: str, line: int, expected: str) -> NoReturn:
    """A bad formula, with the line."""
    raise InvalidPuzzle(problem, where=f"line {line}", expected=expected)


def refuse_data(problem: str, line: int, expected: str) -> NoReturn:
    """A bad answer or proof, with the line."""
    raise InvalidData(problem, where=f"line {line}", expected=expected)


def shown(piece: str | bytes, most: int = _SHOWN) -> str:
    """A piece of the input, short and printable."""
    start = piece[:most].decode("utf-8", "replace") if isinstance(piece, bytes) else piece[:most]
    printable = "".join(char if char.isprintable() else "\N{REPLACEMENT CHARACTER}" for char in start)
    return printable if len(piece) <= most else f"{printable}…"
