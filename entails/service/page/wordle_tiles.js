// Rows of tiles. A guess is {word, marks}: marks is "gyb…" for colours, [well, misplaced] for counts.

import { button, el } from "./dom.js";
import { t } from "./words.js";

export const NAMES = { g: "hit", y: "near", b: "miss" };
const NEXT = { b: "y", y: "g", g: "b" };

const OPENED = { œ: "oe", æ: "ae", ø: "o", ł: "l" };

/** Returns a letter as one or two of a to z: å becomes a, ñ becomes n. */
const folded = (letter) => letter.replace(/[œæøł]/g, (sign) => OPENED[sign]).normalize("NFD").replace(/\p{M}/gu, "");

/** Letters that a language counts as its own, beside a to z. */
export const OWN = { es: "ñ", sv: "åäö", da: "æøå", pl: "ąćęłńóśźż", hu: "áéíóöőúüű" };

/** Returns a text in the letters of a game: a to z and the language's own. */
export const plain = (text, lang) => [...text.toLowerCase().normalize("NFC")].map((letter) => ((OWN[lang] || "").includes(letter) ? letter : folded(letter))).join("");

/** Returns whether a text consists of letters of a game. */
export const isWord = (text, lang) => text !== "" && [...text].every((letter) => /[a-z]/.test(letter) || (OWN[lang] || "").includes(letter));

/** Creates a tile; with `onClick` it is a button that changes the colour. */
export function tile(letter, mark, { onClick = null, clash = false } = {}) {
  const kind = NAMES[mark] || "";
  const label = letter ? t("w-tile", { letter: letter.toUpperCase(), colour: kind ? t(`w-${kind}`) : "" }) : "";
  const text = letter ? letter.toUpperCase() : "";
  const props = { class: `tile${clash ? " clash" : ""}`, data: { mark: kind }, aria: text ? { label } : { hidden: "true" } };
  if (!text) return el("div", props);
  return onClick ? button(text, onClick, props) : el("div", { ...props, role: "img" }, text);
}

/** Returns a row of tiles as a sentence for screen readers. */
export const rowWords = (word, marks) => [...word].map((letter, at) => t("w-tile", { letter: letter.toUpperCase(), colour: t(`w-${NAMES[marks[at].toLowerCase()]}`) })).join("; ");

export const turned = (marks, at) => marks.slice(0, at) + NEXT[marks[at]] + marks.slice(at + 1);

/** Creates the two counters of a guess: well placed, misplaced. */
export function counts([well, misplaced], length, onChange) {
  const stepper = (value, key, set) =>
    el("label", { class: "stepper" }, el("span", { text: t(key) }),
      el("input", { type: "number", min: 0, max: length, value: String(value), inputmode: "numeric", on: { change: (event) => set(Math.max(0, Math.min(length, Number(event.target.value) || 0))) } }));
  return el("div", { class: "row counts" },
    stepper(well, "w-well", (value) => onChange([value, Math.min(misplaced, length - value)])),
    stepper(misplaced, "w-mis", (value) => onChange([well, Math.min(value, length - well)])));
}

/** Returns the tiles of a conflict: {guess (from 0): Set of positions}; a sentence without a position means the whole row. */
export function clashingTiles(conflict, guesses) {
  const positionsOf = {};
  for (const { guess, positions } of conflict.tiles || []) {
    positionsOf[guess - 1] = new Set([...(positionsOf[guess - 1] || []), ...positions.map((item) => item - 1)]);
  }
  if (!conflict.tiles) for (const guess of conflict.guesses) positionsOf[guess - 1] = new Set(guesses[guess - 1] ? [...guesses[guess - 1].word].keys() : []);
  return positionsOf;
}
