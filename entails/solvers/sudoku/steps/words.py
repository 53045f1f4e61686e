"""Sentences of steps: an argument becomes a message of `locale.sudoku_steps` with its values.

There is one function per type of argument; each names the cells of the evidence and the result.
"""

from collections.abc import Callable, Iterable
from itertools import combinations

from entails.locale import sudoku_steps as messages
from entails.locale.message import AND, Language, Message, Sentence, all_of, any_of, series
from entails.solvers.sudoku.steps.argument import SHAPE, StepArgument, kraken_branches
from entails.solvers.sudoku.steps.chain_words import (
    Part,
    branches,
    candidate_names,
    cell_names,
    cells_of,
    digits_of,
    fill,
    fill_number,
    forcing,
    node_text,
    of_unit_text,
    pair_of,
    result_text,
    ruled_out,
    unit_text,
)
from entails.solvers.sudoku.steps.technique import LARGE_FISH


def sentence(step: StepArgument) -> Sentence:
    """Return the sentence that describes a step."""
    return SENTENCES[step.technique](step)


def technique_name(technique: str, language: Language) -> str:
    """Return the name of a technique, by its id, in a language."""
    return messages.NAMES[technique].say(language)


def trouble(code: int) -> Sentence:
    """Return the sentence for a contradiction, from the code that kernels return."""
    from entails.solvers.kernels.sudoku_board import CLASH, NO_CANDIDATE, split_contradiction  # loads numba

    kind, place = split_contradiction(code)
    if kind == NO_CANDIDATE:
        return messages.NO_CANDIDATE(cell=SHAPE.cell_name(place))
    unit, digit = messages.unit(SHAPE.units[place // 9].name), place % 9 + 1
    return (messages.TWICE if kind == CLASH else messages.NO_PLACE)(unit=unit, digit=digit)


# Sentences of techniques


def _single(message: Message) -> Callable[[StepArgument], Sentence]:
    """Return a function that builds the sentence of a single: a digit goes in a cell."""

    def say(step: StepArgument) -> Sentence:
        [(cell, digit)] = step.places
        unit = step.evidence.unit
        places = {} if unit is None else {"unit": unit_text(step, unit), "of_unit": of_unit_text(step, unit)}
        return message(cell=step.shape.cell_name(cell), digit=digit, **places)

    return say


def _locked(step: StepArgument) -> Sentence:
    [digit] = step.digits
    unit, cells = unit_text(step, step.evidence.unit), any_of(cell_names(step, step.cells))
    if step.evidence.number < 0:
        seeing = all_of(cell_names(step, (cell for cell, _ in step.removes)))
        number = len(step.removes)
        return fill_number(step, messages.LOCKED_SEEN, number, unit=unit, digit=digit, cells=cells, seeing=seeing)
    return messages.LOCKED(unit=unit, digit=digit, cells=cells, of_other=of_unit_text(step, step.evidence.number))


def _subset(message: Message) -> Callable[[StepArgument], Sentence]:
    """Return a function that builds the sentence of a subset: n cells contain n digits."""

    def say(step: StepArgument) -> Sentence:
        unit, box = step.evidence.unit, step.shape.units_of[step.cells[0]][2]
        return fill(
            step,
            message,
            digits=all_of(step.digits),
            or_digits=any_of(step.digits),
            cells=all_of(cell_names(step, step.cells)),
            unit=unit_text(step, unit),
            of_unit=of_unit_text(step, unit),
            line=unit_text(step, unit),
            of_line=of_unit_text(step, unit),
            box=unit_text(step, box),
            of_box=of_unit_text(step, box),
        )

    return say


def _lines(step: StepArgument, base: Iterable[int], cover: Iterable[int]) -> dict[str, Sentence]:
    """Return the lines of a fish as sentences: rows as base and columns as cover, or the reverse."""
    size, turned = step.shape.size, step.evidence.case == 1
    rows = messages.ROWS(numbers=all_of(sorted({cell // size + 1 for cell in (cover if turned else base)})))
    columns = messages.COLUMNS(numbers=all_of(sorted({cell % size + 1 for cell in (base if turned else cover)})))
    return {"base": columns, "cover": rows} if turned else {"base": rows, "cover": columns}


def _fish(step: StepArgument) -> Sentence:
    [digit] = step.digits
    lines = _lines(step, step.cells, step.cells)
    return fill(step, messages.FISH, digit=digit, cells=all_of(cell_names(step, step.cells)), **lines)


def _finned(step: StepArgument) -> Sentence:
    body, fins = step.evidence.parts
    return fill(
        step,
        messages.FINNED_FISH,
        digit=body[0][1],
        cells=all_of(cells_of(step, body)),
        fins=any_of(cells_of(step, fins)),
        **_lines(step, [cell for cell, _ in (*body, *fins)], [cell for cell, _ in body]),
    )


def _kraken(step: StepArgument) -> Sentence:
    body, fins, *chains = step.evidence.parts
    starts = [chain[0] for chain in chains]
    by_line = len(chains) > len(fins)
    return fill(
        step,
        messages.KRAKEN[2 if by_line else 1],
        digit=body[0][1],
        cells=all_of(cells_of(step, body)),
        fins=any_of(cells_of(step, fins)),
        starts=messages.one_of(cells_of(step, starts)),
        branches=branches(kraken_branches(step)),
        **_lines(step, [cell for cell, _ in (*body, *fins)], [cell for cell, _ in body]),
    )


def _any_fish(step: StepArgument) -> Sentence:
    body, *fins = step.evidence.parts
    digit = body[0][1]
    base, cover = (
        [unit for unit in range(27) if bits >> unit & 1] for bits in (step.evidence.case, step.evidence.number)
    )
    return fill(
        step,
        messages.ANY_FISH,
        digit=digit,
        base=all_of(unit_text(step, unit) for unit in base),
        of_base=all_of(of_unit_text(step, unit) for unit in base),
        cover=all_of(unit_text(step, unit) for unit in cover),
        cells=all_of(cells_of(step, body)),
        unless=messages.UNLESS(fins=any_of(cells_of(step, fins[0])), digit=digit) if fins else "",
    )


def _wing(step: StepArgument) -> Sentence:
    (pivot, x), (left, _), (right, y) = step.evidence.parts[0]
    z = step.removes[0][1]
    is_y_wing = step.technique == "y-wing"
    return fill(
        step,
        messages.WING,
        pivot=step.shape.cell_name(pivot),
        or_digits=any_of([x, y] if is_y_wing else [x, y, z]),
        x=x,
        y=y,
        z=z,
        left=step.shape.cell_name(left),
        right=step.shape.cell_name(right),
        cells=messages.one_of(cell_names(step, [left, right] if is_y_wing else [pivot, left, right])),
    )


def _colouring(step: StepArgument) -> Sentence:
    [digit] = step.digits
    blue, green = ([cell for cell, _ in part] for part in step.evidence.parts)
    colours = messages.COLOURS(digit=digit, blue=all_of(cell_names(step, blue)), green=all_of(cell_names(step, green)))
    if step.evidence.case:
        case, cells = (1, blue) if step.evidence.case == 1 else (2, green)
        meeting = next(pair for pair in combinations(cells, 2) if pair[1] in step.shape.peers[pair[0]])
        return messages.COLOURS_MEET[case](colours=colours, digit=digit, two=all_of(cell_names(step, meeting)))
    seeing = all_of(cell_names(step, (cell for cell, _ in step.removes)))
    return messages.COLOURS_SEEN(len(step.removes), colours=colours, digit=digit, seeing=seeing)


def _two_groups(step: StepArgument) -> Sentence:
    meeting, opposite, facing, facing_opposite = (all_of(cells_of(step, part)) for part in step.evidence.parts)
    digit = step.evidence.parts[0][0][1]
    why = (messages.GROUP_SEES_BOTH if step.evidence.case == 2 else messages.GROUPS_MEET)(digit=digit)
    return fill(
        step,
        messages.TWO_GROUPS,
        digit=digit,
        meeting=meeting,
        opposite=opposite,
        facing=facing,
        facing_opposite=facing_opposite,
        why=why,
    )


def _remote_pair(step: StepArgument) -> Sentence:
    chain = cell_names(step, (cell for cell, _ in step.evidence.parts[0]))
    ends = all_of([chain[0], chain[-1]])
    return fill(step, messages.REMOTE_PAIR, cells=all_of(chain), or_digits=any_of(pair_of(step)), ends=ends)


def _rectangle(step: StepArgument) -> Sentence:
    case, pair = step.evidence.case, pair_of(step)
    corners = cell_names(step, (cell for cell, _ in step.evidence.parts[0]))
    text = messages.RECTANGLE(cells=all_of(corners), digits=all_of(pair))
    roof, removed, unit = any_of(corners[:2]), step.removes[0][1], unit_text(step, step.evidence.unit)
    if case == 1:
        return fill(step, messages.SO_ONE_IS, text=text, roof=roof, digit=removed)
    if case == 2:
        locked = next(digit for digit in pair if digit != removed)
        return fill(step, messages.UNIT_LOCKS, text=text, unit=unit, roof=roof, digit=locked)
    if case == 3:
        _, extra, beside = step.evidence.parts
        return fill(
            step,
            messages.SUBSET_WITH,
            text=text,
            roof=roof,
            more=any_of(digits_of(extra)),
            others=all_of(cells_of(step, beside)),
            digits=all_of(digits_of((*extra, *beside))),
            unit=unit,
        )
    return fill(step, messages.RECTANGLE_SO, text=text)


def _avoidable(step: StepArgument) -> Sentence:
    corners = cell_names(step, (cell for cell, _ in step.evidence.parts[0]))
    text = fill(step, messages.AVOIDABLE, cells=all_of(corners), digits=all_of(pair_of(step)))
    if step.evidence.case == 1:
        return fill(step, messages.AVOIDABLE_SO, text=text)
    return fill(step, messages.SO_ONE_IS, text=text, roof=any_of(corners[:2]), digit=step.removes[0][1])


def _loop(step: StepArgument) -> Sentence:
    cells, pair = all_of(cells_of(step, step.evidence.parts[0])), pair_of(step)
    why = messages.LOOP_REASONS[step.evidence.case](or_digits=any_of(pair))
    return fill(step, messages.CANNOT_ALL, cells=cells, digits=all_of(pair), why=why)


def _unique_rectangle(step: StepArgument) -> Sentence:
    cells, digits = all_of(cells_of(step, step.evidence.parts[0])), all_of(pair_of(step))
    if step.technique == "unique-rectangle-5":
        return fill(step, messages.CANNOT_ALL, cells=cells, digits=digits, why=messages.CORNER_REASON)
    digit, removed = step.evidence.case, step.removes
    if step.technique == "unique-rectangle-6":
        supposed = messages.CORNERS_WERE(cells=any_of(cell_names(step, (cell for cell, _ in removed))), digit=digit)
    else:
        supposed = messages.CORNER_WERE(cell=step.shape.cell_name(removed[0][0]), digit=removed[0][1])
    units = all_of(unit_text(step, unit) for unit in alone_in(step))
    return fill(
        step, messages.ALONE_AT_CORNERS, units=units, digit=digit, cells=cells, supposed=supposed, digits=digits
    )


def alone_in(step: StepArgument) -> list[int]:
    """Return the units in which a digit has no place outside a rectangle.

    These are the row and column of its corner, or two lines.
    """
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


def _bug(step: StepArgument) -> Sentence:
    extras = step.evidence.parts[0]
    candidates = any_of(step.shape.candidate_name(*candidate) for candidate in extras)
    return fill_number(step, messages.BUG, len(extras), candidates=candidates)


def _x_chain(step: StepArgument) -> Sentence:
    start, *others = cell_names(step, (cell for cell, _ in reversed(step.evidence.parts[0])))
    return fill(
        step,
        messages.X_CHAIN,
        start=start,
        digit=step.digits[0],
        links=series((messages.X_LINKS[turn % 2](cell=cell) for turn, cell in enumerate(others)), messages.THEN),
        ends=any_of(dict.fromkeys([start, others[-1]])),
    )


def _xy_chain(step: StepArgument) -> Sentence:
    (start, first), *links = reversed(step.evidence.parts[0])
    return fill(
        step,
        messages.XY_CHAIN,
        start=step.shape.cell_name(start),
        digit=step.removes[0][1],
        first=first,
        links=series((node_text(step, [link], True) for link in links), messages.THEN),
        ends=any_of(cell_names(step, [start, links[-1][0]])),
    )


def _chain(step: StepArgument) -> Sentence:
    first, *others = step.evidence.parts
    ends = (node_text(step, part, turn % 2 == 0) for turn, part in enumerate(others))
    links = (messages.BY_SET(end=end) if _by_set(step, at) else end for at, end in enumerate(ends, 1))
    start, last = node_text(step, first, False), others[-1]
    return fill(
        step,
        messages.CHAIN_ENDS[step.evidence.case if step.evidence.case in messages.CHAIN_ENDS else 2],
        chain=messages.CHAIN(start=start, links=series(links, messages.SO)),
        start=start,
        first=node_text(step, first, True),
        last=node_text(step, last, True),
        ends=any_of(cells_of(step, (*first, *last))),
        digit=first[0][1],
    )


def _by_set(step: StepArgument, at: int) -> bool:
    """Return whether a node of a chain follows from the previous one by an almost locked set.

    Then its digit differs, and both are not in one cell.
    """
    before, here = step.evidence.parts[at - 1 : at + 1]
    return at % 2 == 1 and before[0][1] != here[0][1] and {cell for cell, _ in (*before, *here)} != {here[0][0]}


def _sets(step: StepArgument) -> Sentence:
    sets, joints = step.evidence.parts[::2], step.evidence.parts[1::2]
    named = [(cells_of(step, part), all_of(digits_of(part))) for part in sets]
    listed = series(
        (messages.HAS_DIGITS(len(cells), cells=all_of(cells), digits=digits) for cells, digits in named),
        messages.SEMICOLON,
    )
    if step.evidence.case == 1:
        return fill(step, messages.SETS_LOCKED, sets=listed)
    return fill(
        step,
        messages.TWO_SETS if len(sets) <= 2 else messages.MORE_SETS,
        sets=listed,
        joint=series((joint[0][1] for joint in (joints if len(sets) > 2 else joints[:1])), messages.NEXT),
        held=all_of([step.evidence.number] if step.evidence.number else digits_of(step.removes)),
    )


def _blossom(step: StepArgument) -> Sentence:
    stem, *petals = step.evidence.parts
    sets = (messages.WITH_DIGITS(cells=all_of(cells_of(step, part)), digits=all_of(digits_of(part))) for part in petals)
    return fill(
        step,
        messages.BLOSSOM,
        cells=all_of(cells_of(step, stem)),
        or_digits=any_of(digits_of(stem)),
        sets=series(sets, messages.SEMICOLON),
        held=step.evidence.number,
    )


def _sue_de_coq(step: StepArgument) -> Sentence:
    inner, *others = (
        messages.CELLS_AND_DIGITS(cells=all_of(cells_of(step, part)), digits=all_of(digits_of(part)))
        for part in step.evidence.parts
    )
    box, line = unit_text(step, step.evidence.unit), unit_text(step, step.evidence.number)
    return fill(step, messages.SUE_DE_COQ, box=box, line=line, inner=inner, others=series(others, AND))


def _exocet(step: StepArgument) -> Sentence:
    base, first, second = step.evidence.parts[:3]
    cells, targets = (all_of(cells_of(step, part)) for part in (base, (*first, *second)))
    return fill(step, messages.EXOCET, base=cells, digits=all_of(digits_of(base)), targets=targets)


def _aligned(step: StepArgument) -> Sentence:
    base, excluders = (all_of(cells_of(step, part)) for part in step.evidence.parts)
    return fill(step, messages.ALIGNED, cells=base, others=excluders)


def _template(step: StepArgument) -> Sentence:
    ways = fill(step, messages.TEMPLATES[step.evidence.number == 1], digit=step.digits[0])
    if step.places:
        return messages.EACH_HAS(ways=ways, candidates=candidate_names(step, step.places))
    return fill(step, messages.NONE_USES, ways=ways, cells=all_of(cell_names(step, step.cells)))


def _disjunction(step: StepArgument) -> Sentence:
    if step.evidence.case == 0:
        return _supposed(step, messages.SUPPOSE_LINKS)
    left, right = step.evidence.parts
    return messages.EITHER(
        left=candidate_names(step, left[:1]),
        right=candidate_names(step, right[:1]),
        first=_consequence(step, left),
        second=_consequence(step, right),
        result=result_text(step),
    )


def _consequence(step: StepArgument, part: Part) -> Sentence:
    message = messages.IF_THEN if len(part) > 1 else messages.IF_AT_ONCE
    return message(supposed=candidate_names(step, part[:1]), links=candidate_names(step, part[1:]))


def _nested(step: StepArgument) -> Sentence:
    return _supposed(step, messages.SUPPOSE_NESTED)


def _supposed(step: StepArgument, with_links: Message) -> Sentence:
    """Return the sentence of a supposed candidate; `with_links` is the message for a chain with intermediate links."""
    part = step.evidence.parts[0]
    links = candidate_names(step, part[1:])
    return (with_links if len(part) > 1 else messages.SUPPOSE)(
        supposed=candidate_names(step, part[:1]),
        links=links,
        struck=links,
        wrong=trouble(step.evidence.number),
        so=ruled_out(step, part[:1]),
    )


_CHAINS = (
    *("skyscraper", "two-string-kite", "turbot-fish", "empty-rectangle", "w-wing", "m-wing", "s-wing", "l-wing"),
    *("aic", "aic-loop", "grouped-aic", "grouped-aic-loop", "als-aic", "als-aic-loop"),
)
_FISH = ("x-wing", "swordfish", "jellyfish", *LARGE_FISH)

SENTENCES: dict[str, Callable[[StepArgument], Sentence]] = {
    "full-house": _single(messages.FULL_HOUSE),
    **dict.fromkeys(
        ("last-remaining-box", "last-remaining-row", "last-remaining-column"), _single(messages.LAST_REMAINING)
    ),
    "last-possible-number": _single(messages.LAST_NUMBER),
    "naked-single": _single(messages.NAKED_SINGLE),
    **dict.fromkeys(("hidden-single-box", "hidden-single-line"), _single(messages.HIDDEN_SINGLE)),
    **dict.fromkeys(("pointing-pair", "pointing-triple", "box-line-reduction"), _locked),
    **dict.fromkeys(("naked-pair", "naked-triple", "naked-quad"), _subset(messages.NAKED)),
    **dict.fromkeys(("hidden-pair", "hidden-triple", "hidden-quad"), _subset(messages.HIDDEN)),
    **dict.fromkeys(("locked-pair", "locked-triple"), _subset(messages.LOCKED_SET)),
    **dict.fromkeys(_FISH, _fish),
    **dict.fromkeys((f"{kind}-{fish}" for kind in ("finned", "sashimi") for fish in _FISH), _finned),
    **dict.fromkeys(
        (f"{kind}-{fish}" for kind in ("franken", "finned-franken", "mutant", "finned-mutant") for fish in _FISH),
        _any_fish,
    ),
    **dict.fromkeys(("kraken-fish-1", "kraken-fish-2"), _kraken),
    "exocet": _exocet,
    **dict.fromkeys(("y-wing", "xyz-wing"), _wing),
    "simple-colouring": _colouring,
    "multi-colouring": _two_groups,
    "remote-pair": _remote_pair,
    "unique-rectangle": _rectangle,
    **dict.fromkeys(("unique-rectangle-5", "unique-rectangle-6", "hidden-rectangle"), _unique_rectangle),
    "avoidable-rectangle": _avoidable,
    "unique-loop": _loop,
    "bug": _bug,
    "x-chain": _x_chain,
    "xy-chain": _xy_chain,
    **dict.fromkeys(_CHAINS, _chain),
    **dict.fromkeys(("als-xz", "als-xy-wing", "als-chain"), _sets),
    "death-blossom": _blossom,
    "sue-de-coq": _sue_de_coq,
    **dict.fromkeys(("aligned-pair-exclusion", "aligned-triplet-exclusion"), _aligned),
    "template": _template,
    "disjunction": _disjunction,
    "nested-disjunction": _nested,
    **dict.fromkeys(("nishio", "multiple-forcing-chains", "dynamic-forcing-chains", "nested-forcing-chains"), forcing),
}
"""The function that builds the sentence of each technique."""
