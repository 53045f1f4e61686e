"""A game as the browser keeps it: the JSON of the game's own local storage, pasted.

    {"boardState": ["crane", "slate", ""], "evaluations": [["absent", "present", ...], ...], "solution": "rebus", ...}
    {"game": {"boardState": ["crane", "slate", "", ...], "currentRowIndex": 2, ...}, ...}

Only `boardState` has to be there, at any depth, and a text inside that is JSON itself is read too. Colours are those
that the game kept, or those that its solution gives; a game that keeps neither has words alone.
"""

from collections.abc import Iterator

from entails.models.errors import Invalid, InvalidPuzzle
from entails.models.json_text import Json, load_json
from entails.models.letters import fold
from entails.models.wordle.guess_text import Pair
from entails.models.wordle.scoring import COLOURS

_BOARD, _COLOURS, _SOLUTION = "boardState", "evaluations", "solution"
_MARKS = {"correct": "g", "present": "y", "absent": "b"}
_DEEPEST = 6


def stored_game(value: Json) -> list[Pair] | None:
    """The guesses and their feedback, which is empty where nothing tells it; None when this is no such game."""
    found = next(_boards(value, _DEEPEST), None)
    if found is None:
        return None
    words = [word for word in _texts(found[_BOARD]) if word.strip()]
    kept = found.get(_COLOURS)
    rows = [row for row in kept if isinstance(row, list) and row] if isinstance(kept, list) else []
    solution = found.get(_SOLUTION)
    if not rows and isinstance(solution, str) and solution:
        return [(word, _scored(word, solution, number)) for number, word in enumerate(words, 1)]
    if not rows:
        return [(word, "") for word in words]
    if len(rows) != len(words):
        problem = f"there are {len(words)} guesses and {len(rows)} rows of colours"
        raise InvalidPuzzle(problem, where="JSON, evaluations", expected="as many")
    return [(word, _marks(row, number)) for number, (word, row) in enumerate(zip(words, rows, strict=True), 1)]


def _boards(value: Json, deep: int) -> Iterator[dict[str, Json]]:
    """Every object with a board in it, outer ones first."""
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
    return [one for one in value if isinstance(one, str)] if isinstance(value, list) else []


def _scored(word: str, solution: str, number: int) -> str:
    guess, secret = fold(word.strip()), fold(solution.strip())
    if len(guess) != len(secret):
        raise InvalidPuzzle(
            f"{word[:30]!r} has {len(guess)} letters", where=f"JSON, guess {number}", expected=f"{len(secret)}"
        )
    return COLOURS.write(COLOURS.score(guess, secret), len(secret))


def _marks(row: list[Json], number: int) -> str:
    if not all(isinstance(mark, str) and mark in _MARKS for mark in row):
        expected = ", ".join(_MARKS)
        raise InvalidPuzzle("this is not a row of colours", where=f"JSON, evaluations, row {number}", expected=expected)
    return "".join(_MARKS[str(mark)] for mark in row)
