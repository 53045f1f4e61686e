"""Analysis of a finished game: each guess's expected cost and information, its actual information, the best guess.

expected: further guesses that best play needs on average after a guess (see `coach`).

skill: 100 for a best guess, 0 for a wasted one, otherwise 100 less the hundredths of a guess that it costs.

worth: the expected bits of a guess, plus its chance to be the secret, as a correct guess saves the guess that would
confirm it. If turns are not counted, the skill is the worth as a share of the best worth.

luck: 99 · (the chance that another secret would have left more words, plus half the chance of equally many). A win
leaves no word.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from math import log2
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from entails.locale.message import Language
from entails.locale.wordle import NEARLY, Reason, verdict
from entails.models.alphabet import LATIN, Alphabet, Letters
from entails.models.errors import Invalid
from entails.models.wordle.history import Guess, History, Scoring, Wordle, checked_word
from entails.models.wordle.reports import AnalyseReport, TurnAnalysis
from entails.models.wordle.words import Words
from entails.solvers.wordle.coach import Coach, GuessJudgement, GuessPosition, skill_of
from entails.solvers.wordle.feedback import Mode, Rows, as_letters, pattern_row, still_allowed
from entails.solvers.wordle.partition import FeedbackOracle, best_first
from entails.solvers.wordle.secret import PossibleSecrets, possible_secrets, with_word

FULL_MARKS = 99
_DIGITS = 9


def analyse(
    words: Words, history: History, *, secret: str | None = None, mode: Mode = "normal", speech: Language = "en"
) -> AnalyseReport:
    """Analyse every guess of a game; verdicts are in the language `speech`.

    If the game was won, the last guess is the secret. The opener is judged by its proven total, whatever the secret. A
    secret that is in no list is an allowed word from the second guess on. The turns end where no word is left.
    """
    scoring, won = history.kind, bool(history.guesses) and history.guesses[-1].code == history.kind.win(history.length)
    secret = history.guesses[-1].word if secret is None and won else secret
    secret = None if secret is None else checked_word(secret, history.length, history.alphabet)
    problem = None if secret is None else Wordle(history).rejects(secret)
    turns: list[TurnAnalysis] = []
    facts: list[tuple[str, int]] = []
    possible = possible_secrets(words, facts, scoring)
    known = words if secret is None else with_word(words, secret)
    coach = _coach(possible, scoring, facts, mode)
    for number, guess in enumerate(history, 1):
        after = possible_secrets(known, [*facts, (guess.word, guess.code)], scoring)
        looked = _turn(possible, after, facts, guess, scoring, mode, coach)
        facts.append((guess.word, guess.code))
        if mode != "normal" or len(after.rows) != len(possible.rows) or after.words is not possible.words:
            coach = _coach(after, scoring, facts, mode)  # else the position is the same
        turns.append(_worded(looked, _still_expected(looked, coach), number == 1, speech))
        possible = after
        if not len(possible.rows):
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
        secrets=possible.source,
        turns=tuple(turns),
        skill=_mean([turn.skill for turn in turns if not turn.opener]),
        luck=_mean([turn.luck for turn in turns if turn.luck is not None]),
        lost=_sum([_lost(turn) for turn in turns if not turn.opener]),
        luck_turns=_sum([turn.luck_turns for turn in turns]),
        bits=round(sum(turn.bits for turn in turns), 6),
        bits_won=round(sum(turn.bits_won or 0.0 for turn in turns), 6),
    )


def _coach(possible: PossibleSecrets, scoring: Scoring, facts: list[tuple[str, int]], mode: Mode) -> Coach | None:
    """Return a coach if guesses to go can be computed. The coach of the whole list is cached for later games."""
    oracle = FeedbackOracle.of(possible.words, scoring, streamed=True)
    if facts:
        return Coach.for_position(GuessPosition(oracle, tuple(facts), possible.rows, mode))
    return _opening_coach(_Opened(oracle, mode))


@dataclass(frozen=True)
class _Opened:
    """Cache key for the coach of first guesses; equal for lists with equal digests."""

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
    """The measurements of a guess, and the possible secrets before and after it."""

    guess: Guess
    scoring: Scoring
    parts: "_Parts"
    before: PossibleSecrets
    after: PossibleSecrets
    chance: float
    worth: float
    best: tuple[str, float, float]
    judgement: GuessJudgement | None
    engine: Literal["exact", "beam", "bits"]
    allowed: bool

    @property
    def is_win(self) -> bool:
        return self.guess.code == self.scoring.win(len(self.guess.word))


def _turn(
    before: PossibleSecrets,
    after: PossibleSecrets,
    facts: list[tuple[str, int]],
    guess: Guess,
    scoring: Scoring,
    mode: Mode,
    coach: Coach | None,
) -> _Look:
    """Measure one guess. A secret outside the possible words counts as possible when it is guessed."""
    words, members = before.words, before.rows
    oracle = FeedbackOracle.of(words, scoring, streamed=True)
    row = words.row_of(guess.word)
    if facts and row is not None and guess.code == scoring.win(words.length) and row in before.others:
        members = np.sort(np.append(members, row)).astype(np.int32)
        coach = Coach.for_position(GuessPosition(oracle, tuple(facts), members, mode))
    allowed = still_allowed(words, scoring, mode, facts)
    chances = oracle.chances(members)
    parts = _Parts.of(as_letters(guess.word, words.length), words.letters[members], chances, scoring)
    chance = float(chances[members == row].sum())
    judgement = None if coach is None else coach.judge(guess.word)
    return _Look(
        guess,
        scoring,
        parts,
        before,
        after,
        chance,
        round(parts.bits + chance, _DIGITS),
        _best(oracle, members, allowed),
        judgement,
        "bits" if judgement is None else "exact" if judgement.exact else "beam",
        bool(np.isin(row, allowed)) if row is not None else False,
    )


def _still_expected(looked: _Look, coach: Coach | None) -> float | None:
    """Return how many more guesses best play needs after the feedback; None if they are not computed."""
    if looked.is_win:
        return 0.0
    return None if coach is None else coach.best[1] / coach.size


def _worded(looked: _Look, still: float | None, opener: bool, speech: Language) -> TurnAnalysis:
    """Build the analysis of a guess with its verdict as a sentence."""
    guess, parts, judgement, left = looked.guess, looked.parts, looked.judgement, len(looked.after.rows)
    best, best_bits, best_worth = looked.best
    arguments: dict[str, str | float] = {
        "guess": guess.word.upper(),
        "best": best.upper(),
        "bits": parts.bits,
        "best_bits": best_bits,
    }
    skill = skill_of(1 - looked.worth / best_worth, is_best=looked.worth >= best_worth)
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
        before=len(looked.before.rows),
        after=left,
        secrets=looked.after.source,
        bits=round(parts.bits, 6),
        bits_won=round(_bits_won(looked), 6) if left else None,
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
        luck=parts.luck(guess.code, looked.scoring.win(len(guess.word)), left) if left else None,
        luck_turns=luck_turns if left else None,
        reason=reason,
        verdict=verdict(reason, speech, looked.engine, **arguments),
        possible=looked.chance > 0,
        allowed=looked.allowed,
    )


def _reason(looked: _Look, opener: bool) -> Reason:
    judgement = looked.judgement
    if len(looked.before.rows) == 1:
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


def _bits_won(looked: _Look) -> float:
    """Return the information of the feedback in bits; if no possible secret gives it, that of admitting more words."""
    bits = looked.parts.bits_of(looked.guess.code)
    return looked.before.surprise(looked.after) if bits is None else bits


def _lost(turn: TurnAnalysis) -> float | None:
    return None if turn.expected is None or turn.best_expected is None else max(0.0, turn.expected - turn.best_expected)


def _sum(values: Sequence[float | None]) -> float | None:
    """Return the sum of the known values; None if all are unknown."""
    known = [value for value in values if value is not None]
    return round(sum(known), 6) if known else None


def _best(oracle: FeedbackOracle, members: Rows, allowed: Rows) -> tuple[str, float, float]:
    """Return the guess with the highest score, its bits and its score; ties as in `best_first`."""
    bits = oracle.groups(allowed, members).bits
    chance_of = np.zeros(len(oracle.words))
    chance_of[members] = oracle.chances(members)
    worth = np.round(bits + chance_of[allowed], _DIGITS)
    place = int(best_first(-worth, allowed, members, 1)[0])
    return oracle.words.word(int(allowed[place])), float(bits[place]), float(worth[place])


@dataclass(frozen=True, eq=False)
class _Parts:
    """The feedback code and the probability of each remaining word, for one guess."""

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

    def bits_of(self, code: int) -> float | None:
        """Return the information of a feedback in bits; None if no word gives it."""
        chance = float(self.chances[self.codes == code].sum())
        return max(0.0, round(-log2(chance), _DIGITS)) if chance > 0 else None

    def luck(self, code: int, win: int, after: int) -> int | None:
        """Return the luck of a feedback; None if all secrets give the same feedback.

        `after` is the number of words left, which counts if no word gives the feedback.
        """
        sizes = np.bincount(self.codes, minlength=max(code, win) + 1)
        if np.count_nonzero(sizes) == 1:
            return None
        is_new = not sizes[code]
        sizes[win] = 0
        left, mine = sizes[self.codes], after if is_new and code != win else sizes[code]
        more, same = self.chances[left > mine].sum(), self.chances[left == mine].sum()
        return round(FULL_MARKS * round(float(more + same / 2), _DIGITS))


def _mean(values: list[int]) -> int | None:
    return round(sum(values) / len(values)) if values else None


def game_of(guesses: Sequence[str], secret: str, scoring: Scoring, alphabet: Alphabet = LATIN) -> History:
    """Build the history of a game from its words and its secret."""
    hidden = checked_word(secret, None, alphabet)
    history = History(len(hidden), scoring.name, alphabet=alphabet)
    for number, guess in enumerate(guesses, 1):
        try:
            word = checked_word(guess, len(hidden), alphabet)
        except Invalid as error:
            raise error.at(f"guess {number}") from None
        history = history.plus(word, scoring.score(word, hidden))
    return history
