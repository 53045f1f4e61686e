"""Guesses as people type them: a word, and beside it the feedback, as text that is not yet understood."""

import re
import unicodedata
from collections.abc import Sequence

from entails.models.errors import InvalidPuzzle

Pair = tuple[str, str]
"""A word and its feedback."""

LONGEST_TEXT = 100_000
"""What one history may take; many of them, a line each, may be longer."""
EXPECTED = "guesses such as crane:bybbg"

_GUESS = re.compile(
    r"\s*(?:\d{1,2}[.)]\s*)?(?P<word>[^\W\d_]++)(?:[\s:=,;|→>]++|(?=\d|[^\x00-\x7f]))"
    r"(?P<feedback>\S(?:[ \t]\S(?!\S)){2,14}|\d{1,2}\s?[,./]\s?\d{1,2}(?!\d)|\d{1,2} \d{1,2}(?!\S)|[^\s,;|]++)"
    r"[\s,;|]*+"
)
_BRACKETED = re.compile(r"(?<!\S)(?=[^\s\[(]{0,14}[\[(])(?:\[[^\W\d_]\]|\([^\W\d_]\)|[^\W\d_]){2,15}(?!\S)")
_BRACKETS = re.compile(r"\[(?P<green>.)\]|\((?P<yellow>.)\)|(?P<grey>.)")
_COUNTS = re.compile(r"\d{1,2}\s?[,./;+ -]\s?\d{1,2}|\d\d")
WORD = re.compile(r"[^\W\d_]+")


def pairs_of_line(line: str) -> list[Pair]:
    """The words and feedbacks of a line, as text."""
    if len(line) > LONGEST_TEXT:
        raise InvalidPuzzle(f"there are {len(line):,} characters in it", expected=EXPECTED)
    line = _BRACKETED.sub(_without_brackets, unicodedata.normalize("NFC", line))
    pairs: list[Pair] = []
    place = 0
    while place < len(line):
        match = _GUESS.match(line, place)
        if match is None:
            raise _no_guess(line[place:].strip(), len(pairs) + 1)
        pairs.append((match["word"], match["feedback"]))
        place = match.end()
    return pairs


def _without_brackets(found: re.Match[str]) -> str:
    """C(R)AN[E], the letters in the place of their colours, as CRANE:bybbg."""
    kinds = [(str(one.lastgroup), one) for one in _BRACKETS.finditer(found[0])]
    word = "".join(one[kind] for kind, one in kinds)
    return f"{word}:{''.join('b' if kind == 'grey' else kind[0] for kind, _ in kinds)}"


def _no_guess(rest: str, number: int) -> InvalidPuzzle:
    """What is wrong with the rest of a line that does not begin with a guess."""
    shown = repr(rest[:30])
    where = f"guess {number}"
    if WORD.fullmatch(rest):
        return InvalidPuzzle(f"the word {shown} has no feedback", where=where, expected=EXPECTED)
    return InvalidPuzzle(f"{shown} is not a guess with its feedback", where=where, expected=EXPECTED)


def kind_of_feedback(pairs: Sequence[Pair]) -> str:
    """Two numbers are counts, unless the word has two letters; all else is meant as colours."""
    counts = [_COUNTS.fullmatch(feedback.strip()) and len(feedback.strip()) != len(word) for word, feedback in pairs]
    return "counts" if counts and all(counts) else "colours"
