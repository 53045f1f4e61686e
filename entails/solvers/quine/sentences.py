"""A tree in sentences: "Suppose r4c7=2. Then ... Suppose r4c7≠2. Then ... Either way r1c3=8."

A case without inner disjunctions tells only the steps that its conclusion rests on. Auxiliaries of the encoding are not
spoken of: they follow from the facts. Disjunctions nested deeper than asked for are folded into a count, so that a deep
tree can be read from the top.
"""

from collections.abc import Iterator, Mapping

from entails.solvers.quine.tree import Disjunction, Line, Tree

_INDENT = "  "
_MOST_LISTED = 12


def sentences(tree: Tree, unfold: int = 1) -> Iterator[str]:
    """The whole tree, a line for each thought, indented by depth; disjunctions deeper than `unfold` are folded."""
    yield from _opening(tree)
    todo: list[str | int] = list(reversed(tree.inside.get((None, None), ())))
    while todo:
        item = todo.pop()
        if isinstance(item, str):
            yield item
        else:
            todo.extend(reversed(_thoughts(tree, tree[item], unfold)))
    yield _closing(tree)


def _thoughts(tree: Tree, row: Disjunction, unfold: int) -> list[str | int]:
    """What is said for one disjunction, in order; a number stands for an inner disjunction to be told there. One on an
    auxiliary, which comes when no fact is open any more, is not told."""
    if not tree.words.is_fact(row.variable):
        return []
    indent = _INDENT * (row.depth - 1)
    told: list[str | int] = []
    goal = _first_shared(tree, row)
    one_refuted = row.verdict in ("true refuted", "false refuted")
    for side, line in zip((True, False), row.cases, strict=True):
        inner = tree.inside.get((row.id, side), ())
        holds_by_default = one_refuted and line.end != "contradiction"
        if not line.rounds or (holds_by_default and not inner):
            continue
        told.append(indent + _case(tree, line, goal))
        if inner and row.depth < unfold:
            told.extend(inner)
        elif inner:
            told.append(f"{indent}{_INDENT}({_counted(len(inner), 'disjunction')} inside, folded)")
    told.append(indent + _conclusion(tree, row, goal))
    return told


def _opening(tree: Tree) -> Iterator[str]:
    steps = tree.root.rounds[0].steps if tree.root.rounds else ()
    first = tree.words.facts(step.literal for step in steps)
    true = tree.words.facts(step.literal for step in steps if step.literal > 0)
    if first:
        besides = len(first) - len(true)
        ruled_out = f", and {besides:,} others are ruled out" if true and besides else ""
        yield f"Without any supposition {_counted(len(true) or len(first), 'fact')} follow: {_listed(true)}{ruled_out}."


def _closing(tree: Tree) -> str:
    if tree.root.end == "contradiction":
        return "So there is no answer."
    if tree.root.end == "solved":
        return "With that everything is settled."
    return "Here the reasoning ends."


def _case(tree: Tree, line: Line, goal: int | None) -> str:
    """One case in a sentence."""
    words = tree.words
    assert line.assumed is not None
    begin = f"Suppose {words.fact(line.assumed)}."
    if len(line.rounds) > 1:
        found = words.facts(literal for literal in line.literals if literal > 0 and literal != line.assumed)
        return f"{begin} By and by {_listed(found)}{_ending(tree, line, tree.behind)}"
    told, behind = words.told(_needed(tree, line, goal), tree.behind)
    then = f" Then {', '.join(f'{fact} ({reason})' for fact, reason in told)}" if told else ""
    return f"{begin}{then}{_ending(tree, line, behind) if then or line.end != 'stuck' else ''}"


def _ending(tree: Tree, line: Line, behind: Mapping[int, int]) -> str:
    if line.end == "contradiction":
        against = "" if line.conflict is None else f" against “{tree.words.because(line.conflict, behind)}”"
        return f": a contradiction{against}."
    return ": every clause holds." if line.end == "solved" else "."


def _needed(tree: Tree, line: Line, goal: int | None) -> list[tuple[int, int]]:
    """The steps that the line's contradiction, or else the goal, rests on, as (literal, clause)."""
    steps = [(step.literal, step.clause) for part in line.rounds for step in part.steps]
    if line.conflict is not None:
        wanted = {abs(literal) for literal in tree.words.literals(line.conflict)}
    elif goal is not None:
        wanted = {abs(goal)}
    else:
        return steps
    kept = []
    for literal, clause in reversed(steps):
        if abs(literal) in wanted:
            wanted.update(map(abs, tree.words.literals(clause)))
            kept.append((literal, clause))
    return kept[::-1]


def _first_shared(tree: Tree, row: Disjunction) -> int | None:
    """The shared fact that both cases reach soonest; None where they share no fact."""
    facts = [literal for literal in row.kept if tree.words.is_fact(literal)]
    if row.verdict != "shared" or not facts:
        return None
    when = [{literal: place for place, literal in enumerate(line.literals)} for line in row.cases]
    return min(facts, key=lambda literal: max(when[0][literal], when[1][literal]))


def _conclusion(tree: Tree, row: Disjunction, goal: int | None) -> str:
    fact = tree.words.fact
    kept = tree.words.facts(row.kept)
    match row.verdict:
        case "shared":
            if goal is None:
                return "Both have something in common, which is no fact yet."
            first = fact(goal)
            others = [name for name in kept if name != first]
            return f"Either way {first}." + (f" Likewise {_listed(others)}." if others else "")
        case "true refuted" | "false refuted":
            first = fact(-row.variable if row.verdict == "true refuted" else row.variable)
            with_it = tree.words.facts(literal for literal in row.kept if literal > 0 and literal != row.variable)
            return f"So {first}" + (f", and with it {_listed(with_it)}." if with_it else ".")
        case "both refuted":
            return "Neither can be: a contradiction."
        case "true accepted" | "false accepted":
            return "That is an answer, and it is accepted without looking further."
        case _:
            return "This is left open."


def _listed(names: list[str]) -> str:
    shown = ", ".join(names[:_MOST_LISTED])
    more = len(names) - _MOST_LISTED
    return (f"{shown} and {more} more" if more > 0 else shown) or "nothing more"


def _counted(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
