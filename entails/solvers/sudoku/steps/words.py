"""Steps in words. One function per way of arguing; each names the cells it rests on and what follows."""

from collections.abc import Callable, Sequence
from itertools import combinations

from entails.models.sudoku import mask_digits
from entails.solvers.sudoku.steps.argument import Argument, Candidate
from entails.solvers.sudoku.steps.pattern_words import SAY as SAY_PATTERNS
from entails.solvers.sudoku.steps.saying import a_technique, cells_in_words, listed, named, ruled_out
from entails.solvers.sudoku.steps.trouble import trouble


def sentence(step: Argument) -> str:
    """The step as a person would say it."""
    return _SAY[step.technique](step)


def _unit(step: Argument) -> str:
    return step.shape.units[_unit_index(step)].name


def _unit_index(step: Argument) -> int:
    assert step.evidence.unit is not None
    return step.evidence.unit


def _full_house(step: Argument) -> str:
    [(cell, digit)] = step.places
    return f"{step.shape.cell_name(cell)} is the last free cell of {_unit(step)}: it is {digit}."


def _last_remaining(step: Argument) -> str:
    [(cell, digit)] = step.places
    return f"In {_unit(step)}, the {digit} can only go in {step.shape.cell_name(cell)}."


def _last_number(step: Argument) -> str:
    [(cell, digit)] = step.places
    return f"{step.shape.cell_name(cell)} sees every digit but {digit}: it is {digit}."


def _naked_single(step: Argument) -> str:
    [(cell, digit)] = step.places
    return f"{digit} is the only candidate left in {step.shape.cell_name(cell)}."


def _hidden_single(step: Argument) -> str:
    [(cell, digit)] = step.places
    return f"In {_unit(step)}, {step.shape.cell_name(cell)} is the only candidate left for the {digit}."


def _locked(step: Argument) -> str:
    [digit] = step.digits
    places = cells_in_words(step, step.cells, "or")
    if step.evidence.other < 0:
        seeing = cells_in_words(step, (cell for cell, _ in step.removes))
        sees = "sees" if len(step.removes) == 1 else "see"
        return f"In {_unit(step)}, the {digit} can only be in {places}; {seeing} {sees} them all, so {ruled_out(step)}."
    other = step.shape.units[step.evidence.other].name
    return f"In {_unit(step)}, the {digit} can only be in {places}, so no other cell of {other} is {digit}."


def _naked(step: Argument) -> str:
    digits = step.digits
    return (
        f"{listed(digits)} in {cells_in_words(step, step.cells)} are {a_technique(step)} in {_unit(step)}, "
        f"so no other cell of {_unit(step)} is {listed(digits, 'or')}."
    )


def _hidden(step: Argument) -> str:
    return (
        f"In {_unit(step)}, {listed(step.digits)} can only go in {cells_in_words(step, step.cells)} "
        f"({a_technique(step)}), "
        f"so these cells hold nothing else: {ruled_out(step)}."
    )


def _fish(step: Argument) -> str:
    [digit] = step.digits
    size = step.shape.size
    rows = sorted({cell // size + 1 for cell in step.cells})
    columns = sorted({cell % size + 1 for cell in step.cells})
    base, cover = f"rows {listed(rows)}", f"columns {listed(columns)}"
    if step.evidence.case == 1:
        base, cover = f"columns {listed(columns)}", f"rows {listed(rows)}"
    return (
        f"In {base}, the {digit} can only be in {cover} ({a_technique(step)} on "
        f"{cells_in_words(step, step.cells)}), so {ruled_out(step)}."
    )


def _wing(step: Argument) -> str:
    (pivot, x), (one, _), (other, y) = step.evidence.parts[0]
    z = step.removes[0][1]
    itself = [] if step.technique == "y-wing" else [z]
    return (
        f"{step.shape.cell_name(pivot)} is {listed([x, y, *itself], 'or')}; with {x}, {step.shape.cell_name(one)} "
        f"is {z}, and "
        f"with {y}, {step.shape.cell_name(other)} is {z}. So one of "
        f"{cells_in_words(step, [one, other] if step.technique == 'y-wing' else [pivot, one, other])} is {z} "
        f"({a_technique(step)}), and {ruled_out(step)}."
    )


def _colouring(step: Argument) -> str:
    [digit] = step.digits
    blue, green = ([cell for cell, _ in part] for part in step.evidence.parts)
    text = (
        f"Colour the {digit}s in turn along the units with two places for {digit}: {cells_in_words(step, blue)} blue, "
        f"{cells_in_words(step, green)} green"
    )
    if step.evidence.case:
        same, cells = ("blue", blue) if step.evidence.case == 1 else ("green", green)
        two = cells_in_words(step, two_that_meet(step, cells))
        return f"{text}. But {two}, both {same}, see each other, so no {same} cell is {digit}."
    seeing = cells_in_words(step, (cell for cell, _ in step.removes))
    sees, they = ("sees", "it is") if len(step.removes) == 1 else ("see", "they are")
    return f"{text}. One of the colours is {digit} throughout; {seeing} {sees} both, so {they} not {digit}."


def two_that_meet(step: Argument, cells: Sequence[int]) -> tuple[int, int]:
    """The first two of these cells that see each other."""
    return next((one, other) for one, other in combinations(cells, 2) if other in step.shape.peers[one])


def _rectangle(step: Argument) -> str:
    corners = [cell for cell, _ in step.evidence.parts[0]]
    pair = listed(mask_digits(step.evidence.other))
    text = f"{cells_in_words(step, corners)} may not all be {pair}, or the puzzle would have two solutions"
    if step.evidence.case == 1:
        extra = step.removes[0][1]
        return f"{text}; so {cells_in_words(step, corners[:2], 'or')} is {extra}, and {ruled_out(step)}."
    if step.evidence.case == 2:
        locked = next(d for d in mask_digits(step.evidence.other) if d != step.removes[0][1])
        return f"{text}; in {_unit(step)}, {cells_in_words(step, corners[:2], 'or')} is {locked}, so {ruled_out(step)}."
    if step.evidence.case == 3:
        more, others = ({digit for _, digit in part} for part in step.evidence.parts[1:])
        with_them = cells_in_words(step, dict.fromkeys(cell for cell, _ in step.evidence.parts[2]))
        return (
            f"{text}; so {cells_in_words(step, corners[:2], 'or')} is {listed(sorted(more), 'or')}. With "
            f"{with_them}, it "
            f"takes {listed(sorted(more | others))} of {_unit(step)}, so {ruled_out(step)}."
        )
    return f"{text}, so {ruled_out(step)}."


def _x_chain(step: Argument) -> str:
    [digit] = step.digits
    start, *between, end = [cell for cell, _ in reversed(step.evidence.parts[0])]
    links = [f"{step.shape.cell_name(cell)} is{' not' if turn % 2 else ''}" for turn, cell in enumerate(between)]
    return (
        f"If {step.shape.cell_name(start)} is not {digit}, then {', then '.join(links)}, then "
        f"{step.shape.cell_name(end)} is. "
        f"So {cells_in_words(step, list(dict.fromkeys([start, end])), 'or')} is {digit}, and {ruled_out(step)}."
    )


def _xy_chain(step: Argument) -> str:
    (start, first), *links = reversed(step.evidence.parts[0])
    digit = step.removes[0][1]
    told = ", then ".join(f"{step.shape.cell_name(cell)} is {digit}" for cell, digit in links)
    return (
        f"If {step.shape.cell_name(start)} is not {digit}, it is {first}, then {told}. "
        f"So {cells_in_words(step, [start, links[-1][0]], 'or')} is {digit}, and {ruled_out(step)}."
    )


def _disjunction(step: Argument) -> str:
    if step.evidence.case == 0:
        supposed, *links = step.evidence.parts[0]
        told = f"Then {named(step, *links)}, and " if links else "Then "
        return (
            f"Suppose {named(step, supposed)}. {told}{trouble(step.evidence.other)}. So {ruled_out(step, [supposed])}."
        )
    (one, *first), (other, *second) = step.evidence.parts
    result = " and ".join(named(step, one) for one in step.places) or ruled_out(step)
    return (
        f"Either {named(step, one)} or {named(step, other)}. {_consequence(step, one, first)} "
        f"{_consequence(step, other, second)} "
        f"Either way, {result}."
    )


def _nested(step: Argument) -> str:
    supposed, *struck = step.evidence.parts[0]
    inside = (
        f"supposed there one after the other, each of {named(step, *struck)} leads to a contradiction; without them, "
    )
    return (
        f"Suppose {named(step, supposed)}. Then {inside if struck else ''}{trouble(step.evidence.other)}. "
        f"So {ruled_out(step, [supposed])}."
    )


def _consequence(step: Argument, supposed: Candidate, links: Sequence[Candidate]) -> str:
    told = named(step, *links)
    return (
        f"If {named(step, supposed)}, then {told}." if links else f"If {named(step, supposed)}, this is clear at once."
    )


_SAY: dict[str, Callable[[Argument], str]] = {
    "full-house": _full_house,
    "last-remaining-box": _last_remaining,
    "last-remaining-row": _last_remaining,
    "last-remaining-column": _last_remaining,
    "last-possible-number": _last_number,
    "naked-single": _naked_single,
    "hidden-single-box": _hidden_single,
    "hidden-single-line": _hidden_single,
    "pointing-pair": _locked,
    "pointing-triple": _locked,
    "box-line-reduction": _locked,
    "naked-pair": _naked,
    "naked-triple": _naked,
    "naked-quad": _naked,
    "hidden-pair": _hidden,
    "hidden-triple": _hidden,
    "hidden-quad": _hidden,
    "x-wing": _fish,
    "swordfish": _fish,
    "jellyfish": _fish,
    "y-wing": _wing,
    "xyz-wing": _wing,
    "simple-colouring": _colouring,
    "unique-rectangle": _rectangle,
    "x-chain": _x_chain,
    "xy-chain": _xy_chain,
    "disjunction": _disjunction,
    "nested-disjunction": _nested,
    **SAY_PATTERNS,
}
