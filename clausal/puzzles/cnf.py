"""Any formula in DIMACS or gcnf.

It is a puzzle like others, so that all questions can be asked of it too."""

from collections.abc import Iterator, Sequence

from clausal.data.examples import examples
from clausal.data.files import unpacked
from clausal.encoders.cnf import ENCODERS, Assignment, broken_clause
from clausal.models.dimacs import read_dimacs
from clausal.models.encoding import Cnf
from clausal.models.entry import Entry
from clausal.models.errors import Invalid
from clausal.puzzles.base import Example, NoSettings, PuzzleKind, Way

PLACE = 90
WITHOUT = ("check", "decode")


def _read(data: bytes, settings: NoSettings) -> Iterator[Entry[Cnf[Assignment]]]:
    del settings
    try:
        yield Entry(1, read_dimacs(unpacked(data)))
    except Invalid as error:
        yield Entry(1, None, error)


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


KIND: PuzzleKind[Cnf[Assignment], Assignment] = PuzzleKind(
    name="cnf",
    model=Cnf,
    takes="a DIMACS file (gzip too), or - for standard input",
    one_line=False,
    read=_read,
    write=lambda formula: f"{formula.variables} variables, {len(formula.clauses)} clauses",
    write_answer=lambda answer: " ".join(map(str, answer)),
    rules=_rules,
    encoders=ENCODERS,
    ways={
        "solve": Way("as-is", "cadical195"),
        "count": Way("as-is", "cadical195"),
        "explain": Way("as-is", "minisat22"),
        "forced": Way("as-is", "cadical195"),
        "export": Way("as-is", "cadical195"),
        "quine": Way("as-is", "quine"),
    },
    from_names=_from_names,
    draw=_draw,
    examples=tuple(Example(name, text.replace("\\n", "\n"), about) for name, text, about in examples("cnf")),
)
