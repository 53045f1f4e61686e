"""One branch of a forcing chain, out of a spread: what its end rests on, in the order in which it was found."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from entails.solvers.kernels.sudoku_explainer_spread import Spreads


def branch(spreads: "Spreads", row: int, start: int, target: int | None) -> list[int]:
    """The candidates of a branch: the one supposed, those that are then so, and the end. Without a target the branch
    ends in a contradiction, and its last candidate would have to be and not to be."""
    link, parents = spreads.link[row], spreads.parents
    known, _, at = spreads.clash[row].tolist()
    ends = [int(link[target])] if target is not None else [int(link[known]), at]
    seen: set[int] = set()
    waiting = ends
    while waiting:
        below = waiting.pop()
        for node in parents[below + 1 : below + 1 + int(parents[below])].tolist():
            if node not in seen:
                seen.add(node)
                waiting.append(int(link[node]))
    last = known if target is None else target
    seen -= {start, last}
    order = spreads.order[row, 1, : spreads.size[row, 1]].tolist()
    between = [node // 2 for node in order if node in seen]
    return [start // 2, *between, last // 2]
