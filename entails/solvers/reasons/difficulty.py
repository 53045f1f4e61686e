"""How hard a puzzle is, from its steps alone: criteria that mean the same for every puzzle.

It is solved in rounds. In each, everything that one statement alone forces is found at once; where there is nothing,
one step of several statements is taken. How many rounds there are, how large the steps must be and how much there is to
find in a round are what people feel, as far as a program can tell without knowing the puzzle.
"""

from dataclasses import dataclass
from typing import Any

from entails.models.encoding import Cnf
from entails.models.limits import Limits
from entails.models.outcome import EndReason
from entails.models.statement import Statement
from entails.models.steps import PathStatus
from entails.solvers.reasons.walk import walking


@dataclass(frozen=True)
class Difficulty:
    """`rounds` as told above; `stuck` those in which no statement alone forces anything; `largest` the most statements
    that a step takes; `sizes` the statements of all steps of several, added up; `steps` all steps, one statement or
    more; `available` how many statements force something in a round, on average, `least_available` in the worst one.
    `effort` is rounds + 2 · sizes."""

    status: PathStatus
    rounds: int
    stuck: int
    largest: int
    sizes: int
    steps: int
    available: float
    least_available: int
    reason: EndReason | None = None

    @property
    def effort(self) -> int:
        return self.rounds + 2 * self.sizes


def difficulty(cnf: Cnf[Any], statement: Statement | None, limits: Limits, *, seed: int = 0) -> Difficulty:
    """Walk in rounds until everything is known, or nothing more is forced, or the limits come first."""
    available: list[int] = []
    sizes: list[int] = []
    steps = 0
    with walking(cnf, statement, limits, seed=seed) as walk:
        here, finder = walk.position, walk.finder
        while here.open and not here.broken and not finder.budget.out_of_time:
            at_once = finder.every_alone()
            if at_once is None:
                break
            if at_once:
                available.append(len(at_once))
                steps += len(at_once)
                here.learn(literal for _, literals in at_once for literal in literals)
                continue
            step = finder.next_step()
            if step is None:
                break
            finder.take(step)
            available.append(1 if len(step.statements) == 1 else 0)
            steps += 1
            if len(step.statements) > 1:
                sizes.append(len(step.statements))
        if finder.budget.out_of_time and here.open:
            finder.reason = "time"
        return Difficulty(
            status=walk.status,
            rounds=len(available),
            stuck=len(sizes),
            largest=max(sizes, default=1 if steps else 0),
            sizes=sum(sizes),
            steps=steps,
            available=round(sum(available) / len(available), 3) if available else 0.0,
            least_available=min(available, default=0),
            reason=finder.reason,
        )
