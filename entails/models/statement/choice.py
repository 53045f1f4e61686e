"""`Choice`: several statements, of which an answer of any is an answer.

It is for problems that fall into many small ones: a Scrabble word lies in one slot of the board, and each slot is a
statement. They are stated one by one where they are solved, since most never are: a bound tells that they cannot beat
what is known already.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from entails.models.objective import Sense
from entails.models.statement.statement import Statement


@dataclass(frozen=True, eq=False)
class Case:
    """One of the statements. All cases of a choice share its facts: `facts` gives those that depend on the statement
    and the statement's own fact that each of them is, `always` are true in this case. The others never are."""

    statement: Statement
    facts: Mapping[int, int]
    always: frozenset[int] = frozenset()


@dataclass(frozen=True, eq=False)
class Choice:
    """`state` is a function of a module that makes a case of the arguments in one of `parts`. `names` are the facts,
    fact 1 first.

    With an objective, of one `sense` in all cases, the best over all of them counts. `bound` takes the same arguments
    as `state` and says what no answer of that case can surpass.
    """

    state: Callable[..., Case]
    parts: tuple[tuple[Any, ...], ...]
    names: Sequence[str]
    bound: Callable[..., float] | None = None
    sense: Sense = "maximise"
    about: tuple[str, ...] = ()
