// The on-screen keyboard of Wordle; each letter has its best known colour.

import { button, el } from "./dom.js";
import { NAMES, OWN } from "./wordle_tiles.js";
import { t } from "./words.js";

/** Keyboard layouts: a to z in the order of the keyboards, with the own letters of a language in a row above. */
const KEYS = { fr: ["azertyuiop", "qsdfghjklm", "wxcvbn"] }, USUAL_KEYS = ["qwertyuiop", "asdfghjkl", "zxcvbnm"];
const RANK = { b: 0, y: 1, g: 2 };

/** Returns the best colour of each letter in guesses with colours: {word, marks: "gyb…"}. */
function bestMarks(guesses) {
  const best = {};
  for (const { word, marks } of guesses) [...word].forEach((letter, at) => {
    const mark = marks[at].toLowerCase();
    if (!(letter in best) || RANK[mark] > RANK[best[letter]]) best[letter] = mark;
  });
  return best;
}

/** Returns the rows of keys. `press` gets a letter, "Enter" or "Backspace". */
export function keyRows(lang, guesses, press) {
  const best = bestMarks(guesses);
  const key = (letter) => {
    const mark = NAMES[best[letter]] || "";
    return button(letter.toUpperCase(), () => press(letter), { data: { mark }, ...(mark ? { aria: { label: t("w-tile", { letter: letter.toUpperCase(), colour: t(`w-${mark}`) }) } } : {}) });
  };
  const lines = [...(OWN[lang] ? [OWN[lang]] : []), ...(KEYS[lang] || USUAL_KEYS)], last = lines.length - 1;
  return lines.map((line, at) => el("div", { class: "key-row" },
    at === last ? button(t("w-enter"), () => press("Enter"), { class: "wide" }) : null,
    [...line].map(key),
    at === last ? button("⌫", () => press("Backspace"), { class: "wide", title: t("w-back"), aria: { label: t("w-back") } }) : null));
}
