// French summaries of the puzzle types; the server sends the English ones.

import { language } from "./words.js";

const FRENCH = {
  sudoku: "Le sudoku de toute taille et de toute forme.",
  aquarium: "Aquarium : remplissez les bacs d'eau ; elle est de niveau et repose sur le fond, et les nombres comptent les cases pleines d'une ligne.",
  battleship: "Bataille navale : placez la flotte ; les navires sont droits et ne se touchent pas, même par un coin, et les nombres comptent leurs cases dans une ligne.",
  "country-road": "Country road : une boucle qui entre une fois dans chaque pays ; un nombre dit combien de ses cases elle visite.",
  fillomino: "Fillomino : un nombre est la taille de son morceau, et deux cases voisines de même nombre sont du même morceau.",
  firefly: "Lucioles : un trait du point de chaque cercle à un autre cercle, jamais à son point ; un nombre compte les virages, et tous les cercles sont reliés.",
  futoshiki: "Futoshiki : chaque nombre une fois par ligne et par colonne, et les signes entre les cases sont respectés.",
  "double-choco": "Double choco : découpez la grille en morceaux d’une partie blanche et d’une partie grise, de même forme, tournée ou retournée ; un nombre est la taille de sa partie.",
  galaxies: "Galaxies : découpez la grille en morceaux, chacun avec un point, qui est son centre : il est le même après un demi-tour.",
  hashi: "Hashi, ou les ponts : un ou deux ponts entre les îles, autant que chacune le dit, jusqu'à ce que tout se tienne.",
  heyawake: "Heyawake : des pièces avec autant de cases noires qu'elles le disent ; les noires ne se touchent pas, aucune ligne blanche ne traverse trois pièces.",
  hidoku: "Hidoku : les nombres à partir de 1, chacun à côté du suivant, par un bord ou par un coin.",
  hitori: "Hitori : noircissez des nombres jusqu'à ce qu'aucun ne revienne dans une ligne ; les noires ne se touchent pas, les blanches se tiennent.",
  kakuro: "Kakuro : les chiffres d'une suite ont pour somme le nombre qui la précède, et aucun ne revient dans la même suite.",
  kenken: "KenKen : chaque nombre une fois par ligne et par colonne ; les nombres d'une cage donnent son résultat par son opération.",
  killer: "Sudoku killer : chaque chiffre une fois par ligne, colonne et carré ; une cage n'a pas deux fois le même et atteint sa somme.",
  kurodoko: "Kurodoko : un nombre compte les cases blanches qu'il voit dans sa ligne et sa colonne, lui compris ; les noires ne se touchent pas.",
  "light-up": "Light up, ou akari : les ampoules éclairent leur ligne et leur colonne jusqu'au mur ; tout est éclairé, aucune ampoule par une autre.",
  lits: "LITS : quatre cases noires par pièce font un L, I, T ou S ; deux formes pareilles ne se touchent pas, et toutes les noires se tiennent.",
  magnets: "Aimants : une plaque est un aimant avec un plus et un moins, ou neutre ; deux pôles pareils ne se touchent pas, et les nombres comptent les pôles d'une ligne.",
  masyu: "Masyu : une boucle par toutes les perles ; droite dans une blanche, avec un virage avant ou après ; virage dans une noire, droite avant et après.",
  minesweeper: "Démineur : un nombre compte les mines autour de lui, et les cases ouvertes n'en ont pas.",
  mosaic: "Mosaïque : un nombre compte les cases noires autour de lui, la sienne comprise.",
  nonogram: "Nonogramme : les nombres d'une ligne sont les longueurs de ses suites noires, dans l'ordre.",
  norinori: "Norinori : deux cases noires par pièce, et chaque noire a une voisine noire : des dominos, même à travers les murs.",
  numberlink: "Numberlink : reliez les nombres égaux par des traits qui ne se croisent ni ne se touchent ; des cases peuvent rester vides.",
  numbrix: "Numbrix : les nombres à partir de 1, chacun à côté du suivant, en haut, en bas, à gauche ou à droite.",
  nurikabe: "Nurikabe : une mer noire autour d'îles blanches, chacune avec un nombre, qui est sa taille ; pas de carré 2x2 de mer.",
  nurimaze: "Nurimaze : des pièces noires ou blanches ; les blanches font un labyrinthe sans boucle, avec un chemin de S à G.",
  nurimisaki: "Nurimisaki : des caps blancs, un à chaque cercle et nulle part ailleurs ; un nombre dit jusqu'où va la ligne blanche.",
  queens: "Les dames : une par ligne et par colonne, jamais deux sur une diagonale.",
  "ripple-effect": "Ripple effect : une pièce de n cases contient 1 à n ; entre deux nombres n d'une ligne il y a au moins n cases.",
  samurai: "Samouraï : des grilles de sudoku qui se chevauchent ; chaque chiffre une fois par ligne, colonne et carré de chacune.",
  sashigane: "Sashigane : découpez la grille en L d'une case de large ; les cercles sont aux coins, les flèches aux bouts et montrent le coin.",
  shakashaka: "Shakashaka : posez des triangles noirs jusqu'à ce que le blanc ne soit fait que de rectangles, droits ou penchés.",
  shikaku: "Shikaku : découpez la grille en rectangles, chacun avec un nombre, qui est sa taille.",
  "simple-loop": "Boucle simple : une boucle par toutes les cases libres.",
  skyscrapers: "Gratte-ciel : chaque hauteur une fois par ligne et par colonne ; un nombre dit combien on en voit de là.",
  slitherlink: "Slitherlink : une boucle le long des bords ; un nombre dit combien de bords de sa case elle prend.",
  "star-battle": "Bataille d'étoiles : tant d'étoiles par ligne, colonne et région, et jamais deux qui se touchent.",
  str8ts: "Str8ts : aucun nombre deux fois par ligne ou colonne ; les cases blanches entre deux noires forment une suite, dans n'importe quel ordre.",
  suguru: "Suguru : une pièce de n cases contient les nombres 1 à n, et deux nombres égaux ne se touchent pas, même par un coin.",
  takuzu: "Takuzu, ou binairo : des 0 et des 1, autant des deux dans chaque ligne, jamais trois pareils de suite.",
  tapa: "Tapa : les nombres sont les longueurs des suites noires dans les huit cases autour ; les noires se tiennent.",
  tents: "Tentes : chaque arbre a une tente à lui juste à côté, les tentes ne se touchent pas, et les nombres les comptent dans une ligne.",
  variant: "Sudoku à règles supplémentaires qui se combinent : cages, thermomètres, flèches, points, lignes, nombres au bord et d'autres.",
  yajilin: "Yajilin : une boucle par toutes les cases qui ne sont ni noires ni des indices ; un indice compte les noires là où il montre.",
  "yin-yang": "Yin-yang : chaque case est noire ou blanche, chaque couleur se tient, et aucun carré 2x2 n'est d'une seule couleur.",
  zebra: "Le zèbre : des choses de plusieurs sortes, une de chaque à chaque place ; les indices disent ce qui est où.",
};

/** Returns the name of a puzzle type; in French, the beginning of its summary. */
export function puzzleName({ name }) {
  const plain = name.replaceAll("-", " ");
  if (language() === "en") return plain;
  if (name === "variant") return "Variantes du sudoku";
  return /^([^:,.]{1,30}?)(?: :|,)/.exec(FRENCH[name] || "")?.[1] || plain;
}

/** Returns the summary of a puzzle type as properties of an element, with its language if it is not the page's. */
export function summary(about) {
  if (language() === "en") return { text: about.summary };
  return FRENCH[about.name] ? { text: FRENCH[about.name] } : { text: about.summary, lang: "en" };
}
