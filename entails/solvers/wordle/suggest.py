"""Ranking of the next guess by expected information and expected guesses to go.

The strategy `turns` takes a short list of guesses that other criteria rank best and asks the coach for the cost of
each. Its first guess is proven to be best if the engine is "exact".

Hints for players name a word that people know first, and a rare word only beside it, with its saving. A hint has a
reason, from which the sentence is built in the player's language.
"""

import zlib
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from entails.data.wordle import is_usual, zipf_of
from entails.locale.message import Language, Message, Sentence
from entails.locale.wordle import NOT_PROVEN
from entails.models.errors import InvalidOption
from entails.models.wordle.history import Scoring
from entails.models.wordle.words import Words
from entails.solvers.wordle import feedback
from entails.solvers.wordle.coach import Coach, Engine, GuessPosition, OpeningCoach, skill_of
from entails.solvers.wordle.feedback import Mode, Pool, Rows, as_letters, still_allowed
from entails.solvers.wordle.partition import (
    CANDIDATES_ONLY,
    CRITERIA,
    Costs,
    Criterion,
    FeedbackOracle,
    best_first,
    criterion_named,
)
from entails.solvers.wordle.secret import PossibleSecrets, SecretSource, possible_secrets

WORTH_KEEPING = 100_000_000
"""Number of pairs of words from which the costs of first guesses are cached on disk: half a second of work or more."""
_RULES = 1
"""Version of the criteria; a change invalidates the cache."""

TURNS = "turns"
"""The strategy that counts guesses to go; without a coach it ranks by entropy."""
_SHORT_LIST = ((8, "entropy"), (4, "most-parts"))
_USUAL_LISTED = 4
"""Number of common words that are always judged."""
_FEW = 20
"""Number of possible secrets up to which all are judged."""
_COACHED = 24
"""Number of guesses of another strategy whose turns are counted."""
_DIGITS = 9
_BEYOND = 1e12
"""Cost of a guess that is not on the short list; more than any total."""


@dataclass(frozen=True)
class Suggestion:
    """A suggested guess with its measures.

    Attributes:
        row: Its row; None for a word that is not in the list.
        chance: The probability that it is the secret.
        expected_size: The number of words left on average.
        rank: The rank, from 1; equally good guesses share it.
        allowed: Whether the mode and the pool permit it.
        expected: Further guesses that best play needs on average after it; None if not counted.
        engine: The method that computed `expected`: exact is proven, beam is an upper bound, bits means not counted.
        is_best: Whether no better guess is known.
        zipf: The frequency of the word on the Zipf scale; None if unknown.
        usual: Whether most people know the word.
        opener: Whether it is a first guess, which is compared only with openers whose totals are known.
        skill: The skill of the guess, from 0 to 100, as `analyse` marks it; None if turns are not counted.
    """

    word: str
    row: int | None
    bits: float
    parts: int
    worst: int
    chance: float
    expected_size: float
    rank: int
    allowed: bool = True
    expected: float | None = None
    engine: Engine | Literal["bits"] = "bits"
    is_best: bool = False
    zipf: float | None = None
    usual: bool = True
    opener: bool = False
    skill: int | None = None


def suggest(
    words: Words,
    scoring: Scoring,
    candidate_rows: Rows,
    *,
    strategy: str = "entropy",
    pool: Pool = "allowed",
    mode: Mode = "normal",
    history: Sequence[tuple[str, int]] = (),
    top: int = 10,
    seed: int = 0,
) -> list[Suggestion]:
    """Return the best guesses while these rows can be the secret, best first; empty without candidates.

    Ties are broken in favour of possible secrets, then answers A-Z, then the other words A-Z.
    """
    ranked = ranking(
        words, scoring, candidate_rows, strategy=strategy, pool=pool, mode=mode, history=history, seed=seed
    )
    return ranked.best(top)


@dataclass(frozen=True, eq=False)
class Ranking:
    """Every permitted guess with its cost, while `members` can be the secret."""

    oracle: FeedbackOracle
    criterion: Criterion
    members: Rows
    guesses: Rows
    costs: Costs
    seed: int
    coach: Coach | None = None
    totals: dict[str, float] = field(default_factory=dict)
    """Totals of some words, by the coach."""
    possible: PossibleSecrets | None = None
    """The model of the secret from which `members` come."""

    def best(self, top: int) -> list[Suggestion]:
        """Return the `top` best guesses."""
        if not len(self.members):
            return []
        if not self.totals:
            places = best_first(self.costs, self.guesses, self.members, top)
        else:  # of words that cost the same, those that can be the secret, then those that people know
            others, known = ~np.isin(self.guesses, self.members), self.zipf[self.guesses]
            places = np.lexsort((self.guesses, -known, others, self.costs))[:top]
        coached = self
        if self.coach is not None and not self.totals:
            coached = replace(self, totals=self._counted(self.oracle.words.words(self.guesses[places[:_COACHED]])))
        return coached._described(self.oracle, self.guesses[places], self.costs[places])

    @cached_property
    def zipf(self) -> NDArray[np.float64]:
        """The Zipf value of each word; 0 if its frequency is unknown."""
        frequencies = zipf_of(self.oracle.words)
        return np.zeros(len(self.oracle.words)) if frequencies is None else frequencies

    @property
    def source(self) -> SecretSource:
        """The source of the possible secrets: answers, later answers, or all allowed words."""
        return "answers" if self.possible is None else self.possible.source

    @property
    def others(self) -> list[str]:
        """Allowed words that also agree with the history but are not answers, commonest first."""
        if self.possible is None:
            return []
        rows = self.possible.others
        return self.oracle.words.words(rows[np.lexsort((rows, -self.zipf[rows]))])

    def likely_first(self, most: int) -> list[str]:
        """Return the first `most` words that can be the secret, commonest first."""
        words, members = self.oracle.words, self.members
        chances = self.oracle.chances(members) if words.weights is not None else self.zipf[members]
        return words.words(members[np.lexsort((members, -chances))[:most]])

    def _counted(self, words: list[str]) -> dict[str, float]:
        return {} if self.coach is None else self.coach.totals(words)

    def by_turns(self) -> "Ranking":
        """Return the ranking by expected guesses to go, for the words that the coach judges."""
        coach, words = self.coach, self.oracle.words
        if coach is None or not len(self.members):
            return self
        groups = self.oracle, self.guesses, self.members, np.random.default_rng(self.seed)
        listed: list[int] = []
        usual = is_usual(words, self.zipf)[self.guesses]
        for most, strategy in _SHORT_LIST:
            costs = CRITERIA[strategy](*groups)
            listed += best_first(costs, self.guesses, self.members, most).tolist()
            known = np.flatnonzero(usual)
            chosen = best_first(costs[known], self.guesses[known], self.members, _USUAL_LISTED)
            listed += known[chosen].tolist()
        if len(self.members) <= _FEW:
            listed += np.flatnonzero(np.isin(self.guesses, self.members)).tolist()
        rows = self.guesses[sorted(set(listed))]
        totals = coach.totals(words.words(rows))
        order = np.empty(len(self.guesses))
        order[best_first(self.costs, self.guesses, self.members, len(self.guesses))] = np.arange(len(self.guesses))
        costs = _BEYOND + order
        for word, total in totals.items():
            costs[self.guesses == words.row_of(word)] = total
        return replace(self, costs=costs, totals=totals)

    def judge(self, idea: str) -> Suggestion | None:
        """Return the measures of any word as a guess; None if there are no candidates."""
        words = self.oracle.words
        letters = as_letters(words.alphabet.fold(idea), words.length, where="your guess")
        if not len(self.members):
            return None
        wider = replace(words, letters=np.concatenate([words.letters, letters[None]]))
        oracle = FeedbackOracle.of(wider, self.oracle.scoring, streamed=True)
        row = words.row_of(idea)
        guess = np.array([len(words) if row is None else row], dtype=np.int32)
        word, totals = oracle.words.word(int(guess[0])), self.totals
        if self.coach is not None and word not in totals:
            totals = self.totals | {word: self.coach.total(word)}
        if self.totals:
            cost = np.array([totals[word]])
        else:
            cost = self.criterion(oracle, guess, self.members, np.random.default_rng(self.seed))
        described = replace(self, totals=totals)._described(oracle, guess, cost)[0]
        return replace(described, row=row, allowed=bool(np.isin(guess, self.guesses)[0]))

    def _described(self, oracle: FeedbackOracle, guesses: Rows, costs: Costs) -> list[Suggestion]:
        groups = oracle.groups(guesses, self.members)
        ranks = np.searchsorted(np.sort(self.costs), costs) + 1
        chances = dict(zip(self.members.tolist(), oracle.chances(self.members).tolist(), strict=True))
        names = oracle.words.words(guesses)
        best = 0.0 if self.coach is None or not self.totals else min(self.coach.best[1], *self.totals.values())
        known, usual = zipf_of(oracle.words), is_usual(oracle.words, zipf_of(oracle.words))
        return [
            Suggestion(
                word=word,
                row=row,
                bits=float(groups.bits[number]),
                parts=int(groups.parts[number]),
                worst=int(groups.worst[number]),
                chance=chances.get(row, 0.0),
                expected_size=float(groups.expected_size[number]),
                rank=int(ranks[number]),
                expected=(turns := self._expected(word)),
                engine="bits" if self.coach is None or turns is None else self._engine(word),
                is_best=self.totals.get(word, best + 1) <= best,
                zipf=None if known is None else round(float(known[row]), 2),
                usual=bool(usual[row]),
                opener=self.is_opening,
                skill=self._skill(word, best),
            )
            for number, (word, row) in enumerate(zip(names, guesses.tolist(), strict=True))
        ]

    @property
    def is_opening(self) -> bool:
        return isinstance(self.coach, OpeningCoach)

    def _expected(self, word: str) -> float | None:
        """Return the expected number of further guesses after a word."""
        total = self.totals.get(word)
        return None if self.coach is None or total is None else round(total / self.coach.size - 1, _DIGITS)

    def _skill(self, word: str, best: float) -> int | None:
        """Return the skill of a guess relative to the best total."""
        total = self.totals.get(word)
        if self.coach is None or total is None:
            return None
        return skill_of((total - best) / self.coach.size, is_best=total <= best)

    def _engine(self, word: str) -> Engine:
        return "exact" if self.coach is not None and self.coach.is_exact(word) else "beam"


def ranking_after(
    words: Words,
    scoring: Scoring,
    facts: Sequence[tuple[str, int]],
    *,
    strategy: str = TURNS,
    pool: Pool = "allowed",
    mode: Mode = "normal",
    seed: int = 0,
) -> Ranking:
    """Rank every guess after a history, with the words that `possible_secrets` returns as candidates."""
    possible = possible_secrets(words, facts, scoring)
    ranked = ranking(
        possible.words, scoring, possible.rows, strategy=strategy, pool=pool, mode=mode, history=facts, seed=seed
    )
    return replace(ranked, possible=possible)


def ranking(
    words: Words,
    scoring: Scoring,
    candidate_rows: Rows,
    *,
    strategy: str = "entropy",
    pool: Pool = "allowed",
    mode: Mode = "normal",
    history: Sequence[tuple[str, int]] = (),
    seed: int = 0,
    remembered: bool = True,
    coached: bool = False,
) -> Ranking:
    """Rank every guess that the mode and the pool permit. Possible secrets are always permitted.

    The costs of first guesses from long lists are cached on disk; with `remembered` False they are computed. With
    `coached` the guesses to go are counted for the words that are shown, as the strategy `turns` always does.
    """
    if strategy == TURNS:
        ranked = ranking(
            words,
            scoring,
            candidate_rows,
            pool=pool,
            mode=mode,
            history=history,
            seed=seed,
            remembered=remembered,
            coached=True,
        )
        return ranked.by_turns()
    if strategy not in CRITERIA:
        expected = ", ".join((TURNS, *CRITERIA))
        raise InvalidOption(f"unknown strategy {strategy[:30]!r}", expected=expected)
    criterion, members = criterion_named(strategy), np.asarray(candidate_rows, dtype=np.int32)
    guesses = still_allowed(words, scoring, mode, history)
    if pool == "candidates" or strategy in CANDIDATES_ONLY:
        guesses = members
    oracle = FeedbackOracle.of(words, scoring, streamed=True)
    ranked = Ranking(oracle, criterion, members, guesses, np.zeros(0), seed)
    if not len(members):
        return ranked
    is_first = not history and len(members) == words.answers
    if coached and (history or is_first):
        ranked = replace(ranked, coach=Coach.for_position(GuessPosition(oracle, history, members, mode)))
    key = None
    if is_first and strategy != "random" and len(guesses) * len(members) >= WORTH_KEEPING:
        key = _opening_key(oracle, f"{strategy}-{pool}")
    kept = feedback.load(key, (1, len(guesses)), np.dtype(np.float64)) if key and remembered else None
    if kept is not None:
        return replace(ranked, costs=kept.ravel())
    costs = criterion(oracle, guesses, members, np.random.default_rng(seed))
    if key:
        feedback.save(key, costs.reshape(1, -1))
    return replace(ranked, costs=costs)


def _opening_key(oracle: FeedbackOracle, name: str) -> str:
    """Return the cache key for the costs of first guesses by a criterion."""
    words = oracle.words
    prior = "uniform" if words.weights is None else f"{zlib.adler32(words.weights.tobytes()):08x}"
    return f"{words.digest}-{oracle.scoring.name}-{prior}-{name}-{_RULES}"


HintReason = Literal["only", "best", "tied", "good", "opener best", "opener", "bits", "rare", "rare bits"]

WORTH_SAYING = 0.005
"""Minimum saving, in guesses or bits, for which a rare word is mentioned."""
_SENTENCES: dict[HintReason, Message] = {
    "only": Message("{word} is the only word left.", "{word} est le seul mot possible."),
    "best": Message(
        "No guess is better than {word}: {expected} more guesses on average{how}.",
        "Aucun essai n'est meilleur que {word} : encore {expected} en moyenne{how}.",
    ),
    "tied": Message(
        "{word} is as good as any guess: {expected} more guesses on average{how}.",
        "{word} vaut les meilleurs : encore {expected} en moyenne{how}.",
    ),
    "good": Message(
        "{word} needs {expected} more guesses on average{how}.",
        "{word} demande encore {expected} essais en moyenne{how}.",
    ),
    "opener best": Message(
        "No known opener is better than {word}: {expected} more guesses on average{how}.",
        "Aucune ouverture connue n'est meilleure que {word} : encore {expected} en moyenne{how}.",
    ),
    "opener": Message(
        "As an opener, {word} needs {expected} more guesses on average{how}.",
        "En ouverture, {word} demande encore {expected} essais en moyenne{how}.",
    ),
    "bits": Message("{word} is expected to give {bits} bits.", "{word} devrait apporter {bits} bits."),
    "rare": Message(
        "{word}, which few people know, would save {saves} guesses compared with {usual}.",
        "{word}, que peu de gens connaissent, économiserait {saves} essai par rapport à {usual}.",
    ),
    "rare bits": Message(
        "{word}, which few people know, would give {saves} more bits than {usual}.",
        "{word}, que peu de gens connaissent, apporterait {saves} bits de plus que {usual}.",
    ),
}


@dataclass(frozen=True)
class WordHint:
    """A guess offered as a hint, with the reason.

    `saves` is the saving of a rare word compared with the usual one: guesses on average, or bits if turns were not
    counted.
    """

    suggestion: Suggestion
    reason: HintReason
    usual: str = ""
    saves: float | None = None

    def says(self, speech: Language = "en") -> str:
        """Return the sentence of the hint, with numbers formatted for the language."""
        suggestion = self.suggestion
        sentence: Sentence = _SENTENCES[self.reason](
            word=suggestion.word.upper(),
            usual=self.usual.upper(),
            bits=float(suggestion.bits),
            expected="" if suggestion.expected is None else float(suggestion.expected),
            saves="" if self.saves is None else float(self.saves),
            how=NOT_PROVEN if suggestion.engine == "beam" else "",
        )
        return sentence.say(speech)


def hints_for(best_first: Sequence[Suggestion]) -> list[WordHint]:
    """Return hints from the best guesses: the best usual word, and a rare word if it is better."""
    if not best_first:
        return []
    first = best_first[0]
    usual = next((suggestion for suggestion in best_first if suggestion.usual), first)
    hints = [WordHint(usual, reason_for(usual, best_first))]
    saves = saved(first, usual)
    if first is not usual and saves >= WORTH_SAYING:
        hints.append(WordHint(first, "rare bits" if first.expected is None else "rare", usual.word, saves))
    return hints


def saved(rare: Suggestion, usual: Suggestion) -> float:
    """Return how many guesses, or bits, a rare word saves compared with a usual one."""
    if rare.expected is None or usual.expected is None:
        return rare.bits - usual.bits
    return usual.expected - rare.expected


def reason_for(suggestion: Suggestion, best_first: Sequence[Suggestion]) -> HintReason:
    """Return the reason to offer a guess rather than the other good ones."""
    if suggestion.chance == 1:
        return "only"
    if suggestion.expected is None:
        return "bits"
    if suggestion.opener:
        return "opener best" if suggestion.is_best else "opener"
    if not suggestion.is_best:
        return "good"
    return "tied" if sum(candidate.is_best for candidate in best_first) > 1 else "best"
