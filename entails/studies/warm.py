"""Precompilation of all kernels: those of the engines, then those that only the studies use.

The kernels of the Wordle strategies are compiled by playing a few guesses with words of each code type.
"""

from collections.abc import Callable, Iterator

import numpy as np

from entails.models.wordle.history import COLOURS
from entails.models.wordle.words import Words
from entails.solvers import warm as solvers
from entails.solvers.kernels.jit import is_warm, note_warm
from entails.solvers.warm import LENGTHS
from entails.studies.wordle.openers import play_the_study
from entails.studies.wordle.race_run import play
from entails.studies.wordle.strategies.base import WordTable
from entails.studies.wordle.strategies.registry import STRATEGIES


def compile_one(name: str, tell: object = None) -> str:
    """Run the compile job of this name and record that it is done."""
    del tell
    dict(jobs())[name]()
    note_warm(f"warm {name}")
    return name


def cold_jobs() -> list[str]:
    """Return the names of the jobs that are not compiled yet."""
    return [name for name, _ in jobs() if not is_warm(f"warm {name}")]


def jobs() -> Iterator[tuple[str, Callable[[], object]]]:
    """Yield all compile jobs: a name, and a call that compiles kernels by using them."""
    yield from solvers.jobs()
    yield "fitting", _fitting
    yield "guessing strategies", _word_strategies


def _fitting() -> None:
    import numpy as np

    from entails.studies.sudoku.calibrate import fit

    for method in ("nnls", "anneal"):
        fit(method, np.eye(3), np.ones(3), intercept=False)


def _word_strategies() -> None:

    warm()


def warm() -> None:
    """Compile the kernels of the Wordle strategies. The genetic strategy uses all but those of the counting study."""
    random = np.random.default_rng(0)
    for length in LENGTHS:
        table = WordTable(Words.of(random.integers(0, 3, (8, length)).astype(np.uint8), name="warm"), COLOURS)
        play(STRATEGIES["genetic-entropy"], table, table.spellings[-1], most=2)
    play_the_study(table.words)
