"""The finders of named patterns beyond the counted techniques: chains, sets, fins, exclusion, forcing chains.

Each is imported, and compiled, when somebody first looks for its technique. All write into `Found`, as others do.

One branch of a forcing chain, out of a spread: what its end rests on, in the order in which it was found.
"""

from functools import cached_property
from typing import TYPE_CHECKING

from entails.solvers.kernels.sudoku_board import (
    DETAIL,
    EVIDENCE,
    HEAD_CASE,
    HEAD_EVIDENCE,
    HEAD_NUMBER,
    HEAD_PLACE,
    HEAD_REMOVES,
    I64,
    KIND,
    NO_ENTRY,
    NO_RATING,
    PLACE,
    RATING,
    REMOVES,
    WIDTH,
    CandidateBoard,
    StepTable,
    begin_step,
    find_places,
    keep_step,
    new_board,
    new_hint,
)
from entails.solvers.kernels.sudoku_numbers import (
    ALIGNED_PAIR,
    AVOIDABLE_RECTANGLE,
    BUG,
    DEATH_BLOSSOM,
    DYNAMIC_CHAINS,
    FRANKEN_X_WING,
    HIDDEN_RECTANGLE,
    LOCKED_PAIR,
    LOCKED_TRIPLE,
    MULTI_COLOURING,
    MULTIPLE_CHAINS,
    NESTED_CHAINS,
    NISHIO_CHAIN,
    RECTANGLE_5,
    RECTANGLE_6,
    REMOTE_PAIR,
    SUE_DE_COQ,
    TEMPLATE,
    UNIQUE_LOOP,
)
from entails.solvers.sudoku.steps.technique import Technique

if TYPE_CHECKING:
    from entails.solvers.kernels.sudoku_als import AlmostLockedSets
    from entails.solvers.kernels.sudoku_graph import CandidateGraph
    from entails.solvers.kernels.sudoku_spread import Reach, Spreads


def branch_candidates(spreads: "Spreads", row: int, start: int, target: int | None) -> list[int]:
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


_FORCING = {
    NISHIO_CHAIN: ("NISHIO", 0),
    MULTIPLE_CHAINS: ("STATIC", 0),
    DYNAMIC_CHAINS: ("DYNAMIC", 0),
    NESTED_CHAINS: ("DYNAMIC", 1),
}


_FISH = {
    FRANKEN_X_WING + 6 * kind + 3 * finned + size - 2: (size, kind, bool(finned))
    for kind in (0, 1)
    for finned in (0, 1)
    for size in (2, 3, 4)
}
"""Size, kind (franken, mutant) and whether it has fins."""


class PatternFinders:
    """Room for the finders, made as it is needed. `given` has a 1 for each cell that the puzzle filled. If `thorough`,
    chains of sets and death blossoms are told that nobody would find by chance: for those who ask for them."""

    def __init__(self, given: I64, *, thorough: bool = False) -> None:
        self.given = given
        self.thorough = thorough
        self.hint = new_hint()

    def find(self, technique: Technique, board: CandidateBoard, found: StepTable) -> None:
        """All steps of a technique; of loops, graves, exclusion and forcing chains, only the simplest."""
        found.size[0] = 0
        find_places(board)
        number = technique.number
        if technique.family == "links" and number not in (REMOTE_PAIR, MULTI_COLOURING):
            from entails.solvers.kernels.sudoku_chains import find_named

            find_named(board, number, self.thorough, self._graph, self._sets, found)
        elif number == REMOTE_PAIR:
            from entails.solvers.kernels.sudoku_colouring import find_remote_pairs

            find_remote_pairs(board, found)
        elif technique.family == "finned fish" and number not in _FISH:
            from entails.solvers.kernels.sudoku_fish import find_finned

            find_finned(board, number, found)
        elif number in _FISH:
            from entails.solvers.kernels.sudoku_fish import find_any_fish

            find_any_fish(board, number, *_FISH[number], found)
        elif number == MULTI_COLOURING:
            from entails.solvers.kernels.sudoku_colouring import find_multi_colouring

            find_multi_colouring(board, found)
        elif number == AVOIDABLE_RECTANGLE:
            from entails.solvers.kernels.sudoku_rectangles import find_avoidable

            find_avoidable(board, self.given, found)
        elif number in (LOCKED_PAIR, LOCKED_TRIPLE):
            from entails.solvers.kernels.sudoku_singles import find_locked_sets

            find_locked_sets(board, number, found)
        elif number == TEMPLATE:
            from entails.solvers.kernels.sudoku_exclusion import find_templates

            find_templates(board, found)
        elif number == SUE_DE_COQ:
            from entails.solvers.kernels.sudoku_als import find_sue_de_coq

            find_sue_de_coq(board, found)
        elif number == DEATH_BLOSSOM:
            from entails.solvers.kernels.sudoku_als import find_blossoms

            find_blossoms(board, self.thorough, self._sets, found)
        elif number in (RECTANGLE_5, RECTANGLE_6, HIDDEN_RECTANGLE):
            from entails.solvers.kernels.sudoku_rectangles import find_more_rectangles

            find_more_rectangles(board, number, found)
        elif technique.family == "sets":
            from entails.solvers.kernels.sudoku_als import find_sets

            find_sets(board, number, self.thorough, self._sets, found)
        elif technique.family == "forcing":
            self._find_forcing(number, board, found)
        else:
            self._find_hint(number, board)
            if self.hint.score[RATING] != NO_RATING:
                rests = self.hint.evidence[: self.hint.score[EVIDENCE]].tolist()
                self._write(number, rests, int(self.hint.score[DETAIL]), found)

    def _find_hint(self, number: int, board: CandidateBoard) -> None:
        if number == UNIQUE_LOOP:
            from entails.solvers.kernels.sudoku_deadly import find_loops

            find_loops(board, self.hint)
        elif number == BUG:
            from entails.solvers.kernels.sudoku_deadly import find_bug

            find_bug(board, self.hint)
        else:
            from entails.solvers.kernels.sudoku_exclusion import find_aligned

            find_aligned(board, 2 if number == ALIGNED_PAIR else 3, self.hint)

    def _find_forcing(self, number: int, board: CandidateBoard, found: StepTable) -> None:
        from entails.solvers.kernels import sudoku_forcing, sudoku_spread

        name, level = _FORCING[number]
        mode: int = getattr(sudoku_spread, name)
        sudoku_forcing.find_forcing(board, mode, level, self._graph, self._reach, self._spreads, self._work, self.hint)
        if self.hint.score[RATING] == NO_RATING:
            return
        target = int(self.hint.score[DETAIL])
        starts = self.hint.evidence[: self.hint.score[EVIDENCE]].tolist()
        parts: list[int] = []
        for start in starts:
            row = start // 2 if start & 1 else sudoku_spread.OFF_ROW
            sudoku_forcing.spread(board, row, start, mode, level, self._spreads, self._work)
            parts += [*branch_candidates(self._spreads, row, start, target if len(starts) > 1 else None), NO_ENTRY]
        self._write(number, parts, 1 - (starts[-1] & 1), found)

    def _write(self, number: int, rests: list[int], other: int, found: StepTable) -> None:
        """The hint as the only step."""
        score, row = self.hint.score, begin_step(found, number)
        found.head[row, HEAD_PLACE] = score[PLACE]
        found.head[row, HEAD_CASE], found.head[row, HEAD_NUMBER] = score[KIND], other
        count, removed = min(len(rests), WIDTH), min(int(score[REMOVES]), WIDTH)
        found.evidence[row, :count] = rests[:count]
        found.removes[row, :removed] = self.hint.removes[:removed]
        found.head[row, HEAD_EVIDENCE], found.head[row, HEAD_REMOVES] = count, removed
        keep_step(found, row)

    @cached_property
    def _graph(self) -> "CandidateGraph":
        from entails.solvers.kernels.sudoku_graph import new_graph

        return new_graph()

    @cached_property
    def _sets(self) -> "AlmostLockedSets":
        from entails.solvers.kernels.sudoku_als import new_almost_locked_sets

        return new_almost_locked_sets()

    @cached_property
    def _reach(self) -> "Reach":
        from entails.solvers.kernels.sudoku_spread import new_reach

        return new_reach()

    @cached_property
    def _spreads(self) -> "Spreads":
        from entails.solvers.kernels.sudoku_spread import new_spreads

        return new_spreads()

    @cached_property
    def _work(self) -> CandidateBoard:
        return new_board()
