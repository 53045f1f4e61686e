"""Queries about games: one played guess by guess, one analysed, one against an adversary."""

import time
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated, Literal

from pydantic import Field

from entails.data.wordle import Prior, words_for
from entails.formats.wordle.read import stored_game
from entails.formats.wordle.share import WORD
from entails.locale.message import Language as SpokenLanguage
from entails.models.entry import Entry
from entails.models.errors import Invalid, InvalidOption, TooLarge, at_field
from entails.models.fields import Document, Option, Value, decoded, load_json
from entails.models.wordle.history import COLOURS, Wordle, scoring_named
from entails.models.wordle.reports import AnalyseReport
from entails.puzzles.wordle import PUZZLE, WordleReadOptions, letters_of, with_words
from entails.queries.lexicon import Language
from entails.queries.query import Input, Progress, Query, QueryResult, yes_no
from entails.queries.query import QueryOptions as QueryOptions
from entails.queries.wordle.lists import (
    Allowed,
    FeedbackName,
    Fold,
    Hard,
    PriorName,
    SpokenLikeTheWords,
    Worded,
    words_of,
)
from entails.solvers.wordle.absurdle import USUAL_SETS, Absurdle, Win, replies, survive
from entails.solvers.wordle.analysis import analyse as looked_at
from entails.solvers.wordle.analysis import game_of
from entails.solvers.wordle.feedback import Mode
from entails.solvers.wordle.game import USUAL_TURNS, WordleTurn, turn

VERBS = {
    "absurdle": {
        "PANEL": "Trees",
        "PLACE": 54,
        "text": "Find the shortest win against an adversarial host (Absurdle).\n\n"
        "The host has no secret and keeps as many words as it can. With --survive WORD, find the longest game "
        "for that secret (Survivle). Exit code 3 if the search ends without a proof.",
    },
    "turn": {
        "PANEL": None,
        "text": "Play a game: return the feedback of every guess so far.",
    },
    "analyse": {
        "PANEL": "Games",
        "PLACE": 32,
        "__all__": ["analyse"],
        "text": "Analyse a game guess by guess: skill, luck and better guesses.\n\n"
        "Exit code 1 if the feedback leaves no word or does not agree with the secret.",
    },
}


_MOST_WORDS = 3000
"""Limit on the list for Survivle, which compares all pairs of words."""


class WordleAbsurdleOptions(Worded):
    """Options of `wordle absurdle`."""

    feedback: FeedbackName = None
    survive: Annotated[
        str | None,
        Field(description="Find the longest game for this secret instead; every guess agrees with all feedback."),
        Option(metavar="WORD"),
    ] = None
    sets: Annotated[
        int, Field(ge=1, le=10_000_000, description="Limit on the sets of words to search."), Option(metavar="N")
    ] = USUAL_SETS


class AbsurdleReport(Value):
    """Report of `wordle absurdle`.

    Attributes:
        guesses: The guesses of a whole game.
        marks: The feedback of each guess.
        proven: Whether no win is shorter (with `survive`: no game longer).
        bound: Without a proof, the proven bound: a win takes at least, a game lasts at most this number of guesses.
    """

    words: str
    answers: int
    allowed: int
    feedback: str
    survive: str | None
    guesses: tuple[str, ...]
    marks: tuple[str, ...]
    count: int | None
    bound: int
    proven: bool
    seconds: float


def _absurdle_answer(nothing: None, options: WordleAbsurdleOptions, progress: Progress) -> QueryResult[Win]:
    """Search until the result is proven or the limit on sets is reached."""
    del nothing, progress
    started = time.perf_counter()
    length = options.length or (len(options.survive) if options.survive else None)
    lists, scoring = options.lists(length), scoring_named(options.feedback or COLOURS.name)
    words = lists.words
    if options.survive is None:
        line = Absurdle(words, scoring, options.sets).shortest()
        marks = replies(words, scoring, line.guesses)
    else:
        with at_field("survive"):
            if words.row_of(options.survive) is None:
                expected = f"a word of {words.name} with {words.length} letters"
                raise InvalidOption(
                    f"{options.survive[:30]!r} is not in the list", where="--survive", expected=expected
                )
            if len(words) > _MOST_WORDS:
                raise TooLarge(f"too many words: {len(words):,}", expected=f"at most {_MOST_WORDS:,} (--allowed)")
        line = survive(words, scoring, options.survive, options.sets)
        secret = line.guesses[-1]
        marks = [scoring.write(scoring.score(guess, secret), words.length) for guess in line.guesses]
    report = AbsurdleReport(
        words=words.name,
        answers=words.answers,
        allowed=len(words),
        feedback=scoring.name,
        survive=options.survive,
        guesses=line.guesses,
        marks=tuple(marks),
        count=len(line.guesses) or None,
        bound=line.bound,
        proven=line.proven,
        seconds=round(time.perf_counter() - started, 3),
    )
    return QueryResult(line, report, "yes" if line.proven else "undecided", lists.notes)


ABSURDLE = Query(
    options=WordleAbsurdleOptions,
    report=AbsurdleReport,
    answer=_absurdle_answer,
    takes="nothing",
    pace="job",
    examples={"words of three letters": {"length": 3, "sets": 20}},
)


class WordleTurnOptions(QueryOptions):
    """Options of `wordle turn`: a game and all guesses so far.

    The number of the game selects the secret; an adversary has none.
    """

    game: Annotated[int, Field(ge=0)]
    guesses: tuple[str, ...] = ()
    lang: Language = "en"
    length: Annotated[int, Field(ge=3, le=9)] = 5
    feedback: Literal["colours", "counts"] = "colours"
    turns: Annotated[int, Field(ge=1)] = USUAL_TURNS
    hard: bool = False
    adversary: bool = False
    fold: Fold = False
    speech: Annotated[Literal["en", "fr"], Field(description="Language of the messages.")] = "en"


class TurnRow(Value):
    """A guess and its feedback, written as `gyb` (colours) or `2,1` (counts)."""

    word: str
    marks: str


class WordleTurnReport(Value):
    """Report of `wordle turn`: a game after some guesses.

    Attributes:
        refused: Why the first guess after `rows` was rejected; null if all were accepted.
        secret: The secret; null until the game is over.
        share: The text to share; null until the game is over.
    """

    rows: tuple[TurnRow, ...]
    refused: str | None = None
    over: bool = False
    won: bool = False
    secret: str | None = None
    share: str | None = None

    @classmethod
    def of(cls, turn: WordleTurn) -> "WordleTurnReport":
        return cls(
            rows=tuple(TurnRow(word=word, marks=marks) for word, marks in turn.rows),
            refused=turn.refused,
            over=turn.over,
            won=turn.won,
            secret=turn.secret,
            share=turn.share,
        )


def _turn_answer(nothing: None, options: WordleTurnOptions, progress: Progress) -> QueryResult[WordleTurn]:
    """Play the guesses from the start of the game."""
    del nothing, progress
    with at_field("hard"):
        played = turn(
            words_for(options.lang, options.length, fold=options.fold),
            scoring_named(options.feedback),
            options.guesses,
            game=options.game,
            adversary=options.adversary,
            hard=options.hard,
            turns=options.turns,
            speech=options.speech,
        )
    return QueryResult(played, WordleTurnReport.of(played))


TURN = Query(
    options=WordleTurnOptions,
    report=WordleTurnReport,
    answer=_turn_answer,
    takes="nothing",
    examples={"a first guess": {"game": 1, "guesses": ["crane"]}},
)


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
    speech: SpokenLanguage | None = None,
) -> AnalyseReport:
    """Analyse every guess of a game, with verdicts in the language `speech` (default: that of the words)."""
    with at_field("secret"):
        words = words_of(puzzle, allowed, prior)
        language: SpokenLanguage = speech or ("fr" if words.language == "fr" else "en")
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


def _analyse_answer(
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


ANALYSE = Query(
    options=WordleAnalyseOptions,
    report=AnalyseReport,
    answer=_analyse_answer,
    input=Input(
        "HISTORY...",
        "Guesses such as crane:bybbg, a file of games, a share text, or - for standard input.",
        read=_read,
        gathered=True,
    ),
    unused=("length",),
    examples={"as it is": {}, "words and the secret": {"puzzle": "crane slate horse", "secret": "horse"}},
)
