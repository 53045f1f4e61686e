"""Chains of strong and weak links on a board of any shape."""

from collections.abc import Iterable, Iterator

from entails.models.sudoku import Shape, mask_digits
from entails.solvers.sudoku.steps.argument import Candidate
from entails.solvers.sudoku.steps.house_moment import Moment, cells_of, partners_of
from entails.solvers.sudoku.steps.step import Step

_LONGEST = 16
"""Longer chains are not told: nobody follows them."""


Ends = dict[Candidate, list[Candidate]]


def _strong(moment: Moment, digits: Iterable[int], in_cells: bool, in_units: bool) -> Ends:
    """Of which two candidates one holds: the two of a cell, the two places of a digit in a unit."""
    links: Ends = {}
    if in_cells:
        for cell, mask in enumerate(moment.marks):
            if mask.bit_count() == 2:
                one, other = ((cell, digit) for digit in mask_digits(mask))
                links.setdefault(one, []).append(other)
                links.setdefault(other, []).append(one)
    if in_units:
        for digit in digits:
            for cell, partners in partners_of(moment, digit).items():
                links.setdefault((cell, digit), []).extend((partner, digit) for partner in partners)
    return links


def _weak(shape: Shape, one: Candidate, other: Candidate) -> bool:
    """Do they exclude each other?"""
    if one[0] == other[0]:
        return one[1] != other[1]
    return one[1] == other[1] and other[0] in shape.peers[one[0]]


def chains(moment: Moment, technique: str) -> Iterator[Step | None]:
    """Strong and weak links in turn, breadth first from each end: if the first is not, the last is.

    X-chains keep to one digit, XY-chains to cells of two candidates; others may do both, and come back as a loop.
    """
    every = range(1, moment.shape.size + 1)
    if technique == "x-chain":
        for digit in every:
            yield from _follow(moment, technique, _strong(moment, [digit], in_cells=False, in_units=True))
    else:
        in_units = technique != "xy-chain"
        yield from _follow(moment, technique, _strong(moment, every, in_cells=True, in_units=in_units))


def _follow(moment: Moment, technique: str, strong: Ends) -> Iterator[Step | None]:
    shape = moment.shape
    by_cell: dict[int, list[Candidate]] = {}
    for end in strong:
        by_cell.setdefault(end[0], []).append(end)
    near = {
        end: [
            *(other for other in by_cell[end[0]] if other != end),
            *((peer, end[1]) for peer in sorted(shape.peers[end[0]]) if (peer, end[1]) in strong),
        ]
        for end in strong
    }
    xy = technique == "xy-chain"
    for start in strong:
        before: dict[Candidate, tuple[Candidate, Candidate]] = {}
        length = dict.fromkeys(strong[start], 2)
        queue = list(length)
        for end in queue:
            before[end] = (start, start)
        for end in queue:
            if length[end] + 2 > _LONGEST:
                break
            for off in near[end]:
                if off == start or (xy and off[0] == end[0]):
                    continue
                for reached in strong[off]:
                    if reached in before:
                        continue
                    before[reached], length[reached] = (end, off), length[end] + 2
                    queue.append(reached)
                    if reached >= start:
                        yield _conclude(moment, technique, start, reached, before)


def _conclude(
    moment: Moment,
    technique: str,
    start: Candidate,
    last: Candidate,
    before: dict[Candidate, tuple[Candidate, Candidate]],
) -> Step | None:
    """What a chain rules out, under its name."""
    line, at = [last], last
    while True:
        end, off = before[at]
        line.append(off)
        if off == start:
            break
        line.append(end)
        at = end
    line.reverse()
    inner, shape = line[1:-1], moment.shape
    if start in inner or last in inner:
        return None
    if technique == "x-chain" and start == last:
        removes = [(peer, start[1]) for peer in shape.peers[start[0]]]
        return moment.step(technique, [list(reversed(line))], removes=removes)
    if technique in ("x-chain", "xy-chain"):
        cells = list(dict.fromkeys(cell for cell, _ in line))
        each = 2 if technique == "xy-chain" else 1
        if start[1] != last[1] or start[0] == last[0] or len(cells) < 3 or len(cells) * each != len(line):
            return None
        seen = moment.seen_by_all([start[0], last[0]])
        removes = [(cell, start[1]) for cell in cells_of(seen & moment.holds[start[1]])]
        rests = line[1::2] if technique == "xy-chain" else line
        return moment.step(technique, [list(reversed(rests))], removes=removes)
    parts = [[end] for end in line]
    if (technique == "aic-loop") != (start != last and _weak(shape, start, last)):
        return None
    if technique == "aic-loop":
        pairs = zip(line[1::2], [*line[2::2], start], strict=True)
        removes = [each for one, other in pairs for each in _between(moment, one, other)]
        return moment.step(technique, parts, removes=removes, case=3, other=len(line))
    if start == last:
        cell, digit = start
        removes = [(cell, other) for other in mask_digits(moment.marks[cell]) if other != digit]
        return moment.step(technique, parts, removes=removes, case=4, other=len(line))
    case = 1 if start[1] == last[1] else 2
    return moment.step(technique, parts, removes=_between(moment, start, last), case=case, other=len(line))


def _between(moment: Moment, one: Candidate, other: Candidate) -> list[Candidate]:
    """One of the two is true: what neither leaves."""
    if one[0] == other[0]:
        return [(one[0], digit) for digit in mask_digits(moment.marks[one[0]]) if digit not in (one[1], other[1])]
    if one[1] == other[1]:
        return [(cell, one[1]) for cell in cells_of(moment.seen_by_all([one[0], other[0]]) & moment.holds[one[1]])]
    peers = moment.shape.peers
    return [(a[0], b[1]) for a, b in ((one, other), (other, one)) if a[0] in peers[b[0]] and a[0] != b[0]]
