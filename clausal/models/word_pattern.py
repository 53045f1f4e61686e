"""Patterns of words, as people type them: `?` any letter, `*` any run of letters, `[abc]` one of these, `[!abc]` or
`[^abc]` none of these, `[a-f]` a range. Or a regular expression between slashes, found anywhere: `/ss.*ss/`, `/^un/`.
"""

import re
import warnings
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from clausal.models.alphabet import LATIN, Alphabet
from clausal.models.errors import InvalidOption
from clausal.models.letters import LONGEST, SHORTEST

_LONGEST_PATTERN = 200
_PIECE = re.compile(r"[?*]|\[[!^]?((?:[^\W\d_]|-)+)\]|[^\W\d_]")
_EXPECTED = "letters, ? for any letter, * for any run, [abc] for one of these, or /a regular expression/"


@dataclass(frozen=True)
class WordPattern:
    """`lengths` are the lengths that a match can have, as far as the pattern tells."""

    text: str
    lengths: range
    pieces: tuple[str, ...]
    """What each letter may be, "*" for any run, "?" for any letter; nothing of a regular expression."""
    _expression: re.Pattern[str]
    _anywhere: bool

    @property
    def is_regular(self) -> bool:
        """Is it a regular expression?"""
        return self._anywhere

    @property
    def expression(self) -> str:
        """The regular expression that says the same, found anywhere or, of a pattern, in the whole word."""
        return self._expression.pattern

    def filter(self, words: Iterable[str]) -> Iterator[str]:
        """The words that match."""
        matches = self._expression.search if self._anywhere else self._expression.fullmatch
        return (word for word in words if matches(word))


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
            expression = re.compile(alphabet.cased(inside), re.IGNORECASE)
    except (re.error, OverflowError, RecursionError, MemoryError) as error:
        problem = str(error) or type(error).__name__
        raise InvalidOption(f"this is no regular expression: {problem}", where="the pattern") from None
    return WordPattern(text, range(SHORTEST, LONGEST + 1), (), expression, True)


def _glob(text: str, alphabet: Alphabet) -> WordPattern:
    folded = alphabet.fold(text)
    pieces: list[str] = []
    expression, letters, any_run, at = "", 0, False, 0
    while at < len(folded):
        piece = _PIECE.match(folded, at)
        if piece is None:
            raise InvalidOption(f"{folded[at]!r} has no meaning here", where="the pattern", expected=_EXPECTED)
        said = _expression_of(piece, alphabet)
        pieces.append(_choices(said, piece[0], alphabet))
        expression += said
        any_run |= piece[0] == "*"
        letters += piece[0] != "*"
        at = piece.end()
    lengths = range(max(SHORTEST, letters), (LONGEST if any_run else min(letters, LONGEST)) + 1)
    return WordPattern(text, lengths, tuple(pieces), re.compile(expression), False)


def _choices(said: str, piece: str, alphabet: Alphabet) -> str:
    return piece if piece in "?*" else "".join(re.findall(said, alphabet.letters))


def _expression_of(piece: re.Match[str], alphabet: Alphabet) -> str:
    if piece[0] == "?":
        return "."
    if piece[0] == "*":
        return ".*"
    if piece[1] is None:
        return piece[0]
    letters = _letters_of(piece[1], alphabet)
    return f"[^{letters}]" if piece[0][1] in "!^" else f"[{letters}]"


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
