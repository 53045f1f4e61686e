"""What comes of two cases when they are compared: something shared, one of them refuted, or nothing yet."""

from dataclasses import dataclass

from entails.solvers.quine.cases import Case
from entails.solvers.quine.options import QuineOptions
from entails.solvers.quine.tree import Verdict


@dataclass(frozen=True, slots=True)
class Meeting:
    """The outcome of a comparison. Without a verdict nothing is shared and no case is refuted.

    `taken` eliminations of each case were made by then; `reached` tells which cases were followed to their end.
    """

    verdict: Verdict | None
    kept: list[int]
    taken: tuple[int, int]
    reached: tuple[bool, bool] = (True, True)


def meet(true: Case, false: Case, options: QuineOptions) -> Meeting:
    """Compare two cases as `options.follow` says."""
    accept = options.solved_case == "accept"
    if options.follow == "saturate":
        return _at_their_ends(true, false, accept)
    return _on_the_way(true, false, len(true.fresh) if options.follow == "true-first" else 0, accept)


def _at_their_ends(true: Case, false: Case, accept: bool) -> Meeting:
    """Both cases are saturated; a refutation says most, so it is looked for first."""
    everything = (len(true.fresh), len(false.fresh))
    if true.refuted and false.refuted:
        return Meeting("both refuted", [], everything)
    if true.refuted:
        return Meeting("true refuted", _facts(false), everything)
    if false.refuted:
        return Meeting("false refuted", _facts(true), everything)
    if accept and true.solved:
        return Meeting("true accepted", _facts(true), everything)
    if accept and false.solved:
        return Meeting("false accepted", _facts(false), everything)
    shared = true.known.union(true.fresh) & false.known.union(false.fresh)
    return Meeting("shared" if shared else None, [code for code in _facts(true) if code in shared], everything)


def _on_the_way(true: Case, false: Case, wait: int, accept: bool) -> Meeting:
    """The cases make their eliminations one by one, the false case after `wait` moments; the first thing that decides
    ends it. Every elimination has its moment, and so has the end of a case.

    The order of what is kept is that of the program's linked lists, which grow at their heads: newest first, but for
    the facts of the true case that it adds, one by one, to those of a refuted false case."""
    when_true, when_false = _moments(true, 0), _moments(false, wait)
    end_true = len(true.fresh)
    end_false = wait + len(false.fresh) if false.moved else 0
    shared = {code: max(when_true[code], when_false[code]) for code in when_true.keys() & when_false.keys()}

    events: list[tuple[int, int, Verdict]] = []  # (moment, rank among those of one moment, verdict)
    if shared:
        events.append((min(shared.values()), 0, "shared"))
    if true.refuted:
        events.append((end_true, 1, "true refuted"))
    if false.refuted:
        events.append((end_false, 2, "false refuted"))
    if accept and true.solved:
        events.append((end_true, 3, "true accepted"))
    if accept and false.solved:
        events.append((end_false, 4, "false accepted"))
    if not events:
        return Meeting(None, [], (len(true.fresh), len(false.fresh)))

    now, _, verdict = min(events)
    match verdict:
        case "shared":
            kept = [code for code in _facts(false) if code in shared and shared[code] <= now]
        case "true refuted" | "false accepted":
            kept = [code for code in _facts(false) if when_false[code] <= now]
        case _:
            kept = [code for code in _facts(true) if when_true[code] <= now]
    if verdict != "false refuted":
        kept.reverse()
    return Meeting(
        verdict,
        kept,
        (sum(when_true[code] <= now for code in true.fresh), sum(when_false[code] <= now for code in false.fresh)),
        (end_true < now or verdict.startswith("true"), end_false < now or verdict.startswith("false")),
    )


def _moments(case: Case, wait: int) -> dict[int, int]:
    """When each fact of a case comes about: 0 for what it knew before."""
    return dict.fromkeys(case.known, 0) | {code: wait + step for step, code in enumerate(case.fresh, 1)}


def _facts(case: Case) -> list[int]:
    """What a case knows, in the order in which it came to know it."""
    known = case.known.union(case.fresh)
    return [code for code in case.lits.tolist() if code in known]
