"""Bingo stems: letters that most often become a word with one more tile. Exit code 1 when there is none."""

from typing import Annotated

from pydantic import Field

from entails.models.fields import Document, Value
from entails.queries.lexicon.shared import Language, Limit, OfLexicon, words_and_tiles
from entails.queries.query import Progress, Query, QueryResult, yes_no

PLACE = 10
__all__ = ["stems"]


class LexiconStemsOptions(OfLexicon):
    """What `stems` may be told."""

    length: Annotated[int, Field(ge=1, le=14, description="Tiles of a stem.")] = 6
    limit: Limit = 20


class StemReport(Value):
    """A stem: the letters that make a word with it, how many words those are, the probability that a full bag gives the
    stem, and that one more tile makes a word of it (a blank always does)."""

    letters: str
    with_letters: str
    words: int
    probability: float
    completed: float


class StemsReport(Value):
    """`lexicon stems`: those first that most often become a word."""

    lexicon: str
    tiles: str = Field(description="the tile set that letters are drawn from")
    length: int
    count: int
    stems: tuple[StemReport, ...]
    truncated: bool


def stems(
    lexicon: str | Document | None = None, language: Language | None = None, *, length: int = 6, limit: int = 20
) -> tuple[StemReport, ...]:
    """The stems that most often become a word with one more tile; limit 0 gives all.

    >>> stems("enable", limit=1)[0].letters
    'aeinrt'
    """
    return _found(lexicon, language, length, limit)[0]


def _found(
    lexicon: str | Document | None, language: Language | None, length: int, limit: int
) -> tuple[tuple[StemReport, ...], int]:
    from entails.solvers.scrabble.word_finding import stems as all_stems

    found = all_stems(*words_and_tiles(lexicon, language), length)
    shown = found[:limit] if limit else found
    return tuple(
        StemReport(
            letters=one.letters,
            with_letters=one.with_letters,
            words=one.words,
            probability=float(f"{one.probability:.3g}"),
            completed=round(one.completed, 4),
        )
        for one in shown
    ), len(found)


def answer(nothing: None, ask: LexiconStemsOptions, progress: Progress) -> QueryResult[tuple[StemReport, ...]]:
    """The best of them."""
    del nothing, progress
    found, count = _found(ask.lexicon, ask.lang, ask.length, ask.limit)
    words, tile_set = words_and_tiles(ask.lexicon, ask.lang)
    report = StemsReport(
        lexicon=words.name,
        tiles=tile_set.name,
        length=ask.length,
        count=count,
        stems=found,
        truncated=len(found) < count,
    )
    return QueryResult(found, report, yes_no(bool(found)))


QUESTION = Query(
    ask=LexiconStemsOptions,
    report=StemsReport,
    answer=answer,
    takes="nothing",
    examples={"three": {"limit": 3}, "in French": {"lang": "fr", "limit": 2}},
)
