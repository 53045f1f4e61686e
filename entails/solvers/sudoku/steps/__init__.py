"""Solving as people do: techniques in order of difficulty, each step a value with a sentence.

`technique` is the table of techniques, `step.Step` one step, `path` finds the next step, all steps of a moment, or the
whole path; `hint` says as much of the next step as one wants to hear; `traces` gives the paths of thousands of grids as
arrays, for rating. Only the last four import numba.
"""
