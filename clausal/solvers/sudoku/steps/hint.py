"""A hint says as much as one wants to hear: where to look, which technique, or the step itself."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal, get_args

from clausal.models.errors import InvalidOption
from clausal.models.sudoku import Grid
from clausal.solvers.sudoku.steps.position import Position
from clausal.solvers.sudoku.steps.step import SHAPE, Step
from clausal.solvers.sudoku.steps.technique import DEFAULT
from clausal.solvers.sudoku.steps.words import a_technique, listed

Strength = Literal["where", "technique", "step"]


@dataclass(frozen=True, slots=True)
class Hint:
    """A sentence, and the step behind it: None when there is no step to hint at, and the sentence says why."""

    strength: Strength
    sentence: str
    step: Step | None


def hint(
    grid: Grid, strength: Strength = "where", techniques: Iterable[str] = DEFAULT, *, unique: bool = False
) -> Hint:
    """A hint at the next step. The weaker ones give nothing away of what the stronger ones say."""
    if strength not in get_args(Strength):
        known = ", ".join(get_args(Strength))
        raise InvalidOption("there is no hint of this strength", where="strength", expected=f"one of {known}")
    position = Position(grid, techniques, unique)
    step = position.easiest()
    if step is None:
        return Hint(strength, _no_step(position), None)
    if strength == "where":
        return Hint(strength, f"Look at {_region(step)}.", step)
    if strength == "technique":
        return Hint(strength, f"Look for {a_technique(step).split(' in a ')[0]} in {_region(step)}.", step)
    return Hint(strength, step.sentence, step)


def _no_step(position: Position) -> str:
    if position.trouble:
        return f"Something is wrong: {position.trouble}."
    return "The grid is full." if position.is_filled else "None of these techniques finds a step here."


def _region(step: Step) -> str:
    """The unit to look at; for what spans several, the boxes or the digit, whichever says less."""
    if step.evidence.unit is not None:
        return SHAPE.units[step.evidence.unit].name
    boxes = sorted({SHAPE.regions[cell] + 1 for cell in step.cells})
    if len(boxes) <= 4:
        return f"box {boxes[0]}" if len(boxes) == 1 else f"boxes {listed(boxes)}"
    return f"the {listed(step.digits)}s" if len(step.digits) == 1 else "the whole grid"
