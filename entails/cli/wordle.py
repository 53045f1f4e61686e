"""Commands `entails wordle play` and `entails wordle assist`: interactive games in the terminal."""

from entails.cli.groups import Function, lazy

_PANEL = "Games"


def _play() -> Function:
    from entails.cli.commands import function_for
    from entails.cli.wordle_play import WordlePlayOptions, play_game

    return function_for(WordlePlayOptions, play_game)


def _assist() -> Function:
    from entails.cli.commands import function_for
    from entails.cli.wordle_assist import Assist, assist_game

    return function_for(Assist, assist_game)


VERBS = (
    lazy(
        "play",
        "The game at the terminal. A ? asks for a hint; --lang fr plays and speaks French. Secrets are common words.",
        _PANEL,
        _play,
    ),
    lazy(
        "assist",
        "Beside a game that you play elsewhere: say the word you played and the colours you got, and be told the next.",
        _PANEL,
        _assist,
    ),
)
