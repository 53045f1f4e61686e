"""A puzzle on one line, such that reading it gives the same puzzle again."""

from entails.models.wordle.game import Wordle
from entails.models.wordle.guess_text import kind_of_feedback
from entails.models.wordle.history import USUAL_LENGTH
from entails.models.wordle.read_json import history_as_json


def usual_lexicon(length: int) -> str:
    """The answers that are meant when nobody names a lexicon."""
    return "wordle-answers" if length == USUAL_LENGTH else "enable"


def write_wordle(puzzle: Wordle) -> str:
    """As arguments are typed where that says everything, else as JSON."""
    history = puzzle.history
    name = None if puzzle.lexicon is None else puzzle.lexicon.name
    written = [(guess.word, history.kind.write(guess.code, history.length)) for guess in history]
    plain = written and name == usual_lexicon(history.length) and kind_of_feedback(written) == history.scoring
    return history.line if plain else history_as_json(history, name)
