"""Is "unsatisfiable" true? A checker for DRUP and DRAT proofs, small enough to be believed.

A proof is a list of clauses ("lemmas") that ends in the empty one. Each must follow from the clauses before it in one
of two ways (Wetzler, Heule and Hunt, "DRAT-trim", SAT 2014):

- RUP, reverse unit propagation: deny all its literals, and unit propagation runs into a conflict;
- RAT, resolution asymmetric tautology: not implied, but harmless. For every clause D with the opposite of its first
  literal, the lemma together with the rest of D is RUP. This is how definitions of new variables enter a proof.

`d` lines delete clauses, which keeps propagation fast. As drat-trim does, the checker goes on believing the units that
deleted clauses have led to; this is sound, because RAT lemmas are held against these units too.

A proof that statements contradict, checked before anybody sees it.

It speaks of the rules and of these statements alone, so it proves as much of the whole formula: what follows from some
clauses follows from all of them.
"""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any

import numpy as np

from entails.formats.dimacs.answer import proof_steps, proof_text, read_proof
from entails.models.encoding import Clauses, Cnf
from entails.models.errors import EngineFault, UnsupportedCapability
from entails.models.limits import Limits, Options
from entails.models.outcome import Unsatisfiable
from entails.solvers.engine import engine

__all__ = ["ProofCheck", "check_proof", "proof_text", "read_proof"]

_SHOWN_LITERALS = 20


@dataclass(frozen=True, slots=True)
class ProofCheck:
    """What came of it: `problem` says why a proof is refused. The counts cover the lines read, which end where the
    contradiction is reached; `ignored` are deletions of clauses that are not there."""

    verified: bool
    problem: str = ""
    lines: int = 0
    additions: int = 0
    deletions: int = 0
    ignored: int = 0
    rat_steps: int = 0


def check_proof(cnf_clauses: Iterable[Sequence[int]], proof: Iterable[str]) -> ProofCheck:
    """Check a proof in text form, one step a line, against the clauses that it claims to refute."""
    known = _Clauses()
    for clause in cnf_clauses:
        known.add(known.codes(clause))
    lines = additions = deletions = ignored = rat_steps = 0
    problem = "the proof ends before it reaches the empty clause"
    steps = proof_steps(proof)
    while not known.refuted and (step := next(steps, None)):
        lines, deletes, literals = step
        lemma = known.codes(literals)
        if deletes:
            deletions += 1
            ignored += not known.delete(lemma)
            continue
        additions += 1
        if not known.implies(lemma):
            if not known.tolerates(lemma):
                problem = f"line {lines}: {_worded(literals)} is neither RUP nor RAT"
                break
            rat_steps += 1
        known.add(lemma)
    verdict = "" if known.refuted else problem
    return ProofCheck(known.refuted, verdict, lines, additions, deletions, ignored, rat_steps)


class _Clauses:
    """The clauses believed so far, under unit propagation with two watched literals.

    A literal is coded as 2·variable or 2·variable + 1, numbered as they appear, so that `code ^ 1` is its opposite.
    `value` is 0 unknown, 1 true, 2 false. Clauses are kept without the literals that are false for good; those of two
    literals live in `implied` (what follows when a literal is true), longer ones in `watching`.
    """

    def __init__(self) -> None:
        self.refuted = False
        self._code: dict[int, int] = {}
        self._value = bytearray()
        self._implied: list[list[int]] = []
        self._watching: list[list[list[int]]] = []
        self._trail: list[int] = []
        self._kept: dict[tuple[int, ...], list[list[int]]] = {}

    def codes(self, literals: Sequence[int]) -> list[int]:
        """The literals, coded."""
        try:
            return [self._code[literal] for literal in literals]
        except KeyError:
            for literal in literals:
                if literal not in self._code:
                    self._meet(abs(literal))
            return [self._code[literal] for literal in literals]

    def _meet(self, variable: int) -> None:
        code = len(self._value)
        self._code[variable], self._code[-variable] = code, code + 1
        self._value += b"\0\0"
        self._implied += [], []
        self._watching += [], []

    def add(self, clause: Sequence[int]) -> None:
        """Believe a clause, and what follows from it. Once something contradicts, there is nothing left to learn."""
        if self.refuted:
            return
        key = tuple(sorted(set(clause)))
        kept = self._attached(key)
        self._kept.setdefault(key, []).append(kept)

    def _attached(self, key: tuple[int, ...]) -> list[int]:
        """What is kept of a clause: nothing when it is true for good, be it by the unit it just became."""
        value = self._value
        if any(value[code] == 1 for code in key) or any(code ^ 1 == after for code, after in pairwise(key)):
            return []
        open_ = [code for code in key if not value[code]]
        if len(open_) > 2:
            self._watching[open_[0]].append(open_)
            self._watching[open_[1]].append(open_)
            return open_
        if len(open_) == 2:
            first, second = open_
            self._implied[first ^ 1].append(second)
            self._implied[second ^ 1].append(first)
            return open_
        if open_:
            mark = len(self._trail)
            self._assign(open_[0])
            self.refuted = self._conflict(mark)
        else:
            self.refuted = True
        return []

    def delete(self, clause: Sequence[int]) -> bool:
        """Forget one copy of a clause, but not the units it has led to. False when there is none."""
        key = tuple(sorted(set(clause)))
        copies = self._kept.get(key)
        if not copies:
            return False
        kept = copies.pop()
        if not copies:
            del self._kept[key]
        if len(kept) == 2:
            first, second = kept
            self._implied[first ^ 1].remove(second)
            self._implied[second ^ 1].remove(first)
        kept.clear()  # its watches are dropped when they are next visited
        return True

    def implies(self, lemma: Sequence[int]) -> bool:
        """RUP: denying the lemma is refuted by unit propagation."""
        mark = len(self._trail)
        conflict = self._denied(lemma)
        self._undo(mark)
        return conflict

    def tolerates(self, lemma: Sequence[int]) -> bool:
        """RAT on the first literal, for a lemma that is not RUP."""
        if not lemma or self._value[lemma[0] ^ 1] == 1:
            return False
        opposite = lemma[0] ^ 1
        mark = len(self._trail)
        self._denied(lemma)
        here = len(self._trail)
        harmless = True
        for clause in (clause for copies in self._kept.values() for clause in copies if opposite in clause):
            harmless = self._denied([code for code in clause if code != opposite])
            self._undo(here)
            if not harmless:
                break
        self._undo(mark)
        return harmless

    def _denied(self, clause: Sequence[int]) -> bool:
        """Deny every literal and propagate; True on a conflict. The caller undoes it."""
        mark = len(self._trail)
        for code in clause:
            if self._value[code] == 1:
                return True
            if not self._value[code]:
                self._assign(code ^ 1)
        return self._conflict(mark)

    def _assign(self, code: int) -> None:
        self._value[code], self._value[code ^ 1] = 1, 2
        self._trail.append(code)

    def _undo(self, mark: int) -> None:
        value = self._value
        for code in self._trail[mark:]:
            value[code] = value[code ^ 1] = 0
        del self._trail[mark:]

    def _conflict(self, mark: int) -> bool:
        """Unit propagation of what the trail holds from `mark` on; True when it meets a clause with no literal left."""
        value, trail, implied, watching = self._value, self._trail, self._implied, self._watching
        assign = trail.append
        while mark < len(trail):
            true = trail[mark]
            mark += 1
            for code in implied[true]:
                if not value[code]:
                    value[code], value[code ^ 1] = 1, 2
                    assign(code)
                elif value[code] == 2:
                    return True
            false = true ^ 1
            visited = watching[false]
            stay = 0
            clauses = iter(visited)
            for clause in clauses:
                if not clause:
                    continue
                other = clause[0]
                if other == false:
                    other = clause[0] = clause[1]
                    clause[1] = false
                if value[other] != 1:
                    for place in range(2, len(clause)):
                        code = clause[place]
                        if value[code] != 2:
                            clause[1], clause[place] = code, false
                            watching[code].append(clause)
                            break
                    else:
                        if value[other]:
                            visited[stay:] = [clause, *clauses]
                            return True
                        value[other], value[other ^ 1] = 1, 2
                        assign(other)
                        visited[stay] = clause
                        stay += 1
                    continue
                visited[stay] = clause
                stay += 1
            del visited[stay:]
        return False


def _worded(literals: Sequence[int]) -> str:
    if not literals:
        return "the empty clause"
    text = " ".join(map(str, literals[:_SHOWN_LITERALS]))
    return f"clause {text}" if len(literals) <= _SHOWN_LITERALS else f"clause {text} … ({len(literals)} literals)"


_WRITES_PROOFS = "cadical195"


def refutation(cnf: Cnf[Any], held: Collection[str], limits: Limits) -> tuple[str, ...] | None:
    """The lines of a proof that the rules and the groups of these ids have no answer; None when the limits came
    first."""
    kept = np.array([not group.doubtable or group.id in held for group in cnf.groups], bool)
    clauses = _of_groups(cnf.clauses, kept)
    alone = replace(cnf, base=Clauses.of([]), added=clauses)
    with engine(_WRITES_PROOFS).open(alone, limits, Options(proof=True)) as session:
        outcome = session.solve()
    if not isinstance(outcome, Unsatisfiable):
        return None
    lines = outcome.proof or ()
    if not (found := check_proof(clauses.lists, lines)).verified:
        raise EngineFault(f"the proof of engine {_WRITES_PROOFS} does not hold: {found.problem}")
    return lines


def refuse_without_clauses(encoding: object) -> Cnf[Any]:
    """The clauses that a proof speaks of."""
    if not isinstance(encoding, Cnf):
        raise UnsupportedCapability("a proof speaks of clauses: choose an encoder that makes them")
    return encoding


def _of_groups(clauses: Clauses, kept: "np.ndarray[Any, np.dtype[np.bool_]]") -> Clauses:
    """The clauses of these groups, in their order."""
    wanted = kept[clauses.group_of]
    sizes = np.diff(clauses.starts)
    starts = np.concatenate([np.zeros(1, np.int32), np.cumsum(sizes[wanted], dtype=np.int32)])
    return Clauses(clauses.lits[np.repeat(wanted, sizes)], starts, clauses.group_of[wanted])
