"""The disjunction engine by brute force: sets of literals and truth tables, as a reference for the kernels."""

import random
from collections.abc import Iterator
from itertools import product

from entails.models.encoding import Clauses, Cnf

Clause = tuple[int, ...]


def propagate(clauses: list[Clause], known: frozenset[int]) -> frozenset[int] | None:
    """Close a set under unit propagation; return None on a contradiction."""
    while True:
        for clause in clauses:
            left = [lit for lit in clause if -lit not in known]
            if not left:
                return None
            if len(set(left)) == 1 and left[0] not in known:
                known |= {left[0]}
                break
        else:
            return known


def close(clauses: list[Clause], known: frozenset[int], own: int, level: int) -> frozenset[int] | None:
    """Close a set under disjunctions on variables 1..own, whose cases are closed one level lower; None on a
    contradiction.
    """
    if level == 0:
        return propagate(clauses, known)
    while True:
        before = close(clauses, known, own, level - 1)
        if before is None:
            return None
        for variable in range(1, own + 1):
            if variable in before or -variable in before:
                continue
            true = close(clauses, before | {variable}, own, level - 1)
            false = close(clauses, before | {-variable}, own, level - 1)
            if true is None and false is None:
                return None
            kept = false if true is None else true if false is None else true & false
            assert kept is not None
            if not kept <= before:
                known = before | kept
                break
        else:
            return before


def models(clauses: list[Clause], variables: int) -> Iterator[frozenset[int]]:
    """Yield every assignment that satisfies all clauses."""
    for signs in product((1, -1), repeat=variables):
        model = frozenset(sign * variable for variable, sign in enumerate(signs, 1))
        if all(model.intersection(clause) for clause in clauses):
            yield model


def forced(clauses: list[Clause], variables: int, own: int) -> frozenset[int] | None:
    """Return the literals over 1..own that all models share; None without a model."""
    items = list(models(clauses, variables))
    return frozenset(lit for lit in frozenset.intersection(*items) if abs(lit) <= own) if items else None


def exact_depth(clauses: list[Clause], variables: int, own: int) -> int | None:
    """Return the smallest level that finds all forced literals; None if no level does."""
    wanted = forced(clauses, variables, own)
    for level in range(own + 1):
        closed = close(clauses, frozenset(), own, level)
        if closed is None or (wanted is not None and wanted <= closed):
            return level
    return None


def random_clauses(rng: random.Random, variables: int) -> list[Clause]:
    """Build a small random formula: with mixed clause lengths, repeated literals and tautologies, or dense and of
    clauses of three, where depth is found.
    """
    if variables >= 4 and rng.random() < 0.5:
        dense = rng.randint(4 * variables, 7 * variables)
        return [tuple(rng.choice((1, -1)) * v for v in rng.sample(range(1, variables + 1), 3)) for _ in range(dense)]
    count = rng.randint(1, 5 * variables)
    lengths = rng.choice([(2, 3), (3,), (1, 2, 3), (2,), (3, 4)])
    return [
        tuple(rng.choice((1, -1)) * rng.randint(1, variables) for _ in range(rng.choice(lengths))) for _ in range(count)
    ]


def as_cnf(clauses: list[Clause], variables: int, own: int | None = None) -> Cnf[tuple[int, ...]]:
    """Build an encoding of the clauses whose solution is the tuple of its true facts."""
    names = [f"x{variable}" for variable in range(1, (variables if own is None else own) + 1)]
    return Cnf(variables, names, (), tuple, Clauses.of(clauses))
