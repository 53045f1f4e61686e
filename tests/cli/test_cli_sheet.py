"""`entails sudoku sheet`: printable pages of grids."""

import json
from pathlib import Path

import pytest
from cli.runner import entails

ONE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SMALL = "..4..3...2....1."


def test_grids_of_every_kind_of_file_are_printed(tmp_path: Path) -> None:
    lines, table, rows = tmp_path / "a.sdm", tmp_path / "b.csv", tmp_path / "c.jsonl"
    lines.write_text(f"{ONE}\n" * 6)
    table.write_text(f"number,puzzle,band\n1,{ONE},easy\n")
    rows.write_text(json.dumps({"puzzle": ONE, "band": "soft"}) + "\n")
    sheet = tmp_path / "sheet.svg"
    ran = entails("sudoku", "sheet", lines, table, rows, SMALL, "-o", sheet, "--title", "Sunday", "--caption", "band")
    assert (ran.code, ran.err) == (0, "")
    first, second, answers = (sheet.with_name(name).read_text() for name in ("sheet.svg", "sheet-2.svg", "sheet-3.svg"))
    assert "Sunday" in first
    assert "7: easy" in second
    assert "8: soft" in second
    assert "Sunday: solutions" in answers
    assert "9 grids" in ran.out


def test_a_pdf_without_solutions(tmp_path: Path) -> None:
    sheet = tmp_path / "sheet.pdf"
    assert entails("sudoku", "sheet", "." * 81, "-o", sheet, "--no-solutions").code == 0
    assert sheet.read_bytes().startswith(b"%PDF-")


@pytest.mark.parametrize(
    ("words", "text"),
    [
        ((ONE, "-o", "sheet.txt"), "sheet.txt: unsupported file name; expected a name that ends in .pdf or .svg"),
        (("." * 81, "-o", "sheet.pdf"), "several solutions; expected exactly one solution, or --no-solutions"),
        (("55" + ONE[2:], "-o", "sheet.pdf"), "no solution"),
        (("nothing.sdm", "-o", "sheet.pdf"), "nothing.sdm: file not found"),
        (("12", "-o", "sheet.pdf"), "line of 2 characters"),
    ],
)
def test_what_cannot_be_printed_is_reported(
    words: tuple[str, ...], text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    ran = entails("sudoku", "sheet", *words)
    assert ran.code == 2
    assert text in ran.err
    assert not list(tmp_path.iterdir())
