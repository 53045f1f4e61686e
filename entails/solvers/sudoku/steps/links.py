"""Links of forcing chains: what follows from a supposition, one candidate after another, and the contradiction."""

from dataclasses import dataclass
from itertools import combinations
from typing import Literal

from entails.solvers.sudoku.steps.argument import Candidate, Node, StepArgument, excludes, forced_by


@dataclass(frozen=True, slots=True)
class ImplicationLink:
    """A link of a branch: rivals are removed, so a candidate is true.

    Attributes:
        removed: The rivals in its cell or in a unit, all removed by earlier candidates; none if a pattern helped.
        reached: The candidate.
        holds: Whether it is true; False for the removed end of a branch.
    """

    removed: Node
    reached: Candidate
    holds: bool = True


@dataclass(frozen=True, slots=True)
class ChainContradiction:
    """The end of a refuted supposition.

    Kinds: "cell" has no candidate left, "unit" has no place left for the digit, "twice" is a digit twice in a unit,
    "both" is two digits in a cell, "pattern" is a contradiction that a pattern helps to show.
    """

    kind: Literal["cell", "unit", "twice", "both", "pattern"]
    cell: int
    digit: int
    unit: int = 0
    other_digit: int = 0


def supposes_false(step: StepArgument, branch: int) -> bool:
    """Return whether a branch of forcing chains supposes that its first candidate is false."""
    if step.evidence.case == 7:
        return bool(step.evidence.number)
    return step.evidence.case == 1 and branch == 1


def branch_links(step: StepArgument, branch: int) -> list[ImplicationLink]:
    """Return the links of a branch; the end of a refuted one is left to `contradiction`."""
    part, off = step.evidence.parts[branch], supposes_false(step, branch)
    refuted = step.evidence.case == 7
    links = [_link(step, part[:at], off, part[at]) for at in range(1, len(part) - 1)]
    if not refuted and len(part) > 1:
        last = part[-1]
        links.append(_link(step, part[:-1], off, last) if step.places else ImplicationLink((), last, False))
    return links


def _link(step: StepArgument, known: Node, off: bool, reached: Candidate) -> ImplicationLink:
    forced = forced_by(step, known, off, reached)
    return ImplicationLink(min((each.rivals for each in forced), key=len, default=()), reached)


def contradiction(step: StepArgument) -> ChainContradiction:
    """Return the contradiction at the end of a refuted supposition."""
    part, off = step.evidence.parts[0], supposes_false(step, 0)
    (cell, digit), known = part[-1], part[:-1] or part
    against = any(excludes(step.shape, earlier, part[-1]) for earlier in (known[1:] if off else known))
    if against or (off and part[0] == part[-1]):
        for forced in sorted(forced_by(step, known, off, part[-1]), key=lambda each: len(each.rivals)):
            if forced.unit is None:
                return ChainContradiction("cell", cell, digit)
            return ChainContradiction("unit", cell, digit, forced.unit)
    true = dict.fromkeys(part[1:] if off else part)
    for left, right in combinations(true, 2):
        if excludes(step.shape, left, right):
            if left[0] == right[0]:
                return ChainContradiction("both", left[0], left[1], other_digit=right[1])
            shared = set(step.shape.units_of[left[0]]) & set(step.shape.units_of[right[0]])
            return ChainContradiction("twice", left[0], left[1], min(shared))
    return ChainContradiction("pattern", cell, digit)
