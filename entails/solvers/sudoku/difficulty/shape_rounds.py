"""Rounds on grids of any shape: a solving path that does not depend on the order of cells, digits and units.

One round applies everything that the easiest technique finds at a position: all cells that have this kind of single are
filled, or all candidates that the technique removes are removed. Techniques for rows and for columns are one, because a
transposed grid exchanges them. Chains are sets of pairs here: which end is true if which start is false. Refutation
removes every candidate that singles refute. So every number of the path is the same for every isomorph of a grid.

Sets of candidates are integers with one bit per candidate.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from entails.models.sudoku.grid import Grid, mask_digits
from entails.solvers.kernels.cnf import NONE
from entails.solvers.quine.options import QuineOptions
from entails.solvers.quine.run import workspace
from entails.solvers.quine.workspace import encode
from entails.solvers.sudoku import formula
from entails.solvers.sudoku.steps.any_shape import FINDERS, find
from entails.solvers.sudoku.steps.any_shape_finders import LONGEST, ShapeBoard, cells_of, partners_of, peer_sets
from entails.solvers.sudoku.steps.argument import Candidate
from entails.solvers.sudoku.steps.technique import technique, without_direction

_CHAINS = ("x-chain", "xy-chain", "aic")
_COVERED = {"aic-loop": "aic"}
"""Techniques whose effect another one has: a loop removes what the chains between its neighbours remove."""


@dataclass(frozen=True, slots=True)
class ShapeRounds:
    """The rounds of a grid.

    Attributes:
        status: How the rounds end.
        uses: For each technique, the number of cells that it fills, or of rounds in which it removes candidates.
        eliminations: The number of candidates removed by other techniques than singles.
    """

    status: Literal["solved", "stuck", "contradiction"]
    uses: dict[str, int]
    eliminations: int


def follow_rounds(grid: Grid, techniques: Iterable[str]) -> ShapeRounds:
    """Return the rounds of a grid of any shape, in this order of techniques; those it does not support are left out."""
    order = tuple(_order(techniques))
    board, uses, eliminations = ShapeBoard(grid), Counter[str](), 0
    while not (trouble := board.trouble() is not None):
        for name, finders in order:
            if technique(finders[0]).is_single:
                places = {place for finder in finders for step in find(board, finder) for place in step.places}
                if places:
                    uses[name] += len({cell for cell, _ in places})
                    for place in places:
                        board.place(*place)
                    break
            elif removes := _removes(board, finders):
                uses[name] += 1
                eliminations += len(removes)
                for remove in removes:
                    board.remove(*remove)
                break
        else:
            break
    status: Literal["solved", "stuck", "contradiction"] = "solved" if all(board.digits) else "stuck"
    return ShapeRounds("contradiction" if trouble else status, dict(uses), eliminations)


def _order(techniques: Iterable[str]) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield the names under which rounds count the techniques, with the finders of each."""
    parts: dict[str, list[str]] = {}
    chosen = dict.fromkeys(techniques)
    for name in chosen:
        if name in FINDERS and _COVERED.get(name) not in chosen:
            parts.setdefault(without_direction(name), []).append(_COVERED.get(name, name))
    for name, finders in parts.items():
        yield name, tuple(finders)


def _removes(board: ShapeBoard, finders: Sequence[str]) -> set[Candidate]:
    [finder] = finders
    if finder in _CHAINS:
        return set(removed_by_chains(board, finder))
    if finder == "dynamic-forcing-chains":
        return set(refuted_by_singles(board))
    return {remove for step in find(board, finder) for remove in step.removes}


def refuted_by_singles(board: ShapeBoard) -> Iterator[Candidate]:
    """Yield every candidate that leads to a contradiction by singles alone."""
    marks = [1 << (digit - 1) if digit else mask for digit, mask in zip(board.digits, board.marks, strict=True)]
    cnf = formula(Grid.of(board.shape, board.digits, marks))
    work = workspace(cnf, QuineOptions())
    if work.begin() != NONE:
        return
    for literal, name in enumerate(cnf.names[: cnf.answers], 1):
        code = encode([literal])
        if work.trail.value[code[0]] == 0 and work.follow(code)[2] != NONE:
            yield board.shape.parse_candidate(name)


def removed_by_chains(board: ShapeBoard, name: str) -> Iterator[Candidate]:
    """Yield every candidate that a chain removes: it excludes the start and the end, of which one is true.

    X-chains use one digit, XY-chains cells with two candidates, alternating chains both.
    """
    size = board.shape.size
    if name == "x-chain":
        for digit in range(1, size + 1):
            yield from _removed(board, [digit], name)
    else:
        yield from _removed(board, range(1, size + 1), name)


def _removed(board: ShapeBoard, digits: Iterable[int], name: str) -> Iterator[Candidate]:
    nodes = [(cell, digit) for digit in digits for cell in cells_of(board.holds[digit])]
    index = {node: place for place, node in enumerate(nodes)}
    strong = _strong_links(board, index, name)
    if not any(strong):
        return
    weak = _weak_links(board, nodes, index, in_cells=name == "aic")
    ends = sum(1 << place for place, partners in enumerate(strong) if partners)
    following = [_union(strong, weak[place] & ends) if partners else 0 for place, partners in enumerate(strong)]
    reached = [_reach(partners, following) if partners else 0 for partners in strong]
    for place, node in enumerate(nodes):
        rivals = weak[place]
        for start in cells_of(rivals & ends):
            if reached[start] & (rivals & ~(1 << start) if name == "xy-chain" else rivals):
                yield node
                break


def _strong_links(board: ShapeBoard, index: dict[Candidate, int], name: str) -> list[int]:
    """Return, for each candidate, those of which it or the other is true."""
    strong = [0] * len(index)
    if name != "xy-chain":
        for digit in {digit for _, digit in index}:
            for cell, partners in partners_of(board, digit).items():
                strong[index[cell, digit]] |= sum(1 << index[partner, digit] for partner in partners)
    if name != "x-chain":
        for cell, mask in enumerate(board.marks):
            if mask.bit_count() == 2:
                left, right = (index[cell, digit] for digit in mask_digits(mask))
                strong[left] |= 1 << right
                strong[right] |= 1 << left
    return strong


def _weak_links(
    board: ShapeBoard, nodes: Sequence[Candidate], index: dict[Candidate, int], in_cells: bool
) -> list[int]:
    """Return, for each candidate, those that it excludes."""
    peers, weak = peer_sets(board.shape), []
    for cell, digit in nodes:
        rivals = sum(1 << index[peer, digit] for peer in cells_of(peers[cell] & board.holds[digit]))
        if in_cells:
            rivals |= sum(1 << index[cell, rival] for rival in mask_digits(board.marks[cell]) if rival != digit)
        weak.append(rivals)
    return weak


def _union(sets: Sequence[int], members: int) -> int:
    union = 0
    for member in cells_of(members):
        union |= sets[member]
    return union


def _reach(first: int, following: Sequence[int]) -> int:
    """Return the ends of all chains from one start, breadth first."""
    reached = latest = first
    length = 2
    while latest and length + 2 <= LONGEST:
        latest = _union(following, latest) & ~reached
        reached |= latest
        length += 2
    return reached
