"""`Row`: one game of a race as a line of races.csv, which is appended to while the race runs.

A race that is ended in the middle, however hard, leaves whole lines and at most one broken one; the next race with the
same plan reads what is there and goes on.
"""

import csv
import io
from collections.abc import Iterable
from dataclasses import astuple, dataclass, fields
from pathlib import Path

from entails.models.errors import InvalidData

_MOST_BYTES = 512 * 2**20


@dataclass(frozen=True)
class Row:
    """The columns others rely on, in this order."""

    strategy: str
    feedback: str
    lang: str
    length: int
    words: int
    instance: int
    secret: str
    guesses: int
    seconds: float
    solved: bool
    cheats: bool

    @property
    def line(self) -> str:
        text = io.StringIO()
        cells = (str(cell).lower() if isinstance(cell, bool) else cell for cell in astuple(self))
        csv.writer(text, lineterminator="\n").writerow(cells)
        return text.getvalue()

    @classmethod
    def of(cls, cells: list[str]) -> "Row":
        """A line read back; ValueError when it is not one."""
        if len(cells) != len(COLUMNS):
            raise ValueError("another number of columns")
        strategy, feedback, lang, length, words, instance, secret, guesses, seconds, solved, cheats = cells
        return cls(
            strategy,
            feedback,
            lang,
            int(length),
            int(words),
            int(instance),
            secret,
            int(guesses),
            float(seconds),
            _BOOLEANS[solved],
            _BOOLEANS[cheats],
        )


COLUMNS = tuple(one.name for one in fields(Row))
HEADER = ",".join(COLUMNS) + "\n"
_BOOLEANS = {"true": True, "false": False}


def read_rows(path: Path) -> list[Row]:
    """The games of a file, each once; none when there is no file. A last line that was cut off is left out."""
    if not path.exists():
        return []
    if path.stat().st_size > _MOST_BYTES:
        raise InvalidData("this file is too large", where=str(path), expected="what an earlier race wrote")
    text = path.read_text("utf-8", errors="replace")
    if not text.strip():
        return []
    lines = text.splitlines(keepends=True)
    if not lines[-1].endswith("\n"):
        lines.pop()
    if lines and lines[0] != HEADER:
        raise InvalidData("this is not the file of a race", where=str(path), expected=f"columns {HEADER.strip()}")
    rows: dict[tuple[str, int, int], Row] = {}
    for number, cells in enumerate(csv.reader(lines[1:]), 2):
        try:
            row = Row.of(cells)
        except (ValueError, KeyError):
            raise InvalidData("this is no game", where=f"{path}, line {number}", expected=HEADER.strip()) from None
        rows[row.strategy, row.length, row.instance] = row
    return list(rows.values())


def whole_text(rows: Iterable[Row]) -> str:
    """All of a file."""
    return HEADER + "".join(row.line for row in rows)
