"""Hidden variables whose values nobody told: an assignment is right when there are some that fit.

Mostly they are settled by what defines them, one after the other. Where they are not, a search goes back from a
contradiction to a variable that has a part in it (conflict-directed backjumping, Prosser 1993).
"""

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from heapq import heapify, heappop, heappush

from entails.encoders.check.known import Fault, Faults, Known
from entails.encoders.check.scope import scope
from entails.models.statement import Constraint

Check = Callable[[Constraint, Known], Faults]
Due = list[tuple[Constraint, frozenset[int]]]
"""Constraints, each with the places in the order of the variables that it speaks of."""

Tie = tuple[Constraint, frozenset[int]]
"""A constraint and the hidden variables that it speaks of."""

_MOST_TRIES = 100_000


@dataclass(frozen=True)
class Piece:
    """Hidden variables that hang together, in the order in which they are tried. `due[place]` can be checked once the
    variable at that place has a value."""

    order: tuple[int, ...]
    due: tuple[Due, ...]


def faults_of_hidden(piece: Piece, known: Known, check: Check) -> Iterator[Fault]:
    """What is wrong whatever values these variables have. A search that takes too long finds no fault."""
    if _search(piece, known, check) is not False:
        return
    for number, due in zip(piece.order, piece.due, strict=True):
        yield from _least_wrong(number, due, known, check)


def _search(piece: Piece, known: Known, check: Check) -> bool | None:
    """Are there values that fit? None when it is not known after many tries."""
    ahead = [_values(piece.order[0], known)]
    blamed: list[set[int]] = [set()]
    for _ in range(_MOST_TRIES):
        place = len(ahead) - 1
        number = piece.order[place]
        known.forget(number)
        value = next(ahead[-1], None)
        if value is None:
            reasons = blamed.pop()
            if not reasons:
                return False
            back = max(reasons)
            for passed in piece.order[back + 1 : place]:
                known.forget(passed)
            del ahead[back + 1 :], blamed[back + 1 :]
            blamed[back] |= reasons - {back}
            continue
        known.settle(number, value)
        culprit = next((places for said, places in piece.due[place] if check(said, known)), None)
        if culprit is not None:
            blamed[-1] |= culprit - {place}
        elif len(ahead) == len(piece.order):
            return True
        else:
            ahead.append(_values(piece.order[place + 1], known))
            blamed.append(set())
    return None


def _values(number: int, known: Known) -> Iterator[int]:
    """Its values; a condition is first taken to hold."""
    variable = known.statement.variables[number]
    return iter((1, 0) if variable.boolean else variable.values)


def _least_wrong(number: int, due: Due, known: Known, check: Check) -> Faults:
    """Give it the value with the fewest faults; these. What is said under a condition is kept first: it tells what the
    hidden condition means, and the fault lies with what is said of it."""

    def wrong(value: int) -> list[tuple[Constraint, Faults]]:
        known.forget(number)
        known.settle(number, value)
        return [(said, found) for said, _ in due if (found := check(said, known))]

    def weight(value: int) -> int:
        return sum(2 if said.when else 1 for said, _ in wrong(value))

    return tuple(fault for _, found in wrong(min(_values(number, known), key=weight)) for fault in found)


def pieces(known: Known, unknown: Collection[int]) -> tuple[list[Constraint], list[Piece]]:
    """The constraints that speak of known variables alone, and the others by the hidden variables that they tie."""
    among, plain, ties = frozenset(unknown), list[Constraint](), list[Tie]()
    for said in known.statement.every_constraint:
        own = scope(said, known) & among
        if own:
            ties.append((said, own))
        else:
            plain.append(said)
    return plain, [_ordered(hanging) for hanging in _hanging_together(ties)]


def _hanging_together(ties: Sequence[Tie]) -> list[list[Tie]]:
    """The ties, apart from each other where no variable is in both."""
    of = {number: {number} for _, own in ties for number in own}
    for _, (first, *others) in ties:
        for other in others:
            if of[other] is not of[first]:
                small, large = sorted((of[other], of[first]), key=len)
                large |= small
                of |= dict.fromkeys(small, large)
    found: dict[int, list[Tie]] = {}
    for said, own in ties:
        found.setdefault(id(of[min(own)]), []).append((said, own))
    return list(found.values())


def _ordered(ties: Sequence[Tie]) -> Piece:
    """First the variables that a constraint settles alone, then those that are settled by these, and so on."""
    left = [set(own) for _, own in ties]
    tied_by: dict[int, list[int]] = {}
    for tie, (_, numbers) in enumerate(ties):
        for number in numbers:
            tied_by.setdefault(number, []).append(tie)
    place: dict[int, int] = {}
    queue = [(len(own), min(own), tie) for tie, own in enumerate(left)]
    heapify(queue)
    while queue:
        _, number, _ = heappop(queue)
        if number not in place:
            place[number] = len(place)
            for tie in tied_by[number]:
                left[tie].remove(number)
                if left[tie]:
                    heappush(queue, (len(left[tie]), min(left[tie]), tie))
    due: list[Due] = [[] for _ in place]
    for said, own in ties:
        places = frozenset(place[number] for number in own)
        due[max(places)].append((said, places))
    return Piece(tuple(place), tuple(due))
