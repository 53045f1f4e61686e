"""The words that can still be the secret, and nothing else: the quick form of check. Exit code 1 when none is."""

from typing import Annotated

from pydantic import Field

from entails.formats.wordle.read import write_wordle
from entails.models.alphabet import to_words
from entails.models.fields import Option, Value
from entails.models.wordle.history import Wordle
from entails.queries.query import Progress, Query, QueryOptions, QueryResult, yes_no
from entails.queries.wordle.lists import lexicon_of
from entails.solvers.wordle.feedback import candidates as rows_left

PANEL = "What to play"
PLACE = 21
__all__ = ["candidates"]


class WordleCandidatesOptions(QueryOptions):
    """What `candidates` may be told."""

    limit: Annotated[
        int, Field(ge=0, description="Show at most so many words; 0 shows all."), Option(metavar="N", lists=True)
    ] = 200


class CandidatesReport(Value):
    """`wordle candidates`. `candidates` are the words left, the first of them when it is `truncated`."""

    puzzle: str
    count: int
    candidates: tuple[str, ...]
    truncated: bool


def candidates(puzzle: Wordle) -> tuple[str, ...]:
    """The words of the lexicon that agree with every guess."""
    letters = lexicon_of(puzzle).letters(puzzle.length)
    return tuple(to_words(letters[rows_left(puzzle.history.facts, letters, puzzle.history.kind)]))


def answer(puzzle: Wordle, options: WordleCandidatesOptions, progress: Progress) -> QueryResult[tuple[str, ...]]:
    """All of them are the value, the first of them the report."""
    del progress
    left = candidates(puzzle)
    shown = left[: options.limit or None]
    report = CandidatesReport(
        puzzle=write_wordle(puzzle), count=len(left), candidates=shown, truncated=len(shown) < len(left)
    )
    return QueryResult(left, report, yes_no(bool(left)))


QUERY = Query(options=WordleCandidatesOptions, report=CandidatesReport, answer=answer)
