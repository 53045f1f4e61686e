import { learn } from "./words.js";

learn({
  en: {
    "z-title": "Set a Sudoku", "z-tools": "Tools", "z-digit": "Digits", "z-number": "Number", "z-draw": "Draw", "z-how": "Drag over cells, or tap them one by one (Shift+arrow keys), then press Enter or “Draw”.", "z-how-one": "Tap the cell, or press Enter.", "z-how-outside": "Enter the number, then tap beside the grid; tap again to turn or remove it.", "z-how-copy": "Now tap the first cell of the copy.",
    "z-several": "Digits", "z-circle": "Cells in the circle", "z-number-first": "Enter the number first.", "z-outside": "Around the grid", "z-corner": "corner at row {row}, column {column}", "z-from-top": "above column {number}", "z-from-bottom": "below column {number}", "z-from-left": "left of row {number}", "z-from-right": "right of row {number}", "z-no-regions": "This puzzle has its own regions; here the usual boxes are used.",
    "z-more-lines": "Lines", "z-more-cells": "Cells and dots", "z-more-areas": "Areas", "z-more-outside": "Clues around the grid",
    "z-rules": "Rules", "z-no-rules": "Only the rules of Sudoku.", "z-remove": "Remove {what}", "z-whole": "On the whole grid", "z-text": "As text", "z-read": "Load", "z-export": "Export", "z-open": "Open in {where}", "z-played": "Play it here",
    "z-hardness": "Difficulty: {band}{exactly}.", "z-effort": "Effort {effort}; the hardest step uses {largest} constraints at once.", "z-hard-soon": "Difficulty …", "z-needed": "Every clue is necessary.", "z-unneeded": "Redundant, each alone: {what}.", "z-misfit": "These cells do not fit this rule.",
    "z-empty": "Enter clues, or draw rules.", "z-clues": "Clues: {count}", "z-more": "More rules",
  },
  fr: {
    "z-title": "Composer un sudoku", "z-tools": "Outils", "z-digit": "Chiffres", "z-number": "Nombre", "z-draw": "Dessiner", "z-how": "Glissez sur des cases, ou touchez-les une à une (Maj et flèches), puis Entrée ou « Dessiner ».", "z-how-one": "Touchez la case, ou Entrée.", "z-how-outside": "Écrivez le nombre, puis touchez à côté de la grille ; touchez encore pour le tourner ou l'enlever.", "z-how-copy": "Touchez maintenant la première case de la copie.",
    "z-several": "Chiffres", "z-circle": "Cases du cercle", "z-number-first": "Écrivez d'abord le nombre.", "z-outside": "Autour de la grille", "z-corner": "coin à la ligne {row}, colonne {column}", "z-from-top": "au-dessus de la colonne {number}", "z-from-bottom": "sous la colonne {number}", "z-from-left": "à gauche de la ligne {number}", "z-from-right": "à droite de la ligne {number}", "z-no-regions": "Ce jeu a ses propres régions ; les blocs habituels les remplacent ici.",
    "z-more-lines": "Lignes", "z-more-cells": "Cases et points", "z-more-areas": "Zones", "z-more-outside": "Indices autour de la grille",
    "z-rules": "Règles", "z-no-rules": "Les règles du sudoku seulement.", "z-remove": "Retirer {what}", "z-whole": "Sur toute la grille", "z-text": "En texte", "z-read": "Charger", "z-export": "Exporter", "z-open": "Ouvrir dans {where}", "z-played": "Jouer ici",
    "z-hardness": "Difficulté : {band}{exactly}.", "z-effort": "Effort {effort} ; l'étape la plus dure utilise {largest} contraintes à la fois.", "z-hard-soon": "Difficulté …", "z-needed": "Chaque indice est nécessaire.", "z-unneeded": "Redondants, chacun pris seul : {what}.", "z-misfit": "Ces cases ne conviennent pas à cette règle.",
    "z-empty": "Écrivez des indices, ou dessinez des règles.", "z-clues": "Indices : {count}", "z-more": "Autres règles",
  },
});
