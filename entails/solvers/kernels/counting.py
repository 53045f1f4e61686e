"""Exact model counting with component caching (Sang, Bacchus, Beame, Kautz & Pitassi 2004; Thurley 2006).

After each decision and its unit propagation, the rest of the formula splits into components that share no open clause;
the count is the product over the components. A component is identified by its open variables and clauses, and its count
is cached. Only `counted` variables are branched on while a component has any: the others (auxiliaries) need one fitting
value, not a count.

Counts may exceed machine words. They are kept as remainders modulo several primes below 2^31, whose product exceeds
every count, and combined at the end (Chinese remainder theorem).

A literal is coded as 2·variable, or 2·variable + 1 if negated.
"""

import numpy as np
from numpy.typing import NDArray

from entails.solvers.kernels.jit import kernel

Ints = NDArray[np.int32]
Longs = NDArray[np.int64]

DONE, STOPPED, OUT_OF_CONFLICTS, OUT_OF_NODES = 0, 1, 2, 3
_TRAIL, _CONFLICTS, _NODES = 0, 1, 2
"""Indices of the running counters in `now`."""


@kernel
def assign(
    literal: int,
    lits: Ints,
    starts: Ints,
    occurs: Ints,
    occurs_at: Ints,
    value: NDArray[np.int8],
    met: Ints,
    free: Ints,
    trail: Ints,
    now: Longs,
) -> bool:
    """Make a literal true and propagate; return False on a conflict. Assigned literals are on the trail."""
    begin = now[_TRAIL]
    value[literal >> 1] = 1 - (literal & 1)
    trail[now[_TRAIL]] = literal
    now[_TRAIL] += 1
    fits = True
    while begin < now[_TRAIL]:
        true = trail[begin]
        begin += 1
        for place in range(occurs_at[true], occurs_at[true + 1]):
            met[occurs[place]] += 1
        false = true ^ 1
        for place in range(occurs_at[false], occurs_at[false + 1]):
            clause = occurs[place]
            free[clause] -= 1
            if met[clause] == 0 and fits:
                if free[clause] == 0:
                    fits = False
                elif free[clause] == 1:
                    for at in range(starts[clause], starts[clause + 1]):
                        unit = lits[at]
                        if value[unit >> 1] < 0:
                            value[unit >> 1] = 1 - (unit & 1)
                            trail[now[_TRAIL]] = unit
                            now[_TRAIL] += 1
                            break
                        if value[unit >> 1] == 1 - (unit & 1):  # decided, but not yet counted as met
                            break
    return fits


@kernel
def undo(
    until: int,
    occurs: Ints,
    occurs_at: Ints,
    value: NDArray[np.int8],
    met: Ints,
    free: Ints,
    trail: Ints,
    now: Longs,
) -> None:
    """Undo assignments until the trail has this length."""
    for at in range(until, now[_TRAIL]):
        literal = trail[at]
        value[literal >> 1] = -1
        for place in range(occurs_at[literal], occurs_at[literal + 1]):
            met[occurs[place]] -= 1
        false = literal ^ 1
        for place in range(occurs_at[false], occurs_at[false + 1]):
            free[occurs[place]] += 1
    now[_TRAIL] = until


@kernel
def components_of(
    open_: Ints,
    lits: Ints,
    starts: Ints,
    occurs: Ints,
    occurs_at: Ints,
    value: NDArray[np.int8],
    met: Ints,
    label: Ints,
    seen: Longs,
    stamp: int,
    queue: Ints,
) -> tuple[int, int]:
    """Label each open variable with the number of its component; -1 if it is in no open clause.

    Return the number of components and the number of variables in them.
    """
    for at in range(len(open_)):
        label[open_[at]] = -2
    parts = 0
    inside = 0
    for at in range(len(open_)):
        first = open_[at]
        if value[first] >= 0 or label[first] != -2:
            continue
        label[first] = parts
        queue[0] = first
        end = 1
        begin = 0
        while begin < end:
            variable = queue[begin]
            begin += 1
            for sign in range(2):
                code = 2 * variable + sign
                for place in range(occurs_at[code], occurs_at[code + 1]):
                    clause = occurs[place]
                    if met[clause] == 0 and seen[clause] != stamp:
                        seen[clause] = stamp
                        for inner in range(starts[clause], starts[clause + 1]):
                            neighbour = lits[inner] >> 1
                            if value[neighbour] < 0 and label[neighbour] == -2:
                                label[neighbour] = parts
                                queue[end] = neighbour
                                end += 1
        if end == 1:
            alone = True
            for sign in range(2):
                code = 2 * first + sign
                for place in range(occurs_at[code], occurs_at[code + 1]):
                    if met[occurs[place]] == 0:
                        alone = False
            if alone:
                label[first] = -1
                continue
        parts += 1
        inside += end
    return parts, inside


@kernel
def choose(
    part: Ints,
    starts: Ints,
    occurs: Ints,
    occurs_at: Ints,
    met: Ints,
    free: Ints,
    counted: NDArray[np.uint8],
) -> tuple[int, bool]:
    """Choose the variable to branch on; also return whether it is counted.

    It occurs in the most open clauses, where a clause counts twice as much as one with one more literal. Clauses that
    had two literals from the start are not counted: they do not distinguish variables.
    """
    best = -1.0
    chosen = part[0]
    is_counted = False
    for at in range(len(part)):
        variable = part[at]
        if is_counted and not counted[variable]:
            continue
        weight = 0.0
        for sign in range(2):
            code = 2 * variable + sign
            for place in range(occurs_at[code], occurs_at[code + 1]):
                clause = occurs[place]
                if met[clause] == 0 and starts[clause + 1] - starts[clause] > 2:
                    weight += 2.0 ** -free[clause]
        if (counted[variable] and not is_counted) or weight > best:
            best = weight
            chosen = variable
            is_counted = bool(counted[variable])
    return chosen, is_counted


@kernel
def key_of(
    part: Ints,
    starts: Ints,
    occurs: Ints,
    occurs_at: Ints,
    met: Ints,
    seen: Longs,
    stamp: int,
    noise: Longs,
    variables: int,
    key: Ints,
) -> tuple[int, int]:
    """Write the cache key of a component: its variables and its open clauses of three or more literals.

    Shorter clauses are left out: they are open if their variables are. Return the length of the key and a hash.
    """
    end = 2
    hashed = 0
    for at in range(len(part)):
        key[end] = part[at]
        end += 1
        hashed ^= noise[part[at]]
    key[0] = len(part)
    for at in range(len(part)):
        for sign in range(2):
            code = 2 * part[at] + sign
            for place in range(occurs_at[code], occurs_at[code + 1]):
                clause = occurs[place]
                if met[clause] == 0 and seen[clause] != stamp and starts[clause + 1] - starts[clause] > 2:
                    seen[clause] = stamp
                    key[end] = clause
                    end += 1
                    hashed ^= noise[variables + clause]
    key[1] = end
    return end, hashed


@kernel
def lookup(hashed: int, key: Ints, length: int, table: Longs, hashes: Longs, store: Ints) -> int:
    """Return the index of a component's count in the store; -1 - slot if it is not cached."""
    mask = len(table) - 1
    slot = hashed & mask
    while table[slot] >= 0:
        if hashes[slot] == hashed:
            at = table[slot]
            same = store[at + 1] == length
            inner = 0
            while same and inner < length:
                same = store[at + inner] == key[inner]
                inner += 1
            if same:
                return int(at + length)
        slot = (slot + 1) & mask
    return -1 - slot


@kernel
def grown(array: Ints, room: int) -> Ints:
    """Return a copy of an array with more capacity."""
    copy = np.empty(room, np.int32)
    for at in range(len(array)):
        copy[at] = array[at]
    return copy


@kernel
def widened(rows: NDArray[np.int64], room: int) -> NDArray[np.int64]:
    """Return a copy of a table with more columns."""
    copy = np.zeros((rows.shape[0], room), np.int64)
    for row in range(rows.shape[0]):
        for column in range(rows.shape[1]):
            copy[row, column] = rows[row, column]
    return copy


@kernel
def list_components(
    open_: Ints,
    value: NDArray[np.int8],
    label: Ints,
    counted: NDArray[np.uint8],
    parts: NDArray[np.int64],
    first: int,
    number: int,
    top: int,
    arena: Ints,
) -> int:
    """Write the variables of each component consecutively, with the bounds of each component.

    Return the number of counted variables that are in no component.
    """
    alone = 0
    for part in range(first, first + number):
        parts[1, part] = 0
    for at in range(len(open_)):
        variable = open_[at]
        if value[variable] < 0:
            if label[variable] >= 0:
                parts[1, first + label[variable]] += 1
            elif counted[variable]:
                alone += 1
    for part in range(first, first + number):
        size = parts[1, part]
        parts[0, part] = top
        parts[1, part] = top
        top += size
    for at in range(len(open_)):
        variable = open_[at]
        if value[variable] < 0 and label[variable] >= 0:
            part = first + label[variable]
            arena[parts[1, part]] = variable
            parts[1, part] += 1
    return alone


@kernel
def rehashed(table: Longs, hashes: Longs) -> tuple[Longs, Longs]:
    """Return the hash table at four times its size."""
    larger = np.full(4 * len(table), -1, np.int64)
    of_larger = np.zeros(4 * len(table), np.int64)
    mask = len(larger) - 1
    for slot in range(len(table)):
        if table[slot] >= 0:
            target = hashes[slot] & mask
            while larger[target] >= 0:
                target = (target + 1) & mask
            larger[target] = table[slot]
            of_larger[target] = hashes[slot]
    return larger, of_larger


_BRANCH, _SECOND, _ONE_FITS, _TRAIL_AT, _BEGIN, _END, _TOP, _FIRST, _LAST, _NEXT = range(10)
"""The fields of a frame.

They are the branching variable, whether it has its second value, whether one model
suffices, the length of the trail, where its variables are, where the arena is free, and its components: first,
last and next.
"""


@kernel
def count_finished(
    depth: int,
    frame: NDArray[np.int64],
    total: NDArray[np.int64],
    product: NDArray[np.int64],
    primes: Longs,
    answer: Longs,
) -> None:
    """Write the number of models in the finished branches: a lower bound if the search is stopped."""
    for at in range(len(primes)):
        answer[at] = 0
    for level in range(depth, -1, -1):
        is_last = level < depth and frame[_NEXT, level] == frame[_LAST, level]
        any_model = False
        for at in range(len(primes)):
            inner = product[at, level] * answer[at] if is_last else 0
            answer[at] = (total[at, level] + inner) % primes[at]
            any_model = any_model or answer[at] != 0
        if frame[_ONE_FITS, level] and any_model:
            for at in range(len(primes)):
                answer[at] = 1


@kernel
def count_models(
    lits: Ints,
    starts: Ints,
    occurs: Ints,
    occurs_at: Ints,
    counted: NDArray[np.uint8],
    noise: Longs,
    primes: Longs,
    most_stored: int,
    most_conflicts: int,
    most_nodes: int,
    stop: Longs,
    now: Longs,
    answer: Longs,
) -> int:
    """Count models and write the number to `answer`, as remainders modulo these primes.

    At a limit, only the models of finished branches are counted. `stop` ends the search from another thread; `now`
    counts conflicts and nodes.
    """
    variables, clauses, remainders = len(counted), len(starts) - 1, len(primes)
    value = np.full(variables, -1, np.int8)
    met = np.zeros(clauses, np.int32)
    free = np.zeros(clauses, np.int32)
    for clause in range(clauses):
        free[clause] = starts[clause + 1] - starts[clause]
    trail = np.zeros(variables + 1, np.int32)
    label = np.zeros(variables, np.int32)
    queue = np.zeros(variables + 1, np.int32)
    seen = np.zeros(clauses, np.int64)
    key = np.zeros(2 + variables + clauses, np.int32)
    table = np.full(1024, -1, np.int64)
    hashes = np.zeros(1024, np.int64)
    store = np.zeros(65536, np.int32)
    arena = np.zeros(4 * variables + 16, np.int32)
    parts = np.zeros((2, variables + 2), np.int64)
    frame = np.zeros((10, 64), np.int64)
    total = np.zeros((remainders, 64), np.int64)
    product = np.zeros((remainders, 64), np.int64)
    stamp = stored = kept = depth = 0
    for variable in range(variables):
        arena[variable] = variable
    frame[_END, 0] = frame[_TOP, 0] = variables
    frame[_SECOND, 0] = 1
    fits = True
    for clause in range(clauses):
        if fits and free[clause] == 1 and met[clause] == 0:
            for at in range(starts[clause], starts[clause + 1]):
                if fits and value[lits[at] >> 1] < 0:
                    fits = assign(lits[at], lits, starts, occurs, occurs_at, value, met, free, trail, now)
    entering = True
    while True:
        if entering:  # a branch was taken: split the remainder into components
            entering = False
            first = frame[_FIRST, depth]
            frame[_LAST, depth] = frame[_NEXT, depth] = first
            for at in range(remainders):
                product[at, depth] = 1 if fits else 0
            if fits:
                stamp += 1
                begin, end, top = frame[_BEGIN, depth], frame[_END, depth], frame[_TOP, depth]
                number, inside = components_of(
                    arena[begin:end], lits, starts, occurs, occurs_at, value, met, label, seen, stamp, queue
                )
                if top + inside > len(arena):
                    arena = grown(arena, 2 * (top + inside))
                if first + number > parts.shape[1]:
                    parts = widened(parts, 2 * (first + number))
                alone = list_components(arena[begin:end], value, label, counted, parts, first, number, top, arena)
                if not frame[_ONE_FITS, depth]:
                    for _ in range(alone):
                        for at in range(remainders):
                            product[at, depth] = 2 * product[at, depth] % primes[at]
                frame[_LAST, depth] = first + number
            else:
                now[_CONFLICTS] += 1
        some = False
        for at in range(remainders):
            some = some or product[at, depth] != 0
        if some and frame[_NEXT, depth] < frame[_LAST, depth]:  # the next component of this branch
            part = frame[_NEXT, depth]
            frame[_NEXT, depth] += 1
            own = arena[parts[0, part] : parts[1, part]]
            stamp += 1
            length, hashed = key_of(own, starts, occurs, occurs_at, met, seen, stamp, noise, variables, key)
            place = lookup(hashed, key, length, table, hashes, store)
            if place >= 0:
                for at in range(remainders):
                    product[at, depth] = product[at, depth] * store[place + at] % primes[at]
                continue
            now[_NODES] += 1
            ended = DONE
            if stop[0] != 0:
                ended = STOPPED
            elif now[_CONFLICTS] > most_conflicts:
                ended = OUT_OF_CONFLICTS
            elif now[_NODES] > most_nodes:
                ended = OUT_OF_NODES
            if ended != DONE:
                count_finished(depth, frame, total, product, primes, answer)
                return ended
            variable, is_counted = choose(own, starts, occurs, occurs_at, met, free, counted)
            last = frame[_LAST, depth]
            depth += 1
            if depth == frame.shape[1]:
                frame = widened(frame, 2 * depth)
                total = widened(total, 2 * depth)
                product = widened(product, 2 * depth)
            frame[_BRANCH, depth] = variable
            frame[_SECOND, depth] = 0
            frame[_ONE_FITS, depth] = 0 if is_counted else 1
            frame[_TRAIL_AT, depth] = now[_TRAIL]
            frame[_BEGIN, depth] = parts[0, part]
            frame[_END, depth] = parts[1, part]
            frame[_TOP, depth] = parts[1, last - 1]
            frame[_FIRST, depth] = last
            for at in range(remainders):
                total[at, depth] = 0
            fits = assign(2 * variable, lits, starts, occurs, occurs_at, value, met, free, trail, now)
            entering = True
            continue
        if depth == 0:
            for at in range(remainders):
                answer[at] = product[at, 0]
            return DONE
        one_fits = frame[_ONE_FITS, depth] != 0  # the branch is counted
        for at in range(remainders):
            if one_fits:
                total[at, depth] = 1 if some else total[at, depth]
            else:
                total[at, depth] = (total[at, depth] + product[at, depth]) % primes[at]
        undo(frame[_TRAIL_AT, depth], occurs, occurs_at, value, met, free, trail, now)
        if not frame[_SECOND, depth] and not (one_fits and some):
            frame[_SECOND, depth] = 1
            negated = 2 * frame[_BRANCH, depth] + 1
            fits = assign(negated, lits, starts, occurs, occurs_at, value, met, free, trail, now)
            entering = True
            continue
        own = arena[frame[_BEGIN, depth] : frame[_END, depth]]  # the component is counted: cache it
        stamp += 1
        length, hashed = key_of(own, starts, occurs, occurs_at, met, seen, stamp, noise, variables, key)
        if stored + length + remainders > most_stored:
            for at in range(len(table)):
                table[at] = -1
            stored = kept = 0
        if stored + length + remainders > len(store):
            store = grown(store, 2 * len(store) + length + remainders)
        if 2 * kept > len(table):
            table, hashes = rehashed(table, hashes)
        slot = -1 - lookup(hashed, key, length, table, hashes, store)
        if slot >= 0:
            table[slot] = stored
            hashes[slot] = hashed
            kept += 1
            for at in range(length):
                store[stored + at] = key[at]
            for at in range(remainders):
                store[stored + length + at] = total[at, depth]
            stored += length + remainders
        for at in range(remainders):
            product[at, depth - 1] = product[at, depth - 1] * total[at, depth] % primes[at]
        depth -= 1
