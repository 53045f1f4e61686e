"""The generator: every placement of a position, or the best one, in well under a millisecond without blanks.

    all_placements(position)[0]     the best, `Scored(placement, score)`
    best_placement(position)        the same, without listing the others
    best_by_equity(position, tables)   score and what the tiles that stay are worth count together
    tally(position)                 how many there are, the best score, the sum of all scores

On an empty board plays go across only, as is usual, since each could be turned; `both` lists them both ways.

The moves of a position that are worth a closer look: those of the most score and leave together.

The engine `generator`: positions of Scrabble on the word graph. `solve` gives the best placement.

A position has a few thousand placements at most, found in a few milliseconds, so a session looks at the clock only
before and after. A position with a wanted play has that play as its answers, once for each way to lay it with blanks.

`Workspace`: the arrays that the kernels work in, made once for a size of board and rack and used again and again.
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
    Graph,
    best_first,
    new_found,
    new_room,
)
from entails.solvers.kernels.scrabble_bounds import LetterValues
from entails.solvers.kernels.scrabble_search import Aim, generate
from entails.solvers.scrabble.graph import WordGraph, graph_for
from entails.solvers.scrabble.leave import LeaveTables, Points, best_exchange
from entails.solvers.scrabble.placements import Placements, Scored, placement_of

_here = local()
"""Each thread has its own room to work in: kernels run without Python's lock."""


@dataclass(frozen=True, slots=True)
class PlayTally:
    """All placements of a position in three numbers; `best` is -1 when there is none."""

    placements: int
    best: int
    sum: int


def all_placements(position: Position, *, both: bool = False) -> Placements:
    """Every placement, best first."""
    return _workspace(position).all_placements(position, graph_for(position), both)


def best_placement(position: Position, *, both: bool = False) -> Scored | None:
    """The best placement, the same that `all_placements` lists first; None when there is none."""
    return _workspace(position).best_placement(position, graph_for(position), both)


def best_by_equity(position: Position, tables: "LeaveTables") -> Scored | None:
    """The placement that makes the most of score and leave together, without listing the others: of those whose
    `equities` are highest the one that `all_placements` lists first; None when there is none."""
    from entails.solvers.scrabble.leave import aim_at_equity

    return _workspace(position).best_placement(position, graph_for(position), False, aim_at_equity(position, tables))


def tally(position: Position, *, both: bool = False) -> PlayTally:
    """Count the placements and add up their scores, without listing them."""
    return PlayTally(*_workspace(position).tally(position, graph_for(position), both))


def _workspace(position: Position) -> "GeneratorWorkspace":
    """The room of this thread for a board and a rack of this size."""

    layout = position.board.layout
    size = layout.rows, layout.columns, position.rack.total
    kept: dict[tuple[int, int, int], GeneratorWorkspace] = _here.__dict__.setdefault("workspaces", {})
    if size not in kept:
        kept[size] = GeneratorWorkspace(*size)
    return kept[size]


def warm() -> None:
    """Compile the kernels, or load them, on a small position."""
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
    position: Position, found: Placements, worths: Points, tables: LeaveTables, bag: int, count: int
) -> Iterator[Move]:
    """So many of the plays `found`, whose `worths` are known, and the best exchange where one is allowed; the pass
    where nothing can be played. `bag` is how many tiles it holds."""
    for index in (-worths).argsort(kind="stable")[:count]:
        yield found.placement(int(index))
    if bag >= max(position.rules.exchange_least, 1) and position.rack.total:
        yield Exchange(best_exchange(position, bag, tables).exchanged)
    if not len(found):
        yield PASS


A = TypeVar("A")


class GeneratorEngine(Engine):
    """Every placement, compiled."""

    def __init__(self) -> None:
        super().__init__(
            "generator",
            "compiled move generator for Scrabble",
            frozenset({"native"}),
            frozenset({"enumerate", "interrupt", "optimise"}),
        )

    def missing(self) -> str | None:
        return None if find_spec("numba") else "the package numba is not installed"

    def refuses_puzzle(self, puzzle: object) -> str | None:
        return None if isinstance(puzzle, Position) else "engine generator takes positions of Scrabble only"

    def load(self) -> None:

        warm()

    def open_here(self, encoding: Encoding[A], limits: Limits, options: Options) -> Session[A]:
        del options
        assert isinstance(encoding, Native)
        session: Session[Any] = GeneratorSession(encoding.puzzle, limits)
        return session


class GeneratorSession(BaseSession):
    """One position."""

    engine_name = "generator"

    def __init__(self, position: Position, limits: Limits) -> None:
        self._position = position
        self._budget = Budget(limits)

    def solve(self, assume: Sequence[int] = (), groups: Collection[int] | None = None) -> Outcome[Placement]:
        if assume:
            raise self.cannot("assume facts: it takes the position as a whole")
        if groups is not None:
            raise self.cannot("choose groups: it takes the position as a whole")
        started = time.perf_counter()
        best = self._best()
        stats = Stats(self.engine_name, time.perf_counter() - started)
        if self._budget.out_of_time:
            return Undecided("time", stats)
        if best is None:
            return Unsatisfiable(stats)
        return Satisfied(best[0], stats, objective=float(best[1]), optimal=True, bound=float(best[1]))

    def answers(self, most: int | None) -> Generator[Placement, None, EndReason | None]:
        """All of them, best first."""
        found = self._all()
        if self._budget.out_of_time:
            return "time"
        for place, (placement, _) in enumerate(found):
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
        found = all_placements(self._position, both=True)
        told = ((as_wanted(placement, wanted), score) for placement, score in found)
        return [(placement, score) for placement, score in told if placement is not None]

    def block(self, facts: Sequence[int]) -> None:
        del facts
        raise self.cannot("block facts: it lists each placement once anyway")

    def push(self) -> None:
        raise self.cannot("open a scope")

    def pop(self) -> None:
        raise self.cannot("close a scope")


def as_wanted(found: Placement, wanted: Placement) -> Placement | None:
    """The placement told as the wanted play, if it is that play: the same letters on the same squares, blanks where
    they are wanted and perhaps elsewhere. A single tile may be told the other way."""
    laid = {(row, column): (letter, blank) for row, column, letter, blank in found.laid}
    asked = {(row, column): (letter, blank) for row, column, letter, blank in wanted.laid}
    if laid.keys() != asked.keys() or (len(laid) > 1 and found.across != wanted.across):
        return None
    if any(laid[square][0] != letter or (blank and not laid[square][1]) for square, (letter, blank) in asked.items()):
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
    """The usual rules in numbers."""
    return GameArrays(rules.bonus, rules.bonus_tiles, _ANY_NUMBER, False, _ANY_LENGTH, ways_of_opening)


def by_symbol(tiles: Sequence[int]) -> NDArray[np.int32]:
    """Something about each kind of tile as kernels take it: the blank first, a letter at its number plus 1."""
    return np.array((tiles[BLANK], *tiles[:BLANK], 0, *tiles[BLANK + 1 :]), np.int32)


def by_kind(symbols: Sequence[int]) -> tuple[int, ...]:
    """The way back: by the number of a tile."""
    return (*symbols[1 : BLANK + 1], symbols[0], *symbols[BLANK + 2 : KINDS + 1])


class GeneratorWorkspace:
    """Room for boards of one size and racks of so many tiles. Not to be shared between threads."""

    def __init__(self, rows: int, columns: int, tiles: int) -> None:
        self._room = new_room(rows, columns, tiles)
        self._found = new_found(_ROOM, 8 * _ROOM, _ROOM)

    def all_placements(self, position: Position, graph: WordGraph, both: bool) -> Placements:
        """Every placement, best first. Where they do not fit, there is more room the second time."""
        self._generate(LIST, position, graph, both)
        kept, totals = self._found, self._found.totals
        plays, letters, count = int(totals[PLAYS]), int(totals[LETTERS]), int(totals[COUNT])
        if count > len(kept.placements) or plays > len(kept.plays) or letters > len(kept.letters):
            self._found = new_found(2 * plays, 2 * letters, 2 * count)
            self._generate(LIST, position, graph, both)
        return self._copied(position, plays, letters, count)

    def best_placement(
        self, position: Position, graph: WordGraph, both: bool, aim: Aim = HIGHEST_SCORE
    ) -> Scored | None:
        """The first of them, or the best by another aim."""
        self._generate(BEST, position, graph, both, aim)
        if not self._found.totals[COUNT]:
            return None
        score, _, blanks = self._found.placements[0].tolist()
        way, line, start, length, _ = self._found.plays[0].tolist()
        letters = self._found.letters[:length].tolist()
        return Scored(placement_of(position.board, way == 0, line, start, letters, blanks), score)

    def tally(self, position: Position, graph: WordGraph, both: bool) -> tuple[int, int, int]:
        """How many there are, the best score (-1 for none), the sum of all scores."""
        self._generate(TALLY, position, graph, both)
        totals = self._found.totals
        return int(totals[COUNT]), int(totals[HIGHEST]), int(totals[SUM])

    def _generate(self, mode: int, position: Position, graph: WordGraph, both: bool, aim: Aim = HIGHEST_SCORE) -> None:
        """Fill `_found`. The restricted game tries one length after the other and stops at the first with a play."""
        rules = position.rules
        ways = 2 if both else 1
        if not rules.restricted:
            self._run(mode, position, graph, free_game(rules, ways), aim)
            return
        for length in LENGTHS:
            self._run(mode, position, graph, GameArrays(0, rules.bonus_tiles, 1, True, 1 << length, ways), aim)
            if self._found.totals[COUNT]:
                return

    def _run(self, mode: int, position: Position, graph: WordGraph, game: GameArrays, aim: Aim) -> None:
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
    """The same, not to be written to. A board that comes from another process may be: for it the kernel would be
    compiled anew, since that makes it another type."""
    view = array.view()
    view.setflags(write=False)
    return view
