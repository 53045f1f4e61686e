"""Checks of schedules, circuits, inverses, orders and value counts; each returns faults with sentences.

`schedule_of` returns the schedule of an assignment, with the clashes that the checker sees in it.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations

from entails.encoders.check.assignment import NO_FAULT, Faults, PartialAssignment, compares
from entails.locale.message import Message, Sentence
from entails.models.constraints import (
    Bar,
    CapacityLimit,
    Cardinality,
    Clash,
    DistinctValues,
    InverseLists,
    Lexicographic,
    Operand,
    RoundTrip,
    Schedule,
    Task,
    TasksApart,
)
from entails.models.statement import Statement

_OVERLAP = Message("{left} and {right} overlap", "{left} et {right} se chevauchent")
_OVERLAP_ON = Message("{left} and {right} overlap on {resource}", "{left} et {right} se chevauchent sur {resource}")
_USED = Message(
    "overload at {time}: {tasks} use {used}, the capacity is {capacity}",
    "surcharge à {time} : {tasks} utilisent {used}, la capacité est {capacity}",
)
_USED_OF = Message(
    "overload of {resource} at {time}: {tasks} use {used}, the capacity is {capacity}",
    "surcharge de {resource} à {time} : {tasks} utilisent {used}, la capacité est {capacity}",
)
_NO_PLACE = Message("{next} is not one of the places", "{next} n'est pas un des lieux")
_LEFT_OUT = Message("place {place} is left out: {next}", "le lieu {place} est omis : {next}")
_AGAIN = Message(
    "place {place} is reached more than once: {where}", "le lieu {place} est atteint plusieurs fois : {where}"
)
_APART = Message("the places are on several circuits: {where}", "les lieux sont sur plusieurs circuits : {where}")
_NO_RETURN = Message("the depot is not reached from {where}", "le dépôt n'est pas atteint depuis {where}")
_NOT_INVERSE = Message("{this}, but {that}", "{this}, mais {that}")
_OUTSIDE = Message("{this}, which is not a position", "{this}, qui n'est pas une position")
_ORDER = Message("{left} comes after {right}", "{left} vient après {right}")
_TAKEN = Message(
    "{value} is taken {count} times, not {wanted}: {row}", "{value} apparaît {count} fois, pas {wanted} : {row}"
)
_OTHER = Message("{this} is not among the values", "{this} n'est pas parmi les valeurs")
_VALUES = Message(
    "{count} different values, not {op} {wanted}: {row}", "{count} valeurs différentes, pas {op} {wanted} : {row}"
)


def read(operand: Operand, known: PartialAssignment) -> int:
    """Return the value of a variable or a constant."""
    kind, number = operand
    return int(known.values[number]) if kind == "var" else number


def span(task: Task, known: PartialAssignment) -> tuple[int, int] | None:
    """Return the start and the end of a task; None if it does not take place."""
    duration = read(task.duration, known)
    if duration <= 0 or (task.present is not None and not known.holds(task.present)):
        return None
    start = int(known.values[task.start])
    return start, start + duration


def overlaps(constraint: TasksApart, known: PartialAssignment) -> Iterator[tuple[Task, Task]]:
    """Yield the pairs of overlapping tasks, the earlier task first."""
    spans = [(times, task) for task in constraint.tasks if (times := span(task, known)) is not None]
    for (left, first), (right, second) in combinations(sorted(spans, key=lambda entry: entry[0][0]), 2):
        if right[0] < left[1]:
            yield first, second


def overlap_sentence(left: Task, right: Task, resource: str) -> Sentence:
    """Return the sentence that two tasks overlap, naming the resource if it has a name."""
    if resource:
        return _OVERLAP_ON(left=left.name, right=right.name, resource=resource)
    return _OVERLAP(left=left.name, right=right.name)


def check_no_overlap(constraint: TasksApart, known: PartialAssignment) -> Faults:
    for left, right in overlaps(constraint, known):
        return known.fault(constraint, overlap_sentence(left, right, constraint.resource))
    return NO_FAULT


def overloads(constraint: CapacityLimit, known: PartialAssignment) -> Iterator[tuple[int, int, list[Task]]]:
    """Yield each overload at the start of a task: the time, the amount used, and the running tasks."""
    pairs = zip(constraint.tasks, constraint.demands, strict=True)
    running = [(times, read(demand, known), task) for task, demand in pairs if (times := span(task, known)) is not None]
    capacity = read(constraint.capacity, known)
    for time in sorted({start for (start, _), _, _ in running}):
        here = [(demand, task) for (start, end), demand, task in running if start <= time < end]
        used = sum(demand for demand, _ in here)
        if used > capacity:
            yield time, used, [task for demand, task in here if demand]


def overload_sentence(
    constraint: CapacityLimit, known: PartialAssignment, overload: tuple[int, int, list[Task]]
) -> Sentence:
    """Return the sentence on when the capacity is exceeded, and by which tasks."""
    time, used, tasks = overload
    capacity, names = read(constraint.capacity, known), ", ".join(task.name for task in tasks)
    if constraint.resource:
        return _USED_OF(used=used, capacity=capacity, resource=constraint.resource, time=time, tasks=names)
    return _USED(used=used, capacity=capacity, time=time, tasks=names)


def check_cumulative(constraint: CapacityLimit, known: PartialAssignment) -> Faults:
    for overload in overloads(constraint, known):
        return known.fault(constraint, overload_sentence(constraint, known, overload))
    return NO_FAULT


def check_circuit(constraint: RoundTrip, known: PartialAssignment) -> Faults:
    how = _broken_circuit(constraint, known)
    return NO_FAULT if how is None else known.fault(constraint, how)


def _broken_circuit(constraint: RoundTrip, known: PartialAssignment) -> Sentence | None:
    """Return why the places do not form a circuit; None if they do."""
    first, over, depot = constraint.first, constraint.over, constraint.depot
    after = {first + place: known.values[number] for place, number in enumerate(over)}
    shown = {first + place: number for place, number in enumerate(over)}
    for place, following in after.items():
        if following not in after and (depot is None or following != depot):
            return _NO_PLACE(next=known.described((shown[place],)))
        if following == place and not constraint.optional and (depot is not None or len(over) > 1):
            return _LEFT_OUT(place=place, next=known.described((shown[place],)))
    reached = Counter(following for following in after.values() if following != depot)
    for place, times in reached.items():
        if times > 1:
            before = [shown[each] for each, following in after.items() if following == place]
            return _AGAIN(place=place, where=known.described(before))
    on_it = [place for place, following in after.items() if following != place]
    if depot is None:
        if on_it and len(trail := _trail(on_it[0], after)) < len(on_it):
            return _APART(where=known.described([shown[place] for place in trail]))
        return None
    for place in on_it:
        if (trail := _trail(place, after)) and after[trail[-1]] != depot:
            return _NO_RETURN(where=known.described([shown[each] for each in trail]))
    return None


def _trail(place: int, after: dict[int, int]) -> list[int]:
    """Return the places visited from a place on, without repetition, up to the depot."""
    seen = {place: None}
    while (place := after[place]) in after and place not in seen:
        seen[place] = None
    return list(seen)


def check_inverse(constraint: InverseLists, known: PartialAssignment) -> Faults:
    sides = (
        (constraint.left, constraint.right, constraint.first_left, constraint.first_right),
        (constraint.right, constraint.left, constraint.first_right, constraint.first_left),
    )
    for these, those, first, first_other in sides:
        for place, number in enumerate(these):
            position = known.values[number] - first_other
            if not 0 <= position < len(those):
                return known.fault(constraint, _OUTSIDE(this=known.described((number,))))
            if known.values[those[position]] != place + first:
                this, that = known.described((number,)), known.described((those[position],))
                return known.fault(constraint, _NOT_INVERSE(this=this, that=that))
    return NO_FAULT


def check_lexicographic(constraint: Lexicographic, known: PartialAssignment) -> Faults:
    left, right = ([known.values[number] for number in side] for side in (constraint.left, constraint.right))
    if left < right or (left == right and not constraint.strict):
        return NO_FAULT
    return known.fault(
        constraint, _ORDER(left=known.described(constraint.left), right=known.described(constraint.right))
    )


def check_cardinality(constraint: Cardinality, known: PartialAssignment) -> Faults:
    row = [known.values[number] for number in constraint.over]
    variables = [known.statement.variables[number] for number in constraint.over]
    for value, count in zip(constraint.values, constraint.counts, strict=True):
        taken, wanted = row.count(value), read(count, known)
        if taken != wanted:
            word = next((variable.shown(value) for variable in variables if value in variable.values), value)
            where = known.described([number for number in constraint.over if known.values[number] == value])
            return known.fault(constraint, _TAKEN(value=word, count=taken, wanted=wanted, row=where))
    for number in constraint.over if constraint.closed else ():
        if known.values[number] not in constraint.values:
            return known.fault(constraint, _OTHER(this=known.described((number,))))
    return NO_FAULT


def check_distinct_values(constraint: DistinctValues, known: PartialAssignment) -> Faults:
    count, wanted = len({known.values[number] for number in constraint.over}), read(constraint.value, known)
    if compares(count, constraint.op, wanted):
        return NO_FAULT
    row = known.described(constraint.over)
    return known.fault(constraint, _VALUES(count=count, op=constraint.op, wanted=wanted, row=row))


def schedule_of(statement: Statement, values: Sequence[int | None], removed: Sequence[str] = ()) -> Schedule:
    """Return the schedule of the tasks on all resources. Tasks with a hidden start or duration are left out."""
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
    """Return the overlaps that a constraint forbids, with the names of the tasks in each."""
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
