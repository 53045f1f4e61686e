"""Exact model counting without listing solutions; the numbers may be arbitrarily large.

The kernel (`kernels/counting`) splits the formula into components during its search. Components of the whole formula
are separated here, and each fact that is in no clause doubles the count.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from math import prod
from typing import Any

import numpy as np

from entails.models.encoding import Clauses, Cnf
from entails.models.limits import UNLIMITED, Limits
from entails.models.outcome import ModelCount, Reason
from entails.solvers.engine import Budget, run_stoppable

_NO_LIMIT = 2**62
_BITS = 30
_MOST_STORED = 2**26
"""Size of the component cache in 4-byte numbers, unless a memory limit is lower."""
_REASONS: dict[int, Reason] = {1: "time", 2: "conflicts", 3: "nodes"}


@dataclass(frozen=True)
class _Part:
    """A component of a formula: clauses over variables numbered from 0, and which of these are counted."""

    clauses: list[list[int]]
    counted: list[bool]


def count_models(cnf: Cnf[Any], limits: Limits, *, satisfiable: bool = False) -> ModelCount:
    """Count the assignments to the facts, or to the formula's `shown` variables, that extend to a model.

    At a limit, the product of the components counted so far, and of the finished branches of the component in which the
    search stopped, is a lower bound if that is the last component or the formula is known to be satisfiable.
    """
    budget = Budget(limits)
    counted = set(range(1, cnf.answers + 1) if cnf.shown is None else cnf.shown)
    clauses = [tuple(sorted(set(clause))) for clause in cnf.clauses]
    clauses = [clause for clause in dict.fromkeys(clauses) if not any(-literal in clause for literal in clause)]
    if () in clauses:
        return ModelCount(0, True)
    met = {abs(literal) for clause in clauses for literal in clause}
    value = 2 ** len(counted - met)
    parts = sorted(_parts(clauses, counted), key=lambda part: len(part.clauses))
    for left, part in enumerate(parts, 1 - len(parts)):
        part_count, reason = _counted(part, budget, limits)
        if reason is not None:
            known = max(part_count, int(satisfiable))
            return ModelCount(value * known if satisfiable or left == 0 else 0, False, reason)
        value *= part_count
        if not value:
            break
    return ModelCount(value, True)


@cache
def ready() -> None:
    """Compile or load the kernel by calling it, once per process."""
    count_models(Cnf(3, ("a", "b", "c"), (), tuple, Clauses.of([[1, 2, 3], [-1, -2]])), UNLIMITED)


def _parts(clauses: Iterable[tuple[int, ...]], counted: set[int]) -> list[_Part]:
    """Split the clauses into components: sets without common variables."""
    head: dict[int, int] = {}

    def root(variable: int) -> int:
        above = head.setdefault(variable, variable)
        while above != head[above]:
            head[above] = head[head[above]]
            above = head[above]
        head[variable] = above
        return above

    listed = list(clauses)
    for clause in listed:
        first = root(abs(clause[0]))
        for literal in clause[1:]:
            head[root(abs(literal))] = first
    gathered: dict[int, list[tuple[int, ...]]] = {}
    for clause in listed:
        gathered.setdefault(root(abs(clause[0])), []).append(clause)
    parts = []
    for own in gathered.values():
        variables = sorted({abs(literal) for clause in own for literal in clause})
        number = {variable: place for place, variable in enumerate(variables)}
        coded = [[2 * number[abs(literal)] + (literal < 0) for literal in clause] for clause in own]
        parts.append(_Part(coded, [variable in counted for variable in variables]))
    return parts


def _counted(part: _Part, budget: Budget, limits: Limits) -> tuple[int, Reason | None]:
    """Return the number of models of a component; at a limit, the number counted so far and the limit."""
    from entails.solvers.kernels.counting import count_models as counting

    if budget.out_of_time:
        return 0, "time"
    sizes = np.fromiter(map(len, part.clauses), np.int32, len(part.clauses))
    starts = np.zeros(len(sizes) + 1, np.int32)
    np.cumsum(sizes, out=starts[1:])
    lits = np.array([literal for clause in part.clauses for literal in clause], np.int32)
    order = np.argsort(lits, kind="stable")
    occurs = np.repeat(np.arange(len(sizes), dtype=np.int32), sizes)[order]
    occurs_at = np.zeros(2 * len(part.counted) + 1, np.int32)
    np.cumsum(np.bincount(lits, minlength=2 * len(part.counted)), out=occurs_at[1:])
    primes = _primes(sum(part.counted) // _BITS + 1)
    noise = np.random.default_rng(0).integers(1, 2**63, len(part.counted) + len(sizes), np.int64)
    stop, now, answer = np.zeros(1, np.int64), np.zeros(3, np.int64), np.zeros(len(primes), np.int64)
    counted = np.array(part.counted, np.uint8)
    most_stored = _MOST_STORED if limits.memory_mb is None else min(_MOST_STORED, limits.memory_mb * 2**17)
    arguments = (lits, starts, occurs, occurs_at, counted, noise, np.array(primes, np.int64), most_stored)
    conflicts = _NO_LIMIT if budget.conflicts is None else budget.conflicts
    nodes = _NO_LIMIT if limits.nodes is None else limits.nodes
    ended = run_stoppable(
        lambda: counting(*arguments, conflicts, nodes, stop, now, answer),
        lambda: stop.__setitem__(0, 1),
        budget.seconds,
    )
    budget.spend_conflicts(int(now[1]))
    return _chinese_remainder(answer.tolist(), primes), _REASONS.get(ended)


def _primes(number: int) -> list[int]:
    """Return the `number` largest primes below 2^31."""
    primes: list[int] = []
    candidate = 2**31 - 1
    while len(primes) < number:
        if _is_prime(candidate):
            primes.append(candidate)
        candidate -= 2
    return primes


def _is_prime(number: int) -> bool:
    """Return whether `number` is prime, by the Miller-Rabin test with bases that decide it below 3.2 · 10^9."""
    odd, twos = number - 1, 0
    while odd % 2 == 0:
        odd, twos = odd // 2, twos + 1
    for base in (2, 3, 5, 7):
        power = pow(base, odd, number)
        if power in (1, number - 1):
            continue
        if not any((power := power * power % number) == number - 1 for _ in range(twos - 1)):
            return False
    return True


def _chinese_remainder(remainders: Sequence[int], primes: Sequence[int]) -> int:
    """Return the number below the product of the primes with these remainders (Chinese remainder theorem)."""
    whole = prod(primes)
    value = 0
    for remainder, prime in zip(remainders, primes, strict=True):
        others = whole // prime
        value += remainder * others * pow(others, -1, prime)
    return value % whole
