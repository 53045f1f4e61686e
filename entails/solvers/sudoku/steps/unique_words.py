"""Patterns that rest on the puzzle having one solution, in words: rectangles, loops and the bivalue universal grave."""

from collections.abc import Callable

from entails.models.sudoku import mask_digits
from entails.solvers.sudoku.steps.argument import Argument
from entails.solvers.sudoku.steps.saying import a_technique, cells_in_words, listed, named, ruled_out


def _avoidable(step: Argument) -> str:
    corners = [cell for cell, _ in step.evidence.parts[0]]
    pair = listed(mask_digits(step.evidence.other))
    text = (
        f"None of {cells_in_words(step, corners)} is given, so they may not all be {pair} ({a_technique(step)}), or "
        f"exchanging these would give another solution"
    )
    if step.evidence.case == 1:
        return f"{text}; so {ruled_out(step)}."
    return f"{text}; so {cells_in_words(step, corners[:2], 'or')} is {step.removes[0][1]}, and {ruled_out(step)}."


def _loop(step: Argument) -> str:
    pair = tuple(mask_digits(step.evidence.other))
    loop = [cell for cell, _ in step.evidence.parts[0]]
    why = {
        1: "so the one that can be more is neither",
        2: "so one of those that can be more is that",
        3: "so one of those that can be more is that, which makes a subset",
        4: f"and one of {listed(pair, 'or')} has to be in the two that can be more",
    }[step.evidence.case]
    return (
        f"{cells_in_words(step, loop)} may not all be {listed(pair)} ({a_technique(step)}), or the puzzle would "
        f"have two "
        f"solutions; {why}: {ruled_out(step)}."
    )


def _rectangle(step: Argument) -> str:
    corners = cells_in_words(step, [cell for cell, _ in step.evidence.parts[0]])
    pair, digit = listed(mask_digits(step.evidence.other)), step.evidence.case
    if step.technique == "unique-rectangle-5":
        return (
            f"{corners} may not all be {pair} ({a_technique(step)}), or the puzzle would have two solutions; so one of "
            f"those that can be more is that: {ruled_out(step)}."
        )
    where = listed(step.shape.units[unit].name for unit in alone_in(step))
    supposed = f"{step.shape.cell_name(step.removes[0][0])} were {step.removes[0][1]}"
    if step.technique == "unique-rectangle-6":
        supposed = f"{cells_in_words(step, (cell for cell, _ in step.removes), 'or')} were {digit}, both would be"
    return (
        f"In {where}, the {digit} is only at corners of the rectangle {corners}. If {supposed}, all four would be "
        f"{pair}, and the puzzle would have two solutions ({a_technique(step)}). So {ruled_out(step)}."
    )


def alone_in(step: Argument) -> list[int]:
    """The units in which a digit has no place outside of a rectangle: row and column of its corner, or two lines."""
    digit, cells = step.evidence.case, [cell for cell, _ in step.removes]
    if step.technique == "hidden-rectangle":
        return list(step.shape.units_of[cells[0]][:2])
    corners = {cell for cell, _ in step.evidence.parts[0]}
    rows, columns = ([step.shape.units_of[cell][view] for cell in sorted(cells)] for view in (0, 1))
    inside = all(
        cell in corners or not step.evidence.marks[cell] >> (digit - 1) & 1
        for unit in rows
        for cell in step.shape.units[unit].cells
    )
    return rows if inside else columns


def _grave(step: Argument) -> str:
    further = listed((named(step, one) for one in step.evidence.parts[0]), "or")
    return (
        f"Without {further} every cell would have two candidates and every digit two places in each unit "
        f"({a_technique(step)}), and the puzzle not one solution. So one of these holds, and {ruled_out(step)}."
    )


SAY: dict[str, Callable[[Argument], str]] = {
    "avoidable-rectangle": _avoidable,
    **dict.fromkeys(("unique-rectangle-5", "unique-rectangle-6", "hidden-rectangle"), _rectangle),
    "unique-loop": _loop,
    "bug": _grave,
}
