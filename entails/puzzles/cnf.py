"""A formula in DIMACS CNF, gcnf or WCNF format.

It supports the same queries as other puzzles. If clauses have weights, the best solution breaks those of least total
weight.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence

from pydantic import Field

from entails.data import examples
from entails.data.files import unpacked
from entails.encoders.formula import ENCODERS, Assignment, broken_clause
from entails.formats.detect import WCNF, recognised
from entails.formats.dimacs.read import read_dimacs
from entails.formats.dimacs.write import FileNames
from entails.formats.wcnf import Wcnf, Weighted, read_wcnf, weighted, write_wcnf
from entails.models.encoding import NO_CLAUSES, Cnf
from entails.models.entry import Entry
from entails.models.errors import Invalid, quantity
from entails.models.fields import Value
from entails.puzzles.base import Example, Puzzle, Route

PLACE = 90
WITHOUT = ("constraints", "check", "decode", "draw", "steps", "hint", "minimal", "rate")


class CnfReadOptions(Value):
    """Options for reading a formula."""

    lenient: bool = Field(default=False, description="Ignore a wrong header.")


def read_formula(content: bytes, *, lenient: bool = False) -> Cnf[Assignment]:
    """Read clauses, groups of clauses or weighted clauses; the content determines the format."""
    if recognised(content) == WCNF:
        return weighted(read_wcnf(content, lenient=lenient))
    return read_dimacs(content, lenient=lenient)


class CnfPuzzle(Puzzle[Cnf[Assignment], Assignment]):
    name = "cnf"
    model: type[Cnf[Assignment]] = Cnf
    input_help = "a DIMACS or WCNF file (may be compressed), or - for standard input"
    options = CnfReadOptions
    one_line = False
    objective = "sometimes"
    encoders = ENCODERS
    routes: Mapping[str, Route] = {
        "solve": Route("as-is", "cadical195"),
        "count": Route("as-is", "cadical195"),
        "best": Route("as-is", "rc2"),
        "explain": Route("held", "minisat22"),
        "forced": Route("as-is", "cadical195"),
        "export": Route("as-is", "cadical195"),
        "quine": Route("as-is", "quine"),
    }
    examples = tuple(Example(name, text.replace("\\n", "\n"), about) for name, text, about in examples("cnf"))

    def read(self, data: bytes, options: CnfReadOptions) -> Iterator[Entry[Cnf[Assignment]]]:
        try:
            yield Entry(1, read_formula(unpacked(data), lenient=options.lenient))
        except Invalid as error:
            yield Entry(1, None, error)

    def format(self, puzzle: Cnf[Assignment]) -> str:
        return f"{quantity(puzzle.variables, 'variable')}, {quantity(len(puzzle.clauses), 'clause')}"

    def format_answer(self, answer: Assignment) -> str:
        return " ".join(map(str, answer))

    @property
    def formats(self) -> Mapping[str, Callable[[Cnf[Assignment]], str]]:
        return {"wcnf": _as_wcnf}

    def has_objective(self, puzzle: Cnf[Assignment]) -> bool:
        return puzzle.objective is not None

    def decode_atoms(self, puzzle: Cnf[Assignment], names: Sequence[str]) -> Assignment:
        number = {name: index for index, name in enumerate(puzzle.names, 1)}
        return puzzle.decode([number[name] for name in names])

    def check(self, puzzle: Cnf[Assignment], answer: Assignment) -> str | None:
        broken = broken_clause(puzzle, answer)
        return None if broken is None else f"clause {broken} is false"

    def markup(self, puzzle: Cnf[Assignment], answer: Assignment | None) -> str:
        if answer is None:
            return self.format(puzzle)
        named = [puzzle.names[lit - 1] for lit in answer if lit > 0]
        return "true: " + (" ".join(named) or "none")


def _as_wcnf(formula: Cnf[Assignment]) -> str:
    """Return a formula as WCNF with weighted clauses as soft clauses and all others as hard clauses."""
    if isinstance(formula, Weighted) and formula.wcnf is not None:
        return "".join(write_wcnf(formula.wcnf)).rstrip("\n")
    names = FileNames(formula.answers, dict(enumerate(formula.names, start=1)))
    hard = Wcnf(formula.variables, names, formula.clauses, NO_CLAUSES, (), (), (), formula.about)
    return "".join(write_wcnf(hard)).rstrip("\n")


PUZZLE = CnfPuzzle()
