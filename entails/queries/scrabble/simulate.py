"""Simulate moves of a position against many racks of the opponent.

The moves of --plays, or the best ones by equity, are compared on the same racks and draws. Intervals are 95 %. The
simulation stops when one move is clearly ahead. With an empty bag the values are exact; with one or two tiles in the
bag the winning probabilities of plays that take them all are proven bounds. Exit code 3 if no move is clearly ahead.
"""

from dataclasses import dataclass, replace
from typing import Annotated, Literal

from pydantic import Field

from entails.models.errors import InvalidPuzzle, at_field
from entails.models.fields import Option, Value
from entails.models.scrabble.board import Placement
from entails.models.scrabble.game import Move, write_move
from entails.models.scrabble.position import Position
from entails.models.scrabble.tiles import NO_TILES, Rack
from entails.queries.query import Progress, Query, QueryOptions, QueryResult, Seed, unwatched, yes_no
from entails.queries.scrabble.check import legal_move
from entails.queries.scrabble.plays import MARS, RACK
from entails.solvers.kernels.jit import clock
from entails.solvers.scrabble.endgame import Endgame, ValuedMove, is_endgame, solve_endgame
from entails.solvers.scrabble.inference import RackInference
from entails.solvers.scrabble.judging import PROVEN_BAGS, Candidate, JudgeSettings, PositionJudge
from entails.solvers.scrabble.leave import tiles_in_bag
from entails.solvers.scrabble.simulation import Trial, is_ahead, tries_every_rack

PANEL = "Plays"
PLACE = 17
__all__ = ["simulate"]

_ENDGAME_SECONDS = 10.0
_SHOWN = 3
"""Moves in the text of the progress."""
_EVERY = 0.2
"""Seconds between two texts of the progress."""
_ROUNDED = 1e-4
"""Rounding error of the winning probabilities of candidates."""


class ScrabbleSimulateOptions(QueryOptions):
    """Options of `scrabble simulate`."""

    plays: Annotated[
        tuple[str, ...],
        Field(description="Move to compare: 8D MARS, -EIO (exchange) or - (pass); repeatable."),
        Option("--plays", "--play", "--move", metavar="M"),
    ] = ()
    top: Annotated[
        int,
        Field(ge=1, le=100, description="Number of plays to compare, by equity, if --plays is not given."),
        Option("--top", metavar="N"),
    ] = 10
    plies: Annotated[
        int,
        Field(
            ge=1,
            le=50,
            description="Turns simulated after each move: 1 is the opponent's answer, 2 adds your next turn.",
        ),
        Option(metavar="N"),
    ] = 2
    racks: Annotated[
        int, Field(ge=2, le=1_000_000, description="Maximum number of racks."), Option(metavar="N", panel="Limits")
    ] = 1000
    opponent: Annotated[
        str | None,
        Field(max_length=200, description="Tiles of the opponent that are known: the whole rack, or some of it."),
        Option(metavar="TILES"),
    ] = None
    infer: Annotated[
        str | None,
        Field(
            max_length=200,
            description="Infer the opponent's rack from their last play, which is on the board: H8 .ILENT (dots for "
            "tiles that lay there before).",
        ),
        Option(metavar="PLAY"),
    ] = None
    seconds: Annotated[
        float | None,
        Field(ge=0.1, le=86_400, allow_inf_nan=False, description="Time limit, in seconds."),
        Option(metavar="S", panel="Limits"),
    ] = None
    seed: Seed = 0


class SimulatedMoveReport(Value):
    """A move in the report of `scrabble simulate`.

    `value` is the score, the points of the turns after it and the leave values, minus those of the opponent, with its
    95 % interval; in an endgame `low` and `high` are proven bounds of the rest of the game. `behind` is the difference
    from the first move, rack by rack, within `behind_error`. `win` is the winning probability; if `win_proven`, its
    bounds are proven and `win` is their middle.
    """

    move: str
    score: int
    leave: str
    equity: float
    racks: int
    value: float | None
    low: float | None
    high: float | None
    behind: float | None
    behind_error: float | None
    win: float | None
    win_low: float | None
    win_high: float | None
    win_proven: bool


class InferenceReport(Value):
    """Inference of the opponent's rack: of `drawn` random racks, `accepted` fit the last play."""

    play: str
    drawn: int
    accepted: int


class SimulationReport(Value):
    """Report of `scrabble simulate`.

    `clear` says whether the first move is ahead of every other beyond chance (in an endgame: proven). `order` is what
    the moves are ordered by. `every_rack` says that all possible racks of the opponent were tried.
    """

    rack: str
    bag: int
    opponent: str
    judge: Literal["endgame", "simulation"]
    order: Literal["value", "win"]
    clear: bool
    best: str
    racks: int
    plies: int
    every_rack: bool
    inference: InferenceReport | None
    moves: tuple[SimulatedMoveReport, ...]
    seconds: float


@dataclass(frozen=True)
class Simulation:
    """The result of a simulation: the moves, best first.

    Attributes:
        clear: Whether the first move is clearly ahead.
        by_win: Whether the moves are ordered by winning probability.
        every_rack: Whether all possible racks of the opponent were tried.
        endgame: The exact result, if the bag is empty; `moves` is empty then.
    """

    position: Position
    moves: tuple[Candidate, ...]
    clear: bool
    by_win: bool
    every_rack: bool
    known: Rack
    inference: RackInference | None
    seconds: float
    endgame: Endgame | None = None


def simulate(
    position: Position,
    *,
    plays: tuple[str, ...] = (),
    top: int = 10,
    plies: int = 2,
    racks: int = 1000,
    opponent: str | None = None,
    infer: str | None = None,
    seconds: float | None = None,
    seed: int = 0,
) -> Simulation:
    """Compare moves by simulation: exactly with an empty bag, with proven bounds with one or two tiles in the bag."""
    options = ScrabbleSimulateOptions(
        plays=plays,
        top=top,
        plies=plies,
        racks=racks,
        opponent=opponent,
        infer=infer,
        seconds=seconds,
        seed=seed,
    )
    return _simulation(position, options, unwatched)


def _simulation(position: Position, options: ScrabbleSimulateOptions, progress: Progress) -> Simulation:
    from entails.solvers.scrabble.players import leave_tables

    started = clock()
    if not position.rack.total:
        raise InvalidPuzzle("the position has no rack", expected="your tiles, such as EILNTU?")
    if len(position.others) > 1 or position.rules.restricted:
        raise InvalidPuzzle("not a position of two players", expected="at most two racks, and the standard rules")
    known = _known(position, options.opponent)
    moves = list(dict.fromkeys(legal_move(position, text, "plays") for text in options.plays))
    if is_endgame(position):
        return _exact(position, moves, options, progress, started)
    tables = leave_tables(position.tile_set)
    inference = None
    if options.infer is not None:
        with at_field("infer"):
            inference = RackInference.of(position, options.infer, tables)
    proofs = max(len(moves), options.top + 1)
    settings = JudgeSettings(tables, options.racks, options.seed, options.plies, options.top, proofs)
    in_bag = tiles_in_bag(position)
    until = None
    if options.seconds is not None:
        until = started + options.seconds * (0.5 if 1 <= in_bag <= PROVEN_BAGS else 1.0)
    share = 0.0

    def advance(now: float) -> None:
        nonlocal share
        share = now

    shown_at = [started]

    def watch(trials: list[Trial]) -> None:
        if clock() - shown_at[0] >= _EVERY:
            shown_at[0] = clock()
            progress(share, live_text(trials, position))

    judged = PositionJudge(position, settings, until, advance, watch, known=known, inference=inference)
    if options.seconds is not None:
        judged.proof_until = started + options.seconds
    compared = [judged.candidate(move) for move in moves] or judged.best_by_equity()
    progress(0.0, "simulating")
    ranked = judged.simulated(compared)
    by_win = any(candidate.proven for candidate in ranked)
    if by_win:
        ranked = _by_win(ranked, judged.trials)
    clear = _wins_clearly(ranked) if by_win else is_ahead(judged.trials)
    every_rack = inference is None and tries_every_rack(position, options.racks, known)
    return Simulation(position, ranked, clear, by_win, every_rack, known, inference, clock() - started)


def live_text(trials: list[Trial], position: Position) -> str:
    """Return a text with the best moves so far, their values and intervals."""
    ranked = sorted(trials, key=lambda trial: -trial.value)
    moves = ", ".join(
        f"{write_move(trial.move, position.notation)} {trial.value:.1f} ± {trial.value_error:.1f}"
        for trial in ranked[:_SHOWN]
    )
    return f"{max(len(trial.values) for trial in trials):,} racks: {moves}"


def _by_win(ranked: tuple[Candidate, ...], trials: list[Trial]) -> tuple[Candidate, ...]:
    """Order moves by winning probability, then by its lower bound and the value; compare values with the first."""

    def key(candidate: Candidate) -> tuple[float, float, float]:
        low = (candidate.chance or 0.0) - candidate.chance_error
        return -candidate.expected_chance, -low, -(candidate.simulated or 0.0)

    trial_of = {trial.move: trial for trial in trials}
    ordered = sorted(ranked, key=key)
    first = trial_of[ordered[0].move]
    behind = [trial_of[candidate.move].behind(first) for candidate in ordered]
    return tuple(
        replace(candidate, behind=lost, behind_error=error)
        for candidate, (lost, error) in zip(ordered, behind, strict=True)
    )


def _wins_clearly(ranked: tuple[Candidate, ...]) -> bool:
    """Return whether no other move has a higher winning probability, or the same one and about the same value."""
    first, *rest = ranked
    low = (first.chance or 0.0) - first.chance_error - _ROUNDED

    def is_better_than(candidate: Candidate) -> bool:
        lowest, highest = ((candidate.chance or 0.0) + sign * candidate.chance_error for sign in (-1, 1))
        is_level = lowest >= low and not first.chance_error
        return low + 2 * _ROUNDED >= highest and (not is_level or candidate.behind > candidate.behind_error)

    return all(is_better_than(candidate) for candidate in rest)


def _known(position: Position, text: str | None) -> Rack:
    """Return the known tiles of the opponent: by the option, else the second rack of the position."""
    with at_field("opponent"):
        rack = position.others[0] if position.others else NO_TILES
        if text is not None:
            rack = Rack.read(text, position.tile_set.alphabet)
        if rack.total > position.rules.rack_size:
            raise InvalidPuzzle(f"{rack} has {rack.total} tiles", expected=f"at most {position.rules.rack_size}")
        if not position.unseen.holds(rack):
            raise InvalidPuzzle(f"{position.unseen.lacks(rack)} is not among the unseen tiles", where=str(rack))
    return rack


def _exact(
    position: Position, moves: list[Move], options: ScrabbleSimulateOptions, progress: Progress, started: float
) -> Simulation:
    progress(None, "searching the endgame")
    others = 0 if moves else max(options.top - 1, 0)
    seconds = _ENDGAME_SECONDS if options.seconds is None else options.seconds
    solved = solve_endgame(position, seconds, also=moves, others=others)
    return Simulation(
        position, (), solved.proven, False, True, position.unseen, None, clock() - started, endgame=solved
    )


def answer(position: Position, options: ScrabbleSimulateOptions, progress: Progress) -> QueryResult[Simulation]:
    """Simulate the moves. The verdict is undecided if no move is clearly ahead."""
    simulated = _simulation(position, options, progress)
    return QueryResult(simulated, _report(simulated, options), yes_no(True if simulated.clear else None))


def _report(simulated: Simulation, options: ScrabbleSimulateOptions) -> SimulationReport:
    position, inference, solved = simulated.position, simulated.inference, simulated.endgame
    moves = tuple(_move_report(position, candidate) for candidate in simulated.moves)
    if solved is not None:
        valued = sorted(
            (solved.best, *solved.others), key=lambda move: -(move.low if move.low is not None else -10_000)
        )
        moves = tuple(_valued_report(position, move) for move in valued)
    return SimulationReport(
        rack=str(position.rack),
        bag=0 if solved is not None else tiles_in_bag(position),
        opponent=str(simulated.known),
        judge="simulation" if solved is None else "endgame",
        order="win" if simulated.by_win else "value",
        clear=simulated.clear,
        best=moves[0].move,
        racks=max(move.racks for move in moves),
        plies=options.plies,
        every_rack=simulated.every_rack,
        inference=None
        if inference is None
        else InferenceReport(
            play=write_move(inference.play, position.notation),
            drawn=inference.drawn_racks,
            accepted=inference.accepted_racks,
        ),
        moves=moves,
        seconds=round(simulated.seconds, 3),
    )


def _move_report(position: Position, candidate: Candidate) -> SimulatedMoveReport:
    value, chance = candidate.simulated or 0.0, candidate.chance or 0.0
    return SimulatedMoveReport(
        move=write_move(candidate.move, position.notation),
        score=candidate.score,
        leave=str(candidate.leave),
        equity=round(candidate.equity, 2),
        racks=candidate.racks,
        value=value,
        low=round(value - candidate.simulated_error, 2),
        high=round(value + candidate.simulated_error, 2),
        behind=round(candidate.behind, 2),
        behind_error=round(candidate.behind_error, 2),
        win=chance,
        win_low=round(max(chance - candidate.chance_error, 0.0), 4),
        win_high=round(min(chance + candidate.chance_error, 1.0), 4),
        win_proven=candidate.proven,
    )


def _valued_report(position: Position, valued: ValuedMove) -> SimulatedMoveReport:
    """Return the report on a move of an endgame."""
    used = valued.move.used if isinstance(valued.move, Placement) else NO_TILES
    scores = position.scores
    lead = scores[0] - max(scores[1:], default=0) if scores else None
    low, high = (
        None if bound is None or lead is None else 0.5 if lead + bound == 0 else float(lead + bound > 0)
        for bound in (valued.low, valued.high)
    )
    return SimulatedMoveReport(
        move=write_move(valued.move, position.notation),
        score=valued.score,
        leave=str(position.rack.without(used)),
        equity=float(valued.score),
        racks=0,
        value=valued.low if valued.proven else None,
        low=valued.low,
        high=valued.high,
        behind=None,
        behind_error=None,
        win=low if low == high else None,
        win_low=0.0 if low is None and lead is not None else low,
        win_high=1.0 if high is None and lead is not None else high,
        win_proven=True,
    )


QUERY = Query(
    options=ScrabbleSimulateOptions,
    report=SimulationReport,
    answer=answer,
    pace="job",
    arguments=RACK,
    unused=("word", "rules"),
    examples={"two plays": {"puzzle": MARS, "plays": ["H1 UTENSIL.", "I4 LUNIEST"], "racks": 4}},
)
