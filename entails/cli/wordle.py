"""Commands `entails wordle play` and `entails wordle assist`: interactive games in the terminal."""

from entails.cli.groups import Function, lazy

_PANEL = "Games"


def _play() -> Function:
    from entails.cli.commands import function_for
    from entails.cli.wordle_play import WordlePlayOptions, play_game

    return function_for(WordlePlayOptions, play_game)


def _assist() -> Function:
    from entails.cli.commands import function_for
    from entails.cli.wordle_play import Assist, assist_game

    return function_for(Assist, assist_game)


VERBS = (
    lazy(
        "play",
        "Play a game in the terminal; ? gives a hint.",
        _PANEL,
        _play,
    ),
    lazy(
        "assist",
        "Suggest guesses for a game that you play elsewhere.",
        _PANEL,
        _assist,
    ),
)
