"""Analysis of a finished game, guess by guess: expected cost and information, actual information, and the best guess.

expected: further guesses that best play needs on average after a guess (see `coach`).

worth: the expected bits of a guess, plus its chance to be the secret, as a correct guess saves the guess that would
confirm it. It is used if turns are not counted.

luck: 99 · (the chance that another secret would have left more words, plus half the chance of equally many). A win
leaves no word.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from entails.locale.message import Language
from entails.locale.wordle import NEARLY, Reason, verdict
from entails.models.alphabet import Letters
from entails.models.errors import Invalid
from entails.models.wordle.history import Guess, History, Scoring, Wordle, checked_word
from entails.models.wordle.reports import AnalyseReport, TurnAnalysis
from entails.models.wordle.words import Words
from entails.solvers.wordle.coach import Coach, GuessJudgement, GuessPosition
from entails.solvers.wordle.feedback import Mode, Rows, as_letters, narrowed, pattern_row
from entails.solvers.wordle.partition import FeedbackOracle, best_first

FULL_MARKS = 99
_DIGITS = 9


def analyse(
    words: Words, history: History, *, secret: str | None = None, mode: Mode = "normal", speech: Language = "en"
) -> AnalyseReport:
    """Analyse every turn of a game; verdicts are in the language `speech`.

    A secret that is not in the list is added to it. If the game was won, the last guess is the secret. The turns end
    where no word is left.
    """
    scoring, won = history.kind, bool(history.guesses) and history.guesses[-1].code == history.kind.win(history.length)
    secret = history.guesses[-1].word if secret is None and won else secret
    if secret is not None:
        secret = checked_word(secret, history.length)
        words = with_answer(words, secret)
    problem = None if secret is None else Wordle(history).rejects(secret)
    turns: list[TurnAnalysis] = []
    members, allowed = np.arange(words.answers, dtype=np.int32), np.arange(len(words), dtype=np.int32)
    facts: list[tuple[str, int]] = []
    oracle = FeedbackOracle.of(words, scoring, streamed=True)
    coach = _coach(oracle, facts, members, mode)
    for number, guess in enumerate(history, 1):
        looked = _turn(oracle, guess, members, allowed, coach)
        facts.append((guess.word, guess.code))
        if mode != "normal" or len(looked.left) < len(members):  # else the position is what it was
            coach = _coach(oracle, facts, looked.left, mode)
        members = looked.left
        turn = _said(looked, _still_expected(looked, coach), number == 1, speech)
        allowed = narrowed(words, allowed, scoring, mode, as_letters(guess.word, words.length), guess.code)
        turns.append(turn)
        if not len(members):
            problem = problem or f"no word is left after guess {number}, {guess.word.upper()}"
            break
    return AnalyseReport(
        puzzle=history.line,
        words=words.name,
        feedback=scoring.name,
        length=words.length,
        secret=secret,
        solved=won and problem is None,
        consistent=problem is None,
        problem=problem,
        turns=tuple(turns),
        skill=_mean([turn.skill for turn in turns if not turn.opener]),
        luck=_mean([turn.luck for turn in turns if turn.luck is not None]),
        lost=_sum([_lost(turn) for turn in turns if not turn.opener]),
        luck_turns=_sum([turn.luck_turns for turn in turns]),
        bits=round(sum(turn.bits for turn in turns), 6),
        bits_won=round(sum(turn.bits_won or 0.0 for turn in turns), 6),
    )


def with_answer(words: Words, secret: str) -> Words:
    """Return the words with this one among the answers, with the smallest weight of all."""
    row = words.row_of(secret)
    if row is not None and row < words.answers:
        return words
    answers = np.concatenate([words.secrets, as_letters(secret, words.length)[None]])
    weights = None if words.weights is None else np.append(words.weights, words.weights.min())
    return Words.of(answers, words.letters, name=words.name, language=words.language, weights=weights)


def _coach(oracle: FeedbackOracle, facts: list[tuple[str, int]], members: Rows, mode: Mode) -> Coach | None:
    """Return a coach if turns can be counted, or None. The coach of the whole list is cached for later games."""
    if facts:
        return Coach.for_position(GuessPosition(oracle, tuple(facts), members, mode))
    return _opening_coach(_Opened(oracle, mode))


@dataclass(frozen=True)
class _Opened:
    """Cache key for the coach of first guesses. Lists with equal digests are equal."""

    oracle: FeedbackOracle = field(compare=False)
    mode: Mode
    key: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        words = self.oracle.words
        weights = "" if words.weights is None else words.weights.tobytes().hex()
        object.__setattr__(self, "key", (words.digest, self.oracle.scoring.name, weights))


@lru_cache(maxsize=2)
def _opening_coach(opened: _Opened) -> Coach | None:
    members = np.arange(opened.oracle.words.answers, dtype=np.int32)
    return Coach.for_position(GuessPosition(opened.oracle, (), members, opened.mode))


@dataclass(frozen=True, eq=False)
class _Look:
    """The measurements of a guess, and the words left after it."""

    guess: Guess
    scoring: Scoring
    parts: "_Parts"
    before: int
    left: Rows
    chance: float
    worth: float
    best: tuple[str, float, float]
    judgement: GuessJudgement | None
    engine: Literal["exact", "beam", "bits"]
    allowed: bool


def _turn(oracle: FeedbackOracle, guess: Guess, members: Rows, allowed: Rows, coach: Coach | None) -> _Look:
    """Measure one guess while `members` can be the secret."""
    words, scoring = oracle.words, oracle.scoring
    letters, chances = as_letters(guess.word, words.length), oracle.chances(members)
    row = words.row_of(guess.word)
    parts = _Parts.of(letters, words.letters[members], chances, scoring)
    chance = float(chances[members == row].sum())
    judgement = None if coach is None else coach.judge(guess.word)
    return _Look(
        guess,
        scoring,
        parts,
        len(members),
        members[parts.codes == guess.code],
        chance,
        round(parts.bits + chance, _DIGITS),
        _best(oracle, members, allowed),
        judgement,
        "bits" if judgement is None else "exact" if judgement.exact else "beam",
        bool(np.isin(row, allowed)) if row is not None else False,
    )


def _still_expected(looked: _Look, coach: Coach | None) -> float | None:
    """Return the further guesses that best play needs after the feedback, or None if they are not counted."""
    if looked.guess.code == looked.scoring.win(len(looked.guess.word)):
        return 0.0
    return None if coach is None else coach.best[1] / coach.size


def _said(looked: _Look, still: float | None, opener: bool, speech: Language) -> TurnAnalysis:
    """Return the turn with its verdict as a sentence."""
    guess, parts, judgement, left = looked.guess, looked.parts, looked.judgement, len(looked.left)
    best, best_bits, best_worth = looked.best
    arguments: dict[str, str | float] = {
        "guess": guess.word.upper(),
        "best": best.upper(),
        "bits": parts.bits,
        "best_bits": best_bits,
    }
    skill = 100 if looked.worth >= best_worth else min(99, round(100 * looked.worth / best_worth))
    luck_turns = None
    if judgement is not None:
        best, skill = (guess.word if judgement.is_best else judgement.best), judgement.skill
        arguments |= {"best": best.upper(), "expected": judgement.expected, "best_expected": judgement.best_expected}
        arguments["loss"] = judgement.loss
        luck_turns = None if still is None else round(judgement.expected - still, 6)
    reason = _reason(looked, opener)
    return TurnAnalysis(
        guess=guess.word,
        word=guess.word,
        marks=looked.scoring.write(guess.code, len(guess.word)),
        before=looked.before,
        after=left,
        bits=round(parts.bits, 6),
        bits_won=round(parts.bits_of(guess.code), 6) if left else None,
        chance=round(looked.chance, _DIGITS),
        worth=round(looked.worth, 6),
        expected=None if judgement is None else round(judgement.expected, 6),
        best=best,
        best_expected=None if judgement is None else round(judgement.best_expected, 6),
        best_bits=round(best_bits, 6),
        best_worth=round(best_worth, 6),
        engine=looked.engine,
        opener=opener,
        skill=skill,
        luck=parts.luck(guess.code, looked.scoring.win(len(guess.word))) if left else None,
        luck_turns=luck_turns if left else None,
        reason=reason,
        verdict=verdict(reason, speech, looked.engine, **arguments),
        possible=looked.chance > 0,
        allowed=looked.allowed,
    )


def _reason(looked: _Look, opener: bool) -> Reason:
    judgement = looked.judgement
    if looked.before == 1:
        return "won" if looked.chance > 0 else "only"
    if judgement is None:
        return "estimate"
    if opener:
        return "opener best" if judgement.is_best else "opener"
    if judgement.is_best:
        return "best"
    if looked.parts.bits == 0 and looked.chance == 0:
        return "wasted"
    return "nearly" if judgement.loss < NEARLY else "cost"


def _lost(turn: TurnAnalysis) -> float | None:
    return None if turn.expected is None or turn.best_expected is None else max(0.0, turn.expected - turn.best_expected)


def _sum(values: Sequence[float | None]) -> float | None:
    """Return the sum of the known values, or None if there are none."""
    known = [value for value in values if value is not None]
    return round(sum(known), 6) if known else None


def _best(oracle: FeedbackOracle, members: Rows, allowed: Rows) -> tuple[str, float, float]:
    """Return the guess with the highest worth, its bits and its worth. For ties see `best_first`."""
    bits = oracle.groups(allowed, members).bits
    chance_of = np.zeros(len(oracle.words))
    chance_of[members] = oracle.chances(members)
    worth = np.round(bits + chance_of[allowed], _DIGITS)
    place = int(best_first(-worth, allowed, members, 1)[0])
    return oracle.words.word(int(allowed[place])), float(bits[place]), float(worth[place])


@dataclass(frozen=True, eq=False)
class _Parts:
    """The feedback code and the probability of each word left, for one guess."""

    codes: NDArray[np.int64]
    chances: NDArray[np.float64]

    @classmethod
    def of(cls, guess: Letters, secrets: Letters, chances: NDArray[np.float64], scoring: Scoring) -> "_Parts":
        return cls(pattern_row(guess, secrets, scoring).astype(np.int64), chances)

    @property
    def bits(self) -> float:
        masses = np.bincount(self.codes, self.chances)
        masses = masses[masses > 0]
        return max(0.0, round(float(-(masses * np.log2(masses)).sum()), _DIGITS))

    def bits_of(self, code: int) -> float:
        """Return the information of this feedback, in bits."""
        return max(0.0, round(float(-np.log2(self.chances[self.codes == code].sum())), _DIGITS))

    def luck(self, code: int, win: int) -> int | None:
        """Return the luck of this feedback, or None if all secrets give the same feedback."""
        sizes = np.bincount(self.codes)
        if np.count_nonzero(sizes) == 1:
            return None
        if win < len(sizes):
            sizes[win] = 0
        left, mine = sizes[self.codes], sizes[code]
        more, same = self.chances[left > mine].sum(), self.chances[left == mine].sum()
        return round(FULL_MARKS * round(float(more + same / 2), _DIGITS))


def _mean(values: list[int]) -> int | None:
    return round(sum(values) / len(values)) if values else None


def game_of(guesses: Sequence[str], secret: str, scoring: Scoring) -> History:
    """Return the history of a game of which only the words and the secret are known."""
    hidden = checked_word(secret, None)
    history = History(len(hidden), scoring.name)
    for number, guess in enumerate(guesses, 1):
        try:
            word = checked_word(guess, len(hidden))
        except Invalid as error:
            raise error.at(f"guess {number}") from None
        history = history.plus(word, scoring.score(word, hidden))
    return history
