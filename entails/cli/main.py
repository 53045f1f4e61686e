"""The main command: `entails PUZZLE VERB INPUT [options]`, or `entails VERB LINK`, where the puzzle type is detected.

Only modules that every run needs are imported here. Puzzles and engines are imported when a verb runs.
"""

import os
import sys
from collections.abc import Iterable
from functools import cached_property
from shutil import get_terminal_size
from textwrap import fill
from typing import Annotated, Any

import typer
import typer.main

from entails import __version__
from entails.cli.exit import end_cleanly_on_signals, exit_process, guarded, note_compiling
from entails.cli.groups import (
    SERVICE,
    PlainCommand,
    PlainGroup,
    VerbGroup,
    help_epilog,
    needs_detection,
    with_puzzle_type,
)
from entails.cli.output import DETECTED, HANDLER, apply_global_options, print_line, register_ascii_fallback
from entails.puzzles import known as known_puzzle
from entails.puzzles import own_puzzle, puzzles
from entails.queries import common_queries, subjects
from entails.solvers.kernels.jit import Mode, listeners

_PUZZLES = "Puzzles"
_MODELS = ("model", "cnf", "ortools", "fzn")
_COMPLETING = "_ENTAILS_COMPLETE"
"""Environment variable that a shell sets to request completions (--install-completion)."""
_WIDEST_HELP = 100
_EXAMPLES = """\
Solve, explain, rate and generate constraint puzzles.

Usage: entails PUZZLE COMMAND INPUT [OPTIONS]

  entails demo                run the examples
  entails sudoku check GRID   find conflicting clues
  entails sudoku hint GRID    show the next step
  entails solve LINK          detect the puzzle type and solve
"""
_NOTES = """
Rules: entails puzzles. Commands of a puzzle: entails sudoku --help.
Exit codes: 0 yes, 1 no, 2 invalid input, 3 undecided"""


class EntailsGroup(PlainGroup):
    """The main command group: puzzle types, word lists, and commands about Entails itself."""

    def list_commands(self, ctx: Any) -> list[str]:
        del ctx
        return [*puzzles(), *subjects(), *self._own_commands]

    def names(self, ctx: Any) -> list[str]:
        return [*self.list_commands(ctx), *common_queries()]  # the latter detect the puzzle type

    def format_help(self, ctx: Any, formatter: Any) -> None:
        """Print help that fits on one screen: examples, command names by topic, options and exit codes."""
        del formatter  # printed at once, as typer does
        own = self._own_commands
        service = [name for name, command in own.items() if getattr(command, "rich_help_panel", None) == SERVICE]
        options = [_described(option) for option in self.get_params(ctx)]
        print_line(_EXAMPLES)
        for heading, names in (
            ("Puzzles", (name for name in puzzles() if name not in _MODELS)),
            ("Models", _MODELS),
            ("Words", subjects()),
            ("Service", service),
            ("Tools", (name for name in own if name not in service)),
            ("Options", options),
        ):
            print_line(_indented(heading, names))
        print_line(_NOTES)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """Return a command by name. Installed packages are searched only for names that Entails does not have."""
        if cmd_name in subjects():
            return VerbGroup(subjects()[cmd_name], subjects()[cmd_name].constants.get("PANEL", _PUZZLES))
        if own_puzzle(cmd_name) is None and cmd_name in self._own_commands:
            return self._own_commands[cmd_name]
        about = known_puzzle(cmd_name)
        return super().get_command(ctx, cmd_name) if about is None else VerbGroup(about, _PUZZLES)

    @cached_property
    def _own_commands(self) -> dict[str, Any]:
        """The commands of no puzzle type, by name. Building them takes longer than a short command."""
        from entails.cli import batch, compare, serve, system

        own = typer.Typer(rich_markup_mode="rich")
        serve.add_commands(own)
        own.command(
            cls=PlainCommand,
            rich_help_panel=SERVICE,
            epilog=help_epilog(batch.columns_help) if "batch" in sys.argv[1:2] else None,
        )(batch.batch)
        system.add_commands(own)
        compare.add_commands(own)
        compare.add_read_command(own)
        return dict(typer.main.get_group(own).commands)

    def main(self, *positional: Any, standalone_mode: bool = True, **named: Any) -> Any:
        """Run the command line; `guarded` turns every failure into one sentence and an exit code."""
        if os.environ.get(_COMPLETING):
            return self._main_shell_completion({}, "entails", _COMPLETING)
        arguments = positional[0] if positional else named.get("args")
        words = apply_global_options(sys.argv[1:] if arguments is None else arguments)

        def run() -> Any:
            DETECTED.set(None)  # one process may run many commands
            full = with_puzzle_type(words) if needs_detection(words) else words
            with self.make_context("entails", full) as context:
                return self.invoke(context)

        code = guarded(run, words, json="--json" in words)
        if standalone_mode:
            sys.exit(code)
        return code


def _indented(heading: str, names: Iterable[str]) -> str:
    """Return a heading and names after it, wrapped at the width of the terminal."""
    width = min(get_terminal_size().columns, _WIDEST_HELP) - 1
    text = f"{heading:9}{' '.join(names)}"
    return fill(text, width, subsequent_indent=" " * 9, break_long_words=False, break_on_hyphens=False)


def _described(option: Any) -> str:
    names = "/".join(
        sorted([*option.opts, *option.secondary_opts], key=len)
    )  # typer keeps the names of --help in a set
    return f"{names} (results and errors only)" if names == "--quiet" else names


app = typer.Typer(
    name="entails",
    cls=EntailsGroup,
    help="Solve, explain, rate and generate constraint puzzles.",
    no_args_is_help=True,
    add_completion=True,
    pretty_exceptions_enable=False,
    rich_markup_mode="rich",
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _show_version(wanted: bool) -> None:
    if wanted:
        print(f"entails {__version__}")
        raise typer.Exit


@app.callback()
def _main(
    version: Annotated[
        bool, typer.Option("--version", metavar="", callback=_show_version, is_eager=True, help="Print the version.")
    ] = False,
    quiet: Annotated[bool, typer.Option("--quiet", metavar="", help="Print results and errors only.")] = False,
    no_color: Annotated[bool, typer.Option("--no-color", metavar="", help="Print no colours (as NO_COLOR=1).")] = False,
) -> None:
    del version, quiet, no_color  # `apply_global_options` takes the last two from anywhere on the command line


def main() -> None:
    """Run the console script."""
    end_cleanly_on_signals()
    listeners.append(note_compiling)
    Mode.dual = True
    if sys.stdout is None:  # closed: its descriptor must not be reused for the next file that is opened
        sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: PTH123, SIM115
    register_ascii_fallback()
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors=HANDLER)  # a character that the terminal lacks is replaced by a similar one
    exit_process(app(standalone_mode=False))
