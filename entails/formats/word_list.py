"""Word lists as text, and patterns of words.

A word list has one word per line, in any common encoding, with or without more columns: `word`, `word,12,noun`,
`"word";12`, `word<tab>12`, `word 12`, and hunspell's `word/FLAGS po:noun`. Lines without a word are counted by reason.

In a pattern, `?` is any letter, `*` any sequence of letters, `[abc]` one of these, `[!abc]` or `[^abc]` none of these,
and `[a-f]` a range. A regular expression is written between slashes and matches anywhere: `/ss.*ss/`, `/^un/`.
"""

import re
import warnings
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import reduce
from typing import Final, Literal

from entails.models.alphabet import LATIN, LONGEST, SHORTEST, Alphabet
from entails.models.errors import Invalid, InvalidData, InvalidOption, quantity
from entails.models.fields import decoded
from entails.models.lexicon import Lexicon

SkipReason = Literal["too short", "too long", "not letters", "duplicate"]

_LONGEST_LINE = 1000
_COLUMN_END = re.compile(r"[,;\t/|]")
_WORD_THEN_DATA = re.compile(r"(\S+)\s+(?:[-+]?\d[\d.,eE+-]*|[a-z]{2}:\S*)(?:\s.*)?")
_HEADINGS = frozenset({"word", "words", "mot", "mots", "form", "forme", "lemma", "ortho"})


@dataclass(frozen=True, slots=True)
class WordListReport:
    """Statistics of a word list: its lines without empty ones and comments (`#`).

    Attributes:
        skipped: Number of skipped lines by reason; only reasons that occurred.
        first_skipped: Number of the first skipped line by reason.
    """

    lines: int
    kept: int
    skipped: dict[SkipReason, int]
    first_skipped: dict[SkipReason, int]

    def __str__(self) -> str:
        number = sum(self.skipped.values())
        if not number:
            return f"{quantity(self.kept, 'word')}, no line skipped"
        reasons = ", ".join(
            f"{count:,} {reason} (first: line {self.first_skipped[reason]:,})" for reason, count in self.skipped.items()
        )
        return f"{quantity(self.kept, 'word')}, {number:,} of {self.lines:,} lines skipped: {reasons}"


def read_word_list(data: bytes | str, alphabet: Alphabet = LATIN) -> tuple[list[str], WordListReport]:
    """Read a word list: return the folded words, sorted and without duplicates, and statistics of the lines."""
    text = alphabet.fold(data if isinstance(data, str) else text_of(data))
    words: set[str] = set()
    skipped: dict[SkipReason, int] = {}
    first_skipped: dict[SkipReason, int] = {}
    lines = 0
    for number, word in _entries(text, alphabet):
        lines += 1
        reason = _why_skipped(word, words, alphabet)
        if reason is None:
            words.add(word)
        else:
            skipped[reason] = skipped.get(reason, 0) + 1
            first_skipped.setdefault(reason, number)
    return sorted(words), WordListReport(lines, len(words), skipped, first_skipped)


def text_of(data: bytes) -> str:
    """Decode a word list: UTF-8, UTF-16 (even without a byte order mark), else Windows-1252, else Latin-1.

    In UTF-16, nearly every second byte of a Western word list is zero; no other encoding has this.
    """
    if b"\0" in data[:_LONGEST_LINE] and not data.startswith((b"\xff\xfe", b"\xfe\xff")):
        sample = data[:_LONGEST_LINE]
        for encoding, zeros in (("utf-16-le", sample[1::2]), ("utf-16-be", sample[0::2])):
            if zeros.count(0) * 10 >= len(zeros) * 9:
                return _decoded_as(data, encoding)
    try:
        data.decode("utf-8")
    except UnicodeDecodeError:
        if b"\0" not in data:
            try:
                return data.decode("cp1252")
            except UnicodeDecodeError:
                pass
    return decoded(data, InvalidData)


def _decoded_as(data: bytes, encoding: str) -> str:
    try:
        return data.decode(encoding)
    except UnicodeDecodeError:
        raise InvalidData(f"invalid {encoding.upper()} text", expected="a word list") from None


def _entries(text: str, alphabet: Alphabet) -> Iterator[tuple[int, str]]:
    """Yield the line number and the first field of each line that is not empty or a comment."""
    is_first = True
    for number, whole in enumerate(text.splitlines(), 1):
        if alphabet.is_word(whole):
            yield number, whole
        elif len(whole) > _LONGEST_LINE:
            yield number, ""
        elif (line := whole.strip().lstrip("\ufeff")) and not line.startswith("#"):
            column = _first_column(line)
            if not (is_first and column != line and column in _HEADINGS):
                yield number, column
        else:
            continue
        is_first = False


def _first_column(line: str) -> str:
    column = _COLUMN_END.split(line, maxsplit=1)[0].strip().strip("\"'").strip()
    if " " in column and (match := _WORD_THEN_DATA.fullmatch(column)):
        return match[1]
    return column


def _why_skipped(word: str, known: set[str], alphabet: Alphabet) -> SkipReason | None:
    if not alphabet.is_word(word):
        return "not letters"
    if len(word) < SHORTEST:
        return "too short"
    if len(word) > LONGEST:
        return "too long"
    return "duplicate" if word in known else None


def read_lexicon(
    data: bytes | str, name: str, language: str = "", alphabet: Alphabet = LATIN
) -> tuple[Lexicon, WordListReport]:
    """Read a user's word list in any common encoding; return the lexicon and statistics of the lines."""
    try:
        words, report = read_word_list(data, alphabet)
    except Invalid as error:
        raise error.at(name) from None
    if not words:
        expected = f"one word of {SHORTEST} to {LONGEST} letters per line"
        raise InvalidData("the word list has no words", where=name, expected=expected)
    return Lexicon.of_folded(words, name, language, alphabet), report


ANY: Final = "?"
RUN: Final = "*"
_LONGEST_PATTERN = 200
_PIECE = re.compile(r"[?*]|\[[!^]?((?:[^\W\d_]|-)+)\]|[^\W\d_]")
_EXPECTED = "letters, ? for any letter, * for any letters, [abc] for one of these, or /a regular expression/"


class PatternSteps:
    """A pattern as a nondeterministic automaton over its pieces.

    A set of states is an integer: bit n means that all pieces before n have matched. The time for a letter is linear in
    the number of pieces, whatever the pattern.
    """

    def __init__(self, pieces: Sequence[str]) -> None:
        self._pieces = pieces
        self._runs = [place for place, piece in enumerate(pieces) if piece == RUN]
        self._after: dict[tuple[int, str], int] = {}
        self.start = self._with_empty_runs(1)

    def after(self, states: int, letter: str) -> int:
        """Return the automaton states after another letter; 0 if no word can continue like this."""
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
        """Return whether a set of states is accepting: all pieces of the pattern have matched."""
        return bool(states >> len(self._pieces))


@dataclass(frozen=True)
class WordPattern:
    """A word pattern: letters, wildcards and letter sets, or a regular expression.

    Attributes:
        lengths: Lengths that a match can have, as far as the pattern limits them.
        pieces: The letters allowed at each position, "?" for any letter, "*" for any sequence; empty for a regular
            expression.
        expression: The regular expression, or None.
    """

    text: str
    lengths: range
    pieces: tuple[str, ...]
    expression: str | None = None

    def filter(self, words: Iterable[str]) -> Iterator[str]:
        """Yield the words that match the pattern."""
        if self.expression is not None:
            return filter(re.compile(self.expression, re.IGNORECASE).search, words)
        steps = PatternSteps(self.pieces)
        return (word for word in words if steps.accepts(reduce(steps.after, word, steps.start)))


def read_pattern(text: str, alphabet: Alphabet = LATIN) -> WordPattern:
    """Parse a word pattern. Accents and capitals do not matter, as in words."""
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
        raise InvalidOption(f"invalid regular expression: {problem}", where="the pattern") from None
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
            raise InvalidOption(f"unexpected {folded[at]!r}", where="the pattern", expected=_EXPECTED)
        pieces.append(_choices(piece, alphabet))
        any_run |= piece[0] == "*"
        letters += piece[0] != "*"
        at = piece.end()
    lengths = range(max(SHORTEST, letters), (LONGEST if any_run else min(letters, LONGEST)) + 1)
    return WordPattern(text, lengths, tuple(pieces))


def _choices(piece: re.Match[str], alphabet: Alphabet) -> str:
    """Return the letters that a piece of a pattern allows, or its wildcard sign."""
    if piece[1] is None:
        return piece[0]
    letters = _letters_of(piece[1], alphabet)
    wanted = piece[0][1] not in "!^"
    return "".join(letter for letter in alphabet.letters if (letter in letters) == wanted)


def _letters_of(inside: str, alphabet: Alphabet) -> str:
    """Return the letters of a set such as [a-e], with ranges expanded."""
    letters = ""
    for part in re.findall(r"[^-]-[^-]|.", inside):
        if len(part) == 3 and 0 <= alphabet.letters.find(part[0]) <= alphabet.letters.find(part[2]):
            letters += alphabet.letters[alphabet.letters.index(part[0]) : alphabet.letters.index(part[2]) + 1]
        elif alphabet.is_word(part):
            letters += part
        else:
            raise InvalidOption(f"invalid range {part!r}", where="the pattern", expected="letters such as [a-f]")
    return letters
