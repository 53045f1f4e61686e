"""`entails new PUZZLE`: a puzzle to begin with, from the templates of `entails/data/templates`.

A command that can be pasted, for the help of each question: made from the question's own examples.
"""

import json
import re
import shlex
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import Any

from entails.cli.exit import YES, nothing_said
from entails.cli.output import print_line, say
from entails.data.files import whole_file
from entails.models.errors import InvalidFile, InvalidOption
from entails.models.fields import CommandArgument
from entails.puzzles import kind, known, puzzles
from entails.puzzles.base import AnyPuzzle
from entails.queries import question, subjects
from entails.queries.query import Query

_NAME = re.compile(r"[a-z][a-z0-9]*(?:-[a-z0-9]+)*")
_LONGEST = 40
_TEMPLATES = {
    "digits": "digits in cells: a Latin square",
    "shading": "shaded cells: numbers that count black cells",
    "loop": "lines and loops: a loop through circles",
    "outside": "clues outside: numbers that count the black cells of a line",
}
"""What each template is, by name; each has a file."""


def write_puzzle(name: str, folder: str | None, template: str, *, here: bool) -> int:
    """Write the files, none of which may be there already, and say what to do with them."""
    if template not in _TEMPLATES:
        problem = f"unknown template {template[:_LONGEST]!r}"
        raise InvalidOption(problem, where="--template", expected=", ".join(_TEMPLATES))
    if not _NAME.fullmatch(name) or len(name) > _LONGEST:
        raise InvalidOption(f"{name[:_LONGEST]!r} is no name of a puzzle", expected="small letters, digits and dashes")
    if known(name) is not None:
        raise InvalidOption(f"there is a puzzle {name!r} already", expected=f"a name other than {', '.join(puzzles())}")
    if folder is not None and not folder.strip():
        raise nothing_said("--in")
    if here and folder is not None:
        raise InvalidOption("a folder is chosen twice", where="--in, --here", expected="one of them")
    files_to_write = _in_source(name, template) if here else _package(name, template, Path(folder or f"entails-{name}"))
    for path in files_to_write:
        if path.exists():
            raise InvalidFile("this file is there already", where=str(path), expected="a new one")
    for path, text in files_to_write.items():
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise InvalidFile(f"this folder cannot be made: {error.strerror}", where=str(path.parent)) from None
        with whole_file(path) as file:
            file.write(text)
        print_line(str(path))
    first, *_, last = files_to_write
    say(f"\nIt works as it is ({_TEMPLATES[template]}). Make it your own.", "green")
    if not here:
        print_line(f"  pip install -e {first.parent}")
    print_line(f"  pytest {last}")
    print_line(f"  entails {name} --help")
    return YES


def _package(name: str, template: str, folder: Path) -> dict[Path, str]:
    """A package of its own, which Entails finds by its entry point."""
    module = f"entails_{name.replace('-', '_')}"
    return {
        folder / "pyproject.toml": _filled("pyproject.toml.txt", name, module),
        folder / f"{module}.py": _filled(f"{template}.py.txt", name, module),
        folder / f"test_{module}.py": _filled("test_puzzle.py.txt", name, module),
    }


def _in_source(name: str, template: str) -> dict[Path, str]:
    """A file in the folder of puzzles, which Entails lists, and its tests."""
    import entails

    package = Path(entails.__file__).parent
    tests = package.parent / "tests" / "puzzles"
    if not tests.is_dir():
        raise InvalidFile(
            "this is not the source of Entails", where=str(package), expected="a clone of it, or --in FOLDER"
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
"""What stands for a puzzle that nobody types."""
_LONGEST_EXAMPLE = 200


@dataclass(frozen=True)
class ShownExample:
    """The words of a command after `entails`, and what is in the files that they name."""

    words: tuple[str, ...]
    files: Mapping[str, str]

    def __str__(self) -> str:
        return f"Example: entails {shlex.join(self.words)}"


def example_of(subject: str, verb: str) -> ShownExample | None:
    """An example of the question as a command, None where it needs more than words and files."""
    query = question(subject, verb)
    of_kind = None if subject in subjects() else kind(subject)
    for request in query.examples_of(of_kind).values():
        files: dict[str, str] = {}
        fields = {name: value for name, value in request.items() if name != "puzzle"}
        inputs = _inputs(query, of_kind, request.get("puzzle"), files)
        options = _options(query, of_kind, fields, files)
        if inputs is not None and options is not None:
            return ShownExample((subject, verb, *inputs, *options), files)
    return None


def _inputs(query: Query, of_kind: AnyPuzzle | None, puzzle: Any, files: dict[str, str]) -> list[str] | None:
    if query.takes not in ("puzzle", "many") or of_kind is None:
        return []
    texts = [example.text for example in of_kind.examples] if puzzle is None else [puzzle]
    if not of_kind.one_line:
        name = _FILES.get(of_kind.name, "example.txt")
        files[name] = texts[0] if isinstance(texts[0], str) else json.dumps(texts[0])
        return [name]
    short = [example for example in texts if isinstance(example, str) and "\n" not in example and len(example) <= _LONGEST_EXAMPLE]
    if not short:
        return None
    text = min(short, key=len)
    return text.split() if of_kind.multi_word and query.input.read is None else [text]


def _options(
    query: Query, of_kind: AnyPuzzle | None, fields: Mapping[str, Any], files: dict[str, str]
) -> list[str] | None:
    """Arguments first, then options; None where one cannot be typed."""
    arguments: list[str] = []
    options: list[str] = []
    settings = {} if of_kind is None else of_kind.options.model_fields
    for name, value in fields.items():
        known = query.ask.model_fields.get(name) or settings.get(name)
        if known is None or not isinstance(value, (bool, str, int, float)):
            return None
        if isinstance(value, str) and "\n" in value:
            files[f"{name}.txt"] = value
            value = f"{name}.txt"
        is_argument = name in query.arguments or any(isinstance(marker, CommandArgument) for marker in known.metadata)
        flag = query.flag(name) if name in query.ask.model_fields else f"--{name.replace('_', '-')}"
        if is_argument:
            arguments.append(str(value))
        elif value is True:
            options.append(flag)
        elif value is not False:
            options += [flag, str(value)]
    return [*arguments, *options]
