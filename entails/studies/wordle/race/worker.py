"""What a process of a race does: lay a table, then play games on it."""

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from entails.models.wordle.scoring import SCORINGS
from entails.models.wordle.words import Words
from entails.studies.wordle.play import play
from entails.studies.wordle.race.plan import Job
from entails.studies.wordle.race.row import Row
from entails.studies.wordle.strategies.registry import strategy_of
from entails.studies.wordle.strategies.table import Table

Tell = Callable[[Row], None]


@dataclass(frozen=True)
class Ground:
    """What the games of one length share. It travels with every job: the words are small beside the time of a game."""

    words: Words = field(repr=False)
    feedback: str
    language: str
    settings: tuple[tuple[str, str], ...]
    seed: int

    @property
    def key(self) -> tuple[object, ...]:
        """Grounds with the same key are the same."""
        return self.words.digest, self.feedback, self.language, self.settings, self.seed


class Bench:
    """One table at a time, because those of long words are large."""

    def __init__(self, ground: Ground) -> None:
        self.table = Table(ground.words, SCORINGS[ground.feedback])
        self.language = ground.language
        self.settings = dict(ground.settings)
        self.seed = ground.seed

    def race(self, job: Job, tell: Tell) -> None:
        """Play the games of a job and tell of each. What is compiled on first use does not count as time."""
        strategy: Any = strategy_of(job.strategy, self.settings)
        self.table.remember(("warm", job.strategy), lambda: self._warm_up(strategy, job))
        for instance, secret in job.games:
            started = time.process_time()
            game = play(strategy, self.table, secret, seed=self._seed(instance))
            seconds = time.process_time() - started
            tell(
                Row(
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

    def _warm_up(self, strategy: Any, job: Job) -> bool:
        """Two guesses: they compile, and the first of a greedy strategy is the same for every secret."""
        play(strategy, self.table, job.games[0][1], seed=self.seed, most=2)
        return True

    def _seed(self, instance: int) -> int:
        return self.seed * 1_000_003 + instance


_laid: dict[tuple[object, ...], Bench] = {}


def play_job(ground: Ground, job: Job, tell: Tell) -> None:
    """Play a job on the table of its ground, which is laid in place of another when the ground changes."""
    if ground.key not in _laid:
        clear_the_table()
        _laid[ground.key] = Bench(ground)
    _laid[ground.key].race(job, tell)


def clear_the_table() -> None:
    """Give back what the last games took."""
    _laid.clear()
