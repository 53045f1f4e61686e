"""`clausal PUZZLE VERB INPUT [options]`.

Only what every call needs is imported here; puzzles and engines load when a verb runs.
"""

from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from clausal import __version__
from clausal.cli import cnf, lexicon, sudoku, system
from clausal.cli.exit import guarded
from clausal.cli.verbs import add_verbs
from clausal.puzzles import CATALOGUE


class ClausalGroup(TyperGroup):
    """Lists the puzzles before the commands about Clausal itself, and lets no traceback reach a user."""

    def list_commands(self, ctx: Any) -> list[str]:
        names = super().list_commands(ctx)
        return [*CATALOGUE, *(name for name in names if name not in CATALOGUE)]

    def invoke(self, ctx: Any) -> Any:
        raise typer.Exit(guarded(lambda: super(ClausalGroup, self).invoke(ctx)))


app = typer.Typer(
    name="clausal",
    cls=ClausalGroup,
    help="Say a puzzle as constraints; learn whether it is consistent, what the answer is, how many, and why not.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode="rich",
    context_settings={"help_option_names": ["-h", "--help"]},
)
_OWN_VERBS = {"sudoku": sudoku.add_verbs, "cnf": cnf.add_verbs}

for _entry in CATALOGUE.values():
    _puzzle = typer.Typer(help=_entry.summary, no_args_is_help=True)
    add_verbs(_puzzle, _entry)
    _OWN_VERBS[_entry.name](_puzzle)
    app.add_typer(_puzzle, name=_entry.name, rich_help_panel="Puzzles")
app.add_typer(lexicon.app, name="lexicon", rich_help_panel="Words")
system.add_commands(app)


def _show_version(wanted: bool) -> None:
    if wanted:
        print(f"clausal {__version__}")
        raise typer.Exit


@app.callback()
def _main(
    version: Annotated[
        bool, typer.Option("--version", callback=_show_version, is_eager=True, help="Print the version.")
    ] = False,
) -> None:
    del version


def main() -> None:
    """The console script."""
    app()
