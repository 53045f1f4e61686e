"""Output of SAT solvers: verdicts, models and proofs.

Most solvers print `s SATISFIABLE` (or `s UNSATISFIABLE`, `s UNKNOWN`) and the model on `v` lines; minisat writes a file
with `SAT`, `UNSAT` or `INDET` and the model on its own line. Both end the model with a 0, so that a truncated one is
noticed. Variables missing in the model may have any value. The output of `entails cnf solve` is read too: its JSON, and
the line of literals that `--format line` prints.

Proofs are DRUP or DRAT files, text or binary; `entails.solvers.proof` checks them.

    1 -2 0        a derived clause
    d 1 -2 0      a deleted clause
"""

import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Literal

from entails.formats.dimacs.read import reject_data, shown
from entails.models.errors import InvalidData

Status = Literal["satisfied", "unsatisfiable", "unknown"]

_STATUS: dict[str, Status] = {
    "SATISFIABLE": "satisfied",
    "SAT": "satisfied",
    "UNSATISFIABLE": "unsatisfiable",
    "UNSAT": "unsatisfiable",
    "UNKNOWN": "unknown",
    "INDETERMINATE": "unknown",
    "INDET": "unknown",
}
_VERDICT_LINES = {"satisfied": "s SATISFIABLE", "unsatisfiable": "s UNSATISFIABLE", "undecided": "s UNKNOWN"}
"""Verdicts of `entails cnf solve --json`, as solvers print them."""
_NUMBER = re.compile(r"-?[0-9]{1,10}", re.ASCII)
_AN_ANSWER = 'a line "s SATISFIABLE" and the model on "v" lines, or minisat\'s result file'


@dataclass(frozen=True, slots=True)
class SolverOutput:
    """A SAT solver's verdict; `literals` is the model of "satisfied", in the order of the variables."""

    status: Status
    literals: tuple[int, ...] = ()


def read_answer(text: str, variables: int) -> SolverOutput:
    """Read a solver's output for a CNF with this number of variables."""
    status: Status | None = None
    model = _Model(variables)
    for number, line in enumerate(_lines(_as_lines(text, variables)), start=1):
        words = line.split()
        if not words or words[0].startswith("c"):
            continue
        verdict = _STATUS.get(words[-1]) if words[:-1] in ([], ["s"]) else None
        if verdict and status:
            reject_data("more than one verdict", number, "one verdict")
        elif verdict:
            status = verdict
        elif words[0] == "v" or (status and _NUMBER.fullmatch(words[0])):
            model.take(words[words[0] == "v" :], number)
        else:
            reject_data(f'"{shown(line.strip())}" is not a line of a solver\'s output', number, _AN_ANSWER)
    return _agreed(status, model)


def _as_lines(text: str, variables: int) -> str:
    """Return the output of `entails cnf solve` as solvers print it; return other text unchanged."""
    words = text.split()
    if words == ["no", "solution"]:
        return _VERDICT_LINES["unsatisfiable"]
    if text.lstrip().startswith("{"):
        try:
            report = json.loads(text)
        except ValueError:
            return text
        verdict, solution = _VERDICT_LINES.get(str(report.get("status"))), report.get("solution")
        if verdict is None or not isinstance(solution, str | None):
            return text
        return verdict if solution is None else f"{verdict}\nv {solution} 0"
    if len(words) == variables > 0 and all(_NUMBER.fullmatch(word) and int(word) for word in words):
        return f"s SATISFIABLE\nv {' '.join(words)} 0"
    return text


def _lines(text: str) -> Iterator[str]:
    """Split text at line feeds only, as solvers do; remove a byte order mark."""
    return iter(text.removeprefix("\ufeff").split("\n"))


class _Model:
    """The literals of a model read so far; a zero ends them."""

    def __init__(self, variables: int) -> None:
        self.variables = variables
        self.signs: dict[int, int] = {}
        self.closed = False
        self.begun = False

    def take(self, words: Iterable[str], line: int) -> None:
        self.begun = True
        for word in words:
            literal = int(word) if _NUMBER.fullmatch(word) else None
            if literal is None:
                reject_data(f'"{shown(word)}" is not a literal', line, "literals such as 1 or -2, and a closing 0")
            if self.closed:
                reject_data("literals after the closing 0", line, "one model")
            if literal == 0:
                self.closed = True
            elif abs(literal) > self.variables:
                reject_data(f"literal {literal} is out of range", line, f"a variable up to {self.variables}")
            elif self.signs.setdefault(abs(literal), literal) != literal:
                reject_data(f"the model has both {literal} and {-literal}", line, "one sign for each variable")


def _agreed(status: Status | None, model: _Model) -> SolverOutput:
    if status is None:
        raise InvalidData("missing verdict", expected=_AN_ANSWER)
    if status == "satisfied":
        if not model.closed:
            problem = "the model is cut short" if model.begun else "the verdict comes without a model"
            raise InvalidData(problem, expected="the literals of a model and a closing 0")
        return SolverOutput(status, tuple(model.signs[variable] for variable in sorted(model.signs)))
    if model.signs:
        raise InvalidData("a model without the verdict SATISFIABLE", expected="one or the other")
    return SolverOutput(status)


LARGEST_LITERAL = (1 << 31) - 1
_LONGEST_CODE = 35  # bits of a literal in the binary form: five bytes of seven
_A_STEP = 'a clause such as "1 -2 0", or "d 1 -2 0" to delete it'
_A_VARIABLE = f"variables up to {LARGEST_LITERAL}"


def read_proof(content: bytes) -> Iterator[str]:
    """Iterate over the lines of a DRAT proof, text or binary.

    A zero byte ends every step of the binary form, and the text form has none. Binary steps are numbered like lines.
    """
    if b"\0" in content:
        return _binary_lines(content)
    return iter(content.decode("utf-8", "replace").split("\n"))


def proof_text(proof: Iterable[str]) -> str:
    """Return a proof as text in DRAT format, for drat-trim and other checkers."""
    return "".join(f"{line}\n" for line in proof)


def proof_steps(proof: Iterable[str]) -> Iterator[tuple[int, bool, list[int]]]:
    """Iterate over proof steps: line number, whether the step deletes a clause, and the clause."""
    for number, line in enumerate(proof, start=1):
        words = line.split()
        if not words or words[0][0] in "c%":
            continue
        deletes = words[0] == "d"
        try:
            *literals, zero = map(int, words[deletes:])
        except ValueError:
            reject_data(f'"{shown(line.strip())}" is not a step of a proof', number, _A_STEP)
        if not line.isascii() or "_" in line or "+" in line:  # int() takes more than DIMACS allows
            reject_data(f'"{shown(line.strip())}" is not a step of a proof', number, _A_STEP)
        if zero or 0 in literals:
            reject_data("a step needs exactly one 0, at its end", number, _A_STEP)
        if literals and not -LARGEST_LITERAL <= min(literals) <= max(literals) <= LARGEST_LITERAL:
            reject_data("a literal is out of range", number, _A_VARIABLE)
        yield number, deletes, literals


def _binary_lines(content: bytes) -> Iterator[str]:
    """Convert binary DRAT to text: `a` or `d`, then 2·variable + sign per literal, seven bits a byte, low first."""
    *steps, rest = content.split(b"\0")
    for number, step in enumerate(steps, start=1):
        yield _binary_line(step, number)
    if rest:
        reject_data("the last step of the binary proof is truncated", len(steps) + 1, "a zero byte at its end")


def _binary_line(step: bytes, number: int) -> str:
    if step[:1] not in (b"a", b"d"):
        reject_data("invalid step of a binary proof", number, 'the letter "a" or "d" first')
    words = ["d"] if step[:1] == b"d" else []
    code = shift = 0
    for byte in step[1:]:
        code |= (byte & 127) << shift
        shift += 7
        if shift > _LONGEST_CODE or (byte < 128 and not 2 <= code <= 2 * LARGEST_LITERAL + 1):
            reject_data("a literal is out of range", number, _A_VARIABLE)
        if byte < 128:
            words.append(f"{'-' if code & 1 else ''}{code >> 1}")
            code = shift = 0
    if shift:
        reject_data("truncated literal", number, "its last byte below 128")
    return " ".join([*words, "0"])
