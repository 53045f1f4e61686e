"""Why one move is better than another, in a sentence: what it scores, keeps and opens, and what follows."""

from collections.abc import Callable

from entails.models.scrabble.move import Move
from entails.solvers.scrabble.analysed import AnalysedMove, Candidate

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
