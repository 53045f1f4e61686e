"""Compiling every kernel of the engines once, so that later processes load machine code instead of making it."""

from collections.abc import Callable, Iterator

_GRID = "1.......2.9.4...5...6...7...5.9.3.......7.......85..4.7.....6...3...9.8...2.....1"
"""A grid that needs every technique, so that every kernel of the step finder runs."""


def jobs() -> Iterator[tuple[str, Callable[[], object]]]:
    """What there is to compile: a name to show, and a call that compiles it by using it."""
    from clausal.solvers.quine.warm import WARM

    yield from WARM.items()
    yield "model counter", _model_counter
    yield "bit solver", _bit_solver
    yield "canonical forms", _canonical_forms
    yield "steps", _steps
    yield "rating", _rating
    yield "Scrabble", _scrabble
    yield "feedback of guesses", _word_feedback
    yield "word trees", _word_trees


def _model_counter() -> None:
    from clausal.solvers.counter import ready

    ready()


def _bit_solver() -> None:
    from clausal.solvers.sudoku.bits import warm
    from clausal.solvers.sudoku.generate import generate

    warm()
    list(generate(9, 1, minimal=True))
    list(generate(9, 1, pattern=range(0, 81, 2)))


def _canonical_forms() -> None:
    from clausal.models.sudoku import parse_grid
    from clausal.solvers.sudoku.minlex import canonical_forms

    canonical_forms([parse_grid(_GRID)])


def _steps() -> None:
    from clausal.models.sudoku import parse_grid
    from clausal.solvers.sudoku.steps.path import solve_steps
    from clausal.solvers.sudoku.steps.technique import STUDY
    from clausal.solvers.sudoku.steps.traces import traces

    grid = parse_grid(_GRID)
    solve_steps(grid)
    traces([grid])
    traces([grid], STUDY)


def _rating() -> None:
    from clausal.models.sudoku import parse_grid
    from clausal.solvers.sudoku.difficulty.chaos import escape_rates
    from clausal.solvers.sudoku.difficulty.model import rate

    rate(parse_grid(_GRID))
    escape_rates([parse_grid(_GRID)], starts=1, most_steps=1)


def _word_trees() -> None:
    from clausal.solvers.wordle.tree.warm import warm

    warm()


def _word_feedback() -> None:
    from clausal.solvers.wordle.warm import warm

    warm()


def _scrabble() -> None:
    from clausal.solvers.scrabble.endgame import warm as warm_endgame
    from clausal.solvers.scrabble.generator import warm

    warm()
    warm_endgame()
