"""Agreement of all engines and compilers on thousands of random statements, for a given time.

    python -m benchmarks.agree [--seconds 60] [--seed 0]

Each statement is asked of several engines, compiled to clauses in a random style and form and to CP-SAT. Small ones are
compared with brute force: all answers, what the checker lets pass, the minimal conflicts, the best answer. Larger ones
are compared with each other. What differs is printed with the seed that makes it again.
"""

import argparse
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

from benchmarks.measure import figure
from entails.encoders.check.checker import broken
from entails.encoders.cnf import STYLES
from entails.encoders.cnf.at_most_one import AT_MOST_ONE
from entails.encoders.cnf.compile import compile_cnf
from entails.encoders.cpsat.compile import compile_cpsat
from entails.models.encoding import Encoding
from entails.models.limits import UNLIMITED, Options
from entails.models.outcome import Satisfied
from entails.models.statement import Statement
from entails.solvers.engine import engine, solutions
from entails.solvers.explain import explain

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

from statement_makers import KINDS, make_statement
from statement_meaning import answers, assignments, best, conflicts

SAT = ("cadical195", "cadical153", "glucose421", "maplechrono", "minisat22", "minicard", "mergesat3", "quine")
MOST_ANSWERS = 1_000

Difference = str
Question = Callable[[Statement, Random], Iterator[Difference]]


def main(arguments: list[str] | None = None) -> int:
    """Compare until the time is over; return 1 if anything differs."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.agree", description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--seed", type=int, default=0)
    chosen = parser.parse_args([] if arguments is None else arguments)
    deadline, seed = time.monotonic() + chosen.seconds, chosen.seed
    counter: Counter[str] = Counter()
    differing = 0
    while time.monotonic() < deadline:
        kind = list(KINDS)[seed % len(KINDS)]
        for name, (question, choices) in QUESTIONS.items():
            random = Random(f"{name} {seed}")
            statement = make_statement(random, KINDS[kind], **choices(random))
            for difference in question(statement, random):
                differing += 1
                print(f"DIFFERENT {name}, seed {seed}, {kind}: {difference}\n    {statement}", flush=True)
            counter[name] += 1
        seed += 1
    report = ", ".join(f"{count:,} {name}" for name, count in counter.items())
    figure(f"statements on which all agree ({report}; next seed {seed})", f"{differing} differ", "0", not differing)
    return int(bool(differing))


def by_any_clauses(statement: Statement, random: Random) -> tuple[str, Encoding[Any]]:
    style, form = random.choice(STYLES), random.choice(list(AT_MOST_ONE))
    return f"{style}+{form}", compile_cnf(statement, style, form)


def every_answer(name: str, encoding: Encoding[Any]) -> list[Any] | None:
    """Return all solutions in order; None if there are too many."""
    listing = solutions(engine(name), encoding, UNLIMITED, Options(max_solutions=MOST_ANSWERS))
    items = sorted(listing)
    return items if listing.complete else None


def ways(statement: Statement, random: Random) -> Iterator[tuple[str, str, Encoding[Any]]]:
    """Yield engines with encodings for them."""
    for name in (*random.sample(SAT, 2), "cpsat"):
        form, encoding = by_any_clauses(statement, random)
        yield f"{name} on {form}", name, encoding
    yield "cpsat on its own", "cpsat", compile_cpsat(statement)


def same_answers(statement: Statement, random: Random) -> Iterator[Difference]:
    """Yield differences between engines and brute force, and solutions that the checker rejects."""
    expected = sorted(answers(statement))
    for way, name, encoding in ways(statement, random):
        result = every_answer(name, encoding)
        if result != expected:
            yield f"{way} gives {result}, not {expected}"
    shown = {values[: statement.shown] for values in assignments(statement)}
    passed = sorted(values for values in shown if broken(statement, values) is None)
    if passed != expected:
        yield f"the checker lets {passed} pass, not {expected}"


def agree(statement: Statement, random: Random) -> Iterator[Difference]:
    """Yield differences between engines, and solutions that the checker rejects."""
    result = {way: every_answer(name, encoding) for way, name, encoding in ways(statement, random)}
    first, *others = result
    for second in others:
        if result[second] != result[first]:
            yield f"{second} and {first} do not give the same answers"
    for answer in result[first] or ():
        if (group := broken(statement, answer)) is not None:
            yield f"{first} gives {answer}, which breaks {group.id}"


def same_conflicts(statement: Statement, random: Random) -> Iterator[Difference]:
    """Yield differences in the minimal conflicts of statements without a solution."""
    if answers(statement):
        return
    expected = conflicts(statement)
    form = random.choice(list(AT_MOST_ONE))
    for way, name, encoding in (
        (f"cadical195 on {form}", "cadical195", compile_cnf(statement, at_most_one=form)),
        ("cpsat on its own", "cpsat", compile_cpsat(statement)),
    ):
        explanation = explain(engine(name), encoding, UNLIMITED, Options(), most=500)
        result = {frozenset(group.id for group in conflict.groups) for conflict in explanation.conflicts}
        if result != expected:
            yield f"{way} explains by {result}, not {expected}"


def same_best(statement: Statement, random: Random) -> Iterator[Difference]:
    """Yield differences in the optimum of the objective."""
    expected = best(statement)
    for way, name, encoding in (
        ("rc2", "rc2", by_any_clauses(statement, random)[1]),
        ("cpsat on clauses", "cpsat", by_any_clauses(statement, random)[1]),
        ("cpsat on its own", "cpsat", compile_cpsat(statement)),
    ):
        with engine(name).open(encoding, UNLIMITED, Options()) as session:
            outcome = session.solve()
        result = (outcome.objective, outcome.bound) if isinstance(outcome, Satisfied) else (None, None)
        if result != (expected, expected):
            yield f"{way} finds {result}, not {expected}"


QUESTIONS: dict[str, tuple[Question, Callable[[Random], dict[str, Any]]]] = {
    "against brute force": (same_answers, lambda random: {"soft": random.randint(0, 2)}),
    "against each other": (agree, lambda random: {"size": random.randint(1, 3), "most": 6}),
    "explained": (same_conflicts, lambda _: {"soft": 4, "most": 7}),
    "weighed": (same_best, lambda _: {"objective": True}),
}


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
