"""Student studies, rerun: strategies and races, fits to human ratings, self-play, learning, plots.

The code that answers a query about one puzzle is in `solvers`; studies apply it to many puzzles and plot the results.
"""
