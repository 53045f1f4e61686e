"""A formula over facts."""

from collections.abc import Iterator

from entails.encoders.check.known import NO_FAULT, Faults, Known
from entails.models.sentence import Template
from entails.models.statement import Formula, Logic

_FALSE = Template("it is false where {facts}", "c'est faux quand {facts}")


def faults(said: Logic, known: Known) -> Faults:
    if _true(said.formula, known):
        return NO_FAULT
    return known.fault(
        said, _FALSE(facts=known.facts(lit if known.holds(lit) else -lit for lit in facts_of(said.formula)))
    )


def _true(formula: Formula, known: Known) -> bool:
    if isinstance(formula, int):
        return known.holds(formula)
    name, *parts = formula
    match name:
        case "and":
            return all(_true(part, known) for part in parts)
        case "or":
            return any(_true(part, known) for part in parts)
        case "not":
            return not _true(parts[0], known)
        case "implies":
            return not _true(parts[0], known) or _true(parts[1], known)
    truths = [_true(part, known) for part in parts]
    return len(set(truths)) < 2 if name == "iff" else truths.count(True) % 2 == 1


def facts_of(formula: Formula) -> Iterator[int]:
    """The facts that a formula speaks of, each once."""
    found: dict[int, None] = {}
    open_ = [formula]
    while open_:
        part = open_.pop()
        if isinstance(part, int):
            found[abs(part)] = None
        else:
            open_ += reversed(part[1:])
    yield from found
