# ruff: noqa: ARG001, ARG005
"""The rules that variants of Sudoku add, each stated as constraints, and told in plain code for the referee.

A rule speaks of cells in order, and perhaps of a number or a few. They combine freely, on any size and regions.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise, product

from clausal.models.lattice import Lattice
from clausal.models.sentence import Template
from clausal.models.statement import (
    AllDifferent,
    Automaton,
    Clause,
    Compare,
    Constraint,
    Count,
    Distance,
    Linear,
    Table,
)
from clausal.models.statement.constraints import Rows
from clausal.models.statement.draft import Draft


@dataclass(frozen=True)
class Rule:
    """`cells` in order, in several `groups` where the rule has parts (the pill and the shaft of an arrow, the two cells
    of each clone); `value` is the number it says, None where it says none, `values` where it says several."""

    kind: str
    cells: tuple[int, ...] = ()
    others: tuple[int, ...] = ()
    value: int | None = None
    values: tuple[int, ...] = ()


@dataclass(frozen=True)
class Variant:
    """A square of cells: the region of each (-1 for none), the digits that are given, and the further rules."""

    size: int
    regions: tuple[int, ...]
    given: tuple[int | None, ...]
    rules: tuple[Rule, ...]

    @property
    def board(self) -> Lattice:
        return Lattice(self.size, self.size)


Digits = Sequence[int]
"""A digit for each cell of the board."""


@dataclass(frozen=True)
class Kind:
    """What a rule says in words, as constraints on cells, and as a question about a full board."""

    words: Template
    state: Callable[[Rule, Variant, Draft], Iterator[Constraint]]
    holds: Callable[[Rule, Variant, Digits], bool]


def _neighbours(board: Lattice) -> tuple[tuple[int, int], ...]:
    return board.borders


@lru_cache(64)
def leaps(size: int, steps: tuple[tuple[int, int], ...]) -> tuple[tuple[int, int], ...]:
    """Pairs of cells that lie such a step apart."""
    board = Lattice(size, size)
    found = []
    for cell in board.cells:
        row, column = board.place(cell)
        for down, right in steps:
            if row + down < size and 0 <= column + right < size:
                found.append((cell, board.cell(row + down, column + right)))
    return tuple(found)


KNIGHT = ((1, 2), (1, -2), (2, 1), (2, -1))
KING = ((1, 1), (1, -1))


def _table(cells: tuple[int, ...], fits: Callable[..., bool], size: int) -> Table:
    """The digits of these cells fit."""
    rows = [row for row in product(range(1, size + 1), repeat=len(cells)) if fits(*row)]
    return Table(cells, Rows(rows, len(cells)))


def _total(cells: Sequence[int], value: int) -> Linear:
    return Linear(tuple((1, cell) for cell in cells), "=", value)


def _cage(rule: Rule, puzzle: Variant, draft: Draft) -> Iterator[Constraint]:
    yield AllDifferent(rule.cells)
    if rule.value is not None:
        yield _total(rule.cells, rule.value)


def _sum(rule: Rule, puzzle: Variant, draft: Draft) -> Iterator[Constraint]:
    assert rule.value is not None
    yield _total(rule.cells, rule.value)


def _region(rule: Rule, puzzle: Variant, draft: Draft) -> Iterator[Constraint]:
    yield AllDifferent(rule.cells)


def _rising(op: str) -> Callable[[Rule, Variant, Draft], Iterator[Constraint]]:
    def state(rule: Rule, puzzle: Variant, draft: Draft) -> Iterator[Constraint]:
        yield from (Compare(one, op, other) for one, other in pairwise(rule.cells))  # type: ignore[arg-type]

    return state


def _arrow(rule: Rule, puzzle: Variant, draft: Draft) -> Iterator[Constraint]:
    pill = tuple((10 ** (len(rule.cells) - 1 - place), cell) for place, cell in enumerate(rule.cells))
    terms = Counter[int]()
    for times, cell in (*pill, *((-1, cell) for cell in rule.others)):
        terms[cell] += times
    yield Linear(tuple((times, cell) for cell, times in terms.items()), "=", 0)


def _pill(rule: Rule, digits: Digits) -> int:
    return int("".join(str(digits[cell]) for cell in rule.cells)) if len(rule.cells) > 1 else digits[rule.cells[0]]


def _difference(rule: Rule, puzzle: Variant, draft: Draft) -> Iterator[Constraint]:
    yield Distance(rule.cells[0], rule.cells[1], "=", rule.value or 1)


def _is_ratio(one: int, other: int, times: int) -> bool:
    return one == times * other or other == times * one


def _ratio(rule: Rule, puzzle: Variant, draft: Draft) -> Iterator[Constraint]:
    yield _table(rule.cells, lambda one, other: _is_ratio(one, other, rule.value or 2), puzzle.size)


def _unmarked(rule: Rule, puzzle: Variant) -> list[tuple[int, int]]:
    """Neighbours without a mark of the kind that a negative rule speaks of."""
    marked = {frozenset(one.cells) for one in puzzle.rules if one.kind in _MARKS[rule.kind]}
    return [pair for pair in puzzle.board.borders if frozenset(pair) not in marked]


_MARKS = {"no other difference": ("difference",), "no other ratio": ("ratio",), "no other sum": ("sum of two",)}


def _no_difference(rule: Rule, puzzle: Variant, draft: Draft) -> Iterator[Constraint]:
    yield from (Distance(*pair, "!=", value) for pair in _unmarked(rule, puzzle) for value in rule.values)


def _no_ratio(rule: Rule, puzzle: Variant, draft: Draft) -> Iterator[Constraint]:
    def fits(one: int, other: int) -> bool:
        return not any(_is_ratio(one, other, times) for times in rule.values)

    for pair in _unmarked(rule, puzzle):
        yield _table(pair, fits, puzzle.size)


def _no_sum(rule: Rule, puzzle: Variant, draft: Draft) -> Iterator[Constraint]:
    for one, other in _unmarked(rule, puzzle):
        yield from (Linear(((1, one), (1, other)), "!=", value) for value in rule.values)


def _parity(odd: int) -> Callable[[Rule, Variant, Draft], Iterator[Constraint]]:
    def state(rule: Rule, puzzle: Variant, draft: Draft) -> Iterator[Constraint]:
        for cell in rule.cells:
            yield Clause(tuple(draft.fact(cell, digit) for digit in range(1, puzzle.size + 1) if digit % 2 == odd))

    return state


def _extreme(op: str) -> Callable[[Rule, Variant, Draft], Iterator[Constraint]]:
    """Less or more than all neighbours that are no such cell themselves."""

    def state(rule: Rule, puzzle: Variant, draft: Draft) -> Iterator[Constraint]:
        alike = {cell for one in puzzle.rules if one.kind == rule.kind for cell in one.cells}
        for cell in rule.cells:
            for other in puzzle.board.beside(cell):
                if other not in alike:
                    yield Compare(cell, op, other)  # type: ignore[arg-type]

    return state


def _is_extreme(rule: Rule, puzzle: Variant, digits: Digits, sign: int) -> bool:
    alike = {cell for one in puzzle.rules if one.kind == rule.kind for cell in one.cells}
    return all(
        sign * digits[cell] > sign * digits[other]
        for cell in rule.cells
        for other in puzzle.board.beside(cell)
        if other not in alike
    )


def _palindrome(rule: Rule, puzzle: Variant, draft: Draft) -> Iterator[Constraint]:
    for one, other in zip(rule.cells[: len(rule.cells) // 2], reversed(rule.cells), strict=False):
        yield Compare(one, "=", other)


def _renban(rule: Rule, puzzle: Variant, draft: Draft) -> Iterator[Constraint]:
    """Different digits, none farther from another than there are cells."""
    cells = rule.cells
    yield AllDifferent(cells)
    for place, one in enumerate(cells):
        yield from (Distance(one, other, "<=", len(cells) - 1) for other in cells[place + 1 :])


def _whispers(rule: Rule, puzzle: Variant, draft: Draft) -> Iterator[Constraint]:
    yield from (Distance(one, other, ">=", rule.value or 5) for one, other in pairwise(rule.cells))


def _between(rule: Rule, puzzle: Variant, draft: Draft) -> Iterator[Constraint]:
    first, *inner, last = rule.cells
    for cell in inner:
        yield _table((first, cell, last), lambda a, x, b: min(a, b) < x < max(a, b), puzzle.size)


def _lockout(rule: Rule, puzzle: Variant, draft: Draft) -> Iterator[Constraint]:
    first, *inner, last = rule.cells
    yield Distance(first, last, ">=", rule.value or 4)
    for cell in inner:
        yield _table((first, cell, last), lambda a, x, b: not min(a, b) <= x <= max(a, b), puzzle.size)


def _stretches(rule: Rule, puzzle: Variant) -> list[list[int]]:
    """The parts of a line that lie in one region each."""
    found: list[list[int]] = []
    for cell in rule.cells:
        if found and puzzle.regions[found[-1][-1]] == puzzle.regions[cell]:
            found[-1].append(cell)
        else:
            found.append([cell])
    return found


def _region_sums(rule: Rule, puzzle: Variant, draft: Draft) -> Iterator[Constraint]:
    first, *others = _stretches(rule, puzzle)
    for other in others:
        terms = Counter[int](first)
        terms.subtract(other)
        yield Linear(tuple((times, cell) for cell, times in terms.items() if times), "=", 0)


def _zipper_pairs(rule: Rule) -> list[tuple[int, int]]:
    half = len(rule.cells) // 2
    return list(zip(rule.cells[:half], reversed(rule.cells), strict=False))


def _zipper(rule: Rule, puzzle: Variant, draft: Draft) -> Iterator[Constraint]:
    """Cells at one distance from the middle add up to the digit in it, or all to the same where there is none."""
    pairs = _zipper_pairs(rule)
    middle = rule.cells[len(rule.cells) // 2] if len(rule.cells) % 2 else None
    for one, other in pairs if middle is not None else pairs[1:]:
        back = ((-1, middle),) if middle is not None else tuple((-1, cell) for cell in pairs[0])
        yield Linear(((1, one), (1, other), *back), "=", 0)


def _threes(fits: Callable[[int, int, int, int], bool]) -> Callable[[Rule, Variant, Draft], Iterator[Constraint]]:
    def state(rule: Rule, puzzle: Variant, draft: Draft) -> Iterator[Constraint]:
        for start in range(max(1, len(rule.cells) - 2)):
            some = rule.cells[start : start + 3]
            if len(some) == 3:
                yield _table(some, lambda a, b, c: fits(a, b, c, puzzle.size), puzzle.size)
            elif len(some) == 2:
                yield _table(
                    some, lambda a, b: any(fits(a, b, c, puzzle.size) for c in range(1, puzzle.size + 1)), puzzle.size
                )

    return state


def _modular(a: int, b: int, c: int, size: int) -> bool:
    return len({a % 3, b % 3, c % 3}) == 3


def _entropic(a: int, b: int, c: int, size: int) -> bool:
    third = size // 3
    return len({(digit - 1) // third for digit in (a, b, c)}) == 3


def _each_three(rule: Rule, puzzle: Variant, digits: Digits, fits: Callable[[int, int, int, int], bool]) -> bool:
    values = [digits[cell] for cell in rule.cells]
    if len(values) < 3:
        anything = range(1, puzzle.size + 1)
        return len(values) < 2 or any(fits(values[0], values[1], other, puzzle.size) for other in anything)
    return all(fits(a, b, c, puzzle.size) for a, b, c in zip(values, values[1:], values[2:], strict=False))


def _sandwich(rule: Rule, puzzle: Variant, draft: Draft) -> Iterator[Constraint]:
    """States: 0 before the bread, 1 behind it, 2 + s between, with the sum s so far."""
    size, total = puzzle.size, rule.value or 0
    bread, filling = (1, size), range(2, size)
    steps = [(0, digit, 0) for digit in filling] + [(1, digit, 1) for digit in filling]
    steps += [(0, digit, 2) for digit in bread] + [(2 + total, digit, 1) for digit in bread]
    steps += [
        (2 + sum_, digit, 2 + sum_ + digit) for sum_ in range(total + 1) for digit in filling if sum_ + digit <= total
    ]
    yield Automaton(rule.cells, 0, frozenset([1]), tuple(steps))


def _is_sandwich(rule: Rule, puzzle: Variant, digits: Digits) -> bool:
    values = [digits[cell] for cell in rule.cells]
    bread = [place for place, digit in enumerate(values) if digit in (1, puzzle.size)]
    return len(bread) == 2 and sum(values[bread[0] + 1 : bread[1]]) == rule.value


def _x_sum(rule: Rule, puzzle: Variant, draft: Draft) -> Iterator[Constraint]:
    for many in range(1, puzzle.size + 1):
        first = draft.fact(rule.cells[0], many)
        yield Linear(tuple((1, cell) for cell in rule.cells[:many]), "=", rule.value or 0, when=(first,))


def _skyscraper(rule: Rule, puzzle: Variant, draft: Draft) -> Iterator[Constraint]:
    """States: how high the highest so far is, and how many were seen."""
    size, wanted = puzzle.size, rule.value or 0
    steps = []
    for high in range(size + 1):
        for seen in range(wanted + 1):
            for digit in range(1, size + 1):
                now = (max(high, digit), seen + (digit > high))
                if now[1] <= wanted:
                    steps.append((high * (wanted + 1) + seen, digit, now[0] * (wanted + 1) + now[1]))
    finals = frozenset(high * (wanted + 1) + wanted for high in range(size + 1))
    yield Automaton(rule.cells, 0, finals, tuple(steps))


def seen_from(values: Sequence[int]) -> int:
    """How many are higher than all before them."""
    return sum(value > max(values[:place], default=0) for place, value in enumerate(values))


def _numbered_room(rule: Rule, puzzle: Variant, draft: Draft) -> Iterator[Constraint]:
    first = rule.cells[0]
    for place in range(1, puzzle.size + 1):
        yield Clause((-draft.fact(first, place), draft.fact(rule.cells[place - 1], rule.value or 0)))


def _quadruple(rule: Rule, puzzle: Variant, draft: Draft) -> Iterator[Constraint]:
    for digit, many in Counter(rule.values).items():
        yield Count(draft.facts(rule.cells, digit), ">=", many)


def _clone(rule: Rule, puzzle: Variant, draft: Draft) -> Iterator[Constraint]:
    yield from (Compare(one, "=", other) for one, other in zip(rule.cells, rule.others, strict=True))


def _apart(steps: tuple[tuple[int, int], ...]) -> Callable[[Rule, Variant, Draft], Iterator[Constraint]]:
    def state(rule: Rule, puzzle: Variant, draft: Draft) -> Iterator[Constraint]:
        yield from (Compare(one, "!=", other) for one, other in leaps(puzzle.size, steps))

    return state


def _non_consecutive(rule: Rule, puzzle: Variant, draft: Draft) -> Iterator[Constraint]:
    yield from (Distance(*pair, "!=", 1) for pair in puzzle.board.borders)


def _disjoint(rule: Rule, puzzle: Variant, draft: Draft) -> Iterator[Constraint]:
    yield from (AllDifferent(cells) for cells in places_in_regions(puzzle))


def places_in_regions(puzzle: Variant) -> Iterator[tuple[int, ...]]:
    """The cells at one place of every region."""
    regions = [[cell for cell in puzzle.board.cells if puzzle.regions[cell] == one] for one in range(puzzle.size)]
    yield from zip(*regions, strict=False)


def _different(digits: Digits, cells: Sequence[int]) -> bool:
    return len({digits[cell] for cell in cells}) == len(cells)


def _named(en: str, fr: str) -> Template:
    return Template(en, fr)


def _one_of(rule: Rule, puzzle: Variant, draft: Draft) -> Iterator[Constraint]:
    yield Clause(tuple(draft.fact(rule.cells[0], digit) for digit in rule.values))


KINDS: dict[str, Kind] = {
    "one of": Kind(
        _named("{cell} is marked as {values}", "{cell} est noté : {values}"),
        _one_of,
        lambda r, p, d: d[r.cells[0]] in r.values,
    ),
    "cage": Kind(
        _named("the cage at {cell}{sum}: no digit twice", "la cage en {cell}{sum} : aucun chiffre deux fois"),
        _cage,
        lambda r, p, d: _different(d, r.cells) and r.value in (None, sum(d[c] for c in r.cells)),
    ),
    "sum": Kind(
        _named("the cells from {cell} on add up to {value}", "les cases à partir de {cell} ont pour somme {value}"),
        _sum,
        lambda r, p, d: sum(d[c] for c in r.cells) == r.value,
    ),
    "region": Kind(
        _named("the extra region at {cell} has no digit twice", "la région en {cell} n'a aucun chiffre deux fois"),
        _region,
        lambda r, p, d: _different(d, r.cells),
    ),
    "diagonal": Kind(
        _named("the diagonal from {cell} has no digit twice", "la diagonale de {cell} n'a aucun chiffre deux fois"),
        _region,
        lambda r, p, d: _different(d, r.cells),
    ),
    "thermometer": Kind(
        _named("digits rise on the thermometer from {cell}", "les chiffres montent sur le thermomètre de {cell}"),
        _rising("<"),
        lambda r, p, d: all(d[a] < d[b] for a, b in pairwise(r.cells)),
    ),
    "slow thermometer": Kind(
        _named("digits never fall on the thermometer from {cell}", "rien ne descend sur le thermomètre de {cell}"),
        _rising("<="),
        lambda r, p, d: all(d[a] <= d[b] for a, b in pairwise(r.cells)),
    ),
    "greater": Kind(
        _named("a sign says that {cell} is less than its neighbour", "un signe dit que {cell} est inférieur"),
        _rising("<"),
        lambda r, p, d: d[r.cells[0]] < d[r.cells[1]],
    ),
    "arrow": Kind(
        _named("the arrow from {cell} adds up to its circle", "la flèche de {cell} a pour somme son cercle"),
        _arrow,
        lambda r, p, d: _pill(r, d) == sum(d[c] for c in r.others),
    ),
    "difference": Kind(
        _named("the dot at {cell} says a difference of {value}", "le point en {cell} dit une différence de {value}"),
        _difference,
        lambda r, p, d: abs(d[r.cells[0]] - d[r.cells[1]]) == (r.value or 1),
    ),
    "ratio": Kind(
        _named("the dot at {cell} says a ratio of {value}", "le point en {cell} dit un rapport de {value}"),
        _ratio,
        lambda r, p, d: max(d[c] for c in r.cells) == (r.value or 2) * min(d[c] for c in r.cells),
    ),
    "sum of two": Kind(
        _named("the mark at {cell} says a sum of {value}", "la marque en {cell} dit une somme de {value}"),
        _sum,
        lambda r, p, d: sum(d[c] for c in r.cells) == r.value,
    ),
    "no other difference": Kind(
        _named("neighbours without a dot do not differ by {values}", "sans point, pas de différence de {values}"),
        _no_difference,
        lambda r, p, d: all(abs(d[a] - d[b]) not in r.values for a, b in _unmarked(r, p)),
    ),
    "no other ratio": Kind(
        _named("neighbours without a dot have no ratio of {values}", "sans point, pas de rapport de {values}"),
        _no_ratio,
        lambda r, p, d: not any(d[a] in (k * d[b], d[b] / k) for a, b in _unmarked(r, p) for k in r.values),
    ),
    "no other sum": Kind(
        _named("neighbours without a mark do not add up to {values}", "sans marque, pas de somme de {values}"),
        _no_sum,
        lambda r, p, d: all(d[a] + d[b] not in r.values for a, b in _unmarked(r, p)),
    ),
    "odd": Kind(
        _named("{cell} is odd", "{cell} est impair"), _parity(1), lambda r, p, d: all(d[c] % 2 == 1 for c in r.cells)
    ),
    "even": Kind(
        _named("{cell} is even", "{cell} est pair"), _parity(0), lambda r, p, d: all(d[c] % 2 == 0 for c in r.cells)
    ),
    "minimum": Kind(
        _named("{cell} is less than its neighbours", "{cell} est inférieur à ses voisins"),
        _extreme("<"),
        lambda r, p, d: _is_extreme(r, p, d, -1),
    ),
    "maximum": Kind(
        _named("{cell} is more than its neighbours", "{cell} est supérieur à ses voisins"),
        _extreme(">"),
        lambda r, p, d: _is_extreme(r, p, d, 1),
    ),
    "palindrome": Kind(
        _named("the line from {cell} reads the same both ways", "la ligne de {cell} se lit dans les deux sens"),
        _palindrome,
        lambda r, p, d: [d[c] for c in r.cells] == [d[c] for c in reversed(r.cells)],
    ),
    "renban": Kind(
        _named("the line from {cell} holds digits in a row", "la ligne de {cell} contient des chiffres qui se suivent"),
        _renban,
        lambda r, p, d: (
            _different(d, r.cells) and max(d[c] for c in r.cells) - min(d[c] for c in r.cells) == len(r.cells) - 1
        ),
    ),
    "whispers": Kind(
        _named("neighbours on the line from {cell} differ by {value} at least", "écart d'au moins {value} sur {cell}"),
        _whispers,
        lambda r, p, d: all(abs(d[a] - d[b]) >= (r.value or 5) for a, b in pairwise(r.cells)),
    ),
    "between": Kind(
        _named("the line from {cell} lies between its ends", "la ligne de {cell} est entre ses bouts"),
        _between,
        lambda r, p, d: all(
            min(d[r.cells[0]], d[r.cells[-1]]) < d[c] < max(d[r.cells[0]], d[r.cells[-1]]) for c in r.cells[1:-1]
        ),
    ),
    "lockout": Kind(
        _named("the line from {cell} keeps out of its ends", "la ligne de {cell} reste hors de ses bouts"),
        _lockout,
        lambda r, p, d: (
            abs(d[r.cells[0]] - d[r.cells[-1]]) >= (r.value or 4)
            and all(
                d[c] < min(d[r.cells[0]], d[r.cells[-1]]) or d[c] > max(d[r.cells[0]], d[r.cells[-1]])
                for c in r.cells[1:-1]
            )
        ),
    ),
    "region sums": Kind(
        _named("the line from {cell} adds up alike in each box", "la ligne de {cell} a même somme dans chaque bloc"),
        _region_sums,
        lambda r, p, d: len({sum(d[c] for c in some) for some in _stretches(r, p)}) == 1,
    ),
    "zipper": Kind(
        _named("the zipper from {cell} adds up to its middle", "la fermeture de {cell} a pour somme son milieu"),
        _zipper,
        lambda r, p, d: (
            len(
                {d[a] + d[b] for a, b in _zipper_pairs(r)}
                | ({d[r.cells[len(r.cells) // 2]]} if len(r.cells) % 2 else set())
            )
            <= 1
        ),
    ),
    "modular": Kind(
        _named("three in a row from {cell} differ modulo 3", "trois de suite dès {cell} diffèrent modulo 3"),
        _threes(_modular),
        lambda r, p, d: _each_three(r, p, d, _modular),
    ),
    "entropic": Kind(
        _named("three in a row from {cell}: low, middle, high", "trois de suite dès {cell} : bas, moyen, haut"),
        _threes(_entropic),
        lambda r, p, d: _each_three(r, p, d, _entropic),
    ),
    "sandwich": Kind(
        _named("between 1 and {size} from {cell} on: {value}", "entre 1 et {size} dès {cell} : {value}"),
        _sandwich,
        _is_sandwich,
    ),
    "x-sum": Kind(
        _named("the first digits from {cell} on add up to {value}", "les premiers chiffres dès {cell} font {value}"),
        _x_sum,
        lambda r, p, d: sum(d[c] for c in r.cells[: d[r.cells[0]]]) == r.value,
    ),
    "skyscraper": Kind(
        _named("from {cell} on, {value} skyscrapers are seen", "dès {cell}, on voit {value} gratte-ciel"),
        _skyscraper,
        lambda r, p, d: seen_from([d[c] for c in r.cells]) == r.value,
    ),
    "little killer": Kind(
        _named("the diagonal from {cell} adds up to {value}", "la diagonale de {cell} a pour somme {value}"),
        _sum,
        lambda r, p, d: sum(d[c] for c in r.cells) == r.value,
    ),
    "numbered room": Kind(
        _named("the room numbered by {cell} holds {value}", "la pièce numérotée par {cell} contient {value}"),
        _numbered_room,
        lambda r, p, d: d[r.cells[d[r.cells[0]] - 1]] == r.value,
    ),
    "quadruple": Kind(
        _named("around the circle at {cell} are {values}", "autour du cercle en {cell} il y a {values}"),
        _quadruple,
        lambda r, p, d: not Counter(r.values) - Counter(d[c] for c in r.cells),
    ),
    "clone": Kind(
        _named("the clones at {cell} are alike", "les clones en {cell} sont égaux"),
        _clone,
        lambda r, p, d: [d[c] for c in r.cells] == [d[c] for c in r.others],
    ),
    "anti-knight": Kind(
        _named("cells a knight's move apart differ", "à un saut de cavalier, les chiffres diffèrent"),
        _apart(KNIGHT),
        lambda r, p, d: all(d[a] != d[b] for a, b in leaps(p.size, KNIGHT)),
    ),
    "anti-king": Kind(
        _named("cells a king's move apart differ", "à un pas de roi, les chiffres diffèrent"),
        _apart(KING),
        lambda r, p, d: all(d[a] != d[b] for a, b in leaps(p.size, KING)),
    ),
    "non-consecutive": Kind(
        _named("neighbours are not consecutive", "les voisins ne se suivent pas"),
        _non_consecutive,
        lambda r, p, d: all(abs(d[a] - d[b]) != 1 for a, b in p.board.borders),
    ),
    "disjoint groups": Kind(
        _named("cells at one place of their boxes differ", "à même place dans leurs blocs, les chiffres diffèrent"),
        _disjoint,
        lambda r, p, d: all(_different(d, cells) for cells in places_in_regions(p)),
    ),
}
"""Every rule that is known, by its name."""
