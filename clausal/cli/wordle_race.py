"""`clausal wordle race|trace|strategies`: the algorithms of the studies, raced, watched and listed."""

from typing import Annotated, Literal

import typer

from clausal.cli import options as opt
from clausal.cli import wordle_choice as choice

_PANEL = "Experiments"

Settings = Annotated[
    list[str] | None,
    typer.Option(
        "--set",
        metavar="NAME=VALUE",
        help="A parameter, for every strategy that has it, or for one: genetic.crossRate=0.5 (repeatable).",
    ),
]
Feedback = Annotated[
    Literal["counts", "colours"],
    typer.Option("--feedback", help="What a guess is told: counts (Wordle Mind, as in the studies), or colours."),
]


def add_race(app: typer.Typer) -> None:
    """Add the verbs about strategies."""
    app.command("race", rich_help_panel=_PANEL)(race)
    app.command("trace", rich_help_panel=_PANEL)(trace)
    app.command("strategies", rich_help_panel=_PANEL)(strategies)


def race(
    strategies: Annotated[
        str,
        typer.Option(
            "--strategies",
            "-s",
            metavar="A,B,...",
            help="See clausal wordle strategies. Options may follow a name: entropy:pool=allowed.",
        ),
    ] = "a1,a2,probabilistic,forward,random,letter-frequency,entropy",
    feedback: Feedback = "counts",
    lang: choice.LanguageName = None,
    lengths: Annotated[str, typer.Option(metavar="N|N-N", help="Letters of a word: 5, 4-9 or 4,6,8.")] = "4-9",
    instances: Annotated[str, typer.Option(metavar="N|all", help="Games of each strategy and length.")] = "20",
    words: Annotated[
        str | None,
        typer.Option(
            metavar="N|smallest", help="Cut all lists to one size, drawn at random, or to that of the smallest."
        ),
    ] = None,
    settings: Settings = None,
    seed: opt.Seed = 0,
    workers: Annotated[
        int | None, typer.Option(min=1, max=256, metavar="N", help="Processes; as many as there are cores.")
    ] = None,
    answers: choice.AnswersName = None,
    output: Annotated[
        str | None,
        typer.Option(
            "--output",
            "-o",
            metavar="DIR",
            help="Keep races.csv, summary.json and plots there; a race that was stopped goes on from what is there.",
        ),
    ] = None,
    plots: Annotated[bool, typer.Option(help="Draw guesses and time against length into that folder.")] = True,
    json: opt.AsJson = False,
) -> None:
    """Let strategies guess the same secrets and compare: guesses and time by length, with 95 % intervals.

    Figures of guesses are over solved games. Time is the CPU time of a game, without compiling and loading; strategies
    that always play alike remember what they worked out in earlier games.
    """
    from clausal.cli.wordle_race_run import Entries, run

    entries = Entries(strategies, feedback, lang, lengths, instances, words, tuple(settings or ()), seed, answers)
    raise typer.Exit(run(entries, folder=output, workers=workers, plots=plots, json=json))


def trace(
    secret: Annotated[str, typer.Argument(metavar="SECRET", help="The word to be found.")],
    strategy: Annotated[
        str, typer.Option("--strategy", "-s", metavar="NAME", help="See clausal wordle strategies.")
    ] = "forward",
    feedback: Feedback = "counts",
    form: Annotated[
        Literal["text", "dot", "svg"],
        typer.Option("--format", "-f", help="How the search tree of backtrack and forward is drawn."),
    ] = "text",
    limit: Annotated[int, typer.Option(min=1, max=100_000, metavar="N", help="Draw so many nodes at most.")] = 60,
    settings: Settings = None,
    seed: opt.Seed = 0,
    lang: choice.LanguageName = None,
    answers: choice.AnswersName = None,
    output: opt.OutputFile = None,
    json: opt.AsJson = False,
) -> None:
    """Watch one game: every guess, whether it was consistent, what was left; of backtrack and forward the search tree.

    Exit code 1 when the strategy does not find the secret.
    """
    from clausal.cli.wordle_trace import show_trace

    raise typer.Exit(
        show_trace(
            secret,
            strategy,
            feedback=feedback,
            form=form,
            limit=limit,
            settings=tuple(settings or ()),
            seed=seed,
            words=(lang, answers),
            path=output,
            json=json,
        )
    )


def strategies(
    name: Annotated[str | None, typer.Argument(metavar="NAME", help="One strategy, with its options.")] = None,
    json: opt.AsJson = False,
) -> None:
    """Every way of guessing: where it comes from, whether it cheats, and (of one) its options."""
    from clausal.cli.wordle_trace import show_strategies

    raise typer.Exit(show_strategies(name, json=json))
