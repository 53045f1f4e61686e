"""What the verbs of formulas do: proofs and statistics."""

import sys
from dataclasses import asdict
from typing import Any

from clausal.cli.exit import NO, UNDECIDED, YES, complain
from clausal.cli.options import Choices
from clausal.cli.output import console, print_json, write_text
from clausal.encoders.cnf import make_up
from clausal.models.dimacs import read_dimacs, read_file
from clausal.models.encoding import Cnf
from clausal.models.errors import EngineFault, InvalidPuzzle
from clausal.models.limits import Options
from clausal.models.outcome import Satisfied, Undecided
from clausal.models.report import MakeUpReport, ProofReport
from clausal.solvers.proof import ProofCheck, check_proof, proof_text, read_proof
from clausal.solvers.registry import engine as engine_named


def read_formula(path: str) -> Cnf[Any]:
    """A formula from a file or from standard input."""
    data = sys.stdin.buffer.read() if path == "-" else read_file(path)
    try:
        return read_dimacs(data)
    except InvalidPuzzle as error:
        raise error.at("standard input" if path == "-" else path) from None


def prove_formula(path: str, choices: Choices, output: str | None, *, check: bool) -> int:
    """Write a proof, checked before it leaves; say so when there is a solution instead."""
    formula = read_formula(path)
    solver = engine_named(choices.engine or "cadical195")
    with solver.open(formula, choices.limits, Options(proof=True)) as session:
        outcome = session.solve()
    if isinstance(outcome, Satisfied):
        complain("there is a solution, so there is nothing to prove")
        return NO
    if isinstance(outcome, Undecided):
        complain(f"undecided: stopped by the limit on {outcome.reason}")
        return UNDECIDED
    lines = outcome.proof or ()
    if check and not (found := check_proof(formula.clauses.lists, lines)).verified:
        raise EngineFault(f"the proof of engine {solver.name} does not hold: {found.problem}")
    write_text([proof_text(lines)], output)
    return YES


def verify_proof(formula_path: str, proof_path: str, *, json: bool) -> int:
    """Is the proof right?"""
    formula = read_formula(formula_path)
    found = _checked(formula, read_file(proof_path), proof_path)
    if json:
        print_json(
            ProofReport(
                file=proof_path,
                verified=found.verified,
                problem=found.problem or None,
                additions=found.additions,
                deletions=found.deletions,
                rat_steps=found.rat_steps,
            )
        )
    elif found.verified:
        rat = f", {found.rat_steps} of them RAT" if found.rat_steps else ""
        print(f"verified: the formula has no solution ({found.additions:,} clauses derived{rat})")
    else:
        print(f"not verified: {found.problem}")
    return YES if found.verified else NO


def _checked(formula: Cnf[Any], data: bytes, path: str) -> ProofCheck:
    try:
        return check_proof(formula.clauses.lists, read_proof(data))
    except InvalidPuzzle as error:
        raise error.at(path) from None


def show_stats(path: str, *, json: bool) -> int:
    """Size and make-up."""
    report = MakeUpReport(file=path, **asdict(make_up(read_formula(path))))
    if json:
        print_json(report)
        return YES
    from rich.table import Table

    table = Table(box=None, show_header=False)
    table.add_column(style="bold")
    table.add_column(justify="right")
    rows = report.model_dump(exclude={"file", "puzzle", "lengths"})
    for name, value in rows.items():
        table.add_row(name, f"{value:,}")
    for length, number in report.lengths.items():
        table.add_row(f"clauses of length {length}", f"{number:,}")
    console().print(table)
    return YES
