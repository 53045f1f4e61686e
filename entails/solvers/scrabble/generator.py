"""The compiled move generator, as functions and as the engine `generator`.

    all_placements(position)[0]         # the best play, Scored(placement, score)
    best_placement(position)            # the best play, without listing the others
    best_by_equity(position, tables)    # the play with the highest score plus leave value
    tally(position)                     # number of plays, best score, sum of scores

On an empty board plays go across only, because each could be turned; `both` lists both directions.

A position has at most a few thousand plays, listed within milliseconds, so a session checks the clock only before and
after. The solutions of a position with a wanted play are that play, once for each choice of blanks. The arrays of the
kernels are allocated once for each size of board and rack (`GeneratorWorkspace`).
"""

import time
from collections.abc import Collection, Generator, Iterator, Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from threading import local
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from entails.models.encoding import Encoding, Native
from entails.models.limits import Limits, Options
from entails.models.outcome import EndReason, Outcome, Satisfied, Stats, Undecided, Unsatisfiable
from entails.models.scrabble.board import THROUGH, Placement
from entails.models.scrabble.game import PASS, Exchange, Move
from entails.models.scrabble.position import Position
from entails.models.scrabble.rules import LENGTHS, Rules
from entails.models.scrabble.tiles import BLANK, KINDS
from entails.solvers.engine import BaseSession, Budget, Engine, Session
from entails.solvers.kernels.scrabble_board import (
    BEST,
    BLANKS,
    COUNT,
    FIRST_LETTER,
    HIGHEST,
    LENGTH,
    LETTERS,
    LINE,
    LIST,
    PLAY,
    PLAYS,
    SCORE,
    START,
    SUM,
    TALLY,
    WAY,
    GameArrays,
    best_first,
    new_play_buffer,
    new_room,
)
from entails.solvers.kernels.scrabble_leaves import LetterValues
from entails.solvers.kernels.scrabble_search import Aim, generate
from entails.solvers.scrabble.graph import WordGraph, graph_for
from entails.solvers.scrabble.leave import LeaveTables, Points, best_exchange
from entails.solvers.scrabble.placements import Placements, Scored, placement_of

_local = local()
"""Workspaces of each thread: kernels run without the GIL."""


@dataclass(frozen=True, slots=True)
class PlayTally:
    """The plays of a position in three numbers: count, best score (-1 if there is none) and sum of scores."""

    placements: int
    best: int
    sum: int


def all_placements(position: Position, *, both: bool = False) -> Placements:
    """Return every play of a position, best first."""
    return _workspace(position).all_placements(position, graph_for(position), both)


def best_placement(position: Position, *, both: bool = False) -> Scored | None:
    """Return the best play, the first of `all_placements`; None if there is none."""
    return _workspace(position).best_placement(position, graph_for(position), both)


def best_by_equity(position: Position, tables: "LeaveTables") -> Scored | None:
    """Return the play with the highest equity (the first of equals); None if there is no play."""
    from entails.solvers.scrabble.leave import aim_at_equity

    return _workspace(position).best_placement(position, graph_for(position), False, aim_at_equity(position, tables))


def tally(position: Position, *, both: bool = False) -> PlayTally:
    """Count the plays and sum their scores without listing them."""
    return PlayTally(*_workspace(position).tally(position, graph_for(position), both))


def _workspace(position: Position) -> "GeneratorWorkspace":
    """Return this thread's workspace for the sizes of the position's board and rack."""

    layout = position.board.layout
    size = layout.rows, layout.columns, position.rack.total
    kept: dict[tuple[int, int, int], GeneratorWorkspace] = _local.__dict__.setdefault("workspaces", {})
    if size not in kept:
        kept[size] = GeneratorWorkspace(*size)
    return kept[size]


def warm() -> None:
    """Compile or load the kernels on a small position."""
    from entails.data.scrabble import shipped_layout, shipped_tile_set
    from entails.models.lexicon import Lexicon
    from entails.models.scrabble.board import Board
    from entails.models.scrabble.tiles import Rack
    from entails.solvers.scrabble.graph import build_graph

    lexicon = Lexicon.of(["ab", "ba", "abba"], "warm")
    position = Position(
        Board.empty(shipped_layout("standard")), Rack.read("ABB?"), shipped_tile_set("english"), lexicon
    )
    graph, workspace = build_graph(lexicon), _workspace(position)
    workspace.all_placements(position, graph, both=True)
    workspace.best_placement(position, graph, both=False)
    assert np.prod(workspace.tally(position, graph, both=False)) > 0


def candidates(
    position: Position, placements: Placements, equities: Points, tables: LeaveTables, bag: int, count: int
) -> Iterator[Move]:
    """Yield the `count` plays with the highest equity and the best exchange; a pass if there is no play.

    `bag` is the number of tiles in the bag.
    """
    for index in (-equities).argsort(kind="stable")[:count]:
        yield placements.placement(int(index))
    if bag >= max(position.rules.exchange_least, 1) and position.rack.total:
        yield Exchange(best_exchange(position, bag, tables).exchanged)
    if not len(placements):
        yield PASS


A = TypeVar("A")


class GeneratorEngine(Engine):
    """Engine of the compiled move generator."""

    def __init__(self) -> None:
        super().__init__(
            "generator",
            "compiled move generator for Scrabble",
            frozenset({"native"}),
            frozenset({"enumerate", "interrupt", "optimise"}),
        )

    def missing(self) -> str | None:
        return None if find_spec("numba") else "the package numba is not installed"

    def rejects_puzzle(self, puzzle: object) -> str | None:
        return None if isinstance(puzzle, Position) else "engine generator supports Scrabble positions only"

    def load(self) -> None:
        warm()

    def open_here(self, encoding: Encoding[A], limits: Limits, options: Options) -> Session[A]:
        del options
        assert isinstance(encoding, Native)
        session: Session[Any] = GeneratorSession(encoding.puzzle, limits)
        return session


class GeneratorSession(BaseSession):
    """A session of the move generator on one position."""

    engine_name = "generator"

    def __init__(self, position: Position, limits: Limits) -> None:
        self._position = position
        self._budget = Budget(limits)

    def solve(self, assume: Sequence[int] = (), groups: Collection[int] | None = None) -> Outcome[Placement]:
        if assume:
            raise self.cannot("assume facts: it treats the position as a whole")
        if groups is not None:
            raise self.cannot("choose groups: it treats the position as a whole")
        started = time.perf_counter()
        best = self._best()
        stats = Stats(self.engine_name, time.perf_counter() - started)
        if self._budget.out_of_time:
            return Undecided("time", stats)
        if best is None:
            return Unsatisfiable(stats)
        return Satisfied(best[0], stats, objective=float(best[1]), optimal=True, bound=float(best[1]))

    def answers(self, most: int | None) -> Generator[Placement, None, EndReason | None]:
        """Yield all plays, best first."""
        plays = self._all()
        if self._budget.out_of_time:
            return "time"
        for place, (placement, _) in enumerate(plays):
            if place == most:
                return "maximum"
            yield placement
        return None

    def _best(self) -> tuple[Placement, int] | None:
        if self._position.wanted is None:
            return best_placement(self._position)
        return next(iter(self._all()), None)

    def _all(self) -> Sequence[tuple[Placement, int]]:
        wanted = self._position.wanted
        if wanted is None:
            return all_placements(self._position)
        plays = all_placements(self._position, both=True)
        matches = ((as_wanted(placement, wanted), score) for placement, score in plays)
        return [(placement, score) for placement, score in matches if placement is not None]

    def block(self, facts: Sequence[int]) -> None:
        del facts
        raise self.cannot("block facts: it lists each play only once")

    def push(self) -> None:
        raise self.cannot("open a scope")

    def pop(self) -> None:
        raise self.cannot("close a scope")


def as_wanted(placement: Placement, wanted: Placement) -> Placement | None:
    """Return the placement in the form of the wanted play; None if it is a different play.

    The letters and squares are equal, and blanks are used where they are wanted, perhaps also elsewhere. A single tile
    may have the other direction.
    """
    laid = {(row, column): (letter, blank) for row, column, letter, blank in placement.laid}
    wanted_tiles = {(row, column): (letter, blank) for row, column, letter, blank in wanted.laid}
    if laid.keys() != wanted_tiles.keys() or (len(laid) > 1 and placement.across != wanted.across):
        return None
    if any(
        laid[square][0] != letter or (blank and not laid[square][1]) for square, (letter, blank) in wanted_tiles.items()
    ):
        return None
    word, tiles = [], []
    for square, shown, tile in zip(wanted.squares, wanted.word, wanted.tiles, strict=True):
        if tile == THROUGH:
            word.append(shown)
            tiles.append(tile)
        else:
            symbol = shown.lower() if laid[square][1] else shown.upper()
            word.append(symbol)
            tiles.append(symbol)
    return Placement(wanted.row, wanted.column, wanted.across, "".join(word), "".join(tiles), wanted.alphabet)


ENGINE = GeneratorEngine()

T = TypeVar("T", bound=np.generic)

_ROOM = 4096
_ANY_NUMBER = 1 << 20
_ANY_LENGTH = (1 << 40) - 1

HIGHEST_SCORE = Aim(
    False,
    LetterValues(
        np.zeros((1, 1), np.int64), np.zeros((1, 1), np.int64), np.zeros((1, 1), np.int64), np.zeros(1, np.uint8)
    ),
    0,
    0,
    0,
)


def free_game(rules: Rules, ways_of_opening: int) -> GameArrays:
    """Return the unrestricted rules as kernel arguments."""
    return GameArrays(rules.bonus, rules.bonus_tiles, _ANY_NUMBER, False, _ANY_LENGTH, ways_of_opening)


def by_symbol(tiles: Sequence[int]) -> NDArray[np.int32]:
    """Convert numbers by tile to the kernels' order: the blank first, then letter i at i + 1."""
    return np.array((tiles[BLANK], *tiles[:BLANK], 0, *tiles[BLANK + 1 :]), np.int32)


def by_tile(symbols: Sequence[int]) -> tuple[int, ...]:
    """Convert numbers in the kernels' order to the order of tile numbers; the inverse of `by_symbol`."""
    return (*symbols[1 : BLANK + 1], symbols[0], *symbols[BLANK + 2 : KINDS + 1])


class GeneratorWorkspace:
    """Working arrays for boards of one size and racks of one size. Not thread-safe."""

    def __init__(self, rows: int, columns: int, tiles: int) -> None:
        self._room = new_room(rows, columns, tiles)
        self._buffer = new_play_buffer(_ROOM, 8 * _ROOM, _ROOM)

    def all_placements(self, position: Position, graph: WordGraph, both: bool) -> Placements:
        """Return every play, best first. Arrays that are too small are enlarged and filled again."""
        self._generate(LIST, position, graph, both)
        kept, totals = self._buffer, self._buffer.totals
        plays, letters, count = int(totals[PLAYS]), int(totals[LETTERS]), int(totals[COUNT])
        if count > len(kept.placements) or plays > len(kept.plays) or letters > len(kept.letters):
            self._buffer = new_play_buffer(2 * plays, 2 * letters, 2 * count)
            self._generate(LIST, position, graph, both)
        return self._copied(position, plays, letters, count)

    def best_placement(
        self, position: Position, graph: WordGraph, both: bool, aim: Aim = HIGHEST_SCORE
    ) -> Scored | None:
        """Return the best play by score, or by another criterion."""
        self._generate(BEST, position, graph, both, aim)
        if not self._buffer.totals[COUNT]:
            return None
        score, _, blanks = self._buffer.placements[0].tolist()
        way, line, start, length, _ = self._buffer.plays[0].tolist()
        letters = self._buffer.letters[:length].tolist()
        return Scored(placement_of(position.board, way == 0, line, start, letters, blanks), score)

    def tally(self, position: Position, graph: WordGraph, both: bool) -> tuple[int, int, int]:
        """Return the number of plays, the best score (-1 if there is none) and the sum of scores."""
        self._generate(TALLY, position, graph, both)
        totals = self._buffer.totals
        return int(totals[COUNT]), int(totals[HIGHEST]), int(totals[SUM])

    def _generate(self, mode: int, position: Position, graph: WordGraph, both: bool, aim: Aim = HIGHEST_SCORE) -> None:
        """Fill the play buffer. The restricted game tries word lengths in turn up to the first with a play."""
        rules = position.rules
        ways = 2 if both else 1
        if not rules.restricted:
            self._run(mode, position, graph, free_game(rules, ways), aim)
            return
        for length in LENGTHS:
            self._run(mode, position, graph, GameArrays(0, rules.bonus_tiles, 1, True, 1 << length, ways), aim)
            if self._buffer.totals[COUNT]:
                return

    def _run(self, mode: int, position: Position, graph: WordGraph, game: GameArrays, aim: Aim) -> None:
        board, layout = position.board, position.board.layout
        generate(
            self._buffer,
            mode,
            self._room,
            graph.arrays,
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
        """Copy the plays to new arrays, sorted."""
        kept = self._buffer
        order = best_first(kept.placements[:count])
        placements, table = kept.placements[order].T.copy(), kept.plays[:plays].T.copy()
        return Placements(
            board=position.board,
            scores=placements[SCORE],
            play_of=placements[PLAY],
            blanks=placements[BLANKS],
            across=table[WAY] == 0,
            lines=table[LINE],
            starts=table[START],
            lengths=table[LENGTH],
            firsts=table[FIRST_LETTER],
            letters=kept.letters[:letters].copy(),
        )


def _fixed(array: NDArray[T]) -> NDArray[T]:
    """Return a read-only view of an array.

    A board from another process may be writable, which is a different type, for which the kernel would be compiled
    again.
    """
    view = array.view()
    view.setflags(write=False)
    return view
