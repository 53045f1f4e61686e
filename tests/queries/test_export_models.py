"""Exported CP-SAT models and OPB files: solved externally, decoded, and equal to our own results."""

import base64
import json
from pathlib import Path
from typing import Any

import pytest
from cli.runner import entails as run
from google.protobuf import text_format
from ortools.sat.cp_model_pb2 import CpModelProto
from ortools.sat.python import cp_model
from pysat.solvers import Solver

import entails
from entails.formats.cp_model import read_cp_model
from entails.formats.dimacs.read import read_dimacs
from entails.formats.opb import read_opb, read_opb_formula, write_opb
from entails.models.encoding import Objective
from entails.puzzles import puzzle_type_named, puzzles

GRID = "..4..3...2....1."
CLASH = "..4..3...2....14"
OPEN = "..4............."
RACK = ("empty", "--rack", "AEMORST")
SLOT = "8D 5"


def smallest(name: str) -> str:
    return min((example.text for example in puzzle_type_named(name).examples), key=len)


def solvable(name: str) -> str:
    """Return the shortest example that has a solution."""
    texts = sorted((example.text for example in puzzle_type_named(name).examples), key=len)
    return next(text for text in texts if entails.solve(entails.parse(name, text)).status == "satisfied")


def solved_by_ortools(text: str) -> cp_model.CpSolver:
    model = cp_model.CpModel()
    assert model.proto.parse_text_format(text)
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    assert solver.status_name(solver.solve(model)) in ("OPTIMAL", "FEASIBLE")
    return solver


OWN_MODELS = [name for name in puzzles() if name not in ("cnf", "fzn", "ortools", "scrabble", "wordle")]


@pytest.mark.parametrize("name", OWN_MODELS)
def test_a_sat_solver_solves_every_puzzle_type_and_the_model_is_decoded(name: str, tmp_path: Path) -> None:
    puzzle = entails.parse(name, solvable(name))
    for form, read in (("dimacs", read_dimacs), ("gcnf", read_dimacs), ("opb", read_opb_formula)):
        file = tmp_path / form
        file.write_text("".join(entails.export(puzzle, form=form)))
        formula = read(file.read_bytes())
        with Solver("cadical153", bootstrap_with=formula.clauses.lists) as solver:
            assert solver.solve()
            literals = solver.get_model()[: formula.variables]
        values = v_line(literals) if form == "opb" else f"v {' '.join(map(str, literals))} 0"
        decoded = run(name, "decode", file, "-", "--json", stdin=f"s SATISFIABLE\n{values}\n")
        assert (decoded.code, decoded.err) == (0, "")
        assert decoded.line["status"] == "satisfied"


@pytest.mark.parametrize("name", OWN_MODELS)
def test_ortools_solves_every_puzzle_type_and_the_response_is_decoded(name: str, tmp_path: Path) -> None:
    puzzle = entails.parse(name, solvable(name))
    text = "".join(entails.export(puzzle, form="cpsat"))
    model = tmp_path / "model.pb.txt"
    model.write_text(text)
    response = str(solved_by_ortools(text).response_proto)
    decoded = run(name, "decode", model, "-", "--json", stdin=response)
    assert (decoded.code, decoded.err) == (0, "")
    assert decoded.line["status"] == "satisfied"
    assert f'name: "puzzle {name} ' in text


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("sudoku", GRID),
        ("sudoku", "12..34......3..."),
        ("takuzu", "0.../..1./..../...."),
        ("hitori", smallest("hitori")),
        ("slitherlink", smallest("slitherlink")),
        ("nurikabe", smallest("nurikabe")),
        ("wordle", "crane:bybbg"),
    ],
)
def test_the_number_of_solutions_is_that_of_the_puzzle(name: str, text: str) -> None:
    puzzle = entails.parse(name, text)
    model = read_cp_model("".join(entails.export(puzzle, form="cpsat")).encode())
    assert entails.count(model).value == entails.count(puzzle).value


@pytest.mark.parametrize(("name", "text"), [("takuzu", "0.../..1./..../...."), ("sudoku", OPEN)])
def test_an_opb_file_has_the_solutions_of_the_puzzle(name: str, text: str) -> None:
    puzzle = entails.parse(name, text)
    problem = entails.parse("model", "".join(entails.export(puzzle, form="opb", encoder="complete")))
    assert entails.count(problem).value == entails.count(puzzle).value


def test_text_and_binary_are_the_same_model(tmp_path: Path) -> None:
    for file in ("m.pb.txt", "m.pb", "m.bin"):
        assert run("sudoku", "export", GRID, "--to", "cpsat", "-o", tmp_path / file).code == 0
    text, binary = CpModelProto(), CpModelProto()
    text_format.Parse((tmp_path / "m.pb.txt").read_text(), text)
    binary.ParseFromString((tmp_path / "m.pb").read_bytes())
    assert text == binary
    assert text.name == f"puzzle sudoku {GRID}\nshape 4x4\nencoder all-different"
    assert (tmp_path / "m.bin").read_bytes() == (tmp_path / "m.pb").read_bytes()
    report = run("sudoku", "export", GRID, "--to", "cpsat-binary", "--json").line
    assert base64.b64decode(report["text"]) == (tmp_path / "m.pb").read_bytes()
    assert run("sudoku", "export", GRID, "--to", "cpsat-binary", "-o", tmp_path / "other").code == 0
    assert (tmp_path / "other").read_bytes() == (tmp_path / "m.pb").read_bytes()


def test_the_model_is_plain() -> None:
    """The exported model is plain: named unconditional clues, rules as comments, unnamed auxiliaries, no selectors."""
    model = read_cp_model("".join(entails.export(entails.parse("sudoku", GRID), form="cpsat")).encode()).contents
    assert [variable.name for variable in model.variables] == [f"r{r}c{c}" for r in range(1, 5) for c in range(1, 5)]
    assert [row.name for row in model.constraints if row.name] == [
        "r1c3 is 4 (given)",
        "r2c2 is 3 (given)",
        "r3c2 is 2 (given)",
        "r4c3 is 1 (given)",
    ]
    assert not any(row.enforced for row in model.constraints)
    text = "".join(entails.export(entails.parse("sudoku", GRID), form="cpsat"))
    assert "# row 1 has each digit once\nconstraints {\n  all_diff {" in text


def test_ortools_explain_names_the_clues() -> None:
    text = run("sudoku", "export", CLASH, "--to", "cpsat").out
    ran = run("ortools", "explain", "-", stdin=text)
    assert ran.code == 1
    assert "  • r4c4 is 4 (given): r4c4 = 4\n" in ran.out
    wordle = run("wordle", "export", "crane:ggggg", "slate:bbbbb", "--to", "cpsat").out
    assert "guess 1 says" in run("ortools", "explain", "-", stdin=wordle).out


def test_what_ortools_solve_prints_is_decoded(tmp_path: Path) -> None:
    model = tmp_path / "m.pb"
    run("sudoku", "export", GRID, "--to", "cpsat", "-o", model)
    for options in ((), ("--json",)):
        output = run("ortools", "solve", model, *options).out
        decoded = run("sudoku", "decode", model, "-", "--json", stdin=output)
        assert decoded.line["solution"] == "2143432112343412"
        assert decoded.line["encoder"] == "all-different"
    run("sudoku", "export", CLASH, "--to", "cpsat", "-o", model)
    output = run("ortools", "solve", model, "--json").out
    assert run("sudoku", "decode", model, "-", stdin=output).code == 1


SOLUTION = {f"r{r}c{c}": int("2143432112343412"[4 * r + c - 5]) for r in range(1, 5) for c in range(1, 5)}
LINES = "".join(f"{name} = {value}\n" for name, value in SOLUTION.items())


@pytest.mark.parametrize(
    ("answer", "problem"),
    [
        ("", "the answer is empty"),
        ("hello", '"hello" is not "name = value"'),
        ("[1]", '"[1]" is not "name = value"'),
        ("{", "invalid JSON"),
        ("{}", "r1c1 has no value"),
        (json.dumps({**SOLUTION, "r9c9": 1}), "unknown variable 'r9c9'"),
        (json.dumps({**SOLUTION, "r1c1": "2"}), "r1c1: '2' is not a whole number"),
        (json.dumps({**SOLUTION, "r1c1": 7}), "r1c1 has no value of its own"),
        (json.dumps({**SOLUTION, "r1c1": 1}), "it breaks 'row 1 has each digit once' (constraint #1 does not hold"),
        (json.dumps({**SOLUTION, "r1c3": 3}), "does not solve the puzzle"),
        (f"{LINES}r1c1 = 3\n", "r1c1 has two values"),
        (LINES.replace("r2c2 = 3\n", ""), "r2c2 has no value"),
        (LINES.replace("r2c2 = 3", "r2c2 = x"), '"r2c2 = x" is not "name = value"'),
        ("status: OPTIMAL\nsolution: 1\n", "1 value; expected 16"),
        ("status: NONSENSE\n", "the content cannot be read"),
        ("status: MODEL_INVALID\n", "the status is MODEL_INVALID"),
        ("status: OPTIMAL\n", "0 values; expected 16"),
        ("s SATISFIABLE\nv 1 0\n", '"s SATISFIABLE" is not "name = value"'),
    ],
)
def test_a_wrong_answer_to_a_cp_model_is_refused(answer: str, problem: str, tmp_path: Path) -> None:
    model = tmp_path / "m.pb.txt"
    run("sudoku", "export", GRID, "--to", "cpsat", "-o", model)
    ran = run("sudoku", "decode", model, "-", stdin=answer)
    assert (ran.code, ran.out) == (2, "")
    assert problem in ran.err


@pytest.mark.parametrize(
    ("answer", "code"), [(LINES, 0), ("INFEASIBLE", 1), ("status: INFEASIBLE", 1), ("UNKNOWN", 3), ("no solution", 1)]
)
def test_verdicts_on_a_cp_model(answer: str, code: int, tmp_path: Path) -> None:
    model = tmp_path / "m.pb.txt"
    run("sudoku", "export", GRID, "--to", "cpsat", "-o", model)
    assert run("sudoku", "decode", model, "-", stdin=answer).code == code


def test_a_model_of_another_origin_is_refused(tmp_path: Path) -> None:
    model = tmp_path / "m.pb.txt"
    model.write_text('variables { name: "x" domain: [0, 1] }\n')
    ran = run("sudoku", "decode", model, "-", stdin="x = 1")
    assert ran.code == 2
    assert "the file does not name the sudoku puzzle" in ran.err
    run("takuzu", "export", "0./..", "--to", "cpsat", "-o", model)
    assert run("sudoku", "decode", model, "-", stdin="INFEASIBLE").code == 2
    (tmp_path / "junk.pb").write_bytes(bytes(range(64)))
    assert run("sudoku", "decode", tmp_path / "junk.pb", "-", stdin="INFEASIBLE").code == 2


def test_auxiliary_variables_are_completed(tmp_path: Path) -> None:
    """Decoding completes auxiliary variables from the named ones, and rejects values that cannot be completed."""
    model = tmp_path / "m.pb.txt"
    run("slitherlink", "export", smallest("slitherlink"), "--to", "cpsat", "-o", model)
    report = run("ortools", "solve", model, "--json").line
    values = json.loads(report["solution"])
    assert len(values) < len(read_cp_model(model.read_bytes()).contents.variables)
    assert run("slitherlink", "decode", model, "-", stdin=json.dumps(values)).code == 0
    for name in list(values)[:6]:
        ran = run("slitherlink", "decode", model, "-", stdin=json.dumps({**values, name: 1 - values[name]}))
        assert ran.code == 2
        assert "does not solve the puzzle: " in ran.err
        assert ("it breaks '" in ran.err) >= ("auxiliary variables" in ran.err)


@pytest.mark.parametrize("form", ["cpsat", "dimacs"])
def test_a_word_of_no_lexicon_breaks_the_lexicon(form: str, tmp_path: Path) -> None:
    """A word outside the lexicon is rejected: letters and positions agree, but no auxiliary values do."""
    file = tmp_path / "w.txt"
    run("wordle", "export", "crane:bybbg", "--to", form, "-o", file)
    word = "fprre"
    facts = {f"position {place} is {letter.upper()}" for place, letter in enumerate(word, 1)}
    letters = [f"there is {'an' if letter in 'AEFHILMNORSX' else 'a'} {letter}" for letter in map(chr, range(65, 91))]
    facts |= {fact for fact in letters if fact[-1].lower() in word}
    if form == "cpsat":
        values = {f"position {place}": ord(letter) - 97 for place, letter in enumerate(word, 1)}
        answer = json.dumps({**values, **{fact: int(fact in facts) for fact in letters}})
    else:
        formula = read_dimacs(file.read_bytes())
        names = formula.names[: formula.answers]
        assert facts <= set(names)
        literals = [place if name in facts else -place for place, name in enumerate(names, 1)]
        answer = f"s SATISFIABLE\nv {' '.join(map(str, literals))} 0\n"
    ran = run("wordle", "decode-model", file, "-", stdin=answer)
    assert ran.code == 2
    assert " and 'the secret is one of the 2,315 words of 5 letters in wordle-answers'; " in ran.err


@pytest.mark.parametrize("options", [("--format", "line"), ("--json",)])
def test_what_cnf_solve_prints_is_decoded(options: tuple[str, ...], tmp_path: Path) -> None:
    for grid, code in ((GRID, 0), (CLASH, 1)):
        file = tmp_path / "grid.cnf"
        run("sudoku", "export", grid, "-o", file)
        output = run("cnf", "solve", file, *options).out
        if output:
            assert run("sudoku", "decode", file, "-", stdin=output).code == code
    assert run("sudoku", "decode", file, "-", stdin="1 -2").code == 2  # a part of the model


def test_a_grid_with_marks_is_decoded(tmp_path: Path) -> None:
    grid = json.dumps({"shape": "4x4", "cells": GRID})
    marked = run("sudoku", "export", grid, "--to", "marks").out.strip()
    for form in ("dimacs", "opb", "gcnf"):
        file = tmp_path / "grid"
        assert run("sudoku", "export", marked, "--to", form, "-o", file).code == 0
        assert run("sudoku", "decode", file, "-", stdin="s UNSATISFIABLE\n").code == 1


# OPB


def opb_of(name: str, text: str, folder: Path, *options: str) -> tuple[Path, list[int]]:
    """Export an OPB file; return it with a model."""
    file = folder / "puzzle.opb"
    assert run(name, "export", text, "--to", "opb", "-o", file, *options).code == 0
    formula = read_opb_formula(file.read_bytes())
    with Solver("minisat22", bootstrap_with=formula.clauses.lists) as solver:
        assert solver.solve()
        return file, solver.get_model()[: formula.variables]


def v_line(literals: list[int]) -> str:
    return "v " + " ".join(f"{'-' if literal < 0 else ''}x{abs(literal)}" for literal in literals)


@pytest.mark.parametrize("name", ["takuzu", "sudoku", "hitori", "model", "slitherlink"])
def test_an_opb_file_is_decoded(name: str, tmp_path: Path) -> None:
    file, model = opb_of(name, smallest(name), tmp_path)
    read_opb(file.read_bytes())
    for verdict in ("SATISFIABLE", "OPTIMUM FOUND"):
        ran = run(name, "decode", file, "-", "--json", stdin=f"c x\ns {verdict}\n{v_line(model)}\n")
        assert (ran.code, ran.err) == (0, "")


def test_wordle_decodes_each_form(tmp_path: Path) -> None:
    file, model = opb_of("wordle", "crane:bybbg", tmp_path)
    ran = run("wordle", "decode-model", file, "-", "--json", stdin=f"s SATISFIABLE\n{v_line(model)}\n")
    assert entails.parse("wordle", "crane:bybbg").rejects(ran.line["solution"]) is None
    cnf, cp = tmp_path / "w.cnf", tmp_path / "w.pb"
    run("wordle", "export", "crane:bybbg", "-o", cnf)
    text = " ".join(map(str, model))
    again = run("wordle", "decode-model", cnf, "-", "--json", stdin=f"s SATISFIABLE\nv {text} 0\n")
    assert again.line["solution"] == ran.line["solution"]
    run("wordle", "export", "crane:bybbg", "--to", "cpsat", "-o", cp)
    output = run("ortools", "solve", cp, "--json").out
    drawn = run("wordle", "decode-model", cp, "-", stdin=output)
    assert (drawn.code, drawn.out.splitlines()[-1]) == (0, "solved")


def test_a_formula_survives_opb() -> None:
    content = (
        "c puzzle x\nc var 1 a | b\np cnf 3 4\nc group 0 r | rule\n1 -2 0\n0\nc group 1 s | clue | soft\n-3 -3 0\n2 0\n"
    )
    formula = read_dimacs(content.encode())
    again = read_opb_formula("".join(write_opb(formula)).encode())
    assert again.clauses.lists == formula.clauses.lists
    assert (list(again.names), again.variables) == (list(formula.names), 3)
    assert [(group.id, group.text, group.soft) for group in again.groups] == [
        (group.id, group.text, group.soft) for group in formula.groups
    ]
    assert "puzzle x" in again.about


def test_the_objective_is_minimised() -> None:
    from dataclasses import replace

    formula = read_dimacs(b"p cnf 2 1\n1 2 0\n")
    low = replace(formula, objective=Objective("minimise", facts=((2, 1), (3, -2)), fixed=1))
    text = "".join(write_opb(low))
    assert "* constant of the objective: 4\nmin: +2 x1 -3 x2 ;\n" in text
    high = "".join(write_opb(replace(formula, objective=Objective("maximise", facts=((2, 1),)))))
    assert "* maximised: the objective is negated\nmin: -2 x1 ;\n" in high
    assert entails.solve(entails.parse("model", text)).objective == -3


@pytest.mark.parametrize(
    ("answer", "problem"),
    [
        ("", "the verdict is missing"),
        ("s SATISFIABLE\n", "verdict and model do not fit together"),
        ("s UNSATISFIABLE\nv x1\n", "verdict and model do not fit together"),
        ("s SATISFIABLE\ns SATISFIABLE\nv x1\n", "more than one verdict"),
        ("s SATISFIABLE\nv 1 0\n", '"1" is not a literal'),
        ("s SATISFIABLE\nv x99999\n", '"x99999" is not a literal'),
        ("s SATISFIABLE\nv x1 -x1\n", "x1 is both true and false"),
        ("s SATISFIABLE\nhello\n", '"hello" is invalid'),
        ("s SATISFIABLE\nv x1 x2\n", "does not solve the puzzle: it breaks 'r1c1 has one digit' (clause"),
    ],
)
def test_a_wrong_answer_to_an_opb_file_is_refused(answer: str, problem: str, tmp_path: Path) -> None:
    file, _ = opb_of("sudoku", GRID, tmp_path, "--encoder", "complete")
    ran = run("sudoku", "decode", file, "-", stdin=answer)
    assert (ran.code, ran.out) == (2, "")
    assert problem in ran.err


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        ("+2 x1 >= 2 ;\n", "constraint 1: not a clause"),
        ("+1 x1 <= 1 ;\n", "constraint 1: not a clause"),
        ("+1 y >= 1 ;\n", "variable y has no number"),
        ("+1 x1 >= 1 ; +1 x2 >= 1 ;\n", "2 constraints on 1 line"),
        ("+1 x1 >= 1 ;\n", "the file does not name the sudoku puzzle"),
    ],
)
def test_an_opb_file_of_another_origin_is_refused(content: str, problem: str, tmp_path: Path) -> None:
    file = tmp_path / "other.opb"
    file.write_text(content)
    ran = run("sudoku", "decode", file, "-", stdin="s UNSATISFIABLE\n")
    assert ran.code == 2
    assert problem in ran.err


# Scrabble


def test_a_slot_is_exported_solved_and_decoded(tmp_path: Path) -> None:
    model = tmp_path / "slot.pb"
    assert run("scrabble", "export", *RACK, "--to", "cpsat", "--slot", "8d-5", "-o", model).code == 0
    report = run("ortools", "solve", model, "--json").line
    decoded = run("scrabble", "decode", model, "-", "--json", stdin=report["solution"]).line
    assert decoded["solution"].startswith("8D ")
    position = entails.parse("scrabble", RACK[0], rack=RACK[2])
    assert entails.solve(position).objective >= report["objective"] > 0
    values = json.loads(report["solution"])
    wrong = {**values, "letter 1": values["letter 2"], "letter 2": values["letter 1"]}
    ran = run("scrabble", "decode", model, "-", stdin=json.dumps(wrong))
    assert ran.code == 2
    assert "does not solve the puzzle" in ran.err


def test_every_slot_is_a_file(tmp_path: Path) -> None:
    folder = f"{tmp_path / 'slots'}/"
    assert run("scrabble", "export", "empty", "--rack", "AT", "--to", "cpsat", "-o", folder).code == 0
    files = sorted(Path(folder).iterdir())
    assert [file.name for file in files] == ["8G-2.pb.txt", "8H-2.pb.txt"]
    best = max(solved_by_ortools(file.read_text()).objective_value for file in files)
    assert best == entails.solve(entails.parse("scrabble", "empty", rack="AT")).objective


def test_a_slot_must_be_chosen() -> None:
    ran = run("scrabble", "export", *RACK, "--to", "cpsat")
    assert (ran.code, ran.out) == (2, "")
    assert '--slot: 27 models, one for each slot; expected a slot such as "8B 7"' in ran.err
    ran = run("scrabble", "export", *RACK, "--to", "cpsat", "--slot", "1A 15")
    assert (ran.code, "no word fits slot '1A 15'" in ran.err) == (2, True)
    assert run("scrabble", "export", *RACK, "--to", "cgp", "--slot", SLOT).code == 2
    assert run("scrabble", "export", *RACK, "--to", "cpsat", "--json").code == 2
    ran = run("scrabble", "export", "empty", "--rack", "QZ", "--to", "cpsat", "-o", "nowhere/")
    assert (ran.code, "no word fits the board and the rack" in ran.err) == (2, True)
    assert run("scrabble", "constraints", *RACK).code == 2
    ran = run("scrabble", "constraints", *RACK, "--slot", SLOT)
    assert "the word across row 8 is in the lexicon" in ran.out


def test_a_wanted_play_needs_no_slot() -> None:
    text = run("scrabble", "export", *RACK, "--word", "8D QUEEN", "--to", "cpsat").out
    ran = run("ortools", "explain", "-", stdin=text)
    assert ran.code == 1
    assert "the rack has no Q" in ran.out


def test_a_folder_is_for_models(tmp_path: Path) -> None:
    ran = run("sudoku", "export", GRID, "-o", f"{tmp_path}/")
    assert ran.code == 2
    assert run("sudoku", "export", GRID, "--to", "cpsat", "-o", f"{tmp_path}/").code == 0
    assert (tmp_path / "model.pb.txt").exists()


def test_an_encoder_of_another_type_is_refused() -> None:
    ran: Any = run("sudoku", "export", GRID, "--to", "cpsat", "--encoder", "complete")
    assert ran.code == 2
    assert "encoder complete makes a cnf encoding; cpsat needs all-different" in ran.err
    assert run("takuzu", "export", "0./..", "--to", "x").err.endswith(", cpsat, cpsat-binary\n")
