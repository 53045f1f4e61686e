"""The verbs that every puzzle shares, made from its catalogue entry.

Each verb is a small function on a `Source` and the user's `Choices` (see `answers.py`); this file only gives it its
options, plus those that the puzzle's settings ask for.
"""

import inspect
from collections.abc import Callable
from typing import Annotated, Any

import typer

from clausal.cli import options as opt
from clausal.puzzles import CatalogueEntry

Verb = Callable[..., int]

_UNIQUE = "Exit with 1 unless there is exactly one solution."


def add_verbs(app: typer.Typer, entry: CatalogueEntry) -> None:
    """Add the verbs for the questions this puzzle answers."""
    for question in (question for question in entry.questions if question not in entry.own):
        verb = _VERBS[question]
        app.command(question, help=inspect.getdoc(verb), rich_help_panel="Questions")(for_puzzle(verb, entry))


def for_puzzle(verb: Verb, entry: CatalogueEntry) -> Callable[..., None]:
    """The verb as a command of this puzzle: `source` becomes INPUT and the puzzle's settings become options. A verb on
    `sources` takes several INPUTs."""
    takes = f"{entry.takes[0].upper()}{entry.takes[1:]}"

    def command(text: str, settings: dict[str, str | None], **others: Any) -> None:
        from clausal.cli.source import read_source

        raise typer.Exit(verb(read_source(entry.name, text, settings), **others))

    def command_on_many(texts: list[str], settings: dict[str, str | None], **others: Any) -> None:
        from clausal.cli.source import read_sources

        raise typer.Exit(verb(read_sources(entry.name, texts, settings), **others))

    def command_on_words(words: list[str] | None, settings: dict[str, str | None], **others: Any) -> None:
        from clausal.cli.source import gathered, read_source

        given = words or []
        source = read_source(entry.name, gathered(given), settings, typed=len(given) != 1)
        raise typer.Exit(verb(source, **others))

    if entry.several:
        words = Annotated[list[str] | None, typer.Argument(metavar="INPUT", help=f"{takes}.", show_default=False)]
        return with_settings(command_on_words, verb, entry, words, optional=True)
    if next(iter(inspect.signature(verb).parameters)) == "sources":
        several = Annotated[list[str], typer.Argument(metavar="INPUT...", help=f"{takes}; as many as you like.")]
        return with_settings(command_on_many, verb, entry, several)
    return with_settings(command, verb, entry, Annotated[str, typer.Argument(metavar="INPUT", help=f"{takes}.")])


def with_settings(
    command: Callable[..., None], verb: Verb, entry: CatalogueEntry, argument: Any, *, optional: bool = False
) -> Callable[..., None]:
    """Give a command the signature that typer reads: INPUT, the verb's own options, the puzzle's settings."""
    names = [setting.name for setting in entry.settings]

    def run(**values: Any) -> None:
        settings = {name: values.pop(name) for name in names}
        if settings.get("lexicon"):
            from clausal.cli.lexicon_choice import say_skipped_lines

            say_skipped_lines(settings["lexicon"])
        command(values.pop("text"), settings, **values)

    keyword = inspect.Parameter.KEYWORD_ONLY
    own = list(inspect.signature(verb).parameters.values())[1:]
    extra = [
        inspect.Parameter(
            setting.name,
            keyword,
            default=None,
            annotation=Annotated[str | None, typer.Option(metavar=setting.name.upper(), help=setting.help)],
        )
        for setting in entry.settings
    ]
    default = None if optional else inspect.Parameter.empty
    parameters = [inspect.Parameter("text", keyword, default=default, annotation=argument), *own, *extra]
    run.__signature__ = inspect.Signature([p.replace(kind=keyword) for p in parameters])  # type: ignore[attr-defined]
    run.__annotations__ = {parameter.name: parameter.annotation for parameter in parameters}
    return run


def check(
    source: Any,
    unique: Annotated[bool, typer.Option("--unique", metavar="", help=_UNIQUE)] = False,
    most: Annotated[int, typer.Option(min=1, metavar="N", help="How many conflicts and repairs to list.")] = 5,
    json: opt.AsJson = False,
    engine: opt.EngineName = None,
    encoder: opt.EncoderName = None,
    seconds: opt.Seconds = None,
    conflicts: opt.Conflicts = None,
    memory_mb: opt.MemoryMb = None,
    seed: opt.Seed = 0,
    workers: opt.Workers = 1,
) -> int:
    """Is it consistent, and is the solution unique? If not consistent: which statements contradict each other."""
    from clausal.cli import reasons

    choices = opt.Choices(engine, encoder, seconds, conflicts, memory_mb, seed, workers)
    return reasons.check(source, choices, unique=unique, most=most, json=json)


def solve(
    source: Any,
    unique: Annotated[bool, typer.Option("--unique", metavar="", help=_UNIQUE)] = False,
    every: Annotated[int | None, typer.Option("--all", min=1, metavar="N", help="List up to N solutions.")] = None,
    json: opt.AsJson = False,
    engine: opt.EngineName = None,
    encoder: opt.EncoderName = None,
    seconds: opt.Seconds = None,
    conflicts: opt.Conflicts = None,
    memory_mb: opt.MemoryMb = None,
    seed: opt.Seed = 0,
    workers: opt.Workers = 1,
) -> int:
    """The solution, and whether it is the only one."""
    from clausal.cli import answers

    choices = opt.Choices(engine, encoder, seconds, conflicts, memory_mb, seed, workers)
    return answers.solve(source, choices, unique=unique, every=every, json=json)


def count(
    source: Any,
    most: Annotated[int, typer.Option("--max", min=1, metavar="N", help="Stop counting at this number.")] = 10_000,
    json: opt.AsJson = False,
    engine: opt.EngineName = None,
    encoder: opt.EncoderName = None,
    seconds: opt.Seconds = None,
    conflicts: opt.Conflicts = None,
    memory_mb: opt.MemoryMb = None,
    seed: opt.Seed = 0,
    workers: opt.Workers = 1,
) -> int:
    """How many solutions there are."""
    from clausal.cli import answers

    choices = opt.Choices(engine, encoder, seconds, conflicts, memory_mb, seed, workers)
    return answers.count(source, choices, most=most, json=json)


def explain(
    source: Any,
    most: Annotated[int, typer.Option(min=1, metavar="N", help="How many conflicts and repairs to list.")] = 20,
    coarse: Annotated[
        bool, typer.Option("--coarse", metavar="", help="Doubt whole statements, not their parts.")
    ] = False,
    json: opt.AsJson = False,
    engine: opt.EngineName = None,
    encoder: opt.EncoderName = None,
    seconds: opt.Seconds = 10.0,
    conflicts: opt.Conflicts = None,
    memory_mb: opt.MemoryMb = None,
    seed: opt.Seed = 0,
    workers: opt.Workers = 1,
) -> int:
    """Why there is no solution: the smallest contradictions, and the smallest repairs."""
    from clausal.cli import reasons

    choices = opt.Choices(engine, encoder, seconds, conflicts, memory_mb, seed, workers)
    return reasons.explain(source, choices, most=most, coarse=coarse, json=json)


def forced(
    source: Any,
    json: opt.AsJson = False,
    engine: opt.EngineName = None,
    encoder: opt.EncoderName = None,
    seconds: opt.Seconds = None,
    conflicts: opt.Conflicts = None,
    memory_mb: opt.MemoryMb = None,
    seed: opt.Seed = 0,
    workers: opt.Workers = 1,
) -> int:
    """What holds in every solution."""
    from clausal.cli import answers

    choices = opt.Choices(engine, encoder, seconds, conflicts, memory_mb, seed, workers)
    return answers.forced(source, choices, json=json)


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


def quine(
    source: Any,
    heuristic: Annotated[
        str | None,
        typer.Option(metavar="NAME", help="Which variable to split on: shortest, min, max, max-program, random."),
    ] = None,
    preset: Annotated[
        str, typer.Option(metavar="NAME", help="Our default, or the study's annex or program.")
    ] = "default",
    change: Annotated[
        list[str] | None,
        typer.Option(
            "--set", metavar="OPTION=VALUE", help="Change one choice of the preset; docs/quine.md lists them."
        ),
    ] = None,
    exact_depth: Annotated[
        bool, typer.Option("--exact-depth", metavar="", help="Also the depth that depends on no heuristic.")
    ] = False,
    tree: Annotated[str | None, typer.Option(metavar="FILE", help="Draw the tree: .svg, .dot or .json.")] = None,
    tell: Annotated[
        int | None, typer.Option(min=0, metavar="DEPTH", help="Tell the tree in sentences, unfolded to this depth.")
    ] = None,
    max_depth: Annotated[
        int | None, typer.Option(min=1, metavar="N", help="Nest no deeper.", rich_help_panel="Limits")
    ] = None,
    nodes: Annotated[
        int | None, typer.Option(min=1, metavar="N", help="Split no more often.", rich_help_panel="Limits")
    ] = None,
    seconds: opt.Seconds = None,
    encoder: opt.EncoderName = None,
    seed: opt.Seed = 0,
    json: opt.AsJson = False,
) -> int:
    """Reason by disjunctions: how deep they nest, how many it takes, and the tree itself."""
    from clausal.cli.quine import changed_options, run_quine

    return run_quine(
        source,
        options=changed_options(preset, change or [], heuristic=heuristic, seed=seed, max_depth=max_depth),
        limits=opt.bounded_limits(seconds, nodes=nodes),
        encoder=encoder,
        exact=exact_depth,
        tree=tree,
        unfold=tell,
        json=json,
    )


def export(
    source: Any,
    to: Annotated[
        str, typer.Option(metavar="FORM", help="dimacs, gcnf, or a form of the puzzle's own; a wrong name lists them.")
    ] = "dimacs",
    encoder: opt.EncoderName = None,
    output: opt.OutputFile = None,
) -> int:
    """The puzzle as a DIMACS file, or in another form."""
    from clausal.cli import answers

    return answers.export(source, to=to, encoder=encoder, output=output)


_VERBS: dict[str, Verb] = {
    "check": check,
    "solve": solve,
    "count": count,
    "explain": explain,
    "forced": forced,
    "rate": rate,
    "quine": quine,
    "export": export,
}
