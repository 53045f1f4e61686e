"""Exact solver of Scrabble pre-endgames: positions with one to four tiles in the bag.

    solve_pre_endgame(position, seconds=10)

A play that takes all tiles of the bag leads to an endgame for each possible bag. One search of that endgame with a
null window proves a win, a tie or a loss. The winning probability of a play lies between the share of the bags that
are proven won (a tie is half a win) and that share plus the undecided bags. A play is dropped when it cannot beat the
best one. What is not proven stays an interval.

The opponent is assumed to know the bag, so a proven probability is guaranteed. A play that leaves tiles in the bag is
not valued. Neither is an exchange. A pass can be answered by a pass, which gives the same position again or ends the
game: it is at most as good as the best play or as that end.
"""

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from math import comb, prod

from entails.models.errors import InvalidPuzzle
from entails.models.scrabble.board import Placement
from entails.models.scrabble.game import PASS, Move, Pass
from entails.models.scrabble.position import Position
from entails.models.scrabble.tiles import Rack, tile_choices
from entails.solvers.kernels.jit import clock
from entails.solvers.kernels.scrabble_endgame import FULL_DEPTH
from entails.solvers.kernels.scrabble_endgame_state import INFINITE
from entails.solvers.scrabble.endgame import warm
from entails.solvers.scrabble.endgame_search import (
    TWO_PASSES,
    BudgetSpent,
    EndCondition,
    EndgameBudget,
    EndgameNode,
    EndgameSearch,
)
from entails.solvers.scrabble.generator import all_placements
from entails.solvers.scrabble.leave import tiles_in_bag

MOST_IN_BAG = 4
"""Maximum number of tiles in the bag of a pre-endgame."""
WON, TIED, LOST = 2, 1, 0
_ALL_PLAYS_UP_TO = 2
"""Tiles in the bag up to which every play is tried; with more, only named plays and the highest scores."""
_FEW_PLAYS = 4
_FIRST_NODES = 2_000
_LEADERS = 6
_LEADER_NODES = (10_000, 150_000)
_SHALLOW_SHARE = 0.15
"""Share of the time for shallow searches, which order the plays."""
_SPREAD_SHARE = 0.2
"""Share of the time that is kept for the exact spread of the best plays."""


@dataclass(frozen=True)
class BagCase:
    """One possible content of the bag, with the number of ways to draw it."""

    bag: Rack
    ways: int


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


@dataclass(frozen=True)
class PreEndgame:
    """The result of a pre-endgame search.

    Attributes:
        cases: The possible bags.
        plays: Moves by lower bound, then upper bound, then spread; the first is the best known.
        unvalued: Number of legal plays that were not tried: they leave tiles in the bag.
        proven: Whether no other move has a higher winning probability than the first, and its own is exact.
        searched: Number of positions searched.
    """

    position: Position
    cases: tuple[BagCase, ...]
    plays: tuple[PreEndgamePlay, ...]
    unvalued: int
    proven: bool
    searched: int
    seconds: float

    @property
    def low(self) -> float:
        """Proven lower bound of the best winning probability."""
        return self.plays[0].low

    @property
    def high(self) -> float:
        """Proven upper bound of the best winning probability."""
        return 1.0 if self.unvalued and not self.proven else max(play.high for play in self.plays)


def is_pre_endgame(position: Position) -> bool:
    """Return whether a position is a pre-endgame of two players with full racks."""
    of_two = len(position.others) <= 1 and not position.rules.restricted and not position.board.is_empty
    return of_two and position.rack.total == position.rules.rack_size and 1 <= tiles_in_bag(position) <= MOST_IN_BAG


def check_pre_endgame(position: Position) -> None:
    """Raise InvalidPuzzle with the reason if a position is not a pre-endgame of two players."""
    if is_pre_endgame(position):
        return
    in_bag = tiles_in_bag(position)
    of_two = len(position.others) <= 1 and not position.rules.restricted and not position.board.is_empty
    problem = "not a pre-endgame of two players with full racks"
    if of_two and position.rack.total == position.rules.rack_size:
        problem = f"{in_bag} tiles are in the bag"
    hint = "; with an empty bag use endgame" if not in_bag else ""
    raise InvalidPuzzle(problem, expected=f"1 to {MOST_IN_BAG} tiles in the bag{hint}")


def bag_cases(position: Position) -> tuple[BagCase, ...]:
    """Return every possible bag, with the tiles of the opponent that are known left out."""
    known = position.others[0] if position.others else None
    hidden = position.unseen if known is None else position.unseen.without(known)
    in_bag = tiles_in_bag(position)
    return tuple(
        BagCase(Rack(counts, hidden.alphabet), prod(map(comb, hidden.counts, counts)))
        for counts in tile_choices(hidden.counts, in_bag)
    )


def solve_pre_endgame(
    position: Position,
    seconds: float | None = None,
    nodes: int | None = None,
    plays: Sequence[Placement] = (),
    progress: Callable[[float], object] = lambda _: None,
) -> PreEndgame:
    """Return the moves with proven bounds of their winning probabilities, the best first.

    With `plays`, only these are tried. `nodes` limits the positions searched for each play and bag, which gives the
    same result on every machine.
    """
    check_pre_endgame(position)
    warm()
    return _PreEndgameSolver(position, seconds, nodes, plays, progress).solve()


def proven_chances(
    position: Position, moves: Sequence[Move], seconds: float | None = None, nodes: int | None = None
) -> dict[Move, tuple[float, float]]:
    """Return proven bounds of the winning probabilities of the moves that take all tiles of the bag.

    The result is empty unless the position is a pre-endgame with known scores.
    """
    in_bag = tiles_in_bag(position)
    plays = [move for move in moves if isinstance(move, Placement) and move.used.total >= in_bag]
    if not plays or not position.scores or not is_pre_endgame(position):
        return {}
    solved = solve_pre_endgame(position, seconds, nodes, plays)
    return {play.move: (play.low, play.high) for play in solved.plays}


@dataclass
class _Trial:
    """The state of one play: its proven and its estimated outcome for each bag."""

    move: Placement
    score: int
    outcomes: list[int | None]
    estimates: list[int] = field(default_factory=list)
    low: float = 0.0
    high: float = 1.0
    spread: float | None = None


class _OutOfTime(Exception):
    """Raised when the time limit is reached."""


class _PreEndgameSolver:
    """The searches of one position."""

    def __init__(
        self,
        position: Position,
        seconds: float | None,
        nodes: int | None,
        plays: Sequence[Placement],
        progress: Callable[[float], object],
    ) -> None:
        self._position, self._nodes, self._progress = position, nodes, progress
        self._started = clock()
        self._until = None if seconds is None else self._started + seconds
        self.cases = bag_cases(position)
        self._ways = sum(case.ways for case in self.cases)
        scores = position.scores
        self._lead = scores[0] - max(scores[1:], default=0) if scores else 0
        in_bag = self.cases[0].bag.total
        legal = [(play.placement, play.score) for play in all_placements(position, both=True)]
        wanted = [(move, score) for move, score in legal if not plays or move in plays]
        fitting = [(move, score) for move, score in wanted if move.used.total >= in_bag]
        if not plays and in_bag > _ALL_PLAYS_UP_TO:
            fitting = fitting[:_FEW_PLAYS]
        self._unvalued = 0 if plays else len(legal) - len(fitting)
        self._only_named = bool(plays)
        self._trials = [_Trial(move, score, [None] * len(self.cases)) for move, score in fitting]
        self._refutes = [0] * len(self.cases)
        self._kernels = EndgameSearch(EndgameNode(position, position.unseen), spare=in_bag)
        zeros = position.rules.zero_turns
        self._exact = EndCondition(zeros, all_count=True)
        self._ending = self._exact if zeros == 1 else TWO_PASSES

    def solve(self) -> PreEndgame:
        """Run the searches within the limits, and return the proven bounds."""
        try:
            if self._nodes is None:
                self._widening()
            else:
                for trial in self._trials:
                    self._decide_all(trial, self._nodes)
        except _OutOfTime:
            pass
        return self._result()

    def _widening(self) -> None:
        """Search few plays quickly, order all of them by shallow searches, then search deeper and deeper."""
        share = 1 - _SPREAD_SHARE
        for trial in self._trials[:_FEW_PLAYS]:
            self._decide_all(trial, _FIRST_NODES, share)
        if not self._is_decided:
            self._order()
            for nodes in _LEADER_NODES:
                for trial in self._open_trials()[:_LEADERS]:
                    self._decide_all(trial, nodes, share)
            nodes = _FIRST_NODES
            while not self._is_decided:
                for trial in self._open_trials():
                    if trial.high > self._best_low or trial is self._trials[0]:
                        self._decide_all(trial, nodes, share)
                nodes *= 5
        self._add_spreads()

    @property
    def _share(self) -> float:
        """The share of the work done: of the time, or of the plays and bags if there is no time limit."""
        if self._until is not None:
            return min((clock() - self._started) / (self._until - self._started), 1.0)
        decided = sum(outcome is not None for trial in self._trials for outcome in trial.outcomes)
        return decided / (len(self._trials) * len(self.cases))

    @property
    def _best_low(self) -> float:
        return max((trial.low for trial in self._trials), default=0.0)

    @property
    def _is_decided(self) -> bool:
        """Whether the best play is exact and no other can beat it."""
        best = max(self._trials, key=lambda trial: trial.low, default=None)
        if best is None or best.low == 1.0:
            return True
        return best.low == best.high and all(trial.high <= best.low for trial in self._trials if trial is not best)

    def _open_trials(self) -> list[_Trial]:
        """Return the plays that may still be the best and have undecided bags, in the order of the trials."""
        best = self._best_low
        return [trial for trial in self._trials if trial.low < trial.high and (trial.high > best or trial.low == best)]

    def _order(self) -> None:
        """Order the plays by the outcomes that shallow searches expect, then by the expected lead."""
        left = None if self._until is None else clock() + _SHALLOW_SHARE * (self._until - clock())
        for trial in self._trials:
            if left is not None and clock() > left:
                break
            trial.estimates = [self._estimate(trial, case) for case in self.cases]

        def expected(trial: _Trial) -> tuple[float, float, float]:
            if not trial.estimates:
                return -trial.low, 1.0, -trial.score
            ways = [case.ways for case in self.cases]
            won = sum(way * ((ahead > 0) + (ahead >= 0)) for way, ahead in zip(ways, trial.estimates, strict=True))
            mean = sum(way * ahead for way, ahead in zip(ways, trial.estimates, strict=True))
            return -max(trial.low, won / (2 * self._ways)), 0.0, -mean

        self._trials.sort(key=expected)

    def _estimate(self, trial: _Trial, case: BagCase) -> int:
        try:
            stats = self._kernels.search(self._after(trial, case), -INFINITE, INFINITE, 1, self._budget(None, 1.0))
        except BudgetSpent:
            return self._lead + trial.score
        return self._lead + trial.score - stats.value

    def _after(self, trial: _Trial, case: BagCase) -> EndgameNode:
        """Return the endgame of the opponent after a play that takes the whole bag."""
        position = self._position
        own = position.rack.without(trial.move.used) + case.bag
        theirs = position.unseen.without(case.bag)
        zeros = 0 if trial.score else position.zeros + 1
        after = replace(
            position, board=position.board.with_placement(trial.move), rack=theirs, others=(), scores=(), zeros=zeros
        )
        return EndgameNode.beginning(after, own, self._ending)

    def _budget(self, nodes: int | None, share: float) -> EndgameBudget:
        until = None if self._until is None else self._started + share * (self._until - self._started)
        return EndgameBudget(until, nodes)

    def _decide_all(self, trial: _Trial, nodes: int, share: float = 1.0) -> None:
        """Decide the bags of a play: those that are expected to be lost first, then those that refuted most plays."""
        order = sorted(
            (number for number, outcome in enumerate(trial.outcomes) if outcome is None),
            key=lambda number: (
                trial.estimates[number] > 0 if trial.estimates else False,
                -self._refutes[number],
            ),
        )
        for number in order:
            if trial.high <= self._best_low and trial.low < self._best_low:
                return
            outcome = self._outcome(trial, self.cases[number], nodes, share)
            if outcome is None:
                continue
            trial.outcomes[number] = outcome
            self._refutes[number] += outcome == LOST
            known = [
                (case.ways, result)
                for case, result in zip(self.cases, trial.outcomes, strict=True)
                if result is not None
            ]
            trial.low = sum(way * result for way, result in known) / (2 * self._ways)
            undecided = self._ways - sum(way for way, _ in known)
            trial.high = trial.low + undecided / self._ways
            self._progress(self._share)

    def _outcome(self, trial: _Trial, case: BagCase, nodes: int, share: float) -> int | None:
        """Search the endgame after a play with one bag; None if the nodes do not suffice."""
        ahead = self._lead + trial.score
        budget = self._budget(nodes, share)
        if budget.until is not None and clock() >= budget.until:
            raise _OutOfTime
        stats = None
        self._kernels.odd_plays = False
        with suppress(BudgetSpent):
            stats = self._kernels.search(self._after(trial, case), ahead - 1, ahead + 1, FULL_DEPTH, budget)
        if self._kernels.odd_plays and not self._ending.all_count:
            if not self._exact.zeros:
                return None
            self._kernels.forget()  # from now on plays without points count as in the rules
            self._ending = self._exact
            return self._outcome(trial, case, nodes, share)
        if stats is None:
            return None
        return WON if stats.value < ahead else TIED if stats.value == ahead else LOST

    def _add_spreads(self) -> None:
        """Compute the mean final lead of the best plays exactly, as far as the time allows."""
        best = self._best_low
        for trial in [trial for trial in self._trials if trial.low == trial.high == best][:_LEADERS]:
            total = 0
            for case in self.cases:
                value = self._value(trial, case)
                if value is None:
                    return
                total += case.ways * value
            trial.spread = total / self._ways

    def _value(self, trial: _Trial, case: BagCase) -> int | None:
        """Return the final lead after a play with one bag, by null windows that narrow its bounds."""
        node, guess = self._after(trial, case), 0
        low, high = -INFINITE, INFINITE
        while low < high:
            beta = guess + 1 if guess == low else guess
            try:
                stats = self._kernels.search(node, beta - 1, beta, FULL_DEPTH, self._budget(None, 1.0))
            except BudgetSpent:
                return None
            if self._kernels.odd_plays and not self._ending.all_count:
                return None
            if stats.value < beta:
                high = stats.value
            else:
                low = stats.value
            guess = stats.value
        return self._lead + trial.score - low

    def _pass_high(self) -> float:
        """Return an upper bound for a pass: the best play, or the end of the game by turns without points."""
        values, own = self._position.tile_set, self._position.rack
        won = 0
        for case in self.cases:
            theirs = self._position.unseen.without(case.bag)
            ahead = self._lead - own.value(values) + theirs.value(values)
            won += case.ways * ((ahead > 0) + (ahead >= 0))
        ends = won / (2 * self._ways) if self._position.rules.zero_turns else 0.0
        return max([ends, *(trial.high for trial in self._trials)])

    def _result(self) -> PreEndgame:
        valued = [
            PreEndgamePlay(trial.move, trial.score, tuple(trial.outcomes), trial.low, trial.high, trial.spread)
            for trial in self._trials
        ]
        if not self._only_named:
            high = 1.0 if self._unvalued else self._pass_high()
            valued.append(PreEndgamePlay(PASS, 0, (None,) * len(self.cases), 0.0, high))
        order = sorted(
            valued,
            key=lambda play: (
                -play.low,
                -play.high,
                play.spread is None,
                -(play.spread or 0.0),
                isinstance(play.move, Pass),
                -play.score,
            ),
        )
        best, *rest = order or [PreEndgamePlay(PASS, 0, (None,) * len(self.cases), 0.0, 1.0)]
        exchanges = self.cases[0].bag.total >= self._position.rules.exchange_least
        closed = not self._unvalued and not exchanges and not self._only_named
        proven = best.low == best.high and (best.low == 1.0 or (closed and all(play.high <= best.low for play in rest)))
        return PreEndgame(
            self._position,
            self.cases,
            (best, *rest),
            self._unvalued,
            proven,
            self._kernels.searched,
            clock() - self._started,
        )
