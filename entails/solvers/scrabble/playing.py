"""Games, or some turns of one, in compiled code: for players that look at the score or at score and leave.

    play_on(game, (tables, None))    the first player looks at equity by these leave values, the second at the score

The game goes on as if `Game.play` had been told what the players `equity` and `best` say: the same moves, the same
tiles drawn, a hundred times as quick.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from random import Random
from threading import local

import numpy as np
from numpy.typing import NDArray

from entails.models.scrabble.board import Board
from entails.models.scrabble.game import PASS, End, Exchange, Game, Move
from entails.models.scrabble.layout import Layout
from entails.models.scrabble.tiles import BLANK, Bag, Rack
from entails.solvers.kernels import scrabble_play as kernels
from entails.solvers.kernels.scrabble_board import Graph, new_found, new_room
from entails.solvers.kernels.scrabble_bounds import PARTS
from entails.solvers.kernels.scrabble_moves import TILES, new_moves
from entails.solvers.scrabble.generator import HIGHEST_SCORE, by_kind, by_symbol, free_game
from entails.solvers.scrabble.graph import graph_for
from entails.solvers.scrabble.leave import LeaveTables
from entails.solvers.scrabble.placements import placement_of

MOST_TURNS = 400
"""No game takes as many, unless the rules let players pass for ever."""
_DRAWS = 24
"""Draws that random numbers are made for at first; there are seldom more in a game of two."""
_NO_MATTER = np.zeros((1, 64))
"""Random numbers where what is drawn is of no interest."""
_ENDS: tuple[End | None, ...] = (None, "out", "zeros")

_here = local()
"""Each thread has its own room to work in: kernels run without Python's lock."""


@dataclass(frozen=True)
class Did:
    """One turn in numbers: who, what, its points, how many tiles it took from the rack."""

    player: int
    kind: int
    score: int
    used: int


@dataclass(frozen=True, eq=False)
class Played:
    """What was played on from `start`: the turns, and how things stand after them."""

    start: Game
    turns: NDArray[np.int32]
    words: NDArray[np.uint8]
    kept: NDArray[np.int64]
    racks: tuple[Rack, ...]
    scores: tuple[int, ...]
    end: End | None

    @property
    def done(self) -> tuple[Did, ...]:
        """The turns in numbers."""
        fields = [kernels.PLAYER, kernels.KIND, kernels.POINTS, kernels.USED]
        return tuple(Did(*row) for row in self.turns[:, fields].tolist())

    def replayed(self) -> Game:
        """The game after these turns, with every move judged by the rules on its way."""
        *_, game = self.games()
        return game

    def games(self) -> Iterator[Game]:
        """The game before the first of these turns, and after each of them."""
        game = self.start
        yield game
        for turn, letters in zip(self.turns, self.words, strict=True):
            game = game.play(_move(game.board, turn, letters))
            yield game


def play_on(
    game: Game, leaves: Sequence[LeaveTables | None], turns: int = MOST_TURNS, *, while_bag: bool = False
) -> Played:
    """Go on with a game that is not over, to its end or for so many turns, or only while there are tiles in the bag.
    All who look at equity do so by the same leave values."""
    room, draws = _room(game.board.layout, game.rules.rack_size, len(game.players)), _DRAWS
    while (played := room.play(game, leaves, turns, while_bag, luck_of(game.bag, draws, game.rules.rack_size))) is None:
        draws *= 2
    return played


def play_with(game: Game, leaves: Sequence[LeaveTables | None], turns: int, luck: NDArray[np.float64]) -> Played:
    """The same for so many turns with these random numbers, a row for each draw, of which there must be enough."""
    played = _room(game.board.layout, game.rules.rack_size, len(game.players)).play(game, leaves, turns, False, luck)
    if played is None:
        raise ValueError("there are more draws than rows of random numbers")
    return played


def best_worths(game: Game, racks: Sequence[Rack], tables: LeaveTables) -> NDArray[np.float64]:
    """What the best move would be worth, score and leave together, if the player to move had each of these racks."""
    room = _room(game.board.layout, game.rules.rack_size, len(game.players))
    return np.array([room.best_worth(game, rack, tables) for rack in racks])


def luck_of(bag: Bag, draws: int, rack_size: int) -> NDArray[np.float64]:
    """The random numbers of the next draws from a bag, a row of them for each."""
    lucks = (Random(f"{bag.seed}/{bag.draws + draw}") for draw in range(draws))
    return np.array([[luck.random() for _ in range(rack_size)] for luck in lucks])


def can_play(game: Game) -> bool:
    """Are the rules those of the compiled game?"""
    return not game.rules.restricted


def warm() -> None:
    """Compile the kernel, or load it, on a small game."""
    from entails.data.scrabble import shipped_layout, shipped_tile_set
    from entails.models.lexicon import Lexicon
    from entails.models.scrabble.tiles import worthless

    words = Lexicon.of(["ab", "ba", "abba"], "warm")
    game = Game.start(("1", "2"), shipped_layout("standard"), shipped_tile_set("english"), words)
    play_on(game, (LeaveTables(worthless()), None), 2)


class PlayRoom:
    """Room for games on one board with so many players. Not to be shared between threads."""

    def __init__(self, layout: Layout, rack_size: int, players: int) -> None:
        rows, columns = layout.rows, layout.columns
        longest = max(rows, columns, rack_size)
        self._found = new_found(1, longest, 1)
        self._room = new_room(rows, columns, rack_size)
        self._moves = new_moves(1, longest, rack_size)
        self._squares = np.zeros((rows, columns, 2 * TILES), np.int64)
        self._longest = longest
        self._told = kernels.new_told(0, longest)
        self._racks, self._bag = np.zeros((players, TILES + 1), np.int32), np.zeros(TILES + 1, np.int32)

    def best_worth(self, game: Game, rack: Rack, tables: LeaveTables) -> float:
        """The same as `best_worths`, of one rack."""
        game = replace(game, racks=(*game.racks[: game.to_move], rack, *game.racks[game.to_move + 1 :]))
        self._run(game, (tables,) * len(game.players), 1, False, _NO_MATTER)
        return int(self._told.turns[0, kernels.POINTS]) + int(self._told.kept[0]) / (PARTS * game.rules.rack_size)

    def play(
        self,
        game: Game,
        leaves: Sequence[LeaveTables | None],
        turns: int,
        while_bag: bool,
        luck: NDArray[np.float64],
    ) -> Played | None:
        """The same as `play_on`; None when the random numbers do not suffice."""
        points = self._run(game, leaves, turns, while_bag, luck)
        told = self._told
        status, made = int(told.state[kernels.STATUS]), int(told.state[kernels.TURNS])
        if status == kernels.NO_LUCK:
            return None
        racks = tuple(Rack(by_kind(row.tolist()), game.tile_set.alphabet) for row in self._racks)
        return Played(
            game,
            told.turns[:made].copy(),
            told.words[:made].copy(),
            told.kept[:made].copy(),
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
        luck: NDArray[np.float64],
    ) -> NDArray[np.int64]:
        """Go on with a game; gives the points of the players. The rest is in `_told` and `_racks`."""
        if len(self._told.turns) < turns:
            self._told = kernels.new_told(turns, self._longest)
        layout, rules, told = game.board.layout, game.rules, self._told
        for row, rack in zip((*self._racks, self._bag), (*game.racks, game.bag.tiles), strict=True):
            row[:TILES], row[TILES] = by_symbol(rack.counts), rack.total
        told.state[kernels.TO_MOVE], told.state[kernels.ZEROS] = game.to_move, game.zeros
        points = np.array(game.scores, np.int64)
        tables = next((one for one in leaves if one is not None), None)
        seats = kernels.Seats(
            self._racks,
            points,
            np.array([one is not None for one in leaves], np.uint8),
            HIGHEST_SCORE.values if tables is None else tables.by_symbol,
        )
        graph = graph_for(game.position)
        kernels.play_on(
            self._found,
            self._room,
            Graph(graph.edges, graph.root, graph.plain_root),
            free_game(rules, 1),
            kernels.Conduct(rules.rack_size, rules.exchange_least, rules.zero_turns, turns, while_bag),
            seats,
            told,
            self._bag,
            self._moves,
            self._squares,
            by_symbol(game.tile_set.values),
            luck,
            game.board.letters,
            game.board.blanks,
            layout.letter,
            layout.word,
            _starts(layout),
        )
        return points


def _room(layout: Layout, rack_size: int, players: int) -> PlayRoom:
    kept: dict[tuple[int, int, int, int], PlayRoom] = _here.__dict__.setdefault("rooms", {})
    size = layout.rows, layout.columns, rack_size, players
    if size not in kept:
        kept[size] = PlayRoom(layout, rack_size, players)
    return kept[size]


@lru_cache(8)
def _starts(layout: Layout) -> NDArray[np.int32]:
    return np.array(layout.start, np.int32)


def _move(board: Board, turn: NDArray[np.int32], letters: NDArray[np.uint8]) -> Move:
    kind = int(turn[kernels.KIND])
    if kind == kernels.PASSED:
        return PASS
    if kind == kernels.EXCHANGED:
        gone = letters[: turn[kernels.USED]].tolist()
        return Exchange(Rack.of((symbol - 1 if symbol else BLANK for symbol in gone), board.alphabet))
    line, start = int(turn[kernels.LINE]), int(turn[kernels.START])
    word = letters[: turn[kernels.LENGTH]].tolist()
    return placement_of(board, turn[kernels.WAY] == 0, line, start, word, int(turn[kernels.BLANKS]))
