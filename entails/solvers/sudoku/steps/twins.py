"""Steps told together, as libraries of techniques do: siamese fish, dual kites and empty rectangles, both units of a
subset, all places of a template. Each is sound by itself; together they are one step that does what all of them do.
"""

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

from entails.models.sentence import Language
from entails.solvers.sudoku.steps.diagram import Diagram
from entails.solvers.sudoku.steps.step import Step
from entails.solvers.sudoku.steps.technique import technique

_MOST = 300
"""More pairs than this are not listed."""
_PAIRS = ("finned fish", "complex fish", "two-string-kite", "empty-rectangle")
"""Of what shares something here, two at a time are told; of all else, all at once."""


@dataclass(frozen=True, slots=True)
class Together(Step):
    """Several steps of one technique as one."""

    of: tuple[Step, ...] = ()

    def say(self, language: Language = "en") -> str:
        """Each in its words, numbered."""
        return " ".join(f"{number}) {step.say(language)}" for number, step in enumerate(self.of, 1))

    @property
    def diagram(self) -> Diagram:
        """All of them in one drawing."""
        drawn = [step.diagram for step in self.of]
        marks, links = ([one for each in drawn for one in getattr(each, name)] for name in ("marks", "links"))
        return Diagram(tuple(dict.fromkeys(marks)), tuple(dict.fromkeys(links)))


def together(steps: Sequence[Step]) -> Iterator[Step]:
    """What steps of one moment share a pattern and do more together than each alone."""
    alike: dict[Hashable, list[Step]] = {}
    for step in steps:
        if (key := _pattern(step)) is not None:
            alike.setdefault(key, []).append(step)
    told = 0
    for group in alike.values():
        in_pairs = technique(group[0].technique).family in _PAIRS or group[0].technique in _PAIRS
        for some in combinations(group, 2) if in_pairs else [tuple(group)]:
            joined = _join(some)
            if (
                told < _MOST
                and (not in_pairs or _match(*some))
                and all(len(joined.removes + joined.places) > len(one.removes + one.places) for one in some)
            ):
                told += 1
                yield joined


def _match(one: Step, other: Step) -> bool:
    """Kites of two digits are only told together if they meet in the same two cells."""
    joints = [{cell for part in step.evidence.parts[1:3] for cell, _ in part} for step in (one, other)]
    return one.digits == other.digits or joints[0] == joints[1]


def _join(steps: tuple[Step, ...]) -> Step:
    removes = tuple(dict.fromkeys(one for step in steps for one in step.removes))
    places = tuple(dict.fromkeys(one for step in steps for one in step.places))
    first = steps[0]
    if first.technique == "template":
        return replace(first, places=places, cells=tuple(cell for cell, _ in places))
    cells = tuple(dict.fromkeys(cell for step in steps for cell in step.cells))
    digits = tuple(sorted({digit for step in steps for digit in step.digits}))
    return Together(first.technique, cells, digits, places, removes, first.evidence, first.shape, steps)


def _pattern(step: Step) -> Hashable:
    """What steps must share to be told together; None for those that stand alone."""
    parts, case, family = step.evidence.parts, step.evidence.case, technique(step.technique).family
    if family == "finned fish":
        lines = frozenset(cell % 9 if case else cell // 9 for part in parts for cell, _ in part)
        return (parts[0][0][1], case, lines)
    if family == "complex fish":
        return (step.technique, parts[0][0][1], case) if len(parts) > 1 else None
    if step.technique == "two-string-kite":
        return (step.technique, step.shape.regions[parts[1][0][0]])
    if step.technique == "empty-rectangle":
        boxes = [{step.shape.regions[cell] for part in half for cell, _ in part} for half in (parts[:2], parts[2:])]
        return (step.technique, step.digits, next((min(box) for box in boxes if len(box) == 1), None))
    if step.technique == "multi-colouring":
        return (step.technique, frozenset(frozenset(part) for part in parts))
    if step.technique == "template":
        return (step.technique, step.digits) if step.places else None
    if (step.technique == "unique-rectangle" and len(parts) == 3) or step.technique == "death-blossom":
        return (step.technique, parts)
    return None
