"""`entails sudoku sheet`: any grids on pages to print, which is no question."""

from entails.cli.groups import Function, lazy


def _sheet() -> Function:
    from entails.cli.sudoku_sheet import sheet

    return sheet


VERBS = (
    lazy(
        "sheet",
        "Pages to print of any grids, six on each, with their solutions on the last: -o grids.pdf or grids.svg.",
        "For people",
        _sheet,
        lambda: "Example: entails sudoku sheet grids.csv -o grids.pdf --title 'Sunday' --caption band",
    ),
)
