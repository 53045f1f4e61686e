"""Common verbs on files of many puzzles: place and name in every row, tables, several processes."""

import gzip
import json
from pathlib import Path

import pytest
from cli.runner import entails, start

from entails.models.entry import AT_LEAST
from entails.puzzles import puzzle_type_named

GRID = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
TAKUZU = puzzle_type_named("takuzu").examples[0].text


def places(out: str) -> list[tuple[object, object, bool]]:
    """Return line, id and whether there is a solution, row by row."""
    return [(row["line"], row["id"], "error" not in row) for row in map(json.loads, out.splitlines())]


def test_every_row_says_its_line_and_its_id(tmp_path: Path) -> None:
    lines = tmp_path / "grids.txt"
    lines.write_text(f"# two\n{GRID}\n\njunk\n{GRID}\n")
    named = [("a", GRID), ("b,c", "junk"), ("ü", GRID)]
    (tmp_path / "t.csv").write_text("id,note,grid\n" + "".join(f'"{item}",x,{text}\n' for item, text in named))
    (tmp_path / "t.jsonl.gz").write_bytes(
        gzip.compress("".join(json.dumps({"id": item, "puzzle": text}) + "\n" for item, text in named).encode())
    )
    items = [(2, "a", True), (3, "b,c", False), (4, "ü", True)]
    for verb in ("solve", "rate", "canonical"):
        assert places(entails("sudoku", verb, lines, "--json").out) == [
            (2, None, True),
            (4, None, False),
            (5, None, True),
        ]
        assert places(entails("sudoku", verb, tmp_path / "t.csv", "--json").out) == items
        result = places(entails("sudoku", verb, tmp_path / "t.jsonl.gz", "--json").out)
        assert result == [(line - 1, *rest) for line, *rest in items]
    several = entails("sudoku", "rate", GRID, tmp_path / "t.csv", "--json").lines
    assert [row["input"] for row in several] == ["input 1", *[str(tmp_path / "t.csv")] * 3]
    assert "line" not in entails("sudoku", "solve", GRID, "--json").line


def test_tables_in_blocks_and_columns_that_are_named(tmp_path: Path) -> None:
    path = tmp_path / "t.csv"
    rows = [(GRID, GRID.replace(".", "0"))] * AT_LEAST + [("junk", GRID)] + [(GRID, GRID)] * 3
    path.write_text("one,two,key\n" + "".join(f"{a},{b},k{n}\n" for n, (a, b) in enumerate(rows)))
    result = entails("sudoku", "solve", path, "--json", "--column", "one", "--id", "key")
    wanted = [(n + 2, f"k{n}", row[0] != "junk") for n, row in enumerate(rows)]
    assert (result.code, places(result.out)) == (2, wanted)
    assert {row["engine"] for row in result.lines if "engine" in row} == {"bits"}
    refused = entails("sudoku", "solve", path, "--json")
    text = f"{path}: several columns hold puzzles; expected --column with one of one, two, key"
    assert (refused.code, refused.line) == (2, {"error": text})
    plain = entails("sudoku", "solve", GRID, "--column", "x")
    assert plain.code == 2
    assert "--column" in plain.err


@pytest.mark.parametrize(
    ("subject", "verb", "text"), [("sudoku", "solve", GRID), ("takuzu", "steps", TAKUZU)], ids=["blocks", "one by one"]
)
def test_processes_say_what_one_says(subject: str, verb: str, text: str, tmp_path: Path) -> None:
    path = tmp_path / "many.txt"
    path.write_text(f"{text}\n" * (AT_LEAST if subject == "sudoku" else 3) + f"junk\n{text}\n")
    form = ("--json",) if subject == "sudoku" else ()
    alone, shared = (entails(subject, verb, path, *form, *more) for more in ((), ("--workers", 2)))
    assert shared == alone
    assert len(alone.out.splitlines() + alone.err.splitlines() * (not form)) == path.read_text().count("\n")


def test_a_reader_that_has_seen_enough_ends_the_processes(tmp_path: Path) -> None:
    path = tmp_path / "many.sdm"
    path.write_text(f"{GRID}\n" * 200_000)
    with start("sudoku", "rate", path, "--json", "--workers", "2") as process:
        assert process.stdout is not None
        assert process.stdout.readline().startswith(b'{"line":1,"id":null,"puzzle":')
        process.stdout.close()
        assert process.wait(timeout=60) == 0


def test_duplicates_are_found_by_one_process_alone(tmp_path: Path) -> None:
    path = tmp_path / "many.sdm"
    path.write_text(f"{GRID}\n" * 2)
    result = entails("sudoku", "canonical", path, "--duplicates", "--json", "--workers", 2)
    assert [row.get("same_as") for row in result.lines] == [None, 1]
    refused = entails("batch", "canonical", path, "-o", tmp_path / "o", "--set", "duplicates=true")
    assert (refused.code, "all rows in one process" in refused.err) == (2, True)
