"""A puzzle that is stated once: its encodings, the way back from facts to an answer and its pictures follow from that.

`stated` makes a `PuzzleKind` of what only the puzzle's own file can know.
"""

from bisect import bisect_right
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, Generic, TypeVar

from entails.encoders.base import Encoder
from entails.encoders.stated import StatedCpSat, every_style
from entails.models.drawing import Drawing
from entails.models.drawing.svg import svg
from entails.models.drawing.text import markup, plain
from entails.models.entry import Entry
from entails.models.errors import InvalidPuzzle
from entails.models.pencil import Values
from entails.models.penpa.link import is_penpa
from entails.models.row_text import boards, is_board
from entails.models.statement import Statement
from entails.models.value import Value
from entails.puzzles.base import Example, NoSettings, PuzzleKind, Way

P = TypeVar("P")
A = TypeVar("A")

_WAYS = {
    **dict.fromkeys(("solve", "check", "count", "forced", "export"), Way("complete", "cadical195")),
    "explain": Way("complete", "minisat22"),
    "quine": Way("complete", "quine"),
}
_DENIED = "not "
_KEPT = 16


def stated(
    name: str,
    model: type[P],
    *,
    read: Callable[[str], P],
    write: Callable[[P], str],
    state: Callable[[P], Statement],
    solution: Callable[[P, Values], A],
    write_answer: Callable[[A], str],
    rules: Callable[[P, A], str | None],
    drawing: Callable[[P, A | None], Drawing],
    examples: Sequence[Example],
    split: Callable[[bytes, Callable[[str], P]], Iterator[Entry[P]]] = boards,
    settings: type[Value] = NoSettings,
    told: Callable[[P, Any], P] = lambda puzzle, _: puzzle,
    forms: Mapping[str, Callable[[P], str]] | None = None,
) -> PuzzleKind[P, A]:
    """A kind of puzzle. `read` reads the text of one, as `split` finds it in a file; `write` gives it on one line, and
    `read` reads that again. `told` makes of it what the `settings` say.

    `solution` makes an answer of the values of the statement's variables, None being unknown; `rules` is a referee of
    its own, in plain code, that says what is wrong with an answer.
    """
    said = _Said(name, write, state, solution)

    def read_all(data: bytes, chosen: Any) -> Iterator[Entry[P]]:
        return split(data, lambda text: told(read(_typed(name, text)), chosen))

    return PuzzleKind(
        name=name,
        model=model,
        settings=settings,
        is_text=is_board,
        read=read_all,
        write=write,
        write_answer=write_answer,
        rules=rules,
        encoders={encoder.name: encoder for encoder in said.encoders()},
        ways=_WAYS,
        from_names=said.from_names,
        half_known=said.half_known,
        state=said.statement,
        draw=lambda puzzle, answer: markup(drawing(puzzle, answer)),
        drawing=drawing,
        examples=examples,
        forms={
            "line": write,
            "drawn": lambda puzzle: plain(drawing(puzzle, None)),
            "svg": lambda puzzle: svg(drawing(puzzle, None), title=name),
            **(forms or {}),
        },
    )


def _typed(name: str, text: str) -> str:
    """A text, or what a link of Penpa+ says of this puzzle."""
    if not is_penpa(text):
        return text
    from entails.models.penpa.genre import typed_text

    return typed_text(name, text)


@dataclass(frozen=True)
class _Said(Generic[P, A]):
    """What every encoder of a kind needs."""

    name: str
    write: Callable[[P], str]
    state: Callable[[P], Statement]
    solution: Callable[[P, Values], A]

    def encoders(self) -> Iterator[Encoder[P, A]]:
        """Clauses in every style, and CP-SAT."""
        yield from every_style(self.statement, self.answer)
        yield StatedCpSat("cpsat", self.statement, self.answer)

    def statement(self, puzzle: P) -> Statement:
        """What the puzzle says, and which puzzle it is."""
        return _statement(self, puzzle)

    def answer(self, puzzle: P, true: Sequence[int]) -> A:
        """The answer in which exactly these facts hold."""
        return self.solution(puzzle, self.statement(puzzle).values_of(true))

    def from_names(self, puzzle: P, names: Sequence[str]) -> A:
        """The answer in which exactly the facts of these names hold."""
        return self.answer(puzzle, one_value_each(self.statement(puzzle), names))

    def half_known(self, puzzle: P, names: Sequence[str]) -> A:
        """As much of an answer as these facts tell, those with "not " before them being known not to hold."""
        statement = self.statement(puzzle)
        known = set(_facts(statement, names))
        values: list[int | None] = []
        for variable, first in zip(statement.variables[: statement.shown], statement.firsts, strict=False):
            if variable.boolean:
                values.append(1 if first in known else 0 if -first in known else None)
            else:
                held = [value for place, value in enumerate(variable.values) if first + place in known]
                left = [value for place, value in enumerate(variable.values) if -first - place not in known]
                values.append(held[0] if held else left[0] if len(left) == 1 else None)
        return self.solution(puzzle, values)


@lru_cache(_KEPT)
def _statement(said: _Said[Any, Any], puzzle: Any) -> Statement:
    """Made once for all answers of a puzzle."""
    return replace(said.state(puzzle), about=(f"puzzle {said.name} {said.write(puzzle)}",))


def one_value_each(statement: Statement, names: Sequence[str]) -> list[int]:
    """Return the facts of these names; reject two values of one variable."""
    facts = _facts(statement, names)
    named: dict[int, int] = {}
    for fact in facts:
        variable = bisect_right(statement.firsts, abs(fact)) - 1
        if fact > 0 and named.setdefault(variable, fact) != fact:
            first, second = (statement.names[number - 1] for number in (named[variable], fact))
            raise InvalidPuzzle(f"{first} and {second} cannot both hold", expected="one value for each variable")
    return facts


def _facts(statement: Statement, names: Sequence[str]) -> list[int]:
    """The literals of these names."""
    number = {name: fact for fact, name in enumerate(statement.names, 1)}
    number |= {f"{_DENIED}{name}": -fact for name, fact in number.items()}
    if unknown := [name for name in names if name not in number]:
        raise InvalidPuzzle("unknown fact", where=unknown[0][:40])
    return [number[name] for name in names]
