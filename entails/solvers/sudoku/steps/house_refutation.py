"""A candidate refuted by the singles that would follow from it, on a board of any shape."""

from collections.abc import Iterator

from entails.models.sudoku import mask_digits
from entails.solvers.sudoku.steps.argument import Candidate
from entails.solvers.sudoku.steps.house_moment import Moment, cells_of, unit_sets
from entails.solvers.sudoku.steps.step import Step


def refuted(moment: Moment, technique: str) -> Iterator[Step | None]:
    """Suppose a candidate and follow the singles: where something would have to be and not to be, it is not. The
    simplest only, among the cells of fewest candidates first."""
    cells = sorted((cell for cell, mask in enumerate(moment.marks) if mask), key=lambda c: moment.marks[c].bit_count())
    for cell in cells:
        found = []
        for digit in mask_digits(moment.marks[cell]):
            branch = _spread(moment, (cell, digit))
            if branch is not None:
                found.append((len(branch), branch))
        if found:
            _, branch = min(found)
            yield moment.step(technique, [branch], removes=[(cell, branch[0][1])], case=7, other=0)
            return


def _spread(moment: Moment, supposed: Candidate) -> list[Candidate] | None:
    """The candidates that follow one after the other, up to one that cannot be; None without a contradiction."""
    shape = moment.shape
    there = moment.copy()
    there.place(*supposed)
    line, units = [supposed], unit_sets(shape)
    while True:
        single = next(
            ((cell, mask.bit_length()) for cell, mask in enumerate(there.marks) if mask.bit_count() == 1), None
        )
        dead = next((cell for cell, mask in enumerate(there.marks) if not mask and not there.digits[cell]), None)
        if dead is not None:
            return [*line, (dead, moment.marks[dead].bit_length())]
        for inside in () if single else units:
            for digit in range(1, shape.size + 1):
                places = inside & there.holds[digit]
                if places.bit_count() == 1:
                    single = (places.bit_length() - 1, digit)
                elif not places and not any(there.digits[cell] == digit for cell in cells_of(inside)):
                    lost = next(cells_of(inside & moment.holds[digit]), None)
                    return None if lost is None else [*line, (lost, digit)]
        if single is None:
            return None
        there.place(*single)
        line.append(single)
