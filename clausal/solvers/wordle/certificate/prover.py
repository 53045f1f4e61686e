"""Writing a certificate: the search says what every part takes, and lemmas are made of what is needed of it.

A certificate is a file of lines, a heading and then one for each opener that counting parts alone does not refute, with
the lemmas that do. So a run that was ended leaves whole lines, and the next one goes on after them.
"""

import json
from collections.abc import Callable, Generator, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from clausal.models.wordle.scoring import SCORINGS, Scoring
from clausal.models.wordle.words import Words
from clausal.solvers.crew import run_jobs
from clausal.solvers.wordle.certificate.checker import FORMAT, VERSION, digest
from clausal.solvers.wordle.patterns import pattern_matrix
from clausal.solvers.wordle.tree.board import Board
from clausal.solvers.wordle.tree.search import ANY_DEPTH, Search

Lemma = tuple[int, tuple[int, ...]]
"""A bound, and the answers that it speaks of, as numbers in alphabetical order."""
Told = tuple[str, str, int | None]
"""An opener, its line of the certificate, and its total where it could not be refuted."""
_MEMO_BITS = 20


class NotRefuted(Exception):
    """An opener takes fewer guesses than were to be proven necessary."""

    def __init__(self, opener: str, total: int) -> None:
        super().__init__(f"{opener} takes {total}")
        self.opener, self.total = opener, total


@dataclass(frozen=True)
class Heading:
    """What a certificate is about."""

    feedback: str
    answers: str
    allowed: str
    at_least: int

    @classmethod
    def of(cls, words: Words, scoring: Scoring, at_least: int) -> "Heading":
        every = words.words()
        return cls(scoring.name, digest(every[: words.answers]), digest(every), at_least)

    @property
    def line(self) -> str:
        return json.dumps({"format": FORMAT, "version": VERSION, **self.__dict__}) + "\n"


class Prover:
    """Makes the lemmas for one opener after the other; what was proven stays proven."""

    def __init__(self, words: Words, scoring: Scoring) -> None:
        self.words = words
        self.codes = pattern_matrix(words.letters, words.secrets, scoring)
        self.search = Search(Board.of(words, scoring), memo_bits=_MEMO_BITS)
        self.win = scoring.win(words.length)
        self.most_parts = int(parts_made(self.codes).max())
        self.known: dict[bytes, int] = {}

    def refute(self, opener: str, at_least: int) -> list[Lemma]:
        """The lemmas by which a tree with this opener takes at least so many guesses."""
        row = self.words.row_of(opener)
        assert row is not None
        lemmas: list[Lemma] = []
        every = np.arange(self.words.answers, dtype=np.int32)
        cost = self._raise(every, self.codes[row], at_least, lemmas)
        if cost < at_least:
            raise NotRefuted(opener, cost)
        return lemmas

    def _raise(self, members: NDArray[np.int32], codes: NDArray[Any], wanted: int, lemmas: list[Lemma]) -> int:
        """The cost of a guess by what is known, and by as many new lemmas as it takes to reach what is wanted: first by
        those that counting parts proves, then by what the search knows, small parts first."""
        parts = [members[codes == code] for code in np.unique(codes).tolist() if code != self.win]
        cost = len(members) + sum(map(self._bound, parts))
        large_first = sorted((part for part in parts if len(part) > 2), key=len, reverse=True)
        for prove, ordered in ((self._count, large_first), (self._settle, large_first[::-1])):
            for part in ordered:
                if cost >= wanted:
                    return cost
                before = self._bound(part)
                prove(part, before + wanted - cost, lemmas)
                cost += self._bound(part) - before
        return cost

    def _bound(self, part: NDArray[np.int32]) -> int:
        return max(counted(len(part), self.most_parts), self.known.get(part.tobytes(), 0))

    def _count(self, part: NDArray[np.int32], _wanted: int, lemmas: list[Lemma]) -> None:
        """By the number of parts that each guess makes of these words."""
        if part.tobytes() in self.known:
            return
        bound = int(self._costs(part)[0].min())
        if bound > self._bound(part):
            self._learn(part, bound, lemmas)

    def _settle(self, part: NDArray[np.int32], wanted: int, lemmas: list[Lemma]) -> None:
        """By the search, as far as wanted."""
        bound = min(wanted, self.search.least(part, self.search.board.clues, ANY_DEPTH))
        if bound > self._bound(part):
            self._prove(part, bound, lemmas)

    def _prove(self, members: NDArray[np.int32], bound: int, lemmas: list[Lemma]) -> None:
        """The lemma, after those that it needs: for the parts of each guess that looks cheaper at first sight."""
        costs, parts = self._costs(members)
        codes = self.codes[:, members]
        cheap = np.flatnonzero((costs < bound) & (parts > 1))
        for guess in cheap[np.argsort(costs[cheap], kind="stable")].tolist():
            cost = self._raise(members, codes[guess], bound, lemmas)
            assert cost >= bound, "the search and the lemmas disagree"
        self._learn(members, bound, lemmas)

    def _learn(self, members: NDArray[np.int32], bound: int, lemmas: list[Lemma]) -> None:
        self.known[members.tobytes()] = bound
        lemmas.append((bound, tuple(members.tolist())))

    def _costs(self, members: NDArray[np.int32]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """At least what each guess costs by its number of parts, and that number. One that tells nothing is dear."""
        parts = parts_made(self.codes[:, members])
        inside = np.zeros(len(parts), dtype=bool)
        inside[members] = True
        return np.where(parts > 1, 3 * len(members) - parts - inside, 4 * len(members)), parts


def counted(words: int, most_parts: int) -> int:
    """At least what so many words take, where no guess makes more parts."""
    return 2 * words - 1 if words <= most_parts else 3 * words - most_parts - 1


def parts_made(codes: NDArray[Any]) -> NDArray[np.int64]:
    """Into how many parts each guess splits."""
    ordered = np.sort(codes, axis=1)
    return np.asarray(1 + (ordered[:, 1:] != ordered[:, :-1]).sum(axis=1))


def hard_openers(words: Words, scoring: Scoring, at_least: int) -> list[str]:
    """The openers that counting does not refute, the cheapest first. One that tells nothing needs no refuting: to go on
    without it is never worse."""
    codes = pattern_matrix(words.letters, words.secrets, scoring)
    most = int(parts_made(codes).max())
    win = scoring.win(words.length)
    costs = np.array([words.answers + _parts_cost(row, win, most) for row in codes])
    told = (codes != codes[:, :1]).any(axis=1)
    order = np.argsort(costs, kind="stable").tolist()
    return words.words([row for row in order if costs[row] < at_least and told[row]])


def _parts_cost(codes: NDArray[Any], win: int, most_parts: int) -> int:
    sizes = np.bincount(codes)
    if win < len(sizes):
        sizes[win] = 0
    return sum(counted(size, most_parts) for size in sizes[sizes > 0].tolist())


def whole_lines(text: str) -> tuple[str, dict[str, str]]:
    """The heading of a certificate that may not be finished, and its lines by their openers; what is cut off is left
    out."""
    first, *rest = text.splitlines(keepends=True) or [""]
    found: dict[str, str] = {}
    for line in rest:
        with suppress(ValueError, KeyError, TypeError):
            if line.endswith("\n"):
                found[str(json.loads(line)["opener"])] = line
    return first, found


def prove(
    words: Words,
    scoring: Scoring,
    at_least: int,
    openers: Sequence[str],
    *,
    done: Iterable[str] = (),
    workers: int = 1,
    watch: Callable[[int, int], object] = lambda *_: None,
) -> Generator[tuple[str, str], None, None]:
    """Each opener with its line of the certificate, as they are found; those that are `done` are left out."""
    before = set(done)
    left = [opener for opener in openers if opener not in before]
    size = max(1, min(50, -(-len(left) // max(1, 4 * workers))))
    chunks = [tuple(left[at : at + size]) for at in range(0, len(left), size)]
    jobs = [(words, scoring.name, at_least, chunk) for chunk in chunks]
    finished = len(openers) - len(left)
    for opener, line, total in run_jobs("clausal.solvers.wordle.certificate.prover:refute_some", jobs, workers):
        if total is not None:
            raise NotRefuted(opener, total)
        finished += 1
        watch(finished, len(openers))
        yield opener, line


def refute_some(
    words: Words, scoring: str, at_least: int, openers: tuple[str, ...], tell: Callable[[Told], None]
) -> None:
    """One job: a line for each of these openers. The lines stand alone, whichever come before them in the file."""
    key = (words.digest, scoring)
    if key not in _kept:
        _kept.clear()
        _kept[key] = Prover(words, SCORINGS[scoring])
    prover = _kept[key]
    for opener in openers:
        prover.known.clear()
        try:
            lemmas = prover.refute(opener, at_least)
        except NotRefuted as found:
            tell((opener, "", found.total))
            return
        tell((opener, json.dumps({"opener": opener, "lemmas": lemmas}) + "\n", None))


_kept: dict[tuple[str, str], Prover] = {}
"""What a process of a crew knows of the words it works on."""
