"""Rerun the experiments of a study and compare the figures.

Studies: huang-hu, loi-thomas, kalaydjian-duhem. The settings are those of the study; means have 95 % intervals. The
games use the list of --answers, by default a shipped list cut to the sizes of the study's list.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Annotated

from pydantic import Field

from entails.data.lexicons import lexicon
from entails.data.lexicons.store import opened
from entails.models.alphabet import to_words
from entails.models.errors import InvalidOption, at_field
from entails.models.fields import CommandArgument, Option
from entails.models.wordle.reports import StudyFigure, StudyReport
from entails.models.wordle.words import Words
from entails.queries.lexicon import LatinLanguageName
from entails.queries.query import Artefact, Progress, Query, QueryResult, Seed
from entails.queries.query import QueryOptions as QueryOptions
from entails.queries.wordle.lists import Answers, lists_from_options, usable
from entails.solvers.pool.limits import cores
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
from entails.studies.wordle.race import RaceRow, read_lengths, read_names
from entails.studies.wordle.strategies.base import KALAYDJIAN_DUHEM

PANEL = "Experiments"
PLACE = 39

_PLAYED: Mapping[str, Study] = {study.name: study for study in (STUDY_HUANG_HU, STUDY_LOI_THOMAS)}
_MEASURED = "kalaydjian-duhem"
_SHIPPED = {"en": "enable", "fr": "fr"}


class WordleStudyOptions(QueryOptions):
    """Options of `study`: a study, and the part of it to run again."""

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


def answer(nothing: None, options: WordleStudyOptions, progress: Progress) -> QueryResult[StudyReport]:
    """Return the figures of the study, with ours."""
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
    """Return the figures of a study that plays games, and the name of the list."""
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
    """Return the figures with the mean of all games up to each length added, if the study plots it."""
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
    """Return the best first words and the turns of a study that examines every word, and the name of the list."""
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
            if language == "en":
                figures.append(_turns(openers.wordle_answers(), "crane", "wordle-answers"))
    return sorted(figures, key=lambda figure: figure.quantity), _source(options)


def _turns(words: Words, opener: str, key: str) -> StudyFigure:
    played = openers.turns_of(words, opener)
    return measured(
        played.turns,
        experiment="turns" if key != "wordle-answers" else "turns, Wordle's answers",
        algorithm="the study's solver",
        length=words.length,
        words=words.answers,
        games=words.answers,
        solved=words.answers,
        quantity="turns",
        printed=None,
        printed_games=1,
        program=openers.LONG_RUN_TURNS[key],
        word=opener,
    )


def _words(
    options: WordleStudyOptions, length: int, size: int | None, seed: int, *, all_but_last: bool = False
) -> Words:
    """Return the list of one length: the user's, or a shipped one of the study's size."""
    if options.answers is None:
        shipped = lexicon(_SHIPPED[options.lang or "en"])
        whole = Words.of(shipped.letters(length), name=shipped.name, language=shipped.language)
        return sized(whole, size, seed)
    words = lists_from_options(options.lang, length, options.answers).words
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


QUERY = Query(
    options=WordleStudyOptions,
    report=StudyReport,
    answer=answer,
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
