"""A statement as a CNF.

First come the facts of the variables, then those of hidden ones and the auxiliaries. What a frame says is compiled once
and kept beside it; a puzzle on that frame adds only what it says itself.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple, get_args

import numpy as np

from entails.encoders.at_most_one import AT_MOST_ONE
from entails.encoders.clauses import all_different, choose_one, clause, domains, pruned, stamps
from entails.encoders.clauses.kinds import KINDS, SHAPES
from entails.encoders.clauses.size import MOST, Size, refuse_beyond
from entails.encoders.clauses.space import Space
from entails.encoders.clauses.writer import Known, Writer
from entails.models.encoding import NO_CLAUSES, Clauses, Cnf, Decode
from entails.models.errors import InvalidOption, TooLarge
from entails.models.statement import AllDifferent, Clause, Constraint, Statement
from entails.models.statement.grain import Grain

Style = Literal["complete", "minimal", "pruned", "listed"]
STYLES: tuple[Style, ...] = ("pruned", "complete", "minimal")
"""Those that every puzzle offers; `listed` is for re-running a study."""


def compile_cnf(
    statement: Statement,
    style: Style = "complete",
    at_most_one: str = "pairwise",
    decode: Decode[Any] | None = None,
    most: Size = MOST,
) -> Cnf[Any]:
    """The clauses of a statement; `decode` makes an answer of the facts that hold (else: the values of the variables).

    `complete` says every rule in full, `minimal` leaves out what follows from the rest: that a value is taken at least
    once, at most one value where an all-different fills its domain, implied statements. `pruned` is what the stated
    facts leave, each clause once; `listed` the same rule by rule, so that what two rules say stands there twice.
    `at_most_one` is the form of "at most one". What would be larger than `most` is refused before it is made.
    """
    if style not in get_args(Style):
        raise InvalidOption(f"there is no style {style!r}", expected=", ".join(get_args(Style)))
    if at_most_one not in AT_MOST_ONE:
        raise InvalidOption(f"there is no at-most-one {at_most_one!r}", expected=", ".join(AT_MOST_ONE))
    if style in ("pruned", "listed"):
        return _pruned(statement, at_most_one, decode or statement.values_of, most, listed=style == "listed")
    minimal = style == "minimal"
    frame = shared_frame(statement)
    before = None if frame is None else _frame_part(frame, at_most_one, most, minimal=minimal)
    part = _part(statement, at_most_one, before, most, minimal=minimal, alone=before is None)
    return Cnf(
        variables=part.known.top,
        names=statement.names,
        groups=Grain.of(statement).groups,
        decode=decode or statement.values_of,
        added=part.clauses,
        base=NO_CLAUSES if before is None else before.clauses,
        one_hot=statement.one_hot,
        about=statement.about,
        objective=statement.worths,
    )


@dataclass(frozen=True, eq=False)
class Part:
    """What was made of a statement beyond its frame, and what may be used by what comes after."""

    clauses: Clauses
    known: Known
    size: Size


def shared_frame(statement: Statement) -> Statement | None:
    """The frame, where what is made of it can be shared: its variables are all there are."""
    frame = statement.frame
    return frame if frame is not None and frame.variables is statement.variables else None


def _frame_part(frame: Statement, at_most_one: str, most: Size, *, minimal: bool) -> Part:
    """All that a frame says, made once."""
    key = "clauses", minimal, at_most_one
    found: Part | None = frame.made.get(key)
    if found is None:
        found = frame.made[key] = _part(frame, at_most_one, None, most, minimal=minimal)
    refuse_beyond(most, found.size, "the rules")
    return found


def _part(
    statement: Statement, at_most_one: str, before: Part | None, most: Size, *, minimal: bool, alone: bool = False
) -> Part:
    """Compile what a statement adds to a part that is there already; all of it where there is none. What stands
    `alone` shares its definitions with no other statement."""
    said = statement.every_constraint if before is None else statement.constraints
    if minimal:
        groups = statement.every_group
        said = tuple(one for one in said if not groups[one.group].implied)
    space = Space(statement, at_most_one)
    by_way = _by_way(said, space, stamping=alone)
    size, grain = _predicted(by_way, space, before, most), Grain.of(statement)
    if before is not None and not (by_way.apart or by_way.others):
        return Part(clause.packed(by_way.plain, grain.number), before.known, size)
    out = Writer(space, grain, None if before is None else before.known)
    if before is None:
        domains.write(out, all_different.filled(by_way.apart, statement) if minimal else ())
    if by_way.apart:
        all_different.write_all(by_way.apart, out, minimal=minimal)
    _write_rest(by_way, out)
    return Part(out.clauses(), out.known(), size)


class _ByWay(NamedTuple):
    """Constraints by the way they are written: plain clauses together, all-differents together, those that are alike by
    a stamp, others one by one."""

    plain: list[Clause]
    apart: list[AllDifferent]
    alike: list[stamps.Alike]
    others: list[Constraint]


def _by_way(said: Sequence[Constraint], space: Space, *, stamping: bool = False) -> _ByWay:
    found = _ByWay([], [], [], [])
    for one in said:
        if isinstance(one, Clause):
            found.plain.append(one)
        elif isinstance(one, AllDifferent):
            found.apart.append(one)
        else:
            found.others.append(one)
    if not stamping or len(found.others) < stamps.ENOUGH:
        return found
    alike, others = stamps.gather(found.others, SHAPES, space)
    return found._replace(alike=alike, others=others)


def _write_rest(said: _ByWay, out: Writer) -> None:
    """All but the all-differents."""
    if said.plain:
        out.block(clause.packed(said.plain, out.grain.number))
    number, others = out.grain.number, said.others
    for alike in said.alike:
        kind = KINDS[type(alike.said[0])]
        left, special = alike.without(kind.is_special, out) if kind.is_special else (alike, [])
        if not left.said or not stamps.stamp(left, kind.write, out):
            special = alike.said
        others = others + special
    for one in others:
        out.begin(number[one.group], one.when)  # type: ignore[arg-type]
        KINDS[type(one)].write(one, out)


def _pruned(statement: Statement, at_most_one: str, decode: Decode[Any], most: Size, *, listed: bool) -> Cnf[Any]:
    """What the stated facts leave. Pair by pair that is read off the complete clauses, unless it is wanted `listed`;
    the other forms are written for what is open."""
    said, facts, shown = statement.every_constraint, statement.facts, len(statement.names)
    rules = _rules(statement)
    settled = pruned.Settled(said, facts, rules)
    if at_most_one == "pairwise" and not listed:
        complete = compile_cnf(statement, most=most)
        clauses, top = complete.clauses, complete.variables
    else:
        space = Space(statement, at_most_one)
        by_way = _by_way(said, space)
        _predicted(by_way, space, None, most)
        out = Writer(space, Grain.of(statement))
        pruned.write_rules(rules, settled, at_most_one, out, repeat=listed)
        all_different.write_all([one for one in by_way.apart if one.when], out)
        _write_rest(by_way, out)
        clauses, top = out.clauses(), out.top
    clauses = pruned.without_settled(clauses, settled.states(top))
    groups, clauses = pruned.groups_left(statement, clauses)
    clauses, variables = pruned.numbered_anew(clauses, settled, top)
    names = statement.names[:]
    return Cnf(
        variables=variables,
        names=[names[fact] for fact in np.flatnonzero(settled.open[:shown]).tolist()],
        groups=groups,
        decode=pruned.restoring(decode, settled, shown),
        added=clauses,
        one_hot=statement.one_hot,
        about=statement.about,
        objective=pruned.worths_left(statement.worths, settled),
    )


def _rules(statement: Statement) -> list[choose_one.Table]:
    """The rules that want one of several, those of a frame made once."""
    frame, grain, space = shared_frame(statement), Grain.of(statement), Space(statement)
    if frame is None:
        said, found = statement.every_constraint, domains.tables(space, grain.holds)
    else:
        if "rules" not in frame.made:
            frame.made["rules"] = _rules(frame)
        said, found = statement.constraints, list(frame.made["rules"])
    apart = [one for one in said if isinstance(one, AllDifferent)]
    return found + all_different.tables(apart, space, grain)


def _predicted(said: _ByWay, space: Space, before: Part | None, most: Size) -> Size:
    """What it will take, or a refusal that names the statement that takes too much."""
    total = domains.size(space) if before is None else before.size
    refuse_beyond(most, total, "the values of the variables")
    total = total.plus(clause.size_all(said.plain))
    largest, of_largest = -1, ""
    groups = space.statement.every_group
    each = [(one, 1) for one in (*said.apart, *said.others)]
    for one, times in (*each, *((alike.said[0], len(alike.said)) for alike in said.alike)):
        try:
            size = KINDS[type(one)].size(one, space)
        except TooLarge as refusal:
            raise refusal.at(groups[one.group].text) from None
        size = size.under(len(one.when)) if one.when else size
        if size.literals > largest:
            largest, of_largest = size.literals, groups[one.group].text
            refuse_beyond(most, size, of_largest)
        total = total.plus(size.times(times))
    refuse_beyond(most, total, f"all together, most of it for: {of_largest}" if of_largest else "all together")
    return total
