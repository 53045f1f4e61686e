"""Batches: every input and output format, invalid rows in their places, interrupted and resumed runs."""

import csv
import gzip
import io
import json
import pickle
import re
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from cli.runner import entails

from entails.batch import tables
from entails.batch.answer import BatchJob, Done, QueryTask, answer_part, answer_parts, answer_stretch
from entails.batch.inputs import InputRow
from entails.batch.run import Batch, Part, on_this_machine, run
from entails.batch.tables import _authorize, condition, values_of
from entails.models.entry import Entry
from entails.models.errors import InvalidFile, InvalidOption, UnsupportedCapability
from entails.puzzles import puzzle_type_named
from entails.queries import all_queries, find_query
from entails.queries.parse import only_one
from entails.queries.query import Origin

GRID = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
NONE = "55..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
FOUR = "..4..3...2....1."
TEXTS = [GRID, FOUR, "junk", NONE, GRID.replace(".", "0")]
TAKUZU = puzzle_type_named("takuzu").examples[0].text


def content(folder: Path) -> dict[str, bytes]:
    """Return every file of a folder with its content, by name."""
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def records(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text().splitlines()]


def file_of(folder: Path, name: str, texts: list[str]) -> Path:
    """Write the texts as the format that the file name implies, with ids if the format has a place for them."""
    path, named = folder / name, [(f"n{number}", text) for number, text in enumerate(texts)]
    ending = name.removesuffix(".gz").rpartition(".")[2]
    if ending == "csv":
        table = io.StringIO()
        csv.writer(table).writerows([("id", "clues", "board"), *((item, 17, text) for item, text in named)])
        data = table.getvalue().encode()
    elif ending == "jsonl":
        data = "".join(json.dumps({"id": item, "board": text}) + "\n" for item, text in named).encode()
    elif ending == "parquet":
        arrow, parquet = pytest.importorskip("pyarrow"), pytest.importorskip("pyarrow.parquet")
        sink = arrow.BufferOutputStream()
        parquet.write_table(arrow.table({"id": [n for n, _ in named], "board": [t for _, t in named]}), sink)
        data = sink.getvalue().to_pybytes()
    else:
        data = ("# some\n\n" + "\n".join(texts)).encode()
    path.write_bytes(gzip.compress(data) if name.endswith(".gz") else data)
    return path


@pytest.mark.parametrize("name", ["a.sdm", "a.csv", "a.jsonl", "a.parquet", "a.csv.gz", "a.sdm.gz"])
def test_every_form_of_input(name: str, tmp_path: Path) -> None:
    path, out = file_of(tmp_path, name, TEXTS), tmp_path / "out.jsonl"
    result = entails("batch", "solve", path, "-o", out, "--puzzle", "sudoku", "--column", "board", "--part-rows", 2)
    assert result.code == 0, result.err
    assert result.out == f"{out}: 5 rows, 1 invalid row (see column error)\n"
    rows = records(out)
    first = {"csv": 2, "sdm": 3}.get(name.split(".")[1], 1)
    assert [row["line"] for row in rows] == [first + number for number in range(5)]
    assert {row["input"] for row in rows} == {name}
    assert [row["id"] for row in rows] == ([None] * 5 if "sdm" in name else [f"n{number}" for number in range(5)])
    assert [row["status"] for row in rows] == ["satisfied", "satisfied", None, "unsatisfiable", "satisfied"]
    assert [row["verdict"] for row in rows] == ["yes", "yes", None, "no", "yes"]
    assert [row["engine"] for row in rows] == ["bits", "cadical153", None, "bits", "bits"]
    assert (rows[2]["text"], rows[2]["error"][:29]) == ("junk", "line of 4 characters; expecte")
    assert "seconds" not in rows[0]
    assert not (tmp_path / "out.jsonl.parts").exists()


def test_every_form_of_output_says_the_same(tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    path = file_of(tmp_path, "a.sdm", TEXTS)
    for form in ("parquet", "csv", "jsonl"):
        assert entails("batch", "rate", path, "-o", tmp_path / f"o.{form}", "--part-rows", 2).code == 0
        assert entails("batch", "rate", path, "-o", tmp_path / form, "--part-rows", 2, "--format", form).code == 0
    rows = records(tmp_path / "o.jsonl")
    table = parquet.read_table(tmp_path / "o.parquet").to_pylist(maps_as_pydicts="strict")
    with (tmp_path / "o.csv").open(newline="") as file:
        cells = list(csv.DictReader(file))
    assert [list(row) for row in rows] == [list(row) for row in table] == [list(row) for row in cells]
    assert table == rows
    assert [row["band"] for row in cells] == [row["band"] or "" for row in rows]
    assert json.loads(cells[0]["criteria"]) == rows[0]["criteria"]
    assert [row["error"] is None for row in rows] == [True, True, False, True, True]
    parts = sorted((tmp_path / "parquet").glob("part-*"))
    assert [parquet.read_metadata(part).num_rows for part in parts] == [2, 2, 1]
    assert [row for part in parts for row in parquet.read_table(part).to_pylist(maps_as_pydicts="strict")] == rows


def by_pandas(folder: Path) -> list[list[Any]]:
    pandas = pytest.importorskip("pandas")
    table = pandas.read_parquet(folder).sort_values("line")
    return [[None if pandas.isna(value) else value for value in row] for row in table[READ].values.tolist()]


def by_polars(folder: Path) -> list[list[Any]]:
    polars = pytest.importorskip("polars")
    return [list(row) for row in polars.read_parquet(folder / "*.parquet").sort("line").select(READ).rows()]


def by_duckdb(folder: Path) -> list[list[Any]]:
    duckdb = pytest.importorskip("duckdb")
    query = f"select {', '.join(READ)} from '{folder}/*.parquet' order by line"
    return [list(row) for row in duckdb.sql(query).fetchall()]


READ = ["input", "line", "verdict", "er", "band", "error"]


@pytest.mark.parametrize("read", [by_pandas, by_polars, by_duckdb])
@pytest.mark.parametrize("wanted", [None, "line < 4"])
def test_others_read_the_parquet_folder(read: Any, wanted: str | None, tmp_path: Path) -> None:
    pytest.importorskip("pyarrow")
    path, options = file_of(tmp_path, "a.sdm", TEXTS), [] if wanted is None else ["--where", wanted]
    for output in ("out", "out.jsonl"):
        assert entails("batch", "rate", path, "-o", tmp_path / output, "--part-rows", 2, *options).code == 0
    rows = [[row[name] for name in READ] for row in records(tmp_path / "out.jsonl")]
    assert len(rows) == (5 if wanted is None else 1)
    assert read(tmp_path / "out") == rows


def test_any_number_of_workers_gives_the_same_bytes(tmp_path: Path) -> None:
    path = file_of(tmp_path, "a.sdm", TEXTS * 4)
    job = BatchJob("sudoku", "check", form="jsonl")
    for workers in (1, 3):
        finished = run(Batch(job, [str(path)], str(tmp_path / str(workers)), part_rows=3), on_this_machine(workers))
        assert (finished.rows, finished.bad, finished.before) == (20, 4, 0)
    assert content(tmp_path / "1") == content(tmp_path / "3")
    assert len(content(tmp_path / "1")) == 8


@pytest.mark.parametrize("workers", [1, 2])
def test_a_run_that_is_killed_goes_on(workers: int, tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_text("\n".join([TAKUZU] * 60))
    items = ["batch", "forced", path, "--puzzle", "takuzu", "--format", "jsonl", "--part-rows", "2"]
    assert entails(*items, "-o", tmp_path / "whole").code == 0
    command = [sys.executable, "-m", "entails", *map(str, items), "-o", str(tmp_path / "cut"), f"--workers={workers}"]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    deadline = time.monotonic() + 200
    while len(list((tmp_path / "cut").glob("part-*"))) < 3 and time.monotonic() < deadline:
        time.sleep(0.005)
    process.send_signal(signal.SIGKILL)
    process.wait()
    done = len(list((tmp_path / "cut").glob("part-*")))
    assert 3 <= done < 30
    result = entails(*items, "-o", tmp_path / "cut")
    assert result.code == 0
    assert "resumed after" in result.err
    assert content(tmp_path / "cut") == content(tmp_path / "whole")
    again = entails(*items, "-o", tmp_path / "cut")
    assert "resumed after 120 rows" not in again.err
    assert content(tmp_path / "cut") == content(tmp_path / "whole")


DAMAGE = {
    "deleted": lambda path: path.unlink(),
    "truncated": lambda path: path.write_bytes(path.read_bytes()[: path.stat().st_size // 2]),
    "emptied": lambda path: path.write_bytes(b""),
    "flipped": lambda path: path.write_bytes(flipped(path.read_bytes(), path.stat().st_size // 2)),
}


def flipped(data: bytes, at: int) -> bytes:
    return data[:at] + bytes([data[at] ^ 4]) + data[at + 1 :]


def stop_after(parts: int) -> Any:
    """Return a progress callback that stops a run after this many parts."""
    seen: list[int] = []

    def watch(rows: int, share: float) -> None:
        del share
        seen.append(rows)
        if len(seen) == parts:
            raise KeyboardInterrupt

    return watch


@pytest.mark.parametrize("damage", DAMAGE)
@pytest.mark.parametrize("form", ["parquet", "csv", "jsonl"])
def test_a_damaged_file_of_a_finished_folder_loses_no_row(form: str, damage: str, tmp_path: Path) -> None:
    if form == "parquet":
        pytest.importorskip("pyarrow")
    path, out = file_of(tmp_path, "a.sdm", TEXTS), tmp_path / "out"
    query = ["batch", "count", path, "-o", out, "--format", form, "--part-rows", 2]
    assert entails(*query).code == 0
    whole = content(out)
    parts = sorted(name for name in whole if name.startswith("part-"))
    assert sorted(whole) == sorted(["_manifest.json", *parts])
    assert len(parts) == 3
    for name in parts:
        DAMAGE[damage](out / name)
        assert (out / name).exists() == (damage != "deleted")
        answer = entails(*query)
        assert (answer.code, answer.out) == (0, f"{out}: 5 rows, 1 invalid row (see column error)\n")
        assert "1 finished part was missing or damaged, and computed again" in answer.err
        assert content(out) == whole
    DAMAGE[damage](out / "_manifest.json")
    kept = content(out)
    answer = entails(*query)
    assert (answer.code, answer.out) == (2, "")
    assert "_manifest.json" in answer.err
    assert answer.err.count("\n") == 1
    assert content(out) == kept, "nothing is lost"


@pytest.mark.parametrize("form", ["parquet", "csv", "jsonl"])
@pytest.mark.parametrize("target", ["folder", "file"])
def test_a_damaged_file_of_an_unfinished_run_loses_no_row(form: str, target: str, tmp_path: Path) -> None:
    if form == "parquet":
        pytest.importorskip("pyarrow")
    path, job = file_of(tmp_path, "a.sdm", TEXTS), BatchJob("sudoku", "count", form=form)
    ending = "" if target == "folder" else f".{form}"

    def batch(name: str) -> Batch:
        return Batch(job, [str(path)], str(tmp_path / f"{name}{ending}"), part_rows=1)

    def result(name: str) -> Any:
        where = Path(batch(name).output)
        return content(where) if where.is_dir() else where.read_bytes()

    run(batch("whole"))
    for damage, apply in DAMAGE.items():
        for name in ("_journal.jsonl", f"part-000001.{form}"):
            cut = batch(f"{damage}-{name.partition('.')[0]}")
            with pytest.raises(KeyboardInterrupt):
                run(cut, watch=stop_after(3))
            assert sorted(content(cut.folder)) == sorted(
                ["_journal.jsonl", "_manifest.json", *(f"part-00000{number}.{form}" for number in range(3))]
            )
            apply(cut.folder / name)
            outcome = run(cut)
            assert (outcome.rows, outcome.bad) == (5, 1)
            assert outcome.remade == (name != "_journal.jsonl")
            assert result(f"{damage}-{name.partition('.')[0]}") == result("whole")


def test_finished_parts_are_not_made_again(tmp_path: Path) -> None:
    path, job = file_of(tmp_path, "a.sdm", TEXTS), BatchJob("sudoku", "count", form="jsonl")
    batch = Batch(job, [str(path)], str(tmp_path / "out"), part_rows=1)
    answered: list[int] = []
    seen: list[int] = []

    def backend(job: BatchJob, tasks: Iterator[list[Part]]) -> Iterator[tuple[list[Done], float]]:
        for task in tasks:
            answered.extend(number for number, _ in task)
            yield answer_parts(job, task)

    with pytest.raises(KeyboardInterrupt):
        run(batch, backend, watch=stop_after(2))
    answered.clear()
    outcome = run(batch, backend, watch=lambda rows, _: seen.append(rows))
    assert (outcome.rows, outcome.before, outcome.remade) == (5, 2, 0)
    assert (answered, seen) == ([2, 3, 4], [3, 4, 5])
    (batch.folder / "part-000003.jsonl").unlink()
    assert run(batch, backend).before == 4
    assert run(batch, backend).before == 5
    assert answered == [2, 3, 4, 3], "the missing part alone"


def test_a_run_that_is_killed_after_its_manifest_leaves_no_journal(tmp_path: Path) -> None:
    path, job = file_of(tmp_path, "a.sdm", TEXTS), BatchJob("sudoku", "count", form="jsonl")
    batch = Batch(job, [str(path)], str(tmp_path / "out"), part_rows=1)
    run(batch)
    whole = content(batch.folder)
    (batch.folder / "_journal.jsonl").write_text("{}\n")
    run(batch)
    assert content(batch.folder) == whole


def test_any_flipped_byte_of_manifest_and_journal_is_noticed(tmp_path: Path) -> None:
    path, job = file_of(tmp_path, "a.sdm", TEXTS[:3]), BatchJob("sudoku", "count", form="csv")
    batch = Batch(job, [str(path)], str(tmp_path / "out"), part_rows=1)
    whole = Batch(job, [str(path)], str(tmp_path / "whole"), part_rows=1)
    run(whole)
    expected = content(whole.folder)
    with pytest.raises(KeyboardInterrupt):
        run(batch, watch=stop_after(2))
    cut = content(batch.folder)
    for name, data in (("_journal.jsonl", cut["_journal.jsonl"]), ("_manifest.json", expected["_manifest.json"])):
        for at in range(0, len(data), 7):
            for old in batch.folder.iterdir():
                old.unlink()
            for kept, before in (cut if name == "_journal.jsonl" else expected).items():
                (batch.folder / kept).write_bytes(before)
            (batch.folder / name).write_bytes(flipped(data, at))
            if name == "_journal.jsonl":
                run(batch)
            else:
                with pytest.raises((InvalidFile, InvalidOption)):
                    run(batch)
                (batch.folder / name).write_bytes(data)
            assert content(batch.folder) == expected, (name, at)


def test_a_folder_with_the_old_names_is_gone_on_with(tmp_path: Path) -> None:
    """A folder with the file names of earlier versions, manifest.json and journal.jsonl without checksums, can be
    resumed.
    """
    path, job = file_of(tmp_path, "a.sdm", TEXTS), BatchJob("sudoku", "count", form="jsonl")
    whole = Batch(job, [str(path)], str(tmp_path / "whole"), part_rows=1)
    run(whole)
    for parts in (3, 5):
        old = Batch(job, [str(path)], str(tmp_path / f"old{parts}"), part_rows=1)
        if parts == 3:
            with pytest.raises(KeyboardInterrupt):
                run(old, watch=stop_after(parts))
        else:
            run(old)
        for name in ("manifest.json", "journal.jsonl"):
            new = old.folder / f"_{name}"
            if new.exists():
                texts = [new.read_text()] if name == "manifest.json" else new.read_text().splitlines()
                bare = [{key: value for key, value in json.loads(text).items() if key != "check"} for text in texts]
                (old.folder / name).write_text("".join(f"{json.dumps(item)}\n" for item in bare))
                new.unlink()
        (old.folder / "part-000002.jsonl").unlink()
        outcome = run(old)
        assert (outcome.rows, outcome.before, outcome.remade) == (5, parts - 1, 1)
        assert content(old.folder) == content(whole.folder)


def test_what_does_not_belong_together_is_not_mixed(tmp_path: Path) -> None:
    path, out = file_of(tmp_path, "a.sdm", TEXTS), tmp_path / "out"
    items = ["batch", "count", path, "-o", out, "--format", "jsonl"]
    assert entails(*items).code == 0
    for second, word in (
        ("--part-rows=7", "--part-rows"),
        ("--set=max=3", "set of options"),
        ("--where=count=1", "condi"),
    ):
        result = entails(*items, second)
        assert result.code == 2
        assert f"started with another {word}" in result.err
    path.write_text(f"{GRID}\n")
    assert "started with another inputs" in entails(*items).err
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "letter.txt").write_text("dear")
    assert (
        "the folder holds other files and no _manifest.json"
        in entails("batch", "count", path, "-o", tmp_path / "mine", "--format", "csv").err
    )


def test_one_process_at_a_time(tmp_path: Path) -> None:
    path, job = file_of(tmp_path, "a.sdm", TEXTS), BatchJob("sudoku", "count", form="jsonl")
    batch = Batch(job, [str(path)], str(tmp_path / "out"), part_rows=1)

    def second(rows: int, share: float) -> None:
        del rows, share
        with pytest.raises(InvalidOption, match="another process is filling this folder"):
            run(batch)

    assert run(batch, watch=second).rows == 5


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["solve", "a.txt", "-o", "out"], "--puzzle: cannot detect the puzzle type from the file names"),
        (["solve", "b.sdm", "-o", "out"], "b.sdm: file not found"),
        (["frobnicate", "a.sdm", "-o", "out"], "sudoku has no batch command 'frobnicate'; available: check, sol"),
        (["generate", "a.sdm", "-o", "out"], "sudoku has no batch command 'generate'"),
        (["solve", "a.sdm", "-o", "out", "--set", "seconds=1"], "seconds: time limits are not reproducible"),
        (["solve", "a.sdm", "-o", "out", "--set", "frob=1"], "frob: unknown option"),
        (["solve", "a.sdm", "-o", "out", "--set", "frob"], "--set: invalid setting 'frob'"),
        (
            ["solve", "a.sdm", "-o", "out", "--where", "x = 1"],
            "--where: unknown column 'x'; expected one of input, line",
        ),
        (
            ["rate", "a.sdm", "-o", "out", "--where", "uses_wing = 1"],
            "--where: unknown column 'uses_wing'; expected one of uses_",
        ),
        (["solve", "a.sdm", "-o", "out", "--where", "status > 1"], "--where: status is compared with 1; expected text"),
        (
            ["solve", "a.sdm", "-o", "out", "--where", "'a' = line"],
            "--where: line is compared with 'a'; expected a numbe",
        ),
        (
            ["solve", "a.sdm", "-o", "out", "--where", "line in (1, 'a')"],
            "--where: line is compared with 'a'; expected",
        ),
        (
            ["solve", "a.sdm", "-o", "out", "--where", "status = null"],
            "--where: status is compared with null; expected is",
        ),
        (
            ["solve", "a.sdm", "-o", "out", "--where", "(" * 3000],
            "--where: the condition cannot be evaluated (parser stack overflow)",
        ),
        (["solve", "a.sdm", "-o", "out", "--where", "unique = 1 and line < 2.5 and id is null"], ""),
        (
            ["solve", "cut.sdm.gz", "-o", "out"],
            "cut.sdm.gz: the gzip data is damaged or truncated; expected a complete gz",
        ),
        (
            ["solve", "cut.sdm.zst", "-o", "out"],
            "cut.sdm.zst: the zstd data is damaged or truncated; expected a complete",
        ),
        (
            ["solve", "a.sdm", "-o", "out", "--where", "band = 1 2"],
            "--where: the condition cannot be read at '2'; expect",
        ),
        (
            ["rate", "a.sdm", "-o", "out", "--where", "hardest = 'xwing'"],
            "--where: unknown value 'xwing' of hardest; ex",
        ),
        (
            ["rate", "a.sdm", "-o", "out", "--where", "hardest not in ('x-wing', 'X-wing')"],
            "--where: unknown value 'X-wing' of hardest; expected one of x-wing, ",
        ),
        (
            ["rate", "a.sdm", "-o", "out", "--where", "er > 1 and ('Easy' != band or er < 2)"],
            "--where: unknown value 'Easy' of band; expected one of easy, medium, hard, expert, diabolical\n",
        ),
        (["solve", "a.sdm", "-o", "out", "--where", "verdict is 'maybe'"], "--where: unknown value 'maybe' of verdict"),
        (["solve", "a.sdm", "-o", "out", "--where", "unique = 'true'"], "--where: unique is compared with 'true'; exp"),
        (
            ["solve", "a.sdm", "-o", "out", "--where", "line < status"],
            "--where: line is compared with status; expected",
        ),
        (["rate", "a.sdm", "-o", "out", "--where", "uses_x_wing = 'no'"], "--where: uses_x_wing is compared with 'no'"),
        (
            ["solve", "a.sdm", "-o", "out", "--where", "not status"],
            "--where: status alone is not a condition; expected",
        ),
        (["solve", "a.sdm", "-o", "out", "--where", "Status = 'satisfied'"], "--where: unknown column 'Status'; expec"),
        (
            ["solve", "a.sdm", "-o", "out", "--where", "rowid = 1"],
            "--where: unknown column 'rowid'; expected one of in",
        ),
        (["solve", "a.sdm", "-o", "out", "--where", "not unique and status || 'x' = 'satisfiedx'"], ""),
        (["solve", "a.sdm", "-o", "out", "--where", "lower(status) = 'x' or status like 'sat%'"], ""),
        (["solve", "two.csv", "--puzzle", "sudoku", "-o", "out"], "two.csv: several columns hold puzzles; expected"),
        (["solve", "none.csv", "--puzzle", "sudoku", "-o", "out"], "none.csv: no column holds puzzles; expected"),
        (["solve", "bare.csv", "--puzzle", "sudoku", "-o", "out"], "bare.csv: the first line is a puzzle; expected"),
        (["solve", "a.sdm", "-o", "out", "--column", "x"], ""),
        (["solve", "none.csv", "--puzzle", "sudoku", "-o", "o", "--column", "x"], "none.csv: unknown column 'x'"),
        (["solve", "binary.sdm", "-o", "out"], "binary.sdm: binary data; expected text"),
        (["solve", "empty.sdm", "-o", "out"], "empty.sdm: the file has no rows"),
        (["solve", "a.sdm", "-o", "out", "--workers", "257"], "--workers: invalid value '257'; expected at most 256"),
        (["solve", "a.sdm", "-o", "out", "--cluster", "tcp://127.0.0.1:9"], ""),
    ],
)
def test_an_error_is_one_sentence(
    arguments: list[str], sentence: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for name, text in {
        "a.sdm": GRID,
        "a.txt": GRID,
        "two.csv": f"a,b\n{GRID},{GRID}",
        "none.csv": "a,b\n1,2",
        "bare.csv": f"{GRID}\n{GRID}",
        "binary.sdm": "\0\1",
        "empty.sdm": "# nothing",
    }.items():
        Path(name).write_text(text)
    Path("cut.sdm.gz").write_bytes(gzip.compress(GRID.encode())[:-9])
    Path("cut.sdm.zst").write_bytes(b"\x28\xb5\x2f\xfd\x04\x00")
    if not sentence:
        pytest.importorskip("distributed") if "--cluster" in arguments else None
        sentence = "no scheduler answers at tcp://127.0.0.1:9" if "--cluster" in arguments else ""
    result = entails("batch", *arguments, "--format", "jsonl")
    assert result.err.startswith(f"entails: {sentence}" if sentence else "")
    assert result.code == (2 if sentence else 0)
    assert Path("out").exists() == (not sentence), "what came to nothing leaves nothing"


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("", [0, 1, 2]),
        ("band = 'easy'", [0]),
        ("band != 'easy'", [1]),
        ("not band = 'easy' and er >= 2.5", [1]),
        ("band is null", [2]),
        ("band is not null and uses_x_wing = 1", [1]),
        ("band in ('easy', 'it''s') or er > 2", [0, 1]),
        ("band not in ('easy')", [1]),
        ("(unique = true or band = 'x') and not er > 2", [0]),
        ("frob = 1", []),
        ("unique", [0, 1]),
        ("er == 1.2 or er is 3.4", [0, 1]),
        ("er between 1 and 2", [0]),
        ("er - -1 > 3 and er > -2", [1]),
        ("band like '%A%' and lower(band) = 'easy'", [0]),
        ("band || ' --' = 'easy --'", [0]),
        ("max(er, 2) = 2 and true", [0]),
        ("count > 123456789012345678901234567890", [1]),
        ("list = '[1,\"é\"]' and text = '\\ud800'", [2]),
        ("band = 'it''s ?1' or band = '\"er\"'", []),
    ],
)
def test_conditions(text: str, kept: list[int]) -> None:
    rows: list[dict[str, Any]] = [
        {"band": "easy", "er": 1.2, "unique": True, "criteria": {"uses_x_wing": 0.0}, "count": 2**64},
        {"band": "hard", "er": 3.4, "unique": True, "criteria": {"uses_x_wing": 1.0}, "count": 2**2000},
        {"band": None, "er": None, "unique": False, "count": -(2**2000), "list": [1, "é"], "text": "\ud800"},
    ]
    assert [rows.index(row) for row in condition(text).kept(rows)] == kept


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("band =", "the condition cannot be read at the end; expected an expression in SQL"),
        ("= 1", "the condition cannot be read at '='"),
        ("band = 1 2", "the condition cannot be read at '2'"),
        ("(a = 1", "the condition cannot be read at the end"),
        ("a = 1) or (a = 2", "the condition cannot be read at ')'"),
        ("a in 1", "the condition cannot be read at '1'"),
        ("a ~ 1", "the condition cannot be read at '~ 1'"),
        ("a = 'x", 'the condition cannot be read at "\'x"'),
        ('a = "x"', "the condition cannot be read at '\"x\"'"),
        ("a = 1; drop table rows", "the condition cannot be read at '; drop table rows'"),
        ("a = ?1", "the condition cannot be read at '?1'"),
        ("a in (select 1)", "the condition cannot be read at '1'"),
        ("a = 1 limit 1", "the condition cannot be read at '\"limit\"'"),
        ("a = 1 then 1 when 1", "the condition cannot be read at '\"then\"'"),
        ("random() > 1", "unknown function 'random'"),
        ("rond(a) > 1", "unknown function 'rond'; expected one of round, "),
        ("load_extension('x')", "unknown function 'load_extension'"),
        ("count(*) > 1", "unknown function 'count'"),
        ("max(a) > 1", "the condition cannot be evaluated (misuse of aggregate"),
        ("abs() = 1", "the condition cannot be evaluated (wrong number of arguments"),
        ("a = 1 or " * 2000 + "a = 2", "the condition cannot be read at 'a = 1 or"),
    ],
)
def test_conditions_that_cannot_be_read(text: str, sentence: str) -> None:
    with pytest.raises(InvalidOption, match=f"^--where: {re.escape(sentence)}"):
        condition(text)


@pytest.mark.parametrize(
    "statement",
    [
        "ATTACH ':memory:' AS other",
        "PRAGMA user_version = 1",
        "INSERT INTO rows VALUES (1)",
        "DROP TABLE rows",
        "SELECT * FROM sqlite_master",
        "SELECT randomblob(9)",
        "WITH RECURSIVE many(n) AS (SELECT 1 UNION ALL SELECT n FROM many) SELECT n FROM many",
    ],
)
def test_sqlite_is_allowed_to_read_the_rows_only(statement: str) -> None:
    connection = sqlite3.connect(":memory:")
    connection.execute("CREATE TABLE rows (a)")
    connection.set_authorizer(_authorize)
    assert connection.execute("SELECT abs(a) FROM rows").fetchall() == []
    with pytest.raises(sqlite3.DatabaseError, match=r"not authorized|prohibited"):
        connection.execute(statement)
    connection.close()


def test_a_condition_that_takes_too_long_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    many = condition(" or ".join(f"a = {number}" for number in range(20)))
    rows = [{"a": -1}] * 50
    assert many.kept(rows) == []
    monkeypatch.setattr(tables, "_INSTRUCTIONS_PER_ROW", 5)
    with pytest.raises(InvalidOption, match=r"the condition cannot be evaluated \(interrupted\)"):
        many.kept(rows)


@pytest.mark.parametrize("name", ["hardest", "technique"])
def test_every_technique_of_a_grid_is_a_known_value(name: str) -> None:
    from entails.solvers.sudoku.difficulty.explainer import HARDEST, MEMBERS
    from entails.solvers.sudoku.steps.technique import COUNTED, DEFAULT

    verb = "rate" if name == "hardest" else "hint"
    assert {*HARDEST, *MEMBERS.values(), *COUNTED, *DEFAULT} <= set(values_of("sudoku", verb)[name])


@pytest.mark.parametrize("output", ["out", "out.jsonl"])
def test_the_exit_code_says_that_every_row_is_invalid(output: str, tmp_path: Path) -> None:
    """A batch with only invalid rows has its own exit code but keeps the rows; some invalid rows are no failure."""
    path, out = file_of(tmp_path, "a.sdm", ["junk", "rubbish"]), tmp_path / output
    answer = entails("batch", "solve", path, "-o", out, "--format", "jsonl")
    assert (answer.code, answer.out) == (2, f"{out}: 2 rows, 2 invalid rows (see column error)\n")
    rows = records(out / "part-000000.jsonl" if output == "out" else out)
    assert [row["text"] for row in rows] == ["junk", "rubbish"]
    if output == "out":
        assert entails("batch", "solve", path, "-o", out, "--format", "jsonl").code == 2
    path.write_text(f"junk\n{NONE}\n")
    answer = entails("batch", "solve", path, "-o", tmp_path / "other.jsonl")
    assert (answer.code, answer.out) == (
        0,
        f"{tmp_path / 'other.jsonl'}: 2 rows, 1 invalid row (see column error)\n",
    )


def test_only_what_fulfils_the_condition_is_kept(tmp_path: Path) -> None:
    path, out = file_of(tmp_path, "a.sdm", TEXTS), tmp_path / "o.jsonl"
    result = entails("batch", "solve", path, "-o", out, "--where", "unique = true and engine = 'bits'")
    assert result.out == f"{out}: 5 rows, 2 of them kept, 1 invalid row (see column error)\n"
    assert [row["line"] for row in records(out)] == [3, 7]


def test_an_unknown_query() -> None:
    with pytest.raises(UnsupportedCapability, match="takuzu has no batch command 'generate'"):
        _ = BatchJob("takuzu", "generate").query_options


def test_puzzles_without_a_line_are_a_file_each(tmp_path: Path) -> None:
    for name, clause in (("a.cnf", "1 2 0"), ("b.cnf", "1 0\n-1 0")):
        (tmp_path / name).write_text(f"p cnf 2 {1 + clause.count(chr(10))}\n{clause}\n")
    out = tmp_path / "o.jsonl"
    assert entails("batch", "count", tmp_path / "a.cnf", tmp_path / "b.cnf", "-o", out).code == 0
    assert [(row["input"], row["line"], row["count"]) for row in records(out)] == [("a.cnf", 1, 3), ("b.cnf", 1, 0)]


def test_a_number_that_parquet_cannot_hold(tmp_path: Path) -> None:
    pytest.importorskip("pyarrow")
    path = tmp_path / "a.cnf"
    path.write_text("p cnf 100 1\n1 2 0\n")
    answer = entails("batch", "count", path, "-o", tmp_path / "o.parquet")
    assert (answer.code, answer.err.count("\n")) == (2, 1)
    assert answer.err.startswith("entails: --format: a number is too large for Parquet")
    assert entails("batch", "count", path, "-o", tmp_path / "o.jsonl").code == 0
    assert records(tmp_path / "o.jsonl")[0]["count"] == 3 * 2**98


@pytest.mark.parametrize("missing", ["pyarrow", "distributed"])
def test_what_is_not_installed(missing: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, missing, None)
    path = file_of(tmp_path, "a.sdm", TEXTS)
    more = {"pyarrow": [], "distributed": ["--cluster", "tcp://127.0.0.1:9", "--format", "jsonl"]}[missing]
    result = entails("batch", "solve", path, "-o", tmp_path / "out", *more)
    assert result.code == 2
    assert f"entails[{'batch' if missing == 'pyarrow' else 'cluster'}]" in result.err
    assert result.err.count("\n") == 1


CHEAP = [
    (name, verb)
    for name, verb in all_queries()
    if find_query(name, verb).takes in ("puzzle", "many") and name in ("sudoku", "wordle", "scrabble", "cnf", "model")
] + [("takuzu", "draw"), ("hitori", "explain"), ("killer", "forced"), ("queens", "export"), ("ortools", "solve")]


@pytest.mark.parametrize(("name", "verb"), CHEAP)
def test_every_query_row_by_row(name: str, verb: str) -> None:
    """Every query on one puzzle runs row by row; a row that it does not support is an error in its place."""
    puzzle_type, item = puzzle_type_named(name), find_query(name, verb)
    example = dict(next(iter(item.examples_of(puzzle_type).values())))
    text = example.pop("puzzle", None) or puzzle_type.examples[0].text
    if not isinstance(text, str):
        text = json.dumps(text)
    words = {key: value for key, value in example.items() if isinstance(value, (str, int, float, bool))}
    if set(words) != set(example):
        pytest.skip("its example says more than an option can")
    job = BatchJob(name, verb, {key: str(value) for key, value in words.items()}, form="jsonl")
    rows = [InputRow("x", 1, None, text), InputRow("x", 2, "b", "\x01", "nothing is here")]
    done = answer_part(job, 0, rows)
    first, second = (json.loads(line) for line in done.content.splitlines())
    assert (first["line"], first["error"], second["error"]) == (1, None, "nothing is here")
    assert first["verdict"] in ("yes", "no", "undecided")
    puzzle = only_one((item.input.read or puzzle_type.read)(text.encode(), job.settings))
    assert answer_part(job, 0, rows) == done
    if not item.stream and item.travels:  # results of common verbs are sent between processes
        asking = QueryTask(name, verb, job.query_options)
        (entry,), _ = pickle.loads(pickle.dumps(answer_stretch(asking, [(Origin(0), Entry(1, puzzle))])))
        assert entry.verdict == first["verdict"]
    with pytest.raises((InvalidFile, InvalidOption)):
        _ = BatchJob(name, verb, {**job.options, "frob": "1"}).query_options


def test_a_manifest_with_the_former_name_of_the_options_is_resumed(tmp_path: Path) -> None:
    path, out = file_of(tmp_path, "a.sdm", TEXTS), tmp_path / "out"
    command = ("batch", "solve", path, "-o", out, "--format", "csv", "--set", "engine=bits")
    assert entails(*command).code == 0
    manifest = json.loads((out / "_manifest.json").read_text())
    assert manifest.pop("options") == {"engine": "bits"}
    former = {**{key: value for key, value in manifest.items() if key != "check"}, "said": {"engine": "bits"}}
    check = sha256(json.dumps(former, sort_keys=True).encode()).hexdigest()
    (out / "_manifest.json").write_text(json.dumps({**former, "check": check}))
    again = entails(*command)
    assert again.code == 0
    assert "resumed after 5 rows" in again.err
