import { learn } from "./words.js";

learn({
  en: {
    "h-title": "The puzzle solver that explains.", "h-lead": "Other solvers stop at “no solution”. Entails shows a minimal set of clues and rules that conflict.", "h-also": "It also shows whether the solution is unique, the next step, and how hard the puzzle is.",
    "h-try": "One of these puzzles has a conflict. Break the others too!", "h-since": "because {rules}", "h-break": "Break it", "h-mend": "Fix it", "h-because": "These conflict:", "h-one": "Exactly one solution.", "h-words": "{count} words are left: {words}", "h-words-1": "{count} word is left: {words}",
    "h-gallery": "All puzzles", "h-own": "Custom problems", "h-own-about": "A timetable, a zebra puzzle, a DIMACS file: enter the constraints, and see which of them conflict.", "h-own-link": "Enter a problem",
  },
  fr: {
    "h-title": "Le solveur de jeux qui explique.", "h-lead": "Les autres solveurs s'arrêtent à « aucune solution ». Entails montre un ensemble minimal d'indices et de règles en conflit.", "h-also": "Il montre aussi si la solution est unique, l'étape suivante, et la difficulté du jeu.",
    "h-try": "L'un de ces jeux contient un conflit. Ajoutez-en un aux autres !", "h-since": "car {rules}", "h-break": "Ajouter un conflit", "h-mend": "Corriger", "h-because": "Éléments en conflit :", "h-one": "Exactement une solution.", "h-words": "Il reste {count} mots : {words}", "h-words-1": "Il reste {count} mot : {words}",
    "h-gallery": "Tous les jeux", "h-own": "Vos propres problèmes", "h-own-about": "Un emploi du temps, une énigme du zèbre, un fichier DIMACS : donnez les contraintes, et voyez lesquelles sont en conflit.", "h-own-link": "Saisir un problème",
  },
});
