"""Read and write Wordle histories: text, files, JSON, and share texts with their words.

    crane:bybbg slate:bbgyb            word and feedback; also with =, a space, a comma or an arrow between them
    c(r)an[e]                          word and colours in one: [] is green, () is yellow
    tarte:2,1                          counts of Wordle Mind; also 2.1 and 21
    Wordle 1,234 3/6 ... crane slate   a share text has no words: they follow it, or stand beside their rows
    {"guesses": [{"word": "crane", "feedback": "bybbg"}]}

One guess per line is one history. If a line has several guesses, every line is a history. Blank lines and lines that
start with # are ignored. Empty text is a game before the first guess.

A JSON object may also have "feedback" (colours or counts), "length", "lexicon", which belongs to the puzzle and not to
the history, and "fold" (true: words in the letters a to z). Only "guesses" is required, and a bare list is read as the
guesses. A guess may be an object, a list of word and feedback, or their text. Feedback may be a list of numbers.

The local storage of Wordle's own web page is read too:

    {"boardState": ["crane", "slate", ""], "evaluations": [["absent", "present", ...], ...], "solution": "rebus", ...}
    {"game": {"boardState": ["crane", "slate", "", ...], "currentRowIndex": 2, ...}, ...}

Only "boardState" is required, at any depth; strings that contain JSON are read too. The colours are the stored ones, or
follow from the solution. Without either, the game has words only.

`write_wordle` writes a puzzle on one line that reads back as the same puzzle.
"""

import re
import unicodedata
from collections.abc import Callable, Iterator, Sequence
from typing import TypeVar

from entails.formats.wordle.share import (
    EXPECTED_GUESS,
    LONGEST_TEXT,
    WORD,
    Pair,
    feedback_type_of,
    is_share,
    pairs_of_line,
    read_share,
    without_share,
)
from entails.models.alphabet import LATIN, Alphabet, own_letters
from entails.models.entry import Entry
from entails.models.errors import Invalid, InvalidPuzzle, quantity
from entails.models.fields import Json, dump_json, load_json
from entails.models.lexicon import Spelt
from entails.models.wordle.history import COLOURS, USUAL_LENGTH, History, Wordle, checked_length

_BOARD, _COLOURS, _SOLUTION = "boardState", "evaluations", "solution"
_MARKS = {"correct": "g", "present": "y", "absent": "b"}
_DEEPEST = 6


def stored_game(value: Json, alphabet: Alphabet = LATIN) -> list[Pair] | None:
    """Return the guesses and feedback of a game stored by a browser; None for other JSON.

    The feedback is empty if the game has neither colours nor a solution.
    """
    board = next(_boards(value, _DEEPEST), None)
    if board is None:
        return None
    words = [word for word in _texts(board[_BOARD]) if word.strip()]
    kept = board.get(_COLOURS)
    rows = [row for row in kept if isinstance(row, list) and row] if isinstance(kept, list) else []
    solution = board.get(_SOLUTION)
    if not rows and isinstance(solution, str) and solution:
        return [(word, _scored(word, solution, number, alphabet)) for number, word in enumerate(words, 1)]
    if not rows:
        return [(word, "") for word in words]
    if len(rows) != len(words):
        problem = f"{quantity(len(words), 'guess')} but {quantity(len(rows), 'row')} of colours"
        raise InvalidPuzzle(problem, where="JSON, evaluations", expected="one row for each guess")
    return [(word, _marks(row, number)) for number, (word, row) in enumerate(zip(words, rows, strict=True), 1)]


def _boards(value: Json, deep: int) -> Iterator[dict[str, Json]]:
    """Yield every object in the JSON that contains a Wordle board, outer objects first."""
    if isinstance(value, str) and value.lstrip()[:1] == "{" and deep:
        try:
            value = load_json(value)
        except Invalid:
            return
    if isinstance(value, dict) and isinstance(value.get(_BOARD), list):
        yield value
    elif deep and isinstance(value, dict | list):
        for inner in value.values() if isinstance(value, dict) else value:
            yield from _boards(inner, deep - 1)


def _texts(value: Json) -> list[str]:
    return [item for item in value if isinstance(item, str)] if isinstance(value, list) else []


def _scored(word: str, solution: str, number: int, alphabet: Alphabet) -> str:
    guess, secret = alphabet.fold(word.strip()), alphabet.fold(solution.strip())
    if len(guess) != len(secret):
        raise InvalidPuzzle(
            f"{word[:30]!r} has {quantity(len(guess), 'letter')}",
            where=f"JSON, guess {number}",
            expected=f"{len(secret)}",
        )
    return COLOURS.write(COLOURS.score(guess, secret), len(secret))


def _marks(row: list[Json], number: int) -> str:
    if not all(isinstance(mark, str) and mark in _MARKS for mark in row):
        expected = ", ".join(_MARKS)
        raise InvalidPuzzle("invalid row of colours", where=f"JSON, evaluations, row {number}", expected=expected)
    return "".join(_MARKS[str(mark)] for mark in row)


T = TypeVar("T", str, int)

_KEYS = ("feedback", "length", "lexicon", "fold", "guesses")
_WORD_KEYS = ("word", "guess")
_FEEDBACK_KEYS = ("feedback", "colours", "colors", "counts", "pattern", "result")


def history_from_json(
    text: str, scoring: str | None = None, length: int | None = None, alphabet: Alphabet = LATIN
) -> History:
    """Read a history from JSON. Its "feedback" and "length" must agree with the parameters."""
    value = load_json(text)
    if (stored := stored_game(value, alphabet)) is not None:
        return _stored(stored, scoring, length, alphabet)
    if isinstance(value, list):
        value = {"guesses": value}
    if not isinstance(value, dict):
        raise InvalidPuzzle("invalid history", where="JSON", expected='an object with "guesses"')
    if unknown := [key for key in value if key not in _KEYS]:
        raise InvalidPuzzle(f"unknown key {unknown[0][:30]!r}", where="JSON", expected=", ".join(_KEYS))
    guesses = value.get("guesses", [])
    if not isinstance(guesses, list):
        raise InvalidPuzzle("invalid guesses", where="JSON, guesses", expected="a list")
    pairs = [_pair(guess, f"JSON, guess {number}") for number, guess in enumerate(guesses, 1)]
    kind = _stated(value, "feedback", str, scoring) or feedback_type_of(pairs)
    return History.of(pairs, kind, _stated(value, "length", int, length), alphabet)


def _stored(pairs: list[Pair], scoring: str | None, length: int | None, alphabet: Alphabet) -> History:
    """Return the history of a game stored by a browser; its feedback is colours."""
    if scoring not in (None, "colours"):
        raise InvalidPuzzle("the feedback is colours", where="JSON", expected=f"{scoring}, as set")
    if any(not feedback for _, feedback in pairs):
        expected = "the solution, as in entails wordle analyse GAME --secret WORD"
        raise InvalidPuzzle("the stored game has words but no colours", where="JSON", expected=expected)
    return History.of(pairs, "colours", length, alphabet)


def lexicon_from_json(text: str) -> "tuple[bool, str | None]":
    """Return whether a JSON text names a lexicon, and its name; the name None allows any letters."""
    value = load_json(text)
    if not isinstance(value, dict) or "lexicon" not in value:
        return False, None
    name = value["lexicon"]
    if name is not None and not isinstance(name, str):
        raise InvalidPuzzle("invalid lexicon name", where="JSON, lexicon", expected="a string, or null")
    return True, name


def fold_from_json(text: str) -> bool:
    """Return whether a JSON text asks for words folded to the letters a to z."""
    value = load_json(text)
    fold = value.get("fold", False) if isinstance(value, dict) else False
    if not isinstance(fold, bool):
        raise InvalidPuzzle("invalid fold", where="JSON, fold", expected="true or false")
    return fold


def history_as_json(history: History, lexicon: "str | bool | None" = False, *, fold: bool = False) -> str:
    """Write a history as a JSON object on one line; `lexicon` is omitted if it is False."""
    value: dict[str, Json] = {"feedback": history.scoring, "length": history.length}
    if lexicon is not False:
        value["lexicon"] = lexicon
    if fold:
        value["fold"] = True
    value["guesses"] = [
        {"word": guess.word, "feedback": history.kind.write(guess.code, history.length)} for guess in history.guesses
    ]
    return dump_json(value)


def _stated(value: dict[str, Json], key: str, of: type[T], default: T | None) -> T | None:
    """Return the value of a key in the document, or the default; if both are set, they must agree."""
    stated = value.get(key)
    if stated is None:
        return default
    if not isinstance(stated, of) or isinstance(stated, bool):
        expected = "a whole number" if of is int else "colours or counts"
        raise InvalidPuzzle(f"invalid {key}", where=f"JSON, {key}", expected=expected)
    if default is not None and default != stated:
        raise InvalidPuzzle(f"{key} is {str(stated)[:30]!r}", where=f"JSON, {key}", expected=f"{default}, as set")
    return stated


def _pair(guess: Json, where: str) -> Pair:
    """Parse the word and the feedback of a guess in any of its notations."""
    word: Json = None
    feedback: Json = None
    if isinstance(guess, str):
        pairs = pairs_of_line(guess)
        if len(pairs) == 1:
            return pairs[0]
    elif isinstance(guess, list) and len(guess) == 2:
        word, feedback = guess
    elif isinstance(guess, dict):
        word = next((guess[key] for key in _WORD_KEYS if key in guess), None)
        feedback = next((guess[key] for key in _FEEDBACK_KEYS if key in guess), None)
    if isinstance(feedback, list) and all(isinstance(mark, int) for mark in feedback) and isinstance(word, str):
        feedback = ("," if len(feedback) == 2 != len(word) else "").join(str(mark)[:3] for mark in feedback)
    if not isinstance(word, str) or not isinstance(feedback, str):
        expected = '{"word": "crane", "feedback": "bybbg"}'
        raise InvalidPuzzle("invalid guess", where=where, expected=expected)
    return word, feedback


_HEADING = re.compile(r"(?:word|guess)\W+(?:feedback|colou?rs?|pattern|result|counts?)\s*", re.IGNORECASE)


def read_history(
    text: str, scoring: str | None = None, length: int | None = None, alphabet: Alphabet = LATIN
) -> History:
    """Read the history of a text that contains exactly one.

    Without `scoring` the feedback type is detected. With `length`, other lengths are rejected.
    """
    entries = list(read_histories(text, scoring, length, lambda _: alphabet))
    if len(entries) > 1:
        raise InvalidPuzzle("more than one history", where=f"line {entries[1].line}", expected="exactly one")
    entry = entries[0]
    if entry.puzzle is None:
        error = entry.error or InvalidPuzzle("no history", expected=EXPECTED_GUESS)
        raise error.at(f"line {entry.line}") if entry.line > 1 else error
    return entry.puzzle


def read_histories(
    text: str,
    scoring: str | None = None,
    length: int | None = None,
    alphabet_of: Callable[[str], Alphabet] = lambda _: LATIN,
) -> Iterator[Entry[History]]:
    """Yield every history of a text; an invalid one becomes an entry with an error.

    `alphabet_of` returns the letters of a history from its text, which may name a lexicon.
    """
    text = text.removeprefix("\ufeff")
    start = text.lstrip()[:1]
    lines = [(number, line.strip()) for number, line in enumerate(text.splitlines(), 1)]
    lines = [(number, line) for number, line in lines if line and not line.startswith("#")]
    if start in ("{", "["):
        yield from _json_entries(text, lines, scoring, length, alphabet_of)
    elif is_share(text[:LONGEST_TEXT]):
        yield _entry(1, _shared(text), scoring or "colours", length, alphabet_of(text))
    else:
        yield from _line_entries(lines, scoring, length, alphabet_of(text))


def _json_entries(
    text: str,
    lines: Sequence[tuple[int, str]],
    scoring: str | None,
    length: int | None,
    alphabet_of: Callable[[str], Alphabet],
) -> Iterator[Entry[History]]:
    """Yield the histories in one JSON value, or in one value per line."""
    each_line = len(lines) > 1 and all(line[0] + line[-1] in ("{}", "[]") for _, line in lines[:2])
    for number, value in lines if each_line else [(1, text)]:
        try:
            yield Entry(number, history_from_json(value, scoring, length, alphabet_of(value)))
        except Invalid as error:
            yield Entry(number, None, error)


def _line_entries(
    lines: Sequence[tuple[int, str]], scoring: str | None, length: int | None, alphabet: Alphabet
) -> Iterator[Entry[History]]:
    if lines and _HEADING.fullmatch(lines[0][1]):
        lines = lines[1:]
    read = [(number, _pairs_or_error(line)) for number, line in lines]
    many = len(read) > 1 and any(isinstance(pairs, list) and len(pairs) > 1 for _, pairs in read)
    if many:
        for number, pairs in read:
            yield _entry(number, pairs, scoring, length, alphabet)
        return
    gathered: list[Pair] = []
    for number, pairs in read:
        if isinstance(pairs, Invalid):
            yield Entry(number, None, pairs)
            return
        gathered += pairs
    yield _entry(1, gathered, scoring, length, alphabet)


def _entry(
    number: int, pairs: "list[Pair] | Invalid", scoring: str | None, length: int | None, alphabet: Alphabet
) -> Entry[History]:
    if isinstance(pairs, Invalid):
        return Entry(number, None, pairs)
    try:
        length = None if length is None else checked_length(length)
        return Entry(number, History.of(pairs, scoring or feedback_type_of(pairs), length, alphabet))
    except Invalid as error:
        return Entry(number, None, error)


def _pairs_or_error(line: str) -> "list[Pair] | Invalid":
    try:
        return pairs_of_line(line)
    except Invalid as error:
        return error


def _shared(text: str) -> "list[Pair] | Invalid":
    """Return the rows of a share text, paired with the words that follow it."""
    if len(text) > LONGEST_TEXT:
        return InvalidPuzzle(
            f"the text is too long ({len(text):,} characters)", expected="a share text and the words typed"
        )
    try:
        share = read_share(text)
    except Invalid as error:
        return error
    words = WORD.findall(unicodedata.normalize("NFC", _without_links(without_share(text))))
    if len(words) != len(share.rows):
        there = f"there {'is' if len(words) == 1 else 'are'} {quantity(len(words), 'word')}"
        problem = f"the grid has {quantity(len(share.rows), 'row')}, but {there}"
        expected = "one word for each row after the share text (entails wordle decode needs no words)"
        return InvalidPuzzle(problem, expected=expected)
    return [(word, COLOURS.write(code, share.length)) for word, code in zip(words, share.rows, strict=True)]


def _without_links(text: str) -> str:
    return re.sub(r"\S*(?:://|www\.)\S*", " ", text)


def usual_lexicon(length: int) -> str:
    """Return the name of the default answer list for a word length."""
    return "wordle-answers" if length == USUAL_LENGTH else "enable"


def write_wordle(puzzle: Wordle) -> str:
    """Write a puzzle as typed text if that is unambiguous, else as JSON."""
    history = puzzle.history
    name = None if puzzle.lexicon is None else puzzle.lexicon.name
    written = [(guess.word, history.kind.write(guess.code, history.length)) for guess in history]
    plain = written and name == usual_lexicon(history.length) and feedback_type_of(written) == history.scoring
    return history.line if plain else history_as_json(history, name, fold=is_folded(puzzle))


def is_folded(puzzle: Wordle) -> bool:
    """Return whether the puzzle's lexicon was folded to the letters a to z."""
    source = None if puzzle.lexicon is None else puzzle.lexicon.source
    own = own_letters(puzzle.history.alphabet)
    return isinstance(source, Spelt) and len(own_letters(source.lexicon.alphabet)) > len(own)
