"""Whole or partial games in compiled code, for players by score or by equity.

    play_on(game, (tables, None))    # the first player plays by equity, the second by score

The result is that of `Game.play` with the moves of the players `equity` and `best`: the same moves and draws, about a
hundred times as fast.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from random import Random
from threading import local

import numpy as np
from numpy.typing import NDArray

from entails.models.scrabble.board import Board, Layout
from entails.models.scrabble.game import PASS, End, Exchange, Game, Move
from entails.models.scrabble.tiles import BLANK, Bag, Rack
from entails.solvers.kernels import scrabble_play as kernels
from entails.solvers.kernels.scrabble_board import new_play_buffer, new_room
from entails.solvers.kernels.scrabble_leaves import PARTS
from entails.solvers.kernels.scrabble_moves import TILES, new_moves
from entails.solvers.scrabble.generator import HIGHEST_SCORE, by_symbol, by_tile, free_game
from entails.solvers.scrabble.graph import graph_for
from entails.solvers.scrabble.leave import LeaveTables
from entails.solvers.scrabble.placements import placement_of

MOST_TURNS = 400
"""A number of turns above that of any game, unless the rules allow endless passing."""
_DRAWS = 24
"""Draws for which random numbers are generated at first; a game of two seldom has more."""
_ANY_NUMBERS = np.zeros((1, 64))
"""Random numbers for draws whose result is not used."""
_ENDS: tuple[End | None, ...] = (None, "out", "zeros")

_local = local()
"""Workspaces of each thread: kernels run without the GIL."""


@dataclass(frozen=True)
class TurnSummary:
    """A turn in numbers: player, type, score, number of tiles from the rack."""

    player: int
    kind: int
    score: int
    used: int


@dataclass(frozen=True, eq=False)
class PlayedTurns:
    """The turns played from a game `start`, and the state after them."""

    start: Game
    turns: NDArray[np.int32]
    words: NDArray[np.uint8]
    kept: NDArray[np.int64]
    racks: tuple[Rack, ...]
    scores: tuple[int, ...]
    end: End | None

    @property
    def done(self) -> tuple[TurnSummary, ...]:
        """The turns as numbers."""
        fields = [kernels.PLAYER, kernels.KIND, kernels.POINTS, kernels.USED]
        return tuple(TurnSummary(*row) for row in self.turns[:, fields].tolist())

    def replayed(self) -> Game:
        """Return the game after these turns, with every move validated by the rules."""
        *_, game = self.games()
        return game

    def games(self) -> Iterator[Game]:
        """Yield the game before the first turn and after each turn."""
        game = self.start
        yield game
        for turn, letters in zip(self.turns, self.words, strict=True):
            game = game.play(_move(game.board, turn, letters))
            yield game


def play_on(
    game: Game, leaves: Sequence[LeaveTables | None], turns: int = MOST_TURNS, *, while_bag: bool = False
) -> PlayedTurns:
    """Continue a game to its end, for a number of turns, or while the bag has tiles.

    All players by equity use the same leave values.
    """
    room, draws = _room(game.board.layout, game.rules.rack_size, len(game.players)), _DRAWS
    while (
        played := room.play(game, leaves, turns, while_bag, random_draws(game.bag, draws, game.rules.rack_size))
    ) is None:
        draws *= 2
    return played


def play_with(
    game: Game, leaves: Sequence[LeaveTables | None], turns: int, random_numbers: NDArray[np.float64]
) -> PlayedTurns:
    """Continue a game for a number of turns with the given random numbers, a row per draw."""
    played = _room(game.board.layout, game.rules.rack_size, len(game.players)).play(
        game, leaves, turns, False, random_numbers
    )
    if played is None:
        raise ValueError("too few rows of random numbers")
    return played


def best_equities(game: Game, racks: Sequence[Rack], tables: LeaveTables) -> NDArray[np.float64]:
    """Return the equity of the best move for each rack of the player to move."""
    room = _room(game.board.layout, game.rules.rack_size, len(game.players))
    return np.array([room.best_equity(game, rack, tables) for rack in racks])


def random_draws(bag: Bag, draws: int, rack_size: int) -> NDArray[np.float64]:
    """Generate the random numbers of the next draws from a bag, a row per draw."""
    generators = (Random(f"{bag.seed}/{bag.draws + draw}") for draw in range(draws))
    return np.array([[generator.random() for _ in range(rack_size)] for generator in generators])


def can_play(game: Game) -> bool:
    """Return whether compiled code supports the rules of a game."""
    return not game.rules.restricted


def warm() -> None:
    """Compile or load the kernel on a small game."""
    from entails.data.scrabble import shipped_layout, shipped_tile_set
    from entails.models.lexicon import Lexicon
    from entails.models.scrabble.tiles import worthless

    words = Lexicon.of(["ab", "ba", "abba"], "warm")
    game = Game.start(("1", "2"), shipped_layout("standard"), shipped_tile_set("english"), words)
    play_on(game, (LeaveTables(worthless()), None), 2)


class PlayWorkspace:
    """Working arrays for games with one board size and number of players. Not thread-safe."""

    def __init__(self, layout: Layout, rack_size: int, players: int) -> None:
        rows, columns = layout.rows, layout.columns
        longest = max(rows, columns, rack_size)
        self._plays = new_play_buffer(1, longest, 1)
        self._room = new_room(rows, columns, rack_size)
        self._moves = new_moves(1, longest, rack_size)
        self._squares = np.zeros((rows, columns, 2 * TILES), np.int64)
        self._longest = longest
        self._arrays = kernels.new_game_output(0, longest)
        self._racks, self._bag = np.zeros((players, TILES + 1), np.int32), np.zeros(TILES + 1, np.int32)

    def best_equity(self, game: Game, rack: Rack, tables: LeaveTables) -> float:
        """Return the equity of the best move with this rack."""
        game = replace(game, racks=(*game.racks[: game.to_move], rack, *game.racks[game.to_move + 1 :]))
        self._run(game, (tables,) * len(game.players), 1, False, _ANY_NUMBERS)
        return int(self._arrays.turns[0, kernels.POINTS]) + int(self._arrays.kept[0]) / (PARTS * game.rules.rack_size)

    def play(
        self,
        game: Game,
        leaves: Sequence[LeaveTables | None],
        turns: int,
        while_bag: bool,
        random_numbers: NDArray[np.float64],
    ) -> PlayedTurns | None:
        """Continue a game; return None if the random numbers do not suffice."""
        points = self._run(game, leaves, turns, while_bag, random_numbers)
        arrays = self._arrays
        status, count = int(arrays.state[kernels.STATUS]), int(arrays.state[kernels.TURNS])
        if status == kernels.NO_LUCK:
            return None
        racks = tuple(Rack(by_tile(row.tolist()), game.tile_set.alphabet) for row in self._racks)
        return PlayedTurns(
            game,
            arrays.turns[:count].copy(),
            arrays.words[:count].copy(),
            arrays.kept[:count].copy(),
            racks,
            tuple(points.tolist()),
            _ENDS[status],
        )

    def _run(
        self,
        game: Game,
        leaves: Sequence[LeaveTables | None],
        turns: int,
        while_bag: bool,
        random_numbers: NDArray[np.float64],
    ) -> NDArray[np.int64]:
        """Continue a game in the workspace's arrays; return the points of the players."""
        if len(self._arrays.turns) < turns:
            self._arrays = kernels.new_game_output(turns, self._longest)
        layout, rules, arrays = game.board.layout, game.rules, self._arrays
        for row, rack in zip((*self._racks, self._bag), (*game.racks, game.bag.tiles), strict=True):
            row[:TILES], row[TILES] = by_symbol(rack.counts), rack.total
        arrays.state[kernels.TO_MOVE], arrays.state[kernels.ZEROS] = game.to_move, game.zeros
        points = np.array(game.scores, np.int64)
        tables = next((table for table in leaves if table is not None), None)
        seats = kernels.Seats(
            self._racks,
            points,
            np.array([table is not None for table in leaves], np.uint8),
            HIGHEST_SCORE.values if tables is None else tables.by_symbol,
        )
        graph = graph_for(game.position)
        kernels.play_on(
            self._plays,
            self._room,
            graph.arrays,
            free_game(rules, 1),
            kernels.Conduct(rules.rack_size, rules.exchange_least, rules.zero_turns, turns, while_bag),
            seats,
            arrays,
            self._bag,
            self._moves,
            self._squares,
            by_symbol(game.tile_set.values),
            random_numbers,
            game.board.letters,
            game.board.blanks,
            layout.letter,
            layout.word,
            _starts(layout),
        )
        return points


def _room(layout: Layout, rack_size: int, players: int) -> PlayWorkspace:
    kept: dict[tuple[int, int, int, int], PlayWorkspace] = _local.__dict__.setdefault("rooms", {})
    size = layout.rows, layout.columns, rack_size, players
    if size not in kept:
        kept[size] = PlayWorkspace(layout, rack_size, players)
    return kept[size]


@lru_cache(8)
def _starts(layout: Layout) -> NDArray[np.int32]:
    return np.array(layout.start, np.int32)


def _move(board: Board, turn: NDArray[np.int32], letters: NDArray[np.uint8]) -> Move:
    kind = int(turn[kernels.KIND])
    if kind == kernels.PASSED:
        return PASS
    if kind == kernels.EXCHANGED:
        exchanged = letters[: turn[kernels.USED]].tolist()
        return Exchange(Rack.of((symbol - 1 if symbol else BLANK for symbol in exchanged), board.alphabet))
    line, start = int(turn[kernels.LINE]), int(turn[kernels.START])
    word = letters[: turn[kernels.LENGTH]].tolist()
    return placement_of(board, turn[kernels.WAY] == 0, line, start, word, int(turn[kernels.BLANKS]))
