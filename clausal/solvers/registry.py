"""All engines by name. Adding one is a line here; the contract suite and `clausal engines` then know it."""

from functools import cache

from clausal.models.errors import EngineUnavailable
from clausal.solvers.engine import Engine


@cache
def engines() -> dict[str, Engine]:
    """Every engine, the default first. Importing their modules is cheap: the packages behind them load on use."""
    from clausal.solvers import cpsat, rc2, sat
    from clausal.solvers.quine import engine as quine
    from clausal.solvers.scrabble import engine as scrabble
    from clausal.solvers.sudoku import bits
    from clausal.solvers.wordle import engine as words

    found = (*sat.ENGINES, cpsat.ENGINE, rc2.ENGINE, quine.ENGINE, bits.ENGINE, words.ENGINE, scrabble.ENGINE)
    return {engine.name: engine for engine in found}


def engine(name: str) -> Engine:
    """The engine of this name."""
    try:
        return engines()[name]
    except KeyError:
        known = ", ".join(engines())
        raise EngineUnavailable(f"there is no engine {name!r}; there are {known}") from None
