"""Queries that export a puzzle as a formula or model, draw it, or show its constraints."""

from base64 import b64encode
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Annotated, Any

from pydantic import Field

from entails.formats.statement import ModelText, describe, markdown
from entails.locale.message import Language, Message
from entails.models.drawing import Drawing
from entails.models.encoding import Cnf, CpSat, PlainParts
from entails.models.errors import InvalidOption, UnsupportedCapability
from entails.models.fields import Option, Value
from entails.models.outcome import Satisfied
from entails.models.report import Report
from entails.puzzles import as_puzzle, puzzle_type_of
from entails.puzzles.base import AnyPuzzle
from entails.queries.pipeline import as_cnf
from entails.queries.query import (
    Artefact,
    Encoder,
    Examples,
    Folder,
    LanguageOption,
    Progress,
    Query,
    QueryOptions,
    QueryResult,
    TimedOptions,
    named,
    yes_no,
)
from entails.queries.solve import solve

VERBS = {
    "export": {
        "PLACE": 8,
        "__all__": ["export"],
        "text": "Export as DIMACS, OPB, a CP-SAT model or another format.",
    },
    "draw": {
        "PLACE": 7,
        "__all__": ["drawing"],
        "text": "Draw the puzzle as text or SVG, or print the drawing as JSON.",
    },
    "constraints": {
        "PLACE": 9,
        "__all__": ["constraints"],
        "text": "Show the constraint model: variables, constraints and their sentences.",
    },
}


_FORMULAS = ("dimacs", "gcnf", "opb")
_BINARY = "cpsat-binary"
_CP_MODELS = ("cpsat", _BINARY)
_BINARY_ENDINGS = ("pb", "bin")


class ExportOptions(QueryOptions):
    """Options of `export`."""

    to: Annotated[
        str | None,
        Field(
            description="Format: dimacs (default if the puzzle has a formula), gcnf, opb, cpsat, cpsat-binary, or a "
            "format of the puzzle type (entails puzzles lists them)."
        ),
        Option(metavar="FORMAT"),
    ] = None
    encoder: Encoder = None


class ExportReport(Report):
    """Report of `export`: the exported text (base64 for cpsat-binary). Without --json, the text is printed."""

    form: str
    text: str


@dataclass(frozen=True)
class CpModels:
    """The CP-SAT models of a puzzle: one, or on a Scrabble board one per slot; `slot` chooses one."""

    recipe: CpSat[Any]
    about: tuple[str, ...]
    slot: str | None = None

    @property
    def labels(self) -> list[str]:
        """The names of the models; empty if there is only one."""
        label = self.recipe.label
        return [] if label is None else [label(*part) for part in self.recipe.parts]

    def chosen(self) -> PlainParts:
        """Build the only model, or the one that `slot` names."""
        return self._built(self.place())

    def place(self) -> int:
        """Return the index of the chosen model."""
        labels = self.labels
        if not self.recipe.parts:
            raise UnsupportedCapability("the position has no slot: no word fits the board and the rack")
        if self.slot is None and len(self.recipe.parts) > 1:
            problem = f"{len(labels)} models, one for each slot"
            expected = f'a slot such as "{labels[0]}" (place and length)'
            raise InvalidOption(problem, where="--slot", expected=expected)
        if self.slot is None:
            return 0
        wanted = " ".join(self.slot.upper().replace("-", " ").split())
        if wanted not in labels:
            problem = f"no word fits slot {self.slot[:20]!r}"
            raise InvalidOption(problem, where="--slot", expected=f"one of {', '.join(labels[:40])}")
        return labels.index(wanted)

    def _built(self, place: int) -> PlainParts:
        assert self.recipe.plain is not None  # every compiler of statements sets it
        return self.recipe.plain(*self.recipe.parts[place])

    def about_slot(self, place: int) -> tuple[str, ...]:
        """Return comments about a model that name its slot."""
        lines = tuple(line for text in self.about for line in text.splitlines())
        return lines if self.recipe.label is None else (*lines, f"slot {self.labels[place]}")

    def text(self, place: int) -> Iterator[str]:
        """Yield the lines of a model in text form."""
        from entails.formats.cp_model import write_cp_model

        return write_cp_model(self._built(place), self.about_slot(place))

    def binary(self, place: int) -> bytes:
        """Return a model in the binary form of protocol buffers."""
        from entails.formats.cp_model import write_binary_cp_model

        return write_binary_cp_model(self._built(place), self.about_slot(place))

    def folder(self, *, binary: bool) -> Folder:
        """Return one file for each model, or only for the chosen one."""
        is_one = self.slot is not None or len(self.recipe.parts) < 2
        places: Sequence[int] = (self.place(),) if is_one else range(len(self.recipe.parts))
        names = [label.replace(" ", "-") for label in self.labels] or ["model"]
        if binary:
            return Folder((f"{names[place]}.pb", self.binary(place)) for place in places)
        return Folder((f"{names[place]}.pb.txt", "".join(self.text(place))) for place in places)


@dataclass(frozen=True)
class Export:
    """An exported puzzle: a text, or a formula or model that is written in pieces because it may be large."""

    form: str
    content: str | Cnf[Any] | CpModels

    def __iter__(self) -> Iterator[str]:
        from entails.formats.dimacs.write import write_dimacs, write_gcnf
        from entails.formats.opb import write_opb

        if isinstance(self.content, str):
            return iter([self.content])
        if isinstance(self.content, CpModels) and self.form == _BINARY:
            return iter([b64encode(self.content.binary(self.content.place())).decode()])
        if isinstance(self.content, CpModels):
            return self.content.text(self.content.place())
        write = {"dimacs": write_dimacs, "gcnf": write_gcnf, "opb": write_opb}[self.form]
        return iter(write(self.content))

    def file(self, ending: str) -> "str | bytes | Folder | Iterator[str]":
        """Return the content of a file by its extension: .pb and .bin are binary CP-SAT models; "/" is a folder."""
        if isinstance(self.content, CpModels):
            if ending == "/":
                return self.content.folder(binary=self.form == _BINARY)
            if self.form == _BINARY or ending in _BINARY_ENDINGS:
                return self.content.binary(self.content.place())
        elif ending == "/":
            raise InvalidOption("a folder is only for CP-SAT models", where="--output", expected="a file")
        return iter(self)


def export(
    puzzle: Any, *, form: str | None = None, encoder: str | None = None, slot: str | None = None
) -> Iterator[str]:
    """Yield the puzzle as text, in pieces. `form` is dimacs, gcnf, opb, cpsat or a format of the puzzle type.

    The default is `dimacs`, or the first format of a type without a formula. `cpsat-binary` is yielded in base64.
    `slot` chooses a model of a Scrabble position ("8D 5").
    """
    return iter(export_of(puzzle, form, encoder, slot))


def _formulas(puzzle_type: AnyPuzzle) -> tuple[str, ...]:
    return _FORMULAS if any(encoder.kind == "cnf" for encoder in puzzle_type.encoders.values()) else ()


def _cp_models(puzzle_type: AnyPuzzle) -> tuple[str, ...]:
    return _CP_MODELS if any(encoder.kind == "cpsat" for encoder in puzzle_type.encoders.values()) else ()


def _default_form(puzzle_type: AnyPuzzle) -> str:
    return next(iter((*_formulas(puzzle_type), *puzzle_type.formats)))


def export_of(puzzle: Any, form: str | None, encoder: str | None, slot: str | None = None) -> Export:
    """Return the exported puzzle. Models of slots are built when they are written."""
    puzzle = as_puzzle(puzzle)
    puzzle_type = puzzle_type_of(puzzle)
    form = form or _default_form(puzzle_type)
    if slot is not None and form not in _CP_MODELS:
        raise InvalidOption(f"format {form} has no slots", where="--slot", expected=f"--to {_CP_MODELS[0]}")
    if form in puzzle_type.formats:
        return Export(form, puzzle_type.formats[form](puzzle) + "\n")
    if form in _cp_models(puzzle_type):
        return Export(form, cp_models(puzzle, encoder, slot))
    if form not in _formulas(puzzle_type):
        known = ", ".join([*_formulas(puzzle_type), *puzzle_type.formats, *_cp_models(puzzle_type)])
        raise UnsupportedCapability(f"{puzzle_type.name} has no format {form!r}; available: {known}")
    usual = "complete" if form == "gcnf" and "complete" in puzzle_type.encoders else puzzle_type.route("export").encoder
    formula = as_cnf(puzzle, encoder or usual, form)
    if (comment := puzzle_type.file_comment(puzzle)) is not None:
        formula = replace(formula, about=(comment, *formula.about))
    return Export(form, formula)


def cp_models(puzzle: Any, encoder: str | None = None, slot: str | None = None) -> CpModels:
    """Return the CP-SAT models of a puzzle, built by this encoder or by its first CP-SAT encoder."""
    puzzle_type = puzzle_type_of(puzzle)
    usual = next(name for name, choice in puzzle_type.encoders.items() if choice.kind == "cpsat")
    encoding = puzzle_type.encoder(encoder or usual).encode(puzzle)
    if not isinstance(encoding, CpSat) or encoding.plain is None:
        raise UnsupportedCapability(f"encoder {encoder} makes a {encoding.kind} encoding; cpsat needs {usual}")
    comment = puzzle_type.file_comment(puzzle)
    return CpModels(encoding, encoding.about if comment is None else (comment, *encoding.about), slot)


def _export_answer(puzzle: Any, options: ExportOptions, progress: Progress) -> QueryResult[Export]:
    """Export the puzzle; build the whole text only if the report is read."""
    del progress
    exported = export_of(puzzle, options.to, options.encoder, getattr(options, "slot", None))
    return QueryResult(exported, lambda: ExportReport(**named(puzzle), form=exported.form, text="".join(exported)))


def _alone(options: ExportOptions, puzzle_type: AnyPuzzle) -> str:
    """Return the noun of an export that holds only one puzzle, such as a DIMACS file with one formula."""
    form = options.to or _default_form(puzzle_type)
    return "" if form in puzzle_type.formats else form


def _examples(puzzle_type: AnyPuzzle) -> Examples:
    if not _formulas(puzzle_type):
        return {"in its own form": {}}
    return {"as DIMACS": {}, **({"as a CP-SAT model": {"to": "cpsat"}} if _cp_models(puzzle_type) else {})}


EXPORT = Query(
    options=ExportOptions,
    report=ExportReport,
    answer=_export_answer,
    artefacts={
        "output": Artefact(
            lambda exported, options, ending: exported.file(ending),  # noqa: ARG005
            "Output file (written atomically); a CP-SAT model is binary in FILE.pb.",
            Option("--output", "-o", metavar="FILE"),
            ("", *_BINARY_ENDINGS, "/"),
            others=True,
            alone=_alone,
            answer=True,
        )
    },
    examples=_examples,
)


class DrawOptions(TimedOptions):
    """Options of `draw`."""

    solved: Annotated[bool, Field(description="Draw a solution too.")] = False
    known: Annotated[
        tuple[str, ...],
        Field(description="A fact to draw, such as r1c1=5."),
        Option("--known", metavar="FACT"),
    ] = ()


class DrawReport(Report):
    """Report of `draw`: the drawing as data. `solved` is null if no solution was requested or it is undecided."""

    drawing: Drawing
    solved: bool | None = None


@dataclass(frozen=True)
class DrawingResult:
    """A puzzle and its drawing, as the result of the query."""

    puzzle: Any
    drawing: Drawing


def drawing(puzzle: Any, answer: Any = None) -> Drawing:
    """Draw a puzzle, with or without a solution; see `entails.formats.drawing`."""
    return puzzle_type_of(puzzle).draw(puzzle, answer)


def _draw_answer(puzzle: Any, options: DrawOptions, progress: Progress) -> QueryResult[DrawingResult]:
    """Draw the puzzle without a solution, with one, or with known facts."""
    del progress
    shown, solved = None, None
    if options.solved:
        outcome = solve(puzzle, limits=options.limits, assume=options.known)
        solved = {"satisfied": True, "unsatisfiable": False, "undecided": None}[outcome.status]
        shown = outcome.answer if isinstance(outcome, Satisfied) else None
    elif options.known:
        shown = puzzle_type_of(puzzle).partial_answer(puzzle, options.known)
    result = DrawingResult(puzzle, drawing(puzzle, shown))
    report = DrawReport(**named(puzzle), drawing=result.drawing, solved=solved)
    return QueryResult(result, report, yes_no(solved) if options.solved else "yes")


def _svg(result: DrawingResult, options: DrawOptions, ending: str) -> str:
    del options, ending
    from entails.formats.drawing.svg import svg

    return svg(result.drawing, title=puzzle_type_of(result.puzzle).name)


DRAW = Query(
    options=DrawOptions,
    report=DrawReport,
    answer=_draw_answer,
    artefacts={"svg": Artefact(_svg, "Write the picture to this file.", Option("--svg", metavar="FILE"), ("svg",))},
    examples={"as it is": {}, "with a solution": {"solved": True}},
)


_TITLE = Message("Constraint model", "Modèle de contraintes")


class ConstraintsOptions(QueryOptions):
    """Options of `constraints`."""

    language: LanguageOption = "en"
    markdown: Annotated[bool, Field(description="Add the model as a Markdown page.")] = False


class VariableReport(Value):
    """Variables with the same domain; a long list of names is shortened."""

    names: str
    domain: str
    count: int


class ConstraintReport(Value):
    """A constraint: type, formula, and the sentence of its group. A repair may remove a `soft` one."""

    type: str
    formula: str
    id: str
    text: str
    soft: bool


class ConstraintsReport(Report):
    """Report of `constraints`: the statement of a puzzle. `types` has the number of constraints of each type."""

    variables: tuple[VariableReport, ...]
    constraints: tuple[ConstraintReport, ...]
    types: dict[str, int]
    objective: str | None = Field(default=None, exclude_if=lambda objective: objective is None)


def constraints(puzzle: Any, language: Language = "en") -> ModelText:
    """Return the constraint model of a puzzle as text: variables, constraints, sentences."""
    puzzle_type = puzzle_type_of(puzzle)
    statement = puzzle_type.constraint_model(puzzle)
    if statement is None:
        raise UnsupportedCapability(f"{puzzle_type.name} has no statement to show")
    return describe(statement, language)


def _constraints_answer(puzzle: Any, options: ConstraintsOptions, progress: Progress) -> QueryResult[ModelText]:
    """Return the parts of the statement."""
    del progress
    return result_of(puzzle, constraints(puzzle, options.language))


def result_of(puzzle: Any, text: ModelText) -> QueryResult[ModelText]:
    """Return a statement with its report, as the result of the query."""
    report = ConstraintsReport(
        **named(puzzle),
        variables=tuple(VariableReport(**asdict(row)) for row in text.variables),
        constraints=tuple(ConstraintReport(**asdict(row)) for row in text.constraints),
        types=text.types,
        objective=text.objective,
    )
    return QueryResult(text, report)


def _markdown(text: ModelText, options: ConstraintsOptions, ending: str) -> str:
    del ending
    return markdown(text, _TITLE.say(options.language), options.language)


CONSTRAINTS = Query(
    options=ConstraintsOptions,
    report=ConstraintsReport,
    answer=_constraints_answer,
    artefacts={
        "markdown": Artefact(
            _markdown,
            "Write the model as Markdown to this file.",
            Option("--markdown", metavar="FILE"),
            ("md",),
            http="asked",
        )
    },
)
