"""The command `entails scrabble play`."""

from entails.cli.groups import Function, lazy


def _play() -> Function:
    from entails.cli.commands import function_for
    from entails.cli.scrabble_play import ScrabblePlayOptions, play_game

    return function_for(ScrabblePlayOptions, play_game)


VERBS = (
    lazy(
        "play",
        "Play against the computer, or play duplicate Scrabble."
        "\n\nType 8D MARS to play, -EIO to exchange, - to pass; ? for a hint, ?? for the best plays, * for the unseen "
        "tiles. --lang fr plays in French, with French messages. Each move is saved at once.",
        "Games",
        _play,
    ),
)
