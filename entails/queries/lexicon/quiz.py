"""Practise anagrams of probable letters.

At a terminal the questions are asked one by one. Exit code 1 if there are none.
"""

from random import Random
from typing import Annotated

from pydantic import Field

from entails.models.fields import Document, Option, Value
from entails.queries.lexicon import Language, LexiconOptions, words_and_tiles
from entails.queries.query import Progress, Query, QueryResult, yes_no

PLACE = 9
__all__ = ["quiz"]

_Seed = Annotated[int, Field(ge=0, le=2**53, description="Random seed."), Option(metavar="N")]


class LexiconQuizOptions(LexiconOptions):
    """Options of `quiz`."""

    length: Annotated[int, Field(ge=2, le=15, description="Number of letters.")] = 7
    count: Annotated[int, Field(ge=1, le=1000, description="Number of questions.")] = 10
    among: Annotated[
        int, Field(ge=1, le=10**6, description="Choose among the N most probable alphagrams."), Option(metavar="N")
    ] = 1000
    seed: _Seed = 0


class QuizItem(Value):
    """A question: letters, the words that use all of them, their rank and probability of being drawn."""

    letters: str
    answers: tuple[str, ...]
    rank: int
    probability: float


class QuizReport(Value):
    """Result of `lexicon quiz`: the questions, most probable first."""

    lexicon: str
    tiles: str = Field(description="the tile set from which letters are drawn")
    length: int
    seed: int
    questions: tuple[QuizItem, ...]


def quiz(
    lexicon: str | Document | None = None,
    language: Language | None = None,
    *,
    length: int = 7,
    count: int = 10,
    among: int = 1000,
    seed: int = 0,
) -> tuple[QuizItem, ...]:
    """Return questions: random letters, among the most probable ones, with the words that use all of them.

    >>> quiz("enable", length=7, count=1, among=1)[0].answers
    ('aneroid',)
    """
    from entails.solvers.scrabble.word_finding import alphagrams

    by_probability = alphagrams(*words_and_tiles(lexicon, language), length)
    chosen = sorted(Random(seed).sample(range(min(among, len(by_probability))), min(count, among, len(by_probability))))
    return tuple(
        QuizItem(
            letters=by_probability[place].letters,
            answers=by_probability[place].words,
            rank=place + 1,
            probability=float(f"{by_probability[place].probability:.3g}"),
        )
        for place in chosen
    )


def answer(nothing: None, options: LexiconQuizOptions, progress: Progress) -> QueryResult[tuple[QuizItem, ...]]:
    """Return the questions with their answers."""
    del nothing, progress
    questions = quiz(
        options.lexicon,
        options.lang,
        length=options.length,
        count=options.count,
        among=options.among,
        seed=options.seed,
    )
    words, tile_set = words_and_tiles(options.lexicon, options.lang)
    report = QuizReport(
        lexicon=words.name, tiles=tile_set.name, length=options.length, seed=options.seed, questions=questions
    )
    return QueryResult(questions, report, yes_no(bool(questions)))


QUERY = Query(
    options=LexiconQuizOptions,
    report=QuizReport,
    answer=answer,
    takes="nothing",
    examples={"three": {"count": 3}, "in French": {"lang": "fr", "count": 2, "length": 8, "seed": 4}},
)
