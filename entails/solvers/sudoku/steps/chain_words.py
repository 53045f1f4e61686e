"""Sentences of forcing chains, one per link: "r3c1 is not 2, so r7c1 is 2".

Parts of the sentences of all steps come first: names of cells, digits and units, removals, nodes of chains. Then the
links of forcing chains: what follows from a supposition, one candidate after another, and the contradiction.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Literal

from entails.locale import sudoku_steps as messages
from entails.locale.message import AND, Argument, Message, Plural, Sentence, Series, all_of, any_of, series
from entails.models.sudoku.grid import mask_digits
from entails.solvers.sudoku.steps.argument import (
    Candidate,
    Node,
    StepArgument,
    excludes,
    forced_by,
    kraken_branches,
)
from entails.solvers.sudoku.steps.technique import technique

Part = Sequence[Candidate]


def fill(step: StepArgument, message: Message, **arguments: Argument) -> Sentence:
    """Fill a message with the name of the technique, the removals of the step, and more arguments."""
    return message(**{"name": messages.a_technique(step.technique), "so": ruled_out(step), **arguments})


def fill_number(step: StepArgument, message: Plural, number: int, **arguments: Argument) -> Sentence:
    return fill(step, message.one if number == 1 else message.many, **arguments)


def cell_names(step: StepArgument, cells: Iterable[int]) -> list[str]:
    return [step.shape.cell_name(cell) for cell in cells]


def cells_of(step: StepArgument, part: Part) -> list[str]:
    """Return the names of the cells of candidates, without duplicates."""
    return cell_names(step, dict.fromkeys(cell for cell, _ in part))


def candidate_names(step: StepArgument, candidates: Iterable[Candidate]) -> Series:
    """Join the names of candidates: "r1c1=5, r1c2=4"."""
    return series(step.shape.candidate_name(*candidate) for candidate in candidates)


def digits_of(part: Part) -> list[int]:
    return sorted({digit for _, digit in part})


def pair_of(step: StepArgument) -> list[int]:
    return list(mask_digits(step.evidence.number))


def unit_text(step: StepArgument, index: int | None) -> Sentence:
    return messages.unit(step.shape.units[index or 0].name)


def of_unit_text(step: StepArgument, index: int | None) -> Sentence:
    return messages.of_unit(step.shape.units[index or 0].name)


def ruled_out(step: StepArgument, removes: Part | None = None) -> Series:
    """Describe removals: "r1c1 and r1c2 are not 5; r1c3 is not 5 or 8", with cells of equal digits together."""
    lost: dict[int, list[int]] = {}
    for cell, digit in step.removes if removes is None else removes:
        lost.setdefault(cell, []).append(digit)
    alike: dict[tuple[int, ...], list[int]] = {}
    for cell, digits in lost.items():
        alike.setdefault(tuple(digits), []).append(cell)
    return series(
        (
            (messages.LOSES_DIGIT if len(digits) == 1 else messages.LOSES_DIGITS)(
                len(cells), cells=all_of(cell_names(step, cells)), digits=messages.not_any_of(digits)
            )
            for digits, cells in alike.items()
        ),
        messages.SEMICOLON,
    )


def result_text(step: StepArgument) -> Series:
    """Describe the placement of a step, or else its removals, in words."""
    if step.places:
        return series((step.shape.candidate_name(*place) for place in step.places), AND)
    return ruled_out(step)


def node_text(step: StepArgument, part: Part, holds: bool) -> Sentence:
    """Describe a node of a chain: "r1c1 is 5" or "neither r1c1 nor r1c2 is 5"."""
    digit = part[0][1]
    if len(part) == 1:
        return (messages.IS if holds else messages.IS_NOT)(cell=step.shape.cell_name(part[0][0]), digit=digit)
    if holds:
        return messages.ONE_IS(cells=messages.one_of(cells_of(step, part)), digit=digit)
    return messages.NONE_IS(cells=messages.none_of(cells_of(step, part)), digit=digit)


@dataclass(frozen=True, slots=True)
class ImplicationLink:
    """A link of a branch: its rivals are removed, so a candidate is true.

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
    """The contradiction that ends a refuted supposition.

    Kinds: "cell" has no candidate left, "unit" has no place left for the digit, "twice" is a digit twice in a unit,
    "both" is two digits in a cell, "pattern" is a contradiction that a pattern helps to show.
    """

    kind: Literal["cell", "unit", "twice", "both", "pattern"]
    cell: int
    digit: int
    unit: int = 0
    other_digit: int = 0


def supposes_false(step: StepArgument, branch: int) -> bool:
    """Return whether a branch of forcing chains supposes its first candidate to be false."""
    if step.evidence.case == 7:
        return bool(step.evidence.number)
    return step.evidence.case == 1 and branch == 1


def branch_links(step: StepArgument, branch: int) -> list[ImplicationLink]:
    """Return the links of a branch; the end of a refuted branch is left to `contradiction`."""
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


def forcing(step: StepArgument, most: int | None = 4) -> Sentence:
    """Describe forcing chains in three sentences; of more than `most` links, only the first and last ones."""
    parts, result = step.evidence.parts, result_text(step)
    if step.evidence.case == 7:
        links = [_implication(step, link) for link in branch_links(step, 0)]
        return fill(
            step,
            messages.SUPPOSE_THEN if links else messages.SUPPOSE_AT_ONCE,
            start=node_text(step, parts[0][:1], not supposes_false(step, 0)),
            links=_folded(links, most),
            trouble=_contradiction(step),
            result=result,
        )
    return fill(step, messages.BRANCHES, cases=_cases(step), branches=branches(step, most), result=result)


def branches(step: StepArgument, most: int | None = 4) -> Series:
    """Return the branches of forcing chains; if they have many links together, only the last ones of each.

    Short branches are not folded: up to `most` links, and two for which the number of folded links would stand.
    """
    count = len(step.evidence.parts)
    links = sum(len(branch_links(step, branch)) for branch in range(count))
    each = None if most is None or links <= most + 2 else max(1, most // count)
    return series((_branch(step, branch, each) for branch in range(count)), messages.SEMICOLON)


def _cases(step: StepArgument) -> Sentence:
    """Describe the cases of forcing chains: true or false, candidates of a cell, or places of a digit."""
    starts = [part[0] for part in step.evidence.parts]
    cell, digit = starts[0]
    if step.evidence.case == 1:
        return messages.CASES_OF_CANDIDATE(cell=step.shape.cell_name(cell), digit=digit)
    if step.evidence.case == 5:
        return messages.CASES_OF_CELL(cell=step.shape.cell_name(cell), digits=any_of(digit for _, digit in starts))
    shared = set.intersection(*(set(step.shape.units_of[place]) for place, _ in starts))
    places = any_of(cell_names(step, (place for place, _ in starts)))
    return messages.CASES_OF_UNIT(unit=unit_text(step, min(shared)), digit=digit, cells=places)


def _branch(step: StepArgument, branch: int, most: int | None) -> Sentence:
    start = node_text(step, step.evidence.parts[branch][:1], not supposes_false(step, branch))
    links = [_implication(step, link) for link in branch_links(step, branch)]
    message = messages.BRANCH if links else messages.BRANCH_AT_ONCE
    head = (messages.IF if branch else messages.IF_FIRST)(supposed=start)
    return message(head=head, links=_folded(links, most))


def _implication(step: StepArgument, link: ImplicationLink) -> Sentence:
    """Describe a link as "r3c1 is not 2, so r7c1 is 2"."""
    reached = node_text(step, [link.reached], link.holds)
    if link.removed:
        return messages.LINK(removed=ruled_out(step, link.removed), reached=reached)
    return messages.LINK_BY_PATTERN(reached=reached) if link.holds else reached


def _contradiction(step: StepArgument) -> Sentence:
    end = contradiction(step)
    cell, unit = step.shape.cell_name(end.cell), unit_text(step, end.unit)
    if end.kind == "cell":
        return messages.NO_CANDIDATE(cell=cell)
    if end.kind == "both":
        return messages.TWO_DIGITS(cell=cell, digits=all_of([end.digit, end.other_digit]))
    if end.kind == "pattern":
        return messages.BY_PATTERNS(cell=cell, digit=end.digit)
    return (messages.NO_PLACE if end.kind == "unit" else messages.TWICE)(unit=unit, digit=end.digit)


def _folded(links: Sequence[Sentence], most: int | None) -> Series:
    """Join links to a series; of more than `most` + 1, keep the first and last ones and the number of the others."""
    if most is None or len(links) <= most + 1:
        return series(links, messages.NEXT)
    first, last = most // 2, most - most // 2
    left = messages.MORE_LINKS(count=len(links) - most)
    return series((*links[:first], left, *links[-last:]), messages.NEXT)


def explanation(step: StepArgument) -> list[Sentence]:
    """Return a sentence for every link of forcing chains, kraken fish and unique loops; empty for other techniques."""
    if step.technique == "unique-loop":
        cells = [cell for cell, _ in step.evidence.parts[0]]
        return [sentence for sentence in map(_shared(step), cells, (*cells[1:], cells[0])) if sentence is not None]
    family = technique(step.technique).family
    if family == "kraken fish":
        return explanation_of_branches(kraken_branches(step))
    return explanation_of_branches(step) if family == "forcing" else []


def explanation_of_branches(step: StepArgument) -> list[Sentence]:
    """Return every link of the branches as a sentence, and the result."""
    sentences: list[Sentence] = []
    for branch, part in enumerate(step.evidence.parts):
        start = node_text(step, part[:1], not supposes_false(step, branch))
        sentences.append(messages.SUPPOSE_FIRST(supposed=start))
        sentences += [messages.THEN_LINK(link=_implication(step, link)) for link in branch_links(step, branch)]
    if step.evidence.case == 7:
        sentences.append(messages.THEN_LINK(link=_contradiction(step)))
    return [*sentences, messages.THEREFORE(result=result_text(step))]


def _shared(step: StepArgument) -> Callable[[int, int], Sentence | None]:
    """Return a function that names the unit shared by two neighbouring cells of a loop."""

    def say(left: int, right: int) -> Sentence | None:
        units = sorted(set(step.shape.units_of[left]) & set(step.shape.units_of[right]))
        if not units:
            return None
        cells, digits = all_of(cell_names(step, (left, right))), all_of(pair_of(step))
        return messages.NEIGHBOURS(cells=cells, unit=unit_text(step, units[0]), digits=digits)

    return say
