"""`Argument`: what a technique found, as data. `words` puts it in a sentence, and `step.Step` is both together.

`Diagram`: what a step looks like, before anybody draws it. Pictures, the terminal, the page and JSON all take it.

A node is a digit in one or more cells, of which it takes one. A strong link says that one of two nodes holds, a weak
one that not both do; a chain has them in turn, and `chain` is the usual short way to write that. In the branches of a
forcing chain, `then` leads from what is so to what follows.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Literal

from entails.models.sudoku.grid import mask_digits
from entails.models.sudoku.shape import Shape
from entails.solvers.sudoku.steps.technique import technique

SHAPE = Shape.classic(9)

Candidate = tuple[int, int]
"""A cell (0 to 80) and a digit (1 to 9)."""


@dataclass(frozen=True, slots=True)
class Evidence:
    """What the sentence needs beyond the step itself: the unit (an index into `Shape.units`), candidates in the order
    of the argument, in parts, and two numbers whose meaning is the technique's own; `marks` is what each cell could
    be at that moment, a mask of digits, 0 where it was filled."""

    unit: int | None
    parts: tuple[tuple[Candidate, ...], ...]
    case: int
    other: int
    marks: tuple[int, ...] = field(repr=False)


@dataclass(frozen=True, slots=True)
class StepArgument:
    """A technique applied: the cells and digits it rests on, and what it places or rules out."""

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
"""What a node is to its step: `end` is where a chain begins and ends, `set` a place that the argument rests on."""

Node = tuple[Candidate, ...]


@dataclass(frozen=True, slots=True)
class CandidateMark:
    """Candidates that play one role together: the cells of a group, an almost locked set, a colour."""

    role: Role
    candidates: Node


@dataclass(frozen=True, slots=True)
class ChainLink:
    """From one node to the next."""

    start: Node
    end: Node
    kind: Kind


@dataclass(frozen=True, slots=True)
class Diagram:
    """`chain` is the line that players write, (5=3)r1c1-(3)r1c5=r4c5 => r4c1<>5; None where there is no one chain."""

    marks: tuple[CandidateMark, ...]
    links: tuple[ChainLink, ...] = ()
    chain: str | None = None


def diagram(step: StepArgument) -> Diagram:
    """What there is to draw of a step; what it places and rules out comes last."""
    draw = _DRAW.get(step.technique) or _DRAW_FAMILY[technique(step.technique).family]
    drawn = draw(step)
    marks = (*drawn.marks, *_results(step))
    chain = None if drawn.chain is None else f"{drawn.chain} => {_so(step)}"
    return Diagram(tuple(mark for mark in marks if mark.candidates), drawn.links, chain)


def _results(step: StepArgument) -> Iterator[CandidateMark]:
    yield CandidateMark("placed", step.places)
    yield CandidateMark("eliminated", step.removes)


def _alone(step: StepArgument) -> Diagram:
    """Nothing but what is placed."""
    del step
    return Diagram(())


def _rests(step: StepArgument) -> Diagram:
    return Diagram(tuple(CandidateMark("set", part) for part in step.evidence.parts))


def _subset(step: StepArgument) -> Diagram:
    """All that its cells and digits have in common."""
    wanted = [(cell, digit) for cell in step.cells for digit in step.digits]
    marks = step.evidence.marks
    return Diagram((CandidateMark("set", tuple(each for each in wanted if marks[each[0]] >> (each[1] - 1) & 1)),))


def _corners(step: StepArgument) -> Diagram:
    corners, *more = step.evidence.parts
    pair = tuple(mask_digits(step.evidence.other)) or step.digits
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
    """Each cell has two candidates: the one that the cell before takes away, and what it then is."""
    digit = step.removes[0][1]
    nodes: list[Node] = []
    for cell, taken in reversed(step.evidence.parts[0]):
        nodes += [((cell, digit),), ((cell, taken),)]
        digit = taken
    return _chain_of(step.shape, nodes)


def _remote_pair(step: StepArgument) -> Diagram:
    one, other = mask_digits(step.evidence.other)
    nodes: list[Node] = []
    for cell, _ in step.evidence.parts[0]:
        nodes += [((cell, one),), ((cell, other),)]
        one, other = other, one
    return _chain_of(step.shape, nodes)


def _y_wing(step: StepArgument) -> Diagram:
    (pivot, x), (one, _), (other, y) = step.evidence.parts[0]
    z = step.removes[0][1]
    return _chain_of(step.shape, [((one, z),), ((one, x),), ((pivot, x),), ((pivot, y),), ((other, y),), ((other, z),)])


def _xyz_wing(step: StepArgument) -> Diagram:
    (pivot, x), (one, _), (other, y) = step.evidence.parts[0]
    z = step.removes[0][1]
    marks = (
        CandidateMark("pivot", ((pivot, x), (pivot, y), (pivot, z))),
        CandidateMark("pincer", ((one, x), (one, z))),
    )
    return Diagram(
        (*marks, CandidateMark("pincer", ((other, y), (other, z)))),
        (
            ChainLink(((pivot, x),), ((one, x),), "weak"),
            ChainLink(((one, x),), ((one, z),), "strong"),
            ChainLink(((pivot, y),), ((other, y),), "weak"),
            ChainLink(((other, y),), ((other, z),), "strong"),
        ),
    )


def _colouring(step: StepArgument) -> Diagram:
    """Partners are joined: the two places of the digit in a unit."""
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
    """Within a set, if one digit is not there the next is; between sets, a digit in common is only in one."""
    sets, joints = step.evidence.parts[::2], [joint[0][1] for joint in step.evidence.parts[1::2]]
    marks = tuple(CandidateMark("set", part) for part in sets)
    if step.evidence.case == 1:
        shared = [digit for digit in _digits(sets[0]) if digit in _digits(sets[1])]
        ends = [(_of(sets[0], digit), _of(sets[1], digit)) for digit in shared]
        return Diagram(
            marks, tuple(ChainLink(one, other, "weak") for one, other in ends if _all_see(step.shape, one, other))
        )
    last = step.evidence.other or min(digit for _, digit in step.removes)
    nodes, told = [], []
    for part, before, after in zip(sets, [last, *joints], [*joints, last], strict=True):
        nodes += [_of(part, before), _of(part, after)]
        told.append(f"({before}={after}){_cells(step.shape, part)}")
    return Diagram(marks, tuple(_alternate(nodes)), "-".join(told))


def _blossom(step: StepArgument) -> Diagram:
    stem, *petals = step.evidence.parts
    links = []
    for cell, digit in stem:  # one petal may serve for several digits
        inner, petal = next(
            (inner, petal)
            for petal in petals
            if (inner := _of(petal, digit)) and _all_see(step.shape, ((cell, digit),), inner)
        )
        links += [
            ChainLink(((cell, digit),), inner, "weak"),
            ChainLink(inner, _of(petal, step.evidence.other), "strong"),
        ]
    return Diagram((CandidateMark("stem", stem), *(CandidateMark("set", petal) for petal in petals)), tuple(links))


def _forcing(step: StepArgument) -> Diagram:
    """Each branch from what it supposes to its end; only a branch that supposes something not to be starts off."""
    marks: list[CandidateMark] = []
    links: dict[ChainLink, None] = {}
    parts, case = step.evidence.parts, step.evidence.case
    for number, part in enumerate(parts):
        off = bool(step.evidence.other) if case == 7 else case == 1 and number == 1
        marks += [CandidateMark("supposed", part[:1]), CandidateMark("then", part[1:])]
        links.update(dict.fromkeys(_branch(step, part, off and technique(step.technique).family == "forcing")))
    return Diagram(tuple(marks), tuple(links))


def _branch(step: StepArgument, part: Node, off: bool) -> Iterator[ChainLink]:
    """From the candidates that leave another no choice to that one; where no simple reason is found (a pattern may have
    helped), from the one before."""
    for at in range(1, len(part)):
        known = part[:at]
        for cause in _reason(step, known, off, part[at]) or known[-1:]:
            yield ChainLink((cause,), (part[at],), "then")


def _reason(step: StepArgument, known: Node, off: bool, reached: Candidate) -> Node:
    """The fewest of the known candidates that take every other one of its cell, or every other place in a unit; or the
    one that it sees, where it is what cannot be."""
    cell, digit = reached
    marks, shape = step.evidence.marks, step.shape
    ways = [[(cell, other) for other in mask_digits(marks[cell]) if other != digit]]
    for unit in shape.units_of[cell]:
        places = shape.units[unit].cells
        ways.append([(place, digit) for place in places if place != cell and marks[place] >> (digit - 1) & 1])
    found: list[Node] = []
    for rivals in ways:
        causes = [next((one for one in known if _excludes(shape, one, rival)), None) for rival in rivals]
        if off and known[0] in rivals:
            causes[rivals.index(known[0])] = known[0]
        if rivals and None not in causes:
            found.append(tuple(dict.fromkeys(cause for cause in causes if cause is not None)))
    against = next((one for one in known if _excludes(shape, one, reached)), None)
    return min(found, key=len) if found else () if against is None else (against,)


def _excludes(shape: Shape, one: Candidate, other: Candidate) -> bool:
    """Can they not both be?"""
    if one[0] == other[0]:
        return one[1] != other[1]
    return one[1] == other[1] and other[0] in shape.peers[one[0]]


def _chain_of(shape: Shape, nodes: Sequence[Node], loop: bool = False) -> Diagram:
    """A chain whose first link is strong; the last node of a loop excludes the first."""
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
    for turn, (one, other) in enumerate(pairwise(nodes)):
        yield ChainLink(one, other, "weak" if turn % 2 else "strong")


def eureka(shape: Shape, nodes: Sequence[Node]) -> str:
    """(5=3)r1c1-(3)r1c5=r4c5: "=" is a strong link and "-" a weak one; a digit is not said again where it stays."""
    told, digit = "", 0
    at = 0
    while at < len(nodes):
        run = at + 1
        while run < len(nodes) and _places(nodes[run]) == _places(nodes[at]):
            run += 1
        inside = str(nodes[at][0][1])
        for turn in range(at + 1, run):
            inside += f"{_sign(turn)}{nodes[turn][0][1]}"
        said = "" if run == at + 1 and nodes[at][0][1] == digit else f"({inside})"
        told += f"{_sign(at) if at else ''}{said}{_cells(shape, nodes[at])}"
        digit = nodes[run - 1][0][1]
        at = run
    return told


def _sign(turn: int) -> str:
    """The link before the node of this number."""
    return "=" if turn % 2 else "-"


def _so(step: StepArgument) -> str:
    """ "r4c1<>5, r4c2<>58"."""
    placed = [f"{step.shape.cell_name(cell)}={digit}" for cell, digit in step.places]
    lost: dict[int, str] = {}
    for cell, digit in step.removes:
        lost[cell] = lost.get(cell, "") + step.shape.symbols[digit - 1]
    return ", ".join([*placed, *(f"{step.shape.cell_name(cell)}<>{digits}" for cell, digits in lost.items())])


def _cells(shape: Shape, node: Node) -> str:
    """ "r1c1", "r1c23", "r12c4"; cells off one line one by one."""
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


def _all_see(shape: Shape, one: Node, other: Node) -> bool:
    return all(b in shape.peers[a] for a, _ in one for b, _ in other)


_DRAW: dict[str, Callable[[StepArgument], Diagram]] = {
    "x-chain": _x_chain,
    "xy-chain": _xy_chain,
    "simple-colouring": _colouring,
    "multi-colouring": _colouring,
    "remote-pair": _remote_pair,
    "y-wing": _y_wing,
    "xyz-wing": _xyz_wing,
    "death-blossom": _blossom,
    "sue-de-coq": _rests,
    "bug": _rests,
}
_DRAW_FAMILY: dict[str, Callable[[StepArgument], Diagram]] = {
    "plain singles": _alone,
    "singles": _alone,
    "locked": _rests,
    "locked sets": _rests,
    "templates": _rests,
    "complex fish": _fins,
    "subsets": _subset,
    "fish": _rests,
    "uniqueness": _corners,
    "cases": _forcing,
    "finned fish": _fins,
    "links": _alternating,
    "sets": _sets,
    "exclusion": _aligned,
    "forcing": _forcing,
}
