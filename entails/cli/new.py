"""`entails new PUZZLE`: a puzzle package from the templates in `entails/data/templates`.

`example_of` returns an example of a query as a command, for its help.
"""

import json
import re
import shlex
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import Any

from entails.cli.exit import YES, empty_value
from entails.cli.output import print_line, say
from entails.data.files import whole_file
from entails.models.errors import InvalidFile, InvalidOption
from entails.models.fields import CommandArgument
from entails.puzzles import known, puzzle_type_named, puzzles
from entails.puzzles.base import AnyPuzzle
from entails.queries import find_query, subjects
from entails.queries.query import Query

_NAME = re.compile(r"[a-z][a-z0-9]*(?:-[a-z0-9]+)*")
_LONGEST = 40
_TEMPLATES = {
    "digits": "digits in cells: a Latin square",
    "shading": "shaded cells: numbers that count black cells",
    "loop": "lines and loops: a loop through circles",
    "outside": "outside clues: numbers that count the black cells of a line",
}
"""Descriptions of the templates; each template is a file."""


def write_puzzle(name: str, folder: str | None, template: str, *, here: bool) -> int:
    """Write the files of a new puzzle and print the next commands; raise an error if one of the files exists."""
    if template not in _TEMPLATES:
        problem = f"unknown template {template[:_LONGEST]!r}"
        raise InvalidOption(problem, where="--template", expected=", ".join(_TEMPLATES))
    if not _NAME.fullmatch(name) or len(name) > _LONGEST:
        problem = f"invalid puzzle name {name[:_LONGEST]!r}"
        raise InvalidOption(problem, expected="lower-case letters, digits and dashes")
    if known(name) is not None:
        raise InvalidOption(f"puzzle {name!r} exists already", expected=f"a name other than {', '.join(puzzles())}")
    if folder is not None and not folder.strip():
        raise empty_value("--in")
    if here and folder is not None:
        raise InvalidOption("both options are set", where="--in, --here", expected="one of them")
    files_to_write = _in_source(name, template) if here else _package(name, template, Path(folder or f"entails-{name}"))
    for path in files_to_write:
        if path.exists():
            raise InvalidFile("the file exists already", where=str(path), expected="a new name or folder")
    for path, text in files_to_write.items():
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise InvalidFile(f"cannot create the folder: {error.strerror}", where=str(path.parent)) from None
        with whole_file(path) as file:
            file.write(text)
        print_line(str(path))
    first, *_, last = files_to_write
    say(f"\nThis puzzle works as it is ({_TEMPLATES[template]}). Edit it, then run:", "green")
    if not here:
        print_line(f"  pip install -e {first.parent}")
    print_line(f"  pytest {last}")
    print_line(f"  entails {name} --help")
    return YES


def _package(name: str, template: str, folder: Path) -> dict[Path, str]:
    """Return the files of a package with an entry point, through which Entails finds the puzzle."""
    module = f"entails_{name.replace('-', '_')}"
    return {
        folder / "pyproject.toml": _filled("pyproject.toml.txt", name, module),
        folder / f"{module}.py": _filled(f"{template}.py.txt", name, module),
        folder / f"test_{module}.py": _filled("test_puzzle.py.txt", name, module),
    }


def _in_source(name: str, template: str) -> dict[Path, str]:
    """Return the files for a puzzle in the source of Entails: its module and its tests."""
    import entails

    package = Path(entails.__file__).parent
    tests = package.parent / "tests" / "puzzles"
    if not tests.is_dir():
        raise InvalidFile(
            "not a source tree of Entails", where=str(package), expected="a clone of the repository, or --in FOLDER"
        )
    stem = name.replace("-", "_")
    module = f"entails.puzzles.{stem}"
    return {
        package / "puzzles" / f"{stem}.py": _filled(f"{template}.py.txt", name, module),
        tests / f"test_{stem}.py": _filled("test_puzzle.py.txt", name, module),
    }


def _filled(template: str, name: str, module: str) -> str:
    text = files("entails.data").joinpath("templates", template).read_text("utf-8")
    words = name.split("-")
    for hole, value in (
        ("__NAME__", name),
        ("__MODULE__", module),
        ("__TITLE__", " ".join(words).capitalize()),
        ("__CLASS__", "".join(map(str.capitalize, words))),
    ):
        text = text.replace(hole, value)
    return text


_FILES = {"cnf": "example.cnf", "model": "example.json", "ortools": "example.pb.txt"}
"""File names for examples of puzzle types without a one-line format."""
_LONGEST_EXAMPLE = 200


@dataclass(frozen=True)
class ShownExample:
    """An example of a command: its arguments after `entails`, and the contents of the files it names."""

    words: tuple[str, ...]
    files: Mapping[str, str]

    def __str__(self) -> str:
        return f"Example: entails {shlex.join(self.words)}"


def example_of(subject: str, verb: str) -> ShownExample | None:
    """Return an example of a query as a command, or None if it cannot be written as arguments and files."""
    query = find_query(subject, verb)
    puzzle_type = None if subject in subjects() else puzzle_type_named(subject)
    for request in query.examples_of(puzzle_type).values():
        files: dict[str, str] = {}
        fields = {name: value for name, value in request.items() if name != "puzzle"}
        inputs = _inputs(query, puzzle_type, request.get("puzzle"), files)
        options = _options(query, puzzle_type, fields, files)
        if inputs is not None and options is not None:
            return ShownExample((subject, verb, *inputs, *options), files)
    return None


def _inputs(query: Query, puzzle_type: AnyPuzzle | None, puzzle: Any, files: dict[str, str]) -> list[str] | None:
    if query.takes not in ("puzzle", "many") or puzzle_type is None:
        return []
    texts = [example.text for example in puzzle_type.examples] if puzzle is None else [puzzle]
    if not puzzle_type.one_line:
        name = _FILES.get(puzzle_type.name, "example.txt")
        files[name] = texts[0] if isinstance(texts[0], str) else json.dumps(texts[0])
        return [name]
    short = [
        example
        for example in texts
        if isinstance(example, str) and "\n" not in example and len(example) <= _LONGEST_EXAMPLE
    ]
    if not short:
        return None
    text = min(short, key=len)
    return text.split() if puzzle_type.multi_word and query.input.read is None else [text]


def _options(
    query: Query, puzzle_type: AnyPuzzle | None, fields: Mapping[str, Any], files: dict[str, str]
) -> list[str] | None:
    """Return the arguments of a command, then its options; None if a value cannot be written on a command line."""
    arguments: list[str] = []
    options: list[str] = []
    settings = {} if puzzle_type is None else puzzle_type.options.model_fields
    for name, value in fields.items():
        known = query.options.model_fields.get(name) or settings.get(name)
        if known is None or not isinstance(value, (bool, str, int, float)):
            return None
        if isinstance(value, str) and "\n" in value:
            files[f"{name}.txt"] = value
            value = f"{name}.txt"
        is_argument = name in query.arguments or any(isinstance(marker, CommandArgument) for marker in known.metadata)
        flag = query.flag(name) if name in query.options.model_fields else f"--{name.replace('_', '-')}"
        if is_argument:
            arguments.append(str(value))
        elif value is True:
            options.append(flag)
        elif value is not False:
            options += [flag, str(value)]
    return [*arguments, *options]
