"""The options of every Wordle verb that needs words or feedback, understood once."""

from typing import TYPE_CHECKING, Annotated, Literal

import typer

from clausal.cli.lexicon_choice import Language, LanguageName, chosen_lexicon

if TYPE_CHECKING:
    from clausal.data.wordle import Prior
    from clausal.models.wordle.words import Words

__all__ = [
    "AllowedName",
    "AnswersName",
    "FeedbackName",
    "LanguageName",
    "Length",
    "ModeName",
    "PoolName",
    "PriorName",
    "StrategyName",
    "chosen_words",
]

_PANEL = "Words"
_USUAL_LENGTH = 5

FeedbackName = Annotated[
    Literal["colours", "counts"] | None,
    typer.Option("--feedback", help="What a guess is told: colours (the default), or counts (Wordle Mind)."),
]
Length = Annotated[
    int | None,
    typer.Option(
        "--length", min=2, max=15, help="Letters of a word; that of the history, or 5.", rich_help_panel=_PANEL
    ),
]
AnswersName = Annotated[
    str | None,
    typer.Option(
        "--answers",
        "--lexicon",
        metavar="NAME|FILE",
        help="Words that can be the secret: a lexicon of clausal lexicon list, or a file with one word a line.",
        rich_help_panel=_PANEL,
    ),
]
AllowedName = Annotated[
    str | None,
    typer.Option(
        "--allowed",
        metavar="NAME|FILE",
        help="Words that can be guessed; without it Wordle's own list beside Wordle's own answers, else the answers.",
        rich_help_panel=_PANEL,
    ),
]
PriorName = Annotated[
    Literal["uniform", "frequency"],
    typer.Option("--prior", help="All secrets alike, or common words likelier.", rich_help_panel=_PANEL),
]

StrategyName = Annotated[
    str,
    typer.Option(
        "--strategy",
        "-s",
        metavar="NAME",
        help="entropy, expected-size, minimax, most-parts, letter-frequency, random or entropy-degenerate.",
    ),
]
PoolName = Annotated[
    Literal["allowed", "candidates"],
    typer.Option("--pool", help="Guess any allowed word, or only words that can be the secret."),
]
ModeName = Annotated[
    Literal["normal", "hard", "ultra"],
    typer.Option(
        "--mode",
        help="hard: greens stay and revealed letters are used again; ultra: a guess agrees with all that is known.",
    ),
]


def chosen_words(
    language: Language | None = None,
    length: int | None = None,
    answers: str | None = None,
    allowed: str | None = None,
    *,
    prior: "Prior" = "uniform",
    quiet: bool = False,
) -> "Words":
    """The words that the options name: Wordle's own lists for five English letters, one lexicon for both otherwise.
    A list with words of one length only says which that is."""
    from clausal.data.wordle import words_for

    secrets = None if answers is None else chosen_lexicon(answers, language, quiet=quiet)
    guesses = None if allowed is None else chosen_lexicon(allowed, language, quiet=quiet)
    if length is None:
        length = secrets.lengths[0] if secrets is not None and len(secrets.lengths) == 1 else _USUAL_LENGTH
    return words_for(language or "en", length, answers=secrets, allowed=guesses, prior=prior)
