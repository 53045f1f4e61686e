"""Is "unsatisfiable" true? A checker for DRUP and DRAT proofs, small enough to be believed.

A proof is a list of clauses ("lemmas") that ends in the empty one. Each must follow from the clauses before it in one
of two ways (Wetzler, Heule and Hunt, "DRAT-trim", SAT 2014):

- RUP, reverse unit propagation: deny all its literals, and unit propagation runs into a conflict;
- RAT, resolution asymmetric tautology: not implied, but harmless. For every clause D with the opposite of its first
  literal, the lemma together with the rest of D is RUP. This is how definitions of new variables enter a proof.

`d` lines delete clauses, which keeps propagation fast. As drat-trim does, the checker goes on believing the units that
deleted clauses have led to; this is sound, because RAT lemmas are held against these units too.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from clausal.models.dimacs.file import unpacked
from clausal.models.dimacs.refusal import refuse, shown

_LARGEST_LITERAL = (1 << 31) - 1
_A_STEP = 'a clause such as "1 -2 0", or "d 1 -2 0" to delete it'


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
    steps = _steps(proof)
    while not known.refuted and (step := next(steps, None)):
        lines, deletes, literals = step
        lemma = known.codes(literals, lines)
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


def read_proof(data: bytes) -> Iterator[str]:
    """The lines of a proof file: text or binary DRAT, gzip or not. A zero byte ends every step of the binary form, and
    the text form has none. The steps of a binary file are numbered like lines."""
    content = unpacked(data)
    if b"\0" in content:
        return _binary_lines(content)
    return iter(content.decode("utf-8", "replace").split("\n"))


def proof_text(proof: Iterable[str]) -> str:
    """A proof as the text of a file, as drat-trim and others read it."""
    return "".join(f"{line}\n" for line in proof)


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

    def codes(self, literals: Sequence[int], line: int = 0) -> list[int]:
        """The literals, coded."""
        try:
            return [self._code[literal] for literal in literals]
        except KeyError:
            for literal in literals:
                if literal not in self._code:
                    self._meet(abs(literal), line)
            return [self._code[literal] for literal in literals]

    def _meet(self, variable: int, line: int) -> None:
        if variable > _LARGEST_LITERAL:
            refuse(f"variable {shown(str(variable))} is out of range", line, f"at most {_LARGEST_LITERAL}")
        code = len(self._value)
        self._code[variable], self._code[-variable] = code, code + 1
        self._value += b"\0\0"
        self._implied += [], []
        self._watching += [], []

    def add(self, clause: Sequence[int]) -> None:
        """Believe a clause, and what follows from it."""
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


def _steps(proof: Iterable[str]) -> Iterator[tuple[int, bool, list[int]]]:
    """Each step with its line: whether it deletes, and the clause."""
    for number, line in enumerate(proof, start=1):
        words = line.split()
        if not words or words[0][0] in "c%":
            continue
        deletes = words[0] == "d"
        try:
            *literals, zero = map(int, words[deletes:])
        except ValueError:
            refuse(f'"{shown(line.strip())}" is not a step of a proof', number, _A_STEP)
        if not line.isascii() or "_" in line or "+" in line:  # int() takes more than DIMACS allows
            refuse(f'"{shown(line.strip())}" is not a step of a proof', number, _A_STEP)
        if zero or 0 in literals:
            refuse("a step has one 0, at its end", number, _A_STEP)
        yield number, deletes, literals


def _binary_lines(content: bytes) -> Iterator[str]:
    """Binary DRAT as text: `a` or `d`, then 2·variable + sign for each literal, seven bits a byte, low bits first."""
    *steps, rest = content.split(b"\0")
    for number, step in enumerate(steps, start=1):
        yield _binary_line(step, number)
    if rest:
        refuse("the last step of the binary proof is cut short", len(steps) + 1, "a zero byte at its end")


def _binary_line(step: bytes, number: int) -> str:
    if step[:1] not in (b"a", b"d"):
        refuse("this is not a step of a binary proof", number, 'the letter "a" or "d" first')
    words = ["d"] if step[:1] == b"d" else []
    code = shift = 0
    for byte in step[1:]:
        code |= (byte & 127) << shift
        shift += 7
        if byte < 128:
            if not 2 <= code <= 2 * _LARGEST_LITERAL + 1:
                refuse("a literal is out of range", number, f"variables up to {_LARGEST_LITERAL}")
            words.append(f"{'-' if code & 1 else ''}{code >> 1}")
            code = shift = 0
    if shift:
        refuse("a literal is cut short", number, "its last byte below 128")
    return " ".join([*words, "0"])


def _worded(literals: Sequence[int]) -> str:
    most = 20
    shown_literals = " ".join(map(str, literals[:most]))
    return f"clause {shown_literals}" + (f" … ({len(literals)} literals)" if len(literals) > most else "")
