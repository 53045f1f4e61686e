import { learn } from "./words.js";

learn({
  en: {
    "w-title": "Wordle", "w-help": "Helper", "w-play": "Play", "w-language": "Language", "w-length": "Letters", "w-feedback": "Feedback", "w-colours": "colours", "w-counts": "counts (Wordle Mind)",
    "w-type": "Type the words you played and click the tiles until their colours are right.", "w-add": "Add guess", "w-word": "Next guess", "w-tile": "{letter}, {colour}", "w-well": "well placed", "w-mis": "misplaced",
    "w-hit": "right place", "w-near": "other place", "w-miss": "not there", "w-board": "Guesses", "w-remove": "Remove guess {number}", "w-left": "{count} words are left", "w-left-1": "One word is left", "w-none": "No word is left",
    "w-blame-letters": "No letters at all give these answers.", "w-blame-lexicon": "Some letters fit, but no word of the list.", "w-certain": "Certain", "w-clash": "These cannot all be true:", "w-mend": "One change would do:", "w-doubt": "Doubt guess {which}, and the rest fits.", "w-doubt-lexicon": "The word may simply not be in the list.",
    "w-suggest": "What to play next", "w-turns": "turns", "w-skill": "skill {skill}, luck {luck}", "w-judge": "Judge my guesses", "w-judge-title": "How did I play?", "w-bits": "bits", "w-parts": "parts", "w-worst": "worst", "w-chance": "chance", "w-guess": "guess", "w-mine": "My own idea", "w-compare": "Compare", "w-hard": "hard mode", "w-any": "any letters", "w-strategy": "Strategy",
    "w-paste": "Paste a share grid or a history", "w-paste-words": "The words you typed, one for each row", "w-read": "Read it", "w-use": "Use {word}", "w-more": "and {count} more",
    "w-new": "New game", "w-adversary": "against an adversary", "w-won": "Found in {count}!", "w-lost": "The word was {word}.", "w-turn": "Guess {now} of {all}", "w-keyboard": "Keyboard", "w-enter": "Enter", "w-back": "Erase", "w-hint": "Hint", "w-share": "Copy result", "w-unknown": "{word} is not in the word list.", "w-short": "{count} letters, please.",
    "w-elsewhere": "Other words would fit: {words}",
  },
  fr: {
    "w-title": "Wordle", "w-help": "Assistant", "w-play": "Jouer", "w-language": "Langue", "w-length": "Lettres", "w-feedback": "Réponses", "w-colours": "couleurs", "w-counts": "nombres (Wordle Mind)",
    "w-type": "Écrivez les mots joués et cliquez les cases jusqu'à ce que leurs couleurs soient justes.", "w-add": "Ajouter", "w-word": "Mot suivant", "w-tile": "{letter}, {colour}", "w-well": "bien placées", "w-mis": "mal placées",
    "w-hit": "bien placée", "w-near": "mal placée", "w-miss": "absente", "w-board": "Essais", "w-remove": "Retirer l'essai {number}", "w-left": "Il reste {count} mots", "w-left-1": "Il reste un mot", "w-none": "Il ne reste aucun mot",
    "w-blame-letters": "Aucune suite de lettres ne donne ces réponses.", "w-blame-lexicon": "Des lettres conviennent, mais aucun mot de la liste.", "w-certain": "Certain", "w-clash": "Ceci ne peut pas être vrai ensemble :", "w-mend": "Un seul changement suffirait :", "w-doubt": "Doutez de l'essai {which}, et le reste convient.", "w-doubt-lexicon": "Le mot n'est peut-être pas dans la liste.",
    "w-suggest": "Que jouer ensuite", "w-turns": "coups", "w-skill": "habileté {skill}, chance {luck}", "w-judge": "Juger mes coups", "w-judge-title": "Comment ai-je joué ?", "w-bits": "bits", "w-parts": "parts", "w-worst": "pire", "w-chance": "chance", "w-guess": "mot", "w-mine": "Mon idée", "w-compare": "Comparer", "w-hard": "mode difficile", "w-any": "lettres quelconques", "w-strategy": "Stratégie",
    "w-paste": "Coller une grille partagée ou une partie", "w-paste-words": "Les mots joués, un par ligne de la grille", "w-read": "Lire", "w-use": "Prendre {word}", "w-more": "et {count} autres",
    "w-new": "Nouvelle partie", "w-adversary": "contre un adversaire", "w-won": "Trouvé en {count} !", "w-lost": "Le mot était {word}.", "w-turn": "Essai {now} sur {all}", "w-keyboard": "Clavier", "w-enter": "Valider", "w-back": "Gommer", "w-hint": "Un indice", "w-share": "Copier le résultat", "w-unknown": "{word} n'est pas dans la liste.", "w-short": "{count} lettres, s'il vous plaît.",
    "w-elsewhere": "D'autres mots conviendraient : {words}",
  },
});
