"""`clausal wordle play|assist|analyse|boards|decode`: whole games, played, accompanied and looked at afterwards."""

from typing import Annotated

import typer

from clausal.cli import options as opt
from clausal.cli import wordle_choice as choice

_PANEL = "Games"

_Hard = Annotated[bool, typer.Option("--hard", metavar="", help="Hard mode: use what the colours have shown.")]
_TreeFile = Annotated[
    str | None, typer.Option("--tree", metavar="FILE", help="Take advice from a tree of clausal wordle tree.")
]
_History = Annotated[
    list[str] | None,
    typer.Argument(metavar="[HISTORY]...", help="Guesses such as crane:bybbg, a file of them, or a share text."),
]


def add_game(app: typer.Typer) -> None:
    """Add the verbs about whole games."""
    for verb in (play, assist, analyse, boards, decode):
        app.command(verb.__name__, rich_help_panel=_PANEL)(verb)


def play(
    lang: choice.LanguageName = None,
    length: choice.Length = None,
    turns: Annotated[
        int | None, typer.Option(min=0, max=1000, metavar="N", help="Guesses; 0 for any number. [6; adversary: any]")
    ] = None,
    hard: _Hard = False,
    feedback: choice.FeedbackName = None,
    adversary: Annotated[
        bool, typer.Option("--adversary", metavar="", help="Absurdle: the host has no secret and evades you.")
    ] = False,
    game: Annotated[
        int | None, typer.Option(min=0, max=10**9, metavar="N", help="Number of the game: the same again for anybody.")
    ] = None,
    secret: Annotated[str | None, typer.Option(metavar="WORD", help="The secret, for a game with a friend.")] = None,
    tree: _TreeFile = None,
    answers: choice.AnswersName = None,
    allowed: choice.AllowedName = None,
) -> None:
    """The game at the terminal. A ? asks for a hint; --lang fr plays and speaks French. Secrets are common words."""
    from clausal.cli.wordle_play import Table, play_game

    table = Table(turns, hard, feedback, adversary, game, secret, tree)
    raise typer.Exit(play_game(table, (lang, length, answers, allowed)))


def assist(
    history: _History = None,
    strategy: choice.StrategyName = "entropy",
    pool: choice.PoolName = "allowed",
    mode: choice.ModeName = "normal",
    hard: _Hard = False,
    tree: _TreeFile = None,
    feedback: choice.FeedbackName = None,
    prior: choice.PriorName = "uniform",
    lang: choice.LanguageName = None,
    length: choice.Length = None,
    answers: choice.AnswersName = None,
    allowed: choice.AllowedName = None,
    seed: opt.Seed = 0,
) -> None:
    """Beside a game that you play elsewhere: say the word you played and the colours you got, and be told the next."""
    from clausal.cli.wordle_assist import assist_game
    from clausal.cli.wordle_suggest_answers import Advice

    advice = Advice(strategy, pool, "hard" if hard else mode, prior, allowed, seed)
    lists = {"feedback": feedback, "lexicon": answers, "lang": lang, "length": None if length is None else str(length)}
    raise typer.Exit(assist_game(history or [], advice, lists, tree))


def analyse(
    history: Annotated[
        list[str],
        typer.Argument(metavar="HISTORY...", help="Guesses such as crane:bybbg, a file of games, a share text, or - ."),
    ],
    secret: Annotated[
        str | None, typer.Option(metavar="WORD", help="The secret; HISTORY may then be the words alone.")
    ] = None,
    hard: _Hard = False,
    feedback: choice.FeedbackName = None,
    prior: choice.PriorName = "uniform",
    lang: choice.LanguageName = None,
    answers: choice.AnswersName = None,
    allowed: choice.AllowedName = None,
    json: opt.AsJson = False,
) -> None:
    """A game turn by turn: words left, bits won and expected, skill and luck, and what would have been better. Exit
    code 1 when the feedback leaves no word, or is not that of the secret."""
    from clausal.cli.wordle_analyse import analyse_games
    from clausal.cli.wordle_suggest_answers import Advice

    advice = Advice("entropy", "allowed", "hard" if hard else "normal", prior, allowed, 0)
    lists = {"feedback": feedback, "lexicon": answers, "lang": lang, "length": None}
    raise typer.Exit(analyse_games(history, secret, advice, lists, json=json))


def boards(
    guesses: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[GUESS]...", help="A guess with its feedback on each board: crane:bybbg,ggbbb; a file; or - ."
        ),
    ] = None,
    number: Annotated[
        int | None, typer.Option("--boards", min=1, max=32, metavar="N", help="How many, where no guess tells. [4]")
    ] = None,
    top: Annotated[int, typer.Option("--top", "-n", min=1, max=1000, metavar="N", help="Show so many guesses.")] = 5,
    show: Annotated[int, typer.Option(min=0, metavar="N", help="List so many words of a board, 0 all.")] = 8,
    feedback: choice.FeedbackName = None,
    prior: choice.PriorName = "uniform",
    lang: choice.LanguageName = None,
    length: choice.Length = None,
    answers: choice.AnswersName = None,
    allowed: choice.AllowedName = None,
    json: opt.AsJson = False,
) -> None:
    """Several secrets at once (Dordle, Quordle, Octordle): the words left on each board, and the next guess. Exit code
    1 when a board has no word left."""
    from clausal.cli.wordle_boards import show_boards

    lists = (lang, length, answers, allowed)
    raise typer.Exit(
        show_boards(guesses or [], number, feedback, lists, prior=prior, top=top, shown=show or None, json=json)
    )


def decode(
    share: Annotated[
        list[str], typer.Argument(metavar="SHARE...", help="A share text or its grid, a file with it, or - .")
    ],
    answer: Annotated[
        str | None, typer.Option(metavar="WORD", help="The secret of that game; without it, which it can have been.")
    ] = None,
    show: Annotated[
        int | None, typer.Option(min=0, metavar="N", help="List so many words of a row, 0 all; 8 without --json.")
    ] = None,
    lang: choice.LanguageName = None,
    answers: choice.AnswersName = None,
    allowed: choice.AllowedName = None,
    json: opt.AsJson = False,
) -> None:
    """Which words can have made each row of a share grid. Exit code 1 when a row cannot be made."""
    from clausal.cli.wordle_decode import decode_share

    raise typer.Exit(decode_share(share, answer, (lang, answers, allowed), show=show, json=json))
