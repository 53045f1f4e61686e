"""A path of steps as a proof that other programs can check (DRUP), with the sentences in comments.

Each forced fact is a clause of one literal, which follows by unit propagation from the clauses and the facts before it;
where that is not enough, the clauses that an engine derived to refute its opposite stand before it. The proof refutes
that one of the facts does not hold: the clause that says so is in the first comment, to be appended to the formula.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from entails.encoders.claimed import claiming
from entails.models.encoding import Clauses, Cnf
from entails.models.errors import EngineFault
from entails.models.limits import Limits, Options
from entails.models.outcome import Unsatisfiable
from entails.models.steps import ReasonedPath
from entails.solvers.proof import check_proof
from entails.solvers.propagation import Propagator
from entails.solvers.registry import engine

_WRITES_PROOFS = "cadical195"


def certificate(cnf: Cnf[Any], path: ReasonedPath, entered: Sequence[str], limits: Limits) -> str:
    """The proof of a path that begins with these entries, checked before it is given out."""
    claimed = claiming(cnf, entered)
    assert isinstance(claimed, Cnf)  # clauses stay clauses
    forced = [literal for step in path.steps for literal in step.literals]
    denial = [-literal for literal in forced]
    lines = list(_lines(claimed, path, limits))
    if forced:
        proof = [line for line in lines if not line.startswith("c")]
        found = check_proof([*claimed.clauses.lists, denial], [*proof, "0"])
        if not found.verified:
            raise EngineFault(f"the certificate does not hold: {found.problem}")
    said = " ".join(map(str, [*(literal[0] for literal in claimed.clauses.lists[len(cnf.clauses) :])]))
    head = [f"c refutes the clauses of the puzzle and the clause {' '.join(map(str, denial))} 0"]
    head += [f"c with a clause for each entry of the player: {said}"] if said else []
    return "\n".join([*head, *lines, "0"]) + "\n"


def _lines(cnf: Cnf[Any], path: ReasonedPath, limits: Limits) -> Iterator[str]:
    propagator = Propagator(cnf.clauses.lists)
    known: list[int] = []
    try:
        for number, step in enumerate(path.steps, 1):
            yield f"c step {number}: {step.sentence}"
            for literal in step.literals:
                if propagator.follow([-literal])[0]:
                    yield from _derived(cnf, known, literal, limits)
                yield f"{literal} 0"
                propagator.add([literal])
                known.append(literal)
    finally:
        propagator.delete()


def _derived(cnf: Cnf[Any], known: Sequence[int], literal: int, limits: Limits) -> Iterator[str]:
    """The clauses on the way to a fact: those that refute its opposite, each with the fact as a way out."""
    units = Clauses.of([[one] for one in (*known, -literal)])
    with engine(_WRITES_PROOFS).open(replace(cnf, added=cnf.added + units), limits, Options(proof=True)) as session:
        outcome = session.solve()
    if not isinstance(outcome, Unsatisfiable):
        raise EngineFault("a step of the path could not be proved again")
    for line in outcome.proof or ():
        if not line.startswith("d") and line.split() != ["0"]:
            yield f"{literal} {line}"
