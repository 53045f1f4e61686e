"""The report of `wordle suggest`."""

from clausal.models.wordle.report import SuggestionReport
from clausal.solvers.wordle.suggest import Suggestion


def suggestion_report(found: Suggestion, *, yours: bool = False) -> SuggestionReport:
    """A suggestion as programs see it; `yours` marks an idea that somebody asked about."""
    return SuggestionReport(
        word=found.word,
        bits=round(found.bits, 6),
        parts=found.parts,
        worst=found.worst,
        chance=round(found.chance, 9),
        expected_size=round(found.expected_size, 6),
        rank=found.rank,
        yours=yours,
        allowed=found.allowed,
    )
