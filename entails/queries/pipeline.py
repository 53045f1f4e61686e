"""Pipeline from a puzzle to an engine: encoder and engine are chosen, the puzzle is encoded once."""

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from entails.encoders.encoder import Encoder, with_assumptions
from entails.models.encoding import Cnf, Encoding
from entails.models.errors import EngineFault, UnsupportedCapability
from entails.models.limits import Limits, Options
from entails.models.outcome import Outcome, Satisfied, Solutions
from entails.puzzles import as_puzzle, kind_of
from entails.puzzles.base import AnyPuzzle
from entails.solvers import enumerate as enumeration
from entails.solvers.engine import Engine, engines
from entails.solvers.engine import engine as engine_named

_REFEREES = {"cnf": ("minisat22", "mergesat3"), "cpsat": ("cpsat", "cpsat")}


@dataclass(frozen=True)
class Pipeline:
    """An encoded puzzle and the engine to run. Every solution is checked by the rules of the puzzle."""

    kind: AnyPuzzle
    puzzle: Any
    encoder: str
    encoding: Encoding[Any]
    engine: Engine
    assume: tuple[str, ...] = ()

    @classmethod
    def of(
        cls,
        question: str,
        puzzle: Any,
        encoder: str | None = None,
        engine: str | None = None,
        assume: Sequence[str] = (),
    ) -> "Pipeline":
        """Choose the encoder and the engine that the user did not choose, and encode the puzzle.

        An engine gets an encoder that it accepts, an encoder an engine; a puzzle that the default engine does not
        support gets another. `assume` lists assumed facts; they use the route of explanations, whose encoding has all
        facts.
        """
        puzzle = as_puzzle(puzzle)
        of_kind = kind_of(puzzle)
        way = of_kind.route("explain" if assume and "explain" in of_kind.routes else question)
        if question == "solve" and "best" in of_kind.routes and of_kind.has_objective(puzzle):
            way = of_kind.route("best")
        solver = engine_named(engine or way.engine)
        chosen = of_kind.encoder(encoder or way.encoder)
        if encoder is None and chosen.kind not in solver.accepts:
            chosen = _accepted(of_kind, solver, question)
        if question == "explain" and not chosen.explains:
            raise UnsupportedCapability(
                f"encoder {chosen.name} does not keep the clues of the puzzle apart; choose another"
            )
        encoding = chosen.encode(puzzle)
        if engine is None and encoder is None and solver.refuses(encoding):
            solver = next(iter(engines().values()))
            chosen = _accepted(of_kind, solver, question)
            encoding = chosen.encode(puzzle)
        elif engine is None and solver.refuses(encoding):
            solver = _engine_for(encoding, of_kind)
        if refusal := solver.refuses(encoding):
            raise refusal
        return cls(of_kind, puzzle, chosen.name, with_assumptions(encoding, assume), solver, tuple(assume))

    @property
    def weighs(self) -> bool:
        """Return whether the puzzle has an objective, so that the best solution is wanted."""
        return self.kind.has_objective(self.puzzle)

    @property
    def referee(self) -> Engine:
        """Return another engine, if there is one, to confirm that there is no solution."""
        usual, alternative = _REFEREES.get(self.encoding.kind, (self.engine.name, self.engine.name))
        return engine_named(alternative if self.engine.name == usual else usual)

    def checked(self, answer: Any) -> Any:
        """Return the solution if the rules of the puzzle accept it; raise EngineFault otherwise."""
        if problem := self.kind.check(self.puzzle, answer):
            raise EngineFault(f"engine {self.engine.name} gave a wrong answer with encoder {self.encoder}: {problem}")
        return answer

    def solve(self, limits: Limits, options: Options) -> Outcome[Any]:
        """Find a solution; the best one if the puzzle has an objective."""
        return self.timed(limits, options)[0]

    def timed(self, limits: Limits, options: Options) -> tuple[Outcome[Any], float | None]:
        """Find a solution; return it with the engine's CPU time in seconds, None if a limit ended its process."""
        with self.engine.open(self.encoding, limits, options) as session:
            began = time.process_time()
            outcome = session.solve()
            cpu = time.process_time() - began
        if isinstance(outcome, Satisfied):
            self.checked(outcome.answer)
        return outcome, outcome.stats.cpu_seconds if self.engine.needs_worker(limits) else cpu

    def solutions(self, limits: Limits, options: Options) -> Solutions[Any]:
        """Iterate over all solutions, up to `options.max_solutions`."""
        listing = enumeration.solutions(self.engine, self.encoding, limits, options)

        def produce(outer: Solutions[Any]) -> Iterator[Any]:
            for answer in listing:
                yield self.checked(answer)
            outer.ended(listing.reason)

        return Solutions(produce)


def _accepted(of_kind: AnyPuzzle, solver: Engine, question: str) -> Encoder[Any, Any]:
    taken = [encoder for encoder in of_kind.encoders.values() if encoder.kind in solver.accepts]
    if not taken:
        raise UnsupportedCapability(f"engine {solver.name} takes no encoding of {of_kind.name}")
    for encoder in taken:
        if encoder.explains or question != "explain":
            return encoder
    raise UnsupportedCapability(
        f"engine {solver.name} cannot explain: it takes no encoding of {of_kind.name} that keeps what the puzzle states"
    )


def _engine_for(encoding: Encoding[Any], of_kind: AnyPuzzle) -> Engine:
    for solver in engines().values():
        if not solver.refuses(encoding):
            return solver
    raise UnsupportedCapability(f"no engine takes the {encoding.kind} encoding of this {of_kind.name}")


def as_cnf(puzzle: Any, encoder: str | None, question: str) -> Cnf[Any]:
    """Encode the puzzle as CNF, by this encoder or by the default one of a query."""
    puzzle = as_puzzle(puzzle)
    of_kind = kind_of(puzzle)
    encoding = of_kind.encoder(encoder or of_kind.route(question).encoder).encode(puzzle)
    if not isinstance(encoding, Cnf):
        raise UnsupportedCapability(f"encoder {encoder} makes a {encoding.kind} encoding; {question} needs cnf")
    return encoding
