"""French texts of the progress of jobs and of the start of a server. See `entails.locale.errors`."""

PROGRESS = {
    "analysing": "analyse",
    "kernels are being compiled: {number} of {number2} ready": (
        "compilation : {number} parties sur {number2} sont prêtes"
    ),
    "kernels are being compiled: {number} of {number2} ready, now {phrase}": (
        "compilation : {number} parties sur {number2} sont prêtes, en cours : {phrase}"
    ),
    "line {number} of {number2}": "ligne {number} sur {number2}",
    "one more kernel is being compiled": "compilation d'une dernière partie",
    "opener {number} of {number2}": "ouverture {number} sur {number2}",
    "playing": "partie en cours",
    "reading words": "lecture des mots",
    "searching for a good tree": "recherche d'un bon arbre",
    "searching the endgame": "recherche de la finale",
    "searching the endgames": "recherche des finales",
    "simulating": "simulation",
    "starting": "démarrage en cours",
    "steps": "étapes",
    "the modules are being loaded": "chargement des modules",
    "{number} / {number2}, {number3} tried": "{number} / {number2}, {number3} essayées",
    "{number} / {number2}, {number3} tried, about {number4} s left": (
        "{number} / {number2}, {number3} essayées, encore {number4} s environ"
    ),
    "{number} letters": "{number} lettres",
}
