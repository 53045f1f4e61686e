"""Pencil puzzles compared with the npm package pzpr (MIT), the program behind puzz.link.

It reads every address that we write and writes it again, and its checker judges our solutions and solutions with one
change. The package is not shipped: ENTAILS_PZPR names a node_modules folder that holds it, else `npm root` and
`npm root -g` are tried. Without it, the tests are skipped; with ENTAILS_REQUIRE_PZPR=1 they fail.
"""

import json
import os
import re
import shutil
import subprocess
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from pencil_boards import published
from pencil_small import SMALL

import entails
from entails.formats.puzzlink.parts import UNKNOWN
from entails.models.errors import UnsupportedPuzzle
from entails.models.lattice import Lattice
from entails.models.limits import Options
from entails.models.sudoku.grid import Grid
from entails.puzzles import own_puzzles, puzzle_type_named, puzzle_type_of
from entails.puzzles.common.cells import Digits, Marks
from entails.puzzles.common.loops import Paths
from entails.puzzles.common.regions import Division
from entails.puzzles.detect import recognised
from entails.puzzles.hashi import Bridges
from entails.puzzles.slitherlink import LoopLines
from entails.puzzles.slitherlink import borders as loop_borders
from entails.puzzles.yajilin import Ring

DRIVER = Path(__file__).parents[1] / "pzpr_driver.js"
RANDOM_PUZZLES, SOLUTIONS, CHANGES = 25, 5, 4
EMPTY = re.compile("brNo[A-Z]")
"""Messages of pzpr about an empty board, whether that is a solution or not."""

Entries = list[tuple[int, int, str, int]]


def pzpr_folder() -> Path:
    """Return the node_modules folder that has pzpr."""
    places = [os.environ.get("ENTAILS_PZPR")]
    if places[0] is None and shutil.which("npm"):
        for scope in ((), ("-g",)):
            finished = subprocess.run(["npm", "root", *scope], capture_output=True, text=True, check=False)
            places.append(finished.stdout.strip())
    for place in places:
        if place and (Path(place) / "pzpr").is_dir() and shutil.which("node"):
            return Path(place).resolve()
    problem = (
        "pzpr is not compared with: install node and the npm package pzpr, and set ENTAILS_PZPR to its node_modules"
    )
    if os.environ.get("ENTAILS_REQUIRE_PZPR"):
        pytest.fail(problem)
    pytest.skip(problem)


class Pzpr:
    """A node process that serves all cases."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self._process = process
        self.genres = set(self._ask(genres=True)["genres"])

    def _ask(self, **request: Any) -> dict[str, Any]:
        assert self._process.stdin
        assert self._process.stdout
        self._process.stdin.write(json.dumps(request) + "\n")
        self._process.stdin.flush()
        reply: dict[str, Any] = json.loads(self._process.stdout.readline())
        assert "error" not in reply, (request, reply)
        return reply

    def open(self, address: str, answer: Entries = []) -> dict[str, Any]:  # noqa: B006
        return self._ask(address=address, answer=answer)


@pytest.fixture(scope="module")
def pzpr() -> Iterator[Pzpr]:
    command = ["node", str(DRIVER), str(pzpr_folder())]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        yield Pzpr(process)
        process.terminate()


def cells(values: Any, columns: int, property_: str) -> Entries:
    places = (divmod(cell, columns) for cell in range(len(values)))
    return [(2 * c + 1, 2 * r + 1, property_, value) for (r, c), value in zip(places, values, strict=True) if value]


def between(board: Lattice, values: Any, property_: str) -> Entries:
    ends = ((board.place(item), board.place(two)) for item, two in board.borders)
    return [
        (a + b + 1, r + s + 1, property_, value) for ((r, a), (s, b)), value in zip(ends, values, strict=True) if value
    ]


def shading(_: Any, answer: Marks) -> Entries:
    return cells(answer.cells, answer.columns, "qans")


def line(puzzle: Any, answer: Paths) -> Entries:
    return between(puzzle.board, answer.lines, "line")


def division(puzzle: Any, answer: Division) -> Entries:
    return between(puzzle.board, answer.walls, "qans")


def numbers(puzzle: Any, answer: Digits) -> Entries:
    given_cells = {place for place, cell in enumerate(fixed(puzzle)) if cell}
    return cells(
        [0 if cell in given_cells else value for cell, value in enumerate(answer.cells)], answer.columns, "anum"
    )


def colours(puzzle: Any, answer: Marks) -> Entries:
    return numbers(puzzle, Digits(answer.columns, tuple((mark or 0) + 1 for mark in answer.cells)))


def triangles(_: Any, answer: Digits) -> Entries:
    return cells([value and value + 1 for value in answer.cells], answer.columns, "qans")


def ring(puzzle: Any, answer: Ring) -> Entries:
    return shading(puzzle, answer.marks) + line(puzzle, answer.loop)


def bridges(puzzle: Any, answer: Bridges) -> Entries:
    entries: Entries = []
    for (item, two), count in zip(answer.spans, answer.counts, strict=True):
        (r, a), (s, b) = puzzle.board.place(item), puzzle.board.place(two)
        steps = [(x, 2 * r + 1) for x in range(2 * a + 2, 2 * b + 1, 2)] or [
            (2 * a + 1, y) for y in range(2 * r + 2, 2 * s + 1, 2)
        ]
        entries += [(x, y, "line", count) for x, y in steps if count]
    return entries


def fence(puzzle: Any, answer: LoopLines) -> Entries:
    pieces = zip(loop_borders(puzzle.board.rows, puzzle.columns), answer.lines, strict=True)
    return [(2 * p.column + p.across, 2 * p.row + (not p.across), "line", 1) for p, drawn in pieces if drawn]


def sudoku(puzzle: Grid, answer: Grid) -> Entries:
    size = puzzle.shape.size
    both = zip(puzzle.cells, answer.cells, strict=True)
    return cells([0 if clue else digit for clue, digit in both], size, "anum")


ENTER: dict[str, Callable[[Any, Any], Entries]] = {
    "country-road": line,
    "fillomino": numbers,
    "firefly": line,
    "galaxies": division,
    "hashi": bridges,
    "heyawake": shading,
    "hitori": shading,
    "kakuro": numbers,
    "kurodoko": shading,
    "light-up": shading,
    "lits": shading,
    "masyu": line,
    "norinori": shading,
    "numberlink": line,
    "nurikabe": shading,
    "nurimaze": shading,
    "ripple-effect": numbers,
    "sashigane": division,
    "shakashaka": triangles,
    "shikaku": division,
    "skyscrapers": numbers,
    "slitherlink": fence,
    "star-battle": shading,
    "sudoku": sudoku,
    "tapa": shading,
    "yajilin": ring,
    "yin-yang": colours,
}
"""How a solution of each puzzle is entered."""
NEWER = {
    "aquarium",
    "battleship",
    "double-choco",
    "magnets",
    "mosaic",
    "nonogram",
    "nurimisaki",
    "simple-loop",
    "suguru",
    "tents",
}
"""Puzzle types of puzz.link that the package lacks; test_pencil_published tests them with published boards."""

UNREAD: dict[str, Callable[[Any], bool]] = {
    "galaxies": lambda puzzle: any(puzzle.holes),
    "skyscrapers": lambda puzzle: any(puzzle.heights),
}
"""Features of newer addresses that the package does not read."""
UNJUDGED: dict[str, Callable[[Any], bool]] = {
    "fillomino": lambda puzzle: UNKNOWN in puzzle.numbers,  # it treats ? as a separate number
    "hashi": lambda puzzle: UNKNOWN in puzzle.islands,  # it accepts an isolated island with a ?
    "tapa": lambda puzzle: any(
        UNKNOWN in clue for clue in puzzle.clues if clue
    ),  # it treats ? as different from every length
}
"""Clues without a number, where the checker of the package does not follow the rules."""
WALLS_INSIDE = {"lits": ("lits/3/2/g0", "lits/3/2/08"), "country-road": ("country/4/2/p00h", "country/4/2/o00g")}
"""Puzzles with walls that end inside a room, which solutions must respect."""
LENIENT = {
    "firefly": "reaches",
    "galaxies": "ends inside a piece",
    "ripple-effect": "has no number that fits its room",
}
"""Faults in solutions that the package accepts, or cannot represent."""


def fixed(puzzle: Any) -> list[bool]:
    """Return which cells show givens and so cannot be filled."""
    name = puzzle_type_of(puzzle).name
    drawing = puzzle_type_named(name).draw
    assert drawing is not None
    if name == "kakuro":
        return [False] * (puzzle.rows * puzzle.columns)
    return [cell.kind == "given" for cell in drawing(puzzle, None).cells]


def random_puzzles(name: str) -> list[Any]:
    """Return small random puzzles, the same in every run."""
    gathered: list[Any] = []

    @settings(
        max_examples=RANDOM_PUZZLES,
        derandomize=True,
        database=None,
        deadline=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(SMALL[name].puzzles)
    def gather(puzzle: Any) -> None:
        gathered.append(puzzle)

    gather()
    return gathered


def puzzles_of(name: str) -> list[Any]:
    texts = [*(example.text for example in puzzle_type_named(name).examples), *WALLS_INSIDE.get(name, ())]
    examples = [entails.parse(name, text) for text in texts]
    return examples if name == "sudoku" else [*examples, *random_puzzles(name)]


def addresses(name: str) -> Iterator[tuple[Any, str]]:
    """Yield puzzles with their addresses. A few have none: X-Sudoku, disconnected regions."""
    written = 0
    for puzzle in puzzles_of(name):
        if name in UNREAD and UNREAD[name](puzzle):
            continue
        try:
            address = puzzle_type_named(name).formats["link"](puzzle).strip()
        except UnsupportedPuzzle:
            continue
        written += 1
        yield puzzle, address
    assert written > 2


def changed(puzzle: Any, answer: Any, random: Random) -> Any:
    """Return a solution with one value changed; None if nothing can be entered."""
    if isinstance(answer, Ring):
        if random.random() < 0.5:
            return replace(answer, loop=changed(puzzle, answer.loop, random))
        marks = changed(puzzle, answer.marks, random)
        return marks and replace(answer, marks=marks)
    values_of = {
        Marks: "cells",
        Digits: "cells",
        Grid: "cells",
        Paths: "lines",
        LoopLines: "lines",
        Division: "walls",
        Bridges: "counts",
    }
    attribute = values_of[type(answer)]
    values = list(getattr(answer, attribute))
    if not values:
        return None
    place = random.randrange(len(values))
    if attribute == "cells" and (values[place] is None or fixed(puzzle)[place]):
        return None
    highest = {"cells": 1 if isinstance(answer, Marks) else max(value or 0 for value in values), "counts": 2}.get(
        attribute, 1
    )
    lowest = int(puzzle_type_of(puzzle).name != "shakashaka") if isinstance(answer, Digits | Grid) else 0
    left = [value for value in range(lowest, highest + 1) if value != values[place]]
    if not left:
        return None
    values[place] = random.choice(left)
    return replace(answer, **{attribute: tuple(values)})


def test_every_puzzle_of_puzz_link_is_compared(pzpr: Pzpr) -> None:
    linked = {name for name, listed in own_puzzles().items() if listed.constants.get("GENRES")}
    assert linked == {*ENTER, *NEWER}
    for name in NEWER:
        assert not pzpr.genres & set(own_puzzles()[name].constants["GENRES"])


@pytest.mark.parametrize("name", ENTER)
def test_addresses_are_read_and_written_alike(pzpr: Pzpr, name: str) -> None:
    for puzzle, address in addresses(name):
        reply = pzpr.open(address)
        same = entails.parse(name, address)
        assert entails.parse(name, reply["address"]) == same, (address, reply)
        assert same == puzzle or name == "star-battle"  # its regions have other names


@pytest.mark.parametrize("name", ENTER)
def test_the_checkers_agree(pzpr: Pzpr, name: str) -> None:
    """The checkers agree on solutions, and on solutions with one change."""
    random, seen = Random(name), {True: 0, False: 0}
    for puzzle, address in addresses(name):
        if name in UNJUDGED and UNJUDGED[name](puzzle):
            continue
        for answer in islice(entails.solutions(puzzle, options=Options(max_solutions=SOLUTIONS)), SOLUTIONS):
            near = [changed(puzzle, answer, random) for _ in range(CHANGES)]
            for candidate in (answer, *(item for item in near if item is not None)):
                complaint = puzzle_type_named(name).check(puzzle, candidate)
                reply = pzpr.open(address, ENTER[name](puzzle, candidate))
                lenient = name in LENIENT and LENIENT[name] in str(complaint)
                if lenient or any(map(EMPTY.match, reply["codes"])):
                    continue
                assert reply["complete"] or candidate is not answer, (address, candidate, reply["codes"])
                assert reply["complete"] == (complaint is None), (address, candidate, complaint, reply["codes"])
                seen[complaint is None] += 1
    assert min(seen.values()) > 2


@pytest.mark.parametrize("body", ["2/2/1g1g", "3/2/1j1"])
def test_an_arukone_fills_the_board(pzpr: Pzpr, body: str) -> None:
    """Our arukone checker agrees with pzpr on numberlink solutions, only some of which are valid arukone solutions."""
    arukone = entails.parse("numberlink", f"arukone/{body}")
    answers = list(entails.solutions(entails.parse("numberlink", f"numlin/{body}")))
    judged = [pzpr.open(f"arukone/{body}", line(arukone, answer))["complete"] for answer in answers]
    assert judged == [puzzle_type_named("numberlink").check(arukone, answer) is None for answer in answers]
    assert set(judged) == {True, False}


def test_published_puzzles(pzpr: Pzpr) -> None:
    """For the three smallest puzzles of each type, pzpr accepts the solution and rejects it with one change."""
    random, seen = Random(1), Counter[str]()
    for case in sorted(published("links.jsonl"), key=lambda case: case["width"] * case["height"]):
        name = recognised(case["link"])
        if name not in ENTER or seen[name] == 3:
            continue
        puzzle = entails.parse(name, case["link"])
        if name in UNJUDGED and UNJUDGED[name](puzzle):
            continue
        seen[name] += 1
        answer = entails.solve(puzzle).answer
        assert pzpr.open(case["link"], ENTER[name](puzzle, answer))["complete"], case
        tried = [changed(puzzle, answer, random) for _ in range(20)]
        item = next(candidate for candidate in tried if candidate is not None)
        assert not pzpr.open(case["link"], ENTER[name](puzzle, item))["complete"], case
    assert len(seen) > 15
