"""The function behind `entails lexicon add`: store a user's word list under a name."""

from typing import Annotated

from pydantic import Field

from entails.cli.files import whole_file
from entails.cli.output import print_line
from entails.data.lexicons import NAMES
from entails.data.lexicons.store import language_line, opened_in_full, stored_path
from entails.formats.word_list import text_of
from entails.models.errors import InvalidFile, InvalidOption
from entails.models.fields import CommandArgument, Document
from entails.puzzles.wordle import ANY_LETTERS
from entails.queries.lexicon import LanguageName
from entails.queries.query import QueryOptions


class LexiconAddOptions(QueryOptions):
    """Options of `lexicon add`."""

    name: Annotated[
        str, Field(description="Name of the list."), CommandArgument("NAME", "A name: a to z, 0 to 9, -, _.")
    ]
    file: Annotated[
        Document,
        Field(description="The word list."),
        CommandArgument("FILE", "A file with one word per line, or - for standard input."),
    ]
    lang: LanguageName = None


def add(options: LexiconAddOptions) -> int:
    """Check a word list and write it, with its language, to the user's data folder."""
    place = stored_path(options.name)
    if place is None or options.name in (*NAMES, ANY_LETTERS):
        problem = "invalid name" if place is None else "Entails uses the name"
        raise InvalidOption(f"{problem} {options.name[:50]!r}", expected="another name of a to z, 0 to 9, - and _")
    words, report = opened_in_full(options.file, options.lang)
    try:
        place.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InvalidFile(f"cannot be created: {error.strerror}", where=str(place.parent)) from None
    with whole_file(str(place)) as file:
        file.write(
            (language_line(words.language) if words.language else "") + text_of(options.file.data).lstrip("\ufeff")
        )
    print_line(f"{options.name}: {report}")
    print_line(f"stored in {place}; --lexicon {options.name} chooses it")
    return 0
