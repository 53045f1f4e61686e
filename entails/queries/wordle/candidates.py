"""List the words that can still be the secret.

This is faster than check. Exit code 1 if no word is left.
"""

from typing import Annotated

from pydantic import Field

from entails.formats.wordle.read import write_wordle
from entails.models.alphabet import to_words
from entails.models.fields import Option, Value
from entails.models.wordle.history import Wordle
from entails.queries.query import Progress, Query, QueryResult, yes_no
from entails.queries.query import QueryOptions as QueryOptions
from entails.queries.wordle.lists import lexicon_of, words_elsewhere
from entails.solvers.wordle.feedback import candidates as rows_left

PANEL = "Guesses"
PLACE = 21
__all__ = ["candidates"]


class WordleCandidatesOptions(QueryOptions):
    """Options of `candidates`."""

    limit: Annotated[
        int, Field(ge=0, description="Number of words to show; 0 shows all."), Option(metavar="N", lists=True)
    ] = 200


class CandidatesReport(Value):
    """Report of `wordle candidates`: the words left; with `truncated`, the first of them.

    Attributes:
        elsewhere: Allowed words that fit, if no word of the lexicon does: later answers of Wordle first.
    """

    puzzle: str
    count: int
    candidates: tuple[str, ...]
    truncated: bool
    elsewhere: tuple[str, ...] = ()


def candidates(puzzle: Wordle) -> tuple[str, ...]:
    """Return the words of the lexicon that agree with every guess."""
    letters = lexicon_of(puzzle).letters(puzzle.length)
    return tuple(to_words(letters[rows_left(puzzle.history.facts, letters, puzzle.history.kind)]))


def answer(puzzle: Wordle, options: WordleCandidatesOptions, progress: Progress) -> QueryResult[tuple[str, ...]]:
    """Return all words left as the value; the report has the first of them."""
    del progress
    left = candidates(puzzle)
    shown = left[: options.limit or None]
    report = CandidatesReport(
        puzzle=write_wordle(puzzle),
        count=len(left),
        candidates=shown,
        truncated=len(shown) < len(left),
        elsewhere=() if left else words_elsewhere(puzzle, options.limit or None),
    )
    return QueryResult(left, report, yes_no(bool(left)))


QUERY = Query(options=WordleCandidatesOptions, report=CandidatesReport, answer=answer)
