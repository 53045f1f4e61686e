"""Batches: every form of input and output, bad rows in their places, and runs that are ended and gone on with."""

import csv
import gzip
import io
import json
import pickle
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from cli.runner import clausal

from clausal.batch.asking import Asking, Origin, answer_stretch
from clausal.batch.crews import on_this_machine
from clausal.batch.inputs import Row
from clausal.batch.job import Job
from clausal.batch.run import Batch, run
from clausal.batch.where import condition
from clausal.batch.work import answer_part
from clausal.models.entry import Entry
from clausal.models.errors import InvalidFile, InvalidOption, UnsupportedCapability
from clausal.puzzles import kind
from clausal.questions import every_question, question
from clausal.questions.reading import only_one

GRID = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
NONE = "55..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
FOUR = "..4..3...2....1."
TEXTS = [GRID, FOUR, "junk", NONE, GRID.replace(".", "0")]
TAKUZU = kind("takuzu").examples[0].text


def content(folder: Path) -> dict[str, bytes]:
    """Every file of a folder."""
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def records(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text().splitlines()]


def file_of(folder: Path, name: str, texts: list[str]) -> Path:
    """The texts in the form that the name says, with ids where there is room for them."""
    path, named = folder / name, [(f"n{number}", text) for number, text in enumerate(texts)]
    ending = name.removesuffix(".gz").rpartition(".")[2]
    if ending == "csv":
        table = io.StringIO()
        csv.writer(table).writerows([("id", "clues", "board"), *((one, 17, text) for one, text in named)])
        data = table.getvalue().encode()
    elif ending == "jsonl":
        data = "".join(json.dumps({"id": one, "board": text}) + "\n" for one, text in named).encode()
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
    found = clausal("batch", "solve", path, "-o", out, "--puzzle", "sudoku", "--column", "board", "--part-rows", 2)
    assert found.code == 0, found.err
    assert found.out == f"{out}: 5 rows, 1 that are no puzzle of it (see error)\n"
    rows = records(out)
    first = {"csv": 2, "sdm": 3}.get(name.split(".")[1], 1)
    assert [row["line"] for row in rows] == [first + number for number in range(5)]
    assert {row["input"] for row in rows} == {name}
    assert [row["id"] for row in rows] == ([None] * 5 if "sdm" in name else [f"n{number}" for number in range(5)])
    assert [row["status"] for row in rows] == ["satisfied", "satisfied", None, "unsatisfiable", "satisfied"]
    assert [row["verdict"] for row in rows] == ["yes", "yes", None, "no", "yes"]
    assert [row["engine"] for row in rows] == ["bits", "cadical153", None, "bits", "bits"]
    assert (rows[2]["text"], rows[2]["error"][:29]) == ("junk", "this line has 4 characters; e")
    assert "seconds" not in rows[0]
    assert not (tmp_path / "out.jsonl.parts").exists()


def test_every_form_of_output_says_the_same(tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    path = file_of(tmp_path, "a.sdm", TEXTS)
    for form in ("parquet", "csv", "jsonl"):
        assert clausal("batch", "rate", path, "-o", tmp_path / f"o.{form}", "--part-rows", 2).code == 0
        assert clausal("batch", "rate", path, "-o", tmp_path / form, "--part-rows", 2, "--format", form).code == 0
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


def test_any_number_of_workers_gives_the_same_bytes(tmp_path: Path) -> None:
    path = file_of(tmp_path, "a.sdm", TEXTS * 4)
    job = Job("sudoku", "check", form="jsonl")
    for workers in (1, 3):
        found = run(Batch(job, [str(path)], str(tmp_path / str(workers)), part_rows=3), on_this_machine(workers))
        assert (found.rows, found.bad, found.before) == (20, 4, 0)
    assert content(tmp_path / "1") == content(tmp_path / "3")
    assert len(content(tmp_path / "1")) == 8


@pytest.mark.parametrize("workers", [1, 2])
def test_a_run_that_is_killed_goes_on(workers: int, tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_text("\n".join([TAKUZU] * 60))
    said = ["batch", "forced", path, "--puzzle", "takuzu", "--format", "jsonl", "--part-rows", "2"]
    assert clausal(*said, "-o", tmp_path / "whole").code == 0
    command = [sys.executable, "-m", "clausal", *map(str, said), "-o", str(tmp_path / "cut"), f"--workers={workers}"]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    deadline = time.monotonic() + 60
    while len(list((tmp_path / "cut").glob("part-*"))) < 3 and time.monotonic() < deadline:
        time.sleep(0.005)
    process.send_signal(signal.SIGKILL)
    process.wait()
    done = len(list((tmp_path / "cut").glob("part-*")))
    assert 3 <= done < 30
    found = clausal(*said, "-o", tmp_path / "cut")
    assert found.code == 0
    assert "went on after" in found.err
    assert content(tmp_path / "cut") == content(tmp_path / "whole")
    again = clausal(*said, "-o", tmp_path / "cut")
    assert "went on after 120 rows" not in again.err
    assert content(tmp_path / "cut") == content(tmp_path / "whole")


def test_what_does_not_belong_together_is_not_mixed(tmp_path: Path) -> None:
    path, out = file_of(tmp_path, "a.sdm", TEXTS), tmp_path / "out"
    said = ["batch", "count", path, "-o", out, "--format", "jsonl"]
    assert clausal(*said).code == 0
    for other, word in (
        ("--part-rows=7", "--part-rows"),
        ("--set=max=3", "set of options"),
        ("--where=count=1", "condi"),
    ):
        found = clausal(*said, other)
        assert found.code == 2
        assert f"begun with another {word}" in found.err
    path.write_text(f"{GRID}\n")
    assert "begun with another inputs" in clausal(*said).err
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "letter.txt").write_text("dear")
    assert "holds other things" in clausal("batch", "count", path, "-o", tmp_path / "mine", "--format", "csv").err


def test_one_process_at_a_time(tmp_path: Path) -> None:
    path, job = file_of(tmp_path, "a.sdm", TEXTS), Job("sudoku", "count", form="jsonl")
    batch = Batch(job, [str(path)], str(tmp_path / "out"), part_rows=1)

    def second(rows: int, share: float) -> None:
        del rows, share
        with pytest.raises(InvalidOption, match="another process is filling this folder"):
            run(batch)

    assert run(batch, watch=second).rows == 5


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["solve", "a.txt", "-o", "out"], "--puzzle: the names of the files do not tell which puzzle they hold"),
        (["solve", "b.sdm", "-o", "out"], "b.sdm: file not found"),
        (["frobnicate", "a.sdm", "-o", "out"], "sudoku does not answer 'frobnicate' row by row; it answers check, sol"),
        (["generate", "a.sdm", "-o", "out"], "sudoku does not answer 'generate' row by row"),
        (["solve", "a.sdm", "-o", "out", "--set", "seconds=1"], "seconds: a limit of time stops at another place in e"),
        (["solve", "a.sdm", "-o", "out", "--set", "frob=1"], "frob: there is no such option"),
        (["solve", "a.sdm", "-o", "out", "--set", "frob"], "--set: 'frob' is no option with its value"),
        (["solve", "a.sdm", "-o", "out", "--where", "x = 1"], "--where: there is no column 'x'; expected input, line"),
        (
            ["rate", "a.sdm", "-o", "out", "--where", "uses_wing = 1"],
            "--where: there is no column 'uses_wing'; expected",
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
            "--where: the condition cannot be read at '('; expecte",
        ),
        (["solve", "a.sdm", "-o", "out", "--where", "unique = 1 and line < 2.5 and id is null"], ""),
        (
            ["solve", "cut.sdm.gz", "-o", "out"],
            "cut.sdm.gz: the gzip data is damaged or cut short; expected a whole gz",
        ),
        (["solve", "cut.sdm.zst", "-o", "out"], "cut.sdm.zst: the zstd data is damaged or cut short; expected a whole"),
        (["solve", "a.sdm", "-o", "out", "--where", "band == 1"], "--where: the condition cannot be read at '='"),
        (["solve", "two.csv", "--puzzle", "sudoku", "-o", "out"], "two.csv: several columns hold puzzles; expected"),
        (["solve", "none.csv", "--puzzle", "sudoku", "-o", "out"], "none.csv: no column holds puzzles; expected"),
        (["solve", "bare.csv", "--puzzle", "sudoku", "-o", "out"], "bare.csv: the first line is a puzzle; expected"),
        (["solve", "a.sdm", "-o", "out", "--column", "x"], ""),
        (["solve", "none.csv", "--puzzle", "sudoku", "-o", "o", "--column", "x"], "none.csv: there is no column 'x'"),
        (["solve", "binary.sdm", "-o", "out"], "binary.sdm: this is binary data; expected text"),
        (["solve", "empty.sdm", "-o", "out"], "empty.sdm: there is no row in it"),
        (["solve", "a.sdm", "-o", "out", "--workers", "257"], "--workers: this is '257'; expected at most 256"),
        (["solve", "a.sdm", "-o", "out", "--cluster", "tcp://127.0.0.1:9"], ""),
    ],
)
def test_one_sentence_for_what_is_wrong(
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
    found = clausal("batch", *arguments, "--format", "jsonl")
    assert found.err.startswith(f"clausal: {sentence}" if sentence else "")
    assert found.code == (2 if sentence else 0)
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
        ("er < 'a'", []),
        ("frob = 1", []),
    ],
)
def test_conditions(text: str, kept: list[int]) -> None:
    rows: list[dict[str, Any]] = [
        {"band": "easy", "er": 1.2, "unique": True, "criteria": {"uses_x_wing": 0.0}},
        {"band": "hard", "er": 3.4, "unique": True, "criteria": {"uses_x_wing": 1.0}},
        {"band": None, "er": None, "unique": False},
    ]
    wanted = condition(text)
    assert [number for number, row in enumerate(rows) if wanted(row)] == kept


@pytest.mark.parametrize(
    "text", ["band", "band =", "= 1", "band = 1 2", "(a = 1", "a in 1", "a is 1", "a ~ 1", "a = 'x"]
)
def test_conditions_that_cannot_be_read(text: str) -> None:
    with pytest.raises(InvalidOption, match=r"--where: the condition cannot be read at"):
        condition(text)


def test_only_what_fulfils_the_condition_is_kept(tmp_path: Path) -> None:
    path, out = file_of(tmp_path, "a.sdm", TEXTS), tmp_path / "o.jsonl"
    found = clausal("batch", "solve", path, "-o", out, "--where", "unique = true and engine = 'bits'")
    assert found.out == f"{out}: 5 rows, 2 of them kept, 1 that are no puzzle of it (see error)\n"
    assert [row["line"] for row in records(out)] == [3, 7]


def test_a_question_that_nobody_answers() -> None:
    with pytest.raises(UnsupportedCapability, match="takuzu does not answer 'generate' row by row"):
        _ = Job("takuzu", "generate").ask


def test_puzzles_without_a_line_are_a_file_each(tmp_path: Path) -> None:
    for name, clause in (("a.cnf", "1 2 0"), ("b.cnf", "1 0\n-1 0")):
        (tmp_path / name).write_text(f"p cnf 2 {1 + clause.count(chr(10))}\n{clause}\n")
    out = tmp_path / "o.jsonl"
    assert clausal("batch", "count", tmp_path / "a.cnf", tmp_path / "b.cnf", "-o", out).code == 0
    assert [(row["input"], row["line"], row["count"]) for row in records(out)] == [("a.cnf", 1, 3), ("b.cnf", 1, 0)]


@pytest.mark.parametrize("missing", ["pyarrow", "distributed"])
def test_what_is_not_installed(missing: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, missing, None)
    path = file_of(tmp_path, "a.sdm", TEXTS)
    more = {"pyarrow": [], "distributed": ["--cluster", "tcp://127.0.0.1:9", "--format", "jsonl"]}[missing]
    found = clausal("batch", "solve", path, "-o", tmp_path / "out", *more)
    assert found.code == 2
    assert f"clausal[{'batch' if missing == 'pyarrow' else 'cluster'}]" in found.err
    assert found.err.count("\n") == 1


CHEAP = [
    (name, verb)
    for name, verb in every_question()
    if question(name, verb).takes in ("puzzle", "many") and name in ("sudoku", "wordle", "scrabble", "cnf", "model")
] + [("takuzu", "draw"), ("hitori", "explain"), ("killer", "forced"), ("queens", "export"), ("ortools", "solve")]


@pytest.mark.parametrize(("name", "verb"), CHEAP)
def test_every_question_row_by_row(name: str, verb: str) -> None:
    """Any question about one puzzle; a row that has none is an error in its place."""
    of_kind, asked = kind(name), question(name, verb)
    example = dict(next(iter(asked.examples_of(of_kind).values())))
    text = example.pop("puzzle", None) or of_kind.examples[0].text
    if not isinstance(text, str):
        text = json.dumps(text)
    said = {key: value for key, value in example.items() if isinstance(value, (str, int, float, bool))}
    if set(said) != set(example):
        pytest.skip("its example says more than an option can")
    job = Job(name, verb, {key: str(value) for key, value in said.items()}, form="jsonl")
    rows = [Row("x", 1, None, text), Row("x", 2, "b", "\x01", "nothing is here")]
    done = answer_part(job, 0, rows)
    first, second = (json.loads(line) for line in done.content.splitlines())
    assert (first["line"], first["error"], second["error"]) == (1, None, "nothing is here")
    assert first["verdict"] in ("yes", "no", "undecided")
    puzzle = only_one((asked.input.read or of_kind.read)(text.encode(), job.settings))
    assert answer_part(job, 0, rows) == done
    if not asked.stream and asked.travels:  # answers of the plain verbs go from process to process
        asking = Asking(name, verb, job.ask)
        (found,), _ = pickle.loads(pickle.dumps(answer_stretch(asking, [(Origin(0), Entry(1, puzzle))])))
        assert found.verdict == first["verdict"]
    with pytest.raises((InvalidFile, InvalidOption)):
        _ = Job(name, verb, {**job.said, "frob": "1"}).ask
