"""What an outside solver answered.

Most solvers print `s SATISFIABLE` (or `s UNSATISFIABLE`, `s UNKNOWN`) and the model on `v` lines; minisat writes a file
with `SAT`, `UNSAT` or `INDET` and the model on a line of its own. Both close the model with a 0, so that one cut short
is noticed. Variables that the model leaves out do not matter to it.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Literal

from entails.models.dimacs.refusal import refuse_data, shown
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
_NUMBER = re.compile(r"-?[0-9]{1,10}", re.ASCII)
_AN_ANSWER = 'a line "s SATISFIABLE" and the model on "v" lines, or minisat\'s result file'


@dataclass(frozen=True, slots=True)
class Answer:
    """A solver's verdict; `literals` are the model of a "satisfied", in the order of its variables."""

    status: Status
    literals: tuple[int, ...] = ()


def read_answer(text: str, variables: int) -> Answer:
    """The answer to a CNF with so many variables, in any of the usual forms."""
    status: Status | None = None
    model = _Model(variables)
    for number, line in enumerate(_lines(text), start=1):
        words = line.split()
        if not words or words[0].startswith("c"):
            continue
        said = _STATUS.get(words[-1]) if words[:-1] in ([], ["s"]) else None
        if said and status:
            refuse_data("this is a second verdict", number, "one verdict")
        elif said:
            status = said
        elif words[0] == "v" or (status and _NUMBER.fullmatch(words[0])):
            model.take(words[words[0] == "v" :], number)
        else:
            refuse_data(f'"{shown(line.strip())}" is no part of an answer', number, _AN_ANSWER)
    return _agreed(status, model)


def _lines(text: str) -> Iterator[str]:
    """Split at line feeds only, as solvers do; the first line may hold a byte order mark."""
    return iter(text.removeprefix("\ufeff").split("\n"))


class _Model:
    """The literals given so far; the closing zero ends them."""

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
                refuse_data(f'"{shown(word)}" is not a literal', line, "literals such as 1 or -2, and a closing 0")
            if self.closed:
                refuse_data("the model goes on after its closing 0", line, "one model")
            if literal == 0:
                self.closed = True
            elif abs(literal) > self.variables:
                refuse_data(f"literal {literal} is out of range", line, f"a variable up to {self.variables}")
            elif self.signs.setdefault(abs(literal), literal) != literal:
                refuse_data(f"the model has both {literal} and {-literal}", line, "one sign for each variable")


def _agreed(status: Status | None, model: _Model) -> Answer:
    if status is None:
        raise InvalidData("the answer has no verdict", expected=_AN_ANSWER)
    if status == "satisfied":
        if not model.closed:
            problem = "the model is cut short" if model.begun else "the verdict comes without a model"
            raise InvalidData(problem, expected="the literals of a model and a closing 0")
        return Answer(status, tuple(model.signs[variable] for variable in sorted(model.signs)))
    if model.signs:
        raise InvalidData("there is a model, but the verdict is not SATISFIABLE", expected="one or the other")
    return Answer(status)
