// French versions of the example documents: their names and sentences. Numbers and structure stay.

const NAMES = {
  maths: "maths", physics: "physique", chemistry: "chimie", music: "musique", sports: "sport", "second lab": "second labo",
  red: "rouge", green: "vert", blue: "bleu", ivory: "ivoire", yellow: "jaune", Englishman: "Anglais", Spaniard: "Espagnol", Ukrainian: "Ukrainien", Norwegian: "Norvégien", Japanese: "Japonais",
  coffee: "café", tea: "thé", milk: "lait", juice: "jus", water: "eau", dog: "chien", snails: "escargots", fox: "renard", horse: "cheval", zebra: "zèbre",
  cello: "violoncelle", drums: "batterie", flute: "flûte", guitar: "guitare", violin: "violon",
  biology: "biologie", history: "histoire", am: "matin", pm: "après-midi", off: "repos", early: "matin", late: "soir", night: "nuit",
  Mon: "lun", Tue: "mar", Wed: "mer", Thu: "jeu", Fri: "ven", Sat: "sam", Sun: "dim",
  after: "après", arrival: "arrivée", baker: "boulanger", cafe: "café", dentist: "dentiste", florist: "fleuriste", grocer: "épicier", hotel: "hôtel",
  chair: "chaise", shelf: "étagère", saw: "scie", lathe: "tour", "paint shop": "peinture", "the saw": "la scie", "the lathe": "le tour", "the paint shop": "la peinture",
};

const SENTENCES = {
  "Australia in three colours": "L'Australie en trois couleurs", "A killer Sudoku": "Un killer sudoku", "A magic square": "Un carré magique", "Eight queens": "Huit dames", "An impossible timetable": "Un emploi du temps impossible", "Who keeps the zebra?": "À qui est le zèbre ?",
  "three pigeons, two holes: unsatisfiable": "trois pigeons, deux trous : impossible", "exactly one of three: three solutions": "exactement un sur trois : trois solutions",
  "every number from 1 to 9 occurs once": "chaque nombre de 1 à 9 y est une fois", "the falling diagonal adds up to 15": "la diagonale descendante fait 15", "the rising diagonal adds up to 15": "la diagonale montante fait 15", "rotations and reflections count once": "tournés ou renversés, ils comptent une fois",
  "no two queens share a column": "pas deux dames dans une colonne", "different letters are different digits": "des lettres différentes sont des chiffres différents", "no number begins with 0": "aucun nombre ne commence par 0",
  "Ada teaches maths and physics": "Ada enseigne les maths et la physique", "Ben teaches music and sports": "Ben enseigne la musique et le sport", "there is one lab for physics and chemistry": "la physique et la chimie n'ont qu'un labo",
  "maths is in the first two hours": "les maths sont dans les deux premières heures", "physics comes before chemistry": "la physique vient avant la chimie", "the chemist leaves after the second hour": "le chimiste part après la deuxième heure",
  "physics needs what was taught in maths": "la physique a besoin de ce qu'on a vu en maths", "sports come last": "le sport vient en dernier", "no music before chemistry": "pas de musique avant la chimie", "the second lab is being painted": "on repeint le second labo",
  "the five people are in five houses": "les cinq personnes sont dans cinq maisons", "the five colours are in five houses": "les cinq couleurs sont dans cinq maisons", "the five drinks are in five houses": "les cinq boissons sont dans cinq maisons", "the five animals are in five houses": "les cinq animaux sont dans cinq maisons", "the five instruments are in five houses": "les cinq instruments sont dans cinq maisons",
  "the Englishman lives in the red house": "l'Anglais habite la maison rouge", "the Spaniard keeps a dog": "l'Espagnol a un chien", "coffee is drunk in the green house": "on boit du café dans la maison verte", "the Ukrainian drinks tea": "l'Ukrainien boit du thé",
  "who plays the cello keeps snails": "qui joue du violoncelle a des escargots", "the drums are played in the yellow house": "on joue de la batterie dans la maison jaune", "who plays the flute drinks juice": "qui joue de la flûte boit du jus", "the Japanese plays the violin": "le Japonais joue du violon",
  "the green house is just right of the ivory one": "la maison verte est juste à droite de la maison ivoire", "milk is drunk in the middle house": "on boit du lait dans la maison du milieu", "the Norwegian lives in the first house": "le Norvégien habite la première maison",
  "Delivery: one van, six customers, times": "Livraison : un camion, six clients, des horaires", "the van visits every customer once": "le camion passe une fois chez chaque client", "driving and unloading take their time": "la route et le déchargement prennent du temps",
  "Exam timetable: eight exams in four slots": "Des examens : huit épreuves en quatre créneaux", "maths comes first": "les maths viennent en premier", "the Latin examiner is there on Monday": "l'examinateur de latin vient lundi", "the laboratory is free on Monday": "le laboratoire est libre lundi", "physics is on Tuesday": "la physique a lieu mardi",
  "Job shop: three orders on three machines": "Atelier : trois commandes sur trois machines", "Nurse rota: a week with five nurses": "Tableau de garde : une semaine, cinq infirmiers",
  "Ada works no nights": "Ada ne travaille pas la nuit", "Bo has the weekend off": "Bo est en repos le week-end", "Cleo is on leave from Friday": "Cleo est en congé à partir de vendredi", "Dan works Friday night": "Dan travaille dans la nuit de vendredi",
  "Dan has Sunday off": "Dan est en repos dimanche", "Eve works late on Saturday": "Eve travaille samedi soir", "Eve works no night on Sunday": "Eve ne travaille pas dans la nuit de dimanche",
  "Seating: eight guests at a round table": "Plan de table : huit invités à une table ronde", "each guest has a seat": "chaque invité a une place", "Anna has seat 1: the table turns": "Anna a la place 1 : la table tourne", "definitions of hidden variables": "définitions de variables cachées",
  "the guitar is played next door to the fox": "on joue de la guitare à côté du renard", "the drums are played next door to the horse": "on joue de la batterie à côté du cheval", "the Norwegian lives next door to the blue house": "le Norvégien habite à côté de la maison bleue",
};

const UNITS = { row: "la ligne", column: "la colonne", box: "le bloc" };
const CUSTOMERS = { cafe: "le café", hotel: "l'hôtel", dentist: "le dentiste", grocer: "l'épicier", baker: "le boulanger" };
const ORDERS = { chair: "la chaise", table: "la table", shelf: "l'étagère" };
const FROM = { saw: "de la scie", lathe: "du tour", "paint shop": "de la peinture" }, TO = { saw: "à la scie", lathe: "au tour", "paint shop": "à la peinture" };
const SHIFTS = { early: "le matin", late: "le soir", night: "la nuit" };
const FORMS = [
  [/^the van (starts|is back) at (\d+)$/, (event, time) => `le camion ${event === "starts" ? "part" : "est de retour"} à ${time}`],
  [/^the (\w+) is served by (\d+)$/, (customer, time) => `${CUSTOMERS[customer]} est livré à ${time} au plus tard`],
  [/^the (\w+) is served from (\d+) on$/, (customer, time) => `${CUSTOMERS[customer]} est livré à partir de ${time}`],
  [/^(\w+) sits one exam at a time \((.*)\)$/, (person, exams) => `${person} passe une épreuve à la fois (${exams.split(", ").map(frenchName).join(", ")})`],
  [/^(\w+ [ap]m): two rooms$/, (slot) => `${frenchName(slot)} : deux salles`],
  [/^the (\w+) goes from the (saw|lathe|paint shop) to the (saw|lathe|paint shop)$/, (order, from, to) => `${ORDERS[order]} passe ${FROM[from]} ${TO[to]}`],
  [/^the (\w+) is due at (\d+)$/, (order, time) => `${ORDERS[order]} doit être prête à ${time}`],
  [/^(the .*) takes one order at a time$/, (machine) => `${frenchName(machine)} prend une commande à la fois`],
  [/^(\w+): one nurse works the (\w+) shift$/, (day, shift) => `${frenchName(day)} : une personne travaille ${SHIFTS[shift]}`],
  [/^(\w+) rests after a night shift$/, (person) => `${person} se repose après une nuit de travail`],
  [/^(\w+) has two days off$/, (person) => `${person} a deux jours de repos`],
  [/^(\w+) sits beside (\w+)$/, (person, neighbour) => `${person} est à côté de ${neighbour}`],
  [/^(\w+) and (\w+) keep apart$/, (person, other) => `${person} et ${other} ne sont pas côte à côte`],
  [/^(\w+) and (\w+) touch$/, (item, other) => `${item} et ${other} se touchent`],
  [/^(row|column|box) (\d+) has each value once$/, (unit, number) => `${UNITS[unit]} ${number} contient chaque valeur une fois`],
  [/^(row|column|box) (\d+) has one \{value\}$/, (unit, number) => `${UNITS[unit]} ${number} contient un seul {value}`],
  [/^(row|column) (\d+) adds up to (\d+)$/, (unit, number, sum) => `${UNITS[unit]} ${number} fait ${sum}`],
  [/^the cage at (\w+) adds up to (\d+)$/, (cell, sum) => `la cage en ${cell} fait ${sum}`],
  [/^the cage at (\w+) holds no digit twice$/, (cell) => `la cage en ${cell} n'a pas deux fois un chiffre`],
  [/^the queens of row(\d+) and row(\d+) share no diagonal$/, (item, other) => `les dames de ligne${item} et ligne${other} ne partagent pas de diagonale`],
  [/^row(\d+)$/, (number) => `ligne${number}`],
];

/** Translates the name of a variable or value; of a name of several words, each word that has a translation. */
const frenchName = (name) => NAMES[name] ?? name.replace(/paint shop|\w+/g, (word) => NAMES[word] ?? word);

/** Translates one string of an example, which may be a fact with names in it ("!second lab", "milk=3", "maths=Mon am"). */
export function frenchWords(english) {
  if (english in SENTENCES) return SENTENCES[english];
  for (const [form, say] of FORMS) {
    const match = form.exec(english);
    if (match) return say(...match.slice(1));
  }
  const [, not, name, value] = /^(!?)(.+?)(?:=(.+))?$/.exec(english) ?? [null, "", english];
  return `${not}${frenchName(name)}${value === undefined ? "" : `=${frenchName(value)}`}`;
}

/** Names of categories in the examples of zebra puzzles, which follow "un seul". */
const CATEGORIES = { colour: "coloris", person: "habitant", pet: "animal", drink: "breuvage", smoke: "tabac", cat: "chat" };

/** Translates the items of a zebra example; nationalities are in lower case. */
export const frenchItems = (text) => text.replace(/[a-z]+(?:-[a-z]+)*/g, (item) =>
  CATEGORIES[item] ?? NAMES[item] ?? NAMES[`${item[0].toUpperCase()}${item.slice(1)}`]?.toLowerCase() ?? item);

/** Translates an example document. A DIMACS file has no words. */
export const frenchDocument = (text) => text.replace(/"([^"\\]*)"/g, (_, english) => `"${frenchWords(english)}"`);
