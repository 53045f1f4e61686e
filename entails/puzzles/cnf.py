"""Any formula in DIMACS, gcnf or WCNF.

It is a puzzle like others, so that all questions can be asked of it too. Where clauses have weights, the best answer
breaks those that cost least."""

from collections.abc import Iterator, Sequence

from pydantic import Field

from entails.data.examples import examples
from entails.data.files import unpacked
from entails.encoders.formula import ENCODERS, Assignment, broken_clause
from entails.formats.detect import WCNF, recognised
from entails.formats.dimacs.read import read_dimacs
from entails.formats.dimacs.write import FileNames
from entails.formats.wcnf import Wcnf, Weighted, read_wcnf, weighted, write_wcnf
from entails.models.encoding import NO_CLAUSES, Cnf
from entails.models.entry import Entry
from entails.models.errors import Invalid
from entails.models.fields import Value
from entails.puzzles.base import Example, PuzzleKind, Route

PLACE = 90
WITHOUT = ("check", "decode", "draw", "steps", "hint", "minimal", "rate")


class CnfReadOptions(Value):
    """How a file is read."""

    lenient: bool = Field(default=False, description="Believe the clauses where the header of the file says otherwise.")


def _read(data: bytes, settings: CnfReadOptions) -> Iterator[Entry[Cnf[Assignment]]]:
    try:
        yield Entry(1, read_formula(unpacked(data), lenient=settings.lenient))
    except Invalid as error:
        yield Entry(1, None, error)


def read_formula(content: bytes, *, lenient: bool = False) -> Cnf[Assignment]:
    """Clauses, in groups or with weights, as the content itself tells."""
    if recognised(content) == WCNF:
        return weighted(read_wcnf(content, lenient=lenient))
    return read_dimacs(content, lenient=lenient)


def _rules(formula: Cnf[Assignment], assignment: Assignment) -> str | None:
    broken = broken_clause(formula, assignment)
    return None if broken is None else f"clause {broken} is false"


def _from_names(formula: Cnf[Assignment], names: Sequence[str]) -> Assignment:
    number = {name: index for index, name in enumerate(formula.names, 1)}
    return formula.decode([number[name] for name in names])


def _draw(formula: Cnf[Assignment], answer: Assignment | None) -> str:
    if answer is None:
        return f"{formula.variables} variables, {len(formula.clauses)} clauses"
    named = [formula.names[lit - 1] for lit in answer if lit > 0]
    return "true: " + (" ".join(named) or "none")


def _as_wcnf(formula: Cnf[Assignment]) -> str:
    """Soft clauses with their weights, and everything else as hard clauses."""
    if isinstance(formula, Weighted) and formula.wcnf is not None:
        return "".join(write_wcnf(formula.wcnf)).rstrip("\n")
    names = FileNames(formula.answers, dict(enumerate(formula.names, start=1)))
    hard = Wcnf(formula.variables, names, formula.clauses, NO_CLAUSES, (), (), (), formula.about)
    return "".join(write_wcnf(hard)).rstrip("\n")


KIND: PuzzleKind[Cnf[Assignment], Assignment] = PuzzleKind(
    name="cnf",
    model=Cnf,
    takes="a DIMACS or WCNF file (packed too), or - for standard input",
    settings=CnfReadOptions,
    one_line=False,
    read=_read,
    write=lambda formula: f"{formula.variables} variables, {len(formula.clauses)} clauses",
    write_answer=lambda answer: " ".join(map(str, answer)),
    rules=_rules,
    encoders=ENCODERS,
    ways={
        "solve": Route("as-is", "cadical195"),
        "count": Route("as-is", "cadical195"),
        "best": Route("as-is", "rc2"),
        "explain": Route("held", "minisat22"),
        "forced": Route("as-is", "cadical195"),
        "export": Route("as-is", "cadical195"),
        "quine": Route("as-is", "quine"),
    },
    optimises=lambda formula: formula.objective is not None,
    from_names=_from_names,
    draw=_draw,
    forms={"wcnf": _as_wcnf},
    examples=tuple(Example(name, text.replace("\\n", "\n"), about) for name, text, about in examples("cnf")),
)
