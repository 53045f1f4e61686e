"""`clausal wordle suggest|candidates|evaluate|openers`: what is left, what to play next, and how good that is."""

from typing import TYPE_CHECKING, Annotated

import typer

from clausal.cli import options as opt
from clausal.cli import wordle_choice as choice
from clausal.cli.verbs import for_puzzle

if TYPE_CHECKING:
    from clausal.cli.source import Source

_PANEL = "What to play"


def add_suggest(app: typer.Typer) -> None:
    """Add the verbs about the next guess."""
    for verb in (suggest, candidates):
        app.command(verb.__name__, help=verb.__doc__, rich_help_panel=_PANEL)(for_puzzle(verb, "wordle"))
    app.command("evaluate", rich_help_panel=_PANEL)(evaluate)
    app.command("openers", rich_help_panel=_PANEL)(openers)


def suggest(
    source: "Source",
    strategy: choice.StrategyName = "entropy",
    top: Annotated[int, typer.Option("--top", "-n", min=1, metavar="N", help="Show so many guesses.")] = 10,
    explain: Annotated[
        list[str] | None,
        typer.Option("--explain", metavar="GUESS", help="Compare this idea of yours with the best (repeatable)."),
    ] = None,
    pool: choice.PoolName = "allowed",
    mode: choice.ModeName = "normal",
    hard: Annotated[bool, typer.Option("--hard", metavar="", help="Short for --mode hard.")] = False,
    tree: Annotated[
        str | None, typer.Option(metavar="FILE", help="Play by this tree of clausal wordle tree instead.")
    ] = None,
    prior: choice.PriorName = "uniform",
    allowed: choice.AllowedName = None,
    seed: opt.Seed = 0,
    json: opt.AsJson = False,
) -> int:
    """What to play next: the guesses that promise most, and how your own idea compares (--explain)."""
    from clausal.cli.wordle_advice import read_tree_file
    from clausal.cli.wordle_suggest_answers import Advice, suggest_for

    made = None if tree is None else read_tree_file(tree)
    advice = Advice(strategy, pool, "hard" if hard else mode, prior, allowed, seed, made)
    return suggest_for(source, advice, top=top, ideas=explain or [], json=json)


def candidates(
    source: "Source",
    limit: Annotated[int, typer.Option(min=0, metavar="N", help="Show at most so many words; 0 shows all.")] = 200,
    json: opt.AsJson = False,
) -> int:
    """The words that can still be the secret, and nothing else: the quick form of check. Exit code 1 when none is."""
    from clausal.cli.wordle_suggest_answers import list_candidates

    return list_candidates(source, limit=limit, json=json)


def evaluate(
    strategy: Annotated[str, typer.Argument(metavar="STRATEGY", help="One of those of suggest --strategy.")],
    feedback: choice.FeedbackName = None,
    pool: choice.PoolName = "allowed",
    mode: choice.ModeName = "normal",
    opener: Annotated[str | None, typer.Option(metavar="WORD", help="Begin with this word.")] = None,
    repeat: Annotated[
        int, typer.Option(min=1, max=10_000, metavar="N", help="Play all secrets so often, with other random numbers.")
    ] = 1,
    prior: choice.PriorName = "uniform",
    lang: choice.LanguageName = None,
    length: choice.Length = None,
    answers: choice.AnswersName = None,
    allowed: choice.AllowedName = None,
    mastermind: Annotated[
        str | None,
        typer.Option(metavar="4x6", help="The board game instead of words: pegs x colours, and counts as feedback."),
    ] = None,
    seed: opt.Seed = 0,
    json: opt.AsJson = False,
) -> None:
    """How many guesses a strategy needs, exactly, over every secret of the list."""
    from clausal.cli.wordle_evaluate import Contest, run_contest

    contest = Contest(strategy, feedback, pool, mode, opener, repeat, seed)
    words = (lang, length, answers, allowed)
    raise typer.Exit(run_contest(contest, words, prior=prior, board=mastermind, json=json))


def openers(
    lang: choice.LanguageName = None,
    length: Annotated[
        str, typer.Option("--length", metavar="N|N-N", help="Letters of a word, or a range of them.")
    ] = "3-9",
    strategy: choice.StrategyName = "entropy",
    feedback: choice.FeedbackName = None,
    top: Annotated[int, typer.Option("--top", "-n", min=1, metavar="N", help="Show so many words.")] = 2,
    answers: choice.AnswersName = None,
    allowed: choice.AllowedName = None,
    shuffles: Annotated[
        int,
        typer.Option(min=0, max=1000, metavar="N", help="entropy-degenerate: count again on shuffled dictionaries."),
    ] = 0,
    seed: opt.Seed = 0,
    json: opt.AsJson = False,
) -> None:
    """The best first words by length, in both languages unless you name one, beside the tables of Kalaydjian & Duhem
    2022. Nine French letters take half a minute."""
    from clausal.cli.wordle_openers import show_openers

    lists = {"answers": answers, "allowed": allowed}
    raise typer.Exit(
        show_openers(lang, length, strategy, feedback, **lists, top=top, shuffles=shuffles, seed=seed, json=json)
    )
