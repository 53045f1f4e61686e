"""`entails scrabble play`: a game at the terminal, which is no question."""

from entails.cli.groups import Function, lazy


def _play() -> Function:
    from entails.cli.commands import function_for
    from entails.cli.scrabble_play import ScrabblePlayOptions, play_game

    return function_for(ScrabblePlayOptions, play_game)


VERBS = (
    lazy(
        "play",
        "A game at the terminal, against a program or (--duplicate) against the top. --lang fr plays and speaks French."
        "\n\n8D MARS plays, -EIO exchanges, - passes; ? is a hint, ?? shows the best plays, * what is unseen. Each "
        "move is on the disk before the next one.",
        "Games",
        _play,
    ),
)
