"""Formulas over literals, put together so that nothing known stays inside."""

from collections.abc import Sequence

from entails.models.statement import Formula

TRUE: Formula = ("and",)
FALSE: Formula = ("or",)


def denied(formula: Formula) -> Formula:
    if isinstance(formula, int):
        return -formula
    if formula in (TRUE, FALSE):
        return FALSE if formula == TRUE else TRUE
    joint, *parts = formula
    return parts[0] if joint == "not" else ("not", formula)


def joined(joint: str, parts: Sequence[Formula]) -> Formula:
    """The parts under this word. "or" inside "or" is taken apart, and "and" inside "and"."""
    if joint == "not":
        return denied(parts[0])
    if joint in ("and", "or"):
        return _flat(joint, parts)
    open_ = [part for part in parts if part not in (TRUE, FALSE)]
    if joint == "xor":
        rest: Formula = ("xor", *open_)
        if len(open_) < 2:
            rest = open_[0] if open_ else FALSE
        return denied(rest) if sum(part == TRUE for part in parts) % 2 else rest
    if TRUE in parts and FALSE in parts:
        return FALSE
    if TRUE in parts or FALSE in parts:
        return _flat("and", open_ if TRUE in parts else [denied(part) for part in open_])
    return ("iff", *open_) if len(open_) > 1 else TRUE


def _flat(joint: str, parts: Sequence[Formula]) -> Formula:
    decisive, idle = (TRUE, FALSE) if joint == "or" else (FALSE, TRUE)
    if decisive in parts:
        return decisive
    found: list[Formula] = []
    for part in parts:
        if part != idle:
            found.extend(part[1:] if isinstance(part, tuple) and part[0] == joint else (part,))
    return found[0] if len(found) == 1 else (joint, *found)
