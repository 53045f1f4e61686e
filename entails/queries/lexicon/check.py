"""Queries that look words up, and quizzes about words."""

from collections.abc import Iterator
from random import Random
from typing import Annotated

from pydantic import Field

from entails.data.lexicons.store import opened
from entails.models.errors import InvalidOption
from entails.models.fields import CommandArgument, Document, Option, Value
from entails.models.lexicon import Lexicon
from entails.models.report import ErrorReport
from entails.queries.lexicon import Language, LexiconOptions, words_and_tiles
from entails.queries.query import Progress, Query, QueryResult, Stream, yes_no

VERBS = {
    "check": {
        "PLACE": 3,
        "__all__": ["look_up"],
        "text": "Check whether words are valid; show how common they are.\n\n"
        "Exit code 0 if all are valid, 1 if one is not.",
    },
    "quiz": {
        "PLACE": 9,
        "__all__": ["quiz"],
        "text": "Practise anagrams of probable letters.\n\n"
        "At a terminal the questions are asked one by one. Exit code 1 if there are none.",
    },
}


_LONGEST_SHOWN = 60


class LexiconCheckOptions(LexiconOptions):
    """Options of `lexicon check`: the words, with any accents and capitals."""

    words: Annotated[
        tuple[str, ...],
        Field(min_length=1, description="Words; accents and capitals do not matter."),
        CommandArgument("WORD...", "Words; accents and capitals do not matter."),
    ]


class WordReport(Value):
    """One line of `lexicon check`. `zipf` is log10 of the occurrences per billion words, 0 if not counted."""

    word: str
    folded: str
    lexicon: str
    found: bool
    zipf: float | None = None


def look_up(word: str, lexicon: str | Document | None = None, language: Language | None = None) -> WordReport:
    """Return whether a word is valid and how common it is.

    >>> look_up("Zyzzyva").found
    True
    """
    return _looked_up(word, opened(lexicon, language)[0])


def _looked_up(word: str, words: Lexicon) -> WordReport:
    spelt = word.strip()
    folded = words.alphabet.fold(spelt)
    if not words.alphabet.is_word(folded):
        raise InvalidOption(f"invalid word {word[:_LONGEST_SHOWN]!r}", expected="one word, letters only")
    index = words.index_of(folded)
    zipf = None if index is None else words.zipf(len(folded))
    return WordReport(
        word=spelt[:_LONGEST_SHOWN],
        folded=folded[:_LONGEST_SHOWN],
        lexicon=words.name,
        found=index is not None,
        zipf=None if zipf is None or index is None else round(float(zipf[index]), 2),
    )


def _check_answer(nothing: None, options: LexiconCheckOptions, progress: Progress) -> Stream:
    """Yield one result per word. Text that cannot be a word gives an error, and the other words are answered."""
    del nothing, progress
    words, _ = opened(options.lexicon, options.lang)
    results = []
    for result in _results(options.words, words):
        results.append(result)
        yield result
    reports = [result.report for result in results]
    verdicts = {result.verdict for result in results}
    return QueryResult(reports, reports, "bad" if "bad" in verdicts else yes_no(verdicts == {"yes"}))


def _results(words: tuple[str, ...], lexicon: Lexicon) -> Iterator[QueryResult[WordReport | ErrorReport]]:
    for number, word in enumerate(words, 1):
        try:
            report = _looked_up(word, lexicon)
        except InvalidOption as error:
            bad = ErrorReport(line=number, error=str(error))
            yield QueryResult(bad, bad, "bad")
        else:
            yield QueryResult(report, report, yes_no(report.found))


CHECK = Query(
    options=LexiconCheckOptions,
    report=WordReport,
    whole=list[WordReport | ErrorReport],
    answer=_check_answer,
    takes="nothing",
    stream=True,
    examples={"two words": {"words": ["cat", "xqz"]}, "in French": {"words": ["Cœur"], "lang": "fr"}},
)


_Seed = Annotated[int, Field(ge=0, le=2**53, description="Random seed."), Option(metavar="N")]


class LexiconQuizOptions(LexiconOptions):
    """Options of `lexicon quiz`."""

    length: Annotated[int, Field(ge=2, le=15, description="Number of letters.")] = 7
    count: Annotated[int, Field(ge=1, le=1000, description="Number of questions.")] = 10
    among: Annotated[
        int, Field(ge=1, le=10**6, description="Choose among the N most probable alphagrams."), Option(metavar="N")
    ] = 1000
    seed: _Seed = 0


class QuizItem(Value):
    """A question: letters, the words that use all of them, their rank, and their probability of being drawn."""

    letters: str
    answers: tuple[str, ...]
    rank: int
    probability: float


class QuizReport(Value):
    """Report of `lexicon quiz`: the questions, most probable first."""

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
    """Return quiz questions: letters at random among the most probable ones, with the words that use all of them.

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


def _quiz_answer(nothing: None, options: LexiconQuizOptions, progress: Progress) -> QueryResult[tuple[QuizItem, ...]]:
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


QUIZ = Query(
    options=LexiconQuizOptions,
    report=QuizReport,
    answer=_quiz_answer,
    takes="nothing",
    examples={"three": {"count": 3}, "in French": {"lang": "fr", "count": 2, "length": 8, "seed": 4}},
)
