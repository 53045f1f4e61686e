"""List the strategies, or the options of one strategy.

The list shows the source of each strategy and whether it cheats.
"""

from typing import Annotated, Any

from entails.models.errors import at_field
from entails.models.fields import CommandArgument, Value
from entails.queries.query import Progress, Query, QueryResult, Stream
from entails.queries.query import QueryOptions as QueryOptions
from entails.studies.wordle.strategies.base import Strategy
from entails.studies.wordle.strategies.registry import STRATEGIES, strategy_of

PANEL = "Experiments"
PLACE = 42


class WordleStrategiesOptions(QueryOptions):
    """Options of `strategies`."""

    name: Annotated[str | None, CommandArgument("NAME", "Strategy whose options to list.")] = None


class StrategyOption(Value):
    """A parameter of a strategy."""

    name: str
    default: bool | int | float | str
    about: str


class StrategyReport(Value):
    """Report of `wordle strategies` for one strategy."""

    name: str
    about: str
    source: str
    cheats: bool
    options: tuple[StrategyOption, ...]

    @classmethod
    def of(cls, strategy: Strategy[Any]) -> "StrategyReport":
        options = tuple(
            StrategyOption(
                name=name.rstrip("_"), default=getattr(strategy.options, name), about=field.description or ""
            )
            for name, field in type(strategy.options).model_fields.items()
        )
        return cls(
            name=strategy.label,
            about=strategy.summary,
            source=strategy.source,
            cheats=strategy.cheats,
            options=options,
        )


def answer(nothing: None, options: WordleStrategiesOptions, progress: Progress) -> Stream:
    """Yield all strategies, or one."""
    del nothing, progress
    with at_field("name"):
        chosen = list(STRATEGIES.values()) if options.name is None else [strategy_of(options.name)]
    reports = [StrategyReport.of(strategy) for strategy in chosen]
    for strategy, report in zip(chosen, reports, strict=True):
        yield QueryResult(strategy, report)
    return QueryResult(chosen, reports)


QUERY = Query(
    options=WordleStrategiesOptions,
    report=StrategyReport,
    whole=list[StrategyReport],
    answer=answer,
    takes="nothing",
    stream=True,
    examples={"one of them": {"name": "genetic"}},
)
