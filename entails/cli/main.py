"""`entails PUZZLE VERB INPUT [options]`, or `entails VERB LINK` where the link says which puzzle it is.

Only what every call needs is imported here; puzzles and engines load when a verb runs.
"""

import os
import sys
from typing import Annotated, Any

import typer

from entails import __version__
from entails.cli import batch, compare, serve, system
from entails.cli.autodetect import RECOGNISED, is_unnamed, with_name
from entails.cli.compare import add_read_command
from entails.cli.exit import end_cleanly_on_signals, guarded, leave, tell_of_compiling
from entails.cli.groups import PlainCommand, PlainGroup, VerbGroup
from entails.cli.output import HANDLER, manners_of, use_plain_letters
from entails.puzzles import known as known_puzzle
from entails.puzzles import puzzles
from entails.queries import common_questions, subjects
from entails.solvers.kernels.jit import Mode, listeners

_PUZZLES = "Puzzles"
_COMPLETING = "_ENTAILS_COMPLETE"
"""Set by a shell that asks how a command could go on (--install-completion)."""


class EntailsGroup(PlainGroup):
    """Lists puzzles and words before the commands about Entails itself, and lets no traceback reach a user."""

    def list_commands(self, ctx: Any) -> list[str]:
        about_entails = super().list_commands(ctx)
        return [*puzzles(), *subjects(), *about_entails]

    def names(self, ctx: Any) -> list[str]:
        return [*self.list_commands(ctx), *common_questions()]  # a link says which puzzle the latter are about

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """A puzzle of ours is found in its folder; only for other names are the installed packages asked."""
        known = super().get_command(ctx, cmd_name)
        if known is not None:
            return known
        if cmd_name in subjects():
            return VerbGroup(subjects()[cmd_name], subjects()[cmd_name].constants.get("PANEL", _PUZZLES))
        about = known_puzzle(cmd_name)
        return None if about is None else VerbGroup(about, _PUZZLES)

    def main(self, *positional: Any, standalone_mode: bool = True, **named: Any) -> Any:
        """Typer's own would catch some of what goes wrong; here all of it goes one way."""
        if os.environ.get(_COMPLETING):
            return self._main_shell_completion({}, "entails", _COMPLETING)
        arguments = positional[0] if positional else named.get("args")
        words = manners_of(sys.argv[1:] if arguments is None else arguments)

        def run() -> Any:
            RECOGNISED.set(None)  # one process may run many commands
            arguments = with_name(words) if is_unnamed(words) else words
            with self.make_context("entails", arguments) as context:
                return self.invoke(context)

        code = guarded(run, words, json="--json" in words)
        if standalone_mode:
            sys.exit(code)
        return code


app = typer.Typer(
    name="entails",
    cls=EntailsGroup,
    help="Say a puzzle as constraints; learn whether it is consistent, what the answer is, how many, and why not.",
    epilog="To begin: entails demo. A link says which puzzle it is: entails solve LINK. "
    "Exit codes: 0 yes, 1 no, 2 bad input, 3 undecided within the limits.",
    no_args_is_help=True,
    add_completion=True,
    pretty_exceptions_enable=False,
    rich_markup_mode="rich",
    context_settings={"help_option_names": ["-h", "--help"]},
)
serve.add_commands(app)
app.command(cls=PlainCommand, rich_help_panel="Service")(batch.batch)
system.add_commands(app)
compare.add_commands(app)
add_read_command(app)


def _show_version(wanted: bool) -> None:
    if wanted:
        print(f"entails {__version__}")
        raise typer.Exit


@app.callback()
def _main(
    version: Annotated[
        bool, typer.Option("--version", metavar="", callback=_show_version, is_eager=True, help="Print the version.")
    ] = False,
    quiet: Annotated[
        bool, typer.Option("--quiet", metavar="", help="Only answers and errors: no progress, no remarks.")
    ] = False,
    no_color: Annotated[bool, typer.Option("--no-color", metavar="", help="No colours, as with NO_COLOR=1.")] = False,
) -> None:
    del version, quiet, no_color  # the last two are taken from anywhere among the words, see `manners`


def main() -> None:
    """The console script."""
    end_cleanly_on_signals()
    listeners.append(tell_of_compiling)
    Mode.either_way = True
    os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")  # looking for them reads about every installed package
    if sys.stdout is None:  # it was closed: write to nowhere, not into the next file that is opened
        sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: PTH123, SIM115
    use_plain_letters()
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors=HANDLER)  # a terminal that cannot show a character shows another
    leave(app(standalone_mode=False))
