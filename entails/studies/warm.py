"""Compiling the kernels that only the studies use; those of the engines come first."""

from collections.abc import Callable, Iterator

from entails.solvers import warm as solvers
from entails.solvers.warmth import is_warm, note_warm


def compile_one(name: str, tell: object = None) -> str:
    """Do the job of this name, and note that it is done."""
    del tell
    dict(jobs())[name]()
    note_warm(f"warm {name}")
    return name


def cold_jobs() -> list[str]:
    """The names of what has not been compiled yet."""
    return [name for name, _ in jobs() if not is_warm(f"warm {name}")]


def jobs() -> Iterator[tuple[str, Callable[[], object]]]:
    """What there is to compile: a name to show, and a call that compiles it by using it."""
    yield from solvers.jobs()
    yield "fitting", _fitting
    yield "guessing strategies", _word_strategies


def _fitting() -> None:
    import numpy as np

    from entails.studies.sudoku.fitting import fit

    for method in ("nnls", "anneal"):
        fit(method, np.eye(3), np.ones(3), intercept=False)


def _word_strategies() -> None:
    from entails.studies.wordle.strategies.warm import warm

    warm()
