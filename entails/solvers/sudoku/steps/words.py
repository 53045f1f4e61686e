"""Steps in words. One function per way of arguing; each names the cells it rests on and what follows.

Patterns that rest on the puzzle having one solution, in words: rectangles, loops and the bivalue universal grave.

Named patterns in words: chains link by link, sets, fins, exclusion, and the branches of forcing chains.
"""

from collections.abc import Callable, Sequence
from itertools import combinations

from entails.models.sudoku.grid import mask_digits
from entails.solvers.sudoku.steps.argument import Candidate, StepArgument
from entails.solvers.sudoku.steps.phrases import a_technique, cells_in_words, listed, named, ruled_out, trouble


def _avoidable(step: StepArgument) -> str:
    corners = [cell for cell, _ in step.evidence.parts[0]]
    pair = listed(mask_digits(step.evidence.other))
    text = (
        f"None of {cells_in_words(step, corners)} is given, so they may not all be {pair} ({a_technique(step)}), or "
        f"exchanging these would give another solution"
    )
    if step.evidence.case == 1:
        return f"{text}; so {ruled_out(step)}."
    return f"{text}; so {cells_in_words(step, corners[:2], 'or')} is {step.removes[0][1]}, and {ruled_out(step)}."


def _loop(step: StepArgument) -> str:
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


def _unique_rectangle(step: StepArgument) -> str:
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


def alone_in(step: StepArgument) -> list[int]:
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


def _grave(step: StepArgument) -> str:
    further = listed((named(step, one) for one in step.evidence.parts[0]), "or")
    return (
        f"Without {further} every cell would have two candidates and every digit two places in each unit "
        f"({a_technique(step)}), and the puzzle not one solution. So one of these holds, and {ruled_out(step)}."
    )


UNIQUE_SENTENCES: dict[str, Callable[[StepArgument], str]] = {
    "avoidable-rectangle": _avoidable,
    **dict.fromkeys(("unique-rectangle-5", "unique-rectangle-6", "hidden-rectangle"), _unique_rectangle),
    "unique-loop": _loop,
    "bug": _grave,
}

Part = Sequence[Candidate]


def _end(step: StepArgument, part: Part, holds: bool) -> str:
    """ "r1c1 is 5", "none of r1c1 and r1c2 is 5"."""
    digit = part[0][1]
    if len(part) == 1:
        return f"{step.shape.cell_name(part[0][0])} is {'' if holds else 'not '}{digit}"
    return f"{'one' if holds else 'none'} of {_cells(step, part)} is {digit}"


def _cells(step: StepArgument, part: Part, joint: str = "and") -> str:
    return cells_in_words(step, dict.fromkeys(cell for cell, _ in part), joint)


def _so(step: StepArgument) -> str:
    return ruled_out(step)


def _chain(step: StepArgument) -> str:
    first, *others = step.evidence.parts
    told = ", so ".join(
        _end(step, part, turn % 2 == 0) + (" (almost locked set)" if by_set(step, turn + 1) else "")
        for turn, part in enumerate(others)
    )
    text = f"If {_end(step, first, False)}, then {told}"
    last, name = others[-1], a_technique(step)
    if step.evidence.case == 3:
        closing = f"and so {_end(step, first, False)} again. Of neighbours in this loop just one holds ({name})"
        return f"{text}, {closing}, so {_so(step)}."
    if step.evidence.case == 4:
        return f"{text}. So {_end(step, first, True)} in any case ({name}), and {_so(step)}."
    if step.evidence.case == 1:
        both = cells_in_words(step, dict.fromkeys(cell for part in (first, last) for cell, _ in part), "or")
        return f"{text}. So {both} is {first[0][1]} ({name}), and {_so(step)}."
    return f"{text}. So {_end(step, first, True)} or {_end(step, last, True)} ({name}), and {_so(step)}."


def by_set(step: StepArgument, at: int) -> bool:
    """Does this end of a chain follow from the one before by an almost locked set? Then it is another digit, and not in
    the same cell alone."""
    before, here = step.evidence.parts[at - 1 : at + 1]
    return at % 2 == 1 and before[0][1] != here[0][1] and {cell for cell, _ in (*before, *here)} != {here[0][0]}


def _two_groups(step: StepArgument) -> str:
    meeting, opposite, facing, other = step.evidence.parts
    digit = meeting[0][1]
    groups = (
        f"Colour two groups of {digit}s in turn along the units with two places for it: {_cells(step, meeting)} "
        f"against "
        f"{_cells(step, opposite)}, {_cells(step, facing)} against {_cells(step, other)} ({a_technique(step)})"
    )
    if step.evidence.case == 2:
        return (
            f"{groups}. The first colour sees both colours of the other group, one of which is {digit}. So {_so(step)}."
        )
    why = f"The first of each see each other, so not both are {digit}, and one of the two others is"
    return f"{groups}. {why}. So {_so(step)}."


def _locked_set(step: StepArgument) -> str:
    line = step.shape.units[step.evidence.unit or 0].name
    box = step.shape.units[step.shape.units_of[step.cells[0]][2]].name
    return (
        f"{listed(step.digits)} in {cells_in_words(step, step.cells)} are {a_technique(step)}: no other cell of "
        f"{line} or "
        f"{box} is {listed(step.digits, 'or')}. So {_so(step)}."
    )


def _any_fish(step: StepArgument) -> str:
    body, *fins = step.evidence.parts
    digit = body[0][1]
    base, cover = (
        listed(step.shape.units[unit].name for unit in range(27) if bits >> unit & 1)
        for bits in (step.evidence.case, step.evidence.other)
    )
    unless = f", unless {_cells(step, fins[0], 'or')} is {digit}" if fins else ""
    return (
        f"The {digit}s of {base} are all in {cover} (on {_cells(step, body)}){unless} ({a_technique(step)}). As "
        f"many houses "
        f"cover as are covered, so {_so(step)}."
    )


def _template(step: StepArgument) -> str:
    [digit] = step.digits
    ways = f"Of all ways to place the {digit}s at once ({a_technique(step)})"
    if step.evidence.other == 1:
        ways += " that leave every other digit a way of its own"
    if step.places:
        return f"{ways}, each has {named(step, *step.places)}."
    return f"{ways}, none uses another place than {cells_in_words(step, step.cells)}. So {_so(step)}."


def _remote_pair(step: StepArgument) -> str:
    chain = [cell for cell, _ in step.evidence.parts[0]]
    pair = tuple(mask_digits(step.evidence.other))
    outer = cells_in_words(step, [chain[0], chain[-1]])
    return (
        f"{cells_in_words(step, chain)} are all {listed(pair, 'or')}, and each sees the next. So {outer} "
        f"are not the same ({a_technique(step)}), and {_so(step)}."
    )


def _finned(step: StepArgument) -> str:
    body, fins = step.evidence.parts
    digit = body[0][1]
    size = step.shape.size
    rows = sorted({cell // size + 1 for cell, _ in (*body, *fins)})
    columns = sorted({cell % size + 1 for cell, _ in body})
    base, cover = f"rows {listed(rows)}", f"columns {listed(columns)}"
    if step.evidence.case == 1:
        columns = sorted({cell % size + 1 for cell, _ in (*body, *fins)})
        base, cover = f"columns {listed(columns)}", f"rows {listed(sorted({cell // size + 1 for cell, _ in body}))}"
    return (
        f"In {base}, the {digit} is in {cover} (on {_cells(step, body)}), unless {_cells(step, fins, 'or')} is {digit} "
        f"({a_technique(step)}). Either way, {_so(step)}."
    )


def _sets(step: StepArgument) -> str:
    parts = step.evidence.parts
    sets, joints = parts[::2], parts[1::2]
    told = "; ".join(
        f"{_cells(step, part)} {'has' if len({cell for cell, _ in part}) == 1 else 'have'} {listed(digits_of(part))}"
        for part in sets
    )
    if step.evidence.case == 1:
        return (
            f"Almost locked sets: {told}. They share two digits that each can have only once, so both are locked "
            f"({a_technique(step)}), and {_so(step)}."
        )
    only, one = f"only one of them can have the {joints[0][0][1]}", "one of them"
    if len(sets) > 2:
        joined = ", then ".join(str(joint[0][1]) for joint in joints)
        only, one = (
            f"of each two in a row only one can have the digit that joins them: {joined}",
            "the first or the last",
        )
    held = listed([step.evidence.other] if step.evidence.other else sorted({digit for _, digit in step.removes}))
    return f"Almost locked sets: {told}; {only}. So {one} holds the {held} ({a_technique(step)}), and {_so(step)}."


def digits_of(part: Part) -> list[int]:
    return sorted({digit for _, digit in part})


def _blossom(step: StepArgument) -> str:
    stem, *petals = step.evidence.parts
    told = "; ".join(f"{_cells(step, part)} with {listed(digits_of(part))}" for part in petals)
    return (
        f"{_cells(step, stem)} is {listed(digits_of(stem), 'or')}. Each takes its digit from one of these almost "
        f"locked sets: "
        f"{told}. So one of them is locked and holds the {step.evidence.other} ({a_technique(step)}), and {_so(step)}."
    )


def _sue_de_coq(step: StepArgument) -> str:
    inner, *others = step.evidence.parts
    told = " and ".join(f"{_cells(step, part)} ({listed(digits_of(part))})" for part in others)
    box, line = step.shape.units[step.evidence.unit or 0].name, step.shape.units[step.evidence.other].name
    return (
        f"Where {box} and {line} cross, {_cells(step, inner)} ({listed(digits_of(inner))}), with {told}, are as many "
        f"cells as "
        f"they have digits, each of which goes there once ({a_technique(step)}). So {_so(step)}."
    )


def _aligned(step: StepArgument) -> str:
    base, excluders = step.evidence.parts
    return (
        f"Try every way to fill {_cells(step, base)}: no digit twice where they see each other, and something left "
        f"for each "
        f"of {_cells(step, excluders)} ({a_technique(step)}). What remains says that {_so(step)}."
    )


def _branch(step: StepArgument, part: Part, supposed: str) -> str:
    told = named(step, *part[1:])
    return f"{supposed}: {told}" if told else f"{supposed}, at once"


def _forcing(step: StepArgument) -> str:
    parts, case, off = step.evidence.parts, step.evidence.case, bool(step.evidence.other)
    result = " and ".join(named(step, one) for one in step.places) or _so(step)
    name = a_technique(step)
    if case == 7:
        (cell, digit), *between = parts[0]
        *then, last = between or [(cell, digit)]
        told = f"Then {named(step, *then)}, and " if then else "Then "
        start = f"{step.shape.cell_name(cell)} is {'not ' if off else ''}{digit}"
        return f"Suppose {start}. {told}{named(step, last)} would have to be and not to be ({name}). So {result}."
    if case == 1:
        start = named(step, parts[0][0])
        branches = [
            _branch(step, reached(step, parts[0]), f"if {start}"),
            _branch(step, reached(step, parts[1]), f"if not {start}"),
        ]
    else:
        branches = [_branch(step, reached(step, part), f"if {named(step, part[0])}") for part in parts]
    first, *others = branches
    cell, digit = parts[0][0]
    opening = {1: "", 5: f"Whatever {step.shape.cell_name(cell)} holds", 6: f"Wherever the {digit} goes"}[case]
    told = "; ".join([f"{opening}, {first}" if opening else first[0].upper() + first[1:], *others])
    return f"{told}. In each case {result} ({name})."


def reached(step: StepArgument, part: Part) -> Part:
    """An end that is not so is told once, after all branches."""
    return part if step.places else part[:-1] if len(part) > 1 else part


SAY: dict[str, Callable[[StepArgument], str]] = {
    **UNIQUE_SENTENCES,
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
            "als-aic",
            "als-aic-loop",
        ),
        _chain,
    ),
    "multi-colouring": _two_groups,
    "locked-pair": _locked_set,
    "locked-triple": _locked_set,
    "template": _template,
    **dict.fromkeys(
        (
            f"{kind}-{fish}"
            for kind in ("franken", "finned-franken", "mutant", "finned-mutant")
            for fish in ("x-wing", "swordfish", "jellyfish")
        ),
        _any_fish,
    ),
    "remote-pair": _remote_pair,
    **dict.fromkeys(
        (f"{kind}-{fish}" for kind in ("finned", "sashimi") for fish in ("x-wing", "swordfish", "jellyfish")), _finned
    ),
    **dict.fromkeys(("als-xz", "als-xy-wing", "als-chain"), _sets),
    "death-blossom": _blossom,
    "sue-de-coq": _sue_de_coq,
    **dict.fromkeys(("aligned-pair-exclusion", "aligned-triplet-exclusion"), _aligned),
    **dict.fromkeys(("nishio", "multiple-forcing-chains", "dynamic-forcing-chains", "nested-forcing-chains"), _forcing),
}


def sentence(step: StepArgument) -> str:
    """The step as a person would say it."""
    return _SAY[step.technique](step)


def _unit(step: StepArgument) -> str:
    return step.shape.units[_unit_index(step)].name


def _unit_index(step: StepArgument) -> int:
    assert step.evidence.unit is not None
    return step.evidence.unit


def _full_house(step: StepArgument) -> str:
    [(cell, digit)] = step.places
    return f"{step.shape.cell_name(cell)} is the last free cell of {_unit(step)}: it is {digit}."


def _last_remaining(step: StepArgument) -> str:
    [(cell, digit)] = step.places
    return f"In {_unit(step)}, the {digit} can only go in {step.shape.cell_name(cell)}."


def _last_number(step: StepArgument) -> str:
    [(cell, digit)] = step.places
    return f"{step.shape.cell_name(cell)} sees every digit but {digit}: it is {digit}."


def _naked_single(step: StepArgument) -> str:
    [(cell, digit)] = step.places
    return f"{digit} is the only candidate left in {step.shape.cell_name(cell)}."


def _hidden_single(step: StepArgument) -> str:
    [(cell, digit)] = step.places
    return f"In {_unit(step)}, {step.shape.cell_name(cell)} is the only candidate left for the {digit}."


def _locked(step: StepArgument) -> str:
    [digit] = step.digits
    places = cells_in_words(step, step.cells, "or")
    if step.evidence.other < 0:
        seeing = cells_in_words(step, (cell for cell, _ in step.removes))
        sees = "sees" if len(step.removes) == 1 else "see"
        return f"In {_unit(step)}, the {digit} can only be in {places}; {seeing} {sees} them all, so {ruled_out(step)}."
    other = step.shape.units[step.evidence.other].name
    return f"In {_unit(step)}, the {digit} can only be in {places}, so no other cell of {other} is {digit}."


def _naked(step: StepArgument) -> str:
    digits = step.digits
    return (
        f"{listed(digits)} in {cells_in_words(step, step.cells)} are {a_technique(step)} in {_unit(step)}, "
        f"so no other cell of {_unit(step)} is {listed(digits, 'or')}."
    )


def _hidden(step: StepArgument) -> str:
    return (
        f"In {_unit(step)}, {listed(step.digits)} can only go in {cells_in_words(step, step.cells)} "
        f"({a_technique(step)}), "
        f"so these cells hold nothing else: {ruled_out(step)}."
    )


def _fish(step: StepArgument) -> str:
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


def _wing(step: StepArgument) -> str:
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


def _colouring(step: StepArgument) -> str:
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


def two_that_meet(step: StepArgument, cells: Sequence[int]) -> tuple[int, int]:
    """The first two of these cells that see each other."""
    return next((one, other) for one, other in combinations(cells, 2) if other in step.shape.peers[one])


def _rectangle(step: StepArgument) -> str:
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


def _x_chain(step: StepArgument) -> str:
    [digit] = step.digits
    start, *between, end = [cell for cell, _ in reversed(step.evidence.parts[0])]
    links = [f"{step.shape.cell_name(cell)} is{' not' if turn % 2 else ''}" for turn, cell in enumerate(between)]
    return (
        f"If {step.shape.cell_name(start)} is not {digit}, then {', then '.join(links)}, then "
        f"{step.shape.cell_name(end)} is. "
        f"So {cells_in_words(step, list(dict.fromkeys([start, end])), 'or')} is {digit}, and {ruled_out(step)}."
    )


def _xy_chain(step: StepArgument) -> str:
    (start, first), *links = reversed(step.evidence.parts[0])
    digit = step.removes[0][1]
    told = ", then ".join(f"{step.shape.cell_name(cell)} is {digit}" for cell, digit in links)
    return (
        f"If {step.shape.cell_name(start)} is not {digit}, it is {first}, then {told}. "
        f"So {cells_in_words(step, [start, links[-1][0]], 'or')} is {digit}, and {ruled_out(step)}."
    )


def _disjunction(step: StepArgument) -> str:
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


def _nested(step: StepArgument) -> str:
    supposed, *struck = step.evidence.parts[0]
    inside = (
        f"supposed there one after the other, each of {named(step, *struck)} leads to a contradiction; without them, "
    )
    return (
        f"Suppose {named(step, supposed)}. Then {inside if struck else ''}{trouble(step.evidence.other)}. "
        f"So {ruled_out(step, [supposed])}."
    )


def _consequence(step: StepArgument, supposed: Candidate, links: Sequence[Candidate]) -> str:
    told = named(step, *links)
    return (
        f"If {named(step, supposed)}, then {told}." if links else f"If {named(step, supposed)}, this is clear at once."
    )


_SAY: dict[str, Callable[[StepArgument], str]] = {
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
    **SAY,
}
