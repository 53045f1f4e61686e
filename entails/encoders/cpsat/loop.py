"""One closed loop: CP-SAT's circuit over the edges, each in one of its two directions.

Vertices that no edge touches are passed over, which an arc from a vertex to itself says in a circuit. So an edge from a
vertex to itself cannot be part of it: it is a loop on its own.
"""

from entails.encoders.cpsat.model import Guard, Literal, Model
from entails.models.statement import Loop

Arc = tuple[int, int, Literal]


def post(said: Loop, model: Model) -> None:
    guard = model.guard(said)
    drawn = list(zip(said.edges, model.literals(said.lits), strict=True))
    model.hold(model.cp.add_bool_or([edge for _, edge in drawn]), guard)
    for place, ((one, other), edge) in enumerate(drawn):
        if one == other:
            others = [~drawn[elsewhere][1] for elsewhere in range(len(drawn)) if elsewhere != place]
            model.hold(model.cp.add_bool_and(others), (*guard, edge))
    if arcs := _arcs([(ends, edge) for ends, edge in drawn if ends[0] != ends[1]], model, guard):
        model.hold(model.cp.add_circuit(arcs), guard)


def _arcs(drawn: list[tuple[tuple[int, int], Literal]], model: Model, guard: Guard) -> list[Arc]:
    """Both directions of every edge, and for every vertex the arc that passes it over. Where the loop is not claimed no
    edge has a direction, so that there is one way to say it."""
    claimed = model.all_of(guard) if guard else None
    number = {vertex: place for place, vertex in enumerate(sorted({end for ends, _ in drawn for end in ends}))}
    touching: list[list[Literal]] = [[] for _ in number]
    arcs: list[Arc] = []
    for (one, other), edge in drawn:
        there, back = model.cp.new_bool_var(""), model.cp.new_bool_var("")
        model.hold(model.cp.add(there + back == edge), guard)
        if claimed is not None:
            model.hold(model.cp.add_bool_and([~there, ~back]), (~claimed,))
        arcs += [(number[one], number[other], there), (number[other], number[one], back)]
        touching[number[one]].append(edge)
        touching[number[other]].append(edge)
    return arcs + [(place, place, model.all_of([~edge for edge in edges])) for place, edges in enumerate(touching)]
