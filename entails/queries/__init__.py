"""What can be asked. One file per question; its name is the verb, the first line of its docstring the help.

The files of this folder are the common questions, which every puzzle answers unless its file says `WITHOUT`. A folder
that bears a puzzle's name holds the puzzle's own; one of the same name replaces the common one there. A folder that is
no puzzle's is a subject of its own, such as the words. Command line, HTTP calls, schemas and the front door are made
from these files; what a file is has its description in `entails.queries.query`.
"""

from functools import cache
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

from entails.listing import Listed, listed, modules
from entails.puzzles import loadable, own_puzzles, puzzle, puzzles

if TYPE_CHECKING:
    from entails.queries.query import Query

_FOLDER = Path(__file__).parent


@cache
def common_questions() -> dict[str, Listed]:
    """The questions of every puzzle, by their verbs."""
    return {module.name: module for module in modules(_FOLDER, __name__, "QUESTION")}


@cache
def own_questions(name: str) -> dict[str, Listed]:
    """The questions in the folder of a puzzle or another subject."""
    folder = name.replace("-", "_")
    return {module.name: module for module in modules(_FOLDER / folder, f"{__name__}.{folder}", "QUESTION")}


@cache
def questions_of(name: str) -> dict[str, Listed]:
    """What can be asked of a puzzle, or of another subject, by verb."""
    own = own_questions(name)
    if name in subjects():
        return own
    without = puzzle(name).constants.get("WITHOUT", ())
    by_verb = {verb: module for verb, module in common_questions().items() if verb not in without} | own
    return dict(sorted(by_verb.items(), key=lambda module: module[1].place))


def commands_of(name: str) -> dict[str, Listed]:
    """Those of its questions that have a command: all but what says `PANEL = None`."""
    return {verb: about for verb, about in questions_of(name).items() if about.constants.get("PANEL", "") is not None}


@cache
def subjects() -> dict[str, Listed]:
    """The folders that are no puzzle's."""
    folders = (path for path in sorted(_FOLDER.iterdir()) if (path / "__init__.py").exists())
    packages = (
        listed(path / "__init__.py", f"{__name__}.{path.name}", path.name.replace("_", "-")) for path in folders
    )
    return {package.name: package for package in packages if package.name not in own_puzzles()}


def owners_of(verb: str) -> list[str]:
    """Return the puzzles that answer this question."""
    return [name for name in puzzles() if verb in questions_of(name)]


def question(name: str, verb: str) -> "Query":
    """The question of this puzzle and verb, its module imported on first use."""
    query: Query = import_module(questions_of(name)[verb].module).QUESTION
    return query


def every_question() -> list[tuple[str, str]]:
    """All that can be asked: (puzzle or subject, verb)."""
    return [(name, verb) for name in (*loadable(), *subjects()) for verb in questions_of(name)]
