"""The main sentences that commands print, tested where they are made, since the golden record has data only."""

import re
from pathlib import Path

import pytest
from cli.runner import entails

CLASH = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8.279"
CLASSIC = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SLIP = "crane:bybbg irons:bbbbb"


@pytest.mark.parametrize(
    ("command", "sentences"),
    [
        (f"sudoku check {CLASH}", ["Repairs (remove any one line):"]),
        (f"sudoku solve {CLASH}", ["no solution (see entails sudoku explain)"]),
        (f"sudoku quine {CLASH}", ["no solution: every case leads to a contradiction"]),
        (f"sudoku steps {CLASSIC}", ["r3c1 is the last free cell of row 3: it is 1."]),
        (f"sudoku rate {CLASSIC}", ["necessary nesting of disjunctions", "by time and by how many people give up"]),
        (f"wordle check {SLIP}", ["These conflict:", "Single changes that fix it:"]),
        ("wordle analyse crane:bybbg slate:bbbbg", ["As an opener, CRANE needs", "19 words are left after 2 guesses"]),
    ],
    ids=lambda value: value[:13] if isinstance(value, str) else "",
)
def test_what_people_read(command: str, sentences: list[str]) -> None:
    printed = entails(*command.split()).out
    assert [sentence for sentence in sentences if sentence not in printed] == []


@pytest.mark.parametrize(
    "command",
    [
        f"check {CLASH}",
        f"explain {CLASH} --assume r1c3=1",
        f"minimal {CLASSIC}",
        f"hint {CLASSIC} --assume r1c3=1 -s step",
        f"steps {CLASSIC}",
    ],
    ids=lambda command: command.split()[0],
)
def test_cells_of_a_sudoku_in_french(command: str) -> None:
    """Every sentence says L1C1, also those about conflicts and repairs."""
    printed = entails("sudoku", *command.split(), "--lang", "fr").out
    assert re.findall(r"r\d+c\d+.*", printed) == []
    assert re.search(r"L\d+C\d+", printed)


def test_the_figures_of_a_formula_have_names(tmp_path: Path) -> None:
    formula = tmp_path / "f.cnf"
    formula.write_text("p cnf 3 2\n1 2 3 0\n-1 -2 0\n")
    printed = entails("cnf", "stats", str(formula)).out
    assert all(name in printed for name in ("variables in a clause", "variables of one sign only", "soft groups"))


@pytest.mark.parametrize("command", ["lexicon search", "sudoku steps", "scrabble analyse", "scrabble play"])
def test_help_speaks_to_people(command: str) -> None:
    """Help texts contain no docstrings that describe the code."""
    printed = " ".join(entails(*command.split(), "--help").out.split())
    assert not any(
        words in printed
        for words in ("bare interpreter", "questions about steps take them", "the record of a game", "Session")
    )
