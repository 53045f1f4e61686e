// The sentences of steps in French. They are made from the English ones, whose forms are few; a form that is not known here
// is told by its technique, its cells and what follows.

const LINES = { rows: "les lignes", columns: "les colonnes" };

const houses = (text) => text.replace(/\bbox (\d+)/g, "le carré $1").replace(/\brow (\d+)/g, "la ligne $1").replace(/\bcolumn (\d+)/g, "la colonne $1");
const of = (text) => `de ${houses(text)}`.replace("de le ", "du ");
const list = (text) => text.replaceAll(" and ", " et ").replaceAll(" or ", " ou ");
/** "r1c1 and r1c2 are not 5; r1c3 is not 5 or 8" */
const lost = (text) => list(text).replaceAll(" are not ", " ne sont pas ").replaceAll(" is not ", " n'est pas ").replaceAll("; ", " ; ");

const FORMS = [
  [/^(\S+) is the last free cell of (.+): it is (\w+)\.$/, ([cell, unit, digit]) => `${cell} est la dernière case libre ${of(unit)} : c'est un ${digit}.`],
  [/^(\S+) sees every digit but (\w+): it is \w+\.$/, ([cell, digit]) => `${cell} voit tous les chiffres sauf le ${digit} : c'est un ${digit}.`],
  [/^(\w+) is the only candidate left in (\S+)\.$/, ([digit, cell]) => `${digit} est le seul candidat qui reste en ${cell}.`],
  [/^In (.+), (\S+) is the only candidate left for the (\w+)\.$/, ([unit, cell, digit]) => `Dans ${houses(unit)}, ${cell} est la seule place qui reste pour le ${digit}.`],
  [/^In (rows|columns) (.+), the (\w+) can only be in (rows|columns) (.+) \(.+ on (.+)\), so (.+)\.$/, ([base, these, digit, cover, those, cells, gone], name) => `Dans ${LINES[base]} ${list(these)}, le ${digit} ne peut être que dans ${LINES[cover]} ${list(those)} (${name} sur ${list(cells)}) ; donc ${lost(gone)}.`],
  [/^In (.+), the (\w+) can only be in (.+), so no other cell of (.+) is \w+\.$/, ([unit, digit, cells, other]) => `Dans ${houses(unit)}, le ${digit} ne peut être qu'en ${list(cells)} ; donc aucune autre case ${of(other)} n'est un ${digit}.`],
  [/^In (.+), the (\w+) can only be in (.+); (.+) sees? them all, so (.+)\.$/, ([unit, digit, cells, seeing, gone]) => `Dans ${houses(unit)}, le ${digit} ne peut être qu'en ${list(cells)} ; ${list(seeing)} les ${/ and /.test(seeing) ? "voient" : "voit"} toutes, donc ${lost(gone)}.`],
  [/^In (.+), (.+) can only go in (.+) \(.+\), so these cells hold nothing else: (.+)\.$/, ([unit, digits, cells, gone], name) => `Dans ${houses(unit)}, ${list(digits)} ne peuvent aller qu'en ${list(cells)} (${name}) ; ces cases n'ont donc rien d'autre : ${lost(gone)}.`],
  [/^In (.+), the (\w+) can only go in (\S+)\.$/, ([unit, digit, cell]) => `Dans ${houses(unit)}, le ${digit} ne peut aller qu'en ${cell}.`],
  [/^(.+) in (.+) are (?:an? )?.+ in (.+), so no other cell of .+ is (.+)\.$/, ([digits, cells, unit, none], name) => `${list(digits)} en ${list(cells)} (${name}) : aucune autre case ${of(unit)} n'est ${list(none)}.`],
  [/^(\S+) is (.+); with (\w+), (\S+) is (\w+), and with (\w+), (\S+) is \w+\. So one of (.+) is \w+ \(.+\), and (.+)\.$/, ([pivot, digits, x, one, z, y, other, some, gone], name) => `${pivot} est ${list(digits)} ; avec ${x}, ${one} est ${z}, et avec ${y}, ${other} est ${z}. L'une de ${list(some)} est donc ${z} (${name}), et ${lost(gone)}.`],
];

/** The sentence of a step whose technique has this name; null where its form is not known. */
export function frenchStep(sentence, name) {
  for (const [form, say] of FORMS) {
    const found = form.exec(sentence);
    if (found) return say(found.slice(1), name);
  }
  return null;
}
