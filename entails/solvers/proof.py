"""A checker for DRUP and DRAT proofs of unsatisfiability, small enough to be trusted.

A proof is a list of clauses ("lemmas") that ends in the empty one. Each must follow from the clauses before it in one
of two ways (Wetzler, Heule and Hunt, "DRAT-trim", SAT 2014):

- RUP, reverse unit propagation: if all its literals are false, unit propagation meets a conflict;
- RAT, resolution asymmetric tautology: not implied, but harmless. For every clause D with the opposite of its first
  literal, the lemma together with the rest of D is RUP. Definitions of new variables enter a proof this way.

`d` lines delete clauses, which keeps propagation fast. Like drat-trim, the checker keeps the units that deleted clauses
have led to. This is sound, because RAT lemmas are checked against these units too.

`refutation` returns a checked proof that the rules and some soft groups conflict. It uses only their clauses, so it is
a proof about the whole formula too.
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
    """The result of a proof check; counts include the lines up to the empty clause.

    Attributes:
        verified: Whether the proof is valid.
        problem: The reason why it is invalid, or None.
        ignored: Deletions of unknown clauses.
        rat_steps: Lemmas that are RAT but not RUP.
    """

    verified: bool
    problem: str = ""
    lines: int = 0
    additions: int = 0
    deletions: int = 0
    ignored: int = 0
    rat_steps: int = 0


def check_proof(cnf_clauses: Iterable[Sequence[int]], proof: Iterable[str]) -> ProofCheck:
    """Check a proof in text form, one step per line, that refutes these clauses."""
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
            if not known.is_rat(lemma):
                problem = f"line {lines}: {_clause_text(literals)} is neither RUP nor RAT"
                break
            rat_steps += 1
        known.add(lemma)
    verdict = "" if known.refuted else problem
    return ProofCheck(known.refuted, verdict, lines, additions, deletions, ignored, rat_steps)


class _Clauses:
    """The clauses accepted so far, under unit propagation with two watched literals.

    A literal is coded as 2·variable or 2·variable + 1, with variables numbered as they appear, so that `code ^ 1` is
    its opposite. `_value` is 0 unknown, 1 true, 2 false. Clauses are stored without the literals that are permanently
    false: those of two literals in `_implied` (what follows if a literal is true), longer ones in `_watching`.
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
        """Convert literals to codes."""
        try:
            return [self._code[literal] for literal in literals]
        except KeyError:
            for literal in literals:
                if literal not in self._code:
                    self._new_variable(abs(literal))
            return [self._code[literal] for literal in literals]

    def _new_variable(self, variable: int) -> None:
        code = len(self._value)
        self._code[variable], self._code[-variable] = code, code + 1
        self._value += b"\0\0"
        self._implied += [], []
        self._watching += [], []

    def add(self, clause: Sequence[int]) -> None:
        """Add a clause and propagate it; after a conflict, do nothing."""
        if self.refuted:
            return
        key = tuple(sorted(set(clause)))
        kept = self._attached(key)
        self._kept.setdefault(key, []).append(kept)

    def _attached(self, key: tuple[int, ...]) -> list[int]:
        """Store a clause; return its open literals, or none if it is permanently true or was a unit."""
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
        """Delete one copy of a clause, but keep units derived from it; return False if there is no copy."""
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
        kept.clear()  # its watches are removed at their next visit
        return True

    def implies(self, lemma: Sequence[int]) -> bool:
        """Return whether the lemma is RUP: unit propagation refutes its negation."""
        mark = len(self._trail)
        conflict = self._conflicts_if_false(lemma)
        self._undo(mark)
        return conflict

    def is_rat(self, lemma: Sequence[int]) -> bool:
        """Return whether a lemma that is not RUP is RAT on its first literal."""
        if not lemma or self._value[lemma[0] ^ 1] == 1:
            return False
        opposite = lemma[0] ^ 1
        mark = len(self._trail)
        self._conflicts_if_false(lemma)
        here = len(self._trail)
        harmless = True
        for clause in (clause for copies in self._kept.values() for clause in copies if opposite in clause):
            harmless = self._conflicts_if_false([code for code in clause if code != opposite])
            self._undo(here)
            if not harmless:
                break
        self._undo(mark)
        return harmless

    def _conflicts_if_false(self, clause: Sequence[int]) -> bool:
        """Set every literal of a clause false and propagate; return whether a conflict occurs. The caller undoes it."""
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
        """Propagate the trail from `mark` on; return whether some clause becomes false."""
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
                partner = clause[0]
                if partner == false:
                    partner = clause[0] = clause[1]
                    clause[1] = false
                if value[partner] != 1:
                    for place in range(2, len(clause)):
                        code = clause[place]
                        if value[code] != 2:
                            clause[1], clause[place] = code, false
                            watching[code].append(clause)
                            break
                    else:
                        if value[partner]:
                            visited[stay:] = [clause, *clauses]
                            return True
                        value[partner], value[partner ^ 1] = 1, 2
                        assign(partner)
                        visited[stay] = clause
                        stay += 1
                    continue
                visited[stay] = clause
                stay += 1
            del visited[stay:]
        return False


def _clause_text(literals: Sequence[int]) -> str:
    if not literals:
        return "the empty clause"
    text = " ".join(map(str, literals[:_SHOWN_LITERALS]))
    return f"clause {text}" if len(literals) <= _SHOWN_LITERALS else f"clause {text} … ({len(literals)} literals)"


_WRITES_PROOFS = "cadical195"


def refutation(cnf: Cnf[Any], held: Collection[str], limits: Limits) -> tuple[str, ...] | None:
    """Return the lines of a proof that the rules conflict with these groups; None if a limit was reached."""
    kept = np.array([not group.soft or group.id in held for group in cnf.groups], bool)
    clauses = _of_groups(cnf.clauses, kept)
    alone = replace(cnf, base=Clauses.of([]), added=clauses)
    with engine(_WRITES_PROOFS).open(alone, limits, Options(proof=True)) as session:
        outcome = session.solve()
    if not isinstance(outcome, Unsatisfiable):
        return None
    lines = outcome.proof or ()
    if not (check := check_proof(clauses.lists, lines)).verified:
        raise EngineFault(f"the proof of engine {_WRITES_PROOFS} is invalid: {check.problem}")
    return lines


def require_clauses(encoding: object) -> Cnf[Any]:
    """Return an encoding that consists of clauses; reject any other, since proofs are about clauses."""
    if not isinstance(encoding, Cnf):
        raise UnsupportedCapability("a proof requires clauses: choose a cnf encoder")
    return encoding


def _of_groups(clauses: Clauses, kept: "np.ndarray[Any, np.dtype[np.bool_]]") -> Clauses:
    """Return the clauses of the kept groups, in their original order."""
    wanted = kept[clauses.group_of]
    sizes = np.diff(clauses.starts)
    starts = np.concatenate([np.zeros(1, np.int32), np.cumsum(sizes[wanted], dtype=np.int32)])
    return Clauses(clauses.lits[np.repeat(wanted, sizes)], starts, clauses.group_of[wanted])
