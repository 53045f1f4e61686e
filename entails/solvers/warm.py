"""Compiling every kernel of the engines once, so that later processes load machine code instead of making it."""

from collections.abc import Callable, Iterator

_GRID = "1.......2.9.4...5...6...7...5.9.3.......7.......85..4.7.....6...3...9.8...2.....1"
"""A grid that needs every technique, so that every kernel of the step finder runs."""


def jobs() -> Iterator[tuple[str, Callable[[], object]]]:
    """What there is to compile: a name to show, and a call that compiles it by using it. What takes longest comes
    first, so that no core is left with a long one at the end; and no two compile the same, so that they can be done at
    the same time."""
    from entails.solvers.quine.warm import WARM

    yield "patterns and chains", _patterns
    yield "steps and ratings", _steps
    yield "word trees", _word_trees
    yield "Scrabble", _scrabble
    yield "chains within chains", _nested_chains
    yield "feedback of guesses", _word_feedback
    yield "bit solver", _bit_solver
    yield "model counter", _model_counter
    yield from WARM.items()
    yield "canonical forms", _canonical_forms
    yield "chaos", _chaos


def _model_counter() -> None:
    from entails.solvers.counter import ready

    ready()


def _bit_solver() -> None:
    from entails.solvers.sudoku.bits import warm
    from entails.solvers.sudoku.generate import generate

    warm()
    list(generate(9, 1, minimal=True))
    list(generate(9, 1, pattern=range(0, 81, 2)))


def _canonical_forms() -> None:
    from entails.models.sudoku import parse_grid
    from entails.solvers.sudoku.minlex import canonical_forms

    canonical_forms([parse_grid(_GRID)])


def _steps() -> None:
    """The techniques that are counted, one grid or many, and the lower rungs of the ladder."""
    from entails.models.sudoku import parse_grid
    from entails.solvers.sudoku.difficulty.ladder import Climber, climb_with
    from entails.solvers.sudoku.steps.path import solve_steps
    from entails.solvers.sudoku.steps.position import arrays
    from entails.solvers.sudoku.steps.technique import COUNTED, STUDY
    from entails.solvers.sudoku.steps.traces import traces

    grid = parse_grid(_GRID)
    solve_steps(grid, COUNTED)
    traces([grid])
    traces([grid], STUDY)
    climb_with([grid], unique=False)
    climber = Climber()
    next(climber.feats(*arrays(grid)))
    climber.finders["quads"]()


def _patterns() -> None:
    """The finders beyond: those of steps and those of the ladder."""
    import numpy as np

    from entails.models.sudoku import parse_grid
    from entails.solvers.kernels.sudoku_steps import set_up
    from entails.solvers.sudoku.difficulty.successor import SuccessorClimber
    from entails.solvers.sudoku.steps.patterns import Patterns
    from entails.solvers.sudoku.steps.position import arrays
    from entails.solvers.sudoku.steps.technique import DEFAULT, technique

    climber, patterns = SuccessorClimber(), Patterns(np.zeros(81, np.int64))
    set_up(climber.board, *arrays(parse_grid(_GRID)))
    for name in DEFAULT:
        if not technique(name).is_counted:
            patterns.find(technique(name), climber.board, climber.found)
    for name in ("aic", "two-strong-links", "wxyz-wing"):
        climber.finders[name]()


def _nested_chains() -> None:
    """The highest rungs of the ladder; those below are compiled with the steps."""
    from entails.models.sudoku import parse_grid
    from entails.solvers.sudoku.difficulty.nested import nested_rating

    nested_rating(parse_grid(_GRID))


def _chaos() -> None:
    from entails.models.sudoku import parse_grid
    from entails.solvers.sudoku.difficulty.chaos import escape_rates

    escape_rates([parse_grid(_GRID)], starts=1, most_steps=1)


def _word_trees() -> None:
    from entails.solvers.wordle.tree.warm import warm

    warm()


def _word_feedback() -> None:
    from entails.solvers.wordle.warm import warm

    warm()


def _scrabble() -> None:
    from entails.solvers.scrabble.endgame import warm as warm_endgame
    from entails.solvers.scrabble.generator import warm
    from entails.solvers.scrabble.playing import warm as warm_playing

    warm()
    warm_endgame()
    warm_playing()
