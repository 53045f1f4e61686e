"""A hint says as much as one wants to hear: where to look, which technique, or the step itself."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal, get_args

from clausal.models.errors import InvalidOption
from clausal.models.outcome import ShownAsText
from clausal.models.sudoku import Grid
from clausal.solvers.sudoku.steps.position import Position
from clausal.solvers.sudoku.steps.saying import a_technique, listed
from clausal.solvers.sudoku.steps.step import SHAPE, Step
from clausal.solvers.sudoku.steps.technique import DEFAULT

Strength = Literal["where", "technique", "step"]


@dataclass(frozen=True, slots=True)
class Hint(ShownAsText):
    """A sentence, and the step behind it: None when there is no step to hint at, and the sentence says why. `grid` is
    the moment, with its candidates as marks."""

    strength: Strength
    sentence: str
    step: Step | None
    grid: Grid

    def __str__(self) -> str:
        return self.sentence


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
        return Hint(strength, _no_step(position), None, position.grid)
    if strength == "where":
        return Hint(strength, f"Look at {_region(step)}.", step, position.grid)
    if strength == "technique":
        return Hint(
            strength, f"Look for {a_technique(step).split(' in a ')[0]} in {_region(step)}.", step, position.grid
        )
    return Hint(strength, step.sentence, step, position.grid)


def _no_step(position: Position) -> str:
    if position.trouble:
        return f"Something is wrong: {position.trouble}."
    return "The grid is full." if position.is_filled else "None of these techniques finds a step here."


def _region(step: Step) -> str:
    """The unit to look at; for what spans several, the boxes, the digit, or the boxes where it begins and ends."""
    if step.evidence.unit is not None:
        return SHAPE.units[step.evidence.unit].name
    boxes = sorted({SHAPE.regions[cell] + 1 for cell in step.cells})
    if len(boxes) <= 4:
        return f"box {boxes[0]}" if len(boxes) == 1 else f"boxes {listed(boxes)}"
    if len(step.digits) == 1:
        return f"the {listed(step.digits)}s"
    first, last = step.evidence.parts[0][0][0], step.evidence.parts[-1][-1][0]
    ends = sorted({SHAPE.regions[first] + 1, SHAPE.regions[last] + 1})
    return f"what begins in box {ends[0]}" + (f" and ends in box {ends[1]}" if len(ends) > 1 else "")
