"""One closed loop: two ends of edges meet at every vertex on it, and all of it hangs together."""

from collections import Counter

from entails.encoders.check.connected import reached
from entails.encoders.check.known import NO_FAULT, Faults, Known
from entails.models.sentence import Template
from entails.models.statement import Loop

_NONE = Template("there is no loop", "il n'y a pas de boucle")
_ENDS = Template("it ends or branches: {edges}", "elle s'arrête ou se divise : {edges}")
_SEVERAL = Template("{one} and {other} are of different loops", "{one} et {other} sont de boucles différentes")


def faults(said: Loop, known: Known) -> Faults:
    drawn = [(edge, lit) for edge, lit in zip(said.edges, said.lits, strict=True) if known.holds(lit)]
    if not drawn:
        return known.fault(said, _NONE())
    meeting = Counter(vertex for edge, _ in drawn for vertex in edge)
    odd = [vertex for vertex, ends in meeting.items() if ends != 2]
    if odd:
        return known.fault(said, _ENDS(edges=known.facts(lit for edge, lit in drawn if odd[0] in edge)))
    (first, lit), *_ = drawn
    on_it = reached(first[0], [edge for edge, _ in drawn])
    for edge, elsewhere in drawn:
        if edge[0] not in on_it:
            return known.fault(said, _SEVERAL(one=known.fact(lit), other=known.fact(elsewhere)))
    return NO_FAULT
