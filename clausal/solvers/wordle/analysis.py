"""A game looked at afterwards, guess by guess: what it was expected to tell, what it told, and what would have been
better.

worth    the bits that a guess is expected to tell, plus its chance to be the secret: a guess that is right spares the
         one that would have been needed to say so
skill    99 · worth / the worth of the best guess
luck     99 · (the chance that another secret would have left more words, plus half the chance of as many); a win leaves
         none
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from clausal.models.errors import Invalid
from clausal.models.letters import Letters
from clausal.models.wordle.game import Wordle
from clausal.models.wordle.game_report import AnalyseReport, TurnAnalysis
from clausal.models.wordle.history import Guess, History, checked_word
from clausal.models.wordle.scoring import Scoring
from clausal.models.wordle.words import Words
from clausal.solvers.wordle.candidates import Rows, as_letters
from clausal.solvers.wordle.criteria import best_first
from clausal.solvers.wordle.groups import Referee
from clausal.solvers.wordle.patterns import pattern_row
from clausal.solvers.wordle.pool import Mode, narrowed

FULL_MARKS = 99
_DIGITS = 9


def analyse(words: Words, history: History, *, secret: str | None = None, mode: Mode = "normal") -> AnalyseReport:
    """Every turn of a game. A secret that is not in the list is taken as if it were; the last guess of a game that was
    won is the secret. The turns end where no word is left."""
    scoring, won = history.kind, bool(history.guesses) and history.guesses[-1].code == history.kind.win(history.length)
    secret = history.guesses[-1].word if secret is None and won else secret
    if secret is not None:
        secret = checked_word(secret, history.length)
        words = with_answer(words, secret)
    problem = None if secret is None else Wordle(history).refuses(secret)
    turns: list[TurnAnalysis] = []
    members, allowed = np.arange(words.answers, dtype=np.int32), np.arange(len(words), dtype=np.int32)
    for number, guess in enumerate(history, 1):
        turn, members = _turn(Referee.of(words, scoring, streamed=True), guess, members, allowed)
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
        skill=_mean([turn.skill for turn in turns]),
        luck=_mean([turn.luck for turn in turns if turn.luck is not None]),
        bits=round(sum(turn.bits for turn in turns), 6),
        bits_won=round(sum(turn.bits_won or 0.0 for turn in turns), 6),
    )


def with_answer(words: Words, secret: str) -> Words:
    """The words with this one among the answers; as unlikely as the least likely of them."""
    row = words.row_of(secret)
    if row is not None and row < words.answers:
        return words
    answers = np.concatenate([words.secrets, as_letters(secret, words.length)[None]])
    weights = None if words.weights is None else np.append(words.weights, words.weights.min())
    return Words.of(answers, words.letters, name=words.name, language=words.language, weights=weights)


def _turn(referee: Referee, guess: Guess, members: Rows, allowed: Rows) -> tuple[TurnAnalysis, Rows]:
    """One guess while `members` can be the secret, and those of them that are left."""
    words, scoring = referee.words, referee.scoring
    letters, chances = as_letters(guess.word, words.length), referee.chances(members)
    row = words.row_of(guess.word)
    parts = _Parts.of(letters, words.letters[members], chances, scoring)
    chance = float(chances[members == row].sum())
    worth = round(parts.bits + chance, _DIGITS)
    best, best_bits, best_worth = _best(referee, members, allowed)
    left = members[parts.codes == guess.code]
    report = TurnAnalysis(
        word=guess.word,
        marks=scoring.write(guess.code, words.length),
        before=len(members),
        after=len(left),
        bits=round(parts.bits, 6),
        bits_won=round(parts.bits_of(guess.code), 6) if len(left) else None,
        chance=round(chance, _DIGITS),
        worth=round(worth, 6),
        best=best,
        best_bits=round(best_bits, 6),
        best_worth=round(best_worth, 6),
        skill=round(FULL_MARKS * min(1.0, worth / best_worth)),
        luck=parts.luck(guess.code, scoring.win(words.length)) if len(left) else None,
        possible=chance > 0,
        allowed=bool(np.isin(row, allowed)) if row is not None else False,
    )
    return report, left


def _best(referee: Referee, members: Rows, allowed: Rows) -> tuple[str, float, float]:
    """The guess of the most worth, its bits and its worth. Ties: see `best_first`."""
    bits = referee.groups(allowed, members).bits
    chance_of = np.zeros(len(referee.words))
    chance_of[members] = referee.chances(members)
    worth = np.round(bits + chance_of[allowed], _DIGITS)
    place = int(best_first(-worth, allowed, members, 1)[0])
    return referee.words.word(int(allowed[place])), float(bits[place]), float(worth[place])


@dataclass(frozen=True, eq=False)
class _Parts:
    """How one guess splits the words that are left: the code of each word, the chance of each word."""

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
        """What this feedback tells."""
        return max(0.0, round(float(-np.log2(self.chances[self.codes == code].sum())), _DIGITS))

    def luck(self, code: int, win: int) -> int | None:
        """None when all secrets give the same feedback."""
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
    """The history of a game of which only the words and the secret are known."""
    hidden = checked_word(secret, None)
    history = History(len(hidden), scoring.name)
    for number, guess in enumerate(guesses, 1):
        try:
            word = checked_word(guess, len(hidden))
        except Invalid as error:
            raise error.at(f"guess {number}") from None
        history = history.plus(word, scoring.score(word, hidden))
    return history
