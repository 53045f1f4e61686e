"""The schedule of an assignment, with the clashes that the checker sees in it."""

from collections.abc import Sequence

from entails.encoders.check.assignment import PartialAssignment
from entails.encoders.check.global_constraints import overlap_sentence, overlaps, overload_sentence, overloads, span
from entails.models.constraints import CapacityLimit, Operand, Task, TasksApart
from entails.models.schedule import Bar, Clash, Schedule
from entails.models.statement import Statement


def schedule_of(statement: Statement, values: Sequence[int | None], removed: Sequence[str] = ()) -> Schedule:
    """Return the tasks of all resources. Tasks whose start or duration is hidden are left out."""
    known = PartialAssignment(statement)
    for number, value in enumerate(values):
        if value is not None:
            known.settle(number, value)
    bars: dict[tuple[str, str], Bar] = {}
    clashes: list[Clash] = []
    for constraint in statement.every_constraint:
        if not isinstance(constraint, TasksApart | CapacityLimit) or not known.all_hold(constraint.when):
            continue
        needed = (constraint.capacity, *constraint.demands) if isinstance(constraint, CapacityLimit) else ()
        complete = all(_is_known(task, known) for task in constraint.tasks) and _has_values(needed, known)
        broken = _clashes(constraint, known) if complete else []
        guilty = {name for _, names in broken for name in names}
        clashes += [clash for clash, _ in broken]
        for task in constraint.tasks:
            if _is_known(task, known) and (times := span(task, known)) is not None:
                key = constraint.resource, task.name
                before = bars.get(key)
                marked = task.name in guilty or (before is not None and before.clashes)
                bars[key] = Bar(constraint.resource, task.name, *times, marked)
    ordered = sorted(bars.values(), key=lambda bar: (bar.resource, bar.start, bar.end, bar.task))
    return Schedule(tuple(ordered), tuple(clashes), tuple(removed))


def _is_known(task: Task, known: PartialAssignment) -> bool:
    return known.values[task.start] is not None and _has_values((task.duration,), known)


def _has_values(operands: Sequence[Operand], known: PartialAssignment) -> bool:
    return all(kind == "const" or known.values[number] is not None for kind, number in operands)


def _clashes(constraint: TasksApart | CapacityLimit, known: PartialAssignment) -> list[tuple[Clash, list[str]]]:
    """Return the clashes of a constraint, with the names of the tasks in each."""
    clashes = []
    if isinstance(constraint, TasksApart):
        for left, right in overlaps(constraint, known):
            spans = [times for task in (left, right) if (times := span(task, known)) is not None]
            start, end = max(start for start, _ in spans), min(end for _, end in spans)
            sentence = overlap_sentence(left, right, constraint.resource)
            clashes.append((Clash(constraint.resource, start, end, sentence), [left.name, right.name]))
        return clashes
    for time, used, tasks in overloads(constraint, known):
        end = min(times[1] for task in tasks if (times := span(task, known)) is not None)
        sentence = overload_sentence(constraint, known, (time, used, tasks))
        clashes.append((Clash(constraint.resource, time, end, sentence), [task.name for task in tasks]))
    return clashes
