"""Vertices that hang together."""

from entails.encoders.check.known import NO_FAULT, Faults, Known
from entails.models.sentence import Template
from entails.models.statement import Connected

_NO_ROOT = Template("{root} does not hold", "{root} n'est pas vrai")
_APART = Template("{one} and {other} do not hang together", "{one} et {other} ne sont pas reliés")


def faults(said: Connected, known: Known) -> Faults:
    inside = {vertex for vertex, lit in enumerate(said.lits) if known.holds(lit)}
    if said.root is not None and said.root not in inside:
        return known.fault(said, _NO_ROOT(root=known.fact(said.lits[said.root])))
    if not inside:
        return NO_FAULT
    first = min(inside)
    alone = inside - reached(first, [edge for edge in said.edges if edge[0] in inside and edge[1] in inside])
    if not alone:
        return NO_FAULT
    one, other = known.fact(said.lits[first]), known.fact(said.lits[min(alone)])
    return known.fault(said, _APART(one=one, other=other))


def reached(start: int, edges: list[tuple[int, int]]) -> set[int]:
    """The vertices that edges lead to from one of them."""
    beside: dict[int, list[int]] = {}
    for one, other in edges:
        beside.setdefault(one, []).append(other)
        beside.setdefault(other, []).append(one)
    found, ahead = {start}, [start]
    while ahead:
        new = [other for other in beside.get(ahead.pop(), ()) if other not in found]
        found.update(new)
        ahead += new
    return found
