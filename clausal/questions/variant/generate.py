"""Make puzzles with rules of your choice: each has one solution, and the same seed gives the same puzzles."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Annotated

from pydantic import Field

from clausal.models.asking import Option
from clausal.models.errors import InvalidOption
from clausal.models.limits import UNLIMITED
from clausal.models.outcome import Satisfied
from clausal.models.sudoku.shape import BOXES, Shape
from clausal.models.value import Value
from clausal.models.variant import Variant
from clausal.models.variant.document import write_link
from clausal.models.variant.placing import PLACED, WHOLE, placed, whole_rules
from clausal.models.variant.typed import write_typed
from clausal.questions.ask import Ask as AnyAsk
from clausal.questions.ask import Seed
from clausal.questions.base import Answer, Progress, Question, Stream
from clausal.questions.check import check
from clausal.questions.solve import solve

PANEL = "For people"
PLACE = 22
__all__ = ["generate_variants"]

_RULE = re.compile(r"([a-z -]+?)(?::([0-9]{1,2}))?")
_LARGEST = 9
_BOARDS = 20
"""Boards that are tried for one puzzle before we say that there is none."""


class Ask(AnyAsk):
    """What `generate` may be told."""

    n: Annotated[int, Field(ge=1, le=1000, description="How many puzzles."), Option("-n", "--number", metavar="N")] = 1
    rules: Annotated[
        tuple[str, ...],
        Field(description=f"A rule, and how often: thermometer:3. There are {', '.join(PLACED)}."),
        Option("--with", metavar="RULE[:N]"),
    ] = ("cage:6",)
    size: Annotated[int, Field(description="Rows and columns: 4, 6 or 9."), Option(metavar="N")] = 9
    seed: Seed = 0

    @property
    def wanted(self) -> tuple[tuple[str, int], ...]:
        """The kinds of rules, each with its number."""
        found = []
        for text in self.rules:
            said = _RULE.fullmatch(text.strip().lower())
            name = said[1].replace("-", " ").strip() if said else ""
            kind = next((kind for kind in PLACED if kind.replace("-", " ") == name), None)
            if said is None or kind is None:
                raise InvalidOption(f"{text[:30]!r} is no rule", where="--with", expected=", ".join(PLACED))
            found.append((kind, int(said[2] or 1)))
        return tuple(found)


class VariantReport(Value):
    """`variant generate`: a new puzzle as text and as a link of f-puzzles, its only solution, the digits that it gives
    and the rules that it has."""

    puzzle: str
    link: str
    solution: str
    clues: int
    rules: int


class VariantsReport(Value):
    """All that were made; `complete` says whether they are as many as asked for."""

    puzzles: tuple[VariantReport, ...]
    complete: bool


@dataclass(frozen=True)
class Made:
    """A puzzle and its solution."""

    puzzle: Variant
    solution: Variant


def generate_variants(
    n: int = 1, *, rules: Sequence[tuple[str, int]] = (("cage", 6),), size: int = 9, seed: int = 0
) -> Iterator[Made]:
    """Puzzles with these rules, one after the other."""
    if size not in BOXES or size > _LARGEST:
        sizes = ", ".join(str(one) for one in BOXES if one <= _LARGEST)
        raise InvalidOption(f"{size} rows have no usual boxes", where="--size", expected=sizes)
    for number in range(n):
        made = _one(rules, size, Random(f"{seed} {number} {size} {rules}"))
        if made is None:
            return
        yield made


def _one(rules: Sequence[tuple[str, int]], size: int, random: Random) -> Made | None:
    whole = tuple(rule for kind, _ in rules if kind in WHOLE for rule in whole_rules(kind, size))
    empty = Variant(size, tuple(Shape.classic(size).regions), (None,) * size**2, whole)
    for _ in range(_BOARDS):
        full = _full(empty, random)
        drawn = None if full is None else _drawn(rules, full, random)
        if drawn is not None:
            return Made(_thinned(drawn, random), replace(drawn, rules=()))
    return None


def _full(puzzle: Variant, random: Random) -> Variant | None:
    """A solution at random: some digits are put down, as long as one is left."""
    for _ in range(puzzle.size):
        cell = random.choice([cell for cell, digit in enumerate(puzzle.given) if digit is None])
        digits = random.sample(range(1, puzzle.size + 1), puzzle.size)
        tries = (_with(puzzle, cell, digit) for digit in digits)
        fitting = next((one for one in tries if isinstance(solve(one, limits=UNLIMITED), Satisfied)), None)
        if fitting is None:
            return None
        puzzle = fitting
    outcome = solve(puzzle, limits=UNLIMITED)
    return replace(puzzle, given=outcome.answer.given) if isinstance(outcome, Satisfied) else None


def _with(puzzle: Variant, cell: int, digit: int | None) -> Variant:
    return replace(puzzle, given=(*puzzle.given[:cell], digit, *puzzle.given[cell + 1 :]))


def _drawn(rules: Sequence[tuple[str, int]], full: Variant, random: Random) -> Variant | None:
    """The board with all rules that are to be read off it; None where there is no place for one."""
    digits, taken = [digit or 0 for digit in full.given], set[int]()
    for kind, many in rules:
        for _ in range(0 if kind in WHOLE else many):
            rule = placed(kind, full, digits, taken, random)
            if rule is None:
                return None
            full = replace(full, rules=(*full.rules, rule))
    return full


def _thinned(puzzle: Variant, random: Random) -> Variant:
    """Without digits that can be spared: first many at once, then one by one."""
    cells = random.sample(range(puzzle.size**2), puzzle.size**2)
    step = len(cells) // 4
    while cells:
        some, fewer = cells[:step], puzzle
        for cell in some:
            fewer = _with(fewer, cell, None)
        if check(fewer, limits=UNLIMITED).unique:
            puzzle, cells = fewer, cells[step:]
        elif step > 1:
            step = max(1, step // 2)
        else:
            cells = cells[1:]
    return puzzle


def answer(nothing: None, ask: Ask, progress: Progress) -> Stream:
    """Each puzzle as soon as it is there."""
    del nothing
    reports: list[VariantReport] = []
    kept: list[Made] = []
    for made in generate_variants(ask.n, rules=ask.wanted, size=ask.size, seed=ask.seed):
        kept.append(made)
        reports.append(_report(made))
        progress(len(kept) / ask.n, f"{len(kept)} / {ask.n}")
        yield Answer(made, reports[-1])
    whole = VariantsReport(puzzles=tuple(reports), complete=len(kept) == ask.n)
    if whole.complete:
        return Answer(kept, whole)
    why = f"{len(kept)} of {ask.n}: no board was found with room for all of these rules"
    return Answer(kept, whole, "undecided", (why,))


def _report(made: Made) -> VariantReport:
    return VariantReport(
        puzzle=write_typed(made.puzzle),
        link=write_link(made.puzzle),
        solution="".join(map(str, made.solution.given)),
        clues=sum(digit is not None for digit in made.puzzle.given),
        rules=len(made.puzzle.rules),
    )


QUESTION = Question(
    ask=Ask,
    report=VariantReport,
    whole=VariantsReport,
    answer=answer,
    takes="nothing",
    pace="job",
    stream=True,
    examples={"a small one": {"size": 4, "rules": ["thermometer:1", "cage:1"], "seed": 1}},
    schema="variant-generate",
)
