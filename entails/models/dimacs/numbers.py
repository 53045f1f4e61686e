"""Whole passages of a DIMACS file as arrays of numbers: a million literals in a few hundredths of a second.

Only what is certainly right is read here: numbers between blanks, and `{k}` before a clause where groups are marked.
Anything else is left to the slower reader that knows the lines (scan.py), which says what is wrong with them.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

LARGEST_LITERAL = (1 << 31) - 1
PLAIN_BYTES = b"0123456789- \t\n\v\f\r"
MARKED_BYTES = PLAIN_BYTES + b"{}"

_DIGIT = np.zeros(256, bool)
_DIGIT[list(b"0123456789")] = True
_BLANK = np.zeros(256, bool)
_BLANK[list(b" \t\n\v\f\r")] = True
_MARKS_TO_BLANKS = bytes.maketrans(b"{}", b"  ")
_NO_NUMBERS = np.zeros(0, np.int32)


class Passage(NamedTuple):
    """The numbers of a passage without its marks; mark `marks[i]` stands before number `marked[i]`."""

    numbers: NDArray[np.int32]
    marks: NDArray[np.int32] = _NO_NUMBERS
    marked: NDArray[np.int64] = np.zeros(0, np.int64)


def plain_passage(text: bytes) -> Passage | None:
    """The numbers of a passage made of PLAIN_BYTES; None when something about it is not right."""
    if not text or text.isspace():
        return Passage(_NO_NUMBERS)
    letters = np.frombuffer(text, np.uint8)
    signs = np.flatnonzero(letters == ord("-"))
    if not (_follow(letters, signs, _DIGIT) and _precede(letters, signs, _BLANK)):
        return None
    found = np.fromstring(text, np.int64, sep=" ")
    if max(found.max(), -found.min()) > LARGEST_LITERAL:
        return None
    return Passage(found.astype(np.int32))


def marked_passage(text: bytes) -> Passage | None:
    """The same for a passage made of MARKED_BYTES."""
    letters = np.frombuffer(text, np.uint8)
    opening, closing = np.flatnonzero(letters == ord("{")), np.flatnonzero(letters == ord("}"))
    if len(opening) != len(closing) or not (
        _precede(letters, opening, _BLANK) and _follow(letters, closing, _BLANK) and (opening + 1 < closing).all()
    ):
        return None
    digits_before = np.cumsum(_DIGIT[letters])
    if not (digits_before[closing] - digits_before[opening] == closing - opening - 1).all():
        return None
    every = plain_passage(text.translate(_MARKS_TO_BLANKS))
    if every is None:
        return None
    words = np.flatnonzero(_DIGIT[letters[1:]] & ~_DIGIT[letters[:-1]]) + 1  # where a number begins, its sign aside
    if _DIGIT[letters[0]]:
        words = np.concatenate([[0], words])
    places = np.searchsorted(words, opening)
    return Passage(np.delete(every.numbers, places), every.numbers[places], places - np.arange(len(places)))


def _follow(letters: NDArray[np.uint8], places: NDArray[np.intp], allowed: NDArray[np.bool_]) -> bool:
    """Does one of the allowed bytes, or for blanks the end, stand after each of these places?"""
    if len(places) and places[-1] + 1 == len(letters):
        if not allowed[ord(" ")]:
            return False
        places = places[:-1]
    return bool(allowed[letters[places + 1]].all())


def _precede(letters: NDArray[np.uint8], places: NDArray[np.intp], allowed: NDArray[np.bool_]) -> bool:
    """Does one of the allowed bytes, or the beginning, stand before each of these places?"""
    return bool(allowed[letters[places[places > 0] - 1]].all())
