"""Messages around conflicts, steps and clues, in every language."""

from entails.locale.message import Message

NO_SOLUTION = Message("no solution", "aucune solution")
STOPPED = Message("undecided: stopped by the limit on {reason}", "indécis : arrêté par la limite ({reason})")

CONSISTENT = {
    True: Message("consistent: one solution", "cohérent : une seule solution"),
    False: Message("consistent: more than one solution", "cohérent : plus d'une solution"),
    None: Message(
        "consistent: not decided whether there is more than one solution",
        "cohérent : il n'est pas décidé s'il y a plus d'une solution",
    ),
}
INCONSISTENT = Message("inconsistent: no solution", "incohérent : aucune solution")
UNDECIDED = Message("undecided within the limits", "indécis dans les limites données")
NOTHING_TO_EXPLAIN = Message(
    "there is a solution, so there is nothing to explain", "il y a une solution : rien à expliquer"
)

CANNOT_ALL = Message("These cannot all hold{which}:", "Tout ceci ne peut être vrai à la fois{which} :")
AMONG_THESE = Message("Among these is a contradiction{which}:", "Il y a là une contradiction{which} :")
WHICH = Message(" ({number} of {count})", " ({number} sur {count})")
THE_RULES = Message("the rules themselves", "les règles elles-mêmes")
SINCE = Message("  since {rules}", "  car {rules}")
AND_MORE = Message(", and {number} more", ", et {number} autres")
ONE_LONGER = Message(
    "1 longer contradiction besides, which these explain (explain --long lists them)",
    "1 contradiction plus longue en outre, que celles-ci expliquent (explain --long les donne)",
)
LONGER = Message(
    "{count} longer contradictions besides, which these explain (explain --long lists them)",
    "{count} contradictions plus longues en outre, que celles-ci expliquent (explain --long les donne)",
)
ONE_CHANGE = Message("One change would do:", "Un seul changement suffirait :")
GIVE_UP = Message(
    "What to give up so that the rest is consistent (one line is enough):",
    "Que renier pour que le reste soit cohérent (une ligne suffit) :",
)
JOINED = Message(", and ", ", et ")
INSTEAD = Message(" (instead: {others})", " (à la place : {others})")
WEIGHS = Message(" (weighs {cost})", " (pèse {cost})")
MAYBE_MORE = Message("there may be more", "il y en a peut-être d'autres")
CUT = Message("stopped by the limit on {reason}", "arrêté par la limite ({reason})")
SMALLER_CONFLICT = Message("contradiction", "contradiction")
SMALLER_REPAIR = Message("repair", "réparation")
MAYBE_SMALLER = Message("; there may be a smaller {what}", "; il y a peut-être une plus petite {what}")
OR_A_SMALLER = Message(" or a smaller ", " ou une plus petite ")

SOLVED = Message("solved", "résolu")
SEVERAL = Message(
    "nothing more is forced: there are several solutions", "rien d'autre n'est forcé : il y a plusieurs solutions"
)
PATH = Message("{ending}: {steps}, the largest of {statements}", "{ending} : {steps}, la plus grande de {statements}")
STEPS = Message("{count} steps", "{count} étapes")
ONE_STEP = Message("1 step", "1 étape")
STATEMENTS = Message("{count} statements", "{count} énoncés")
ONE_STATEMENT = Message("1 statement", "1 énoncé")
CROSSED_OUT = Message("crossed out: {facts}, since {rules}.", "barré : {facts}, car {rules}.")

COULD_GO = Message(
    "Each of these could go, and there would still be one solution:",
    "Chacun de ceux-ci pourrait partir, et il resterait une seule solution :",
)
ENOUGH = Message("These are enough:", "Ceux-ci suffisent :")
ONLY_ONE_HAS = {
    "several": Message("there are several solutions", "il y a plusieurs solutions"),
    "none": Message("there is no solution", "il n'y a pas de solution"),
}
ALL_NEEDED = Message("every one of the {count} clues is needed", "chacun des {count} indices est nécessaire")
SOME_NEEDED = Message(
    "{kept} of {count} clues are enough: {claim}{cut}", "{kept} indices sur {count} suffisent : {claim}{cut}"
)
NO_FEWER = Message("no fewer are enough", "moins ne suffit pas")
NONE_CAN_GO = Message("none of these can go", "aucun de ceux-ci ne peut partir")
MAYBE_FEWER = Message("maybe fewer", "peut-être moins")
CUT_SHORT = Message(" (stopped by the limit on {reason})", " (arrêté par la limite : {reason})")

SUDOKU_ONE_STEP = Message("1 step", "1 pas")
SUDOKU_STEPS = Message("{count} steps", "{count} pas")
NO_STEP = Message("no step", "aucun pas")
ONE_NOW = Message("1 step can be taken now: {what}", "1 pas est possible maintenant : {what}")
NOW = Message("{count} steps can be taken now: {what}", "{count} pas sont possibles maintenant : {what}")
NONE_NOW = {
    "contradiction": Message("none: {why}", "aucun : {why}"),
    "solved": Message("the grid is full", "la grille est pleine"),
    "several": Message(
        "none: there is more than one solution, so nothing more is certain",
        "aucun : il y a plus d'une solution, donc rien de plus n'est sûr",
    ),
    "stuck": Message("none of these techniques finds a step here", "aucune de ces techniques ne trouve de pas ici"),
}
SUDOKU_SOLVED = Message("solved in {steps}", "résolu en {steps}")
SUDOKU_NO_SOLUTION = Message("no solution: after {steps}, {why}", "aucune solution : après {steps}, {why}")
SUDOKU_SEVERAL = Message(
    "stuck after {steps}: there is more than one solution", "bloqué après {steps} : il y a plus d'une solution"
)
STUCK = Message(
    "stuck after {steps}: none of these techniques finds more{rest}",
    "bloqué après {steps} : aucune de ces techniques ne trouve plus rien{rest}",
)
GUESSES = Message("; {count} guesses finish it", " ; {count} essais le finissent")
MORE = Message("{count} more", "{count} autres")
