"""`clausal cnf`: the verbs that only formulas have."""

from typing import Annotated

import typer

from clausal.cli import options as opt

Formula = Annotated[str, typer.Argument(metavar="FILE.cnf", help="A DIMACS file (gzip too), or - for standard input.")]


def add_verbs(app: typer.Typer) -> None:
    """Add the verbs of formulas."""
    app.command("prove", rich_help_panel="Proofs")(prove)
    app.command("verify", rich_help_panel="Proofs")(verify)
    app.command("stats", rich_help_panel="Questions")(stats)


def prove(
    formula: Formula,
    output: opt.OutputFile = None,
    engine: opt.EngineName = None,
    seconds: opt.Seconds = None,
    conflicts: opt.Conflicts = None,
    memory_mb: opt.MemoryMb = None,
    check: Annotated[bool, typer.Option(metavar="", help="Check the proof before it is given out.")] = True,
) -> None:
    """Prove that there is no solution: writes a DRUP/DRAT proof that anyone can check."""
    from clausal.cli.formulas import prove_formula

    choices = opt.Choices(engine, None, seconds, conflicts, memory_mb, 0, 1)
    raise typer.Exit(prove_formula(formula, choices, output, check=check))


def verify(
    formula: Formula,
    proof: Annotated[str, typer.Argument(metavar="PROOF", help="A DRUP or DRAT proof, or - for standard input.")],
    json: opt.AsJson = False,
) -> None:
    """Check a DRUP/DRAT proof that the formula has no solution, with our own checker."""
    from clausal.cli.formulas import verify_proof

    raise typer.Exit(verify_proof(formula, proof, json=json))


def stats(formula: Formula, json: opt.AsJson = False) -> None:
    """Size and make-up of the formula."""
    from clausal.cli.formulas import show_stats

    raise typer.Exit(show_stats(formula, json=json))
