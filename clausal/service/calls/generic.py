"""The verbs that every puzzle shares, as calls: their requests are made from the catalogue, like the command line."""

from collections.abc import Iterator
from typing import Annotated, Any, Literal

from pydantic import Field, StringConstraints, create_model

from clausal.data.lexicons import NAMES as LEXICONS
from clausal.models.choices import Choices
from clausal.models.errors import InvalidPuzzle
from clausal.models.report import CheckReport, CountReport, ExplainReport, ExportReport, ForcedReport, Name, SolveReport
from clausal.models.value import Value
from clausal.puzzles import CATALOGUE, CatalogueEntry, Setting
from clausal.service.answer import Progress
from clausal.service.call import Call, Request

MOST_TEXT = 400_000
"""Characters of a puzzle."""
_MOST_SAID = 2000
MOST_CLAUSES = 200_000
MOST_LISTED = 1000
"""Solutions, conflicts or repairs in one answer."""

_NAMED: dict[str, tuple[str, ...]] = {
    "lexicon": (*LEXICONS, "none"),
    "lang": ("en", "fr"),
    "layout": ("standard", "super"),
    "tiles": ("english", "french", "english-super"),
}
"""Settings that could name a file on the command line. Here they are names from a list: no request reaches a file."""

_POSITION = "15/15/15/15/15/15/15/4MARS7/15/15/15/15/15/15/15 EILNTUS/ 0/12 0"
_EXAMPLES: dict[str, dict[str, Any]] = {
    "sudoku": {"puzzle": "..4..3...2....1."},
    "cnf": {"puzzle": "p cnf 2 2\n1 2 0\n-1 2 0\n"},
    "wordle": {"puzzle": "crane:bybbg"},
    "scrabble": {"puzzle": _POSITION},
    "scrabble/export": {"puzzle": _POSITION, "to": "json"},
}
_HERE = "clausal.service.calls.generic:ask"


class PuzzleRequest(Request):
    """A puzzle in any text form that the command line takes, and the common choices."""

    puzzle: str = Field(max_length=MOST_TEXT, description="The puzzle as text, in any form that its reader knows.")
    engine: str | None = Field(default=None, max_length=40, description="Engine to use; without, a good one is chosen.")
    encoder: str | None = Field(default=None, max_length=60, description="Encoding to use.")
    conflicts: int | None = Field(default=None, ge=1, le=2**31 - 1, description="Stop after so many conflicts.")
    seed: int = Field(default=0, ge=0, le=2**31 - 1, description="Seed of every random choice.")


class _Solve(PuzzleRequest):
    all: int | None = Field(default=None, ge=1, le=MOST_LISTED, description="List up to so many solutions.")


class _Count(PuzzleRequest):
    max: int = Field(default=10_000, ge=1, le=1_000_000, description="Stop counting at this number.")


class _Explain(PuzzleRequest):
    most: int = Field(default=5, ge=1, le=MOST_LISTED, description="How many conflicts and repairs to list.")
    coarse: bool = Field(default=False, description="Doubt whole statements, not their parts.")


class _Export(PuzzleRequest):
    to: str = Field(default="dimacs", max_length=40, description="dimacs, gcnf, or a form of the puzzle's own.")


_QUESTIONS: dict[str, tuple[type[PuzzleRequest], type[Value], str]] = {
    "check": (_Explain, CheckReport, "Is it consistent, and is the solution unique? If not consistent: why?"),
    "solve": (_Solve, SolveReport, "The solution, and whether it is the only one."),
    "count": (_Count, CountReport, "How many solutions there are."),
    "explain": (_Explain, ExplainReport, "Why there is no solution: the smallest contradictions and repairs."),
    "forced": (PuzzleRequest, ForcedReport, "What holds in every solution."),
    "export": (_Export, ExportReport, "The puzzle as a DIMACS file, or in another form."),
}


def calls() -> Iterator[Call]:
    """The generic calls of every puzzle of the catalogue."""
    for entry in CATALOGUE.values():
        for question in entry.questions:
            if question in _QUESTIONS:
                request, report, summary = _QUESTIONS[question]
                yield Call(
                    entry.name,
                    question,
                    with_settings(entry, question, request),
                    report,
                    _HERE,
                    summary,
                    {"a small one": _EXAMPLES.get(f"{entry.name}/{question}") or _EXAMPLES[entry.name]},
                    fixed={"kind_name": entry.name, "question": question},
                )


def with_settings(entry: CatalogueEntry, verb: str, request: type[PuzzleRequest]) -> type[PuzzleRequest]:
    """The request with what reading this puzzle may need to be told."""
    fields: dict[str, Any] = {
        setting.name: (_setting_type(setting), Field(default=None, description=setting.help))
        for setting in entry.settings
    }
    name = f"{entry.name.capitalize()}{verb.capitalize()}Request"
    made: type[PuzzleRequest] = create_model(name, __base__=request, __doc__=request.__doc__, **fields)
    return made


def _setting_type(setting: Setting) -> Any:
    if setting.name in _NAMED:
        return Literal[_NAMED[setting.name]] | None
    if "file" in setting.help.lower():
        raise AssertionError(f"setting {setting.name} may name a file: list the names that a request may use")
    return Annotated[str, StringConstraints(max_length=_MOST_SAID)] | None


def ask(request: Any, progress: Progress, *, kind_name: str, question: str) -> Value:
    """Answer a generic question, in a worker."""
    from clausal import reporting

    del progress
    puzzle, name = read_puzzle(request, kind_name)
    choices = Choices(request.engine, request.encoder, request.seconds, request.conflicts, seed=request.seed)
    if question == "check":
        return reporting.check_report(puzzle, name, choices, most=request.most)
    if question == "solve":
        return reporting.solve_report(puzzle, name, choices, every=request.all)[0]
    if question == "count":
        return reporting.count_report(puzzle, name, choices, most=request.max)
    if question == "explain":
        return reporting.explain_report(puzzle, name, choices, most=request.most, coarse=request.coarse)
    if question == "forced":
        return reporting.forced_report(puzzle, name, choices)
    return reporting.export_report(puzzle, name, form=request.to, encoder=request.encoder)


def read_puzzle(request: Any, kind_name: str) -> tuple[Any, Name]:
    """The puzzle of a request, and how its report names it."""
    from clausal import api
    from clausal.models.encoding import Cnf
    from clausal.puzzles import kind

    settings = {setting.name: getattr(request, setting.name) for setting in CATALOGUE[kind_name].settings}
    puzzle = api.parse(kind_name, request.puzzle, **{key: said for key, said in settings.items() if said is not None})
    if isinstance(puzzle, Cnf) and len(puzzle.clauses) > MOST_CLAUSES:
        raise InvalidPuzzle(f"it has {len(puzzle.clauses):,} clauses", expected=f"{MOST_CLAUSES:,} at most")
    of_kind = kind(kind_name)
    return puzzle, {"puzzle": of_kind.write(puzzle)} if of_kind.one_line else {}
