"""How a field of a question, or a setting of a puzzle, is spelt on a command line.

A field carries its meaning in its type, its default and its description; these markers, inside `Annotated`, only say
what flags are called and where help lists them. Nothing else reads them.
"""

from dataclasses import dataclass

_LISTS = ("--limit", "-n")


class Option:
    """An option. Without flags it is the field's name: `min_score` is `--min-score`.

    A field that holds several values is given by repeating the option, or, with `commas`, as one `A,B,C`. What is
    `command_only` has a meaning on a command line alone, such as what the exit code tells. One that `lists` says how
    many of what is found are shown: whatever else it is called, it is called so everywhere.
    """

    def __init__(
        self,
        *flags: str,
        metavar: str | None = None,
        panel: str | None = None,
        commas: bool = False,
        command_only: bool = False,
        lists: bool = False,
    ) -> None:
        self.flags = tuple(dict.fromkeys((_LISTS[0], *flags, *_LISTS))) if lists else flags
        self.metavar = metavar
        self.panel = panel
        self.commas = commas
        self.command_only = command_only


@dataclass(frozen=True)
class Argument:
    """A word that stands after the input, without a flag.

    With `words`, several of them are put together with blanks; with `gathered`, as the words of a puzzle are: a file
    among them stands for what is in it. `command_only` is as with options.
    """

    metavar: str
    help: str = ""
    words: bool = False
    gathered: bool = False
    command_only: bool = False
