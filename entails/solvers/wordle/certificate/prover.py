"""Prover of certificates: the search gives the cost of each part, and the checker names missing lemmas.

A certificate is a file of lines: a heading, then one line for each opener that counting parts does not refute, with the
lemmas that refute it. A line may use lemmas of earlier lines. An interrupted run leaves complete lines, and the next
run resumes after them.
"""

import json
from collections.abc import Callable, Generator, Iterable, Sequence
from contextlib import suppress
from typing import Any
from uuid import uuid4

import numpy as np
from numpy.typing import NDArray

from entails.models.wordle.history import COLOURS, SCORINGS, Scoring
from entails.models.wordle.words import Words, whole_weights
from entails.solvers.kernels.word_tree_survey import I32, U8
from entails.solvers.pool.pool import stream
from entails.solvers.wordle.certificate.checker import (
    FORMAT,
    VERSION,
    VERSION_OF_RULES,
    Proof,
    ProofPart,
    digest,
    weights_digest,
)
from entails.solvers.wordle.tree.search import ANY_DEPTH, TreeSearch, WordMatrix

Lemma = tuple[int, int] | tuple[int, list[int]] | tuple[int, list[int], str]
"""A bound and its answers, numbered in alphabetical order, and in hard mode the clues that guesses must obey.

One answer represents the whole part of the opener that contains it.
"""
LineReport = tuple[str, str, int | None]
"""An opener, its line of the certificate, and its total if it was not refuted."""
_MEMO_BITS = 20
_STRONGEST = 100


class NotRefuted(Exception):
    """Error: an opener takes fewer guesses than the bound to be proven."""

    def __init__(self, opener: str, total: int) -> None:
        super().__init__(f"{opener} takes {total}")
        self.opener, self.total = opener, total


def heading(words: Words, scoring: Scoring, at_least: int, *, hard: bool = False, opener: str | None = None) -> str:
    """Return the header line of a certificate.

    `opener` is the opener of a tree with this total, if one is known. The checker does not need it.
    """
    every = words.words()
    answers, weights = every[: words.answers], weights_of(words)
    rules: dict[str, Any] = {"hard": True} if hard else {}
    if weights is not None:
        rules["weights"] = weights_digest(answers, weights)
    head = {"format": FORMAT, "version": VERSION_OF_RULES if rules else VERSION, "feedback": scoring.name}
    about = {"answers": digest(answers), "allowed": digest(every), "at_least": at_least}
    return json.dumps(head | about | rules | ({} if opener is None else {"opener": opener})) + "\n"


def weights_of(words: Words) -> list[int] | None:
    """Return the integer weights of the answers; None if all are equally likely."""
    return None if words.weights is None else whole_weights(words.weights).tolist()


def proof_of(words: Words, scoring: Scoring, *, hard: bool = False) -> Proof:
    """Return a checker of this game that has nothing proven yet."""
    every = words.words()
    return Proof(every[: words.answers], sorted(every), scoring is not COLOURS, weights_of(words), hard=hard)


class Prover:
    """Writer of lemmas for openers in turn. Earlier lemmas are kept for later openers."""

    def __init__(self, words: Words, scoring: Scoring, *, hard: bool = False) -> None:
        self.proof = proof_of(words, scoring, hard=hard)
        board = WordMatrix.of(words, scoring, hard=hard)
        self.search = TreeSearch(board, memo_bits=_MEMO_BITS)
        self._column = np.empty(words.answers, np.int32)
        self._column[board.secrets] = np.arange(words.answers, dtype=np.int32)
        self._free = board.clues

    def refute(self, opener: str, at_least: int) -> list[Lemma]:
        """Return lemmas that prove that every tree with this opener takes at least `at_least` guesses.

        First come lemmas by counting parts, large parts first, then lemmas from the search.
        """
        proof, lemmas = self.proof, list[Lemma]()
        parts = proof.parts(proof.row[opener], proof.every, proof.no_clues)
        cost = int(proof.counting.weights.sum()) + sum(part.bound for part in parts)
        for place in sorted(range(len(parts)), key=lambda at: -len(parts[at].words)):
            part = parts[place]
            if cost >= at_least or len(part.words) <= 2:
                break
            bound = self.search.counted(self._columns(part.words), self._clues(part.clues))
            if bound > part.bound:
                self.proof.learn(part.words, bound, part.clues)
                lemmas.append((bound, int(part.words[0])))
                cost += bound - part.bound
                parts[place] = ProofPart(part.words, part.clues, bound)
        cost = self._settle(parts, cost, at_least, lemmas)
        if cost < at_least:
            raise NotRefuted(opener, cost)
        return lemmas

    def _settle(self, parts: Sequence[ProofPart], cost: int, wanted: int, lemmas: list[Lemma]) -> int:
        """Add lemmas for the parts of a guess, small ones first, until its cost reaches `wanted`; return the cost."""
        for part in sorted(parts, key=lambda part_: len(part_.words)):
            if cost >= wanted:
                break
            if len(part.words) > 2:
                most = part.bound + wanted - cost
                least = self.search.least(self._columns(part.words), self._clues(part.clues), ANY_DEPTH, most)
                bound = min(most, least)
                if bound > part.bound:
                    self._prove(part, bound, lemmas)
                    cost += bound - part.bound
        return cost

    def _prove(self, part: ProofPart, bound: int, lemmas: list[Lemma]) -> None:
        """Add a lemma after those it needs, one for each guess that the checker cannot refute yet."""
        proof, weight = self.proof, int(self.proof.counting.weights[part.words].sum())
        for row in proof.unproven(part.words, bound, part.clues).tolist():
            parts = proof.parts(row, part.words, part.clues)
            cost = self._settle(parts, weight + sum(piece.bound for piece in parts), bound, lemmas)
            assert cost >= bound, "the search and the lemmas disagree"
        self._learn(part, bound, lemmas)

    def _learn(self, part: ProofPart, bound: int, lemmas: list[Lemma]) -> None:
        self.proof.learn(part.words, bound, part.clues)
        members = part.words.tolist()
        if part.clues is None or self.proof.clues is None:
            lemmas.append((bound, members))
        else:
            lemmas.append((bound, members, self.proof.clues.write(part.clues)))

    def _columns(self, words: NDArray[Any]) -> I32:
        """Convert answers to the numbers that the search uses."""
        return np.sort(self._column[words])

    def _clues(self, clues: U8 | None) -> U8:
        return self._free if clues is None else clues


def hard_openers(words: Words, scoring: Scoring, at_least: int, *, hard: bool = False) -> list[str]:
    """Return the openers that counting does not refute: the strongest first, the others in random order.

    The random order makes the time of the first of these a fair estimate for the rest.
    """
    proof = proof_of(words, scoring, hard=hard)
    rows = proof.left(at_least)
    rest = np.random.default_rng(0).permutation(rows[_STRONGEST:])
    return [proof.allowed[row] for row in (*rows[:_STRONGEST].tolist(), *rest.tolist())]


def whole_lines(text: str) -> tuple[str, dict[str, str]]:
    """Return the header of a certificate and its lines by opener, without an incomplete last line."""
    first, *rest = text.splitlines(keepends=True) or [""]
    lines: dict[str, str] = {}
    for line in rest:
        with suppress(ValueError, KeyError, TypeError):
            if line.endswith("\n"):
                lines[str(json.loads(line)["opener"])] = line
    return first, lines


def prove(
    words: Words,
    scoring: Scoring,
    at_least: int,
    openers: Sequence[str],
    *,
    hard: bool = False,
    done: Iterable[str] = (),
    workers: int = 1,
    watch: Callable[[int, int], object] = lambda *_: None,
) -> Generator[tuple[str, str], None, None]:
    """Yield each opener with its certificate line as it is refuted; openers in `done` are skipped.

    The lines must be written to the file in this order.
    """
    before = set(done)
    left = [opener for opener in openers if opener not in before]
    size = max(1, min(20, -(-len(left) // max(1, 4 * workers))))
    chunks = [tuple(left[at : at + size]) for at in range(0, len(left), size)]
    run = uuid4().hex
    jobs = [(run, words, scoring.name, hard, at_least, chunk) for chunk in chunks]
    finished = len(openers) - len(left)
    for opener, line, total in stream("entails.solvers.wordle.certificate.prover:refute_some", jobs, workers):
        if total is not None:
            raise NotRefuted(opener, total)
        finished += 1
        watch(finished, len(openers))
        yield opener, line


def refute_some(
    run: str,
    words: Words,
    scoring: str,
    hard: bool,
    at_least: int,
    openers: tuple[str, ...],
    tell: Callable[[LineReport], None],
) -> None:
    """Refute openers in a worker process and send a line for each.

    The lines use lemmas that earlier jobs of this run proved in this process. These lines precede them in the file.
    """
    if run not in _kept:
        _kept.clear()
        _kept[run] = Prover(words, SCORINGS[scoring], hard=hard)
    prover = _kept[run]
    for opener in openers:
        try:
            lemmas = prover.refute(opener, at_least)
        except NotRefuted as cheaper:
            tell((opener, "", cheaper.total))
            return
        tell((opener, json.dumps({"opener": opener, "lemmas": lemmas}) + "\n", None))


_kept: dict[str, Prover] = {}
"""The provers of this worker process, by run."""
