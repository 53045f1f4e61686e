"""Histories as JSON.

    {"feedback": "colours", "length": 5, "lexicon": "fr", "guesses": [{"word": "crane", "feedback": "bybbg"}]}

Only `guesses` has to be there, and a bare list is taken for it. A guess may also be a list of word and feedback, or the
text of both. Feedback may be a list of numbers. The lexicon is for the puzzle, not for the history. What the game's own
page keeps in a browser is read too (see `read_storage`).
"""

from typing import TypeVar

from entails.models.errors import InvalidPuzzle
from entails.models.json_text import Json, dump_json, load_json
from entails.models.wordle.guess_text import Pair, kind_of_feedback, pairs_of_line
from entails.models.wordle.history import History
from entails.models.wordle.read_storage import stored_game

T = TypeVar("T", str, int)

_KEYS = ("feedback", "length", "lexicon", "guesses")
_WORD_KEYS = ("word", "guess")
_FEEDBACK_KEYS = ("feedback", "colours", "colors", "counts", "pattern", "result")


def history_from_json(text: str, scoring: str | None = None, length: int | None = None) -> History:
    """The history of a JSON text. What it says of itself must agree with what is asked for."""
    value = load_json(text)
    if (stored := stored_game(value)) is not None:
        return _stored(stored, scoring, length)
    if isinstance(value, list):
        value = {"guesses": value}
    if not isinstance(value, dict):
        raise InvalidPuzzle("this JSON value is not a history", where="JSON", expected='an object with "guesses"')
    if unknown := [key for key in value if key not in _KEYS]:
        raise InvalidPuzzle(f"{unknown[0][:30]!r} is not a key of a history", where="JSON", expected=", ".join(_KEYS))
    guesses = value.get("guesses", [])
    if not isinstance(guesses, list):
        raise InvalidPuzzle("this is not a list of guesses", where="JSON, guesses", expected="a list")
    pairs = [_pair(guess, f"JSON, guess {number}") for number, guess in enumerate(guesses, 1)]
    kind = _stated(value, "feedback", str, scoring) or kind_of_feedback(pairs)
    return History.of(pairs, kind, _stated(value, "length", int, length))


def _stored(pairs: list[Pair], scoring: str | None, length: int | None) -> History:
    """The game of the browser, which has colours."""
    if scoring not in (None, "colours"):
        raise InvalidPuzzle("this game has colours", where="JSON", expected=f"{scoring}, as asked for")
    if any(not feedback for _, feedback in pairs):
        expected = "the solution, as in entails wordle analyse GAME --secret WORD"
        raise InvalidPuzzle("this game keeps its words and not their colours", where="JSON", expected=expected)
    return History.of(pairs, "colours", length)


def lexicon_from_json(text: str) -> "tuple[bool, str | None]":
    """Does the JSON text name a lexicon, and which? None is "any letters"."""
    value = load_json(text)
    if not isinstance(value, dict) or "lexicon" not in value:
        return False, None
    name = value["lexicon"]
    if name is not None and not isinstance(name, str):
        raise InvalidPuzzle("this is not the name of a lexicon", where="JSON, lexicon", expected="a text, or null")
    return True, name


def history_as_json(history: History, lexicon: "str | bool | None" = False) -> str:
    """The object on one line; `lexicon` is left out when it is False."""
    value: dict[str, Json] = {"feedback": history.scoring, "length": history.length}
    if lexicon is not False:
        value["lexicon"] = lexicon
    value["guesses"] = [
        {"word": guess.word, "feedback": history.kind.write(guess.code, history.length)} for guess in history.guesses
    ]
    return dump_json(value)


def _stated(value: dict[str, Json], key: str, of: type[T], asked: T | None) -> T | None:
    """What the object says under a key, or else what was asked for; both must agree."""
    stated = value.get(key)
    if stated is None:
        return asked
    if not isinstance(stated, of) or isinstance(stated, bool):
        expected = "a whole number" if of is int else "colours or counts"
        raise InvalidPuzzle(f"this is not a {key}", where=f"JSON, {key}", expected=expected)
    if asked is not None and asked != stated:
        raise InvalidPuzzle(f"it says {str(stated)[:30]!r}", where=f"JSON, {key}", expected=f"{asked}, as asked for")
    return stated


def _pair(guess: Json, where: str) -> Pair:
    """The word and the feedback of a guess, however it is written."""
    word: Json = None
    feedback: Json = None
    if isinstance(guess, str):
        found = pairs_of_line(guess)
        if len(found) == 1:
            return found[0]
    elif isinstance(guess, list) and len(guess) == 2:
        word, feedback = guess
    elif isinstance(guess, dict):
        word = next((guess[key] for key in _WORD_KEYS if key in guess), None)
        feedback = next((guess[key] for key in _FEEDBACK_KEYS if key in guess), None)
    if isinstance(feedback, list) and all(isinstance(mark, int) for mark in feedback) and isinstance(word, str):
        feedback = ("," if len(feedback) == 2 != len(word) else "").join(str(mark)[:3] for mark in feedback)
    if not isinstance(word, str) or not isinstance(feedback, str):
        expected = '{"word": "crane", "feedback": "bybbg"}'
        raise InvalidPuzzle("this is not a guess", where=where, expected=expected)
    return word, feedback
