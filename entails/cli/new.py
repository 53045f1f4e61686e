"""`entails new PUZZLE`: a puzzle to begin with, from the templates of `entails/data/templates`."""

import re
from importlib.resources import files
from pathlib import Path

from entails.cli.exit import YES
from entails.cli.made import nothing_said
from entails.cli.output import print_line, say
from entails.data.files import whole_file
from entails.models.errors import InvalidFile, InvalidOption
from entails.puzzles import known, puzzles

_NAME = re.compile(r"[a-z][a-z0-9]*(?:-[a-z0-9]+)*")
_LONGEST = 40


def write_puzzle(name: str, folder: str | None, *, here: bool) -> int:
    """Write the files, none of which may be there already, and say what to do with them."""
    if not _NAME.fullmatch(name) or len(name) > _LONGEST:
        raise InvalidOption(f"{name[:_LONGEST]!r} is no name of a puzzle", expected="small letters, digits and dashes")
    if known(name) is not None:
        raise InvalidOption(f"there is a puzzle {name!r} already", expected=f"a name other than {', '.join(puzzles())}")
    if folder is not None and not folder.strip():
        raise nothing_said("--in")
    if here and folder is not None:
        raise InvalidOption("a folder is chosen twice", where="--in, --here", expected="one of them")
    made = _in_source(name) if here else _package(name, Path(folder or f"entails-{name}"))
    for path in made:
        if path.exists():
            raise InvalidFile("this file is there already", where=str(path), expected="a new one")
    for path, text in made.items():
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise InvalidFile(f"this folder cannot be made: {error.strerror}", where=str(path.parent)) from None
        with whole_file(path) as file:
            file.write(text)
        print_line(str(path))
    first, *_, last = made
    say("\nIt works as it is: a Latin square. Make it your own.", "green")
    if not here:
        print_line(f"  pip install -e {first.parent}")
    print_line(f"  pytest {last}")
    print_line(f"  entails {name} --help")
    return YES


def _package(name: str, folder: Path) -> dict[Path, str]:
    """A package of its own, which Entails finds by its entry point."""
    module = f"entails_{name.replace('-', '_')}"
    return {
        folder / "pyproject.toml": _filled("pyproject.toml.txt", name, module),
        folder / f"{module}.py": _filled("puzzle.py.txt", name, module),
        folder / f"test_{module}.py": _filled("test_puzzle.py.txt", name, module),
    }


def _in_source(name: str) -> dict[Path, str]:
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
        package / "puzzles" / f"{stem}.py": _filled("puzzle.py.txt", name, module),
        tests / f"test_{stem}.py": _filled("test_puzzle.py.txt", name, module),
    }


def _filled(template: str, name: str, module: str) -> str:
    text = files("entails.data").joinpath("templates", template).read_text("utf-8")
    words = name.split("-")
    for hole, said in (
        ("__NAME__", name),
        ("__MODULE__", module),
        ("__TITLE__", " ".join(words).capitalize()),
        ("__CLASS__", "".join(map(str.capitalize, words))),
    ):
        text = text.replace(hole, said)
    return text
