"""The checker of certificates: small, plain, and without a line of the search.

It scores words by the rules itself, and takes nothing from a certificate but sets of words and bounds, each of which it
proves again from those before.
"""

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from hashlib import sha256
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

FORMAT, VERSION = "clausal wordle certificate", 1


@dataclass(frozen=True)
class Certified:
    """What a certificate proves; `fault` says what is wrong with it, and nothing is proven then.

    `missing` counts the openers that nothing is said about: with none, no tree at all costs less than `at_least`.
    """

    at_least: int
    openers: int
    lemmas: int
    missing: int
    fault: str | None = None


class Fault(Exception):
    """Why a certificate is not believed."""


def check_certificate(lines: Iterable[str], answers: Sequence[str], allowed: Sequence[str], counts: bool) -> Certified:
    """Prove a certificate again. `allowed` holds the answers too; `counts` scores by counts and not by colours."""
    answers, allowed = sorted(answers), sorted({*answers, *allowed})
    proof = _Proof(answers, allowed, counts)
    try:
        entries = _entries(lines)
        proof.begin(next(entries, None))
        for entry in entries:
            proof.take(entry)
    except Fault as fault:
        return Certified(0, 0, 0, len(allowed), str(fault))
    return Certified(proof.at_least, len(proof.refuted), proof.lemmas, proof.missing())


def _entries(lines: Iterable[str]) -> Iterator[tuple[int, Any]]:
    for number, line in enumerate(lines, 1):
        if line.strip():
            try:
                yield number, json.loads(line)
            except (ValueError, RecursionError):
                raise Fault(f"line {number} is not JSON") from None


def digest(words: Sequence[str]) -> str:
    """Of the words, sorted, one a line."""
    return sha256("\n".join(sorted(words)).encode()).hexdigest()


class _Proof:
    """What is proven so far: `known` bounds by set of answers, and the openers that were refuted."""

    def __init__(self, answers: Sequence[str], allowed: Sequence[str], counts: bool) -> None:
        self.answers, self.allowed, self.counts = answers, allowed, counts
        self.known: dict[bytes, int] = {}
        self.refuted: set[str] = set()
        self.at_least = self.lemmas = 0
        self.codes = scores(allowed, answers, counts)
        place = {word: number for number, word in enumerate(answers)}
        self.own = np.array([place.get(word, -1) for word in allowed])
        self.row = {word: number for number, word in enumerate(allowed)}
        self.most_parts = int(parts_of(self.codes).max())

    def begin(self, first: tuple[int, Any] | None) -> None:
        head = first[1] if first is not None else None
        if not isinstance(head, dict) or head.get("format") != FORMAT or head.get("version") != VERSION:
            raise Fault("this is no certificate")
        if head.get("feedback") != ("counts" if self.counts else "colours"):
            raise Fault("it speaks of another feedback")
        for name, words in (("answers", self.answers), ("allowed", self.allowed)):
            if head.get(name) != digest(words):
                raise Fault(f"it was made for other {name}")
        if type(head.get("at_least")) is not int:
            raise Fault("it does not say what it proves")
        self.at_least = head["at_least"]

    def take(self, entry: tuple[int, Any]) -> None:
        """One line: an opener, and the lemmas that refute it."""
        number, said = entry
        if not isinstance(said, dict) or set(said) != {"opener", "lemmas"} or not isinstance(said["lemmas"], list):
            raise Fault(f"line {number} is not about an opener")
        opener = said["opener"]
        if not isinstance(opener, str) or opener not in self.row:
            raise Fault(f"line {number}: this word may not be guessed")
        for lemma in said["lemmas"]:
            self._lemma(number, lemma)
        every = np.arange(len(self.answers))
        if self._cost(self.row[opener], every, self.codes[self.row[opener]]) < self.at_least:
            raise Fault(f"line {number}: {opener.upper()} is not refuted")
        self.refuted.add(opener)

    def _lemma(self, number: int, lemma: Any) -> None:
        if not (isinstance(lemma, list) and len(lemma) == 2 and type(lemma[0]) is int and isinstance(lemma[1], list)):
            raise Fault(f"line {number}: this is no lemma")
        bound, members = lemma
        if not all(type(one) is int and 0 <= one < len(self.answers) for one in members):
            raise Fault(f"line {number}: a lemma speaks of no word")
        if not members or any(one >= other for one, other in pairwise(members)):
            raise Fault(f"line {number}: the words of a lemma are not in order")
        words = np.array(members)
        codes = self.codes[:, words]
        for guess in np.flatnonzero(simple_costs(codes, np.isin(self.own, words)) < bound).tolist():
            if np.all(codes[guess] == codes[guess, 0]) and self.own[guess] != words[0]:
                continue  # it tells nothing, and is never better than going on without it
            if self._cost(guess, words, codes[guess]) < bound:
                word = self.allowed[guess].upper()
                raise Fault(f"line {number}: {len(members)} words do not take {bound} guesses, see {word}")
        key = _key(words)
        self.lemmas += 1
        self.known[key] = max(bound, self.known.get(key, 0))

    def _cost(self, guess: int, words: NDArray[np.integer[Any]], codes: NDArray[np.integer[Any]]) -> int:
        """At least what these words take with this guess first."""
        cost = len(words)
        for code in np.unique(codes).tolist():
            part = words[codes == code]
            if len(part) == 1 and part[0] == self.own[guess]:
                continue  # found
            cost += max(self._counted(len(part)), self.known.get(_key(part), 0))
        return cost

    def _counted(self, words: int) -> int:
        """At least what so many words take, by counting alone."""
        return 2 * words - 1 if words <= self.most_parts else 3 * words - self.most_parts - 1

    def missing(self) -> int:
        """How many openers are neither refuted here nor by counting alone, nor tell nothing."""
        telling = (self.codes != self.codes[:, :1]).any(axis=1) | (len(self.answers) == 1)
        left = [guess for guess in np.flatnonzero(telling).tolist() if self.allowed[guess] not in self.refuted]
        return sum(self._counted_cost(guess) < self.at_least for guess in left)

    def _counted_cost(self, guess: int) -> int:
        """At least what an opener costs, by counting alone."""
        sizes = np.unique(self.codes[guess], return_counts=True)[1].tolist()
        found = self._counted(1) if self.own[guess] >= 0 else 0  # the part in which the guess is right
        return len(self.answers) + sum(map(self._counted, sizes)) - found


def _key(words: NDArray[np.integer[Any]]) -> bytes:
    return words.astype(np.uint16).tobytes()


def simple_costs(codes: NDArray[np.integer[Any]], inside: NDArray[np.bool_]) -> NDArray[np.integer[Any]]:
    """At least what each guess costs, by its number of parts k alone: 3n - k, one less where it may be right."""
    return np.asarray(3 * codes.shape[1] - parts_of(codes) - inside)


def parts_of(codes: NDArray[np.integer[Any]]) -> NDArray[np.integer[Any]]:
    """Into how many parts each guess splits."""
    ordered = np.sort(codes, axis=1)
    return np.asarray(1 + (ordered[:, 1:] != ordered[:, :-1]).sum(axis=1))


def scores(guesses: Sequence[str], secrets: Sequence[str], counts: bool) -> NDArray[np.integer[Any]]:
    """What each guess is told by each secret, as a number: greens first, then yellows while copies remain."""
    letters = [np.frombuffer("".join(words).encode(), np.uint8).reshape(len(words), -1) for words in (guesses, secrets)]
    length = letters[0].shape[1]
    found = np.zeros((len(guesses), len(secrets)), np.uint16)
    for number, guess in enumerate(letters[0]):
        green = letters[1] == guess
        left = ~green
        code = np.where(green, 2, 0)
        for place in range(length):
            open_ = ~green[:, place]
            copies = left & (letters[1] == guess[place])
            first = copies.argmax(axis=1)
            yellow = open_ & copies.any(axis=1)
            left[np.flatnonzero(yellow), first[yellow]] = False
            code[:, place] += yellow
        if counts:
            found[number] = (code == 2).sum(axis=1) * (length + 1) + (code == 1).sum(axis=1)
        else:
            found[number] = code @ (3 ** np.arange(length))
    return found
