"""Games of strategies, and the jobs of a race, in this process or on all cores.

Games that would never end are stopped. Results are returned as games end.
"""

import time
from collections.abc import Callable, Generator, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

import numpy as np

from entails.models.errors import InvalidOption
from entails.models.wordle.history import SCORINGS
from entails.models.wordle.words import Words
from entails.solvers.pool.pool import stream
from entails.studies.wordle.race import Race, RaceJob, RaceRow
from entails.studies.wordle.strategies.base import MeasuringPlayer, Player, Strategy, WordTable, edit_distance
from entails.studies.wordle.strategies.registry import strategy_of

End = Literal["found", "none found", "repeats itself", "too many guesses"]

MOST_GUESSES = 100_000


@dataclass(frozen=True)
class Move:
    """A guess of a game: whether it agreed with the feedback before it, and the number of words left after it."""

    word: str
    code: int
    consistent: bool
    left: int


@dataclass(frozen=True)
class StrategyGame:
    """A finished game of a strategy: its moves, and how it ended."""

    secret: str
    moves: tuple[Move, ...]
    end: End

    @property
    def solved(self) -> bool:
        return self.end == "found"

    @property
    def guesses(self) -> int:
        return len(self.moves)


def play(
    strategy: Strategy[Any], table: WordTable, secret: str, seed: int = 0, most: int = MOST_GUESSES
) -> StrategyGame:
    """Let a strategy guess until it finds the secret or gives up.

    A strategy that does not cheat and repeats a guess would learn nothing from it, so its game ends.
    """
    return oracle(strategy.begin(table, seed), table, secret, cheats=strategy.cheats, most=most)


def oracle(
    player: Player[Any], table: WordTable, secret: str, *, cheats: bool = False, most: int = MOST_GUESSES
) -> StrategyGame:
    """Play a game with a player object, which the caller can inspect afterwards."""
    hidden = table.row_of(secret)
    if hidden is None:
        raise InvalidOption(f"{secret[:30]!r} cannot be the secret", expected=f"a word of {table.words.name}")
    if isinstance(player, MeasuringPlayer):
        player.lend(lambda text: edit_distance(text, secret))
    possible = np.ones(len(table.secrets), dtype=bool)
    moves: list[Move] = []
    guessed: set[str] = set()
    while len(moves) < most:
        word = player.choose()
        if word is None:
            return StrategyGame(secret, tuple(moves), "none found")
        if word in guessed and not cheats:
            return StrategyGame(secret, tuple(moves), "repeats itself")
        guessed.add(word)
        row = table.row_of(word)
        codes = table.codes(word)
        code = int(codes[hidden])
        consistent = row is not None and bool(possible[row])
        possible &= codes == code
        moves.append(Move(word, code, consistent, int(possible.sum())))
        player.observe(word, code)
        if code == table.win:
            return StrategyGame(secret, tuple(moves), "found")
    return StrategyGame(secret, tuple(moves), "too many guesses")


Tell = Callable[[RaceRow], None]


@dataclass(frozen=True)
class Ground:
    """The settings that the games of one word length share; they are sent with every job."""

    words: Words = field(repr=False)
    feedback: str
    language: str
    settings: tuple[tuple[str, str], ...]
    seed: int

    @property
    def key(self) -> tuple[object, ...]:
        """The cache key of these settings."""
        return self.words.digest, self.feedback, self.language, self.settings, self.seed


class Bench:
    """The word table and settings for the jobs of one word length. Only one is kept, because tables are large."""

    def __init__(self, ground: Ground) -> None:
        self.table = WordTable(ground.words, SCORINGS[ground.feedback])
        self.language = ground.language
        self.settings = dict(ground.settings)
        self.seed = ground.seed

    def race(self, job: RaceJob, tell: Tell) -> None:
        """Play the games of a job and send each result. Compilation on first use does not count as time."""
        strategy: Any = strategy_of(job.strategy, self.settings)
        self.table.remember(("warm", job.strategy), lambda: self._warm_up(strategy, job))
        for instance, secret in job.games:
            started = time.process_time()
            game = play(strategy, self.table, secret, seed=self._seed(instance))
            seconds = time.process_time() - started
            tell(
                RaceRow(
                    strategy=strategy.label,
                    feedback=self.table.scoring.name,
                    lang=self.language,
                    length=job.length,
                    words=self.table.words.answers,
                    instance=instance,
                    secret=secret,
                    guesses=game.guesses,
                    seconds=round(seconds, 6),
                    solved=game.solved,
                    cheats=strategy.cheats,
                )
            )

    def _warm_up(self, strategy: Any, job: RaceJob) -> bool:
        """Play two guesses to compile the kernels and to cache the first guess of a greedy strategy."""
        play(strategy, self.table, job.games[0][1], seed=self.seed, most=2)
        return True

    def _seed(self, instance: int) -> int:
        return self.seed * 1_000_003 + instance


_laid: dict[tuple[object, ...], Bench] = {}


def play_job(ground: Ground, job: RaceJob, tell: Tell) -> None:
    """Play the games of a job, with a new word table if the word length or the lists change."""
    if ground.key not in _laid:
        clear_the_table()
        _laid[ground.key] = Bench(ground)
    _laid[ground.key].race(job, tell)


def clear_the_table() -> None:
    """Free the word table of the last games."""
    _laid.clear()


def run_race(
    race: Race, settings: Mapping[str, str], done: "set[tuple[str, int, int]]", workers: int
) -> Generator[RaceRow, None, None]:
    """Yield the remaining games of a race when they end."""
    jobs = list(race.jobs(done, workers))
    if len(jobs) <= 1:  # nobody else would help
        jobs, workers = list(race.jobs(done, 1)), 1
    grounds = {
        length: Ground(words, race.scoring.name, race.language, tuple(sorted(settings.items())), race.seed)
        for length, words in race.fields.items()
    }
    try:
        yield from stream(
            "entails.studies.wordle.race_run:play_job", [(grounds[job.length], job) for job in jobs], workers
        )
    finally:
        clear_the_table()
