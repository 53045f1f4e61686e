"""Measure case-split depth; show the tree."""

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any, Literal

from pydantic import Field

from entails.models.errors import InvalidOption
from entails.models.fields import Option
from entails.models.limits import UNLIMITED, Limits
from entails.models.report import Report, Status
from entails.puzzles import as_puzzle, puzzle_type_of
from entails.queries.pipeline import as_cnf
from entails.queries.query import (
    Artefact,
    Encoder,
    Progress,
    Query,
    QueryOptions,
    QueryResult,
    Seconds,
    Seed,
    bounded,
    named,
)
from entails.queries.solve import VERDICTS
from entails.solvers.kernels.jit import clock

if TYPE_CHECKING:
    from entails.models.encoding import Cnf
    from entails.solvers.quine.depth import ExactDepth
    from entails.solvers.quine.options import QuineOptions
    from entails.solvers.quine.run import QuineResult

PLACE = 7
STUDY = "listed"
"""The encoder that makes the formula of Landreau 2025 clause for clause."""
__all__ = ["exact_depth", "quine"]


class QuineQueryOptions(QueryOptions):
    """Options of `quine`."""

    heuristic: Annotated[
        str | None,
        Field(description="Variable to split on: shortest, min, max, max-program, random."),
        Option(metavar="NAME"),
    ] = None
    preset: Annotated[
        str,
        Field(description="Engine settings: default, or those of Landreau 2025 (annex, program)."),
        Option(metavar="NAME"),
    ] = "default"
    set: Annotated[
        tuple[str, ...],
        Field(description="Change one setting of the preset; see docs/quine.md."),
        Option("--set", metavar="OPTION=VALUE"),
    ] = ()
    exact_depth: Annotated[
        bool, Field(description="Also compute the exact depth; takes up to half of the time limit.")
    ] = False
    tree: Annotated[
        bool | Literal["svg", "dot", "json", "outline"],
        Field(
            description="The tree as SVG, or in the named format: json has every case with its reasons, "
            "outline a summary."
        ),
    ] = False
    tell: Annotated[
        int | None,
        Field(ge=0, description="Print the tree in sentences, unfolded to this depth."),
        Option(metavar="DEPTH", command_only=True),
    ] = None
    max_depth: Annotated[int | None, Field(ge=1, description="Maximum depth."), Option(metavar="N", panel="Limits")] = (
        None
    )
    nodes: Annotated[
        int | None, Field(ge=1, description="Maximum number of case splits."), Option(metavar="N", panel="Limits")
    ] = None
    seconds: Seconds = None
    encoder: Encoder = None
    seed: Seed = 0

    @property
    def limits(self) -> Limits:
        return bounded(self.seconds, nodes=self.nodes)

    @property
    def options(self) -> "QuineOptions":
        """Return the options of the preset with the user's changes."""
        from entails.solvers.quine.options import QuineOptions

        changes: dict[str, Any] = {"heuristic": self.heuristic, "seed": self.seed, "max_depth": self.max_depth}
        for change in self.set:
            name, equals, value = change.partition("=")
            if not equals or name not in QuineOptions.model_fields:
                known = ", ".join(QuineOptions.model_fields)
                raise InvalidOption(
                    "unknown setting", where=f"--set {change[:40]}", expected=f"OPTION=VALUE with {known}"
                )
            changes[name] = value
        return QuineOptions.of(self.preset, **changes)


class QuineReport(Report):
    """Report of `quine`: cost of reasoning by case splits. Lists are by depth; 0 is outside all splits.

    `exact_depth` is present if requested; null means undecided, and `exact_depth_at_least` is then a lower bound.
    """

    status: Status
    several: bool | None
    depth: int
    disjunctions: tuple[int, ...]
    eliminations: tuple[int, ...]
    true_eliminations: tuple[int, ...]
    false_eliminations: tuple[int, ...]
    failed: tuple[int, ...]
    work: int
    longest_argument: int
    longest_chain: int
    exact_depth: int | None = None
    exact_depth_at_least: int | None = None
    heuristic: str
    reason: str | None = None
    known: str | None = None
    seconds: float
    exact_depth_requested: bool = Field(default=False, exclude=True)

    def absent(self) -> set[str]:
        omitted = {"exact_depth"} if not self.exact_depth_requested else set()
        return super().absent() | omitted | ({"exact_depth_at_least"} if self.exact_depth_at_least is None else set())


@dataclass(frozen=True)
class DisjunctionResult:
    """The result of reasoning by case splits, with the exact depth if requested."""

    result: "QuineResult"
    depth: "ExactDepth | None" = None


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
    """Solve by case splits; return the depth of the tree, its splits and its eliminations."""
    from entails.solvers.quine.options import QuineOptions
    from entails.solvers.quine.run import quine as run

    options = QuineOptions.of(preset, heuristic=heuristic, seed=seed)
    return run(_formula(puzzle, encoder, preset), options, limits, tree=tree)


def _formula(puzzle: Any, encoder: str | None, preset: str) -> "Cnf[Any]":
    """Return the clauses to reason on; the preset `program` uses those of the study if the puzzle type has them."""
    puzzle = as_puzzle(puzzle)
    if encoder is None and preset == "program" and STUDY in puzzle_type_of(puzzle).encoders:
        encoder = STUDY
    return as_cnf(puzzle, encoder, "quine")


def exact_depth(
    puzzle: Any, *, encoder: str | None = None, limits: Limits = UNLIMITED, cap: int | None = None
) -> "ExactDepth":
    """Compute the disjunction depth exactly, independent of any heuristic; stop beyond the depth `cap`."""
    from entails.solvers.quine.depth import exact_depth as of_formula

    puzzle = as_puzzle(puzzle)
    puzzle_type = puzzle_type_of(puzzle)
    usual = encoder in (None, puzzle_type.route("quine").encoder)
    depth: ExactDepth | None = puzzle_type.exact_depth(puzzle, limits, cap) if usual else None
    return of_formula(as_cnf(puzzle, encoder, "quine"), limits, cap) if depth is None else depth


def answer(puzzle: Any, query_options: QuineQueryOptions, progress: Progress) -> QueryResult[DisjunctionResult]:
    """Solve by case splits once; the verdict is undecided if a requested exact depth is not found."""
    from entails.solvers.quine.run import quine as run

    del progress
    options, limits, depth = query_options.options, query_options.limits, None
    formula = _formula(puzzle, query_options.encoder, query_options.preset)
    if query_options.exact_depth:
        started = clock()
        own = bounded(None if query_options.seconds is None else query_options.seconds / 2, nodes=query_options.nodes)
        depth = exact_depth(puzzle, encoder=query_options.encoder, limits=own, cap=options.max_depth)
        if query_options.seconds is not None:
            limits = bounded(max(0.001, query_options.seconds - (clock() - started)), nodes=query_options.nodes)
    result = run(formula, options, limits, tree=bool(query_options.tree) or query_options.tell is not None)
    unknown = depth is not None and depth.depth is None
    report = QuineReport(
        **named(puzzle),
        status=result.status,
        several=result.several,
        depth=result.depth,
        disjunctions=result.disjunctions,
        eliminations=result.eliminations,
        true_eliminations=result.true_eliminations,
        false_eliminations=result.false_eliminations,
        failed=result.failed,
        work=result.work,
        longest_argument=result.longest_argument,
        longest_chain=result.longest_chain,
        exact_depth_requested=query_options.exact_depth,
        exact_depth=None if depth is None else depth.depth,
        exact_depth_at_least=depth.at_least if depth is not None and unknown else None,
        heuristic=result.options.heuristic,
        reason=result.stopped,
        known=result.known or None,
        seconds=round(result.seconds, 6),
    )
    return QueryResult(DisjunctionResult(result, depth), report, "undecided" if unknown else VERDICTS[result.status])


def draw_tree(reasoned: DisjunctionResult, options: QuineQueryOptions, ending: str) -> str:
    """Return the tree as a drawing or as data. A chosen format takes precedence over the file extension."""
    from entails.solvers.quine.draw import to_dot, to_svg

    tree = reasoned.result.tree
    assert tree is not None  # it was asked for
    ending = options.tree if isinstance(options.tree, str) else ending
    if ending == "outline":
        return json.dumps(tree.outline(), ensure_ascii=False, separators=(",", ":"))
    if ending == "json":
        return json.dumps(tree.as_json(), ensure_ascii=False, indent=1) + "\n"
    return to_svg(tree) if ending == "svg" else to_dot(tree)


QUERY = Query(
    options=QuineQueryOptions,
    report=QuineReport,
    answer=answer,
    artefacts={
        "tree": Artefact(
            draw_tree,
            "Draw the tree: .svg, .dot or .json.",
            endings=("svg", "dot", "json"),
            what="picture of a tree",
            http="asked",
        )
    },
    examples={"with the exact depth": {"exact_depth": True}},
)
