"""Count the guesses that a strategy needs for every secret.

The count is exact. With --boards N the strategies turns, entropy and board-by-board play a sample of games.
"""

import re
import time
from collections import Counter
from typing import Annotated, get_args

import numpy as np
from pydantic import Field

from entails.data.wordle import mastermind, words_for
from entails.formats.wordle.share import MOST_BOARDS, SPARE_GUESSES
from entails.models.errors import InvalidOption, at_field
from entails.models.fields import CommandArgument, Option, Value
from entails.models.wordle.history import COLOURS, COUNTS, Scoring, scoring_named
from entails.models.wordle.words import Words
from entails.queries.query import Progress, Query, QueryResult, Seed, unwatched
from entails.queries.wordle.lists import FeedbackName, Lists, ModeName, PoolName, PriorName, Worded, usable
from entails.solvers.wordle.boards import BoardsPlayer, BoardsStrategy, sampled
from entails.solvers.wordle.feedback import Mode, Pool
from entails.solvers.wordle.partition import Evaluation, row_of
from entails.solvers.wordle.partition import evaluate as played
from entails.studies.wordle.race_report import share_interval, spread

PANEL = "Guesses"
PLACE = 22
__all__ = ["evaluate"]


class WordleEvaluateOptions(Worded):
    """Options of `wordle evaluate`: a strategy and the rules of the game."""

    strategy: Annotated[str, CommandArgument("STRATEGY", "Strategy; see suggest --strategy.")]
    feedback: FeedbackName = None
    pool: PoolName = "allowed"
    mode: ModeName = "normal"
    opener: Annotated[
        str | None, Field(description="First guess (default: the best by the strategy)."), Option(metavar="WORD")
    ] = None
    repeat: Annotated[
        int,
        Field(ge=1, le=10_000, description="Number of runs over all secrets, with different random numbers."),
        Option(metavar="N"),
    ] = 1
    boards: Annotated[
        int | None,
        Field(ge=1, le=MOST_BOARDS, description="Number of boards (4: Quordle); plays a sample of games."),
        Option(metavar="N"),
    ] = None
    games: Annotated[
        int, Field(ge=1, le=1_000_000, description="Number of games with --boards."), Option(metavar="N")
    ] = 200
    prior: PriorName = "uniform"
    mastermind: Annotated[
        str | None,
        Field(description="Play Mastermind instead of words: pegs x colours, with counts as feedback."),
        Option(metavar="4x6"),
    ] = None
    seed: Seed = 0

    @property
    def scoring(self) -> Scoring:
        usual = COLOURS if self.mastermind is None else COUNTS
        return usual if self.feedback is None else scoring_named(self.feedback)


class BoardsSample(Value):
    """The result of a sample of games on several boards.

    Attributes:
        low: Lower end of the 95 % interval of the mean.
        high: Upper end of that interval.
        within: The number of guesses that the game allows: five more than boards.
        won: The share of games won within them, with its 95 % interval `won_low` to `won_high`.
    """

    boards: int
    games: int
    low: float
    high: float
    within: int
    won: float
    won_low: float
    won_high: float


class EvaluateReport(Value):
    """Report of `wordle evaluate`.

    Attributes:
        distribution: The number of games by number of guesses.
        repeats: Games for each secret, with different random numbers.
        expected: The mean weighted by the prior; null if all secrets are equally likely.
        sample: With several boards, the sample of games; `max` is then its longest game.
    """

    strategy: str
    total: int
    mean: float
    max: int
    distribution: dict[int, int]
    opener: str
    words: str
    answers: int
    allowed: int
    feedback: str
    pool: str
    mode: str
    repeats: int = 1
    expected: float | None = None
    sample: BoardsSample | None = None
    seconds: float


def evaluate(
    strategy: str,
    words: Words | None = None,
    scoring: Scoring = COLOURS,
    *,
    pool: Pool = "allowed",
    mode: Mode = "normal",
    opener: str | None = None,
    repeat: int = 1,
    seed: int = 0,
    progress: Progress = unwatched,
) -> Evaluation:
    """Play a strategy against every secret of `words` (default: Wordle's own lists); return its figures."""
    words = words_for() if words is None else words
    games: Counter[int] = Counter()
    histories, first, every = 0, "", repeat * words.answers
    weighted: list[float] = []

    def watch(evaluation: int) -> None:
        done = games.total() + evaluation
        progress(done / every, f"{done} / {every}")

    for number in range(repeat):
        evaluation = played(
            words, scoring, strategy, pool=pool, mode=mode, opener=opener, seed=usable(seed + number), watch=watch
        )
        games.update(evaluation.distribution)
        histories, first = histories + evaluation.histories, first or evaluation.opener
        weighted += [] if evaluation.expected is None else [evaluation.expected]
    expected = sum(weighted) / len(weighted) if weighted else None
    return Evaluation(strategy, first, dict(sorted(games.items())), histories, expected)


def answer(nothing: None, options: WordleEvaluateOptions, progress: Progress) -> QueryResult[Evaluation]:
    """Return the figures of a strategy and the settings of its games."""
    del nothing
    started = time.perf_counter()
    lists = options.lists(prior=options.prior) if options.mastermind is None else Lists(_board(options.mastermind))
    words = lists.words
    with at_field("strategy" if options.opener is None else "opener"):
        evaluation = (
            _several(words, options, progress)
            if options.boards is not None
            else evaluate(
                options.strategy,
                words,
                options.scoring,
                pool=options.pool,
                mode=options.mode,
                opener=options.opener,
                repeat=options.repeat,
                seed=options.seed,
                progress=progress,
            )
        )
    report = EvaluateReport(
        strategy=options.strategy,
        total=evaluation.total,
        mean=evaluation.mean,
        max=evaluation.max,
        distribution=dict(evaluation.distribution),
        opener=evaluation.opener,
        words=words.name,
        answers=words.answers,
        allowed=len(words),
        feedback=options.scoring.name,
        pool=options.pool,
        mode=options.mode,
        repeats=options.repeat,
        expected=None if evaluation.expected is None else round(evaluation.expected, 6),
        sample=None if options.boards is None else _sample(evaluation, options.boards),
        seconds=round(time.perf_counter() - started, 3),
    )
    return QueryResult(evaluation, report, notes=lists.notes)


def _several(words: Words, options: WordleEvaluateOptions, progress: Progress) -> Evaluation:
    """Play a sample of games on several boards."""
    strategies = get_args(BoardsStrategy)
    strategy: BoardsStrategy | None = next((name for name in strategies if name == options.strategy), None)
    if strategy is None:
        problem = f"{options.strategy[:30]!r} does not play several boards"
        raise InvalidOption(problem, where="STRATEGY", expected=", ".join(strategies))
    if options.pool != "allowed" or options.mode != "normal" or words.weights is not None:
        raise InvalidOption(
            "--boards does not support these rules", where="--boards", expected="no --pool, --mode or --prior"
        )
    row = None if options.opener is None else row_of(words, options.opener)
    player = BoardsPlayer(words, options.scoring, strategy, row)
    number, every = options.boards or 1, options.games
    games = sampled(
        player, number, every, usable(options.seed), lambda done: progress(done / every, f"{done} / {every}")
    )
    first = words.word(player.choose([np.arange(words.answers, dtype=np.int32)] * number))
    return Evaluation(options.strategy, first, dict(sorted(games.items())), 0)


def _sample(evaluation: Evaluation, boards: int) -> BoardsSample:
    lengths = [guesses for guesses, games in evaluation.distribution.items() for _ in range(games)]
    means, within = spread(lengths), boards + SPARE_GUESSES
    won = sum(guesses <= within for guesses in lengths)
    low, high = share_interval(won, len(lengths))
    return BoardsSample(
        boards=boards,
        games=len(lengths),
        low=means.low,
        high=means.high,
        within=within,
        won=round(won / len(lengths), 6),
        won_low=round(low, 6),
        won_high=round(high, 6),
    )


def _board(text: str) -> Words:
    """Return all codes of a Mastermind board, written as 4x6 (pegs x colours)."""
    with at_field("mastermind"):
        if not (match := re.fullmatch(r"(\d{1,2})x(\d{1,2})", text.strip().lower())):
            problem, expected = f"invalid board {text[:30]!r}", "pegs x colours, such as 4x6"
            raise InvalidOption(problem, where="--mastermind", expected=expected)
        return mastermind(int(match[1]), int(match[2]))


QUERY = Query(
    options=WordleEvaluateOptions,
    report=EvaluateReport,
    answer=answer,
    takes="nothing",
    pace="job",
    examples={"most parts, candidates only": {"strategy": "most-parts", "pool": "candidates"}},
)
