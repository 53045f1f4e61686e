"""Expected guesses to go: the cost of a guess followed by good play.

`Coach` runs an exact tree search, which gives the further guesses that best play needs on average after any guess. If
that would take too long, it uses a beam, which tries only the most promising guesses, so its figure is an upper bound.
The coach reports which of the two it used. The work of the exact search is limited in steps and not in seconds, so the
same position is always judged alike. There is no coach in ultra mode, and none for first guesses of long lists unless
their totals ship (see `OpeningCoach`).

`Trees` is the search: the branch and bound of `kernels.word_tree` on NumPy arrays. Nothing must be compiled first, and
secrets may have weights. A set is a tuple of secrets, the likeliest first. Its total is the sum of weight · guesses
over its secrets.

The search is fast for these reasons:

- All guesses are measured against a set in one step.
- A part of weight W costs at least 2W - w, where w is the weight of its likeliest secret. So a guess costs at least 3W
  less the weights of the likeliest secret of each part.
- The most promising guesses are tried first.
- Of guesses that split a set alike, one is tried.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final, Literal, TypeVar

import numpy as np
from numpy.typing import NDArray

from entails.data.wordle import known_totals
from entails.models.errors import Invalid
from entails.models.wordle.history import COLOURS, Scoring
from entails.models.wordle.words import Words
from entails.solvers.wordle.feedback import Mode, Rows, as_letters, narrowed, pattern_matrix, pattern_row, still_allowed
from entails.solvers.wordle.partition import FeedbackOracle, Partition


@dataclass(frozen=True, eq=False)
class GuessPosition:
    """A position: guesses with their feedback (`facts`), and the words that can still be the secret."""

    oracle: FeedbackOracle
    facts: Sequence[tuple[str, int]]
    members: Rows
    mode: Mode = "normal"

    @property
    def words(self) -> Words:
        return self.oracle.words

    @property
    def scoring(self) -> Scoring:
        return self.oracle.scoring

    @cached_property
    def guesses(self) -> Rows:
        """The words that may be guessed in the position."""
        return still_allowed(self.words, self.scoring, self.mode, self.facts)

    @cached_property
    def groups(self) -> Partition:
        return self.oracle.groups(self.guesses, self.members)

    @property
    def crowding(self) -> float:
        """Average number of words per feedback, after the guess with the most parts. It predicts the search time."""
        return len(self.members) / int(self.groups.parts.max())

    def promising(self, pairs: int) -> Rows:
        """Return the possible secrets, and the other guesses that split them best, up to a number of pairs.

        A pair is a guess and a secret.
        """
        if len(self.guesses) * len(self.members) <= pairs:
            return self.guesses
        is_other = ~np.isin(self.guesses, self.members)
        others = self.guesses[is_other][np.argsort(self.groups.squares[is_other], kind="stable")]
        most = max(0, pairs // len(self.members) - len(self.members))
        return np.sort(np.concatenate([self.members, others[:most]])).astype(np.int32)


Set = tuple[int, ...]
Reals = NDArray[np.float64]

NEVER: Final = float("inf")
_NEARLY: Final = 1e-9
"""Tolerance for sums of weights."""
_SMALL: Final = 40
"""Maximum size of a set that is searched for a secret that tells all others apart; larger sets hardly ever have one."""
_A_TRY, _A_SURVEY, _PAIRS_A_LOOK = 40, 100, 4000
"""Cost of trying a guess and of measuring a set, in steps of about a microsecond.

Counting steps makes searches independent of the clock."""


class SearchTooLarge(Exception):
    """Signal that a search has used up its steps."""


@dataclass(slots=True)
class _Known:
    """Bounds on the total of a set, and a guess that reaches the upper bound (a column of the codes)."""

    lower: float
    upper: float = NEVER
    guess: int = -1


class Trees:
    """Search for the smallest totals of guesses in one position.

    `beam` limits the guesses tried at each set; `looks` limits the work of all calls together.
    """

    def __init__(
        self, position: GuessPosition, guesses: Rows, *, beam: int | None = None, looks: int | None = None
    ) -> None:
        self.position = position
        self._beam, self._most_looks, self._looks = beam or len(guesses), looks, 0
        words, members = position.words, position.members
        weights = words.weights_of(members)
        self._is_uniform = weights is None or not weights.sum() > 0
        if weights is None or self._is_uniform:
            weights = np.ones(len(members))
        likely_first = np.argsort(-weights, kind="stable")
        self._members = members[likely_first]
        self._weights: list[float] = (weights[likely_first] * len(members) / weights.sum()).tolist()
        self._guesses = guesses
        self._letters = words.letters[self._members]
        codes = pattern_matrix(words.letters[guesses], self._letters, position.scoring)
        self._codes = np.ascontiguousarray(codes.T)
        column_of = {row: column for column, row in enumerate(guesses.tolist())}
        self._own = [column_of[row] for row in self._members.tolist()]
        self._secret_of = {column: place for place, column in enumerate(self._own)}
        self._among: list[list[int]] = self._codes[:, self._own].T.tolist()
        """Feedback table of the secrets: a row for each secret as a guess, a column for each secret."""
        self._win, self._kinds = position.scoring.win(words.length), position.scoring.codes(words.length)
        self._known: dict[tuple[Set, bytes], _Known] = {}
        self._every: Set = tuple(range(len(members)))

    @property
    def weight(self) -> float:
        """The weight of all secrets; the number of secrets if they are equally likely."""
        return float(len(self._every))

    def best(self) -> tuple[str, float]:
        """Return a best guess and its total over all secrets."""
        columns = np.arange(len(self._guesses), dtype=np.int32)
        total = self._tidy(self._least(self._every, columns, NEVER))
        if len(self._every) <= 2:
            return self._word(self._own[0]), total
        return self._word(self._known[self._every, self._key(columns)].guess), total

    def after(self, word: str) -> float:
        """Return the total number of guesses if a word is guessed now, allowed or not, and best play follows.

        A word that gives every secret the same feedback costs one more guess for each secret.
        """
        position, letters = self.position, as_letters(word, self.position.words.length)
        codes: list[int] = pattern_row(letters, self._letters, position.scoring).tolist()
        total = self._weight_of(self._every)
        parts = _parts(self._every, codes)
        if len(parts) == 1 and self._win not in parts:
            return total + self.best()[1]
        for code, part in parts.items():
            if code != self._win:
                rows = narrowed(position.words, self._guesses, position.scoring, position.mode, letters, code)
                columns = np.flatnonzero(np.isin(self._guesses, rows)).astype(np.int32)
                total += self._least(part, columns, NEVER)
        return self._tidy(total)

    def _least(self, places: Set, columns: Rows, beta: float) -> float:
        """Return the smallest total of a set with these allowed guesses.

        If it is not below `beta`, the result is a lower bound of at least `beta`.
        """
        weights = self._weights
        if len(places) == 1:
            return weights[places[0]]
        weight = self._weight_of(places)
        if len(places) == 2:
            return 2 * weight - weights[places[0]]
        key = places, self._key(columns)
        known = self._known.get(key)
        if known is None:
            known = self._known[key] = self._glance(places, weight)
        if known.lower >= known.upper - _NEARLY or known.lower >= beta - _NEARLY:
            return known.lower
        self._search(places, columns, weight, beta, known)
        return known.lower

    def _glance(self, places: Set, weight: float) -> _Known:
        """Return first bounds of a set, with its own secrets as guesses.

        The likeliest secret that tells all others apart is optimal. If secrets are equally likely and none tells all
        apart, one that leaves a single pair is optimal.
        """
        lower, size, among = 2 * weight - self._weights[places[0]], len(places), self._among
        most, best = 0, -1
        if size > min(_SMALL, self._kinds):
            return _Known(lower)
        for place in places if self._is_uniform else places[:1]:
            codes = among[place]
            parts = len({codes[secret] for secret in places})
            if parts > most:
                most, best = parts, place
                if parts == size:
                    return _Known(lower, lower, self._own[place])
        if not self._is_uniform:
            return _Known(lower)
        return _Known(lower + 1, lower + 1 if most == size - 1 else NEVER, self._own[best])

    def _search(self, places: Set, columns: Rows, weight: float, beta: float, known: _Known) -> None:
        """Raise the lower bound of a set to its smallest total, or to `beta`."""
        bounds, promise, most_parts = self._survey(places, columns, weight)
        least = max(known.lower, float(bounds.min()))
        best, choice, tried = min(beta, known.upper), known.guess if known.upper < beta else -1, 0
        seen: set[bytes] = set()
        order = np.flatnonzero(bounds < best - _NEARLY)
        order = order[np.argsort(promise[order], kind="stable")]
        codes = self._codes[list(places)]
        for at in order.tolist():
            if best <= least + _NEARLY or tried >= self._beam:
                break
            if bounds[at] >= best - _NEARLY:
                continue
            column = int(columns[at])
            replies = codes[:, column]
            kind = (replies[:, None] == replies).argmax(axis=0).tobytes()
            is_own = self._secret_of.get(column) in places
            if not is_own and kind in seen:
                continue
            seen.add(kind)
            tried += 1
            total = self._after(places, columns, column, replies.tolist(), weight, best, most_parts)
            if total < best - _NEARLY:
                best, choice = total, column
        best = max(best, least)
        known.lower = best
        if choice >= 0:
            known.upper, known.guess = best, choice

    def _after(
        self, places: Set, columns: Rows, column: int, codes: list[int], weight: float, beta: float, most_parts: int
    ) -> float:
        """Return the total of a set with this guess next.

        If it is not below `beta`, the result is a lower bound of at least `beta`.
        """
        weights, total, waiting = self._weights, weight, []
        self._look(_A_TRY + 2 * len(places))
        for code, part in _parts(places, codes).items():
            if code == self._win:
                continue
            size, own = len(part), self._weight_of(part)
            floor = 2 * own - weights[part[0]]
            if self._is_uniform and size > most_parts:
                floor += size - most_parts
            total += floor
            if size > 2:
                waiting.append((size, floor, code, part))
        for _, floor, code, part in sorted(waiting):
            if total >= beta - _NEARLY:
                break
            value = self._least(part, self._narrowed(columns, column, code), beta - total + floor)
            total += max(value, floor) - floor
        return self._tidy(total)

    def _survey(self, places: Set, columns: Rows, weight: float) -> tuple[Reals, Reals, int]:
        """Return a lower bound and a sort key for each guess, and the largest number of parts that a guess makes.

        Secrets come likeliest first, so the first of each part is its likeliest.
        """
        size = len(places)
        self._look(_A_SURVEY + size * size * len(columns) // _PAIRS_A_LOOK)
        codes = self._codes[list(places)]
        if len(columns) < codes.shape[1]:
            codes = codes[:, columns]
        parts, squares = np.zeros((2, len(columns)), np.int32)
        firsts = np.zeros(0 if self._is_uniform else len(columns))
        if self._is_uniform and self._kinds < size:
            for code in range(self._kinds):
                number = np.add.reduce(codes == code, axis=0, dtype=np.uint16)
                parts += number > 0
                squares += np.square(number, dtype=np.int32)
        else:
            for place, secret in enumerate(places):
                same = np.add.reduce(codes[:place] == codes[place], axis=0, dtype=np.uint16)
                is_new = same == 0
                squares += same
                parts += is_new
                if not self._is_uniform:
                    firsts += is_new * self._weights[secret]
            squares = size + 2 * squares
        bounds: Reals = 3 * weight - (parts.astype(np.float64) if self._is_uniform else firsts)
        own = np.array([self._own[place] for place in places])
        at = np.minimum(np.searchsorted(columns, own), len(columns) - 1)
        is_there = columns[at] == own
        bounds[at[is_there]] -= np.array([self._weights[place] for place in places])[is_there]
        bounds[parts == 1] = NEVER  # it tells nothing
        return bounds, 2 * squares + size * bounds, int(parts.max())

    def _narrowed(self, columns: Rows, guess: int, code: int) -> Rows:
        """Return the guesses that hard mode allows after this feedback."""
        if self.position.mode == "normal":
            return columns
        words, rows = self.position.words, self._guesses
        left = narrowed(words, rows[columns], COLOURS, self.position.mode, words.letters[rows[guess]], code)
        kept: Rows = columns[np.isin(rows[columns], left)]
        return kept

    def _key(self, columns: Rows) -> bytes:
        return b"" if self.position.mode == "normal" else columns.tobytes()

    def _word(self, column: int) -> str:
        return self.position.words.word(int(self._guesses[column]))

    def _weight_of(self, places: Sequence[int]) -> float:
        if self._is_uniform:
            return float(len(places))
        weights = self._weights
        return sum([weights[place] for place in places])

    def _tidy(self, total: float) -> float:
        return total if self._is_uniform else round(total, 9)

    def _look(self, looks: int) -> None:
        self._looks += looks
        if self._most_looks is not None and self._looks > self._most_looks:
            raise SearchTooLarge


def _parts(places: Set, codes: list[int]) -> dict[int, Set]:
    """Group the places of secrets by feedback."""
    parts: dict[int, list[int]] = {}
    for place, code in zip(places, codes, strict=True):
        parts.setdefault(code, []).append(place)
    return {code: tuple(part) for code, part in parts.items()}


T = TypeVar("T")
Engine = Literal["exact", "beam"]

FEW, MOST_FOR_EXACT = 45, 300
"""Numbers of words up to which a position is always searched exactly, and above which never."""
CROWDED = 3.0
"""Crowding above which the exact search is not started, because it would exceed its limit."""
LOOKS_FOR_EXACT = 80_000
"""Step limit of the exact search: about a tenth of a second."""
MOST_COACHED = 1000
"""Maximum number of words left for which turns are counted, except for first guesses with known totals."""
MOST_PAIRS = 2**26
"""Limit on pairs of a guess and a secret; above it there is no coach."""


@dataclass(frozen=True)
class _Beam:
    """Limits of a beam search in positions up to this crowding.

    `width` is the number of guesses tried at each set. `pairs` limits the guesses considered: those that split the
    position best.
    """

    crowding: float
    width: int
    pairs: int


_BEAMS = (
    _Beam(4.0, 10, 700_000),
    _Beam(20.0, 4, 200_000),
    _Beam(40.0, 2, 150_000),
    _Beam(float("inf"), 1, 200_000),
)

_GLANCED_AT, _GLANCES = 120_000, 4
"""Limits on pairs and on the beam width for each of the positions after a first guess, about a hundred."""


@dataclass(frozen=True)
class GuessJudgement:
    """A guess compared with the best guess.

    Attributes:
        expected: Further guesses needed on average after the guess.
        best_expected: Further guesses needed after the best guess.
        spare: The extra cost of the guess over all secrets; 0 for a best guess.
        exact: Whether this is proven.
    """

    expected: float
    best: str
    best_expected: float
    spare: float
    exact: bool

    @property
    def is_best(self) -> bool:
        return self.spare <= 0

    @property
    def loss(self) -> float:
        """The average extra cost of the guess, in guesses."""
        return max(0.0, self.expected - self.best_expected)

    @property
    def skill(self) -> int:
        """The skill of the guess from 0 to 100, see `skill_of`."""
        return skill_of(self.loss, is_best=self.is_best)


def skill_of(loss: float, *, is_best: bool = False) -> int:
    """Return the skill of a guess whose average cost exceeds the best one's by `loss` guesses.

    It is 100 for a best guess only, and one less for each hundredth of a guess. A wasted guess, such as the same word
    again, costs a whole guess: 0.
    """
    return 100 if is_best else min(99, max(0, round(100 * (1 - loss))))


class Coach:
    """Judge of guesses in one position, by their expected cost."""

    def __init__(self, position: GuessPosition) -> None:
        self.position = position
        self._proven: dict[str, float] = {}
        self._estimated: dict[str, float] = {}
        left = len(position.members)
        self._is_patient = left <= FEW or (left <= MOST_FOR_EXACT and position.crowding <= CROWDED)

    @classmethod
    def for_position(cls, position: GuessPosition) -> "Coach | None":
        """Return a coach for a position; None if guesses to go are not computed there."""
        words, left, mode = position.words, len(position.members), position.mode
        if mode == "ultra" or not left or left * len(words) > MOST_PAIRS:
            return None
        is_first, is_uniform = not position.facts, words.weights is None
        known = known_totals(words.digest, position.scoring.name, mode) if is_first and is_uniform else {}
        if left > MOST_COACHED and not known:
            return None
        try:
            return OpeningCoach(position, known) if known else cls(position)
        except Invalid:
            return None

    @property
    def size(self) -> float:
        """The weight of all possible secrets; their number if they are equally likely."""
        return float(len(self.position.members))

    @cached_property
    def _exactly(self) -> Trees:
        return Trees(self.position, self.position.guesses, looks=LOOKS_FOR_EXACT)

    @cached_property
    def _by_beam(self) -> Trees:
        position = self.position
        beam = next(candidate for candidate in _BEAMS if position.crowding <= candidate.crowding)
        return Trees(position, position.promising(beam.pairs), beam=beam.width)

    def _by_either(self, search: Callable[[Trees], T]) -> tuple[T, bool]:
        """Return the result of exact search, or of beam search if that takes too long, and whether it is proven."""
        if self._is_patient:
            try:
                return search(self._exactly), True
            except SearchTooLarge:
                self._is_patient = False
        return search(self._by_beam), False

    @cached_property
    def best(self) -> tuple[str, float]:
        """A best guess, and its total number of guesses over all secrets."""
        (word, total), proven = self._by_either(lambda trees: trees.best())
        (self._proven if proven else self._estimated)[word] = total
        return word, total

    def total(self, word: str) -> float:
        """Return the total number of guesses if a word is guessed now, allowed or not, and best play follows."""
        best, least = self.best
        if word not in self._proven and word not in self._estimated:
            total, proven = self._by_either(lambda trees: trees.after(word))
            # no tree is below what is proven of the best guess, so one that a beam finds as good is as good
            proven = proven or (best in self._proven and total == least)
            (self._proven if proven else self._estimated)[word] = total
        return self._proven[word] if word in self._proven else self._estimated[word]

    def totals(self, words: Sequence[str]) -> dict[str, float]:
        """Return the totals of several words, with the best guess first."""
        return dict([self.best]) | {word: self.total(word) for word in words}

    def judge(self, word: str) -> GuessJudgement:
        """Compare a guess with the best one. A guess that a beam finds better than its best becomes the best."""
        (best, least), own = self.best, self.total(word)
        if own < least:
            best, least = word, own
        return GuessJudgement(own / self.size - 1, best, least / self.size - 1, own - least, self.is_exact(word))

    def is_exact(self, word: str) -> bool:
        """Return whether the total of a word is proven; requires a previous call of `total`."""
        return word in self._proven


class OpeningCoach(Coach):
    """Coach for the first guess of a list whose usual openers have proven totals; beam search judges other words."""

    def __init__(self, position: GuessPosition, known: Mapping[str, int]) -> None:
        self.position = position
        self._proven, self._estimated = {word: float(total) for word, total in known.items()}, {}
        self._is_patient = False

    @cached_property
    def best(self) -> tuple[str, float]:
        return min(self._proven.items(), key=lambda opener: opener[1])

    def total(self, word: str) -> float:
        if word not in self._proven and word not in self._estimated:
            self._estimated[word] = self._after(word)
        return self._proven[word] if word in self._proven else self._estimated[word]

    def totals(self, words: Sequence[str]) -> dict[str, float]:
        """Return the proven totals, whatever the words."""
        del words
        return dict(self._proven)

    def _after(self, word: str) -> float:
        """Return the total of an opener, by a beam search for each feedback, as promising guesses depend on it."""
        position = self.position
        words, scoring = position.words, position.scoring
        codes = pattern_row(as_letters(word, words.length), words.secrets, scoring)
        total = self.size
        for code in np.unique(codes).tolist():
            members = np.flatnonzero(codes == code).astype(np.int32)
            if code == scoring.win(words.length):
                continue
            if len(members) <= 2:
                total += 2 * len(members) - 1
                continue
            after = GuessPosition(position.oracle, ((word, code),), members, position.mode)
            total += Trees(after, after.promising(_GLANCED_AT), beam=_GLANCES).best()[1]
        return total
