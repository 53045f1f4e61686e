"""A hint says as much as one wants to hear: where to look, which technique, or the step itself."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal, get_args

from entails.models.errors import InvalidOption
from entails.models.outcome import ShownAsText
from entails.models.sentence import Language, Sentence, Template
from entails.models.sudoku import Grid, Shape
from entails.models.sudoku.statement import unit_name
from entails.solvers.sudoku.steps.anywhere import HousePosition, position_of
from entails.solvers.sudoku.steps.french_saying import name_fr
from entails.solvers.sudoku.steps.position import Position
from entails.solvers.sudoku.steps.saying import a_technique, listed
from entails.solvers.sudoku.steps.step import Step
from entails.solvers.sudoku.steps.technique import DEFAULT, technique

Strength = Literal["where", "technique", "step"]

_LOOK = Template("Look at {where}.", "Regardez {where}.")
_LOOK_FOR = Template("Look for {what} {inside}.", "Cherchez {inside} : {what}.")
_INSIDE = Template("in {where}", "dans {where}")
_WRONG = Template("Something is wrong: {what}.", "Quelque chose ne va pas : {what}.")
_FULL = Template("The grid is full.", "La grille est pleine.")
_NO_STEP = Template(
    "None of these techniques finds a step here.", "Aucune de ces techniques ne trouve quelque chose ici."
)
_BOXES = {
    ("box", True): Template("box {numbers}", "le bloc {numbers}"),
    ("box", False): Template("boxes {numbers}", "les blocs {numbers}"),
    ("region", True): Template("region {numbers}", "la région {numbers}"),
    ("region", False): Template("regions {numbers}", "les régions {numbers}"),
}
_PLACES_OF = Template("the {digits}s", "les {digits}")
_AMONG = Template("among {where}", "parmi {where}")
_FROM_ON = Template("from {where} on", "depuis {where}")
_BETWEEN = Template("between {where}", "entre {where}")


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
    grid: Grid,
    strength: Strength = "where",
    techniques: Iterable[str] = DEFAULT,
    *,
    unique: bool = False,
    language: Language = "en",
) -> Hint:
    """A hint at the next step. The weaker ones give nothing away of what the stronger ones say."""
    if strength not in get_args(Strength):
        known = ", ".join(get_args(Strength))
        raise InvalidOption("there is no hint of this strength", where="strength", expected=f"one of {known}")
    position = position_of(grid, techniques, unique)
    step = position.easiest()
    if step is None:
        return Hint(strength, _no_step(position).say(language), None, position.grid)
    return Hint(strength, _told(step, strength, language), step, position.grid)


def _told(step: Step, strength: Strength, language: Language) -> str:
    if strength == "step":
        return step.say(language)
    place = region(step)
    if strength == "where":
        return _LOOK(where=place.name).say(language)
    what = name_fr(step) if language == "fr" else a_technique(step).split(" in a ")[0]
    return _LOOK_FOR(what=what, inside=place.inside).say(language)


def _no_step(position: Position | HousePosition) -> Sentence:
    if position.trouble:
        return _WRONG(what=position.trouble)
    return _FULL() if position.is_filled else _NO_STEP()


@dataclass(frozen=True, slots=True)
class Region:
    """Where to look: in words ("box 3", "in box 3"), and as cells."""

    name: Sentence
    inside: Sentence
    cells: frozenset[int]


def region(step: Step) -> Region:
    """The unit to look at; for what spans several, the boxes, the digit, or the boxes where it begins and ends."""
    shape = step.shape
    if step.evidence.unit is not None and technique(step.technique).family != "uniqueness":
        unit = shape.units[step.evidence.unit]
        return Region(unit_name(unit), _INSIDE(where=unit_name(unit)), frozenset(unit.cells))
    boxes = sorted({shape.regions[cell] for cell in step.cells})
    if len(boxes) <= 4:
        return Region(_boxes(shape, boxes), _INSIDE(where=_boxes(shape, boxes)), _in_boxes(shape, boxes))
    if len(step.digits) == 1:
        bit = 1 << (step.digits[0] - 1)
        places = (cell for cell, mask in enumerate(step.evidence.marks) if mask & bit)
        digits = _PLACES_OF(digits=step.digits[0])
        return Region(digits, _AMONG(where=digits), frozenset(places))
    first, last = step.evidence.parts[0][0][0], step.evidence.parts[-1][-1][0]
    ends = sorted({shape.regions[first], shape.regions[last]})
    where, inside = _boxes(shape, ends), _FROM_ON if len(ends) == 1 else _BETWEEN
    return Region(where, inside(where=where), _in_boxes(shape, ends))


def _boxes(shape: Shape, boxes: Sequence[int]) -> Sentence:
    numbers = [box + 1 for box in boxes]
    kind = "box" if shape.box else "region"
    joined = Template(listed(numbers), listed(numbers, "et"))()
    return _BOXES[kind, len(boxes) == 1](numbers=joined)


def _in_boxes(shape: Shape, boxes: Sequence[int]) -> frozenset[int]:
    return frozenset(cell for cell, box in enumerate(shape.regions) if box in boxes)
