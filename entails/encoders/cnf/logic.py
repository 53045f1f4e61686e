"""Formulas over facts as CNF, and bulk clauses.

A formula is multiplied out while that takes few clauses, so "a implies b and c" is two clauses; larger parts get an
auxiliary (Tseitin 1968), defined in both directions and shared by all formulas with the same part. Bulk clauses are
arrays already and pass unchanged.
"""

from collections.abc import Hashable, Iterable
from itertools import product
from math import prod

import numpy as np

from entails.encoders.cnf.writer import NOTHING, TRUE, ConstraintShape, Size, Space, Writer
from entails.models.constraints import Bulk, Formula, Logic
from entails.models.encoding import Clauses
from entails.models.errors import TooLarge

DEEPEST = 100
"""Maximum nesting depth of formulas."""
FEW = 8
"""Maximum number of clauses from multiplying out a disjunction."""

ClauseList = list[frozenset[int]]


def size_logic(constraint: Logic, space: Space) -> Size:
    """Predict the size of a formula's encoding: a few clauses per part."""
    del space
    parts, literals = 0, 1
    waiting: list[tuple[Formula, int]] = [(constraint.formula, 0)]
    while waiting:
        formula, depth = waiting.pop()
        if depth > DEEPEST:
            raise TooLarge(f"the formula is nested more than {DEEPEST} deep")
        if not isinstance(formula, int):
            parts += 1
            literals += len(formula)
            waiting += ((part, depth + 1) for part in formula[1:])
    return Size(FEW * (literals + parts), 4 * FEW * (literals + parts), 3 * literals)


def shape_logic(constraint: Logic) -> ConstraintShape | None:
    """Return the shape of a formula: its literals replaced by positions."""
    places: dict[int, int] = {}
    literals: list[int] = []

    def placed(formula: Formula, depth: int) -> Hashable:
        if isinstance(formula, int):
            if abs(formula) not in places:
                literals.append(formula)
                places[abs(formula)] = len(literals) if formula > 0 else -len(literals)
            return places[abs(formula)] if formula > 0 else -places[abs(formula)]
        name, *parts = formula
        return (name, *(placed(part, depth + 1) for part in parts)) if depth < DEEPEST else None

    pattern = placed(constraint.formula, 0)
    return ConstraintShape(pattern, (), tuple(literals))


def write_logic(constraint: Logic, out: Writer) -> None:
    for clause in _multiplied(constraint.formula, True, out):
        out.claim(*sorted(clause, key=abs))


def _multiplied(formula: Formula, holds: bool, out: Writer) -> ClauseList:
    """Return clauses for the formula, or for its negation if not `holds`, by the distributive law."""
    if isinstance(formula, int):
        return [frozenset([formula if holds else -formula])]
    name, *parts = formula
    if name in ("iff", "xor"):
        literals = [_literal(part, out) for part in parts]
        return (
            _alike(literals, holds)
            if name == "iff" and len(parts) != 2
            else _odd(literals, holds != (name == "iff"), out)
        )
    if name == "not":
        return _multiplied(parts[0], not holds, out)
    stated = [(part, holds != (name == "implies" and place == 0)) for place, part in enumerate(parts)]
    if (name == "and") == holds:
        return [clause for part, true in stated for clause in _multiplied(part, true, out)]
    return _either(stated, out)


def _either(parts: list[tuple[Formula, bool]], out: Writer) -> ClauseList:
    """Return clauses for a disjunction; its longest parts become literals until the rest can be multiplied out."""
    parts = sorted(parts, key=lambda part: _length(*part))
    while prod(_length(*part) for part in parts) > FEW:
        formula, holds = parts.pop()
        literal = _literal(formula, out)
        parts.insert(0, (literal if holds else -literal, True))
    clauses = [frozenset[int]().union(*chosen) for chosen in product(*(_multiplied(*part, out) for part in parts))]
    return [clause - {-TRUE} for clause in clauses if not any(-literal in clause for literal in clause | {-TRUE})]


def _length(formula: Formula, holds: bool) -> int:
    """Return an upper bound of the number of clauses after the distributive law is applied."""
    if isinstance(formula, int):
        return 1
    name, *parts = formula
    if name in ("iff", "xor"):
        return len(parts) + 2
    if name == "not":
        return _length(parts[0], not holds)
    own = [_length(part, holds != (name == "implies" and place == 0)) for place, part in enumerate(parts)]
    return sum(own) if (name == "and") == holds else min(prod(own), FEW + 1)


def _alike(parts: list[int], holds: bool) -> ClauseList:
    """Return clauses for "all parts are equal", or for the negation of this."""
    if holds:
        return _open([-left, right] for left, right in zip(parts, parts[1:] + parts[:1], strict=True))
    return _open([parts, [-part for part in parts]])


def _odd(parts: list[int], holds: bool, out: Writer) -> ClauseList:
    """Return clauses for odd or even parity: one against each assignment of the wrong parity."""
    while len(parts) > 3:
        parts = [*parts[2:], _parity(parts[0], parts[1], out)]
    wrong = (signs for signs in product((1, -1), repeat=len(parts)) if (signs.count(1) % 2 == 1) != holds)
    return _open([-sign * part for sign, part in zip(signs, parts, strict=True)] for signs in wrong)


def _open(clauses: Iterable[list[int]]) -> ClauseList:
    """Remove tautologies and constants from clauses."""
    open_clauses = ({*clause} - {-TRUE} for clause in clauses if TRUE not in clause)
    return [frozenset(clause) for clause in open_clauses if not any(-literal in clause for literal in clause)]


def _literal(formula: Formula, out: Writer) -> int:
    """Return a literal that is equivalent to the formula."""
    if isinstance(formula, int):
        return formula
    name, *parts = formula
    literals = [_literal(part, out) for part in parts]
    match name:
        case "not":
            return -literals[0]
        case "and":
            return out.all_of(literals)
        case "or":
            return out.any_of(literals)
        case "implies":
            return out.any_of((-literals[0], literals[1]))
        case "iff" if len(parts) != 2:
            return out.any_of((out.all_of(literals), -out.any_of(literals)))
    odd = -TRUE
    for literal in literals:
        odd = _parity(odd, literal, out)
    return -odd if name == "iff" else odd


def _parity(left: int, right: int, out: Writer) -> int:
    """Return a literal for the exclusive or of two literals, shared by all four combinations of signs."""
    left, right = sorted((left, right), key=abs)
    if abs(right) == TRUE:
        return -left if right == TRUE else left
    low, high = abs(left), abs(right)
    same_sign = (left < 0) == (right < 0)
    if low == high:
        return -TRUE if same_sign else TRUE
    auxiliary = out.once(("parity", low, high), lambda: _odd_of_two(low, high, out))
    return auxiliary if same_sign else -auxiliary


def _odd_of_two(left: int, right: int, out: Writer) -> int:
    auxiliary = out.fresh()
    for clause in (
        (-left, -right, -auxiliary),
        (left, right, -auxiliary),
        (-left, right, auxiliary),
        (left, -right, auxiliary),
    ):
        out.define(*clause)
    return auxiliary


def size_bulk(constraint: Bulk, space: Space) -> Size:
    """Return a size of zero: bulk clauses are arrays already, so they take no more memory."""
    del constraint, space
    return NOTHING


def write_bulk(constraint: Bulk, out: Writer) -> None:
    """Write bulk clauses; only renumbered groups and clauses with `when` are copied."""
    count = len(constraint.starts) - 1
    if len(constraint.group_of):
        numbers = np.array([-1 if number is None else number for number in out.granularity.number], np.int32)
        same = np.array_equal(numbers, np.arange(len(numbers)))
        groups = constraint.group_of if same else numbers[constraint.group_of]
    else:
        groups = np.full(count, out.group, np.int32)
    if not constraint.when:
        out.block(Clauses(constraint.lits, constraint.starts, groups))
        return
    guard = np.array(out.guard, np.int32)
    lits = np.insert(constraint.lits, np.repeat(constraint.starts[1:], len(guard)), np.tile(guard, count))
    starts = constraint.starts + np.arange(count + 1, dtype=np.int32) * len(guard)
    out.block(Clauses(lits, starts.astype(np.int32), groups))
