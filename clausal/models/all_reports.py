"""Every report by the name that `clausal schema` gives it. Apart from the reports themselves, since no single command
needs them all and each takes its time to load."""

from clausal.models.lexicon_report import LEXICON_REPORTS
from clausal.models.report import COMMON_REPORTS
from clausal.models.scrabble.report import SCRABBLE_REPORTS
from clausal.models.sudoku_report import SUDOKU_REPORTS
from clausal.models.value import Value
from clausal.models.wordle.report import WORDLE_REPORTS

REPORTS: dict[str, type[Value]] = {
    **COMMON_REPORTS,
    **LEXICON_REPORTS,
    **SCRABBLE_REPORTS,
    **SUDOKU_REPORTS,
    **WORDLE_REPORTS,
}
