"""Analysis of a whole game: each move compared with the best ones, the points lost, and a reason.

Each move is judged by the best judge available: the exact endgame once the bag is empty, simulation if racks are to be
drawn, otherwise static equity (score plus leave value). Moves with an unknown rack are not judged.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from entails.formats.scrabble.gcg import GcgEvent
from entails.formats.scrabble.replay import GameReplay, ReplayedEvent
from entails.models.alphabet import Alphabet
from entails.models.lexicon import Lexicon
from entails.models.scrabble.board import Board, Placement, normalised, words_formed
from entails.models.scrabble.game import PASS, Exchange, Move, Pass
from entails.models.scrabble.position import Position
from entails.models.scrabble.rules import Rules, score
from entails.models.scrabble.tiles import Rack, TileSet, whole_set
from entails.solvers.kernels.jit import clock
from entails.solvers.scrabble.endgame import is_endgame, solve_endgame
from entails.solvers.scrabble.generator import all_placements, candidates
from entails.solvers.scrabble.leave import LeaveTables, equities, tiles_in_bag
from entails.solvers.scrabble.pre_endgame import solve_pre_endgame
from entails.solvers.scrabble.simulation import Trial, leave_value_of, simulate

Judge = Literal["endgame", "simulation", "equity", "none"]


@dataclass(frozen=True)
class Candidate:
    """A possible move.

    Attributes:
        leave_value: Estimated value of the leave, in points.
        simulated: Value by simulation.
        chance: Winning probability by simulation, or the middle of its proven bounds.
        chance_error: Half of its 95 % interval, or of the distance of its proven bounds.
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

    @property
    def equity(self) -> float:
        return self.score + self.leave_value


@dataclass(frozen=True)
class AnalysedMove:
    """The analysis of one turn.

    Attributes:
        actual: The move that was made.
        candidates: The best moves, best first.
        lost: Points by which the actual move is worse than the best one, by the judge; None if the rack is unknown.
        lost_error: Half of its 95 % interval, for a simulation.
        ahead: Lead of the player before the move.
        phonies: Invalid words of the play.
        laid: The play, even if it was withdrawn.
        unknown: The reason why the move was not judged.
    """

    turn: int
    event: GcgEvent
    position: Position
    judge: Judge
    actual: Candidate
    candidates: tuple[Candidate, ...]
    lost: float | None
    lost_error: float
    ahead: int
    phonies: tuple[str, ...] = ()
    withdrawn: bool = False
    bingo: Candidate | None = None
    laid: Placement | None = None
    unknown: str = ""

    @property
    def best(self) -> Candidate | None:
        """The best move, or None if the move was not judged."""
        return self.candidates[0] if self.candidates else None

    @property
    def chance_lost(self) -> float | None:
        """Winning probability that the move lost; in an endgame 0, 0.5 or 1."""
        best = None if self.best is None else self._chance(self.best)
        actual = self._chance(self.actual)
        return None if best is None or actual is None else max(best - actual, 0.0)

    def _chance(self, candidate: Candidate) -> float | None:
        if candidate.exact is None:
            return candidate.chance
        end = self.ahead + candidate.exact
        return 0.5 if end == 0 else float(end > 0)


@dataclass(frozen=True)
class GameAnalysis:
    """The analysis of a game, move by move."""

    replay: GameReplay
    moves: tuple[AnalysedMove, ...]
    lexicon: Lexicon

    @property
    def turning(self) -> AnalysedMove | None:
        judged = [move for move in self.moves if move.lost is not None and move.lost >= 1]
        return max(judged, key=lambda move: ((move.chance_lost or 0.0), move.lost or 0.0), default=None)

    def of(self, nick: str) -> tuple[AnalysedMove, ...]:
        return tuple(move for move in self.moves if move.event.nick == nick)


_TURNS = ("play", "pass", "exchange")
_CANDIDATES = 4
_ENDGAME_NODES = 60_000
_PRE_ENDGAME_NODES = {1: 20_000, 2: 2_000}
"""Positions searched per candidate and bag, by the number of tiles in the bag."""


@dataclass(frozen=True)
class AnalysisSettings:
    """Tiles, lexicon, rules and leave values of an analysis, and the effort per move.

    Attributes:
        racks: Number of racks per simulation; below 2, no simulation.
        seconds: Time limit of the whole analysis.
        plies: Turns simulated after each move.
    """

    tile_set: TileSet
    lexicon: Lexicon
    rules: Rules
    leaves: LeaveTables
    racks: int = 0
    seed: int = 0
    seconds: float | None = None
    plies: int = 2


def analyse_replay(
    replay: GameReplay, settings: AnalysisSettings, player: str | None, progress: Callable[[float], object]
) -> GameAnalysis:
    """Analyse every turn of a game, or those of one player."""
    numbered = enumerate((index for index, replayed in enumerate(replay.events) if replayed.event.kind in _TURNS), 1)
    turns = [(number, index) for number, index in numbered if player in (None, replay.events[index].event.nick)]
    started = clock()
    moves: list[AnalysedMove] = []
    for done, (number, index) in enumerate(turns):
        progress(done / len(turns))
        until = None
        if settings.seconds is not None:
            now = clock()
            until = now + max(started + settings.seconds - now, 0.0) / (len(turns) - done)

        def within(share: float, before: int = done) -> None:
            progress((before + share) / len(turns))

        moves.append(_analyse_turn(replay, index, number, settings, until, within))
    return GameAnalysis(replay, tuple(moves), settings.lexicon)


def _analyse_turn(
    replay: GameReplay,
    index: int,
    number: int,
    settings: AnalysisSettings,
    until: float | None,
    progress: Callable[[float], object],
) -> AnalysedMove:
    replayed = replay.events[index]
    board = replay.events[index - 1].board if index else Board.empty(replay.layout, replay.alphabet)
    nicks = [player.nick for player in replay.game.players]
    totals = dict.fromkeys(nicks, 0) | {before.event.nick: before.event.total for before in replay.events[:index]}
    nick = replayed.event.nick
    scores = (totals[nick], *(totals[opponent] for opponent in nicks if opponent != nick))
    others = tuple(Rack.read("") for _ in nicks[1:])
    rack = Rack.read(replayed.event.rack, settings.tile_set.alphabet)
    position = Position(board, rack, settings.tile_set, settings.lexicon, settings.rules, others, scores)
    withdrawn = _is_withdrawn(replay.events, index)
    move = PASS if withdrawn else _move(replayed, settings.tile_set.alphabet)
    phonies = _phonies(position, replayed.placement) if replayed.placement is not None else ()
    ahead = scores[0] - max(scores[1:], default=0)
    judged = _PositionJudge(position, settings, until, progress)
    if unknown := _unknown(position, move):
        plain = Candidate(move, replayed.score, Rack.read(""), 0.0)
        return AnalysedMove(
            number,
            replayed.event,
            position,
            "none",
            plain,
            (),
            None,
            0.0,
            ahead,
            phonies,
            withdrawn,
            laid=replayed.placement,
            unknown=unknown,
        )
    judge, actual, candidates, lost, error = judged.by_the_best(move)
    bingo = None
    if actual.leave.total or not isinstance(move, Placement) or move.used.total < settings.rules.bonus_tiles:
        bingo = judged.bingo
    return AnalysedMove(
        number,
        replayed.event,
        position,
        judge,
        actual,
        candidates,
        lost,
        error,
        ahead,
        phonies,
        withdrawn,
        bingo,
        replayed.placement,
    )


def _move(replayed: ReplayedEvent, alphabet: Alphabet) -> Move:
    if replayed.placement is not None:
        return replayed.placement
    if replayed.event.kind == "exchange" and not replayed.event.tiles.isdigit():
        return Exchange(Rack.read(replayed.event.tiles, alphabet))
    return PASS


def _is_withdrawn(events: Sequence[ReplayedEvent], index: int) -> bool:
    later = (replayed for replayed in events[index + 1 :] if replayed.event.kind != "challenge")
    following = next(later, None)
    own = following is not None and following.event.nick == events[index].event.nick
    return own and following is not None and following.event.kind == "withdrawn"


def _phonies(position: Position, placement: Placement) -> tuple[str, ...]:
    placement = normalised(position.board, placement)
    words = (word.word.upper() for word in words_formed(position.board, placement) if len(word.word) > 1)
    return tuple(word for word in words if word.lower() not in position.lexicon)


def _unknown(position: Position, move: Move) -> str:
    """Return why a move cannot be judged (its rack is missing, incomplete or impossible), or an empty text."""
    rack, size = position.rack, position.rules.rack_size
    used = move.used if isinstance(move, Placement) else move.tiles if isinstance(move, Exchange) else Rack.read("")
    if not rack.total:
        return "the rack is not recorded"
    if rack.total > size:
        return f"the rack {rack} has {rack.total} tiles"
    if not whole_set(position.tile_set).without(position.board.tiles).holds(rack):
        return f"the rack {rack} has more of a tile than the set has left"
    if rack.total < size and rack.total + position.unseen.total > 2 * size:
        return f"the rack {rack} is incomplete"
    if not rack.holds(used):
        return f"the rack {rack} lacks {rack.lacks(used)}"
    return ""


@dataclass
class _PositionJudge:
    """Judge of the moves of one position."""

    position: Position
    settings: AnalysisSettings
    until: float | None
    progress: Callable[[float], object]

    def __post_init__(self) -> None:
        self._placements = all_placements(self.position)
        self._equities = equities(self.position, self._placements, self.settings.leaves)

    def by_the_best(self, move: Move) -> tuple[Judge, Candidate, tuple[Candidate, ...], float, float]:
        """Return the judge, the actual move, the best moves, the points lost and half of their 95 % interval."""
        if isinstance(move, Placement):
            move = normalised(self.position.board, move)
        if is_endgame(self.position):
            return self._by_endgame(move)
        own = self._candidate(move)
        best = sorted(self._static(), key=lambda candidate: -candidate.equity)[:_CANDIDATES]
        if not any(candidate.move == move for candidate in best):
            best.append(own)
        if self.settings.racks > 1 and tiles_in_bag(self.position) and not self.settings.rules.restricted:
            return self._by_simulation(own, best)
        best.sort(key=lambda candidate: -candidate.equity)
        return "equity", own, tuple(best), max(best[0].equity - own.equity, 0.0), 0.0

    @property
    def bingo(self) -> Candidate | None:
        """The best play that earns the bonus."""
        laid = self._placements.laid >= self.position.rules.bonus_tiles
        if not laid.any():
            return None
        return self._candidate(self._placements.placement(int(laid.nonzero()[0][0])))

    def _static(self) -> Iterator[Candidate]:
        bag, leaves = tiles_in_bag(self.position), self.settings.leaves
        for move in candidates(self.position, self._placements, self._equities, leaves, bag, _CANDIDATES):
            yield self._candidate(move)

    def _candidate(self, move: Move) -> Candidate:
        position, points, kept = self.position, 0, self.position.rack
        if isinstance(move, Placement):
            points = score(position.board, move, position.tile_set, position.rules).total
            kept = position.rack.without(move.used)
        elif isinstance(move, Exchange):
            kept = position.rack.without(move.tiles)
        return Candidate(move, points, kept, round(leave_value_of(position, kept, self.settings.leaves), 2))

    def _by_simulation(
        self, own: Candidate, best: list[Candidate]
    ) -> tuple[Judge, Candidate, tuple[Candidate, ...], float, float]:
        moves = [candidate.move for candidate in best]
        settings = self.settings
        trials = simulate(
            self.position,
            moves,
            settings.leaves,
            settings.racks,
            settings.seed,
            self.until,
            plies=settings.plies,
            progress=self.progress,
        )
        ranked = sorted(zip(best, trials, strict=True), key=lambda pair: -pair[1].value)
        mine = next(trial for candidate, trial in ranked if candidate.move == own.move)
        lost, error = mine.behind(ranked[0][1])
        proven = self._proven_chances(moves)
        judged = tuple(_simulated(candidate, trial, proven.get(candidate.move)) for candidate, trial in ranked)
        return "simulation", _simulated(own, mine, proven.get(own.move)), judged, max(lost, 0.0), error

    def _proven_chances(self, moves: Sequence[Move]) -> dict[Move, tuple[float, float]]:
        """Return proven bounds of the winning probabilities with one or two tiles in the bag; otherwise nothing.

        Simulated games are played greedily, so their outcomes prove nothing.
        """
        position, in_bag = self.position, tiles_in_bag(self.position)
        full = position.rack.total == position.rules.rack_size and len(position.others) <= 1
        plays = [move for move in moves if isinstance(move, Placement) and move.used.total >= in_bag]
        if not 1 <= in_bag <= 2 or not full or not plays or not position.scores:
            return {}
        hidden = replace(position, others=())
        seconds = None if self.until is None else max(self.until - clock(), 0.3)
        nodes = None if seconds else _PRE_ENDGAME_NODES[in_bag]
        solved = solve_pre_endgame(hidden, seconds, nodes, plays)
        return {play.move: (play.low, play.high) for play in solved.plays}

    def _by_endgame(self, move: Move) -> tuple[Judge, Candidate, tuple[Candidate, ...], float, float]:
        seconds = None if self.until is None else max(self.until - clock(), 0.3)
        judged_move = PASS if isinstance(move, Pass | Exchange) else move
        legal = isinstance(move, Placement) and move in self._same_score(move)
        also = [judged_move] if legal or isinstance(judged_move, Pass) else []
        endgame = solve_endgame(self.position, seconds, None if seconds else _ENDGAME_NODES, also=also)
        values = {valued.move: valued for valued in (*endgame.others, endgame.best)}
        own = self._exact(move, values[judged_move].low if judged_move in values else None)
        best = self._exact(endgame.best.move, endgame.low if endgame.proven else endgame.best.low)
        if own.exact is None or best.exact is None or not endgame.proven:
            plain = sorted([*self._static(), own], key=lambda valued: -valued.equity)
            if own.exact is not None and best.exact is not None and best.exact > own.exact:
                return "endgame", own, (best, own), float(best.exact - own.exact), 0.0
            return "equity", own, tuple(plain), max(plain[0].equity - own.equity, 0.0), 0.0
        judged = (best,) if best.move == own.move else (best, own)
        return "endgame", own, judged, float(max(best.exact - own.exact, 0)), 0.0

    def _same_score(self, placement: Placement) -> list[Placement]:
        """Return the legal plays with the same score."""
        points = score(self.position.board, placement, self.position.tile_set, self.position.rules).total
        return [self._placements.placement(index) for index in self._placements.with_score(points)]

    def _exact(self, move: Move, value: int | None) -> Candidate:
        plain = self._candidate(move)
        return Candidate(plain.move, plain.score, plain.leave, plain.leave_value, exact=value)


def _simulated(candidate: Candidate, trial: Trial, proven: tuple[float, float] | None) -> Candidate:
    """Return a candidate with the results of a simulation; proven bounds replace the simulated probability."""
    low, high = proven or (trial.chance - trial.chance_error, trial.chance + trial.chance_error)
    return Candidate(
        candidate.move,
        candidate.score,
        candidate.leave,
        candidate.leave_value,
        round(trial.value, 2),
        round((low + high) / 2, 4),
        round((high - low) / 2, 4),
        answer=trial.answer,
    )


_LITTLE = 0.05
_NOTABLE = 0.5
_UNEXPLAINED = 3.0
"""Minimum of unexplained points (besides score, leave and answer) of a simulation that is mentioned."""


def explain_move(move: AnalysedMove, write: Callable[[Move], str]) -> str:
    """Explain in a sentence why the best move is better than the actual one; return an empty text if it is not.

    `write` writes a move.
    """
    best, actual = move.best, move.actual
    if best is None or move.lost is None or move.lost < _LITTLE or best.move == actual.move:
        return ""
    name = write(best.move)
    if move.judge == "endgame":
        return f"{name} ends the game {move.lost:.0f} point{'s' * (round(move.lost) != 1)} better"
    gains = list(_gains(best, actual))
    follows = move.lost - sum(gain for gain, _ in gains)
    if move.judge == "simulation" and follows >= max(_UNEXPLAINED, move.lost / 2):
        gains.append((follows, f"gains {follows:.1f} more in later turns"))
    better = [text for gain, text in sorted(gains, key=lambda pair: -pair[0]) if gain >= _NOTABLE]
    worse = [text for gain, text in sorted(gains, key=lambda pair: pair[0]) if gain <= -_NOTABLE]
    sentence = f"{name} {' and '.join(better) or 'is slightly better'}"
    sentence += f", though it {' and '.join(worse)}" if worse else ""
    return (
        f"{sentence}; within the margin of error (± {move.lost_error:.1f})" if move.lost_error > move.lost else sentence
    )


def _gains(best: Candidate, actual: Candidate) -> list[tuple[float, str]]:
    """Return the advantages and disadvantages of the best move in points, each with a phrase."""
    score, kept = best.score - actual.score, best.leave_value - actual.leave_value
    tiles, others = (str(candidate.leave) or "nothing" for candidate in (best, actual))
    gains = [
        (float(score), f"scores {abs(score)} {_more(score)}"),
        (kept, f"keeps {tiles}, worth {abs(kept):.1f} {_more(kept)} than {others}"),
    ]
    if best.answer is not None and actual.answer is not None:
        gain = actual.answer - best.answer
        gains.append((gain, f"lets the opponent score {abs(gain):.1f} {_more(-gain)}"))
    return gains


def _more(points: float) -> str:
    return "more" if points > 0 else "less"
