"""Queries: a file is named after its verb, and its docstring is the help text; `VERBS` lists several verbs.

The files of this folder are the common queries, which every puzzle type answers unless its file lists them in
`WITHOUT`. A folder with the name of a puzzle type holds the type's own queries; one of the same name replaces the
common one. Any other folder is a subject of its own, such as lexicons. The command line, HTTP requests, schemas and the
Python interface are made from these files; `entails.queries.query` describes their contents.
"""

from functools import cache
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

from entails.listing import Listed, listed, module_named, modules
from entails.puzzles import loadable, own_puzzle, puzzle, puzzles

if TYPE_CHECKING:
    from entails.queries.query import Query

_FOLDER = Path(__file__).parent


@cache
def common_queries() -> dict[str, Listed]:
    """Return the queries that every puzzle type has, by verb."""
    return {module.name: module for module in modules(_FOLDER, __name__, "QUERY")}


@cache
def own_queries(name: str) -> dict[str, Listed]:
    """Return the queries in the folder of a puzzle type or another subject, by verb."""
    folder = name.replace("-", "_")
    return {module.name: module for module in modules(_FOLDER / folder, f"{__name__}.{folder}", "QUERY")}


@cache
def queries_of(name: str) -> dict[str, Listed]:
    """Return the queries of a puzzle type or another subject, by verb."""
    own = own_queries(name)
    if name in subjects():
        return own
    without = puzzle(name).constants.get("WITHOUT", ())
    by_verb = {verb: module for verb, module in common_queries().items() if verb not in without} | own
    return dict(sorted(by_verb.items(), key=lambda module: module[1].place))


@cache
def query_named(name: str, verb: str) -> Listed | None:
    """Return the query of a puzzle type or another subject with this verb, or None if it has none."""
    folder = name.replace("-", "_")
    own = module_named(_FOLDER / folder, f"{__name__}.{folder}", "QUERY", verb)
    if own is not None or name in subjects() or verb in puzzle(name).constants.get("WITHOUT", ()):
        return own
    return common_query(verb)


@cache
def common_query(verb: str) -> Listed | None:
    """Return the query with this verb that every puzzle type has, or None."""
    return module_named(_FOLDER, __name__, "QUERY", verb)


def commands_of(name: str) -> dict[str, Listed]:
    """Return the queries that have a command: all but those with `PANEL = None`."""
    return {verb: about for verb, about in queries_of(name).items() if about.constants.get("PANEL", "") is not None}


@cache
def subjects() -> dict[str, Listed]:
    """Return the folders of queries that belong to no puzzle type."""
    folders = (path for path in sorted(_FOLDER.iterdir()) if (path / "__init__.py").exists())
    packages = (
        listed(path / "__init__.py", f"{__name__}.{path.name}", path.name.replace("_", "-")) for path in folders
    )
    return {package.name: package for package in packages if own_puzzle(package.name) is None}


def owners_of(verb: str) -> list[str]:
    """Return the names of the puzzle types with this query."""
    return [name for name in puzzles() if verb in queries_of(name)]


def find_query(name: str, verb: str) -> "Query":
    """Return the query of a subject with this verb; raise KeyError if unknown. Its module is imported on first use."""
    about = query_named(name, verb)
    if about is None:
        raise KeyError(verb)
    query: Query = getattr(import_module(about.module), about.holder)
    return query


def all_queries() -> list[tuple[str, str]]:
    """Return every query as (puzzle type or subject, verb)."""
    return [(name, verb) for name in (*loadable(), *subjects()) for verb in queries_of(name)]
