import { learn } from "./words.js";

learn({
  en: {
    "x-title": "Scrabble", "x-study": "Position", "x-game": "Game", "x-board": "Scrabble board", "x-square": "{place}, {what}", "x-empty": "empty", "x-tile": "{letter}, {value} points", "x-blank": "{letter}, blank",
    "x-3w": "triple word", "x-2w": "double word", "x-3l": "triple letter", "x-2l": "double letter", "x-4w": "quadruple word", "x-4l": "quadruple letter", "x-edit": "Edit the board", "x-try": "Try a play", "x-rack": "Rack", "x-rack-hint": "? is a blank", "x-language": "Language",
    "x-find": "Find plays", "x-moves": "{count} plays", "x-none": "No play is possible.", "x-place": "place", "x-word": "word", "x-score": "score", "x-across": "across", "x-down": "down", "x-legal": "Legal: {score} points.", "x-illegal": "Not legal.", "x-would": "It would score {score}.",
    "x-paste": "Paste a position or a game (CGP, GCG, drawn board)", "x-read": "Read it", "x-cgp": "Copy as CGP", "x-unseen": "Unseen tiles", "x-bonus": "all tiles", "x-total": "total", "x-clear-try": "Take back", "x-lay": "Lay it", "x-help": "Tap a square, then tiles; or arrow keys move, letters lay tiles, space turns the direction, Shift and a letter lays a blank, Backspace takes back.",
    "x-new": "New game", "x-against": "Against", "x-best": "the highest score", "x-equity": "the strongest player", "x-random": "a random player", "x-you": "You", "x-engine": "Engine", "x-pass": "Pass", "x-exchange": "Exchange", "x-exchange-how": "Tap the tiles to exchange, then Exchange again.", "x-shuffle": "Shuffle", "x-blank-tile": "blank", "x-blank-is": "The blank is", "x-play": "Play", "x-bag": "{count} tiles in the bag", "x-over": "Game over.", "x-engine-played": "Engine: {what}",
    "x-filter": "Must contain", "x-warn": "Note",
  },
  fr: {
    "x-title": "Scrabble", "x-study": "Position", "x-game": "Partie", "x-board": "Plateau de Scrabble", "x-square": "{place}, {what}", "x-empty": "vide", "x-tile": "{letter}, {value} points", "x-blank": "{letter}, joker",
    "x-3w": "mot compte triple", "x-2w": "mot compte double", "x-3l": "lettre compte triple", "x-2l": "lettre compte double", "x-4w": "mot compte quadruple", "x-4l": "lettre compte quadruple", "x-edit": "Modifier le plateau", "x-try": "Essayer un coup", "x-rack": "Chevalet", "x-rack-hint": "? est un joker", "x-language": "Langue",
    "x-find": "Trouver les coups", "x-moves": "{count} coups", "x-none": "Aucun coup possible.", "x-place": "place", "x-word": "mot", "x-score": "points", "x-across": "horizontal", "x-down": "vertical", "x-legal": "Permis : {score} points.", "x-illegal": "Interdit.", "x-would": "Il vaudrait {score}.",
    "x-paste": "Coller une position ou une partie (CGP, GCG, plateau dessiné)", "x-read": "Lire", "x-cgp": "Copier en CGP", "x-unseen": "Jetons cachés", "x-bonus": "tous les jetons", "x-total": "total", "x-clear-try": "Reprendre", "x-lay": "Poser", "x-help": "Touchez une case, puis des jetons ; ou bien les flèches déplacent, les lettres posent, espace change de sens, Maj et une lettre pose un joker, Retour arrière reprend.",
    "x-new": "Nouvelle partie", "x-against": "Contre", "x-best": "le plus haut score", "x-equity": "le plus fort", "x-random": "un joueur au hasard", "x-you": "Vous", "x-engine": "Machine", "x-pass": "Passer", "x-exchange": "Échanger", "x-exchange-how": "Touchez les jetons à échanger, puis Échanger à nouveau.", "x-shuffle": "Mélanger", "x-blank-tile": "joker", "x-blank-is": "Le joker est", "x-play": "Jouer", "x-bag": "{count} jetons dans le sac", "x-over": "Partie terminée.", "x-engine-played": "Machine : {what}",
    "x-filter": "Doit contenir", "x-warn": "Remarque",
  },
});
