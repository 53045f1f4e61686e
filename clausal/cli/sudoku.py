"""`clausal sudoku`: the verbs that only Sudoku has."""

from typing import Annotated

import typer

from clausal.cli import options as opt


def add_verbs(app: typer.Typer) -> None:
    """Add Sudoku's own verbs."""
    app.command("decode", rich_help_panel="Files")(decode)
    app.command("quine-fit", rich_help_panel="Experiments")(quine_fit)


def decode(
    formula: Annotated[str, typer.Argument(metavar="FILE.cnf", help="The exported DIMACS file.")],
    answer: Annotated[str, typer.Argument(metavar="ANSWER", help="What the solver wrote, or - for standard input.")],
    json: opt.AsJson = False,
) -> None:
    """Read the answer of an outside SAT solver back into a grid.

    The exported file names the puzzle and its variables, so it is all that is needed besides the answer.
    """
    from clausal.cli.outside import decode_answer

    raise typer.Exit(decode_answer("sudoku", formula, answer, json=json))


def quine_fit(
    data: Annotated[str, typer.Argument(metavar="DATA.csv", help="A table with a column puzzle and the target.")],
    target: Annotated[str, typer.Option(help="The column with the rating.")],
    cap: Annotated[int, typer.Option(min=1, help="Disjunctions a grid may take.")] = 1000,
    limit: Annotated[int | None, typer.Option(min=1, help="Use the first rows only.")] = None,
    preset: Annotated[str, typer.Option(help="How the engine reasons: program, annex or default.")] = "program",
    heuristic: Annotated[list[str] | None, typer.Option(help="Only this heuristic (repeatable).")] = None,
    plot: Annotated[str | None, typer.Option(metavar="FILE", help="Draw rating against fit: .png or .svg.")] = None,
    json: opt.AsJson = False,
) -> None:
    """Fit depth, disjunctions and eliminations to a rating, beside the coefficients of Landreau 2025."""
    from clausal.cli.quine import run_fit

    raise typer.Exit(
        run_fit(data, target, cap=cap, limit=limit, preset=preset, heuristics=heuristic, plot_path=plot, json=json)
    )
