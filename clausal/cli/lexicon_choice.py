"""`--lexicon NAME-or-FILE` and `--lang`: the options of every command that needs words, understood once."""

from typing import TYPE_CHECKING, Annotated, Literal

import typer

if TYPE_CHECKING:
    from clausal.models.lexicon import Lexicon
    from clausal.models.word_list import WordListReport

Language = Literal["en", "fr"]
_PANEL = "Words"

LexiconName = Annotated[
    str | None,
    typer.Option(
        "--lexicon",
        metavar="NAME|FILE",
        help="A lexicon of clausal lexicon list, or a file with one word a line (- for standard input).",
        rich_help_panel=_PANEL,
    ),
]
LanguageName = Annotated[
    Language | None, typer.Option("--lang", help="Language: en (the default) or fr.", rich_help_panel=_PANEL)
]


def chosen_lexicon(name: str | None, language: Language | None, *, quiet: bool = False) -> "Lexicon":
    """The lexicon that the options name. Says on standard error which lines of a file were skipped, unless `quiet`."""
    from clausal.cli.exit import complain

    lexicon, report = open_lexicon(name, language)
    if report is not None and report.skipped and not quiet:
        complain(f"{lexicon.name}: {report}")
    return lexicon


def open_lexicon(name: str | None, language: Language | None) -> "tuple[Lexicon, WordListReport | None]":
    """The same, with the report of a file."""
    from clausal.cli.files import label, read_input
    from clausal.data.lexicons import DEFAULT_OF_LANGUAGE, NAMES, lexicon
    from clausal.models.lexicon import Lexicon

    if name is None:
        return lexicon(DEFAULT_OF_LANGUAGE[language or "en"]), None
    if name in NAMES:
        return lexicon(name), None
    data = read_input(name) if name == "-" else _content(name)
    return Lexicon.from_text(data, label(name), language or "")


def _content(path: str) -> bytes:
    from clausal.data.files import read_file, unpacked
    from clausal.data.lexicons import NAMES
    from clausal.models.errors import Invalid, InvalidPuzzle

    try:
        return unpacked(read_file(path))
    except Invalid as error:
        expected = error.expected or f"{', '.join(NAMES)}, or a file with one word a line"
        raise InvalidPuzzle(error.problem, where=error.where, expected=expected) from None
