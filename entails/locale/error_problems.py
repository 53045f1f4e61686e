"""French error messages about a puzzle, a file, a request or an option. See `entails.locale.errors`."""

PROBLEMS = {
    "a border ends inside a region": "une frontière s'arrête dans une région",
    "a cage has no result": "une cage n'a pas de résultat",
    "a cage has two sums": "une cage a deux sommes",
    "a cage of this size has no sign": "une cage de cette taille n'a pas de signe",
    "a cell has no number": "une case n'a pas de nombre",
    "a difficulty is only supported for classic 9x9 grids; expected a technique": (
        "une difficulté n'existe que pour les grilles classiques 9x9 ; attendu : une technique"
    ),
    "a difficulty or a technique needs a rating": "une difficulté ou une technique exige une évaluation",
    "a document supports only sum marks of 5 and 10, not {text}: use line": (
        "un document n'accepte que les marques de somme 5 et 10, pas {text} : utilisez line"
    ),
    "a dot touches a cell that is not part of the grid": "un point touche une case hors de la grille",
    "a folder is only for CP-SAT models": "un dossier ne convient qu'aux modèles CP-SAT",
    "a grid of {text}x{text2} cells is empty": "une grille de {text}x{text2} cases est vide",
    "a heading without grids": "un titre sans grilles",
    "a killer cage has the sign {text}": "une cage de killer porte le signe {text}",
    "a line is outside the board": "un trait est hors du plateau",
    "a model without the verdict SATISFIABLE": "un modèle sans le verdict SATISFIABLE",
    "a number is too long": "un nombre est trop long",
    "a proof over all openers takes long": "une preuve sur toutes les ouvertures prend longtemps",
    "a proof requires clauses: choose a cnf encoder": "une preuve demande des clauses : choisissez un encodeur cnf",
    "a puzz.link address can hold only a classic grid: use fpuzzles, sudokupad or json": (
        "une adresse puzz.link ne contient qu'une grille classique : utilisez fpuzzles, sudokupad ou json"
    ),
    "a regular expression takes no rack": "une expression régulière ne prend pas de chevalet",
    "a rule without a condition": "une règle sans condition",
    "a rule without variables": "une règle sans variable",
    "a run is too long": "un bloc est trop long",
    "a sign points outside the grid": "un signe pointe hors de la grille",
    "a small number is in no cage": "un petit nombre n'est dans aucune cage",
    "a step of the path could not be confirmed": "une étape du chemin n'a pas pu être confirmée",
    "a sudokuwiki link can hold only a plain 9x9 grid: use fpuzzles, sudokupad or json": (
        "un lien sudokuwiki ne contient qu'une grille 9x9 simple : utilisez fpuzzles, sudokupad ou json"
    ),
    "a sum outside the grid has no run": "une somme hors de la grille n'a pas de suite de cases",
    "a target needs ratings": "une cible demande des évaluations",
    "access token required: Authorization: Bearer TOKEN": "jeton d'accès requis : Authorization: Bearer JETON",
    "address not found": "adresse introuvable",
    "an edge has an invalid end": "une arête a une extrémité non valide",
    "an empty cell among candidates": "une case vide parmi des candidats",
    "another shape than the grid": "une autre forme que celle de la grille",
    "binary data": "données binaires",
    "cage without sum": "cage sans somme",
    "candidates without braces": "candidats sans accolades",
    "cannot be combined with a ladder": "incompatible avec une échelle",
    "cannot be combined with pattern": "incompatible avec pattern",
    "cannot detect the puzzle type": "type de jeu indétectable",
    "cell without region": "case sans région",
    "damaged link": "lien endommagé",
    "diagonals are not supported": "les diagonales ne sont pas prises en charge",
    "encoder {text} does not keep the clues of the puzzle apart; choose another encoder": (
        "l'encodeur {text} ne sépare pas les indices du jeu ; choisissez-en un autre"
    ),
    "encoder {text} makes a {text2} encoding; cpsat needs {text3}": (
        "l'encodeur {text} produit un encodage {text2} ; cpsat demande {text3}"
    ),
    "encoder {text} makes a {text2} encoding; {text3} needs cnf": (
        "l'encodeur {text} produit un encodage {text2} ; {text3} demande cnf"
    ),
    "engine {text} cannot explain: it accepts no encoding of {text2} that keeps clues apart": (
        "le moteur {text} ne peut pas expliquer : il n'accepte aucun encodage de {text2} à indices séparés"
    ),
    "engine {text} cannot explain; choose cpsat or minisat22": (
        "le moteur {text} ne peut pas expliquer ; choisissez cpsat ou minisat22"
    ),
    "engine {text} cannot find forced facts: they require an encoding with facts, cnf or cpsat": (
        "le moteur {text} ne trouve pas de faits certains : ils demandent un encodage avec des faits, cnf ou cpsat"
    ),
    "engine {text} takes no CP-SAT model of {text2}": "le moteur {text} n'accepte pas de modèle CP-SAT de {text2}",
    "engine {text} takes no encoding of {text2}": "le moteur {text} n'accepte aucun encodage de {text2}",
    "engine {text} takes {text2} encodings, not {text3}; available: {text4}": (
        "le moteur {text} accepte les encodages {text2}, pas {text3} ; disponibles : {text4}"
    ),
    "exchanges are not allowed in duplicate": "les échanges sont interdits en duplicate",
    "f-puzzles cannot express a cell without candidates: use json or candidates": (
        "f-puzzles ne peut pas écrire une case sans candidat : utilisez json ou candidates"
    ),
    "field {text} is not supported": "le champ {text} n'est pas pris en charge",
    "format ss needs boxes, and a jigsaw has none: use drawn, json or line": (
        "le format ss demande des blocs, et un jigsaw n'en a pas : utilisez drawn, json ou line"
    ),
    "format {text} cannot hold pencil marks: use candidates, marks, json, fpuzzles or sudokupad": (
        "le format {text} ne contient pas de marques : utilisez candidates, marks, json, fpuzzles ou sudokupad"
    ),
    "format {text} has no slots": "le format {text} n'a pas d'emplacements",
    "game without cells": "élément game sans cases",
    "group {text} is too large": "le groupe {text} est trop grand",
    "hard mode needs colours as feedback": "le mode difficile demande des couleurs",
    "height {text}": "hauteur {text}",
    "impossible clue {text}": "indice impossible {text}",
    "internal error; see the log of the server": "erreur interne ; voir le journal du serveur",
    "ipuz cannot express regions that omit cells: use fpuzzles or json": (
        "ipuz ne peut pas écrire des régions qui omettent des cases : utilisez fpuzzles ou json"
    ),
    "ipuz cannot express the rule {text}: use fpuzzles or json": (
        "ipuz ne peut pas écrire la règle {text} : utilisez fpuzzles ou json"
    ),
    "its two parts do not match": "ses deux parties ne correspondent pas",
    "job not found; it may have expired": "tâche introuvable ; elle a peut-être expiré",
    "kind {text} is not supported": "le genre {text} n'est pas pris en charge",
    "length {number}": "longueur {number}",
    "lexicon {text} has no words that this alphabet can spell": (
        "le lexique {text} n'a aucun mot que cet alphabet peut écrire"
    ),
    "line of {amount}": "ligne de {amount}",
    "line of {number} characters": "ligne de {number} caractères",
    "line style {text} is not supported": "le style de trait {text} n'est pas pris en charge",
    "lists of different lengths always differ": "des listes de longueurs différentes diffèrent toujours",
    "lists of {text} and {text2} items": "listes de {text} et de {text2} éléments",
    "mark {text} is not supported": "la marque {text} n'est pas prise en charge",
    "more than one grid": "plus d'une grille",
    "more than one history": "plus d'un historique",
    "more than one position": "plus d'une position",
    "more than {number} terms": "plus de {number} termes",
    "neither valid TOML nor valid JSON": "ni TOML valide, ni JSON valide",
    "nested too deeply": "imbrication trop profonde",
    "no engine optimises {text} encodings; choose another encoder": (
        "aucun moteur n'optimise les encodages {text} ; choisissez un autre encodeur"
    ),
    "number": "nombre",
    "one category and no clue": "une catégorie et aucun indice",
    "only a square has long diagonals": "seul un carré a de grandes diagonales",
    "only classic 9x9 grids without pencil marks have a canonical form": (
        "seules les grilles classiques 9x9 sans marques ont une forme canonique"
    ),
    "only one diagonal is set": "une seule diagonale est donnée",
    "patterns are only supported for classic 9x9 grids": "les motifs n'existent que pour les grilles classiques 9x9",
    "player {text} is out of order": "le joueur {text} joue hors de son tour",
    "puzz.link addresses cannot express regions that are not connected; use the format line": (
        "les adresses puzz.link ne peuvent pas écrire des régions non connexes ; utilisez le format line"
    ),
    "puzz.link addresses cannot express so many runs; use the format line": (
        "les adresses puzz.link ne peuvent pas écrire autant de blocs ; utilisez le format line"
    ),
    "puzz.link addresses cannot express this fleet": "les adresses puzz.link ne peuvent pas écrire cette flotte",
    "region {text} ({text2}) has {amount}": "la région {text} ({text2}) a {amount}",
    "rows of the wrong length": "lignes de longueur incorrecte",
    "rule 'negative {text}' is not supported": "la règle « négatif {text} » n'est pas prise en charge",
    "rule {text} is not supported": "la règle {text} n'est pas prise en charge",
    "runs of unknown length are not supported": "les blocs de longueur inconnue ne sont pas pris en charge",
    "slanted lines are not supported": "les traits obliques ne sont pas pris en charge",
    "soft and doubtable differ": "soft et doubtable diffèrent",
    "steps and ratings need a classic 9x9 grid; this grid has the shape {text}": (
        "les étapes et les évaluations demandent une grille classique 9x9 ; celle-ci a la forme {text}"
    ),
    "style {text} is not supported": "le style {text} n'est pas pris en charge",
    "the address has more clues than cells": "l'adresse a plus d'indices que de cases",
    "the address is of genre {text}": "l'adresse est du genre {text}",
    "the adversary has no secret": "l'adversaire n'a pas de secret",
    "the alphabet has {amount}": "l'alphabet a {amount}",
    "the automaton has too many values to be negated": "l'automate a trop de valeurs pour être nié",
    "the bag is empty, so no exchange is possible": "le sac est vide : aucun échange n'est possible",
    "the board does not have {text} on {text2}": "le plateau n'a pas {text} en {text2}",
    "the board has {amount}": "le plateau a {amount}",
    "the board has {amount} and {amount2}": "le plateau a {amount} et {amount2}",
    "the board has {number} rows": "le plateau a {number} lignes",
    "the board is not a square: {amount} of {amount2}": "le plateau n'est pas carré : {amount} de {amount2}",
    "the boards have different sizes": "les plateaux ont des tailles différentes",
    "the body must be JSON: Content-Type: application/json": (
        "le corps doit être du JSON : Content-Type: application/json"
    ),
    "the borders do not fit the board": "les frontières ne correspondent pas au plateau",
    "the cell is not on the board": "la case n'est pas sur le plateau",
    "the cells are not a rectangle": "les cases ne forment pas un rectangle",
    "the cells do not form several grids of 9x9 (or 4x4) that overlap in whole boxes": (
        "les cases ne forment pas plusieurs grilles 9x9 (ou 4x4) qui se recouvrent par blocs entiers"
    ),
    "the certificate is invalid: {text}": "le certificat n'est pas valide : {text}",
    "the clones differ in size": "les clones sont de tailles différentes",
    "the clue applies to no cell": "l'indice ne porte sur aucune case",
    "the clue is not beside a row or column": "l'indice n'est pas à côté d'une ligne ou d'une colonne",
    "the code for this request is still being compiled ({phrase}); try again in a moment": (
        "le code de cette requête n'est pas encore prêt ({phrase}) ; réessayez dans un instant"
    ),
    "the complement of this automaton has more than {number} states": (
        "le complément de cet automate a plus de {number} états"
    ),
    "the depot {text} is the number of a place": "le dépôt {text} est le numéro d'un lieu",
    "the digits are not marked as given": "les chiffres ne sont pas marqués comme donnés",
    "the disk is full": "le disque est plein",
    "the document declares entities": "le document déclare des entités",
    "the document has {number} bytes": "le document a {number} octets",
    "the duration of {text} may be {text2}": "la durée de {text} peut valoir {text2}",
    "the edges do not match the lines": "les bords ne correspondent pas aux lignes",
    "the encoding would take {amount}": "l'encodage prendrait {amount}",
    "the event is incomplete": "l'événement est incomplet",
    "the feedback is colours": "les indices sont des couleurs",
    "the file cannot be read ({text})": "le fichier est illisible ({text})",
    "the file does not name the {text} puzzle": "le fichier ne nomme pas le jeu {text}",
    "the file is empty": "le fichier est vide",
    "the file is too large for a tree": "le fichier est trop grand pour un arbre",
    "the first row and the first column are not all walls": (
        "la première ligne et la première colonne ne sont pas toutes des murs"
    ),
    "the formula is nested more than {number} deep": "la formule a plus de {number} niveaux d'imbrication",
    "the game continues after a win": "la partie continue après une victoire",
    "the game has {number} bytes": "la partie a {number} octets",
    "the game has {number} lines": "la partie a {number} lignes",
    "the game is over": "la partie est terminée",
    "the game is too long": "la partie est trop longue",
    "the genre {text} is not supported": "le genre {text} n'est pas pris en charge",
    "the grid is not square": "la grille n'est pas carrée",
    "the hard rules conflict by themselves, so there is no schedule to show": (
        "les règles fixes se contredisent : il n'y a pas de planning à montrer"
    ),
    "the heading says {text} but the grid has {text2}": "le titre annonce {text}, mais la grille a {text2}",
    "the heading says {text} but the last row is {text2}": (
        "le titre annonce {text}, mais la dernière ligne est {text2}"
    ),
    "the heavy borders do not match the regions of the shape": (
        "les traits épais ne correspondent pas aux régions de la forme"
    ),
    "the heavy borders enclose {amount}": "les traits épais entourent {amount}",
    "the job failed; see the log of the server": "la tâche a échoué ; voir le journal du serveur",
    "the job store is unavailable: {text}": "la base des tâches est indisponible : {text}",
    "the ladder {text} has no {text2}": "l'échelle {text} n'a pas {text2}",
    "the line is neither a pragma nor an event": "la ligne n'est ni un pragma, ni un événement",
    "the line is too long": "la ligne est trop longue",
    "the line {text} is not supported": "le trait {text} n'est pas pris en charge",
    "the link contains a {text}": "le lien contient un élément {text}",
    "the link contains no Sudoku": "le lien ne contient aucun sudoku",
    "the link contains no puzzle": "le lien ne contient aucun jeu",
    "the link ends too early": "le lien s'arrête trop tôt",
    "the link is damaged": "le lien est endommagé",
    "the link is truncated: it ends after {number} of {number2} places": (
        "le lien est tronqué : il s'arrête après {number} cases sur {number2}"
    ),
    "the link is truncated: it ends too early": "le lien est tronqué : il s'arrête trop tôt",
    "the link unpacks to far more than a puzzle": "une fois décompressé, le lien contient bien plus qu'un jeu",
    "the marks exclude its digit {text}": "les marques excluent son chiffre {text}",
    "the move does not follow from the moves before it": "le coup ne découle pas des coups précédents",
    "the number of rows differs from the size": "le nombre de lignes diffère de la taille",
    "the pattern has no letters": "le motif n'a pas de lettres",
    "the pattern has {number} characters": "le motif a {number} caractères",
    "the pattern is empty": "le motif est vide",
    "the play lays {text} tiles": "le coup pose {text} jetons",
    "the position has no rack": "la position n'a pas de chevalet",
    "the position has no slot: no word fits the board and the rack": (
        "la position n'a pas d'emplacement : aucun mot ne convient au plateau et au chevalet"
    ),
    "the problem already has an objective: {text} {text2}": "le problème a déjà un objectif : {text} {text2}",
    "the problem has no variables": "le problème n'a pas de variables",
    "the product {text} has more than {number} partial products": (
        "le produit {text} a plus de {number} produits partiels"
    ),
    "the puzzle has shape {text}, not {text2}": "le jeu a la forme {text}, pas {text2}",
    "the puzzle is calcudoku": "le jeu est un calcudoku",
    "the puzzle is {text}, not a plain grid": "le jeu est {text}, pas une simple grille",
    "the rack has {number} x {text}, but the {text2} set has {text3}{text4}": (
        "le chevalet a {number} x {text}, mais le jeu {text2} a {text3}{text4}"
    ),
    "the region has another clue already": "la région a déjà un autre indice",
    "the regular expression failed": "l'expression régulière a échoué",
    "the request is larger than {number} bytes": "la requête dépasse {number} octets",
    "the request is nested too deeply": "l'imbrication de la requête est trop profonde",
    "the row has {number} squares": "la ligne a {number} cases",
    "the rule {text} is given in words only": "la règle {text} n'est donnée qu'en mots",
    "the seed is negative": "la graine est négative",
    "the server does not accept this host name": "le serveur n'accepte pas ce nom d'hôte",
    "the server is busy; try again in a moment": "le serveur est occupé ; réessayez dans un instant",
    "the server is shutting down": "le serveur s'arrête",
    "the shape {text}": "la forme {text}",
    "the site of this link is not supported": "le site de ce lien n'est pas pris en charge",
    "the size of the board differs from its layout": "la taille du plateau diffère de sa disposition",
    "the size of the multipliers differs from the board": "la taille des multiplicateurs diffère du plateau",
    "the small number {text} is not supported": "le petit nombre {text} n'est pas pris en charge",
    "the start is not on the board": "le départ n'est pas sur le plateau",
    "the stored game has words but no colours": "la partie enregistrée a des mots, mais pas de couleurs",
    "the text is empty": "le texte est vide",
    "the text is too long ({number} characters)": "le texte est trop long ({number} caractères)",
    "the tile {text} is not connected with the start": "le jeton {text} n'est pas relié au départ",
    "the title mentions {text}, but there are no rules": "le titre mentionne {text}, mais il n'y a pas de règles",
    "the tree begins with another history": "l'arbre commence par un autre historique",
    "the tree ends before this guess": "l'arbre s'arrête avant cet essai",
    "the values do not fit the grid": "les valeurs ne correspondent pas à la grille",
    "the word is missing": "mot absent",
    "the word list has no words": "la liste de mots est vide",
    "the word {text} has no feedback": "le mot {text} n'a pas d'indices",
    "the zones are not the windows of hyper Sudoku": "les zones ne sont pas les fenêtres de l'hyper sudoku",
    "the {phrase} {text} may be {text2}": "{phrase} {text} : peut valoir {text2}",
    "there is no solution: the constraints conflict": "il n'y a pas de solution : les contraintes se contredisent",
    "these 16 lines of 16 cells may be one 16x16 grid or sixteen 4x4 grids": (
        "ces 16 lignes de 16 cases peuvent être une grille 16x16 ou seize grilles 4x4"
    ),
    "this call no longer exists": "cet appel n'existe plus",
    "this engine does not support assumptions; choose a CNF or CP-SAT encoder, or another engine": (
        "ce moteur n'accepte pas d'hypothèses ; choisissez un encodeur CNF ou CP-SAT, ou un autre moteur"
    ),
    "this exchange is not possible": "cet échange n'est pas possible",
    "this puzzle cannot be typed in rows": "ce jeu ne s'écrit pas en lignes",
    "this study has no strategies and uses words of 3 to 6 letters": (
        "cette étude n'a pas de stratégies et utilise des mots de 3 à 6 lettres"
    ),
    "this study uses English and French words": "cette étude utilise des mots anglais et français",
    "this study uses English words": "cette étude utilise des mots anglais",
    "too many guesses": "trop d'essais",
    "too many words: {text}": "trop de mots : {text}",
    "too much data": "trop de données",
    "two sentences for one rule": "deux phrases pour une règle",
    "two worker processes crashed on this request": "deux processus ont planté sur cette requête",
    "variable {text} has no number": "la variable {text} n'a pas de numéro",
    "variable {text} is too large": "la variable {text} est trop grande",
    "version {text} is not supported": "la version {text} n'est pas prise en charge",
    "with these marks, a document means {text} of {text2}, not {text3}: use line": (
        "avec ces marques, un document signifie {text} de {text2}, pas {text3} : utilisez line"
    ),
    "{amount}": "{amount}",
    "{amount} for {text} cells": "{amount} pour {text} cases",
    "{amount} of {amount2}": "{amount} de {amount2}",
    "{amount} with {text}": "{amount} avec {text}",
    "{number} at the place of another candidate": "{number} à la place d'un autre candidat",
    "{number} bytes": "{number} octets",
    "{number} models, one for each slot": "{number} modèles, un par emplacement",
    "{number} pegs and {number2} colours are not supported": (
        "{number} pions et {number2} couleurs ne sont pas pris en charge"
    ),
    "{amount} cannot have as many 0s as 1s": "{amount} : impossible d'avoir autant de 0 que de 1",
    "{number} variables are too many": "{number} variables, c'est trop",
    "{phrase}; try again in a moment": "{phrase} ; réessayez dans un instant",
    "{text} and {text2} cannot both be true": "{text} et {text2} ne peuvent pas être vrais ensemble",
    "{text} and {text2} have no clue, so they can be exchanged and no solution is unique": (
        "{text} et {text2} n'ont pas d'indice : ils sont échangeables et aucune solution n'est unique"
    ),
    "{text} board has {amount}": "la grille {text} a {amount}",
    "{text} can never be true": "{text} n'est jamais vrai",
    "{text} cannot be negated or used inside another condition": (
        "{text} ne peut être ni nié, ni placé dans une autre condition"
    ),
    "{text} categories of {text2} items": "{text} catégories de {text2} éléments",
    "{text} do not make a square": "{text} ne forment pas un carré",
    "{text} does not fit on the board": "{text} ne tient pas sur le plateau",
    "{text} does not support option {text2}; sudoku does": "{text} n'a pas l'option {text2} ; sudoku l'a",
    "{text} does not support {text2}; supported: {text3}": "{text} n'accepte pas {text2} ; acceptés : {text3}",
    "{text} in a list is not a condition": "{text} dans une liste n'est pas une condition",
    "{text} may be 0: division by zero": "{text} peut valoir 0 : division par zéro",
    "{text} may be outside the grid": "{text} peut être hors de la grille",
    "{text} may be {text2}, which is out of range": "{text} peut valoir {text2}, hors des bornes",
    "{text} needs a classic 9x9 grid; this grid has the shape {text2}": (
        "{text} demande une grille classique 9x9 ; celle-ci a la forme {text2}"
    ),
    "{text} occurs twice": "{text} apparaît deux fois",
    "{text} without arguments": "{text} sans arguments",
    "{text} without cells": "{text} sans cases",
    "{text} would take {number} combinations of values": "{text} prendrait {number} combinaisons de valeurs",
    "{text}: outside the board": "{text} : hors du plateau",
    "{text}x{text2} cells cannot be divided into boxes of {text3}x{text4}": (
        "{text}x{text2} cases ne se divisent pas en blocs de {text3}x{text4}"
    ),
    "the link is truncated: {phrase}": "le lien est tronqué : {phrase}",
    "it ends before the fleet": "il s'arrête avant la flotte",
    "it ends after the site": "il s'arrête après le site",
    "it ends before its size": "il s'arrête avant sa taille",
    "it ends before its last border": "il s'arrête avant sa dernière frontière",
    "the row has {amount}": "la ligne a {amount}",
    "{phrase}: no secret gives {text}": "{phrase} : aucun secret ne donne {text}",
    "the yellow {text} at position {number} has no other position left": (
        "il ne reste aucune autre position pour le {text} jaune à la position {number}"
    ),
    "a grey {text} (position {number}) comes before a yellow one (position {number2})": (
        "un {text} gris (position {number}) précède un jaune (position {number2})"
    ),
    "unexpected 'the end of the file'": "fin de fichier inattendue",
    "neither a document nor a link with a puzzle": "ni un document, ni un lien avec un jeu",
    "{amount} in {amount2}": "{amount} dans {amount2}",
    "{phrase} is not an object": "{phrase} n'est pas un objet",
}
