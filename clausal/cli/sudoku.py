"""`clausal sudoku`: the verbs that only Sudoku has."""

import inspect
from typing import Annotated, Any

import typer

from clausal.cli import options as opt
from clausal.cli.verbs import for_puzzle

Techniques = Annotated[
    str | None,
    typer.Option(
        metavar="A,B,C", help="Only these techniques, in this order; study is a list, a wrong name shows them."
    ),
]


def add_verbs(app: typer.Typer) -> None:
    """Add Sudoku's own verbs."""
    for name, verb, panel in (
        ("rate", rate, "Questions"),
        ("steps", steps, "For people"),
        ("hint", hint, "For people"),
    ):
        app.command(name, help=inspect.getdoc(verb), rich_help_panel=panel)(for_puzzle(verb, "sudoku"))
    app.command("generate", rich_help_panel="For people")(generate)
    app.command("calibrate", rich_help_panel="Experiments")(calibrate)
    app.command("quine-fit", rich_help_panel="Experiments")(quine_fit)


def rate(
    sources: Any,
    plot: Annotated[
        str | None, typer.Option(metavar="FILE", help="Draw where the effort goes: .png, .svg or .pdf; one puzzle.")
    ] = None,
    weights: Annotated[
        str | None, typer.Option(metavar="FILE", help="Weights of your own, as calibrate writes them.")
    ] = None,
    quine: Annotated[
        bool | None,
        typer.Option(
            "--quine/--no-quine", help="With the measures of the disjunction engine: of one puzzle, unless you say so."
        ),
    ] = None,
    chaos: Annotated[
        bool, typer.Option("--chaos", metavar="", help="With the escape rate of chaos: seconds to minutes a puzzle.")
    ] = False,
    seconds: opt.Seconds = None,
    seed: opt.Seed = 0,
    json: opt.AsJson = False,
) -> int:
    """How hard it is for people: difficulty, band, hardest step, and every criterion behind them."""
    from clausal.cli.sudoku_rate import run_rate

    limits = opt.bounded_limits(seconds)
    return run_rate(sources, plot=plot, weights=weights, quine=quine, chaos=chaos, limits=limits, seed=seed, json=json)


def steps(
    source: Any,
    techniques: Techniques = None,
    available: Annotated[
        bool, typer.Option("--available", metavar="", help="Every step that can be taken now, not the path.")
    ] = False,
    json: opt.AsJson = False,
) -> int:
    """Solve it as a person does, each step with its reason. Classic 9x9 grids."""
    from clausal.cli.sudoku_steps import run_steps

    return run_steps(source, techniques=techniques, available=available, json=json)


def hint(
    source: Any,
    strength: Annotated[
        str, typer.Option("--strength", "-s", metavar="S", help="where to look, which technique, or the step itself.")
    ] = "where",
    techniques: Techniques = None,
    json: opt.AsJson = False,
) -> int:
    """Help with the next step only, as much as you want: --strength where, technique or step."""
    from clausal.cli.sudoku_steps import run_hint

    return run_hint(source, strength=strength, techniques=techniques, json=json)


def generate(
    number: Annotated[int, typer.Option("-n", "--number", min=1, metavar="N", help="How many grids.")] = 1,
    difficulty: Annotated[
        str | None, typer.Option(metavar="D", help="easy, medium, hard, expert, diabolical, or two numbers: 0.8..1.2.")
    ] = None,
    technique: Annotated[str | None, typer.Option(metavar="NAME", help="The hardest step, such as x-wing.")] = None,
    clues: Annotated[str | None, typer.Option(metavar="N", help="So many clues, or a range: 22..26.")] = None,
    symmetry: Annotated[
        str, typer.Option(metavar="S", help="How the clues lie: rotational, mirror or none.")
    ] = "rotational",
    minimal: Annotated[bool, typer.Option("--minimal", metavar="", help="No clue can be spared.")] = False,
    size: Annotated[int, typer.Option(metavar="N", help="9, or another size; only 9 has a difficulty.")] = 9,
    seed: opt.Seed = 0,
    attempts: Annotated[
        int, typer.Option(min=1, metavar="N", help="Try so often for one grid.", rich_help_panel="Limits")
    ] = 10_000,
    seconds: Annotated[
        float | None, typer.Option(min=0.001, metavar="S", help="For all grids together.", rich_help_panel="Limits")
    ] = None,
    sheet: Annotated[
        str | None, typer.Option(metavar="FILE", help="Print-ready pages: .pdf or .svg; solutions come last.")
    ] = None,
    json: opt.AsJson = False,
) -> None:
    """Make grids to order: each has one solution and a rating, and the same seed gives the same grids."""
    from clausal.cli.sudoku_generate import run_generate

    limits = opt.bounded_limits(seconds, nodes=attempts)
    raise typer.Exit(
        run_generate(
            number,
            size=size,
            difficulty=difficulty,
            technique=technique,
            clues=clues,
            symmetry=symmetry,
            minimal=minimal,
            seed=seed,
            limits=limits,
            sheet=sheet,
            json=json,
        )
    )


def calibrate(
    data: Annotated[str, typer.Argument(metavar="DATA.csv", help="A table with a column puzzle and the target.")],
    target: Annotated[
        str | None, typer.Option(metavar="COLUMN", help="The column with the rating; rating, time or D_TO without it.")
    ] = None,
    method: Annotated[
        str, typer.Option(metavar="METHOD", help="lsq or anneal, as the study; or nnls, ridge, coordinate.")
    ] = "ridge",
    first_use: Annotated[
        bool, typer.Option("--first-use", metavar="", help="Also a weight for needing a technique at all.")
    ] = False,
    intercept: Annotated[bool, typer.Option("--intercept", metavar="", help="Also a constant.")] = False,
    transform: Annotated[str, typer.Option(metavar="T", help="Fit the target's none, log or root.")] = "none",
    cap: Annotated[float | None, typer.Option(metavar="X", help="Take larger ratings for this one.")] = None,
    limit: Annotated[int | None, typer.Option(min=1, metavar="N", help="Use the first rows only.")] = None,
    criteria: Annotated[
        str | None, typer.Option(metavar="A,B,C", help="Fit these criteria, not the counts of techniques.")
    ] = None,
    techniques: Techniques = None,
    repeats: Annotated[int, typer.Option(min=1, max=1000, metavar="N", help="Cross-validate so often.")] = 10,
    weights: Annotated[
        str | None, typer.Option(metavar="OUT.json", help="Write the weights, for rate --weights.")
    ] = None,
    plot: Annotated[str | None, typer.Option(metavar="OUT.png", help="Draw it: .png, .svg or .pdf.")] = None,
    seed: opt.Seed = 0,
    json: opt.AsJson = False,
) -> None:
    """Fit difficulty to ratings of your own, and learn how far to trust the fit: everything is cross-validated."""
    from clausal.cli.sudoku_calibrate import recipe_of, run_calibrate

    recipe = recipe_of(
        method,
        criteria=criteria,
        first_use=first_use,
        intercept=intercept,
        transform=transform,
        cap=cap,
        repeats=repeats,
        seed=seed,
    )
    raise typer.Exit(
        run_calibrate(
            data,
            target,
            recipe=recipe,
            techniques=techniques,
            limit=limit,
            weights=weights,
            plot_path=plot,
            json=json,
        )
    )


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
