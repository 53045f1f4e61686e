"""Vertices that hang together: every one of them can be reached from the first.

How far each vertex is from the first one (or the root) is defined by its neighbours: one more than the nearest of them.
Distances are settled by the set of vertices alone, so every answer is found once; a vertex that cannot be reached is as
far as there are vertices, and the constraint says that none is.
"""

from typing import TYPE_CHECKING

from entails.encoders.cpsat.model import Literal, Model
from entails.models.statement import Connected

if TYPE_CHECKING:
    from ortools.sat.python.cp_model import IntVar


def post(said: Connected, model: Model) -> None:
    guard, far = model.guard(said), len(said.lits)
    inside = model.literals(said.lits)
    if said.root is not None:
        model.hold(model.cp.add_bool_or([inside[said.root]]), guard)
    distances = _distances(said, inside, model)
    for vertex, distance in zip(inside, distances, strict=True):
        model.hold(model.cp.add(distance < far), (*guard, vertex))


def _distances(said: Connected, inside: list[Literal], model: Model) -> "list[IntVar]":
    """How far each vertex is from the first one, by steps over vertices inside; beyond reach, and outside, `far`."""
    far = len(inside)
    distances = [model.cp.new_int_var(0, far, "") for _ in inside]
    beside: list[set[int]] = [set() for _ in inside]
    for one, other in said.edges:
        beside[one].add(other)
        beside[other].add(one)
    for vertex, is_first in enumerate(_firsts(said, inside, model)):
        distance, here = distances[vertex], inside[vertex]
        nearest = model.cp.new_int_var(0, far - 1, "")
        model.cp.add_min_equality(nearest, [*(distances[other] for other in beside[vertex] - {vertex}), far - 1])
        model.hold(model.cp.add(distance == far), (~here,))
        model.hold(model.cp.add(distance == 0), (is_first,))
        model.hold(model.cp.add(distance == nearest + 1), (here, ~is_first))
    return distances


def _firsts(said: Connected, inside: list[Literal], model: Model) -> list[Literal]:
    """For each vertex, whether it is the one that distances are counted from: the root, or the first one inside."""
    if said.root is not None:
        never = model.cp.new_constant(0)
        return [here if vertex == said.root else never for vertex, here in enumerate(inside)]
    firsts, none_before = inside[:1], [~here for here in inside[:1]]
    for here in inside[1:]:
        firsts.append(model.all_of([here, none_before[-1]]))
        none_before.append(model.all_of([~here, none_before[-1]]))
    return firsts
