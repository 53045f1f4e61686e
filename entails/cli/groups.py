"""Command groups that list their commands without importing them.

The help of a group reads the docstrings of modules as text; only the module of the command that runs is imported.
`entails solve INPUT` names no puzzle type; it is detected from a link or the content of a file.
"""

import sys
from collections.abc import Callable, Sequence
from difflib import get_close_matches
from importlib import import_module
from typing import Any

import typer
import typer.main
from typer.core import TyperCommand, TyperGroup

from entails.cli.exit import USAGE_ERROR
from entails.cli.output import DETECTED
from entails.listing import Listed
from entails.queries import commands_of, common_query, query_named

Function = Callable[..., None]

COMMANDS = "Commands"
"""Default help panel of a verb."""
_GAMES = "Games"
SERVICE = "Service"
"""Help panel of `serve`, `worker`, `mcp` and `batch`."""


def _no_type(ctx: Any) -> None:
    """Return None, so that help shows no type for an argument."""
    del ctx


def in_short(parameters: Any) -> Any:
    """Hide the types of flags and arguments in help; return the parameters."""
    for parameter in parameters:
        if parameter.param_type_name == "argument":
            several = "..." if parameter.nargs != 1 or "..." in (parameter.metavar or "") else ""
            parameter.metavar = (parameter.metavar or parameter.name.upper()).replace("...", "").strip("[]") + several
            parameter.display_type_rich = _no_type
        elif getattr(parameter, "is_flag", False) and parameter.metavar is None:
            parameter.metavar = ""
    return parameters


class PlainCommand(TyperCommand):
    """A command whose help has flags and arguments without types: `--help`, not `--help <bool>`."""

    def get_params(self, ctx: Any) -> Any:
        return in_short(super().get_params(ctx))

    def collect_usage_pieces(self, ctx: Any) -> list[str]:
        """Return the parts of the usage line; arguments that may be left out are in brackets."""
        arguments = [item for item in self.get_params(ctx) if item.param_type_name == "argument"]
        return ["[OPTIONS]", *(item.metavar if item.required else f"[{item.metavar}]" for item in arguments)]


class PlainGroup(TyperGroup):
    """A group whose help shows flags without a type, and that suggests the nearest name for an unknown command."""

    def get_params(self, ctx: Any) -> Any:
        return in_short(super().get_params(ctx))

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """Return the command of the first argument; an unknown name raises an error that suggests the nearest one."""
        self.suggest_commands = False
        try:
            return super().resolve_command(ctx, args)
        except USAGE_ERROR as error:
            if near := get_close_matches(args[0].lower(), self.names(ctx), n=1):
                error.message = f"{error.message.rstrip('.')}. Did you mean {near[0]!r}?"
            raise

    def names(self, ctx: Any) -> Sequence[str]:
        """Return every accepted command name."""
        return self.list_commands(ctx)


def command(name: str, help: str, function: Function, panel: str | None = None, epilog: str | None = None) -> Any:
    """Build a typer command from the signature of a function. Help shows its exit codes below the options."""
    paragraphs = "\n\n".join(" ".join(paragraph.split()) for paragraph in help.split("\n\n"))
    text, mark, exits = paragraphs.partition("Exit code")
    below = "\n\n".join(filter(None, (mark + exits, epilog)))
    alone = typer.Typer(add_completion=False, rich_markup_mode="rich")
    alone.command(name, cls=PlainCommand, help=text.rstrip(), rich_help_panel=panel, epilog=below or None)(function)
    return typer.main.get_command(alone)


class LazyCommand(TyperCommand):
    """A command with a known name and help text, whose options are built when it runs."""

    def __init__(self, name: str, help: str, panel: str | None, load: Callable[[], Any]) -> None:
        super().__init__(name, help=help, rich_help_panel=panel)
        self._load = load

    def get_params(self, ctx: Any) -> Any:
        return self._load().get_params(ctx)

    def make_context(self, info_name: Any, args: Any, parent: Any = None, **extra: Any) -> Any:
        return self._load().make_context(info_name, args, parent, **extra)


def lazy(
    name: str,
    help: str,
    panel: str | None,
    load: Callable[[], Function],
    example: Callable[[], object] = lambda: None,
) -> LazyCommand:
    """Return a command whose function is loaded when it runs, and whose example is built when help is shown."""
    return LazyCommand(name, help, panel, lambda: command(name, help, load(), panel, help_epilog(example)))


def help_epilog(example: Callable[[], object]) -> str | None:
    """Return the text below the options, computed only if help is requested."""
    if {"-h", "--help"}.isdisjoint(sys.argv):
        return None
    from rich.markup import escape

    shown = example()
    return None if shown is None else escape(str(shown))


class VerbGroup(PlainGroup):
    """The commands of a puzzle type or of another subject: its queries, and those that only the terminal has."""

    def __init__(self, about: Listed, panel: str) -> None:
        super().__init__(name=about.name, help=about.summary, no_args_is_help=True, rich_help_panel=panel)
        self._subject = about.name

    def list_commands(self, ctx: Any) -> list[str]:
        self._list()
        return super().list_commands(ctx)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """Return a command by name; a query is built without listing the others."""
        about = query_named(self._subject, cmd_name)
        if about is not None and about.constants.get("PANEL", COMMANDS) is not None:
            return self._query_command(about)
        self._list()
        return super().get_command(ctx, cmd_name)

    def _list(self) -> None:
        """Add the commands of the subject on first use."""
        if self.commands:
            return
        for about in commands_of(self._subject).values():
            self.add_command(self._query_command(about))
        for command in _further_verbs(self._subject):
            self.add_command(command)

    def _query_command(self, about: Listed) -> LazyCommand:
        panel = about.constants.get("PANEL", COMMANDS)

        def load() -> Function:
            from entails.cli.commands import function_of

            return function_of(self._subject, about.name)

        def example() -> object:
            from entails.cli.new import example_of

            return example_of(self._subject, about.name)

        return lazy(about.name, about.text, panel, load, example)


_FURTHER_VERBS: dict[str, tuple[tuple[str, str, str, str, str, str], ...]] = {
    "lexicon": (
        (
            "add",
            COMMANDS,
            "lexicon_add",
            "add",
            "LexiconAddOptions",
            "Store a word list under a name for the option --lexicon."
            "\n\nThe list is kept in your data folder. A list of the same name is replaced.",
        ),
    ),
    "scrabble": (
        (
            "play",
            _GAMES,
            "scrabble_play",
            "play_game",
            "ScrabblePlayOptions",
            "Play against the computer, or play duplicate Scrabble."
            "\n\nType 8D MARS to play, -EIO to exchange, - to pass; ? for a hint, ?? for the best plays, * for the "
            "unseen tiles. --lang fr plays in French, with French messages. Each move is saved at once.",
        ),
    ),
    "sudoku": (("sheet", "Human solving", "sudoku_sheet", "sheet", "", "Write a printable sheet (PDF, SVG)."),),
    "wordle": (
        (
            "play",
            _GAMES,
            "wordle_play",
            "play_game",
            "WordlePlayOptions",
            "Play a game in the terminal; ? gives a hint.",
        ),
        (
            "assist",
            _GAMES,
            "wordle_play",
            "assist_game",
            "Assist",
            "Suggest guesses for a game that you play elsewhere.",
        ),
    ),
}
"""Verbs that are not queries, such as games to play, by subject: name, panel, module, function, options and help."""


def _further_verbs(subject: str) -> list[LazyCommand]:
    """Return the commands of a subject that are not queries, such as games to play."""

    def loading(module: str, function: str, options: str) -> Callable[[], Function]:
        def load() -> Any:
            from entails.cli.commands import function_for

            loaded = import_module(f"entails.cli.{module}")
            run = getattr(loaded, function)
            return function_for(getattr(loaded, options), run) if options else run

        return load

    def example(module: str) -> Callable[[], object]:
        return lambda: getattr(import_module(f"entails.cli.{module}"), "EXAMPLE", None)

    return [
        lazy(name, text, panel, loading(module, function, options), example(module))
        for name, panel, module, function, options, text in _FURTHER_VERBS.get(subject, ())
    ]


def needs_detection(words: Sequence[str]) -> bool:
    """Return whether the first argument is a query without a puzzle type, such as `entails solve INPUT`."""
    return bool(words) and common_query(words[0]) is not None


def with_puzzle_type(words: Sequence[str]) -> list[str]:
    """Return the arguments with the detected puzzle type of the input in front."""
    verb, *others = words
    for word in others:
        if word in ("-h", "--help"):
            return ["sudoku", verb, word]
        if word == "-" or not word.startswith("-"):
            name, _ = detected_input(word)
            DETECTED.set(name)
            return [name, *words]
    from entails.models.errors import InvalidPuzzle

    raise InvalidPuzzle(f"{verb}: missing input", expected=f"entails {verb} LINK, or entails PUZZLE {verb} INPUT")


def detected_input(word: str) -> tuple[str, bytes]:
    """Detect the puzzle type of an argument, or of the file it names; return it with the decompressed content.

    Standard input is rejected, because it cannot be read twice.
    """
    from entails.cli.files import named, read_input
    from entails.cli.inputs import exists
    from entails.data.files import unpacked
    from entails.models.errors import InvalidPuzzle
    from entails.models.fields import is_file_name
    from entails.puzzles.detect import recognised

    if word == "-":
        raise InvalidPuzzle("cannot detect the puzzle type of standard input", expected="entails PUZZLE COMMAND -")
    if not is_file_name(word) and not exists(word):
        content = word.encode(errors="surrogatepass")
        return recognised(content), content
    with named(word):
        content = unpacked(read_input(word))
        return recognised(content), content
