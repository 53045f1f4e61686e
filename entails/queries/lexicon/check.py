"""Queries that look words up and describe word lists, and quizzes about words."""

from collections.abc import Iterator
from random import Random
from typing import Annotated

from pydantic import Field

from entails.data.lexicons import COVERAGE as _COVERAGE
from entails.data.lexicons import NAMES, entry
from entails.data.lexicons.store import LEXICON, opened, opened_in_full, stored_lists
from entails.formats.word_list import WordListReport
from entails.models.errors import InvalidOption
from entails.models.fields import CommandArgument, Document, Option, Value
from entails.models.lexicon import Lexicon
from entails.models.report import ErrorReport
from entails.queries.lexicon import Language, LexiconOptions, words_and_tiles
from entails.queries.query import Progress, Query, QueryOptions, QueryResult, Stream, yes_no

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
    "info": {
        "PLACE": 2,
        "__all__": ["lexicon"],
        "text": "Describe a lexicon: words by length, origin, licence.\n\n"
        "For a word list in a file, the skipped lines are counted by reason.",
    },
    "list": {
        "PLACE": 1,
        "__all__": ["lexicons"],
        "text": "List the shipped lexicons and your stored word lists.",
    },
    "coverage": {
        "PLACE": 3,
        "__all__": ["coverage"],
        "text": "Compare a lexicon with another word list: recall and precision.\n\n"
        "Recall is the share of the list's words that the lexicon has, precision the share of the lexicon's "
        "words that the list has. Only words of 2 to 15 letters that the lexicon's alphabet can spell count.",
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


class LexiconInfoOptions(LexiconOptions):
    """Options of `lexicon info`: the lexicon, as an argument or as an option."""

    name: Annotated[
        str | Document | None,
        LEXICON,
        CommandArgument("NAME|FILE", "A lexicon, or a word list.", command_only=True),
    ] = None


class SkippedLines(Value):
    """Lines of a user's word list that were skipped."""

    reason: str
    lines: int
    first_line: int


class LexiconReport(Value):
    """Report of `lexicon list` and `lexicon info`. `counts` is the number of words by length.

    `recall` and `precision` compare the lexicon with a published list, in percent; null if not measured. A `partial`
    lexicon has less than 75 % of the words of that list.
    """

    name: str
    language: str
    words: int
    counts: dict[int, int]
    frequencies: bool
    about: str = ""
    source: str = ""
    licence: str = ""
    frequency_licence: str | None = Field(default=None, description="null if no frequencies are known")
    recall: float | None = None
    precision: float | None = None
    measured_against: str | None = None
    partial: bool = False
    lines: int | None = Field(default=None, description="for a file: number of lines that are not empty or comments")
    skipped: tuple[SkippedLines, ...] | None = Field(default=None, description="for a file: lines without a new word")


def lexicon(name: str | Document | None = None, language: Language | None = None) -> Lexicon:
    """Return a lexicon: one that ships, the default of a language, or a word list in a file.

    >>> "zyzzyva" in lexicon("enable")
    True
    """
    return opened(name, language)[0]


def lexicon_report(words: Lexicon, lines: WordListReport | None = None) -> LexiconReport:
    """Return the report on a lexicon; `lines` counts the lines of a word list."""
    shipped = entry(words.name) if lines is None and words.name in NAMES else None
    coverage = _COVERAGE.get(words.name) if shipped else None
    return LexiconReport(
        name=words.name,
        language=words.language,
        words=len(words),
        counts=dict(words.counts),
        frequencies=words.has_frequencies,
        about=shipped.about if shipped else "custom word list",
        source=shipped.origin if shipped else "",
        licence=shipped.licence if shipped else "",
        frequency_licence=f"{shipped.frequency_origin}, {shipped.frequency_licence}" if shipped else None,
        recall=coverage.recall if coverage else None,
        precision=coverage.precision if coverage else None,
        measured_against=coverage.against if coverage else None,
        partial=coverage is not None and coverage.is_partial,
        lines=lines.lines if lines else None,
        skipped=_skipped(lines) if lines else None,
    )


def _skipped(lines: WordListReport) -> tuple[SkippedLines, ...]:
    return tuple(
        SkippedLines(reason=reason, lines=count, first_line=lines.first_skipped[reason])
        for reason, count in lines.skipped.items()
    )


def _info_answer(
    nothing: None, options: LexiconInfoOptions, progress: Progress
) -> QueryResult[tuple[Lexicon, WordListReport | None]]:
    """Describe one lexicon."""
    del nothing, progress
    opened_lexicon = opened_in_full(options.name or options.lexicon, options.lang)
    return QueryResult(opened_lexicon, lexicon_report(*opened_lexicon))


INFO = Query(
    options=LexiconInfoOptions,
    report=LexiconReport,
    answer=_info_answer,
    takes="nothing",
    schema="lexicon",
    examples={"one that ships": {"lexicon": "wordle-answers"}, "of a language": {"lang": "fr"}},
)


def lexicons() -> tuple[Lexicon, ...]:
    """Return the shipped lexicons without loading their words."""
    return tuple(lexicon(name) for name in NAMES)


def _list_answer(nothing: None, options: QueryOptions, progress: Progress) -> Stream:
    """Yield one line per lexicon, then one per list that `lexicon add` stored."""
    del nothing, options, progress
    results = [QueryResult(words, lexicon_report(words)) for words in lexicons()]
    for words, lines in map(opened_in_full, stored_lists()):
        results.append(QueryResult(words, lexicon_report(words, lines)))
    yield from results
    return QueryResult([result.value for result in results], [result.report for result in results])


LIST = Query(
    options=QueryOptions,
    report=LexiconReport,
    whole=list[LexiconReport],
    answer=_list_answer,
    takes="nothing",
    stream=True,
    schema="lexicon",
)


class LexiconCoverageOptions(LexiconOptions):
    """Options of `lexicon coverage`: the list to compare with, and the lexicon."""

    against: Annotated[
        str | Document,
        LEXICON,
        Field(description="The list to compare with: a lexicon, or a file with one word per line."),
        CommandArgument("NAME|FILE", "The list to compare with: a lexicon, or a file with one word per line."),
    ]


class LengthCoverage(Value):
    """Words of one length: in the lexicon, in the list, and in both."""

    length: int
    words: int
    list_words: int
    common: int


class CoverageReport(Value):
    """Report of `lexicon coverage`: numbers of words, and recall and precision in percent."""

    lexicon: str
    against: str
    words: int
    list_words: int
    common: int
    recall: float = Field(description="share of the words of the list that the lexicon has, in percent")
    precision: float = Field(description="share of the words of the lexicon that the list has, in percent")
    lengths: tuple[LengthCoverage, ...]


def coverage(
    against: str | Document, lexicon: str | Document | None = None, language: Language | None = None
) -> CoverageReport:
    """Return recall and precision of a lexicon against another list.

    >>> coverage("wordle-answers", "wordle-allowed").recall
    100.0
    """
    words = opened(lexicon, language)[0]
    return _compared(words, opened(against, language, words.alphabet)[0])


def _compared(words: Lexicon, listed: Lexicon) -> CoverageReport:
    lengths = []
    for length in sorted({*words.counts, *listed.counts}):
        ours = set(words.words(length)) if length in words.counts else set()
        theirs = set(listed.words(length)) if length in listed.counts else set()
        lengths.append(
            LengthCoverage(length=length, words=len(ours), list_words=len(theirs), common=len(ours & theirs))
        )
    mine, others, common = (sum(getattr(line, name) for line in lengths) for name in ("words", "list_words", "common"))
    if not mine or not others:
        empty = words.name if not mine else listed.name
        raise InvalidOption(f"{empty[:60]} has no words", expected="words of 2 to 15 letters")
    return CoverageReport(
        lexicon=words.name,
        against=listed.name,
        words=mine,
        list_words=others,
        common=common,
        recall=round(100 * common / others, 1),
        precision=round(100 * common / mine, 1),
        lengths=tuple(lengths),
    )


def _coverage_answer(nothing: None, options: LexiconCoverageOptions, progress: Progress) -> QueryResult[CoverageReport]:
    """Compare the two lists."""
    del nothing, progress
    report = coverage(options.against, options.lexicon, options.lang)
    return QueryResult(report, report)


COVERAGE = Query(
    options=LexiconCoverageOptions,
    report=CoverageReport,
    answer=_coverage_answer,
    takes="nothing",
    examples={"two shipped lists": {"against": "wordle-answers", "lexicon": "wordle-allowed"}},
)
