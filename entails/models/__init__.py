"""What things are: puzzles, answers, encodings, outcomes, limits, errors. Imports nothing else of Entails."""
