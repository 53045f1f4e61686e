"""Exact solver of Scrabble pre-endgames: positions with one to four tiles in the bag.

    solve_pre_endgame(position, seconds=10)

A play that takes all tiles of the bag leads to an endgame for each possible bag. One search of that endgame with a
null window proves a win, a tie or a loss. The winning probability of a play lies between the share of the bags that
are proven won (a tie is half a win) and that share plus the undecided bags. A play is dropped when it cannot beat the
best one. What is not proven stays an interval.

The opponent is assumed to know the bag, so a proven probability is guaranteed. A play that leaves tiles in the bag, an
exchange and a pass are bounded by the opponent's replies that take all tiles. The opponent can also pass in turn: so a
pass is at most as good as the best other move, or as the end of the game by turns without points.
"""

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from heapq import heappop, heappush
from math import exp
from operator import mul
from threading import Condition

from entails.models.scrabble.board import Board, Placement
from entails.models.scrabble.game import PASS, Exchange, Move, Pass
from entails.models.scrabble.position import Position
from entails.models.scrabble.tiles import NO_TILES, Rack, tile_choices
from entails.solvers.engine import run_stoppable
from entails.solvers.kernels.jit import clock
from entails.solvers.kernels.scrabble_endgame import FULL_DEPTH
from entails.solvers.kernels.scrabble_endgame_state import INFINITE
from entails.solvers.pool.limits import cores
from entails.solvers.scrabble.endgame import warm
from entails.solvers.scrabble.endgame_search import (
    TWO_PASSES,
    BudgetSpent,
    EarlierPlays,
    EndCondition,
    EndgameNode,
    EndgameSearch,
    Killers,
)
from entails.solvers.scrabble.generator import all_placements
from entails.solvers.scrabble.leave import tiles_in_bag
from entails.solvers.scrabble.placements import Scored
from entails.solvers.scrabble.pre_endgame_moves import (
    LOST,
    TIED,
    WON,
    BagCase,
    Draw,
    MoveTrial,
    PreEndgamePlay,
    bag_cases,
    check_pre_endgame,
    draws_of,
    is_pre_endgame,
)

_ALL_PLAYS_UP_TO = 2
"""Tiles in the bag up to which every play is tried; with more, only named plays and the highest scores."""
_FEW_PLAYS = 4
_FIRST_NODES, _WIDER = 2_000, 4
"""Positions of the first search of a move with a draw, and by how many times the next ones are larger."""
_LEADERS = 6
"""Number of moves with a head start, and of those whose spread is computed."""
_MARGIN = 12.0
"""Points of a shallow search that raise the expected odds by a factor of e."""
_LIKELY = 0.5
"""Expected winning probability from which a move is first tried alone."""
_SHALLOW_REPLIES, _REPLIES = 16, 4
"""Number of replies that shallow searches order, and of replies whose positions may be searched at once."""
_MOST_THREADS = 8
_SHORTEST = 0.02
"""Minimum of seconds for which a search is started."""
_SHALLOW_SHARE = 0.15
"""Share of the time for shallow searches, which order the plays."""
_SPREAD_SHARE = 0.2
"""Share of the time that is kept for the exact spread of the best plays."""


@dataclass(frozen=True)
class PreEndgame:
    """The result of a pre-endgame search: the moves, and how far they are proven.

    Attributes:
        cases: The possible bags.
        plays: Moves by lower bound, then upper bound, then spread; the first is the best known.
        unvalued: Number of legal plays that were not tried.
        proven: Whether no other move has a higher winning probability than the first, and its own is exact.
        searched: Number of positions searched.
    """

    position: Position
    cases: tuple[BagCase, ...]
    plays: tuple[PreEndgamePlay, ...]
    unvalued: int
    proven: bool
    searched: int
    seconds: float

    @property
    def low(self) -> float:
        """Proven lower bound of the best winning probability."""
        return self.plays[0].low

    @property
    def high(self) -> float:
        """Proven upper bound of the best winning probability."""
        return 1.0 if self.unvalued and not self.proven else max(play.high for play in self.plays)


def solve_pre_endgame(
    position: Position,
    seconds: float | None = None,
    nodes: int | None = None,
    plays: Sequence[Move] = (),
    progress: Callable[[float], object] = lambda _: None,
    threads: int | None = None,
) -> PreEndgame:
    """Return the moves with proven bounds of their winning probabilities, best first.

    With `plays`, only these are tried. `nodes` limits the positions searched for each play and bag; it gives the same
    result on every machine, in one thread. By default, there are as many `threads` as cores.
    """
    check_pre_endgame(position)
    warm()
    return _PreEndgameSolver(position, seconds, nodes, plays, progress, threads).solve()


def proven_chances(
    position: Position, moves: Sequence[Move], seconds: float | None = None, nodes: int | None = None
) -> dict[Move, tuple[float, float]]:
    """Return proven bounds of the winning probabilities of moves that empty the bag.

    The result is empty unless the position is a pre-endgame with known scores.
    """
    in_bag = tiles_in_bag(position)
    plays = [move for move in moves if isinstance(move, Placement) and move.used.total >= in_bag]
    if not plays or not position.scores or not is_pre_endgame(position):
        return {}
    solved = solve_pre_endgame(position, seconds, nodes, plays)
    return {play.move: (play.low, play.high) for play in solved.plays}


_Task = Callable[[EndgameSearch], object]
"""A search that a thread runs."""


class _PreEndgameSolver:
    """The searches of one position, in threads with a common table of proven bounds."""

    def __init__(
        self,
        position: Position,
        seconds: float | None,
        nodes: int | None,
        moves: Sequence[Move],
        progress: Callable[[float], object],
        threads: int | None = None,
    ) -> None:
        self._position, self._nodes, self._progress = position, nodes, progress
        self._started = clock()
        self._until = None if seconds is None else self._started + seconds
        self.cases = bag_cases(position)
        scores = position.scores
        self._lead = scores[0] - max(scores[1:], default=0) if scores else 0
        self._only_named = bool(moves)
        legal = {play.placement: play.score for play in all_placements(position, both=True)}
        in_bag = self.cases[0].bag.total
        self._draws: dict[Rack | int, tuple[Draw, ...]] = {}
        self._trials = list(self._chosen(legal, moves, in_bag))
        self._unvalued = 0 if moves else len(legal) + 1 - len(self._trials)
        self._refutes = [0] * len(self.cases)
        zeros = position.rules.zero_turns
        self._exact = EndCondition(zeros, all_count=True)
        self._ending = self._exact if zeros == 1 else TWO_PASSES
        first = EndgameSearch(EndgameNode(position, position.unseen), spare=in_bag)
        threads = threads or (1 if nodes is not None else min(cores(), _MOST_THREADS))
        self._searches = [first, *(first.sibling() for _ in range(threads - 1))]
        self._earlier: dict[Rack, EarlierPlays | None] = {}
        self._killers = [first.new_killers() for _ in self.cases]
        self._reply_killers = first.new_killers()
        self._changed, self._stopped, self._best_low = Condition(), False, 0.0

    def _chosen(self, legal: dict[Placement, int], moves: Sequence[Move], in_bag: int) -> Iterator[MoveTrial]:
        """Yield the moves to try: plays that empty the bag, then other plays, exchanges and the pass."""
        if moves:
            plays = [move for move in moves if isinstance(move, Pass | Exchange) or move in legal]
        else:
            plays = [move for move in legal if move.used.total >= in_bag]
            if in_bag > _ALL_PLAYS_UP_TO:
                plays = plays[:_FEW_PLAYS]
            else:
                plays += [move for move in legal if move.used.total < in_bag]
                plays += self._exchanges(in_bag)
            plays.append(PASS)
        for move in plays:
            # the opponent can pass too, so a pass beats every other move only if that end does
            ceiling = self._won_if_all_pass() if isinstance(move, Pass) and not moves else 1.0
            score = legal[move] if isinstance(move, Placement) else 0
            yield MoveTrial(move, score, self._draws_of(move), ceiling)

    def _draws_of(self, move: Move) -> tuple[Draw, ...]:
        """Return every possible draw after a move; moves that draw as many tiles share them."""
        drawn = move.used.total if isinstance(move, Placement) else 0
        kind = move.tiles if isinstance(move, Exchange) else min(drawn, self.cases[0].bag.total)
        if kind not in self._draws:
            self._draws[kind] = tuple(draws_of(move, self.cases))
        return self._draws[kind]

    def _exchanges(self, in_bag: int) -> list[Move]:
        """Return the exchanges that the rules allow."""
        rack = self._position.rack
        if in_bag < max(self._position.rules.exchange_least, 1):
            return []
        return [
            Exchange(Rack(counts, rack.alphabet))
            for size in range(1, in_bag + 1)
            for counts in tile_choices(rack.counts, size)
        ]

    def solve(self) -> PreEndgame:
        """Run the searches within the limits; return the proven bounds."""
        if self._nodes is not None:
            self._run(self._once(self._trials, self._nodes))
        else:
            self._run(self._once(self._trials[:_FEW_PLAYS], _FIRST_NODES), 1 - _SPREAD_SHARE)
            if not self._is_decided:
                self._order()
                self._run(self._widening(), 1 - _SPREAD_SHARE)
            if not self._is_decided:
                self._run(self._widening())
            self._add_spreads()
        return self._result()

    def _run(self, tasks: Iterator[_Task | None], share: float = 1.0) -> None:
        """Run tasks in all threads until they end or this share of the time has passed.

        The iterator is only advanced by a thread at a time. None means that there is nothing to do until a task ends.
        """
        seconds = None if self._until is None else self._started + share * (self._until - self._started) - clock()
        if seconds is not None and seconds < _SHORTEST:
            return
        self._stopped = False
        self._searches[0].stop(False)
        with ThreadPoolExecutor(len(self._searches)) as pool:
            threads = [partial(self._work, search, tasks) for search in self._searches]

            def run() -> None:
                for done in [pool.submit(thread) for thread in threads]:
                    done.result()

            run_stoppable(run, self._stop, seconds)

    def _work(self, search: EndgameSearch, tasks: Iterator[_Task | None]) -> None:
        try:
            while True:
                with self._changed:
                    while (task := None if self._stopped else next(tasks, self._end)) is None and not self._stopped:
                        self._changed.wait()
                if task is None or task == self._end:
                    return
                with suppress(BudgetSpent):
                    task(search)
                with self._changed:
                    self._changed.notify_all()
        except BaseException:
            self._stop()
            raise

    def _end(self, search: EndgameSearch) -> None:
        """Signal that the tasks of a search are finished."""

    def _stop(self) -> None:
        """Stop the searches in all threads."""
        self._stopped = True
        self._searches[0].stop()
        with self._changed:
            self._changed.notify_all()

    def _once(self, trials: Sequence[MoveTrial], nodes: int) -> Iterator[_Task]:
        """Yield a search of each draw for moves that can still be best."""
        for trial in trials:
            for number in sorted(trial.undecided, key=lambda draw: self._promise(trial, draw)):
                if trial.high <= self._best_low and trial.low < self._best_low:
                    break
                trial.running.add(number)
                yield partial(self._decide, trial, number, nodes)

    def _widening(self) -> Iterator[_Task | None]:
        """Yield searches of moves that can be best, those with fewest searched positions first.

        While the first move may be the best, it gets most of the searches; later all moves that are to be refuted get
        as many.
        """
        heap: list[tuple[float, int, MoveTrial]] = []
        waiting, leading = list(enumerate(self._trials)), True
        while not self._is_decided:
            if leading and not self._is_leading(self._trials[0]):
                waiting += [(rank, trial) for _, rank, trial in heap]
                heap, leading = [], False
            for rank, trial in waiting:
                handicap = (1 + rank / 2) ** 2 if leading else 1 + rank / 100
                heappush(heap, ((trial.spent + _FIRST_NODES * (1 + len(trial.running))) * handicap, rank, trial))
            waiting = []
            task: _Task | None = None
            while task is None and heap:
                _, rank, trial = heappop(heap)
                if trial.high <= self._best_low or trial.low == trial.high:
                    continue
                waiting.append((rank, trial))
                if undecided := trial.undecided:
                    number = min(undecided, key=lambda draw: self._promise(trial, draw))
                    trial.running.add(number)
                    trial.levels[number] += 1
                    task = partial(self._decide, trial, number, _FIRST_NODES * _WIDER ** (trial.levels[number] - 1))
            if task is None and not any(trial.running for _, trial in waiting):
                return
            yield task
        self._searches[0].stop()

    def _is_leading(self, trial: MoveTrial) -> bool:
        """Return whether a move is undecided and likely to be best."""
        return trial.low < trial.high > self._best_low and self._expected(trial) >= _LIKELY

    @staticmethod
    def _expected(trial: MoveTrial) -> float:
        """Return the winning probability estimated by shallow searches."""
        if not trial.estimates:
            return trial.low
        chances = [1 / (1 + exp(-lead / _MARGIN)) for lead in trial.estimates]
        ways = [draw.ways for draw in trial.draws]
        return float(sum(map(mul, ways, chances)) / sum(ways))

    def _promise(self, trial: MoveTrial, number: int) -> tuple[int, bool, int]:
        """Return the sort key of a draw: least searched, then expected losses, then those that refuted most moves."""
        lost = bool(trial.estimates) and trial.estimates[number] <= 0
        return trial.levels[number], not lost, -self._refutes[trial.draws[number].case]

    @property
    def _share(self) -> float:
        """The progress, as a fraction of the time limit, or of the moves and draws without one."""
        if self._until is not None:
            return min((clock() - self._started) / (self._until - self._started), 1.0)
        decided = sum(len(trial.draws) - len(trial.undecided) for trial in self._trials)
        return decided / sum(len(trial.draws) for trial in self._trials)

    @property
    def _is_decided(self) -> bool:
        """Whether the best move's probability is exact and no other move can exceed it."""
        best = self._best_low
        return best == 1.0 or all(trial.high <= best for trial in self._trials)

    def _order(self) -> None:
        """Order the moves by the results of shallow searches."""

        def estimate(trial: MoveTrial, search: EndgameSearch) -> None:
            leads = []
            for draw in trial.draws:
                value = search.search_here(
                    self._after(trial, draw), -INFINITE, INFINITE, 1, after=self._before(search, trial, draw)
                ).value
                leads.append(self._lead + trial.score - value)
            trial.estimates = leads

        tasks = (partial(estimate, trial) for trial in self._trials if trial.empties_the_bag)
        spent = 0.0 if self._until is None else (clock() - self._started) / (self._until - self._started)
        self._run(tasks, spent + _SHALLOW_SHARE)

        def order(trial: MoveTrial) -> tuple[bool, float, float]:
            lead = sum(map(mul, (draw.ways for draw in trial.draws), trial.estimates))
            return not trial.estimates, -self._expected(trial), -lead if trial.estimates else -trial.score

        self._trials.sort(key=order)

    def _after(self, trial: MoveTrial, draw: Draw) -> EndgameNode:
        """Return the opponent's endgame after a play that empties the bag."""
        position, own = self._position, self._rack_after(trial, draw)
        theirs = position.unseen.without(draw.bag)
        zeros = 0 if trial.score else position.zeros + 1
        after = replace(position, board=self._board_after(trial), rack=theirs, others=(), scores=(), zeros=zeros)
        return EndgameNode.beginning(after, own, self._ending)

    def _before(self, search: EndgameSearch, trial: MoveTrial, draw: Draw) -> tuple[EarlierPlays, Placement] | None:
        """Return the play of a trial with the plays before it, if they are few."""
        if not isinstance(trial.move, Placement):
            return None
        drawn = draw.drawn
        if drawn not in self._earlier:
            position = self._position
            self._earlier[drawn] = search.plays_before(position, position.unseen, position.rack + drawn)
        earlier = self._earlier[drawn]
        return None if earlier is None else (earlier, trial.move)

    def _board_after(self, trial: MoveTrial) -> Board:
        if trial.board is None:
            board = self._position.board
            trial.board = board.with_placement(trial.move) if isinstance(trial.move, Placement) else board
        return trial.board

    def _rack_after(self, trial: MoveTrial, draw: Draw) -> Rack:
        move = trial.move
        gone = move.used if isinstance(move, Placement) else move.tiles if isinstance(move, Exchange) else NO_TILES
        return self._position.rack.without(gone) + draw.drawn

    def _decide(self, trial: MoveTrial, number: int, nodes: int, search: EndgameSearch) -> None:
        """Search for the outcome of a move with one draw, and record the proven bounds."""
        draw, before, ending = trial.draws[number], search.searched, self._ending
        low, high, is_complete = LOST, WON, False
        try:
            if trial.empties_the_bag:
                node, behind = self._after(trial, draw), -self._lead - trial.score
                low, high = self._outcome(
                    search, node, behind, nodes, self._killers[draw.case], self._before(search, trial, draw)
                )
                low, high = WON - high, WON - low
            else:
                low, high, is_complete = self._least_reply(search, trial, draw, nodes)
        except BudgetSpent:
            pass
        with self._changed:
            trial.running.discard(number)
            trial.spent += search.searched - before
            if not self._is_odd(ending):
                trial.note(number, low, high)
                self._best_low = max(self._best_low, trial.low)
                if is_complete:
                    trial.exhausted.add(number)
                self._refutes[draw.case] += trial.highs[number] == LOST
                self._progress(self._share)
                return
        if self._ending is not ending:
            self._decide(trial, number, nodes, search)

    def _is_odd(self, ending: EndCondition) -> bool:
        """Return whether a result is void because scoreless plays occurred; from then on they count as in the rules."""
        if ending is not self._ending:
            return True
        if ending.all_count or not any(search.meets_odd_plays for search in self._searches):
            return False
        if self._exact.zeros:
            self._ending = self._exact
            first, *rest = self._searches
            first.forget()
            for search in rest:
                search.share_table(first)
        return True

    def _outcome(
        self,
        search: EndgameSearch,
        node: EndgameNode,
        ahead: int,
        nodes: int,
        killers: Killers,
        after: tuple[EarlierPlays, Placement] | None = None,
    ) -> tuple[int, int]:
        """Return bounds of the outcome for the player to move, who leads by `ahead` before the endgame."""
        value = search.search_here(node, -ahead, 1 - ahead, FULL_DEPTH, nodes, killers, after).value
        if value != -ahead:
            return (WON, WON) if value > -ahead else (LOST, LOST)
        with suppress(BudgetSpent):
            value = search.search_here(node, -ahead - 1, -ahead, FULL_DEPTH, nodes, None, after).value
            return (TIED, TIED) if value >= -ahead else (LOST, LOST)
        return LOST, TIED

    def _least_reply(self, search: EndgameSearch, trial: MoveTrial, draw: Draw, nodes: int) -> tuple[int, int, bool]:
        """Return bounds of the outcome of a move that leaves tiles in the bag, and whether all replies are decided.

        The opponent, who is assumed to know the bag, has the replies that take all of it. The lower bound supposes that
        the player passes until the game ends if the opponent passes.
        """
        position, board, mine = self._position, self._board_after(trial), self._rack_after(trial, draw)
        theirs, ahead = position.unseen.without(draw.bag), self._lead + trial.score
        zeros = 0 if trial.score else position.zeros + 1
        after = replace(position, board=board, rack=theirs, others=(), scores=(), zeros=zeros)
        replies = [play for play in all_placements(after, both=True) if play.placement.used.total >= draw.left.total]

        def node(reply: Scored) -> EndgameNode:
            begun = replace(
                after,
                board=board.with_placement(reply.placement),
                rack=mine,
                zeros=0 if reply.score else zeros + 1,
            )
            return EndgameNode.beginning(begun, theirs.without(reply.placement.used) + draw.left, self._ending)

        def promise(reply: Scored) -> int:
            return search.search_here(node(reply), -INFINITE, INFINITE, 1).value - reply.score

        is_complete = True
        tried = [*sorted(replies[:_SHALLOW_REPLIES], key=promise), *replies[_SHALLOW_REPLIES:]]
        low, high, until = self._if_all_pass(mine, theirs, draw, ahead), WON, search.searched + _REPLIES * nodes
        for reply in tried:
            try:
                if search.searched > until:
                    raise BudgetSpent
                bounds = self._outcome(search, node(reply), ahead - reply.score, nodes, self._reply_killers)
            except BudgetSpent:
                if self._stopped or search.searched > until:
                    return LOST, high, False
                low, is_complete = LOST, False
                continue
            low, high = min(low, bounds[0]), min(high, bounds[1])
            if high == LOST:
                break
        return low, high, is_complete

    def _if_all_pass(self, mine: Rack, theirs: Rack, draw: Draw, ahead: int) -> int:
        """Return the outcome if both players pass to the end; LOST if the opponent can deviate."""
        rules, values = self._position.rules, self._position.tile_set
        left = draw.left.total
        if left > 1 or left >= max(rules.exchange_least, 1) or not rules.zero_turns:
            return LOST
        final = ahead - mine.value(values) + theirs.value(values)
        return (final > 0) + (final >= 0)

    def _add_spreads(self) -> None:
        """Compute the exact mean final lead of the best moves, as far as time allows."""
        best = self._best_low
        exact = [trial for trial in self._trials if trial.low == trial.high == best and trial.empties_the_bag]
        leads: dict[tuple[MoveTrial, int], int] = {}

        def value(trial: MoveTrial, number: int, search: EndgameSearch) -> None:
            reached = self._value(search, trial, trial.draws[number])
            if reached is not None:
                leads[trial, number] = reached

        chosen = exact[:_LEADERS]
        self._run(partial(value, trial, number) for trial in chosen for number in range(len(trial.draws)))
        for trial in chosen:
            numbers = range(len(trial.draws))
            if all((trial, number) in leads for number in numbers):
                total = sum(trial.draws[number].ways * leads[trial, number] for number in numbers)
                trial.spread = total / sum(draw.ways for draw in trial.draws)

    def _value(self, search: EndgameSearch, trial: MoveTrial, draw: Draw) -> int | None:
        """Return the final lead after a play and one draw from the bag, by null-window searches."""
        node, guess, ending = self._after(trial, draw), 0, self._ending
        after = self._before(search, trial, draw)
        low, high = -INFINITE, INFINITE
        while low < high:
            beta = guess + 1 if guess == low else guess
            guess = search.search_here(node, beta - 1, beta, FULL_DEPTH, after=after).value
            if guess < beta:
                high = guess
            else:
                low = guess
        with self._changed:
            return None if self._is_odd(ending) else self._lead + trial.score - low

    def _won_if_all_pass(self) -> float:
        """Return the winning probability if both players pass until scoreless turns end the game."""
        if not self._position.rules.zero_turns:
            return 0.0
        values, won = self._position.tile_set, 0
        ahead = self._lead - self._position.rack.value(values)
        for case in self.cases:
            final = ahead + self._position.unseen.without(case.bag).value(values)
            won += case.ways * ((final > 0) + (final >= 0))
        return won / (2 * sum(case.ways for case in self.cases))

    def _result(self) -> PreEndgame:
        count = len(self.cases)
        for trial in self._trials:
            if isinstance(trial.move, Pass):
                others = [rest.high for rest in self._trials if rest is not trial]
                trial.ceiling = 1.0 if self._unvalued or self._only_named else max([trial.ceiling, *others])
        valued = [
            PreEndgamePlay(trial.move, trial.score, trial.outcomes(count), trial.low, trial.high, trial.spread)
            for trial in self._trials
        ]
        order = sorted(
            valued,
            key=lambda play: (
                -play.low,
                -play.high,
                play.spread is None,
                -(play.spread or 0.0),
                isinstance(play.move, Pass),
                -play.score,
            ),
        )
        best, *rest = order
        closed = not self._unvalued and not self._only_named
        proven = best.low == best.high and (best.low == 1.0 or (closed and all(play.high <= best.low for play in rest)))
        searched = sum(search.searched for search in self._searches)
        return PreEndgame(
            self._position, self.cases, (best, *rest), self._unvalued, proven, searched, clock() - self._started
        )
