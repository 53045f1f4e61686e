"""Recipe for an OR-Tools model as an encoding, with a selector for each named constraint.

All constraint types but the interval accept enforcement literals in CP-SAT 9.15 (the tests try all of them), so every
named constraint can be soft. Constraints with the same name are one group. An interval only defines a task for other
constraints, so it is always hard.

An enforced division or remainder loses solutions in 9.15.6755 if the dividend may be negative. Then the result gets a
variable of its own, and only its equality with the target is enforced.

Facts are "x=3" for every value of a variable, or "x" for a boolean. A variable may have millions of values, so facts
are not listed but computed from their numbers.
"""

from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from entails.encoders.cp_model.text import Wording
from entails.models.cp_model import (
    Arithmetic,
    Contents,
    CpConstraint,
    CpExpression,
    Interval,
    OrToolsModel,
    scope,
)
from entails.models.encoding import CpParts, CpSat, Group
from entails.models.numbering import FactNames, FactNumbering, SpannedValues, numbered_parts

if TYPE_CHECKING:
    from ortools.sat.python.cp_model import CpModel


class CpFacts(FactNumbering):
    """The numbering of facts about named variables; `indices` has the index of each variable in the model."""

    def __init__(self, model: OrToolsModel) -> None:
        variables = model.contents.variables
        self.indices = tuple(model.names)
        booleans = [variables[index].boolean for index in self.indices]
        domains = [SpannedValues(variables[index].domain) for index in self.indices]
        super().__init__(tuple(model.names.values()), booleans, domains)


Answer: TypeAlias = dict[str, int]
"""The value of each variable by its name."""

_TOLD_TOGETHER = 3


def as_written(model: OrToolsModel) -> CpSat[Answer]:
    """Return the recipe of an unchanged model, with its objective and without selectors."""
    facts = CpFacts(model)
    goal = model.contents.goal
    return CpSat(
        build=build,
        parts=((model,),),
        names=FactNames(facts),
        groups=grouped(model).every,
        decode=facts.answer,
        sense="maximise" if goal is None else goal.sense,
    )


def build(model: OrToolsModel) -> CpParts:
    """Build the OR-Tools model with its selectors."""
    built = model.build()
    every, of_constraint, of_assumption = grouped(model)
    switches = {index: built.new_bool_var("") for index, group in enumerate(every) if group.soft}
    protos = built.proto.constraints
    for place, group in enumerate(of_constraint):
        if group in switches:
            protos[place].enforcement_literal.append(switches[group].index)
    for place, constraint in enumerate(model.contents.constraints):
        if isinstance(constraint.body, Arithmetic) and constraint.body.kind in ("int_div", "int_mod"):
            _define(built, place, constraint.body, model.contents)
    built.clear_assumptions()
    for literal, group in zip(model.contents.assumptions, of_assumption, strict=True):
        held = built.get_bool_var_from_proto_index(literal if literal >= 0 else -literal - 1)
        built.add_bool_or(held if literal >= 0 else ~held).only_enforce_if(switches[group])
    facts = CpFacts(model)
    variables = [built.get_int_var_from_proto_index(index) for index in facts.indices]
    return numbered_parts(built, facts, variables, switches)


def _define(built: "CpModel", place: int, definition: Arithmetic, contents: Contents) -> None:
    """Create a variable for the result of an optional division, and make the equality with the target optional."""
    enforced = list(built.proto.constraints[place].enforcement_literal)
    if not enforced:
        return
    most = _largest(definition.exprs[0], contents)
    result = built.new_int_var(-most, most, "")
    equal = built.add(_as_sum(definition.target, built) == result)
    proto = built.proto.constraints[place]
    divided = proto.int_div if definition.kind == "int_div" else proto.int_mod
    divided.target.vars.clear()
    divided.target.coeffs.clear()
    divided.target.vars.append(result.index)
    divided.target.coeffs.append(1)
    divided.target.offset = 0
    proto.enforcement_literal.clear()
    built.proto.constraints[equal.index].enforcement_literal.extend(enforced)


def _largest(expression: CpExpression, contents: Contents) -> int:
    """Return an upper bound of the absolute value of a sum."""
    ends = ((c, contents.variables[variable].domain) for c, variable in expression.terms)
    return abs(expression.offset) + sum(abs(c) * max(abs(domain[0]), abs(domain[-1])) for c, domain in ends)


def _as_sum(expression: CpExpression, built: "CpModel") -> Any:
    return sum(c * built.get_int_var_from_proto_index(variable) for c, variable in expression.terms) + expression.offset


class CpGroups(NamedTuple):
    """The groups of a CP-SAT model, and the group of each constraint and assumption."""

    every: tuple[Group, ...]
    of_constraint: tuple[int, ...]
    of_assumption: tuple[int, ...]


def grouped(model: OrToolsModel) -> CpGroups:
    """Group the constraints of a model: those with the same name together, unnamed ones separately."""
    contents, wording = model.contents, Wording(model.contents, model.names)
    taken = {constraint.name for constraint in contents.constraints}
    members: dict[str, list[CpConstraint]] = {}
    heads: list[str] = []
    for place, constraint in enumerate(contents.constraints, start=1):
        heads.append(constraint.name if _named(constraint) else _free(f"constraint #{place}", taken))
        members.setdefault(heads[-1], []).append(constraint)
    groups = {head: _group(head, together, model, wording) for head, together in members.items()}
    assumed = [_free(f"assumption #{place}", taken) for place in range(1, len(contents.assumptions) + 1)]
    for head, literal in zip(assumed, contents.assumptions, strict=True):
        groups[head] = Group(head, f"assumed: {wording.literal(literal)}", soft=True)
    number = {head: index for index, head in enumerate(groups)}
    every = tuple(groups.values())
    return CpGroups(every, tuple(number[head] for head in heads), tuple(number[head] for head in assumed))


def _named(constraint: CpConstraint) -> bool:
    return bool(constraint.name) and not isinstance(constraint.body, Interval)


def _free(head: str, taken: set[str]) -> str:
    """Return a name that no constraint of the model uses."""
    return head if head not in taken else _free(f"{head}'", taken)


def _group(head: str, together: list[CpConstraint], model: OrToolsModel, wording: Wording) -> Group:
    words = [wording.constraint(constraint) for constraint in together[:_TOLD_TOGETHER]]
    if len(together) > _TOLD_TOGETHER:
        words.append(f"… ({len(together)} constraints)")
    first = together[0]
    text = "; ".join(words)
    soft = _named(first) or (model.soft_unnamed and not isinstance(first.body, Interval))
    mentioned = dict.fromkeys(index for constraint in together for index in scope(constraint, model.contents))
    cells = tuple(model.names[index] for index in mentioned if index in model.names)
    return Group(head, f"{first.name}: {text}" if first.name else text, soft=soft, cells=cells)
