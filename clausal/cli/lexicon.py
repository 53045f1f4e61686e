"""`clausal lexicon list|info|check|search`: which words there are."""

from typing import Annotated

import typer

from clausal.cli import options as opt
from clausal.cli.lexicon_choice import LanguageName, LexiconName

Length = Annotated[int | None, typer.Option(min=1, help="Only words of this length.")]


def add_verbs(app: typer.Typer) -> None:
    """Add the verbs about words."""
    app.command("list")(list_lexicons)
    for verb in (info, check, search):
        app.command()(verb)


def list_lexicons(json: opt.AsJson = False) -> None:
    """The lexicons that ship with Clausal."""
    from clausal.cli.lexicon_answers import show_list

    raise typer.Exit(show_list(json=json))


def info(
    name: Annotated[str | None, typer.Argument(metavar="NAME|FILE", help="A lexicon, or a file of words.")] = None,
    lexicon: LexiconName = None,
    lang: LanguageName = None,
    json: opt.AsJson = False,
) -> None:
    """How many words of each length, from where, under which licence; of a file: which lines were skipped, and why."""
    from clausal.cli.lexicon_answers import show_info

    raise typer.Exit(show_info(name or lexicon, lang, json=json))


def check(
    words: Annotated[list[str], typer.Argument(metavar="WORD...", help="Words in any spelling.")],
    lexicon: LexiconName = None,
    lang: LanguageName = None,
    json: opt.AsJson = False,
) -> None:
    """Is it a word? Exit code 0 when all are, 1 when one is not."""
    from clausal.cli.lexicon_answers import check_words

    raise typer.Exit(check_words(words, lexicon, lang, json=json))


def search(
    pattern: Annotated[
        str,
        typer.Argument(help="? is any letter, * any run, \\[abc] one of these, \\[!abc] none of them, or /regex/."),
    ],
    lexicon: LexiconName = None,
    lang: LanguageName = None,
    length: Length = None,
    limit: Annotated[int, typer.Option(min=0, help="Show at most so many words; 0 shows all.")] = 100,
    json: opt.AsJson = False,
) -> None:
    """The words that match a pattern. Exit code 1 when there is none."""
    from clausal.cli.lexicon_answers import search_words

    raise typer.Exit(search_words(pattern, lexicon, lang, length=length, limit=limit, json=json))
