"""Analyse a game guess by guess: skill, luck and better guesses.

Exit code 1 if the feedback leaves no word or does not agree with the secret.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated

from pydantic import Field

from entails.data.wordle import Prior
from entails.formats.wordle.read import stored_game
from entails.formats.wordle.share import WORD
from entails.locale.message import Language
from entails.models.entry import Entry
from entails.models.errors import Invalid, at_field
from entails.models.fields import Document, Option, decoded, load_json
from entails.models.wordle.history import COLOURS, Wordle, scoring_named
from entails.models.wordle.reports import AnalyseReport
from entails.puzzles.wordle import PUZZLE, WordleReadOptions, letters_of, with_words
from entails.queries.query import Input, Progress, Query, QueryResult, yes_no
from entails.queries.query import QueryOptions as QueryOptions
from entails.queries.wordle.lists import Allowed, Hard, PriorName, SpokenLikeTheWords, words_of
from entails.solvers.wordle.analysis import analyse as looked_at
from entails.solvers.wordle.analysis import game_of
from entails.solvers.wordle.feedback import Mode

PANEL = "Games"
PLACE = 32
__all__ = ["analyse"]


class WordleAnalyseOptions(QueryOptions):
    """Options of `wordle analyse`."""

    secret: Annotated[
        str | None,
        Field(description="Secret of the game; HISTORY may then be the words alone."),
        Option(metavar="WORD"),
    ] = None
    hard: Hard = False
    prior: PriorName = "uniform"
    allowed: Allowed = None
    language: SpokenLikeTheWords = None


@dataclass(frozen=True)
class WordsAlone:
    """Guesses without feedback, which follows from the secret; `error` is raised if the secret is unknown."""

    words: tuple[str, ...]
    settings: WordleReadOptions
    error: Invalid

    def game(self, secret: str | None) -> Wordle:
        if secret is None:
            raise self.error
        scoring = scoring_named(self.settings.feedback or COLOURS.name)
        history = game_of(self.words, secret, scoring, letters_of("", self.settings))
        return with_words(history, "", self.settings)[0]


@dataclass(frozen=True)
class GuessAnalysis:
    """A game and the analysis of its guesses."""

    game: Wordle
    report: AnalyseReport


def analyse(
    puzzle: Wordle,
    *,
    secret: str | None = None,
    mode: Mode = "normal",
    prior: Prior = "uniform",
    allowed: str | Document | None = None,
    speech: Language | None = None,
) -> AnalyseReport:
    """Analyse every guess of a game, with verdicts in the language `speech` (default: that of the words)."""
    with at_field("secret"):
        words = words_of(puzzle, allowed, prior)
        language: Language = speech or ("fr" if words.language == "fr" else "en")
        return looked_at(words, puzzle.history, secret=secret, mode=mode, speech=language)


def _read(data: bytes, settings: WordleReadOptions) -> Iterator[Entry[Wordle | WordsAlone]]:
    """Yield the games of an input; words alone are one game without feedback."""
    text = decoded(data)
    words = _stored_words(text) or text.split()
    entries = PUZZLE.read(data, settings)
    if not words or not all(WORD.fullmatch(word) for word in words):
        yield from entries
        return
    first = next(entries)
    yield first if first.error is None else Entry(1, WordsAlone(tuple(words), settings, first.error))


def _stored_words(text: str) -> list[str]:
    """Return the words of a game that the web interface stored without colours."""
    if text.lstrip("\ufeff \t\r\n")[:1] not in ("{", "[", '"'):
        return []
    try:
        game = stored_game(load_json(text.removeprefix("\ufeff"))) or []
    except Invalid:
        return []
    return [word for word, _ in game] if game and not any(feedback for _, feedback in game) else []


def answer(
    puzzle: Wordle | WordsAlone, options: WordleAnalyseOptions, progress: Progress
) -> QueryResult[GuessAnalysis]:
    """Analyse a game guess by guess."""
    del progress
    game = puzzle if isinstance(puzzle, Wordle) else puzzle.game(options.secret)
    mode: Mode = "hard" if options.hard else "normal"
    report = analyse(
        game, secret=options.secret, mode=mode, prior=options.prior, allowed=options.allowed, speech=options.language
    )
    return QueryResult(GuessAnalysis(game, report), report, yes_no(report.consistent))


QUERY = Query(
    options=WordleAnalyseOptions,
    report=AnalyseReport,
    answer=answer,
    input=Input(
        "HISTORY...",
        "Guesses such as crane:bybbg, a file of games, a share text, or - for standard input.",
        read=_read,
        gathered=True,
    ),
    unused=("length",),
    examples={"as it is": {}, "words and the secret": {"puzzle": "crane slate horse", "secret": "horse"}},
)
