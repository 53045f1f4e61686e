import { learn } from "./words.js";

learn({
  en: {
    "h-title": "The puzzle solver that says why.", "h-lead": "Other solvers stop at “no solution”. Entails shows the few statements that cannot all be true, and not one too many.", "h-also": "It also says whether the answer is the only one, what the next step is, and how hard the puzzle is.",
    "h-try": "One is broken. Break the others!", "h-since": "since {rules}", "h-break": "Break it", "h-mend": "Mend it", "h-because": "This cannot be:", "h-one": "Exactly one solution.", "h-words": "{count} words are left: {words}",
    "h-gallery": "All puzzles", "h-own": "A problem of your own", "h-own-about": "A timetable, a zebra puzzle, a DIMACS file: give the statements, and see which of them contradict each other.", "h-own-link": "State it",
  },
  fr: {
    "h-title": "Le solveur de jeux qui dit pourquoi.", "h-lead": "Les autres s'arrêtent à « aucune solution ». Entails montre les quelques énoncés qui ne peuvent pas être vrais ensemble, sans un seul de trop.", "h-also": "Il dit aussi si la réponse est unique, quel est le pas suivant, et à quel point le jeu est difficile.",
    "h-try": "L'un est cassé. Cassez les autres !", "h-since": "car {rules}", "h-break": "Casser", "h-mend": "Réparer", "h-because": "C'est impossible :", "h-one": "Une solution et une seule.", "h-words": "Il reste {count} mots : {words}",
    "h-gallery": "Tous les jeux", "h-own": "Votre propre problème", "h-own-about": "Un emploi du temps, une énigme du zèbre, un fichier DIMACS : donnez les énoncés, et voyez lesquels se contredisent.", "h-own-link": "L'énoncer",
  },
});
