"""Queries answered in blocks print the same lines as one by one, except for times; errors keep their places."""

import gzip
import json
import re
from collections.abc import Iterable
from itertools import chain
from pathlib import Path

import pytest
from cli.runner import entails as run

import entails
from entails.models.entry import AT_LEAST
from entails.puzzles import puzzle_type_named
from entails.queries import find_query
from entails.queries.query import unwatched

ONE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SEVERAL = "53..7.......195....98....6.8...6...34..8.3..17...2...6.6....28....419..5........."
NONE = "55..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
MIXED = [ONE, SEVERAL, NONE, ONE.replace(".", "0")]
SECONDS = re.compile(r'"seconds":[\d.e-]+')


def placed(lines: Iterable[str]) -> list[str]:
    """Return the lines of reports with their places, as for many puzzles."""
    return [f'{{"line":{number},"id":null,{line[1:]}' for number, line in enumerate(lines, 1)]


def file_of(folder: Path, lines: list[str]) -> str:
    path = folder / "grids.txt"
    path.write_text("\n".join(lines) + "\n")
    return str(path)


@pytest.mark.parametrize("verb", ["solve", "check", "count"])
@pytest.mark.parametrize("more", [(), ("--max", "1")], ids=["usual", "max"])
def test_lines_are_those_of_the_slow_way(verb: str, more: tuple[str, ...], tmp_path: Path) -> None:
    if more and verb != "count":
        more = ("--unique",)
    one_by_one = verb == "count" and not more
    some = (MIXED if verb != "check" else [ONE, SEVERAL]) * (5 if one_by_one else AT_LEAST)
    path = file_of(tmp_path, some)
    fast = run("sudoku", verb, path, "--json", *more)
    slow = {line: run("sudoku", verb, line, "--json", "--engine", "bits", *more) for line in dict.fromkeys(some)}
    printed = {line: SECONDS.sub('"seconds":null', item.out) for line, item in slow.items()}
    assert fast.out == "".join(placed(printed[line] for line in some))
    assert fast.code == max(item.code for item in slow.values())


def test_what_has_no_solution_is_still_explained(tmp_path: Path) -> None:
    path = file_of(tmp_path, [*[ONE] * AT_LEAST, NONE, ONE])
    fast = run("sudoku", "check", path, "--json")
    alone = run("sudoku", "check", NONE, "--json")
    assert fast.lines[AT_LEAST] == {"line": AT_LEAST + 1, "id": None, **alone.line}
    assert json.loads(alone.out)["conflicts"]


def test_what_is_no_plain_grid_keeps_its_place(tmp_path: Path) -> None:
    odd = ["..4..3...2....1.", "junk"]
    path = file_of(tmp_path, [*[ONE] * AT_LEAST, *odd, ONE])
    result = [json.loads(line) for line in run("sudoku", "solve", path, "--json").out.splitlines()]
    assert [item.get("engine") for item in result[AT_LEAST - 1 :]] == ["bits", "cadical153", None, "bits"]
    assert result[-2]["line"] == AT_LEAST + 2
    assert run("sudoku", "solve", path, "--json").code == 2


def test_people_read_the_same_lines(tmp_path: Path) -> None:
    path = file_of(tmp_path, [*MIXED] * AT_LEAST)
    lines = run("sudoku", "solve", path).out.splitlines()
    assert len(lines) == len(MIXED) * AT_LEAST
    assert [line[-21:].split("  ")[-1] for line in lines[:2]] == ["unique solution", "solution not unique"]
    assert lines[2] == "no solution"


def test_packed_files_are_read(tmp_path: Path) -> None:
    for many in (2, AT_LEAST):
        path = tmp_path / f"{many}.txt.gz"
        path.write_bytes(gzip.compress(f"{ONE}\n".encode() * many))
        assert run("sudoku", "solve", str(path), "--json").out.count("satisfied") == many


def test_unsupported_options_solve_no_blocks() -> None:
    solve, sudoku = find_query("sudoku", "solve"), puzzle_type_named("sudoku")
    assert solve.blocks is not None
    for item in ({}, {"engine": "bits"}):
        assert solve.blocks(sudoku, solve.options(**item)) is not None
    for second in (
        {"all": 3},
        {"engine": "cadical195"},
        {"seconds": 1},
        {"assume": ("r1c3=4",)},
        {"encoder": "pruned"},
    ):
        assert solve.blocks(sudoku, solve.options(**second)) is None
    assert solve.blocks(puzzle_type_named("takuzu"), solve.options()) is None


def test_solve_many() -> None:
    grids = [entails.parse("sudoku", line) for line in MIXED]
    few = list(entails.solve_many(grids))
    many = list(entails.solve_many(chain(*[grids] * AT_LEAST)))
    assert [item.unique for item in few] == [True, False, False, True]
    assert [item.puzzle for item in few] == grids
    assert [(item.puzzle, item.unique) for item in many[:4]] == [(item.puzzle, item.unique) for item in few]
    assert few[0].solution == many[0].solution == entails.solve(grids[0]).answer
    assert all(item.solution is None or item.puzzle.solved_by(item.solution) is None for item in many)
    assert (few[2].solution, many[-2].solution) == (None, None)
    takuzu = entails.parse("takuzu", puzzle_type_named("takuzu").examples[0].text)
    assert [item.unique for item in entails.solve_many([takuzu, grids[0]])] == [True, True]


def test_the_values_are_those_of_the_slow_way() -> None:
    sudoku = puzzle_type_named("sudoku")
    solver = sudoku.block_solver()
    assert solver is not None
    block = solver.of([entails.parse("sudoku", line) for line in [ONE, NONE]])
    for verb in ("solve", "check", "count"):
        query = find_query("sudoku", verb)
        text = {"max": 10} if verb == "count" else {}
        options = query.options(**text, **({} if verb == "check" else {"engine": "bits"}))
        assert query.blocks is not None
        at_once = query.blocks(sudoku, query.options(**text))
        assert at_once is not None
        for puzzle, item in at_once(block):
            alone = query.answer(puzzle, options, unwatched)
            assert (item.value, item.verdict) == (alone.value, alone.verdict)


def test_solutions_alone(tmp_path: Path) -> None:
    """`--solutions` prints a line for each puzzle, the same from blocks as one by one."""
    some = [ONE, NONE, SEVERAL]
    fast = run("sudoku", "solve", file_of(tmp_path, some * AT_LEAST), "--format", "line")
    slow = run("sudoku", "solve", "-", "--format", "line", "--engine", "bits", stdin="\n".join(some))
    assert fast.out == slow.out * AT_LEAST
    assert slow.out.splitlines()[1] == "no solution"
    assert fast.code == slow.code == 1
    only = run("sudoku", "solve", file_of(tmp_path, [ONE] * AT_LEAST), "--format", "line")
    assert only.out == (slow.out.splitlines()[0] + "\n") * AT_LEAST
    assert "--format: unknown value 'csv'; expected line" in run("sudoku", "solve", ONE, "--format", "csv").err
