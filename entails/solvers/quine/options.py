"""Options of the disjunction engine, and their three presets.

Landreau 2025 describes its algorithm twice, as pseudo-code (annex 5) and as a C program, and the two differ. Every
difference is an option here. `annex` and `program` reproduce the two originals; `default` is ours.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Literal

from pydantic import ValidationError

from entails.models.errors import InvalidOption, validation_message
from entails.models.fields import Value
from entails.models.limits import Positive

Heuristic = Literal["shortest", "min", "max", "max-program", "random"]

HEURISTICS: Mapping[Heuristic, str] = MappingProxyType(
    {
        "shortest": "the disjunction with the shortest argument; without a result, the one with the most eliminations",
        "min": "a variable of the smallest clause with it positively; ties: fewest negative occurrences",
        "max": "a variable of the largest clause with it positively; ties: most negative occurrences",
        "max-program": "as min, but ties: most negative occurrences, as in the C program",
        "random": "a random occurrence in the open clauses",
    }
)
"""The heuristics by name. `random`, `min` and `max` are the study's 1, 2 and 3.

The clause-size heuristics use positive literals. If the open clauses have none, they use every literal with its sign
flipped. Remaining ties go to the first variable, or to the first occurrence (see `deletion`).
"""


class QuineOptions(Value):
    """Options of the disjunction engine. The default values are the preset `default`."""

    heuristic: Heuristic = "shortest"
    """Heuristic that chooses the variable to split on."""

    follow: Literal["saturate", "alternate", "true-first"] = "saturate"
    """Order in which the two cases advance.

    `alternate` (annex): one elimination each in turn, until they share one. `true-first` (program): the true case
    to its end, then the false case until they share an elimination. `saturate`: both to their ends, then
    everything shared is kept, so that the order of the clauses does not matter.
    """

    recurse: Literal["both", "one-at-random"] = "both"
    """Cases to split further when both are stuck: `both` (annex), or a random one (program)."""

    returned: Literal["union", "replace"] = "union"
    """Effect of the facts of an inner disjunction on those of its case.

    They are added (`union`, program) or replace them (`replace`, annex), so that earlier facts of the case can no
    longer be shared.
    """

    solved_case: Literal["continue", "accept"] = "continue"
    """Treatment of a case that satisfies every clause.

    `accept` (program) takes it as the solution, which is sound only if the
    solution is unique; the result says whether it is. `continue` goes on until the other case is refuted, shares a
    fact, or is solved too, which shows two solutions.
    """

    unit_order: Literal["oldest", "formula"] = "oldest"
    """Choice of the next unit clause: the oldest one, or the first in the formula (program)."""

    empty_clause: Literal["at-once", "in-turn"] = "at-once"
    """Moment at which an empty clause is noticed: at once, or `in-turn`, when no unit clause precedes it (program)."""

    deletion: Literal["in-place", "swap-last"] = "in-place"
    """Method of deleting satisfied clauses and false literals.

    `in-place` keeps the order of the others; ties of a heuristic go to the first variable. `swap-last` (program)
    moves the last clause, or the last literal of the clause, into the gap, which changes the order during the
    search; ties go to the first occurrence. It implies `unit_order` "formula".
    """

    count_failed: bool = False
    """Whether propagation calls that find nothing, or a contradiction, count as eliminations (program)."""

    seed: int = 0
    """Seed of the `random` heuristic and of `one-at-random`."""

    max_depth: Positive | None = None
    """Depth limit; a deeper search ends undecided."""

    @classmethod
    def of(cls, preset: str = "default", **changes: Any) -> "QuineOptions":
        """Return a preset with some options changed; None keeps the preset's value."""
        if preset not in PRESETS:
            raise InvalidOption(f"unknown preset {preset[:40]!r}", expected=f"one of {', '.join(PRESETS)}")
        wanted = {name: value for name, value in changes.items() if value is not None}
        try:
            return cls(**{**PRESETS[preset].model_dump(), **wanted})
        except ValidationError as error:
            first = validation_message(error)
            where = "option " + ".".join(map(str, first.place))
            raise InvalidOption(first.problem, where=where[:60], expected=first.expected) from None


PRESETS: Mapping[str, QuineOptions] = MappingProxyType(
    {
        "default": QuineOptions(),
        "annex": QuineOptions(
            heuristic="min",
            follow="alternate",
            recurse="both",
            returned="replace",
            solved_case="continue",
            unit_order="formula",
            empty_clause="at-once",
            count_failed=False,
        ),
        "program": QuineOptions(
            heuristic="min",
            follow="true-first",
            recurse="one-at-random",
            returned="union",
            solved_case="accept",
            unit_order="formula",
            deletion="swap-last",
            empty_clause="in-turn",
            count_failed=True,
        ),
    }
)
