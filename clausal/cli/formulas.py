"""What the verbs of formulas do: proofs and statistics."""

from dataclasses import asdict
from typing import Any

from clausal.cli.exit import NO, UNDECIDED, YES, complain
from clausal.cli.files import label, read_input, write_text
from clausal.cli.output import columns, print_json, say
from clausal.data.files import unpacked
from clausal.encoders.cnf import make_up
from clausal.models.choices import Choices
from clausal.models.dimacs import read_dimacs
from clausal.models.encoding import Cnf
from clausal.models.errors import EngineFault, Invalid, InvalidPuzzle
from clausal.models.limits import Options
from clausal.models.outcome import Satisfied, Undecided
from clausal.models.report import MakeUpReport, ProofReport
from clausal.solvers.proof import ProofCheck, check_proof, proof_text, read_proof
from clausal.solvers.registry import engine as engine_named


def read_formula(path: str) -> Cnf[Any]:
    """A formula from a file or from standard input."""
    data = read_input(path)
    try:
        return read_dimacs(unpacked(data))
    except Invalid as error:
        raise error.at(label(path)) from None


def only_one_from_standard_input(*paths: str) -> None:
    """Refuse to read two things from where only one can be."""
    if paths.count("-") > 1:
        raise InvalidPuzzle("only one of the inputs can be standard input", expected="a file for the other")


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
    only_one_from_standard_input(formula_path, proof_path)
    formula = read_formula(formula_path)
    found = _checked(formula, read_input(proof_path), label(proof_path))
    if json:
        print_json(
            ProofReport(
                file=label(proof_path),
                verified=found.verified,
                problem=found.problem or None,
                additions=found.additions,
                deletions=found.deletions,
                rat_steps=found.rat_steps,
            )
        )
    elif found.verified:
        rat = f", {found.rat_steps} of them RAT" if found.rat_steps else ""
        derived = "1 clause" if found.additions == 1 else f"{found.additions:,} clauses"
        say(f"verified: the formula has no solution ({derived} derived{rat})", "green")
    else:
        say(f"not verified: {found.problem}", "red")
    return YES if found.verified else NO


def _checked(formula: Cnf[Any], data: bytes, place: str) -> ProofCheck:
    try:
        return check_proof(formula.clauses.lists, read_proof(unpacked(data)))
    except Invalid as error:
        raise error.at(place) from None


_LABELS = {
    "variables": "variables",
    "used": "variables in a clause",
    "pure": "variables of one sign only",
    "clauses": "clauses",
    "horn": "Horn clauses",
    "literals": "literals",
    "positive": "positive literals",
    "density": "clauses per variable",
    "groups": "groups",
    "doubtable": "groups that may be doubted",
}


def show_stats(path: str, *, json: bool) -> int:
    """Size and make-up."""
    report = MakeUpReport(file=label(path), **asdict(make_up(read_formula(path))))
    if json:
        print_json(report)
        return YES
    rows = [(words, f"{getattr(report, name):,}") for name, words in _LABELS.items()]
    rows += [(f"clauses of length {length}", f"{number:,}") for length, number in report.lengths.items()]
    columns(rows, right=1)
    return YES
