// A shared grid without words: possible secrets; then, for a secret, the words that fit each row.

import { ask } from "./api.js";
import { unfinished } from "./busy.js";
import { button, clear, el, field, select } from "./dom.js";
import { tile } from "./wordle_tiles.js";
import { language, t } from "./words.js";

const SHOWN = 60, LISTED = 300;

/** Returns whether a text is a shared grid: only rows of tiles below a title. */
export const isBareGrid = (text) => /[🟩🟨🟦🟧⬛⬜]/u.test(text) && !text.split("\n").some((line) => /^\s*[\p{L}]{3,}\s*$/u.test(line));

/** Fills the box; `onWords(words, marks)` is called once every row has a word. */
export async function decodePart(box, { text, settings, busy, onWords, secret = "" }) {
  const answer = await busy.run((signal) => ask("wordle/decode", { puzzle: text, ...settings, ...(secret ? { answer: secret } : {}), show: LISTED }, signal));
  if (!answer) return;
  const own = el("input", { type: "text", class: "mono", value: secret, autocomplete: "off", spellcheck: "false" });
  const again = () => decodePart(box, { text, settings, busy, onWords, secret: own.value.trim().toLowerCase() });
  clear(box).append(el("form", { class: "row", on: { submit: (event) => { event.preventDefault(); again(); } } }, field(t("w-secret"), own), el("button", { text: t("w-decode") })));
  const late = unfinished(answer);
  if (late) return void box.append(el("p", { text: late }));
  if (!secret) {
    const shown = answer.answers.slice(0, SHOWN);
    return void box.append(el("p", { text: t("w-secrets", { count: answer.count.toLocaleString(language()) }) }),
      el("p", { class: "words" }, shown.map((item) => button(item.toUpperCase(), () => { own.value = item; again(); }, { class: "quiet mono" })), answer.count > shown.length ? el("span", { class: "soft", text: t("w-more", { count: answer.count - shown.length }) }) : null));
  }
  const choices = answer.rows.map((row) => {
    const item = select([["", t("w-row-words", { count: row.count.toLocaleString(language()) })], ...row.words.map((word) => [word, word.toUpperCase()])], row.count === 1 ? row.words[0] : "", ready);
    item.setAttribute("aria-label", t("w-row", { number: row.row }));
    return item;
  });
  const go = button(t("w-judge"), () => onWords(choices.map((item) => item.value), answer.rows.map((row) => row.marks)), { class: "main" });
  function ready() { go.disabled = choices.some((item) => !item.value); }
  box.append(el("ol", { class: "decoded" }, answer.rows.map((row, at) => el("li", {}, el("div", { class: "tiles tiny" }, [...row.marks].map((mark) => tile("·", mark))), choices[at]))));
  if (!answer.possible) box.append(el("p", { class: "verdict", data: { tone: "bad" }, text: t("w-row-none", { row: answer.rows.findIndex((row) => !row.count) + 1, word: secret.toUpperCase() }) }));
  else box.append(go);
  ready();
}
