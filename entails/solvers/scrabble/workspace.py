"""`Workspace`: the arrays that the kernels work in, made once for a size of board and rack and used again and again."""

from collections.abc import Sequence
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from entails.models.scrabble.position import Position
from entails.models.scrabble.restricted import LENGTHS
from entails.models.scrabble.rules import Rules
from entails.models.scrabble.tiles import BLANK, KINDS
from entails.solvers.kernels import scrabble_found as found
from entails.solvers.kernels.scrabble_generate import Aim, generate
from entails.solvers.kernels.scrabble_leaves import Values
from entails.solvers.kernels.scrabble_parts import Game, Graph, new_room
from entails.solvers.scrabble.graph import WordGraph
from entails.solvers.scrabble.placements import Placements, Scored, placement_of

T = TypeVar("T", bound=np.generic)

_ROOM = 4096
_ANY_NUMBER = 1 << 20
_ANY_LENGTH = (1 << 40) - 1

HIGHEST_SCORE = Aim(
    False,
    Values(np.zeros((1, 1), np.int64), np.zeros((1, 1), np.int64), np.zeros((1, 1), np.int64), np.zeros(1, np.uint8)),
    0,
    0,
    0,
)


def free_game(rules: Rules, ways_of_opening: int) -> Game:
    """The usual rules in numbers."""
    return Game(rules.bonus, rules.bonus_tiles, _ANY_NUMBER, False, _ANY_LENGTH, ways_of_opening)


def by_symbol(tiles: Sequence[int]) -> NDArray[np.int32]:
    """Something about each kind of tile as kernels take it: the blank first, a letter at its number plus 1."""
    return np.array((tiles[BLANK], *tiles[:BLANK], 0, *tiles[BLANK + 1 :]), np.int32)


def by_kind(symbols: Sequence[int]) -> tuple[int, ...]:
    """The way back: by the number of a tile."""
    return (*symbols[1 : BLANK + 1], symbols[0], *symbols[BLANK + 2 : KINDS + 1])


class Workspace:
    """Room for boards of one size and racks of so many tiles. Not to be shared between threads."""

    def __init__(self, rows: int, columns: int, tiles: int) -> None:
        self._room = new_room(rows, columns, tiles)
        self._found = found.new_found(_ROOM, 8 * _ROOM, _ROOM)

    def all_placements(self, position: Position, graph: WordGraph, both: bool) -> Placements:
        """Every placement, best first. Where they do not fit, there is more room the second time."""
        self._generate(found.LIST, position, graph, both)
        kept, totals = self._found, self._found.totals
        plays, letters, count = int(totals[found.PLAYS]), int(totals[found.LETTERS]), int(totals[found.COUNT])
        if count > len(kept.placements) or plays > len(kept.plays) or letters > len(kept.letters):
            self._found = found.new_found(2 * plays, 2 * letters, 2 * count)
            self._generate(found.LIST, position, graph, both)
        return self._copied(position, plays, letters, count)

    def best_placement(
        self, position: Position, graph: WordGraph, both: bool, aim: Aim = HIGHEST_SCORE
    ) -> Scored | None:
        """The first of them, or the best by another aim."""
        self._generate(found.BEST, position, graph, both, aim)
        if not self._found.totals[found.COUNT]:
            return None
        score, _, blanks = self._found.placements[0].tolist()
        way, line, start, length, _ = self._found.plays[0].tolist()
        letters = self._found.letters[:length].tolist()
        return Scored(placement_of(position.board, way == 0, line, start, letters, blanks), score)

    def tally(self, position: Position, graph: WordGraph, both: bool) -> tuple[int, int, int]:
        """How many there are, the best score (-1 for none), the sum of all scores."""
        self._generate(found.TALLY, position, graph, both)
        totals = self._found.totals
        return int(totals[found.COUNT]), int(totals[found.HIGHEST]), int(totals[found.SUM])

    def _generate(self, mode: int, position: Position, graph: WordGraph, both: bool, aim: Aim = HIGHEST_SCORE) -> None:
        """Fill `_found`. The restricted game tries one length after the other and stops at the first with a play."""
        rules = position.rules
        ways = 2 if both else 1
        if not rules.restricted:
            self._run(mode, position, graph, free_game(rules, ways), aim)
            return
        for length in LENGTHS:
            self._run(mode, position, graph, Game(0, rules.bonus_tiles, 1, True, 1 << length, ways), aim)
            if self._found.totals[found.COUNT]:
                return

    def _run(self, mode: int, position: Position, graph: WordGraph, game: Game, aim: Aim) -> None:
        board, layout = position.board, position.board.layout
        generate(
            self._found,
            mode,
            self._room,
            Graph(graph.edges, graph.root, graph.plain_root),
            game,
            aim,
            by_symbol(position.rack.counts),
            by_symbol(position.tile_set.values),
            _fixed(board.letters),
            _fixed(board.blanks),
            _fixed(layout.letter),
            _fixed(layout.word),
            np.array(layout.start, np.int32),
        )

    def _copied(self, position: Position, plays: int, letters: int, count: int) -> Placements:
        """What was found, sorted, in arrays of its own."""
        kept = self._found
        order = found.best_first(kept.placements[:count])
        placements, table = kept.placements[order].T.copy(), kept.plays[:plays].T.copy()
        return Placements(
            board=position.board,
            scores=placements[found.SCORE],
            play_of=placements[found.PLAY],
            blanks=placements[found.BLANKS],
            across=table[found.WAY] == 0,
            lines=table[found.LINE],
            starts=table[found.START],
            lengths=table[found.LENGTH],
            firsts=table[found.FIRST_LETTER],
            letters=kept.letters[:letters].copy(),
        )


def _fixed(array: NDArray[T]) -> NDArray[T]:
    """The same, not to be written to. A board that comes from another process may be: for it the kernel would be
    compiled anew, since that makes it another type."""
    view = array.view()
    view.setflags(write=False)
    return view
