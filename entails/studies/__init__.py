"""The studies re-run: strategies and races, fits to people's ratings, self-play, learning, plots.

Everything that answers a question about one puzzle is below, in `solvers`; here it is asked of many, and drawn.
"""
