"""Commands that are listed before they are loaded.

The help of a group reads what modules say about themselves as text, and only the verb that is called is imported.
"""

import sys
from collections.abc import Callable, Sequence
from difflib import get_close_matches
from importlib import import_module
from importlib.util import find_spec
from typing import Any

import typer
import typer.main
from typer.core import TyperCommand, TyperGroup

from entails.cli.exit import USAGE_ERROR
from entails.listing import Listed
from entails.queries import commands_of

Function = Callable[..., None]

QUESTIONS = "Questions"
"""The panel of verbs that name no other."""


def without_types(parameters: Any) -> Any:
    """The same options, of which those that are switched on take no value: help names no type of it."""
    for parameter in parameters:
        if getattr(parameter, "is_flag", False) and parameter.metavar is None:
            parameter.metavar = ""
    return parameters


class PlainCommand(TyperCommand):
    """A command whose help says `--help`, not `--help <bool>`."""

    def get_params(self, ctx: Any) -> Any:
        return without_types(super().get_params(ctx))


class PlainGroup(TyperGroup):
    """A group whose help does the same, and that suggests a command near to an unknown one."""

    def get_params(self, ctx: Any) -> Any:
        return without_types(super().get_params(ctx))

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """Typer's own suggestion knows only the commands that are loaded already."""
        self.suggest_commands = False
        try:
            return super().resolve_command(ctx, args)
        except USAGE_ERROR as error:
            if near := get_close_matches(args[0].lower(), self.names(ctx), n=1):
                error.message = f"{error.message.rstrip('.')}. Did you mean {near[0]!r}?"
            raise

    def names(self, ctx: Any) -> Sequence[str]:
        """Return every word that may stand here."""
        return self.list_commands(ctx)


def command(name: str, help: str, function: Function, panel: str | None = None, epilog: str | None = None) -> Any:
    """A command as typer makes it from the signature of a function."""
    alone = typer.Typer(add_completion=False, rich_markup_mode="rich")
    alone.command(name, cls=PlainCommand, help=help, rich_help_panel=panel, epilog=epilog)(function)
    return typer.main.get_command(alone)


class LazyCommand(TyperCommand):
    """The name and help of a command that is made when it is called."""

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
    """A command whose function is loaded when it is called, and its example when somebody asks for help."""
    return LazyCommand(name, help, panel, lambda: command(name, help, load(), panel, _asked_for_help(example)))


def _asked_for_help(example: Callable[[], object]) -> str | None:
    if {"-h", "--help"}.isdisjoint(sys.argv):
        return None
    from rich.markup import escape

    shown = example()
    return None if shown is None else escape(str(shown))


class VerbGroup(PlainGroup):
    """The verbs of one puzzle, or of another subject: its questions, and what `entails.cli.NAME` adds to them."""

    def __init__(self, about: Listed, panel: str) -> None:
        super().__init__(name=about.name, help=about.summary, no_args_is_help=True, rich_help_panel=panel)
        self._subject = about.name

    def list_commands(self, ctx: Any) -> list[str]:
        self._list()
        return super().list_commands(ctx)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        self._list()
        return super().get_command(ctx, cmd_name)

    def _list(self) -> None:
        """Find the verbs, once somebody asks for one."""
        if self.commands:
            return
        for about in commands_of(self._subject).values():
            self.add_command(self._made(about))
        for command in _added(self._subject):
            self.add_command(command)

    def _made(self, about: Listed) -> LazyCommand:
        panel = about.constants.get("PANEL", QUESTIONS)

        def load() -> Function:
            from entails.cli.commands import function_of

            return function_of(self._subject, about.name)

        def example() -> object:
            from entails.cli.new import example_of

            return example_of(self._subject, about.name)

        return lazy(about.name, about.text, panel, load, example)


def _added(name: str) -> Sequence[LazyCommand]:
    """The verbs that are no questions, such as games to play: the `VERBS` of a module of the name."""
    module = f"entails.cli.{name.replace('-', '_')}"
    if find_spec(module) is None:
        return ()
    verbs: Sequence[LazyCommand] = import_module(module).VERBS
    return verbs
