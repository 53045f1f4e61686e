"""One search of an endgame by the compiled kernels: its arrays, a position laid out in them, what they tell.

How long an endgame may be searched: seconds, positions, or both.
"""

from dataclasses import dataclass, replace

import numpy as np

from entails.models.scrabble.board import Placement
from entails.models.scrabble.game import PASS, Move, Pass
from entails.models.scrabble.position import Position
from entails.models.scrabble.tiles import Rack
from entails.solvers.engine import run_stoppable
from entails.solvers.kernels import scrabble_endgame as kernels
from entails.solvers.kernels import scrabble_endgame_state as parts
from entails.solvers.kernels.jit import clock
from entails.solvers.kernels.scrabble_board import Graph, new_found, new_room
from entails.solvers.kernels.scrabble_graph import SYMBOLS
from entails.solvers.kernels.scrabble_moves import (
    MOVE_BLANKS,
    MOVE_LENGTH,
    MOVE_LINE,
    MOVE_START,
    MOVE_WAY,
    TILES,
    new_moves,
)
from entails.solvers.scrabble.generator import by_symbol, free_game
from entails.solvers.scrabble.graph import word_graph
from entails.solvers.scrabble.placements import placement_of

_SHORTEST, _FEWEST = 0.02, 100
"""Seconds and positions with less of which it is not worth to begin."""


class Stopped(Exception):
    """The time is over, or so many positions have been looked at."""


@dataclass(frozen=True)
class EndgameBudget:
    """Until when to search, and how many more positions to look at; None is for ever."""

    until: float | None
    nodes: int | None

    @classmethod
    def of(
        cls, seconds: float | None, nodes: int | None, part: float, started: float | None = None, used: int = 0
    ) -> "EndgameBudget":
        """A part of what there is, from the beginning on."""
        begun = clock() if started is None else started
        return cls(
            None if seconds is None else begun + part * seconds, None if nodes is None else int(part * nodes) - used
        )

    @property
    def seconds_left(self) -> float | None:
        return None if self.until is None else max(self.until - clock(), 0.0)

    @property
    def spent(self) -> bool:
        """Is too little left to begin with?"""
        left = self.seconds_left
        return (left is not None and left < _SHORTEST) or (self.nodes is not None and self.nodes < _FEWEST)

    def half(self) -> "EndgameBudget":
        """Half of what is left; all of it, where half is too little to begin with."""
        left = self.seconds_left
        half = EndgameBudget(
            None if left is None else clock() + left / 2, None if self.nodes is None else self.nodes // 2
        )
        return self if half.spent else half

    def less(self, nodes: int) -> "EndgameBudget":
        """What is left when so many positions have been looked at."""
        return EndgameBudget(self.until, None if self.nodes is None else self.nodes - nodes)


_TABLE = 1 << 21
"""Positions about which something is remembered: 64 MB, once all are there."""
_HISTORY = 1 << 12
_MOVES = 1 << 16


@dataclass(frozen=True)
class Ending:
    """How a game ends before somebody goes out: after so many turns in a row that brought nothing. Two passes stand for
    any number of them (see `scrabble_endgame`), unless plays without points count as well, which `all_count` says."""

    zeros: int
    all_count: bool


TWO_PASSES = Ending(2, False)


@dataclass(frozen=True)
class Here:
    """A position inside the line: whose turn it is does not matter, since values are those of the player to move.
    `zeros` is how many turns in a row have brought nothing."""

    position: Position
    other: Rack
    zeros: int = 0
    ending: Ending = TWO_PASSES

    @classmethod
    def beginning(cls, position: Position, other: Rack, ending: Ending = TWO_PASSES) -> "Here":
        """Where a search begins. Where two passes stand for many, one is done if the rules want only one more."""
        if ending.all_count:
            return cls(position, other, position.zeros, ending)
        return cls(position, other, int(0 < position.rules.zero_turns <= position.zeros + 1))

    def score(self, move: Move) -> int:
        """The points of a move."""
        from entails.models.scrabble.rules import score

        if not isinstance(move, Placement):
            return 0
        return score(self.position.board, move, self.position.tile_set, self.position.rules).total

    def after(self, move: Move) -> "Here":
        zeros = self._zeros_after(move)
        if isinstance(move, Pass):
            return Here(replace(self.position, rack=self.other), self.position.rack, zeros, self.ending)
        assert isinstance(move, Placement)
        left = self.position.rack.without(move.used)
        board = self.position.board.with_placement(move)
        return Here(replace(self.position, board=board, rack=self.other), left, zeros, self.ending)

    def _zeros_after(self, move: Move) -> int:
        counts = isinstance(move, Pass) or (self.ending.all_count and not self.score(move))
        return self.zeros + 1 if counts else 0

    def worth_of_end(self, move: Move) -> int | None:
        """What the end brings to the player of this move, its score aside; None if it does not end the game."""
        tile_set = self.position.tile_set
        theirs, used = self.other.value(tile_set), 0
        if isinstance(move, Placement):
            if move.used.total == self.position.rack.total:
                return 2 * theirs
            used = move.used.value(tile_set)
        if self._zeros_after(move) < self.ending.zeros:
            return None
        return theirs - self.position.rack.value(tile_set) + used


@dataclass(frozen=True)
class EndgameStats:
    """What a search tells: the value as far as its window and depth go, whether that is proven, the best move."""

    value: int
    sure: bool
    move: Move | None


class EndgameSearch:
    """The arrays of one endgame. What is proven about positions is kept from one search to the next. `searched` is how
    many positions were looked at, `odd_plays` says that plays without points were met where they do not count."""

    def __init__(self, root: Here) -> None:
        position, other = root.position, root.other
        layout = position.board.layout
        graph = word_graph(position.lexicon)
        self._graph = Graph(graph.edges, graph.root, graph.plain_root)
        self._game = free_game(position.rules, 2)
        self._values = by_symbol(position.tile_set.values)
        self._size = layout.rows, layout.columns
        tiles, self._most = position.rack.total + other.total, max(position.rack.total, other.total)
        self._plies = (tiles + 2) * max(position.rules.zero_turns, 2)
        self._room = new_room(*self._size, self._most)
        random = np.random.default_rng(20)
        most_equal = max(*position.rack.counts, *other.counts) + 1
        self._hashes = parts.Hashes(
            _random(random, *self._size, 2 * SYMBOLS), _random(random, 2, SYMBOLS, most_equal + 1), 0x5DEECE66D1235
        )
        self._hashes.racks[:, :, 0] = 0
        self._table = parts.BoundTable(np.zeros((_TABLE, parts.TABLE_FIELDS), np.int64), np.zeros(_HISTORY, np.int32))
        self._told, self._stop = np.zeros(kernels.TOLD, np.int64), np.zeros(1, np.uint8)
        self.searched = 0
        self.odd_plays = False
        self.make_room(_MOVES)

    def make_room(self, moves: int) -> None:
        """Room for so many moves of a line."""
        self._stack = parts.new_stack(*self._size, self._plies, moves)
        self._moves = new_moves(moves, max(self._size), self._most)
        self._found = new_found(moves, 8 * moves, moves)

    def forget(self) -> None:
        """Begin anew: nothing is known, no odd plays were met."""
        self._table.known[:] = 0
        self.odd_plays = False

    def search(self, here: Here, alpha: int, beta: int, depth: int, budget: EndgameBudget) -> EndgameStats:
        """Search with a window, so deep; `Stopped` when the budget is spent before."""
        if budget.spent:
            raise Stopped
        while True:
            self._lay_out(here, alpha, beta, depth)
            self._stop[0] = 0
            self._told[kernels.MOST_NODES] = kernels.UNLIMITED if budget.nodes is None else budget.nodes
            run_stoppable(self._run, self._raise_flag, budget.seconds_left)
            self.searched += int(self._told[kernels.NODES])
            self.odd_plays |= bool(self._told[kernels.ZERO_PLAYS])
            status = self._told[kernels.STATUS]
            if status == kernels.STOPPED:
                raise Stopped
            if status == kernels.DONE:
                break
            self.make_room(2 * len(self._moves.hashes))
        told = self._told
        return EndgameStats(
            int(told[kernels.VALUE]), bool(told[kernels.SURE]), self._move(here, int(told[kernels.MOVE]))
        )

    def _lay_out(self, here: Here, alpha: int, beta: int, depth: int) -> None:
        position, layout = here.position, here.position.board.layout
        for side, rack in enumerate((position.rack, here.other)):
            row = self._stack.racks[0, side]
            row[:TILES], row[TILES] = by_symbol(rack.counts), rack.total
        parts.begin_at(
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
        frame[parts.ALPHA], frame[parts.BETA], frame[parts.DEPTH] = alpha, beta, depth
        frame[parts.ZEROS] = here.zeros
        ending = self._stack.ending
        ending[parts.MOST_ZEROS], ending[parts.ALL_COUNT] = here.ending.zeros, here.ending.all_count

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

    def _move(self, here: Here, index: int) -> Move | None:
        if index < 0:
            return PASS if index == parts.PASS else None
        fields, letters = self._moves.fields[index], self._moves.words[index]
        across, line = fields[MOVE_WAY] == 0, int(fields[MOVE_LINE])
        start, length = int(fields[MOVE_START]), int(fields[MOVE_LENGTH])
        blanks = int(fields[MOVE_BLANKS])
        return placement_of(here.position.board, across, line, start, letters[:length].tolist(), blanks)


def _random(random: np.random.Generator, *shape: int) -> "np.ndarray[tuple[int, ...], np.dtype[np.int64]]":
    return random.integers(2, 2**62, size=shape, dtype=np.int64)
