"""Checker of certificates: small, and without code in common with the search.

It scores words by the rules itself. From a certificate it takes only sets of words and bounds, and proves each of them
from those before.

In hard mode, clues are an array of numbers: for each position its letter (from 1), or 0 while it is free, then for each
letter the number of copies that a guess must have. They are written as the positions, with a dot for a free one, and
the letters, such as "..a.. ae".
"""

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from hashlib import sha256
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from entails.solvers.kernels.word_feedback import least_by_own_words, repeats
from entails.solvers.pool.pool import stream

U8 = NDArray[np.uint8]
_LATIN = "abcdefghijklmnopqrstuvwxyz"


class ProofClues:
    """Clues of hard mode: which guesses obey them, and how feedback extends them."""

    def __init__(self, answers: Sequence[str], allowed: Sequence[str]) -> None:
        self.length = len(answers[0])
        self._letters = _LATIN + "".join(sorted(set().union(*allowed, *answers) - set(_LATIN)))
        self.guesses, self.answers = self._numbers(allowed), self._numbers(answers)
        self._copies = self._copies_in(self.guesses)
        self._hidden = self._copies_in(self.answers)
        self.none = np.zeros(self.length + len(self._letters), np.uint8)

    def _numbers(self, words: Sequence[str]) -> U8:
        """Convert words to letter numbers from 0, a row per word."""
        number = {letter: place for place, letter in enumerate(self._letters)}
        return np.array([[number[letter] for letter in word] for word in words], np.uint8)

    def _copies_in(self, letters: U8) -> U8:
        """Count how often each letter occurs in each word."""
        return np.stack([(letters == place).sum(axis=1) for place in range(len(self._letters))], axis=1).astype(
            np.uint8
        )

    def allowed(self, clues: U8) -> NDArray[np.integer[Any]]:
        """Return the guesses that obey the clues."""
        places, copies = clues[: self.length], clues[self.length :]
        kept = np.ones(len(self.guesses), bool)
        for place in np.flatnonzero(places):
            kept &= self.guesses[:, place] + 1 == places[place]
        for letter in np.flatnonzero(copies):
            kept &= self._copies[:, letter] >= copies[letter]
        return np.flatnonzero(kept)

    def after(self, clues: U8, guess: int, answer: int) -> U8:
        """Return the clues after a guess and its feedback for an answer."""
        played, hidden = self.guesses[guess], self.answers[answer]
        places = np.where(played == hidden, played + 1, clues[: self.length])
        shown = np.minimum(self._copies[guess], self._hidden[answer])
        return np.concatenate([places, np.maximum(clues[self.length :], shown)]).astype(np.uint8)

    def implies(self, strong: U8, weak: U8) -> bool:
        """Return whether the strong clues include all of the weak ones."""
        places, copies = weak[: self.length], weak[self.length :]
        return bool(
            np.all((places == 0) | (places == strong[: self.length])) and np.all(copies <= strong[self.length :])
        )

    def write(self, clues: U8) -> str:
        places = "".join("." if not letter else self._letters[letter - 1] for letter in clues[: self.length].tolist())
        copies = zip(self._letters, clues[self.length :].tolist(), strict=True)
        return f"{places} {''.join(letter * number for letter, number in copies)}"

    def read(self, text: object) -> U8 | None:
        """Parse clues; None if the text is invalid."""
        if not isinstance(text, str):
            return None
        places, space, letters = text.partition(" ")
        clues = self.none.copy()
        if len(places) != self.length or not space or not set(places) <= {".", *self._letters}:
            return None
        if len(letters) > self.length or not set(letters) <= set(self._letters):
            return None
        clues[: self.length] = [0 if letter == "." else self._letters.index(letter) + 1 for letter in places]
        for letter in letters:
            clues[self.length + self._letters.index(letter)] += 1
        return clues


Numbers = NDArray[np.integer[Any]]

_AT_ONCE = 1 << 21
"""Entries of a table that is built for some guesses at a time."""


class Counting:
    """The feedback table of a game and bounds by counting. `codes` has a row per guess and a column per answer."""

    def __init__(
        self, answers: Sequence[str], allowed: Sequence[str], counts: bool, weights: Sequence[int] | None = None
    ) -> None:
        codes = scores(allowed, answers, counts)
        self.codes = codes.astype(np.uint8) if codes.max() < 256 else codes
        place = {word: number for number, word in enumerate(answers)}
        self.own = np.array([place.get(word, -1) for word in allowed])
        rows = np.empty(len(answers), np.int64)
        rows[self.own[self.own >= 0]] = np.flatnonzero(self.own >= 0)
        self.inner = self.codes[rows]
        self.weights = np.ones(len(answers), np.int64) if weights is None else np.array(weights, np.int64)
        self.are_alike = bool((self.weights == 1).all())
        self._width = int(self.codes.max()) + 1
        every, rows = np.arange(len(answers)), np.arange(len(allowed))
        alone = np.ones(len(answers), np.int64)
        self.most_parts = int(len(answers) - self._repeats(every, rows, alone).min())
        self._at_most = self.weights.sum() - self._repeats(every, rows, self.weights)

    def cheap(self, words: Numbers, rows: Numbers, bound: int) -> Numbers:
        """Return the guesses that may cost less than a bound, judging by the parts they make.

        A guess makes no more parts of a subset than of all words. This test comes first, because it excludes most
        guesses.
        """
        weights = self.weights[words]
        inside = np.zeros(len(self.weights) + 1, np.int64)
        inside[words] = weights
        twice = 2 * weights.sum() - inside[self.own[rows]]
        likely = np.flatnonzero(twice + weights.sum() - self._at_most[rows] < bound)
        rows, most = rows[likely], bound - 1 - twice[likely]
        return np.asarray(rows[self._repeats(words, rows, self.weights, most) <= most])

    def _repeats(self, words: Numbers, rows: Numbers, weights: Numbers, most: Numbers | None = None) -> Numbers:
        """Return, for each guess, the weight of words that are not the heaviest of their part, up to `most`."""
        falling = words[np.argsort(-weights[words], kind="stable")].astype(np.int64)
        most = np.full(len(rows), weights.sum()) if most is None else most
        return repeats(self.codes, self._width, rows.astype(np.int64), falling, weights[falling], most)

    def glance(self, sets: Numbers) -> Numbers:
        """Return a lower bound for each set: by its own words as guesses, or 2W for others. Sets have one size."""
        order = np.argsort(-self.weights[sets], axis=1, kind="stable")
        falling = np.take_along_axis(sets, order, 1).astype(np.int64)
        return least_by_own_words(self.inner, self._width, falling, self.weights[falling])

    def floor(self, words: Numbers) -> int:
        """Return a lower bound on the cost of a set of words, from their number and weights."""
        falling = np.sort(self.weights[words])[::-1]
        return int(2 * falling.sum() - falling[0] + falling[self.most_parts :].sum())


def scores(guesses: Sequence[str], secrets: Sequence[str], counts: bool) -> Numbers:
    """Return the feedback of each guess for each secret as a number: greens first, then yellows as copies remain."""
    played, hidden = (
        np.frombuffer("".join(words).encode("utf-16-le"), np.uint16).reshape(len(words), -1)
        for words in (guesses, secrets)
    )
    length = played.shape[1]
    codes = np.zeros((len(guesses), len(secrets)), np.uint32 if length > 9 and not counts else np.uint16)
    step = max(1, _AT_ONCE // len(secrets) // 4)
    for at in range(0, len(guesses), step):
        block = played[at : at + step, :, None]
        alike = [[block[:, mine] == hidden[None, :, its] for its in range(length)] for mine in range(length)]
        green = [alike[place][place] for place in range(length)]
        yellow: list[NDArray[np.bool_]] = []
        for place in range(length):
            left = np.zeros(green[0].shape, np.int8)
            for its in range(length):
                left += alike[place][its] & ~green[its]
            for before in range(place):  # copies of the same letter come first
                left -= yellow[before] & (block[:, before] == block[:, place])
            yellow.append(~green[place] & (left > 0))
        target = codes[at : at + step]
        for place in range(length):
            unit = 1 if counts else 3**place
            target += (green[place] * codes.dtype.type(length + 1 if counts else 2 * unit)).astype(codes.dtype)
            target += (yellow[place] * codes.dtype.type(unit)).astype(codes.dtype)
    return codes


FORMAT, VERSION, VERSION_OF_RULES = "entails wordle certificate", 1, 2
_FORMATS = (FORMAT, "clausal wordle certificate")
"""Accepted formats; the second is in the certificates that ship. Version 2 is for hard mode and for weights."""
_LARGEST = 2**28
"""Limit on pairs of a guess and an answer."""
_MOST_ANSWERS = 2**16 - 1
_MOST_BOUND = 2**40
"""Upper bound on the cost of any words: their total weight times the guesses of a game that tries every answer."""
_ROWS_AT_ONCE = 2048
_MOST_GLANCES = 1 << 21
_LINES_A_WORD = 20


@dataclass(frozen=True)
class Certified:
    """The result of checking a certificate. If `fault` is set, nothing is proven.

    `missing` is the number of openers that the certificate does not cover. If it is 0, no tree costs less than
    `at_least`.
    """

    at_least: int
    openers: int
    lemmas: int
    missing: int
    fault: str | None = None
    hard: bool = False
    line: int = 0


@dataclass(frozen=True)
class ProofShare:
    """A share of a proof: every `of`-th lemma and line from `first` on is proven; the others are assumed.

    A lemma is used only after it is stated, so all shares together prove the whole.
    """

    first: int = 0
    of: int = 1

    def has(self, number: int) -> bool:
        return number % self.of == self.first


class ProofFault(Exception):
    """Error: a certificate is invalid; the message is the reason."""

    def __init__(self, problem: str, line: int = 0) -> None:
        super().__init__(f"line {line}: {problem}" if line else problem)
        self.line = line


def check_certificate(
    lines: Sequence[str],
    answers: Sequence[str],
    allowed: Sequence[str],
    counts: bool,
    weights: Sequence[int] | None = None,
    *,
    workers: int = 1,
    watch: Callable[[int], object] = lambda _: None,
) -> Certified:
    """Check a certificate, with several workers in shares.

    `allowed` includes the answers. `counts` selects counts instead of colours. `weights` are those of the answers, in
    the same order; None if all are equal. `watch` receives the number of lines done.
    """
    jobs = [(lines, answers, allowed, counts, weights, ProofShare(first, workers)) for first in range(workers)]
    checked, done = list[Certified](), 0
    for message in stream("entails.solvers.wordle.certificate.checker:check_share", jobs, workers):
        if isinstance(message, Certified):
            checked.append(message)
        else:
            done += message
            watch(done // workers)
    faults = [share for share in checked if share.fault is not None]
    return min(faults, key=lambda share: share.line) if faults else checked[0]


def check_share(
    lines: Sequence[str],
    answers: Sequence[str],
    allowed: Sequence[str],
    counts: bool,
    weights: Sequence[int] | None,
    share: ProofShare,
    tell: Callable[[Certified | int], None],
) -> None:
    """Check one share of a certificate and send the result, preceded by numbers of lines done, for progress."""
    order = sorted(range(len(answers)), key=lambda number: answers[number])
    answers, allowed = [answers[number] for number in order], sorted({*answers, *allowed})
    weights = None if weights is None else [weights[number] for number in order]
    try:
        if len(answers) * len(allowed) > _LARGEST or len(answers) > _MOST_ANSWERS:
            raise ProofFault("too many words to check")
        entries = _entries(lines)
        claim = ProofClaim.read(next(entries, None), answers, allowed, counts, weights)
        proof = Proof(answers, allowed, counts, weights, hard=claim.hard, share=share)
        for number, entry in entries:
            proof.take(number, entry, claim.at_least)
            if number % _LINES_A_WORD == 0:
                tell(_LINES_A_WORD)
    except ProofFault as fault:
        tell(Certified(0, 0, 0, len(allowed), str(fault), line=fault.line))
        return
    missing = proof.missing(claim.at_least)
    tell(Certified(claim.at_least, len(proof.refuted), proof.lemmas, missing, hard=claim.hard))


def _entries(lines: Iterable[str]) -> Iterator[tuple[int, Any]]:
    for number, line in enumerate(lines, 1):
        if line.strip():
            try:
                yield number, json.loads(line)
            except (ValueError, RecursionError):
                raise ProofFault("invalid JSON", number) from None


def _is_whole(value: Any, most: int) -> bool:
    """Return whether a value is an integer from 1 to `most`."""
    return type(value) is int and 0 < value <= most


def digest(words: Sequence[str]) -> str:
    """Return the SHA-256 of the sorted words, one per line."""
    return sha256("\n".join(sorted(words)).encode()).hexdigest()


@dataclass(frozen=True)
class ProofClaim:
    """The claim in the header of a certificate."""

    at_least: int
    hard: bool

    @classmethod
    def read(
        cls,
        first: tuple[int, Any] | None,
        answers: Sequence[str],
        allowed: Sequence[str],
        counts: bool,
        weights: Sequence[int] | None,
    ) -> "ProofClaim":
        head = first[1] if first is not None else None
        if not isinstance(head, dict) or head.get("format") not in _FORMATS:
            raise ProofFault("not a valid certificate")
        hard = head.get("hard", False)
        version = VERSION_OF_RULES if "hard" in head or "weights" in head else VERSION
        if not _is_whole(head.get("version"), version) or head["version"] != version:
            raise ProofFault("not a valid certificate")
        if type(hard) is not bool or (hard and counts):
            raise ProofFault("not a valid certificate")
        if head.get("feedback") != ("counts" if counts else "colours"):
            raise ProofFault("the certificate is for another feedback type")
        for name, words in (("answers", answers), ("allowed", allowed)):
            if head.get(name) != digest(words):
                raise ProofFault(f"the certificate is for other {name}")
        if head.get("weights") != (None if weights is None else weights_digest(answers, weights)):
            raise ProofFault("the certificate is for other weights of the answers")
        if not _is_whole(head.get("at_least"), _MOST_BOUND):
            raise ProofFault("the bound at_least is missing or invalid")
        return cls(head["at_least"], hard)


def weights_digest(answers: Sequence[str], weights: Sequence[int]) -> str:
    """Return the digest of the answers with their weights."""
    return digest([f"{word} {weight}" for word, weight in zip(answers, weights, strict=True)])


@dataclass(frozen=True)
class ProofPart:
    """The words of a part, the clues on later guesses, and the known bound on its cost."""

    words: Numbers
    clues: NDArray[np.uint8] | None
    bound: int


class Proof:
    """State of a proof: bounds of sets of answers, and the refuted openers."""

    def __init__(
        self,
        answers: Sequence[str],
        allowed: Sequence[str],
        counts: bool,
        weights: Sequence[int] | None,
        *,
        hard: bool = False,
        share: ProofShare = ProofShare(),  # noqa: B008  it never changes
    ) -> None:
        self.share = share
        self.answers, self.allowed = answers, allowed
        self.counting = Counting(answers, allowed, counts, weights)
        self.clues = ProofClues(answers, allowed) if hard else None
        self.known: dict[bytes, list[tuple[int, NDArray[np.uint8] | None]]] = {}
        self._glanced: dict[bytes, int] = {}
        self.refuted: set[str] = set()
        self.lemmas = 0
        self.row = {word: number for number, word in enumerate(allowed)}
        self.every = np.arange(len(answers), dtype=np.uint16)
        self.rows = np.arange(len(allowed))

    def take(self, number: int, entry: Any, at_least: int) -> None:
        """Check a line: an opener, and the lemmas that refute it."""
        if not isinstance(entry, dict) or set(entry) != {"opener", "lemmas"} or not isinstance(entry["lemmas"], list):
            raise ProofFault("invalid line; expected an opener and its lemmas", number)
        opener = entry["opener"]
        if not isinstance(opener, str) or opener not in self.row:
            raise ProofFault("the opener is not an allowed guess", number)
        for lemma in entry["lemmas"]:
            self._lemma(number, lemma, self.row[opener])
        if self.share.has(number) and len(
            self.below(np.array([self.row[opener]]), self.every, at_least, self.no_clues)
        ):
            raise ProofFault(f"{opener.upper()} is not refuted", number)
        self.refuted.add(opener)

    @property
    def no_clues(self) -> NDArray[np.uint8] | None:
        return None if self.clues is None else self.clues.none

    def _lemma(self, number: int, lemma: Any, opener: int) -> None:
        """Check a lemma: a bound with its words, or with one word that stands for a whole part of the opener."""
        if not (isinstance(lemma, list) and len(lemma) in (2, 3) and _is_whole(lemma[0], _MOST_BOUND)):
            raise ProofFault("invalid lemma", number)
        bound, members = lemma[:2]
        if type(members) is int and len(lemma) == 2 and 0 <= members < len(self.answers):
            codes = self.counting.codes[opener]
            words = self.every[codes == codes[members]]
            self._hold(number, words, bound, self._after(self.no_clues, opener, members))
            return
        if not isinstance(members, list):
            raise ProofFault("invalid lemma", number)
        if not all(type(member) is int and 0 <= member < len(self.answers) for member in members):
            raise ProofFault("a lemma names an unknown word", number)
        if not members or any(member >= following for member, following in pairwise(members)):
            raise ProofFault("the words of a lemma are not in order", number)
        clues = self.no_clues
        if len(lemma) == 3:
            clues = None if self.clues is None else self.clues.read(lemma[2])
            if clues is None:
                raise ProofFault("a lemma has invalid clues", number)
        self._hold(number, np.array(members, np.uint16), bound, clues)

    def _hold(self, number: int, words: Numbers, bound: int, clues: NDArray[np.uint8] | None) -> None:
        """Check that a lemma is true, and keep it. Lemmas outside the share are kept unchecked."""
        if not self.share.has(self.lemmas):
            self.learn(words, bound, clues)
        elif self.cost_of(words, clues) < bound:
            left = self.unproven(words, bound, clues)
            if len(left):
                word = self.allowed[left[0]].upper()
                raise ProofFault(f"a bound of {bound} guesses for {len(words)} words is not proven; see {word}", number)
            self.learn(words, bound, clues)
        self.lemmas += 1

    def learn(self, words: Numbers, bound: int, clues: NDArray[np.uint8] | None) -> None:
        """Store a proven bound on the cost of a set."""
        self.known.setdefault(words.tobytes(), []).append((bound, clues))

    def unproven(self, words: Numbers, bound: int, clues: NDArray[np.uint8] | None) -> Numbers:
        """Return the guesses that known lemmas allow to cost less than a bound; if there are none, the bound holds.

        Guesses that split nothing are left out: a game without them is never worse.
        """
        rows = self.rows if clues is None or self.clues is None else self.clues.allowed(clues)
        cheap = self.counting.cheap(words, rows, bound)
        codes = self.counting.codes[cheap[:, None], words]
        tells = (codes != codes[:, :1]).any(axis=1) | (len(words) == 1) & (self.counting.own[cheap] == words[0])
        return self.below(cheap[tells], words, bound, clues)

    def below(self, rows: Numbers, words: Numbers, bound: int, clues: NDArray[np.uint8] | None) -> Numbers:
        """Return those of these guesses that may cost less than a bound."""
        bounds = [
            self._below(rows[at : at + _ROWS_AT_ONCE], words, bound, clues) for at in range(0, len(rows), _ROWS_AT_ONCE)
        ]
        return np.concatenate(bounds) if bounds else rows

    def _below(self, rows: Numbers, words: Numbers, bound: int, clues: NDArray[np.uint8] | None) -> Numbers:
        counting, size = self.counting, len(words)
        codes = counting.codes[rows[:, None], words]
        order = np.argsort(codes, axis=1, kind="stable")
        ordered = np.take_along_axis(codes, order, 1)
        begins = np.ones(codes.shape, bool)
        begins[:, 1:] = ordered[:, 1:] != ordered[:, :-1]
        members = words[order].ravel()
        starts = np.flatnonzero(begins)
        row_of, sizes = starts // size, np.diff(starts, append=members.size)
        weights = counting.weights[members]
        floors = 2 * np.add.reduceat(weights, starts) - np.maximum.reduceat(weights, starts)
        floors[(sizes == 1) & (members[starts] == counting.own[rows][row_of])] = 0
        for part in np.flatnonzero(sizes > counting.most_parts).tolist():
            floors[part] = counting.floor(members[starts[part] : starts[part] + sizes[part]])
        costs = counting.weights[words].sum() + np.bincount(row_of, floors, len(rows)).astype(np.int64)
        waiting = np.flatnonzero((sizes > 2) & (costs[row_of] < bound)).tolist()
        data, at, many = members.tobytes(), (2 * starts).tolist(), (2 * sizes).tolist()
        keys = [data[at[part] : at[part] + many[part]] for part in waiting]
        self._glance_at(keys)
        glanced = self._glanced
        better = np.fromiter((glanced[key] for key in keys), np.int64, len(keys))
        for place, key in enumerate(keys):
            if key in self.known:
                part = waiting[place]
                inner = self._after(clues, int(rows[row_of[part]]), int(members[starts[part]]))
                better[place] = max(better[place], self.bound_of(key, inner))
        gains = np.maximum(0, better - floors[waiting])
        costs += np.bincount(row_of[waiting], gains, len(rows)).astype(np.int64)
        return np.asarray(rows[costs < bound])

    def _after(self, clues: NDArray[np.uint8] | None, row: int, answer: int) -> NDArray[np.uint8] | None:
        return None if clues is None or self.clues is None else self.clues.after(clues, row, answer)

    def bound_of(self, key: bytes, clues: NDArray[np.uint8] | None) -> int:
        """Return the best bound that the lemmas give for a set."""
        best = 0
        for bound, needed in self.known.get(key, ()):
            if bound > best and (
                clues is None or needed is None or self.clues is None or self.clues.implies(clues, needed)
            ):
                best = bound
        return best

    def _glance_at(self, keys: Sequence[bytes]) -> None:
        """Compute the bound by own words as guesses for each set that lacks one."""
        if len(self._glanced) > _MOST_GLANCES:
            self._glanced.clear()
        new: dict[int, list[bytes]] = {}
        for key in {key for key in keys if key not in self._glanced}:
            new.setdefault(len(key) // 2, []).append(key)
        for size, some in new.items():
            sets = np.frombuffer(b"".join(some), np.uint16).reshape(-1, size)
            self._glanced.update(zip(some, self.counting.glance(sets).tolist(), strict=True))

    def parts(self, row: int, words: Numbers, clues: NDArray[np.uint8] | None) -> list[ProofPart]:
        """Return the parts that a guess leaves, with their known bounds, without the part that it solves."""
        codes, parts = self.counting.codes[row, words], []
        for code in np.unique(codes).tolist():
            part = words[codes == code]
            if len(part) == 1 and part[0] == self.counting.own[row]:
                continue
            inner = self._after(clues, row, int(part[0]))
            parts.append(ProofPart(part, inner, self.cost_of(part, inner)))
        return parts

    def cost_of(self, words: Numbers, clues: NDArray[np.uint8] | None) -> int:
        """Return the best known lower bound on the cost of a set of words."""
        bound = self.counting.floor(words)
        if len(words) > 2:
            key = words.tobytes()
            self._glance_at([key])
            bound = max(bound, self._glanced[key], self.bound_of(key, clues))
        return bound

    def missing(self, at_least: int) -> int:
        """Return how many openers neither the certificate nor counting refutes."""
        return sum(self.allowed[row] not in self.refuted for row in self.left(at_least).tolist())

    def left(self, at_least: int) -> Numbers:
        """Return the openers that counting does not refute, cheapest first, without those that split nothing."""
        codes = self.counting.codes
        telling = np.flatnonzero((codes != codes[:, :1]).any(axis=1) | (len(self.answers) == 1))
        costs = np.array([self._counted_cost(row) for row in telling.tolist()], np.int64)
        order = np.argsort(costs, kind="stable")
        return np.asarray(telling[order[costs[order] < at_least]])

    def _counted_cost(self, row: int) -> int:
        """Return a lower bound on the cost of an opener by counting alone."""
        counting = self.counting
        codes = counting.codes[row].astype(np.int64)
        if counting.are_alike:
            sizes = np.bincount(codes)
            cost = int((2 * sizes - (sizes > 0) + np.maximum(0, sizes - counting.most_parts)).sum())
        else:
            cost = sum(counting.floor(np.flatnonzero(codes == code)) for code in np.unique(codes).tolist())
        total = int(counting.weights[counting.own[row]]) if counting.own[row] >= 0 else 0
        return int(counting.weights.sum()) + cost - total
