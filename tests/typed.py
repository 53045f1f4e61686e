"""Programs that use the package, for type checkers only: `make check-types` reads this file."""

from typing import assert_type

import entails
from entails.models.outcome import Solved
from entails.models.sudoku.grid import Grid
from entails.solvers.sudoku.difficulty.model import Rating

p = entails.Problem("SEND+MORE")
S, E, N, D, M, O, R, Y = p.ints("S E N D M O R Y", 0, 9)  # noqa: E741
p.all_different(S, E, N, D, M, O, R, Y, because="different letters, different digits")
p.add(1000 * S + 91 * E + D + 10 * R == 9000 * M + 900 * O + 90 * N + Y, "the sum is right")
p.add(S > 0, M > 0, "no leading zero")
digit: int = p.solve().answer[S]
holds: bool = p.solve().answer[S > E]
cells = p.grid("r{row}c{column}", 9, 9, 1, 9)
rows: list[list[int]] = p.solve().answer[cells]
a, b = p.bools("a b")
p.add(a.implies(~b) | (cells[0, 0] == 3), when=a ^ b)
p.exactly(1, [a, b, abs(S - E) >= 2])
sky = p.choice("sky", "blue grey")
word: str = p.solve().answer[sky]
p.add(cells[S, E] == 3, [3, 4, 5][0] + sum(cells[0]) < 99)
p.maximise(3 * a + S)
with p.session() as s:
    rule = s.add(S < 5)
    s.retract(rule)
    yes: bool = s.solve(S == 3).answer[a]
number: int = p.count().value

grid = entails.parse("sudoku", "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
assert_type(grid, Grid)
assert_type(entails.solve(grid).answer.line, str)
assert_type(entails.check(grid).unique, bool | None)
assert_type(entails.rate(grid), Rating)
assert_type(entails.hint(grid, "step").sentence, str)
assert_type(entails.steps(grid).steps[-1].technique, str)
assert_type(list(entails.solve_many(entails.parse("sudoku", line) for line in [""])), list[Solved[Grid]])
