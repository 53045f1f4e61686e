"""`STRATEGIES`, every strategy by name, and `strategy_of`, which parses a name with parameters.

>>> strategy_of("entropy:pool=answers").label
'entropy:pool=answers'
"""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Any

from entails.models.errors import InvalidOption
from entails.studies.wordle.strategies.base import (
    HUANG_HU,
    KALAYDJIAN_DUHEM,
    LOI_THOMAS,
    NoStrategyOptions,
    Player,
    Strategy,
    StrategyOptions,
    snake,
)
from entails.studies.wordle.strategies.domains import (
    ArcConsistentPlayer,
    BacktrackPlayer,
    CheatingPlayer,
    ChronologicalPlayer,
    ForwardPlayer,
    LikeliestPlayer,
    NestedBacktrackPlayer,
    NestedForwardPlayer,
    ProbabilisticPlayer,
    PruningCheatingPlayer,
)
from entails.studies.wordle.strategies.genetic import (
    CheatingOptions,
    CountedOptions,
    GeneticCheatingPlayer,
    GeneticCountedPlayer,
    GeneticEntropyPlayer,
    GeneticPlayer,
    HistoryOptions,
    ProgramOptions,
)
from entails.studies.wordle.strategies.greedy import (
    GreedyOptions,
    MacOptions,
    MacPlayer,
    OptimalOptions,
    OptimalPlayer,
    RandomPlayer,
    greedy,
)

_IMPROVED = ProgramOptions(first_word="distinct", fitness="graded", stagnation=10)
_ENTROPY = HistoryOptions(max_size=150, generations=16)


def _all() -> Iterable[Strategy[Any]]:
    """Yield all strategies in the order of the studies."""

    def entry(
        name: str,
        summary: str,
        source: str,
        player: type[Player[Any]],
        options: StrategyOptions | None = None,
        *,
        cheats: bool = False,
    ) -> Strategy[Any]:
        chosen = NoStrategyOptions() if options is None else options
        return Strategy(name, summary, source, player, chosen, cheats=cheats)

    yield entry("a1", "random words; domains shrink if nothing is well placed", HUANG_HU, ChronologicalPlayer)
    yield entry("a2", "a1; domains also shrink if nothing is placed", HUANG_HU, ArcConsistentPlayer)
    yield entry(
        "probabilistic",
        "a2 with the likeliest word if nothing was well placed, else a random one",
        HUANG_HU,
        ProbabilisticPlayer,
    )
    yield entry("probabilistic-annex", "a2 with the likeliest word at every guess", HUANG_HU, LikeliestPlayer)
    yield entry("triche", "blanks positions and moves letters", HUANG_HU, CheatingPlayer, cheats=True)
    yield entry("triche-pruning", "triche with the domains of a2", HUANG_HU, PruningCheatingPlayer, cheats=True)
    yield entry(
        "genetic-cheating",
        "evolution by edit distance to the secret; each rejected individual is a guess",
        HUANG_HU,
        GeneticCheatingPlayer,
        CheatingOptions(),
        cheats=True,
    )
    yield entry(
        "genetic-counted",
        "evolution with feedback as fitness; each evaluation is a guess",
        HUANG_HU,
        GeneticCountedPlayer,
        CountedOptions(),
        cheats=True,
    )
    yield entry("backtrack", "hill climb through domains of well placed letters", LOI_THOMAS, BacktrackPlayer)
    yield entry("forward", "backtrack that removes refuted domains", LOI_THOMAS, ForwardPlayer)
    yield entry("backtrack-nested", "nested domains, depth first", LOI_THOMAS, NestedBacktrackPlayer)
    yield entry("forward-nested", "backtrack-nested with forward checking", LOI_THOMAS, NestedForwardPlayer)
    yield entry("genetic", "evolution from the previous try", LOI_THOMAS, GeneticPlayer, ProgramOptions())
    yield entry("genetic-improved", "genetic with the ideas of part 3", LOI_THOMAS, GeneticPlayer, _IMPROVED)
    yield entry(
        "genetic-entropy",
        "evolution by the history; the most informative word of its set",
        f"{HUANG_HU}; the course",
        GeneticEntropyPlayer,
        _ENTROPY,
    )
    yield entry("random", "any possible word", KALAYDJIAN_DUHEM, RandomPlayer)
    for name, summary, source in (
        ("letter-frequency", "the most frequent letters at their positions", KALAYDJIAN_DUHEM),
        ("letter-presence", "the most frequent letters at any position", KALAYDJIAN_DUHEM),
        ("entropy", "the most expected bits", KALAYDJIAN_DUHEM),
        ("entropy-degenerate", "the most bits as the study computes them", KALAYDJIAN_DUHEM),
        ("minimax", "the smallest largest part", "Knuth 1976"),
        ("expected-size", "the fewest words left on average", "Irving 1978"),
        ("most-parts", "the most parts", "Kooi 2005"),
    ):
        yield entry(name, summary, source, greedy(name), GreedyOptions())
    yield entry("mac", "best of K solutions of the constraint model", "the course", MacPlayer, MacOptions())
    yield entry(
        "optimal",
        "follows the tree with the smallest total",
        "Selby 2022",
        OptimalPlayer,
        OptimalOptions(),
    )


STRATEGIES: Mapping[str, Strategy[Any]] = MappingProxyType({strategy.name: strategy for strategy in _all()})


def strategy_of(text: str, settings: Mapping[str, str] = MappingProxyType({})) -> Strategy[Any]:
    """Return a strategy by its name with parameters, such as `genetic:crossRate=0.5:choice=entropy`.

    `settings` apply to a whole race. A name such as `crossRate` applies to every strategy with this option,
    `genetic.crossRate` to one strategy only.
    """
    name, *inline = (part.strip() for part in text.split(":"))
    if name not in STRATEGIES:
        raise InvalidOption(f"unknown strategy {name[:30]!r}", expected=", ".join(STRATEGIES))
    known = STRATEGIES[name]
    changes: dict[str, object] = {}
    for key, value in settings.items():
        whose, dot, option = key.rpartition(".")
        if (dot and whose == name) or (not dot and known.options.knows(option)):
            changes[option] = value
    for part in inline:
        changes.update([read_setting(part, where=name)])
    if not changes:
        return known
    kind = type(known.options)
    defaults = known.options.model_dump()
    options = kind.read({**defaults, **{kind.field_named(key): value for key, value in changes.items()}}, where=name)
    return replace(known, options=options, label=":".join([name, *inline]))


def read_setting(text: str, where: str) -> tuple[str, str]:
    """Split a parameter written as `key=value`."""
    key, equals, value = text.partition("=")
    if not equals or not key.strip():
        raise InvalidOption(f"invalid setting {text[:40]!r}", where=where, expected="name=value")
    return key.strip(), value.strip()


def check_settings(settings: Mapping[str, str], strategies: Iterable[Strategy[Any]]) -> None:
    """Raise an error if none of these strategies has a parameter that is set."""
    chosen = list(strategies)
    for key in settings:
        whose, dot, option = key.rpartition(".")
        if not any((not dot or whose == strategy.name) and strategy.options.knows(option) for strategy in chosen):
            known = sorted({snake(name) for strategy in chosen for name in type(strategy.options).model_fields})
            expected = ", ".join(known) or "none: these strategies have no options"
            raise InvalidOption(f"unknown option {key[:40]!r}", where="--set", expected=expected)
