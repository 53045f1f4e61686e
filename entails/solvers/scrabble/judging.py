"""Judging of moves: the most exact method available compares the moves of a position.

The exact endgame judges once the bag is empty, simulation if racks are to be drawn, otherwise static equity (score plus
leave value). With one or two tiles in the bag, proven bounds replace the winning probabilities of a simulation.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

from entails.models.scrabble.board import Placement, normalised
from entails.models.scrabble.game import PASS, Exchange, Move, Pass
from entails.models.scrabble.position import Position
from entails.models.scrabble.rules import score
from entails.models.scrabble.tiles import NO_TILES, Rack
from entails.solvers.kernels.jit import clock
from entails.solvers.scrabble.endgame import Endgame, ValuedMove, is_endgame, solve_endgame
from entails.solvers.scrabble.generator import all_placements, candidates
from entails.solvers.scrabble.inference import RackInference
from entails.solvers.scrabble.leave import LeaveTables, equities, tiles_in_bag
from entails.solvers.scrabble.pre_endgame import proven_chances
from entails.solvers.scrabble.simulation import Trial, leave_value_of, simulate

Judge = Literal["endgame", "simulation", "equity", "none"]
PROVEN_BAGS = 2
"""Most tiles in the bag with which winning probabilities are proven."""
_ENDGAME_NODES = 60_000
_LEAST_ERROR = 1e-4
"""Least error of a simulated winning probability: it is never certain, also when rounded."""
_PRE_ENDGAME_NODES = {1: 20_000, 2: 2_000}
"""Positions searched per candidate and bag, by the number of tiles in the bag."""


@dataclass(frozen=True)
class Candidate:
    """A possible move with its measures.

    Attributes:
        leave_value: Estimated value of the leave, in points.
        simulated: Value by simulation.
        simulated_error: Half of its 95 % interval.
        behind: Points by which the move is behind the best one, rack by rack.
        behind_error: Half of its 95 % interval.
        racks: Number of racks that the move met.
        chance: Winning probability by simulation, or the middle of its proven bounds.
        chance_error: Half of its 95 % interval, or of the distance of its proven bounds.
        expected_chance: Winning probability by simulation, moved into its proven bounds.
        proven: Whether the bounds of the winning probability are proven.
        exact: Points that the rest of the game brings, in an endgame.
        answer: Mean score plus leave value of the opponent's answer, by simulation.
    """

    move: Move
    score: int
    leave: Rack
    leave_value: float
    simulated: float | None = None
    chance: float | None = None
    chance_error: float = 0.0
    exact: int | None = None
    answer: float | None = None
    simulated_error: float = 0.0
    behind: float = 0.0
    behind_error: float = 0.0
    racks: int = 0
    expected_chance: float = 0.0
    proven: bool = False

    @property
    def equity(self) -> float:
        return self.score + self.leave_value


@dataclass(frozen=True)
class JudgeSettings:
    """The effort to spend on judging a position.

    Attributes:
        racks: Number of racks per simulation; below 2, no simulation.
        plies: Turns simulated after each move.
        candidates: Number of plays with the highest equity to compare.
        proofs: Number of moves, by simulated value, whose winning probabilities are proven (and the actual move's).
    """

    leaves: LeaveTables
    racks: int = 0
    seed: int = 0
    plies: int = 2
    candidates: int = 8
    proofs: int = 4


Verdict = tuple[Judge, Candidate, tuple[Candidate, ...], float, float]
"""The judge, the actual move, the best moves, the points lost and half of their interval (95 %, or proven)."""


@dataclass
class PositionJudge:
    """Judge of the moves in one position.

    Attributes:
        until: Deadline of a simulation or search.
        proof_until: Deadline of the proofs after a simulation; by default `until`.
        watch: Receives the results of a simulation so far.
        missing: Tiles of the own rack that are unknown.
        known: Tiles of the opponent that are known.
        inference: Inference of the opponent's rack from the last play.
        trials: Results of the last simulation.
    """

    position: Position
    settings: JudgeSettings
    until: float | None = None
    progress: Callable[[float], object] = lambda _: None
    watch: Callable[[list[Trial]], object] | None = None
    missing: int = 0
    known: Rack = NO_TILES
    inference: RackInference | None = None
    proof_until: float | None = None
    trials: list[Trial] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._placements = all_placements(self.position)
        self._equities = equities(self.position, self._placements, self.settings.leaves)

    def by_the_best(self, move: Move) -> Verdict:
        """Compare a move with the best ones by the most exact method available."""
        if isinstance(move, Placement):
            move = normalised(self.position.board, move)
        if is_endgame(self.position):
            return self._by_endgame(move)
        own = self.candidate(move)
        best = self.best_by_equity()
        if not any(candidate.move == move for candidate in best):
            best.append(own)
        if self.settings.racks > 1 and tiles_in_bag(self.position) and not self.position.rules.restricted:
            ranked = self.simulated(best, own.move)
            actual = next(candidate for candidate in ranked if candidate.move == own.move)
            return "simulation", actual, ranked, max(actual.behind, 0.0), actual.behind_error
        best.sort(key=lambda candidate: -candidate.equity)
        return "equity", own, tuple(best), max(best[0].equity - own.equity, 0.0), 0.0

    def best_by_equity(self) -> list[Candidate]:
        """Return the plays with the highest equity and the best exchange, best first; a pass if there is no play."""
        return sorted(self._static(), key=lambda candidate: -candidate.equity)

    @property
    def bingo(self) -> Candidate | None:
        """The best bingo (a play that earns the bonus); None if there is none."""
        laid = self._placements.laid >= self.position.rules.bonus_tiles
        if not laid.any():
            return None
        return self.candidate(self._placements.placement(int(laid.nonzero()[0][0])))

    def _static(self) -> Iterator[Candidate]:
        bag, settings = max(tiles_in_bag(self.position) - self.missing, 0), self.settings
        count = settings.candidates
        for move in candidates(self.position, self._placements, self._equities, settings.leaves, bag, count):
            yield self.candidate(move)

    def candidate(self, move: Move) -> Candidate:
        """Return a move with its score, leave and equity."""
        position, points, kept = self.position, 0, self.position.rack
        if isinstance(move, Placement):
            points = score(position.board, move, position.tile_set, position.rules).total
            kept = position.rack.without(move.used)
        elif isinstance(move, Exchange):
            kept = position.rack.without(move.tiles)
        return Candidate(move, points, kept, round(leave_value_of(position, kept, self.settings.leaves), 2))

    def simulated(self, compared: Sequence[Candidate], actual: Move | None = None) -> tuple[Candidate, ...]:
        """Return moves with simulation results, highest value first."""
        moves, settings = [candidate.move for candidate in compared], self.settings
        self.trials = trials = simulate(
            self.position,
            moves,
            settings.leaves,
            settings.racks,
            settings.seed,
            self.until,
            plies=settings.plies,
            progress=self.progress,
            watch=self.watch,
            known=self.known,
            inference=self.inference,
        )
        ranked = sorted(zip(compared, trials, strict=True), key=lambda pair: -pair[1].value)
        likely = [candidate.move for candidate, _ in ranked]
        proven = self._proven_chances(
            likely[: settings.proofs] + [move for move in likely[settings.proofs :] if move == actual]
        )
        best = ranked[0][1]
        return tuple(_simulated(candidate, trial, best, proven.get(candidate.move)) for candidate, trial in ranked)

    def _proven_chances(self, moves: Sequence[Move]) -> dict[Move, tuple[float, float]]:
        """Return proven bounds of the winning probabilities with one or two tiles in the bag; else nothing.

        Simulated games are played greedily, so their outcomes prove nothing.
        """
        position, in_bag = self.position, tiles_in_bag(self.position)
        if not 1 <= in_bag <= PROVEN_BAGS:
            return {}
        hidden = replace(position, others=(self.known,) if self.known.total else position.others[1:])
        until = self.proof_until or self.until
        seconds = None if until is None else max(until - clock(), 0.3)
        return proven_chances(hidden, moves, seconds, None if seconds else _PRE_ENDGAME_NODES[in_bag])

    def _by_endgame(self, move: Move) -> Verdict:
        seconds = None if self.until is None else max(self.until - clock(), 0.3)
        judged_move = PASS if isinstance(move, Pass | Exchange) else move
        legal = isinstance(move, Placement) and move in self._same_score(move)
        also = [judged_move] if legal or isinstance(judged_move, Pass) else []
        endgame = solve_endgame(self.position, seconds, None if seconds else _ENDGAME_NODES, also=also)
        values = {valued.move: valued for valued in (*endgame.others, endgame.best)}
        own, best = self._exact(move, values.get(judged_move)), self._exact(endgame.best.move, endgame.best)
        judged = (best,) if best.move == own.move else (best, own)
        if best.move == own.move and endgame.proven:
            return "endgame", own, judged, 0.0, 0.0
        if judged_move in values:
            lost = _bounds_of_loss(endgame, values[judged_move])
            if lost is not None:
                return "endgame", own, judged, (lost[0] + lost[1]) / 2, (lost[1] - lost[0]) / 2
        plain = sorted([*self._static(), own], key=lambda valued: -valued.equity)
        return "equity", own, tuple(plain), max(plain[0].equity - own.equity, 0.0), 0.0

    def _same_score(self, placement: Placement) -> list[Placement]:
        """Return the legal plays with the same score as a play."""
        points = score(self.position.board, placement, self.position.tile_set, self.position.rules).total
        return [self._placements.placement(index) for index in self._placements.with_score(points)]

    def _exact(self, move: Move, valued: ValuedMove | None) -> Candidate:
        return replace(self.candidate(move), exact=valued.low if valued is not None and valued.proven else None)


def _bounds_of_loss(endgame: Endgame, actual: ValuedMove) -> tuple[int, int] | None:
    """Return proven bounds of the points that a move of an endgame loses; None if no loss is proven."""
    least = endgame.low if endgame.proven else endgame.best.low
    if least is None or endgame.high is None or actual.low is None or actual.high is None:
        return None
    low, high = max(least - actual.high, 0), max(endgame.high - actual.low, 0)
    return (low, high) if low or endgame.proven else None


def _simulated(candidate: Candidate, trial: Trial, best: Trial, proven: tuple[float, float] | None) -> Candidate:
    """Add simulation results to a candidate; proven bounds, if they exclude something, replace the simulated chance."""
    proven = None if proven == (0.0, 1.0) else proven
    low, high = proven or (trial.chance - trial.chance_error, trial.chance + trial.chance_error)
    behind, behind_error = trial.behind(best)
    return replace(
        candidate,
        simulated=round(trial.value, 2),
        simulated_error=round(trial.value_error, 2),
        behind=behind,
        behind_error=behind_error,
        racks=len(trial.values),
        chance=round((low + high) / 2, 4),
        chance_error=max(round((high - low) / 2, 4), 0.0 if proven else _LEAST_ERROR),
        expected_chance=min(max(trial.chance, low), high),
        proven=proven is not None,
        answer=trial.answer,
    )
