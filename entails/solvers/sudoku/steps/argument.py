"""`Argument`: what a technique found, as data. `words` puts it in a sentence, and `step.Step` is both together."""

from dataclasses import dataclass, field

from entails.models.sudoku import Shape

SHAPE = Shape.classic(9)

Candidate = tuple[int, int]
"""A cell (0 to 80) and a digit (1 to 9)."""


@dataclass(frozen=True, slots=True)
class Evidence:
    """What the sentence needs beyond the step itself: the unit (an index into `Shape.units`), candidates in the order
    of the argument, in parts, and two numbers whose meaning is the technique's own; `marks` is what each cell could
    be at that moment, a mask of digits, 0 where it was filled."""

    unit: int | None
    parts: tuple[tuple[Candidate, ...], ...]
    case: int
    other: int
    marks: tuple[int, ...] = field(repr=False)


@dataclass(frozen=True, slots=True)
class Argument:
    """A technique applied: the cells and digits it rests on, and what it places or rules out."""

    technique: str
    cells: tuple[int, ...]
    digits: tuple[int, ...]
    places: tuple[Candidate, ...]
    removes: tuple[Candidate, ...]
    evidence: Evidence = field(repr=False)
    shape: Shape = field(default=SHAPE, repr=False)
