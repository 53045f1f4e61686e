"""Analysis of a whole game: each move is compared with the best ones, with points lost and a reason.

Each move is judged by the best judge available: the exact endgame once the bag is empty, simulation if racks are to be
drawn, otherwise static equity (score plus leave value). If a part of the rack is recorded, a move is compared with the
plays that the known tiles make; the other tiles are drawn like those of the bag. Without any known tile, it is not
judged.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from entails.formats.scrabble.gcg import GcgEvent
from entails.formats.scrabble.replay import GameReplay, ReplayedEvent
from entails.models.alphabet import Alphabet
from entails.models.lexicon import Lexicon
from entails.models.scrabble.board import Board, Placement, normalised, words_formed
from entails.models.scrabble.game import PASS, Exchange, Move
from entails.models.scrabble.position import Position
from entails.models.scrabble.rules import Rules
from entails.models.scrabble.tiles import NO_TILES, Rack, TileSet, whole_set
from entails.solvers.kernels.jit import clock
from entails.solvers.scrabble.judging import Candidate, Judge, JudgeSettings, PositionJudge


@dataclass(frozen=True)
class AnalysedMove:
    """The analysis of one turn: the move, the best moves, and what it lost.

    Attributes:
        actual: The move that was made.
        candidates: The best moves, best first.
        lost: Points by which the actual move is worse than the best one, by the judge; None if the rack is unknown.
        lost_error: Half of its 95 % interval, for a simulation, or of its proven bounds, in an endgame.
        ahead: Lead of the player before the move.
        phonies: Invalid words of the play.
        laid: The play, even if it was withdrawn.
        unknown: The reason why the move was not judged.
        missing: Number of tiles of the rack that are not recorded; the move is compared with plays of the others.
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
    missing: int = 0

    @property
    def is_within_chance(self) -> bool:
        """Whether the interval of the loss reaches zero."""
        return self.lost is not None and self.lost_error > 0 and self.lost_error >= self.lost

    @property
    def best(self) -> Candidate | None:
        """The best move; None if the move was not judged."""
        return self.candidates[0] if self.candidates else None

    @property
    def chance_lost(self) -> float | None:
        """Winning probability that the move lost; 0, 0.5 or 1 in an endgame."""
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
    """The analysis of a game, one move after another."""

    replay: GameReplay
    moves: tuple[AnalysedMove, ...]
    lexicon: Lexicon

    @property
    def turning(self) -> AnalysedMove | None:
        """The move with the largest loss that chance does not explain; None if there is none."""
        judged = [move for move in self.moves if (move.lost or 0.0) >= 1 and not move.is_within_chance]
        return max(judged, key=lambda move: ((move.chance_lost or 0.0), move.lost or 0.0), default=None)

    def of(self, nick: str) -> tuple[AnalysedMove, ...]:
        return tuple(move for move in self.moves if move.event.nick == nick)


_TURNS = ("play", "pass", "exchange")


@dataclass(frozen=True)
class AnalysisSettings:
    """Tiles, lexicon and rules of an analysis, and its effort.

    Attributes:
        judging: Leave values, and the effort per move.
        seconds: Time limit of the whole analysis.
    """

    tile_set: TileSet
    lexicon: Lexicon
    rules: Rules
    judging: JudgeSettings
    seconds: float | None = None


def analyse_replay(
    replay: GameReplay, settings: AnalysisSettings, player: str | None, progress: Callable[[float], object]
) -> GameAnalysis:
    """Analyse every turn of a game, or only those of one player."""
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
    written = Rack.read(replayed.event.rack, settings.tile_set.alphabet)
    withdrawn = _is_withdrawn(replay.events, index)
    handled = _move(replayed, settings.tile_set.alphabet)
    move = PASS if withdrawn else handled
    position = Position(board, written, settings.tile_set, settings.lexicon, settings.rules, others, scores)
    position = replace(position, rack=_known_rack(position, _used(handled)))
    missing = settings.rules.rack_size - position.rack.total if _bag_has_tiles(position) else 0
    phonies = _phonies(position, replayed.placement) if replayed.placement is not None else ()
    ahead = scores[0] - max(scores[1:], default=0)
    counted = replayed.event.kind == "exchange" and replayed.event.tiles.isdigit()
    if unknown := "the exchanged tiles are not recorded" if counted else _unknown(position, move):
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
    judged = PositionJudge(position, settings.judging, until, progress, missing=missing)
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
        missing=missing,
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


def _used(move: Move) -> Rack:
    return move.used if isinstance(move, Placement) else move.tiles if isinstance(move, Exchange) else NO_TILES


def _bag_has_tiles(position: Position) -> bool:
    """Return whether the bag of a two-player game has tiles, so that both racks are full."""
    return position.tile_set.total - position.board.tiles.total > 2 * position.rules.rack_size


def _known_rack(position: Position, used: Rack) -> Rack:
    """Return the recorded rack, with the tiles of the move added if it is incomplete."""
    rack = position.rack
    lacking = rack.lacks(used)
    fits = rack.total + lacking.total <= position.rules.rack_size
    return rack + lacking if fits and _bag_has_tiles(position) else rack


def _unknown(position: Position, move: Move) -> str:
    """Return why a move cannot be judged (its rack is missing or impossible); empty if it can."""
    rack, size = position.rack, position.rules.rack_size
    if not rack.total:
        return "the rack is not recorded"
    if rack.total > size:
        return f"the rack {rack} has {rack.total} tiles"
    if not whole_set(position.tile_set).without(position.board.tiles).holds(rack):
        return f"the rack {rack} has more of a tile than the set has left"
    if not rack.holds(_used(move)):
        return f"the rack {rack} lacks {rack.lacks(_used(move))}"
    return ""


_LITTLE = 0.05
_NOTABLE = 0.5
_UNEXPLAINED = 3.0
"""Minimum of unexplained points (besides score, leave and answer) of a simulation that is mentioned."""


def explain_move(move: AnalysedMove, write: Callable[[Move], str]) -> str:
    """Return a sentence on why the best move is better than the actual one; empty if it is not.

    `write` writes a move.
    """
    best, actual = move.best, move.actual
    if best is None or move.lost is None or move.lost < _LITTLE or best.move == actual.move:
        return ""
    name = write(best.move)
    if move.judge == "endgame":
        least, most = (round(move.lost + sign * move.lost_error) for sign in (-1, 1))
        how_far = f"{least} point{'s' * (least != 1)}" if least == most else f"{least} to {most} points"
        return f"{name} ends the game {how_far} better"
    gains = list(_gains(best, actual))
    follows = move.lost - sum(gain for gain, _ in gains)
    if move.judge == "simulation" and follows >= max(_UNEXPLAINED, move.lost / 2):
        gains.append((follows, f"gains {follows:.1f} more in later turns"))
    better = [text for gain, text in sorted(gains, key=lambda pair: -pair[0]) if gain >= _NOTABLE]
    worse = [text for gain, text in sorted(gains, key=lambda pair: pair[0]) if gain <= -_NOTABLE]
    sentence = f"{name} {' and '.join(better) or 'is slightly better'}"
    sentence += f", though it {' and '.join(worse)}" if worse else ""
    return f"{sentence}; within the margin of error (± {move.lost_error:.1f})" if move.is_within_chance else sentence


def _gains(best: Candidate, actual: Candidate) -> list[tuple[float, str]]:
    """Return the advantages and disadvantages of the best move, in points with a phrase."""
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
