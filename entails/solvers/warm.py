"""Compilation or loading of kernels before a clock starts, by calling each kernel once.

`jobs` lists the work for `entails warm`, so that later processes only load machine code. Importing this module loads
neither numba nor numpy.
"""

from collections.abc import Callable, Iterator

LENGTHS = (3, 6, 11)
"""Lengths of words whose codes take one, two and four bytes."""


_GRID = "1.......2.9.4...5...6...7...5.9.3.......7.......85..4.7.....6...3...9.8...2.....1"
"""A grid that needs every technique, so that every kernel of the step finder runs."""
_SINGLES = "..4678912..2195348198342567859761423426853791713924856961537284287419635345286179"
"""A grid with naked singles and no full house."""
_AMBIGUOUS = "534..8912672195348198342567859..1423426853791713.2.856961537284287.1.635345286179"
"""A grid with four solutions, which every finder leaves as it is, so that chains are sought at the highest level."""
_FORCED = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
"""A grid that has a forcing chain at once, so that the kernels run that write it down."""


def jobs() -> Iterator[tuple[str, Callable[[], object]]]:
    """Yield the jobs of `entails warm`: a display name, and a call that compiles kernels by running them.

    The longest come first, so that all cores finish at about the same time. No two jobs compile the same kernel, so
    that they can run in parallel.
    """

    yield "patterns and chains", _patterns
    yield "steps and ratings", _steps
    yield "word trees", _word_trees
    yield "Scrabble", _scrabble
    yield "chains within chains", _nested_chains
    yield "feedback of guesses", _word_feedback
    yield "bit solver", _bit_solver
    yield "model counter", _model_counter
    yield "quine search", _quine_search
    yield "exact depth", _exact_depth
    yield "canonical forms", _canonical_forms
    yield "chaos", _chaos


def _model_counter() -> None:
    from entails.solvers.model_count import ready

    ready()


def _bit_solver() -> None:
    from entails.solvers.sudoku.bits import solve_many, warm
    from entails.solvers.sudoku.generate import generate

    warm()
    solve_many([_GRID])
    list(generate(9, 1, minimal=True))
    list(generate(9, 1, pattern=range(0, 81, 2)))


def _quine_search() -> None:
    from entails.solvers.quine.search import warm

    warm()


def _exact_depth() -> None:
    from entails.solvers.quine.depth import warm_closures, warm_grids

    warm_closures()
    warm_grids()


def _canonical_forms() -> None:
    from entails.formats.sudoku.read import parse_grid
    from entails.solvers.sudoku.persistent import canonical_forms

    canonical_forms([parse_grid(_GRID)])


def _steps() -> None:
    """Compile the counted techniques, for single grids and batches, and the lower levels of the ER rating."""
    from entails.data.sudoku import weights
    from entails.formats.sudoku.read import parse_grid
    from entails.solvers.kernels.sudoku_board import NOTHING, keep_score
    from entails.solvers.sudoku.difficulty.explainer import ExplainerRater, rate_with_explainer
    from entails.solvers.sudoku.difficulty.search_cost import rounds
    from entails.solvers.sudoku.orders import TechniqueNeed
    from entails.solvers.sudoku.steps.path import solve_steps
    from entails.solvers.sudoku.steps.position import arrays
    from entails.solvers.sudoku.steps.technique import COUNTED, STUDY
    from entails.solvers.sudoku.steps.traces import traces

    grid = parse_grid(_GRID)
    solve_steps(grid, COUNTED)
    traces([grid])
    traces([grid], STUDY)
    rounds([grid], weights().search)
    rate_with_explainer([grid], unique=False)
    rater = ExplainerRater()
    next(rater.rated_steps(*arrays(grid)))
    rater.finders["quads"]()
    keep_score(rater.hint, 0, 0, 0, NOTHING)  # called by a rater that has a counted step
    TechniqueNeed(("full-house", "naked-single"))(parse_grid(_SINGLES))


_OF_LADDERS = ("locked-pair", "franken-x-wing", "template", "kraken-fish-1")
"""Techniques that only some ladders have, one for each kernel."""


def _patterns() -> None:
    """Compile the remaining finders, which the ladders and the ER rating use."""
    import numpy as np

    from entails.formats.sudoku.read import parse_grid
    from entails.solvers.kernels.sudoku_board import add_evidence, add_removal, keep_if_simplest, set_up
    from entails.solvers.kernels.sudoku_chains import find_x_returns
    from entails.solvers.sudoku.difficulty.explainer_nested import SukakuRater
    from entails.solvers.sudoku.steps.finders import PatternFinders
    from entails.solvers.sudoku.steps.position import arrays
    from entails.solvers.sudoku.steps.technique import DEFAULT, technique

    rater, patterns = SukakuRater(), PatternFinders(np.zeros(81, np.int64))
    for text in (_FORCED, _GRID):
        set_up(rater.board, *arrays(parse_grid(text)))
        for name in (*DEFAULT, *_OF_LADDERS):
            if not technique(name).is_counted:
                patterns.find(technique(name), rater.board, rater.steps)
    for name in ("aic", "two-strong-links", "wxyz-wing"):
        rater.finders[name]()
    find_x_returns(rater.board, rater.steps)  # these are called where rectangles lack a digit
    add_evidence(rater.steps, 0, 0)
    add_removal(rater.steps, 0, rater.board, 0, 1)
    keep_if_simplest(rater.steps, 0)


def _nested_chains() -> None:
    """Compile the highest levels of the ER rating, with nested chains; lower levels are compiled with the steps."""
    from entails.formats.sudoku.read import parse_grid
    from entails.solvers.sudoku.difficulty.explainer_nested import nested_rating, warm

    nested_rating(parse_grid(_GRID))
    warm(parse_grid(_AMBIGUOUS))


def _chaos() -> None:
    from entails.formats.sudoku.read import parse_grid
    from entails.solvers.sudoku.difficulty.search_cost import escape_rates

    escape_rates([parse_grid(_GRID)], starts=1, most_steps=1)


def _word_trees() -> None:
    """Compile the kernels of guess trees, by small games of each code width."""
    import numpy as np

    from entails.models.wordle.history import COLOURS
    from entails.models.wordle.words import Words
    from entails.solvers.wordle.certificate.prover import Prover
    from entails.solvers.wordle.tree.best import TreeSettings, best_tree

    random = np.random.default_rng(0)
    for length in LENGTHS:
        letters = np.unique(random.integers(0, 4, (40, length)).astype(np.uint8), axis=0)
        words = Words.of(letters[:20], letters, name="warm")
        best_tree(words, COLOURS, (), TreeSettings(beam=3, max_depth=0))
    best_tree(words, COLOURS, (), TreeSettings(words.word(0), hard=True, beam=3, max_depth=0))
    search = Prover(words, COLOURS).search
    search.counted(search.board.secrets, search.board.clues)


def _word_feedback() -> None:
    """Compile the kernels of feedback and suggestions for each code width, and of the certificate checker."""
    import numpy as np

    from entails.models.wordle.history import COLOURS
    from entails.models.wordle.words import Words
    from entails.solvers.wordle.certificate.checker import Counting
    from entails.solvers.wordle.partition import CRITERIA, FeedbackOracle
    from entails.solvers.wordle.suggest import suggest

    random = np.random.default_rng(0)
    for length in LENGTHS:
        letters = random.integers(0, 3, (8, length)).astype(np.uint8)
        words = Words.of(letters, name="warm", weights=np.full(8, 1 / 8))
        every = np.arange(words.answers, dtype=np.int32)
        FeedbackOracle.of(words, COLOURS).groups(every, every)
        for strategy in CRITERIA:
            suggest(words, COLOURS, every, strategy=strategy)
    Counting(("crane", "slate"), ("crane", "slate"), counts=False).glance(np.array([[0, 1]]))


def _scrabble() -> None:
    from entails.solvers.scrabble.endgame import warm as warm_endgame
    from entails.solvers.scrabble.generator import warm
    from entails.solvers.scrabble.playing import warm as warm_playing

    warm()
    warm_endgame()
    warm_playing()
