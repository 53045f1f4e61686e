"""Discovery of puzzles and queries: by listing files as text, and by entry points of other packages."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from entails.listing import listed
from entails.puzzles import own_puzzles, puzzle_type_named, puzzles
from entails.queries import all_queries, common_queries, find_query, own_queries, queries_of, subjects

COINS = '''"""Coins that lie heads up or down.

One text is one row of them, h, t or a dot where nobody has looked."""

from entails.encoders.formula import ENCODERS
from entails.formats.dimacs.read import read_dimacs
from entails.models.encoding import Cnf
from entails.models.entry import Entry
from entails.models.errors import InvalidPuzzle
from entails.puzzles.base import Example, Puzzle, Route

PLACE = 60
WITHOUT = ("decode", "explain", "check")


class Coins(Cnf):
    """The row as a formula."""


class CoinsPuzzle(Puzzle):
    name = "coins"
    model = Coins
    encoders = ENCODERS
    routes = {verb: Route("as-is", "cadical195") for verb in ("solve", "count", "forced", "quine", "export")}
    formats = {}
    examples = (Example("two", "h.", "one is known"),)

    def read(self, data, options):
        text = data.decode().strip()
        if set(text) - set("ht."):
            yield Entry(1, None, InvalidPuzzle("this is no row of coins", expected="h, t and dots"))
            return
        known = [f"{'' if coin == 'h' else '-'}{number} 0" for number, coin in enumerate(text, 1) if coin != "."]
        formula = read_dimacs("\\n".join([f"p cnf {len(text)} {len(known)}", *known, ""]).encode())
        yield Entry(1, Coins(**{name: getattr(formula, name) for name in formula.__dataclass_fields__}))

    def format(self, puzzle):
        return f"{puzzle.variables} coins"

    def format_answer(self, answer):
        return "".join("h" if literal > 0 else "t" for literal in answer)

    def decode_atoms(self, puzzle, names):
        return puzzle.decode([int(name[1:]) for name in names])

    def check(self, puzzle, answer):
        return None

    def markup(self, puzzle, answer):
        return "coins"


PUZZLE = CoinsPuzzle()
'''
ASKED = """
import json, sys, entails
from entails.puzzles import puzzles, puzzle_type_of
from entails.service.calls import CALLS
coins = entails.parse("coins", "h..")
print(json.dumps({
    "puzzles": list(puzzles()),
    "count": entails.count(coins).value,
    "kind": puzzle_type_of(coins).name,
    "calls": sorted(name for name in CALLS if name.startswith("coins/")),
}))
"""


@pytest.fixture
def outside(tmp_path: Path) -> dict[str, str]:
    """Return an environment with a package that offers a puzzle, and another with a broken one."""
    (tmp_path / "piggybank").mkdir()
    (tmp_path / "piggybank" / "__init__.py").write_text("")
    (tmp_path / "piggybank" / "coins.py").write_text(COINS)
    (tmp_path / "piggybank" / "broken.py").write_text(
        '"""A puzzle that does not load."""\nimport nowhere\nPUZZLE = None\n'
    )
    info = tmp_path / "piggybank-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: piggybank\nVersion: 1.0\n")
    points = "coins = piggybank.coins\nbroken = piggybank.broken\nlost = no_such_package.puzzle\n"
    (info / "entry_points.txt").write_text(f"[entails.puzzles]\n{points}")
    return {**os.environ, "PYTHONPATH": os.pathsep.join([str(tmp_path), *filter(None, sys.path)])}


def run(environment: dict[str, str], *arguments: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run([sys.executable, *arguments], env=environment, capture_output=True, text=True, check=False)


def test_a_puzzle_from_outside(outside: dict[str, str]) -> None:
    ran = run(outside, "-c", ASKED)
    assert ran.returncode == 0, ran.stderr
    document = json.loads(ran.stdout)
    assert "lost" not in document["puzzles"]
    assert set(own_puzzles()) < set(document["puzzles"])
    assert (document["count"], document["kind"]) == (4, "coins")
    common = ("constraints", "count", "draw", "export", "forced", "hint", "minimal", "quine", "rate", "solve", "steps")
    assert document["calls"] == [f"coins/{verb}" for verb in common]
    shown = run(outside, "-m", "entails", "--help").stdout
    assert "coins" in shown.split()
    assert "Coins that lie heads up or down." in run(outside, "-m", "entails", "puzzles").stdout
    solved = run(outside, "-m", "entails", "coins", "solve", "hth", "--json")
    assert json.loads(solved.stdout)["solution"] == "hth"
    assert json.loads(solved.stdout)["puzzle"] == "3 coins"
    wrong = run(outside, "-m", "entails", "coins", "solve", "xxx")
    assert wrong.returncode == 2
    assert "this is no row of coins" in wrong.stderr
    assert run(outside, "-m", "entails", "coins", "check", "h").returncode == 2


def test_a_broken_puzzle_from_outside_ends_no_other_command(outside: dict[str, str]) -> None:
    ran = run(outside, "-m", "entails", "broken", "solve", "x")
    assert (ran.returncode, ran.stdout) == (2, "")
    assert "cannot load the puzzle type broken from piggybank.broken: No module named 'nowhere'" in ran.stderr
    assert run(outside, "-m", "entails", "sudoku", "count", "." * 16).stdout == "288\n"


def test_every_file_says_what_it_is() -> None:
    for name, about in puzzles().items():
        assert about.summary.endswith("."), name
        assert puzzle_type_named(name).name == name
    for name, verb in all_queries():
        about = queries_of(name)[verb]
        assert about.summary.endswith((".", "?", ".)")), about.module
        assert len(about.summary) < 200, about.module
        assert find_query(name, verb).options.model_config["extra"] == "forbid"


def test_own_queries_are_listed_with_the_common_ones() -> None:
    assert {"check", "solve", "count", "explain", "forced", "quine", "export", "decode"} <= set(common_queries())
    assert {"prove", "verify", "stats"} <= set(own_queries("cnf"))
    assert "check" not in queries_of("cnf")
    assert set(queries_of("lexicon")).isdisjoint(common_queries()) or "lexicon" in subjects()


def test_what_is_read_as_text(tmp_path: Path) -> None:
    path = tmp_path / "rate_many.py"
    path.write_text(
        '"""How hard\nthey are.\n\nMore of it."""\nPANEL = None\nPLACE = 7\nPLACES = 8\n__all__ = [\n    "a",\n]\n'
    )
    about = listed(path, "x.rate_many")
    assert (about.name, about.summary) == ("rate-many", "How hard they are.")
    assert about.constants == {"PANEL": None, "PLACE": 7, "__all__": ["a"]}
    path.write_text("x = 1\n")
    assert listed(path, "x").summary == ""


def test_help_imports_no_pydantic() -> None:
    code = "import sys; sys.argv = ['entails', '--help']; from entails.cli.main import main\n"
    code += "import atexit; heavy = ('pydantic', 'numpy', 'pysat', 'ortools')\n"
    code += "atexit.register(lambda: print([name for name in heavy if name in sys.modules]))\nmain()"
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ran.stdout.splitlines()[-1] == "[]"


def test_a_command_imports_only_its_own_query() -> None:
    code = "import sys; sys.argv = ['entails', 'cnf', 'count', 'p cnf 1 0\\n']; from entails.cli.main import main\n"
    code += (
        "import atexit; told = lambda: sorted(name for name in sys.modules if name.startswith('entails.queries.'))\n"
    )
    code += "atexit.register(lambda: print(told()))\nmain()"
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = set(json.loads(ran.stdout.splitlines()[-1].replace("'", '"')))
    assert "entails.queries.count" in loaded
    assert not loaded & {f"entails.queries.{verb}" for verb in ("quine", "explain", "forced", "export", "decode")}
