"""How hard a grid is for a person.

`criteria` measures many grids at once, `model` turns that into a rating with calibrated weights, `search_cost` has the
slow criteria. `entails.studies.sudoku.calibrate` fits weights to anybody's ratings. docs/difficulty.md has the figures.
"""
