"""What to say instead: where giving up one statement is enough, which change of it would do.

A statement that gives a variable its value could give it another; one that counts or adds up could name another number.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np

from entails.models.encoding import Cnf
from entails.models.outcome import Satisfied
from entails.models.statement import Count, Linear, Statement
from entails.solvers.doubts import Doubts, Found

_MOST_VALUES = 40
"""A variable with more values than that is not tried value by value."""


def changes(doubts: Doubts, repair: Found, statement: Statement | None) -> tuple[str, ...]:
    """What could stand in the place of the only statement of a repair, so that all others stay: names of facts, or a
    number. None where that cannot be told, or not in time; nor of a bare formula, whose literals say it already."""
    if statement is None or len(repair) != 1:
        return ()
    (index, *others) = doubts.groups_of(repair)
    if others:
        return ()
    encoding = doubts.encoding
    if isinstance(encoding, Cnf) and (said := _only_fact(encoding, index)):
        return tuple(_other_facts(doubts, repair, said))
    if counted := _counts(statement, encoding.groups[index].id):
        outcome = doubts.ask(doubts.all - repair)
        if isinstance(outcome, Satisfied):
            return (str(_counted(counted, statement, outcome.facts)),)
    return ()


def _only_fact(cnf: Cnf[Any], group: int) -> int | None:
    """The literal that this group says, where it says only one."""
    clauses = cnf.clauses
    own = np.flatnonzero(clauses.group_of == group)
    if len(own) != 1 or clauses.starts[own[0] + 1] - clauses.starts[own[0]] != 1:
        return None
    literal = int(clauses.lits[clauses.starts[own[0]]])
    return literal if abs(literal) <= cnf.answers else None


def _other_facts(doubts: Doubts, repair: Found, said: int) -> Iterable[str]:
    """The other values of its variable that agree with all the rest; the opposite, where it has none."""
    names: Sequence[str] = doubts.encoding.names  # type: ignore[union-attr]
    of_variable, equals, _ = names[abs(said) - 1].partition("=")
    if not equals:
        yield f"not {of_variable}" if said > 0 else of_variable
        return
    if said < 0:
        yield names[-said - 1]
        return
    near = range(max(0, said - 1 - _MOST_VALUES), min(len(names), said + _MOST_VALUES))
    groups = doubts.groups_of(doubts.all - repair)
    for place in near:
        other = place != said - 1 and names[place].startswith(f"{of_variable}=")
        if other and isinstance(doubts.session.solve(assume=(place + 1,), groups=groups), Satisfied):
            yield names[place]


def _counts(statement: Statement, group: str) -> Count | Linear | None:
    """What this group says, where it is one number and speaks of nothing hidden, whose values no answer tells."""
    groups = statement.every_group
    said = [one for one in statement.every_constraint if groups[one.group].id == group]
    only = said[0] if len(said) == 1 else None
    if not isinstance(only, Count | Linear) or only.op != "=" or only.when:
        return None
    literals = only.lits if isinstance(only, Count) else [literal for _, literal in only.facts]
    variables = [] if isinstance(only, Count) else [number for _, number in only.terms]
    hidden = any(abs(literal) >= statement.firsts[statement.shown] for literal in literals)
    return None if hidden or any(number >= statement.shown for number in variables) else only


def _counted(said: Count | Linear, statement: Statement, facts: Sequence[int]) -> int:
    """The number that it would have to name, in an answer with these facts."""
    true = {fact for fact in facts if fact > 0}

    def holds(literal: int) -> bool:
        return literal in true if literal > 0 else -literal not in true

    if isinstance(said, Count):
        return sum(holds(literal) for literal in said.lits)
    values: Mapping[int, int | None] = dict(enumerate(statement.values_of(facts)))
    return sum(times * (values[number] or 0) for times, number in said.terms) + sum(
        worth for worth, literal in said.facts if holds(literal)
    )
