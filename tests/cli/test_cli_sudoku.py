"""`entails sudoku`: every verb on valid input, exit codes, and the documented JSON."""

import json
import re
from pathlib import Path

import pytest
from cli.runner import entails

from entails.puzzles import puzzle_type_named
from entails.queries.parse import reports

REPORTS = reports()

CLASSIC = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SOLUTION = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
TWO_WAYS = CLASSIC[:72] + "." * 9
CLASH = CLASSIC[:78] + "279"
EXAMPLES = {example.name: example.text for example in puzzle_type_named("sudoku").examples}


def test_solve_draws_the_solution() -> None:
    ran = entails("sudoku", "solve", CLASSIC)
    assert ran.code == 0
    assert "│ 5 3 4 │ 6 7 8 │ 9 1 2 │" in ran.out
    assert "unique solution" in ran.out


@pytest.mark.parametrize(
    ("grid", "status", "unique", "code", "code_if_unique"),
    [
        (CLASSIC, "satisfied", True, 0, 0),
        (TWO_WAYS, "satisfied", False, 0, 1),
        (CLASH, "unsatisfiable", False, 1, 1),
    ],
)
def test_solve_json(grid: str, status: str, unique: bool, code: int, code_if_unique: int) -> None:
    ran = entails("sudoku", "solve", grid, "--json")
    assert ran.code == code
    assert ran.line["puzzle"] == grid
    assert (ran.line["status"], ran.line["unique"]) == (status, unique)
    assert (ran.line["solution"] is None) == (status == "unsatisfiable")
    assert entails("sudoku", "solve", grid, "--unique").code == code_if_unique


def test_undecided_is_neither_yes_nor_no() -> None:
    ran = entails("sudoku", "solve", "." * 625, "--json", "--conflicts", 1, "--encoder", "minimal")
    assert ran.code == 3
    assert (ran.line["status"], ran.line["unique"], ran.line["reason"]) == ("undecided", None, "conflicts")


def test_all_solutions_up_to_a_number() -> None:
    both = entails("sudoku", "solve", TWO_WAYS, "--all", 5, "--json").line
    assert len(set(both["solutions"])) == 2
    assert both["complete"] is True
    line = entails("sudoku", "solve", TWO_WAYS, "--all", 1, "--json").line
    assert len(line["solutions"]) == 1
    assert (line["complete"], line["unique"], line["reason"]) == (False, False, "maximum")
    assert entails("sudoku", "solve", TWO_WAYS, "--all", 5).out.count("┌") == 2


@pytest.mark.parametrize(
    ("grid", "consistent", "unique", "code"),
    [(CLASSIC, True, True, 0), (TWO_WAYS, True, False, 0), (CLASH, False, False, 1)],
)
def test_check_json(grid: str, consistent: bool, unique: bool, code: int) -> None:
    ran = entails("sudoku", "check", grid, "--json")
    assert ran.code == code
    assert (ran.line["consistent"], ran.line["unique"]) == (consistent, unique)
    expected = [] if consistent else [["given r7c7=2", "given r9c7=2"]]
    assert ran.line["conflicts"] == expected
    assert [len(texts) for texts in ran.line["texts"]] == [len(conflict) for conflict in expected]
    assert entails("sudoku", "check", grid, "--unique").code == (0 if unique else 1)


def test_check_names_the_givens_that_conflict() -> None:
    shown = entails("sudoku", "check", CLASH).out
    assert "inconsistent" in shown
    assert "r7c7 is 2 (given)" in shown
    assert "r9c7 is 2 (given)" in shown


def test_explain() -> None:
    ran = entails("sudoku", "explain", CLASH, "--json")
    assert ran.code == 1
    assert ran.line["conflicts"] == [["given r7c7=2", "given r9c7=2"]]
    assert sorted(ran.line["repairs"]) == [["given r7c7=2"], ["given r9c7=2"]]
    assert ran.line["complete"] is True
    assert entails("sudoku", "explain", CLASSIC).code == 0


def test_count() -> None:
    assert entails("sudoku", "count", TWO_WAYS, "--json").line["count"] == 2
    assert entails("sudoku", "count", CLASH).code == 1
    ran = entails("sudoku", "count", "." * 16, "--max", 100, "--json")
    assert (ran.code, ran.line["count"], ran.line["exact"]) == (0, 100, False)
    assert entails("sudoku", "count", "." * 16).out.strip() == "288"


def test_forced() -> None:
    ran = entails("sudoku", "forced", TWO_WAYS, "--json")
    assert ran.code == 0
    assert "r1c3=4" in ran.line["forced"]
    assert ran.line["complete"] is True
    assert len(entails("sudoku", "forced", CLASSIC, "--json").line["forced"]) == 81
    assert entails("sudoku", "forced", CLASH).code == 1


def test_many_grids_with_a_bad_one_among_them(tmp_path: Path) -> None:
    path = tmp_path / "grids.sdm"
    path.write_text("\n".join([CLASSIC, "nonsense", TWO_WAYS, CLASH]))
    ran = entails("sudoku", "solve", path, "--json")
    assert ran.code == 2
    assert [line.get("status", "error") for line in ran.lines] == ["satisfied", "error", "satisfied", "unsatisfiable"]
    assert ran.lines[1]["line"] == 2
    assert ran.lines[0]["solution"] == SOLUTION
    path.write_text("\n".join([CLASSIC, TWO_WAYS]))
    assert entails("sudoku", "solve", path).code == 0
    assert entails("sudoku", "solve", path, "--unique").code == 1


def test_standard_input_and_shapes() -> None:
    assert entails("sudoku", "solve", "-", "--json", stdin=CLASSIC).line["solution"] == SOLUTION
    cells = json.loads(EXAMPLES["x"])["cells"]
    assert entails("sudoku", "solve", cells, "--shape", "x", "--json").line["unique"] is True
    assert entails("sudoku", "solve", EXAMPLES["x"], "--json").line["unique"] is True
    assert entails("sudoku", "solve", cells, "--json").line["unique"] is False


@pytest.mark.parametrize("encoder", ["pruned", "complete", "minimal", "complete+ladder", "all-different"])
@pytest.mark.parametrize("engine", ["cadical195", "cpsat", "glucose421"])
def test_engine_and_encoder_can_be_chosen(engine: str, encoder: str) -> None:
    ran = entails("sudoku", "solve", CLASSIC, "--engine", engine, "--encoder", encoder, "--json")
    if encoder == "all-different" and engine != "cpsat":
        assert ran.code == 2
    else:
        assert (ran.line["solution"], ran.line["engine"], ran.line["encoder"]) == (SOLUTION, engine, encoder)


@pytest.mark.parametrize("form", ["line", "drawn", "sdk", "ss", "candidates", "sudokuwiki", "fpuzzles", "json"])
def test_a_grid_in_every_form_and_back(form: str, tmp_path: Path) -> None:
    path = tmp_path / "grid.txt"
    assert entails("sudoku", "export", CLASSIC, "--to", form, "-o", path).code == 0
    assert entails("sudoku", "solve", path, "--json").line["solution"] == SOLUTION


def test_quine_json() -> None:
    line = entails("sudoku", "quine", CLASSIC, "--exact-depth", "--json").line
    assert (line["puzzle"], line["status"], line["depth"], line["exact_depth"]) == (CLASSIC, "satisfied", 0, 0)
    assert line["disjunctions"] == []
    assert line["eliminations"] == [153]
    assert "exact_depth" not in entails("sudoku", "quine", CLASSIC, "--json").line


def test_quine_tree_files(tmp_path: Path) -> None:
    for ending, start in (("svg", "<svg"), ("dot", "digraph"), ("json", "{")):
        path = tmp_path / f"tree.{ending}"
        assert entails("sudoku", "quine", TWO_WAYS, "--tree", path).code == 0
        assert path.read_text().startswith(start)
    assert entails("sudoku", "quine", TWO_WAYS, "--tree", tmp_path / "tree.pdf").code == 2


def test_quine_within_its_caps_says_what_is_known() -> None:
    hard = "98.76.5..7..4..6.......3.9.6...27..5...5.........462..2..6..4...9.....8...1......"
    ran = entails("sudoku", "quine", hard, "--exact-depth", "--nodes", 3, "--max-depth", 1, "--json")
    assert ran.code == 3
    assert (ran.line["status"], ran.line["exact_depth"]) == ("undecided", None)
    assert ran.line["exact_depth_at_least"] >= 1


def test_json_fits_the_published_schema() -> None:
    published = json.loads(entails("schema").out)
    assert published["version"] == 1
    for verb in ("solve", "check", "count", "explain", "forced", "quine"):
        line = entails("sudoku", verb, CLASH, "--json").line
        REPORTS[verb].model_validate(line)
        assert set(line) <= set(published["reports"][verb]["properties"])


def test_practice_positions_are_printed_instead_of_grids() -> None:
    order = ("sudoku", "generate", "--practice", "--technique", "naked-pair", "--ladder", "hodoku", "--seed", "1")
    ran = entails(*order)
    assert "now find: naked pair" in ran.out
    assert "\n:naked-pair::" in ran.out
    assert ran.out.splitlines()[-1].startswith("https://sudokupad.app/")
    lines = entails(*order, "-n", "2").out.splitlines()
    assert [line.split(":")[1] for line in lines] == ["naked-pair", "naked-pair"]


def test_an_error_names_the_option_of_the_cells() -> None:
    for option in ("--mask", "--pattern"):
        ran = entails("sudoku", "generate", option, "1" * 54 + "." * 27)
        assert (ran.code, ran.err.split(":")[1].strip()) == (2, option)


def test_a_sheet_of_practice_positions_has_their_candidates(tmp_path: Path) -> None:
    """Also of a position whose digits alone leave these candidates; the caption names the technique."""
    order = ("--technique", "naked-pair", "--ladder", "hodoku", "--seed", "1", "-n", "2")
    sheet = tmp_path / "practice.svg"
    lines = entails("sudoku", "generate", "--practice", *order, "--sheet", str(sheet)).out.splitlines()
    empty = [len(re.findall(r"(?<!\+)\.", line.split(":")[3])) for line in lines[:2]]
    assert sheet.read_text().count("naked pair") == 2
    assert sheet.read_text().count("</text>") >= 2 * 81 + sum(empty)
