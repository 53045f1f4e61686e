"""Several games at once with the same guesses (Dordle, Quordle, Octordle, ...), and how they are written.

    crane:bybbg,ggbbb,bbbbb,ybybb slate:...      a word, then its feedback on each board, in the order of the boards
    crane:2.1,0.3                                the same with counts
    {"guesses": [{"word": "crane", "feedback": ["bybbg", "ggbbb"]}]}

A board that is solved gets no more feedback: - or nothing stands in its place, and what else stands there does not
count.
Guesses stand on one line or on several; lines that start with # do not count.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from entails.models.errors import Invalid, InvalidPuzzle
from entails.models.json_text import Json, load_json
from entails.models.wordle.guess_text import LONGEST_TEXT, kind_of_feedback
from entails.models.wordle.history import USUAL_LENGTH, History, checked_length

USUAL_BOARDS = 4
MOST_BOARDS = 32
SPARE_GUESSES = 5
"""What games of several boards allow beyond a guess for each: Quordle 9, Octordle 13."""
EXPECTED = "guesses such as crane:bybbg,ggbbb"
_AROUND = re.compile(r"[ \t]*([:=,;|])[ \t]*")
_BETWEEN = re.compile("[,;|]")
_KEYS = ("feedback", "length", "boards", "guesses")

Row = tuple[str, tuple[str, ...]]
"""A word and its feedback on each board, as text."""


@dataclass(frozen=True, slots=True)
class Boards:
    """A history for each board. All share the guesses; that of a solved board ends with its secret."""

    histories: tuple[History, ...]
    guesses: int

    @property
    def length(self) -> int:
        return self.histories[0].length

    @property
    def scoring(self) -> str:
        return self.histories[0].scoring


def solved(history: History) -> bool:
    """Has its secret been found?"""
    return bool(history.guesses) and history.guesses[-1].code == history.kind.win(history.length)


def read_boards(text: str, scoring: str | None = None, length: int | None = None, boards: int | None = None) -> Boards:
    """The boards of a text. Nothing at all is a game that has not begun. What is asked for must agree with the text."""
    if len(text) > LONGEST_TEXT:
        raise InvalidPuzzle(f"there are {len(text):,} characters in it", expected=EXPECTED)
    if text.lstrip("\ufeff \t\r\n").startswith(("{", "[")):
        return _from_json(text, scoring, length, boards)
    return boards_of(list(_rows(text)), scoring, length, boards)


def boards_of(
    rows: Sequence[Row], scoring: str | None = None, length: int | None = None, boards: int | None = None
) -> Boards:
    """The boards of these guesses."""
    number = boards or (len(rows[0][1]) if rows else USUAL_BOARDS)
    if not 1 <= number <= MOST_BOARDS:
        raise InvalidPuzzle(f"there are {number:,} boards", expected=f"1 to {MOST_BOARDS}")
    pairs = [(word, feedback[0]) for word, feedback in rows if feedback]
    kind = scoring or kind_of_feedback(pairs)
    empty = History(checked_length(length or (len(rows[0][0]) if rows else USUAL_LENGTH)), kind)
    histories = [empty] * number
    for turn, (word, feedback) in enumerate(rows, 1):
        if len(feedback) != number:
            are = "is 1 feedback" if len(feedback) == 1 else f"are {len(feedback):,} feedbacks"
            problem, expected = f"there {are}", f"{number}, one for each board"
            raise InvalidPuzzle(problem, where=f"guess {turn}, {word[:15].upper()}", expected=expected)
        for place, told in enumerate(feedback):
            if solved(histories[place]):
                continue
            try:
                histories[place] = histories[place].plus(word, told)
            except Invalid as error:
                raise error.at(f"board {place + 1}") from None
    return Boards(tuple(histories), len(rows))


def _rows(text: str) -> Iterator[Row]:
    lines = [line for line in text.removeprefix("\ufeff").splitlines() if not line.lstrip().startswith("#")]
    for token in _AROUND.sub(r"\1", "\n".join(lines)).split():
        word, mark, feedback = token.replace("=", ":", 1).partition(":")
        if not mark or not word:
            raise InvalidPuzzle(f"{token[:30]!r} is not a guess with its feedback", expected=EXPECTED)
        yield word, tuple(_BETWEEN.split(feedback))


def _from_json(text: str, scoring: str | None, length: int | None, boards: int | None) -> Boards:
    value = load_json(text.removeprefix("\ufeff"))
    value = {"guesses": value} if isinstance(value, list) else value
    if not isinstance(value, dict) or any(key not in _KEYS for key in value):
        raise InvalidPuzzle(
            "this JSON value is not a game", where="JSON", expected=f"an object with {', '.join(_KEYS)}"
        )
    guesses = value.get("guesses", [])
    if not isinstance(guesses, list):
        raise InvalidPuzzle("this is not a list of guesses", where="JSON, guesses", expected="a list")
    stated, size, number = value.get("feedback"), value.get("length"), value.get("boards")
    for key, found, kind in (("feedback", stated, str), ("length", size, int), ("boards", number, int)):
        if found is not None and (not isinstance(found, kind) or isinstance(found, bool)):
            raise InvalidPuzzle(f"this is not a {key}", where=f"JSON, {key}")
    rows = [_row(guess, f"JSON, guess {place}") for place, guess in enumerate(guesses, 1)]
    return boards_of(
        rows,
        scoring or (stated if isinstance(stated, str) else None),
        length or (size if isinstance(size, int) else None),
        boards or (number if isinstance(number, int) else None),
    )


def _row(guess: Json, where: str) -> Row:
    if isinstance(guess, dict):
        word, feedback = guess.get("word"), guess.get("feedback")
        if (
            isinstance(word, str)
            and isinstance(feedback, list)
            and all(isinstance(one, str | None) for one in feedback)
        ):
            return word, tuple(one if isinstance(one, str) else "" for one in feedback)
    expected = '{"word": "crane", "feedback": ["bybbg", "ggbbb"]}'
    raise InvalidPuzzle("this is not a guess", where=where, expected=expected)
