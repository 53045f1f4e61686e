"""A word list in text, as people have them: one word a line, in any common encoding, with or without more columns.

Read line by line: `word`, `word,12,noun`, `"word";12`, `word<tab>12`, `word 12`, and hunspell's `word/FLAGS po:noun`.
Lines that give no word are counted by reason, never silently lost.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from entails.models.alphabet import LATIN, Alphabet
from entails.models.errors import InvalidData
from entails.models.letters import LONGEST, SHORTEST
from entails.models.text import decoded

SkipReason = Literal["too short", "too long", "not letters", "duplicate"]

_LONGEST_LINE = 1000
_COLUMN_END = re.compile(r"[,;\t/|]")
_WORD_THEN_DATA = re.compile(r"(\S+)\s+(?:[-+]?\d[\d.,eE+-]*|[a-z]{2}:\S*)(?:\s.*)?")
_HEADINGS = frozenset({"word", "words", "mot", "mots", "form", "forme", "lemma", "ortho"})


@dataclass(frozen=True, slots=True)
class WordListReport:
    """What became of the lines of a word list. Empty lines and comments (`#`) are not counted.

    `skipped` holds only reasons that occurred, each with a number of lines and the first line of that kind.
    """

    lines: int
    kept: int
    skipped: dict[SkipReason, int]
    first_skipped: dict[SkipReason, int]

    def __str__(self) -> str:
        number = sum(self.skipped.values())
        if not number:
            return f"{self.kept:,} words, no line skipped"
        reasons = ", ".join(
            f"{count:,} {reason} (first: line {self.first_skipped[reason]:,})" for reason, count in self.skipped.items()
        )
        return f"{self.kept:,} words, {number:,} of {self.lines:,} lines skipped: {reasons}"


def read_word_list(data: bytes | str, alphabet: Alphabet = LATIN) -> tuple[list[str], WordListReport]:
    """The folded words, sorted, each once, and what was skipped."""
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
    """The text of a word list: UTF-8, UTF-16 (even without its mark), else Windows' Latin, which holds œ, else Latin-1.

    In UTF-16 nearly every second byte of a Western word list is zero, which no other text has.
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
        raise InvalidData(f"this is not valid {encoding.upper()} text", expected="a word list") from None


def _entries(text: str, alphabet: Alphabet) -> Iterator[tuple[int, str]]:
    """(line number, first column) of each line that says something; most lines are a word and nothing else."""
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
    if " " in column and (found := _WORD_THEN_DATA.fullmatch(column)):
        return found[1]
    return column


def _why_skipped(word: str, known: set[str], alphabet: Alphabet) -> SkipReason | None:
    if not alphabet.is_word(word):
        return "not letters"
    if len(word) < SHORTEST:
        return "too short"
    if len(word) > LONGEST:
        return "too long"
    return "duplicate" if word in known else None
