"""Named patterns in words: chains link by link, sets, fins, exclusion, and the branches of forcing chains."""

from collections.abc import Callable, Sequence

from entails.models.sudoku import mask_digits
from entails.solvers.sudoku.steps.argument import Argument, Candidate
from entails.solvers.sudoku.steps.saying import a_technique, cells_in_words, listed, named, ruled_out
from entails.solvers.sudoku.steps.unique_words import SAY as SAY_UNIQUE

Part = Sequence[Candidate]


def _end(step: Argument, part: Part, holds: bool) -> str:
    """ "r1c1 is 5", "none of r1c1 and r1c2 is 5"."""
    digit = part[0][1]
    if len(part) == 1:
        return f"{step.shape.cell_name(part[0][0])} is {'' if holds else 'not '}{digit}"
    return f"{'one' if holds else 'none'} of {_cells(step, part)} is {digit}"


def _cells(step: Argument, part: Part, joint: str = "and") -> str:
    return cells_in_words(step, dict.fromkeys(cell for cell, _ in part), joint)


def _so(step: Argument) -> str:
    return ruled_out(step)


def _chain(step: Argument) -> str:
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


def by_set(step: Argument, at: int) -> bool:
    """Does this end of a chain follow from the one before by an almost locked set? Then it is another digit, and not in
    the same cell alone."""
    before, here = step.evidence.parts[at - 1 : at + 1]
    return at % 2 == 1 and before[0][1] != here[0][1] and {cell for cell, _ in (*before, *here)} != {here[0][0]}


def _two_groups(step: Argument) -> str:
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


def _locked_set(step: Argument) -> str:
    line = step.shape.units[step.evidence.unit or 0].name
    box = step.shape.units[step.shape.units_of[step.cells[0]][2]].name
    return (
        f"{listed(step.digits)} in {cells_in_words(step, step.cells)} are {a_technique(step)}: no other cell of "
        f"{line} or "
        f"{box} is {listed(step.digits, 'or')}. So {_so(step)}."
    )


def _any_fish(step: Argument) -> str:
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


def _template(step: Argument) -> str:
    [digit] = step.digits
    ways = f"Of all ways to place the {digit}s at once ({a_technique(step)})"
    if step.evidence.other == 1:
        ways += " that leave every other digit a way of its own"
    if step.places:
        return f"{ways}, each has {named(step, *step.places)}."
    return f"{ways}, none uses another place than {cells_in_words(step, step.cells)}. So {_so(step)}."


def _remote_pair(step: Argument) -> str:
    chain = [cell for cell, _ in step.evidence.parts[0]]
    pair = tuple(mask_digits(step.evidence.other))
    outer = cells_in_words(step, [chain[0], chain[-1]])
    return (
        f"{cells_in_words(step, chain)} are all {listed(pair, 'or')}, and each sees the next. So {outer} "
        f"are not the same ({a_technique(step)}), and {_so(step)}."
    )


def _finned(step: Argument) -> str:
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


def _sets(step: Argument) -> str:
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


def _blossom(step: Argument) -> str:
    stem, *petals = step.evidence.parts
    told = "; ".join(f"{_cells(step, part)} with {listed(digits_of(part))}" for part in petals)
    return (
        f"{_cells(step, stem)} is {listed(digits_of(stem), 'or')}. Each takes its digit from one of these almost "
        f"locked sets: "
        f"{told}. So one of them is locked and holds the {step.evidence.other} ({a_technique(step)}), and {_so(step)}."
    )


def _sue_de_coq(step: Argument) -> str:
    inner, *others = step.evidence.parts
    told = " and ".join(f"{_cells(step, part)} ({listed(digits_of(part))})" for part in others)
    box, line = step.shape.units[step.evidence.unit or 0].name, step.shape.units[step.evidence.other].name
    return (
        f"Where {box} and {line} cross, {_cells(step, inner)} ({listed(digits_of(inner))}), with {told}, are as many "
        f"cells as "
        f"they have digits, each of which goes there once ({a_technique(step)}). So {_so(step)}."
    )


def _aligned(step: Argument) -> str:
    base, excluders = step.evidence.parts
    return (
        f"Try every way to fill {_cells(step, base)}: no digit twice where they see each other, and something left "
        f"for each "
        f"of {_cells(step, excluders)} ({a_technique(step)}). What remains says that {_so(step)}."
    )


def _branch(step: Argument, part: Part, supposed: str) -> str:
    told = named(step, *part[1:])
    return f"{supposed}: {told}" if told else f"{supposed}, at once"


def _forcing(step: Argument) -> str:
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


def reached(step: Argument, part: Part) -> Part:
    """An end that is not so is told once, after all branches."""
    return part if step.places else part[:-1] if len(part) > 1 else part


SAY: dict[str, Callable[[Argument], str]] = {
    **SAY_UNIQUE,
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
