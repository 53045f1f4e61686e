"""The C program of Landreau 2025, function by function: formula, deletions, lists, main loop.

It shares nothing with the engine. A literal is +v or -v; a formula is a list of clauses that is changed in place; a set
of literals is a list whose head is its first element, as the linked lists of the program are. The dice are `Random`'s:
true stands for the program's even numbers.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from random import Random

Formula = list[list[int]]
Heuristic = Callable[[Formula], int]


@dataclass
class Counts:
    """Disjunctions by depth, and calls of `quine` by depth, successful or not."""

    disjunctions: Counter[int] = field(default_factory=Counter)
    quines: Counter[int] = field(default_factory=Counter)


def sudoku_to_cnf(cells: Sequence[int]) -> list[list[tuple[int, int, int, bool]]]:
    """Return "one of nine" for cells, rows, columns and zones in turn, pruned by the givens, each with its pairs, even
    repeated ones. Literals are (row, column, digit, positive), all from 0.
    """
    nine = range(9)
    rules = [[(i, j, k) for k in nine] for i in nine for j in nine]
    rules += [[(i, j, k) for j in nine] for i in nine for k in nine]
    rules += [[(i, j, k) for i in nine] for j in nine for k in nine]
    rules += [[(3 * (z // 3) + c // 3, 3 * (z % 3) + c % 3, k) for c in nine] for z in nine for k in nine]
    puzzle = {(i, j, cells[9 * i + j] - 1) for i in nine for j in nine if cells[9 * i + j]}
    gone: set[tuple[int, int, int]] = set()
    for i, j, k in puzzle:
        for second in nine:
            zone = 3 * (i // 3) + second // 3, 3 * (j // 3) + second % 3
            gone |= {(i, j, second), (i, second, k), (second, j, k), (*zone, k)}
    clauses = []
    for rule in rules:
        if puzzle.isdisjoint(rule) and (left := [var for var in rule if var not in gone]):
            clauses.append([(*var, True) for var in left])
            clauses += [[(*item, False), (*another, False)] for n, item in enumerate(left) for another in left[n + 1 :]]
    return clauses


def substitute(literal: int, formula: Formula) -> None:
    """Delete satisfied clauses and false literals; the last item fills each gap."""
    place = 0
    while place < len(formula):
        clause = formula[place]
        at, held = 0, False
        while at < len(clause) and not held:
            if clause[at] == literal:
                held = True
            elif clause[at] == -literal:
                clause[at] = clause[-1]
                clause.pop()
            else:
                at += 1
        if held:
            formula[place] = formula[-1]
            formula.pop()
        else:
            place += 1


def quine(formula: Formula) -> int | None:
    """Substitute the literal of the first unit clause and return it; 0 without a unit, None if an empty clause comes
    first.
    """
    for clause in formula:
        if len(clause) == 1:
            literal = clause[0]
            substitute(literal, formula)
            return literal
        if not clause:
            return None
    return 0


def union(numbers: list[int], second: list[int]) -> None:
    """Insert each new element of the second set at the head of the first."""
    for literal in second:
        if literal not in numbers:
            numbers.insert(0, literal)


def inter(numbers: list[int], second: list[int]) -> list[int]:
    """Return the intersection in the order of the second set."""
    return [literal for literal in second if literal in numbers]


def heuristic_1(formula: Formula, most: bool = False) -> int:
    """Return the variable of the smallest clause with a positive literal that occurs least often negatively; the first
    of equals wins. Without positive literals, where the program fails, signs are flipped.
    """
    sign = 1 if any(lit > 0 for clause in formula for lit in clause) else -1
    count = Counter(-lit * sign for clause in formula for lit in clause if lit * sign < 0)
    best, size = 0, 1 << 30
    for clause in formula:
        for lit in clause:
            if lit * sign > 0:
                variable = lit * sign
                against = count[variable] - count[best] if best else 0
                if len(clause) < size or (len(clause) == size and (against > 0 if most else against < 0)):
                    best, size = variable, len(clause)
    return best


def heuristic_2(formula: Formula) -> int:
    """Return the variable as `heuristic_1` does, but the most frequent one; its name suggests the largest clause."""
    return heuristic_1(formula, most=True)


def disjunction(formula: Formula, choose: Heuristic, counts: Counts, random: Random, depth: int) -> list[int]:
    """Process both cases on copies; substitute and return what they share, or what remains."""
    counts.disjunctions[depth] += 1
    variable = choose(formula)
    cases = [[clause[:] for clause in formula] for _ in range(2)]
    sets = [[variable], [-variable]]
    for side in range(2):
        substitute(sets[side][0], cases[side])
    finished = [False, False]
    numbers: list[int] = []
    while not numbers:
        if not all(finished):
            side = finished.index(False)
            if not cases[side]:
                numbers = sets[side]
                break
            literal = quine(cases[side])
            counts.quines[depth + 1] += 1
            if literal is None:
                union(sets[side], sets[1 - side])
            elif literal == 0:
                finished[side] = True
            else:
                union(sets[side], [literal])
        else:
            side = 0 if random.choice([True, False]) else 1
            union(sets[side], disjunction(cases[side], choose, counts, random, depth + 1))
            finished[side] = False
        numbers = inter(*sets)
    for literal in numbers:
        substitute(literal, formula)
    return numbers


def solve_cnf(formula: Formula, choose: Heuristic, counts: Counts, random: Random) -> None:
    """Run the main loop; the formula is empty at its end."""
    while formula:
        literal = quine(formula)
        counts.quines[0] += 1
        assert literal is not None, "the program stops here"
        if literal == 0:
            disjunction(formula, choose, counts, random, 0)
