"""A hint says as much as one wants to hear: where to look, which technique, or the step itself."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal, get_args

from clausal.models.errors import InvalidOption
from clausal.models.outcome import ShownAsText
from clausal.models.sudoku import Grid, Shape
from clausal.solvers.sudoku.steps.anywhere import HousePosition, position_of
from clausal.solvers.sudoku.steps.position import Position
from clausal.solvers.sudoku.steps.saying import a_technique, listed
from clausal.solvers.sudoku.steps.step import Step
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
    position = position_of(grid, techniques, unique)
    step = position.easiest()
    if step is None:
        return Hint(strength, _no_step(position), None, position.grid)
    if strength == "where":
        return Hint(strength, f"Look at {region(step).name}.", step, position.grid)
    if strength == "technique":
        return Hint(
            strength, f"Look for {a_technique(step).split(' in a ')[0]} in {region(step).name}.", step, position.grid
        )
    return Hint(strength, step.sentence, step, position.grid)


def _no_step(position: Position | HousePosition) -> str:
    if position.trouble:
        return f"Something is wrong: {position.trouble}."
    return "The grid is full." if position.is_filled else "None of these techniques finds a step here."


@dataclass(frozen=True, slots=True)
class Region:
    """Where to look: in words, and as cells."""

    name: str
    cells: frozenset[int]


def region(step: Step) -> Region:
    """The unit to look at; for what spans several, the boxes, the digit, or the boxes where it begins and ends."""
    shape = step.shape
    if step.evidence.unit is not None:
        unit = shape.units[step.evidence.unit]
        return Region(unit.name, frozenset(unit.cells))
    boxes = sorted({shape.regions[cell] for cell in step.cells})
    if len(boxes) <= 4:
        return Region(_boxes(shape, boxes), _in_boxes(shape, boxes))
    if len(step.digits) == 1:
        bit = 1 << (step.digits[0] - 1)
        places = (cell for cell, mask in enumerate(step.evidence.marks) if mask & bit)
        return Region(f"the {listed(step.digits)}s", frozenset(places))
    first, last = step.evidence.parts[0][0][0], step.evidence.parts[-1][-1][0]
    ends = sorted({shape.regions[first], shape.regions[last]})
    names = " and ends in ".join(_boxes(shape, [box]) for box in ends)
    return Region(f"what begins in {names}", _in_boxes(shape, ends))


def _boxes(shape: Shape, boxes: Sequence[int]) -> str:
    kind = "box" if shape.box else "region"
    many = "boxes" if shape.box else "regions"
    return f"{kind if len(boxes) == 1 else many} {listed(box + 1 for box in boxes)}"


def _in_boxes(shape: Shape, boxes: Sequence[int]) -> frozenset[int]:
    return frozenset(cell for cell, box in enumerate(shape.regions) if box in boxes)
