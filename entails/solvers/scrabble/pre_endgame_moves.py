"""Moves of a pre-endgame: possible bags, draws after a move, and bounds of outcomes."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from math import comb, prod
from operator import mul

from entails.models.errors import InvalidPuzzle
from entails.models.scrabble.board import Board, Placement
from entails.models.scrabble.game import Exchange, Move
from entails.models.scrabble.position import Position
from entails.models.scrabble.tiles import NO_TILES, Rack, tile_choices
from entails.solvers.scrabble.leave import tiles_in_bag

WON, TIED, LOST = 2, 1, 0
MOST_IN_BAG = 4
"""Maximum number of tiles in the bag of a pre-endgame."""


def is_pre_endgame(position: Position) -> bool:
    """Return whether a position is a two-player pre-endgame with full racks."""
    of_two = len(position.others) <= 1 and not position.rules.restricted and not position.board.is_empty
    return of_two and position.rack.total == position.rules.rack_size and 1 <= tiles_in_bag(position) <= MOST_IN_BAG


def check_pre_endgame(position: Position) -> None:
    """Raise InvalidPuzzle with the reason if a position is not a two-player pre-endgame."""
    if is_pre_endgame(position):
        return
    in_bag = tiles_in_bag(position)
    of_two = len(position.others) <= 1 and not position.rules.restricted and not position.board.is_empty
    problem = "not a pre-endgame of two players with full racks"
    if of_two and position.rack.total == position.rules.rack_size:
        problem = f"{in_bag} tiles are in the bag"
    hint = "; with an empty bag use endgame" if not in_bag else ""
    raise InvalidPuzzle(problem, expected=f"1 to {MOST_IN_BAG} tiles in the bag{hint}")


@dataclass(frozen=True)
class BagCase:
    """A possible content of the bag, with the number of ways to draw it."""

    bag: Rack
    ways: int


def bag_cases(position: Position) -> tuple[BagCase, ...]:
    """Return every possible bag, given the known tiles of the opponent."""
    known = position.others[0] if position.others else None
    hidden = position.unseen if known is None else position.unseen.without(known)
    in_bag = tiles_in_bag(position)
    return tuple(
        BagCase(Rack(counts, hidden.alphabet), prod(map(comb, hidden.counts, counts)))
        for counts in tile_choices(hidden.counts, in_bag)
    )


@dataclass(frozen=True)
class Draw:
    """A bag before a move, the tiles drawn after the move, and the remaining bag."""

    case: int
    bag: Rack
    drawn: Rack
    left: Rack
    ways: int


def draws_of(move: Move, cases: Sequence[BagCase]) -> Iterator[Draw]:
    """Yield every possible draw after a move."""
    in_bag = cases[0].bag.total
    gone = move.tiles if isinstance(move, Exchange) else NO_TILES
    count = min(move.used.total if isinstance(move, Placement) else gone.total, in_bag)
    for number, case in enumerate(cases):
        for counts in tile_choices(case.bag.counts, count):
            drawn = Rack(counts, case.bag.alphabet)
            ways = case.ways * prod(map(comb, case.bag.counts, counts))
            left = case.bag.without(drawn)
            yield Draw(number, case.bag, drawn, left + gone if gone.total else left, ways)


@dataclass(eq=False)
class MoveTrial:
    """The state of the search for one move: bounds of its outcome for each draw.

    Attributes:
        estimates: Expected final leads with each draw, by shallow searches.
        ceiling: Upper bound of the winning probability from other moves.
        levels: Number of searches of each draw.
        running: Draws that are searched now.
        exhausted: Draws of which more searches prove nothing more.
        spent: Number of positions searched.
        board: The board after the move, once it is needed.
    """

    move: Move
    score: int
    draws: tuple[Draw, ...]
    ceiling: float = 1.0
    estimates: list[int] = field(default_factory=list)
    spread: float | None = None
    spent: int = 0
    board: Board | None = None

    def __post_init__(self) -> None:
        count = len(self.draws)
        self.lows, self.highs = [LOST] * count, [WON] * count
        self.levels, self.running, self.exhausted = [0] * count, set[int](), set[int]()
        self.twice_ways = 2 * sum(draw.ways for draw in self.draws)
        self.low, self._high = 0.0, 1.0

    @property
    def high(self) -> float:
        return max(min(self._high, self.ceiling), self.low)

    @property
    def empties_the_bag(self) -> bool:
        return not self.draws[0].left.total

    def note(self, number: int, low: int, high: int) -> None:
        """Record bounds of the outcome for a draw."""
        self.lows[number], self.highs[number] = max(self.lows[number], low), min(self.highs[number], high)
        ways = [draw.ways for draw in self.draws]
        self.low = sum(map(mul, ways, self.lows)) / self.twice_ways
        self._high = sum(map(mul, ways, self.highs)) / self.twice_ways

    @property
    def undecided(self) -> list[int]:
        """The draws with an unknown outcome that can be searched now."""
        bounds = enumerate(zip(self.lows, self.highs, strict=True))
        without = self.running | self.exhausted
        return [number for number, (low, high) in bounds if low < high and number not in without]

    def outcomes(self, cases: int) -> tuple[int | None, ...]:
        """Return the outcome for each bag; None if it is unknown or differs between draws from it."""
        bounds: list[set[int]] = [set() for _ in range(cases)]
        for draw, low, high in zip(self.draws, self.lows, self.highs, strict=True):
            bounds[draw.case] |= {low, high}
        return tuple(min(known) if len(known) == 1 else None for known in bounds)


@dataclass(frozen=True)
class PreEndgamePlay:
    """A move with proven bounds of its winning probability.

    Attributes:
        outcomes: WON, TIED or LOST with each bag; None if undecided.
        low: Lower bound of the winning probability; a tie is half a win.
        high: Upper bound.
        spread: Mean final lead over all bags, if it is known exactly.
    """

    move: Move
    score: int
    outcomes: tuple[int | None, ...]
    low: float
    high: float
    spread: float | None = None

    @property
    def exact(self) -> bool:
        return self.low == self.high
