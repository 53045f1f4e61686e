"""Printable sheets: the content of each page, in SVG and in PDF."""

import re
import subprocess
import zlib
from pathlib import Path
from xml.etree import ElementTree

import pytest
from helpers import program
from hypothesis import given
from hypothesis import strategies as st

from entails.data import sheet_fonts
from entails.formats.drawing.page import Font, Text, pdf, svg
from entails.formats.sudoku.read import parse_grid
from entails.formats.sudoku.sheet import sheet_pdf, sheet_svg
from entails.models.errors import InvalidPuzzle
from entails.models.sudoku.grid import Grid
from entails.models.sudoku.shape import Shape

PUZZLE = parse_grid("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
SOLUTION = parse_grid("534678912672195348198342567859761423426853791713924856961537284287419635345286179")
SIXTEEN = Grid.of(Shape.classic(16), [cell % 17 for cell in range(256)])
SVG = "{http://www.w3.org/2000/svg}"


def texts(page: str) -> list[ElementTree.Element]:
    return list(ElementTree.fromstring(page).iter(f"{SVG}text"))


def lines(page: str) -> list[dict[str, str]]:
    return [dict(line.attrib) for line in ElementTree.fromstring(page).iter(f"{SVG}line")]


def test_six_grids_a_page_and_solutions_on_the_last() -> None:
    pages = sheet_svg([PUZZLE] * 13, "Sunday", [SOLUTION] * 13)
    assert len(pages) == 4
    shown = [[text.text for text in texts(page)] for page in pages]
    assert [page[0] for page in shown] == ["Sunday", "Sunday", "Sunday", "Sunday: solutions"]
    assert [page[1] for page in shown] == [f"page {number} of 4" for number in (1, 2, 3, 4)]
    clues = len(PUZZLE.givens())
    assert [len(page) for page in shown] == [2 + 6 * (1 + clues), 2 + 6 * (1 + clues), 2 + 1 + clues, 2 + 13 * 82]


@pytest.mark.parametrize("many", [1, 2, 3, 4, 5, 6])
def test_few_grids_fill_their_page(many: int) -> None:
    (page,) = sheet_svg([PUZZLE] * many)
    left, right = min(float(line["x1"]) for line in lines(page)), max(float(line["x2"]) for line in lines(page))
    top, bottom = min(float(line["y1"]) for line in lines(page)), max(float(line["y2"]) for line in lines(page))
    assert left >= 40
    assert right <= 555
    assert bottom <= 842 - 40
    assert max((right - left) / (595 - 90), (bottom - top) / (842 - 45 - 96)) > 0.99


def test_the_digits_stand_in_their_cells() -> None:
    (page,) = sheet_svg([PUZZLE], "T")
    numbers = [text for text in texts(page) if re.fullmatch("[1-9]", text.text or "")][1:]  # the first is the caption
    assert [text.text for text in numbers] == [str(digit) for _, digit in PUZZLE.givens()]
    walls = sorted({float(line["x1"]) for line in lines(page) if line["x1"] == line["x2"]})
    rules = sorted({float(line["y1"]) for line in lines(page) if line["y1"] == line["y2"]})
    assert len(walls) == len(rules) == 10
    for (cell, _), text in zip(PUZZLE.givens(), numbers, strict=True):
        row, column = divmod(cell, 9)
        assert walls[column] < float(text.attrib["x"]) < walls[column + 1]
        assert rules[row] < float(text.attrib["y"]) < rules[row + 1]


def test_boxes_have_heavy_borders() -> None:
    (page,) = sheet_svg([PUZZLE])
    widths = [float(line["stroke-width"]) for line in lines(page)]
    heavy = max(widths)
    assert widths.count(heavy) == 8
    assert len(widths) == 8 + 12


def test_jigsaw_regions_and_diagonals_are_drawn() -> None:
    jigsaw = Grid(Shape.jigsaw("1112122233434344"), (0,) * 16)
    (page,) = sheet_svg([jigsaw])
    heavy = max(float(line["stroke-width"]) for line in lines(page))
    length = sum(
        abs(float(line["x1"]) - float(line["x2"])) + abs(float(line["y1"]) - float(line["y2"]))
        for line in lines(page)
        if float(line["stroke-width"]) == heavy
    )
    side = max(float(line["x2"]) for line in lines(page)) - min(float(line["x1"]) for line in lines(page))
    regions, size = jigsaw.shape.regions, 4
    inner = sum(regions[c] != regions[c + 1] for c in range(16) if c % size < 3)
    inner += sum(regions[c] != regions[c + size] for c in range(12))
    assert length == pytest.approx((16 + inner) * side / size, rel=1e-3)
    (page,) = sheet_svg([Grid(Shape.diagonal(9), (0,) * 81)])
    assert sum(line["x1"] != line["x2"] and line["y1"] != line["y2"] for line in lines(page)) == 2


def test_numbers_above_nine_and_givens_in_the_solution() -> None:
    pages = sheet_svg([SIXTEEN], "T", [SIXTEEN])
    assert {text.text for text in texts(pages[0])} >= {str(number) for number in range(1, 17)}
    pages = sheet_svg([PUZZLE], "T", [SOLUTION])
    bold = [text for text in texts(pages[1]) if text.get("font-weight") == "bold"]
    assert len(bold) == 1 + len(PUZZLE.givens())


def test_captions() -> None:
    (page,) = sheet_svg([PUZZLE, PUZZLE], "T", captions=["easy", ""])
    assert {"1: easy", "2"} <= {text.text for text in texts(page)}


@pytest.mark.parametrize("fonts", [None, sheet_fonts()], ids=["none", "embedded"])
def test_the_pdf_has_the_same_pages(fonts: tuple[Font, Font] | None) -> None:
    file = sheet_pdf([PUZZLE] * 7, "A (b) \\ ü", [SOLUTION] * 7, fonts=fonts)
    assert file == sheet_pdf([PUZZLE] * 7, "A (b) \\ ü", [SOLUTION] * 7, fonts=fonts)
    assert file.startswith(b"%PDF-1.4")
    assert file.count(b"/Type /Page ") == 3
    streams = [zlib.decompress(part) for part in re.findall(rb"stream\n(.*?)\nendstream", file, re.DOTALL)]
    assert streams[:-3] == ([] if fonts is None else [font.file for font in fonts])
    streams = streams[-3:]
    assert [stream.count(b" Tj") for stream in streams] == [2 + 6 * 31, 2 + 31, 2 + 7 * 82]
    assert rb"(A \(b\) \\ " + "ü".encode("cp1252") in streams[0]
    table = int(file.rsplit(b"startxref\n", 1)[1].split()[0])
    assert file[table:].startswith(b"xref")
    offsets = [int(entry) for entry in re.findall(rb"(\d{10}) 00000 n", file[table:])]
    assert all(file[offset:].startswith(b"%d 0 obj" % number) for number, offset in enumerate(offsets, 1))


def test_a_pdf_reader_reads_it(tmp_path: Path) -> None:
    program("pdftotext", "poppler-utils", "PDF")
    (tmp_path / "sheet.pdf").write_bytes(sheet_pdf([PUZZLE], "Sunday", [SOLUTION], fonts=sheet_fonts()))
    finished = subprocess.run(["pdffonts", "sheet.pdf"], cwd=tmp_path, capture_output=True, text=True, check=True)
    assert [line.split()[3] for line in finished.stdout.splitlines()[2:]] == ["yes", "yes"]  # embedded
    run = subprocess.run(["pdftotext", "sheet.pdf", "-"], cwd=tmp_path, capture_output=True, text=True, check=True)
    assert run.stderr == ""
    first, second = run.stdout.split("\f")[:2]
    assert "Sunday" in first
    assert sorted(re.findall(r"\b[1-9]\b", second)) == sorted([*SOLUTION.line, "1", "2", "2"])  # "1", "page 2 of 2"


@given(st.text(max_size=40))
def test_any_title_will_do(title: str) -> None:
    page = [Text(10, 10, 10, title)]
    (text,) = texts(svg(page))
    assert len(text.text or "") == len(title)
    assert pdf([page]).endswith(b"%%EOF\n")


def test_what_cannot_be_printed_is_refused() -> None:
    with pytest.raises(InvalidPuzzle, match="no grid to print"):
        sheet_svg([])
    with pytest.raises(InvalidPuzzle, match="1 solutions for 2 grids"):
        sheet_pdf([PUZZLE] * 2, "T", [SOLUTION])
    with pytest.raises(InvalidPuzzle, match="3 captions for 1 grid"):
        sheet_svg([PUZZLE], captions=["a", "b", "c"])
