"""Many literals sorted by a network of comparators (Batcher 1968): the k-th of the sorted ones says "at least k hold".

For counts whose counter would be too large: n log² n / 4 comparators, each defined in both directions.
"""

from collections.abc import Iterator, Sequence

from entails.encoders.clauses.size import Size
from entails.encoders.clauses.writer import Writer


def size(total: int) -> Size:
    """Six clauses for each comparator."""
    steps = max(total - 1, 1).bit_length()
    comparators = total * steps * (steps + 1) // 4 + total
    return Size(6 * comparators, 14 * comparators, 2 * comparators)


def at_least(out: Writer, literals: Sequence[int], count: int) -> int:
    """A literal that says "at least `count` of these hold", for 1 <= count <= len(literals); it may be settled."""
    key = tuple(sorted(literals))
    return out.once(("sorted", key), lambda: _sorted(out, list(key)))[count - 1]


def _sorted(out: Writer, literals: list[int]) -> list[int]:
    """The same number of literals, those that hold first."""
    for upper, lower in _comparators(len(literals)):
        one, other = literals[upper], literals[lower]
        literals[upper], literals[lower] = out.any_of((one, other)), out.all_of((one, other))
    return literals


def _comparators(total: int) -> Iterator[tuple[int, int]]:
    """Batcher's odd-even merge sort for any number of places."""
    size = 1
    while size < total:
        step = size
        while step:
            for start in range(step % size, total - step, 2 * step):
                for place in range(start, min(start + step, total - step)):
                    if place // (2 * size) == (place + step) // (2 * size):
                        yield place, place + step
            step //= 2
        size *= 2
