"""Native Scrabble solvers: word graph, move generator, equity, simulation, endgames, players, analysis."""
