import { learn } from "./words.js";

learn({
  en: {
    "z-title": "Set a Sudoku", "z-tools": "What you draw", "z-digit": "Digits", "z-number": "Number", "z-draw": "Draw it", "z-how": "Drag over cells, or tap them one by one (Shift and arrow keys), then Enter or “Draw it”.",
    "z-rules": "Rules", "z-no-rules": "The rules of Sudoku, nothing else.", "z-remove": "Remove {what}", "z-whole": "On the whole board", "z-text": "As text", "z-read": "Read it", "z-export": "Take it along", "z-open": "Open in {where}", "z-played": "Play it here",
    "z-hardness": "Difficulty: {band}{exactly}.", "z-effort": "Effort {effort}; the hardest step rests on {largest} statements at once.", "z-hard-soon": "Difficulty …", "z-needed": "Every clue is needed.", "z-unneeded": "Not needed, each by itself: {what}.", "z-misfit": "These cells do not make this rule.",
    "z-empty": "Write clues, or draw rules.", "z-clues": "Clues: {count}", "z-more": "More rules",
    "r-cage": "cage", "r-thermometer": "thermometer", "r-arrow": "arrow", "r-whispers": "whispers", "r-renban": "renban", "r-palindrome": "palindrome", "r-region sums": "region sums", "r-between": "between line", "r-slow thermometer": "slow thermometer", "r-lockout": "lockout line", "r-zipper": "zipper", "r-modular": "modular line", "r-entropic": "entropic line", "r-region": "extra region",
    "r-difference": "white dot", "r-ratio": "black dot", "r-sum of two": "X or V", "r-greater": "less than", "r-odd": "odd", "r-even": "even", "r-minimum": "minimum", "r-maximum": "maximum", "r-diagonals": "diagonals", "r-anti-knight": "anti-knight", "r-anti-king": "anti-king", "r-non-consecutive": "non-consecutive", "r-disjoint groups": "disjoint groups", "r-diagonal": "diagonal",
  },
  fr: {
    "z-title": "Composer un sudoku", "z-tools": "Ce que vous dessinez", "z-digit": "Chiffres", "z-number": "Nombre", "z-draw": "Dessiner", "z-how": "Glissez sur des cases, ou touchez-les une à une (Maj et flèches), puis Entrée ou « Dessiner ».",
    "z-rules": "Règles", "z-no-rules": "Les règles du sudoku, rien d'autre.", "z-remove": "Retirer {what}", "z-whole": "Sur toute la grille", "z-text": "En texte", "z-read": "Lire", "z-export": "Emporter", "z-open": "Ouvrir dans {where}", "z-played": "Y jouer ici",
    "z-hardness": "Difficulté : {band}{exactly}.", "z-effort": "Effort {effort} ; le pas le plus dur repose sur {largest} énoncés à la fois.", "z-hard-soon": "Difficulté …", "z-needed": "Chaque indice est nécessaire.", "z-unneeded": "Superflus, chacun pris seul : {what}.", "z-misfit": "Ces cases ne font pas cette règle.",
    "z-empty": "Écrivez des indices, ou dessinez des règles.", "z-clues": "Indices : {count}", "z-more": "Autres règles",
    "r-cage": "cage", "r-thermometer": "thermomètre", "r-arrow": "flèche", "r-whispers": "murmures", "r-renban": "renban", "r-palindrome": "palindrome", "r-region sums": "sommes par bloc", "r-between": "entre deux", "r-slow thermometer": "thermomètre lent", "r-lockout": "ligne exclue", "r-zipper": "fermeture éclair", "r-modular": "ligne modulaire", "r-entropic": "ligne entropique", "r-region": "région de plus",
    "r-difference": "point blanc", "r-ratio": "point noir", "r-sum of two": "X ou V", "r-greater": "inférieur", "r-odd": "impair", "r-even": "pair", "r-minimum": "minimum", "r-maximum": "maximum", "r-diagonals": "diagonales", "r-anti-knight": "anti-cavalier", "r-anti-king": "anti-roi", "r-non-consecutive": "pas de voisins qui se suivent", "r-disjoint groups": "groupes disjoints", "r-diagonal": "diagonale",
  },
});
