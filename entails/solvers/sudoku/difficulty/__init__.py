"""How hard a grid is for a person.

`criteria` measures many grids at once, `model` turns that into a rating with calibrated weights, `calibrate` fits such
weights to anybody's ratings, `chaos` is the slow criterion of its own kind. docs/difficulty.md has the figures.
"""
