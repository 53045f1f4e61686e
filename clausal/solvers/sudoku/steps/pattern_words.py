"""Named patterns in words: chains link by link, sets, fins, exclusion, and the branches of forcing chains."""

from collections.abc import Callable, Sequence

from clausal.models.sudoku import mask_digits
from clausal.solvers.sudoku.steps.argument import SHAPE, Argument, Candidate
from clausal.solvers.sudoku.steps.saying import a_technique, cells_in_words, listed, named, ruled_out

Part = Sequence[Candidate]


def _end(part: Part, holds: bool) -> str:
    """ "r1c1 is 5", "none of r1c1 and r1c2 is 5"."""
    digit = part[0][1]
    if len(part) == 1:
        return f"{SHAPE.cell_name(part[0][0])} is {'' if holds else 'not '}{digit}"
    return f"{'one' if holds else 'none'} of {_cells(part)} is {digit}"


def _cells(part: Part, joint: str = "and") -> str:
    return cells_in_words(dict.fromkeys(cell for cell, _ in part), joint)


def _so(step: Argument) -> str:
    return ruled_out(step.removes)


def _chain(step: Argument) -> str:
    first, *others = step.evidence.parts
    told = ", so ".join(_end(part, turn % 2 == 0) for turn, part in enumerate(others))
    text = f"If {_end(first, False)}, then {told}"
    last, name = others[-1], a_technique(step)
    if step.evidence.case == 3:
        closing = f"and so {_end(first, False)} again. Of neighbours in this loop just one holds ({name})"
        return f"{text}, {closing}, so {_so(step)}."
    if step.evidence.case == 4:
        return f"{text}. So {_end(first, True)} in any case ({name}), and {_so(step)}."
    if step.evidence.case == 1:
        both = cells_in_words(dict.fromkeys(cell for part in (first, last) for cell, _ in part), "or")
        return f"{text}. So {both} is {first[0][1]} ({name}), and {_so(step)}."
    return f"{text}. So {_end(first, True)} or {_end(last, True)} ({name}), and {_so(step)}."


def _remote_pair(step: Argument) -> str:
    chain = [cell for cell, _ in step.evidence.parts[0]]
    pair = tuple(mask_digits(step.evidence.other))
    outer = cells_in_words([chain[0], chain[-1]])
    return (
        f"{cells_in_words(chain)} are all {listed(pair, 'or')}, and each sees the next. So {outer} "
        f"are not the same ({a_technique(step)}), and {_so(step)}."
    )


def _finned(step: Argument) -> str:
    body, fins = step.evidence.parts
    digit = body[0][1]
    rows = sorted({cell // 9 + 1 for cell, _ in (*body, *fins)})
    columns = sorted({cell % 9 + 1 for cell, _ in body})
    base, cover = f"rows {listed(rows)}", f"columns {listed(columns)}"
    if step.evidence.case == 1:
        columns = sorted({cell % 9 + 1 for cell, _ in (*body, *fins)})
        base, cover = f"columns {listed(columns)}", f"rows {listed(sorted({cell // 9 + 1 for cell, _ in body}))}"
    return (
        f"In {base}, the {digit} is in {cover} (on {_cells(body)}), unless {_cells(fins, 'or')} is {digit} "
        f"({a_technique(step)}). Either way, {_so(step)}."
    )


def _sets(step: Argument) -> str:
    parts = step.evidence.parts
    sets, joints = parts[::2], parts[1::2]
    told = "; ".join(
        f"{_cells(part)} {'has' if len({cell for cell, _ in part}) == 1 else 'have'} {listed(_digits(part))}"
        for part in sets
    )
    if step.evidence.case == 1:
        return (
            f"Almost locked sets: {told}. They share two digits that each can have only once, so both are locked "
            f"({a_technique(step)}), and {_so(step)}."
        )
    joined = listed(dict.fromkeys(joint[0][1] for joint in joints))
    only = "only one of them can have the" if len(sets) == 2 else "of neighbours, only one can have the"
    return (
        f"Almost locked sets: {told}; {only} {joined}. So the first or the last holds the {step.evidence.other} "
        f"({a_technique(step)}), and {_so(step)}."
    )


def _digits(part: Part) -> list[int]:
    return sorted({digit for _, digit in part})


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
        f"{cells_in_words(loop)} may not all be {listed(pair)} ({a_technique(step)}), or the puzzle would have two "
        f"solutions; {why}: {_so(step)}."
    )


def _rectangle(step: Argument) -> str:
    corners = [cell for cell, _ in step.evidence.parts[0]]
    pair, digit = tuple(mask_digits(step.evidence.other)), step.evidence.case
    why = {
        "unique-rectangle-5": "so one of those that can be more is that",
        "unique-rectangle-6": f"and {digit} is only here in both rows or both columns of the corners that can be more",
        "hidden-rectangle": f"and {digit} is only here in the row and the column of the corner that can be more",
    }[step.technique]
    return (
        f"{cells_in_words(corners)} may not all be {listed(pair)} ({a_technique(step)}), or the puzzle would have two "
        f"solutions; {why}: {_so(step)}."
    )


def _blossom(step: Argument) -> str:
    stem, *petals = step.evidence.parts
    told = "; ".join(f"{_cells(part)} with {listed(_digits(part))}" for part in petals)
    return (
        f"{_cells(stem)} is {listed(_digits(stem), 'or')}. Each takes its digit from one of these almost locked sets: "
        f"{told}. So one of them is locked and holds the {step.evidence.other} ({a_technique(step)}), and {_so(step)}."
    )


def _sue_de_coq(step: Argument) -> str:
    inner, *others = step.evidence.parts
    told = " and ".join(f"{_cells(part)} ({listed(_digits(part))})" for part in others)
    box, line = SHAPE.units[step.evidence.unit or 0].name, SHAPE.units[step.evidence.other].name
    return (
        f"Where {box} and {line} cross, {_cells(inner)} ({listed(_digits(inner))}), with {told}, are as many cells as "
        f"they have digits, each of which goes there once ({a_technique(step)}). So {_so(step)}."
    )


def _grave(step: Argument) -> str:
    further = listed(map(named, step.evidence.parts[0]), "or")
    return (
        f"Without {further} every cell would have two candidates and every digit two places in each unit "
        f"({a_technique(step)}), and the puzzle not one solution. So one of these holds, and {_so(step)}."
    )


def _aligned(step: Argument) -> str:
    base, excluders = step.evidence.parts
    return (
        f"Try every way to fill {_cells(base)}: no digit twice where they see each other, and something left for each "
        f"of {_cells(excluders)} ({a_technique(step)}). What remains says that {_so(step)}."
    )


def _branch(part: Part, supposed: str) -> str:
    told = ", ".join(map(named, part[1:]))
    return f"{supposed}: {told}" if told else f"{supposed}, at once"


def _forcing(step: Argument) -> str:
    parts, case, off = step.evidence.parts, step.evidence.case, bool(step.evidence.other)
    result = " and ".join(map(named, step.places)) or _so(step)
    name = a_technique(step)
    if case == 7:
        (cell, digit), *between = parts[0]
        *then, last = between or [(cell, digit)]
        told = f"Then {', '.join(map(named, then))}, and " if then else "Then "
        start = f"{SHAPE.cell_name(cell)} is {'not ' if off else ''}{digit}"
        return f"Suppose {start}. {told}{named(last)} would have to be and not to be ({name}). So {result}."
    if case == 1:
        start = named(parts[0][0])
        branches = [
            _branch(_reached(step, parts[0]), f"if {start}"),
            _branch(_reached(step, parts[1]), f"if not {start}"),
        ]
    else:
        branches = [_branch(_reached(step, part), f"if {named(part[0])}") for part in parts]
    first, *others = branches
    cell, digit = parts[0][0]
    opening = {1: "", 5: f"Whatever {SHAPE.cell_name(cell)} holds", 6: f"Wherever the {digit} goes"}[case]
    told = "; ".join([f"{opening}, {first}" if opening else first[0].upper() + first[1:], *others])
    return f"{told}. In each case {result} ({name})."


def _reached(step: Argument, part: Part) -> Part:
    """An end that is not so is told once, after all branches."""
    return part if step.places else part[:-1] if len(part) > 1 else part


SAY: dict[str, Callable[[Argument], str]] = {
    **dict.fromkeys(
        (
            "skyscraper",
            "two-string-kite",
            "turbot-fish",
            "empty-rectangle",
            "w-wing",
            "m-wing",
            "s-wing",
            "l-wing",
            "aic",
            "aic-loop",
            "grouped-aic",
            "grouped-aic-loop",
        ),
        _chain,
    ),
    "remote-pair": _remote_pair,
    **dict.fromkeys(
        (f"{kind}-{fish}" for kind in ("finned", "sashimi") for fish in ("x-wing", "swordfish", "jellyfish")), _finned
    ),
    **dict.fromkeys(("als-xz", "als-xy-wing", "als-chain"), _sets),
    "death-blossom": _blossom,
    "sue-de-coq": _sue_de_coq,
    **dict.fromkeys(("unique-rectangle-5", "unique-rectangle-6", "hidden-rectangle"), _rectangle),
    "unique-loop": _loop,
    "bug": _grave,
    **dict.fromkeys(("aligned-pair-exclusion", "aligned-triplet-exclusion"), _aligned),
    **dict.fromkeys(("nishio", "multiple-forcing-chains", "dynamic-forcing-chains", "nested-forcing-chains"), _forcing),
}
