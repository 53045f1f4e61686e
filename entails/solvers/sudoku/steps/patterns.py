"""The finders of named patterns beyond the counted techniques: chains, sets, fins, exclusion, forcing chains.

Each is imported, and compiled, when somebody first looks for its technique. All write into `Found`, as others do.
"""

from functools import cached_property
from typing import TYPE_CHECKING

from entails.solvers.kernels import sudoku_explainer_hint as best
from entails.solvers.kernels import sudoku_pattern_numbers as pattern
from entails.solvers.kernels import sudoku_steps as kernel
from entails.solvers.kernels import sudoku_steps_found as rows
from entails.solvers.sudoku.steps.branches import branch
from entails.solvers.sudoku.steps.technique import Technique

if TYPE_CHECKING:
    from entails.solvers.kernels.sudoku_explainer_links import Links
    from entails.solvers.kernels.sudoku_explainer_reach import Reach
    from entails.solvers.kernels.sudoku_explainer_spread import Spreads
    from entails.solvers.kernels.sudoku_pattern_als import Sets
    from entails.solvers.kernels.sudoku_pattern_web import Web

_FORCING = {
    pattern.NISHIO_CHAIN: ("NISHIO", 0),
    pattern.MULTIPLE_CHAINS: ("STATIC", 0),
    pattern.DYNAMIC_CHAINS: ("DYNAMIC", 0),
    pattern.NESTED_CHAINS: ("DYNAMIC", 1),
}


_FISH = {
    pattern.FRANKEN_X_WING + 6 * kind + 3 * finned + size - 2: (size, kind, bool(finned))
    for kind in (0, 1)
    for finned in (0, 1)
    for size in (2, 3, 4)
}
"""Size, kind (franken, mutant) and whether it has fins."""


class Patterns:
    """Room for the finders, made as it is needed. `given` has a 1 for each cell that the puzzle filled. If `thorough`,
    chains of sets and death blossoms are told that nobody would find by chance: for those who ask for them."""

    def __init__(self, given: kernel.I64, *, thorough: bool = False) -> None:
        self.given = given
        self.thorough = thorough
        self.hint = best.new_hint()

    def find(self, technique: Technique, board: kernel.Board, found: rows.Found) -> None:
        """All steps of a technique; of loops, graves, exclusion and forcing chains, only the simplest."""
        found.size[0] = 0
        kernel.find_places(board)
        number = technique.number
        if technique.family == "links" and number not in (pattern.REMOTE_PAIR, pattern.MULTI_COLOURING):
            from entails.solvers.kernels.sudoku_pattern_chains import find_named

            find_named(board, number, self.thorough, self._web, self._sets, found)
        elif number == pattern.REMOTE_PAIR:
            from entails.solvers.kernels.sudoku_pattern_remote import find_remote_pairs

            find_remote_pairs(board, found)
        elif technique.family == "finned fish" and number not in _FISH:
            from entails.solvers.kernels.sudoku_pattern_finned import find_finned

            find_finned(board, number, found)
        elif number in _FISH:
            from entails.solvers.kernels.sudoku_pattern_fish import find_any_fish

            find_any_fish(board, number, *_FISH[number], found)
        elif number == pattern.MULTI_COLOURING:
            from entails.solvers.kernels.sudoku_pattern_colours import find_multi_colouring

            find_multi_colouring(board, found)
        elif number == pattern.AVOIDABLE_RECTANGLE:
            from entails.solvers.kernels.sudoku_pattern_avoidable import find_avoidable

            find_avoidable(board, self.given, found)
        elif number in (pattern.LOCKED_PAIR, pattern.LOCKED_TRIPLE):
            from entails.solvers.kernels.sudoku_pattern_crossing import find_locked_sets

            find_locked_sets(board, number, found)
        elif number == pattern.TEMPLATE:
            from entails.solvers.kernels.sudoku_pattern_template import find_templates

            find_templates(board, found)
        elif number == pattern.SUE_DE_COQ:
            from entails.solvers.kernels.sudoku_pattern_petals import find_sue_de_coq

            find_sue_de_coq(board, found)
        elif number == pattern.DEATH_BLOSSOM:
            from entails.solvers.kernels.sudoku_pattern_petals import find_blossoms

            find_blossoms(board, self.thorough, self._sets, found)
        elif number in (pattern.RECTANGLE_5, pattern.RECTANGLE_6, pattern.HIDDEN_RECTANGLE):
            from entails.solvers.kernels.sudoku_pattern_rectangles import find_more_rectangles

            find_more_rectangles(board, number, found)
        elif technique.family == "sets":
            from entails.solvers.kernels.sudoku_pattern_als import find_sets

            find_sets(board, number, self.thorough, self._sets, found)
        elif technique.family == "forcing":
            self._find_forcing(number, board, found)
        else:
            self._find_hint(number, board)
            if self.hint.score[best.RATING] != best.NO_RATING:
                rests = self.hint.rests[: self.hint.score[best.RESTS]].tolist()
                self._write(number, rests, int(self.hint.score[best.OTHER]), found)

    def _find_hint(self, number: int, board: kernel.Board) -> None:
        if number == pattern.UNIQUE_LOOP:
            from entails.solvers.kernels.sudoku_explainer_loops import find_loops

            find_loops(board, self.hint)
        elif number == pattern.BUG:
            from entails.solvers.kernels.sudoku_explainer_bug import find_bug

            find_bug(board, self.hint)
        else:
            from entails.solvers.kernels.sudoku_explainer_aligned import find_aligned

            find_aligned(board, 2 if number == pattern.ALIGNED_PAIR else 3, self.hint)

    def _find_forcing(self, number: int, board: kernel.Board, found: rows.Found) -> None:
        from entails.solvers.kernels import sudoku_explainer_forcing, sudoku_explainer_spread

        name, level = _FORCING[number]
        how: int = getattr(sudoku_explainer_spread, name)
        sudoku_explainer_forcing.find_forcing(
            board, how, level, self._links, self._reach, self._spreads, self._work, self.hint
        )
        if self.hint.score[best.RATING] == best.NO_RATING:
            return
        target = int(self.hint.score[best.OTHER])
        starts = self.hint.rests[: self.hint.score[best.RESTS]].tolist()
        parts: list[int] = []
        for start in starts:
            row = start // 2 if start & 1 else sudoku_explainer_spread.OFF_ROW
            sudoku_explainer_forcing.spread(board, row, start, how, level, self._spreads, self._work)
            parts += [*branch(self._spreads, row, start, target if len(starts) > 1 else None), rows.NOTHING]
        self._write(number, parts, 1 - (starts[-1] & 1), found)

    def _write(self, number: int, rests: list[int], other: int, found: rows.Found) -> None:
        """The hint as the only step."""
        score, row = self.hint.score, rows.begin(found, number)
        found.head[row, rows.PLACE] = score[best.PLACE]
        found.head[row, rows.CASE], found.head[row, rows.OTHER] = score[best.KIND], other
        count, removed = min(len(rests), rows.WIDTH), min(int(score[best.REMOVES]), rows.WIDTH)
        found.rests[row, :count] = rests[:count]
        found.removes[row, :removed] = self.hint.removes[:removed]
        found.head[row, rows.RESTS], found.head[row, rows.REMOVES] = count, removed
        rows.keep(found, row)

    @cached_property
    def _web(self) -> "Web":
        from entails.solvers.kernels.sudoku_pattern_web import new_web

        return new_web()

    @cached_property
    def _sets(self) -> "Sets":
        from entails.solvers.kernels.sudoku_pattern_als import new_sets

        return new_sets()

    @cached_property
    def _links(self) -> "Links":
        from entails.solvers.kernels.sudoku_explainer_links import new_links

        return new_links()

    @cached_property
    def _reach(self) -> "Reach":
        from entails.solvers.kernels.sudoku_explainer_reach import new_reach

        return new_reach()

    @cached_property
    def _spreads(self) -> "Spreads":
        from entails.solvers.kernels.sudoku_explainer_spread import new_spreads

        return new_spreads()

    @cached_property
    def _work(self) -> kernel.Board:
        return kernel.new_board()
