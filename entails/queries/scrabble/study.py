"""Rerun the experiments of a study and compare the figures.

Study: guzniczak (Guzniczak 2018, Scrabble by arrangements). Figures that depend on words use
the lexicon of --lexicon, by default the shipped French one.
"""

from typing import Annotated

from pydantic import Field

from entails.data.lexicons.store import LEXICON, opened
from entails.models.errors import InvalidOption, at_field
from entails.models.fields import CommandArgument, Document, Option
from entails.models.scrabble.game import ScrabbleStudyReport
from entails.queries.query import Progress, Query, QueryResult
from entails.queries.query import QueryOptions as QueryOptions

PANEL = "Experiments"
PLACE = 22

_STUDIES = ("guzniczak",)


class ScrabbleStudyOptions(QueryOptions):
    """Options of `scrabble study`: a study and its lexicon."""

    name: Annotated[str, CommandArgument("NAME", "Study: guzniczak.")]
    lexicon: Annotated[
        str | Document | None,
        LEXICON,
        Field(description="Lexicon (default: fr), or a file with one word per line."),
        Option(metavar="NAME|FILE"),
    ] = None


def answer(nothing: None, options: ScrabbleStudyOptions, progress: Progress) -> QueryResult[ScrabbleStudyReport]:
    """Return the figures of the study and ours."""
    from entails.studies.scrabble.guzniczak import AUTHORS, figures

    del nothing, progress
    with at_field("name"):
        if options.name not in _STUDIES:
            raise InvalidOption(f"unknown study {options.name[:30]!r}", where="NAME", expected=", ".join(_STUDIES))
    lexicon, notes = opened(options.lexicon, "fr" if options.lexicon is None else None)
    report = ScrabbleStudyReport(
        study=options.name, authors=AUTHORS, lexicon=lexicon.name, words=len(lexicon), figures=tuple(figures(lexicon))
    )
    return QueryResult(report, report, notes=notes)


QUERY = Query(
    options=ScrabbleStudyOptions,
    report=ScrabbleStudyReport,
    answer=answer,
    takes="nothing",
    pace="job",
    examples={"all figures": {"name": "guzniczak"}},
)
