"""A whole game looked at again: every move beside the best ones, what it lost, and why the better one is better.

Three judges, the best that can be had for each move: the exact endgame once the bag is empty, simulation where racks
are to be drawn, else static equity, score and leave together. A rack that is not written down is not judged.

What the analysis of a game finds: moves that could have been made, the one that was, and the whole game.

Why one move is better than another, in a sentence: what it scores, keeps and opens, and what follows.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from entails.formats.scrabble.gcg import GcgEvent
from entails.formats.scrabble.replay import GameReplay, ReplayedEvent
from entails.models.alphabet import Alphabet
from entails.models.lexicon import Lexicon
from entails.models.scrabble.board import Board, Placement, normalised, words_formed
from entails.models.scrabble.game import PASS, Exchange, Move, Pass
from entails.models.scrabble.position import Position
from entails.models.scrabble.rules import Rules, score
from entails.models.scrabble.tiles import Rack, TileSet
from entails.solvers.kernels.jit import clock
from entails.solvers.scrabble.endgame import is_endgame, solve_endgame
from entails.solvers.scrabble.generator import all_placements, candidates
from entails.solvers.scrabble.leave import LeaveTables, equities, tiles_in_bag
from entails.solvers.scrabble.simulation import Trial, simulate, worth_of

Judge = Literal["endgame", "simulation", "equity", "none"]


@dataclass(frozen=True)
class Candidate:
    """A move that could have been made: its score, what it leaves and what that is worth; by simulation its worth, the
    chance to win with half of its 95 % interval, and what the other answers with on average; in an endgame the points
    that the rest of the game brings."""

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
    """One turn. `lost` are the points by which the move made is worth less than the best one, by the best judge there
    was, with half of the 95 % interval where that is a simulation; None where the rack is not known. `candidates` are
    the best moves, best first. `ahead` is what the player was ahead by before it, `laid` the tiles of a play, taken
    back or not, `unknown` says why the move could not be judged."""

    turn: int
    event: GcgEvent
    position: Position
    judge: Judge
    made: Candidate
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
        """The best move; the one made where none is better."""
        return self.candidates[0] if self.candidates else None

    @property
    def chance_lost(self) -> float | None:
        """The part of the chance to win that the move gave away; in an endgame all of it, half or nothing."""
        best = None if self.best is None else self._chance(self.best)
        made = self._chance(self.made)
        return None if best is None or made is None else max(best - made, 0.0)

    def _chance(self, one: Candidate) -> float | None:
        if one.exact is None:
            return one.chance
        end = self.ahead + one.exact
        return 0.5 if end == 0 else float(end > 0)


@dataclass(frozen=True)
class GameAnalysis:
    """A game, move by move. `turning` is the turn that cost most."""

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


@dataclass(frozen=True)
class MoveTable:
    """What a game is judged with, and how hard to look."""

    tile_set: TileSet
    lexicon: Lexicon
    rules: Rules
    leaves: LeaveTables
    racks: int = 0
    seed: int = 0
    seconds: float | None = None
    plies: int = 2


def analyse_replay(
    replay: GameReplay, table: MoveTable, player: str | None, progress: Callable[[float], object]
) -> GameAnalysis:
    """Look at every turn, or at those of one player."""
    numbered = enumerate((index for index, one in enumerate(replay.events) if one.event.kind in _TURNS), 1)
    turns = [(number, index) for number, index in numbered if player in (None, replay.events[index].event.nick)]
    started = clock()
    moves: list[AnalysedMove] = []
    for done, (number, index) in enumerate(turns):
        progress(done / len(turns))
        until = None
        if table.seconds is not None:
            now = clock()
            until = now + max(started + table.seconds - now, 0.0) / (len(turns) - done)

        def within(share: float, before: int = done) -> None:
            progress((before + share) / len(turns))

        moves.append(_analysed(replay, index, number, table, until, within))
    return GameAnalysis(replay, tuple(moves), table.lexicon)


def _analysed(
    replay: GameReplay,
    index: int,
    number: int,
    table: MoveTable,
    until: float | None,
    progress: Callable[[float], object],
) -> AnalysedMove:
    one = replay.events[index]
    board = replay.events[index - 1].board if index else Board.empty(replay.layout, replay.alphabet)
    nicks = [player.nick for player in replay.game.players]
    totals = dict.fromkeys(nicks, 0) | {before.event.nick: before.event.total for before in replay.events[:index]}
    nick = one.event.nick
    scores = (totals[nick], *(totals[other] for other in nicks if other != nick))
    others = tuple(Rack.read("") for _ in nicks[1:])
    rack = Rack.read(one.event.rack, table.tile_set.alphabet)
    position = Position(board, rack, table.tile_set, table.lexicon, table.rules, others, scores)
    withdrawn = _is_withdrawn(replay.events, index)
    made = PASS if withdrawn else _move(one, table.tile_set.alphabet)
    phonies = _phonies(position, one.placement) if one.placement is not None else ()
    ahead = scores[0] - max(scores[1:], default=0)
    judged = _Judged(position, table, until, progress)
    if unknown := _unknown(position, made):
        plain = Candidate(made, one.score, Rack.read(""), 0.0)
        return AnalysedMove(
            number,
            one.event,
            position,
            "none",
            plain,
            (),
            None,
            0.0,
            ahead,
            phonies,
            withdrawn,
            laid=one.placement,
            unknown=unknown,
        )
    judge, own, candidates, lost, error = judged.by_the_best(made)
    bingo = None
    if own.leave.total or not isinstance(made, Placement) or made.used.total < table.rules.bonus_tiles:
        bingo = judged.bingo
    return AnalysedMove(
        number,
        one.event,
        position,
        judge,
        own,
        candidates,
        lost,
        error,
        ahead,
        phonies,
        withdrawn,
        bingo,
        one.placement,
    )


def _move(one: ReplayedEvent, alphabet: Alphabet) -> Move:
    if one.placement is not None:
        return one.placement
    if one.event.kind == "exchange" and not one.event.tiles.isdigit():
        return Exchange(Rack.read(one.event.tiles, alphabet))
    return PASS


def _is_withdrawn(events: Sequence[ReplayedEvent], index: int) -> bool:
    later = (one for one in events[index + 1 :] if one.event.kind != "challenge")
    following = next(later, None)
    own = following is not None and following.event.nick == events[index].event.nick
    return own and following is not None and following.event.kind == "withdrawn"


def _phonies(position: Position, placement: Placement) -> tuple[str, ...]:
    placement = normalised(position.board, placement)
    words = (word.word.upper() for word in words_formed(position.board, placement) if len(word.word) > 1)
    return tuple(word for word in words if word.lower() not in position.lexicon)


def _unknown(position: Position, made: Move) -> str:
    """Why the move cannot be judged: the rack is not written down whole, or cannot be what it was."""
    rack, size = position.rack, position.rules.rack_size
    used = made.used if isinstance(made, Placement) else made.tiles if isinstance(made, Exchange) else Rack.read("")
    if not rack.total:
        return "no rack is written down"
    if rack.total > size:
        return f"the rack {rack} has {rack.total} tiles"
    if rack.total < size and rack.total + position.unseen.total > 2 * size:
        return f"the rack {rack} is not written down whole"
    if not rack.holds(used):
        return f"the rack {rack} has no {rack.lacks(used)}"
    return ""


@dataclass
class _Judged:
    """One position and its moves."""

    position: Position
    table: MoveTable
    until: float | None
    progress: Callable[[float], object]

    def __post_init__(self) -> None:
        self._found = all_placements(self.position)
        self._equities = equities(self.position, self._found, self.table.leaves)

    def by_the_best(self, made: Move) -> tuple[Judge, Candidate, tuple[Candidate, ...], float, float]:
        """The judge, the move made, the best moves, what was lost and how surely."""
        if isinstance(made, Placement):
            made = normalised(self.position.board, made)
        if is_endgame(self.position):
            return self._by_endgame(made)
        own = self._candidate(made)
        best = sorted(self._static(), key=lambda one: -one.equity)[:_CANDIDATES]
        if not any(one.move == made for one in best):
            best.append(own)
        if self.table.racks > 1 and tiles_in_bag(self.position) and not self.table.rules.restricted:
            return self._by_simulation(own, best)
        best.sort(key=lambda one: -one.equity)
        return "equity", own, tuple(best), max(best[0].equity - own.equity, 0.0), 0.0

    @property
    def bingo(self) -> Candidate | None:
        """The best play that earns the bonus."""
        laid = self._found.laid >= self.position.rules.bonus_tiles
        if not laid.any():
            return None
        return self._candidate(self._found.placement(int(laid.nonzero()[0][0])))

    def _static(self) -> Iterator[Candidate]:
        bag, leaves = tiles_in_bag(self.position), self.table.leaves
        for move in candidates(self.position, self._found, self._equities, leaves, bag, _CANDIDATES):
            yield self._candidate(move)

    def _candidate(self, move: Move) -> Candidate:
        position, points, kept = self.position, 0, self.position.rack
        if isinstance(move, Placement):
            points = score(position.board, move, position.tile_set, position.rules).total
            kept = position.rack.without(move.used)
        elif isinstance(move, Exchange):
            kept = position.rack.without(move.tiles)
        return Candidate(move, points, kept, round(worth_of(position, kept, self.table.leaves), 2))

    def _by_simulation(
        self, own: Candidate, best: list[Candidate]
    ) -> tuple[Judge, Candidate, tuple[Candidate, ...], float, float]:
        moves = [one.move for one in best]
        table = self.table
        trials = simulate(
            self.position,
            moves,
            table.leaves,
            table.racks,
            table.seed,
            self.until,
            plies=table.plies,
            progress=self.progress,
        )
        ranked = sorted(zip(best, trials, strict=True), key=lambda pair: -pair[1].worth)
        mine = next(trial for one, trial in ranked if one.move == own.move)
        lost, error = mine.behind(ranked[0][1])
        told = tuple(_simulated(one, trial) for one, trial in ranked)
        return "simulation", _simulated(own, mine), told, max(lost, 0.0), error

    def _by_endgame(self, made: Move) -> tuple[Judge, Candidate, tuple[Candidate, ...], float, float]:
        seconds = None if self.until is None else max(self.until - clock(), 0.3)
        judged_move = PASS if isinstance(made, Pass | Exchange) else made
        legal = isinstance(made, Placement) and made in self._same_score(made)
        also = [judged_move] if legal or isinstance(judged_move, Pass) else []
        found = solve_endgame(self.position, seconds, None if seconds else _ENDGAME_NODES, also=also)
        values = {one.move: one for one in (*found.others, found.best)}
        own = self._exact(made, values[judged_move].low if judged_move in values else None)
        best = self._exact(found.best.move, found.low if found.proven else found.best.low)
        if own.exact is None or best.exact is None or not found.proven:
            plain = sorted([*self._static(), own], key=lambda one: -one.equity)
            if own.exact is not None and best.exact is not None and best.exact > own.exact:
                return "endgame", own, (best, own), float(best.exact - own.exact), 0.0
            return "equity", own, tuple(plain), max(plain[0].equity - own.equity, 0.0), 0.0
        told = (best,) if best.move == own.move else (best, own)
        return "endgame", own, told, float(max(best.exact - own.exact, 0)), 0.0

    def _same_score(self, made: Placement) -> list[Placement]:
        """The legal plays that score as much."""
        points = score(self.position.board, made, self.position.tile_set, self.position.rules).total
        return [self._found.placement(index) for index in self._found.with_score(points)]

    def _exact(self, move: Move, value: int | None) -> Candidate:
        plain = self._candidate(move)
        return Candidate(plain.move, plain.score, plain.leave, plain.leave_value, exact=value)


def _simulated(one: Candidate, trial: Trial) -> Candidate:
    return Candidate(
        one.move,
        one.score,
        one.leave,
        one.leave_value,
        round(trial.worth, 2),
        round(trial.chance, 4),
        round(trial.chance_error, 4),
        answer=trial.answer,
    )


_LITTLE = 0.05
_WORTH_SAYING = 0.5
_UNEXPLAINED = 3.0
"""Points of a simulation that score, leave and answer do not account for, from which on they are told where they are
most of it."""


def why(move: AnalysedMove, told: Callable[[Move], str]) -> str:
    """In a sentence, why the best move is better than the one made; nothing where it is not."""
    best, made = move.best, move.made
    if best is None or move.lost is None or move.lost < _LITTLE or best.move == made.move:
        return ""
    name = told(best.move)
    if move.judge == "endgame":
        return f"{name} ends the game {move.lost:.0f} point{'s' * (round(move.lost) != 1)} better"
    gains = list(_gains(best, made))
    follows = move.lost - sum(gain for gain, _ in gains)
    if move.judge == "simulation" and follows >= max(_UNEXPLAINED, move.lost / 2):
        gains.append((follows, f"brings {follows:.1f} more in what follows"))
    better = [text for gain, text in sorted(gains, key=lambda one: -one[0]) if gain >= _WORTH_SAYING]
    worse = [text for gain, text in sorted(gains, key=lambda one: one[0]) if gain <= -_WORTH_SAYING]
    said = f"{name} {' and '.join(better) or 'is a little better'}"
    said += f", though it {' and '.join(worse)}" if worse else ""
    return f"{said}; chance may explain it (± {move.lost_error:.1f})" if move.lost_error > move.lost else said


def _gains(best: Candidate, made: Candidate) -> list[tuple[float, str]]:
    """What the best move has more or less of, with the words for it."""
    score, kept = best.score - made.score, best.leave_value - made.leave_value
    tiles, others = (str(one.leave) or "nothing" for one in (best, made))
    found = [
        (float(score), f"scores {abs(score)} {_more(score)}"),
        (kept, f"keeps {tiles}, worth {abs(kept):.1f} {_more(kept)} than {others}"),
    ]
    if best.answer is not None and made.answer is not None:
        gain = made.answer - best.answer
        found.append((gain, f"lets the other score {abs(gain):.1f} {_more(-gain)}"))
    return found


def _more(points: float) -> str:
    return "more" if points > 0 else "less"
