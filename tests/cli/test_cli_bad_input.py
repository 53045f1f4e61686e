"""Invalid input: one sentence with the place and the expected input, exit code 2, no output, never a traceback."""

import errno
import os
from pathlib import Path

import pytest
from cli.runner import entails

CLASSIC = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["solve", "53..7"], "5 characters, and no file has this name; expected"),
        (["solve", CLASSIC + "x"], "82 characters; expected"),
        (["solve", "x" + CLASSIC[1:]], "r1c1"),
        (["solve", "9" + "." * 15], "r1c1"),
        (["solve", ""], "empty"),
        (["solve", "no/such/file.txt"], "file not found"),
        (["solve", CLASSIC, "--engine", "nonesuch"], "unknown engine 'nonesuch'"),
        (["solve", CLASSIC, "--encoder", "nonesuch"], "unknown encoder 'nonesuch'"),
        (["solve", CLASSIC, "--shape", "round"], "unknown shape"),
        (["explain", CLASSIC, "--encoder", "pruned"], "choose another"),
        (["export", CLASSIC, "--to", "nonesuch"], "no format 'nonesuch'"),
        (["export", CLASSIC, "--encoder", "all-different"], "cpsat"),
        (["solve", CLASSIC, "--seconds", "0"], "--seconds"),
        (["solve", CLASSIC, "--all", "0"], "--all"),
        (["solve", CLASSIC, "--conflicts", "5", "--engine", "lingeling"], "cannot keep a limit on conflicts"),
        (["quine", CLASSIC, "--heuristic", "nonesuch"], "heuristic"),
        (["quine", CLASSIC, "--preset", "nonesuch"], "unknown preset"),
        (["solve"], "INPUT"),
        (["nonesuch"], "nonesuch"),
    ],
)
def test_sudoku_reports_errors(arguments: list[str], sentence: str) -> None:
    ran = entails("sudoku", *arguments)
    assert ran.code == 2
    assert sentence in ran.err
    assert ran.out == ""
    assert "Traceback" not in ran.err


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"", "empty"),
        (b"\n\n", "empty"),
        (b"\x00\x01\x02" * 50, "binary"),
        (b"1" * 10_000_000, "10,000,000 characters"),
        (b"{" * 100_000, "100,000 characters"),
    ],
    ids=["empty", "blank", "binary", "ten megabytes", "braces"],
)
def test_files_that_are_no_grids(content: bytes, sentence: str, tmp_path: Path) -> None:
    path = tmp_path / "grid.txt"
    path.write_bytes(content)
    ran = entails("sudoku", "solve", path)
    assert ran.code == 2
    assert sentence in ran.err
    assert "grid.txt" in ran.err
    assert len(ran.err) < 400 + len(str(path))


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"", "empty"),
        (b"p cnf 2 3\n1 2 0\n", "announces 3 clauses, but 1"),
        (b"p cnf 2 1\n1 3 0\n", "3"),
        (b"p cnf 2 1\n1 99999999999999999999 0\n", "line 2"),
        (b"p cnf 2 1\n1 x 0\n", "line 2"),
        (b"1 2 0\n", "header"),
        (b"p cnf 2 1\n1 2\n", "0"),
        (b"\x00\xff" * 99, "not a text file"),
    ],
)
def test_files_that_are_no_formulas(content: bytes, sentence: str, tmp_path: Path) -> None:
    path = tmp_path / "f.cnf"
    path.write_bytes(content)
    for verb in ("solve", "stats", "prove", "explain"):
        ran = entails("cnf", verb, path)
        assert ran.code == 2
        assert sentence in ran.err
        assert "f.cnf" in ran.err
        assert ran.out == ""


def test_nothing_is_written_where_it_cannot_be(tmp_path: Path) -> None:
    for target, sentence in {
        tmp_path / "none" / "f.cnf": "directory not found",
        tmp_path: "a directory, not a file",
        tmp_path / ("x" * 300): "file name too long",
    }.items():
        ran = entails("sudoku", "export", CLASSIC, "-o", target)
        assert (ran.code, ran.out) == (2, "")
        assert ran.err == f"entails: {target}: {sentence}\n"
        report = entails("sudoku", "export", CLASSIC, "-o", target, "--json")
        assert (report.code, report.lines[-1]) == (2, {"error": f"{target}: {sentence}"})
    assert "--output: value is empty" in entails("sudoku", "export", CLASSIC, "-o", "").err
    assert list(tmp_path.iterdir()) == []


def test_a_failed_export_keeps_the_old_file(tmp_path: Path) -> None:
    kept = tmp_path / "f.cnf"
    kept.write_text("old")
    for wrong in (["nonsense"], [CLASSIC, "--to", "nonesuch"], [CLASSIC, "--encoder", "all-different"]):
        assert entails("sudoku", "export", *wrong, "-o", kept).code == 2
    assert kept.read_text() == "old"
    assert list(tmp_path.iterdir()) == [kept]


def test_an_export_follows_links_and_keeps_permissions(tmp_path: Path) -> None:
    target, link = tmp_path / "f.cnf", tmp_path / "link.cnf"
    target.write_text("old")
    target.chmod(0o640)
    link.symlink_to(target)
    assert entails("sudoku", "export", CLASSIC, "-o", link).code == 0
    assert link.is_symlink()
    assert target.read_text().startswith("c puzzle sudoku")
    assert target.stat().st_mode & 0o777 == 0o640
    mask = os.umask(0o027)
    try:
        assert entails("sudoku", "export", CLASSIC, "-o", tmp_path / "new.cnf").code == 0
    finally:
        os.umask(mask)
    assert (tmp_path / "new.cnf").stat().st_mode & 0o777 == 0o640


def test_a_file_that_may_not_be_read_or_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file without permissions is reported; the system's error is simulated, since tests may run as root."""
    path = tmp_path / "grid.sdm"
    path.write_text(CLASSIC)

    def refuse(self: Path, *_: object, **__: object) -> None:
        raise PermissionError(13, "Permission denied", str(self))

    with monkeypatch.context() as played:
        played.setattr(Path, "open", refuse)
        ran = entails("sudoku", "solve", path)
        assert (ran.code, ran.out, ran.err) == (2, "", f"entails: {path}: permission to read the file denied\n")
        ran = entails("sudoku", "export", CLASSIC, "-o", tmp_path / "new.cnf")
        assert (ran.code, ran.err) == (2, f"entails: {tmp_path / 'new.cnf'}: permission denied\n")
    monkeypatch.setattr(os, "access", lambda *_: False)
    ran = entails("sudoku", "export", CLASSIC, "-o", path)
    assert (ran.code, ran.err) == (2, f"entails: {path}: permission to write the file denied\n")
    assert path.read_text() == CLASSIC


def test_a_full_disk_leaves_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kept = tmp_path / "f.cnf"
    kept.write_text("old")

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    ran = entails("sudoku", "export", CLASSIC, "-o", kept)
    assert (ran.code, ran.err) == (2, f"entails: {kept}: no space left on device\n")
    assert kept.read_text() == "old"
    assert list(tmp_path.iterdir()) == [kept]


def test_what_nothing_can_replace_is_written_to() -> None:
    assert entails("sudoku", "export", CLASSIC, "-o", os.devnull).code == 0
    assert Path(os.devnull).is_char_device()


def test_dimacs_holds_one_puzzle(tmp_path: Path) -> None:
    two = f"{CLASSIC}\n{CLASSIC}\n"
    ran = entails("sudoku", "export", "-", "-o", tmp_path / "f", stdin=two)
    assert (ran.code, ran.err) == (
        2,
        "entails: standard input: more than one puzzle; expected exactly one puzzle for dimacs\n",
    )
    assert not list(tmp_path.iterdir())


def test_export_goes_on_after_a_bad_line() -> None:
    marked = entails("sudoku", "export", CLASSIC[:-1] + ".", "--to", "candidates").out.strip()
    fewer = marked.replace("5", ".", 1) if marked[0] == "5" else marked[:80] + "." + marked[81:]
    ran = entails("sudoku", "export", "-", "--to", "line", stdin=f"{CLASSIC}\nnonsense\n{fewer}\n{CLASSIC}\n")
    assert (ran.code, ran.out) == (2, f"{CLASSIC}\n" * 2)
    assert len(ran.err.splitlines()) == 2


@pytest.mark.parametrize(
    "arguments",
    [["cnf", "verify", "-", "-"], ["sudoku", "decode", "-", "-"]],
)
def test_two_things_from_standard_input(arguments: list[str]) -> None:
    ran = entails(*arguments, stdin="p cnf 0 0\n")
    assert (ran.code, ran.out) == (2, "")
    assert "standard input is given more than once" in ran.err


@pytest.mark.parametrize("verb", [["verify"], ["prove"], ["stats"], ["solve"]])
def test_an_empty_name_is_no_file(verb: list[str]) -> None:
    ran = entails("cnf", *verb, *([""] * (2 if verb == ["verify"] else 1)))
    assert ran.code == 2
    assert "file name is empty" in ran.err


@pytest.mark.parametrize(
    ("about", "sentence"),
    [
        ("c puzzle sudoku 5\n", "c puzzle: line of 1 character"),
        (f"c puzzle sudoku {'.' * 16}\nc shape round\n", "unknown shape"),
        (f"c puzzle sudoku {'.' * 16}\nc var 1 r9c9=9\n", "r9c9"),
        (f"c puzzle sudoku {'.' * 16}\n", "x1: invalid candidate"),
        (f"c puzzle sudoku {'.' * 16}\nc var 1 r1c1=1\n", "the answer does not solve the puzzle: r1c2 is empty"),
    ],
)
def test_edited_exported_files(about: str, sentence: str, tmp_path: Path) -> None:
    formula = tmp_path / "f.cnf"
    formula.write_text(f"{about}p cnf 1 1\n1 0\n")
    ran = entails("sudoku", "decode", formula, "-", stdin="s SATISFIABLE\nv 1 0\n")
    assert (ran.code, ran.out) == (2, "")
    assert sentence in ran.err


@pytest.mark.parametrize(
    "arguments",
    [
        ["--seconds", "1e300"],
        ["--conflicts", 10**30],
        ["--memory-mb", 10**30],
        ["--all", 10**30],
        ["--seed", -(10**30)],
        ["--engine", "cpsat", "--workers", 1, "--seed", 10**30],
    ],
    ids=str,
)
def test_numbers_beyond_all_measure_are_no_limit(arguments: list[object]) -> None:
    assert entails("sudoku", "solve", "..4..3...2....1.", *arguments).code == 0


@pytest.mark.parametrize(
    "arguments",
    [
        ["sudoku", "solve", CLASSIC],
        ["sudoku", "generate"],
        ["queens", "count", "4"],
        ["compare", "sudoku", CLASSIC],
    ],
    ids=lambda words: " ".join(words[:2]),
)
def test_an_invalid_limit_is_refused_everywhere(arguments: list[str]) -> None:
    ran = entails(*arguments, "--seconds", "inf")
    assert (ran.code, ran.out) == (2, "")
    assert ran.err == "entails: --seconds: invalid value inf; expected a finite number\n"


def test_a_wrong_technique_is_blamed_on_the_option_that_was_typed() -> None:
    ran = entails("sudoku", "generate", "--technique", "nan")
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith("entails: --technique: unknown technique 'nan'; expected some of full-house")


def test_tools_of_no_puzzle_are_refused_by_the_option() -> None:
    ran = entails("mcp", "--puzzle", "")
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith("entails: --puzzle: unknown puzzle type ''; expected one of aquarium")


@pytest.mark.parametrize("words", [["cache"], ["cache", "info"], ["kakuro", "solve"], ["mcp"]], ids=" ".join)
def test_help_names_no_type_behind_a_switch(words: list[str]) -> None:
    shown = entails(*words, "--help").out
    assert "Show this message and exit." in shown
    assert "bool" not in shown
    assert "bool" not in entails("--help").out


def test_messages_stay_on_one_short_line() -> None:
    for junk in ("\x1b[31m" + "x" * 50, "a\nb\n" * 20, "x" * 100_000, "é\u2028\x07"):
        for arguments in (
            ["sudoku", "solve", junk],
            ["schema", junk],
            [junk],
            ["sudoku", "solve", CLASSIC, "-e", junk],
        ):
            ran = entails(*arguments)
            assert (ran.code, ran.out) == (2, "")
            assert ran.err.removesuffix("\n").isprintable()
            assert len(ran.err) < 800


@pytest.mark.parametrize(
    ("texts", "sentence"),
    [
        (["--where", ""], "--where: value is empty; expected a value"),
        (["--puzzle", " "], "--puzzle: value is empty"),
        (["--id", ""], "--id: value is empty"),
    ],
)
def test_a_batch_refuses_options_that_say_nothing(texts: list[str], sentence: str, tmp_path: Path) -> None:
    (tmp_path / "some.sdm").write_text(CLASSIC + "\n")
    ran = entails("batch", "rate", tmp_path / "some.sdm", "-o", tmp_path / "out", *texts)
    assert (ran.code, ran.out) == (2, "")
    assert sentence in ran.err
    assert not (tmp_path / "out").exists()


def test_a_full_disk_is_blamed_on_the_output_of_a_batch(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr("entails.batch.run.run", full)
    (tmp_path / "some.sdm").write_text(CLASSIC + "\n")
    ran = entails("batch", "check", tmp_path / "some.sdm", "-o", tmp_path / "out.csv")
    assert (ran.code, ran.out) == (2, "")
    assert ran.err == (
        f"entails: {tmp_path / 'out.csv'}: no space left on device; "
        "expected free space; then rerun the command to resume\n"
    )


def test_columns_of_a_file_without_columns_are_remarked_on(tmp_path: Path) -> None:
    (tmp_path / "some.sdm").write_text(CLASSIC + "\n")
    ran = entails("batch", "check", tmp_path / "some.sdm", "-o", tmp_path / "out.csv", "--column", "puzzle")
    assert ran.code == 0
    assert "no file has columns; --column puzzle is ignored" in ran.err


@pytest.mark.parametrize(
    ("texts", "sentence"),
    [
        (["--token", ""], "--token is empty; must be a text"),
        (["--host", " "], "--host is empty; must be an address"),
        (["--memory-mb", str(10**30)], "--memory-mb is 1"),
        (
            ["--jobs-db", "/dev/null/a/jobs"],
            "cannot use the job database /dev/null/a/jobs: Not a directory; expected --jobs-db",
        ),
        (["--tokens", "no-such-file"], "cannot read the list of tokens no-such-file: No such file or directory"),
        (["--idle-seconds", "1e999"], "--idle-seconds is inf; must be from 0.1 to 31,622,400"),
        (["--proxies", "10.0.0.1,nonesuch"], "--proxies is 'nonesuch'; must be addresses"),
        (["--cors", "example.org"], "--cors is 'example.org'; must be an origin such as https://example.org"),
        (["--root-path", "entails/"], "--root-path is 'entails/'"),
        (["--host", "a..b"], "cannot listen on a..b port 0: invalid address; expected another --host"),
    ],
)
def test_a_server_that_cannot_be_meant_does_not_start(texts: list[str], sentence: str, tmp_path: Path) -> None:
    ran = entails("serve", "--port", 0, "--jobs-db", tmp_path / "jobs.sqlite", *texts)
    assert (ran.code, ran.out) == (2, "")
    assert sentence in ran.err


@pytest.mark.parametrize("option", ["--queue-seconds", "--patience"])
def test_the_queue_timeout_has_its_former_name_too(option: str) -> None:
    ran = entails("serve", option, "0")
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith(f"entails: {option}: ")
