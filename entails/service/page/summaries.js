// French summaries of the puzzle types; the server sends the English ones.

import { language } from "./words.js";

const FRENCH = {
  sudoku: "Le sudoku de toute taille et de toute forme.",
  aquarium: "Aquarium : remplissez les bacs d'eau de sorte que les nombres comptent les cases pleines de chaque ligne et de chaque colonne. L'eau est de niveau : elle remplit toute case de son bac qu'elle atteint sans monter.",
  battleship: "Bataille navale : placez la flotte sans que les navires se touchent, même en diagonale ; les nombres comptent les cases de navire de chaque ligne et de chaque colonne.",
  "country-road": "Country road : tracez une seule boucle qui passe exactement une fois dans chaque pays ; un nombre compte les cases qu'elle y visite. De deux cases voisines de part et d'autre d'une frontière, la boucle en visite au moins une.",
  fillomino: "Fillomino : divisez la grille en régions ; un nombre est la taille de sa région. Deux régions de même taille n'ont pas de côté commun.",
  firefly: "Lucioles : tracez un trait du point de chaque cercle à un autre cercle ; un nombre compte les virages du trait. Aucun trait n'arrive à un point, les traits ne se croisent pas, et tous les cercles sont reliés.",
  futoshiki: "Futoshiki : placez chaque nombre une fois par ligne et par colonne en respectant les signes d'inégalité.",
  "double-choco": "Double choco : divisez la grille en morceaux formés d'une zone blanche et d'une zone grise de même taille et de même forme, à une rotation ou une symétrie près. Un nombre est la taille de sa zone.",
  galaxies: "Galaxies : divisez la grille en régions ; chacune contient un seul point, qui est son centre de symétrie. Une région est identique à elle-même après un demi-tour.",
  hashi: "Hashi, ou les ponts : reliez les îles par des ponts simples ou doubles ; un nombre compte les ponts de son île. Les ponts sont droits et ne se croisent pas, et toutes les îles sont reliées.",
  heyawake: "Heyawake : un nombre compte les cases noires de sa pièce ; aucune ligne droite blanche ne traverse trois pièces. Deux cases noires n'ont pas de côté commun, et les cases blanches sont d'un seul tenant.",
  hidoku: "Hidoku : remplissez la grille avec les nombres à partir de 1 ; chacun touche le suivant par un côté ou par un coin.",
  hitori: "Hitori : noircissez des cases pour qu'aucun nombre ne se répète dans une ligne ou une colonne. Deux cases noires n'ont pas de côté commun, et les cases blanches sont d'un seul tenant.",
  kakuro: "Kakuro : placez des chiffres de sorte que chaque suite ait la somme indiquée ; aucun chiffre ne se répète dans une suite.",
  kenken: "KenKen : placez chaque nombre une fois par ligne et par colonne ; chaque cage donne son résultat par son opération.",
  killer: "Sudoku killer : placez chaque chiffre une fois par ligne, colonne et bloc ; chaque cage a la somme indiquée. Aucun chiffre ne se répète dans une cage.",
  kurodoko: "Kurodoko : un nombre compte les cases blanches qu'il voit dans sa ligne et sa colonne, la sienne comprise. Deux cases noires n'ont pas de côté commun, et les cases blanches sont d'un seul tenant.",
  "light-up": "Light up, ou akari : placez des ampoules qui éclairent toutes les cases ; aucune n'en éclaire une autre, et les nombres comptent les ampoules voisines. Une ampoule éclaire sa ligne et sa colonne jusqu'au prochain mur.",
  lits: "LITS : noircissez dans chaque région un tétromino L, I, T ou S ; deux tétrominos égaux n'ont pas de côté commun. Les cases noires sont d'un seul tenant, et aucun carré 2x2 n'est tout noir.",
  magnets: "Aimants : chaque plaque est un aimant ou neutre ; deux pôles égaux n'ont pas de côté commun, et les nombres comptent les pôles de chaque ligne et de chaque colonne.",
  masyu: "Masyu : tracez une seule boucle par toutes les perles ; elle va tout droit dans les perles blanches et tourne dans les noires. Elle tourne dans au moins une case voisine d'une perle blanche, et va tout droit dans les deux cases voisines d'une perle noire.",
  minesweeper: "Démineur : trouvez les mines ; un nombre compte les mines autour de lui, et les cases qui portent un nombre n'en ont pas.",
  mosaic: "Mosaïque : un nombre compte les cases noires du carré 3x3 qui l'entoure, la sienne comprise.",
  nonogram: "Nonogramme : noircissez des cases ; les nombres d'une ligne ou d'une colonne sont les longueurs de ses suites noires, dans l'ordre.",
  norinori: "Norinori : noircissez deux cases dans chaque région ; chaque case noire a exactement une voisine noire. Les dominos peuvent franchir les frontières.",
  numberlink: "Numberlink : reliez les nombres égaux par des traits qui ne se croisent ni ne se touchent ; des cases peuvent rester vides.",
  numbrix: "Numbrix : remplissez la grille avec les nombres à partir de 1 ; chacun a un côté commun avec le suivant.",
  nurikabe: "Nurikabe : noircissez une mer d'un seul tenant autour d'îles blanches ; chaque île contient un seul nombre, qui est sa taille. Les îles n'ont pas de côté commun, et aucun carré 2x2 n'est tout noir.",
  nurimaze: "Nurimaze : noircissez des pièces entières pour former un labyrinthe blanc ; le chemin de S à G passe par tous les ronds et par aucun triangle. Les cases blanches sont d'un seul tenant et sans boucle, et aucun carré 2x2 n'est d'une seule couleur.",
  nurimisaki: "Nurimisaki : noircissez des cases pour que les ronds, et eux seuls, soient des impasses blanches ; un nombre mesure la ligne blanche qui part de son rond. Les cases blanches sont d'un seul tenant, et aucun carré 2x2 n'est d'une seule couleur.",
  queens: "Les dames : placez une dame par ligne et par colonne, jamais deux sur une même diagonale.",
  "ripple-effect": "Ripple effect : remplissez chaque pièce de n cases avec les nombres 1 à n ; au moins n cases séparent deux nombres n d'une même ligne ou colonne.",
  samurai: "Samouraï : résolvez des grilles de sudoku qui se chevauchent ; chaque chiffre apparaît une fois par ligne, colonne et bloc de chaque grille.",
  sashigane: "Sashigane : divisez la grille en L d'une case de large ; les ronds marquent les coins, les flèches vont des bouts vers les coins. Un nombre est la taille de son L.",
  shakashaka: "Shakashaka : placez des triangles noirs dans les cases blanches pour que chaque zone restée blanche soit un rectangle, droit ou incliné à 45 degrés. Un nombre dans une case noire compte les triangles voisins.",
  shikaku: "Shikaku : divisez la grille en rectangles ; chacun contient un seul nombre, qui est sa taille.",
  "simple-loop": "Boucle simple : tracez une seule boucle par toutes les cases libres.",
  skyscrapers: "Gratte-ciel : placez chaque hauteur une fois par ligne et par colonne ; un indice compte les immeubles visibles de son côté. Un immeuble cache tous ceux, plus bas, qui sont derrière lui.",
  slitherlink: "Slitherlink : tracez une seule boucle le long des côtés des cases ; un nombre compte les côtés de sa case que suit la boucle.",
  "star-battle": "Bataille d'étoiles : placez le même nombre d'étoiles par ligne, colonne et région ; deux étoiles ne se touchent jamais, même en diagonale.",
  str8ts: "Str8ts : aucun nombre ne se répète dans une ligne ou une colonne ; chaque suite de cases blanches contient des nombres consécutifs, dans n'importe quel ordre.",
  suguru: "Suguru : remplissez chaque pièce de n cases avec les nombres 1 à n ; deux nombres égaux ne se touchent jamais, même en diagonale.",
  takuzu: "Takuzu, ou binairo : placez autant de 0 que de 1 dans chaque ligne et chaque colonne, jamais trois chiffres égaux à la suite. Deux lignes ne sont jamais égales, ni deux colonnes.",
  tapa: "Tapa : les indices sont les longueurs des suites noires dans les huit cases voisines ; les cases noires sont d'un seul tenant. Aucun carré 2x2 n'est tout noir, et les cases à indice sont blanches.",
  tents: "Tentes : placez une tente à côté de chaque arbre ; les tentes ne se touchent jamais, même en diagonale, et les nombres comptent les tentes de chaque ligne et de chaque colonne. Chaque tente appartient à un seul arbre.",
  variant: "Sudoku à règles supplémentaires qui se combinent : cages, thermomètres, flèches, points, lignes, nombres au bord et d'autres.",
  yajilin: "Yajilin : tracez une seule boucle par toutes les cases qui ne sont ni noires ni des indices ; une flèche compte les cases noires devant elle. Deux cases noires n'ont pas de côté commun.",
  "yin-yang": "Yin-yang : coloriez chaque case en noir ou en blanc ; chaque couleur est d'un seul tenant, et aucun carré 2x2 n'est d'une seule couleur.",
  zebra: "Le zèbre : attribuez les éléments de chaque catégorie aux places, un par place, en respectant tous les indices.",
};

/** Returns the name of a puzzle type; in French, the beginning of its summary. */
export function puzzleName({ name }) {
  const plain = name.replaceAll("-", " ");
  if (language() === "en") return plain;
  if (name === "variant") return "Variantes du sudoku";
  return /^([^:,.]{1,30}?)(?: :|,)/.exec(FRENCH[name] || "")?.[1] || plain;
}

/** Returns a sentence without the marks of code in it. */
const plainText = (sentence) => sentence.replaceAll("`", "");

/** Returns the summary of a puzzle type as properties of an element, with its language if it is not the page's. */
export function summary(about) {
  if (language() === "en") return { text: plainText(about.summary) };
  return FRENCH[about.name] ? { text: FRENCH[about.name] } : { text: plainText(about.summary), lang: "en" };
}
