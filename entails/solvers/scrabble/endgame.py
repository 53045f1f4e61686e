"""Endgames solved to the last point: what the rest of the game is worth, and how both should play it.

    solve_endgame(position, seconds=5)      of the player to move; the other has every tile that is unseen

Shallow searches order the moves and guess the value; then full searches ask "at least so much?" until what is proven
from below meets what is proven from above. When the time is over before, the interval between them is what is proven.

What is known about an endgame: the value of moves, and the line that both should play.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
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
    EndgameBudget,
    EndgameSearch,
    EndgameStats,
    Ending,
    Here,
    Stopped,
)


@dataclass(frozen=True)
class EndgameStep:
    """A move of the line that both should play, and its points."""

    move: Move
    score: int


@dataclass(frozen=True)
class Valued:
    """One move of the player to move. What the rest of the game brings with it, in points more than the other, lies
    between `low` and `high`, both proven; None where nothing is. `line` is the move and the best answers to it."""

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
    """An endgame. `best` is the best move known, and proven to be so when its `low` is not below `high`: then every
    move was searched. `estimate` is what the deepest search supposes. `others` were looked at one by one."""

    position: Position
    best: Valued
    estimate: int
    low: int | None
    high: int | None
    others: tuple[Valued, ...]
    searched: int
    seconds: float

    @property
    def proven(self) -> bool:
        """Is the value known, every legal move and the pass searched?"""
        return self.low is not None and self.low == self.high


_GUESSES = (1, 2)
"""How deep the searches look that guess."""
_FOR_VALUE = 0.8
"""The part of the time that the value may take; the rest is for the line and for other moves."""


def other_rack(position: Position) -> Rack:
    """The other player's rack where the bag is empty: what is told of it, else all that is unseen."""
    told = position.others[0] if position.others else None
    return told if told is not None and told.total else position.unseen


def is_endgame(position: Position) -> bool:
    """Is the bag empty, with two players, so that the rest of the game can be searched?"""
    other = other_rack(position)
    return (
        len(position.others) <= 1
        and not position.rules.restricted
        and not position.board.is_empty
        and position.rack.total > 0
        and 0 < other.total <= position.rules.rack_size
        and position.unseen.total <= other.total
    )


def refuse_others(position: Position) -> None:
    """Say why a position is no endgame."""
    if is_endgame(position):
        return
    problem = f"{position.unseen.total} tiles are unseen"
    if position.board.is_empty or position.rules.restricted or len(position.others) > 1 or not position.rack.total:
        problem = "this is no endgame of two players"
    expected = f"an empty bag: your rack, and at most {position.rules.rack_size} tiles unseen, which the other has"
    raise InvalidPuzzle(problem, expected=expected)


def solve_endgame(
    position: Position,
    seconds: float | None = None,
    nodes: int | None = None,
    also: Sequence[Move] = (),
    others: int = 0,
) -> Endgame:
    """The best move and line. `also` these moves are valued, and so many `others`, the best of the rest by score.

    A limit of `nodes`, positions looked at, gives the same answer on every machine.
    """
    refuse_others(position)
    warm()
    return _Solver(position, seconds, nodes).solve(also, others)


@cache
def warm() -> None:
    """Compile the kernels, or load them, on a small position: that is not time for thinking."""
    from entails.data.scrabble import shipped_layout

    layout = shipped_layout("standard")
    row = f"{'.' * 7}AB{'.' * (layout.columns - 9)}"
    board = Board.from_rows(layout, ["." * layout.columns] * 7 + [row] + ["." * layout.columns] * (layout.rows - 8))
    tiles = TileSet(name="warm", language="en", counts=(3, 2) + (0,) * 25, values=(1,) * 26 + (0,))
    words = Lexicon.of(["ab", "ba", "abba"], "warm")
    _Solver(Position(board, Rack.read("AB"), tiles, words)).solve()


class _Solver:
    """The questions asked about one endgame, and the clock."""

    def __init__(self, position: Position, seconds: float | None = None, nodes: int | None = None) -> None:
        self._exact = Ending(position.rules.zero_turns, all_count=True)
        one_ends = position.rules.zero_turns == 1
        self._root = Here.beginning(position, other_rack(position), self._exact if one_ends else TWO_PASSES)
        self._started = clock()
        self._seconds, self._nodes = seconds, nodes
        self._budget = EndgameBudget.of(seconds, nodes, _FOR_VALUE)
        self._kernels = EndgameSearch(self._root)
        self._best = self._any_move(self._root)  # the best move known, and what is supposed of its value

    def solve(self, also: Sequence[Move] = (), others: int = 0) -> Endgame:
        try:
            return self._solved(also, others)
        except _OddPlays:
            self._root = Here.beginning(self._root.position, self._root.other, self._exact)
            self._kernels.forget()
            return self._solved(also, others)

    def _solved(self, also: Sequence[Move], others: int) -> Endgame:
        root = self._root
        low, high = -INFINITE, INFINITE
        try:
            for depth in _GUESSES:
                told = self._search(root, -INFINITE, INFINITE, depth)
                self._best = told.move or self._best[0], told.value
                if told.sure:
                    low = high = told.value
                    break
            for bounds in self._narrowed(root, low, high, self._best[1]):
                low, high = bounds[:2]
                self._best = bounds[2] or self._best[0], self._best[1]
        except Stopped:
            pass
        move, estimate = self._best
        self._budget = EndgameBudget.of(self._seconds, self._nodes, 1.0, self._started, self._kernels.searched)
        best = self._valued(root, move, low if low == high else None)
        rest = tuple(self._valued(root, one, None) for one in self._rest(root, move, also, others))
        reached = [one.low for one in (best, *rest) if one.low is not None]
        told_low, told_high = _known(max(low, *reached, -INFINITE)), _known(high)
        if low == high and self._kernels.odd_plays:  # the rules set no end to turns that bring nothing
            told_low = told_high = None
        spent = clock() - self._started
        estimate = low if low == high else estimate
        return Endgame(root.position, best, estimate, told_low, told_high, rest, self._kernels.searched, spent)

    def _narrowed(self, here: Here, low: int, high: int, guess: int) -> Iterator[tuple[int, int, Move | None]]:
        """Bounds that come closer, each with a move that reaches the lower one where it rose (Plaat and others 1996).

        A question that takes too long gives way to an easier one, farther from the guess: a wide interval that is
        proven is better than none.
        """
        margin = 0
        while low < high:
            beta = min(low + 1 + margin, high) if guess == low else max(guess - margin, low + 1)
            try:
                told = self._search(here, beta - 1, beta, FULL_DEPTH, self._budget.half())
            except Stopped:
                if self._budget.spent:
                    raise
                margin = 4 * margin + 12
                continue
            if told.value < beta:
                high = told.value
                yield low, high, None
            else:
                low = told.value
                yield low, high, told.move
            guess, margin = told.value, margin // 4

    def _valued(self, here: Here, move: Move, value: int | None) -> Valued:
        """A move and, where the time allows it, what is proven of its value, and the line."""
        score, end = here.score(move), here.worth_of_end(move)
        if end is not None:
            return Valued(move, score, score + end, score + end, (EndgameStep(move, score),))
        after = here.after(move)
        low, high = -INFINITE, INFINITE
        line: tuple[EndgameStep, ...] = (EndgameStep(move, score),)
        try:
            if value is not None:
                low = high = score - value
            for bounds in self._narrowed(after, low, high, 0 if value is None else score - value):
                low, high = bounds[:2]
            line = (*line, *self._line(after, low))
        except Stopped:
            pass
        return Valued(move, score, _known(score - high), _known(score - low), line)

    def _line(self, here: Here, value: int) -> Iterator[EndgameStep]:
        """The best moves of both from here, where the value is known."""
        while True:
            told = self._search(here, value - 1, value, FULL_DEPTH)
            if told.move is None or told.value < value:
                return
            score = here.score(told.move)
            yield EndgameStep(told.move, score)
            if here.worth_of_end(told.move) is not None:
                return
            here, value = here.after(told.move), score - value

    def _rest(self, here: Here, best: Move, also: Sequence[Move], count: int) -> Iterator[Move]:
        """Other moves than the best: those asked for, then the highest scores."""
        from entails.solvers.scrabble.generator import all_placements

        asked = [move for move in also if move != best]
        yield from asked
        found = all_placements(here.position, both=True)[: count + len(asked) + 1] if count else []
        yield from [one.placement for one in found if one.placement not in (best, *asked)][:count]

    def _any_move(self, here: Here) -> tuple[Move, int]:
        """The highest score, for when there is no time for anything else."""
        from entails.solvers.scrabble.generator import best_placement

        found = best_placement(here.position)
        return (PASS, 0) if found is None else (found.placement, found.score)

    def _search(
        self, here: Here, alpha: int, beta: int, depth: int, budget: EndgameBudget | None = None
    ) -> EndgameStats:
        """One search, and what it leaves of the budget."""
        before = self._kernels.searched
        try:
            return self._kernels.search(here, alpha, beta, depth, budget or self._budget)
        finally:
            self._budget = self._budget.less(self._kernels.searched - before)
            if self._kernels.odd_plays and self._exact.zeros and not here.ending.all_count:
                raise _OddPlays


class _OddPlays(Exception):
    """Plays without points were met, so turns have to be counted as the rules count them."""


def _known(value: int) -> int | None:
    """A bound, if there is one."""
    return value if abs(value) < INFINITE // 2 else None
