"""The next step, all steps of a moment, the whole path: one grid, every step a value.

A person looks for the easiest technique first, and begins again there after each step. Steps are sound in every grid:
what they place or rule out holds in all its solutions. The exception is the unique rectangle, which only holds where
there is one solution, so it is left out unless the caller knows that (`unique=True`).
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from entails.models.outcome import ShownAsText
from entails.models.sentence import Language
from entails.models.sudoku import Grid
from entails.solvers.sudoku.steps.anywhere import HousePosition, position_of
from entails.solvers.sudoku.steps.guesses import guesses
from entails.solvers.sudoku.steps.position import Position
from entails.solvers.sudoku.steps.step import Step
from entails.solvers.sudoku.steps.technique import COUNTED, DEFAULT

Status = Literal["solved", "stuck", "contradiction"]


@dataclass(frozen=True, slots=True)
class Path(ShownAsText):
    """The steps from a puzzle to `final`, where none of the techniques finds anything more.

    `final` keeps the candidates that are left as its marks. `contradiction` says what is wrong there, when the steps
    showed that the puzzle has no solution. `available[i]` tells how many steps each technique had when step i was
    taken; it leaves out techniques that nobody looked for because an easier one served. `guesses` is how many guesses
    finish what the steps leave, when backtracking is among the techniques and the path is stuck; None when not asked,
    or more than `guesses.MOST`.
    """

    puzzle: Grid
    steps: tuple[Step, ...]
    final: Grid
    status: Status
    contradiction: str | None
    techniques: tuple[str, ...]
    available: tuple[dict[str, int], ...]
    guesses: int | None = None

    def __str__(self) -> str:
        """Step by step, in sentences."""
        told = [f"{number}. {step.sentence}" for number, step in enumerate(self.steps, 1)]
        return "\n".join([*told, self.contradiction or self.status])


def next_step(grid: Grid, techniques: Iterable[str] = DEFAULT, *, unique: bool = False) -> Step | None:
    """The simplest step of the easiest technique that finds any; None when the grid is full, contradictory, or beyond
    the techniques."""
    return position_of(grid, techniques, unique).easiest()


def available_steps(grid: Grid, techniques: Iterable[str] = COUNTED, *, unique: bool = False) -> tuple[Step, ...]:
    """Every step that a technique finds at this moment, in the order of the techniques: those that ratings count,
    unless others are named, since chains and sets come by the thousand. Of disjunctions, only the simplest."""
    return tuple(position_of(grid, techniques, unique).all_steps())


def contradiction(grid: Grid, language: Language = "en") -> str | None:
    """What is plainly wrong with a grid: a digit twice in a unit, a cell or a digit without a place. None is no promise
    of a solution."""
    trouble = position_of(grid, DEFAULT, False).trouble
    return None if trouble is None else trouble.say(language)


def solve_steps(
    grid: Grid, techniques: Iterable[str] = DEFAULT, *, unique: bool = False, count_all: bool = False
) -> Path:
    """The whole path. `count_all` counts the available steps of every technique at every moment, which is slower."""
    position = position_of(grid, techniques, unique)
    steps, available = [], []
    while (step := position.easiest()) is not None:
        available.append(_available(position, step, count_all))
        steps.append(step)
        position.take(step)
    status: Status = "contradiction" if position.trouble else "solved" if position.is_filled else "stuck"
    asked = status == "stuck" and any(technique.criterion for technique in position.techniques)
    return Path(
        grid,
        tuple(steps),
        position.grid,
        status,
        None if position.trouble is None else position.trouble.say(),
        tuple(technique.id for technique in position.techniques),
        tuple(available),
        guesses(position) if asked and isinstance(position, Position) else None,
    )


def moments(puzzle: Grid, steps: Sequence[Step]) -> Iterator[Grid]:
    """The grid before each step of a path, with its candidates as marks."""
    position = position_of(puzzle, ["full-house"], unique=False)
    for step in steps:
        yield position.grid
        position.take(step)


def _available(position: Position | HousePosition, step: Step, count_all: bool) -> dict[str, int]:
    """Singles cost nothing to count; beyond them, count as far as somebody had to look."""
    counts: dict[str, int] = {}
    looked_for = True
    for technique in position.techniques:
        if technique.number in position.order and (looked_for or count_all or technique.is_single):
            counts[technique.id] = position.available(technique.number)
        looked_for = looked_for and technique.id != step.technique
    return counts
