"""What has to fit together in a constraint beyond its single fields; and constraints that nothing could ever keep."""

from collections.abc import Sequence

from clausal.models.document.bounds import Bounds
from clausal.models.document.refusal import Refused, at
from clausal.models.document.scope import Scope
from clausal.models.statement import Connected, Constraint, Differ, Linear, Loop, Table

Weighed = Sequence[tuple[int, int]]
"""Factors, and the numbers of variables or of facts."""


def fitted(said: Constraint, scope: Scope, bounds: Bounds) -> None:
    """Refuse a constraint whose parts do not fit."""
    match said:
        case Linear(terms=terms, facts=facts):
            countable(terms, facts, scope, bounds)
        case Table(over=over, rows=rows):
            if rows.array.shape[1] != len(over):
                with at("rows"):
                    raise Refused(
                        f"there are {len(over)} variables and {rows.array.shape[1]} numbers in a row", "as many of both"
                    )
        case Differ(left=left, right=right):
            if len(left) != len(right):
                raise Refused(f"lists of {len(left)} and {len(right)} variables always differ", "as many in both")
        case Connected(lits=lits, edges=edges, root=root):
            for place, edge in enumerate(edges):
                if max(edge) >= len(lits):
                    with at("edges"), at(place):
                        raise Refused(f"there is no place {max(edge)}", f"places from 0 to {len(lits) - 1}")
            if root is not None and root >= len(lits):
                with at("root"):
                    raise Refused(f"there is no place {root}", f"places from 0 to {len(lits) - 1}")
        case Loop(lits=lits, edges=edges):
            if len(lits) != len(edges):
                raise Refused(f"there are {len(lits)} facts and {len(edges)} edges", "a fact for each edge")


def countable(terms: Weighed, facts: Weighed, scope: Scope, bounds: Bounds) -> None:
    """Refuse a sum of nothing, and one that an engine could not count."""
    if not terms and not facts:
        raise Refused("this is a sum of nothing", "terms or facts")
    largest = sum(abs(factor) * max(map(abs, scope.unknowns[one].bounds)) for factor, one in terms)
    if largest + sum(abs(factor) for factor, _ in facts) > bounds.sum:
        raise Refused("this sum may become too large to be counted", f"sums up to {bounds.sum:,}")


def possible(said: Constraint, scope: Scope) -> None:
    """Refuse a constraint that cannot be kept whatever the others say."""
    if not said.when and scope.lifting.claim(said).known is False:
        raise Refused("this can never hold, whatever the values", "something that the domains allow")
