"""The command line: commands built from the queries, and modules with further commands of single puzzles."""
