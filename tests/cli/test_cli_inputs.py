"""All kinds of INPUT: text, files, standard input; one grid or many; and the form of the output."""

from pathlib import Path

import pytest
from cli.runner import entails

from entails.cli.inputs import Reader
from entails.formats.sudoku.read import parse_grid
from entails.models.sudoku.shape import Shape
from entails.puzzles import puzzle_type_named

CLASSIC = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SOLUTION = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
TWO_WAYS = CLASSIC[:72] + "." * 9
CLASH = CLASSIC[:78] + "279"
SHARED = "534678..2672195348198342567859761423426853..1713924856961537284287419635345286..9"


def big(size: int) -> str:
    """Return a solvable grid of this size: a full grid of shifted rows, with a few empty cells."""
    box = round(size**0.5)
    symbols = "123456789ABCDEFGHIJKLMNOP"[:size]
    cells = [symbols[(row * box + row // box + column) % size] for row in range(size) for column in range(size)]
    return "".join("." if number % 7 == 3 else cell for number, cell in enumerate(cells))


@pytest.mark.parametrize("form", ["line", "drawn", "sdk", "ss", "candidates", "marks", "sudokuwiki", "json"])
def test_a_file_in_any_form_and_the_same_text_as_argument(form: str, tmp_path: Path) -> None:
    text = entails("sudoku", "export", CLASSIC, "--to", form).out
    path = tmp_path / "grid"
    path.write_text(text)
    for item in (path, text):
        assert entails("sudoku", "solve", item, "--json").line["solution"] == SOLUTION
    assert entails("sudoku", "solve", "-", "--json", stdin=text).line["solution"] == SOLUTION


@pytest.mark.parametrize("form", ["fpuzzles", "sudokupad"])
def test_links(form: str) -> None:
    link = entails("sudoku", "export", CLASSIC, "--to", form).out.strip()
    assert link.startswith("https://")
    assert entails("sudoku", "solve", link, "--json").line["solution"] == SOLUTION


def test_many_forms_on_the_lines_of_one_file(tmp_path: Path) -> None:
    path = tmp_path / "mixed.txt"
    lines = ["# a comment", CLASSIC, "", CLASSIC.replace(".", "0") + "  9.0 hard", "..4..3...2....1.", big(16)]
    path.write_text("\n".join(lines), encoding="utf-16")
    ran = entails("sudoku", "solve", path, "--json")
    assert ran.code == 0
    assert [len(line["solution"]) for line in ran.lines] == [81, 81, 16, 256]


@pytest.mark.parametrize("size", [16, 25])
def test_big_grids_are_drawn_with_numbers(size: int) -> None:
    ran = entails("sudoku", "solve", big(size))
    rows = ran.out.splitlines()
    assert ran.code == 0
    assert f" {size} " in ran.out
    assert len({len(row) for row in rows[:-1]}) == 1
    assert entails("sudoku", "solve", big(size), "--json").line["unique"] is (rows[-1] == "unique solution")


def test_jigsaw_regions_are_drawn() -> None:
    regions = "1112122234443334"
    ran = entails("sudoku", "solve", "." * 16, "--shape", f"jigsaw:{regions}")
    assert ran.code == 0
    assert "solution not unique" in ran.out
    drawn = "\n".join(ran.out.splitlines()[:-1])
    assert parse_grid(drawn).shape == Shape.jigsaw(regions)


def test_a_shape_goes_with_every_verb() -> None:
    x = "." * 16
    assert entails("sudoku", "count", x, "--shape", "x4").out.strip() == "48"
    for verb in ("check", "solve", "forced", "export", "explain"):
        assert entails("sudoku", verb, x, "--shape", "x4").code == 0
    assert "c shape x4" in entails("sudoku", "export", x, "--shape", "x4").out


def test_many_lines_for_people() -> None:
    grids = "\n".join([CLASSIC, TWO_WAYS, "nonsense", CLASH])
    expected: dict[str, list[str | None]] = {
        "solve": [f"{SOLUTION}  unique solution", None, "no solution"],
        "count": [f"{CLASSIC}  1", f"{TWO_WAYS}  2", f"{CLASH}  0"],
        "check": [
            f"{CLASSIC}  consistent: one solution",
            f"{TWO_WAYS}  consistent: more than one solution",
            f"{CLASH}  inconsistent: no solution",
        ],
        "forced": [
            f"{CLASSIC}  {SOLUTION}  81 facts are true in every solution",
            f"{TWO_WAYS}  {SHARED}  75 facts are true in every solution",
            f"{CLASH}  no solution, so no fact is forced",
        ],
    }
    for verb, lines in expected.items():
        ran = entails("sudoku", verb, "-", stdin=grids)
        assert ran.code == 2
        shown = ran.out.splitlines()
        assert len(shown) == 3
        for line, wanted in zip(shown, lines, strict=True):
            assert wanted in (None, line)
        assert ran.err == (
            "entails: standard input, line 3: line of 8 characters; "
            "expected 16, 36, 81, 144, 256 or 625, one for each cell\n"
        )


def test_several_solutions_are_numbered() -> None:
    shown = entails("sudoku", "solve", TWO_WAYS, "--all", 3).out
    assert [line for line in shown.splitlines() if line[0] == "s"] == ["solution 1", "solution 2"]
    assert shown.endswith("2 solutions; no others\n")
    assert entails("sudoku", "solve", "." * 16, "--all", 3).out.endswith("3 solutions; there are more\n")
    many = entails("sudoku", "solve", "-", "--all", 2, stdin=f"{TWO_WAYS}\n{CLASSIC}\n").out.splitlines()
    assert many[0].endswith("  2 solutions; no others")
    assert many[1] == f"{SOLUTION}  unique solution"


def test_forced_draws_what_two_solutions_share() -> None:
    shown = entails("sudoku", "forced", TWO_WAYS).out
    assert "│ 5 3 4 │ 6 7 8 │ · · 2 │" in shown
    assert shown.endswith("75 facts are true in every solution\n")
    assert entails("sudoku", "forced", "." * 16).out == "no fact is true in every solution\n"


@pytest.mark.parametrize(
    ("codes", "worst"),
    [("01", 1), ("10", 1), ("00", 0), ("0123", 2), ("013", 3), ("31", 3), ("2001", 2)],
)
def test_the_worst_exit_code_of_many_wins(codes: str, worst: int) -> None:
    """The worst exit code of several puzzles wins, for conflicts and for several solutions."""
    grids = {"0": "12343412214343.1", "1": "11..............", "2": "nonsense", "3": "." * 81}
    ran = entails("sudoku", "count", "-", "--conflicts", 1, stdin="\n".join(grids[code] for code in codes) + "\n")
    assert ran.code == worst


def test_puzzles_are_read_as_they_are_asked_for(tmp_path: Path) -> None:
    path = tmp_path / "many.sdm"
    path.write_text(f"{CLASSIC}\n" * 1000)
    sudoku = puzzle_type_named("sudoku")
    source = Reader(sudoku, sudoku.read_options({}), sudoku.read).source(str(path))
    entries = iter(source.entries)
    assert (source.is_one, source.lines) == (False, 1000)
    assert next(entries).line == 1
    assert not isinstance(source.entries, (list, tuple))
    assert sum(1 for _ in entries) == 999


def test_an_existing_file_always_wins(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("mine", "ab.txt", "..4..3...2....1.", "." * 16):
        Path(name).write_text(CLASSIC)
        assert entails("sudoku", "solve", name, "--json").line["solution"] == SOLUTION
    Path("." * 36).mkdir()
    assert entails("sudoku", "solve", "." * 36).code == 0
    Path("three.txt").write_text("1.3\n...\n7.9\n")
    assert entails("numbrix", "solve", "three.txt", "--json").line["solution"] == "1,2,3/6,5,4/7,8,9"


@pytest.mark.parametrize("name", ["nowhere.txt", "NO.CSV", "nowhere/a.b", "./nowhere", "../nowhere/x", "my grid.sdk"])
def test_a_missing_file_is_called_missing(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A missing file is reported as missing, even if its name resembles a puzzle: numbers, regions or words."""
    monkeypatch.chdir(tmp_path)
    one_word = "my grid" not in name
    for words in (
        ["numbrix", "solve", name],
        ["masyu", "count", name],
        ["lits", "export", name],
        ["star-battle", "hint", name],
        ["zebra", "minimal", name],
        ["cnf", "stats", name],
        ["model", "check", name],
        ["sudoku", "rate", name],
        ["solve", name],
        ["read", name],
        *([["wordle", "check", "crane:bbbbb", name], ["scrabble", "best", name, "ABC"]] if one_word else []),
    ):
        ran = entails(*words)
        assert (ran.code, ran.out, ran.err) == (2, "", f"entails: {name}: file not found\n"), words


def test_formulas_inline_and_from_standard_input() -> None:
    formula = "p cnf 2 2\n1 2 0\n-1 -2 0\n"
    assert entails("cnf", "count", formula).out == "2\n"
    assert entails("cnf", "count", formula, "--json").line["file"] == "argument"
    assert entails("cnf", "count", "-", "--json", stdin=formula).line["file"] == "standard input"
    listed = entails("cnf", "solve", formula, "--all", 5).out.splitlines()
    assert sorted(listed) == ["2 solutions; no others", "true: x1", "true: x2"]
    assert entails("cnf", "solve", formula, "--unique").code == 1


def test_text_of_formulas(tmp_path: Path) -> None:
    path = tmp_path / "f.cnf"
    path.write_text("p cnf 3 3\n1 0\n-1 2 0\n-2 -3 3 0\n")
    assert entails("cnf", "forced", path).out == "x1 x2\n2 facts are true in every solution\n"
    stats = dict(line.rsplit(None, 1) for line in entails("cnf", "stats", path).out.splitlines())
    assert stats["variables"] == "3"
    assert stats["Horn clauses"] == "3"
    assert stats["clauses of length 3"] == "1"
    path.write_text("p gcnf 2 4 3\n{0} 1 2 0\n{1} -1 0\n{2} -2 0\n{3} 1 0\n")
    shown = entails("cnf", "explain", path).out
    assert shown.startswith("no solution\n\nThese conflict (1 of 2):\n  • group 1\n  • group ")
    assert "  • group 1\n  • group 2, and group 3\n" in shown


def test_limits_are_reported() -> None:
    empty = "." * 81
    text = "stopped by the limit on conflicts"
    for verb, words in {
        "solve": f"undecided: {text}",
        "count": f"at least 0 ({text})",
        "check": "undecided within the limits",
        "forced": f"undecided: {text}",
    }.items():
        ran = entails("sudoku", verb, empty, "--conflicts", 1)
        assert ran.code == 3
        assert ran.out.splitlines()[-1] == words
    result = entails("sudoku", "count", "." * 16, "--max", 7)
    assert (result.out, result.code) == ("at least 7\n", 0)
