"""The SAT solvers of python-sat, each an engine on `Cnf`.

What a solver can do was measured solver by solver and is kept as data in `ENGINES`; the contract suite checks the
table against the solvers that are installed.
"""

from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import TypeVar

from entails.models.encoding import Cnf, Encoding
from entails.models.limits import Limits, Options
from entails.solvers.base import Capability, Session
from entails.solvers.engine import Engine
from entails.solvers.sat_restarting import RestartingSession
from entails.solvers.sat_session import SatSession

A = TypeVar("A")


@cache
def _installed() -> frozenset[str]:
    """What python-sat calls its solvers; nothing where it is not installed."""
    if find_spec("pysat") is None:
        return frozenset()
    from pysat.solvers import SolverNames

    return frozenset(alias for key, names in vars(SolverNames).items() if not key.startswith("_") for alias in names)


class SatEngine(Engine):
    """One python-sat solver. `restarts_each_time`: it cannot go on after an answer, so every solve is a fresh one."""

    def __init__(
        self,
        name: str,
        code: str,
        summary: str,
        can: tuple[Capability, ...],
        *,
        isolated: bool = False,
        restarts_each_time: bool = False,
    ) -> None:
        super().__init__(name, summary, frozenset({"cnf"}), frozenset(can), isolated)
        self.code = code
        self.restarts_each_time = restarts_each_time

    def missing(self) -> str | None:
        if self.code in _installed():
            return None
        return (
            "this version of python-sat does not have it" if _installed() else "the package python-sat is not installed"
        )

    def load(self) -> None:
        import_module("pysat.solvers")

    def open_here(self, encoding: Encoding[A], limits: Limits, options: Options) -> Session[A]:
        assert isinstance(encoding, Cnf)
        return (RestartingSession if self.restarts_each_time else SatSession)(self, encoding, limits, options)


_ALL: tuple[Capability, ...] = ("add", "assume", "enumerate", "propagate")
_CADICAL: tuple[Capability, ...] = (*_ALL, "core", "conflicts", "proof")
_MINISAT: tuple[Capability, ...] = (*_ALL, "core", "conflicts", "interrupt")
_MAPLE: tuple[Capability, ...] = (*_MINISAT, "proof")
_GLUCOSE: tuple[Capability, ...] = (*_ALL, "core", "proof")  # it looks at limits when it restarts, which may be late

ENGINES: tuple[SatEngine, ...] = (
    SatEngine("cadical195", "cadical195", "CaDiCaL 1.9.5, the default", _CADICAL),
    SatEngine("cadical300", "cadical300", "CaDiCaL 3.0.0", _CADICAL),
    SatEngine("cadical153", "cadical153", "CaDiCaL 1.5.3", _CADICAL),
    SatEngine("cadical103", "cadical103", "CaDiCaL 1.0.3", _CADICAL),
    SatEngine("glucose421", "glucose42", "Glucose 4.2.1", _GLUCOSE),
    SatEngine("glucose41", "glucose4", "Glucose 4.1", _GLUCOSE),
    SatEngine("glucose30", "glucose3", "Glucose 3.0", _GLUCOSE),
    SatEngine("gluecard41", "gluecard4", "Gluecard on Glucose 4.1", _GLUCOSE),
    SatEngine("gluecard30", "gluecard3", "Gluecard on Glucose 3.0", _GLUCOSE),
    SatEngine("ergo", "ergo", "Ergo", _MAPLE),
    SatEngine("maplechrono", "maplechrono", "MapleLCMDistChronoBT", _MAPLE),
    SatEngine("maplecm", "maplecm", "MapleCM", _MAPLE),
    SatEngine("maplesat", "maplesat", "MapleCOMSPS LRB", _MINISAT),
    SatEngine("mergesat3", "mergesat3", "MergeSat 3", _MINISAT),
    SatEngine("minicard", "minicard", "Minicard 1.2", _MINISAT),
    SatEngine("minisat22", "minisat22", "MiniSat 2.2", _MINISAT),
    SatEngine("minisat-gh", "minisat-gh", "MiniSat, its GitHub version", _MINISAT),
    SatEngine("minisat-ep", "minisatep", "MiniSat with external propagators", _MINISAT),
    SatEngine(
        "lingeling",
        "lingeling",
        "Lingeling bbc; nothing stops its search, so it has a process of its own",
        (*_ALL, "core", "proof"),
        isolated=True,
        restarts_each_time=True,
    ),
    SatEngine(
        "kissat404",
        "kissat404",
        "Kissat 4.0.4; it can abort its process, so it has one of its own",
        (*_ALL, "conflicts"),
        isolated=True,
        restarts_each_time=True,
    ),
)
