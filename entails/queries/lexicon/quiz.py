"""Letters to make words of, those likely to be drawn first; at a terminal you are asked. Exit code 1 without any."""

from random import Random
from typing import Annotated

from pydantic import Field

from entails.models.fields import Document, Option, Value
from entails.queries.lexicon.shared import Language, OfLexicon, words_and_tiles
from entails.queries.query import Progress, Query, QueryResult, yes_no

PLACE = 9
__all__ = ["quiz"]

_Seed = Annotated[int, Field(ge=0, le=2**53, description="The same number asks the same again."), Option(metavar="N")]


class LexiconQuizOptions(OfLexicon):
    """What `quiz` may be told."""

    length: Annotated[int, Field(ge=2, le=15, description="Tiles of each question.")] = 7
    count: Annotated[int, Field(ge=1, le=1000, description="So many questions.")] = 10
    among: Annotated[
        int, Field(ge=1, le=10**6, description="Choose among the so many likeliest."), Option(metavar="N")
    ] = 1000
    seed: _Seed = 0


class QuizItem(Value):
    """Letters, the words that all of them spell, their place by probability, and the probability that a full bag gives
    them."""

    letters: str
    answers: tuple[str, ...]
    rank: int
    probability: float


class QuizReport(Value):
    """`lexicon quiz`: the questions, the likeliest first."""

    lexicon: str
    tiles: str = Field(description="the tile set that letters are drawn from")
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
    """Letters to make words of, chosen by lot among the likeliest.

    >>> quiz("enable", length=7, count=1, among=1)[0].answers
    ('aneroid',)
    """
    from entails.solvers.scrabble.word_finding import alphagrams

    found = alphagrams(*words_and_tiles(lexicon, language), length)
    chosen = sorted(Random(seed).sample(range(min(among, len(found))), min(count, among, len(found))))
    return tuple(
        QuizItem(
            letters=found[place].letters,
            answers=found[place].words,
            rank=place + 1,
            probability=float(f"{found[place].probability:.3g}"),
        )
        for place in chosen
    )


def answer(nothing: None, ask: LexiconQuizOptions, progress: Progress) -> QueryResult[tuple[QuizItem, ...]]:
    """The questions with their answers."""
    del nothing, progress
    found = quiz(ask.lexicon, ask.lang, length=ask.length, count=ask.count, among=ask.among, seed=ask.seed)
    words, tile_set = words_and_tiles(ask.lexicon, ask.lang)
    report = QuizReport(lexicon=words.name, tiles=tile_set.name, length=ask.length, seed=ask.seed, questions=found)
    return QueryResult(found, report, yes_no(bool(found)))


QUESTION = Query(
    ask=LexiconQuizOptions,
    report=QuizReport,
    answer=answer,
    takes="nothing",
    examples={"three": {"count": 3}, "in French": {"lang": "fr", "count": 2, "length": 8, "seed": 4}},
)
