import { learn } from "./words.js";

learn({
  en: {
    "z-title": "Set a Sudoku", "z-tools": "What you draw", "z-digit": "Digits", "z-number": "Number", "z-draw": "Draw it", "z-how": "Drag over cells, or tap them one by one (Shift and arrow keys), then Enter or “Draw it”.", "z-how-one": "Tap the cell, or press Enter.", "z-how-outside": "Write the number, then tap beside the board; tapped again it turns or goes.", "z-how-copy": "Now tap where the first cell of the other one is.",
    "z-several": "Digits", "z-circle": "Cells of the circle", "z-number-first": "Write the number first.", "z-outside": "Beside the board", "z-corner": "corner at row {row}, column {column}", "z-from-top": "above column {number}", "z-from-bottom": "below column {number}", "z-from-left": "left of row {number}", "z-from-right": "right of row {number}", "z-no-regions": "This puzzle has regions of its own; here they are the usual boxes.",
    "z-more-lines": "Lines", "z-more-cells": "Cells and dots", "z-more-areas": "Areas", "z-more-outside": "Beside the board",
    "z-rules": "Rules", "z-no-rules": "The rules of Sudoku, nothing else.", "z-remove": "Remove {what}", "z-whole": "On the whole board", "z-text": "As text", "z-read": "Read it", "z-export": "Take it along", "z-open": "Open in {where}", "z-played": "Play it here",
    "z-hardness": "Difficulty: {band}{exactly}.", "z-effort": "Effort {effort}; the hardest step rests on {largest} statements at once.", "z-hard-soon": "Difficulty …", "z-needed": "Every clue is needed.", "z-unneeded": "Not needed, each by itself: {what}.", "z-misfit": "These cells do not make this rule.",
    "z-empty": "Write clues, or draw rules.", "z-clues": "Clues: {count}", "z-more": "More rules",
  },
  fr: {
    "z-title": "Composer un sudoku", "z-tools": "Ce que vous dessinez", "z-digit": "Chiffres", "z-number": "Nombre", "z-draw": "Dessiner", "z-how": "Glissez sur des cases, ou touchez-les une à une (Maj et flèches), puis Entrée ou « Dessiner ».", "z-how-one": "Touchez la case, ou Entrée.", "z-how-outside": "Écrivez le nombre, puis touchez à côté de la grille ; touché encore, il tourne ou s'en va.", "z-how-copy": "Touchez maintenant la première case de l'autre.",
    "z-several": "Chiffres", "z-circle": "Cases du cercle", "z-number-first": "Écrivez d'abord le nombre.", "z-outside": "À côté de la grille", "z-corner": "coin à la ligne {row}, colonne {column}", "z-from-top": "au-dessus de la colonne {number}", "z-from-bottom": "sous la colonne {number}", "z-from-left": "à gauche de la ligne {number}", "z-from-right": "à droite de la ligne {number}", "z-no-regions": "Ce jeu a ses propres régions ; ici ce sont les carrés habituels.",
    "z-more-lines": "Lignes", "z-more-cells": "Cases et points", "z-more-areas": "Zones", "z-more-outside": "À côté de la grille",
    "z-rules": "Règles", "z-no-rules": "Les règles du sudoku, rien d'autre.", "z-remove": "Retirer {what}", "z-whole": "Sur toute la grille", "z-text": "En texte", "z-read": "Lire", "z-export": "Emporter", "z-open": "Ouvrir dans {where}", "z-played": "Y jouer ici",
    "z-hardness": "Difficulté : {band}{exactly}.", "z-effort": "Effort {effort} ; le pas le plus dur repose sur {largest} énoncés à la fois.", "z-hard-soon": "Difficulté …", "z-needed": "Chaque indice est nécessaire.", "z-unneeded": "Superflus, chacun pris seul : {what}.", "z-misfit": "Ces cases ne font pas cette règle.",
    "z-empty": "Écrivez des indices, ou dessinez des règles.", "z-clues": "Indices : {count}", "z-more": "Autres règles",
  },
});
