"""A verb of a puzzle's own as a command: a function on a `Source` gets INPUT and the puzzle's settings as options."""

import inspect
from collections.abc import Callable
from typing import Annotated, Any

import typer

from clausal.puzzles import kind
from clausal.puzzles.base import AnyKind

Verb = Callable[..., int]


def for_puzzle(verb: Verb, name: str) -> Callable[..., None]:
    """The verb as a command of this puzzle: `source` becomes INPUT and the puzzle's settings become options. A verb on
    `sources` takes several INPUTs."""
    entry = kind(name)
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
    command: Callable[..., None], verb: Verb, entry: AnyKind, argument: Any, *, optional: bool = False
) -> Callable[..., None]:
    """Give a command the signature that typer reads: INPUT, the verb's own options, the puzzle's settings."""
    names = list(entry.settings.model_fields)

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
            setting,
            keyword,
            default=None,
            annotation=Annotated[str | None, typer.Option(metavar=setting.upper(), help=field.description)],
        )
        for setting, field in entry.settings.model_fields.items()
    ]
    default = None if optional else inspect.Parameter.empty
    parameters = [inspect.Parameter("text", keyword, default=default, annotation=argument), *own, *extra]
    run.__signature__ = inspect.Signature([p.replace(kind=keyword) for p in parameters])  # type: ignore[attr-defined]
    run.__annotations__ = {parameter.name: parameter.annotation for parameter in parameters}
    return run
