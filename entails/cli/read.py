"""`entails read LINK`: which puzzle this is, drawn, and written in another form."""

from typing import Annotated

import typer

from entails.cli.groups import PlainCommand

_PANEL = "About Entails"


def add_commands(app: typer.Typer) -> None:
    """Add it to the main command."""
    example = "Example: entails read 'https://puzz.link/p?slither/5/5/k202cj010dj'"
    app.command(cls=PlainCommand, rich_help_panel=_PANEL, epilog=example)(read)


def read(
    input: Annotated[str, typer.Argument(metavar="INPUT", help="A link, a puzzle, or a file with one.")],
    to: Annotated[
        str | None, typer.Option("--to", metavar="FORM", help="Only write it in this form, such as link or svg.")
    ] = None,
    json: Annotated[bool, typer.Option("--json", metavar="", help="Print JSON instead of text.")] = False,
) -> None:
    """Which puzzle a link or a file holds, drawn, and the forms it can be written in."""
    import json as jsonlib

    from entails.cli.output import columns, say
    from entails.cli.unnamed import recognised_input
    from entails.models.errors import InvalidOption
    from entails.puzzles import kind, known
    from entails.questions.reading import only_one

    name, content = recognised_input(input)
    of_kind, about = kind(name), known(name)
    puzzle = only_one(of_kind.read(content, of_kind.told({})))
    if to is not None and to not in of_kind.forms:
        raise InvalidOption(f"{name} has no form {to[:20]!r}", where="--to", expected=", ".join(of_kind.forms))
    written = of_kind.forms[to](puzzle) if to is not None else of_kind.write(puzzle)
    if json:
        summary = "" if about is None else about.summary
        said = {"puzzle": name, "text": written, "summary": summary, "forms": list(of_kind.forms)}
        print(jsonlib.dumps(said, ensure_ascii=False))
    elif to is not None:
        print(written.rstrip("\n"))
    else:
        say(name, "bold")
        print(of_kind.forms["drawn"](puzzle) if "drawn" in of_kind.forms else written)
        columns(
            [("rules", "" if about is None else about.summary), ("text", written), ("forms", ", ".join(of_kind.forms))]
        )
