"""Solving paths and hints of one grid: the next step, all steps at a position, or the whole path.

Each step comes from the easiest technique that finds one, as a person would search. Steps are sound: what they place or
remove holds in all solutions of the grid. Uniqueness techniques are sound only if there is one solution, so they are
left out unless the caller knows that (`unique`).

A hint reveals where to look, which technique to use, or the step itself.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Literal, get_args

from entails.encoders.sudoku import unit_name
from entails.locale.message import Language, Message, Sentence, all_of
from entails.locale.sudoku_steps import a_technique, in_players_notation
from entails.models.errors import InvalidOption
from entails.models.outcome import ShownAsText
from entails.models.sudoku.grid import Grid
from entails.models.sudoku.shape import Shape
from entails.solvers.sudoku.steps.any_shape import ShapePosition, position_of
from entails.solvers.sudoku.steps.position import Step, StepPosition, has_one_solution, has_several_solutions
from entails.solvers.sudoku.steps.technique import COUNTED, DEFAULT, technique
from entails.solvers.sudoku.steps.traces import guesses
from entails.solvers.sudoku.steps.wrong import WrongPosition, wrong_position

__all__ = ["has_one_solution", "has_several_solutions", "hint", "steps", "steps_now"]

Status = Literal["solved", "stuck", "contradiction"]


@dataclass(frozen=True, slots=True)
class Path(ShownAsText):
    """The steps from a puzzle to the position `final`, where no technique has a step.

    Attributes: final: The last grid, with the remaining candidates as its marks. contradiction: The contradiction
    in `final`, if the steps showed that the puzzle has no solution. available: Per step, the number of steps of
    each technique when it was taken; techniques that were not searched are left out. guesses: The number of
    guesses that finish the grid, if backtracking was requested and the path is stuck.
    """

    puzzle: Grid
    steps: tuple[Step, ...]
    final: Grid
    status: Status
    contradiction: str | None
    techniques: tuple[str, ...]
    available: tuple[dict[str, int], ...]
    guesses: int | None = None

    @property
    def uses(self) -> dict[str, int]:
        """The number of steps of each technique."""
        return dict(Counter(step.technique for step in self.steps))

    def __str__(self) -> str:
        """Return the steps as numbered sentences."""
        lines = [f"{number}. {step.sentence}" for number, step in enumerate(self.steps, 1)]
        return "\n".join([*lines, self.contradiction or self.status])


def next_step(grid: Grid, techniques: Iterable[str] = DEFAULT, *, unique: bool = False) -> Step | None:
    """Return the simplest step of the easiest technique that has one.

    Return None if the grid is full, contradictory, or too hard for the techniques.
    """
    return position_of(grid, techniques, unique).easiest()


def available_steps(grid: Grid, techniques: Iterable[str] = COUNTED, *, unique: bool = False) -> tuple[Step, ...]:
    """Return every step at a position, in the order of the techniques.

    By default, only the counted techniques are searched, because chains and sets have thousands of steps. Of
    disjunctions, only the simplest is returned.
    """
    return tuple(position_of(grid, techniques, unique).all_steps())


def contradiction(grid: Grid, language: Language = "en") -> str | None:
    """Describe a visible contradiction: a repeated digit in a unit, or a cell or digit without a place.

    None does not imply that there is a solution.
    """
    trouble = position_of(grid, DEFAULT, False).trouble
    return None if trouble is None else in_players_notation(trouble.say(language), language)


def solve_steps(
    grid: Grid,
    techniques: Iterable[str] = DEFAULT,
    *,
    unique: bool = False,
    count_all: bool = False,
    watch: Callable[[Step], None] | None = None,
) -> Path:
    """Return the whole solving path; `watch` is called with each step when it is found.

    `count_all` counts the steps of every technique in every round, which is slower.
    """
    position = position_of(grid, techniques, unique)
    steps, available = [], []
    while (step := position.easiest()) is not None:
        available.append(_available(position, step, count_all))
        steps.append(step)
        if watch is not None:
            watch(step)
        position.take(step)
    status: Status = "contradiction" if position.trouble else "solved" if position.is_filled else "stuck"
    counts_guesses = status == "stuck" and any(technique.criterion for technique in position.techniques)
    return Path(
        grid,
        tuple(steps),
        position.grid,
        status,
        None if position.trouble is None else position.trouble.say(),
        tuple(technique.id for technique in position.techniques),
        tuple(available),
        guesses(position) if counts_guesses and isinstance(position, StepPosition) else None,
    )


def moments(puzzle: Grid, steps: Sequence[Step]) -> Iterator[Grid]:
    """Yield the grid before each step of a path, with its candidates as pencil marks."""
    position = position_of(puzzle, ["full-house"], unique=False)
    for step in steps:
        yield position.grid
        position.take(step)


def _available(position: StepPosition | ShapePosition, step: Step, count_all: bool) -> dict[str, int]:
    """Count the available steps of all singles, and of other techniques as far as they were searched."""
    counts: dict[str, int] = {}
    looked_for = True
    for tried in position.techniques:
        if tried.number in position.order and (looked_for or count_all or tried.is_single):
            counts[tried.id] = position.available(tried.number)
        looked_for = looked_for and tried.id != step.technique
    return counts


Strength = Literal["where", "technique", "step"]

_LOOK = Message("Look at {where}.", "Regardez {where}.")
_LOOK_FOR = Message("Look for {what} {inside}.", "Cherchez {inside} : {what}.")
_INSIDE = Message("in {where}", "dans {where}")
_WRONG = Message("Something is wrong: {what}.", "Quelque chose ne va pas : {what}.")
_FULL = Message("The grid is full.", "La grille est pleine.")
_NO_STEP = Message("None of these techniques finds a step here.", "Aucune de ces techniques ne trouve d'étape ici.")
_BOXES = {
    ("box", True): Message("box {numbers}", "le bloc {numbers}"),
    ("box", False): Message("boxes {numbers}", "les blocs {numbers}"),
    ("region", True): Message("region {numbers}", "la région {numbers}"),
    ("region", False): Message("regions {numbers}", "les régions {numbers}"),
}
_PLACES_OF = Message("the {digits}s", "les {digits}")
_AMONG = Message("among {where}", "parmi {where}")
_FROM_ON = Message("from {where} on", "depuis {where}")
_BETWEEN = Message("between {where}", "entre {where}")


@dataclass(frozen=True, slots=True)
class StepHint(ShownAsText):
    """A hint: a sentence, and the step it refers to.

    Attributes:
        strength: The amount that the hint reveals.
        sentence: The hint, or why there is none.
        step: The step; None if there is none.
        grid: The position, with its candidates as marks.
        wrong: What is wrong with the digits; the step is then one of the grid without the wrong ones.
    """

    strength: Strength
    sentence: str
    step: Step | None
    grid: Grid
    wrong: WrongPosition | None = None

    def __str__(self) -> str:
        return self.sentence


def next_hint(
    grid: Grid,
    strength: Strength = "where",
    techniques: Iterable[str] = DEFAULT,
    *,
    unique: bool = False,
    language: Language = "en",
) -> StepHint:
    """Return a hint of this strength for the next step. Weaker hints reveal nothing that stronger ones add."""
    if strength not in get_args(Strength):
        known = ", ".join(get_args(Strength))
        raise InvalidOption(f"unknown hint strength {strength[:20]!r}", where="strength", expected=f"one of {known}")
    position = position_of(grid, techniques, unique)
    step = position.easiest()
    if step is None:
        nothing = in_players_notation(_no_step(position).say(language), language)
        return StepHint(strength, nothing, None, position.grid)
    return StepHint(strength, _hint_text(step, strength, language), step, position.grid)


def _hint_text(step: Step, strength: Strength, language: Language) -> str:
    if strength == "step":
        return step.say(language)
    place = region(step)
    if strength == "where":
        return _LOOK(where=place.name).say(language)
    what = a_technique(step.technique).say(language)
    return _LOOK_FOR(what=what.split(" in a ")[0], inside=place.inside).say(language)


def _no_step(position: StepPosition | ShapePosition) -> Sentence:
    if position.trouble:
        return _WRONG(what=position.trouble)
    return _FULL() if position.is_filled else _NO_STEP()


@dataclass(frozen=True, slots=True)
class Region:
    """A region to look at: its text ("box 3", "in box 3") and its cells."""

    name: Sentence
    inside: Sentence
    cells: frozenset[int]


def region(step: Step) -> Region:
    """Return the unit of a step, or else its boxes, its digit, or the boxes at its ends."""
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
    return _BOXES[kind, len(boxes) == 1](numbers=all_of(numbers))


def _in_boxes(shape: Shape, boxes: Sequence[int]) -> frozenset[int]:
    return frozenset(cell for cell, box in enumerate(shape.regions) if box in boxes)


def steps(grid: Grid, techniques: Iterable[str] = DEFAULT, watch: Callable[[Step], None] | None = None) -> Path:
    """Return the whole path by which a person would solve a grid; `watch` is called with each step.

    >>> from entails.formats.sudoku.read import parse_grid
    >>> path = steps(parse_grid("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"))
    >>> path.status, path.steps[0].sentence
    ('solved', 'In box 2, the 8 can only go in r1c6.')
    """
    return solve_steps(grid, techniques, unique=has_one_solution(grid), watch=watch)


def hint(
    grid: Grid, strength: Strength = "where", techniques: Iterable[str] = DEFAULT, language: Language = "en"
) -> StepHint:
    """Return a hint for the next step: `where` to look, which `technique`, or the whole `step`.

    Wrong digits are named first. If certain digits are wrong, the hint is one for the grid without them.
    """
    wrong = wrong_position(grid)
    if wrong is None:
        return next_hint(grid, strength, techniques, unique=has_one_solution(grid), language=language)
    right = wrong.repaired
    following = next_hint(right, strength, techniques, unique=has_one_solution(right), language=language)
    if not wrong.digits:  # a visible contradiction says more than a list of digits
        visible = f"{following.sentence} " if following.step is None else ""
        return StepHint(strength, f"{visible}{wrong.say(language)}", None, right, wrong)
    return replace(following, sentence=f"{wrong.say(language)} {following.sentence}", wrong=wrong)


def steps_now(grid: Grid, techniques: Iterable[str] = COUNTED) -> tuple[Step, ...]:
    """Return every step at a grid's position."""
    return available_steps(grid, techniques, unique=has_one_solution(grid))
