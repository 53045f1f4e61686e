"""The front door: the same functions for scripts, the command line, the service and batches.

    >>> import clausal
    >>> grid = clausal.parse("sudoku", "..4..3...2....1.")
    >>> clausal.solve(grid).answer.line
    '2143432112343412'

Each takes a puzzle and answers one question about it. `encoder` and `engine` may be chosen by name; without, the puzzle
kind knows good ones. Every answer is checked against the rules of the puzzle before it is given out.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from clausal.models.encoding import Cnf, Encoding
from clausal.models.entry import Entry
from clausal.models.errors import EngineFault, InvalidPuzzle, UnsupportedCapability
from clausal.models.limits import DEFAULTS, UNLIMITED, Limits, Options
from clausal.models.outcome import Count, EndReason, Explanation, Forced, Outcome, Satisfied, Solutions
from clausal.puzzles import kind, kind_of
from clausal.puzzles.base import AnyKind
from clausal.solvers import enumerate as enumeration
from clausal.solvers.engine import Engine
from clausal.solvers.explain import Grain
from clausal.solvers.explain import explain as explain_with
from clausal.solvers.forced import forced as forced_with
from clausal.solvers.registry import engine as engine_named
from clausal.solvers.registry import engines

if TYPE_CHECKING:
    from clausal.solvers.quine.depth import ExactDepth
    from clausal.solvers.quine.result import QuineResult

EXPLAIN_SECONDS = 5.0
"""How long `check` looks for explanations when no time limit is given."""

_REFEREES = {"cnf": ("minisat22", "maplechrono"), "cpsat": ("cpsat", "cpsat")}


@dataclass(frozen=True)
class Question:
    """A puzzle on its way to an engine: encoded, the engine chosen."""

    kind: AnyKind
    puzzle: Any
    encoder: str
    encoding: Encoding[Any]
    engine: Engine

    @classmethod
    def of(cls, question: str, puzzle: Any, encoder: str | None, engine: str | None) -> "Question":
        """Choose what the user did not. An engine chosen alone gets an encoder that it accepts; an encoder chosen alone
        an engine; and a puzzle that the usual way does not take goes another."""
        of_kind = kind_of(puzzle)
        way = of_kind.way(question)
        solver = engine_named(engine or way.engine)
        chosen = of_kind.encoder(encoder or way.encoder)
        if encoder is None and chosen.kind not in solver.accepts:
            chosen = _accepted(of_kind, solver, question)
        if question == "explain" and not chosen.explains:
            raise UnsupportedCapability(f"encoder {chosen.name} does not keep what the puzzle states: choose another")
        encoding = chosen.encode(puzzle)
        if engine is None and encoder is None and solver.refuses(encoding):
            solver = next(iter(engines().values()))
            chosen = _accepted(of_kind, solver, question)
            encoding = chosen.encode(puzzle)
        elif engine is None and solver.refuses(encoding):
            solver = _engine_for(encoding, of_kind)
        if refusal := solver.refuses(encoding):
            raise refusal
        return cls(of_kind, puzzle, chosen.name, encoding, solver)

    @property
    def referee(self) -> Engine:
        """Another engine, where there is one, to confirm that there is no answer."""
        usual, other = _REFEREES.get(self.encoding.kind, (self.engine.name, self.engine.name))
        return engine_named(other if self.engine.name == usual else usual)

    def checked(self, answer: Any) -> Any:
        """The answer, once the rules of the puzzle agree with it."""
        if problem := self.kind.rules(self.puzzle, answer):
            raise EngineFault(f"engine {self.engine.name} gave a wrong answer with encoder {self.encoder}: {problem}")
        return answer


def _accepted(of_kind: AnyKind, solver: Engine, question: str) -> Any:
    taken = [encoder for encoder in of_kind.encoders.values() if encoder.kind in solver.accepts]
    if not taken:
        raise UnsupportedCapability(f"engine {solver.name} takes no encoding of {of_kind.name}")
    for encoder in taken:
        if encoder.explains or question != "explain":
            return encoder
    raise UnsupportedCapability(
        f"engine {solver.name} cannot explain: it takes no encoding of {of_kind.name} that keeps what the puzzle states"
    )


def _engine_for(encoding: Encoding[Any], of_kind: AnyKind) -> Engine:
    for solver in engines().values():
        if not solver.refuses(encoding):
            return solver
    raise UnsupportedCapability(f"no engine takes the {encoding.kind} encoding of this {of_kind.name}")


def parse(kind_name: str, text: str, **settings: str) -> Any:
    """The one puzzle that this text holds."""
    found = list(parse_many(kind_name, text, **settings))
    if len(found) != 1:
        raise InvalidPuzzle(f"there are {len(found)} puzzles", expected="exactly one")
    if found[0].error is not None:
        raise found[0].error
    return found[0].puzzle


def parse_many(kind_name: str, text: str, **settings: str) -> Iterator[Entry[Any]]:
    """Every puzzle of a text; a bad one becomes an entry with an error."""
    return kind(kind_name).read(text.encode(errors="surrogatepass"), settings)


def solve(
    puzzle: Any,
    *,
    encoder: str | None = None,
    engine: str | None = None,
    limits: Limits = UNLIMITED,
    options: Options = DEFAULTS,
) -> Outcome[Any]:
    """One answer, or that there is none, or that the limits came first."""
    question = Question.of("solve", puzzle, encoder, engine)
    with question.engine.open(question.encoding, limits, options) as session:
        outcome = session.solve()
    if isinstance(outcome, Satisfied):
        question.checked(outcome.answer)
    return outcome


def solutions(
    puzzle: Any,
    *,
    encoder: str | None = None,
    engine: str | None = None,
    limits: Limits = UNLIMITED,
    options: Options = DEFAULTS,
) -> Solutions[Any]:
    """All answers, one after the other, up to `options.max_solutions`; then `complete` says whether that was all."""
    question = Question.of("solve", puzzle, encoder, engine)
    listing = enumeration.solutions(question.engine, question.encoding, limits, options)

    def produce(outer: Solutions[Any]) -> Iterator[Any]:
        for answer in listing:
            yield question.checked(answer)
        outer.ended(listing.reason)

    return Solutions(produce)


def count(
    puzzle: Any,
    *,
    encoder: str | None = None,
    engine: str | None = None,
    limits: Limits = UNLIMITED,
    options: Options = DEFAULTS,
) -> Count:
    """How many answers there are, up to `options.max_solutions`."""
    listing = solutions(puzzle, encoder=encoder, engine=engine, limits=limits, options=options)
    value = sum(1 for _ in listing)
    return Count(value, listing.complete, listing.reason)


@dataclass(frozen=True)
class Check:
    """Is there an answer, is it the only one, and if there is none, why. None is "not decided within the limits"."""

    consistent: bool | None
    unique: bool | None
    answer: Any = None
    explanation: Explanation | None = None
    reason: EndReason | None = None


def check(
    puzzle: Any,
    *,
    encoder: str | None = None,
    engine: str | None = None,
    limits: Limits = UNLIMITED,
    options: Options = DEFAULTS,
    most: int = 5,
) -> Check:
    """Look for two answers; when there is none, explain it, with up to `most` conflicts and repairs.

    There may be more contradictions than anyone could list, so without a time limit the explanation has one of its own.
    """
    two = options.model_copy(update={"max_solutions": 1})
    listing = solutions(puzzle, encoder=encoder, engine=engine, limits=limits, options=two)
    found = list(listing)
    if found:
        reason = None if listing.reason == "maximum" else listing.reason
        return Check(True, {None: True, "maximum": False}.get(listing.reason), found[0], reason=reason)
    if not listing.complete:
        return Check(None, None, reason=listing.reason)
    bounded = limits.model_copy(update={"seconds": limits.seconds or EXPLAIN_SECONDS, "nodes": None})
    return Check(False, False, explanation=explain(puzzle, limits=bounded, options=options, most=most))


def explain(
    puzzle: Any,
    *,
    encoder: str | None = None,
    engine: str | None = None,
    limits: Limits = UNLIMITED,
    options: Options = DEFAULTS,
    most: int = 20,
    grain: Grain = "fine",
) -> Explanation:
    """Why there is no answer: up to `most` minimal conflicts and repairs, smallest first."""
    question = Question.of("explain", puzzle, encoder, engine)
    return explain_with(
        question.engine, question.encoding, limits, options, most=most, grain=grain, referee=question.referee
    )


def forced(
    puzzle: Any,
    *,
    encoder: str | None = None,
    engine: str | None = None,
    limits: Limits = UNLIMITED,
    options: Options = DEFAULTS,
) -> Forced:
    """What holds in every answer."""
    question = Question.of("forced", puzzle, encoder, engine)
    return forced_with(
        question.engine,
        question.encoding,
        limits,
        options,
        checked=question.checked,
        referee=question.referee,
    )


def quine(
    puzzle: Any,
    *,
    encoder: str | None = None,
    preset: str = "default",
    heuristic: str | None = None,
    limits: Limits = UNLIMITED,
    seed: int = 0,
    tree: bool = False,
) -> "QuineResult":
    """Reason by disjunctions and say what it took: the depth of the tree, its disjunctions and eliminations."""
    from clausal.solvers.quine.options import QuineOptions
    from clausal.solvers.quine.run import quine as run

    options = QuineOptions.of(preset, heuristic=heuristic, seed=seed)
    return run(as_cnf(puzzle, encoder, "quine"), options, limits, tree=tree)


def exact_depth(
    puzzle: Any, *, encoder: str | None = None, limits: Limits = UNLIMITED, cap: int | None = None
) -> "ExactDepth":
    """How deep disjunctions must nest, whatever the heuristic; `cap` gives up beyond that depth."""
    from clausal.models.sudoku import Grid
    from clausal.solvers.quine.depth import exact_depth as of_formula
    from clausal.solvers.quine.grids import grid_depth

    if isinstance(puzzle, Grid) and encoder in (None, "pruned"):
        return grid_depth(puzzle, limits, cap)
    return of_formula(as_cnf(puzzle, encoder, "quine"), limits, cap)


def as_cnf(puzzle: Any, encoder: str | None, question: str) -> Cnf[Any]:
    """The puzzle as a CNF, by this encoder or by the usual one for a question."""
    of_kind = kind_of(puzzle)
    encoding = of_kind.encoder(encoder or of_kind.way(question).encoder).encode(puzzle)
    if not isinstance(encoding, Cnf):
        raise UnsupportedCapability(f"encoder {encoder} makes a {encoding.kind} encoding; {question} needs cnf")
    return encoding


def export(puzzle: Any, *, form: str = "dimacs", encoder: str | None = None) -> Iterator[str]:
    """The puzzle as text, in pieces: `dimacs`, `gcnf`, or a form of its own kind."""
    of_kind = kind_of(puzzle)
    if form in of_kind.forms:
        return iter([of_kind.forms[form](puzzle) + "\n"])
    if form not in ("dimacs", "gcnf"):
        known = ", ".join(["dimacs", "gcnf", *of_kind.forms])
        raise UnsupportedCapability(f"{of_kind.name} has no form {form!r}; there are {known}")
    from clausal.models.dimacs import write_dimacs, write_gcnf

    usual = "complete" if form == "gcnf" and "complete" in of_kind.encoders else of_kind.way("export").encoder
    encoding = as_cnf(puzzle, encoder or usual, form)
    return iter(write_dimacs(encoding) if form == "dimacs" else write_gcnf(encoding))


def rate(puzzle: Any, **choices: Any) -> Any:
    """How hard it is for a person. The choices and the rating are those of the puzzle: of a Sudoku, see
    `clausal.solvers.sudoku.difficulty.model`."""
    of_kind = kind_of(puzzle)
    of_kind.way("rate")
    assert of_kind.rate is not None  # it answers the question, so it has the function
    return of_kind.rate(puzzle, **choices)
