"""Human solving of Sudoku: techniques in order of difficulty, and steps with sentences.

`technique` is the table of techniques and `step.Step` one step. `path` finds the next step, all steps at a position or
the whole path, and gives hints. `traces` computes the paths of thousands of grids as arrays, for ratings.
"""
