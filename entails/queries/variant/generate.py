"""Generate puzzles with rules of your choice.

Every puzzle has one solution, and the same seed gives the same puzzles. Puzzles are rated by the steps that solve them,
with the criteria of `rate`, within the time limit.

Rules of the whole board, such as anti-knight, are stated before a solution is chosen. All other rules are drawn at
random and hold in that solution.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from math import inf
from random import Random
from typing import Annotated, Any

from pydantic import Field

from entails.encoders.variant import RULE_TYPES
from entails.formats.variant.fpuzzles import write_link
from entails.formats.variant.text import write_typed
from entails.models.errors import InvalidOption, quantity
from entails.models.fields import Option, Value
from entails.models.lattice import Lattice
from entails.models.limits import UNLIMITED, Limits
from entails.models.outcome import PathStatus, Satisfied
from entails.models.sudoku.shape import BOXES, Shape
from entails.models.variant import WHOLE, Digits, Variant, VariantRule, whole_rules
from entails.queries.check import check
from entails.queries.hint import reasoned_difficulty
from entails.queries.query import Progress, Query, QueryOptions, QueryResult, Seed, Stream
from entails.queries.solve import solve
from entails.solvers.steps.path import Difficulty

__all__ = ["generate_variants"]

_GROWING = ("thermometer", "slow thermometer", "whispers", "modular", "entropic")
"""Rule types along a line that every beginning of a valid line satisfies too."""
_LINES = (*_GROWING, "palindrome", "renban", "between", "lockout", "region sums", "zipper")
_PAIRS = {"difference": (1,), "ratio": (2,), "sum of two": (5, 10), "greater": (None,)}
_CELLS = ("odd", "even", "minimum", "maximum")
_SIGHTS = ("sandwich", "x-sum", "skyscraper", "numbered room")
_DEFAULTS = {"whispers": 5, "lockout": 4}
_LENGTHS = (3, 4, 5, 6)
_MAX_TRIES = 1500

PLACEABLE = (*WHOLE, *_LINES, *_PAIRS, *_CELLS, *_SIGHTS, "cage", "arrow", "little killer", "quadruple")
"""Rule types that the generator can place."""


def place_rule(kind: str, puzzle: Variant, digits: Digits, taken: set[int], random: Random) -> VariantRule | None:
    """Return a random rule of a type that is true of the solution, or None if no place for it was found.

    Lines and cages avoid the cells in `taken` and are added to it.
    """
    for _ in range(_MAX_TRIES):
        rule = _random_rule(kind, puzzle, digits, random)
        if rule is None or rule in puzzle.rules:
            continue
        covers = {*rule.cells, *rule.others} if kind in (*_LINES, "cage", "arrow") else set[int]()
        if not covers & taken and RULE_TYPES[kind].holds(rule, puzzle, digits):
            taken |= covers
            return rule
    return None


def _random_rule(kind: str, puzzle: Variant, digits: Digits, random: Random) -> VariantRule | None:
    board = puzzle.board
    if kind in _LINES:
        grows = _growth_test(kind, puzzle, digits) if kind in _GROWING else None
        path = _path(board, random, random.choice(_LENGTHS), grows)
        value = _DEFAULTS.get(kind)
        if kind == "whispers" and puzzle.size != 9:
            value = (puzzle.size + 1) // 2
        return VariantRule(kind, path, value=value) if len(path) > 2 else None
    if kind in _PAIRS:
        pair = random.choice(board.borders)
        return VariantRule(kind, random.choice((pair, pair[::-1])), value=random.choice(_PAIRS[kind]))
    if kind in _CELLS:
        return VariantRule(kind, (random.choice(board.cells),))
    if kind == "cage":
        return _cage(board, digits, random)
    if kind == "arrow":
        path = _path(board, random, random.choice((3, 4)))
        return VariantRule(kind, path[:1], path[1:]) if len(path) > 2 else None
    if kind == "quadruple":
        square = random.choice(list(board.squares(2)))
        held = sorted(digits[cell] for cell in square)
        return VariantRule(kind, square, values=tuple(sorted(random.sample(held, random.randint(1, 3)))))
    return _outside(kind, puzzle, digits, random)


def _growth_test(kind: str, puzzle: Variant, digits: Digits) -> Callable[[tuple[int, ...]], bool]:
    value = _DEFAULTS.get(kind) if puzzle.size == 9 else (puzzle.size + 1) // 2
    return lambda cells: RULE_TYPES[kind].holds(VariantRule(kind, cells, value=value), puzzle, digits)


def _path(
    board: Lattice, random: Random, length: int, grows: Callable[[tuple[int, ...]], bool] | None = None
) -> tuple[int, ...]:
    """Return a random path of cells that touch by a side or corner; `grows` decides whether a cell may be added."""
    path: tuple[int, ...] = (random.choice(board.cells),)
    while len(path) < length:
        row, column = board.place(path[-1])
        near = [(row + down, column + right) for down in (-1, 0, 1) for right in (-1, 0, 1)]
        inside = [board.cell(r, c) for r, c in near if 0 <= r < board.rows and 0 <= c < board.columns]
        onward = [cell for cell in inside if cell not in path and (grows is None or grows((*path, cell)))]
        if not onward:
            break
        path = (*path, random.choice(onward))
    return path


def _cage(board: Lattice, digits: Digits, random: Random) -> VariantRule:
    cells = [random.choice(board.cells)]
    for _ in range(random.randint(1, 4)):
        beside = sorted({neighbour for cell in cells for neighbour in board.beside(cell)} - set(cells))
        fresh = [cell for cell in beside if digits[cell] not in {digits[member] for member in cells}]
        cells += [random.choice(fresh)] if fresh else []
    return VariantRule("cage", tuple(sorted(cells)), value=sum(digits[cell] for cell in cells))


def _outside(kind: str, puzzle: Variant, digits: Digits, random: Random) -> VariantRule | None:
    """Return a clue outside the board with the number that is true of the solution."""
    board = puzzle.board
    if kind == "little killer":
        cells = random.choice([line for line in board.diagonals() if len(line) > 2])
        return VariantRule(kind, cells, value=sum(digits[cell] for cell in cells))
    line = random.choice(board.lines).cells
    cells = random.choice((line, line[::-1]))
    most = puzzle.size * (puzzle.size + 1) // 2
    true = (
        value
        for value in range(most + 1)
        if RULE_TYPES[kind].holds(VariantRule(kind, cells, value=value), puzzle, digits)
    )
    value = next(true, None)
    return None if value is None else VariantRule(kind, cells, value=value)


PANEL = "Human solving"
PLACE = 22

_RULE = re.compile(r"([a-z -]+?)(?::([0-9]{1,2}))?")
_LARGEST = 9
_MAX_BOARDS = 20
"""Maximum number of boards tried for one puzzle."""
_LEVELS = {"easy": (0, 1), "medium": (2, 2), "hard": (3, None)}
"""Minimum and maximum number of constraints in the largest step, by level."""
_UNBOUNDED_SECONDS = 60.0


class VariantGenerateOptions(QueryOptions):
    """Options of `variant generate`."""

    n: Annotated[int, Field(ge=1, le=1000, description="Number of puzzles."), Option("-n", "--number", metavar="N")] = 1
    rules: Annotated[
        tuple[str, ...],
        Field(description=f"Rule type and number: thermometer:3. Available: {', '.join(PLACEABLE)}."),
        Option("--with", metavar="RULE[:N]"),
    ] = ("cage:6",)
    size: Annotated[int, Field(description="Rows and columns: 4, 6 or 9."), Option(metavar="N")] = 9
    seed: Seed = 0
    difficulty: Annotated[
        str | None,
        Field(description="Difficulty: easy (steps of one constraint), medium (two), hard (more), or effort: 40..120."),
        Option(metavar="D"),
    ] = None
    attempts: Annotated[
        int, Field(ge=1, le=10_000, description="Attempt limit per puzzle, with --difficulty."), Option(metavar="N")
    ] = 50
    seconds: Annotated[
        float,
        Field(ge=0, le=3600, description="Time limit to rate each puzzle, in seconds; 0: no rating."),
        Option(metavar="S"),
    ] = 10.0

    @property
    def wanted(self) -> tuple[tuple[str, int], ...]:
        """The rule types with the number of rules of each."""
        rules = []
        for text in self.rules:
            match = _RULE.fullmatch(text.strip().lower())
            name = match[1].replace("-", " ").strip() if match else ""
            kind = next((kind for kind in PLACEABLE if kind.replace("-", " ") == name), None)
            if match is None or kind is None:
                raise InvalidOption(f"unknown rule {text[:30]!r}", where="--with", expected=", ".join(PLACEABLE))
            rules.append((kind, int(match[2] or 1)))
        return tuple(rules)


class VariantReport(Value):
    """Report of `variant generate` on one puzzle.

    Attributes:
        puzzle: The puzzle as typed text.
        link: The puzzle as an f-puzzles link.
        solution: Its only solution.
        clues: The number of given digits.
        rules: The number of additional rules.
        status: As in `rate`; "undecided" if the time limit was reached, null if the puzzle was not rated.
        effort: As in `rate`.
        largest: As in `rate`.
        criteria: As in `rate`.
        attempts: The number of puzzles generated until one had the requested difficulty.
    """

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
    """All generated puzzles; `complete` means that there are as many as requested."""

    puzzles: tuple[VariantReport, ...]
    complete: bool


@dataclass(frozen=True)
class GeneratedVariant:
    """A generated puzzle with its solution, its rating, if any, and the number of attempts."""

    puzzle: Variant
    solution: Variant
    rating: Difficulty | None = None
    attempts: int = 1


@dataclass(frozen=True)
class _TargetDifficulty:
    """The requested difficulty: bounds of the largest step and of the effort."""

    largest: tuple[int, float] = (0, inf)
    effort: tuple[float, float] = (0, inf)

    @classmethod
    def of(cls, text: str) -> "_TargetDifficulty":
        """Parse a level ("easy") or bounds of effort ("40..120", either side optional)."""
        if text in _LEVELS:
            fewest, most = _LEVELS[text]
            return cls(largest=(fewest, inf if most is None else most))
        match = re.fullmatch(r"([0-9]{0,6})\.\.([0-9]{0,6})", text.strip())
        bounds = (int(match[1] or 0), float(match[2] or inf)) if match else (1, 0)
        if bounds[0] > bounds[1]:
            expected = f"{', '.join(_LEVELS)}, or bounds of effort such as 40..120"
            raise InvalidOption(f"invalid difficulty {text[:40]!r}", where="--difficulty", expected=expected)
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
    """Generate puzzles with these rules, one by one.

    Puzzles are rated if `seconds` is positive or a `difficulty` is requested. Generation ends early if none of
    `attempts` puzzles has that difficulty.
    """
    wish = None if difficulty is None else _TargetDifficulty.of(difficulty)
    limits = Limits(seconds=seconds or _UNBOUNDED_SECONDS)
    if size not in BOXES or size > _LARGEST:
        sizes = ", ".join(str(side) for side in BOXES if side <= _LARGEST)
        raise InvalidOption(f"no boxes for {quantity(size, 'row')}", where="--size", expected=sizes)
    for number in range(n):
        for attempt in range(1, (attempts if wish else 1) + 1):
            again = "" if attempt == 1 else f" {attempt}"
            generated = _generate_one(rules, size, Random(f"{seed} {number} {size} {rules}{again}"))
            if generated is None:
                return
            if wish or seconds:
                generated = replace(
                    generated, rating=reasoned_difficulty(generated.puzzle, limits=limits), attempts=attempt
                )
            if wish is None or (generated.rating is not None and wish.fits(generated.rating)):
                yield generated
                break
        else:
            return


def _generate_one(rules: Sequence[tuple[str, int]], size: int, random: Random) -> GeneratedVariant | None:
    whole = tuple(rule for kind, _ in rules if kind in WHOLE for rule in whole_rules(kind, size))
    empty = Variant(size, tuple(Shape.classic(size).regions), (None,) * size**2, whole)
    for _ in range(_MAX_BOARDS):
        full = _random_solution(empty, random)
        drawn = None if full is None else _with_rules(rules, full, random)
        if drawn is not None:
            return GeneratedVariant(_without_redundant_digits(drawn, random), replace(drawn, rules=()))
    return None


def _random_solution(puzzle: Variant, random: Random) -> Variant | None:
    """Return a random solution: add random digits while there is a solution, then solve."""
    for _ in range(puzzle.size):
        cell = random.choice([cell for cell, digit in enumerate(puzzle.given) if digit is None])
        digits = random.sample(range(1, puzzle.size + 1), puzzle.size)
        tries = (_with_digit(puzzle, cell, digit) for digit in digits)
        fitting = next((trial for trial in tries if isinstance(solve(trial, limits=UNLIMITED), Satisfied)), None)
        if fitting is None:
            return None
        puzzle = fitting
    outcome = solve(puzzle, limits=UNLIMITED)
    return replace(puzzle, given=outcome.answer.given) if isinstance(outcome, Satisfied) else None


def _with_digit(puzzle: Variant, cell: int, digit: int | None) -> Variant:
    return replace(puzzle, given=(*puzzle.given[:cell], digit, *puzzle.given[cell + 1 :]))


def _with_rules(rules: Sequence[tuple[str, int]], full: Variant, random: Random) -> Variant | None:
    """Return the board with random rules that are true of the solution, or None if one has no place."""
    digits, taken = [digit or 0 for digit in full.given], set[int]()
    for kind, many in rules:
        for _ in range(0 if kind in WHOLE else many):
            rule = place_rule(kind, full, digits, taken, random)
            if rule is None:
                return None
            full = replace(full, rules=(*full.rules, rule))
    return full


def _without_redundant_digits(puzzle: Variant, random: Random) -> Variant:
    """Remove redundant digits: many at once first, then one by one."""
    cells = random.sample(range(puzzle.size**2), puzzle.size**2)
    step = len(cells) // 4
    while cells:
        some, fewer = cells[:step], puzzle
        for cell in some:
            fewer = _with_digit(fewer, cell, None)
        if check(fewer, limits=UNLIMITED).unique:
            puzzle, cells = fewer, cells[step:]
        elif step > 1:
            step = max(1, step // 2)
        else:
            cells = cells[1:]
    return puzzle


def answer(nothing: None, options: VariantGenerateOptions, progress: Progress) -> Stream:
    """Yield each puzzle when it is found."""
    del nothing
    reports: list[VariantReport] = []
    kept: list[GeneratedVariant] = []
    made_to_order = generate_variants(
        options.n,
        rules=options.wanted,
        size=options.size,
        seed=options.seed,
        difficulty=options.difficulty,
        attempts=options.attempts,
        seconds=options.seconds,
    )
    for generated in made_to_order:
        kept.append(generated)
        reports.append(_report(generated))
        progress(len(kept) / options.n, f"{len(kept)} / {options.n}")
        yield QueryResult(generated, reports[-1])
    whole = VariantsReport(puzzles=tuple(reports), complete=len(kept) == options.n)
    if whole.complete:
        return QueryResult(kept, whole)
    missing = "no board has room for all of these rules"
    if options.difficulty is not None:
        missing += f", or none of {options.attempts} puzzles has this difficulty"
    why = f"{len(kept)} of {options.n} puzzles generated: {missing}"
    return QueryResult(kept, whole, "undecided", (why,))


def _report(generated: GeneratedVariant) -> VariantReport:
    return VariantReport(
        puzzle=write_typed(generated.puzzle),
        link=write_link(generated.puzzle),
        solution="".join(map(str, generated.solution.given)),
        clues=sum(digit is not None for digit in generated.puzzle.given),
        rules=len(generated.puzzle.rules),
        attempts=generated.attempts,
        **_rating_fields(generated.rating),
    )


def _rating_fields(rating: Difficulty | None) -> dict[str, Any]:
    """Return the fields of the report that `rate` has too."""
    if rating is None:
        return {}
    names = ("rounds", "stuck", "largest", "sizes", "steps", "available", "least_available")
    return {
        "status": rating.status,
        "effort": rating.effort if rating.status == "solved" else None,
        "largest": rating.largest,
        "criteria": {name: getattr(rating, name) for name in names},
    }


QUERY = Query(
    options=VariantGenerateOptions,
    report=VariantReport,
    whole=VariantsReport,
    answer=answer,
    takes="nothing",
    pace="job",
    stream=True,
    examples={"a small one": {"size": 4, "rules": ["thermometer:1", "cage:1"], "seed": 1}},
    schema="variant-generate",
)
