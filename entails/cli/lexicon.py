"""The command `entails lexicon add`."""

from entails.cli.groups import Function, lazy


def _add() -> Function:
    from entails.cli.commands import function_for
    from entails.cli.lexicon_add import LexiconAddOptions, add

    return function_for(LexiconAddOptions, add)


VERBS = (
    lazy(
        "add",
        "Store a word list under a name for the option --lexicon."
        "\n\nThe list is kept in your data folder. A list of the same name is replaced.",
        "Commands",
        _add,
    ),
)
