"""From a puzzle to an engine: choose encoder and engine, encode the puzzle once, check each solution."""

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from entails.encoders.encoder import Encoder, with_assumptions
from entails.models.encoding import Cnf, CpSat, Encoding
from entails.models.errors import EngineFault, TooLarge, UnsupportedCapability
from entails.models.limits import Limits, Options
from entails.models.outcome import Outcome, Satisfied, Solutions, Unsatisfiable
from entails.puzzles import as_puzzle, puzzle_type_of
from entails.puzzles.base import AnyPuzzle
from entails.solvers import engine as enumeration
from entails.solvers.engine import Engine, engines
from entails.solvers.engine import engine as engine_named

_RACE = "portfolio"
_REFEREES = {"cnf": ("minisat22", "mergesat3"), "cnf+": ("minicard", "gluecard41"), "cpsat": ("cpsat", "cpsat")}


@dataclass(frozen=True)
class Pipeline:
    """An encoded puzzle with the engine to run. The puzzle's checker tests every solution."""

    puzzle_type: AnyPuzzle
    puzzle: Any
    encoder: str
    encoding: Encoding[Any]
    engine: Engine
    assume: tuple[str, ...] = ()
    confirm: tuple[str, str] | None = None
    because: str | None = None
    """Reason why the encoder is not the default one; None if it is."""

    @classmethod
    def of(
        cls,
        query: str,
        puzzle: Any,
        encoder: str | None = None,
        engine: str | None = None,
        assume: Sequence[str] = (),
        *,
        in_bulk: bool = False,
    ) -> "Pipeline":
        """Encode a puzzle with the chosen encoder and engine, or the defaults of the query.

        If only the engine is chosen, the encoder is one that it accepts, and vice versa. If the default engine does not
        support a puzzle, another is used. `assume` lists assumed facts; they use the route of explanations, whose
        encoding has all facts. With `in_bulk`, for many puzzles or many solutions, the route `bulk` is used if the
        puzzle type has one.
        """
        puzzle = as_puzzle(puzzle)
        puzzle_type = puzzle_type_of(puzzle)
        way = puzzle_type.route(query)
        if assume and "explain" in puzzle_type.routes:
            way = puzzle_type.route("explain")
        elif in_bulk and "bulk" in puzzle_type.routes:
            way = puzzle_type.route("bulk")
        if query == "solve" and "best" in puzzle_type.routes and puzzle_type.has_objective(puzzle):
            way = puzzle_type.route("best")
        solver = engine_named(engine or way.engine)
        chosen = puzzle_type.encoder(encoder or way.encoder)
        if encoder is None and (chosen.kind not in solver.accepts or (solver.name == _RACE and chosen.kind != "cnf")):
            chosen = _accepted(puzzle_type, solver, query)
        elif encoder is None and engine == "cpsat" and puzzle_type.is_document:
            chosen = _own_model(puzzle_type) or chosen
        if solver.name == _RACE and query == "explain":
            raise UnsupportedCapability(f"engine {_RACE} cannot explain; choose cpsat or minisat22")
        if query == "explain" and not chosen.explains:
            raise UnsupportedCapability(
                f"encoder {chosen.name} does not keep the clues of the puzzle apart; choose another encoder"
            )
        encode = chosen.encode if query != "explain" or assume else _explaining(chosen)
        because = puzzle_type.beyond_cnf(puzzle, query) if encoder is None and chosen.kind == "cnf" else None
        if because is not None and (engine is None or "cpsat" in solver.accepts):
            chosen, solver = _without_clauses(puzzle_type, solver, None, is_fixed=engine is not None)
            encode = chosen.encode
        try:
            encoding = encode(puzzle)
        except TooLarge as too_large:
            if encoder is not None or chosen.kind != "cnf":
                raise
            chosen, solver = _without_clauses(puzzle_type, solver, too_large, is_fixed=engine is not None)
            encoding, because = chosen.encode(puzzle), f"the CNF is too large: {too_large}"
        if engine is None and encoder is None and solver.unsupported(encoding):
            solver = next(iter(engines().values()))
            chosen = _accepted(puzzle_type, solver, query)
            encoding = chosen.encode(puzzle)
        elif engine is None and solver.unsupported(encoding):
            solver = _engine_for(encoding, puzzle_type)
            if way is puzzle_type.routes.get("best") and "optimise" not in solver.capabilities:
                raise UnsupportedCapability(f"no engine optimises {encoding.kind} encodings; choose another encoder")
        if refusal := solver.unsupported(encoding):
            raise refusal
        confirm = way.confirm if (chosen.name, solver.name) == (way.encoder, way.engine) else None
        if confirm is not None and engine_named(confirm[1]).unsupported(puzzle_type.encoder(confirm[0]).encode(puzzle)):
            confirm = None
        if solver.name == _RACE and query == "solve":
            encoding = _with_rival(encoding, puzzle_type, puzzle)
        assumed = with_assumptions(encoding, assume, puzzle_type.fact_sentence)
        pipeline = cls(puzzle_type, puzzle, chosen.name, assumed, solver, tuple(assume), confirm, because)
        if (watched := _BUILT.get()) is not None:
            watched.append(pipeline)
        return pipeline

    @property
    def has_objective(self) -> bool:
        """Return whether the puzzle has an objective, so that `solve` looks for the best solution."""
        return self.puzzle_type.has_objective(self.puzzle)

    @cached_property
    def confirmation(self) -> Encoding[Any]:
        """The encoding for the second engine: that of the route, else the encoding of the first."""
        if self.confirm is None:
            return self.encoding
        encoding = self.puzzle_type.encoder(self.confirm[0]).encode(self.puzzle)
        return with_assumptions(encoding, self.assume, self.puzzle_type.fact_sentence)

    @property
    def confirmed_by(self) -> str | None:
        """The name of the engine that confirms the result, by the route."""
        return None if self.confirm is None else self.confirm[1]

    @property
    def verifier(self) -> Engine:
        """Return the engine that confirms that there is no solution: another engine than the first, if possible."""
        if self.confirm is not None:
            return engine_named(self.confirm[1])
        usual, alternative = _REFEREES.get(self.encoding.kind, (self.engine.name, self.engine.name))
        return engine_named(alternative if self.engine.name == usual else usual)

    def checked(self, answer: Any) -> Any:
        """Return a solution that the puzzle's checker accepts; otherwise raise EngineFault."""
        if problem := self.puzzle_type.check(self.puzzle, answer):
            raise EngineFault(
                f"engine {self.engine.name} returned an invalid solution with encoder {self.encoder}: {problem}"
            )
        return answer

    def solve(self, limits: Limits, options: Options) -> Outcome[Any]:
        """Return a solution; the best one if the puzzle has an objective."""
        return self.timed(limits, options)[0]

    def timed(self, limits: Limits, options: Options) -> tuple[Outcome[Any], float | None]:
        """Return a solution and the engine's CPU time in seconds; None for the time if a limit ended its process."""
        with self.engine.open(self.encoding, limits, options) as session:
            began = time.process_time()
            outcome = session.solve()
            cpu = time.process_time() - began
        if isinstance(outcome, Satisfied):
            self.checked(outcome.answer)
        elif isinstance(outcome, Unsatisfiable):
            self._confirm_number(0, limits, options)
        outcome = self.puzzle_type.reported(self.puzzle, outcome)
        return outcome, outcome.stats.cpu_seconds if self.engine.needs_worker(limits) else cpu

    def solutions(self, limits: Limits, options: Options) -> Solutions[Any]:
        """Iterate over all solutions, up to `options.max_solutions`."""
        listing = enumeration.solutions(self.engine, self.encoding, limits, options)

        def produce(outer: Solutions[Any]) -> Iterator[Any]:
            number = 0
            for number, answer in enumerate(listing, 1):  # noqa: B007 (the last number is the count)
                yield self.checked(answer)
            if listing.complete or listing.reason == "maximum":
                self._confirm_number(number, limits, options, are_more=not listing.complete)
            outer.decided_by = listing.decided_by
            outer.ended(listing.reason)

        return Solutions(produce)

    def _confirm_number(self, number: int, limits: Limits, options: Options, *, are_more: bool = False) -> None:
        """Raise EngineFault if the route's second engine contradicts this number of solutions.

        With `are_more`, there must be more solutions than this.
        """
        if self.confirm is None:
            return
        one_more = options.model_copy(update={"max_solutions": number + 1})
        listing = enumeration.solutions(self.verifier, self.confirmation, limits, one_more)
        counted = sum(1 for _ in listing)
        if (listing.complete or counted > number) and counted != number + are_more:
            raise EngineFault(
                f"engines disagree: {self.engine.name} and {self.verifier.name} on the number of solutions"
            )


_BUILT: ContextVar[list[Pipeline] | None] = ContextVar("built pipelines", default=None)


@contextmanager
def pipelines() -> Iterator[list[Pipeline]]:
    """Collect the pipelines that are built inside the block, in order."""
    built: list[Pipeline] = []
    token = _BUILT.set(built)
    try:
        yield built
    finally:
        _BUILT.reset(token)


def _explaining(encoder: Encoder[Any, Any]) -> Callable[[Any], Encoding[Any]]:
    """Return the function that encodes a puzzle for explanations, which an encoder may define separately."""
    own: Callable[[Any], Encoding[Any]] = getattr(encoder, "encode_to_explain", encoder.encode)
    return own


def _accepted(puzzle_type: AnyPuzzle, solver: Engine, query: str) -> Encoder[Any, Any]:
    taken = [encoder for encoder in puzzle_type.encoders.values() if encoder.kind in solver.accepts]
    if not taken:
        raise UnsupportedCapability(f"engine {solver.name} takes no encoding of {puzzle_type.name}")
    for encoder in taken:
        if encoder.explains or query != "explain":
            return encoder
    raise UnsupportedCapability(
        f"engine {solver.name} cannot explain: it accepts no encoding of {puzzle_type.name} that keeps clues apart"
    )


def _without_clauses(
    puzzle_type: AnyPuzzle, solver: Engine, refusal: TooLarge | None, *, is_fixed: bool
) -> tuple[Encoder[Any, Any], Engine]:
    """Return a CP-SAT encoder and engine for a puzzle whose CNF is too large; re-raise the error if it has none."""
    encoder = _own_model(puzzle_type)
    if encoder is None or (is_fixed and encoder.kind not in solver.accepts):
        raise refusal or UnsupportedCapability(f"engine {solver.name} takes no CP-SAT model of {puzzle_type.name}")
    return encoder, solver if encoder.kind in solver.accepts else engine_named("cpsat")


def _own_model(puzzle_type: AnyPuzzle) -> Encoder[Any, Any] | None:
    """Return the encoder of a puzzle type that makes CP-SAT models, or None."""
    return next((encoder for encoder in puzzle_type.encoders.values() if encoder.kind == "cpsat"), None)


def _with_rival(encoding: Encoding[Any], puzzle_type: AnyPuzzle, puzzle: Any) -> Encoding[Any]:
    """Return a CNF with a CP-SAT encoding of the same facts, if the puzzle type has one."""
    encoder = _own_model(puzzle_type)
    if encoder is None or not isinstance(encoding, Cnf):
        return encoding
    rival = encoder.encode(puzzle)
    if not isinstance(rival, CpSat) or len(rival.names) != len(encoding.names) or rival.names != encoding.names:
        return encoding
    return replace(encoding, rival=rival)


def _engine_for(encoding: Encoding[Any], puzzle_type: AnyPuzzle) -> Engine:
    for solver in engines().values():
        if not solver.unsupported(encoding):
            return solver
    raise UnsupportedCapability(f"no engine takes the {encoding.kind} encoding of this {puzzle_type.name}")


def as_cnf(puzzle: Any, encoder: str | None, query: str) -> Cnf[Any]:
    """Encode a puzzle as CNF, with this encoder or the default one of a query."""
    puzzle = as_puzzle(puzzle)
    puzzle_type = puzzle_type_of(puzzle)
    encoding = puzzle_type.encoder(encoder or puzzle_type.route(query).encoder).encode(puzzle)
    if not isinstance(encoding, Cnf):
        raise UnsupportedCapability(f"encoder {encoder} makes a {encoding.kind} encoding; {query} needs cnf")
    return encoding
