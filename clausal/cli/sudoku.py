"""`clausal sudoku`: the verbs that only Sudoku has."""

from typing import Annotated

import typer

from clausal.cli import options as opt


def add_verbs(app: typer.Typer) -> None:
    """Add Sudoku's own verbs."""
    app.command("decode", rich_help_panel="Files")(decode)


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
