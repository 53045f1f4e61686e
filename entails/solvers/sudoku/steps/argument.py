"""Arguments of steps as data, with their diagrams.

`StepArgument` holds the result of a technique; `words` turns it into a sentence, and `step.Step` combines both.
`Diagram` describes the drawing of a step; pictures, the terminal, the web interface and JSON all use it.

A node is a digit in one or more cells, one of which holds it. A strong link says that at least one of two nodes is
true, a weak link that at most one is. A chain alternates them, and `chain` is its usual notation. In the branches
of a forcing chain, `then` leads from a true candidate to its consequences.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import Literal, NamedTuple

from entails.models.sudoku.grid import mask_digits
from entails.models.sudoku.shape import Shape
from entails.solvers.sudoku.steps.technique import technique

SHAPE = Shape.classic(9)

Candidate = tuple[int, int]
"""A cell (0 to 80) and a digit (1 to 9)."""


@dataclass(frozen=True, slots=True)
class Evidence:
    """The data from which the sentence of a step is made.

    Attributes:
        unit: An index into `Shape.units`, or None.
        parts: Candidates in the order of the argument, in parts.
        case: The case of the technique; its meaning depends on the technique.
        number: Another number of the technique.
        marks: The candidates of each cell at that position, as masks; 0 for a filled cell.
    """

    unit: int | None
    parts: tuple[tuple[Candidate, ...], ...]
    case: int
    number: int
    marks: tuple[int, ...] = field(repr=False)


@dataclass(frozen=True, slots=True)
class StepArgument:
    """An applied technique: its cells and digits, and the candidates that it places or removes."""

    technique: str
    cells: tuple[int, ...]
    digits: tuple[int, ...]
    places: tuple[Candidate, ...]
    removes: tuple[Candidate, ...]
    evidence: Evidence = field(repr=False)
    shape: Shape = field(default=SHAPE, repr=False)


Kind = Literal["strong", "weak", "then"]
Role = Literal[
    "placed",
    "eliminated",
    "end",
    "link",
    "set",
    "fin",
    "corner",
    "pivot",
    "pincer",
    "stem",
    "colour",
    "other colour",
    "supposed",
    "then",
    "excluder",
]
"""Roles of a node in its step: `end` is the first or last node of a chain, `set` a candidate of the evidence."""

Node = tuple[Candidate, ...]


@dataclass(frozen=True, slots=True)
class CandidateMark:
    """Candidates with a common role: a group, an almost locked set, a colour."""

    role: Role
    candidates: Node


@dataclass(frozen=True, slots=True)
class ChainLink:
    """A link between two nodes of a chain."""

    start: Node
    end: Node
    kind: Kind


@dataclass(frozen=True, slots=True)
class Diagram:
    """The drawing of a step as data: marked candidates and links.

    Attributes:
        marks: Candidates with their roles.
        links: Links between nodes.
        chain: The chain in Eureka notation, (5=3)r1c1-(3)r1c5=r4c5 => r4c1<>5; None if there is not exactly one.
    """

    marks: tuple[CandidateMark, ...]
    links: tuple[ChainLink, ...] = ()
    chain: str | None = None


def diagram(step: StepArgument) -> Diagram:
    """Return the diagram of a step; the marks of its result are last."""
    draw = _DRAW.get(step.technique) or _DRAW_FAMILY[technique(step.technique).family]
    drawn = draw(step)
    marks = (*drawn.marks, *_results(step))
    chain = None if drawn.chain is None else f"{drawn.chain} => {_conclusion(step)}"
    return Diagram(tuple(mark for mark in marks if mark.candidates), drawn.links, chain)


def _results(step: StepArgument) -> Iterator[CandidateMark]:
    yield CandidateMark("placed", step.places)
    yield CandidateMark("eliminated", step.removes)


def _no_marks(step: StepArgument) -> Diagram:
    """Return a diagram without marks, to which the result is added."""
    del step
    return Diagram(())


def _evidence(step: StepArgument) -> Diagram:
    return Diagram(tuple(CandidateMark("set", part) for part in step.evidence.parts))


def _subset(step: StepArgument) -> Diagram:
    """Mark the candidates of a subset: its digits in its cells."""
    wanted = [(cell, digit) for cell in step.cells for digit in step.digits]
    marks = step.evidence.marks
    return Diagram((CandidateMark("set", tuple(each for each in wanted if marks[each[0]] >> (each[1] - 1) & 1)),))


def _corners(step: StepArgument) -> Diagram:
    corners, *more = step.evidence.parts
    pair = tuple(mask_digits(step.evidence.number)) or step.digits
    marks = step.evidence.marks
    every = tuple((cell, digit) for cell, _ in corners for digit in pair if marks[cell] >> (digit - 1) & 1)
    return Diagram((CandidateMark("corner", every), *(CandidateMark("set", part) for part in more)))


def _fins(step: StepArgument) -> Diagram:
    body, *fins = step.evidence.parts
    return Diagram((CandidateMark("set", body), *(CandidateMark("fin", part) for part in fins)))


def _aligned(step: StepArgument) -> Diagram:
    base, excluders = step.evidence.parts
    return Diagram((CandidateMark("set", base), CandidateMark("excluder", excluders)))


def _alternating(step: StepArgument) -> Diagram:
    nodes = step.evidence.parts
    return _chain_of(step.shape, nodes, loop=step.evidence.case == 3)


def _x_chain(step: StepArgument) -> Diagram:
    return _chain_of(step.shape, [(candidate,) for candidate in reversed(step.evidence.parts[0])])


def _xy_chain(step: StepArgument) -> Diagram:
    """Draw two nodes per cell: the digit removed by the cell before, and the remaining digit."""
    digit = step.removes[0][1]
    nodes: list[Node] = []
    for cell, taken in reversed(step.evidence.parts[0]):
        nodes += [((cell, digit),), ((cell, taken),)]
        digit = taken
    return _chain_of(step.shape, nodes)


def _remote_pair(step: StepArgument) -> Diagram:
    first, second = mask_digits(step.evidence.number)
    nodes: list[Node] = []
    for cell, _ in step.evidence.parts[0]:
        nodes += [((cell, first),), ((cell, second),)]
        first, second = second, first
    return _chain_of(step.shape, nodes)


def _y_wing(step: StepArgument) -> Diagram:
    (pivot, x), (left, _), (right, y) = step.evidence.parts[0]
    z = step.removes[0][1]
    return _chain_of(
        step.shape, [((left, z),), ((left, x),), ((pivot, x),), ((pivot, y),), ((right, y),), ((right, z),)]
    )


def _xyz_wing(step: StepArgument) -> Diagram:
    (pivot, x), (left, _), (right, y) = step.evidence.parts[0]
    z = step.removes[0][1]
    marks = (
        CandidateMark("pivot", ((pivot, x), (pivot, y), (pivot, z))),
        CandidateMark("pincer", ((left, x), (left, z))),
    )
    return Diagram(
        (*marks, CandidateMark("pincer", ((right, y), (right, z)))),
        (
            ChainLink(((pivot, x),), ((left, x),), "weak"),
            ChainLink(((left, x),), ((left, z),), "strong"),
            ChainLink(((pivot, y),), ((right, y),), "weak"),
            ChainLink(((right, y),), ((right, z),), "strong"),
        ),
    )


def _colouring(step: StepArgument) -> Diagram:
    """Draw the strong links of a colouring: the two places of the digit in each unit."""
    parts = step.evidence.parts
    links: dict[ChainLink, None] = {}
    coloured = {candidate for part in parts for candidate in part}
    [digit] = step.digits
    for unit in step.shape.units:
        places = [cell for cell in unit.cells if step.evidence.marks[cell] >> (digit - 1) & 1]
        ends = [(cell, digit) for cell in places]
        if len(ends) == 2 and coloured.issuperset(ends):
            links[ChainLink((ends[0],), (ends[1],), "strong")] = None
    shades: tuple[Role, Role] = ("colour", "other colour")
    return Diagram(tuple(CandidateMark(shades[at % 2], part) for at, part in enumerate(parts)), tuple(links))


def _sets(step: StepArgument) -> Diagram:
    """Draw strong links within each almost locked set, and weak links for the digits that join neighbouring sets."""
    sets, joints = step.evidence.parts[::2], [joint[0][1] for joint in step.evidence.parts[1::2]]
    marks = tuple(CandidateMark("set", part) for part in sets)
    if step.evidence.case == 1:
        shared = [digit for digit in _digits(sets[0]) if digit in _digits(sets[1])]
        ends = [(_of(sets[0], digit), _of(sets[1], digit)) for digit in shared]
        return Diagram(
            marks, tuple(ChainLink(left, right, "weak") for left, right in ends if _all_see(step.shape, left, right))
        )
    last = step.evidence.number or min(digit for _, digit in step.removes)
    nodes, texts = [], []
    for part, before, after in zip(sets, [last, *joints], [*joints, last], strict=True):
        nodes += [_of(part, before), _of(part, after)]
        texts.append(f"({before}={after}){_cells(step.shape, part)}")
    return Diagram(marks, tuple(_alternate(nodes)), "-".join(texts))


def _blossom(step: StepArgument) -> Diagram:
    stem, *petals = step.evidence.parts
    links = []
    for cell, digit in stem:  # a petal may serve several digits
        inner, petal = next(
            (inner, petal)
            for petal in petals
            if (inner := _of(petal, digit)) and _all_see(step.shape, ((cell, digit),), inner)
        )
        links += [
            ChainLink(((cell, digit),), inner, "weak"),
            ChainLink(inner, _of(petal, step.evidence.number), "strong"),
        ]
    return Diagram((CandidateMark("stem", stem), *(CandidateMark("set", petal) for petal in petals)), tuple(links))


def _forcing(step: StepArgument) -> Diagram:
    """Draw each branch of forcing chains from its supposition to its end.

    Only a branch that supposes a candidate false starts with it off.
    """
    marks: list[CandidateMark] = []
    links: dict[ChainLink, None] = {}
    parts, case = step.evidence.parts, step.evidence.case
    for number, part in enumerate(parts):
        off = bool(step.evidence.number) if case == 7 else case == 1 and number == 1
        marks += [CandidateMark("supposed", part[:1]), CandidateMark("then", part[1:])]
        links.update(dict.fromkeys(_branch(step, part, off and technique(step.technique).family == "forcing")))
    return Diagram(tuple(marks), tuple(links))


REGION = 6
"""The case of forcing chains from the places of a digit."""


def kraken_branches(step: StepArgument) -> StepArgument:
    """Return the branches of a kraken fish as forcing chains: its body and its fins are left out."""
    return replace(step, evidence=replace(step.evidence, parts=step.evidence.parts[2:], case=REGION))


def _kraken(step: StepArgument) -> Diagram:
    body, fins = step.evidence.parts[:2]
    marks = (CandidateMark("set", body), CandidateMark("fin", fins))
    drawn = _forcing(kraken_branches(step))
    chains = tuple(mark for mark in drawn.marks if mark.role == "then")
    return Diagram((*marks, *chains), drawn.links)


def _exocet(step: StepArgument) -> Diagram:
    base, first, second, *cross = step.evidence.parts
    roles: tuple[Role, ...] = ("stem", "end", "end", "set")
    return Diagram(tuple(map(CandidateMark, roles, (base, first, second, *cross))))


def _branch(step: StepArgument, part: Node, off: bool) -> Iterator[ChainLink]:
    """Yield the links from the candidates that force a candidate to this candidate.

    Without a simple reason (a pattern may have helped), the link starts at the candidate before.
    """
    for at in range(1, len(part)):
        known = part[:at]
        for cause in _reason(step, known, off, part[at]) or known[-1:]:
            yield ChainLink((cause,), (part[at],), "then")


def _reason(step: StepArgument, known: Node, off: bool, reached: Candidate) -> Node:
    """Return the fewest known candidates that remove all rivals of `reached` from its cell or a unit.

    If there are none, return the candidate that excludes it.
    """
    reasons = [forced.causes for forced in forced_by(step, known, off, reached)]
    against = next((earlier for earlier in known if excludes(step.shape, earlier, reached)), None)
    return min(reasons, key=len) if reasons else () if against is None else (against,)


class ForcedPlace(NamedTuple):
    """The reason why a candidate is the last one of its cell, or of its digit in a unit.

    Attributes:
        unit: The unit as an index into `Shape.units`; None for the cell.
        rivals: The other candidates there.
        causes: The known candidates that remove them.
    """

    unit: int | None
    rivals: Node
    causes: Node


def forced_by(step: StepArgument, known: Node, off: bool, reached: Candidate) -> list[ForcedPlace]:
    """Return the cell and units from which known candidates remove all rivals of `reached`.

    If `off`, the first known candidate is false and removes only itself.
    """
    cell, digit = reached
    marks, shape = step.evidence.marks, step.shape
    rival_sets: list[tuple[int | None, list[Candidate]]] = [
        (None, [(cell, rival) for rival in mask_digits(marks[cell]) if rival != digit])
    ]
    for unit in shape.units_of[cell]:
        places = [place for place in shape.units[unit].cells if place != cell and marks[place] >> (digit - 1) & 1]
        rival_sets.append((unit, [(place, digit) for place in places]))
    on = known[1:] if off else known
    forced: list[ForcedPlace] = []
    for unit_index, rivals in rival_sets:
        causes = [next((earlier for earlier in on if excludes(shape, earlier, rival)), None) for rival in rivals]
        if off and known[0] in rivals and causes[rivals.index(known[0])] is None:
            causes[rivals.index(known[0])] = known[0]
        if rivals and None not in causes:
            reasons = tuple(dict.fromkeys(cause for cause in causes if cause is not None))
            forced.append(ForcedPlace(unit_index, tuple(rivals), reasons))
    return forced


def excludes(shape: Shape, left: Candidate, right: Candidate) -> bool:
    """Return whether two candidates exclude each other."""
    if left[0] == right[0]:
        return left[1] != right[1]
    return left[1] == right[1] and right[0] in shape.peers[left[0]]


def _chain_of(shape: Shape, nodes: Sequence[Node], loop: bool = False) -> Diagram:
    """Draw a chain that begins with a strong link; the last node of a loop excludes the first."""
    first, *between, last = nodes
    links = list(_alternate(nodes))
    if loop:
        links.append(ChainLink(last, first, "weak"))
    marks = (
        CandidateMark("end", first),
        *(CandidateMark("link", node) for node in between),
        CandidateMark("end", last),
    )
    return Diagram(marks, tuple(links), eureka(shape, [*nodes, first] if loop else nodes))


def _alternate(nodes: Sequence[Node]) -> Iterator[ChainLink]:
    for turn, (start, end) in enumerate(pairwise(nodes)):
        yield ChainLink(start, end, "weak" if turn % 2 else "strong")


def eureka(shape: Shape, nodes: Sequence[Node]) -> str:
    """Write a chain in Eureka notation, such as (5=3)r1c1-(3)r1c5=r4c5.

    "=" is a strong link and "-" a weak one. A digit is not repeated while it stays the same.
    """
    text, digit = "", 0
    at = 0
    while at < len(nodes):
        run = at + 1
        while run < len(nodes) and _places(nodes[run]) == _places(nodes[at]):
            run += 1
        inside = str(nodes[at][0][1])
        for turn in range(at + 1, run):
            inside += f"{_sign(turn)}{nodes[turn][0][1]}"
        digits = "" if run == at + 1 and nodes[at][0][1] == digit else f"({inside})"
        text += f"{_sign(at) if at else ''}{digits}{_cells(shape, nodes[at])}"
        digit = nodes[run - 1][0][1]
        at = run
    return text


def _sign(turn: int) -> str:
    """Return the sign of the link before a node, by the node's index."""
    return "=" if turn % 2 else "-"


def _conclusion(step: StepArgument) -> str:
    """Write the result of a step, such as "r4c1<>5, r4c2<>58"."""
    placed = [f"{step.shape.cell_name(cell)}={digit}" for cell, digit in step.places]
    lost: dict[int, str] = {}
    for cell, digit in step.removes:
        lost[cell] = lost.get(cell, "") + step.shape.symbols[digit - 1]
    return ", ".join([*placed, *(f"{step.shape.cell_name(cell)}<>{digits}" for cell, digits in lost.items())])


def _cells(shape: Shape, node: Node) -> str:
    """Write cells as "r1c1", "r1c23" or "r12c4"; cells not on one line are listed separately."""
    places = _places(node)
    rows = list(dict.fromkeys(cell // shape.size + 1 for cell in places))
    columns = list(dict.fromkeys(cell % shape.size + 1 for cell in places))
    if len(rows) == 1 or len(columns) == 1:
        joint = "" if shape.size < 10 else ","
        return f"r{joint.join(map(str, rows))}c{joint.join(map(str, columns))}"
    return ",".join(map(shape.cell_name, places))


def _places(node: Node) -> tuple[int, ...]:
    return tuple(dict.fromkeys(cell for cell, _ in node))


def _of(part: Node, digit: int) -> Node:
    return tuple(candidate for candidate in part if candidate[1] == digit)


def _digits(part: Node) -> list[int]:
    return sorted({digit for _, digit in part})


def _all_see(shape: Shape, left: Node, right: Node) -> bool:
    return all(b in shape.peers[a] for a, _ in left for b, _ in right)


_DRAW: dict[str, Callable[[StepArgument], Diagram]] = {
    "x-chain": _x_chain,
    "xy-chain": _xy_chain,
    "simple-colouring": _colouring,
    "multi-colouring": _colouring,
    "remote-pair": _remote_pair,
    "y-wing": _y_wing,
    "xyz-wing": _xyz_wing,
    "death-blossom": _blossom,
    "sue-de-coq": _evidence,
    "bug": _evidence,
}
_DRAW_FAMILY: dict[str, Callable[[StepArgument], Diagram]] = {
    "plain singles": _no_marks,
    "singles": _no_marks,
    "locked": _evidence,
    "locked sets": _evidence,
    "templates": _evidence,
    "complex fish": _fins,
    "subsets": _subset,
    "fish": _evidence,
    "uniqueness": _corners,
    "cases": _forcing,
    "finned fish": _fins,
    "links": _alternating,
    "sets": _sets,
    "exclusion": _aligned,
    "forcing": _forcing,
    "large fish": _fins,
    "large complex fish": _fins,
    "kraken fish": _kraken,
    "exocets": _exocet,
}
