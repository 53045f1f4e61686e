"""Compile jobs of `entails warm`: the kernels of the engines, then those of the studies.

Importing this module loads neither numba nor numpy, so that a server can tell at little cost what is compiled.
"""

import pickle
from collections.abc import Callable, Iterator
from functools import cache
from hashlib import sha256
from importlib import import_module
from pathlib import Path
from typing import Any

from entails.solvers import warm as solvers
from entails.solvers.kernels.jit import is_warm, note_warm


def jobs() -> Iterator[tuple[str, Callable[[], object]]]:
    """Yield all compile jobs: a name, and a function that compiles kernels by using them."""
    yield from solvers.jobs()
    yield "fitting", _fitting
    yield "guessing strategies", _word_strategies


def cold_jobs() -> list[str]:
    """Return the names of the jobs whose kernels are not compiled yet."""
    return [name for name, _ in jobs() if not is_warm(_stamp_of(name))]


@cache
def _stamp_of(name: str) -> str:
    """Return the name of the file that marks a job as done. It changes with the list of jobs."""
    digest = sha256()
    for source in (solvers.__file__, __file__):
        digest.update(Path(source).read_bytes())
    return f"warm {name} {digest.hexdigest()[:16]}"


def compile_one(name: str, tell: object = None) -> str:
    """Run the compile job of this name and record that it is done."""
    del tell
    dict(jobs())[name]()
    note_warm(_stamp_of(name))
    return name


def compile_kernel(module: str, name: str, signature: bytes, tell: object = None) -> None:
    """Compile one kernel for the pickled numba types of its arguments; the cache stores it."""
    del tell
    dispatcher: Any = getattr(import_module(module), name)
    if not hasattr(dispatcher, "compile"):  # with NUMBA_DISABLE_JIT=1 it is the plain function
        return
    types = pickle.loads(signature)
    if types in dispatcher.overloads:  # compiled here before, but since removed from the cache
        dispatcher._cache.save_overload(types, dispatcher.overloads[types])
    else:
        dispatcher.compile(types)


def _fitting() -> None:
    import numpy as np

    from entails.studies.sudoku.calibrate import fit

    for method in ("nnls", "anneal"):
        fit(method, np.eye(3), np.ones(3), intercept=False)


def _word_strategies() -> None:
    """Play a few guesses with every type of word codes; the genetic strategy uses nearly all kernels."""
    import numpy as np

    from entails.models.wordle.history import COLOURS
    from entails.models.wordle.words import Words
    from entails.studies.wordle.openers import play_the_study
    from entails.studies.wordle.race import play
    from entails.studies.wordle.strategies.base import WordTable
    from entails.studies.wordle.strategies.registry import STRATEGIES

    random = np.random.default_rng(0)
    for length in solvers.LENGTHS:
        table = WordTable(Words.of(random.integers(0, 3, (8, length)).astype(np.uint8), name="warm"), COLOURS)
        play(STRATEGIES["genetic-entropy"], table, table.spellings[-1], most=2)
    play_the_study(table.words)
