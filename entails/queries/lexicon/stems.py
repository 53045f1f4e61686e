"""List bingo stems: letters that often complete a word with one tile.

Exit code 1 if there is none.
"""

from typing import Annotated

from pydantic import Field

from entails.models.fields import Document, Option, Value
from entails.queries.lexicon import Language, LexiconOptions, words_and_tiles
from entails.queries.query import Progress, Query, QueryResult, yes_no

PLACE = 10
__all__ = ["stems"]


class LexiconStemsOptions(LexiconOptions):
    """Options of `stems`."""

    length: Annotated[int, Field(ge=1, le=14, description="Number of letters.")] = 6
    limit: Annotated[
        int, Field(ge=0, description="Maximum number of stems to show; 0 shows all."), Option(metavar="N", lists=True)
    ] = 20


class StemReport(Value):
    """A stem.

    `with_letters` are the letters that complete a word, `words` is the number of these words. `probability` is that of
    drawing the stem from a full bag, `completed` that of completing a word with one more tile (a blank always does).
    """

    letters: str
    with_letters: str
    words: int
    probability: float
    completed: float


class StemsReport(Value):
    """Result of `lexicon stems`, ordered by the probability of completing a word."""

    lexicon: str
    tiles: str = Field(description="the tile set from which letters are drawn")
    length: int
    count: int
    stems: tuple[StemReport, ...]
    truncated: bool


def stems(
    lexicon: str | Document | None = None, language: Language | None = None, *, length: int = 6, limit: int = 20
) -> tuple[StemReport, ...]:
    """Return the stems that most often complete a word with one more tile; limit 0 returns all.

    >>> stems("enable", limit=1)[0].letters
    'aeinrt'
    """
    return _stems(lexicon, language, length, limit)[0]


def _stems(
    lexicon: str | Document | None, language: Language | None, length: int, limit: int
) -> tuple[tuple[StemReport, ...], int]:
    from entails.solvers.scrabble.word_finding import stems as all_stems

    every_stem = all_stems(*words_and_tiles(lexicon, language), length)
    shown = every_stem[:limit] if limit else every_stem
    return tuple(
        StemReport(
            letters=stem.letters,
            with_letters=stem.with_letters,
            words=stem.words,
            probability=float(f"{stem.probability:.3g}"),
            completed=round(stem.completed, 4),
        )
        for stem in shown
    ), len(every_stem)


def answer(nothing: None, options: LexiconStemsOptions, progress: Progress) -> QueryResult[tuple[StemReport, ...]]:
    """List the best stems."""
    del nothing, progress
    reports, count = _stems(options.lexicon, options.lang, options.length, options.limit)
    words, tile_set = words_and_tiles(options.lexicon, options.lang)
    report = StemsReport(
        lexicon=words.name,
        tiles=tile_set.name,
        length=options.length,
        count=count,
        stems=reports,
        truncated=len(reports) < count,
    )
    return QueryResult(reports, report, yes_no(bool(reports)))


QUERY = Query(
    options=LexiconStemsOptions,
    report=StemsReport,
    answer=answer,
    takes="nothing",
    examples={"three": {"limit": 3}, "in French": {"lang": "fr", "limit": 2}},
)
