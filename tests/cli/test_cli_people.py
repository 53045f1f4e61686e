"""`entails sudoku steps`, `hint`, `rate`, `calibrate` and `generate`: output and rejected input."""

import json
import re
from math import log10
from pathlib import Path
from typing import Any

import pytest
from cli.runner import entails
from cli.schema import problems

from entails.queries.parse import reports, schema_of
from entails.solvers.sudoku.steps.technique import DEFAULT

REPORTS = reports()

CLASSIC = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SOLUTION = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
TWO_WAYS = CLASSIC[:72] + "." * 9
CLASH = CLASSIC[:78] + "279"
FISHY = "98.76.5..7..4..6.......3.9.6...27..5...5.........462..2..6..4...9.....8...1......"
VERY_HARD = "1.2..7.9..3..2..78..96..5....53..9...1..8...26....4...3......1..4......7..7...3.."
SMALL = "1.....3..4....2."
SCHEMAS = {name: schema_of(name, report) for name, report in REPORTS.items()}


def fits(line: Any, report: str) -> bool:
    assert problems(line, SCHEMAS[report], SCHEMAS[report]) == []
    return True


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Write ratings that are a sum of two criteria, so that a fit must recover them."""
    path = tmp_path_factory.mktemp("ratings") / "made.csv"
    lines = entails("sudoku", "generate", "-n", 60, "--clues", "26..34", "--seed", 5, "--json").lines
    rows = ["id,puzzle,players,time"]
    for number, line in enumerate(lines):
        time = 3 * line["criteria"]["uses_last_remaining_box"] + 40 * line["criteria"]["first_last_remaining_line"]
        rows.append(f"{number},{line['puzzle']},{number % 7 + 1},{time}")
    path.write_text("\n".join(rows))
    return path


class TestSteps:
    def test_a_list_of_steps_that_leads_to_the_solution(self) -> None:
        line = entails("sudoku", "steps", CLASSIC, "--json").line
        assert fits(line, "steps")
        assert (line["puzzle"], line["status"]) == (CLASSIC, "solved")
        steps = line["steps"]
        always = ("technique", "cells", "digits", "places", "removes", "sentence")
        assert {tuple(step)[: len(always)] for step in steps} == {always}
        assert all({"marks", "links"} <= set(step) for step in steps)
        cells = list(CLASSIC)
        for step in steps:
            for place in step["places"]:
                cells[9 * int(place[1]) + int(place[3]) - 10] = place[5]
        assert "".join(cells) == SOLUTION

    def test_for_people(self) -> None:
        ran = entails("sudoku", "steps", CLASSIC)
        assert ran.code == 0
        assert ran.out.startswith(" 1  In box 2, the 8 can only go in r1c6. (last remaining cell in a box)\n")
        assert "│ 5 3 4 │ 6 7 8 │ 9 1 2 │" in ran.out
        assert ran.out.endswith("solved in 51 steps\n")

    @pytest.mark.parametrize(
        ("grid", "code", "words"),
        [
            (TWO_WAYS, 3, "there is more than one solution"),
            (CLASH, 1, "no solution: after 0 steps, column 7 contains 2 twice"),
            (SOLUTION, 0, "solved in 0 steps"),
        ],
    )
    def test_other_endings(self, grid: str, code: int, words: str) -> None:
        ran = entails("sudoku", "steps", grid)
        assert ran.code == code
        assert words in ran.out

    def test_the_order_of_techniques_is_an_input(self) -> None:
        steps = entails("sudoku", "steps", CLASSIC, "--techniques", "naked-single,hidden_single", "--json").line[
            "steps"
        ]
        assert {step["technique"] for step in steps} <= {"naked-single", "hidden-single-box", "hidden-single-line"}
        assert steps[0]["technique"] == "naked-single"
        guessed = entails("sudoku", "steps", FISHY, "--techniques", "study")
        assert guessed.code == 3
        assert "guesses solve it" in guessed.out

    def test_all_that_can_be_done_now(self) -> None:
        ran = entails("sudoku", "steps", CLASSIC, "--available")
        line = entails("sudoku", "steps", CLASSIC, "--available", "--json").line
        assert line["status"] == "open"
        steps = line["steps"]
        assert f"{len(steps)} steps can be taken now" in ran.out
        assert len({json.dumps(step) for step in steps}) == len(steps) > 20
        assert [step["technique"] for step in steps] == sorted((s["technique"] for s in steps), key=DEFAULT.index)
        assert entails("sudoku", "steps", CLASH, "--available").code == 1
        assert entails("sudoku", "steps", SOLUTION, "--available").out == "the grid is full\n"
        assert entails("sudoku", "steps", "." * 81, "--available").code == 3

    def test_many_grids(self) -> None:
        ran = entails("sudoku", "steps", "-", stdin="\n".join([CLASSIC, "nonsense", SMALL, TWO_WAYS]))
        assert ran.code == 2
        assert ran.out.splitlines()[0].endswith("solved in 51 steps; last remaining cell in a box")
        assert "line 2: line of 8 characters" in ran.err
        assert "solved in" in ran.out.splitlines()[1]
        lines = entails("sudoku", "steps", "-", "--json", stdin="\n".join([CLASSIC, "nonsense", SMALL, TWO_WAYS])).lines
        assert [line.get("status") for line in lines] == ["solved", None, "solved", "several"]
        assert fits(lines[1], "error")


class TestHint:
    def test_each_strength_says_more(self) -> None:
        text = {
            strength: entails("sudoku", "hint", CLASSIC, "-s", strength, "--json").line
            for strength in ("where", "technique", "step")
        }
        assert all(fits(line, "hint") for line in text.values())
        assert [line["sentence"] for line in text.values()] == [
            "Look at box 2.",
            "Look for a last remaining cell in box 2.",
            "In box 2, the 8 can only go in r1c6.",
        ]
        assert [line["technique"] is None for line in text.values()] == [True, False, False]
        assert [line["step"] is None for line in text.values()] == [True, True, False]
        assert entails("sudoku", "hint", CLASSIC).out.endswith("Look at box 2.\n")

    @pytest.mark.parametrize(("grid", "code"), [(CLASH, 1), (SOLUTION, 0), ("." * 81, 3)])
    def test_no_hint(self, grid: str, code: int) -> None:
        ran = entails("sudoku", "hint", grid, "--json")
        assert (ran.code, ran.line["found"]) == (code, False)
        assert ran.line["sentence"]


class TestRate:
    def test_json(self) -> None:
        ran = entails("sudoku", "rate", CLASSIC, "--json")
        assert ran.code == 0
        assert fits(ran.line, "rate")
        assert {
            "puzzle",
            "difficulty",
            "difficulty_relative",
            "band",
            "er",
            "exact_depth",
            "hardest",
            "criteria",
        } <= set(ran.line)
        assert (ran.line["puzzle"], ran.line["band"], ran.line["er"], ran.line["exact_depth"]) == (
            CLASSIC,
            "easy",
            1.2,
            0,
        )
        names = set(ran.line["criteria"])
        assert {
            "givens",
            "density",
            "mix",
            "uses_x_wing",
            "first_x_wing",
            "singles_mean",
            "quine_disjunctions",
        } <= names

    def test_for_people(self) -> None:
        out = entails("sudoku", "rate", CLASSIC).out
        assert "\neasy\ndifficulty   0.56  by the time people take" in out
        assert "51 steps: 16 × last free cell, 35 × last remaining cell in a box" in out
        assert max(map(len, out.splitlines())) <= 80

    def test_many_inputs_of_many_kinds(self, tmp_path: Path) -> None:
        path = tmp_path / "grids.sdm"
        path.write_text(f"{FISHY}\nnonsense\n{TWO_WAYS}\n{SMALL}\n")
        ran = entails("sudoku", "rate", CLASSIC, path, "junk", "--json")
        assert ran.code == 2
        assert [line.get("solutions", "error") for line in ran.lines] == [
            "one",
            "one",
            "error",
            "several",
            "one",
            "error",
        ]
        assert all(fits(line, "error" if "error" in line else "rate") for line in ran.lines)
        assert "quine_disjunctions" not in ran.lines[0]["criteria"]
        assert ran.lines[3]["difficulty"] is ran.lines[3]["band"] is None
        shown = entails("sudoku", "rate", CLASSIC, path, "junk")
        assert shown.out.splitlines()[-1] == "4 grids: 2 easy, 1 diabolical, 1 not rated"
        assert len(shown.err.splitlines()) == 2
        assert "input 3: line of 4 characters" in shown.err

    def test_batches_and_single_grids_agree(self, tmp_path: Path) -> None:
        grids = [line["puzzle"] for line in entails("sudoku", "generate", "-n", 30, "--json").lines]
        path = tmp_path / "grids.txt"
        path.write_text("\n".join(grids * 10))
        bulk = entails("sudoku", "rate", path, "--json").lines
        assert [line["puzzle"] for line in bulk] == grids * 10
        for grid, line in zip(grids[:5], bulk, strict=False):
            alone = entails("sudoku", "rate", grid, "--no-quine", "--json").line
            assert {"line": line["line"], "id": None, **alone} == line

    @pytest.mark.parametrize(("grid", "code", "solutions"), [(TWO_WAYS, 1, "several"), (CLASH, 1, "none")])
    def test_what_has_no_difficulty(self, grid: str, code: int, solutions: str) -> None:
        ran = entails("sudoku", "rate", grid, "--json")
        assert (ran.code, ran.line["solutions"], ran.line["difficulty"]) == (code, solutions, None)
        assert ": no difficulty" in entails("sudoku", "rate", grid).out

    def test_plot(self, tmp_path: Path) -> None:
        pytest.importorskip("matplotlib", reason="plots need matplotlib")
        path = tmp_path / "effort.png"
        assert entails("sudoku", "rate", CLASSIC, "--plot", path).code == 0
        assert path.read_bytes().startswith(b"\x89PNG")
        assert entails("sudoku", "rate", CLASSIC, FISHY, "--plot", path).code == 2

    def test_chaos(self) -> None:
        filled = SOLUTION[:60] + "." * 21
        criteria = entails("sudoku", "rate", filled, "--chaos", "--seconds", 20, "--json").line["criteria"]
        assert criteria["chaos_eta"] == pytest.approx(-log10(criteria["chaos_kappa"]))
        assert criteria["chaos_bound"] == 0
        assert "chaos" in entails("sudoku", "rate", SOLUTION, "--chaos").out


def test_a_long_chain_is_folded_and_has_all_links_on_request() -> None:
    """A long chain is shortened, because it would fill the screen, and has all links on request."""
    folded = " ".join(entails("sudoku", "steps", VERY_HARD).out.split())
    left_out = re.search(r"then … \((\d+) more\) …, then", folded)
    assert left_out is not None
    line = entails("sudoku", "steps", VERY_HARD, "--links", "--json").line
    chains = [links for links in line["explanations"] if links]
    assert max(map(len, chains)) > int(left_out[1])
    assert len(chains) == sum("forcing" in step["technique"] for step in line["steps"])


class TestCanonical:
    def test_duplicates_are_found(self) -> None:
        turned = CLASSIC[::-1]
        ran = entails(
            "sudoku", "canonical", "-", "--duplicates", "--json", stdin="\n".join([CLASSIC, FISHY, SMALL, turned])
        )
        assert ran.code == 2
        assert [line.get("same_as") for line in ran.lines] == [None, None, None, 1]
        assert ran.lines[0]["canonical"] == ran.lines[3]["canonical"] != ran.lines[1]["canonical"]
        assert "only classic 9x9 grids" in ran.lines[2]["error"]
        out = entails("sudoku", "canonical", "-", "--duplicates", stdin=f"{CLASSIC}\n{turned}").out
        assert out.endswith("  same as grid 1\n2 grids, 1 different\n")

    def test_two_grids_are_compared(self) -> None:
        same = entails("sudoku", "isomorphic", CLASSIC, CLASSIC[::-1])
        assert (same.code, same.out.splitlines()[0]) == (0, "the same puzzle")
        second = entails("sudoku", "isomorphic", CLASSIC, FISHY, "--json")
        assert (second.code, second.line["isomorphic"]) == (1, False)
        assert "other: line of 3 characters" in entails("sudoku", "isomorphic", CLASSIC, "abc").err


class TestCalibrate:
    def test_it_finds_what_was_planted(self, data: Path, tmp_path: Path) -> None:
        out = tmp_path / "weights.json"
        ran = entails(
            "sudoku",
            "calibrate",
            data,
            "--target",
            "time",
            "--method",
            "lsq",
            "--first-use",
            "--weights",
            out,
            "--json",
        )
        assert ran.code == 0
        assert fits(ran.line, "calibrate")
        assert ran.line["weighted"] is True
        result = {item["technique"]: item for item in ran.line["coefficients"]}
        assert result["last-remaining-box"]["weight"] == pytest.approx(3, abs=1e-3)
        assert result["last-remaining-line"]["first_use"] == pytest.approx(40, abs=1e-2)
        assert ran.line["figure"]["in_sample_pearson"] > 0.999
        rated = entails("sudoku", "rate", CLASSIC, "--weights", out, "--json").line
        assert rated["difficulty"] == pytest.approx(3 * 35, abs=1)

    @pytest.mark.parametrize("method", ["lsq", "nnls", "ridge", "anneal", "coordinate"])
    def test_every_method_tells_everything(self, data: Path, method: str) -> None:
        ran = entails("sudoku", "calibrate", data, "--method", method, "--limit", 30, "--repeats", 1)
        assert ran.code == 0
        for words in ("30 grids of made.csv, target time, weighted by players", "technique", "cross-validated"):
            assert words in ran.out
        assert "correlations between criteria" in ran.out
        assert max(map(len, ran.out.splitlines())) <= 80

    def test_criteria_transform_cap_and_plot(self, data: Path, tmp_path: Path) -> None:
        pytest.importorskip("matplotlib", reason="plots need matplotlib")
        plot = tmp_path / "all.png"
        arguments = ("--criteria", "givens,steps", "--transform", "log", "--intercept", "--cap", 300)
        ran = entails("sudoku", "calibrate", data, *arguments, "--limit", 20, "--repeats", 1, "--plot", plot, "--json")
        assert set(ran.line["model"]["weights"]) == {"givens", "steps"}
        assert ran.line["model"]["transform"] == "log"
        assert plot.read_bytes().startswith(b"\x89PNG")

    @pytest.mark.parametrize(
        "arguments",
        [
            ("--target", "nope"),
            ("--target", "puzzle"),
            ("--method", "guess"),
            ("--transform", "square"),
            ("--cap", "-1"),
            ("--cap", "nan"),
            ("--criteria", "beauty"),
            ("--techniques", "magic"),
            ("--plot", "x.doc"),
            ("--weights", "/no/such/folder/w.json"),
            ("--seed", "-1"),
        ],
    )
    def test_refusals(self, data: Path, arguments: tuple[str, ...]) -> None:
        ran = entails("sudoku", "calibrate", data, *arguments, "--limit", 10, "--repeats", 1)
        assert ran.code == 2
        assert len(ran.err.splitlines()) == 1

    def test_files_that_hold_no_ratings(self, tmp_path: Path) -> None:
        path = tmp_path / "bad.csv"
        for text in (
            "",
            "puzzle,rating\n",
            "a,b\n1,2\n",
            f"puzzle,rating\n{CLASSIC},often\n",
            "puzzle,rating\njunk,1\n",
        ):
            path.write_text(text)
            ran = entails("sudoku", "calibrate", path)
            assert ran.code == 2
            assert ran.err.startswith(f"entails: {path}")
        fit = entails("sudoku", "quine-fit", path, "--target", "rating")
        assert fit.err.startswith(f"entails: {path}")


class TestGenerate:
    def test_json(self) -> None:
        ran = entails("sudoku", "generate", "-n", 3, "--difficulty", "0.8..1.2", "--seed", 4, "--json")
        assert ran.code == 0
        assert len(ran.lines) == 3
        for line in ran.lines:
            assert fits(line, "generate")
            assert 0.8 <= line["difficulty"] <= 1.2
            solved = entails("sudoku", "solve", line["puzzle"], "--json").line
            assert (solved["unique"], solved["solution"]) == (True, line["solution"])
            assert (
                entails("sudoku", "rate", line["puzzle"], "--no-quine", "--json").line["criteria"] == line["criteria"]
            )

    def test_the_same_seed_gives_the_same_grids(self) -> None:
        first, second, another = (
            entails("sudoku", "generate", "-n", 4, "--difficulty", "hard", "--seed", seed).out for seed in (1, 1, 2)
        )
        assert first == second != another

    @pytest.mark.parametrize("name", ["y-wing", "naked-pair", "last-possible-number"])
    def test_technique(self, name: str) -> None:
        line = entails("sudoku", "generate", "--technique", name, "--json").line
        assert line["hardest"] == name
        steps = entails("sudoku", "steps", line["puzzle"], "--json").line["steps"]
        assert name in {step["technique"] for step in steps}

    def test_clues_symmetry_minimal(self) -> None:
        line = entails("sudoku", "generate", "--clues", "23..26", "--minimal", "--symmetry", "none", "--json").line
        assert 23 <= line["clues"] <= 26
        mirrored = entails("sudoku", "generate", "--symmetry", "mirror", "--clues", 32, "--json").line["puzzle"]
        rows = [mirrored[start : start + 9] for start in range(0, 81, 9)]
        assert all([cell == "." for cell in row] == [cell == "." for cell in reversed(row)] for row in rows)
        assert sum(cell != "." for cell in mirrored) == 32

    def test_for_people(self) -> None:
        out = entails("sudoku", "generate", "--difficulty", "easy").out
        assert "easy: difficulty " in out
        assert out.count("┌") == 1
        many = entails("sudoku", "generate", "-n", 5).out.splitlines()
        assert len(many) == 6
        assert {len(line.split()[-1]) for line in many[1:]} == {81}

    def test_other_sizes_have_no_rating(self) -> None:
        line = entails("sudoku", "generate", "--size", 4, "--json").line
        assert fits(line, "generate")
        assert (len(line["puzzle"]), line["difficulty"], line["criteria"]) == (16, None, {})
        assert "clues, one solution" in entails("sudoku", "generate", "--size", 6).out

    def test_an_impossible_order(self) -> None:
        for order in (("--difficulty", "50..60"), ("--clues", "17")):
            ran = entails("sudoku", "generate", "-n", 2, *order, "--attempts", 40, "--json")
            assert (ran.code, ran.out) == (3, "")
            assert "0 of 2 grids generated: " in ran.err
            assert "--attempts" in ran.err
        late = entails("sudoku", "generate", "-n", 100_000, "--seconds", 0.3)
        assert late.code == 3
        assert "time limit reached" in late.err
        assert len(late.out.splitlines()) > 1

    def test_sheets(self, tmp_path: Path) -> None:
        for ending, start in (("pdf", b"%PDF"), ("svg", b"<svg")):
            path = tmp_path / f"sheet.{ending}"
            ran = entails("sudoku", "generate", "-n", 2, "--sheet", path)
            assert f"sheet: {path}" in ran.out
            assert path.read_bytes().startswith(start)
        assert (tmp_path / "sheet-2.svg").read_text().count("solutions") == 1

    @pytest.mark.parametrize(
        "arguments",
        [
            ("--difficulty", "tough"),
            ("--difficulty", "2..1"),
            ("--difficulty", "nan..1"),
            ("--difficulty", "1.0"),
            ("--technique", "magic"),
            ("--technique", "hidden-single"),
            ("--technique", "backtracking"),
            ("--clues", "many"),
            ("--clues", "90"),
            ("--clues", "5"),
            ("--clues", "5..16"),
            ("--clues", "30..20"),
            ("--symmetry", "radial"),
            ("--size", "7"),
            ("--size", "-1"),
            ("--size", "123456789012345678901234567890"),
            ("--seed", "-1"),
            ("-n", "0"),
            ("--sheet", "sheet.doc"),
            ("--size", "4", "--difficulty", "easy"),
            ("--size", "4", "--technique", "unique-rectangle"),
            ("--shape", "x", "--difficulty", "easy"),
            ("--shape", "round"),
        ],
    )
    def test_refusals(self, arguments: tuple[str, ...]) -> None:
        ran = entails("sudoku", "generate", *arguments)
        assert (ran.code, ran.out) == (2, "")
        assert len(ran.err.splitlines()) == 1
        assert len(ran.err) < 800


@pytest.mark.parametrize(
    "arguments",
    [
        ("steps", CLASSIC, "--techniques", "magic"),
        ("steps", CLASSIC, "--techniques", ""),
        ("hint", CLASSIC, "--strength", "loud"),
        ("rate", "x" * 100_000),
        ("rate", CLASSIC, "--plot", "effort.doc"),
        ("rate", CLASSIC, "--weights", "no-such-file.json"),
        ("steps", "no-such-file.txt"),
    ],
    ids=lambda value: " ".join(value)[:60],
)
def test_refusals(arguments: tuple[str, ...]) -> None:
    ran = entails("sudoku", *arguments)
    assert ran.code == 2
    assert len(ran.err.splitlines()) == 1
    assert len(ran.err) < 800
