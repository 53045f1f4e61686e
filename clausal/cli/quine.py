"""`quine` and `quine-fit`: reasoning by disjunctions, its depth, its tree, and the study's experiment."""

from collections.abc import Iterable, Sequence
from typing import Any

from clausal import api
from clausal.cli.asking import Answered, each
from clausal.cli.exit import NO, UNDECIDED, YES
from clausal.cli.files import named, write_text
from clausal.cli.output import console, print_json, ticking
from clausal.cli.source import Source
from clausal.models.errors import InvalidPuzzle, UnsupportedCapability
from clausal.models.limits import Limits
from clausal.models.report import Name, QuineReport
from clausal.reporting import quine_report
from clausal.solvers.quine.options import HEURISTICS, QuineOptions
from clausal.solvers.quine.result import QuineResult
from clausal.solvers.quine.run import quine

_PICTURES = ("svg", "dot", "json")
_MOST_ROWS = 12
"""Depths that a person is shown; --json has them all."""


def changed_options(preset: str, changes: Sequence[str], **options: Any) -> QuineOptions:
    """A preset with single choices changed, each said as option=value."""
    for change in changes:
        name, equals, value = change.partition("=")
        if not equals or name not in QuineOptions.model_fields:
            known = ", ".join(QuineOptions.model_fields)
            raise InvalidPuzzle(
                "this changes no option", where=f"--set {change[:40]}", expected=f"OPTION=VALUE with {known}"
            )
        options[name] = value
    return QuineOptions.of(preset, **options)


def run_quine(
    source: Source,
    *,
    options: QuineOptions,
    limits: Limits,
    encoder: str | None,
    exact: bool,
    tree: str | None,
    unfold: int | None,
    json: bool,
) -> int:
    """Run the engine on each puzzle of a source and show its measures."""
    if tree is not None:
        _picture_kind(tree)
        if not source.is_one:
            raise InvalidPuzzle("there is more than one puzzle", where=source.label, expected="exactly one for --tree")
    keep_tree = tree is not None or unfold is not None
    out = console()

    def ask(puzzle: Any, name: Name) -> Answered:
        result = quine(api.as_cnf(puzzle, encoder, "quine"), options, limits, tree=keep_tree)
        depth = api.exact_depth(puzzle, encoder=encoder, limits=limits, cap=options.max_depth) if exact else None
        if tree is not None:
            write_text([_picture(result, tree)], tree)
        undecided = result.status == "undecided" or (depth is not None and depth.depth is None)
        code = UNDECIDED if undecided else YES if result.status == "satisfied" else NO
        return Answered(quine_report(result, depth, name, exact=exact), code, (result,))

    def show(answered: Answered, puzzle: Any) -> None:
        if source.is_one:
            _show_one(out, answered.report)
            if unfold is not None:
                _tell(out, answered.answers[0], unfold)
        else:
            _show_line(out, answered.report, source.kind.write(puzzle))

    return each(source, json, ask, show)


def _show_one(out: Any, report: QuineReport) -> None:
    several = {True: ", and not the only one", False: ", the only one", None: ""}[report.several]
    words = {
        "satisfied": f"solved{several}",
        "unsatisfiable": "no solution: the tree refutes every case",
        "undecided": f"undecided: stopped by the limit on {report.reason}; {report.known or 'nothing is known'}",
    }
    out.print(words[report.status])
    from rich.table import Table

    table = Table(box=None, pad_edge=False)
    for heading in ("depth", "disjunctions", "eliminations", "true", "false"):
        table.add_column(heading, justify="right")
    made = (*report.disjunctions, 0)
    rows = zip(made, report.eliminations, report.true_eliminations, report.false_eliminations, strict=False)
    numbered = list(enumerate(rows))
    for level, numbers in numbered[:_MOST_ROWS]:
        table.add_row(str(level), *(f"{number:,}" for number in numbers))
    if len(numbered) > _MOST_ROWS:
        table.add_row(f"to {len(numbered) - 1}", *("…" for _ in range(4)))
    out.print(table)
    out.print(f"depth of the tree {report.depth} (heuristic {report.heuristic}), work {report.work:,}")
    if report.exact_depth_asked:
        out.print(f"exact depth {_exact_words(report)}")


def _exact_words(report: QuineReport) -> str:
    return str(report.exact_depth) if report.exact_depth is not None else f"at least {report.exact_depth_at_least}"


def _show_line(out: Any, report: QuineReport, puzzle: str) -> None:
    exact = f"  exact {_exact_words(report)}" if report.exact_depth_asked else ""
    disjunctions = sum(report.disjunctions)
    counted = "1 disjunction" if disjunctions == 1 else f"{disjunctions:,} disjunctions"
    out.print(f"{puzzle}  {report.status}  depth {report.depth}{exact}  {counted}", markup=False)


def _tell(out: Any, result: QuineResult, unfold: int) -> None:
    from clausal.solvers.quine.sentences import sentences

    assert result.tree is not None
    out.print()
    for line in sentences(result.tree, unfold):
        out.print(line, markup=False)


def _picture_kind(path: str) -> str:
    kind = path.rpartition(".")[2].lower()
    if kind not in _PICTURES:
        raise InvalidPuzzle(
            "this is no picture of a tree", where=path, expected="a name that ends in .svg, .dot, .json"
        )
    return kind


def _picture(result: QuineResult, path: str) -> str:
    import json

    from clausal.solvers.quine.draw import to_dot, to_svg

    assert result.tree is not None
    kind = _picture_kind(path)
    if kind == "json":
        return json.dumps(result.tree.as_json(), ensure_ascii=False, indent=1) + "\n"
    return to_svg(result.tree) if kind == "svg" else to_dot(result.tree)


def run_fit(
    path: str,
    target: str,
    *,
    cap: int,
    limit: int | None,
    preset: str,
    heuristics: Iterable[str] | None,
    plot_path: str | None,
    json: bool,
) -> int:
    """The study's experiment: fit the measures of each heuristic to a rating, beside the study's own coefficients."""
    from importlib.util import find_spec

    from rich.table import Table

    from clausal.studies.quine.fit import plot, quine_fit
    from clausal.studies.quine.ratings import read_ratings

    if plot_path is not None and find_spec("matplotlib") is None:
        raise UnsupportedCapability("drawing a plot needs matplotlib: install clausal[plots]")
    with named(path):
        ratings = read_ratings(path, target, limit)
    chosen = tuple(heuristics or HEURISTICS)
    with ticking(len(chosen) * len(ratings.grids), "fitting") as tick:
        report = quine_fit(ratings, QuineOptions.of(preset), cap, chosen, lambda: tick(1))
    if plot_path is not None:
        plot(report, plot_path)
    if json:
        from clausal.models.report import QuineFitReport

        for fit in report.fits:
            print_json(QuineFitReport(file=path, target=target, grids=len(ratings.grids), **fit.as_json()))
        return YES
    table = Table(box=None, pad_edge=False, title=f"{len(ratings.grids)} grids of {ratings.source}, target {target}")
    for heading in report.header:
        table.add_column(heading, justify="left" if heading == "heuristic" else "right")
    for row in report.rows():
        table.add_row(*row)
    console().print(table)
    return YES
