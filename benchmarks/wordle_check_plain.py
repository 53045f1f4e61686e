"""A plain OR-Tools script without Entails: verdict, a minimal conflict and all minimal repairs of a history.

    python wordle_check_plain.py WORDS colours crane:gbbbb slate:bbybb

Each query builds the model with the chosen claims as constraints and the word list as a table. A minimal conflict comes
by deletion, repairs over guesses by subset size.
"""

import json
import sys
from collections import Counter
from itertools import combinations
from pathlib import Path

from ortools.sat.python import cp_model


def claims_of(word: str, feedback: str, scoring: str) -> list[tuple[str, str, int]]:
    """Return the claims of a guess: (kind, letter or word, position or number)."""
    if scoring == "counts":
        well, misplaced = map(int, feedback.split(","))
        return [("placed", word, well), ("common", word, well + misplaced)]
    claims = []
    for place, (letter, colour) in enumerate(zip(word, feedback, strict=True)):
        claims.append(("is" if colour == "g" else "is not", letter, place))
    for letter in set(word):
        colours = [colour for each, colour in zip(word, feedback, strict=True) if each == letter]
        shown = sum(colour != "b" for colour in colours)
        claims.append(("at least", letter, shown))
        if "b" in colours:
            claims.append(("at most", letter, shown))
    return claims


def has_word(words: list[list[int]], claims: list[tuple[str, str, int]]) -> bool:
    """Return whether some word of the list satisfies all of these claims."""
    model = cp_model.CpModel()
    length = len(words[0])
    cells = [model.new_int_var(0, 25, f"cell {place}") for place in range(length)]
    model.add_allowed_assignments(cells, words)

    def reified(yes: cp_model.BoundedLinearExpression, no: cp_model.BoundedLinearExpression) -> cp_model.IntVar:
        literal = model.new_bool_var("")
        model.add(yes).only_enforce_if(literal)
        model.add(no).only_enforce_if(~literal)
        return literal

    placed = {}
    for _, text, _ in claims:
        for letter in text:
            for place, cell in enumerate(cells):
                if (place, letter) not in placed:
                    placed[place, letter] = reified(cell == ord(letter) - 97, cell != ord(letter) - 97)
    for kind, text, number in claims:
        copies = {letter: sum(placed[place, letter] for place in range(length)) for letter in text}
        match kind:
            case "is":
                model.add(placed[number, text] == 1)
            case "is not":
                model.add(placed[number, text] == 0)
            case "at least":
                model.add(copies[text] >= number)
            case "at most":
                model.add(copies[text] <= number)
            case "placed":
                model.add(sum(placed[place, letter] for place, letter in enumerate(text)) == number)
            case "common":
                shared = [
                    reified(copies[letter] >= copy, copies[letter] < copy)
                    for letter, most in Counter(text).items()
                    for copy in range(1, most + 1)
                ]
                model.add(sum(shared) == number)
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    return solver.solve(model) in (cp_model.OPTIMAL, cp_model.FEASIBLE)


def main() -> None:
    """Read the list and the history; print the verdict, the conflict and the repairs."""
    lines = Path(sys.argv[1]).read_text("utf-8").split()
    words = [[ord(letter) - 97 for letter in line] for line in lines]
    guesses = [claims_of(*guess.split(":"), sys.argv[2]) for guess in sys.argv[3:]]
    conflict = [claim for claims in guesses for claim in claims]
    repairs: list[tuple[int, ...]] = []
    consistent = has_word(words, conflict)
    if not consistent:
        for claim in list(conflict):
            fewer = [second for second in conflict if second is not claim]
            if not has_word(words, fewer):
                conflict = fewer
        numbers = range(1, len(guesses) + 1)
        for size in range(1, len(guesses) + 1):
            for removed in combinations(numbers, size):
                if not any(set(repair) <= set(removed) for repair in repairs):
                    kept = [claim for number in numbers if number not in removed for claim in guesses[number - 1]]
                    if has_word(words, kept):
                        repairs.append(removed)
    print(json.dumps({"consistent": consistent, "conflict": conflict, "repairs": repairs}))


if __name__ == "__main__":
    main()
