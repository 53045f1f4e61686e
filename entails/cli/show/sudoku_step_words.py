"""What the terminal says around the steps of a Sudoku, in every language."""

from entails.models.sentence import Template

ONE_STEP = Template("1 step", "1 pas")
STEPS = Template("{count} steps", "{count} pas")
NO_STEP = Template("no step", "aucun pas")
ONE_NOW = Template("1 step can be taken now: {what}", "1 pas est possible maintenant : {what}")
NOW = Template("{count} steps can be taken now: {what}", "{count} pas sont possibles maintenant : {what}")
NONE_NOW = {
    "contradiction": Template("none: {why}", "aucun : {why}"),
    "solved": Template("the grid is full", "la grille est pleine"),
    "several": Template(
        "none: there is more than one solution, so nothing more is certain",
        "aucun : il y a plus d'une solution, donc rien de plus n'est sûr",
    ),
    "stuck": Template("none of these techniques finds a step here", "aucune de ces techniques ne trouve de pas ici"),
}
SOLVED = Template("solved in {steps}", "résolu en {steps}")
NO_SOLUTION = Template("no solution: after {steps}, {why}", "aucune solution : après {steps}, {why}")
SEVERAL = Template(
    "stuck after {steps}: there is more than one solution", "bloqué après {steps} : il y a plus d'une solution"
)
STUCK = Template(
    "stuck after {steps}: none of these techniques finds more{rest}",
    "bloqué après {steps} : aucune de ces techniques ne trouve plus rien{rest}",
)
GUESSES = Template("; {count} guesses finish it", " ; {count} essais le finissent")
MORE = Template("{count} more", "{count} autres")
