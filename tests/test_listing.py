"""Docstrings and constants of modules are read from source in any spelling that Python allows."""

import importlib
import pkgutil
from pathlib import Path

import pytest

import entails.puzzles
import entails.queries
from entails.listing import listed, module_named, modules
from entails.puzzles import own_puzzles, puzzle_type_named

NAMES = ("PANEL", "PLACE", "WITHOUT", "ALIASES", "GENRES", "__all__", "VERBS")

SPELLINGS = {
    "plain": '"""Cubes."""\nALIASES = ("kubik", "cube")\nPANEL = "Human solving"\nPLACE = 7\n',
    "comments": '"""Cubes."""\nALIASES = ("kubik", "cube")  # (so)\nPANEL = "Human solving"  # "!"\nPLACE = 7# low\n',
    "single quotes": "'''Cubes.'''\nALIASES = ('kubik', 'cube')\nPANEL = 'Human solving'\nPLACE = 7\n",
    "docstring in one pair of quotes": "'Cubes.'\nALIASES = 'kubik', 'cube'\nPANEL = 'Human solving'\nPLACE = 7",
    "raw and after comments": '# a script\n\nr"""Cubes."""  # so\nALIASES = ("kubik", "cube",)\n'
    "PANEL = r'Human solving'\nPLACE = 0x7\n",
    "several lines": '"""Cubes."""\nALIASES = (\n  "kubik",  # )\n\n  "cube",\n)\nPANEL = (\n"Human "\n"solving"\n)\n'
    "PLACE = \\\n    7\n",
    "annotations": '"""Cubes."""\nALIASES: tuple[str, ...] = ("kubik", "cube")\nPANEL: "Final" = "Human solving"\n'
    "PLACE: int=7\n",
    "several on a line": '"""Cubes."""\nALIASES = ("kubik", "cube"); PANEL = "Human solving"; PLACE = 7\n',
    "joined strings": '"Cub" "es."\nALIASES = "ku" "bik", "cube"\nPANEL = "Human " "solving"\nPLACE = 7\n',
    "CRLF": '"""Cubes."""\r\nALIASES = ("kubik",\r\n  "cube")\r\nPANEL = "Human solving"\r\nPLACE = 7\r\n',
    "a byte-order mark": '\ufeff"""Cubes."""\nALIASES = ("kubik", "cube")\nPANEL = "Human solving"\nPLACE = 7\n',
    "text that looks like it": '"""Cubes."""\nALIASES = ("kubik", "cube")\nPANEL = "Human solving"\nPLACE = 7\n'
    'TEXT = """it\'s\nALIASES = ()\nPANEL = None\n"""\nMORE = \'\'\'\nPLACE = 8\n"""\'\'\'\n# """\n'
    "if TEXT:\n    PLACE = 9\n",
}


@pytest.mark.parametrize("text", SPELLINGS.values(), ids=SPELLINGS)
def test_every_spelling_is_read(text: str, tmp_path: Path) -> None:
    file = tmp_path / "magic_cube.py"
    file.write_bytes(f"{text}\nPUZZLE = None\n".encode())
    (about,) = modules(tmp_path, "somewhere", "PUZZLE")
    assert (about.name, about.module, about.summary) == ("magic-cube", "somewhere.magic_cube", "Cubes.")
    assert about.constants == {"ALIASES": ("kubik", "cube"), "PANEL": "Human solving", "PLACE": 7}
    assert listed(file, about.module) == about


@pytest.mark.parametrize(
    "spelling", ["PUZZLE = Cube(\n)", "PUZZLE: AnyPuzzle = Cube()", "PUZZLE=1", "PUZZLE = (  # a cube\n1)"]
)
def test_what_defines_the_name_is_listed(spelling: str, tmp_path: Path) -> None:
    (tmp_path / "cube.py").write_text(f'"""Cubes."""\n{spelling}\n')
    (tmp_path / "helper.py").write_text('"""\nPUZZLE = 1\n"""\n# PUZZLE = 1\nPUZZLES = ()\n')
    assert [about.name for about in modules(tmp_path, "somewhere", "PUZZLE")] == ["cube"]


def test_a_list_will_do(tmp_path: Path) -> None:
    (tmp_path / "cube.py").write_text("ALIASES = [  # two\n    \"kubik\", 'cube']\n")
    assert listed(tmp_path / "cube.py", "cube").constants == {"ALIASES": ["kubik", "cube"]}


def test_a_string_is_a_tuple_of_one_name(tmp_path: Path) -> None:
    (tmp_path / "cube.py").write_text('ALIASES = ("kubik")\n')
    assert listed(tmp_path / "cube.py", "cube").constants == {"ALIASES": ("kubik",)}


@pytest.mark.parametrize(
    "text",
    [
        'PLACE = "first"\nALIASES = (1, 2)\nPANEL = 7\nWITHOUT = None\nGENRES = OTHERS\n__all__ = names()\n',
        "PLACE: int\nALIASES += ('x',)\nPANEL\nWITHOUT.x = ('a',)\n",
        "PLACE = (\n",
        "PLACE = 1 1\nALIASES = 'abc\n",
    ],
)
def test_what_is_no_such_literal_is_left_out(text: str, tmp_path: Path) -> None:
    """A constant that is not a literal is left out, since one invalid file must not stop every command."""
    (tmp_path / "cube.py").write_text(f'"""Cubes."""\nPUZZLE = 1\n{text}')
    (about,) = modules(tmp_path, "somewhere", "PUZZLE")
    assert (about.summary, about.constants) == ("Cubes.", {})


@pytest.mark.parametrize("content", [b"", b"\xff\xfe\x00PUZZLE", b'"""Open\nPUZZLE = 1\n', b"'open\n", b"\\"])
def test_what_is_no_python_is_passed_over(content: bytes, tmp_path: Path) -> None:
    (tmp_path / "cube.py").write_bytes(content)
    assert [about.text for about in modules(tmp_path, "somewhere", "PUZZLE")] in ([], [""])
    assert listed(tmp_path / "cube.py", "cube").constants == {}


def test_a_file_with_several_verbs(tmp_path: Path) -> None:
    (tmp_path / "proofs.py").write_text(
        '"""Proofs."""\nVERBS = {\n  "prove": {"text": "Write one.\\n\\nSlowly.", "PLACE": 2, "__all__": ["prove"]},\n'
        '  "check-proof": {"text": "Check one.", "PLACE": 1, "PANEL": None},\n}\n'
    )
    (tmp_path / "stats.py").write_text('"""Count."""\nQUERY = 1\n')
    listing = list(modules(tmp_path, "somewhere", "QUERY"))
    assert [(about.name, about.module, about.summary, about.holder) for about in listing] == [
        ("check-proof", "somewhere.proofs", "Check one.", "CHECK_PROOF"),
        ("prove", "somewhere.proofs", "Write one.", "PROVE"),
        ("stats", "somewhere.stats", "Count.", "QUERY"),
    ]
    assert listing[0].constants == {"PLACE": 1, "PANEL": None}
    assert [module_named(tmp_path, "somewhere", "QUERY", about.name) for about in listing] == listing
    assert module_named(tmp_path, "somewhere", "QUERY", "proofs") is None
    assert [about.name for about in modules(tmp_path, "somewhere", "__all__")] == ["prove"]
    (tmp_path / "proofs.py").write_text('VERBS = {"prove": 1}\n')
    assert [about.name for about in modules(tmp_path, "somewhere", "QUERY")] == ["stats"]


def test_modules_say_the_same_when_they_are_imported() -> None:
    """Listed docstrings and constants equal those of the imported modules, for all puzzles and queries."""
    for package, holding in ((entails.puzzles, "PUZZLE"), (entails.queries, "QUERY")):
        for item in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            module = importlib.import_module(item.name)
            about = listed(Path(str(module.__file__)), item.name)
            assert about.text == (module.__doc__ or "").strip(), item.name
            held = {name: getattr(module, name) for name in NAMES if hasattr(module, name)}
            assert about.constants == held, item.name
            folder = Path(str(module.__file__)).parent
            listed_here = {about.module for about in modules(folder, module.__name__.rpartition(".")[0], holding)}
            if not item.ispkg and hasattr(module, holding):
                assert item.name in listed_here


def test_summaries_of_puzzle_types_have_rules_without_the_input_format() -> None:
    assert [about.name for about in own_puzzles().values() if "`" in about.summary] == []
    assert "twins:" in puzzle_type_named("takuzu").input_help
