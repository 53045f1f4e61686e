"""What a worker process of a race does: lay a table, then play games on it."""

import time
from collections.abc import Callable, Mapping
from typing import Any

from clausal.models.wordle.scoring import SCORINGS
from clausal.models.wordle.words import Words
from clausal.studies.wordle.play import play
from clausal.studies.wordle.race.plan import Job
from clausal.studies.wordle.race.row import Row
from clausal.studies.wordle.strategies.registry import strategy_of
from clausal.studies.wordle.strategies.table import Table

Tell = Callable[[Row], None]


class Bench:
    """One table at a time, because those of long words are large."""

    def __init__(self, words: Words, feedback: str, language: str, settings: Mapping[str, str], seed: int) -> None:
        self.table = Table(words, SCORINGS[feedback])
        self.language = language
        self.settings = settings
        self.seed = seed

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


_laid: dict[str, Bench] = {}


def lay(
    words: Words, feedback: str, language: str, settings: Mapping[str, str], seed: int, _tell: Tell | None = None
) -> None:
    """Put the words of one length on the table, in place of those before."""
    _laid.clear()
    _laid["bench"] = Bench(words, feedback, language, settings, seed)


def run(job: Job, tell: Tell) -> None:
    """Play a job on the table that was laid."""
    _laid["bench"].race(job, tell)
