"""Exact solver of Scrabble endgames: the value of the position and the best moves of both players.

    solve_endgame(position, seconds=5)      # the opponent has all unseen tiles

Bounds without a search suppose that one of the players passes (see `scrabble_ceilings`). Shallow searches order the
moves and estimate the value. Full searches with a null window then narrow the proven bounds until they meet. If the
time limit comes first, the bounds are the result.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache

from entails.models.errors import InvalidPuzzle
from entails.models.lexicon import Lexicon
from entails.models.scrabble.board import Board
from entails.models.scrabble.game import PASS, Move
from entails.models.scrabble.position import Position
from entails.models.scrabble.tiles import Rack, TileSet
from entails.solvers.kernels.jit import clock
from entails.solvers.kernels.scrabble_endgame import FULL_DEPTH
from entails.solvers.kernels.scrabble_endgame_state import INFINITE
from entails.solvers.scrabble.endgame_search import (
    TWO_PASSES,
    BudgetSpent,
    EndCondition,
    EndgameBudget,
    EndgameNode,
    EndgameSearch,
    EndgameStats,
)


@dataclass(frozen=True)
class EndgameStep:
    """A move of the best line, and its score."""

    move: Move
    score: int


@dataclass(frozen=True)
class ValuedMove:
    """A move with proven bounds of its value: points gained minus the opponent's until the end.

    Attributes:
        low: Proven lower bound; None if unknown.
        high: Proven upper bound; None if unknown.
        line: The move and the best answers.
    """

    move: Move
    score: int
    low: int | None
    high: int | None
    line: tuple[EndgameStep, ...] = ()

    @property
    def proven(self) -> bool:
        return self.low is not None and self.low == self.high


@dataclass(frozen=True)
class Endgame:
    """The result of an endgame search.

    Attributes:
        best: The best move known.
        estimate: Value by the deepest search, within the proven bounds.
        low: Proven lower bound of the value.
        high: Proven upper bound; if it equals `low`, the best move is proven.
        others: Other moves that were valued one by one.
        searched: Number of positions searched.
    """

    position: Position
    best: ValuedMove
    estimate: int
    low: int | None
    high: int | None
    others: tuple[ValuedMove, ...]
    searched: int
    seconds: float

    @property
    def proven(self) -> bool:
        """Whether the value is proven: every legal move and the pass were considered."""
        return self.low is not None and self.low == self.high


_GUESSES = (1, 2)
"""Depths of the shallow searches that estimate the value."""
_FOR_VALUE = 0.8
"""Share of the time for the value; the rest is for the line and for other moves."""


def other_rack(position: Position) -> Rack:
    """Return the opponent's rack when the bag is empty: the known rack, or else all unseen tiles."""
    known = position.others[0] if position.others else None
    return known if known is not None and known.total else position.unseen


def is_endgame(position: Position) -> bool:
    """Return whether the position is a two-player endgame: the bag is empty."""
    opponent = other_rack(position)
    return (
        len(position.others) <= 1
        and not position.rules.restricted
        and not position.board.is_empty
        and position.rack.total > 0
        and 0 < opponent.total <= position.rules.rack_size
        and position.unseen.total <= opponent.total
    )


def check_endgame(position: Position) -> None:
    """Raise InvalidPuzzle with the reason if a position is not an endgame."""
    if is_endgame(position):
        return
    problem = f"{position.unseen.total} tiles are unseen"
    if position.board.is_empty or position.rules.restricted or len(position.others) > 1 or not position.rack.total:
        problem = "not an endgame of two players"
    expected = f"an empty bag: your rack, and at most {position.rules.rack_size} unseen tiles, those of the opponent"
    raise InvalidPuzzle(problem, expected=expected)


def solve_endgame(
    position: Position,
    seconds: float | None = None,
    nodes: int | None = None,
    also: Sequence[Move] = (),
    others: int = 0,
) -> Endgame:
    """Return the best move and its line; also value the moves `also` and the `others` next best by score.

    A limit of `nodes` (positions searched) gives the same result on every machine.
    """
    check_endgame(position)
    warm()
    return _Solver(position, seconds, nodes).solve(also, others)


@cache
def warm() -> None:
    """Compile or load the kernels on a small position, so that this does not count as search time."""
    from entails.data.scrabble import shipped_layout

    layout = shipped_layout("standard")
    row = f"{'.' * 7}AB{'.' * (layout.columns - 9)}"
    board = Board.from_rows(layout, ["." * layout.columns] * 7 + [row] + ["." * layout.columns] * (layout.rows - 8))
    tiles = TileSet(name="warm", language="en", counts=(3, 2) + (0,) * 25, values=(1,) * 26 + (0,))
    words = Lexicon.of(["ab", "ba", "abba"], "warm")
    position = Position(board, Rack.read("AB"), tiles, words)
    _Solver(position).solve()
    _search_after_a_play(position)


def _search_after_a_play(position: Position) -> None:
    """Search after a play with the plays before it, as pre-endgames do."""
    from entails.solvers.scrabble.generator import all_placements

    play = all_placements(position, both=True)[0].placement
    after = replace(position, board=position.board.with_placement(play), rack=position.unseen)
    search = EndgameSearch(EndgameNode(position, position.unseen))
    earlier = search.plays_before(position, position.unseen, position.rack)
    assert earlier is not None
    node = EndgameNode(after, position.rack.without(play.used))
    search.search_here(node, -INFINITE, INFINITE, FULL_DEPTH, after=(earlier, play))


class _Solver:
    """The searches of one endgame with their budget."""

    def __init__(self, position: Position, seconds: float | None = None, nodes: int | None = None) -> None:
        self._exact = EndCondition(position.rules.zero_turns, all_count=True)
        one_ends = position.rules.zero_turns == 1
        self._root = EndgameNode.beginning(position, other_rack(position), self._exact if one_ends else TWO_PASSES)
        self._started = clock()
        self._seconds, self._nodes = seconds, nodes
        self._budget = EndgameBudget.of(seconds, nodes, _FOR_VALUE)
        self._kernels = EndgameSearch(self._root)
        self._best = self._any_move(self._root)  # the best move known, and the estimate of its value

    def solve(self, also: Sequence[Move] = (), others: int = 0) -> Endgame:
        try:
            return self._solved(also, others)
        except _ZeroScorePlays:
            self._root = EndgameNode.beginning(self._root.position, self._root.opponent, self._exact)
            self._kernels.forget()
            return self._solved(also, others)

    def _solved(self, also: Sequence[Move], others: int) -> Endgame:
        root = self._root
        least, most = self._kernels.ceilings(root)
        low, high = -INFINITE, INFINITE if most is None else most
        try:
            for depth in _GUESSES:
                stats = self._search(root, -INFINITE, INFINITE, depth)
                self._best = stats.move or self._best[0], stats.value
                if stats.sure:
                    low = high = stats.value
                    break
            for bounds in self._narrowed(root, low, high, self._best[1]):
                low, high = bounds[:2]
                self._best = bounds[2] or self._best[0], self._best[1]
        except BudgetSpent:
            pass
        move, estimate = self._best
        self._budget = EndgameBudget.of(self._seconds, self._nodes, 1.0, self._started, self._kernels.searched)
        best = self._valued(root, move, low if low == high else None)
        rest = tuple(self._valued(root, valued, None) for valued in self._rest(root, move, also, others))
        reached = [valued.low for valued in (best, *rest) if valued.low is not None]
        if least is not None:  # reached by passing, perhaps not by the best move: this alone proves no move
            reached.append(min(least, high - 1))
        proven_low, proven_high = _known(max(low, *reached, -INFINITE)), _known(high)
        if low == high and self._kernels.odd_plays:  # without a limit of turns without points, the value is not proven
            proven_low = proven_high = None
        spent = clock() - self._started
        estimate = low if low == high else estimate
        if proven_low is not None:
            estimate = max(estimate, proven_low)
        if proven_high is not None:
            estimate = min(estimate, proven_high)
        return Endgame(root.position, best, estimate, proven_low, proven_high, rest, self._kernels.searched, spent)

    def _narrowed(self, node: EndgameNode, low: int, high: int, guess: int) -> Iterator[tuple[int, int, Move | None]]:
        """Yield tightening bounds, with a move that reaches a raised lower bound (MTD(f), Plaat et al. 1996).

        A window that takes too long is replaced by an easier one, farther from the estimate: wide proven bounds are
        better than none.
        """
        margin = 0
        while low < high:
            beta = min(low + 1 + margin, high) if guess == low else max(guess - margin, low + 1)
            try:
                stats = self._search(node, beta - 1, beta, FULL_DEPTH, self._budget.half())
            except BudgetSpent:
                if self._budget.spent:
                    raise
                margin = 4 * margin + 12
                continue
            if stats.value < beta:
                high = stats.value
                yield low, high, None
            else:
                low = stats.value
                yield low, high, stats.move
            guess, margin = stats.value, margin // 4

    def _valued(self, node: EndgameNode, move: Move, value: int | None) -> ValuedMove:
        """Return a move with bounds of its value and its line, as far as the budget allows."""
        score, end = node.score(move), node.final_adjustment(move)
        if end is not None:
            return ValuedMove(move, score, score + end, score + end, (EndgameStep(move, score),))
        after = node.after(move)
        least, most = self._kernels.ceilings(after)
        low, high = -INFINITE if least is None else least, INFINITE if most is None else most
        line: tuple[EndgameStep, ...] = (EndgameStep(move, score),)
        try:
            if value is not None:
                low = high = score - value
            for bounds in self._narrowed(after, low, high, 0 if value is None else score - value):
                low, high = bounds[:2]
            line = (*line, *self._line(after, low))
        except BudgetSpent:
            pass
        return ValuedMove(move, score, _known(score - high), _known(score - low), line)

    def _line(self, node: EndgameNode, value: int) -> Iterator[EndgameStep]:
        """Yield the best moves of both players from a position with a known value."""
        while True:
            stats = self._search(node, value - 1, value, FULL_DEPTH)
            if stats.move is None or stats.value < value:
                return
            score = node.score(stats.move)
            yield EndgameStep(stats.move, score)
            if node.final_adjustment(stats.move) is not None:
                return
            node, value = node.after(stats.move), score - value

    def _rest(self, node: EndgameNode, best: Move, also: Sequence[Move], count: int) -> Iterator[Move]:
        """Yield moves other than the best: the requested ones, then those with the highest scores."""
        from entails.solvers.scrabble.generator import all_placements

        chosen = [move for move in also if move != best]
        yield from chosen
        plays = all_placements(node.position, both=True)[: count + len(chosen) + 1] if count else []
        yield from [play.placement for play in plays if play.placement not in (best, *chosen)][:count]

    def _any_move(self, node: EndgameNode) -> tuple[Move, int]:
        """Return the move with the highest score, in case there is no time for a search."""
        from entails.solvers.scrabble.generator import best_placement

        best = best_placement(node.position)
        return (PASS, 0) if best is None else (best.placement, best.score)

    def _search(
        self, node: EndgameNode, alpha: int, beta: int, depth: int, budget: EndgameBudget | None = None
    ) -> EndgameStats:
        """Run a search and subtract its cost from the budget."""
        before = self._kernels.searched
        try:
            return self._kernels.search(node, alpha, beta, depth, budget or self._budget)
        finally:
            self._budget = self._budget.less(self._kernels.searched - before)
            if self._kernels.odd_plays and self._exact.zeros and not node.ending.all_count:
                raise _ZeroScorePlays


class _ZeroScorePlays(Exception):
    """Signal that scoreless plays occurred, so that scoreless turns must be counted exactly by the rules."""


def _known(value: int) -> int | None:
    """Return a bound; None if it is infinite."""
    return value if abs(value) < INFINITE // 2 else None
