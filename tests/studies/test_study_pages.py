"""The text of docs/studies agrees with its tables."""

import re
from pathlib import Path

from entails.studies.quine import STUDY
from entails.studies.sudoku.landreau import PRINTED_TECHNIQUES

PAGES = Path(__file__).parents[2] / "docs" / "studies"
PAGE = (PAGES / "huang-hu.md").read_text("utf-8")
LANDREAU = (PAGES / "landreau.md").read_text("utf-8")


def means(heading: str) -> dict[int, float]:
    """Return our mean by word length, from the table row with this heading."""
    for table in re.findall(r"(?:^\|.*\n)+", PAGE, re.MULTILINE):
        rows = [[cell.strip() for cell in line.strip("|\n").split("|")] for line in table.splitlines()]
        if any(row[0] == f"{heading}, program" for row in rows):
            lengths = map(int, rows[0][1:])
            ours = next(row for row in rows if row[0] == "ours")
            return {length: float(cell.split()[0]) for length, cell in zip(lengths, ours[1:], strict=True) if cell}
    raise AssertionError(heading)


MEANS = {name: means(name) for name in ("triche", "a1", "a2", "probabilistic")}


def test_the_order_of_huang_and_hu_follows_from_the_tables() -> None:
    stated = dict(re.findall(r"^\| (\d) \| ([a-z0-9]+(?:, [a-z0-9]+){3}) \|$", PAGE, re.MULTILINE))
    lengths = range(4, 10)
    order = {str(n): ", ".join(sorted(MEANS, key=lambda name: MEANS[name][n])) for n in lengths}
    assert stated == order


def test_probabilistic_is_as_close_to_a2_as_stated() -> None:
    differences = [MEANS["probabilistic"][n] - MEANS["a2"][n] for n in range(4, 10)]
    assert f"at most {max(differences):.1f} above" in PAGE
    assert min(differences) > 0


def test_a2_needs_fewer_guesses_than_a1_at_every_length() -> None:
    assert all(MEANS["a2"][n] < MEANS["a1"][n] for n in range(4, 10))
    assert "`a2` needs fewer guesses at every length" in PAGE


def test_triche_is_where_the_text_says() -> None:
    places = [sorted(MEANS, key=lambda name: MEANS[name][n]).index("triche") + 1 for n in range(4, 10)]
    assert places == [1, 1, 2, 3, 4, 4]
    assert "at four and five letters" in PAGE
    assert "is second at six, third at seven and last from eight letters on" in PAGE


def rows(page: str, columns: int) -> list[list[str]]:
    """Return the cells of the table rows with this number of columns."""
    cells = [[cell.strip() for cell in line.strip("|").split("|")] for line in page.splitlines() if line[:1] == "|"]
    return [row for row in cells if len(row) == columns]


def test_the_page_of_landreau_has_every_printed_coefficient() -> None:
    names = [technique.name for technique in PRINTED_TECHNIQUES]
    plain = {row[0]: row[1:] for row in rows(LANDREAU, 5) if row[0] in names}
    both = {row[0]: row[1:] for row in rows(LANDREAU, 7) if row[0] in names}
    assert list(plain) == list(both) == names
    for technique in PRINTED_TECHNIQUES:
        assert float(plain[technique.name][0]) == technique.weight
        assert [float(both[technique.name][place]) for place in (0, 3)] == [technique.use, technique.first_use]
    verdicts = [row[place] for row in both.values() for place in (2, 5)]
    assert (verdicts.count("reproduced"), verdicts.count("not reproduced")) == (1, 4)
    assert "One coefficient of 26 is reproduced, four are not" in LANDREAU
    assert sum(int(row[2]) <= 4 for row in plain.values()) == 9
    assert "Nine of the 13 printed coefficients" in LANDREAU


def test_the_page_of_landreau_has_every_printed_figure_of_modified_quine() -> None:
    printed = [row for row in rows(LANDREAU, 9) if row[1] == "printed"]
    for row, heuristic in zip(printed, ("random", "min", "max"), strict=True):
        assert [float(cell) for cell in row[2:7]] == [value for value in STUDY[heuristic] if value is not None]
