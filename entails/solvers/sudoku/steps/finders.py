"""Finders of the techniques that ratings do not count: chains, sets, fins, exclusion, forcing chains.

Each kernel is imported and compiled when its technique is first searched. All write into a `StepTable`.
"""

from functools import cache, cached_property
from typing import TYPE_CHECKING

from numpy import packbits

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
from entails.solvers.sudoku.steps.technique import (
    EXOCET,
    FRANKEN_SQUIRMBAG,
    KRAKEN_1,
    KRAKEN_2,
    SQUIRMBAG,
    Technique,
)

if TYPE_CHECKING:
    from entails.solvers.kernels.sudoku_als import AlmostLockedSets
    from entails.solvers.kernels.sudoku_graph import CandidateGraph
    from entails.solvers.kernels.sudoku_spread import Reach, Spreads


def branch_candidates(spreads: "Spreads", row: int, start: int, target: int | None) -> list[int]:
    """Return the candidates of a branch of forcing chains, in the order of discovery.

    The first is the supposition, the last the end of the branch. Without a target, the branch ends in a contradiction,
    and its last candidate would be both true and false.
    """
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
} | {
    FRANKEN_SQUIRMBAG + 6 * kind + 3 * finned + size - 5: (size, kind, bool(finned))
    for kind in (0, 1)
    for finned in (0, 1)
    for size in (5, 6, 7)
}
"""Size, kind (franken, mutant) and whether it has fins."""


class PatternFinders:
    """The finders of these techniques and their working arrays, allocated on demand.

    `is_given` has a 1 for each given. If `thorough`, longer chains of sets and larger death blossoms are found too.
    """

    def __init__(self, is_given: I64, *, thorough: bool = False) -> None:
        self.is_given = is_given
        self.thorough = thorough
        self.hint = new_hint()

    def find(self, technique: Technique, board: CandidateBoard, steps: StepTable) -> None:
        """Find all steps of a technique; only the simplest of loops, BUG, exclusion and forcing chains."""
        steps.size[0] = 0
        find_places(board)
        number = technique.number
        if technique.family == "links" and number not in (REMOTE_PAIR, MULTI_COLOURING):
            from entails.solvers.kernels.sudoku_chains import find_named

            find_named(board, number, self.thorough, self._graph, self._sets, steps)
        elif number == REMOTE_PAIR:
            from entails.solvers.kernels.sudoku_colouring import find_remote_pairs

            find_remote_pairs(board, steps)
        elif technique.family == "finned fish" and number not in _FISH:
            from entails.solvers.kernels.sudoku_fish import find_finned

            find_finned(board, number, steps)
        elif number in _FISH:
            from entails.solvers.kernels.sudoku_fish import find_any_fish

            find_any_fish(board, number, *_FISH[number], steps)
        elif technique.family == "large fish":
            from entails.solvers.sudoku.steps.line_fish import find_large_fish

            kind, size = divmod(number - SQUIRMBAG, 3)
            find_large_fish(board, number, size + 5, kind, steps)
        elif number in (KRAKEN_1, KRAKEN_2):
            self._find_kraken(number, board, steps)
        elif number == EXOCET:
            from entails.solvers.sudoku.steps.exocet import find_exocets

            find_exocets(board, number, steps)
        elif number == MULTI_COLOURING:
            from entails.solvers.kernels.sudoku_colouring import find_multi_colouring

            find_multi_colouring(board, steps)
        elif number == AVOIDABLE_RECTANGLE:
            from entails.solvers.kernels.sudoku_rectangles import find_avoidable

            find_avoidable(board, self.is_given, steps)
        elif number in (LOCKED_PAIR, LOCKED_TRIPLE):
            from entails.solvers.kernels.sudoku_singles import find_locked_sets

            find_locked_sets(board, number, steps)
        elif number == TEMPLATE:
            from entails.solvers.kernels.sudoku_exclusion import find_templates

            find_templates(board, steps)
        elif number == SUE_DE_COQ:
            from entails.solvers.kernels.sudoku_als import find_sue_de_coq

            find_sue_de_coq(board, steps)
        elif number == DEATH_BLOSSOM:
            from entails.solvers.kernels.sudoku_als import find_blossoms

            find_blossoms(board, self.thorough, self._sets, steps)
        elif number in (RECTANGLE_5, RECTANGLE_6, HIDDEN_RECTANGLE):
            from entails.solvers.kernels.sudoku_rectangles import find_more_rectangles

            find_more_rectangles(board, number, steps)
        elif technique.family == "sets":
            from entails.solvers.kernels.sudoku_als import find_sets

            find_sets(board, number, self.thorough, self._sets, steps)
        elif technique.family == "forcing":
            self._find_forcing(number, board, steps)
        else:
            self._find_hint(number, board)
            if self.hint.score[RATING] != NO_RATING:
                rests = self.hint.evidence[: self.hint.score[EVIDENCE]].tolist()
                self._write(number, rests, int(self.hint.score[DETAIL]), steps)

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

    def _find_forcing(self, number: int, board: CandidateBoard, steps: StepTable) -> None:
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
        self._write(number, parts, 1 - (starts[-1] & 1), steps)

    def _find_kraken(self, number: int, board: CandidateBoard, steps: StepTable) -> None:
        """Find fish whose fins remove a candidate by chains, on the spreads from every candidate."""
        from entails.solvers.kernels.sudoku_forcing import spread_from
        from entails.solvers.kernels.sudoku_spread import STATIC, clear_spreads
        from entails.solvers.sudoku.steps.line_fish import find_kraken

        clear_spreads(self._spreads)

        def refuted(candidate: int) -> int:
            """Return the candidates that are false if this one is true, as bits."""
            spread_from(board, candidate, STATIC, 0, self._spreads, self._work)
            false = self._spreads.link[candidate, ::2] >= 0
            return int.from_bytes(packbits(false, bitorder="little").tobytes(), "little")

        def branch(candidate: int, target: int) -> list[int]:
            return branch_candidates(self._spreads, candidate, 2 * candidate + 1, 2 * target)

        find_kraken(board, number, number == KRAKEN_2, cache(refuted), branch, steps)

    def _write(self, number: int, evidence: list[int], detail: int, steps: StepTable) -> None:
        """Write the best hint to the table as its only step."""
        score, row = self.hint.score, begin_step(steps, number)
        steps.head[row, HEAD_PLACE] = score[PLACE]
        steps.head[row, HEAD_CASE], steps.head[row, HEAD_NUMBER] = score[KIND], detail
        count, removed = min(len(evidence), WIDTH), min(int(score[REMOVES]), WIDTH)
        steps.evidence[row, :count] = evidence[:count]
        steps.removes[row, :removed] = self.hint.removes[:removed]
        steps.head[row, HEAD_EVIDENCE], steps.head[row, HEAD_REMOVES] = count, removed
        keep_step(steps, row)

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
