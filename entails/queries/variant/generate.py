"""Make puzzles with rules of your choice: each has one solution, and the same seed gives the same puzzles.

Each is rated by the steps that solve it, with the criteria that `rate` has for every puzzle, as far as the time allows.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from math import inf
from random import Random
from typing import Annotated, Any

from pydantic import Field

from entails.encoders.variant.placing import PLACED, placed
from entails.formats.variant.fpuzzles import write_link
from entails.formats.variant.text import write_typed
from entails.models.errors import InvalidOption
from entails.models.fields import Option, Value
from entails.models.limits import UNLIMITED, Limits
from entails.models.outcome import PathStatus, Satisfied
from entails.models.sudoku.shape import BOXES, Shape
from entails.models.variant import WHOLE, Variant, whole_rules
from entails.queries.check import check
from entails.queries.query import Progress, Query, QueryResult, Seed, Stream
from entails.queries.query import QueryOptions as AnyAsk
from entails.queries.rate import reasoned_difficulty
from entails.queries.solve import solve
from entails.solvers.steps.path import Difficulty

PANEL = "For people"
PLACE = 22
__all__ = ["generate_variants"]

_RULE = re.compile(r"([a-z -]+?)(?::([0-9]{1,2}))?")
_LARGEST = 9
_BOARDS = 20
"""Boards that are tried for one puzzle before we say that there is none."""
_LEVELS = {"easy": (0, 1), "medium": (2, 2), "hard": (3, None)}
"""The fewest and the most statements that its largest step takes."""
_UNBOUNDED_SECONDS = 60.0


class VariantGenerateOptions(AnyAsk):
    """What `generate` may be told."""

    n: Annotated[int, Field(ge=1, le=1000, description="How many puzzles."), Option("-n", "--number", metavar="N")] = 1
    rules: Annotated[
        tuple[str, ...],
        Field(description=f"A rule, and how often: thermometer:3. There are {', '.join(PLACED)}."),
        Option("--with", metavar="RULE[:N]"),
    ] = ("cage:6",)
    size: Annotated[int, Field(description="Rows and columns: 4, 6 or 9."), Option(metavar="N")] = 9
    seed: Seed = 0
    difficulty: Annotated[
        str | None,
        Field(description="easy (steps of one statement), medium (two), hard (more), or bounds of effort: 40..120."),
        Option(metavar="D"),
    ] = None
    attempts: Annotated[
        int, Field(ge=1, le=10_000, description="Try so often for one of this difficulty."), Option(metavar="N")
    ] = 50
    seconds: Annotated[
        float, Field(ge=0, le=3600, description="To rate each puzzle; 0 for no rating."), Option(metavar="S")
    ] = 10.0

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
    and the rules that it has. `status`, `effort`, `largest` and `criteria` are those of `rate`: `undecided` where the
    time to rate it ended, null where it was not rated; `attempts` how many puzzles were made until one was as hard as
    asked for."""

    puzzle: str
    link: str
    solution: str
    clues: int
    rules: int
    status: PathStatus | None = None
    effort: int | None = None
    largest: int | None = None
    criteria: dict[str, float] = Field(default_factory=dict)
    attempts: int = 1


class VariantsReport(Value):
    """All that were made; `complete` says whether they are as many as asked for."""

    puzzles: tuple[VariantReport, ...]
    complete: bool


@dataclass(frozen=True)
class GeneratedVariant:
    """A puzzle and its solution; how hard it is, if it was rated, and which attempt it was."""

    puzzle: Variant
    solution: Variant
    rating: Difficulty | None = None
    attempts: int = 1


@dataclass(frozen=True)
class _Wish:
    """How hard a puzzle is to be: bounds of its largest step, and of its effort."""

    largest: tuple[int, float] = (0, inf)
    effort: tuple[float, float] = (0, inf)

    @classmethod
    def of(cls, text: str) -> "_Wish":
        """ "easy", or "40..120"; one side may be open."""
        if text in _LEVELS:
            fewest, most = _LEVELS[text]
            return cls(largest=(fewest, inf if most is None else most))
        found = re.fullmatch(r"([0-9]{0,6})\.\.([0-9]{0,6})", text.strip())
        bounds = (int(found[1] or 0), float(found[2] or inf)) if found else (1, 0)
        if bounds[0] > bounds[1]:
            expected = f"{', '.join(_LEVELS)}, or bounds of effort such as 40..120"
            raise InvalidOption(f"there is no difficulty {text[:40]!r}", where="--difficulty", expected=expected)
        return cls(effort=bounds)

    def fits(self, rating: Difficulty) -> bool:
        largest, effort = self.largest, self.effort
        within = largest[0] <= rating.largest <= largest[1] and effort[0] <= rating.effort <= effort[1]
        return rating.status == "solved" and within


def generate_variants(
    n: int = 1,
    *,
    rules: Sequence[tuple[str, int]] = (("cage", 6),),
    size: int = 9,
    seed: int = 0,
    difficulty: str | None = None,
    attempts: int = 50,
    seconds: float = 0,
) -> Iterator[GeneratedVariant]:
    """Puzzles with these rules, one after the other. They are rated where there are `seconds` to rate each, and where a
    `difficulty` is asked for; fewer come where none of so many `attempts` has it."""
    wish = None if difficulty is None else _Wish.of(difficulty)
    limits = Limits(seconds=seconds or _UNBOUNDED_SECONDS)
    if size not in BOXES or size > _LARGEST:
        sizes = ", ".join(str(one) for one in BOXES if one <= _LARGEST)
        raise InvalidOption(f"{size} rows have no usual boxes", where="--size", expected=sizes)
    for number in range(n):
        for attempt in range(1, (attempts if wish else 1) + 1):
            again = "" if attempt == 1 else f" {attempt}"
            made = _one(rules, size, Random(f"{seed} {number} {size} {rules}{again}"))
            if made is None:
                return
            if wish or seconds:
                made = replace(made, rating=reasoned_difficulty(made.puzzle, limits=limits), attempts=attempt)
            if wish is None or (made.rating is not None and wish.fits(made.rating)):
                yield made
                break
        else:
            return


def _one(rules: Sequence[tuple[str, int]], size: int, random: Random) -> GeneratedVariant | None:
    whole = tuple(rule for kind, _ in rules if kind in WHOLE for rule in whole_rules(kind, size))
    empty = Variant(size, tuple(Shape.classic(size).regions), (None,) * size**2, whole)
    for _ in range(_BOARDS):
        full = _full(empty, random)
        drawn = None if full is None else _drawn(rules, full, random)
        if drawn is not None:
            return GeneratedVariant(_thinned(drawn, random), replace(drawn, rules=()))
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


def answer(nothing: None, ask: VariantGenerateOptions, progress: Progress) -> Stream:
    """Each puzzle as soon as it is there."""
    del nothing
    reports: list[VariantReport] = []
    kept: list[GeneratedVariant] = []
    made_to_order = generate_variants(
        ask.n,
        rules=ask.wanted,
        size=ask.size,
        seed=ask.seed,
        difficulty=ask.difficulty,
        attempts=ask.attempts,
        seconds=ask.seconds,
    )
    for made in made_to_order:
        kept.append(made)
        reports.append(_report(made))
        progress(len(kept) / ask.n, f"{len(kept)} / {ask.n}")
        yield QueryResult(made, reports[-1])
    whole = VariantsReport(puzzles=tuple(reports), complete=len(kept) == ask.n)
    if whole.complete:
        return QueryResult(kept, whole)
    missing = "no board was found with room for all of these rules"
    if ask.difficulty is not None:
        missing += f", or none of {ask.attempts} puzzles was as hard as asked for"
    why = f"{len(kept)} of {ask.n}: {missing}"
    return QueryResult(kept, whole, "undecided", (why,))


def _report(made: GeneratedVariant) -> VariantReport:
    return VariantReport(
        puzzle=write_typed(made.puzzle),
        link=write_link(made.puzzle),
        solution="".join(map(str, made.solution.given)),
        clues=sum(digit is not None for digit in made.puzzle.given),
        rules=len(made.puzzle.rules),
        attempts=made.attempts,
        **_rated(made.rating),
    )


def _rated(rating: Difficulty | None) -> dict[str, Any]:
    """The fields of a report that `rate` has too."""
    if rating is None:
        return {}
    names = ("rounds", "stuck", "largest", "sizes", "steps", "available", "least_available")
    return {
        "status": rating.status,
        "effort": rating.effort if rating.status == "solved" else None,
        "largest": rating.largest,
        "criteria": {name: getattr(rating, name) for name in names},
    }


QUESTION = Query(
    ask=VariantGenerateOptions,
    report=VariantReport,
    whole=VariantsReport,
    answer=answer,
    takes="nothing",
    pace="job",
    stream=True,
    examples={"a small one": {"size": 4, "rules": ["thermometer:1", "cage:1"], "seed": 1}},
    schema="variant-generate",
)
