"""Parts of bodies that say where something is, little of it on a large board: trees among cells, dots anywhere."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from entails.models.pzpr.parts import Body, Clues, every_cell, value_of
from entails.models.row_text import EMPTY

_DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"
_LAST = 36
_ALONE = 18
"""In `Sparse`: the first character that says nothing but empty cells."""


@dataclass(frozen=True)
class Sparse:
    """1 for some cells, few of them: a character below i is one of them and says how many others follow, those from i
    on are others alone."""

    def read(self, body: Body) -> Clues:
        found, at = [0] * every_cell(body), 0
        while at < len(found) and not body.ended:
            value = value_of(body.take(), 36)
            if value < _ALONE:
                found[at] = 1
                at += value + 1
            else:
                at += value - _ALONE + 1
        body.refuse_less(at, len(found))
        return tuple(found)

    def write(self, value: Clues, body: Body) -> str:  # noqa: ARG002
        said, at = "", 0
        while at < len(value):
            here = value[at]
            run = next((step for step, one in enumerate(value[at + here :]) if one), len(value) - at - here)
            run = min(run, _ALONE - 1 if here else _LAST - _ALONE)
            said += _DIGITS[run if here else _ALONE - 1 + run]
            at += run + here
        return said

    def typed(self, words: Sequence[str], body: Body) -> Clues | None:  # noqa: ARG002
        return tuple(int(word not in EMPTY) for word in words)


@dataclass(frozen=True)
class Dots:
    """White (1) and black (2) dots, 0 for none, in the middle of cells, on their borders and corners: all places of a
    board that is twice as fine, its rim left out."""

    def read(self, body: Body) -> Clues:
        found, at = [0] * dot_places(body), 0
        while at < len(found) and not body.ended:
            value = value_of(body.take(), 36)
            if value < 16:
                found[at] = value % 2 + 1
                at += value // 2 + 1
            else:
                at += value - 15
        body.refuse_less(at, len(found))
        return tuple(found)

    def write(self, value: Clues, body: Body) -> str:  # noqa: ARG002
        said, at = "", 0
        while at < len(value):
            here = value[at]
            ahead = value[at + (here > 0) :]
            run = next((step for step, one in enumerate(ahead) if one), len(ahead))
            run = min(run, 7 if here else 20)
            said += _DIGITS[2 * run + here - 1 if here else 15 + run]
            at += run + (here > 0)
        return said

    def typed(self, words: Sequence[str], body: Body) -> Clues | None:  # noqa: ARG002
        return None


def dot_places(body: Body) -> int:
    return (2 * body.rows - 1) * (2 * body.columns - 1)


SPARSE: Final = Sparse()
"""Some cells of many: the trees of tents."""
DOTS: Final = Dots()
"""The centres of galaxies."""
