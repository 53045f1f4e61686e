"""Every measure of the engine, and runs of it on many grids."""

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType

from entails.encoders.clauses import Style
from entails.models.limits import Limits
from entails.models.sudoku import Grid
from entails.solvers.quine.options import QuineOptions
from entails.solvers.quine.result import QuineResult
from entails.solvers.quine.run import DEFAULT, quine
from entails.solvers.sudoku.formula import formula

METRICS: Mapping[str, Callable[[QuineResult], float]] = MappingProxyType(
    {
        "depth of the tree": lambda result: result.depth,
        "disjunctions": lambda result: sum(result.disjunctions),
        "eliminations": lambda result: sum(result.eliminations),
        "true eliminations": lambda result: sum(result.true_eliminations),
        "false eliminations": lambda result: sum(result.false_eliminations),
        "failed propagations": lambda result: sum(result.failed),
        "work": lambda result: result.work,
        "longest argument": lambda result: result.longest_argument,
        "longest chain": lambda result: result.longest_chain,
        "argument, else chain": lambda result: result.longest_argument or min(result.longest_chain, 999) / 1000,
    }
)
"""The measures of one run. The last is one number made of two: the longest argument, and among grids that need none
(depth 0) the longest chain of eliminations."""


def measure(
    grids: Sequence[Grid],
    options: QuineOptions = DEFAULT,
    limits: Limits | None = None,
    each: Callable[[], None] = lambda: None,
) -> list[QuineResult]:
    """A run on each grid, every one within the same limits; `each` is called after each, for a progress bar."""
    limits = limits or Limits(nodes=1000)
    style: Style = "listed" if options.deletion == "swap-last" else "pruned"  # the study's formula for its program
    found = []
    for grid in grids:
        found.append(quine(formula(grid, style), options, limits))
        each()
    return found
