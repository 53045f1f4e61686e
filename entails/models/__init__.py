"""Values: puzzles, solutions, encodings, outcomes, limits, errors. Imports only `entails.locale`."""
