"""Patterns of words, as people type them: `?` any letter, `*` any run of letters, `[abc]` one of these, `[!abc]` or
`[^abc]` none of these, `[a-f]` a range. Or a regular expression between slashes, found anywhere: `/ss.*ss/`, `/^un/`.
"""

import re
import warnings
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import reduce
from typing import Final

from entails.models.alphabet import LATIN, Alphabet
from entails.models.errors import InvalidOption
from entails.models.letters import LONGEST, SHORTEST

ANY: Final = "?"
RUN: Final = "*"
_LONGEST_PATTERN = 200
_PIECE = re.compile(r"[?*]|\[[!^]?((?:[^\W\d_]|-)+)\]|[^\W\d_]")
_EXPECTED = "letters, ? for any letter, * for any run, [abc] for one of these, or /a regular expression/"


class PatternSteps:
    """A pattern as an automaton over its `pieces`, whose set of states is a number: bit n says that all pieces before n
    have matched. A letter takes a time that grows with the number of pieces, whatever the pattern."""

    def __init__(self, pieces: Sequence[str]) -> None:
        self._pieces = pieces
        self._runs = [place for place, piece in enumerate(pieces) if piece == RUN]
        self._after: dict[tuple[int, str], int] = {}
        self.start = self._with_empty_runs(1)

    def after(self, states: int, letter: str) -> int:
        """Return the states after another letter; 0 when no word goes on like this."""
        if (states, letter) not in self._after:
            moved = sum(1 << place for place in self._runs if states >> place & 1)
            for place, piece in enumerate(self._pieces):
                if states >> place & 1 and piece != RUN and (piece == ANY or letter in piece):
                    moved |= 2 << place
            self._after[states, letter] = self._with_empty_runs(moved)
        return self._after[states, letter]

    def _with_empty_runs(self, states: int) -> int:
        for place in self._runs:
            states |= (states >> place & 1) << (place + 1)
        return states

    def accepts(self, states: int) -> bool:
        """Return whether all pieces have matched."""
        return bool(states >> len(self._pieces))


@dataclass(frozen=True)
class WordPattern:
    """`lengths` are the lengths that a match can have, as far as the pattern tells. `pieces` say what each letter may
    be, "*" any run, "?" any letter; a regular `expression` has none."""

    text: str
    lengths: range
    pieces: tuple[str, ...]
    expression: str | None = None

    @property
    def is_regular(self) -> bool:
        """Is it a regular expression?"""
        return self.expression is not None

    def filter(self, words: Iterable[str]) -> Iterator[str]:
        """The words that match."""
        if self.expression is not None:
            return filter(re.compile(self.expression, re.IGNORECASE).search, words)
        steps = PatternSteps(self.pieces)
        return (word for word in words if steps.accepts(reduce(steps.after, word, steps.start)))


def read_pattern(text: str, alphabet: Alphabet = LATIN) -> WordPattern:
    """Understand a pattern. Accents and capitals do not matter, as in words."""
    if not text:
        raise InvalidOption("the pattern is empty", expected=_EXPECTED)
    if len(text) > _LONGEST_PATTERN:
        raise InvalidOption(f"the pattern has {len(text):,} characters", expected=f"at most {_LONGEST_PATTERN}")
    if text.startswith("/"):
        return _regular(text, alphabet)
    return _glob(text, alphabet)


def _regular(text: str, alphabet: Alphabet) -> WordPattern:
    inside = text.removeprefix("/").removesuffix("/")
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            expression = re.compile(alphabet.cased(inside), re.IGNORECASE).pattern
    except (re.error, OverflowError, RecursionError, MemoryError) as error:
        problem = str(error) or type(error).__name__
        raise InvalidOption(f"this is no regular expression: {problem}", where="the pattern") from None
    return WordPattern(text, range(SHORTEST, LONGEST + 1), (), expression)


def _glob(text: str, alphabet: Alphabet) -> WordPattern:
    folded = alphabet.fold(text)
    if not folded:
        raise InvalidOption("the pattern has no letters", expected=_EXPECTED)
    pieces: list[str] = []
    letters, any_run, at = 0, False, 0
    while at < len(folded):
        piece = _PIECE.match(folded, at)
        if piece is None:
            raise InvalidOption(f"{folded[at]!r} has no meaning here", where="the pattern", expected=_EXPECTED)
        pieces.append(_choices(piece, alphabet))
        any_run |= piece[0] == "*"
        letters += piece[0] != "*"
        at = piece.end()
    lengths = range(max(SHORTEST, letters), (LONGEST if any_run else min(letters, LONGEST)) + 1)
    return WordPattern(text, lengths, tuple(pieces))


def _choices(piece: re.Match[str], alphabet: Alphabet) -> str:
    """Return the letters that a piece allows, or the sign of any letter or any run."""
    if piece[1] is None:
        return piece[0]
    letters = _letters_of(piece[1], alphabet)
    wanted = piece[0][1] not in "!^"
    return "".join(letter for letter in alphabet.letters if (letter in letters) == wanted)


def _letters_of(inside: str, alphabet: Alphabet) -> str:
    """The letters of a set, its ranges spelt out."""
    letters = ""
    for part in re.findall(r"[^-]-[^-]|.", inside):
        if len(part) == 3 and 0 <= alphabet.letters.find(part[0]) <= alphabet.letters.find(part[2]):
            letters += alphabet.letters[alphabet.letters.index(part[0]) : alphabet.letters.index(part[2]) + 1]
        elif alphabet.is_word(part):
            letters += part
        else:
            raise InvalidOption(f"{part!r} is no range of letters", where="the pattern", expected="such as [a-f]")
    return letters
