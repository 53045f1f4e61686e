"""Queries that rerun the Wordle studies, and rank opening guesses."""

import re
import time
from collections.abc import Mapping
from dataclasses import replace
from typing import Annotated, Literal

from pydantic import Field

from entails.data.lexicons import lexicon
from entails.data.lexicons.store import opened
from entails.models.alphabet import LONGEST, SHORTEST, to_words
from entails.models.errors import InvalidOption, at_field
from entails.models.fields import CommandArgument, Option, Value
from entails.models.wordle.history import COLOURS, scoring_named
from entails.models.wordle.reports import StudyFigure, StudyReport
from entails.models.wordle.words import Words
from entails.queries.lexicon import LatinLanguageName
from entails.queries.query import Artefact, Progress, Query, QueryResult, Seed, Stream
from entails.queries.query import QueryOptions as QueryOptions
from entails.queries.wordle.guesses import SuggestionReport
from entails.queries.wordle.lists import Allowed, Answers, CriterionName, FeedbackName, Fold, lists_from_options, usable
from entails.solvers.pool.limits import cores
from entails.solvers.wordle.partition import criterion_named
from entails.solvers.wordle.suggest import WordHint
from entails.studies.common import KINDS, require_matplotlib
from entails.studies.wordle import openers
from entails.studies.wordle.experiments import (
    COURSE_SIZES,
    STUDY_HUANG_HU,
    STUDY_LOI_THOMAS,
    Experiment,
    Study,
    chosen,
    draw_study,
    figures,
    games_of,
    measured,
    race_of,
    sized,
)
from entails.studies.wordle.openers import STUDY as PRINTED
from entails.studies.wordle.openers import Opening, opening
from entails.studies.wordle.race import RaceRow, read_lengths, read_names
from entails.studies.wordle.strategies.base import KALAYDJIAN_DUHEM

VERBS = {
    "study": {
        "PANEL": "Experiments",
        "PLACE": 39,
        "text": "Rerun the experiments of a study and compare the figures.\n\n"
        "Studies: huang-hu, loi-thomas, kalaydjian-duhem. The settings are those of the study; means have 95 % "
        "intervals. The games use the list of --answers, by default a shipped list cut to the sizes of the "
        "study's list.",
    },
    "openers": {
        "PANEL": "Guesses",
        "PLACE": 23,
        "text": "List the best first words by length.\n\n"
        "The tables of Kalaydjian & Duhem 2022 are shown for comparison. Both English and French are listed "
        "unless --lang is set. French words of nine letters take half a minute.",
    },
}


_PLAYED: Mapping[str, Study] = {study.name: study for study in (STUDY_HUANG_HU, STUDY_LOI_THOMAS)}
_MEASURED = "kalaydjian-duhem"
_SHIPPED = {"en": "enable", "fr": "fr"}


class WordleStudyOptions(QueryOptions):
    """Options of `wordle study`: a study, and the part of it to run."""

    name: Annotated[str, CommandArgument("NAME", "Study: huang-hu, loi-thomas or kalaydjian-duhem.")]
    games: Annotated[
        int | None,
        Field(
            ge=1, le=1_000_000, description="Number of games of each strategy and length (default: that of the study)."
        ),
        Option(metavar="N"),
    ] = None
    strategies: Annotated[
        tuple[str, ...],
        Field(description="Strategies of the study to run (default: all)."),
        Option("--strategies", "-s", metavar="A,B,...", commas=True),
    ] = ()
    lengths: Annotated[
        tuple[int | str, ...],
        Field(description="Word lengths of the study to run: 5, 4-9 or 4,6,8 (default: all)."),
        Option(metavar="N|N-N", commas=True),
    ] = ()
    lang: LatinLanguageName = None
    answers: Answers = None
    seed: Seed = 0
    workers: Annotated[
        int | None, Field(ge=1, le=256, description="Number of processes (default: one per core)."), Option(metavar="N")
    ] = None


def _study_answer(nothing: None, options: WordleStudyOptions, progress: Progress) -> QueryResult[StudyReport]:
    """Return each figure of the study with the recomputed one."""
    del nothing
    with at_field("name"):
        if options.name not in (*_PLAYED, _MEASURED):
            expected = ", ".join((*_PLAYED, _MEASURED))
            raise InvalidOption(f"unknown study {options.name[:30]!r}", where="NAME", expected=expected)
    with at_field("lengths"):
        lengths = read_lengths(",".join(map(str, options.lengths))) if options.lengths else []
    seed = usable(options.seed)
    if options.name == _MEASURED:
        figures, source = _entropy(options, lengths, seed, progress)
        authors = KALAYDJIAN_DUHEM
    else:
        figures, source = _games(_PLAYED[options.name], options, lengths, seed, progress)
        authors = _PLAYED[options.name].authors
    report = StudyReport(
        study=options.name,
        authors=authors,
        list=source,
        own_list=options.answers is not None,
        seed=options.seed,
        figures=tuple(figures),
    )
    return QueryResult(report, report)


def _games(
    study: Study, options: WordleStudyOptions, lengths: list[int], seed: int, progress: Progress
) -> tuple[list[StudyFigure], str]:
    """Return the figures of a study that plays games, and the name of its word list."""
    if options.lang not in (None, "en") and options.answers is None:
        raise InvalidOption("this study uses English words", where="--lang", expected="en, or a list with --answers")
    with at_field("strategies"):
        experiments = chosen(study.experiments, read_names(options.strategies), lengths)
    lists = {
        length: _words(options, length, COURSE_SIZES.get(length), seed)
        for experiment in experiments
        for length in experiment.lengths
    }
    races = [
        race_of(
            experiment, {n: sized(lists[n], experiment.equal, seed) for n in experiment.lengths}, options.games, seed
        )
        for experiment in experiments
    ]
    every, done = sum(race.games for race in races), 0
    measured_figures: list[StudyFigure] = []
    for experiment, race in zip(experiments, races, strict=True):
        rows: list[RaceRow] = []
        for row in games_of(race, options.workers or cores()):
            rows.append(row)
            done += 1
            progress(done / every, f"{done} / {every}")
        measured_figures += _running(experiment, figures(experiment, rows))
    return measured_figures, _source(options)


def _running(experiment: Experiment, figures: list[StudyFigure]) -> list[StudyFigure]:
    """Add the means over all lengths up to each length, if the study plots them; return the figures."""
    if experiment.quantity != "tries":
        return figures
    total, games, rows = 0.0, 0, []
    for figure in figures:
        total, games = total + (figure.mean or 0.0) * figure.games, games + figure.games
        rows.append(figure.model_copy(update={"running": round(total / games, 6)}))
    return rows


def _entropy(
    options: WordleStudyOptions, lengths: list[int], seed: int, progress: Progress
) -> tuple[list[StudyFigure], str]:
    """Return the best first words and the games of a study by entropy, and the name of its word list."""
    language = options.lang or "en"
    if language not in openers.LIST_SIZES:
        raise InvalidOption("this study uses English and French words", where="--lang", expected="en or fr")
    sizes = openers.LIST_SIZES[language]
    wanted = [length for length in sizes if not lengths or length in lengths]
    if not wanted or options.strategies:
        where, expected = ("--strategies", "none") if options.strategies else ("--lengths", "3-6")
        raise InvalidOption(
            "this study has no strategies and uses words of 3 to 6 letters", where=where, expected=expected
        )
    figures: list[StudyFigure] = []
    opener = PRINTED[language, openers.TURNS_LENGTH].word
    for number, length in enumerate(wanted):
        progress(number / (len(wanted) + 1), f"{length} letters")
        words = _words(options, length, sizes[length], seed, all_but_last=options.answers is not None)
        best = openers.best_opener(words, language)
        figures.append(
            StudyFigure(
                experiment="first word",
                algorithm="entropy-degenerate",
                length=length,
                words=words.answers,
                games=0,
                solved=0,
                quantity="bits",
                mean=round(best.bits, 6),
                study=best.printed,
                program=best.program,
                agrees=best.word == best.printed_word and abs(best.bits - best.printed) < 0.1,
                word=best.word,
                study_word=best.printed_word,
            )
        )
        if length == openers.TURNS_LENGTH:
            figures.append(_turns(words, opener if words.row_of(opener) is not None else best.word, language))
            figures.append(_turns(words, None, language, seed))
            if language == "en":
                figures.append(_turns(openers.wordle_answers(), "crane", "wordle-answers"))
    return sorted(figures, key=lambda figure: figure.quantity), _source(options)


def _turns(words: Words, opener: str | None, key: str, seed: int | None = None) -> StudyFigure:
    """Return the turns of the study's solver from a first word; with a seed, those of its naive player."""
    played = openers.turns_of(words, opener, seed)
    return measured(
        played.turns,
        experiment="turns" if key != "wordle-answers" else "turns, Wordle's answers",
        algorithm="the study's solver" if seed is None else "a random word left",
        length=words.length,
        words=words.answers,
        games=words.answers,
        solved=words.answers,
        quantity="turns",
        printed=None,
        printed_games=1,
        program=openers.LONG_RUN_TURNS[key] if seed is None else None,
        word=opener,
    )


def _words(
    options: WordleStudyOptions, length: int, size: int | None, seed: int, *, all_but_last: bool = False
) -> Words:
    """Return the word list of one length: the user's, or a shipped one cut to the study's size."""
    if options.answers is None:
        shipped = lexicon(_SHIPPED[options.lang or "en"])
        whole = Words.of(shipped.letters(length), name=shipped.name, language=shipped.language)
        return sized(whole, size, seed)
    words = lists_from_options(options.lang, length, options.answers, fold=False).words
    if not all_but_last:
        return words
    named_lexicon, _ = opened(options.answers, options.lang or "")
    last = max(to_words(named_lexicon.letters(each)[-1:])[0] for each in named_lexicon.lengths)
    kept = [row for row in range(words.answers) if words.word(row) != last]
    return replace(words, letters=words.letters[kept], answers=len(kept))


def _source(options: WordleStudyOptions) -> str:
    if options.answers is None:
        return f"{_SHIPPED[options.lang or 'en']}, cut to the sizes of the study's list"
    return options.answers if isinstance(options.answers, str) else "the given list"


def _drawn(report: StudyReport, options: WordleStudyOptions, ending: str) -> bytes:
    del options
    return draw_study(report, ending)


STUDY = Query(
    options=WordleStudyOptions,
    report=StudyReport,
    answer=_study_answer,
    takes="nothing",
    pace="job",
    artefacts={
        "plot": Artefact(
            _drawn,
            "Write a plot of means, times and shares of games won.",
            endings=KINDS,
            what="picture",
            ready=require_matplotlib,
        )
    },
    examples={"one length": {"name": "loi-thomas", "games": 5, "strategies": ["forward"], "lengths": [4]}},
)


_LANGUAGES: tuple[Literal["en", "fr"], ...] = ("en", "fr")


class WordleOpenersOptions(QueryOptions):
    """Options of `wordle openers`."""

    lang: LatinLanguageName = None
    length: Annotated[str, Field(description="Word length, or a range."), Option(metavar="N|N-N")] = "3-9"
    strategy: CriterionName = "entropy"
    feedback: FeedbackName = None
    top: Annotated[
        int, Field(ge=1, description="Number of words to show."), Option("--top", metavar="N", lists=True)
    ] = 2
    answers: Answers = None
    allowed: Allowed = None
    fold: Fold = False
    shuffles: Annotated[
        int,
        Field(ge=0, le=1000, description="Number of shuffled dictionaries for entropy-degenerate."),
        Option(metavar="N"),
    ] = 0
    seed: Seed = 0


class StudyOpener(Value):
    """The best first word in a table of Kalaydjian & Duhem 2022.

    Attributes:
        study_bits: Its entropy as the study computes it.
        study_seconds: The time that the study reports.
        degenerate_bits: Its entropy on our list as the study computes it; null if the list lacks the word.
        bits: Its true entropy on our list; null if the list lacks the word.
    """

    word: str
    study_bits: float
    study_seconds: float
    degenerate_bits: float | None = None
    bits: float | None = None


class OpenersReport(Value):
    """Report of `wordle openers` on one language and length."""

    language: str
    length: int
    words: str
    answers: int
    allowed: int
    feedback: str
    strategy: str
    openers: tuple[SuggestionReport, ...]
    degenerate: tuple[tuple[float, float], ...] = Field(
        default=(), description="for entropy-degenerate: lowest and highest bits over shuffled dictionaries"
    )
    study: StudyOpener | None = None
    seconds: float


def _openers_answer(nothing: None, options: WordleOpenersOptions, progress: Progress) -> Stream:
    """Yield a result for each language and length."""
    del nothing
    with at_field("strategy"):
        criterion_named(options.strategy)
    named = (options.lang or "en",) if options.answers is not None else (options.lang,) if options.lang else _LANGUAGES
    jobs = [(lang, length) for lang in named for length in _lengths(options.length)]
    results: list[QueryResult[Opening]] = []
    notes: tuple[str, ...] = ()
    for number, (lang, length) in enumerate(jobs, 1):
        started = time.perf_counter()
        lists = lists_from_options(lang, length, options.answers, options.allowed, fold=options.fold)
        notes = lists.notes
        best = opening(
            lists.words,
            scoring_named(options.feedback or COLOURS.name),
            strategy=options.strategy,
            top=options.top,
            shuffles=options.shuffles,
            seed=usable(options.seed),
        )
        results.append(QueryResult(best, _report(best, lists.words, lang, options, time.perf_counter() - started)))
        progress(number / len(jobs), "reading words")
        yield results[-1]
    return QueryResult([result.value for result in results], [result.report for result in results], notes=notes)


def _lengths(text: str) -> range:
    """Return the word lengths that a text such as 5 or 3-9 names."""
    match = re.fullmatch(r"\s*(\d{1,2})\s*(?:-\s*(\d{1,2})\s*)?", text)
    first, last = (int(match[1]), int(match[2] or match[1])) if match else (0, 0)
    if not SHORTEST <= first <= last <= LONGEST:
        expected = f"{SHORTEST} to {LONGEST}, such as 5 or 3-9"
        raise InvalidOption(f"invalid word length {text[:30]!r}", where="--length", expected=expected)
    return range(first, last + 1)


def _report(
    opening: Opening, words: Words, language: str, options: WordleOpenersOptions, seconds: float
) -> OpenersReport:
    return OpenersReport(
        language=language,
        length=words.length,
        words=words.name,
        answers=words.answers,
        allowed=len(words),
        feedback=options.feedback or COLOURS.name,
        strategy=options.strategy,
        openers=tuple(SuggestionReport.of(WordHint(suggestion, "bits")) for suggestion in opening.best),
        degenerate=tuple((round(low, 6), round(high, 6)) for low, high in opening.degenerate),
        study=_study(opening),
        seconds=round(seconds, 3),
    )


def _study(opening: Opening) -> StudyOpener | None:
    if opening.study is None:
        return None
    return StudyOpener(
        word=opening.study.word,
        study_bits=opening.study.bits,
        study_seconds=opening.study.seconds,
        degenerate_bits=_rounded(opening.study_degenerate_bits),
        bits=_rounded(opening.study_word.bits if opening.study_word else None),
    )


def _rounded(bits: float | None) -> float | None:
    return None if bits is None else round(bits, 6)


OPENERS = Query(
    options=WordleOpenersOptions,
    report=OpenersReport,
    whole=list[OpenersReport],
    answer=_openers_answer,
    takes="nothing",
    pace="job",
    stream=True,
    examples={"three English letters": {"lang": "en", "length": "3"}},
)
