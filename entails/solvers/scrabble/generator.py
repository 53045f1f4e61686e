"""The generator: every placement of a position, or the best one, in well under a millisecond without blanks.

    all_placements(position)[0]     the best, `Scored(placement, score)`
    best_placement(position)        the same, without listing the others
    best_by_equity(position, tables)   score and what the tiles that stay are worth count together
    tally(position)                 how many there are, the best score, the sum of all scores

On an empty board plays go across only, as is usual, since each could be turned; `both` lists them both ways.
"""

from dataclasses import dataclass
from threading import local
from typing import TYPE_CHECKING

import numpy as np

from entails.models.scrabble.position import Position
from entails.solvers.scrabble.graph import graph_for
from entails.solvers.scrabble.placements import Placements, Scored

if TYPE_CHECKING:
    from entails.solvers.scrabble.leave import LeaveTables
    from entails.solvers.scrabble.workspace import Workspace

_here = local()
"""Each thread has its own room to work in: kernels run without Python's lock."""


@dataclass(frozen=True, slots=True)
class Tally:
    """All placements of a position in three numbers; `best` is -1 when there is none."""

    placements: int
    best: int
    sum: int


def all_placements(position: Position, *, both: bool = False) -> Placements:
    """Every placement, best first."""
    return _workspace(position).all_placements(position, graph_for(position), both)


def best_placement(position: Position, *, both: bool = False) -> Scored | None:
    """The best placement, the same that `all_placements` lists first; None when there is none."""
    return _workspace(position).best_placement(position, graph_for(position), both)


def best_by_equity(position: Position, tables: "LeaveTables") -> Scored | None:
    """The placement that makes the most of score and leave together, without listing the others: of those whose
    `equities` are highest the one that `all_placements` lists first; None when there is none."""
    from entails.solvers.scrabble.leave import aim_at_equity

    return _workspace(position).best_placement(position, graph_for(position), False, aim_at_equity(position, tables))


def tally(position: Position, *, both: bool = False) -> Tally:
    """Count the placements and add up their scores, without listing them."""
    return Tally(*_workspace(position).tally(position, graph_for(position), both))


def _workspace(position: Position) -> "Workspace":
    """The room of this thread for a board and a rack of this size."""
    from entails.solvers.scrabble.workspace import Workspace

    layout = position.board.layout
    size = layout.rows, layout.columns, position.rack.total
    kept: dict[tuple[int, int, int], Workspace] = _here.__dict__.setdefault("workspaces", {})
    if size not in kept:
        kept[size] = Workspace(*size)
    return kept[size]


def warm() -> None:
    """Compile the kernels, or load them, on a small position."""
    from entails.data.scrabble import shipped_layout, shipped_tile_set
    from entails.models.lexicon import Lexicon
    from entails.models.scrabble.board import Board
    from entails.models.scrabble.rack import Rack
    from entails.solvers.scrabble.graph import build_graph

    lexicon = Lexicon.of(["ab", "ba", "abba"], "warm")
    position = Position(
        Board.empty(shipped_layout("standard")), Rack.read("ABB?"), shipped_tile_set("english"), lexicon
    )
    graph, workspace = build_graph(lexicon), _workspace(position)
    workspace.all_placements(position, graph, both=True)
    workspace.best_placement(position, graph, both=False)
    assert np.prod(workspace.tally(position, graph, both=False)) > 0
