"""A single search of an endgame with the compiled kernels: arrays, position, results and budget."""

from copy import copy
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from entails.models.scrabble.board import Board, Placement
from entails.models.scrabble.game import PASS, Move, Pass
from entails.models.scrabble.position import Position
from entails.models.scrabble.tiles import Rack
from entails.solvers.engine import run_stoppable
from entails.solvers.kernels import scrabble_endgame as kernels
from entails.solvers.kernels import scrabble_endgame_moves as lists
from entails.solvers.kernels import scrabble_endgame_state as parts
from entails.solvers.kernels.jit import clock
from entails.solvers.kernels.scrabble_board import new_play_buffer, new_room
from entails.solvers.kernels.scrabble_ceilings import NO_CEILING, find_ceiling, new_ceilings
from entails.solvers.kernels.scrabble_graph import SYMBOLS
from entails.solvers.kernels.scrabble_moves import (
    MOVE_BLANKS,
    MOVE_LENGTH,
    MOVE_LINE,
    MOVE_START,
    MOVE_WAY,
    TILES,
    Moves,
    new_moves,
)
from entails.solvers.scrabble.generator import by_symbol, free_game
from entails.solvers.scrabble.graph import word_graph
from entails.solvers.scrabble.placements import placement_of

_SHORTEST, _FEWEST = 0.02, 100
"""Minimum of seconds and of positions for which a search is started."""


class BudgetSpent(Exception):
    """Signal that the limit on time or on positions is used up."""


@dataclass(frozen=True)
class EndgameBudget:
    """The deadline of a search and the remaining number of positions; None means unlimited."""

    until: float | None
    nodes: int | None

    @classmethod
    def of(
        cls, seconds: float | None, nodes: int | None, part: float, started: float | None = None, used: int = 0
    ) -> "EndgameBudget":
        """Return a fraction of the limits from `started` on, without the positions already used."""
        begun = clock() if started is None else started
        return cls(
            None if seconds is None else begun + part * seconds, None if nodes is None else int(part * nodes) - used
        )

    @property
    def seconds_left(self) -> float | None:
        return None if self.until is None else max(self.until - clock(), 0.0)

    @property
    def spent(self) -> bool:
        """Whether too little budget is left to start a search."""
        left = self.seconds_left
        return (left is not None and left < _SHORTEST) or (self.nodes is not None and self.nodes < _FEWEST)

    def half(self) -> "EndgameBudget":
        """Return half of the remaining budget, or all of it if half is too little."""
        left = self.seconds_left
        half = EndgameBudget(
            None if left is None else clock() + left / 2, None if self.nodes is None else self.nodes // 2
        )
        return self if half.spent else half

    def less(self, nodes: int) -> "EndgameBudget":
        """Return the budget that is left after a search of `nodes` positions."""
        return EndgameBudget(self.until, None if self.nodes is None else self.nodes - nodes)


_TABLE = 1 << 21
"""Entries of the transposition table: 64 MB when full."""
_HISTORY = 1 << 12
_MOVES = 1 << 16
Killers = NDArray[np.int64]
"""Two moves for each depth that were good enough there, to try first."""


@dataclass(frozen=True)
class EndCondition:
    """The condition that ends a game before a player goes out, such as too many scoreless turns.

    Two consecutive passes represent any number of passes (see `scrabble_endgame`), unless plays without points
    count too.

    Attributes:
        zeros: Number of consecutive turns without points that ends the game.
        all_count: Whether plays without points count as such turns.
    """

    zeros: int
    all_count: bool


TWO_PASSES = EndCondition(2, False)


@dataclass(frozen=True)
class EndgameNode:
    """A position of an endgame. Values are from the view of the player to move.

    Attributes:
        opponent: Rack of the opponent.
        zeros: Number of consecutive turns without points.
    """

    position: Position
    opponent: Rack
    zeros: int = 0
    ending: EndCondition = TWO_PASSES

    @classmethod
    def beginning(cls, position: Position, opponent: Rack, ending: EndCondition = TWO_PASSES) -> "EndgameNode":
        """Build the root of an endgame search.

        If two passes represent any number, one counts as made if the rules end the game after one more.
        """
        if ending.all_count:
            return cls(position, opponent, position.zeros, ending)
        return cls(position, opponent, int(0 < position.rules.zero_turns <= position.zeros + 1))

    def score(self, move: Move) -> int:
        """Return the points that a move scores."""
        from entails.models.scrabble.rules import score

        if not isinstance(move, Placement):
            return 0
        return score(self.position.board, move, self.position.tile_set, self.position.rules).total

    def after(self, move: Move) -> "EndgameNode":
        zeros = self._zeros_after(move)
        if isinstance(move, Pass):
            return EndgameNode(replace(self.position, rack=self.opponent), self.position.rack, zeros, self.ending)
        assert isinstance(move, Placement)
        left = self.position.rack.without(move.used)
        board = self.position.board.with_placement(move)
        return EndgameNode(replace(self.position, board=board, rack=self.opponent), left, zeros, self.ending)

    def _zeros_after(self, move: Move) -> int:
        counts = isinstance(move, Pass) or (self.ending.all_count and not self.score(move))
        return self.zeros + 1 if counts else 0

    def final_adjustment(self, move: Move) -> int | None:
        """Return what the player of a move gains by ending the game with it; None if the game continues."""
        tile_set = self.position.tile_set
        theirs, used = self.opponent.value(tile_set), 0
        if isinstance(move, Placement):
            if move.used.total == self.position.rack.total:
                return 2 * theirs
            used = move.used.value(tile_set)
        if self._zeros_after(move) < self.ending.zeros:
            return None
        return theirs - self.position.rack.value(tile_set) + used


@dataclass(frozen=True)
class EndgameStats:
    """The statistics and result of a search.

    Attributes:
        value: The value, within the window and depth of the search.
        sure: Whether the value is proven.
        move: The best move.
    """

    value: int
    sure: bool
    move: Move | None


@dataclass(frozen=True, eq=False)
class EarlierPlays:
    """All plays of both players before a play; searches after it take over those that it does not change.

    Attributes:
        moves: The plays, as the fields of `Moves`.
        listed: Indices of the plays of the player to move after it, then of the player of the play.
        frames: The bounds of both lists.
    """

    board: Board
    moves: Moves
    listed: NDArray[np.int32]
    frames: NDArray[np.int64]


_MOST_EARLIER = 1 << 14
"""Maximum number of plays that are kept as `EarlierPlays`; racks with two blanks have more."""


class EndgameSearch:
    """The arrays of an endgame search. Proven bounds of positions are kept between searches.

    `spare` is the number of tiles that a rack may have beyond those of the root.

    Attributes:
        searched: Number of positions searched.
        odd_plays: Whether plays without points occurred where they do not count.
    """

    def __init__(self, root: EndgameNode, spare: int = 0) -> None:
        position, opponent = root.position, root.opponent
        layout = position.board.layout
        graph = word_graph(position.lexicon)
        self._graph = graph.arrays
        self._game = free_game(position.rules, 2)
        self._values = by_symbol(position.tile_set.values)
        self._size = layout.rows, layout.columns
        tiles, self._most = position.rack.total + opponent.total, max(position.rack.total, opponent.total)
        self._plies = (tiles + 2) * max(position.rules.zero_turns, 2)
        self._room, self._ceilings = new_room(*self._size, self._most), new_ceilings(*self._size)
        random = np.random.default_rng(20)
        most_equal = max(*position.rack.counts, *opponent.counts) + 1 + spare
        self._hashes = parts.Hashes(
            _random(random, *self._size, 2 * SYMBOLS), _random(random, 2, SYMBOLS, most_equal + 1), 0x5DEECE66D1235
        )
        self._hashes.racks[:, :, 0] = 0
        self._results, self._stop = np.zeros(kernels.RESULTS, np.int64), np.zeros(1, np.uint8)
        self._table = _new_table()
        self.searched = 0
        self.odd_plays = False
        self.make_room(_MOVES)

    def make_room(self, moves: int) -> None:
        """Allocate arrays for a line of this many moves."""
        self._stack = parts.new_stack(*self._size, self._plies, moves)
        self._moves = new_moves(moves, max(self._size), self._most)
        self._plays = new_play_buffer(moves, 8 * moves, moves)
        self._earlier: EarlierPlays | None = None

    def sibling(self) -> "EndgameSearch":
        """Return a search for another thread that shares the table of proven bounds and the stop flag."""
        twin = copy(self)
        twin._room, twin._ceilings = new_room(*self._size, self._most), new_ceilings(*self._size)
        twin._results, twin.searched = np.zeros(kernels.RESULTS, np.int64), 0
        twin.make_room(_MOVES)
        return twin

    def forget(self) -> None:
        """Start an empty table of proven bounds, and clear the record of scoreless plays."""
        self._table = _new_table()
        self.odd_plays = False

    def share_table(self, sibling: "EndgameSearch") -> None:
        """Use the bound table of another search."""
        self._table = sibling._table

    def search(self, node: EndgameNode, alpha: int, beta: int, depth: int, budget: EndgameBudget) -> EndgameStats:
        """Search a position with a window to a depth. Raises BudgetSpent when the budget runs out."""
        if budget.spent:
            raise BudgetSpent

        def run() -> EndgameStats:
            return self.search_here(node, alpha, beta, depth, budget.nodes, wants_move=True)

        self.stop(False)
        return run_stoppable(run, self.stop, budget.seconds_left)

    def stop(self, raised: bool = True) -> None:
        """Set or clear the flag that stops this search and its siblings in other threads."""
        self._stop[0] = raised

    def search_here(
        self,
        node: EndgameNode,
        alpha: int,
        beta: int,
        depth: int,
        nodes: int | None = None,
        killers: Killers | None = None,
        after: tuple[EarlierPlays, Placement] | None = None,
        wants_move: bool = False,
    ) -> EndgameStats:
        """Search a position in this thread; raise BudgetSpent after `nodes` positions or on `stop`.

        `killers` are moves to try first, by depth; they are replaced by those of this search. `after` is the play that
        led to the node, with the plays before it. Without `wants_move`, the move may be unknown.
        """
        while True:
            ply = self._lay_out(node, node.position.board) if after is None else self._lay_out_after(node, *after)
            frame = self._stack.frames[ply]
            frame[parts.ALPHA], frame[parts.BETA], frame[parts.DEPTH] = alpha, beta, depth
            frame[parts.ZEROS], self._results[kernels.BASE] = node.zeros, ply
            if killers is not None and len(killers) == len(self._stack.killers):
                self._stack.killers[:] = killers
            self._results[kernels.MOVE_WANTED] = wants_move
            self._results[kernels.MOST_NODES] = kernels.UNLIMITED if nodes is None else nodes
            self._run()
            self.searched += int(self._results[kernels.NODES])
            self.odd_plays |= bool(self._results[kernels.ZERO_PLAYS])
            status = self._results[kernels.STATUS]
            if status == kernels.STOPPED:
                raise BudgetSpent
            if status == kernels.DONE:
                break
            self.make_room(2 * len(self._moves.hashes))
        if killers is not None:
            killers[:] = self._stack.killers
        results = self._results
        return EndgameStats(
            int(results[kernels.VALUE]), bool(results[kernels.SURE]), self._move(node, int(results[kernels.MOVE]))
        )

    def _lay_out(self, node: EndgameNode, board: Board) -> int:
        """Lay out a board and the racks of a node at ply 0; return the ply."""
        position, layout = node.position, board.layout
        for side, rack in enumerate((position.rack, node.opponent)):
            row = self._stack.racks[0, side]
            row[:TILES], row[TILES] = by_symbol(rack.counts), rack.total
        parts.begin_at(
            board.letters,
            board.blanks,
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
        ending = self._stack.ending
        ending[parts.MOST_ZEROS], ending[parts.ALL_COUNT] = node.ending.zeros, node.ending.all_count
        if board is node.position.board:  # the search overwrites the plays of earlier boards
            self._earlier = None
        return 0

    def _lay_out_after(self, node: EndgameNode, earlier: EarlierPlays, play: Placement) -> int:
        """Lay out the board and the racks of a node after a play, with the plays before it; return the ply."""
        self._lay_out(node, earlier.board)
        stack, moves = self._stack, self._moves
        if self._earlier is not earlier:
            pool, listed = len(earlier.moves.hashes), len(earlier.listed)
            fields, words, tiles, kinds, hashes = earlier.moves
            moves.fields[:pool], moves.words[:pool], moves.tiles[:pool] = fields, words, tiles
            moves.kinds[:pool], moves.hashes[:pool] = kinds, hashes
            stack.listed[:listed], self._earlier = earlier.listed, earlier
        bounds = [parts.FIRST, parts.END, parts.POOL]
        stack.frames[:2, bounds] = earlier.frames[:, bounds]
        squares, played = self._hashes.squares, 0
        for row, column, letter, blank in play.laid:
            played ^= int(squares[row, column, letter + 1 + SYMBOLS * blank])
        if not lists.begin_after(stack, moves, self._graph, self._values, *self._size, played):
            raise ValueError("the play is not among the plays before it")
        return 2

    def ceilings(self, node: EndgameNode) -> tuple[int | None, int | None]:
        """Return bounds of the value of a position, without a search: each bound supposes that one player passes."""
        self._lay_out(node, node.position.board)
        tile_set = node.position.tile_set
        mine, yours = node.position.rack.value(tile_set), node.opponent.value(tile_set)
        bounds = [
            find_ceiling(
                self._ceilings,
                self._stack.lines,
                *self._size,
                self._graph,
                self._values,
                self._stack.racks[0, side],
                theirs,
                self._game.bonus,
                self._game.bonus_tiles,
            )
            for side, theirs in enumerate((yours, mine))
        ]
        high, low = (None if bound >= NO_CEILING else bound for bound in bounds)
        return None if low is None else -low, high

    def plays_before(self, position: Position, theirs: Rack, mine: Rack) -> EarlierPlays | None:
        """Return all plays with these tiles, which include those of all racks after a play; None if they are many."""
        node = EndgameNode(replace(position, rack=theirs), mine)
        self._lay_out(node, position.board)
        self._stack.racks[1] = self._stack.racks[0]
        is_complete = lists.list_before(
            self._stack, self._moves, self._plays, self._room, self._graph, self._game, self._values, self._hashes
        )
        frames = self._stack.frames[:2].copy()
        pool, listed = int(frames[1, parts.POOL]), int(frames[1, parts.END])
        if not is_complete or pool > _MOST_EARLIER:
            return None
        fields, words, tiles, kinds, hashes = self._moves
        moves = Moves(
            fields[:pool].copy(), words[:pool].copy(), tiles[:pool].copy(), kinds[:pool].copy(), hashes[:pool].copy()
        )
        return EarlierPlays(position.board, moves, self._stack.listed[:listed].copy(), frames)

    def _run(self) -> None:
        kernels.search(
            self._stack,
            self._moves,
            self._plays,
            self._room,
            self._graph,
            self._game,
            self._values,
            self._hashes,
            self._table,
            self._results,
            self._stop,
            self._ceilings,
        )

    @property
    def meets_odd_plays(self) -> bool:
        """Whether the last search met scoreless plays in positions where it does not count them."""
        return bool(self._results[kernels.ZERO_PLAYS])

    def new_killers(self) -> Killers:
        """Return an empty table of killer moves, which are tried first."""
        return np.zeros_like(self._stack.killers)

    def _move(self, node: EndgameNode, index: int) -> Move | None:
        if index < 0:
            return PASS if index == parts.PASS else None
        fields, letters = self._moves.fields[index], self._moves.words[index]
        across, line = fields[MOVE_WAY] == 0, int(fields[MOVE_LINE])
        start, length = int(fields[MOVE_START]), int(fields[MOVE_LENGTH])
        blanks = int(fields[MOVE_BLANKS])
        return placement_of(node.position.board, across, line, start, letters[:length].tolist(), blanks)


def _new_table() -> parts.BoundTable:
    return parts.BoundTable(np.zeros((_TABLE, parts.TABLE_FIELDS), np.int64), np.zeros(_HISTORY, np.int32))


def _random(random: np.random.Generator, *shape: int) -> "np.ndarray[tuple[int, ...], np.dtype[np.int64]]":
    return random.integers(2, 2**62, size=shape, dtype=np.int64)
