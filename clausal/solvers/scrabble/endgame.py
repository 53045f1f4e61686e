"""Endgames solved to the last point: what the rest of the game is worth, and how both should play it.

    solve_endgame(position, seconds=5)      of the player to move; the other has every tile that is unseen

Shallow searches order the moves and guess the value; then full searches ask "at least so much?" until what is proven
from below meets what is proven from above. When the time is over before, the interval between them is what is proven.
"""

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache

import numpy as np

from clausal.models.errors import InvalidPuzzle
from clausal.models.lexicon import Lexicon
from clausal.models.scrabble.board import Board
from clausal.models.scrabble.move import PASS, Move, Pass
from clausal.models.scrabble.placement import Placement
from clausal.models.scrabble.position import Position
from clausal.models.scrabble.rack import Rack
from clausal.models.scrabble.tiles import TileSet
from clausal.solvers.budget import run_stoppable
from clausal.solvers.kernels import scrabble_endgame as kernels
from clausal.solvers.kernels import scrabble_laying as laying
from clausal.solvers.kernels.scrabble_found import new_found
from clausal.solvers.kernels.scrabble_graph import SYMBOLS
from clausal.solvers.kernels.scrabble_parts import Graph, new_room
from clausal.solvers.scrabble.graph import word_graph
from clausal.solvers.scrabble.placements import placement_of
from clausal.solvers.scrabble.workspace import by_symbol, free_game

_TABLE = 1 << 19
_MOVES = 1 << 16
_GUESSES = (1, 2)
"""How deep the searches look that guess."""
_FOR_VALUE = 0.8
"""The part of the time that the value may take; the rest is for the line and for other moves."""
_SHORTEST, _FEWEST = 0.02, 100
"""Seconds and positions with less of which it is not worth to begin."""


@dataclass(frozen=True)
class Step:
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
    line: tuple[Step, ...] = ()

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
    from clausal.data.scrabble import shipped_layout

    layout = shipped_layout("standard")
    row = f"{'.' * 7}AB{'.' * (layout.columns - 9)}"
    board = Board.from_rows(layout, ["." * layout.columns] * 7 + [row] + ["." * layout.columns] * (layout.rows - 8))
    tiles = TileSet(name="warm", language="en", counts=(3, 2) + (0,) * 25, values=(1,) * 26 + (0,))
    words = Lexicon.of(["ab", "ba", "abba"], "warm")
    _Solver(Position(board, Rack.read("AB"), tiles, words)).solve()


@dataclass(frozen=True)
class _Here:
    """A position inside the line: whose turn it is does not matter, since values are those of the player to move.
    `passed` says that the other has just passed, or so many turns brought nothing that one pass more is the end."""

    position: Position
    other: Rack
    passed: bool = False

    def after(self, move: Move) -> "_Here":
        if isinstance(move, Pass):
            return _Here(replace(self.position, rack=self.other), self.position.rack, True)
        assert isinstance(move, Placement)
        left = self.position.rack.without(move.used)
        board = self.position.board.with_placement(move)
        return _Here(replace(self.position, board=board, rack=self.other), left)

    def over(self, move: Move) -> bool:
        """Does this move end the game?"""
        if isinstance(move, Placement):
            return move.used.total == self.position.rack.total
        return self.passed

    def left(self) -> int:
        """What the end brings to who passes last."""
        tile_set = self.position.tile_set
        return self.other.value(tile_set) - self.position.rack.value(tile_set)


class _Stopped(Exception):
    """The time is over, or so many positions have been looked at."""


@dataclass(frozen=True)
class _Budget:
    """Until when to search, and how many more positions to look at; None is for ever."""

    until: float | None
    nodes: int | None

    @classmethod
    def of(
        cls, seconds: float | None, nodes: int | None, part: float, started: float | None = None, used: int = 0
    ) -> "_Budget":
        """A part of what there is, from the beginning on."""
        begun = time.perf_counter() if started is None else started
        return cls(
            None if seconds is None else begun + part * seconds, None if nodes is None else int(part * nodes) - used
        )

    @property
    def seconds_left(self) -> float | None:
        return None if self.until is None else max(self.until - time.perf_counter(), 0.0)

    @property
    def spent(self) -> bool:
        """Is too little left to begin with?"""
        left = self.seconds_left
        return (left is not None and left < _SHORTEST) or (self.nodes is not None and self.nodes < _FEWEST)

    def half(self) -> "_Budget":
        """Half of what is left; all of it, where half is too little to begin with."""
        left = self.seconds_left
        half = _Budget(
            None if left is None else time.perf_counter() + left / 2, None if self.nodes is None else self.nodes // 2
        )
        return self if half.spent else half

    def less(self, nodes: int) -> "_Budget":
        """What is left when so many positions have been looked at."""
        return _Budget(self.until, None if self.nodes is None else self.nodes - nodes)


class _Solver:
    """The arrays of one endgame, and the clock."""

    def __init__(self, position: Position, seconds: float | None = None, nodes: int | None = None) -> None:
        one_pass_left = 0 < position.rules.zero_turns <= position.zeros + 1
        self._root = _Here(position, other_rack(position), one_pass_left)
        self._started = time.perf_counter()
        self._seconds, self._nodes = seconds, nodes
        self._budget = _Budget.of(seconds, nodes, _FOR_VALUE)
        layout, rules = position.board.layout, position.rules
        tiles = position.rack.total + self._root.other.total
        most = max(position.rack.total, self._root.other.total)
        graph = word_graph(position.lexicon)
        self._graph = Graph(graph.edges, graph.root, graph.plain_root)
        self._game = free_game(rules, 2)
        self._values = by_symbol(position.tile_set.values)
        self._room = new_room(layout.rows, layout.columns, most)
        self._stack = kernels.new_stack(layout.rows, layout.columns, tiles)
        self._longest, self._most = max(layout.rows, layout.columns), most
        random = np.random.default_rng(20)
        most_equal = max(max(position.rack.counts), max(self._root.other.counts)) + 1
        self._hashes = kernels.Hashes(
            _random(random, layout.rows, layout.columns, 2 * SYMBOLS),
            _random(random, 2, SYMBOLS, most_equal + 1),
            0x5DEECE66D1234567,
        )
        self._table = kernels.Table(np.zeros(_TABLE, np.int64), np.zeros((_TABLE, 3), np.int64))
        self._told, self._stop = np.zeros(kernels.TOLD, np.int64), np.zeros(1, np.uint8)
        self._searched = 0
        self._odd_plays = False
        self._make_room(_MOVES)

    def _make_room(self, moves: int) -> None:
        self._moves = laying.new_moves(moves, self._longest, self._most)
        self._found = new_found(moves, 8 * moves, moves)

    def solve(self, also: Sequence[Move] = (), others: int = 0) -> Endgame:
        root = self._root
        low, high = -kernels.INFINITE, kernels.INFINITE
        move, estimate = self._any_move(root)
        try:
            for depth in _GUESSES:
                estimate, sure, found = self._search(root, -kernels.INFINITE, kernels.INFINITE, depth)
                move = found or move
                if sure:
                    low = high = estimate
                    break
            for bounds in self._narrowed(root, low, high, estimate):
                low, high = bounds[:2]
                move = bounds[2] or move
        except _Stopped:
            pass
        self._budget = _Budget.of(self._seconds, self._nodes, 1.0, self._started, self._searched)
        best = self._valued(root, move, low if low == high else None)
        rest = tuple(self._valued(root, one, None) for one in self._rest(root, move, also, others))
        reached = [one.low for one in (best, *rest) if one.low is not None]
        told_low, told_high = _known(max(low, *reached, -kernels.INFINITE)), _known(high)
        if low == high and self._odd_plays:
            told_low = told_high = None
        spent = time.perf_counter() - self._started
        estimate = low if low == high else estimate
        return Endgame(root.position, best, estimate, told_low, told_high, rest, self._searched, spent)

    def _narrowed(self, here: _Here, low: int, high: int, guess: int) -> Iterator[tuple[int, int, Move | None]]:
        """Bounds that come closer, each with a move that reaches the lower one where it rose (Plaat and others 1996).

        A question that takes too long gives way to an easier one, farther from the guess: a wide interval that is
        proven is better than none.
        """
        margin = 0
        while low < high:
            beta = min(low + 1 + margin, high) if guess == low else max(guess - margin, low + 1)
            try:
                value, _, move = self._search(here, beta - 1, beta, kernels.FULL_DEPTH, self._budget.half())
            except _Stopped:
                if self._budget.spent:
                    raise
                margin = 4 * margin + 12
                continue
            if value < beta:
                high = value
                yield low, high, None
            else:
                low = value
                yield low, high, move
            guess, margin = value, margin // 4

    def _valued(self, here: _Here, move: Move, value: int | None) -> Valued:
        """A move and, where the time allows it, what is proven of its value, and the line."""
        score = self._score(here, move)
        if here.over(move):
            end = 2 * here.other.value(here.position.tile_set) if isinstance(move, Placement) else here.left()
            return Valued(move, score, score + end, score + end, (Step(move, score),))
        after = here.after(move)
        low, high = -kernels.INFINITE, kernels.INFINITE
        line: tuple[Step, ...] = (Step(move, score),)
        try:
            if value is not None:
                low = high = score - value
            for bounds in self._narrowed(after, low, high, 0 if value is None else score - value):
                low, high = bounds[:2]
            line = (*line, *self._line(after, low))
        except _Stopped:
            pass
        return Valued(move, score, _known(score - high), _known(score - low), line)

    def _line(self, here: _Here, value: int) -> Iterator[Step]:
        """The best moves of both from here, where the value is known."""
        while True:
            found, _, move = self._search(here, value - 1, value, kernels.FULL_DEPTH)
            if move is None or found < value:
                return
            score = self._score(here, move)
            yield Step(move, score)
            if here.over(move):
                return
            here, value = here.after(move), score - value

    def _rest(self, here: _Here, best: Move, also: Sequence[Move], count: int) -> Iterator[Move]:
        """Other moves than the best: those asked for, then the highest scores."""
        from clausal.solvers.scrabble.generator import all_placements

        asked = [move for move in also if move != best]
        yield from asked
        found = all_placements(here.position, both=True)[: count + len(asked) + 1] if count else []
        yield from [one.placement for one in found if one.placement not in (best, *asked)][:count]

    def _any_move(self, here: _Here) -> tuple[Move, int]:
        """The highest score, for when there is no time for anything else."""
        from clausal.solvers.scrabble.generator import best_placement

        found = best_placement(here.position)
        return (PASS, 0) if found is None else (found.placement, found.score)

    def _score(self, here: _Here, move: Move) -> int:
        from clausal.models.scrabble.rules import score

        if not isinstance(move, Placement):
            return 0
        return score(here.position.board, move, here.position.tile_set, here.position.rules).total

    def _search(
        self, here: _Here, alpha: int, beta: int, depth: int, budget: "_Budget | None" = None
    ) -> tuple[int, bool, Move | None]:
        """The value as far as this window and depth go, whether it is proven, and the best move."""
        budget = budget or self._budget
        if budget.spent:
            raise _Stopped
        while True:
            self._lay_out(here, alpha, beta, depth)
            self._stop[0] = 0
            self._told[kernels.MOST_NODES] = kernels.UNLIMITED if budget.nodes is None else budget.nodes
            run_stoppable(self._run, self._raise_flag, budget.seconds_left)
            looked_at = int(self._told[kernels.NODES])
            self._searched += looked_at
            self._budget = self._budget.less(looked_at)
            self._odd_plays |= bool(self._told[kernels.ZERO_PLAYS])
            status = self._told[kernels.STATUS]
            if status == kernels.STOPPED:
                raise _Stopped
            if status == kernels.DONE:
                break
            self._make_room(2 * len(self._moves.hashes))
        told = self._told
        return int(told[kernels.VALUE]), bool(told[kernels.SURE]), self._move(here, int(told[kernels.MOVE]))

    def _lay_out(self, here: _Here, alpha: int, beta: int, depth: int) -> None:
        position, layout = here.position, here.position.board.layout
        for side, rack in enumerate((position.rack, here.other)):
            row = self._stack.racks[0, side]
            row[: laying.TILES], row[laying.TILES] = by_symbol(rack.counts), rack.total
        kernels.begin_at(
            position.board.letters,
            position.board.blanks,
            layout.letter,
            layout.word,
            np.array(layout.start, np.int32),
            self._stack,
            self._room,
            self._graph,
            self._game,
            self._values,
            self._hashes,
        )
        frame = self._stack.frames[0]
        frame[kernels.ALPHA], frame[kernels.BETA], frame[kernels.DEPTH] = alpha, beta, depth
        frame[kernels.PASSED] = here.passed

    def _run(self) -> None:
        kernels.search(
            self._stack,
            self._moves,
            self._found,
            self._room,
            self._graph,
            self._game,
            self._values,
            self._hashes,
            self._table,
            self._told,
            self._stop,
        )

    def _raise_flag(self) -> None:
        self._stop[0] = 1

    def _move(self, here: _Here, index: int) -> Move | None:
        if index < 0:
            return PASS if index == kernels.PASS else None
        fields, letters = self._moves.fields[index], self._moves.words[index]
        across, line = fields[laying.MOVE_WAY] == 0, int(fields[laying.MOVE_LINE])
        start, length = int(fields[laying.MOVE_START]), int(fields[laying.MOVE_LENGTH])
        blanks = int(fields[laying.MOVE_BLANKS])
        return placement_of(here.position.board, across, line, start, letters[:length].tolist(), blanks)


def _random(random: np.random.Generator, *shape: int) -> "np.ndarray[tuple[int, ...], np.dtype[np.int64]]":
    return random.integers(2, 2**62, size=shape, dtype=np.int64)


def _known(value: int) -> int | None:
    """A bound, if there is one."""
    return value if abs(value) < kernels.INFINITE // 2 else None
