"""Parts of the sentences of steps: names of cells, digits and units, removals, nodes of chains."""

from collections.abc import Iterable, Sequence

from entails.locale import sudoku_steps as messages
from entails.locale.message import AND, Argument, Message, Plural, Sentence, Series, all_of, series
from entails.models.sudoku.grid import mask_digits
from entails.solvers.sudoku.steps.argument import Candidate, StepArgument

Part = Sequence[Candidate]


def fill(step: StepArgument, message: Message, **arguments: Argument) -> Sentence:
    """Return a message with the name of the technique, the removals of the step, and further arguments."""
    return message(**{"name": messages.a_technique(step.technique), "so": ruled_out(step), **arguments})


def fill_number(step: StepArgument, message: Plural, number: int, **arguments: Argument) -> Sentence:
    return fill(step, message.one if number == 1 else message.many, **arguments)


def cell_names(step: StepArgument, cells: Iterable[int]) -> list[str]:
    return [step.shape.cell_name(cell) for cell in cells]


def cells_of(step: StepArgument, part: Part) -> list[str]:
    """Return the names of the cells of candidates, each once."""
    return cell_names(step, dict.fromkeys(cell for cell, _ in part))


def candidate_names(step: StepArgument, candidates: Iterable[Candidate]) -> Series:
    """Return candidates as "r1c1=5, r1c2=4"."""
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
    """Return removals as "r1c1 and r1c2 are not 5; r1c3 is not 5 or 8", cells with the same digits together."""
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
    """Return the placement or else the removals of a step, in words."""
    if step.places:
        return series((step.shape.candidate_name(*place) for place in step.places), AND)
    return ruled_out(step)


def node_text(step: StepArgument, part: Part, holds: bool) -> Sentence:
    """Return a node of a chain as "r1c1 is 5" or "neither r1c1 nor r1c2 is 5"."""
    digit = part[0][1]
    if len(part) == 1:
        return (messages.IS if holds else messages.IS_NOT)(cell=step.shape.cell_name(part[0][0]), digit=digit)
    if holds:
        return messages.ONE_IS(cells=messages.one_of(cells_of(step, part)), digit=digit)
    return messages.NONE_IS(cells=messages.none_of(cells_of(step, part)), digit=digit)
