"""`quine-fit`: the study's experiment."""

from collections.abc import Iterable

from clausal.cli.exit import YES
from clausal.cli.files import named
from clausal.cli.output import console, print_json, ticking
from clausal.models.errors import UnsupportedCapability
from clausal.solvers.quine.options import HEURISTICS, QuineOptions


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
