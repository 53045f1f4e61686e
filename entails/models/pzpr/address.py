"""Addresses of puzz.link and its kin: `https://puzz.link/p?slither/5/5/k202cj010dj`. The puzzle is in the address.

After the genre come columns, rows and a body, of which each character says a number, several empty cells, or borders.
"""

import re
from dataclasses import dataclass
from typing import Final

from entails.models.errors import InvalidPuzzle
from entails.models.row_text import MOST

HOME: Final = "https://puzz.link/p?"
_ADDRESS = re.compile(r"(?:\S*[?#])?([a-z][a-z0-9-]*)/((?:[a-z:]{1,3}/)*)([0-9]{1,3})/([0-9]{1,3})(?:/(\S*))?")
_BEHIND = re.compile(r"&.*|(%22|[\"'<>)\]])+$")
"""What follows a body in addresses that were copied from somewhere."""
_SITES = re.compile(r"(?:https?://)?(?:www\.)?(?:puzz\.link|pzv\.jp)(?:/\S*)?", re.IGNORECASE)
_PLAIN = ("", "v:/")
"""What may stand between genre and size without changing a rule."""


@dataclass(frozen=True)
class Address:
    """What an address says, its body not read yet."""

    rows: int
    columns: int
    body: str

    @property
    def cells(self) -> int:
        return self.rows * self.columns


def truncated(problem: str = "it ends too early") -> InvalidPuzzle:
    """What is said of a link that was not copied to its end."""
    return InvalidPuzzle(f"the link is truncated: {problem}", where="address", expected="the whole link")


def _matched(text: str) -> re.Match[str] | None:
    """The parts of an address; None when the text is none. A link of these sites without a size was cut off."""
    said = text.strip()
    found = _ADDRESS.fullmatch(said)
    if found is None and _SITES.fullmatch(said):
        raise truncated("no puzzle and its size follow the site" if "?" not in said else "it ends before its size")
    return found


def genre_of(text: str) -> str | None:
    """The genre that an address names; None when the text is no address."""
    found = _matched(text)
    return None if found is None else found[1]


def address(text: str, *genres: str) -> Address | None:
    """The address of a puzzle of these genres; None when the text is no address at all."""
    found = _matched(text)
    if found is None:
        return None
    genre, flags, columns, rows, body = found.groups()
    if genre not in genres:
        raise InvalidPuzzle(f"this is the address of a {genre}", expected=" or ".join(genres))
    if flags not in _PLAIN:
        problem = f"the address asks for rules that are not known: {flags.strip('/')}"
        raise InvalidPuzzle(problem, where="address", expected=f"{genre} and its size")
    if not (1 <= int(rows) <= MOST and 1 <= int(columns) <= MOST):
        raise InvalidPuzzle(f"{rows} rows of {columns} cells", where="address", expected=f"1 to {MOST} of either")
    return Address(int(rows), int(columns), _BEHIND.sub("", body or "").removesuffix("/"))
