"""`entails compare PUZZLE INPUT`, `entails encoders PUZZLE` and `entails read LINK`.

`compare` measures encoders and engines on one puzzle, `encoders` lists encoders, and `read` detects the puzzle type
of an input and converts it.
"""

from math import isfinite
from typing import TYPE_CHECKING, Annotated, Any

import typer

from entails.cli.groups import PlainCommand
from entails.models.errors import quantity

if TYPE_CHECKING:
    from entails.puzzles.base import AnyPuzzle
    from entails.queries.compare import CompareReport

_PANEL = "Tools"
_GRID = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
_COLUMNS = ("variables", "clauses", "literals", "conflicts", "decisions", "propagations", "proof_bytes")

AsJson = Annotated[bool, typer.Option("--json", metavar="", help="Print JSON Lines instead of text.")]
Puzzle = Annotated[str, typer.Argument(metavar="PUZZLE", help="Puzzle type; see entails puzzles.")]


def add_commands(app: typer.Typer) -> None:
    """Add `compare` and `encoders` to the main command."""
    example = f"Example: entails compare sudoku {_GRID} --encoders complete,pruned --engines cadical195,minisat22"
    app.command(cls=PlainCommand, rich_help_panel=_PANEL, epilog=example)(compare)
    app.command(cls=PlainCommand, rich_help_panel=_PANEL, epilog="Example: entails encoders sudoku")(encoders)


def encoders(puzzle: Puzzle, json: AsJson = False) -> None:
    """List encoders."""
    from entails.cli.output import columns, print_json
    from entails.queries.compare import encoders_of

    reports = encoders_of(_kind(puzzle))
    for report in reports if json else ():
        print_json(report)
    if not json:
        rows = [(f"{row.name}{' (default)' if row.usual else ''}", row.kind, row.summary) for row in reports]
        columns([("encoder", "for", "encoding"), *rows])


def compare(
    puzzle: Puzzle,
    input: Annotated[list[str], typer.Argument(metavar="INPUT", help="One puzzle, or a file with one.")],
    encoders: Annotated[str | None, typer.Option(metavar="A,B,C", help="Encoders to compare (default: all).")] = None,
    engines: Annotated[
        str | None,
        typer.Option(
            metavar="X,Y,Z", help="Engines to compare (default: the puzzle type's, cadical195, minisat22, cpsat)."
        ),
    ] = None,
    seconds: Annotated[
        float, typer.Option(min=0.001, metavar="S", help="Time limit per pair, in seconds.", show_default=True)
    ] = 10.0,
    total: Annotated[
        float,
        typer.Option(min=0.001, metavar="S", help="Time limit for all pairs, in seconds.", show_default=True),
    ] = 120.0,
    seed: Annotated[int, typer.Option(metavar="N", help="Random seed.")] = 0,
    plot: Annotated[str | None, typer.Option(metavar="FILE", help="Plot of the CPU times: .png, .svg or .pdf.")] = None,
    json: AsJson = False,
) -> None:
    """Compare encoders and engines on one puzzle.

    A pair that reaches a time limit is undecided.
    """
    from entails.cli.files import write_bytes
    from entails.cli.output import print_json, say
    from entails.models.errors import InvalidOption
    from entails.queries.compare import compare as comparing
    from entails.queries.compare import names_in
    from entails.queries.query import bounded

    for option, value in (("--seconds", seconds), ("--total", total)):
        if not isfinite(value):
            raise InvalidOption(f"invalid value {value}", where=option, expected="a finite number")
    form = _form(plot)
    puzzle_type = _kind(puzzle)
    names = names_in(encoders, "--encoders"), names_in(engines, "--engines")
    reports = []
    for report in comparing(
        _one(puzzle_type, input), *names, limits=bounded(seconds), total=bounded(total).seconds, seed=seed
    ):
        reports.append(report)
        if json:
            print_json(report)
    if not json:
        _show(reports)
    if plot is not None and form is not None:
        write_bytes(_drawn(reports, form), plot)
        say(f"{plot}: {quantity(len(reports), 'pair')} drawn", "green")
    raise typer.Exit(_code(reports))


def _kind(name: str) -> "AnyPuzzle":
    from entails.models.errors import InvalidOption
    from entails.puzzles import known, puzzle_type_named

    if known(name) is None:
        problem = f"unknown puzzle type {name[:40]!r}"
        raise InvalidOption(problem, where="PUZZLE", expected="a name from entails puzzles")
    return puzzle_type_named(name)


def _one(puzzle_type: "AnyPuzzle", words: list[str]) -> Any:
    """Return the single puzzle of the input; raise an error if there are several."""
    from entails.cli.inputs import Reader, gathered, one_by_one
    from entails.models.errors import InvalidPuzzle

    reader = Reader(puzzle_type, puzzle_type.read_options({}), puzzle_type.read)
    source = reader.source(gathered(words), typed=len(words) != 1)
    if not source.is_one:
        raise InvalidPuzzle("more than one puzzle", where=source.label, expected="exactly one puzzle to compare")
    (entry,) = one_by_one(source.entries)
    return entry.puzzle


def _code(reports: list["CompareReport"]) -> int:
    from entails.cli.exit import NO, UNDECIDED, YES

    statuses = {report.status for report in reports}
    return YES if "satisfied" in statuses else NO if "unsatisfiable" in statuses else UNDECIDED


def _show(reports: list["CompareReport"]) -> None:
    """Print the comparison as a table, without its empty columns."""
    from entails.cli.output import columns

    shown = [name for name in _COLUMNS if any(getattr(report, name) is not None for report in reports)]
    rows = [("encoder", "engine", "status", "CPU ms", *(name.replace("_", " ") for name in shown))]
    for report in reports:
        counts = ["-" if (value := getattr(report, name)) is None else f"{value:,}" for name in shown]
        spent = "-" if report.cpu_seconds is None else f"{1000 * report.cpu_seconds:,.2f}"
        rows.append((report.encoder, report.engine, report.status or "rejected", spent, *counts))
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    rows = [
        tuple(word if at < 3 else word.rjust(width) for at, (word, width) in enumerate(zip(row, widths, strict=True)))
        for row in rows
    ]
    columns(rows)
    for problem in dict.fromkeys(report.problem for report in reports if report.problem):
        columns([(problem,)])


def _form(plot: str | None) -> str | None:
    """Return the format of a plot by the extension of its file name. Raise an error if it is unknown."""
    if plot is None:
        return None
    from entails.models.errors import InvalidOption
    from entails.studies.common import KINDS, require_matplotlib

    form = plot.rpartition(".")[2].lower()
    if form not in KINDS:
        expected = f"a name that ends in {', '.join(f'.{kind}' for kind in KINDS)}"
        raise InvalidOption("unknown image format", where=plot[:200] or "--plot", expected=expected)
    require_matplotlib()
    return form


def _drawn(reports: list["CompareReport"], form: str) -> bytes:
    """Return a bar chart of the CPU times, coloured by engine."""
    from entails.studies.common import drawn, sheet

    timed = [report for report in reports if report.cpu_seconds is not None]
    figure = sheet(8, 1.2 + 0.32 * len(timed))
    axes = figure.subplots()
    names = [f"{report.encoder}, {report.engine}" for report in timed]
    engines = list(dict.fromkeys(report.engine for report in timed))
    colours = [f"C{engines.index(report.engine)}" for report in timed]
    axes.barh(range(len(timed)), [1000 * float(report.cpu_seconds or 0) for report in timed], color=colours)
    axes.set_yticks(range(len(timed)), names)
    axes.invert_yaxis()
    axes.set_xscale("log")
    axes.set_xlabel("CPU time in milliseconds")
    return drawn(figure, form)


def add_read_command(app: typer.Typer) -> None:
    """Add `read` to the main command."""
    example = "Example: entails read 'https://puzz.link/p?slither/5/5/k202cj010dj'"
    app.command(cls=PlainCommand, rich_help_panel=_PANEL, epilog=example)(read)


def read(
    input: Annotated[str, typer.Argument(metavar="INPUT", help="A link, a puzzle, or a file with one.")],
    to: Annotated[
        str | None, typer.Option("--to", metavar="FORMAT", help="Output format, such as link or svg.")
    ] = None,
    json: Annotated[bool, typer.Option("--json", metavar="", help="Print JSON instead of text.")] = False,
) -> None:
    """Detect the puzzle type of an input; draw or convert the puzzle."""
    import json as jsonlib

    from entails.cli.groups import detected_input
    from entails.cli.output import columns, say
    from entails.models.entry import only_one
    from entails.models.errors import InvalidOption
    from entails.puzzles import known, puzzle_type_named

    name, content = detected_input(input)
    puzzle_type, about = puzzle_type_named(name), known(name)
    puzzle = only_one(puzzle_type.read(content, puzzle_type.read_options({})))
    if to is not None and to not in puzzle_type.formats:
        raise InvalidOption(
            f"unknown format {to[:20]!r} of {name}", where="--to", expected=", ".join(puzzle_type.formats)
        )
    written = puzzle_type.formats[to](puzzle) if to is not None else puzzle_type.format(puzzle)
    if json:
        summary = "" if about is None else about.summary
        record = {"puzzle": name, "text": written, "summary": summary, "forms": list(puzzle_type.formats)}
        print(jsonlib.dumps(record, ensure_ascii=False))
    elif to is not None:
        print(written.rstrip("\n"))
    else:
        say(name, "bold")
        print(puzzle_type.formats["drawn"](puzzle) if "drawn" in puzzle_type.formats else written)
        columns(
            [
                ("rules", "" if about is None else about.summary),
                ("text", written),
                ("formats", ", ".join(puzzle_type.formats)),
            ]
        )
