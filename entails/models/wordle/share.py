"""The text that players share: "Wordle 1,234 4/6*" and a grid of tiles. It has the colours and not the words.

The number may have its thousands apart in any way, `X/6` is a lost game, and a star says hard mode. Games like Wordle
write the same under other names.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from entails.models.errors import InvalidPuzzle
from entails.models.wordle.marks import IS_TILE, THEMES, without_selectors
from entails.models.wordle.scoring import COLOURS

_HEADER = re.compile(
    r"(?P<name>[^\n]{0,60}?)[\s#]{0,4}(?P<number>\d{1,3}(?:[,.'’\s]\d{3})+|\d{1,9})?\s{0,4}(?:^|[:\s])\s{0,4}"
    r"(?P<turns>\d{1,3}|[xX-])\s?/\s?(?P<limit>\d{1,3})(?![\d/])(?P<hard>\s?\*)?"
)


@dataclass(frozen=True, slots=True)
class Share:
    """A shared game: the codes of its rows; `turns` is None when it was lost, `number` when it has none."""

    rows: tuple[int, ...]
    length: int
    limit: int = 6
    turns: int | None = None
    hard: bool = False
    number: int | None = None
    name: str = "Wordle"

    @property
    def solved(self) -> bool:
        return self.turns is not None


def _heading(text: str) -> re.Match[str] | None:
    """The heading of a share text, which has a slash in it: a long text without one is not looked through."""
    return _HEADER.search(text) if "/" in text else None


def tile_rows(text: str) -> list[str]:
    """The rows of tiles in a text, in order."""
    tiles = "".join(sorted(IS_TILE))
    return re.findall(f"[{tiles}]+", without_selectors(text))


def without_share(text: str) -> str:
    """What is left of a text when the heading and the tiles are taken out: the words typed, if they are there."""
    text = without_selectors(text)
    match = _heading(text)
    if match:
        text = text[: match.start()] + "\n" + text[match.end() :]
    return "".join(" " if letter in IS_TILE else letter for letter in text)


def is_share(text: str) -> bool:
    """Does it look like a shared game, with its heading or with tiles that come before any word?"""
    text = without_selectors(text)
    tile = next((place for place, letter in enumerate(text) if letter in IS_TILE), None)
    if tile is None:
        return False
    return _heading(text) is not None or not any(letter.isalpha() for letter in text[:tile])


def read_share(text: str) -> Share:
    """The game of a share text; text around it does not matter. A grid without its heading will do too."""
    rows = tile_rows(text)
    if not rows:
        raise InvalidPuzzle("there is no grid of tiles in it", expected="rows of 🟩, 🟨 and ⬛")
    length = len(rows[0])
    for number, row in enumerate(rows, 1):
        if len(row) != length:
            where = f"row {number} of the grid"
            raise InvalidPuzzle(f"there are {len(row)} tiles", where=where, expected=f"{length}, as in row 1")
    codes = tuple(COLOURS.read(row, length) for row in rows)
    won = codes[-1] == COLOURS.win(length)
    match = _heading(without_selectors(text))
    if match is None:
        return Share(codes, length, max(6, len(rows)) if won else len(rows), len(rows) if won else None)
    turns = int(match["turns"]) if match["turns"].isdigit() else None
    limit = int(match["limit"])
    _refuse_what_does_not_fit(turns, limit, len(rows), won)
    digits = re.sub(r"\D", "", match["number"] or "")
    name = match["name"].strip(" #\t:-") or "Wordle"
    return Share(codes, length, limit, turns, match["hard"] is not None, int(digits) if digits else None, name)


def _refuse_what_does_not_fit(turns: int | None, limit: int, rows: int, won: bool) -> None:
    """The heading and the grid tell the same game."""
    heading = f"{'X' if turns is None else turns}/{limit}"
    if rows != (limit if turns is None else turns):
        expected = f"{limit if turns is None else turns} rows"
        raise InvalidPuzzle(f"the heading says {heading} but the grid has {rows}", expected=expected)
    if won != (turns is not None):
        last = "all green" if won else "not all green"
        expected = "a last row all green" if turns is not None else "no row all green"
        raise InvalidPuzzle(f"the heading says {heading} but the last row is {last}", expected=expected)


def write_share(share: Share, theme: str = "dark") -> str:
    """The text to share, in the tiles of a theme."""
    number = "" if share.number is None else f" {share.number:,}"
    turns = "X" if share.turns is None else share.turns
    heading = f"{share.name}{number} {turns}/{share.limit}{'*' if share.hard else ''}"
    return "\n".join([heading, "", *rows_of_tiles(share.rows, share.length, theme)])


def rows_of_tiles(codes: Sequence[int], length: int, theme: str = "dark") -> list[str]:
    """Each code as a row of tiles."""
    if theme not in THEMES:
        raise InvalidPuzzle(f"there is no theme {theme[:30]!r}", expected=", ".join(THEMES))
    return ["".join(THEMES[theme][colour] for colour in COLOURS.colours(code, length)) for code in codes]
