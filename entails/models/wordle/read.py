"""Histories from text: arguments, a file, JSON, or a shared grid with the words typed.

    crane:bybbg slate:bbgyb            word and feedback; also with =, a blank, a comma or an arrow between them
    c(r)an[e]                          the same: [] is green, () is yellow
    tarte:2,1                          Wordle Mind's counts; also 2.1 and 21
    Wordle 1,234 3/6 ... crane slate   a share text has no words, so they come after it, or each beside its row
    {"guesses": [{"word": "crane", "feedback": "bybbg"}]}

One guess a line is one history. Where a line has several guesses, every line is a history of its own. Blank lines and
lines that start with # do not count. Nothing at all is the history of a game that has not begun.
"""

import re
import unicodedata
from collections.abc import Iterator, Sequence

from entails.models.entry import Entry
from entails.models.errors import Invalid, InvalidPuzzle
from entails.models.wordle.guess_text import EXPECTED, LONGEST_TEXT, WORD, Pair, kind_of_feedback, pairs_of_line
from entails.models.wordle.history import History, checked_length
from entails.models.wordle.read_json import history_from_json
from entails.models.wordle.scoring import COLOURS
from entails.models.wordle.share import is_share, read_share, without_share

_HEADING = re.compile(r"(?:word|guess)\W+(?:feedback|colou?rs?|pattern|result|counts?)\s*", re.IGNORECASE)


def read_history(text: str, scoring: str | None = None, length: int | None = None) -> History:
    """The one history of a text. Without `scoring` the feedback tells its kind; `length` refuses other lengths."""
    entries = list(read_histories(text, scoring, length))
    if len(entries) > 1:
        raise InvalidPuzzle("there is more than one history", where=f"line {entries[1].line}", expected="exactly one")
    entry = entries[0]
    if entry.puzzle is None:
        error = entry.error or InvalidPuzzle("there is no history", expected=EXPECTED)
        raise error.at(f"line {entry.line}") if entry.line > 1 else error
    return entry.puzzle


def read_histories(text: str, scoring: str | None = None, length: int | None = None) -> Iterator[Entry[History]]:
    """Every history of a text; a bad one becomes an entry with an error."""
    text = text.removeprefix("\ufeff")
    start = text.lstrip()[:1]
    lines = [(number, line.strip()) for number, line in enumerate(text.splitlines(), 1)]
    lines = [(number, line) for number, line in lines if line and not line.startswith("#")]
    if start in ("{", "["):
        yield from _json_entries(text, lines, scoring, length)
    elif is_share(text[:LONGEST_TEXT]):
        yield _entry(1, _shared(text), scoring or "colours", length)
    else:
        yield from _line_entries(lines, scoring, length)


def _json_entries(
    text: str, lines: Sequence[tuple[int, str]], scoring: str | None, length: int | None
) -> Iterator[Entry[History]]:
    """One JSON value, or one on each line."""
    each_line = len(lines) > 1 and all(line[0] + line[-1] in ("{}", "[]") for _, line in lines[:2])
    for number, value in lines if each_line else [(1, text)]:
        try:
            yield Entry(number, history_from_json(value, scoring, length))
        except Invalid as error:
            yield Entry(number, None, error)


def _line_entries(
    lines: Sequence[tuple[int, str]], scoring: str | None, length: int | None
) -> Iterator[Entry[History]]:
    if lines and _HEADING.fullmatch(lines[0][1]):
        lines = lines[1:]
    read = [(number, _pairs_or_error(line)) for number, line in lines]
    many = len(read) > 1 and any(isinstance(pairs, list) and len(pairs) > 1 for _, pairs in read)
    if many:
        for number, pairs in read:
            yield _entry(number, pairs, scoring, length)
        return
    gathered: list[Pair] = []
    for number, pairs in read:
        if isinstance(pairs, Invalid):
            yield Entry(number, None, pairs)
            return
        gathered += pairs
    yield _entry(1, gathered, scoring, length)


def _entry(number: int, pairs: "list[Pair] | Invalid", scoring: str | None, length: int | None) -> Entry[History]:
    if isinstance(pairs, Invalid):
        return Entry(number, None, pairs)
    try:
        length = None if length is None else checked_length(length)
        return Entry(number, History.of(pairs, scoring or kind_of_feedback(pairs), length))
    except Invalid as error:
        return Entry(number, None, error)


def _pairs_or_error(line: str) -> "list[Pair] | Invalid":
    try:
        return pairs_of_line(line)
    except Invalid as error:
        return error


def _shared(text: str) -> "list[Pair] | Invalid":
    """The rows of a share text with the words that come with it, in the order of both."""
    if len(text) > LONGEST_TEXT:
        return InvalidPuzzle(f"there are {len(text):,} characters in it", expected="a share text and the words typed")
    try:
        share = read_share(text)
    except Invalid as error:
        return error
    words = WORD.findall(unicodedata.normalize("NFC", _without_links(without_share(text))))
    if len(words) != len(share.rows):
        there = f"{len(words)} words" if len(words) != 1 else "1 word"
        problem = f"the grid has {len(share.rows)} rows, but there {'is' if len(words) == 1 else 'are'} {there}"
        expected = "after the share text, one word for each row; entails wordle decode does without"
        return InvalidPuzzle(problem, expected=expected)
    return [(word, COLOURS.write(code, share.length)) for word, code in zip(words, share.rows, strict=True)]


def _without_links(text: str) -> str:
    return re.sub(r"\S*(?:://|www\.)\S*", " ", text)
